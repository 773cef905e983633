//! The order in which the values of a window are combined.
//!
//! The language leaves the order of `sum(…)` and its kin open, and integers are exact in every
//! order. So a window over several dimensions need not be one long chain:
//! - where its values are those of one expression shifted over a box, as in
//!   `sum(dy in -1..=1, dx in -1..=1; f(y + dy, x + dx))`, a stage of its own combines the columns,
//!   and the window combines what that stage has at neighbouring points: `n + m` values instead of
//!   `n · m` (separable window sums; see `shifts`); so do values with weights that are those of
//!   their rows times those of their columns (see `factors`);
//! - where only the rows can be told apart, each row is combined before the rows are, so that
//!   neighbouring rows of the result share them;
//! - a window that is long enough to be a loop, of one expression shifted over a box, is combined
//!   along one dimension after the other from stages of stretches (`doubling`);
//! - a window with rows of different lengths, as a disc, is combined from stretches of its rows
//!   (`runs`);
//! - anything else is combined as written.
//!
//! Where a sum of floats adds products, they are fused with the additions: `chain` says which.
//!
//! The choice is made here, on the stage graph that the reference evaluator runs, so all that comes
//! later computes the same bits.

mod chain;
mod contract;
mod doubling;
mod factors;
mod runs;
mod shifts;
mod stretches;

use super::exchange::shifts::{Period, continues};
use super::inline::{InlinePolicy, inline};
use super::names;
use crate::analysis::together::RowPrices;
use crate::ir::{
    Affine, Block, Border, BorderMode, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Node,
    Pipeline, ReduceOp, Region, Source, Stage, StageId, Value, VarId,
};
use crate::options::FloatOrder;
use factors::{Factors, WeightedTerm, factors, weigh, weighted};
use shifts::{ShiftGrid, grid};
use std::ops::Range;

/// A window is separated if it has at least so many rows, and so many columns: below, storing the
/// columns costs what it saves.
const LEAST: usize = 3;

/// A pipeline whose sums have an order.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// The pipeline, without any [`Node::Combine`]. Stages for the columns of windows are behind
    /// all others, named `f_columns` after the stage `f` they are for.
    pub pipeline: Pipeline,
    /// Which of its stages the user wrote.
    pub written: WrittenStages,
}

/// Which stages the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenStages {
    /// So many, the first ones.
    stages: usize,
    /// Those that hold the columns of windows.
    columns: Range<usize>,
}

impl Default for WrittenStages {
    /// All of them.
    fn default() -> WrittenStages {
        WrittenStages { stages: usize::MAX, columns: 0..0 }
    }
}

/// Chooses the order of every [`Node::Combine`].
///
/// With [`FloatOrder::Strict`] floats are combined as written. With [`FloatOrder::Fast`] products
/// are fused with additions where these were written as operators, too.
pub fn order_sums(mut p: Pipeline, float: FloatOrder) -> Ordered {
    let written = WrittenStages { stages: p.stages.len(), columns: 0..0 };
    let free = |ty: ElemType| !ty.is_float() || float != FloatOrder::Strict;
    for s in 0..p.stages.len() {
        // A stage of its columns could not be computed before a stage that reads itself.
        if p.stages[s].reads_itself(StageId(s)) {
            continue;
        }
        while let Some(window) = separable(&p.stages[s], &free) {
            separate(&mut p, s, &window);
        }
    }
    let columns = written.stages..p.stages.len();
    for s in 0..written.stages {
        if !p.stages[s].reads_itself(StageId(s)) {
            // Runs that are windows would be doubled one by one.
            runs::cut_windows(&mut p, s, &free);
            doubling::double_windows(&mut p, s, &free, true);
        }
    }
    let written = WrittenStages { columns, ..written };
    for stage in &mut p.stages {
        let rank = stage.rank();
        for block in stage.blocks_mut() {
            *block = chain::chained(block, rank, &free);
            if float == FloatOrder::Fast {
                *block = contract::contracted(block);
            }
        }
    }
    Ordered { pipeline: p, written }
}

/// Doubles the long windows of integers that were to be running sums, but for those that a plan
/// has as such; `None` if there are no others.
pub fn double_sums(p: &Pipeline, are_running: &dyn Fn(StageId) -> bool) -> Option<Pipeline> {
    let integers = |ty: ElemType| !ty.is_float();
    let own = p.stages.len();
    let mut doubled = p.clone();
    for s in (0..own).filter(|s| !are_running(StageId(*s))) {
        if !doubled.stages[s].reads_itself(StageId(s)) {
            doubling::double_windows(&mut doubled, s, &integers, false);
        }
    }
    if doubled.stages.len() == own {
        return None;
    }
    for stage in &mut doubled.stages {
        let rank = stage.rank();
        stage.blocks_mut().for_each(|block| *block = chain::chained(block, rank, &integers));
    }
    let policy = |s: StageId| match s.0 < own {
        true => InlinePolicy::Never,
        false => InlinePolicy::IfCheap,
    };
    Some(inline(doubled, &RowPrices::default(), &policy).pipeline)
}

impl WrittenStages {
    /// What is to become of the stages where every stage runs by itself as it was written: columns
    /// go back to their windows, which combine them in the same order. Stretches of long windows
    /// stay, for each is read twice.
    pub fn as_written(&self, stage: StageId) -> InlinePolicy {
        match self.columns.contains(&stage.0) {
            true => InlinePolicy::Always,
            false => InlinePolicy::Never,
        }
    }
}

/// A window whose columns are combined first.
struct Separable {
    /// Where it stands in its block.
    at: usize,
    op: ReduceOp,
    /// Its terms without their weights.
    grid: ShiftGrid,
    factors: Factors,
}

/// A window of a stage that is worth a stage of its own.
fn separable(stage: &Stage, free: &dyn Fn(ElemType) -> bool) -> Option<Separable> {
    let value = only_definition(stage)?;
    value.exprs.iter().enumerate().find_map(|(at, expr)| {
        let Node::Combine { op, terms } = &expr.node else { return None };
        if terms.len() < LEAST * LEAST || !free(expr.ty) {
            return None;
        }
        let terms: Vec<WeightedTerm> = terms.iter().map(|t| weighted(value, *op, *t)).collect();
        let bases: Vec<ExprId> = terms.iter().map(|t| t.base).collect();
        let weights: Vec<Value> = terms.iter().map(|t| t.weight).collect();
        let grid = grid(value, &bases, stage.rank())?;
        let worth = grid.rows.len() >= LEAST && grid.columns.len() >= LEAST;
        let fits = worth && grid.is_full() && grid.is_dense();
        let factors = fits.then(|| factors(&grid, &weights))??;
        Some(Separable { at, op: *op, grid, factors })
    })
}

/// The definition of a stage that has one for all its points.
fn only_definition(stage: &Stage) -> Option<&Block> {
    let [Case { region, value, .. }] = &stage.cases[..] else { return None };
    region.tests.is_empty().then_some(value)
}

/// Makes a stage of the columns of a window, and reads it instead.
fn separate(p: &mut Pipeline, stage: usize, window: &Separable) {
    let Separable { at, op, grid, factors } = window;
    let of = &p.stages[stage];
    let Case { value, loc, .. } = &of.cases[0];
    let expr = value.exprs[*at].clone();
    // The columns are counted from the middle one.
    let middle = grid.columns[grid.columns.len() / 2];
    let mut exprs = value.exprs[..*at].to_vec();
    let column = grid.column(middle).into_iter().zip(&factors.rows);
    let terms = column.map(|(base, w)| weigh(&mut exprs, &expr, *w, base)).collect();
    exprs.push(Expr { node: Node::Combine { op: *op, terms }, ..expr.clone() });
    let result = ExprId(exprs.len() - 1);
    let columns = crate::ir::nodes::without_unused(Block { exprs, result });

    let mut new = Stage {
        name: names::columns(p, &of.name),
        ty: expr.ty,
        vars: of.vars[..of.rank()].to_vec(),
        domain: of.domain.clone(),
        border: None,
        cases: vec![Case { region: Region::default(), value: columns, loc: *loc }],
        updates: Vec::new(),
        loc: of.loc,
    };
    match is_periodic(p, &new, grid.last) {
        true => new.border = Some(Border { mode: BorderMode::Repeat, loc: *loc }),
        false => {
            let ends = (grid.columns[0] - middle, grid.columns[grid.columns.len() - 1] - middle);
            widen(p, &mut new, grid.last, ends);
        }
    }
    let value = reading(value, window, of.rank(), StageId(p.stages.len()), middle);
    p.stages[stage].cases[0].value = value;
    p.stages.push(new);
}

/// The block with the window over the new stage.
fn reading(
    block: &Block,
    window: &Separable,
    rank: usize,
    of_columns: StageId,
    middle: i64,
) -> Block {
    let Separable { at, op, grid, factors } = window;
    let expr = &block.exprs[*at];
    replaced(block, *at, |exprs| {
        let terms = grid.columns.iter().zip(&factors.columns).map(|(column, weight)| {
            let index = |d: usize| {
                let by = if VarId(d) == grid.last { column - middle } else { 0 };
                Index::Affine(Affine::from(VarId(d)).offset(by))
            };
            let index = (0..rank).map(index).collect();
            let node = Node::Read { source: Source::Stage(of_columns), index };
            exprs.push(Expr { node, ..expr.clone() });
            let read = ExprId(exprs.len() - 1);
            weigh(exprs, expr, *weight, read)
        });
        Node::Combine { op: *op, terms: terms.collect() }
    })
}

/// The block with another node for a window, over what `append` appends.
fn replaced(block: &Block, at: usize, append: impl FnOnce(&mut Vec<Expr>) -> Node) -> Block {
    let expr = &block.exprs[at];
    let mut exprs = block.exprs[..at].to_vec();
    let node = append(&mut exprs);
    exprs.push(Expr { node, ..expr.clone() });
    let added = exprs.len() - 1 - at;
    let moved = |id: ExprId| if id.0 < at { id } else { ExprId(id.0 + added) };
    exprs.extend(block.exprs[at + 1..].iter().map(|e| {
        let node = crate::ir::nodes::map_operands(&e.node, moved);
        Expr { node, ..e.clone() }
    }));
    crate::ir::nodes::without_unused(Block { exprs, result: moved(block.result) })
}

/// Whether the columns of a window are periodic: then they have no more of them than the window has
/// points, and are read around their edges, so that they can be continued as what they read is.
fn is_periodic(p: &Pipeline, columns: &Stage, last: VarId) -> bool {
    let period = Period::of(columns, last.0);
    period.is_some_and(|period| continues(p, columns, &period, &|_| false).is_some())
}

/// Gives a stage of columns those beside it that a window reads.
fn widen(p: &Pipeline, columns: &mut Stage, last: VarId, (first_of, last_of): (i64, i64)) {
    let shifted = |list: &[Affine], by: i64| list.iter().map(|a| a.offset(by)).collect();
    let own = &columns.domain.0[last.0];
    let wide = Interval { lo: shifted(&own.lo, first_of), hi: shifted(&own.hi, last_of) };
    columns.domain.0[last.0] = wide;
    within_sources(p, &columns.cases[0].value, last, &mut columns.domain);
}

/// Restricts the last dimension to where the reads without a border are inside their sources. That
/// says nothing new where the stage has points, for its window reads nothing else; it keeps the
/// columns inside where the stage is empty.
fn within_sources(p: &Pipeline, columns: &Block, last: VarId, domain: &mut Domain) {
    let interval = &mut domain.0[last.0];
    columns.for_each_read(&mut |_, _, source, index| {
        if p.source_border(source).is_some() {
            return;
        }
        for (index, range) in index.iter().zip(&p.source_domain(source).0) {
            let Index::Affine(a) = index else { continue };
            let rest = a.add_scaled(&last.into(), -1);
            if a.coefficient(&crate::ir::Atom::Var(last)) != 1 || rest.as_constant().is_none() {
                continue;
            }
            interval.lo.extend(range.lo.iter().map(|lo| lo.sub(&rest)));
            interval.hi.extend(range.hi.iter().map(|hi| hi.sub(&rest)));
        }
    });
    let facts = crate::analysis::integer::Facts::for_pipeline(p);
    *interval = crate::analysis::regions::simplify_interval(&facts, interval);
}

#[cfg(test)]
mod tests;
