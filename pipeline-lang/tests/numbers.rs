//! Numbers and names of any size: a block has errors of its own or none, and the compiler never
//! fails.

use pipeline_lang::expand;

/// The messages of a block's errors.
fn errors(block: &str) -> Vec<String> {
    let tokens = block.parse().unwrap_or_else(|e| panic!("{e}\n{block}"));
    let expansion = expand(tokens).to_string();
    let mut parts = expansion.split("compile_error ! {");
    parts.next();
    parts.map(|p| p.split('}').next().unwrap_or_default().trim().trim_matches('"').into()).collect()
}

/// That a block compiles.
fn compiles(block: &str) {
    let found = errors(block);
    assert!(found.is_empty(), "{:.1000}\n{block:.1000}", found.join("\n"));
}

/// That every error of a block has this text in it, and that there is one.
fn refused(block: &str, text: &str) {
    let found = errors(block);
    assert!(!found.is_empty() && found.iter().all(|e| e.contains(text)), "{found:#?}\n{block}");
}

const LARGE: &str = "may exceed 2^53";

#[test]
fn sums_that_could_wrap_are_refused() {
    let sum = "2147483648*a + 2147483648*b + 2147483648*c + 2147483648*d <= 2147483648*e";
    let sizes = "a: size, b: size, c: size, d: size";
    refused(&format!("fn p(t: [u8; e], {sizes}) -> out where {sum} {{ out(x) = t(x); }}"), LARGE);
    refused(
        &format!(
            "fn p(t: [u8; e], {sizes}) -> out {{
                border t = clamp;
                out(x) in [0..2147483648*a + 2147483648*b + 2147483648*c] = t(x);
            }}"
        ),
        LARGE,
    );
    refused("fn p(t: [u8; 8388608*n]) -> out { out(x) = t(x); }", LARGE);
    refused(
        "fn p(t: [u8; n]) -> out { border t = clamp; out(x) in [0..n] = t(8388608*x); }",
        LARGE,
    );
    refused("fn p(t: [u8; n]) -> out { out(x) = t(x) as i32 + 2147483648*x; }", LARGE);
    refused(
        "fn p(t: [u8; n]) -> out { out(x) in [0..n] = if 8388608*x > n { t(x) } else { 1 }; }",
        LARGE,
    );
    compiles("fn p(t: [u8; n]) -> out { out(x) = t(x) as i32 + 2097152*x; }");
}

#[test]
fn windows_with_large_ends_do_not_overflow_before_domains_are_known() {
    let window = "i in 2147483640..2147483648";
    let sum = ["i", "j", "k", "l"].map(|v| format!("2147483648*{v}")).join(" + ");
    let windows = ["i", "j", "k", "l"].map(|v| window.replacen('i', v, 1)).join(", ");
    refused(
        &format!("fn p(t: [u32; n]) -> out {{ out(x) = sum({windows}; t(x + {sum})); }}"),
        LARGE,
    );
}

#[test]
fn chains_of_large_factors_are_neither_inlined_nor_tiled() {
    let chain = |factor: u64, last: &str| {
        let mut block = "fn p(t: [f32; n, m]) -> out {\n border t = clamp;\n".to_string();
        let mut before = "t".to_string();
        for name in ["a", "b", "c", "d", "out"] {
            block += &format!(" border {name} = clamp;\n").replace(" border out = clamp;\n", "");
            block += &format!(
                " {name}(y, x) in [0..{last}, 0..m] = {before}({factor}*y, x) + {before}({factor}*y + 1, x);\n"
            );
            before = name.to_string();
        }
        block + "}"
    };
    compiles(&chain(2147483648, "2"));
    compiles(&chain(2097152, "n"));
    refused(&chain(1048576, "1048576*n"), LARGE);
}

#[test]
fn domains_of_large_factors_compile() {
    for k in [1u64, 1000, 1 << 20, 1 << 21] {
        compiles(&format!(
            "fn p(t: [f32; n, m]) -> out where n ~ 2147483647, m ~ 2147483647 {{
                border t = mirror;
                s(y, x) in [-{k}*n..{k}*n, -{k}*m..{k}*m] = t(y - {k}, x) + t(y + {k}, x);
                border s = repeat;
                r(i) in [0..256]: f32 = 0.0;
                r(clamp(s(y, x) as i32, 0, 255)) += s(y, x) for (y, x) in [0..{k}*n, 0..{k}*m];
                out(y, x) in [0..{k}*n, 0..{k}*m] = s(y/{k}, x) + s(y/{k} + 1, x) + r(x % 256);
            }}"
        ));
    }
}

#[test]
fn four_dimensions_of_the_largest_estimates_compile() {
    compiles(
        "fn p(t: [f32; a, b, c, d]) -> out
         where a ~ 2147483647, b ~ 2147483647, c ~ 2147483647, d ~ 2147483647 {
            border t = clamp;
            s(w, z, y, x) in [0..a, 0..b, 0..c, 0..d] = t(w, z, y - 1, x) + t(w, z, y + 1, x);
            r(w, z) in [0..a, 0..b]: f32 = 0.0;
            r(w, z) += s(w, z, y, x) for (w, z, y, x) in [0..a, 0..b, 0..c, 0..d];
            border s = clamp;
            out(w, z, y, x) in [0..a, 0..b, 0..c, 0..d] =
                s(w, z, y, x - 1) + s(w, z, y + 1, x) + r(w, z);
        }",
    );
}

#[test]
fn names_of_any_length_are_reported() {
    let long = "n".repeat(100_000);
    compiles(&format!(
        "fn p(t: [f32; rows, cols]) -> out {{
            border t = clamp;
            {long}(y, x) in [0..rows, 0..cols] = t(y - 1, x) + t(y + 1, x);
            border {long} = repeat;
            out(y, x) in [0..rows, 0..cols] = {long}(y + 1, x) + {long}(y - 1, x);
        }}"
    ));
}
