//! Random pipelines: inlining changes no value.

use super::*;
use crate::ir::text::random;

/// How far the domain of a stage without border reaches beyond `0..=n - 1`.
fn reach(count: usize, stage: usize) -> i64 {
    2 * (count - 1 - stage) as i64
}

/// A random pipeline in which some stages have no border, all reads of them are affine and inside
/// their domains, and every stage reads more of the others.
fn with_plain_reads(rng: &mut Rng) -> Pipeline {
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
    fn rewrite(&mut self, block: &mut Block, windows: &mut Vec<Window>) {
        for expr in &mut block.exprs {
            match &mut expr.node {
                Node::Read { source: Source::Stage(s), index } if self.plain[s.0] => {
                    *index = self.index(s.0, windows);
                }
                Node::Reduce { vars, body, .. } => {
                    let outer = windows.len();
                    windows.extend(vars.iter());
                    self.rewrite(body, windows);
                    windows.truncate(outer);
                }
                _ => {}
            }
        }
    }

    fn index(&mut self, source: usize, windows: &[Window]) -> Vec<Index> {
        // Half of all reads are at the point itself, as far as there are dimensions.
        let plainly = self.rng.below(2) == 0;
        let dims = 0..self.ranks[source];
        dims.map(|d| Index::Affine(self.dimension(source, d, plainly, windows))).collect()
    }

    fn dimension(&mut self, source: usize, d: usize, plainly: bool, windows: &[Window]) -> Affine {
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
                let (w, lo, hi) = self.rng.pick(windows);
                let sum = v.add(&Affine::from(w));
                if lo >= -slack && hi <= slack { sum } else { v }
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
                let zero = push(from, Node::Const(Constant::zero(from)));
                let test = push(ElemType::Bool, Node::Binary(BinaryOp::Gt, read, zero));
                push(ty, Node::Binary(BinaryOp::Xor, old, test))
            }
            (ElemType::Bool, _) => {
                let other = push(ty, Node::Const(Constant::zero(ty)));
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

#[test]
fn values_of_random_pipelines_stay() {
    let mut rng = Rng::new(11);
    let (mut inlined_stages, mut changed, mut windows) = (0, 0, 0);
    for i in 0..4000 {
        let p = with_plain_reads(&mut rng);
        assert_eq!(verify(&p), Ok(()), "pipeline {i}:\n{p}");
        let mut keep = vec![false; p.stages.len()];
        keep.iter_mut().for_each(|k| *k = rng.below(8) == 0);
        let inlined = inline(p.clone(), &|s| {
            if keep[s.0] { InlinePolicy::Never } else { InlinePolicy::IfCheap }
        });
        let after = &inlined.pipeline;
        assert_eq!(verify(after), Ok(()), "pipeline {i}:\n{p}\n{after}");
        assert_eq!(
            inline(p.clone(), &|s| if keep[s.0] {
                InlinePolicy::Never
            } else {
                InlinePolicy::IfCheap
            })
            .pipeline,
            *after,
            "pipeline {i}"
        );
        let again = inline(after.clone(), &|_| InlinePolicy::Never);
        assert_eq!(again.pipeline, *after, "pipeline {i} is not in its final form");
        for name in &inlined.inlined {
            assert!(!after.stages.iter().any(|s| s.name == *name));
            let at = p.stages.iter().position(|s| s.name == *name).expect("a stage");
            assert!(!keep[at] && !p.outputs.contains(&StageId(at)));
        }
        inlined_stages += inlined.inlined.len();
        changed += usize::from(!inlined.inlined.is_empty());
        windows += usize::from(!inlined.inlined.is_empty() && after.to_string().contains(" in -"));
        if inlined.inlined.is_empty() && i % 4 != 0 {
            continue;
        }
        let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 4)).collect();
        let scalars: Vec<Constant> =
            p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let inputs = p.inputs.iter().map(|input| {
            let (lo, extent) = domain_box(&input.domain, &sizes).expect("a small box");
            Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
        });
        let inputs: Vec<Array> = inputs.collect();
        same(&p, after, &sizes, &scalars, &inputs, &format!("pipeline {i}"));
    }
    assert!(changed > 1000 && windows > 50, "{changed} changed, {windows} with windows");
    assert!(inlined_stages > 1500, "{inlined_stages} stages inlined");
}

#[test]
fn bordered_random_pipelines_only_share() {
    let mut rng = Rng::new(12);
    for i in 0..300 {
        let p = random::pipeline(&mut rng);
        assert!(p.stages.iter().all(|s| s.border.is_some()));
        let inlined = inline(p.clone(), &|_| InlinePolicy::IfCheap);
        assert!(inlined.inlined.is_empty());
        assert_eq!(verify(&inlined.pipeline), Ok(()), "pipeline {i}");
        let sizes: Vec<i64> = p.sizes.iter().map(|_| rng.range(1, 3)).collect();
        let scalars: Vec<Constant> =
            p.scalars.iter().map(|s| rng.declared(s.ty, s.values)).collect();
        let inputs = p.inputs.iter().map(|input| {
            let (lo, extent) = domain_box(&input.domain, &sizes).expect("a small box");
            Array::from_fn(input.ty, &lo, &extent, |_| rng.declared(input.ty, input.values))
        });
        let inputs: Vec<Array> = inputs.collect();
        same(&p, &inlined.pipeline, &sizes, &scalars, &inputs, &format!("pipeline {i}"));
    }
}
