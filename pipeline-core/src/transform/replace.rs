//! Definitions in place of reads: expressions are moved to the point at which they are read.
//!
//! Algorithm 1 of *Polyhedral Expression Propagation* (CC 2018, Section 3.1): operators and their
//! order stay, and every variable of the producer becomes what it is at the point that is read,
//! which is the read's index, as stages are indexed by the variables themselves.

use super::cse::BlockBuilder;
use crate::analysis::magnitude::{LargestSizes, may_compose, reach, with_windows};
use crate::ir::nodes::{as_affine, map_operands};
use crate::ir::verify::beyond_limits;
use crate::ir::{
    Affine, Atom, Block, Expr, ExprId, Index, Node, Source, Test, Value, VarId, WindowVar,
};

/// A definition does not grow beyond this by other definitions in it, windows' bodies included.
pub(super) const MOST_EXPRS: usize = 2000;

/// Most sizes and variables of an index expression put into another.
const MOST_LEAVES: usize = 1024;

/// The number of expressions, those of windows included.
pub(super) fn size(block: &Block) -> usize {
    let inside = block.exprs.iter().map(|e| match &e.node {
        Node::Reduce { body, .. } => 1 + size(body),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Read { .. }
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. } => 1,
    });
    inside.sum()
}

/// An index expression that is no gather.
pub(super) fn affine_of(index: &Index) -> Option<&Affine> {
    match index {
        Index::Affine(affine) => Some(affine),
        Index::Value(_) => None,
    }
}

/// An index expression of a producer with these for its variables: its indices, and, if it has
/// windows, their variables.
pub(super) fn at(affine: &Affine, vars: &[Affine]) -> Affine {
    affine.substitute(&|atom| match atom {
        Atom::Var(v) => Some(vars[v.0].clone()),
        Atom::Size(_) | Atom::Div(..) => None,
    })
}

/// A definition that is put in place of reads.
pub(super) struct Inlinee<'a> {
    block: &'a Block,
    /// Its index expressions, those of windows included.
    affines: Vec<&'a Affine>,
}

impl Inlinee<'_> {
    /// Of this definition.
    pub(super) fn of(block: &Block) -> Inlinee<'_> {
        let mut affines = Vec::new();
        affines_of(block, &mut affines);
        Inlinee { block, affines }
    }

    /// Whether its index expressions stay within the limits with these for its variables, which
    /// are made of variables that reach so far.
    fn fits(&self, values: &[Affine], sizes: &LargestSizes, vars: &[i64]) -> bool {
        let most = values.iter().map(leaves).fold(1, usize::max);
        self.affines.iter().all(|a| {
            let small = may_compose(a, values) && leaves(a).saturating_mul(most) <= MOST_LEAVES;
            small && {
                let at = at(a, values);
                beyond_limits(&at).is_none() && reach(&at, sizes, vars).is_some()
            }
        })
    }
}

fn affines_of<'a>(block: &'a Block, found: &mut Vec<&'a Affine>) {
    for expr in &block.exprs {
        match &expr.node {
            Node::Index(affine) | Node::Test(Test { affine, .. }) => found.push(affine),
            Node::Read { index, .. } => found.extend(index.iter().filter_map(affine_of)),
            Node::Reduce { body, .. } => affines_of(body, found),
            Node::Const(_)
            | Node::Scalar(_)
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

fn leaves(affine: &Affine) -> usize {
    let mut count = 0;
    affine.for_each_leaf(&mut |_| count += 1);
    count
}

/// What stands in place of a read.
pub(super) enum Replacement<'a> {
    /// A definition, with these for its variables.
    Definition(&'a Inlinee<'a>, Vec<Affine>),
    /// A constant.
    Constant(Value),
}

/// What stands in place of a read in these windows and at this index.
pub(super) type Replacements<'a> =
    dyn Fn(&[WindowVar], Vec<Affine>) -> Option<Replacement<'a>> + 'a;

/// Puts something in place of the reads of a source.
pub(super) struct Replace<'a> {
    /// What is read.
    pub(super) source: Source,
    /// What stands in place of each read.
    pub(super) with: &'a Replacements<'a>,
    /// How large index expressions may get.
    pub(super) sizes: LargestSizes,
}

impl Replace<'_> {
    /// The block with every read of the source replaced, those in bodies of windows within the
    /// body; `None` if one is a gather, if nothing may stand in its place, or if an index
    /// expression would exceed the limits. The variables reach so far.
    pub(super) fn block(&self, block: &Block, vars: &[i64]) -> Option<Block> {
        self.within(block, vars, &mut Vec::new())
    }

    fn within(&self, block: &Block, vars: &[i64], windows: &mut Vec<WindowVar>) -> Option<Block> {
        let mut builder = BlockBuilder::new();
        let mut new: Vec<ExprId> = Vec::with_capacity(block.exprs.len());
        for expr in &block.exprs {
            let id = match &expr.node {
                Node::Read { source, index } if *source == self.source => {
                    match (self.with)(windows, as_affine(index)?)? {
                        Replacement::Definition(inlinee, values) => {
                            if !inlinee.fits(&values, &self.sizes, vars) {
                                return None;
                            }
                            builder.append(inlinee.block, &|node| moved(node, &values))
                        }
                        Replacement::Constant(value) => {
                            builder.push(Expr { node: Node::Const(value), ..expr.clone() })
                        }
                    }
                }
                Node::Reduce { op, vars: own, body, fused } => {
                    let outer = windows.len();
                    windows.extend_from_slice(own);
                    let body = self.within(body, &with_windows(vars, own, &self.sizes), windows);
                    windows.truncate(outer);
                    let node = Node::Reduce {
                        op: *op,
                        vars: own.clone(),
                        body: Box::new(body?),
                        fused: *fused,
                    };
                    builder.push(Expr { node, ..expr.clone() })
                }
                node @ Node::Const(_)
                | node @ Node::Scalar(_)
                | node @ Node::Index(_)
                | node @ Node::Test(_)
                | node @ Node::Read { .. }
                | node @ Node::Unary(..)
                | node @ Node::Binary(..)
                | node @ Node::Cast(_)
                | node @ Node::SaturatingCast(_)
                | node @ Node::Select(..)
                | node @ Node::Call(..)
                | node @ Node::Combine { .. } => {
                    let node = map_operands(node, |id| new[id.0]);
                    builder.push(Expr { node, ..expr.clone() })
                }
            };
            new.push(id);
        }
        Some(builder.finish(new[block.result.0]))
    }
}

/// A node of the producer with these for its variables.
fn moved(node: &Node, to: &[Affine]) -> Node {
    match node {
        Node::Index(affine) => Node::Index(at(affine, to)),
        Node::Test(Test { affine, op }) => Node::Test(Test { affine: at(affine, to), op: *op }),
        Node::Read { source, index } => {
            let index = index.iter().map(|i| match i {
                Index::Affine(affine) => Index::Affine(at(affine, to)),
                value @ Index::Value(_) => value.clone(),
            });
            Node::Read { source: *source, index: index.collect() }
        }
        Node::Reduce { op, vars, body, fused } => {
            let renamed = |var: &VarId| to[var.0].vars().first().copied().unwrap_or(*var);
            let vars = vars.iter().map(|of| WindowVar { id: renamed(&of.id), ..of.clone() });
            let exprs = body.exprs.iter().map(|e| Expr { node: moved(&e.node, to), ..e.clone() });
            let body = Block { exprs: exprs.collect(), result: body.result };
            Node::Reduce { op: *op, vars: vars.collect(), body: Box::new(body), fused: *fused }
        }
        other @ Node::Const(_)
        | other @ Node::Scalar(_)
        | other @ Node::Unary(..)
        | other @ Node::Binary(..)
        | other @ Node::Cast(_)
        | other @ Node::SaturatingCast(_)
        | other @ Node::Select(..)
        | other @ Node::Call(..)
        | other @ Node::Combine { .. } => other.clone(),
    }
}
