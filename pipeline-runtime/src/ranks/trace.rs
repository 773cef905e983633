//! What a rank does when: for people, and for tests of the order.

use super::{Communicator, Moment, Network};
use crate::{Error, Result};
use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// A communicator that writes down what its rank does.
#[derive(Debug)]
pub struct Traced<'c, C> {
    comm: &'c C,
    start: Instant,
    events: RefCell<Vec<Event>>,
}

/// Something that a rank has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, from the start of the trace on.
    pub at: Duration,
    /// What.
    pub what: What,
}

/// What a rank has done. Tags are numbers of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// It has started to say whether it can take a call, or something else to all ranks.
    Says,
    /// It has heard what all ranks say.
    Hears,
    /// It has started to send a message.
    SendPosted {
        /// To this rank.
        to: usize,
        /// About this array.
        tag: u32,
    },
    /// It has started to expect one.
    ReceivePosted {
        /// From this rank.
        from: usize,
        /// About this array.
        tag: u32,
    },
    /// It waits for a message, or for what all ranks say.
    WaitBegins,
    /// That is there.
    WaitEnds,
    /// A call has come to a moment.
    Passes(Moment),
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Says => write!(f, "says something to all ranks"),
            What::Hears => write!(f, "has heard what all ranks say"),
            What::SendPosted { to, tag } => write!(f, "send to rank {to}, array {tag}"),
            What::ReceivePosted { from, tag } => {
                write!(f, "receive from rank {from}, array {tag}")
            }
            What::WaitBegins => write!(f, "wait begins"),
            What::WaitEnds => write!(f, "wait ends"),
            What::Passes(Moment::InteriorBegins(nest)) => write!(f, "interior of {nest} begins"),
            What::Passes(Moment::InteriorEnds(nest)) => write!(f, "interior of {nest} ends"),
            What::Passes(Moment::RimsBegin(nest)) => write!(f, "rims of {nest} begin"),
            What::Passes(Moment::RimsEnd(nest)) => write!(f, "rims of {nest} end"),
        }
    }
}

impl<'c, C: Communicator> Traced<'c, C> {
    /// A rank that is watched from now on.
    pub fn new(comm: &'c C) -> Traced<'c, C> {
        Traced { comm, start: Instant::now(), events: RefCell::default() }
    }

    /// What has been done since then, in order.
    pub fn events(&self) -> Vec<Event> {
        self.events.borrow().clone()
    }

    /// Writes a file of it, a line for each event: the rank, microseconds, and what.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let failed = |cause| Error::Io { path: path.into(), cause };
        let mut text = Vec::new();
        for Event { at, what } in self.events.borrow().iter() {
            let (rank, micros) = (self.comm.rank(), at.as_secs_f64() * 1e6);
            writeln!(text, "rank {rank} {micros:10.1} {what}").map_err(failed)?;
        }
        std::fs::write(path, text).map_err(failed)
    }

    fn has(&self, what: What) {
        self.events.borrow_mut().push(Event { at: self.start.elapsed(), what });
    }
}

impl<C: Communicator> Communicator for Traced<'_, C> {
    type Sending = C::Sending;
    type Expected = C::Expected;
    type Saying = C::Saying;

    fn rank(&self) -> usize {
        self.comm.rank()
    }

    fn size(&self) -> usize {
        self.comm.size()
    }

    fn network(&self) -> Network {
        self.comm.network()
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<Self::Sending> {
        let sending = self.comm.send(to, tag, bytes)?;
        self.has(What::SendPosted { to, tag });
        Ok(sending)
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Self::Expected> {
        let expected = self.comm.expect(from, tag, bytes)?;
        self.has(What::ReceivePosted { from, tag });
        Ok(expected)
    }

    fn sent(&self, message: Self::Sending) -> Result<()> {
        self.comm.sent(message)
    }

    fn received(&self, message: Self::Expected) -> Result<Vec<u8>> {
        self.has(What::WaitBegins);
        let bytes = self.comm.received(message)?;
        self.has(What::WaitEnds);
        Ok(bytes)
    }

    fn say(&self, bytes: Vec<u8>) -> Result<Self::Saying> {
        self.has(What::Says);
        self.comm.say(bytes)
    }

    fn heard(&self, saying: Self::Saying) -> Result<Vec<Vec<u8>>> {
        self.has(What::WaitBegins);
        let heard = self.comm.heard(saying)?;
        self.has(What::Hears);
        self.has(What::WaitEnds);
        Ok(heard)
    }

    fn agree(&self, bytes: Vec<u8>) -> Result<Self::Saying> {
        self.has(What::Says);
        self.comm.agree(bytes)
    }

    fn passes(&self, moment: Moment) {
        self.has(What::Passes(moment));
        self.comm.passes(moment);
    }

    fn give_up(&self, error: &Error) {
        self.comm.give_up(error);
    }
}
