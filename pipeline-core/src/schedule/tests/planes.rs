//! Planes that read the same rows of what is outside their group, as colours weighed by alpha.

use super::*;
use crate::options::{At, GroupHint};
use crate::schedule::align::Alignment;

/// Four planes of so many rows and columns, weighed at `(weight, y, x)` of the input and blurred.
fn weighed(weight: &str, rows: i64, cols: i64) -> Pipeline {
    let domain = |margin: i64| format!("[0..=3, {margin}..=rows - {}, 0..=cols - 1]", margin + 1);
    let text = format!(
        "pipeline p\nsize rows ~ {rows}\nsize cols ~ {cols}\ninput img: f32 {}\n\
         stage a(c, y, x): f32 in {} {{\n  case {{\n    %0: f32 = read img(c, y, x)\n    \
         %1: f32 = read img({weight}, y, x)\n    %2: f32 = mul %0, %1\n    yield %2\n  }}\n}}\n\
         stage b(c, y, x): f32 in {} {{\n  case {{\n    %0: f32 = read a(c, y - 1, x)\n    \
         %1: f32 = read a(c, y + 1, x)\n    %2: f32 = add %0, %1\n    yield %2\n  }}\n}}\n\
         output b\n",
        domain(0),
        domain(0),
        domain(1)
    );
    parse(&text).unwrap_or_else(|e| panic!("line {}: {}\n{text}", e.line, e.message))
}

/// The planes of each way in which all stages line up along the rows.
fn ways(p: &Pipeline) -> Vec<Vec<usize>> {
    let order = order(p).expect("an acyclic graph");
    let facts = Facts::for_pipeline(p);
    let found = Aligner::new(p, &facts, &order).align(&order.stages).expect("they line up");
    let along_rows = found.into_iter().filter(|a: &Alignment| a.sliding == 1);
    along_rows.map(|a| a.planes).collect()
}

/// The planes that are on their own in the plan, and the bytes that it reads.
fn planned(p: &Pipeline) -> (Vec<usize>, f64) {
    let plan = plan(&Analyses::of(p), &Options::default()).expect("no groups are written");
    let [group] = &plan.groups[..] else { panic!("{:?}", groups(p, &plan)) };
    let tiled = group.tiled().expect("a group in tiles");
    (tiled.alignment.planes.clone(), plan.verdicts[0].estimate.bytes_read)
}

#[test]
fn planes_that_read_the_same_rows_may_be_together() {
    assert_eq!(ways(&weighed("3", 64, 64)), [vec![0], vec![]]);
    assert_eq!(ways(&weighed("c", 64, 64)), [vec![0]]);
}

#[test]
fn planes_are_together_where_no_cache_holds_what_they_share() {
    let bytes = |rows: i64, cols: i64| (4 * 4 * rows * cols) as f64;
    assert_eq!(planned(&weighed("3", 2560, 1536)), (vec![], bytes(2560, 1536)));
    assert_eq!(planned(&weighed("c", 2560, 1536)), (vec![0], bytes(2560, 1536)));
}

/// The planes that are together in a group that is written so.
fn written(p: &Pipeline, hint: GroupHint) -> Result<Vec<usize>, String> {
    let stages = ["a", "b"].map(|name| At::from(name.to_string()));
    let options =
        Options { groups: vec![GroupHint { stages: stages.into(), ..hint }], ..Options::default() };
    let plan = plan(&Analyses::of(p), &options);
    let plan =
        plan.map_err(|refused| refused.into_iter().map(|d| d.message).collect::<String>())?;
    Ok(plan.groups[0].alignment().expect("a group in tiles").together.clone())
}

#[test]
fn planes_are_as_written() {
    let p = weighed("3", 2560, 1536);
    let together = |var: &str| vec![At::from(var.to_string())];
    assert_eq!(written(&p, GroupHint::default()), Ok(vec![0]), "chosen");
    let shape = || GroupHint { strip: Some(16.into()), ..GroupHint::default() };
    assert_eq!(written(&p, shape()), Ok(vec![]));
    assert_eq!(written(&p, GroupHint { together: together("c"), ..shape() }), Ok(vec![0]));
    assert_eq!(
        written(&p, GroupHint { together: together("x"), ..shape() }),
        Err("planes along `x` are on their own here, or cannot be: they read no rows of what is \
             outside the group more than once; leave `together(x)` out"
            .into())
    );
}
