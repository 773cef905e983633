//! The plans in the guide are those of the applications. `BLESS=1` rewrites them.

use std::path::PathBuf;

use pipeline_examples::cli::PlanForm;
use pipeline_examples::harris;

fn docs(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file)
}

/// The text between two marks, which occur once.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(start).expect("the mark before the plan");
    rest.split_once(end).expect("the mark behind the plan").0
}

#[test]
fn the_guide_shows_the_plan_of_harris() {
    let path = docs("plan.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let shown = between(&page, "```text\nPlan of harris", "```");
    let shown = format!("Plan of harris{shown}");
    let plan = harris::plan().text();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page.replace(&shown, &plan)).expect("writing the page");
    } else {
        assert_eq!(shown, plan);
    }
}

#[test]
fn the_guide_has_the_picture_of_harris() {
    let path = docs("images/harris-plan.svg");
    let picture = PlanForm::Svg.of(harris::plan());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &picture).expect("writing the picture");
    }
    let shown = std::fs::read_to_string(&path).expect("the picture; make it with BLESS=1");
    assert!(shown == picture, "the picture is out of date; BLESS=1 draws it again");
}
