//! Loops over a short innermost dimension and the one before it as one loop over adjacent elements.
//!
//! ```text
//! collapsed for c in 0..=2 {
//!   lanes for x in a..=b: out(y, x, c) = img(y, x + 1, c)
//! }
//! ```
//!
//! Where `out` and `img` are dense, element `(x, c)` of a row is the `3*x + c`th, and `(x + 1, c)`
//! is three elements further, whatever `x` and `c` are. So a row is one loop over `3*a..=3*b + 2`,
//! in which every access is a vector of adjacent elements. Where an array of the caller is not
//! dense, the loops run as they are written.

use super::{Access, Bound, Buffer, Compute, ComputeId, Lanes, LoopKind, Stmt, Store};
use crate::ir::{Affine, Atom, Block, Index, Node, Source, VarId};
use crate::schedule::speed::MOST_COLLAPSED;

/// A loop over a short dimension around a lanes loop over a compute.
#[derive(Clone, Copy, Debug)]
pub struct CollapsedRow<'a> {
    /// The variable of the short dimension.
    pub short: VarId,
    /// Its first value.
    pub first: i64,
    /// How many values it has.
    pub extent: i64,
    /// The variable of the lanes loop.
    pub lane: VarId,
    /// How many points its vectors have, once that is chosen.
    pub lanes: Option<Lanes>,
    /// The first value of that.
    pub lo: &'a Bound,
    /// The last value of that.
    pub hi: &'a Bound,
    /// What the loops compute.
    pub compute: ComputeId,
}

impl<'a> CollapsedRow<'a> {
    /// The statement as such loops.
    pub fn of(stmt: &'a Stmt) -> Option<CollapsedRow<'a>> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Serial | LoopKind::Collapsed, body } = stmt
        else {
            return None;
        };
        let [lanes] = body.as_slice() else { return None };
        CollapsedRow::within(*var, [lo, hi], lanes)
    }

    /// A statement in a loop over a variable between two bounds as such loops, were it alone there.
    pub fn within(short: VarId, ends: [&Bound; 2], lanes: &'a Stmt) -> Option<CollapsedRow<'a>> {
        let Stmt::For { var: lane, lo, hi, kind: LoopKind::Lanes(many), body } = lanes else {
            return None;
        };
        let [Stmt::Compute(compute)] = body[..] else { return None };
        let [[first], [last]] = ends.map(Bound::list) else { return None };
        let first = first.as_constant()?;
        let extent = last.as_constant()? - first + 1;
        let fixed = |bound: &Bound| !bound.list().iter().any(|a| a.mentions_var(short));
        let row = CollapsedRow { short, first, extent, lane: *lane, lanes: *many, lo, hi, compute };
        ((1..=MOST_COLLAPSED).contains(&extent) && fixed(lo) && fixed(hi)).then_some(row)
    }

    /// Whether the points of the row may be computed as one, where the caller's arrays are dense:
    /// every load and store is at the same place for all of them, or goes along dense rows of a
    /// buffer with them, and no value depends on where a point is.
    pub fn is_one<'b>(&self, compute: &Compute, buffer: impl Fn(Source) -> &'b Buffer) -> bool {
        let own = |source: Source, index: &[Index]| match self.along(index) {
            AlongRow::Nowhere => true,
            AlongRow::Row { .. } => buffer(source).pixel() == Some(self.extent),
            AlongRow::Else => false,
        };
        let stored = |store: &Store| {
            let index = store.at();
            matches!(self.along(&index), AlongRow::Row { .. })
                && own(Source::Stage(store.stage), &index)
        };
        let mut loaded = true;
        compute.value.for_each_read(&mut |_, _, source, index| loaded &= own(source, index));
        compute.access == Access::Inside
            && compute.stores.iter().all(stored)
            && loaded
            && !self.places_matter(&compute.value)
    }

    /// Whether a value in a block is that of one of the two variables.
    fn places_matter(&self, block: &Block) -> bool {
        block.exprs.iter().any(|expr| match &expr.node {
            Node::Index(a) => self.moves(a),
            Node::Test(t) => self.moves(&t.affine),
            Node::Reduce { body, .. } => self.places_matter(body),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => false,
        })
    }

    fn moves(&self, a: &Affine) -> bool {
        a.mentions_var(self.lane) || a.mentions_var(self.short)
    }

    fn along(&self, index: &[Index]) -> AlongRow {
        let moves = |i: &Index| matches!(i, Index::Affine(a) if self.moves(a));
        if !index.iter().any(moves) {
            return AlongRow::Nowhere;
        }
        let [outer @ .., Index::Affine(lane), Index::Affine(short)] = index else {
            return AlongRow::Else;
        };
        let rest = |a: &Affine, var: VarId| {
            let rest = a.sub(&var.into());
            (a.coefficient(&Atom::Var(var)) == 1 && !self.moves(&rest)).then_some(rest)
        };
        let value = |i: &Index| matches!(i, Index::Value(_));
        match (rest(lane, self.lane), rest(short, self.short)) {
            (Some(lane), Some(short)) if !outer.iter().any(|i| moves(i) || value(i)) => {
                AlongRow::Row { offset: short.offset(self.first).add_scaled(&lane, self.extent) }
            }
            _ => AlongRow::Else,
        }
    }

    /// The first and last of its elements, by their number in a row of the arrays.
    pub fn elements(&self) -> (Bound, Bound) {
        let at = |bound: &Bound, offset: i64| {
            let list = bound.list().iter().map(|a| a.scale(self.extent).offset(offset)).collect();
            match bound {
                Bound::Max(_) => Bound::Max(list),
                Bound::Min(_) => Bound::Min(list),
            }
        };
        (at(self.lo, 0), at(self.hi, self.extent - 1))
    }

    /// The compute in terms of the elements of a row: the lanes' variable is the number of an
    /// element, and the last index of an access that goes along the row runs on beyond its
    /// dimension, the one before it being 0.
    pub fn dense(&self, compute: &Compute) -> Compute {
        let mut compute = compute.clone();
        for store in &mut compute.stores {
            if let AlongRow::Row { offset } = self.along(&store.at()) {
                let (rank, element) = (store.index.len(), self.element(&offset));
                store.index[rank - 2] = 0.into();
                store.index[rank - 1] = element;
            }
        }
        self.dense_loads(&mut compute.value);
        compute
    }

    fn dense_loads(&self, block: &mut Block) {
        for expr in &mut block.exprs {
            match &mut expr.node {
                Node::Read { index, .. } => {
                    if let AlongRow::Row { offset } = self.along(index) {
                        let rank = index.len();
                        index[rank - 2] = Index::Affine(0.into());
                        index[rank - 1] = Index::Affine(self.element(&offset));
                    }
                }
                Node::Reduce { body, .. } => self.dense_loads(body),
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Index(_)
                | Node::Test(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => {}
            }
        }
    }

    fn element(&self, offset: &Affine) -> Affine {
        offset.add(&self.lane.into())
    }

    /// The sources along whose rows a compute goes.
    pub fn sources(&self, compute: &Compute) -> Vec<Source> {
        let mut sources: Vec<Source> =
            compute.stores.iter().map(|s| Source::Stage(s.stage)).collect();
        compute.value.for_each_read(&mut |_, _, source, index| {
            if matches!(self.along(index), AlongRow::Row { .. }) {
                sources.push(source);
            }
        });
        sources.sort();
        sources.dedup();
        sources
    }
}

/// How an access goes with the points of a row.
enum AlongRow {
    /// It is at the same place for all of them.
    Nowhere,
    /// Along a row, so many elements before or behind the point.
    Row { offset: Affine },
    /// In another way.
    Else,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Domain, ElemType, Expr, InputId, Interval, Loc, StageId};
    use crate::loops::{Hold, Role, in_order};

    const Y: VarId = VarId(0);
    const X: VarId = VarId(1);
    const C: VarId = VarId(2);

    fn read(index: Vec<Affine>) -> Node {
        let index = index.into_iter().map(Index::Affine).collect();
        Node::Read { source: Source::Input(InputId(0)), index }
    }

    /// `out(y, x, c)`, and one expression beside what it stores.
    fn compute(nodes: Vec<Node>) -> Compute {
        let expr = |node| Expr { ty: ElemType::U8, node, loc: Loc(0) };
        let value =
            Block { result: crate::ir::ExprId(0), exprs: nodes.into_iter().map(expr).collect() };
        Compute::one(StageId(0), vec![Y.into(), X.into(), C.into()], value, Access::Inside)
    }

    fn buffer(role: Role, channels: i64) -> Buffer {
        let interval = |n: i64| Interval::new(0.into(), Affine::from(n - 1));
        let domain = Domain(vec![interval(9), interval(7), interval(channels)]);
        let (border, circular, part_of, layout) = (None, None, None, in_order(3));
        Buffer {
            name: "b".into(),
            ty: ElemType::U8,
            role,
            domain,
            layout,
            border,
            circular,
            part_of,
        }
    }

    fn row(first: i64, last: i64) -> Stmt {
        let body = vec![Stmt::Compute(ComputeId(0))];
        let (lo, hi) = (Bound::Max(vec![2.into()]), Bound::Min(vec![5.into()]));
        let lanes = Stmt::For { var: X, lo, hi, kind: LoopKind::Lanes(None), body };
        let (lo, hi) = (Bound::Max(vec![first.into()]), Bound::Min(vec![last.into()]));
        Stmt::For { var: C, lo, hi, kind: LoopKind::Serial, body: vec![lanes] }
    }

    #[test]
    fn elements_are_where_the_points_are() {
        for (first, extent) in [(0, 1), (0, 3), (2, 4)] {
            let stmt = row(first, first + extent - 1);
            let row = CollapsedRow::of(&stmt).expect("a row");
            let at =
                |dx: i64| vec![Affine::from(Y).offset(1), Affine::from(X).offset(dx), C.into()];
            let compute = compute(vec![read(at(-2)), read(at(1))]);
            let dense = row.dense(&compute);
            // Where an index leads to in memory of rows of 7 points.
            let place = |index: &[Index], vars: &[i64]| -> i64 {
                let index = index.iter().map(|i| match i {
                    Index::Affine(a) => a.eval(&[], vars),
                    Index::Value(_) => unreachable!("no gathers"),
                });
                let index: Vec<i64> = index.collect();
                (index[0] * 7 + index[1]) * extent + index[2] - first
            };
            let (lo, hi) = row.elements();
            let mut number = lo.eval(&[], &[]);
            for x in 2..=5 {
                for c in first..first + extent {
                    let pairs = compute.value.exprs.iter().zip(&dense.value.exprs);
                    for (point, element) in pairs {
                        let (Node::Read { index: a, .. }, Node::Read { index: b, .. }) =
                            (&point.node, &element.node)
                        else {
                            unreachable!("loads only");
                        };
                        assert_eq!(place(a, &[3, x, c]), place(b, &[3, number, 99]));
                    }
                    let (a, b) = (compute.stores[0].at(), dense.stores[0].at());
                    assert_eq!(place(&a, &[3, x, c]), place(&b, &[3, number, 99]));
                    number += 1;
                }
            }
            assert_eq!(number, hi.eval(&[], &[]) + 1);
        }
    }

    #[test]
    fn rows_are_one_where_no_access_goes_another_way() {
        let stmt = row(0, 2);
        let row = CollapsedRow::of(&stmt).expect("a row");
        let is_one = |node: Node, buffer: Buffer| row.is_one(&compute(vec![node]), |_| &buffer);
        let at = |y: Affine, x: Affine, c: Affine| read(vec![y, x, c]);
        let (y, x, c) = (Affine::from(Y), Affine::from(X), Affine::from(C));
        let input = || buffer(Role::Input(InputId(0)), 3);
        let here = || at(y.clone(), x.offset(4), c.clone());
        assert!(is_one(here(), input()));
        assert!(is_one(at(y.clone(), 0.into(), 1.into()), input()), "the same for all points");
        assert!(!is_one(here(), buffer(Role::Full, 4)), "rows of four channels");
        assert!(!is_one(at(y.clone(), 0.into(), c.clone()), input()), "a value for each channel");
        assert!(!is_one(at(y.clone(), x.clone(), 1.into()), input()), "one of the channels");
        assert!(!is_one(at(y.clone(), x.scale(2), c.clone()), input()), "every second point");
        assert!(!is_one(at(x.clone(), x.clone(), c.clone()), input()), "a diagonal");
        assert!(!is_one(at(y.clone(), x.clone(), c.neg()), input()), "channels backwards");
        assert!(!is_one(Node::Index(x.clone()), input()), "places as values");
        let folded = |held: [Hold; 3]| buffer(Role::Scratch(held.to_vec()), 3);
        assert!(is_one(here(), folded([Hold::Circular(4), Hold::Part(5), Hold::Whole])));
        assert!(!is_one(here(), folded([Hold::Whole, Hold::Whole, Hold::Part(4)])));
        assert!(!is_one(here(), folded([Hold::Whole, Hold::Circular(4), Hold::Whole])));
    }
}
