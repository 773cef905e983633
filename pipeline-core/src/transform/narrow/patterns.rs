//! What fits a type although a step on the way to it does not: distances and means.

use super::{Narrow, Narrowing, ValueLimits, bits, holding, holds, hull, of_bits};
use crate::ir::{BinaryOp, ElemType, ExprId, Node, Value};

impl Narrowing<'_> {
    /// `abs(x - y)`: the distance of two values of a type is in its unsigned one. That of signed
    /// values is found there, since `max - min` wraps.
    pub(super) fn distance(&mut self, id: ExprId, difference: ExprId) -> Option<Narrow> {
        let Node::Binary(BinaryOp::Sub, a, b) = self.old.exprs[difference.0].node else {
            return None;
        };
        let ty = self.old.exprs[id.0].ty;
        let in_range = holds(ty, self.own(a, b, |a, b| (a.0 - b.1, a.1 - b.0)));
        let operands = holding(ty, 8, self.own(a, b, hull)).filter(|_| in_range)?;
        let plain = hull(self.limits[id.0], self.limits[difference.0]);
        if holding(ty, 8, plain).is_some_and(|plain| bits(plain) <= bits(operands)) {
            return None;
        }
        let (a, b) = (self.operand(a, operands), self.operand(b, operands));
        let found = self.push(id, operands, Node::Binary(BinaryOp::AbsDiff, a, b));
        let unsigned = of_bits(bits(operands), false);
        let found = match operands.is_signed() {
            true => self.push(id, unsigned, Node::Cast(found)),
            false => found,
        };
        Some(Narrow { id: found, ty: unsigned, exact: true })
    }

    /// Whether an operation with this second operand halves the first: `/ 2`, or `>> 1`.
    pub(super) fn halved(&self, op: BinaryOp, by: ExprId) -> bool {
        let halves = if op == BinaryOp::Div { 2 } else { 1 };
        self.constant(by) == Some(halves)
    }

    /// `(x + y) / 2`, or `>> 1`, of values of 16 bits whose sum has one more.
    ///
    /// The bits that both have count whole, those of one of them half:
    /// `(x & y) + ((x ^ y) >> 1)`. That is rounded down. A quotient is rounded to zero, so half a
    /// bit more is added where it is negative.
    pub(super) fn mean(&mut self, id: ExprId, op: BinaryOp, sum: ExprId) -> Option<Narrow> {
        let Node::Binary(BinaryOp::Add, a, b) = self.old.exprs[sum.0].node else { return None };
        let ty = self.old.exprs[id.0].ty;
        let in_range = holds(ty, self.own(a, b, |a, b| (a.0 + b.0, a.1 + b.1)));
        let t = holding(ty, 16, self.own(a, b, hull)).filter(|_| in_range)?;
        if holding(ty, 16, hull(self.limits[sum.0], self.limits[id.0])).is_some() {
            return None;
        }
        let (a, b) = (self.operand(a, t), self.operand(b, t));
        let both = self.push(id, t, Node::Binary(BinaryOp::And, a, b));
        let one = self.push(id, t, Node::Binary(BinaryOp::Xor, a, b));
        let shift = self.push(id, t, Node::Const(Value::wrap(t, 1)));
        let half = self.push(id, t, Node::Binary(BinaryOp::Shr, one, shift));
        let mut mean = self.push(id, t, Node::Binary(BinaryOp::Add, both, half));
        if t.is_signed() && op == BinaryOp::Div {
            let unsigned = ElemType::U16;
            let as_bits = self.push(id, unsigned, Node::Cast(mean));
            let shift = self.push(id, unsigned, Node::Const(Value::wrap(unsigned, 15)));
            let sign = self.push(id, unsigned, Node::Binary(BinaryOp::Shr, as_bits, shift));
            let sign = self.push(id, t, Node::Cast(sign));
            let odd = self.push(id, t, Node::Binary(BinaryOp::And, one, sign));
            mean = self.push(id, t, Node::Binary(BinaryOp::Add, mean, odd));
        }
        Some(Narrow { id: mean, ty: t, exact: true })
    }

    /// `(x + y + 1) / 2`, or `>> 1`, of values of 16 bits whose sum has one more.
    ///
    /// The bits that either has count whole, less half of those that one of them has:
    /// `(x | y) - ((x ^ y) >> 1)`. That is rounded up, as the sum and one are where they are
    /// rounded down: of a quotient, where it is not negative.
    pub(super) fn rounded_mean(&mut self, id: ExprId, op: BinaryOp, sum: ExprId) -> Option<Narrow> {
        let [a, b] = self.more_by_one(sum)?;
        let ty = self.old.exprs[id.0].ty;
        let all = self.own(a, b, |a, b| (a.0 + b.0 + 1, a.1 + b.1 + 1));
        let rounded_down = op == BinaryOp::Shr || all.0 >= 0;
        let t = holding(ty, 16, self.own(a, b, hull)).filter(|_| rounded_down && holds(ty, all))?;
        if holding(ty, 16, hull(all, self.limits[id.0])).is_some() {
            return None;
        }
        let (a, b) = (self.operand(a, t), self.operand(b, t));
        let either = self.push(id, t, Node::Binary(BinaryOp::Or, a, b));
        let one = self.push(id, t, Node::Binary(BinaryOp::Xor, a, b));
        let shift = self.push(id, t, Node::Const(Value::wrap(t, 1)));
        let half = self.push(id, t, Node::Binary(BinaryOp::Shr, one, shift));
        let mean = self.push(id, t, Node::Binary(BinaryOp::Sub, either, half));
        Some(Narrow { id: mean, ty: t, exact: true })
    }

    /// The other two terms of a sum of three, one of which is the constant 1.
    fn more_by_one(&self, sum: ExprId) -> Option<[ExprId; 2]> {
        let terms = |id: ExprId| {
            let Node::Binary(BinaryOp::Add, a, b) = self.old.exprs[id.0].node else { return None };
            Some([a, b])
        };
        let is_one = |id: ExprId| self.constant(id) == Some(1);
        let without_one = |[a, b]: [ExprId; 2]| match (is_one(a), is_one(b)) {
            (true, false) => Some(b),
            (false, true) => Some(a),
            (true, true) | (false, false) => None,
        };
        let both = terms(sum)?;
        match without_one(both) {
            Some(rest) => terms(rest),
            None => {
                let [a, b] = both;
                let of = |inner, other| Some([without_one(terms(inner)?)?, other]);
                of(a, b).or_else(|| of(b, a))
            }
        }
    }

    /// What becomes of the limits of two operands.
    fn own(
        &self,
        a: ExprId,
        b: ExprId,
        f: fn(ValueLimits, ValueLimits) -> ValueLimits,
    ) -> ValueLimits {
        f(self.limits[a.0], self.limits[b.0])
    }
}
