//! What holds of a compute: its stores are apart from each other and from what it loads.

use super::inside::is_inside;
use super::{Checker, as_affine, carried};
use crate::ir::border::Lands;
use crate::ir::{Affine, Block, Expr, Index, Source, VarId};
use crate::loops::dependence::{no_alias, stride};
use crate::loops::{Access, Compute, ComputeId, Hold, Role, Store};

impl Checker<'_> {
    /// A compute: what it stores and loads, and in which lanes.
    pub(super) fn compute(&mut self, id: ComputeId) {
        let Some(compute) = self.nest.computes.get(id.0) else {
            return self.error(format!("there is no compute #{}", id.0));
        };
        if compute.stores.first().map(|s| s.value) != Some(compute.value.result) {
            self.error(format!("the result of compute #{} is not its first store", id.0));
        }
        compute.stores.iter().for_each(|s| self.store(id, &compute.value, s));
        self.apart(id, compute);
        self.along_lanes(id, compute);
        self.ends(id, compute);
        self.block(&compute.value);
        if let Some(wrong) = carried::wrong(compute, self.lane, self.row) {
            self.error(format!("compute #{} carries {wrong}", id.0));
        }
    }

    /// Lanes go along a dimension by address, so none that they move along is folded.
    fn along_lanes(&mut self, id: ComputeId, compute: &Compute) {
        let Some(lane) = self.lane else { return };
        let folds = |source: Source, index: &[Index]| {
            let Source::Stage(s) = source else { return false };
            let Some(buffer) = &self.loops.stages[s.0] else { return false };
            index.iter().enumerate().any(|(dim, index)| {
                let moves = matches!(index, Index::Affine(a) if a.mentions_var(lane));
                moves && matches!(buffer.hold(dim), Hold::Current | Hold::Circular(_))
            })
        };
        let mut folded = compute.stores.iter().any(|s| folds(Source::Stage(s.stage), &s.at()));
        if compute.access != Access::BorderResolved {
            compute.value.for_each_read(&mut |_, _, source, index| folded |= folds(source, index));
        }
        if folded {
            self.error(format!("compute #{} has lanes along a folded dimension", id.0));
        }
    }

    /// Vectors at the ends of rows load from anywhere in these, so all of a row is there, and none
    /// of it changes meanwhile.
    fn ends(&mut self, id: ComputeId, compute: &Compute) {
        if !compute.access.resolves_ends() {
            return;
        }
        let Some(lane) = self.lane else {
            return self.error(format!("compute #{} resolves the ends of no rows", id.0));
        };
        if compute.updates() {
            self.error(format!("compute #{} resolves ends and changes points", id.0));
        }
        let mut wrong = false;
        compute.value.for_each_read(&mut |_, _, source, index| {
            let buffer = match source {
                Source::Input(i) => self.loops.inputs.get(i.0),
                Source::Stage(s) => self.loops.stages[s.0].as_ref(),
            };
            let Some(buffer) = buffer.filter(|b| b.border.is_some()) else { return };
            let moves = |i: &Index| matches!(i, Index::Affine(a) if a.mentions_var(lane));
            let linear = |i: &Index| as_affine(i).is_some_and(|a| stride(&a, lane).is_some());
            // A tile stores what it has in a scratchpad before it loads that.
            let is_whole = |dim: usize| match (&buffer.role, source) {
                (Role::Scratch(held), Source::Stage(s)) => {
                    held[dim] == Hold::Whole && compute.stores.iter().all(|to| to.stage != s)
                }
                (_, Source::Stage(s)) => !self.nest.stored().contains(&s),
                (_, Source::Input(_)) => true,
            };
            let mut moving = index.iter().enumerate().filter(|(_, i)| moves(i));
            wrong |= !moving.all(|(dim, i)| is_whole(dim) && linear(i));
        });
        if wrong {
            self.error(format!("compute #{} resolves the ends of what is no whole row", id.0));
        }
    }

    /// One of its stores.
    fn store(&mut self, id: ComputeId, block: &Block, store: &Store) {
        let Some(buffer) = self.loops.stages[store.stage.0].as_ref() else {
            return self.error(format!("compute #{} stores to a stage without buffer", id.0));
        };
        if matches!(buffer.role, Role::Input(_)) {
            self.error(format!("compute #{} stores to an input", id.0));
        }
        if store.index.len() != buffer.domain.0.len() {
            self.error(format!("compute #{} stores with {} indices", id.0, store.index.len()));
        }
        match block.exprs.get(store.value.0).map(|e| e.ty) {
            Some(ty) if ty == buffer.ty => {}
            Some(ty) => self.error(format!("compute #{} stores {ty} as {}", id.0, buffer.ty)),
            None => self.error(format!("compute #{} stores no value of its block", id.0)),
        }
        store.index.iter().for_each(|a| self.affine(a));
        for (d, value) in &store.data {
            let int = block.exprs.get(value.0).is_some_and(|e| e.ty.is_int());
            if !int || store.index.get(*d) != Some(&Affine::default()) {
                self.error(format!("compute #{} stores where no integer of its says", id.0));
            }
        }
        let shared = !matches!(buffer.role, Role::Scratch(_));
        for var in self.parallel.clone().into_iter().filter(|_| shared) {
            if !store.index.iter().any(|a| self.depends(a, var)) {
                let name = &self.nest.vars.name(var);
                self.error(format!("compute #{} races on parallel `{name}`", id.0));
            }
        }
    }

    /// Stores go to distinct places, and no load takes from one of them.
    fn apart(&mut self, id: ComputeId, compute: &Compute) {
        let buffer = |s: &Store| self.loops.stages[s.stage.0].as_ref();
        let mut wrong: Vec<String> = Vec::new();
        let prefixes = self.lane.map(|lane| compute.prefixes(lane)).unwrap_or_default();
        let is_before = |expr: &Expr| {
            prefixes.iter().any(|p| std::ptr::eq(expr, &compute.value.exprs[p.before.0]))
        };
        for (i, a) in compute.stores.iter().enumerate() {
            let Some(to) = buffer(a) else { continue };
            let twin = |b: &&Store| b.stage == a.stage;
            if compute.stores[..i]
                .iter()
                .filter(twin)
                .any(|b| !same_data(a, b) || !no_alias(to, &a.index, &b.index, self.lane))
            {
                wrong.push(format!("compute #{} stores twice to one place of `{}`", id.0, to.name));
            }
            compute.value.for_each_read(&mut |_, expr, source, index| {
                if source != Source::Stage(a.stage) || index.len() != a.index.len() {
                    return;
                }
                if is_before(expr) {
                    return;
                }
                // Where the index depends on data, any coordinate may be meant, that of the store
                // as well.
                let of = |(d, i): (usize, &Index)| match a.data.iter().any(|data| data.0 == d) {
                    true => a.index[d].clone(),
                    false => as_affine(i).unwrap_or(a.index[d].clone()),
                };
                let affine: Vec<Affine> = index.iter().enumerate().map(of).collect();
                // A border redirects the load of a point outside to what comes before it, a
                // constant one no load to any place.
                let nowhere = to.border.is_none_or(|mode| mode.lands() == Lands::Nowhere);
                let inside = || is_inside(to, &a.index, &affine, &self.least);
                let resolves = compute.access != Access::Inside && self.lane.is_some();
                let stays = !resolves || nowhere || inside();
                let elsewhere = stays && no_alias(to, &a.index, &affine, self.lane);
                let in_place = compute.is_in_place(source, index) && self.in_lanes_once(a);
                // Point by point, the order of an ordered nest is what keeps them apart.
                let earlier = self.ordered && self.lane.is_none();
                // So it does where every lane stays on a line of its own.
                let lane_private = self.ordered && self.is_lane_private(a, index);
                if !in_place && !earlier && !lane_private && !elsewhere {
                    wrong
                        .push(format!("compute #{} loads from `{}` what it stores", id.0, to.name));
                }
            });
        }
        wrong.into_iter().for_each(|message| self.error(message));
    }

    /// Whether each lane of a loop loads at its own coordinate of some dimension, at which no other
    /// lane stores.
    fn is_lane_private(&self, store: &Store, index: &[Index]) -> bool {
        let own = |(to, from): (&Affine, &Index)| {
            let moves = self.lane.and_then(|lane| stride(to, lane)).is_some_and(|k| k != 0);
            moves && as_affine(from).is_some_and(|from| from == *to)
        };
        store.data.is_empty() && store.index.iter().zip(index).any(own)
    }

    /// Whether the lanes of a loop, if there is one, store to different points.
    fn in_lanes_once(&self, store: &Store) -> bool {
        let moves = |lane: VarId| {
            let strides = store.index.iter().map(|a| stride(a, lane));
            store.data.is_empty() && strides.into_iter().any(|k| k.is_some_and(|k| k != 0))
        };
        self.lane.is_none_or(moves)
    }
}

/// Whether two stores have a data-dependent index in the same dimensions.
fn same_data(a: &Store, b: &Store) -> bool {
    a.data.iter().map(|data| data.0).eq(b.data.iter().map(|data| data.0))
}
