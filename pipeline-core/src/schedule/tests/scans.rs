//! Scans with stages around them: where they line up, and how they are kept.

use super::*;
use crate::options::{At, GroupHint, Width};
use crate::schedule::shape::Hold;

/// A scan of a source, from one end of a dimension or the other, with a border where it begins.
fn scan(name: &str, at: &str, before: &str, source: &str) -> String {
    format!(
        "stage {name}({at}): f32 in [0..=rows - 1, 0..=cols - 1] border constant 0.0f32 {{\n  \
         case {{\n    %0: f32 = read {source}({at})\n    %1: f32 = read {name}({before})\n    \
         %2: f32 = add %0, %1\n    yield %2\n  }}\n}}\n"
    )
}

fn blur(rows: i64, cols: i64) -> Pipeline {
    let stages = [
        scan("right", "y, x", "y, x - 1", "img"),
        scan("left", "y, x", "y, x + 1", "right"),
        scan("down", "y, x", "y - 1, x", "left"),
        scan("up", "y, x", "y + 1, x", "down"),
    ];
    let text = format!(
        "pipeline p\nsize rows ~ {rows}\nsize cols ~ {cols}\n\
         input img: f32 [0..=rows - 1, 0..=cols - 1]\n{}output up\n",
        stages.concat()
    );
    parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

#[test]
fn four_scans_pass_through_memory_twice() {
    let p = blur(3000, 4000);
    let plan = plan(&Analyses::of(&p), &Options::default()).expect("no groups are written");
    assert_eq!(groups(&p, &plan), ["right left", "down up"]);
    let alignment = |group: usize| plan.groups[group].alignment().expect("tiles");
    assert_eq!((alignment(0).sliding, alignment(0).in_lanes), (0, false));
    assert_eq!((alignment(1).sliding, alignment(1).in_lanes), (1, true));
    let strip = |group: usize| plan.groups[group].shape().expect("tiles").strip;
    assert_eq!(plan.storage[0].hold, [Hold::Part(strip(0)), Hold::Whole]);
    assert_eq!(plan.storage[2].hold, [Hold::Whole, Hold::Part(strip(1))]);
    assert_eq!(plan.storage[0].layout, [1, 0], "its lanes go across rows");
    assert_eq!(plan.storage[2].layout, [0, 1], "its lanes go along rows");
}

#[test]
fn scans_apart_say_why() {
    let p = blur(3000, 4000);
    let (facts, order) = (Facts::for_pipeline(&p), order(&p).expect("an acyclic graph"));
    let mut aligner = Aligner::new(&p, &facts, &order);
    let why = aligner.misfit(order.stages[1], order.stages[2]).expect("they do not line up");
    let along = "reads itself along the dimension in which the group is cut into strips";
    assert_eq!(why, format!("`down` {along}"));
    assert_eq!(aligner.misfit(order.stages[0], order.stages[1]), None);
    assert_eq!(aligner.misfit(order.stages[2], order.stages[3]), None);
}

#[test]
fn strips_of_columns_that_no_cache_holds_are_no_group() {
    let p = blur(1 << 16, 1 << 16);
    let plan = plan(&Analyses::of(&p), &Options::default()).expect("no groups are written");
    assert_eq!(groups(&p, &plan), ["right", "left", "down", "up"]);
}

/// The shape of scans from row to row that are written so.
fn written(hint: GroupHint) -> Result<Shape, String> {
    let p = blur(3000, 4000);
    let stages = ["down", "up"].map(|name| At::from(name.to_string())).into();
    let options = Options { groups: vec![GroupHint { stages, ..hint }], ..Options::default() };
    let plan = plan(&Analyses::of(&p), &options);
    let plan =
        plan.map_err(|refused| refused.into_iter().map(|d| d.message).collect::<String>())?;
    let group = plan.groups.iter().find(|g| g.stages.len() == 2 && g.stages[0].0 == 2);
    Ok(group.and_then(Group::shape).expect("the group that is written"))
}

#[test]
fn strips_of_columns_are_as_written() {
    let columns =
        |n: i64| GroupHint { width: Some(Width::Columns(n).into()), ..GroupHint::default() };
    let strip = |strip: i64| Shape { strip, step: strip, widths: Vec::new() };
    assert_eq!(written(columns(96)), Ok(strip(96)));
    let along = |var: &str| Some(At::from(var.to_string()));
    assert_eq!(written(GroupHint { along: along("x"), ..columns(48) }), Ok(strip(48)));
    assert_eq!(
        written(GroupHint { along: along("y"), ..columns(48) }),
        Err("strips of this group cannot be cut along `y`; write `along(x)`".into())
    );
    assert_eq!(
        written(GroupHint { strip: Some(16.into()), ..GroupHint::default() }),
        Err("strips of this group are columns, each with all rows; write `width = 16` instead of \
             `strip`"
            .into())
    );
}
