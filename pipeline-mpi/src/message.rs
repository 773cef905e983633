//! Messages on their way, each with the memory that MPI reads or writes meanwhile.

use mpi::datatype::Equivalence;
use mpi::ffi;
use mpi::point_to_point::{Destination, Source};
use mpi::raw::AsRaw;
use mpi::topology::{Communicator as _, SimpleCommunicator};
use pipeline::{Error, Result};
use std::cell::Cell;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The ranks of a program.
pub struct World {
    /// They alone.
    pub ranks: SimpleCommunicator,
    /// A rank that was found to be lost.
    pub lost: Cell<Option<i32>>,
    /// How long a rank may be silent before it is taken to be lost; if none, for ever.
    pub patience: Cell<Option<Duration>>,
}

/// An operation of MPI on bytes that live as long as it.
struct Pending {
    world: Rc<World>,
    /// The other rank.
    other: i32,
    /// None once it is complete.
    request: Option<ffi::MPI_Request>,
    /// Not touched while there is a request; freed once there is none.
    bytes: ManuallyDrop<Vec<u8>>,
}

/// A message that is being sent.
pub struct Sending(Pending);

/// A message that is expected. How long it is, is asked before there is memory for it: MPI writes
/// beyond that, or ends the program, if ranks that do not agree on a call send more.
pub struct Receiving {
    world: Rc<World>,
    from: i32,
    tag: i32,
    bytes: usize,
}

/// How long a message that nobody waits for any more is given to be complete, when a rank ends in
/// an error.
const PATIENCE: Duration = Duration::from_secs(1);

/// How MPI counts bytes of a message and numbers ranks and tags.
fn number(what: &str, value: usize) -> Result<i32> {
    i32::try_from(value).map_err(|_| {
        let what = format!("{what} of {value} are more than a message of MPI has");
        Error::Ranks { what }
    })
}

/// Tags of MPI are guaranteed up to this one. Those of pipelines' arrays count from 0 upwards, and
/// the others, which are the last numbers, from this one downwards.
const LAST_TAG: u32 = 32767;

fn tag(tag: u32) -> i32 {
    if tag > u32::MAX / 2 { (LAST_TAG - (u32::MAX - tag)) as i32 } else { tag as i32 }
}

impl Sending {
    /// Starts to send bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if they are too many for a message.
    pub fn start(world: &Rc<World>, to: usize, of: u32, bytes: Vec<u8>) -> Result<Sending> {
        let (count, other) = (number("bytes", bytes.len())?, number("rank", to)?);
        let mut request = MaybeUninit::uninit();
        // SAFETY: the bytes stay where they are, unchanged, as long as `Pending` has the request;
        // MPI sets it.
        let request = unsafe {
            let start = bytes.as_ptr().cast();
            let (kind, world) = (ffi::RSMPI_UINT8_T, world.ranks.as_raw());
            ffi::MPI_Isend(start, count, kind, other, tag(of), world, request.as_mut_ptr());
            request.assume_init()
        };
        Ok(Sending(Pending::new(world, other, request, bytes)))
    }

    /// Waits until it is sent.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank has ended.
    pub fn finish(mut self) -> Result<()> {
        self.0.wait()
    }
}

impl Receiving {
    /// Expects so many bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if they are too many for a message.
    pub fn start(world: &Rc<World>, from: usize, of: u32, bytes: usize) -> Result<Receiving> {
        number("bytes", bytes)?;
        let (world, from) = (Rc::clone(world), number("rank", from)?);
        Ok(Receiving { world, from, tag: tag(of), bytes })
    }

    /// Waits for it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank has ended, or sent another number of bytes than was
    /// expected.
    pub fn finish(self) -> Result<Vec<u8>> {
        let message = wait(&self.world, self.from, || self.found())?;
        let (from, found) = (self.from, message.bytes);
        let bytes = message.received(&self.world, from)?;
        if found == self.bytes {
            return Ok(bytes);
        }
        let expected = self.bytes;
        let what = format!("rank {from} sent {found} bytes where {expected} are expected");
        Err(Error::Ranks { what })
    }

    /// The message, if it has come: nobody else gets it then.
    fn found(&self) -> Option<Found> {
        let (mut is_there, mut count) = (0, 0);
        let (mut message, mut status) = (MaybeUninit::uninit(), MaybeUninit::uninit());
        // SAFETY: the message and its status are set if there is one.
        unsafe {
            let world = self.world.ranks.as_raw();
            let (message, status) = (message.as_mut_ptr(), status.as_mut_ptr());
            ffi::MPI_Improbe(self.from, self.tag, world, &mut is_there, message, status);
            if is_there == 0 {
                return None;
            }
            ffi::MPI_Get_count(status, ffi::RSMPI_UINT8_T, &mut count);
        }
        // SAFETY: there is one.
        let message = unsafe { message.assume_init() };
        Some(Found { message, bytes: usize::try_from(count).unwrap_or(0) })
    }
}

/// A message that has come, of which the bytes have to be fetched.
struct Found {
    message: ffi::MPI_Message,
    bytes: usize,
}

impl Found {
    /// Its bytes.
    fn received(mut self, world: &Rc<World>, from: i32) -> Result<Vec<u8>> {
        let mut bytes: Vec<u8> = Vec::with_capacity(self.bytes);
        let count = number("bytes", self.bytes)?;
        let mut request = MaybeUninit::uninit();
        // SAFETY: there is memory for as many bytes as the message has, which stays where it is,
        // untouched by others, as long as `Pending` has the request; MPI sets it.
        let request = unsafe {
            let (start, kind) = (bytes.as_mut_ptr().cast(), ffi::RSMPI_UINT8_T);
            ffi::MPI_Imrecv(start, count, kind, &mut self.message, request.as_mut_ptr());
            request.assume_init()
        };
        let mut pending = Pending::new(world, from, request, bytes);
        pending.wait()?;
        let mut bytes = std::mem::take(&mut *pending.bytes);
        // SAFETY: all that the message has is written.
        unsafe { bytes.set_len(self.bytes) };
        Ok(bytes)
    }
}

/// Waits for something that the other rank has part in.
fn wait<T>(world: &World, other: i32, mut done: impl FnMut() -> Option<T>) -> Result<T> {
    let start = Instant::now();
    let (lost, why) = loop {
        // What the other rank sent before it ended is there by the time that this is.
        let ended = ended_for(&world.ranks, other);
        if let Some(value) = done() {
            return Ok(value);
        }
        match ended {
            Some(lost) if lost == other => break (lost, "is lost".to_string()),
            Some(lost) => break (lost, format!("has ended, since rank {lost} is lost")),
            None => {}
        }
        if let Some(patience) = world.patience.get().filter(|most| start.elapsed() > *most) {
            break (other, format!("has said nothing for {patience:?}"));
        }
        std::thread::yield_now();
    };
    world.lost.set(Some(lost));
    let what = format!("rank {} waits for rank {other}, which {why}", world.ranks.rank());
    Err(Error::Ranks { what })
}

impl Pending {
    fn new(world: &Rc<World>, other: i32, request: ffi::MPI_Request, bytes: Vec<u8>) -> Pending {
        let (world, bytes) = (Rc::clone(world), ManuallyDrop::new(bytes));
        Pending { world, other, request: Some(request), bytes }
    }

    /// Whether it is complete.
    fn is_complete(&mut self) -> bool {
        let Some(request) = &mut self.request else { return true };
        let mut done = 0;
        // SAFETY: the request is of an operation that has not been found complete.
        unsafe { ffi::MPI_Test(request, &mut done, ffi::RSMPI_STATUS_IGNORE) };
        if done != 0 {
            self.request = None;
        }
        done != 0
    }

    /// Waits for it.
    fn wait(&mut self) -> Result<()> {
        let (world, other) = (Rc::clone(&self.world), self.other);
        wait(&world, other, || self.is_complete().then_some(()))
    }

    /// Lets go of it; whether MPI is done with the bytes.
    fn give_up(&mut self) -> bool {
        let start = Instant::now();
        while !self.is_complete() {
            if start.elapsed() > PATIENCE {
                return false;
            }
            std::thread::yield_now();
        }
        true
    }
}

impl Drop for Pending {
    /// MPI is done with the bytes before they go; otherwise they stay.
    fn drop(&mut self) {
        if self.give_up() {
            // SAFETY: nobody else drops them, and they are not used again.
            unsafe { ManuallyDrop::drop(&mut self.bytes) };
        }
    }
}

/// Says to all other ranks that this one sends nothing more, since a rank is lost: perhaps itself.
/// How long the message is says which.
pub fn say_ended(world: &SimpleCommunicator, lost: i32) {
    let others = (0..world.size()).filter(|rank| *rank != world.rank());
    let message = vec![0u8; lost as usize];
    for rank in others {
        world.process_at_rank(rank).send_with_tag(&message[..], tag(ENDED));
    }
}

/// Which rank is lost, if a rank has [said so](say_ended). Its word stays, for whoever asks next.
pub fn ended_for(world: &SimpleCommunicator, rank: i32) -> Option<i32> {
    let said = world.process_at_rank(rank).immediate_probe_with_tag(tag(ENDED))?;
    Some(said.count(u8::equivalent_datatype()))
}

/// The tag of a rank's last message.
const ENDED: u32 = u32::MAX - 1;
