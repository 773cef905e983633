//! Loops over channels become the loops inside them, once a channel.
//!
//! ```text
//! for c in 0..=2 { lanes for x in a..=b: out(y, x, c) = img(y, 2*x, c) + img(y, 2*x + 1, c) }
//!
//! lanes for x in a..=b: out(y, x, 0) = …
//! lanes for x in a..=b: out(y, x, 1) = …
//! lanes for x in a..=b: out(y, x, 2) = …
//! ```
//!
//! That is done where it is of use, merged, to have all channels in one loop over columns:
//! - channels of interleaved pixels, which are interleaved vectors;
//! - channels in planes that load the same, say a mask or a grey picture.
//!
//! A loop over one channel, as cases by channel have, goes in any case. What else is in a loop over
//! channels stays in one, where neither loads what the other stores. Rows that [may run as
//! one](super::collapse) stay loops.

use super::join::join;
use crate::analysis::lane::few_points;
use crate::ir::{Affine, Index, Source, VarId};
use crate::loops::collapse::CollapsedRow;
use crate::loops::walk::{Effects, as_affine, map_compute, substitute, with_body};
use crate::loops::{
    Bound, Buffer, Compute, ComputeId, LoopKind, LoopNest, Role, Stmt, may_rewrite,
};
use crate::schedule::speed::MOST_CHANNELS;

/// Unrolls loops over few channels in which vectors go along the columns of a caller's pixels, or
/// load the same for several channels.
pub fn unroll_channels(mut loops: LoopNest) -> LoopNest {
    let mut nests = std::mem::take(&mut loops.nests);
    for nest in &mut nests {
        if may_rewrite(&loops.stages, nest) {
            let body = std::mem::take(&mut nest.body);
            let mut pass = ChannelPass { loops: &loops, computes: &mut nest.computes };
            nest.body = pass.list(body);
        }
    }
    loops.nests = nests;
    loops
}

struct ChannelPass<'a> {
    /// The stages and inputs.
    loops: &'a LoopNest,
    computes: &'a mut Vec<Compute>,
}

impl ChannelPass<'_> {
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
        let Stmt::For { var, lo, hi, kind, body } = stmt else { return None };
        let [[first], [last]] = [lo.list(), hi.list()] else { return None };
        let channels = first.as_constant()?..=last.as_constant()?;
        let one = channels.start() == channels.end();
        let few = (0..MOST_CHANNELS).contains(&(channels.end() - channels.start()));
        let unrolls = *kind == LoopKind::Serial || one && *kind == LoopKind::Parallel;
        if !few || !unrolls || !body.iter().all(|stmt| is_rectangular(stmt, *var)) {
            return None;
        }
        let is_wanted = |stmt: &&Stmt| {
            let row = CollapsedRow::within(*var, [lo, hi], stmt);
            let of_pixels = || row.is_some_and(|row| self.is_of_pixels(&row));
            let collapses = row.is_some_and(|row| self.collapses(&row));
            !collapses && (one || of_pixels() || self.shares_loads((*var, *channels.start()), stmt))
        };
        let (mut wanted, mut rest): (Vec<&Stmt>, Vec<&Stmt>) = body.iter().partition(is_wanted);
        if wanted.is_empty() {
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
            let (lo, hi) = (lo.clone(), hi.clone());
            unrolled.push(Stmt::For { var: *var, lo, hi, kind: *kind, body });
        }
        Some(unrolled)
    }

    /// Whether a lanes loop in a loop over channels may run as one row with it.
    fn collapses(&self, row: &CollapsedRow<'_>) -> bool {
        row.is_one(&self.computes[row.compute.0], |source| self.loops.buffer(source))
    }

    /// Whether a lanes loop in a loop over channels goes along the columns of a caller's pixels.
    fn is_of_pixels(&self, row: &CollapsedRow<'_>) -> bool {
        let (compute, along) = (&self.computes[row.compute.0], (row.lane, row.short));
        let mut found = compute.stores.iter().any(|store| {
            let buffer = self.loops.buffer(Source::Stage(store.stage));
            store.data.is_empty() && is_pixel(buffer, &store.index, along)
        });
        compute.value.for_each_read(&mut |_, _, source, index: &[Index]| {
            let buffer = self.loops.buffer(source);
            found |= as_affine(index).is_some_and(|i| is_pixel(buffer, &i, along));
        });
        found
    }

    /// Whether a statement of a loop over channels, of which this is the first, is loops around a
    /// lanes loop that loads the same along its lanes for all of them, and may be one for two.
    fn shares_loads(&self, (channel, first): (VarId, i64), stmt: &Stmt) -> bool {
        let Stmt::For { var, kind, body, .. } = stmt else { return false };
        let [inner] = &body[..] else { return false };
        let (LoopKind::Lanes(_), Stmt::Compute(id)) = (kind, inner) else {
            return self.shares_loads((channel, first), inner);
        };
        let compute = &self.computes[id.0];
        let mut same = false;
        compute.value.for_each_read(&mut |_, _, _, index: &[Index]| {
            let mentions = |v| as_affine(index).map(|i| i.iter().any(|a| a.mentions_var(v)));
            same |= mentions(channel) == Some(false) && mentions(*var) == Some(true);
        });
        same && {
            let [one, other] =
                [first, first + 1].map(|value| at_channel(compute, (channel, value)));
            join(self.loops, &one, &other, *var).is_some()
        }
    }

    /// A statement for one channel.
    fn copy(&mut self, stmt: &Stmt, channel: (VarId, i64)) -> Stmt {
        match stmt {
            Stmt::Compute(id) => {
                self.computes.push(at_channel(&self.computes[id.0], channel));
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

/// A compute for one value of a variable.
fn at_channel(compute: &Compute, (channel, value): (VarId, i64)) -> Compute {
    let at = |v: VarId| (v == channel).then(|| Affine::from(value));
    map_compute(compute, &|a| substitute(a, &at))
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
