//! Tile sizes (PolyMage+, Section 4.2 and `ComputeTileSizes` of Algorithm 2).

use super::shape::GroupShape;

/// The sizes of a tile whose buffers take `footprint` bytes, in live-out points a dimension; at
/// least 1, at most the extent.
///
/// The innermost dimension gets `min(extent, innermost)`. The others share what is left of the
/// volume in proportion to their reuse: `τᵢ = γᵢ·τ` with `γᵢ = reuseᵢ / max reuse`, and
/// `τᵐ·γ₁⋯γₘ` is that rest. A dimension that hits its extent does not pass its share on, as in the
/// paper.
///
/// Where the paper leaves room:
/// - The volume is the footprint over the number of buffers (line 26), one buffer a stage. Buffers
///   may have different types and rates here, so each counts with its bytes for a live-out point.
///   Halos count nothing.
/// - Without any reuse, `γ` is 0/0: the dimensions share evenly. Beside others, a dimension without
///   reuse gets 1 and takes no part in the root.
/// - Sizes are rounded down. One that would be below 1 becomes 1, and the buffers then take more
///   than the footprint; so they do where a row of the innermost size does.
pub(super) fn compute_tile_sizes(group: &GroupShape, footprint: f64, innermost: i64) -> Vec<i64> {
    let Some((last, outer)) = group.dims.split_last() else { return Vec::new() };
    let bytes = group.sum(|s| s.array.bytes() * s.array.density());
    let volume = if bytes > 0.0 { footprint / bytes } else { 1.0 };
    let inner_size = last.extent.min(innermost).max(1);

    let scores: Vec<f64> = outer.iter().map(|d| score(d.reuse)).collect();
    let most = scores.iter().copied().fold(0.0, f64::max);
    let shares: Vec<f64> = scores.iter().map(|s| if most > 0.0 { s / most } else { 1.0 }).collect();
    let sharing = shares.iter().filter(|s| **s > 0.0);
    let count = sharing.clone().count().max(1) as f64;
    let rest = volume / inner_size as f64;
    let tau = sharing.fold(rest, |rest, share| rest / share).powf(1.0 / count);

    let size = |share: f64, extent: i64| whole(tau * share).min(extent).max(1);
    let outer_sizes = shares.iter().zip(outer).map(|(share, d)| size(*share, d.extent));
    outer_sizes.chain([inner_size]).collect()
}

fn score(reuse: f64) -> f64 {
    if reuse.is_finite() { reuse.max(0.0) } else { 0.0 }
}

/// Rounded down; a whole number may come out of the root a little below itself.
fn whole(x: f64) -> i64 {
    (x * (1.0 + 1e-9)).floor() as i64
}
