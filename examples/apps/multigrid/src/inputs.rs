//! Guesses and right-hand sides.

use anyhow::{Result, ensure};
use harness::Size;
use pipeline::Image;

/// Points inside, in one dimension.
fn inside(size: &Size) -> Result<usize> {
    let points = size.side()?;
    ensure!(
        points >= 15 && points % 8 == 7,
        "size {size}: a side has 8·n + 7 points inside, for n of at least 1: 15, 23, 31, …"
    );
    Ok(points)
}

/// Guess and right-hand side on a square, boundary values included.
///
/// # Errors
/// If there is no grid of this size.
pub fn square(size: &Size, seed: u64) -> Result<(Image<f64, 2>, Image<f64, 2>)> {
    let points = inside(size)?;
    let of = |seed| Image::from_fn([points + 2; 2], |at| harness::noise(seed, &at) - 0.5);
    Ok((of(2 * seed), of(2 * seed + 1)))
}

/// Guess and right-hand side on a cube, boundary values included.
///
/// # Errors
/// If there is no grid of this size.
pub fn cube(size: &Size, seed: u64) -> Result<(Image<f64, 3>, Image<f64, 3>)> {
    let points = inside(size)?;
    let of = |seed| Image::from_fn([points + 2; 3], |at| harness::noise(seed, &at) - 0.5);
    Ok((of(2 * seed), of(2 * seed + 1)))
}
