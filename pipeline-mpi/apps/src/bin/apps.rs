//! Every application on the ranks of an MPI program, compared with one process and with the
//! reference evaluator; and its messages from rank to rank, as MPI sees them, with those that were
//! foretold.
//!
//! `mpirun -n 4 apps` prints a line for each case, with what all ranks send together, and fails if
//! one does. The messages are those that `interposer` counts; without it they are not compared.
//! Names of applications leave out the others, and `along="y, x"` those that are cut otherwise;
//! `latency=0` sets that of the network, in nanoseconds, in the place of what is measured, and
//! `sizes=6001,8000` those of the arrays, which are compared with one process only then.

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

/// What results are compared with.
#[derive(Clone, Copy)]
enum With {
    /// One process, and the reference evaluator.
    Both,
    /// One process only: the reference evaluator would take minutes.
    OneProcess,
}

/// A case; whether it is wrong, on the first rank.
fn case(mpi: &Mpi, app: &Application, sizes: &[i64], with: With) -> Result<bool> {
    let ranks = mpi.size();
    counted(ranks);
    let found = app.on(mpi, sizes)?;
    let sent = Pairs::counted(mpi)?;
    let foretold = Pairs::foretold(ranks, &app.traffic(ranks, mpi.network(), sizes)?);
    let Some(found) = found else { return Ok(false) };
    let wrong = if found != app.whole(sizes)? {
        Some("other bits than one process".into())
    } else if matches!(with, With::Both) && found != app.reference(sizes)? {
        Some("other bits than the reference".into())
    } else {
        sent.as_ref().and_then(|sent| sent.differ(&foretold))
    };
    let counts = sent.map_or("not counted".into(), |sent| sent.to_string());
    let verdict = match (wrong.as_ref(), with) {
        (Some(wrong), With::Both | With::OneProcess) => format!("WRONG: {wrong}"),
        (None, With::Both) => "ok".into(),
        (None, With::OneProcess) => "ok, compared with one process only".into(),
    };
    println!("{ranks} ranks  {:24} {:13} {sizes:?}  {counts}  {verdict}", app.name, app.along);
    Ok(wrong.is_some())
}

/// The arguments.
#[derive(Default)]
struct Options {
    latency: Option<f64>,
    along: Option<String>,
    sizes: Option<Vec<i64>>,
    names: Vec<String>,
}

impl Options {
    /// Reads them.
    fn new(args: impl Iterator<Item = String>) -> Result<Options> {
        let mut options = Options::default();
        for arg in args {
            let wrong = || Error::Ranks { what: format!("`{arg}` has no numbers") };
            match arg.split_once('=') {
                Some(("latency", number)) => {
                    options.latency = Some(number.parse().map_err(|_| wrong())?);
                }
                Some(("along", variables)) => options.along = Some(variables.into()),
                Some(("sizes", numbers)) => {
                    let sizes: Option<_> = numbers.split(',').map(|n| n.parse().ok()).collect();
                    options.sizes = Some(sizes.ok_or_else(wrong)?);
                }
                Some(_) => return Err(Error::Ranks { what: format!("there is no `{arg}`") }),
                None => options.names.push(arg),
            }
        }
        Ok(options)
    }

    fn has(&self, app: &Application) -> bool {
        (self.names.is_empty() || self.names.iter().any(|name| name == app.name))
            && self.along.as_ref().is_none_or(|along| along == app.along)
    }
}

fn main() -> Result<()> {
    let options = Options::new(std::env::args().skip(1))?;
    let mpi = match options.latency {
        Some(latency) => Mpi::start_on(Network { latency, ..Network::default() })?,
        None => Mpi::start()?,
    };
    let mut wrong = 0;
    for app in applications().iter().filter(|app| options.has(app)) {
        let (all, with) = match &options.sizes {
            Some(sizes) => (vec![sizes.clone()], With::OneProcess),
            None => (app.some_sizes(), With::Both),
        };
        for sizes in all {
            wrong += usize::from(case(&mpi, app, &sizes, with)?);
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Error::Ranks { what: format!("{wrong} cases are wrong") }),
    }
}
