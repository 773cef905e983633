//! Loads and stores of neighbours in every second place, as interleaved vectors.
//!
//! Where one load takes the even elements of a line and another one the odd ones, one access of
//! twice the length loads both, and two shuffles part them; for stores the other way. This is
//! LLVM's interleaved access group, of two members.

use crate::ir::{Affine, ElemType, ExprId};
use crate::kernel::{
    Expr, Form, Function, LinePlace, Load, Node, Pointer, StoreOrder, StorePlace, Stride,
};

/// An access at every second element of a line.
struct Member<T> {
    /// Which.
    of: T,
    line: usize,
    along: Affine,
}

/// The function, with pairs of such loads and stores made at once. Where stores stand among the
/// loads, all stay what they are.
pub fn interleave(mut function: Function) -> Function {
    match (function.form, function.order) {
        (Form::Vectors(_) | Form::VectorsAndPoints(_), StoreOrder::Last) => {}
        (Form::Point | Form::Points(_), _) | (_, StoreOrder::WithValue) => return function,
    }
    loads(&mut function);
    stores(&mut function);
    function
}

fn loads(function: &mut Function) {
    let Function { loaded, value, .. } = function;
    let member = |(i, expr): (usize, &Expr)| {
        let Node::Load(Load::Line { line, along, stride }) = &expr.node else { return None };
        let LinePlace::Handed(line) = *line else { return None };
        let whole = expr.ty != ElemType::Bool && is_second(*stride, &loaded[line]);
        whole.then(|| Member { of: ExprId(i), line, along: along.clone() })
    };
    let members = value.exprs.iter().enumerate().filter_map(member).collect();
    for [even, odd] in pairs(members) {
        let (first, second) = (even.of.min(odd.of), even.of.max(odd.of));
        let Member { line, along, of: even } = even;
        let both = Load::Interleaved { line, along, values: [even, odd.of] };
        for (id, load) in [(first, both), (second, Load::With(first))] {
            let expr = &mut value.exprs[id.0];
            (expr.node, expr.named) = (Node::Load(load), true);
        }
    }
}

fn stores(function: &mut Function) {
    let Function { stored, stores, value, .. } = function;
    let members = stores.iter().enumerate().filter_map(|(i, store)| match &store.place {
        StorePlace::Line { line, along, stride } => {
            let bools = value.exprs[store.value.0].ty == ElemType::Bool;
            let whole = !bools && is_second(*stride, &stored[*line]);
            whole.then(|| Member { of: i, line: *line, along: along.clone() })
        }
        StorePlace::Interleaved { .. } | StorePlace::With(_) => None,
        StorePlace::Scattered { .. } | StorePlace::Point => None,
    });
    for [even, odd] in pairs(members.collect()) {
        let Member { line, along, of: even } = even;
        let values = [stores[even].value, stores[odd.of].value];
        stores[even].place = StorePlace::Interleaved { line, along, values };
        stores[odd.of].place = StorePlace::With(even);
    }
}

/// Whether lanes are at every second element of a line of adjacent ones.
fn is_second(stride: Stride, pointer: &Pointer) -> bool {
    stride == Stride::Every(2) && pointer.line.neighbours.is_row()
}

/// The pairs of which the second is the neighbour of the first; each member is in one at most.
fn pairs<T>(mut members: Vec<Member<T>>) -> Vec<[Member<T>; 2]> {
    // Of neighbours in a row, the first two go together.
    members.sort_by_key(|m| (m.line, m.along.constant()));
    let mut found = Vec::new();
    while !members.is_empty() {
        let first = members.remove(0);
        let next = first.along.offset(1);
        let neighbour = members.iter().position(|m| m.line == first.line && m.along == next);
        if let Some(second) = neighbour {
            found.push([first, members.remove(second)]);
        }
    }
    found
}
