//! The forms of plans.

mod forms;
mod picture;
