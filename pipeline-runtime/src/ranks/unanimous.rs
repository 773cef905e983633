//! Calls that ranks need not agree on first.

use super::{Communicator, Moment, Network};
use crate::{Error, Result};

/// A communicator of ranks that are known to be given the same in every call, and to take it: they
/// do not tell each other first, which saves as long as a message takes. If one of them refuses a
/// call all the same, the others wait for it until it ends.
#[derive(Clone, Copy, Debug)]
pub struct Unanimous<'c, C>(pub &'c C);

impl<C: Communicator> Communicator for Unanimous<'_, C> {
    type Sending = C::Sending;
    type Expected = C::Expected;

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

    fn all_say(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        self.0.all_say(bytes)
    }

    fn agree(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        Ok(vec![bytes.to_vec(); self.size()])
    }

    fn passes(&self, moment: Moment) {
        self.0.passes(moment);
    }

    fn give_up(&self, error: &Error) {
        self.0.give_up(error);
    }
}
