//! Taking a case's loops into a nest with variables and computes of its own.

use super::case::CaseLoops;
use crate::ir::{Affine, VarId};
use crate::loops::rename::{Renaming, SAME, with_vars};
use crate::loops::vars::Vars;
use crate::loops::{Compute, ComputeId, Stmt};

/// Takes a case's variables and computes over into those of a nest; what is left of the case,
/// renumbered.
pub fn adopt(
    vars: &mut Vars,
    computes: &mut Vec<Compute>,
    loops: CaseLoops,
    prefix: &str,
) -> CaseLoops {
    let (first_var, first_compute) = (vars.len(), computes.len());
    let named: Vec<VarId> = loops
        .lets
        .iter()
        .filter_map(|s| if let Stmt::Let { var, .. } = s { Some(*var) } else { None })
        .collect();
    for (i, name) in loops.vars.names().iter().enumerate() {
        let own = named.contains(&VarId(i));
        vars.fresh(if own { format!("{prefix}_{name}") } else { name.clone() });
    }
    let var = |v: VarId| VarId(v.0 + first_var);
    let affine = |a: &Affine| with_vars(a, &var);
    let compute = |c: ComputeId| ComputeId(c.0 + first_compute);
    let shift = Renaming { var: &var, affine: &affine, compute: &compute, ..SAME };
    computes.extend(loops.computes.iter().map(|c| shift.compute(c)));
    CaseLoops {
        guards: loops.guards,
        loops: loops.loops.iter().map(|v| var(*v)).collect(),
        index: loops.index.iter().map(affine).collect(),
        made: loops.made.shifted(&var, &affine, &compute),
        vars: Vars::default(),
        computes: Vec::new(),
        lets: shift.stmts(&loops.lets),
        limits: loops.limits.iter().map(|l| (l.0, var(l.1), var(l.2))).collect(),
        body: shift.stmts(&loops.body),
    }
}
