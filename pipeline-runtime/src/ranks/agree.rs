//! What ranks tell each other before they compute: that each can, and with which sizes.

use super::call_off::call_off;
use super::{Communicator, Exchange, Network};
use crate::{Error, Result};

/// How much of an error's text other ranks are told, in bytes.
const TEXT: usize = 256;

/// How much of a pipeline's name, and of its element type's, in bytes.
const NAME: usize = 40;

/// As many numbers are said at least, so that ranks which run pipelines of other sizes say as much.
const NUMBERS: usize = 32;

/// The shape of a whole array, of which a rank has a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const R: usize>(pub [usize; R]);

impl<const R: usize> Whole<R> {
    /// The extents, outermost first.
    pub fn shape(&self) -> [usize; R] {
        self.0
    }
}

/// What all ranks are to give alike.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The pipeline that is called.
    pub pipeline: &'a str,
    /// The element type, of a pipeline that is for several; empty for another one.
    pub elements: &'a str,
    /// The names of the sizes.
    pub sizes: &'a [&'a str],
}

/// What ranks say before a call, while they start to compute.
#[derive(Debug)]
pub struct Agreement<'a, C: Communicator> {
    given: Given<'a>,
    own: Vec<u8>,
    stage: AgreementState<C::Saying>,
}

/// How far an agreement has come.
#[derive(Debug)]
enum AgreementState<S> {
    /// Ranks have yet to hear each other.
    Said(S),
    /// All take the call.
    Agreed,
    /// One does not, or sizes differ.
    CalledOff,
}

impl<'a, C: Communicator> Agreement<'a, C> {
    /// Starts to tell other ranks what this one found, and of which sizes. All ranks call it, and
    /// then either [`confirm`](Agreement::confirm) or [`refuse`](Agreement::refuse).
    ///
    /// # Errors
    /// [`Error::Ranks`] if another rank is lost.
    pub fn start<T>(
        comm: &C,
        found: &Result<T>,
        given: Given<'a>,
        sizes: impl FnOnce(&T) -> Vec<i64>,
    ) -> Result<Agreement<'a, C>> {
        let own = words(comm.network(), found, given, sizes);
        let stage = AgreementState::Said(comm.agree(own.clone())?);
        Ok(Agreement { given, own, stage })
    }

    /// The messages that were started meanwhile, once all ranks take the call.
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank does not take it, if pipelines, element types, sizes or networks
    /// differ, or if a rank is lost. Unless one is, no message is on its way then.
    pub fn confirm<const N: usize>(
        &mut self,
        comm: &C,
        started: [Exchange<C>; N],
    ) -> Result<[Exchange<C>; N]> {
        match std::mem::replace(&mut self.stage, AgreementState::CalledOff) {
            AgreementState::Said(saying) => {
                let all = comm.heard(saying)?;
                if let Err(error) = alike(comm.rank(), self.given, &self.own, &all) {
                    call_off(comm, started)?;
                    return Err(error);
                }
                self.stage = AgreementState::Agreed;
            }
            stage @ (AgreementState::Agreed | AgreementState::CalledOff) => self.stage = stage,
        }
        Ok(started)
    }

    /// Waits until all ranks know that this one does not take the call; why it does not.
    pub fn refuse(mut self, comm: &C, error: Error) -> Error {
        // That a rank is lost is no better reason.
        let _ = self.confirm(comm, []);
        error
    }

    /// Whether all ranks know that there is no call.
    pub fn is_called_off(&self) -> bool {
        match self.stage {
            AgreementState::CalledOff => true,
            AgreementState::Said(_) | AgreementState::Agreed => false,
        }
    }
}

/// What this rank found, once all ranks have found something, and were given the same.
///
/// # Errors
/// What this rank found wrong; [`Error::Ranks`] if another one did, or if what they were given or
/// networks differ.
pub fn agreed<C: Communicator, T>(
    comm: &C,
    found: Result<T>,
    given: Given<'_>,
    sizes: impl FnOnce(&T) -> Vec<i64>,
) -> Result<T> {
    let own = words(comm.network(), &found, given, sizes);
    let all = comm.heard(comm.agree(own.clone())?)?;
    let value = found?;
    alike(comm.rank(), given, &own, &all)?;
    Ok(value)
}

/// Nothing, once all ranks have done something: they wait for each other.
///
/// # Errors
/// What went wrong on this rank; [`Error::Ranks`] if it did on another one.
pub fn all_done<C: Communicator>(comm: &C, done: Result<()>) -> Result<()> {
    let nothing = Given { pipeline: "", elements: "", sizes: &[] };
    let own = words(comm.network(), &done, nothing, |()| Vec::new());
    let all = comm.all_say(&own)?;
    done?;
    alike(comm.rank(), nothing, &own, &all)
}

/// What a rank says: whether it can take a call or why not, of which pipeline, for which elements,
/// its sizes, and its network, since what is exchanged follows from that, which has to be the same
/// to the bit.
fn words<T>(
    Network { latency, bandwidth }: Network,
    found: &Result<T>,
    given: Given<'_>,
    sizes: impl FnOnce(&T) -> Vec<i64>,
) -> Vec<u8> {
    let mut values = found.as_ref().map_or_else(|_| vec![0; given.sizes.len()], sizes);
    values.extend([latency, bandwidth].map(|number| number.to_bits() as i64));
    values.resize(values.len().max(NUMBERS), 0);
    let text = |text: &str, length: usize| {
        let mut bytes = text.as_bytes().to_vec();
        // Its end may be in the middle of a character, which is replaced where it is read.
        bytes.resize(length, 0);
        bytes
    };
    let why = found.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let mut said = vec![u8::from(found.is_ok())];
    said.extend(text(&why, TEXT));
    said.extend(text(given.pipeline, NAME));
    said.extend(text(given.elements, NAME));
    said.extend(values.iter().flat_map(|value| value.to_ne_bytes()));
    said
}

/// What a rank has said, taken apart.
struct Words<'a> {
    takes_it: bool,
    why_not: &'a [u8],
    pipeline: &'a [u8],
    elements: &'a [u8],
    values: Vec<i64>,
}

impl Words<'_> {
    fn of(said: &[u8]) -> Words<'_> {
        let (takes_it, said) = said.split_at(1);
        let (why_not, said) = said.split_at(TEXT);
        let (pipeline, said) = said.split_at(NAME);
        let (elements, said) = said.split_at(NAME);
        let number = |bytes: &[u8]| bytes.try_into().map_or(0, i64::from_ne_bytes);
        let values = said.chunks_exact(size_of::<i64>()).map(number).collect();
        Words { takes_it: takes_it != [0], why_not, pipeline, elements, values }
    }
}

/// A text that was made longer by zeros.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\0').to_string()
}

/// Whether all ranks take a call and were given the same.
fn alike(me: usize, given: Given<'_>, own: &[u8], all: &[Vec<u8>]) -> Result<()> {
    let others = || all.iter().map(|said| Words::of(said)).enumerate();
    if let Some((rank, words)) = others().find(|(_, words)| !words.takes_it) {
        let what = format!("rank {rank} refuses the call: {}", text(words.why_not));
        return Err(Error::Ranks { what });
    }
    let own = Words::of(own);
    let difference =
        others().find_map(|(rank, other)| different(given, (me, &own), (rank, &other)));
    difference.map_or(Ok(()), |what| Err(Error::Ranks { what: format!("ranks disagree: {what}") }))
}

/// What differs in the words of two ranks.
fn different(
    given: Given<'_>,
    (me, own): (usize, &Words<'_>),
    (rank, other): (usize, &Words<'_>),
) -> Option<String> {
    let differ = |name: &str, own: String, other: String, all: &str| {
        let what = format!("{name} is {own} on rank {me} and {other} on rank {rank}");
        Some(format!("{what}; every rank gives {all}"))
    };
    if own.pipeline != other.pipeline {
        let [own, other] = [own.pipeline, other.pipeline].map(|name| format!("`{}`", text(name)));
        return differ("the pipeline", own, other, "the same");
    }
    if own.elements != other.elements {
        let [own, other] = [own.elements, other.elements].map(text);
        return differ("the element type", own, other, "the same");
    }
    let i = own.values.iter().zip(&other.values).position(|(own, other)| own != other)?;
    let (own, other) = (own.values[i], other.values[i]);
    let network = |name: &str, unit: &str| {
        let [own, other] =
            [own, other].map(|bits| format!("{} {unit}", f64::from_bits(bits as u64)));
        differ(name, own, other, "the same network")
    };
    match given.sizes.get(i) {
        Some(name) => {
            let shapes = "the shapes of the whole arrays";
            differ(&format!("`{name}`"), own.to_string(), other.to_string(), shapes)
        }
        None if i == given.sizes.len() => network("latency", "ns"),
        None => network("bandwidth", "GB/s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Given, words};
    use crate::ranks::Network;

    #[test]
    fn pipelines_of_any_sizes_say_as_much() {
        let said = |sizes: &[&str]| {
            let given = Given { pipeline: "p", elements: "", sizes };
            words(Network::default(), &Ok(()), given, |()| vec![7; sizes.len()]).len()
        };
        assert_eq!(said(&[]), said(&["rows", "cols", "steps"]));
        assert!(said(&["n"; 40]) > said(&["n"; 20]));
    }
}
