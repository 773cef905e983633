//! Boundary regions: where their rows run in lanes.
//!
//! The first and the last rows of a stencil load outside of what they load from, all of a row the
//! same: for the row as a whole a border is resolved once, and its points run in lanes like others.
//! Point by point they take some thirty times as long; but their loops are code of their own, for
//! every stage of a nest.

use super::group::{Group, Order};
use super::recipe::{GroupNest, Op};
use super::speed::LEAST_BOUNDARY;
use crate::analysis::Analyses;
use crate::analysis::interior::{InnerBox, Interior, interior};
use crate::analysis::lane::lane_dimension;
use crate::analysis::magnitude::{LargestSizes, reach_of_interval};
use crate::analysis::regions::piece;
use crate::analysis::solve::Solved;
use crate::ir::{Case, Interval, StageId, VarId};

/// Says so in the recipes of nests whose boundary regions have enough rows, at the estimates of
/// the sizes.
pub fn rows_in_lanes(analyses: &Analyses<'_>, groups: &mut [Group]) {
    for group in groups {
        let stages = group.stages.clone();
        let stages_of = |part: GroupNest| match (part, &group.order) {
            (GroupNest::Case(_), Order::Any) | (GroupNest::Tiles, Order::Aligned(_)) => &stages[..],
            (GroupNest::Case(_) | GroupNest::Tiles, _) => &[],
            (GroupNest::Stage | GroupNest::InTiles(_) | GroupNest::Update { .. }, _) => &[],
        };
        for recipe in &mut group.recipes {
            let stages = stages_of(recipe.part);
            let points = stages.iter().map(|stage| points(analyses, *stage));
            let all = points.fold(PointCounts::default(), PointCounts::plus);
            if recipe.lanes().is_some() && all.pays() {
                recipe.ops.push(Op::BoundaryRows);
            }
        }
    }
}

/// Points of stages.
#[derive(Clone, Copy, Debug, Default)]
struct PointCounts {
    all: i64,
    /// Of them, those in rows of a boundary region.
    boundary: i64,
}

impl PointCounts {
    fn plus(self, other: PointCounts) -> PointCounts {
        PointCounts {
            all: self.all.saturating_add(other.all),
            boundary: self.boundary.saturating_add(other.boundary),
        }
    }

    fn pays(self) -> bool {
        self.boundary as f64 > self.all as f64 * LEAST_BOUNDARY
    }
}

fn points(analyses: &Analyses<'_>, id: StageId) -> PointCounts {
    let Analyses { pipeline: p, facts, .. } = analyses;
    let (stage, sizes) = (&p.stages[id.0], p.estimates());
    let loops: Vec<VarId> = (0..stage.rank()).map(VarId).collect();
    let lane = lane_dimension(&stage.domain);
    let largest = LargestSizes::of(p);
    // Of bounds with numbers beyond all extents, nothing is counted.
    let extent = |i: &Interval| {
        reach_of_interval(i, &largest).map_or(0, |_| {
            let (lo, hi) = i.eval(&sizes, &[]);
            (hi - lo + 1).max(0)
        })
    };
    let of_case = |case: &Case| {
        let dims = piece(&stage.domain, &case.region).dims;
        let all = dims.iter().map(extent).fold(1, i64::saturating_mul);
        let inside = match interior(p, facts, &case.value, &loops, lane, &|_| None) {
            Interior::Box(inner) if inner.whole => inner,
            // Rows that are resolved anyway have no boundary region.
            Interior::Box(_) | Interior::Everything | Interior::Nothing => {
                return PointCounts { all, boundary: 0 };
            }
        };
        let rows =
            |d: usize| if d == lane { dims[d].clone() } else { within(&dims[d], &inside, d) };
        let inner = (0..dims.len()).map(|d| extent(&rows(d))).fold(1, i64::saturating_mul);
        PointCounts { all, boundary: (all - inner).max(0) }
    };
    stage.cases.iter().map(of_case).fold(PointCounts::default(), PointCounts::plus)
}

/// The part of a dimension's interval that is inside.
fn within(interval: &Interval, inside: &InnerBox, dim: usize) -> Interval {
    let mut inner = interval.clone();
    for bound in &inside.bounds[dim] {
        match bound {
            Solved::Lower(lo) => inner.lo.push(lo.clone()),
            Solved::Upper(hi) => inner.hi.push(hi.clone()),
            Solved::Free | Solved::Mixed => {}
        }
    }
    inner
}

#[cfg(test)]
mod tests {
    use crate::compile;
    use crate::ir::text::parse;
    use crate::options::Options;

    /// Whether boundary rows of a stage that reads this run in lanes, at an estimate of its rows.
    fn in_lanes(read: &str, rows: i64) -> bool {
        let text = format!(
            "pipeline p size h ~ {rows} size w ~ 64 input i: u8 [0..=h - 1, 0..=w - 1] border clamp\n\
             stage s(y, x): u8 in [0..=h - 1, 0..=w - 1] {{ case {{\n\
             %0: u8 = read i({read})\nyield %0 }} }} output s"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let compiled = compile(p, &Options::default()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let loops = compiled.loops.to_string();
        loops.contains("rows_resolved") || loops.contains("rows_and_ends_resolved")
    }

    #[test]
    fn rows_run_in_lanes_where_they_count() {
        assert!(in_lanes("y - 1, x", 2000));
        assert!(!in_lanes("y - 1, x", 3000));
        assert!(in_lanes("y - 2, x + 1", 4000));
        assert!(!in_lanes("y, x + 1", 64), "the ends of rows are no rows");
    }
}
