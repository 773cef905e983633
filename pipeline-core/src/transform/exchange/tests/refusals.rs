//! What stays as it is.

use super::*;

/// The names of the stages that are enlarged in a pipeline of these stages.
fn enlarged(stages: &[String]) -> Vec<String> {
    let before = parsed(&picture(" border repeat", stages));
    let after = exchanged(&before);
    agree(&before, &after.pipeline);
    if after.enlarged.is_empty() {
        assert_eq!(before, after.pipeline);
    }
    after.enlarged
}

fn a() -> String {
    stage("a", " border repeat", &["img(y - 1, x)", "img(y + 1, x)"])
}

#[test]
fn margins_that_are_no_constants() {
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(2*y, x)"])]), [""; 0]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(rows - y, x)"])]), ["a"]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(y + 65, x)"])]), [""; 0]);
    assert_eq!(enlarged(&[a(), stage("out", "", &["a(y + 64, x)"])]), ["a"]);
}
