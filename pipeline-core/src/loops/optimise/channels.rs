//! Loops over the channels of interleaved pixels become one loop over columns a channel.
//!
//! ```text
//! for c in 0..=2 { lanes for x in a..=b: out(y, x, c) = img(y, 2*x, c) + img(y, 2*x + 1, c) }
//!
//! lanes for x in a..=b: out(y, x, 0) = …
//! lanes for x in a..=b: out(y, x, 1) = …
//! lanes for x in a..=b: out(y, x, 2) = …
//! ```
//!
//! What else is in such a loop stays in one, where neither loads what the other stores. Merged, the
//! loops over columns load and store all channels of a pixel, which are interleaved vectors. Rows
//! that [may run as one](super::collapse) stay loops.

use crate::analysis::lane::few_points;
use crate::ir::{Affine, Index, Source, VarId};
use crate::loops::collapse::Row;
use crate::loops::walk::{Effects, as_affine, map_compute, substitute, with_body};
use crate::loops::{
    Bound, Buffer, Compute, ComputeId, LoopKind, LoopNest, Role, Stmt, keeps_loops,
};
use crate::schedule::speed::MOST_CHANNELS;

/// Unrolls loops over few channels in which vectors go along the columns of a caller's pixels.
pub fn unroll_channels(mut loops: LoopNest) -> LoopNest {
    let mut nests = std::mem::take(&mut loops.nests);
    for nest in &mut nests {
        if !keeps_loops(&loops.stages, nest) {
            let body = std::mem::take(&mut nest.body);
            let mut pass = Pass { loops: &loops, computes: &mut nest.computes };
            nest.body = pass.list(body);
        }
    }
    loops.nests = nests;
    loops
}

struct Pass<'a> {
    /// The stages and inputs.
    loops: &'a LoopNest,
    computes: &'a mut Vec<Compute>,
}

impl Pass<'_> {
    fn list(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut list = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            match self.channels(&stmt) {
                Some(channels) => list.extend(channels),
                None => list.push(with_body(stmt, |body| self.list(body))),
            }
        }
        list
    }

    /// The body of a loop over channels for each of them.
    fn channels(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::For { var, lo, hi, kind: LoopKind::Serial, body } = stmt else { return None };
        let [[first], [last]] = [lo.list(), hi.list()] else { return None };
        let channels = first.as_constant()?..=last.as_constant()?;
        let few = (0..MOST_CHANNELS).contains(&(channels.end() - channels.start()));
        let of_pixels = |stmt: &&Stmt| self.is_of_pixels(*var, [lo, hi], stmt);
        let (mut wanted, mut rest): (Vec<&Stmt>, Vec<&Stmt>) = body.iter().partition(of_pixels);
        if !few || wanted.is_empty() || !body.iter().all(|stmt| is_rectangular(stmt, *var)) {
            return None;
        }
        let effects = |stmts: &[&Stmt]| {
            let stmts: Vec<Stmt> = stmts.iter().copied().cloned().collect();
            Effects::of(&stmts, self.computes)
        };
        if !effects(&wanted).independent(&effects(&rest)) {
            (wanted, rest) = (body.iter().collect(), Vec::new());
        }
        let mut unrolled = Vec::new();
        for channel in channels {
            let copies = wanted.iter().map(|stmt| self.copy(stmt, (*var, channel)));
            unrolled.extend(copies.collect::<Vec<_>>());
        }
        if !rest.is_empty() {
            let body = rest.into_iter().cloned().collect();
            let (lo, hi, kind) = (lo.clone(), hi.clone(), LoopKind::Serial);
            unrolled.push(Stmt::For { var: *var, lo, hi, kind, body });
        }
        Some(unrolled)
    }

    /// Whether a statement of a loop over a variable is a lanes loop along the columns of a
    /// caller's pixels, of which this is the channel, and cannot run as one row of all of these.
    fn is_of_pixels(&self, var: VarId, ends: [&Bound; 2], stmt: &Stmt) -> bool {
        let Some(row) = Row::within(var, ends, stmt) else { return false };
        let compute = &self.computes[row.compute.0];
        let mut found = compute.stores.iter().any(|store| {
            let buffer = self.loops.buffer(Source::Stage(store.stage));
            store.data.is_empty() && is_pixel(buffer, &store.index, (row.lane, var))
        });
        compute.value.for_each_read(&mut |_, _, source, index: &[Index]| {
            let buffer = self.loops.buffer(source);
            found |= as_affine(index).is_some_and(|i| is_pixel(buffer, &i, (row.lane, var)));
        });
        found && !row.is_one(compute, |source| self.loops.buffer(source))
    }

    /// A statement for one channel.
    fn copy(&mut self, stmt: &Stmt, channel: (VarId, i64)) -> Stmt {
        match stmt {
            Stmt::Compute(id) => {
                let value = Affine::from(channel.1);
                let at = |v: VarId| (v == channel.0).then(|| value.clone());
                let copy = map_compute(&self.computes[id.0], &|a| substitute(a, &at));
                self.computes.push(copy);
                Stmt::Compute(ComputeId(self.computes.len() - 1))
            }
            other @ Stmt::Let { .. }
            | other @ Stmt::When { .. }
            | other @ Stmt::For { .. }
            | other @ Stmt::Scratch { .. }
            | other @ Stmt::Copy(_) => with_body(other.clone(), |body| {
                body.iter().map(|stmt| self.copy(stmt, channel)).collect()
            }),
        }
    }
}

/// Whether a statement is loops over computes, the bounds of which do not depend on a variable.
fn is_rectangular(stmt: &Stmt, var: VarId) -> bool {
    match stmt {
        Stmt::Compute(_) => true,
        Stmt::For { lo, hi, body, .. } => {
            let fixed = |b: &Bound| !b.list().iter().any(|a| a.mentions_var(var));
            fixed(lo) && fixed(hi) && body.iter().all(|stmt| is_rectangular(stmt, var))
        }
        Stmt::Let { .. } | Stmt::When { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) => false,
    }
}

/// Whether an index goes along the columns of a caller's pixels with one variable, at the channel
/// that is another one.
fn is_pixel(buffer: &Buffer, index: &[Affine], (lane, channel): (VarId, VarId)) -> bool {
    let [.., along, last] = index else { return false };
    channels(buffer).is_some() && along.mentions_var(lane) && last.mentions_var(channel)
}

/// The channels of a caller's interleaved pixels.
pub fn channels(buffer: &Buffer) -> Option<i64> {
    match buffer.role {
        Role::Input(_) | Role::Output(_) => few_points(buffer.domain.0.last()?),
        Role::Full | Role::Scratch(_) => None,
    }
}
