//! The form of each store, and the lines that a function stores to.

use super::NestContext;
use super::line::{linear, pointer, scattered};
use crate::ir::{Source, VarId};
use crate::kernel::{Line, LoopForm, Neighbours, Pointer, Store, StorePlace, Stride};
use crate::loops;

/// The stores of a function.
pub struct Stores {
    /// The pointers of the lines that it stores to, each once.
    pub pointers: Vec<Pointer>,
    /// The stores.
    pub stores: Vec<Store>,
}

/// The stores of a function: on lines where they are linear in the lane, or scattered on one; else
/// at a point.
pub fn stores(cx: &NestContext<'_>, stores: &[loops::Store], form: LoopForm) -> Stores {
    let mut pointers = Vec::new();
    let stores = stores.iter().map(|store| {
        let on_line = form.var().and_then(|lane| on_line(cx, &mut pointers, store, lane, form));
        let place = on_line.unwrap_or(StorePlace::Point);
        Store { stage: store.stage, index: store.at(), value: store.value, place }
    });
    let stores = stores.collect();
    Stores { pointers, stores }
}

fn on_line(
    cx: &NestContext<'_>,
    pointers: &mut Vec<Pointer>,
    store: &loops::Store,
    lane: VarId,
    form: LoopForm,
) -> Option<StorePlace> {
    let source = Source::Stage(store.stage);
    let buffer = cx.buffer(source);
    let mut handed = |line: Line| {
        pointer(pointers, line, |known| {
            match known.iter().filter(|p| p.line.source == source).count() {
                0 => format!("{} out", buffer.name),
                more => format!("{} out {more}", buffer.name),
            }
        })
    };
    if let Some(access) = scattered(source, buffer, &store.at(), lane) {
        return Some(StorePlace::Scattered { line: handed(access.line), at: access.at });
    }
    if !store.data.is_empty() {
        return None;
    }
    let access = linear(source, buffer, store.index.clone(), lane)?;
    let stride = match (access.stride, access.line.neighbours, form) {
        (k, Neighbours::Apart(_) | Neighbours::Strided, _) => Stride::Every(k),
        (1, ..) | (_, _, LoopForm::Points(_)) => Stride::Next,
        (k, ..) => Stride::Every(k),
    };
    Some(StorePlace::Line { line: handed(access.line), along: access.along, stride })
}
