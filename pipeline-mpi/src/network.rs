//! How fast messages are.

use super::Mpi;
use pipeline::Result;
use pipeline::ranks::{Communicator, Network};
use std::time::Instant;

/// The tag of the messages that are timed: no array has it.
const TIMED: u32 = u32::MAX - 3;

/// How often a message goes to and fro; the fastest time counts.
const TIMES: usize = 10;

/// The bytes of a long message.
const LONG: usize = 1 << 20;

/// The network between the first rank and the last one, which all ranks get to know.
///
/// # Errors
/// [`Error::Ranks`](pipeline::Error::Ranks) if a rank is lost.
pub fn measured(mpi: &Mpi) -> Result<Network> {
    if mpi.size() == 1 {
        return Ok(Network::default());
    }
    let (short, long) = (one_way(mpi, 0)?, one_way(mpi, LONG)?);
    let bandwidth = LONG as f64 / (long - short).max(1.0);
    let own = [short, bandwidth].map(f64::to_ne_bytes).concat();
    let said = mpi.all_say(&own)?;
    let number = |of: &[u8]| of.try_into().map_or(0.0, f64::from_ne_bytes);
    Ok(Network { latency: number(&said[0][..8]), bandwidth: number(&said[0][8..]) })
}

/// The nanoseconds that a message of so many bytes takes from the first rank to the last one.
fn one_way(mpi: &Mpi, bytes: usize) -> Result<f64> {
    let (first, last) = (0, mpi.size() - 1);
    let get = |from| mpi.received(mpi.expect(from, TIMED, bytes)?);
    let mut fastest = f64::INFINITY;
    for _ in 0..TIMES {
        let start = Instant::now();
        if mpi.rank() == first {
            mpi.sent(mpi.send(last, TIMED, vec![0; bytes])?)?;
            get(last)?;
        } else if mpi.rank() == last {
            get(first)?;
            mpi.sent(mpi.send(first, TIMED, vec![0; bytes])?)?;
        }
        fastest = fastest.min(start.elapsed().as_nanos() as f64 / 2.0);
    }
    Ok(fastest)
}
