//! How often the loops of a recipe run, at the estimates of the sizes.

use crate::schedule::recipe::{Diagonal, Loop, LoopPart, Recipe};

/// What a recipe makes of a stage's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointRuns {
    /// Parallel loops that are started, one after the other.
    pub launches: f64,
    /// Tasks of each of them, on average.
    pub tasks: f64,
    /// Whether the innermost loop runs in lanes.
    pub lanes: bool,
    /// Points that are computed between one and another that needs it.
    pub in_flight: f64,
}

impl PointRuns {
    /// Those of a recipe of a stage with these extents.
    pub fn of(recipe: &Recipe, extents: &[i64]) -> PointRuns {
        let nesting = recipe.nesting(extents.len());
        let trips = |l: &Loop| trips(recipe, *l, extents[l.dim]);
        let parallel = |l: &&Loop| recipe.is_parallel(**l);
        let (launches, tasks) = match recipe.diagonal() {
            Some(Diagonal { rows, columns }) => {
                let [rows, columns] = [rows, columns].map(|d| trips(&Loop::blocks(d)));
                let diagonals = rows + columns - 1.0;
                (diagonals, rows * columns / diagonals)
            }
            None if nesting.iter().any(|l| recipe.is_parallel(*l)) => {
                let before = nesting.iter().take_while(|l| !recipe.is_parallel(**l));
                (before.map(trips).product(), nesting.iter().filter(parallel).map(trips).product())
            }
            None => (1.0, 1.0),
        };
        let skewed = recipe.unrolled().find(|jam| jam.skew > 0);
        let in_flight = match (recipe.lanes(), skewed) {
            (Some(lanes), _) => trips(&lanes),
            (None, Some(jam)) => jam.by as f64,
            (None, None) => 1.0,
        };
        PointRuns { launches, tasks, lanes: recipe.lanes().is_some(), in_flight }
    }
}

/// Iterations of a loop of a dimension with so many coordinates.
fn trips(recipe: &Recipe, of: Loop, extent: i64) -> f64 {
    let extent = extent.max(1);
    let by = recipe.split(of.dim).unwrap_or(extent).clamp(1, extent);
    let step = recipe.step(of.dim).unwrap_or(by).clamp(1, by);
    let trips = match of.part {
        LoopPart::Whole => extent,
        LoopPart::Blocks => (extent + by - 1) / by,
        LoopPart::Steps => (by + step - 1) / step,
        LoopPart::Inside => step,
    };
    trips as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::recipe::{GroupNest, Jam, Op};

    fn recipe(ops: Vec<Op>) -> Recipe {
        Recipe { part: GroupNest::Stage, ops }
    }

    #[test]
    fn tiles_on_a_diagonal_wait_for_each_other() {
        let ops = vec![
            Op::Split { dim: 0, by: 128 },
            Op::Split { dim: 1, by: 1024 },
            Op::Diagonal(Diagonal { rows: 0, columns: 1 }),
            Op::UnrollJam(Jam { dim: 0, by: 8, skew: 1 }),
        ];
        let runs = PointRuns::of(&recipe(ops), &[4096, 4096]);
        let expected =
            PointRuns { launches: 35.0, tasks: 128.0 / 35.0, lanes: false, in_flight: 8.0 };
        assert_eq!(runs, expected);
    }

    #[test]
    fn steps_in_time_are_launches() {
        let ops = vec![Op::Parallel(Loop::whole(1)), Op::Lanes(Loop::whole(2))];
        let runs = PointRuns::of(&recipe(ops), &[10, 300, 400]);
        assert_eq!(runs, PointRuns { launches: 10.0, tasks: 300.0, lanes: true, in_flight: 400.0 });
    }

    #[test]
    fn rows_in_lanes_are_in_flight() {
        let ops = vec![
            Op::Split { dim: 0, by: 16 },
            Op::Reorder(vec![Loop::blocks(0), Loop::whole(1), Loop::inside(0)]),
            Op::Parallel(Loop::blocks(0)),
            Op::Lanes(Loop::inside(0)),
        ];
        let runs = PointRuns::of(&recipe(ops), &[100, 50]);
        assert_eq!(runs, PointRuns { launches: 1.0, tasks: 7.0, lanes: true, in_flight: 16.0 });
    }
}
