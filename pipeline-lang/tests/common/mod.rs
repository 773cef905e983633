//! What the integration tests share.

#![allow(dead_code, reason = "not every test uses everything")]

pub mod applications;
pub mod as_planned;
pub mod call;
pub mod check;
pub mod configurations;
pub mod documents;
pub mod features;
pub mod generate;
pub mod iteration;
pub mod kernels;
pub mod made;
pub mod on_ranks;
pub mod planned;
pub mod reduction;
pub mod rng;
pub mod sound;
pub mod worked;
pub mod written;

/// A number from the environment.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}
