//! What functions of other languages and libraries are called here.

use pipeline_core::ir::ElemType;

/// Functions that other languages and libraries have, and what they are here.
const ELSEWHERE: [(&str, &str); 45] = [
    ("acos", "atan2(sqrt(1.0 - a * a), a)"),
    ("asin", "atan2(a, sqrt(1.0 - a * a))"),
    ("atan", "atan2(a, 1.0)"),
    ("cast", "a as f32"),
    ("cbrt", "pow(a, 1.0 / 3.0)"),
    ("clip", "clamp(a, lo, hi)"),
    ("conv", "stencil(f, [[1, 2, 1]])"),
    ("convolve", "stencil(f, [[1, 2, 1]])"),
    ("cosh", "(exp(a) + exp(-a)) / 2.0"),
    ("double", "a as f64"),
    ("exp2", "pow(2.0, a)"),
    ("fabs", "abs(a)"),
    ("float", "a as f32"),
    ("fma", "mul_add(a, b, c)"),
    ("fmax", "max(a, b)"),
    ("fmin", "min(a, b)"),
    ("fmod", "a % b"),
    ("fract", "a - floor(a)"),
    ("hypot", "sqrt(a * a + b * b)"),
    ("int", "a as i32"),
    ("is_nan", "a != a"),
    ("isnan", "a != a"),
    ("lerp", "a + t * (b - a)"),
    ("log", "ln(a)"),
    ("log10", "ln(a) / ln(10.0)"),
    ("log2", "ln(a) / ln(2.0)"),
    ("maximum", "max(a, b)"),
    ("mean", "sum(d in -1..=1; e) / 3.0"),
    ("minimum", "min(a, b)"),
    ("mix", "a + t * (b - a)"),
    ("mod", "a % b"),
    ("powf", "pow(a, b)"),
    ("powi", "pow(a, b)"),
    ("prod", "product(d in 0..3; e)"),
    ("recip", "1.0 / a"),
    ("rsqrt", "1.0 / sqrt(a)"),
    ("sign", "if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 }"),
    ("signum", "if a > 0.0 { 1.0 } else if a < 0.0 { -1.0 } else { 0.0 }"),
    ("sinh", "(exp(a) - exp(-a)) / 2.0"),
    ("sqr", "a * a"),
    ("square", "a * a"),
    ("tanh", "1.0 - 2.0 / (exp(2.0 * a) + 1.0)"),
    ("wrapping_add", "a + b"),
    ("wrapping_mul", "a * b"),
    ("wrapping_sub", "a - b"),
];

/// What a function of other languages and libraries is here.
pub(super) fn elsewhere(name: &str) -> Option<String> {
    match ElemType::from_name(name) {
        Some(ElemType::Bool) => Some("a != 0".into()),
        Some(ty) => Some(format!("a as {ty}")),
        None => {
            let known = ELSEWHERE.iter().find(|(known, _)| *known == name);
            known.map(|(_, write)| write.to_string())
        }
    }
}

/// What functions of arrays are here.
pub(super) fn of_arrays(name: &str) -> Option<&'static str> {
    match name {
        "at" | "get" | "load" | "pixel" => Some("a value is read as `f(y, x)`"),
        "len" | "shape" | "extent" | "width" | "height" => {
            Some("an extent is a size with a name, as in `f: [f32; rows, cols]`")
        }
        _ => None,
    }
}

/// What names of borders are here.
pub(super) fn of_borders(name: &str) -> Option<&'static str> {
    match name {
        "reflect" => Some("`mirror` repeats the last value, and `mirror101` does not"),
        "symmetric" => Some("that is `mirror`"),
        "reflect101" | "reflect_101" => Some("that is `mirror101`"),
        "edge" | "replicate" | "nearest" | "extend" => Some("that is `clamp`"),
        "wrap" | "circular" | "periodic" | "tile" => Some("that is `repeat`"),
        "zero" | "zeros" => Some("that is `constant(0)`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elaborate::BuiltIn;
    use crate::elaborate::elaborate;
    use crate::error::Errors;
    use crate::syntax::parse::parse;

    #[test]
    fn what_is_to_be_written_is_right() {
        let scalars = "a: f32, b: f32, c: f32, e: f32, t: f32, lo: f32, hi: f32";
        let types = ["bool", "u8", "i8", "u16", "i16", "u32", "i32", "f32", "f64"];
        for name in ELSEWHERE.iter().map(|(name, _)| *name).chain(types) {
            assert!(BuiltIn::named(name).is_none(), "{name}");
            let write = elsewhere(name).expect(name);
            let text = format!(
                "fn p(f: [f32; rows, cols], {scalars}) -> out {{ out(y, x) in [0..rows, 1..cols - 1] = {write}; }}"
            );
            let mut errors = Errors::default();
            let block = parse(text.parse().expect("tokens"), &mut errors).expect("a block");
            // The type of the result does not matter: `bool` is no output's.
            elaborate(&block, &[], &mut errors);
            let others = errors.iter().filter(|(_, message)| !message.contains("is bool, which"));
            assert_eq!(others.count(), 0, "{name}: {errors:?}");
        }
    }
}
