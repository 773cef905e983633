//! Messages about an array: its points at the ghost zones of other ranks, packed in order.

use super::{Call, Communicator, CoordinateBox, Message, Messages, Span};
use crate::access::{Dst, Src};
use crate::{Element, Result};

/// Messages about an array that are on their way.
#[must_use = "ghost zones are filled when it is finished"]
pub struct Exchange<C: Communicator> {
    pub(super) sending: Vec<Posted<C::Sending>>,
    pub(super) expected: Vec<Posted<C::Expected>>,
    /// Where in this rank's memory the points are that it expects.
    places: Vec<CoordinateBox>,
}

/// A message that is on its way to another rank, or from it.
pub(super) struct Posted<M> {
    /// The other rank.
    pub rank: usize,
    /// The array that it is about.
    pub tag: u32,
    /// How long it is.
    pub bytes: usize,
    /// What to wait for.
    pub message: M,
}

impl<C: Communicator> Exchange<C> {
    /// Sends what other ranks need of an array, of which this rank has its own part, and expects
    /// what this one needs.
    ///
    /// # Errors
    /// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
    ///
    /// # Safety
    /// The array must have memory for what the rank [stores](super::Part::stored), and what it owns
    /// of it must have been written.
    pub unsafe fn start<T: Element, const R: usize>(
        comm: &C,
        call: &Call<'_>,
        number: usize,
        array: Src<T, R>,
    ) -> Result<Exchange<C>> {
        let Messages { sent, received } = call.messages(number);
        let tag = number as u32;
        let mut exchange =
            Exchange { sending: Vec::new(), expected: Vec::new(), places: Vec::new() };
        for Message { rank, part } in received {
            let (rank, bytes) = (*rank, part.points() * size_of::<T>());
            let place = call.part().stored[number].place_of(part, call.ranks().whole(number));
            exchange.places.push(place);
            let message = comm.expect(rank, tag, bytes)?;
            exchange.expected.push(Posted { rank, tag, bytes, message });
        }
        for Message { rank, part } in sent {
            // SAFETY: a rank sends of what it owns, which the caller says is written.
            let packed = unsafe { packed(array, part) };
            let (rank, bytes) = (*rank, packed.len());
            let message = comm.send(rank, tag, packed)?;
            exchange.sending.push(Posted { rank, tag, bytes, message });
        }
        Ok(exchange)
    }

    /// Waits for all messages, and fills the ghost zones.
    ///
    /// # Errors
    /// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
    ///
    /// # Safety
    /// The array must be the one that the exchange was started with, and nobody else use its ghost
    /// zones meanwhile.
    pub unsafe fn finish<T: Element, const R: usize>(
        self,
        comm: &C,
        array: Dst<T, R>,
    ) -> Result<()> {
        for (place, posted) in self.places.iter().zip(self.expected) {
            let bytes = comm.received(posted.message)?;
            // SAFETY: a rank gets what it requires, for which it has memory.
            unsafe { unpack(array, place, &bytes) };
        }
        self.sending.into_iter().try_for_each(|posted| comm.sent(posted.message))
    }
}

/// Where an array has the steps before an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Planes {
    /// The dimension that is the time.
    pub time: usize,
    /// The first step of the epoch.
    pub first: isize,
    /// How many planes there are, if the array is a circular buffer of them.
    pub circular: Option<isize>,
}

impl Planes {
    /// The boxes in memory of one whose planes are numbered from the epoch on.
    fn boxes(self, part: &CoordinateBox) -> Vec<CoordinateBox> {
        let Span { first, last } = part.0[self.time];
        let plane = |number: isize| {
            let step = self.first + number;
            let at = self.circular.map_or(step, |planes| step.rem_euclid(planes));
            let mut region = part.clone();
            region.0[self.time] = Span::new(at, at);
            region
        };
        (first..=last).map(plane).collect()
    }
}

/// Sends what other ranks need of the steps before an epoch, and waits for what this one needs: one
/// message to each of those, of all planes that are read.
///
/// # Errors
/// [`Error::Ranks`](crate::Error::Ranks) if another rank is lost.
///
/// # Safety
/// The array must have memory for what the rank [stores](super::Part::stored), what it owns of
/// these steps must have been written, and nobody else use the array meanwhile.
pub unsafe fn exchange_steps<C: Communicator, T: Element, const R: usize>(
    comm: &C,
    call: &Call<'_>,
    Messages { sent, received }: &Messages,
    (number, array): (usize, Dst<T, R>),
    planes: Planes,
) -> Result<()> {
    let tag = number as u32;
    let mut expected = Vec::new();
    for Message { rank, part } in received {
        expected.push((part, comm.expect(*rank, tag, part.points() * size_of::<T>())?));
    }
    let mut sending = Vec::new();
    for Message { rank, part } in sent {
        let boxes = planes.boxes(part);
        // SAFETY: a rank sends of what it owns, which the caller says is written.
        let planes = boxes.iter().map(|part| unsafe { packed(array.as_src(), part) });
        sending.push(comm.send(*rank, tag, planes.collect::<Vec<_>>().concat())?);
    }
    for (part, expected) in expected {
        let bytes = comm.received(expected)?;
        let boxes = planes.boxes(part);
        let each = bytes.len() / boxes.len().max(1);
        for (part, bytes) in boxes.iter().zip(bytes.chunks_exact(each.max(1))) {
            let part = call.part().stored[number].place_of(part, call.ranks().whole(number));
            // SAFETY: a rank gets what it requires, for which it has memory.
            unsafe { unpack(array, &part, bytes) };
        }
    }
    sending.into_iter().try_for_each(|sending| comm.sent(sending))
}

/// The rows of a box: the index of the first point of each.
fn rows<const R: usize>(part: &CoordinateBox) -> impl Iterator<Item = [isize; R]> + '_ {
    let outer = &part.0[..R - 1];
    let count = outer.iter().map(|span| span.len()).product::<usize>();
    (0..count).map(move |number| {
        let mut index = [part.0[R - 1].first; R];
        let mut left = number;
        for (at, span) in index.iter_mut().zip(outer).rev() {
            *at = span.first + (left % span.len()) as isize;
            left /= span.len();
        }
        index
    })
}

/// The points of a box, row after row.
///
/// # Safety
/// The array must have memory for them, and they must have been written.
pub(super) unsafe fn packed<T: Element, const R: usize>(
    array: Src<T, R>,
    part: &CoordinateBox,
) -> Vec<u8> {
    let row = part.0[R - 1].len();
    let mut points: Vec<u8> = Vec::with_capacity(part.points() * size_of::<T>());
    for index in rows::<R>(part) {
        let start = array.at(index);
        if array.step() == 1 {
            // SAFETY: the row is in the array and contiguous; an element is plain bytes.
            let bytes =
                unsafe { std::slice::from_raw_parts(start.cast::<u8>(), row * size_of::<T>()) };
            points.extend_from_slice(bytes);
        } else {
            for i in 0..row as isize {
                // SAFETY: the point is in the array; an element is plain bytes.
                let bytes = unsafe {
                    let at = start.wrapping_offset(i * array.step()).cast::<u8>();
                    std::slice::from_raw_parts(at, size_of::<T>())
                };
                points.extend_from_slice(bytes);
            }
        }
    }
    points
}

/// Puts points where [`packed`] took them from. There are as many bytes as the box has.
///
/// # Safety
/// The array must have memory for them, and nobody else use them meanwhile.
pub(super) unsafe fn unpack<T: Element, const R: usize>(
    array: Dst<T, R>,
    part: &CoordinateBox,
    bytes: &[u8],
) {
    let row = part.0[R - 1].len();
    let rows = rows::<R>(part).zip(bytes.chunks_exact(row.max(1) * size_of::<T>()));
    for (index, bytes) in rows {
        let start = array.at(index);
        if array.step() == 1 {
            // SAFETY: the row is in the array and contiguous; its elements take any bits.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), start.cast::<u8>(), bytes.len());
            }
            continue;
        }
        for (i, bytes) in (0..).zip(bytes.chunks_exact(size_of::<T>())) {
            let at = start.wrapping_offset(i * array.step()).cast::<u8>();
            // SAFETY: the point is in the array, whose elements take any bits.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at, size_of::<T>()) };
        }
    }
}
