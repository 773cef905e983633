//! Equations 3 to 12. Images and iteration spaces are in pixels, costs and benefits in cycles.

use crate::machine::Fusion;

/// Equation 3, `δ_Mshared(i)`: what moving an image from memory to shared memory improves. As
/// printed: the time of an access to memory over that of one to shared memory, where one to a
/// register takes a cycle.
pub fn to_shared(of: &Fusion, image: f64) -> f64 {
    image * of.t_g / of.t_s
}

/// Equation 4, `δ_reg(i)`: what moving an image from memory to registers improves.
pub fn to_registers(of: &Fusion, image: f64) -> f64 {
    image * of.t_g
}

/// Equation 5: the benefit if the consumer is a point operator.
pub fn point_based(of: &Fusion, image: f64) -> f64 {
    to_registers(of, image)
}

/// Equation 6, `cost_op`: a producer's arithmetic for a pixel, of so many operations and functions.
pub fn operations(of: &Fusion, alu: f64, sfu: f64) -> f64 {
    of.c_alu * alu + of.c_sfu * sfu
}

/// Equations 7 and 10, `φ`: what is computed again. `cost` is that of [`operations`], `inputs` the
/// iteration spaces of all images that the producer reads, and `mask` how many pixels of the
/// producer a pixel needs: the consumer's mask if the producer is a point operator, and
/// [`fused_mask`] if it is local.
pub fn redundant(cost: f64, inputs: f64, mask: f64) -> f64 {
    cost * inputs * mask
}

/// Equation 8: the benefit if a point operator is read by a local one. `again` is [`redundant`].
pub fn point_to_local(of: &Fusion, image: f64, again: f64) -> f64 {
    to_registers(of, image) - again
}

/// Equation 9, `g`: the mask of two local operators as one, for square masks of so many pixels.
pub fn fused_mask(source: f64, destination: f64) -> f64 {
    (destination.sqrt() + (source.sqrt() / 2.0).floor() * 2.0).powi(2)
}

/// Equation 11: the benefit if both are local operators. `again` is [`redundant`].
pub fn local_to_local(of: &Fusion, image: f64, again: f64) -> f64 {
    to_shared(of, image) - again
}

/// Equation 12: the weight of an edge of this benefit, with `gamma` for what every fusion gains
/// beside, and at least `epsilon`.
pub fn weight(benefit: f64, gamma: f64, epsilon: f64) -> f64 {
    (benefit + gamma).max(epsilon)
}
