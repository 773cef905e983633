//! Who carries messages from rank to rank.

use super::Network;
use crate::{Error, Result};

/// The ranks that run a pipeline together, as one of them sees them.
///
/// Messages from one rank to another with the same tag arrive in the order in which they were sent.
/// No method waits for ever for a rank that is lost: it returns an error.
pub trait Communicator {
    /// A message on its way to another rank.
    type Sending;
    /// A message that is expected.
    type Expected;
    /// What all ranks say to each other, on its way.
    type Saying;

    /// The number of this rank, below [`size`](Communicator::size).
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// How fast messages are: what is exchanged and what is computed again follows from it. The
    /// same on all ranks.
    fn network(&self) -> Network;

    /// Starts to send a message.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank is lost.
    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<Self::Sending>;

    /// Expects a message of so many bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank is lost.
    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Self::Expected>;

    /// Waits until a message is sent.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank is lost.
    fn sent(&self, message: Self::Sending) -> Result<()>;

    /// Waits for a message that is expected.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank is lost, or its message has another length.
    fn received(&self, message: Self::Expected) -> Result<Vec<u8>>;

    /// Starts to tell all ranks something: as many bytes on each. All ranks call it, and then
    /// [`heard`](Communicator::heard).
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank is lost.
    fn say(&self, bytes: Vec<u8>) -> Result<Self::Saying>;

    /// Waits for what all ranks say: what each does, by its number.
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank is lost.
    fn heard(&self, saying: Self::Saying) -> Result<Vec<Vec<u8>>>;

    /// What every rank says, by its number. All ranks call it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank is lost.
    fn all_say(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.heard(self.say(bytes.to_vec())?)
    }

    /// Starts to tell all ranks something about a call, as [`say`](Communicator::say) does.
    ///
    /// # Errors
    /// [`Error::Ranks`] if a rank is lost.
    fn agree(&self, bytes: Vec<u8>) -> Result<Self::Saying> {
        self.say(bytes)
    }

    /// Hears that a call has come to some moment. Nobody needs to; [`Traced`](super::Traced) writes
    /// it down.
    fn passes(&self, _: Moment) {}

    /// Says that this rank cannot go on although others count on it, which then fail as well.
    fn give_up(&self, error: &Error);
}

/// A moment of a call on a rank. Nests are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A nest starts with what needs no message.
    InteriorBegins(usize),
    /// That is computed.
    InteriorEnds(usize),
    /// A nest goes on with what needs messages, which have come.
    RimsBegin(usize),
    /// That is computed.
    RimsEnd(usize),
}

/// The only rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

/// A message of the only rank: there is none.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

impl Communicator for Alone {
    type Sending = Never;
    type Expected = Never;
    type Saying = Vec<u8>;

    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn network(&self) -> Network {
        Network::default()
    }

    fn send(&self, to: usize, _: u32, _: Vec<u8>) -> Result<Never> {
        Err(no_rank(to))
    }

    fn expect(&self, from: usize, _: u32, _: usize) -> Result<Never> {
        Err(no_rank(from))
    }

    fn sent(&self, message: Never) -> Result<()> {
        match message {}
    }

    fn received(&self, message: Never) -> Result<Vec<u8>> {
        match message {}
    }

    fn say(&self, bytes: Vec<u8>) -> Result<Vec<u8>> {
        Ok(bytes)
    }

    fn heard(&self, saying: Vec<u8>) -> Result<Vec<Vec<u8>>> {
        Ok(vec![saying])
    }

    fn give_up(&self, _: &Error) {}
}

fn no_rank(number: usize) -> Error {
    Error::Ranks { what: format!("there is one rank, 0, and no rank {number}") }
}
