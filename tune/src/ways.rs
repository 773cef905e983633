//! Ways to plan a block.

use crate::candidates::PlanCandidate;
use pipeline_core::options::{At, CostModel, GroupHint, Options, ShapeHint, Width};
use pipeline_core::report::Inlined;
use pipeline_core::schedule::cost::polymage::Reading;
use pipeline_core::schedule::grouping::Strategy;

/// A way to plan a block.
#[derive(Clone, Debug)]
pub struct Way {
    /// Its name.
    pub name: String,
    /// What the compiler is told.
    pub options: Options,
}

impl Way {
    /// A way that differs from these options by what `change` does.
    pub fn new(
        name: impl Into<String>,
        options: &Options,
        change: impl FnOnce(&mut Options),
    ) -> Way {
        let mut options = options.clone();
        change(&mut options);
        Way { name: name.into(), options }
    }
}

/// PolyMage+'s cost, as its weights were fitted.
const FITTED: CostModel = CostModel::Polymage(Reading::Fitted);
/// PolyMage+'s cost to the letter.
const PRINTED: CostModel = CostModel::Polymage(Reading::Printed);
/// PolyMage's thresholds of overlap (ASPLOS 2015, Section 3.8).
pub const THRESHOLDS: [f64; 3] = [0.2, 0.4, 0.5];
/// PolyMage's tile sizes along each of two dimensions (likewise).
pub const TILES: [i64; 7] = [8, 16, 32, 64, 128, 256, 512];

/// The strategies of the papers and ours: the default comes first.
pub fn strategies(options: &Options) -> Vec<Way> {
    let way = |name: &str, strategy, cost| {
        Way::new(name, options, |o| (o.strategy, o.cost) = (strategy, cost))
    };
    let ours = CostModel::Roofline;
    let greedy = |overlap_threshold: f64| {
        let strategy = Some(Strategy::Greedy { overlap_threshold });
        way(&format!("greedy at {overlap_threshold}"), strategy, ours)
    };
    let mut all = vec![way("default", None, ours)];
    all.push(way("none", Some(Strategy::None), ours));
    all.extend(THRESHOLDS.map(greedy));
    all.push(way("pairs", Some(Strategy::Pairs), ours));
    all.push(way("min-cut", Some(Strategy::MinCut), ours));
    all.push(way("min-cut, Hipacc's cost", Some(Strategy::MinCut), CostModel::Hipacc));
    all.push(way("dp, PolyMage+'s cost", Some(Strategy::Dp), FITTED));
    all.push(way("dp, PolyMage+'s cost as printed", Some(Strategy::Dp), PRINTED));
    all.push(way("dp", Some(Strategy::Dp), ours));
    all.push(way("incremental", Some(Strategy::INCREMENTAL), ours));
    all
}

/// PolyMage's space (ASPLOS 2015, Section 3.8): greedy merging at three thresholds with tiles of
/// seven by seven sizes. Tiles are computed whole, as they are there.
pub fn polymage(options: &Options) -> Vec<Way> {
    let mut all = Vec::new();
    for overlap_threshold in THRESHOLDS {
        for rows in TILES {
            for columns in TILES {
                let name = format!("{rows} x {columns}, {overlap_threshold}");
                all.push(Way::new(name, options, |o| {
                    o.strategy = Some(Strategy::Greedy { overlap_threshold });
                    o.shape =
                        ShapeHint { strip: Some(rows), width: Some(columns), step: Some(rows) };
                }));
            }
        }
    }
    all
}

/// What differs from a plan in one thing of one group: strips and steps half and twice as high,
/// blocks half and twice as wide or rows that are whole, and [what was inlined](in_their_groups).
/// `written` are the options of the plan's hints.
pub fn neighbours(of: &PlanCandidate, written: &Options) -> Vec<Way> {
    let name = of.name();
    let mut all = in_their_groups(of, written);
    for (i, group) in written.groups.iter().enumerate() {
        for (what, changed) in changes(group) {
            let of = group.stages.last().map_or("", |stage| stage.value.as_str());
            let name = format!("{name}; {of}: {what}");
            all.push(Way::new(name, written, |o| o.groups[i] = changed));
        }
    }
    all
}

/// What differs from a plan in one stage that was inlined, and is computed in the group that reads
/// it. `written` are the options of the plan's hints.
pub fn in_their_groups(of: &PlanCandidate, written: &Options) -> Vec<Way> {
    let name = of.name();
    let way = |inlined: &Inlined| {
        let reads = |group: &GroupHint| inlined.into.iter().any(|stage| group.names(stage));
        let i = written.groups.iter().position(reads)?;
        let name = format!("{name}; {} in its group", inlined.stage);
        Some(Way::new(name, written, |o| {
            o.groups[i].stages.push(inlined.stage.clone().into());
            // The shape was chosen without it.
            let stages = std::mem::take(&mut o.groups[i].stages);
            o.groups[i] = GroupHint { stages, ..GroupHint::default() };
        }))
    };
    of.planned.report.inlined.iter().filter_map(way).collect()
}

fn changes(group: &GroupHint) -> Vec<(String, GroupHint)> {
    let mut all = Vec::new();
    let strip = group.strip.as_ref().map(|at| at.value);
    let step = group.step.as_ref().map(|at| at.value);
    for strip in strip.into_iter().flat_map(other) {
        let step = step.map(|step| At::from(step.min(strip)));
        let changed = GroupHint { strip: Some(strip.into()), step, ..group.clone() };
        all.push((format!("strip = {strip}"), changed));
    }
    for step in step.into_iter().flat_map(other) {
        if strip.is_none_or(|strip| step <= strip) {
            let changed = GroupHint { step: Some(step.into()), ..group.clone() };
            all.push((format!("step = {step}"), changed));
        }
    }
    let widths = match group.width.as_ref().map(|at| at.value) {
        Some(Width::Columns(n)) => {
            let cut = other(n).into_iter().map(Width::Columns);
            cut.chain([Width::Whole]).collect()
        }
        Some(Width::Whole) => [256, 512, 1024].map(Width::Columns).to_vec(),
        None => Vec::new(),
    };
    for width in widths {
        let shown = match width {
            Width::Whole => "\"whole\"".to_string(),
            Width::Columns(n) => n.to_string(),
        };
        let changed = GroupHint { width: Some(width.into()), ..group.clone() };
        all.push((format!("width = {shown}"), changed));
    }
    all
}

/// Half and twice as many.
fn other(n: i64) -> Vec<i64> {
    let half = (n > 1).then_some(n / 2);
    half.into_iter().chain([n.saturating_mul(2)]).collect()
}
