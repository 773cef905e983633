//! Crates that process images. What they have of a program depends on its name alone.

mod imageproc;
mod libblur;
mod resize;

use super::candidate::Candidate;
use super::data::Size;

/// The candidates of these crates for a program.
pub fn of(name: &str, size: Size) -> Vec<Candidate> {
    let crates = [imageproc::of(name, size), libblur::of(name, size), resize::of(name, size)];
    crates.into_iter().flatten().collect()
}
