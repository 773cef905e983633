//! Stages whose points come in an order: reductions and stages that read themselves.

#[path = "constructs/agree.rs"]
mod agree;
mod common;
#[path = "constructs/reductions.rs"]
mod reductions;
#[path = "constructs/scans.rs"]
mod scans;
