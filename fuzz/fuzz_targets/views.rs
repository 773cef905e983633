//! Calls of compiled pipelines with views of any shape, strides and memory: the value that the
//! reference evaluator gives, or an error. The address sanitizer watches every access.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;

#[path = "../../tests/calls/mod.rs"]
mod calls;

use calls::{Choices, call};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    call(&mut Choices::new(bytes));
});
