//! What ranks tell each other before they compute: that each can, and with which sizes.

use super::{Communicator, Network};
use crate::{Error, Result};

/// How much of an error's text other ranks are told, in bytes.
const TEXT: usize = 256;

/// The shape of a whole array, of which a rank has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const R: usize>(pub [usize; R]);

impl<const R: usize> Whole<R> {
    /// The extents, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.0
    }
}

/// What this rank found, once all ranks have found something, with the same sizes of these names,
/// on the same network.
///
/// # Errors
/// What this rank found wrong; [`Error::Ranks`] if another one did, or if sizes or
/// networks differ.
pub fn agreed<C: Communicator, T>(
    comm: &C,
    found: Result<T>,
    names: &[&str],
    sizes: impl FnOnce(&T) -> Vec<i64>,
) -> Result<T> {
    let say = |own: &[u8]| comm.agree(own);
    compared(comm, found, names, sizes, say)
}

/// Nothing, once all ranks have done something: they wait for each other.
///
/// # Errors
/// What went wrong on this rank; [`Error::Ranks`] if it did on another one.
pub fn all_done<C: Communicator>(comm: &C, done: Result<()>) -> Result<()> {
    compared(comm, done, &[], |()| Vec::new(), |own| comm.all_say(own))
}

fn compared<C: Communicator, T>(
    comm: &C,
    found: Result<T>,
    names: &[&str],
    sizes: impl FnOnce(&T) -> Vec<i64>,
    say: impl FnOnce(&[u8]) -> Result<Vec<Vec<u8>>>,
) -> Result<T> {
    // What is exchanged follows from the network, so it has to be the same to the bit.
    let Network { latency, bandwidth } = comm.network();
    let network = [latency, bandwidth].map(|number| number.to_bits() as i64);
    let mut values = found.as_ref().map_or_else(|_| vec![0; names.len()], sizes);
    values.extend(network);
    let mut text = found.as_ref().err().map(ToString::to_string).unwrap_or_default().into_bytes();
    let right = u8::from(found.is_ok());
    text.resize(TEXT, 0);
    let numbers = values.iter().flat_map(|value| value.to_ne_bytes());
    let own: Vec<u8> = [right].into_iter().chain(text).chain(numbers).collect();
    let all = say(&own)?;
    let value = found?;
    let parts = all.iter().map(|said| said.split_at(1 + TEXT));
    if let Some((rank, (text, _))) = parts.clone().enumerate().find(|(_, (text, _))| text[0] == 0) {
        let text = String::from_utf8_lossy(&text[1..]);
        let what = format!("rank {rank} refuses the call: {}", text.trim_end_matches('\0'));
        return Err(Error::Ranks { what });
    }
    let number = |numbers: &[u8], i: usize| {
        let bytes = numbers.chunks_exact(size_of::<i64>()).nth(i)?;
        Some(i64::from_ne_bytes(bytes.try_into().ok()?))
    };
    for (rank, (_, numbers)) in parts.enumerate() {
        let differs = |i: &usize| number(numbers, *i).is_some_and(|other| other != values[*i]);
        let Some(i) = (0..values.len()).find(differs) else { continue };
        let (own, other) = (values[i], number(numbers, i).unwrap_or_default());
        let me = comm.rank();
        let shapes = "every rank gives the shapes of the whole arrays";
        let same = "every rank gives the same network";
        let bits = |of: i64| f64::from_bits(of as u64);
        let what = match names.get(i) {
            Some(name) => {
                format!("`{name}` is {own} on rank {me} and {other} on rank {rank}; {shapes}")
            }
            None => {
                let [name, unit] =
                    if i == names.len() { ["latency", "ns"] } else { ["bandwidth", "GB/s"] };
                let (own, other) = (bits(own), bits(other));
                format!(
                    "{name} is {own} {unit} on rank {me} and {other} {unit} on rank {rank}; {same}"
                )
            }
        };
        return Err(Error::Ranks { what: format!("ranks disagree: {what}") });
    }
    Ok(value)
}
