//! Which rows of a group's stages a row of its live-out needs, and how long they must be kept.
//!
//! The rolling shape computes a group in strips of rows of its live-out, row by row. When row `t`
//! of the live-out is due, every producer has been computed up to the last row that any consumer
//! needs by then, and keeps in a ring the rows that are still to be read. This is the limit of
//! PolyMage+'s parallelogram tiles (Section 5.2) with tiles of one row: nothing is computed twice
//! except at the start of a strip.

use crate::analysis::integer::Facts;
use crate::analysis::order::Order;
use crate::analysis::reads::for_each_read;
use crate::analysis::solve::{Direction, direction};
use crate::ir::{Affine, Atom, BorderMode, Index, Pipeline, Source, StageId, VarId};
use crate::loops::build::lane_dimension;
use std::collections::HashMap;

/// The variable that stands for the live-out's row in [`StageRows::lo`] and [`StageRows::hi`].
pub const STEP: VarId = VarId(0);

/// Longest period of the rows that sampling may give rise to.
const MAX_PERIOD: i64 = 64;

/// Most rows a ring may hold, and most steps a strip may need to fill its rings.
const MAX_ROWS: i64 = 128;

/// The rows of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupRows {
    /// The dimension of every stage along which the group rolls.
    pub dim: usize,
    /// Steps before the first row of a strip in which producers fill their rings.
    pub warm_up: i64,
    /// The stages, producers first; the last is the live-out.
    pub stages: Vec<StageRows>,
}

/// The rows of one stage of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct StageRows {
    /// The stage.
    pub stage: StageId,
    /// The first row needed for row [`STEP`] of the live-out is the least of these.
    pub lo: Vec<Affine>,
    /// The last row needed is the greatest of these.
    pub hi: Vec<Affine>,
    /// Rows that its ring holds: a power of two.
    pub depth: i64,
}

/// Finds the rows of groups; keeps what it learns of each pair of stages.
pub struct RowAnalysis<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    order: &'a Order,
    reads: HashMap<(StageId, StageId, usize), Result<Vec<RowRead>, String>>,
}

impl<'a> RowAnalysis<'a> {
    /// An analysis of this pipeline.
    pub fn new(p: &'a Pipeline, facts: &'a Facts, order: &'a Order) -> RowAnalysis<'a> {
        RowAnalysis { p, facts, order, reads: HashMap::new() }
    }

    /// The rows of a group given in topological order.
    ///
    /// # Errors
    /// Why the group cannot roll, in words.
    pub fn group_rows(&mut self, group: &[StageId]) -> Result<GroupRows, String> {
        let p = self.p;
        let root = live_out(p, self.order, group)?;
        let dim = rolling_dimension(p, root)?;
        let mut needs: Vec<Need> = Vec::new();
        for stage in group.iter().rev() {
            check_shape(p, root, *stage, dim)?;
            let need = if *stage == root {
                Need {
                    stage: root,
                    lo: vec![STEP.into()],
                    hi: vec![STEP.into()],
                    reads: Vec::new(),
                }
            } else {
                self.need_of(*stage, &needs, dim)?
            };
            needs.push(need);
        }
        needs.reverse();
        let period = period(&needs)?;
        let warm_up = warm_up(&needs, period)?;
        let mut stages = Vec::new();
        for need in &needs {
            let depth = depth(need, &needs, period);
            if depth > MAX_ROWS {
                let name = &p.stages[need.stage.0].name;
                return Err(format!("`{name}` would have to keep {depth} rows"));
            }
            let depth = (depth.max(1) as u64).next_power_of_two() as i64;
            let (lo, hi) = (need.lo.clone(), need.hi.clone());
            stages.push(StageRows { stage: need.stage, lo, hi, depth });
        }
        Ok(GroupRows { dim, warm_up, stages })
    }

    fn need_of(&mut self, stage: StageId, consumers: &[Need], dim: usize) -> Result<Need, String> {
        let mut need = Need { stage, lo: Vec::new(), hi: Vec::new(), reads: Vec::new() };
        for consumer in consumers {
            if !self.order.consumers[stage.0].contains(&consumer.stage) {
                continue;
            }
            let (p, facts) = (self.p, self.facts);
            let reads = self.reads.entry((consumer.stage, stage, dim));
            let reads = reads.or_insert_with(|| row_reads(p, facts, consumer.stage, stage, dim));
            for read in reads.clone()? {
                let at = |row: &Affine, of: &Affine| of.substitute_var(STEP, row);
                for l in &consumer.lo {
                    keep_extreme(&mut need.lo, at(l, &read.lo), i64::min);
                }
                for h in &consumer.hi {
                    keep_extreme(&mut need.hi, at(h, &read.hi), i64::max);
                }
                let read = (consumer.stage, read);
                if !need.reads.contains(&read) {
                    need.reads.push(read);
                }
            }
        }
        let mut rates = need.lo.iter().chain(&need.hi).map(rate);
        let first = rates.next();
        if rates.any(|r| Some(r) != first) {
            return Err(format!("`{}` is read at different rates", self.p.stages[stage.0].name));
        }
        Ok(need)
    }
}

/// The one stage that others than the group's own see.
fn live_out(p: &Pipeline, order: &Order, group: &[StageId]) -> Result<StageId, String> {
    let seen = |s: &StageId| {
        p.outputs.contains(s) || order.consumers[s.0].iter().any(|c| !group.contains(c))
    };
    let mut live_outs = group.iter().filter(|s| seen(s));
    match (live_outs.next(), live_outs.next()) {
        (Some(one), None) => Ok(*one),
        (Some(a), Some(b)) => {
            let (a, b) = (&p.stages[a.0].name, &p.stages[b.0].name);
            Err(format!("both `{a}` and `{b}` are needed outside the group"))
        }
        _ => Err("nothing of the group is needed outside it".into()),
    }
}

fn rolling_dimension(p: &Pipeline, root: StageId) -> Result<usize, String> {
    let lane = lane_dimension(&p.stages[root.0].domain);
    lane.checked_sub(1).ok_or_else(|| format!("`{}` has no rows", p.stages[root.0].name))
}

fn check_shape(p: &Pipeline, root: StageId, stage: StageId, dim: usize) -> Result<(), String> {
    let (root, stage) = (&p.stages[root.0], &p.stages[stage.0]);
    if stage.rank() != root.rank() || lane_dimension(&stage.domain) != dim + 1 {
        return Err(format!("`{}` and `{}` have different dimensions", stage.name, root.name));
    }
    Ok(())
}

/// What the consumers within the group need of a stage.
struct Need {
    stage: StageId,
    lo: Vec<Affine>,
    hi: Vec<Affine>,
    /// The consumers and the rows they read.
    reads: Vec<(StageId, RowRead)>,
}

/// The first and last row that a consumer's row reads, as functions of it ([`STEP`]).
#[derive(Clone, Debug, PartialEq)]
struct RowRead {
    lo: Affine,
    hi: Affine,
}

/// Rows an expression advances per row of the live-out, as a reduced fraction.
fn rate(a: &Affine) -> (i64, i64) {
    a.terms().iter().fold((0, 1), |(n, d), (atom, k)| {
        let (m, e) = match atom {
            Atom::Var(_) => (1, 1),
            Atom::Size(_) => (0, 1),
            Atom::Div(inner, c) => {
                let (m, e) = rate(inner);
                (m, e.saturating_mul(*c))
            }
        };
        let common = crate::ir::affine::gcd(d, e);
        let (n, d) = (n * (e / common) + k * m * (d / common), (d / common).saturating_mul(e));
        let reduce = crate::ir::affine::gcd(n.abs(), d).max(1);
        (n / reduce, d / reduce)
    })
}

/// Adds an expression; of those that differ by a constant only one is kept.
fn keep_extreme(list: &mut Vec<Affine>, a: Affine, better: fn(i64, i64) -> i64) {
    let rest = a.without_constant();
    match list.iter_mut().find(|b| b.without_constant() == rest) {
        Some(b) => *b = rest.offset(better(a.constant(), b.constant())),
        None => list.push(a),
    }
}

/// The rows of `source` that a row of `consumer` reads.
fn row_reads(
    p: &Pipeline,
    facts: &Facts,
    consumer: StageId,
    source: StageId,
    dim: usize,
) -> Result<Vec<RowRead>, String> {
    let mut found: Vec<RowRead> = Vec::new();
    let mut refused = None;
    for case in &p.stages[consumer.0].cases {
        for_each_read(&case.value, &mut |read, windows| {
            if read.source != Source::Stage(source) {
                return;
            }
            match row_read(p, consumer, source, read.index, windows, dim) {
                Ok(row) if !found.contains(&row) => found.push(row),
                Ok(_) => {}
                Err(reason) => refused = Some(reason),
            }
        });
    }
    let clamped = matches!(p.source_border(Source::Stage(source)), Some(BorderMode::Clamp));
    if refused.is_none() && clamped && !reaches_inside(p, facts, (consumer, source), &found, dim) {
        refused = Some("through a clamped border only from beyond its edge");
    }
    match refused {
        Some(reason) => Err(format!(
            "`{}` reads `{}` {reason}",
            p.stages[consumer.0].name, p.stages[source.0].name
        )),
        None => Ok(found),
    }
}

fn row_read(
    p: &Pipeline,
    consumer: StageId,
    source: StageId,
    index: &[Index],
    windows: &[(VarId, i64, i64)],
    dim: usize,
) -> Result<RowRead, &'static str> {
    let mut affine = Vec::with_capacity(dim + 1);
    for i in &index[..=dim] {
        match i {
            Index::Affine(a) => affine.push(a),
            Index::Value(_) => return Err("at a row that depends on data"),
        }
    }
    let row = affine.pop().expect("the rolling dimension");
    if affine.iter().enumerate().any(|(d, a)| **a != Affine::from(VarId(d))) {
        return Err("at other planes than its own");
    }
    let mut ends = (row.clone(), row.clone());
    for (var, first, last) in windows.iter().filter(|w| row.mentions_var(w.0)) {
        let (low, high) = match direction(row, &Atom::Var(*var)) {
            Direction::Rising => (first, last),
            Direction::Falling => (last, first),
            _ => return Err("at rows that are no function of its own"),
        };
        ends.0 = ends.0.substitute_var(*var, &Affine::from(*low));
        ends.1 = ends.1.substitute_var(*var, &Affine::from(*high));
    }
    let mut only_row = true;
    ends.0.for_each_leaf(&mut |leaf| only_row &= *leaf == Atom::Var(VarId(dim)));
    if !only_row || direction(&ends.0, &Atom::Var(VarId(dim))) != Direction::Rising {
        return Err("at rows that do not follow its own");
    }
    let step = |a: &Affine| a.substitute_var(VarId(dim), &Affine::from(STEP));
    let read = RowRead { lo: step(&ends.0), hi: step(&ends.1) };
    match p.source_border(Source::Stage(source)) {
        Some(BorderMode::Repeat) => Err("through a periodic border"),
        Some(BorderMode::Mirror | BorderMode::Mirror101) => {
            mirrored(p, consumer, source, &read, dim)
        }
        _ => Ok(read),
    }
}

/// Whether every row of the consumer reads, beside rows that are clamped to an edge, that edge or
/// rows inside it: then the edge is due when it is read.
fn reaches_inside(
    p: &Pipeline,
    facts: &Facts,
    (consumer, source): (StageId, StageId),
    reads: &[RowRead],
    dim: usize,
) -> bool {
    let (rows, edges) = (&p.stages[consumer.0].domain.0[dim], &p.stages[source.0].domain.0[dim]);
    let at = |of: &Affine, row: &Affine| of.substitute_var(STEP, row);
    edges.lo.iter().all(|edge| {
        let inside = |read: &RowRead, row: &Affine| facts.proves(&at(&read.hi, row).sub(edge));
        reads.iter().any(|read| rows.lo.iter().any(|row| inside(read, row)))
    }) && edges.hi.iter().all(|edge| {
        let inside = |read: &RowRead, row: &Affine| facts.proves(&edge.sub(&at(&read.lo, row)));
        reads.iter().any(|read| rows.hi.iter().any(|row| inside(read, row)))
    })
}

/// A mirror turns a read beyond one edge into one on the other side of the row: both sides are
/// kept. Only for reads at constant offsets, from rows that the source has too.
fn mirrored(
    p: &Pipeline,
    consumer: StageId,
    source: StageId,
    read: &RowRead,
    dim: usize,
) -> Result<RowRead, &'static str> {
    let offset = |a: &Affine| a.sub(&Affine::from(STEP)).as_constant();
    let (Some(lo), Some(hi)) = (offset(&read.lo), offset(&read.hi)) else {
        return Err("through a mirrored border at another rate");
    };
    if p.stages[consumer.0].domain.0[dim] != p.stages[source.0].domain.0[dim] {
        return Err("through a mirrored border from other rows");
    }
    let reach = lo.abs().max(hi.abs());
    Ok(RowRead { lo: Affine::from(STEP).offset(-reach), hi: Affine::from(STEP).offset(reach) })
}

/// After how many steps the rows repeat their pattern, shifted.
fn period(needs: &[Need]) -> Result<i64, String> {
    let rows = needs.iter().flat_map(|n| n.lo.iter().chain(&n.hi));
    let period = rows.map(cycle).fold(1, common_multiple);
    if period > MAX_PERIOD {
        return Err("the rates of its stages differ too much".into());
    }
    Ok(period)
}

/// A number of steps after which an expression has advanced by a whole number.
pub fn cycle(a: &Affine) -> i64 {
    let cycles = a.terms().iter().map(|(atom, _)| match atom {
        Atom::Div(inner, d) => cycle(inner).saturating_mul(*d),
        _ => 1,
    });
    cycles.fold(1, common_multiple)
}

fn common_multiple(a: i64, b: i64) -> i64 {
    (a / crate::ir::affine::gcd(a, b)).saturating_mul(b)
}

impl Need {
    fn first(&self, t: i64) -> i64 {
        self.lo.iter().map(|a| a.eval(&[], &[t])).min().unwrap_or(i64::MAX / 2)
    }

    fn last(&self, t: i64) -> i64 {
        self.hi.iter().map(|a| a.eval(&[], &[t])).max().unwrap_or(i64::MIN / 2)
    }
}

/// The steps before a strip after which every producer has its first needed row still to come.
fn warm_up(needs: &[Need], period: i64) -> Result<i64, String> {
    let mut steps = 0;
    for need in needs {
        for t in 0..period {
            while need.last(t - steps - 1) >= need.first(t) {
                steps += 1;
                if steps > MAX_ROWS {
                    return Err("its stages drift apart".into());
                }
            }
        }
    }
    Ok(steps)
}

/// The rows between the oldest that a consumer reads and the newest computed, at the worst step;
/// at least those computed in one step, which are written piece by piece.
fn depth(need: &Need, needs: &[Need], period: i64) -> i64 {
    let mut depth = (0..period).map(|t| need.last(t) - need.last(t - 1)).fold(1, i64::max);
    for (consumer, read) in &need.reads {
        let consumer =
            needs.iter().find(|n| n.stage == *consumer).expect("a consumer in the group");
        for t in 0..period {
            let oldest_row = consumer.last(t - 1) + 1;
            if oldest_row <= consumer.last(t) {
                let oldest = read.lo.eval(&[], &[oldest_row]);
                depth = depth.max(need.last(t) - oldest + 1);
            }
        }
    }
    depth
}
