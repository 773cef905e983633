//! What ranks tell each other before they compute: that each can, and with which sizes.

use super::Communicator;
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

/// What this rank found, once all ranks have found something, with the same sizes of these names.
///
/// # Errors
/// What this rank found wrong; [`Error::Ranks`] if another one did, or if sizes differ.
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
    let values = found.as_ref().map_or_else(|_| vec![0; names.len()], sizes);
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
        for (i, name) in names.iter().enumerate() {
            if let Some(other) = number(numbers, i)
                && other != values[i]
            {
                let (own, me) = (values[i], comm.rank());
                let what = format!(
                    "ranks disagree: `{name}` is {own} on rank {me} and {other} on rank {rank}; \
                     every rank gives the shapes of the whole arrays"
                );
                return Err(Error::Ranks { what });
            }
        }
    }
    Ok(value)
}
