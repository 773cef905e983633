//! Ranks as threads of one process.

use super::{Communicator, Network};
use crate::{Error, Result};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// What may go wrong between threads that stand in for machines.
#[derive(Clone, Copy, Debug)]
pub struct Faults {
    /// How long every message takes.
    pub latency: Duration,
    /// Messages to a rank arrive in another order than they were sent, but for those of one rank
    /// and tag; which order, this number says.
    pub reorder: Option<u64>,
    /// A rank is lost.
    pub lost: Option<Lost>,
    /// How long a rank that is there and says nothing is waited for before it counts as lost.
    pub patience: Duration,
}

/// A rank that sends nothing more from some moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its number.
    pub rank: usize,
    /// It sends so many messages, what it says to all as one to each of the others.
    pub after: usize,
    /// What becomes of it then.
    pub how: Loss,
}

/// What becomes of a rank that is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It gets an error when it would send the next message, and the others learn that it is gone.
    Ends,
    /// It goes on, and nobody hears of it.
    Silent,
}

impl Default for Faults {
    /// None, and half a minute of patience.
    fn default() -> Self {
        let (latency, patience) = (Duration::ZERO, Duration::from_secs(30));
        Faults { latency, reorder: None, lost: None, patience }
    }
}

/// A rank that is a thread. Made by [`Threads::run`].
#[derive(Debug)]
pub struct Threads {
    rank: usize,
    faults: Faults,
    to: Vec<Sender<Letter>>,
    inbox: Receiver<Letter>,
    /// What has arrived and nobody has asked for, or that a rank is gone.
    waiting: RefCell<VecDeque<Letter>>,
    /// How many messages it has sent.
    sent: Cell<usize>,
}

/// A message that is expected from a thread.
#[derive(Debug)]
pub struct Awaited {
    from: usize,
    tag: u32,
    bytes: usize,
}

#[derive(Debug)]
struct Letter {
    from: usize,
    tag: u32,
    bytes: Vec<u8>,
    due: Instant,
}

/// The tag of what all ranks say: no array has it.
const ALL: u32 = u32::MAX;

/// The tag of a rank's last letter, which says that no more will come.
const GONE: u32 = u32::MAX - 1;

/// How long a thread takes to get what another one has sent.
const HANDED_OVER: Duration = Duration::from_micros(5);

impl Threads {
    /// Runs a function on so many ranks, each a thread; what each returns, or a panic as an error.
    pub fn run<T: Send>(
        ranks: usize,
        faults: Faults,
        function: impl Fn(&Threads) -> Result<T> + Sync,
    ) -> Vec<Result<T>> {
        let (to, inboxes): (Vec<_>, Vec<_>) = (0..ranks).map(|_| channel()).unzip();
        let ranks = inboxes.into_iter().enumerate().map(|(rank, inbox)| Threads {
            rank,
            faults,
            to: to.clone(),
            inbox,
            waiting: RefCell::default(),
            sent: Cell::default(),
        });
        let ranks: Vec<Threads> = ranks.collect();
        let function = &function;
        std::thread::scope(|scope| {
            let spawn = |rank: Threads| scope.spawn(move || function(&rank));
            let threads: Vec<_> = ranks.into_iter().map(spawn).collect();
            let joined = threads.into_iter().enumerate().map(|(rank, thread)| {
                let panicked = |_| Error::Ranks { what: format!("rank {rank} panicked") };
                thread.join().map_err(panicked).and_then(|result| result)
            });
            joined.collect()
        })
    }

    fn lost(&self, rank: usize) -> Error {
        Error::Ranks { what: format!("rank {} waits for rank {rank}, which is lost", self.rank) }
    }

    /// What became of this rank, if it is lost.
    fn loss(&self) -> Option<Loss> {
        let of_this = |lost: &Lost| lost.rank == self.rank && lost.after <= self.sent.get();
        self.faults.lost.filter(of_this).map(|lost| lost.how)
    }

    /// The next message of a rank with a tag.
    fn next(&self, from: usize, tag: u32) -> Result<Letter> {
        let mut waiting = self.waiting.borrow_mut();
        let wanted = |l: &Letter| l.from == from && (l.tag == tag || l.tag == GONE);
        let letter = loop {
            if let Some(at) = waiting.iter().position(wanted) {
                // That a rank is gone stays to be seen.
                if waiting[at].tag == GONE {
                    return Err(self.lost(from));
                }
                break waiting.remove(at).ok_or_else(|| self.lost(from))?;
            }
            match self.inbox.recv_timeout(self.faults.patience) {
                Ok(letter) => waiting.push_back(letter),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(self.lost(from));
                }
            }
        };
        std::thread::sleep(letter.due.saturating_duration_since(Instant::now()));
        Ok(letter)
    }

    /// When a letter arrives that is sent now.
    fn due(&self, to: usize, tag: u32) -> Instant {
        let Faults { latency, reorder, .. } = self.faults;
        let Some(seed) = reorder else { return Instant::now() + latency };
        // Up to twice the latency, or a millisecond; the same for messages of one rank and tag, so
        // that these stay in order.
        let mix = |mix: u64, part: u64| (mix ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let parts = [to as u64, u64::from(tag), self.rank as u64];
        let mixed = parts.into_iter().fold(seed, |m, part| mix(m, part).rotate_left(29));
        let most = latency.max(Duration::from_micros(500)) * 2;
        Instant::now() + most.mul_f64((mixed >> 11) as f64 / (1u64 << 53) as f64)
    }
}

impl Drop for Threads {
    /// Whoever waits for this rank learns that nothing more comes, however it ends, unless it has
    /// fallen silent.
    fn drop(&mut self) {
        if self.loss() == Some(Loss::Silent) {
            return;
        }
        for to in &self.to {
            let due = Instant::now();
            let last = Letter { from: self.rank, tag: GONE, bytes: Vec::new(), due };
            // A rank that has ended needs no letters.
            let _ = to.send(last);
        }
    }
}

impl Communicator for Threads {
    type Sending = ();
    type Expected = Awaited;
    /// What this rank says itself.
    type Saying = Vec<u8>;

    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    /// Memory, behind the latency of its faults.
    fn network(&self) -> Network {
        let latency = self.faults.latency.max(HANDED_OVER).as_nanos() as f64;
        Network { latency, ..Network::default() }
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<()> {
        let (rank, sent) = (self.rank, self.sent.get());
        match self.loss() {
            Some(Loss::Ends) => {
                let what = format!("rank {rank} is lost after {sent} messages");
                return Err(Error::Ranks { what });
            }
            Some(Loss::Silent) => return Ok(()),
            None => self.sent.set(sent + 1),
        }
        let letter = Letter { from: rank, tag, bytes, due: self.due(to, tag) };
        self.to[to].send(letter).map_err(|_| self.lost(to))
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Awaited> {
        Ok(Awaited { from, tag, bytes })
    }

    fn sent(&self, (): ()) -> Result<()> {
        Ok(())
    }

    fn received(&self, Awaited { from, tag, bytes }: Awaited) -> Result<Vec<u8>> {
        let letter = self.next(from, tag)?;
        if letter.bytes.len() != bytes {
            let (rank, found) = (self.rank, letter.bytes.len());
            let what = format!("rank {rank} expects {bytes} bytes from rank {from}, not {found}");
            return Err(Error::Ranks { what });
        }
        Ok(letter.bytes)
    }

    fn say(&self, bytes: Vec<u8>) -> Result<Vec<u8>> {
        let others = (0..self.size()).filter(|rank| *rank != self.rank);
        for to in others {
            self.send(to, ALL, bytes.clone())?;
        }
        Ok(bytes)
    }

    fn heard(&self, saying: Vec<u8>) -> Result<Vec<Vec<u8>>> {
        (0..self.size())
            .map(|from| match from == self.rank {
                true => Ok(saying.clone()),
                false => Ok(self.next(from, ALL)?.bytes),
            })
            .collect()
    }

    /// Others notice when the thread ends.
    fn give_up(&self, _: &Error) {}
}
