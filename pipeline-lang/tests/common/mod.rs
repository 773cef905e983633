//! What the integration tests share.

#![allow(dead_code, reason = "not every test uses everything")]

pub mod check;
pub mod generate;
pub mod rng;
