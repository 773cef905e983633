//! Reads outside domains.

use super::{line, output};
use crate::array::Array;
use crate::ir::{BorderMode, ElemType, Value};

/// Where an index outside `0..n` leads, by walking there step by step.
fn walk(mode: &str, i: i64, n: i64) -> i64 {
    let (mut at, mut step) = (0, 1);
    for _ in 0..i.abs() {
        let next = at + step * i.signum();
        at = match mode {
            "clamp" | "repeat" if (0..n).contains(&next) => next,
            "clamp" => at,
            "repeat" => (next + n) % n,
            // Turning at an edge stands still for a step, or is free.
            "mirror" if !(0..n).contains(&next) => {
                step = -step;
                at
            }
            "mirror101" if n == 1 => 0,
            "mirror101" if !(0..n).contains(&next) => {
                step = -step;
                at + step * i.signum()
            }
            "mirror" | "mirror101" => next,
            mode => unreachable!("how does one walk outside with `{mode}`?"),
        };
    }
    at
}

#[test]
fn every_mode_at_any_distance_by_affine_index_and_by_value() {
    for mode in BorderMode::REDIRECTING.map(BorderMode::name) {
        for n in [1, 2, 3, 5] {
            for index in ["x", "%0"] {
                // The source starts at -7, so that nothing holds only for a start at 0.
                let text = format!(
                    "pipeline p size n ~ 9 input i: u8 [-7..=n - 8] border {mode}
                     stage s(x): u8 in [-50..=50] {{ case {{
                       %0: i32 = index x %1: u8 = read i({index}) yield %1
                     }} }} output s"
                );
                let input = line(-7, (0..n as u8).collect::<Vec<u8>>());
                let got = output(&text, &[n], &[], &[input]);
                for x in -50..=50 {
                    let expected = walk(mode, x + 7, n);
                    let got = got.get(&[x]).unwrap().as_int();
                    assert_eq!(got, Some(expected), "{mode} n={n} x={x} index={index}");
                }
            }
        }
    }
}

#[test]
fn the_documented_pictures() {
    let around = |mode: &str| {
        let text = format!(
            "pipeline p size n ~ 9 input i: u8 [0..=n - 1] border {mode}
             stage s(x): u8 in [-2..=n + 1] {{ case {{ %0: u8 = read i(x) yield %0 }} }} output s"
        );
        output(&text, &[4], &[], &[line(0, b"abcd".to_vec())])
    };
    assert_eq!(around("clamp"), line(-2, b"aaabcddd".to_vec()));
    assert_eq!(around("mirror"), line(-2, b"baabcddc".to_vec()));
    assert_eq!(around("mirror101"), line(-2, b"cbabcdcb".to_vec()));
    assert_eq!(around("repeat"), line(-2, b"cdabcdab".to_vec()));
    assert_eq!(around("constant 46u8"), line(-2, b"..abcd..".to_vec()));
}

#[test]
fn indices_far_outside() {
    let at = |mode: &str, index: &str| {
        let text = format!(
            "pipeline p size n ~ 9 input i: i32 [3..=n + 2] border {mode}
             stage s(x): i32 in [0..=0] {{ case {{
               %0: u32 = 4294967295u32 %1: i32 = -2147483648i32
               %2: i32 = read i({index}) yield %2
             }} }} output s"
        );
        output(&text, &[4], &[], &[line(3, vec![3i32, 4, 5, 6])]).get(&[0]).unwrap().as_int()
    };
    let far = "1000000000000000000 + x";
    assert_eq!(at("clamp", far), Some(6));
    assert_eq!(at("clamp", "%1"), Some(3));
    assert_eq!(at("repeat", far), Some(4));
    // 2³² - 1 - 3 = 0 modulo 4; -2³¹ - 3 = 1 modulo 4
    assert_eq!(at("repeat", "%0"), Some(3));
    assert_eq!(at("repeat", "%1"), Some(4));
    // 2³² - 4 = 4 modulo 8: the first of the way back; modulo 6 it is 0
    assert_eq!(at("mirror", "%0"), Some(6));
    assert_eq!(at("mirror101", "%0"), Some(3));
    assert_eq!(at("constant 77i32", far), Some(77));
    assert_eq!(at("constant 77i32", "%1"), Some(77));
}

#[test]
fn dimensions_are_redirected_one_by_one() {
    let of = |mode: &str, domain: &str| {
        let text = format!(
            "pipeline p size n ~ 9
             stage t(y, x): i32 in [{domain}] border {mode} {{ case {{
               %0: i32 = index 10*y + x yield %0 }} }}
             stage s(y, x): i32 in [-1..=n, -1..=n] {{ case {{
               %0: i32 = read t(y, x) yield %0 }} }} output s"
        );
        output(&text, &[2], &[], &[])
    };
    let grid = |v: Vec<i32>| Array::new(&[-1, -1], &[4, 4], v).unwrap();
    let square = "0..=n - 1, 0..=n - 1";
    assert_eq!(
        of("repeat", square),
        grid(vec![11, 10, 11, 10, 1, 0, 1, 0, 11, 10, 11, 10, 1, 0, 1, 0])
    );
    assert_eq!(
        of("constant 7i32", square),
        grid(vec![7, 7, 7, 7, 7, 0, 1, 7, 7, 10, 11, 7, 7, 7, 7, 7])
    );
    // A constant needs no point to be redirected to.
    assert_eq!(of("constant 7i32", "0..=n - 1, n..=0"), grid(vec![7; 16]));
}

#[test]
fn an_empty_source_cannot_be_redirected_into() {
    let text = "pipeline p size n ~ 9
        stage t(x): f32 in [n..=0] border clamp { case { %0: f32 = 1.0f32 yield %0 } }
        stage s(x): f32 in [0..=0] { case { %0: f32 = read t(x) yield %0 } } output s";
    let message = "stage `s` at [0] reads `t` at [0], outside its domain";
    assert_eq!(super::error(text, &[2], &[], &[]), message);
}

#[test]
fn a_float_border_keeps_its_bits() {
    let text = "pipeline p size n ~ 9 input i: f32 [0..=n - 1] border constant -0.0f32
        stage s(x): f32 in [n..=n] { case { %0: f32 = read i(x) yield %0 } } output s";
    let got = output(text, &[1], &[], &[line(0, vec![1.0f32])]);
    assert!(got.get(&[1]).unwrap().same(Value::F32(-0.0)));
    assert_eq!(got.ty(), ElemType::F32);
}
