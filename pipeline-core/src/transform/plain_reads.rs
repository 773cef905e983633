//! Random pipelines of which stages can be moved into others, for tests.

use crate::ir::text::random::{self, Rng};
use crate::ir::*;

/// How far the domain of a stage without border reaches beyond `0..=n - 1`.
fn reach(count: usize, stage: usize) -> i64 {
    2 * (count - 1 - stage) as i64
}

/// A random pipeline in which some stages have no border, all reads of them are affine and inside
/// their domains, and every stage reads more of the others.
pub(super) fn with_plain_reads(rng: &mut Rng) -> Pipeline {
    let mut p = random::pipeline(rng);
    let unfit = |(i, s): (usize, &Stage)| s.rank() > 2 || s.reads_itself(StageId(i));
    if p.stages.len() < 2 || p.stages.iter().enumerate().any(unfit) {
        return with_plain_reads(rng);
    }
    let count = p.stages.len();
    let plain: Vec<bool> = (0..count).map(|_| rng.below(5) > 0).collect();
    let n = Affine::from(SizeId(0));
    for (i, stage) in p.stages.iter_mut().enumerate() {
        if plain[i] {
            stage.border = None;
        }
        if stage.cases.len() > 1 && rng.below(2) == 0 {
            stage.cases.truncate(1);
            stage.cases[0].region.tests.clear();
        }
        // Their targets would leave the new domain.
        stage.updates.clear();
        let r = reach(count, i);
        let interval = Interval::new(Affine::from(-r), n.offset(r - 1));
        stage.domain = Domain(vec![interval; stage.rank()]);
    }
    let ranks: Vec<usize> = p.stages.iter().map(Stage::rank).collect();
    let types: Vec<ElemType> = p.stages.iter().map(|s| s.ty).collect();
    for i in 1..count {
        let mut reads = Reads { rng, plain: &plain, ranks: &ranks, consumer: i };
        for case in &mut p.stages[i].cases {
            reads.rewrite(&mut case.value, &mut Vec::new());
            for _ in 0..reads.rng.below(4) {
                let source = if reads.rng.below(2) == 0 { i - 1 } else { reads.rng.below(i) };
                reads.add(&mut case.value, source, types[source], types[i]);
            }
        }
    }
    let last: Vec<StageId> = p.outputs[..1].to_vec();
    let rest = p.outputs.iter().skip(1).filter(|_| rng.below(4) == 0).copied();
    p.outputs = last.into_iter().chain(rest).collect();
    p
}

struct Reads<'a> {
    rng: &'a mut Rng,
    plain: &'a [bool],
    ranks: &'a [usize],
    consumer: usize,
}

impl Reads<'_> {
    fn rewrite(&mut self, block: &mut Block, windows: &mut Vec<WindowVar>) {
        for expr in &mut block.exprs {
            match &mut expr.node {
                Node::Read { source: Source::Stage(s), index } if self.plain[s.0] => {
                    *index = self.index(s.0, windows);
                }
                Node::Reduce { vars, body, .. } => {
                    let outer = windows.len();
                    windows.extend_from_slice(vars);
                    self.rewrite(body, windows);
                    windows.truncate(outer);
                }
                _ => {}
            }
        }
    }

    fn index(&mut self, source: usize, windows: &[WindowVar]) -> Vec<Index> {
        // Half of all reads are at the point itself, as far as there are dimensions.
        let plainly = self.rng.below(2) == 0;
        let dims = 0..self.ranks[source];
        dims.map(|d| Index::Affine(self.dimension(source, d, plainly, windows))).collect()
    }

    fn dimension(
        &mut self,
        source: usize,
        d: usize,
        plainly: bool,
        windows: &[WindowVar],
    ) -> Affine {
        let n = Affine::from(SizeId(0));
        let count = self.plain.len();
        let slack = reach(count, source) - reach(count, self.consumer);
        let own = self.ranks[self.consumer];
        if plainly && d < own {
            return Affine::from(VarId(d));
        }
        let v = Affine::from(VarId(self.rng.below(own)));
        let offset = self.rng.range(-slack, slack);
        match self.rng.below(8) {
            0 => n.offset(-1).sub(&v).offset(offset),
            1 => v.offset(offset).floor_div(2),
            2 => v.offset(offset).ceil_div(3),
            3 => v.modulo(2).offset(self.rng.range(-2, 0)),
            4 => Affine::from(self.rng.range(-slack, 0)),
            5 if !windows.is_empty() => {
                let of = &windows[self.rng.below(windows.len())];
                let within = |[lo, hi]: [i64; 2]| lo >= -slack && hi <= slack;
                let sum = v.add(&Affine::from(of.id));
                if of.constant_ends().is_some_and(within) { sum } else { v }
            }
            _ => v.offset(offset),
        }
    }

    /// Has the block's value depend on one more read.
    fn add(&mut self, block: &mut Block, source: usize, from: ElemType, ty: ElemType) {
        let index = self.index(source, &[]);
        let old = block.result;
        let mut push = |ty, node| {
            block.exprs.push(Expr { ty, node, loc: Loc(9) });
            ExprId(block.exprs.len() - 1)
        };
        let read = push(from, Node::Read { source: Source::Stage(StageId(source)), index });
        let result = match (from, ty) {
            (ElemType::Bool, ElemType::Bool) => push(ty, Node::Binary(BinaryOp::Xor, old, read)),
            (_, ElemType::Bool) => {
                let zero = push(from, Node::Const(Value::zero(from)));
                let test = push(ElemType::Bool, Node::Binary(BinaryOp::Gt, read, zero));
                push(ty, Node::Binary(BinaryOp::Xor, old, test))
            }
            (ElemType::Bool, _) => {
                let other = push(ty, Node::Const(Value::zero(ty)));
                push(ty, Node::Select(read, old, other))
            }
            _ => {
                let cast = push(ty, Node::Cast(read));
                push(ty, Node::Binary(BinaryOp::Sub, old, cast))
            }
        };
        block.result = result;
    }
}
