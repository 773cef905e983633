//! The forms of plans.

mod carried;
mod forms;
mod picture;
