//! Windows of which conditions on their variables leave a shape, as a disc, by runs of its rows.
//!
//! ```text
//! sum(dy in -9..=9, dx in -9..=9; if dy * dy + dx * dx <= 81 { img(y + dy, x + dx) } else { 0 })
//!
//!     dy = -9:   0 at 9 points, img(y - 9, x), 0 at 9 points
//!     dy = -8:   0 at 5 points, sum(dx in -4..=4; img(y - 8, x + dx)), 0 at 5 points
//! ```
//!
//! All variables but the last are constants in a row, and the conditions are looked at in each of
//! its points. What they leave of the expression at neighbouring points is a window of its own, of
//! one variable; so a disc has as many expressions as it has rows, where written out it has as many
//! as it has points. The runs of neighbours are what `transform::sums` looks for.

mod combined;
mod parts;
mod points;
mod row;

use super::expr::Elab;
use super::operand::Operand;
use super::print;
use super::scope::NameScope;
use super::values::ConstantValues;
use super::window::{MOST_WRITTEN_OUT, Window};
use crate::syntax::Expr;
use combined::RunsOf;
use parts::RowPart;
use pipeline_core::ir::VarId;
use points::{RowPoints, RowReader};
use row::RowValues;
use std::rc::Rc;

/// Windows of no more points are written out point by point.
pub(super) const FEW_POINTS: i64 = 1_000;
/// Conditions are looked at in no more points of a window.
pub(super) const LARGEST_SHAPE: i64 = 1 << 22;
/// A window has no more runs.
pub(super) const MOST_RUNS: usize = 10_000;
/// Where all points could be written out, runs have so many points on average.
const LONG: i64 = 8;

/// Why a window is not combined from its runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotByRuns {
    /// No condition is known at its points.
    Shapeless,
    /// It has more runs than are allowed.
    Ragged,
    /// Its values are combined in the order of its points.
    Ordered,
    /// It has more points than conditions are looked at in.
    Large,
    /// Written out it takes less time, and may be.
    Short,
}

impl NotByRuns {
    /// What a window is too large for, which cannot be written out either.
    pub(super) fn message(self) -> String {
        let written_out = |why: &str| {
            format!(
                "to be written out, which it must be, for {why}; {MOST_WRITTEN_OUT} points is the \
                 limit"
            )
        };
        let advice = "make several windows of it, of fewer rows, each in a stage of its own";
        match self {
            NotByRuns::Shapeless | NotByRuns::Short => written_out(
                "its variables decide something at compile time: a factor, a member, a range or a \
                 condition",
            ),
            NotByRuns::Ordered => written_out("`#[float(strict)]` keeps the order of its values"),
            NotByRuns::Ragged => format!(
                "for what its conditions leave of it, more than {MOST_RUNS} runs of neighbouring \
                 points; {advice}"
            ),
            NotByRuns::Large => format!(
                "for its conditions, which are looked at in {LARGEST_SHAPE} points at most; {advice}"
            ),
        }
    }
}

/// Neighbouring points of a row at which the same is left of an expression.
struct ShapeRun {
    /// The values of all variables but the last.
    row: Rc<Vec<i64>>,
    /// Those of the last.
    values: ConstantValues,
    rest: Rc<Expr>,
}

impl Elab<'_, '_> {
    /// Whether conditions on its variables leave a part of a window: so it is at its first point.
    pub(super) fn has_shape(
        &self,
        window: &Window,
        ranges: &[ConstantValues],
        scope: &NameScope,
    ) -> bool {
        let Some((along, others)) = ranges.split_last() else { return false };
        let row: Vec<i64> = others.iter().map(|range| range.first).collect();
        let one = ConstantValues { count: 1, ..*along };
        self.parts_of_row(window, &row, one, scope).1
    }

    /// The window by the runs of its rows.
    pub(super) fn by_runs(
        &mut self,
        window: &Window,
        ranges: &[ConstantValues],
        scope: &NameScope,
        may_write_out: bool,
    ) -> Result<Operand, NotByRuns> {
        let points: i64 = ranges.iter().map(|range| range.count).product();
        self.looked_at(points);
        let runs = self.runs(window, ranges, scope)?;
        if may_write_out && LONG * runs.len() as i64 > points {
            return Err(NotByRuns::Short);
        }
        let before = self.mark();
        let id = VarId(self.vars.len());
        let name = window.vars.last().map_or(String::new(), |var| self.unused(&print::name(var)));
        self.vars.push(name);
        let operand = self.of_runs(&RunsOf { window, scope, id, may_write_out }, &runs);
        if operand.is_err() {
            self.back_to(before);
        }
        operand
    }

    /// What is left of the window's expression at points of a row, and whether anything has gone.
    fn parts_of_row(
        &self,
        window: &Window,
        row: &[i64],
        along: ConstantValues,
        scope: &NameScope,
    ) -> (Vec<RowPart>, bool) {
        let values = (0..along.count).map(|i| along.get(i)).collect();
        let rows =
            row.iter().map(|v| RowValues::indices(vec![*v])).chain([RowValues::indices(values)]);
        let names = window.vars.iter().map(|var| print::name(var)).zip(rows.map(Some)).collect();
        let reader = RowReader::new(&*self.program);
        let points = RowPoints::new(along.count, names, scope.clone());
        let parts = reader.parts(window.body, points, 0);
        (parts, reader.has_decided())
    }

    fn runs(
        &self,
        window: &Window,
        ranges: &[ConstantValues],
        scope: &NameScope,
    ) -> Result<Vec<ShapeRun>, NotByRuns> {
        if !self.has_shape(window, ranges, scope) {
            return Err(NotByRuns::Shapeless);
        }
        let (along, others) = ranges.split_last().ok_or(NotByRuns::Shapeless)?;
        let rows: i64 = others.iter().map(|range| range.count).product();
        let mut runs = Vec::new();
        for number in 0..rows {
            let row = Rc::new(ConstantValues::point(others, number));
            let first = runs.len();
            for RowPart { rest, points } in self.parts_of_row(window, &row, *along, scope).0 {
                let rest = Rc::new(rest);
                for at in points.at.chunk_by(|a, b| a + 1 == *b) {
                    let (first, count) = (along.get(at[0]), at.len() as i64);
                    let values = ConstantValues { first, count, step: along.step };
                    runs.push(ShapeRun { row: row.clone(), values, rest: rest.clone() });
                }
                if runs.len() > MOST_RUNS {
                    return Err(NotByRuns::Ragged);
                }
            }
            runs[first..].sort_by_key(|run| run.values.first);
        }
        Ok(runs)
    }
}
