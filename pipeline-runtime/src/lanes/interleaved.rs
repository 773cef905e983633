//! Several vectors interleaved, from interleavings of two and of three.
//!
//! Element `i` of vector `k` of `N` is element `N*i + k`. So the even ones of six vectors are three
//! that are interleaved, the odd ones too, and both of these are two.

use super::{Isa, Lanes};

/// The lanes of so many vectors interleaved, as vectors of adjacent ones.
///
/// # Panics
/// If these are not 1, 2, 3, 4, 6 or 8.
#[cfg_attr(optimised, inline(always))]
pub fn interleaved<V: Isa, L: Lanes<V>, const N: usize>(of: [L; N]) -> [L; N] {
    let mut all = of;
    match N {
        1 => {}
        2 => all.copy_from_slice(&of[0].interleave(of[1])),
        3 => all.copy_from_slice(&L::interleave_three([of[0], of[1], of[2]])),
        4 => {
            let [even, odd] = [of[0].interleave(of[2]), of[1].interleave(of[3])];
            between(&mut all, &even, &odd);
        }
        6 => {
            let even = L::interleave_three([of[0], of[2], of[4]]);
            between(&mut all, &even, &L::interleave_three([of[1], of[3], of[5]]));
        }
        8 => {
            let even = interleaved::<V, L, 4>([of[0], of[2], of[4], of[6]]);
            between(&mut all, &even, &interleaved::<V, L, 4>([of[1], of[3], of[5], of[7]]));
        }
        _ => unreachable!("no such number of vectors is interleaved"),
    }
    all
}

/// The other way: from vectors of adjacent elements.
///
/// # Panics
/// As [`interleaved`].
#[cfg_attr(optimised, inline(always))]
pub fn deinterleaved<V: Isa, L: Lanes<V>, const N: usize>(of: [L; N]) -> [L; N] {
    let mut all = of;
    match N {
        1 => {}
        2 => all.copy_from_slice(&of[0].deinterleave(of[1])),
        3 => all.copy_from_slice(&L::deinterleave_three([of[0], of[1], of[2]])),
        4 => {
            let [[a, b], [c, d]] = [of[0].deinterleave(of[1]), of[2].deinterleave(of[3])];
            every_second(&mut all, &a.deinterleave(c), &b.deinterleave(d));
        }
        6 => {
            let [[a, b], [c, d]] = [of[0].deinterleave(of[1]), of[2].deinterleave(of[3])];
            let [e, f] = of[4].deinterleave(of[5]);
            let odd = L::deinterleave_three([b, d, f]);
            every_second(&mut all, &L::deinterleave_three([a, c, e]), &odd);
        }
        8 => {
            let [[a, b], [c, d]] = [of[0].deinterleave(of[1]), of[2].deinterleave(of[3])];
            let [[e, f], [g, h]] = [of[4].deinterleave(of[5]), of[6].deinterleave(of[7])];
            let odd = deinterleaved::<V, L, 4>([b, d, f, h]);
            every_second(&mut all, &deinterleaved::<V, L, 4>([a, c, e, g]), &odd);
        }
        _ => unreachable!("no such number of vectors is interleaved"),
    }
    all
}

/// Each even vector interleaved with the odd one.
#[cfg_attr(optimised, inline(always))]
fn between<V: Isa, L: Lanes<V>>(all: &mut [L], even: &[L], odd: &[L]) {
    for i in 0..even.len() {
        let [low, high] = even[i].interleave(odd[i]);
        (all[2 * i], all[2 * i + 1]) = (low, high);
    }
}

/// Even and odd vectors in turn.
#[cfg_attr(optimised, inline(always))]
fn every_second<L: Copy>(all: &mut [L], even: &[L], odd: &[L]) {
    for i in 0..even.len() {
        (all[2 * i], all[2 * i + 1]) = (even[i], odd[i]);
    }
}
