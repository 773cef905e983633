//! A result that copies a stage is that stage.
//!
//! ```text
//! sum(y, x) = …                          sharpened and others read it
//! blurred(y, x) = sum(y, x)              a result
//!
//! blurred(y, x) = …                      sharpened and others read it
//! ```
//!
//! Otherwise the values go through memory once more: where a group has another result, of other
//! dimensions, the copy runs by itself.

use super::prune::prune;
use crate::analysis::running::running;
use crate::ir::{Affine, Case, Index, Node, Pipeline, Source, Stage, StageId, VarId};
use crate::options::Options;
use crate::schedule::grouping::Strategy;

/// A pipeline with stages that are results.
#[derive(Clone, Debug, PartialEq)]
pub struct Renamed {
    /// The pipeline, in which they are called as results are.
    pub pipeline: Pipeline,
    /// What they were called before, in the order of the results.
    pub renamings: Vec<ResultRenaming>,
}

/// A stage that is a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRenaming {
    /// What it was called.
    pub before: String,
    /// What the result is called.
    pub result: String,
}

/// Makes results of the stages that results copy, but for stages that hints name and for running
/// sums. Where every stage is computed by itself, all stay.
pub fn copied_stages_are_results(mut p: Pipeline, options: &Options) -> Renamed {
    let mut renamings = Vec::new();
    if options.strategy == Some(Strategy::None) {
        return Renamed { pipeline: p, renamings };
    }
    for at in 0..p.outputs.len() {
        let copy = p.outputs[at];
        let Some(stage) = copied(&p, copy, options) else { continue };
        let result = p.stages[copy.0].name.clone();
        let before = std::mem::replace(&mut p.stages[stage.0].name, result.clone());
        p.stages[copy.0].name.clone_from(&before);
        p.outputs[at] = stage;
        renamings.push(ResultRenaming { before, result });
    }
    let pipeline = if renamings.is_empty() { p } else { prune(p) };
    Renamed { pipeline, renamings }
}

/// The stage that a result copies point by point, if it may be the result.
fn copied(p: &Pipeline, copy: StageId, options: &Options) -> Option<StageId> {
    let result = &p.stages[copy.0];
    let ([Case { region, value, .. }], []) = (&result.cases[..], &result.updates[..]) else {
        return None;
    };
    let [only] = &value.exprs[..] else { return None };
    let Node::Read { source: Source::Stage(id), index } = &only.node else { return None };
    let stage = &p.stages[id.0];
    let own = |(d, index): (usize, &Index)| match index {
        Index::Affine(a) => *a == Affine::from(VarId(d)),
        Index::Value(_) => false,
    };
    let here = index.len() == result.rank() && index.iter().enumerate().all(own);
    let names = |stage: &Stage| stage.vars[..stage.rank()].to_vec();
    let alike = stage.domain == result.domain
        && stage.ty == result.ty
        && names(stage) == names(result)
        && region.tests.is_empty();
    let free = !p.outputs.contains(id) && !stage.is_ordered(*id) && !is_read(p, copy);
    // What tiles compute row from row they keep, and what they store they do not read.
    let is_kept = running(stage, *id).is_some();
    (here && alike && free && !is_kept && !options.names(&stage.name)).then_some(*id)
}

fn is_read(p: &Pipeline, id: StageId) -> bool {
    let mut found = false;
    for block in p.stages.iter().flat_map(Stage::blocks) {
        block.for_each_read(&mut |_, _, source, _| found |= source == Source::Stage(id));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;
    use crate::options::{GroupHint, LayoutHint};

    /// `sum`, which `other` reads beside the result of this case, or of another domain.
    fn text(result: &str) -> String {
        let stage = |name: &str, domain: &str, value: &str| {
            format!("stage {name}(y, x): f32 in [0..=n, {domain}] {{ case {{ {value} }} }}\n")
        };
        format!(
            "pipeline p size n ~ 99 input img: f32 [0..=n, 0..=n]\n{}{}{result}\
             output other output copy\n",
            stage("sum", "0..=n", "%0: f32 = read img(y, x) %1: f32 = add %0, %0 yield %1"),
            stage("other", "0..=n", "%0: f32 = read sum(y, x) %1: f32 = mul %0, %0 yield %1"),
        )
    }

    const COPY: &str = "stage copy(y, x): f32 in [0..=n, 0..=n] { case { %0: f32 = read sum(y, x)
        yield %0 } }\n";

    fn parsed(text: &str) -> Pipeline {
        parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
    }

    #[test]
    fn a_stage_that_is_copied_is_the_result() {
        let p = parsed(&text(COPY));
        let Renamed { pipeline, renamings } = copied_stages_are_results(p, &Options::default());
        assert_eq!(renamings, [ResultRenaming { before: "sum".into(), result: "copy".into() }]);
        let names: Vec<&str> = pipeline.stages.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["copy", "other"]);
        assert_eq!(pipeline.outputs, [StageId(1), StageId(0)]);
        assert!(pipeline.to_string().contains("read copy(y, x)"), "{pipeline}");
    }

    #[test]
    fn other_results_stay() {
        let moved = COPY.replace("sum(y, x)", "sum(x, y)");
        let part = COPY.replace("0..=n, 0..=n", "0..=n, 1..=n");
        let called = COPY.replace("(y, x)", "(row, x)");
        let cast = COPY
            .replace("copy(y, x): f32", "copy(y, x): f64")
            .replace("yield %0", "%1: f64 = cast %0 yield %1");
        let half = COPY.replace("case {", "case y - 3 >= 0 {");
        let twice = format!("{COPY}{}output again\n", COPY.replace("copy", "again"));
        for result in [moved, part, called, cast, half] {
            let Ok(p) = parse(&text(&result)) else { panic!("{result}") };
            let after = copied_stages_are_results(p.clone(), &Options::default());
            assert_eq!(after, Renamed { pipeline: p, renamings: Vec::new() }, "{result}");
        }
        // One of two copies.
        let p = parsed(&text(&twice));
        assert_eq!(copied_stages_are_results(p, &Options::default()).renamings.len(), 1);
    }

    #[test]
    fn what_hints_name_stays() {
        let p = parsed(&text(COPY));
        let group = GroupHint { stages: vec!["sum".to_string().into()], ..GroupHint::default() };
        let layout = LayoutHint { stage: "sum".into(), layout: vec![1, 0] };
        let all = [
            Options { groups: vec![group], ..Options::default() },
            Options { layouts: vec![layout], ..Options::default() },
            Options { no_fuse: vec!["sum".into()], ..Options::default() },
            Options { strategy: Some(Strategy::None), ..Options::default() },
        ];
        for options in all {
            assert!(copied_stages_are_results(p.clone(), &options).renamings.is_empty());
        }
        // So that a plan that was written down is made again.
        let of_result = Options { no_fuse: vec!["copy".into()], ..Options::default() };
        assert_eq!(copied_stages_are_results(p, &of_result).renamings.len(), 1);
    }
}
