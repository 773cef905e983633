//! Whether one loop may do the work of two.

use crate::ir::{Affine, VarId};
use crate::loops::dependence::{Meets, meets};
use crate::loops::walk::{Effects, RenamedVars, defines, for_each_stmt, renamed};
use crate::loops::{Bound, LoopKind, Stmt};

/// A loop's parts.
pub struct LoopParts<'a> {
    /// The variable.
    pub var: VarId,
    /// First value.
    pub lo: &'a Bound,
    /// Last value.
    pub hi: &'a Bound,
    /// How it runs.
    pub kind: LoopKind,
    /// What runs.
    pub body: &'a [Stmt],
}

/// How far the second loop's variable must lag behind the first's for every row that the second
/// loads from the first to be there: `second = first + lag`, the greatest such. `None` if it loads
/// nothing, or nothing that tells.
pub fn lag(
    first: &Effects,
    second: &Effects,
    (var, other): (VarId, VarId),
    by: &RenamedVars,
) -> Option<i64> {
    let mut least: Option<i64> = None;
    for (source, store) in &first.stores {
        for load in second.loads_of(*source).flatten() {
            for (s, l) in store.iter().zip(load) {
                let Some(s) = s else { continue };
                let s = s.sub(&Affine::from(var)).as_constant();
                let l = renamed(l, by).sub(&Affine::from(other)).as_constant();
                if let (Some(s), Some(l)) = (s, l) {
                    least = Some(least.map_or(s - l, |least| least.min(s - l)));
                }
            }
        }
    }
    least
}

/// Whether iterations of the first loop and of the second, the latter renamed to the former's
/// variable, may alternate: no iteration of the second loads what a later one of the first stores,
/// and the first loads nothing that the second stores.
pub fn keeps_order(
    first: &Effects,
    second: &Effects,
    (a, b): (&LoopParts<'_>, &LoopParts<'_>),
    by: &RenamedVars,
) -> bool {
    let loads_back = |load: &(crate::ir::Source, _)| second.stores.iter().any(|s| s.0 == load.0);
    if first.loads.iter().any(loads_back) {
        return false;
    }
    let mut inner: Vec<VarId> = Vec::new();
    for body in [a.body, b.body] {
        for_each_stmt(body, &mut |stmt| inner.extend(defines(stmt)));
    }
    first.stores.iter().all(|(source, store)| {
        second.loads_of(*source).all(|load| {
            let Some(load) = load else { return false };
            let load: Vec<Affine> = load.iter().map(|e| renamed(e, by)).collect();
            match distance(store, &load, a.var, &inner) {
                Meets::Never | Meets::After(0) => true,
                Meets::After(later) => later < 0 && a.kind == LoopKind::Serial,
                Meets::Always | Meets::Unknown => false,
            }
        })
    })
}

/// When a store and a load of one source meet, as iterations of a loop, whatever the values of the
/// variables inside it.
fn distance(store: &[Option<Affine>], load: &[Affine], var: VarId, inner: &[VarId]) -> Meets {
    let free = |a: &Affine| !inner.iter().any(|v| a.mentions_var(*v));
    let mut found = Meets::Unknown;
    let known = store.iter().zip(load).filter_map(|(s, l)| Some((s.as_ref()?, l)));
    for (s, l) in known.filter(|(s, l)| free(s) && free(l)) {
        match meets(s, l, Some(var)) {
            Meets::Never => return Meets::Never,
            Meets::After(later) => found = Meets::After(later),
            Meets::Always | Meets::Unknown => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Source, StageId};

    const ROW: VarId = VarId(0);

    /// Whether loops over rows may alternate, one of which stores `a(row)`.
    fn order(load: Option<Affine>, kind: LoopKind) -> bool {
        let a = Source::Stage(StageId(0));
        let first = Effects { loads: Vec::new(), stores: vec![(a, vec![Some(ROW.into())])] };
        let loads = vec![(a, load.map(|row| vec![row]))];
        let second = Effects { loads, stores: Vec::new() };
        let bound = Bound::Max(vec![0.into()]);
        let rows = LoopParts { var: ROW, lo: &bound, hi: &bound, kind, body: &[] };
        keeps_order(&first, &second, (&rows, &rows), &RenamedVars::new())
    }

    #[test]
    fn loads_of_later_rows_keep_loops_apart() {
        let row = |offset| Some(Affine::from(ROW).offset(offset));
        assert!(order(row(0), LoopKind::Serial) && order(row(0), LoopKind::Parallel));
        assert!(order(row(-1), LoopKind::Serial) && !order(row(-1), LoopKind::Parallel));
        assert!(!order(row(1), LoopKind::Serial));
        assert!(!order(Some(Affine::from(ROW).floor_div(2)), LoopKind::Serial));
        assert!(!order(None, LoopKind::Serial), "a border_resolved load may go anywhere");
    }

    #[test]
    fn the_lag_is_that_of_the_newest_row() {
        let a = Source::Stage(StageId(0));
        let first = Effects { loads: Vec::new(), stores: vec![(a, vec![Some(ROW.into())])] };
        let other = VarId(1);
        let load = |offset| (a, Some(vec![Affine::from(other).offset(offset)]));
        let second = Effects { loads: vec![load(-1), load(2), load(0)], stores: Vec::new() };
        assert_eq!(lag(&first, &second, (ROW, other), &RenamedVars::new()), Some(-2));
        assert_eq!(lag(&second, &first, (ROW, other), &RenamedVars::new()), None);
    }
}
