//! Two computes as one.

use super::channels::channels;
use crate::analysis::arrange::{OrderedExprs, arrange};
use crate::analysis::carried::Ways;
use crate::analysis::windows::loads;
use crate::ir::{Affine, Block, Expr, Node, Source, VarId};
use crate::loops::dependence::{no_alias, stride};
use crate::loops::rewrite::combine::append;
use crate::loops::walk::as_affine;
use crate::loops::{Access, Buffer, Compute, LoopNest, Store};
use crate::schedule::speed::{MOST_EXPRS, MOST_LIVE};
use crate::transform::cse::BlockBuilder;

/// Joins two computes of lanes loops over the same values of `lane`, the first of which ran for
/// the whole row before the second. What both compute is computed once, a load of what the first
/// stores at the same point takes the value instead, and a point that both change is stored once.
///
/// Nothing if the results could differ, if neither a load is shared nor the stores
/// [interleave](interleaves) or loads are of [the same pixels](of_pixels), if the whole needs too
/// many registers, or if it [chains functions](chains_functions).
pub fn join(loops: &LoopNest, first: &Compute, second: &Compute, lane: VarId) -> Option<Compute> {
    if !legal(&loops.stages, first, second, lane) || chains_functions(first, second) {
        return None;
    }
    let mut builder = BlockBuilder::new();
    let own = append(&mut builder, first, |_| None);
    let other = append(&mut builder, second, |node| {
        first.stores.iter().find(|s| takes(node, s)).map(|s| own[s.value.0])
    });
    let again = |s: &&Store| second.stores.iter().any(|t| changes_both(first, s, second, t));
    let kept = || first.stores.iter().filter(|s| !again(s));
    let targets = kept().chain(&second.stores);
    let of_first = kept().map(|s| own[s.value.0]);
    let results = of_first.chain(second.stores.iter().map(|s| other[s.value.0])).collect();
    let (values, live) = arrange(OrderedExprs { exprs: builder.into_exprs(), results });
    let value = Block { result: values.results[0], exprs: values.exprs };
    let fits = || {
        let ways = || Ways::of(&value, &values.results, lane);
        live <= MOST_LIVE || ways().each().any(|way| way.live() <= MOST_LIVE)
    };
    if value.exprs.len() > MOST_EXPRS || !fits() {
        return None;
    }
    let (a, b) = (&first.value.exprs, &second.value.exprs);
    let shared = loads(a) + loads(b) > loads(&value.exprs);
    let beside =
        || interleaves(loops, first, second, lane) || of_pixels(loops, first, second, lane);
    if !shared && !beside() {
        return None;
    }
    let stores = targets.zip(&values.results).map(|(s, id)| Store { value: *id, ..s.clone() });
    let stores: Vec<Store> = stores.collect();
    Some(Compute { stores, value, access: first.access, carried: Vec::new() })
}

/// Whether the second computes a polynomial function of what the first stores, which is computed by
/// one, too: as [inlining](crate::transform::inline) them, that is slower than two loops. A picture
/// of which a mean of logarithms is raised to a power takes 1.8 times as long with AVX-512, and 1.4
/// times with AVX2 (an Intel Xeon of family 6, model 167).
fn chains_functions(first: &Compute, second: &Compute) -> bool {
    let is_one = |e: &Expr| matches!(e.node, Node::Call(of, _) if of.cost().is_polynomial());
    let computes = |compute: &Compute| compute.value.exprs.iter().any(is_one);
    let taken = |e: &Expr| first.stores.iter().any(|store| takes(&e.node, store));
    computes(first) && computes(second) && second.value.exprs.iter().any(taken)
}

/// Whether two computes store to one row of a stage interleaved, as residues and channels do: each
/// at every `m`th point, less than so many points apart. Then one access goes over the points of
/// both.
pub fn interleaves(loops: &LoopNest, first: &Compute, second: &Compute, lane: VarId) -> bool {
    let interleaved = |a: &Store, b: &Store| {
        let buffer = loops.buffer(Source::Stage(b.stage));
        a.stage == b.stage && lie_between(buffer, &a.index, &b.index, lane)
    };
    let of_first = |b| first.stores.iter().any(|a| interleaved(a, b));
    second.stores.iter().all(of_first)
}

/// Whether the second compute loads a channel of pixels of which the first loads another one.
fn of_pixels(loops: &LoopNest, first: &Compute, second: &Compute, lane: VarId) -> bool {
    let loads = |compute: &Compute| -> Vec<(Source, Vec<Affine>)> {
        let mut found = Vec::new();
        compute.value.for_each_read(&mut |_, _, source, index| {
            if channels(loops.buffer(source)).is_some() {
                found.extend(as_affine(index).map(|index| (source, index)));
            }
        });
        found
    };
    let (own, other) = (loads(first), loads(second));
    other.iter().any(|(source, index)| {
        let between = |of: &Vec<Affine>| lie_between(loops.buffer(*source), of, index, lane);
        own.iter().any(|(same, of)| same == source && between(of))
    })
}

/// Whether the points of two lines along the lanes lie between each other in a row of memory.
fn lie_between(buffer: &Buffer, a: &[Affine], b: &[Affine], lane: VarId) -> bool {
    let moved: Vec<usize> = (0..a.len()).filter(|d| a[*d] != b[*d]).collect();
    let distance = |d: usize| b[d].sub(&a[d]).as_constant();
    let every = |d: usize| stride(&a[d], lane).filter(|k| stride(&b[d], lane) == Some(*k));
    let last = a.len() - 1;
    let (every, distance) = match (channels(buffer), &moved[..]) {
        (Some(channels), _) if moved.iter().all(|d| *d + 1 >= last) && last > 0 => {
            let elements = |(x, c)| x * channels + c;
            let every = every(last - 1).map(|k| k * channels);
            (every, distance(last - 1).zip(distance(last)).map(elements))
        }
        (_, [d]) => (every(*d), distance(*d)),
        _ => return false,
    };
    every.zip(distance).is_some_and(|(every, distance)| distance != 0 && distance.abs() < every)
}

/// Whether two stores of two computes change the same point.
fn changes_both(first: &Compute, a: &Store, second: &Compute, b: &Store) -> bool {
    let same = a.stage == b.stage && a.index == b.index;
    same && first.changes(a) > 0 && second.changes(b) > 0
}

/// Whether a load takes exactly what a store puts.
fn takes(node: &Node, store: &Store) -> bool {
    match node {
        Node::Read { source, index } => {
            *source == Source::Stage(store.stage)
                && as_affine(index).is_some_and(|index| index == store.index)
        }
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Select(..)
        | Node::Call(..)
        | Node::Combine { .. }
        | Node::Reduce { .. } => false,
    }
}

/// Whether the computes may run side by side: nothing is stored where the other loads or stores,
/// but at the same point: the second may load what the first has stored there, and change what the
/// first changes.
fn legal(stages: &[Option<Buffer>], first: &Compute, second: &Compute, lane: VarId) -> bool {
    let elsewhere = |store: &Store, index: Option<Vec<Affine>>| match &stages[store.stage.0] {
        Some(buffer) => index.is_some_and(|i| no_alias(buffer, &store.index, &i, Some(lane))),
        None => false,
    };
    let clear = |stores: &[Store], compute: &Compute, forwarded: &dyn Fn(&Store) -> bool| {
        let mut clear = true;
        compute.value.for_each_read(&mut |block, expr, source, index| {
            let windowed = !std::ptr::eq(block, &compute.value);
            let is_forwarded = |s: &Store| takes(&expr.node, s) && forwarded(s);
            if windowed || !stores.iter().any(is_forwarded) {
                let mut stored = stores.iter().filter(|s| Source::Stage(s.stage) == source);
                clear &= stored.all(|s| elsewhere(s, as_affine(index)));
            }
        });
        clear
    };
    let distinct = first.stores.iter().all(|a| {
        let mut same = second.stores.iter().filter(|b| b.stage == a.stage);
        same.all(|b| changes_both(first, a, second, b) || elsewhere(a, Some(b.index.clone())))
    });
    let changed = |b: &Store| first.stores.iter().any(|a| changes_both(first, a, second, b));
    let known = |c: &Compute| c.stores.iter().all(|s| s.data.is_empty());
    let alike = first.access == second.access;
    let joins = matches!(first.access, Access::Inside | Access::EndsResolved) && alike;
    joins
        && [first, second].iter().all(|c| known(c))
        && distinct
        && clear(&second.stores, first, &changed)
        && clear(&first.stores, second, &|_| true)
}
