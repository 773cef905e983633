//! What becomes of the messages of a call that a rank does not take.

use super::exchange::Posted;
use super::{Communicator, Exchange};
use crate::Result;

/// A message that was started: to whom, about which array, and how long.
#[derive(Clone, Copy)]
struct Started {
    to: usize,
    tag: u32,
    bytes: usize,
}

/// The bytes that say it.
const STARTED: usize = 3 * size_of::<u64>();

impl Started {
    fn said(self) -> [u8; STARTED] {
        let numbers = [self.to as u64, u64::from(self.tag), self.bytes as u64];
        let mut bytes = [0; STARTED];
        for (bytes, number) in bytes.chunks_exact_mut(size_of::<u64>()).zip(numbers) {
            bytes.copy_from_slice(&number.to_ne_bytes());
        }
        bytes
    }

    fn heard(bytes: &[u8]) -> Started {
        let number = |i: usize| {
            let bytes = &bytes[i * size_of::<u64>()..][..size_of::<u64>()];
            bytes.try_into().map_or(0, u64::from_ne_bytes)
        };
        Started { to: number(0) as usize, tag: number(1) as u32, bytes: number(2) as usize }
    }
}

/// Takes what other ranks have started to send to this one, so that nothing is on its way that
/// would be taken for a message of the next call. All ranks call it, also those that have started
/// nothing.
///
/// # Errors
/// [`Error::Ranks`](crate::Error::Ranks) if a rank is lost.
pub(super) fn call_off<C: Communicator, const N: usize>(
    comm: &C,
    started: [Exchange<C>; N],
) -> Result<()> {
    let (mut sending, mut expected) = (Vec::new(), Vec::new());
    for exchange in started {
        sending.extend(exchange.sending);
        expected.extend(exchange.expected);
    }
    let started = sending.iter().map(|posted| {
        let Posted { rank, tag, bytes, .. } = posted;
        Started { to: *rank, tag: *tag, bytes: *bytes }
    });
    for (from, started) in heard_from_all(comm, &started.collect::<Vec<_>>())?.iter().enumerate() {
        for of in started.iter().filter(|started| started.to == comm.rank()) {
            take(comm, from, of, &mut expected)?;
        }
    }
    // What is still expected was never sent.
    sending.into_iter().try_for_each(|posted| comm.sent(posted.message))
}

/// Takes one message: as it is expected, if it is.
fn take<C: Communicator>(
    comm: &C,
    from: usize,
    started: &Started,
    expected: &mut Vec<Posted<C::Expected>>,
) -> Result<()> {
    let is_it = |posted: &Posted<C::Expected>| posted.rank == from && posted.tag == started.tag;
    match expected.iter().position(is_it) {
        Some(at) => {
            let posted = expected.remove(at);
            let came = comm.received(posted.message);
            // One of another length is no longer on its way, either.
            if posted.bytes == started.bytes { came.map(drop) } else { Ok(()) }
        }
        None => comm.received(comm.expect(from, started.tag, started.bytes)?).map(drop),
    }
}

/// What all ranks have started, by the number of the rank.
fn heard_from_all<C: Communicator>(comm: &C, own: &[Started]) -> Result<Vec<Vec<Started>>> {
    let said = |bytes: Vec<u8>| comm.heard(comm.agree(bytes)?);
    let count = |bytes: &[u8]| bytes.try_into().map_or(0, u64::from_ne_bytes) as usize;
    let counts = said((own.len() as u64).to_ne_bytes().to_vec())?;
    let counts: Vec<usize> = counts.iter().map(|bytes| count(bytes)).collect();
    let most = counts.iter().max().copied().unwrap_or(0);
    let mut bytes: Vec<u8> = own.iter().flat_map(|started| started.said()).collect();
    // All ranks say as much.
    bytes.resize(most * STARTED, 0);
    let all = said(bytes)?;
    let started = |(bytes, count): (Vec<u8>, usize)| {
        bytes.chunks_exact(STARTED).take(count).map(Started::heard).collect()
    };
    Ok(all.into_iter().zip(counts).map(started).collect())
}
