//! Every application on the ranks of an MPI program, compared with one process and with the
//! reference evaluator; and its messages from rank to rank, as MPI sees them, with those that were
//! foretold.
//!
//! `mpirun -n 4 apps` prints a line for each case, with what all ranks send together, and fails if
//! one does. The messages are those that `interposer` counts; without it they are not compared.
//! Names of applications leave out the others; `latency=0` sets that of the network, in
//! nanoseconds, in the place of what is measured.

use pipeline::ranks::{Communicator, Network, Traffic};
use pipeline::{Error, Result};
use pipeline_apps_on_ranks::{Application, applications};
use pipeline_mpi::Mpi;
use std::fmt;
use std::iter::zip;

/// What one rank sends to another: messages, their bytes, and those of the largest. As the
/// interposer has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sent {
    messages: u64,
    bytes: u64,
    largest: u64,
}

/// How many bytes a [`Sent`] has where ranks tell each other.
const SAID: usize = 24;

impl Sent {
    /// One message more.
    fn add(&mut self, bytes: u64) {
        self.messages += 1;
        self.bytes += bytes;
        self.largest = self.largest.max(bytes);
    }

    fn say(&self) -> Vec<u8> {
        [self.messages, self.bytes, self.largest].map(u64::to_ne_bytes).concat()
    }

    fn heard(said: &[u8]) -> Sent {
        let number = |at: usize| said[at..at + 8].try_into().map_or(0, u64::from_ne_bytes);
        Sent { messages: number(0), bytes: number(8), largest: number(16) }
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sent { messages, bytes, largest } = self;
        write!(f, "{messages} messages, {bytes} bytes, at most {largest} in one")
    }
}

/// Some ranks that send to one another.
struct Pairs {
    ranks: usize,
    /// What each has sent to each, by the sender first.
    sent: Vec<Sent>,
}

impl Pairs {
    /// What is foretold.
    fn foretold(ranks: usize, traffic: &[Traffic]) -> Pairs {
        let mut sent = vec![Sent::default(); ranks * ranks];
        for message in traffic {
            sent[message.from * ranks + message.to].add(message.bytes as u64);
        }
        Pairs { ranks, sent }
    }

    /// What all have sent since this was last asked, if somebody counts.
    fn counted(mpi: &Mpi) -> Result<Option<Pairs>> {
        let ranks = mpi.size();
        let own = counted(ranks);
        let say = own.clone().unwrap_or_else(|| vec![Sent::default(); ranks]);
        let said = mpi.all_say(&say.iter().flat_map(Sent::say).collect::<Vec<u8>>())?;
        let sent = said.iter().flat_map(|said| said.chunks(SAID).map(Sent::heard)).collect();
        Ok(own.map(|_| Pairs { ranks, sent }))
    }

    /// What is wrong between the first two ranks whose messages are others than foretold.
    fn differ(&self, foretold: &Pairs) -> Option<String> {
        let pair = zip(&self.sent, &foretold.sent).position(|(sent, told)| sent != told)?;
        let (from, to) = (pair / self.ranks, pair % self.ranks);
        let (sent, told) = (self.sent[pair], foretold.sent[pair]);
        Some(format!("rank {from} sends rank {to} {sent}; foretold are {told}"))
    }
}

impl fmt::Display for Pairs {
    /// All together.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |of: fn(&Sent) -> u64| self.sent.iter().map(of).sum::<u64>();
        write!(f, "{} messages, {} bytes", sum(|sent| sent.messages), sum(|sent| sent.bytes))
    }
}

/// What this rank has sent to each since this was last asked, if somebody counts.
fn counted(ranks: usize) -> Option<Vec<Sent>> {
    type SentTo = extern "C" fn(libc::c_int) -> Sent;
    // SAFETY: the name ends with a zero; the function, if there is one, is the interposer's, which
    // has this type.
    let sent_to: Option<SentTo> = unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"pipeline_mpi_sent".as_ptr());
        (!found.is_null()).then(|| std::mem::transmute::<*mut libc::c_void, SentTo>(found))
    };
    let sent_to = sent_to?;
    Some((0..ranks).map(|to| sent_to(to as libc::c_int)).collect())
}

/// A case; whether it is wrong, on the first rank.
fn case(mpi: &Mpi, app: &Application, sizes: &[i64]) -> Result<bool> {
    let ranks = mpi.size();
    counted(ranks);
    let found = app.on(mpi, sizes)?;
    let sent = Pairs::counted(mpi)?;
    let foretold = Pairs::foretold(ranks, &app.traffic(ranks, mpi.network(), sizes)?);
    let Some(found) = found else { return Ok(false) };
    let wrong = if found != app.whole(sizes)? {
        Some("other bits than one process".into())
    } else if found != app.reference(sizes)? {
        Some("other bits than the reference".into())
    } else {
        sent.as_ref().and_then(|sent| sent.differ(&foretold))
    };
    let counts = sent.map_or("not counted".into(), |sent| sent.to_string());
    let verdict = wrong.as_ref().map_or("ok".into(), |wrong| format!("WRONG: {wrong}"));
    println!("{ranks} ranks  {:24} {:5} {sizes:?}  {counts}  {verdict}", app.name, app.along);
    Ok(wrong.is_some())
}

fn main() -> Result<()> {
    let (options, only): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("latency="));
    let latency = options.iter().find_map(|option| option["latency=".len()..].parse().ok());
    let mpi = match latency {
        Some(latency) => Mpi::start_on(Network { latency, ..Network::default() })?,
        None => Mpi::start()?,
    };
    let mut wrong = 0;
    for app in applications() {
        if !only.is_empty() && !only.iter().any(|name| name == app.name) {
            continue;
        }
        for sizes in app.some_sizes() {
            wrong += usize::from(case(&mpi, &app, &sizes)?);
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Error::Ranks { what: format!("{wrong} cases are wrong") }),
    }
}
