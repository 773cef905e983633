//! `name::plan()`, as users call it.

use pipeline::{Plan, pipeline};

pipeline! {
    #[allow(unused_stage)]
    /// Two passes of a blur over each other, and a picture that nobody asked for.
    fn blur(img: [f32; rows, cols]) -> out where rows ~ 4096, cols ~ 4096 {
        border img = clamp;
        border tall = clamp;
        tall(y, x) = stencil(img, 0.25, [[1], [2], [1]]);
        spare(y, x) = tall(y, x) * 2.0;
        out(y, x) = stencil(tall, 0.25, [[1], [2], [1]]);
    }
}

pipeline! {
    /// Half of the columns of a picture of interleaved pixels.
    #[schedule(no_fuse(tall))]
    fn half(img: [u8; rows, cols, 3]) -> out where rows ~ 3000, cols ~ 4000 {
        border img = clamp;
        tall(y, x, c) = ((img(y, x, c) as u16 + img(y + 1, x, c) as u16) / 2) as u8;
        out(y, x, c) in [0..rows, 0..cols/2, 0..3] =
            ((tall(y, 2*x, c) as u16 + tall(y, 2*x + 1, c) as u16) / 2) as u8;
    }
}

pipeline! {
    /// One plan for each element type.
    fn double<T: u8, f64>(img: [T; n]) -> out where n ~ 1000000 {
        out(x) = img(x) * 2;
    }
}

#[test]
fn a_plan_has_five_forms() {
    let plan: &'static Plan = blur::plan();
    assert!(plan.text().starts_with("Plan of blur for rows = 4,096, cols = 4,096\n"), "{plan}");
    assert!(plan.json().starts_with("{\n  \"pipeline\": \"blur\",\n"), "{}", plan.json());
    assert!(plan.dot().starts_with("digraph \"blur\" {\n"), "{}", plan.dot());
    assert!(plan.svg().starts_with("<svg xmlns="), "{}", plan.svg());
    assert!(plan.hints().starts_with("#[schedule(\n    group("), "{}", plan.hints());
    assert_eq!(plan.to_string(), plan.text());
    assert_eq!(plan, blur::plan());
}

#[test]
fn a_plan_says_what_was_decided() {
    let text = blur::plan().text();
    assert!(text.contains("\nunused      spare; not computed\n"), "{text}");
    let group = "\nGroup 1: tall, out\n  shape       ";
    assert!(text.contains(group), "{text}");
}

/// Its values are not loaded from one pixel after the other, so they lie in planes.
#[test]
fn a_plan_says_in_which_layout_a_stage_is_kept() {
    let plan = half::plan();
    let (text, json) = (plan.text(), plan.json());
    let line = |stage: &str| text.lines().find(|l| l.trim_start().starts_with(stage)).unwrap_or("");
    assert!(line("tall ").ends_with(", layout (y, c, x)"), "{text}");
    assert!(line("out ").ends_with(" MiB"), "{text}");
    assert!(json.contains("\"layout\": [\"y\", \"c\", \"x\"]"), "{json}");
}

#[test]
fn every_element_type_has_its_plan() {
    let (bytes, floats) = (double::plan::<u8>().text(), double::plan::<f64>().text());
    assert!(bytes.contains("img: u8, 1,000,000, 976.6 KiB"), "{bytes}");
    assert!(floats.contains("img: f64, 1,000,000, 7.6 MiB"), "{floats}");
    assert_ne!(bytes, floats);
}
