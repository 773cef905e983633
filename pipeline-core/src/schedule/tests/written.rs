//! Groups that are written.

use super::*;
use crate::options::{At, GroupHint, Width};
use crate::report::hints::hints;

fn group(stages: &[&str]) -> GroupHint {
    let stages = stages.iter().map(|name| At::from(name.to_string())).collect();
    GroupHint { stages, ..GroupHint::default() }
}

fn written(groups: &[GroupHint]) -> Options {
    Options { groups: groups.to_vec(), ..Options::default() }
}

/// What is wrong with written groups, a message a line.
fn wrong(p: &Pipeline, groups: &[GroupHint]) -> String {
    let errors = plan(&Analyses::of(p), &written(groups)).expect_err("a group that cannot be");
    errors.into_iter().map(|e| e.message + "\n").collect()
}

#[test]
fn they_are_taken_before_the_others_are_grouped() {
    let p = chain();
    let of = |written_groups: &[GroupHint], strategy: Option<Strategy>| {
        let options = Options { strategy, ..written(written_groups) };
        groups(&p, &plan(&Analyses::of(&p), &options).expect("groups that can be"))
    };
    let greedy = Strategy::Greedy { overlap_threshold: 0.4 };
    for strategy in [None, Some(Strategy::INCREMENTAL), Some(greedy)] {
        assert_eq!(of(&[group(&["b", "c"])], strategy), ["a", "b c", "d"], "{strategy:?}");
        assert_eq!(of(&[group(&["b", "a"])], strategy), ["a b", "c d"], "{strategy:?}");
        assert_eq!(of(&[group(&["d"])], strategy), ["a b c", "d"], "{strategy:?}");
        let two = [group(&["c", "d"]), group(&["a"])];
        assert_eq!(of(&two, strategy), ["a", "b", "c d"], "{strategy:?}");
        assert_eq!(of(&[group(&["gone"]), group(&["a", "gone"])], strategy), ["a", "b c d"]);
    }
    assert_eq!(of(&[group(&["b", "c"])], Some(Strategy::None)), ["a", "b c", "d"]);
}

#[test]
fn they_run_in_the_order_in_which_they_are_written() {
    let all = "0..=rows - 1";
    let of = |name: &str| stage(name, all, "", &["img(y - 1, x)", "img(y + 1, x)"]);
    let p = pipeline(&[of("a"), of("b"), of("c")], &["a", "b", "c"]);
    let hints = ["c", "a", "b"].map(|name| group(&[name]));
    let plan = plan(&Analyses::of(&p), &written(&hints)).expect("groups that can be");
    assert_eq!(groups(&p, &plan), ["c", "a", "b"]);
}

#[test]
fn they_have_the_shape_that_is_written() {
    let p = chain();
    let shape = |hint: GroupHint, options: Options| {
        let options = Options { groups: vec![hint], ..options };
        let plan = plan(&Analyses::of(&p), &options).expect("a group that can be");
        plan.groups[0].shape().expect("tiles")
    };
    let all = || group(&["a", "b", "c", "d"]);
    let exact = GroupHint {
        strip: Some(7.into()),
        step: Some(3.into()),
        width: Some(Width::Columns(5).into()),
        ..all()
    };
    let default = Options::default;
    assert_eq!(shape(exact, default()), Shape { strip: 7, step: 3, widths: vec![(1, 5)] });
    // What is left out is that of all groups, or chosen.
    let mut with_strip = default();
    with_strip.shape.strip = Some(96);
    let narrow = GroupHint { width: Some(Width::Columns(64).into()), ..all() };
    let Shape { strip, widths, .. } = shape(narrow, with_strip);
    assert_eq!((strip, widths), (96, vec![(1, 64)]));
    let steps = GroupHint { step: Some(100_000.into()), ..all() };
    assert!(
        wrong(&p, &[steps]).starts_with("a step of 100000 rows is more than a strip of "),
        "a strip that is chosen"
    );
    // These caches would have blocks of columns.
    let small = Options { machine: Machine { l2: 64 << 10, ..Machine::default() }, ..default() };
    assert_ne!(shape(all(), small.clone()).widths, []);
    let whole = GroupHint { width: Some(Width::Whole.into()), ..all() };
    assert_eq!(shape(whole, small).widths, []);
}

#[test]
fn what_cannot_be_says_why() {
    let p = chain();
    assert_eq!(
        wrong(&p, &[group(&["a", "d"])]),
        "`b` needs `a` and is needed by `d`, so it is computed between them; write `b` into this \
         group, too, or leave `a` or `d` out\n"
    );
    let all = "0..=rows - 1";
    let a = stage("a", all, "", &["img(y, x)"]);
    let flipped = pipeline(&[a, stage("b", all, "", &["a(rows - y - 1, x)"])], &["b"]);
    let reason = rows(&flipped);
    assert_eq!(
        wrong(&flipped, &[group(&["a", "b"])]),
        format!(
            "these stages cannot be computed together: {reason}; leave some of them out of the \
             group\n"
        )
    );
}

#[test]
fn groups_that_wait_for_each_other_are_refused() {
    let all = "0..=rows - 1";
    let of = |name: &str, read: &str| stage(name, all, "", &[read]);
    let first = ["a", "b", "c"].map(|name| of(name, "img(y, x)"));
    let second = [of("x", "a(y, x)"), of("y", "b(y, x)"), of("z", "c(y, x)")];
    let p = pipeline(&[first.to_vec(), second.to_vec()].concat(), &["x", "y", "z"]);
    let ring = [group(&["a", "z"]), group(&["b", "x"]), group(&["c", "y"])];
    assert_eq!(
        wrong(&p, &ring),
        "this group and others would wait for each other: `z` needs `c`, and `x` needs `a`, and \
         `y` needs `b`; write them into one group, or leave one of these stages out\n"
    );
    assert!(plan(&Analyses::of(&p), &written(&ring[..2])).is_ok());
}

#[test]
fn plans_say_what_came_of_them() {
    let shaped = GroupHint {
        strip: Some(64.into()),
        step: Some(2.into()),
        width: Some(Width::Whole.into()),
        ..group(&["a", "b", "gone"])
    };
    let shape = "strip = 64, step = 2, width = \"whole\"";
    let options = written(&[shaped, group(&["c", "unused"])]);
    let p = chain();
    let unused = stage("unused", "0..=rows - 1", "", &["c(y, x)"]);
    let text = p.to_string().replace("output d", &format!("{unused}output d"));
    let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message));
    let report = crate::compile(p, &options).expect("a legal pipeline").report;
    assert_eq!(
        report.asked,
        [
            &format!(
                "group(a, b, gone; {shape}), without 1 of its stages: the compiler makes no \
                 `gone`, or no output needs it"
            ),
            "group(c, unused), which leaves `c` by itself: no output needs `unused`",
        ]
    );
    assert_eq!(report.groups[0].hints, [format!("group(a, b, gone; {shape})")]);
    assert_eq!(report.not_fused[0].reason, "the group of `b` is written");
    assert_eq!(
        hints(&report),
        format!("#[schedule(\n    group(a, b; {shape}),\n    group(c),\n    group(d),\n)]\n")
    );
}
