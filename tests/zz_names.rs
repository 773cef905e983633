#[path = "constructs/agree.rs"]
mod agree;
mod common;
#[path = "constructs/names.rs"]
mod names;
