//! Helpers, `let` and literals.

use pipeline::pipeline;

use crate::agree::agree;
use crate::common::{assert_image, noise};

pipeline! {
    fn helped(a: [f32; n], b: [u8; n]) -> (mixed, nested, local, shadowed, folded, method) {
        fn lerp(p, q, t) = p + t * (q - p);
        fn square(v) = v * v;
        fn norm(p, q) = { let s = square(p) + square(q); sqrt(s) };
        mixed(i) = lerp(a(i), 10.0, 0.25);
        nested(i) = norm(lerp(a(i), 0.0, 0.5), square(2.0));
        local(i) = {
            let twice = a(i) * 2.0;
            let more = twice + 1.0;
            more * twice
        };
        shadowed(i) = { let v = b(i); let v = v as i32 + 1; v * 1000 };
        folded(i) = square(3) + b(i) - 2 * 4;
        method(i) = b(i).min(200).max(100).abs_diff(150);
    }
}

#[test]
fn helpers_and_lets() {
    for n in [1, 7, 16, 33] {
        let (a, b) = (noise::<f32, 1>([n], 1), noise::<u8, 1>([n], 2));
        let (mixed, nested, local, shadowed, folded, method) =
            agree!(helped(&a, &b); a_, b_, c_, d_, e_, f_);
        assert_image(&mixed, [n], |i| a[i] + 0.25 * (10.0 - a[i]));
        assert_image(&nested, [n], |i| {
            let half = a[i] + 0.5 * (0.0 - a[i]);
            (half * half + 16.0).sqrt()
        });
        assert_image(&local, [n], |i| (a[i] * 2.0 + 1.0) * (a[i] * 2.0));
        assert_image(&shadowed, [n], |i| (i32::from(b[i]) + 1) * 1000);
        assert_image(&folded, [n], |i| 9u8.wrapping_add(b[i]).wrapping_sub(8));
        assert_image(&method, [n], |i| b[i].clamp(100, 200).abs_diff(150));
    }
}

pipeline! {
    fn literals(a: [i32; n]) -> (hex, kinds, suffix, precedence, truth) {
        hex(i) = a(i) & 0xFF | 0b1_0000_0000 ^ 1_000;
        kinds(i) in [0..n] = 1.5e2 + 2.5E-1 - 1e1;
        suffix(i) = a(i) as f64 * 0.1f64 + 2f64;
        precedence(i) = -a(i) * 2 - a(i) / 3 % 5 << 1 ^ a(i) >> 1 & 6;
        truth(i) = if true && !false { a(i) } else { 0 };
    }
}

#[test]
#[allow(clippy::precedence, reason = "Rust's precedence is what is tested")]
fn literals_and_precedence() {
    let a = noise::<i32, 1>([37], 3);
    let (hex, kinds, suffix, precedence, truth) = agree!(literals(&a); a_, b_, c_, d_, e_);
    assert_image(&hex, [37], |i| a[i] & 0xFF | 0b1_0000_0000 ^ 1_000);
    assert_image(&kinds, [37], |_| 140.25f32);
    assert_image(&suffix, [37], |i| f64::from(a[i]) * 0.1 + 2.0);
    assert_image(&precedence, [37], |i| {
        a[i].wrapping_neg().wrapping_mul(2).wrapping_sub(a[i] / 3 % 5) << 1 ^ a[i] >> 1 & 6
    });
    assert_image(&truth, [37], |i| a[i]);
}

/// What a crate calls its own macros does not matter to the pipelines in it.
mod beside_macros {
    use pipeline::pipeline;

    macro_rules! named {
        ($($name:ident)*) => {$(
            #[allow(unused_macros, reason = "nothing may call it")]
            macro_rules! $name {
                () => {};
            }
        )*};
    }

    named!(compute compute_points compute_to_ends points vectors vectors_to_ends changes);
    named!(carried carrying scratch domains rt max min);

    pipeline! {
        pub fn between(a: [f32; rows, cols]) -> (halves, sums) {
            border a = constant(1.0);
            halves(y, x) = 0.5 * (a(y, x - 1) + a(y, x + 1));
            sums(y) in [0..rows] = sum(x in 0..cols; a(y, x));
        }
    }
}

#[test]
fn macros_of_the_caller_are_not_called() {
    use beside_macros::between;
    let a = noise::<f32, 2>([9, 37], 4);
    agree!(between(&a); halves, sums);
}
