//! The ranks of an MPI program, for pipelines that are distributed.
//!
//! [`Mpi`] carries the messages of `pipeline` by whatever MPI is installed, OpenMPI or MPICH. All
//! calls to it come from the thread that started it (`MPI_THREAD_FUNNELED`); inside a rank a
//! pipeline runs on a pool of threads as on one machine.
//!
//! ```no_run
//! use pipeline::pipeline;
//! use pipeline_mpi::Mpi;
//!
//! pipeline! {
//!     #[distribute(y)]
//!     fn bright(img: [f32; rows, cols]) -> out where rows ~ 20000, cols ~ 20000 {
//!         out(y, x) = img(y, x) * 2.0;
//!     }
//! }
//!
//! fn main() -> pipeline::Result<()> {
//!     let mpi = Mpi::start()?;
//!     let mut img = bright::inputs(&mpi, [20_000, 20_000])?;
//!     img.fill(|[y, x]| (y + x) as f32);
//!     let out = bright::on(&mpi, &mut img)?;
//!     println!("rows {:?} are here", out.owned()[0]);
//!     Ok(())
//! }
//! ```

mod message;
mod network;

use message::{Receiving, Sending, World};
use mpi::Threading;
use mpi::environment::Universe;
use mpi::topology::Communicator as _;
use pipeline::ranks::{Communicator, Network};
use pipeline::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// This process as a rank of an MPI program. MPI ends when it is dropped; ranks that still count on
/// this one get an error.
pub struct Mpi {
    /// No other message of the program is taken for one of a pipeline.
    world: Rc<World>,
    network: Network,
    /// Dropped last: ends MPI.
    universe: Universe,
}

/// How long a rank that panics waits for the others to notice, before it ends all of them.
const PATIENCE: Duration = Duration::from_secs(5);

impl Mpi {
    /// Starts MPI: once in a process, on its main thread. How fast its network is, is measured in
    /// some milliseconds.
    ///
    /// # Errors
    /// [`Error::Ranks`] if MPI runs already, or cannot be used by a process of several threads.
    pub fn start() -> Result<Mpi> {
        let mut mpi = Mpi::start_on(Network::default())?;
        mpi.network = network::measured(&mpi)?;
        Ok(mpi)
    }

    /// The same on a network that is known. All ranks give the same.
    ///
    /// # Errors
    /// [`Error::Ranks`] if MPI runs already, or cannot be used by a process of several threads.
    pub fn start_on(network: Network) -> Result<Mpi> {
        let failed = |what: &str| Error::Ranks { what: what.into() };
        let (universe, threads) = mpi::initialize_with_threading(Threading::Funneled)
            .ok_or_else(|| failed("MPI runs already in this process"))?;
        if threads < Threading::Funneled {
            return Err(failed("this MPI does not work in processes of several threads"));
        }
        let ranks = universe.world().duplicate();
        let world = World { ranks, lost: Cell::new(None), patience: Cell::new(None) };
        Ok(Mpi { world: Rc::new(world), network, universe })
    }

    /// These ranks, of which this one takes another to be lost, as if it had ended, once it has
    /// waited so long for one message of it. That has to be longer than ranks may be apart in what
    /// they do between calls, such as reading files. Without it, a rank that is there and says
    /// nothing is waited for without end.
    pub fn with_patience(self, patience: Duration) -> Mpi {
        self.world.patience.set(Some(patience));
        self
    }
}

impl Drop for Mpi {
    /// Whoever waits for this rank learns that nothing more comes. One that panics takes the others
    /// along if they do not notice: MPI ends only with all of them.
    fn drop(&mut self) {
        let World { ranks, lost, .. } = &*self.world;
        message::say_ended(ranks, lost.get().unwrap_or(ranks.rank()));
        let others = || (0..ranks.size()).filter(|rank| *rank != ranks.rank());
        let start = Instant::now();
        while std::thread::panicking()
            && !others().all(|rank| message::ended_for(ranks, rank).is_some())
        {
            if start.elapsed() > PATIENCE {
                self.universe.world().abort(1);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Communicator for Mpi {
    type Sending = Sending;
    type Expected = Receiving;
    type Saying = Saying;

    fn rank(&self) -> usize {
        self.world.ranks.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.ranks.size() as usize
    }

    fn network(&self) -> Network {
        self.network
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<Sending> {
        Sending::start(&self.world, to, tag, bytes)
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Receiving> {
        Receiving::start(&self.world, from, tag, bytes)
    }

    fn sent(&self, message: Sending) -> Result<()> {
        message.finish()
    }

    fn received(&self, message: Receiving) -> Result<Vec<u8>> {
        message.finish()
    }

    /// To each of a few ranks, or by way of the first one, message by message: who waits in a
    /// collective operation of MPI waits for ever if a rank ends before it comes to it.
    fn say(&self, bytes: Vec<u8>) -> Result<Saying> {
        let (rank, ranks, length) = (self.rank(), self.size(), bytes.len());
        let others = || (0..ranks).filter(|other| *other != rank);
        let mut saying = Saying { own: bytes, expected: Vec::new(), sending: Vec::new() };
        if ranks <= DIRECTLY || rank == 0 {
            for other in others() {
                saying.expected.push(self.expect(other, ALL, length)?);
            }
        } else {
            saying.expected.push(self.expect(0, ALL, ranks * length)?);
        }
        let to =
            if ranks <= DIRECTLY { others().collect() } else { vec![0; usize::from(rank > 0)] };
        for other in to {
            saying.sending.push(self.send(other, ALL, saying.own.clone())?);
        }
        Ok(saying)
    }

    fn heard(&self, Saying { own, expected, sending }: Saying) -> Result<Vec<Vec<u8>>> {
        let (rank, ranks, length) = (self.rank(), self.size(), own.len());
        let mut said: Vec<Vec<u8>> =
            expected.into_iter().map(Receiving::finish).collect::<Result<_>>()?;
        sending.into_iter().try_for_each(Sending::finish)?;
        if ranks <= DIRECTLY || rank == 0 {
            said.insert(rank, own);
        }
        if ranks <= DIRECTLY {
            return Ok(said);
        }
        let all = said.concat();
        if rank == 0 {
            let sent = (1..ranks).map(|to| self.send(to, ALL, all.clone()));
            let sent: Vec<Sending> = sent.collect::<Result<_>>()?;
            sent.into_iter().try_for_each(Sending::finish)?;
        }
        Ok((0..ranks).map(|rank| all[rank * length..][..length].to_vec()).collect())
    }

    /// Others notice when this rank returns its error and ends.
    fn give_up(&self, error: &Error) {
        eprintln!("rank {} cannot go on: {error}", self.rank());
    }
}

/// What this rank says to all, and what it waits for of the others.
pub struct Saying {
    own: Vec<u8>,
    expected: Vec<Receiving>,
    sending: Vec<Sending>,
}

/// The tag of what all ranks say.
const ALL: u32 = u32::MAX;

/// As many ranks say everything to each other, which is there after one message; more of them say
/// it to the first one, since each would send as many messages as there are ranks.
const DIRECTLY: usize = 32;
