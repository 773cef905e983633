//! Reductions that ranks share: every rank makes some of the updates, and gets what all of them
//! come to. Either what they come to is combined, or ranks make them in turn.

use super::exchange::{packed, unpack};
use super::{Call, Communicator, Hand, Relay, tree};
use crate::access::Dst;
use crate::{Element, Result};

/// Sets all points of an array to a value.
///
/// # Safety
/// The array must have memory for all of them, and nobody else use it meanwhile.
pub unsafe fn start<T: Element, const R: usize>(
    call: &Call<'_>,
    number: usize,
    array: Dst<T, R>,
    value: T,
) {
    let whole = call.ranks().whole(number);
    // SAFETY: an element is plain bytes.
    let bytes = unsafe {
        std::slice::from_raw_parts(std::ptr::from_ref(&value).cast::<u8>(), size_of::<T>())
    };
    let bytes = bytes.repeat(whole.points());
    // SAFETY: the caller's.
    unsafe { unpack(array, whole, &bytes) };
}

/// Combines what all ranks have of an array, point by point, along a binomial tree to the first
/// rank and back. All ranks call it.
///
/// # Errors
/// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
///
/// # Safety
/// All points of the array must be in memory and written, and nobody else use it meanwhile.
pub unsafe fn combine<C: Communicator, T: Element, const R: usize>(
    comm: &C,
    call: &Call<'_>,
    number: usize,
    array: Dst<T, R>,
    with: impl Fn(T, T) -> T,
) -> Result<()> {
    let (whole, tag) = (call.ranks().whole(number), number as u32);
    let length = whole.points() * size_of::<T>();
    // SAFETY: the caller's.
    let mut own = unsafe { packed(array.as_src(), whole) };
    let hands = tree(comm.rank(), comm.size());
    for hand in &hands {
        match hand {
            Hand::From(other) => {
                let others = comm.received(comm.expect(*other, tag, length)?)?;
                let points = own.chunks_exact_mut(size_of::<T>());
                for (own, other) in points.zip(others.chunks_exact(size_of::<T>())) {
                    // SAFETY: both are the bytes of elements, which take any alignment so.
                    let value = unsafe {
                        let [own, other] = [own.as_ptr(), other.as_ptr()].map(|p| p.cast::<T>());
                        with(own.read_unaligned(), other.read_unaligned())
                    };
                    // SAFETY: as above.
                    unsafe { own.as_mut_ptr().cast::<T>().write_unaligned(value) };
                }
            }
            Hand::To(other) => {
                comm.sent(comm.send(*other, tag, own)?)?;
                own = comm.received(comm.expect(*other, tag, length)?)?;
            }
        }
    }
    for hand in hands.iter().rev() {
        if let Hand::From(other) = hand {
            comm.sent(comm.send(*other, tag, own.clone())?)?;
        }
    }
    // SAFETY: the caller's.
    unsafe { unpack(array, whole, &own) };
    Ok(())
}

/// Gets an array, of which ranks make the updates in turn, as those before this one have left it.
///
/// # Errors
/// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
///
/// # Safety
/// The array must have memory for all of its points, and nobody else use it meanwhile.
pub unsafe fn take_over<C: Communicator, T: Element, const R: usize>(
    comm: &C,
    call: &Call<'_>,
    number: usize,
    array: Dst<T, R>,
    relay: &Relay,
) -> Result<()> {
    match relay.after {
        // SAFETY: the caller's.
        Some(other) => unsafe { get(comm, call, number, array, other) },
        None => Ok(()),
    }
}

/// Gives an array, of which ranks make the updates in turn, to the rank that is next. Every rank
/// has all of it then, as the last one leaves it. All ranks call it.
///
/// # Errors
/// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
///
/// # Safety
/// The array must have memory for all of its points, and they must be written where this rank has a
/// turn; nobody else may use it meanwhile.
pub unsafe fn hand_on<C: Communicator, T: Element, const R: usize>(
    comm: &C,
    call: &Call<'_>,
    number: usize,
    array: Dst<T, R>,
    relay: &Relay,
) -> Result<()> {
    // SAFETY: the caller's.
    let own = || unsafe { packed(array.as_src(), call.ranks().whole(number)) };
    let tag = number as u32;
    if let Some(next) = relay.before {
        comm.sent(comm.send(next, tag, own())?)?;
    }
    if let Some(other) = relay.whole {
        // SAFETY: the caller's.
        unsafe { get(comm, call, number, array, other)? };
    }
    for other in &relay.to {
        comm.sent(comm.send(*other, tag, own())?)?;
    }
    Ok(())
}

/// Gets all points of an array from another rank.
///
/// # Safety
/// As of [`take_over`].
unsafe fn get<C: Communicator, T: Element, const R: usize>(
    comm: &C,
    call: &Call<'_>,
    number: usize,
    array: Dst<T, R>,
    from: usize,
) -> Result<()> {
    let whole = call.ranks().whole(number);
    let length = whole.points() * size_of::<T>();
    let others = comm.received(comm.expect(from, number as u32, length)?)?;
    // SAFETY: the caller's.
    unsafe { unpack(array, whole, &others) };
    Ok(())
}
