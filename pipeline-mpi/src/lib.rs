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

use message::{Receiving, Sending};
use mpi::Threading;
use mpi::collective::CommunicatorCollectives;
use mpi::environment::Universe;
use mpi::topology::{Communicator as _, SimpleCommunicator};
use pipeline::ranks::Communicator;
use pipeline::{Error, Result};

/// This process as a rank of an MPI program. MPI ends when it is dropped.
pub struct Mpi {
    /// Of these ranks alone, so that no other message of the program is taken for one of a
    /// pipeline.
    world: SimpleCommunicator,
    _universe: Universe,
}

impl Mpi {
    /// Starts MPI: once in a process, on its main thread.
    ///
    /// # Errors
    /// [`Error::Ranks`] if MPI runs already, or cannot be used by a process of several threads.
    pub fn start() -> Result<Mpi> {
        let failed = |what: &str| Error::Ranks { what: what.into() };
        let (universe, threads) = mpi::initialize_with_threading(Threading::Funneled)
            .ok_or_else(|| failed("MPI runs already in this process"))?;
        if threads < Threading::Funneled {
            return Err(failed("this MPI does not work in processes of several threads"));
        }
        Ok(Mpi { world: universe.world().duplicate(), _universe: universe })
    }

    /// Waits for all ranks.
    pub fn barrier(&self) {
        self.world.barrier();
    }
}

impl Drop for Mpi {
    /// A rank that panics takes the others along: none of them can go on without it.
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.world.abort(1);
        }
    }
}

impl Communicator for Mpi {
    type Sending = Sending;
    type Expected = Receiving;

    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn send(&self, to: usize, tag: u32, bytes: Vec<u8>) -> Result<Sending> {
        Sending::start(&self.world, to, tag, bytes)
    }

    fn expect(&self, from: usize, tag: u32, bytes: usize) -> Result<Receiving> {
        Receiving::start(&self.world, from, tag, bytes)
    }

    fn sent(&self, message: Sending) -> Result<()> {
        message.finish();
        Ok(())
    }

    fn received(&self, message: Receiving) -> Result<Vec<u8>> {
        message.finish()
    }

    fn all_say(&self, bytes: &[u8]) -> Result<Vec<Vec<u8>>> {
        if bytes.is_empty() || self.size() == 1 {
            // MPI gathers no messages of no bytes.
            self.barrier();
            return Ok(vec![bytes.to_vec(); self.size()]);
        }
        let mut all = vec![0; bytes.len() * self.size()];
        self.world.all_gather_into(bytes, &mut all[..]);
        Ok(all.chunks_exact(bytes.len().max(1)).map(<[u8]>::to_vec).collect())
    }

    fn give_up(&self, error: &Error) {
        eprintln!("rank {} cannot go on: {error}", self.rank());
        self.world.abort(1);
    }
}
