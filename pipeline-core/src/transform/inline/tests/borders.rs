//! Stages with borders: they are inlined where what they read may have the border.

use super::*;
use crate::ir::BorderMode;

/// A stage `wide` with a border that is read outside, of `img` and of a matrix at a fixed point.
fn with_borders(img: &str, wide: &str, index: &str) -> String {
    format!(
        "pipeline p size n ~ 9
         input img: u8 [0..=n, 0..=n] {img}
         input matrix: f32 [0..=1]
         stage wide(y, x): f32 in [0..=n, 0..=n] {wide} {{
           case {{
             %0: u8 = read img({index}) %1: f32 = cast %0
             %2: f32 = read matrix(1) %3: f32 = mul %1, %2
             yield %3
           }}
         }}
         stage out(y, x): f32 in [-1..=n, 0..=n + 2] {{
           case {{
             %0: f32 = read wide(y - 3, x) %1: f32 = read wide(y + 1, x + 2)
             %2: f32 = add %0, %1
             yield %2
           }}
         }}
         output out"
    )
}

#[test]
fn a_border_goes_to_what_is_read_at_the_same_points() {
    for mode in BorderMode::REDIRECTING.map(BorderMode::name) {
        let border = format!("border {mode}");
        for img in ["", &border] {
            let text = with_borders(img, &border, "y, x");
            let inlined = run(&text);
            assert_eq!(names(&inlined), ["wide"], "{text}");
            let borders = inlined.pipeline.inputs.iter();
            let borders: Vec<_> = borders.map(|i| i.border.as_ref().map(|b| b.mode)).collect();
            assert_eq!(borders, [BorderMode::redirecting(mode), None]);
            agree(&text, &inlined.pipeline);
        }
    }
}

#[test]
fn what_continues_itself_needs_no_border() {
    // It reads other points than its own, but of what repeats.
    for index in ["y + 1, x - 2", "y, n - x", "y - 1, 2 * x"] {
        let text = with_borders("border repeat", "border repeat", index);
        let inlined = run(&text);
        assert_eq!(names(&inlined), ["wide"], "{text}");
        agree(&text, &inlined.pipeline);
    }
}

#[test]
fn a_border_stays_where_what_is_read_would_be_another_point() {
    for (img, wide, index) in [
        ("", "border constant 0.0f32", "y, x"),
        ("border mirror", "border clamp", "y, x"),
        ("", "border clamp", "x, y"),
        ("", "border clamp", "n - y, x"),
        ("border clamp", "border repeat", "y + 1, x"),
        ("border repeat", "border repeat", "y, x / 2"),
    ] {
        let text = with_borders(img, wide, index);
        assert!(run(&text).inlined.is_empty(), "{text}");
    }
    let text = with_borders("", "border clamp", "y, x");
    let placed = text.replacen("%0: u8 = read img(y, x)", "%0: i32 = index y", 1);
    let smaller = text.replacen("img: u8 [0..=n, 0..=n]", "img: u8 [0..=n, 0..=n + 1]", 1);
    for text in [placed, smaller] {
        assert!(run(&text).inlined.is_empty(), "{text}");
    }
}
