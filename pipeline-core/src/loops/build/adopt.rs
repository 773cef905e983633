//! Taking a case's loops into a nest with variables and computes of its own.

use super::case::CaseLoops;
use super::residue::map_affine;
use crate::ir::{Affine, Atom, Block, Node, Test, VarId};
use crate::loops::{Bound, Compute, ComputeId, Pad, Stmt};

/// Takes a case's variables and computes over into those of a nest; what is left of the case,
/// renumbered.
pub fn adopt(
    vars: &mut Vec<String>,
    computes: &mut Vec<Compute>,
    loops: CaseLoops,
    prefix: &str,
) -> CaseLoops {
    let shift = Shift { vars: vars.len(), computes: computes.len() };
    let named: Vec<VarId> = loops
        .lets
        .iter()
        .filter_map(|s| if let Stmt::Let { var, .. } = s { Some(*var) } else { None })
        .collect();
    for (i, name) in loops.vars.into_iter().enumerate() {
        let own = named.contains(&VarId(i));
        vars.push(if own { format!("{prefix}_{name}") } else { name });
    }
    for mut compute in loops.computes {
        for store in &mut compute.stores {
            store.index = store.index.iter().map(|a| shift.affine(a)).collect();
        }
        compute.value = shift.block(&compute.value);
        computes.push(compute);
    }
    CaseLoops {
        guards: loops.guards,
        loops: loops.loops.iter().map(|v| shift.var(*v)).collect(),
        index: loops.index.iter().map(|a| shift.affine(a)).collect(),
        vars: Vec::new(),
        computes: Vec::new(),
        lets: loops.lets.iter().map(|s| shift.stmt(s)).collect(),
        limits: loops.limits.iter().map(|l| (l.0, shift.var(l.1), shift.var(l.2))).collect(),
        body: loops.body.iter().map(|s| shift.stmt(s)).collect(),
    }
}

/// Renumbers variables and computes.
struct Shift {
    vars: usize,
    computes: usize,
}

impl Shift {
    fn var(&self, v: VarId) -> VarId {
        VarId(v.0 + self.vars)
    }

    fn affine(&self, a: &Affine) -> Affine {
        a.substitute(&|atom| match atom {
            Atom::Var(v) => Some(self.var(*v).into()),
            _ => None,
        })
    }

    fn bound(&self, bound: &Bound) -> Bound {
        let list = bound.list().iter().map(|a| self.affine(a)).collect();
        match bound {
            Bound::Max(_) => Bound::Max(list),
            Bound::Min(_) => Bound::Min(list),
        }
    }

    fn block(&self, block: &Block) -> Block {
        let mut block = map_affine(block, &|a| self.affine(a));
        self.windows(&mut block);
        block
    }

    fn windows(&self, block: &mut Block) {
        for expr in &mut block.exprs {
            if let Node::Reduce { vars, body, .. } = &mut expr.node {
                vars.iter_mut().for_each(|v| v.0 = self.var(v.0));
                self.windows(body);
            }
        }
    }

    fn stmt(&self, stmt: &Stmt) -> Stmt {
        let all = |body: &[Stmt]| body.iter().map(|s| self.stmt(s)).collect();
        match stmt {
            Stmt::Let { var, value } => Stmt::Let { var: self.var(*var), value: self.bound(value) },
            Stmt::When { tests, body } => {
                let tests = tests.iter().map(|t| Test { affine: self.affine(&t.affine), op: t.op });
                Stmt::When { tests: tests.collect(), body: all(body) }
            }
            Stmt::For { var, lo, hi, kind, body } => Stmt::For {
                var: self.var(*var),
                lo: self.bound(lo),
                hi: self.bound(hi),
                kind: *kind,
                body: all(body),
            },
            Stmt::Scratch { pads, body } => {
                let base = |b: &Option<Bound>| b.as_ref().map(|b| self.bound(b));
                let pad =
                    |pad: &Pad| Pad { stage: pad.stage, base: pad.base.iter().map(base).collect() };
                Stmt::Scratch { pads: pads.iter().map(pad).collect(), body: all(body) }
            }
            Stmt::Compute(id) => Stmt::Compute(ComputeId(id.0 + self.computes)),
        }
    }
}
