//! The scope in which launches do not leave their thread.

use std::cell::Cell;

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One level of [`serially`]; leaves it when dropped, so that a panic does too.
struct SerialLevel;

impl SerialLevel {
    fn enter() -> Self {
        DEPTH.set(DEPTH.get() + 1);
        SerialLevel
    }
}

impl Drop for SerialLevel {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
    }
}

/// Runs `f` with every pipeline it calls kept on the calling thread.
///
/// Scopes nest, and end when `f` returns or panics. Threads that `f` starts are not affected.
pub fn serially<T>(f: impl FnOnce() -> T) -> T {
    let _level = SerialLevel::enter();
    f()
}

/// Whether the calling thread is inside [`serially`].
pub(crate) fn is_serial() -> bool {
    DEPTH.get() > 0
}
