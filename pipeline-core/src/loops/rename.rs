//! Statements and computes in other terms: the one walk that rewrites them.

use super::{Bound, Compute, ComputeId, Copy, Pad, Span, Stmt, Store};
use crate::ir::{Affine, Atom, Block, Index, Node, Source, StageId, Test, VarId};

/// What takes the place of what.
pub struct Renaming<'a> {
    /// Of a variable where it is defined.
    pub var: &'a dyn Fn(VarId) -> VarId,
    /// Of an index expression.
    pub affine: &'a dyn Fn(&Affine) -> Affine,
    /// Of a stage.
    pub stage: &'a dyn Fn(StageId) -> StageId,
    /// Of a compute.
    pub compute: &'a dyn Fn(ComputeId) -> ComputeId,
}

/// Nothing takes the place of anything.
pub const SAME: Renaming<'static> = Renaming {
    var: &|var| var,
    affine: &Affine::clone,
    stage: &|stage| stage,
    compute: &|compute| compute,
};

impl Renaming<'_> {
    /// A list of statements.
    pub fn stmts(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        stmts.iter().map(|stmt| self.stmt(stmt)).collect()
    }

    /// A statement with all that it holds.
    pub fn stmt(&self, stmt: &Stmt) -> Stmt {
        match stmt {
            Stmt::Let { var, value } => {
                Stmt::Let { var: (self.var)(*var), value: self.bound(value) }
            }
            Stmt::When { tests, body } => {
                let test = |t: &Test| Test { affine: (self.affine)(&t.affine), op: t.op };
                Stmt::When { tests: tests.iter().map(test).collect(), body: self.stmts(body) }
            }
            Stmt::For { var, lo, hi, kind, body } => Stmt::For {
                var: (self.var)(*var),
                lo: self.bound(lo),
                hi: self.bound(hi),
                kind: *kind,
                body: self.stmts(body),
            },
            Stmt::Scratch { pads, body } => {
                let base = |b: &Option<Bound>| b.as_ref().map(|b| self.bound(b));
                let pad = |pad: &Pad| Pad {
                    stage: (self.stage)(pad.stage),
                    base: pad.base.iter().map(base).collect(),
                };
                Stmt::Scratch { pads: pads.iter().map(pad).collect(), body: self.stmts(body) }
            }
            Stmt::Copy(copy) => Stmt::Copy(self.copy(copy)),
            Stmt::Compute(id) => Stmt::Compute((self.compute)(*id)),
        }
    }

    fn copy(&self, copy: &Copy) -> Copy {
        let span = |s: &Span| Span { lo: self.bound(&s.lo), hi: self.bound(&s.hi) };
        Copy {
            from: self.source(copy.from),
            to: (self.stage)(copy.to),
            part: copy.part.iter().map(span).collect(),
        }
    }

    fn source(&self, source: Source) -> Source {
        match source {
            Source::Stage(stage) => Source::Stage((self.stage)(stage)),
            input => input,
        }
    }

    /// A bound.
    pub fn bound(&self, bound: &Bound) -> Bound {
        let list = bound.list().iter().map(self.affine).collect();
        match bound {
            Bound::Max(_) => Bound::Max(list),
            Bound::Min(_) => Bound::Min(list),
        }
    }

    /// A compute with the windows in it.
    pub fn compute(&self, compute: &Compute) -> Compute {
        let store = |s: &Store| Store {
            stage: (self.stage)(s.stage),
            index: s.index.iter().map(self.affine).collect(),
            data: s.data.clone(),
            value: s.value,
        };
        Compute {
            stores: compute.stores.iter().map(store).collect(),
            value: self.block(&compute.value),
            access: compute.access,
            carried: compute.carried.clone(),
        }
    }

    /// A block with the windows in it.
    pub fn block(&self, block: &Block) -> Block {
        let mut block = block.clone();
        for expr in &mut block.exprs {
            match &mut expr.node {
                Node::Index(a) => *a = (self.affine)(a),
                Node::Test(t) => t.affine = (self.affine)(&t.affine),
                Node::Read { source, index } => {
                    *source = self.source(*source);
                    for i in index {
                        if let Index::Affine(a) = i {
                            *a = (self.affine)(a);
                        }
                    }
                }
                Node::Reduce { vars, body, .. } => {
                    vars.iter_mut().for_each(|v| v.id = (self.var)(v.id));
                    **body = self.block(body);
                }
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
        block
    }
}

/// Other variables instead of those of an index expression.
pub fn with_vars(a: &Affine, var: &dyn Fn(VarId) -> VarId) -> Affine {
    a.substitute(&|atom| match atom {
        Atom::Var(v) => Some(var(*v).into()),
        Atom::Size(_) | Atom::Div(..) => None,
    })
}
