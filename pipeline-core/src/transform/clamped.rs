//! Indices that are clamped elsewhere than at the ends of what they read, as cases.
//!
//! ```text
//! out(y, x) = table(min(y + 15, rows - 1), x);                       gathers
//!
//! out(y, x) = case {                                                 rows
//!     y + 15 < rows => table(y + 15, x),
//!     else => table(rows - 1, x),
//! };
//! ```
//!
//! Of an index expression over one variable. Clamps to both ends are [borders](super::clamps); what
//! is left are bounds inside a source, and those of sources with a border of their own, as corners
//! of boxes in summed-area tables. Where the border is a constant, a bound beyond the end says
//! nothing: what is there is the constant anyway. As there, `y + 15` is exact.

use super::clamps::index;
use super::cse::BlockBuilder;
use super::split::divided;
use crate::analysis::integer::Facts;
use crate::ir::nodes::{map_operands, without_unused};
use crate::ir::{
    Affine, BinaryOp, Block, BorderMode, Case, Domain, ElemType, Expr, ExprId, Index, Interval,
    Loc, Node, Pipeline, Source, Stage, Test, TestOp, VarId,
};

#[cfg(test)]
mod tests;

/// The pipeline whose clamped indices are index expressions of more cases. The checks have passed.
pub fn clamped_indices_are_cases(mut p: Pipeline) -> Pipeline {
    let facts = Facts::for_pipeline(&p);
    let stages: Vec<Option<Stage>> = p.stages.iter().map(|s| of_stage(&p, &facts, s)).collect();
    for (stage, new) in p.stages.iter_mut().zip(stages) {
        if let Some(new) = new {
            *stage = new;
        }
    }
    p
}

/// The stage with more cases, if some index of it is clamped.
fn of_stage(p: &Pipeline, facts: &Facts, stage: &Stage) -> Option<Stage> {
    let chosen: Vec<Option<Block>> =
        stage.cases.iter().map(|case| chosen(p, stage.rank(), &case.value)).collect();
    if chosen.iter().all(Option::is_none) {
        return None;
    }
    let mut new = stage.clone();
    for (case, value) in new.cases.iter_mut().zip(chosen) {
        if let Some(value) = value {
            case.value = value;
        }
    }
    new.cases = divided(&new, facts);
    for Case { value, .. } in &mut new.cases {
        *value = without_unused(with_affine(value));
    }
    Some(new)
}

/// The block whose clamped indices are choices between index expressions, if it has some.
fn chosen(p: &Pipeline, rank: usize, block: &Block) -> Option<Block> {
    let mut builder = BlockBuilder::new();
    let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
    let mut any = false;
    for expr in &block.exprs {
        let mut node = map_operands(&expr.node, |id| new[id.0]);
        if let (Node::Read { source, index: old }, Node::Read { index, .. }) =
            (&expr.node, &mut node)
        {
            for (dim, (old, new)) in old.iter().zip(index).enumerate() {
                let Index::Value(id) = old else { continue };
                let clamped = Clamped::of(block, *id).filter(|c| c.is_of_one_variable(rank));
                let Some(clamped) = clamped else { continue };
                let choice = IndexChoice::of(&clamped.needed(constant_ends(p, *source, dim)));
                *new = match choice {
                    IndexChoice::Of(affine) => Index::Affine(affine),
                    choice @ IndexChoice::If(..) => {
                        Index::Value(choice.push(&mut builder, expr.loc))
                    }
                };
                any = true;
            }
        }
        new.push(builder.push(Expr { node, ..expr.clone() }));
    }
    any.then(|| builder.finish(new[block.result.0]))
}

/// The ends of a source along a dimension, beyond which it has one value.
fn constant_ends(p: &Pipeline, source: Source, dim: usize) -> Option<&Interval> {
    let (Domain(dims), border) = match source {
        Source::Input(i) => (&p.inputs[i.0].domain, &p.inputs[i.0].border),
        Source::Stage(s) => (&p.stages[s.0].domain, &p.stages[s.0].border),
    };
    let constant = border.as_ref().is_some_and(|b| matches!(b.mode, BorderMode::Constant(_)));
    constant.then(|| &dims[dim])
}

/// The block whose reads have index expressions where values were that are such.
fn with_affine(block: &Block) -> Block {
    let mut new = block.clone();
    for expr in &mut new.exprs {
        let Node::Read { index, .. } = &mut expr.node else { continue };
        for index in index {
            let Index::Value(id) = index else { continue };
            if let Node::Index(affine) = &block.exprs[id.0].node {
                *index = Index::Affine(affine.clone());
            }
        }
    }
    new
}

/// The smaller or the larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extreme {
    Least,
    Most,
}

/// An index that may be clamped.
#[derive(Clone, Debug)]
enum Clamped {
    At(Affine),
    To(Extreme, Box<Clamped>, Box<Clamped>),
}

impl Clamped {
    /// What a value clamps, if it does nothing else.
    fn of(block: &Block, id: ExprId) -> Option<Clamped> {
        let of = |id: ExprId| Clamped::of(block, id).map(Box::new);
        if let Some(affine) = index(block, id) {
            return Some(Clamped::At(affine));
        }
        let Node::Binary(op, a, b) = &block.exprs[id.0].node else { return None };
        if *op == BinaryOp::Min {
            return Some(Clamped::To(Extreme::Least, of(*a)?, of(*b)?));
        }
        (*op == BinaryOp::Max).then_some(Clamped::To(Extreme::Most, of(*a)?, of(*b)?))
    }

    fn for_each(&self, f: &mut dyn FnMut(&Affine)) {
        match self {
            Clamped::At(affine) => f(affine),
            Clamped::To(_, a, b) => {
                a.for_each(f);
                b.for_each(f);
            }
        }
    }

    /// Whether there is a clamp, of one variable of a stage of this rank.
    fn is_of_one_variable(&self, rank: usize) -> bool {
        let mut vars: Vec<VarId> = Vec::new();
        self.for_each(&mut |affine| vars.extend(affine.vars()));
        vars.sort_unstable();
        vars.dedup();
        matches!(self, Clamped::To(..)) && matches!(vars[..], [var] if var.0 < rank)
    }

    /// Without bounds beyond these ends.
    fn needed(self, ends: Option<&Interval>) -> Clamped {
        let Clamped::To(extreme, a, b) = self else { return self };
        let (a, b) = (a.needed(ends), b.needed(ends));
        let beyond = |bound: &Clamped| {
            let (Clamped::At(bound), Some(ends)) = (bound, ends) else { return false };
            let further = |from: &Affine, to: &Affine| {
                from.sub(to).as_constant().is_some_and(|distance| distance >= 1)
            };
            match extreme {
                Extreme::Most => ends.lo.iter().any(|lo| further(lo, bound)),
                Extreme::Least => ends.hi.iter().any(|hi| further(bound, hi)),
            }
        };
        match (beyond(&a), beyond(&b)) {
            (false, true) => a,
            (true, false) => b,
            (true, true) | (false, false) => Clamped::To(extreme, Box::new(a), Box::new(b)),
        }
    }
}

/// An index that is one of several index expressions.
#[derive(Clone, Debug)]
enum IndexChoice {
    Of(Affine),
    If(Test, Box<IndexChoice>, Box<IndexChoice>),
}

impl IndexChoice {
    fn of(clamped: &Clamped) -> IndexChoice {
        match clamped {
            Clamped::At(affine) => IndexChoice::Of(affine.clone()),
            Clamped::To(extreme, a, b) => IndexChoice::of(a).against(&IndexChoice::of(b), *extreme),
        }
    }

    /// This one, or another.
    fn against(&self, other: &IndexChoice, extreme: Extreme) -> IndexChoice {
        match (self, other) {
            (IndexChoice::If(test, then, otherwise), _) => {
                let [then, otherwise] =
                    [then, otherwise].map(|choice| Box::new(choice.against(other, extreme)));
                IndexChoice::If(test.clone(), then, otherwise)
            }
            (_, IndexChoice::If(test, then, otherwise)) => {
                let [then, otherwise] =
                    [then, otherwise].map(|choice| Box::new(self.against(choice, extreme)));
                IndexChoice::If(test.clone(), then, otherwise)
            }
            (IndexChoice::Of(a), IndexChoice::Of(b)) => {
                let distance = match extreme {
                    Extreme::Least => b.sub(a),
                    Extreme::Most => a.sub(b),
                };
                match distance.as_constant() {
                    Some(0..) => self.clone(),
                    Some(_) => other.clone(),
                    None => {
                        let test = Test { affine: distance, op: TestOp::NonNegative };
                        IndexChoice::If(test, Box::new(self.clone()), Box::new(other.clone()))
                    }
                }
            }
        }
    }

    /// The value that is the choice.
    fn push(&self, builder: &mut BlockBuilder, loc: Loc) -> ExprId {
        let (ty, node) = match self {
            IndexChoice::Of(affine) => (ElemType::I32, Node::Index(affine.clone())),
            IndexChoice::If(test, then, otherwise) => {
                let ty = ElemType::Bool;
                let test = builder.push(Expr { ty, node: Node::Test(test.clone()), loc });
                let [then, otherwise] = [then, otherwise].map(|choice| choice.push(builder, loc));
                (ElemType::I32, Node::Select(test, then, otherwise))
            }
        };
        builder.push(Expr { ty, node, loc })
    }
}
