//! Look-ups at equal distances along the lanes, as rows of a larger table.
//!
//! ```text
//! f(y, x, k) = … table(v(y, x) - 256*k) …             eight loads, from eight lines
//!
//! table_by_k(i, k) = table(i - 256*k)
//! f(y, x, k) = … table_by_k(v(y, x), k) …             one load of eight neighbours
//! ```
//!
//! The larger table has a row for each value that the data may have, and a point for each of the
//! few along the innermost dimension. It is made where both are known, it stays in a cache, and its
//! entries are computed for many points.

use super::names;
use crate::analysis::integer::Facts;
use crate::analysis::lane::lane_dimension;
use crate::analysis::ranges::{Range, Ranges};
use crate::analysis::regions::piece;
use crate::analysis::scope::Scope;
use crate::analysis::vectors::varies;
use crate::ir::{
    Affine, BinaryOp, Block, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Loc, Node,
    Pipeline, Region, Source, Stage, StageId, VarId,
};
use crate::schedule::speed::{LEAST_PER_ENTRY, MOST_BYTES_OF_A_TABLE, MOST_OF_A_TABLE};

/// The pipeline with rows of larger tables for look-ups at equal distances along the lanes. It has
/// passed the checks.
pub fn tabulate(mut p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    for s in 0..p.stages.len() {
        for case in 0..p.stages[s].cases.len() {
            while let Some(found) = next(&p, &facts, StageId(s), case) {
                let table = StageId(p.stages.len());
                let at = found.at;
                let known = p.stages.iter().position(|stage| found.is(stage));
                let table = known.map_or(table, StageId);
                if known.is_none() {
                    p.stages.push(found.table(&p, s));
                }
                let lane = VarId(p.stages[s].rank() - 1);
                p.stages[s].cases[case].value.exprs[at.0].node = Node::Read {
                    source: Source::Stage(table),
                    index: vec![Index::Value(found.row), Index::Affine(lane.into())],
                };
            }
        }
    }
    p
}

/// A look-up at a value and a distance.
struct LookUp {
    /// The read.
    at: ExprId,
    /// What is read.
    source: Source,
    /// The value.
    row: ExprId,
    /// The values that it has.
    rows: (i64, i64),
    /// The points along the lanes.
    lanes: (i64, i64),
    /// The index in the table, of row `VarId(0)` and lane `VarId(1)`.
    index: Affine,
    ty: ElemType,
}

impl LookUp {
    /// The larger table.
    fn table(&self, p: &Pipeline, reader: usize) -> Stage {
        let reader = &p.stages[reader];
        let lane = reader.vars[reader.rank() - 1].clone();
        let interval = |(lo, hi): (i64, i64)| Interval::new(lo.into(), hi.into());
        let loc = match self.source {
            Source::Stage(s) => p.stages[s.0].loc,
            Source::Input(i) => p.inputs[i.0].loc,
        };
        Stage {
            name: names::by_lane(p, p.source_name(self.source), &lane),
            ty: self.ty,
            vars: vec!["i".into(), lane],
            domain: Domain(vec![interval(self.rows), interval(self.lanes)]),
            border: None,
            cases: vec![Case { region: Region::default(), value: self.value(loc), loc }],
            updates: Vec::new(),
            loc,
        }
    }

    fn value(&self, loc: Loc) -> Block {
        let index = vec![Index::Affine(self.index.clone())];
        let read = Node::Read { source: self.source, index };
        Block { exprs: vec![Expr { ty: self.ty, node: read, loc }], result: ExprId(0) }
    }

    /// Whether a stage is the table.
    fn is(&self, stage: &Stage) -> bool {
        let interval = |(lo, hi): (i64, i64)| Interval::new(lo.into(), hi.into());
        let domain = [interval(self.rows), interval(self.lanes)];
        let same = |case: &Case| {
            case.region == Region::default() && case.value == self.value(Loc::default())
        };
        stage.domain.0 == domain
            && stage.updates.is_empty()
            && matches!(&stage.cases[..], [case] if same(case))
    }
}

/// The first look-up of a case that may be a row of a larger table.
fn next(p: &Pipeline, facts: &Facts, id: StageId, case: usize) -> Option<LookUp> {
    let stage = &p.stages[id.0];
    let lane = lane_dimension(&stage.domain);
    let lanes = constant(stage.domain.0.get(lane)?)?;
    if lane + 1 != stage.rank() || stage.rank() < 2 || lanes.1 - lanes.0 >= MOST_OF_A_TABLE {
        return None;
    }
    let Case { region, value, .. } = &stage.cases[case];
    let differs = varies(&value.exprs, VarId(lane), &|_| false);
    let piece = piece(&stage.domain, region);
    let (scope, ranges) = (Scope::new(facts, &piece), Ranges::new(p, facts));
    let estimates = p.estimates();
    let extents = stage.domain.0.iter().map(|i| i.extent(&estimates));
    let points = extents.fold(1, i64::saturating_mul);
    let each = value.exprs.iter().enumerate();
    let found = each.filter_map(|(at, expr)| {
        let Node::Read { source, index } = &expr.node else { return None };
        let [Index::Value(index)] = index[..] else { return None };
        let Distance { row, distance } = distance(value, index, VarId(lane), &differs)?;
        let Range::Int(range) = ranges.expr(&scope, value, row) else { return None };
        let (lo, hi) = range.constants(value.exprs[row.0].ty);
        let entries = hi.checked_sub(lo)?.checked_add(1)?.checked_mul(lanes.1 - lanes.0 + 1)?;
        let bytes = entries.checked_mul(expr.ty.bytes() as i64)?;
        let many = points / LEAST_PER_ENTRY >= entries && bytes <= MOST_BYTES_OF_A_TABLE;
        let index = distance.substitute_var(VarId(lane), &VarId(1).into());
        let index = index.add(&VarId(0).into());
        let (source, ty) = (*source, expr.ty);
        let rows = (lo, hi);
        let found = LookUp { at: ExprId(at), source, row, rows, lanes, index, ty };
        (many && source != Source::Stage(id) && found.is_inside(p, facts)).then_some(found)
    });
    let mut found = found;
    found.next()
}

impl LookUp {
    /// Whether all that the larger table reads is there.
    fn is_inside(&self, p: &Pipeline, facts: &Facts) -> bool {
        let ends = |var: usize, (lo, hi): (i64, i64), a: &Affine| {
            let [first, last] = [lo, hi].map(|end| a.substitute_var(VarId(var), &end.into()));
            let least = first.sub(&last).as_constant().is_some_and(|d| d <= 0);
            if least { (first, last) } else { (last, first) }
        };
        let (least, most) = ends(0, self.rows, &self.index);
        let (least, most) = (ends(1, self.lanes, &least).0, ends(1, self.lanes, &most).1);
        let [dim] = &p.source_domain(self.source).0[..] else { return false };
        let above = dim.lo.iter().all(|lo| facts.proves(&least.sub(lo)));
        above && dim.hi.iter().all(|hi| facts.proves(&hi.sub(&most)))
    }
}

/// An index as a value that is the same for all lanes, and how far each lane is from it.
struct Distance {
    row: ExprId,
    distance: Affine,
}

/// An index so, if it is a sum or a difference of these, as 32-bit numbers of which none wraps: the
/// index is proved to be inside what is read.
fn distance(block: &Block, index: ExprId, lane: VarId, differs: &[bool]) -> Option<Distance> {
    let along = |id: ExprId| {
        let Node::Index(a) = &block.exprs[id.0].node else { return None };
        (a.vars() == [lane]).then(|| a.clone())
    };
    let of = |row: ExprId, distance: Affine| {
        let has_factor = distance.terms().len() == 1;
        let signed = block.exprs[row.0].ty == ElemType::I32;
        (!differs[row.0] && has_factor && signed).then_some(Distance { row, distance })
    };
    let Node::Binary(op, a, b) = block.exprs[index.0].node else { return None };
    match (op, along(a), along(b)) {
        (BinaryOp::Add, None, Some(distance)) => of(a, distance),
        (BinaryOp::Add, Some(distance), None) => of(b, distance),
        (BinaryOp::Sub, None, Some(distance)) => of(a, distance.neg()),
        (_, _, _) => None,
    }
}

/// The ends of an interval, if they are the same at all sizes.
fn constant(interval: &Interval) -> Option<(i64, i64)> {
    let ([lo], [hi]) = (&interval.lo[..], &interval.hi[..]) else { return None };
    Some((lo.as_constant()?, hi.as_constant()?))
}

#[cfg(test)]
mod tests;
