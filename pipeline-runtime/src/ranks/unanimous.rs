//! Calls that ranks need not agree on first.

use super::{Communicator, Moment, Network};
use crate::{Error, Result};

/// A communicator of ranks that are known to be given the same in every call, and to take it: they
/// do not tell each other first, which saves as long as a message takes. If one of them refuses a
/// call all the same, the others wait for it until it ends.
#[derive(Clone, Copy, Debug)]
pub struct Unanimous<'c, C>(pub &'c C);

/// What a rank says that need not agree.
#[derive(Debug)]
pub enum Heard<S> {
    /// It speaks for all ranks.
    Own(Vec<u8>),
    /// All ranks do.
    All(S),
}

impl<C: Communicator> Communicator for Unanimous<'_, C> {
    type Sending = C::Sending;
    type Expected = C::Expected;
    type Saying = Heard<C::Saying>;

    fn rank(&self) -> usize {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn network(&self) -> Network {
        self.0.network()
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<Self::Sending> {
        self.0.send(to, tag, bytes)
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Self::Expected> {
        self.0.expect(from, tag, bytes)
    }

    fn sent(&self, message: Self::Sending) -> Result<()> {
        self.0.sent(message)
    }

    fn received(&self, message: Self::Expected) -> Result<Vec<u8>> {
        self.0.received(message)
    }

    fn say(&self, bytes: Vec<u8>) -> Result<Self::Saying> {
        self.0.say(bytes).map(Heard::All)
    }

    fn heard(&self, saying: Self::Saying) -> Result<Vec<Vec<u8>>> {
        match saying {
            Heard::Own(bytes) => Ok(vec![bytes; self.size()]),
            Heard::All(saying) => self.0.heard(saying),
        }
    }

    fn agree(&self, bytes: Vec<u8>) -> Result<Self::Saying> {
        Ok(Heard::Own(bytes))
    }

    fn passes(&self, moment: Moment) {
        self.0.passes(moment);
    }

    fn give_up(&self, error: &Error) {
        self.0.give_up(error);
    }
}
