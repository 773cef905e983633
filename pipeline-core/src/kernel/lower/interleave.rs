//! Loads and stores of neighbours at the same distance from lane to lane, as interleaved vectors.
//!
//! ```text
//! load row at 2*x, load row at 2*x + 1             even and odd elements
//! load row 0 at x, load row 1 at x, load row 2 at x        channels 0, 1 and 2 of pixels
//! ```
//!
//! Where as many loads as lanes are elements apart take all elements of a line, accesses of whole
//! vectors load them, and shuffles part them; for stores the other way. This is LLVM's interleaved
//! access group without gaps.

use crate::ir::{ElemType, ExprId};
use crate::kernel::{
    Block, Carrying, Expr, Line, LinePlace, Load, LoopForm, Member, Neighbours, Node,
    PointFunction, Pointer, Store, StoreOrder, StorePlace, Stride,
};

/// How many vectors may be interleaved: those for which the runtime has shuffles.
const GROUPS: [i64; 5] = [2, 3, 4, 6, 8];

/// One of several accesses to a row of memory.
struct RowAccess {
    /// Which.
    of: usize,
    /// Its value, line and place.
    member: Member,
    /// How far lanes go along the line.
    every: i64,
    /// The line without its channel.
    line: Line,
    /// Which element of the row the first lane has, relative to others of the line.
    element: i64,
    /// How many elements it is from lane to lane.
    apart: i64,
}

impl RowAccess {
    /// An access to every so many places of a line, if rows of memory are dense.
    fn new(of: usize, member: Member, stride: Stride, pointers: &[Pointer]) -> Option<RowAccess> {
        let Stride::Every(every) = stride else { return None };
        let mut line = pointers[member.line].line.clone();
        if line.constant().is_some() {
            return None;
        }
        let (channels, channel) = match line.neighbours {
            Neighbours::Adjacent | Neighbours::AsGiven => (1, 0),
            // A channel outside may stand for any.
            Neighbours::Apart(_) if line.border.is_some() => return None,
            Neighbours::Apart(n) => {
                let last = line.index.last_mut()?;
                (n, std::mem::take(last).as_constant()?)
            }
            Neighbours::Strided => return None,
        };
        let (element, apart) = (member.along.constant() * channels + channel, every * channels);
        Some(RowAccess { of, member, every, line, element, apart })
    }

    /// Whether both are to the same row of memory, at a known distance.
    fn is_beside(&self, other: &RowAccess) -> bool {
        let distance = self.member.along.sub(&other.member.along);
        self.line == other.line && self.every == other.every && distance.as_constant().is_some()
    }
}

/// The function, with groups of such loads and stores made at once. Where stores stand among the
/// loads, all stay what they are.
pub fn interleave(mut function: PointFunction) -> PointFunction {
    match (function.form, function.order) {
        (LoopForm::Vectors(_) | LoopForm::VectorsAndPoints(_), StoreOrder::Last) => {}
        (LoopForm::Point | LoopForm::Points(_), _) | (_, StoreOrder::WithValue) => return function,
    }
    let PointFunction { loaded, stored, value, stores, carrying, .. } = &mut function;
    interleave_loads(loaded, value);
    interleave_stores(stored, value, stores);
    if let Some(Carrying { ahead, first, value, stores, .. }) = carrying {
        interleave_loads(loaded, ahead);
        interleave_loads(loaded, first);
        interleave_loads(loaded, value);
        interleave_stores(stored, value, stores);
    }
    function
}

fn interleave_loads(loaded: &[Pointer], value: &mut Block) {
    let access = |(i, expr): (usize, &Expr)| {
        let Node::Load(Load::Line { line, along, stride, ends: None }) = &expr.node else {
            return None;
        };
        let LinePlace::Handed(line) = *line else { return None };
        let member = Member { value: ExprId(i), line, along: along.clone() };
        let access = RowAccess::new(i, member, *stride, loaded);
        access.filter(|_| expr.ty != ElemType::Bool)
    };
    for group in groups(value.exprs.iter().enumerate().filter_map(access).collect()) {
        let mut at: Vec<usize> = group.accesses.iter().map(|access| access.of).collect();
        at.sort_unstable();
        let (members, every) = group.members();
        let mut load = Load::Interleaved { members, every };
        for id in &at {
            let expr = &mut value.exprs[*id];
            let with = Load::With(ExprId(at[0]));
            (expr.node, expr.named) = (Node::Load(std::mem::replace(&mut load, with)), true);
        }
    }
}

fn interleave_stores(stored: &[Pointer], value: &Block, stores: &mut [Store]) {
    let accesses = stores.iter().enumerate().filter_map(|(i, store)| match &store.place {
        StorePlace::Line { line, along, stride } => {
            let member = Member { value: store.value, line: *line, along: along.clone() };
            let access = RowAccess::new(i, member, *stride, stored);
            access.filter(|_| value.exprs[store.value.0].ty != ElemType::Bool)
        }
        StorePlace::Interleaved { .. } | StorePlace::With(_) => None,
        StorePlace::Scattered { .. } | StorePlace::Point => None,
    });
    for group in groups(accesses.collect()) {
        let first = group.accesses[0].of;
        for access in &group.accesses {
            stores[access.of].place = StorePlace::With(first);
        }
        let (members, every) = group.members();
        stores[first].place = StorePlace::Interleaved { members, every };
    }
}

/// Accesses that take all elements of a row together, in the order of the elements.
struct AccessGroup {
    accesses: Vec<RowAccess>,
}

impl AccessGroup {
    fn members(self) -> (Vec<Member>, i64) {
        let every = self.accesses[0].every;
        (self.accesses.into_iter().map(|access| access.member).collect(), every)
    }
}

/// The groups among some accesses; each is in one at most. Of neighbours in a row, the first go
/// together.
fn groups(mut accesses: Vec<RowAccess>) -> Vec<AccessGroup> {
    accesses.retain(|access| GROUPS.contains(&access.apart));
    accesses.sort_by_key(|access| access.element);
    let mut found = Vec::new();
    while !accesses.is_empty() {
        let first = accesses.remove(0);
        let member = |i: i64| {
            let next = |a: &RowAccess| a.element == first.element + i && a.is_beside(&first);
            accesses.iter().position(next)
        };
        let others: Option<Vec<usize>> = (1..first.apart).map(member).collect();
        if let Some(others) = others {
            let (group, rest): (Vec<_>, Vec<_>) =
                accesses.into_iter().enumerate().partition(|(i, _)| others.contains(i));
            accesses = rest.into_iter().map(|(_, access)| access).collect();
            let others = group.into_iter().map(|(_, access)| access);
            found.push(AccessGroup { accesses: [first].into_iter().chain(others).collect() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Affine, InputId, Source, VarId};

    /// The groups of accesses to every so many places: which element of pixels with so many
    /// channels each takes.
    fn grouped(channels: i64, every: i64, elements: &[i64]) -> Vec<Vec<i64>> {
        let pointer = |channel: i64| Pointer {
            name: String::new(),
            line: Line {
                source: Source::Input(InputId(0)),
                dim: 0,
                index: vec![Affine::default(), channel.into()],
                neighbours: Neighbours::Apart(channels),
                border: None,
            },
            ahead: None,
        };
        let pointers: Vec<Pointer> = (0..channels).map(pointer).collect();
        let access = |(i, element): (usize, &i64)| {
            let along = Affine::from(VarId(0)).scale(every).offset(element.div_euclid(channels));
            let line = element.rem_euclid(channels) as usize;
            let member = Member { value: ExprId(i), line, along };
            RowAccess::new(i, member, Stride::Every(every), &pointers).expect("a dense row")
        };
        let groups = groups(elements.iter().enumerate().map(access).collect());
        groups.iter().map(|g| g.accesses.iter().map(|a| elements[a.of]).collect()).collect()
    }

    #[test]
    fn groups_take_all_elements() {
        assert_eq!(grouped(3, 1, &[2, 0, 1]), [[0, 1, 2]]);
        assert_eq!(grouped(3, 1, &[0, 2]), [[0i64; 0]; 0]);
        // Every second pixel, and a third one that is in no group.
        assert_eq!(grouped(3, 2, &[6, 5, 4, 3, 2, 1, 0]), [[0, 1, 2, 3, 4, 5]]);
        // A group begins with any channel.
        assert_eq!(grouped(2, 1, &[-1, 0, 1, 2]), [[-1, 0], [1, 2]]);
        assert_eq!(grouped(5, 1, &[0, 1, 2, 3, 4]), [[0i64; 0]; 0]);
    }
}
