//! Messages on their way, each with the memory that MPI reads or writes meanwhile.

use mpi::datatype::Equivalence;
use mpi::ffi;
use mpi::point_to_point::{Destination, Source};
use mpi::raw::AsRaw;
use mpi::topology::{Communicator as _, SimpleCommunicator};
use pipeline::{Error, Result};
use std::cell::Cell;
use std::ffi::c_int;
use std::mem::{ManuallyDrop, MaybeUninit};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The ranks of a program.
pub struct World {
    /// They alone.
    pub ranks: SimpleCommunicator,
    /// A rank that was found to be lost.
    pub lost: Cell<Option<i32>>,
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
    is_sent: bool,
}

/// How an operation ended.
#[derive(Clone, Copy)]
enum End {
    /// With so many bytes.
    Whole(usize),
    /// In an error: of what is received, that there was more of it.
    Failed,
}

/// A message that is being sent.
pub struct Sending(Pending);

/// A message that is expected.
pub struct Receiving(Pending);

/// How long a message that nobody waits for any more is given to be sent, when a rank ends in an
/// error.
const PATIENCE: Duration = Duration::from_secs(1);

/// How MPI counts bytes of a message and numbers ranks and tags.
fn number(what: &str, value: usize) -> Result<i32> {
    i32::try_from(value).map_err(|_| {
        let what = format!("{what} of {value} are more than a message of MPI has");
        Error::Ranks { what }
    })
}

fn is_success(code: c_int) -> bool {
    code == ffi::MPI_SUCCESS as c_int
}

fn cannot(what: &str, other: i32) -> Error {
    Error::Ranks { what: format!("MPI cannot {what} rank {other}") }
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
        // SAFETY: the bytes stay where they are, unchanged, as long as `Pending` has the request,
        // and are freed here if there is none.
        let code = unsafe {
            let start = bytes.as_ptr().cast();
            let (kind, world) = (ffi::RSMPI_UINT8_T, world.ranks.as_raw());
            ffi::MPI_Isend(start, count, kind, other, tag(of), world, request.as_mut_ptr())
        };
        if !is_success(code) {
            return Err(cannot("send to", other));
        }
        // SAFETY: MPI has set it.
        let request = unsafe { request.assume_init() };
        Ok(Sending(Pending::new(world, other, request, bytes, true)))
    }

    /// Waits until it is sent.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank has ended.
    pub fn finish(mut self) -> Result<()> {
        match self.0.wait()? {
            End::Whole(_) => Ok(()),
            End::Failed => Err(cannot("send to", self.0.other)),
        }
    }
}

impl Receiving {
    /// Expects so many bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if they are too many for a message.
    pub fn start(world: &Rc<World>, from: usize, of: u32, bytes: usize) -> Result<Receiving> {
        let (count, other) = (number("bytes", bytes)?, number("rank", from)?);
        let mut bytes = vec![0; bytes];
        let mut request = MaybeUninit::uninit();
        // SAFETY: the bytes stay where they are, untouched by others, as long as `Pending` has the
        // request, and are freed here if there is none.
        let code = unsafe {
            let start = bytes.as_mut_ptr().cast();
            let (kind, world) = (ffi::RSMPI_UINT8_T, world.ranks.as_raw());
            ffi::MPI_Irecv(start, count, kind, other, tag(of), world, request.as_mut_ptr())
        };
        if !is_success(code) {
            return Err(cannot("receive from", other));
        }
        // SAFETY: MPI has set it.
        let request = unsafe { request.assume_init() };
        Ok(Receiving(Pending::new(world, other, request, bytes, false)))
    }

    /// Waits for it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if the other rank has ended, or sent another number of bytes than was
    /// expected.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let (end, from) = (self.0.wait()?, self.0.other);
        let bytes = std::mem::take(&mut *self.0.bytes);
        let expected = bytes.len();
        let sent = match end {
            End::Whole(count) if count == expected => return Ok(bytes),
            End::Whole(count) => format!("{count} bytes"),
            End::Failed => "more bytes".to_string(),
        };
        Err(Error::Ranks { what: format!("rank {from} sent {sent} where {expected} are expected") })
    }
}

impl Pending {
    fn new(
        world: &Rc<World>,
        other: i32,
        request: ffi::MPI_Request,
        bytes: Vec<u8>,
        is_sent: bool,
    ) -> Pending {
        let (world, bytes) = (Rc::clone(world), ManuallyDrop::new(bytes));
        Pending { world, other, request: Some(request), bytes, is_sent }
    }

    /// How it ended, if it is complete.
    fn complete(&mut self) -> Option<End> {
        let Some(request) = &mut self.request else { return Some(End::Whole(self.bytes.len())) };
        let (mut done, mut status, mut count) = (0, MaybeUninit::uninit(), 0);
        // SAFETY: the request is of an operation that has not been found complete; the status is
        // set if it is now.
        let succeeded = unsafe {
            let succeeded = is_success(ffi::MPI_Test(request, &mut done, status.as_mut_ptr()));
            if succeeded && done != 0 {
                ffi::MPI_Get_count(status.as_ptr(), ffi::RSMPI_UINT8_T, &mut count);
            }
            succeeded
        };
        if succeeded && done == 0 {
            return None;
        }
        // An operation that fails is complete, too.
        self.request = None;
        Some(if succeeded { End::Whole(usize::try_from(count).unwrap_or(0)) } else { End::Failed })
    }

    /// Waits for it; how it ended.
    fn wait(&mut self) -> Result<End> {
        loop {
            // What the other rank sent before it ended is there by the time that this is.
            let ended = ended_for(&self.world.ranks, self.other);
            match (self.complete(), ended) {
                (Some(end), _) => return Ok(end),
                (None, None) => std::thread::yield_now(),
                (None, Some(lost)) => {
                    let (rank, other) = (self.world.ranks.rank(), self.other);
                    let why = match lost == other {
                        true => "is lost".to_string(),
                        false => format!("has ended, since rank {lost} is lost"),
                    };
                    self.world.lost.set(Some(lost));
                    let what = format!("rank {rank} waits for rank {other}, which {why}");
                    return Err(Error::Ranks { what });
                }
            }
        }
    }

    /// Lets go of it; whether MPI is done with the bytes.
    fn give_up(&mut self) -> bool {
        let start = Instant::now();
        while self.complete().is_none() {
            let Some(request) = &mut self.request else { return true };
            if !self.is_sent {
                // SAFETY: what is received can be cancelled, and is complete then.
                unsafe {
                    ffi::MPI_Cancel(request);
                    ffi::MPI_Wait(request, ffi::RSMPI_STATUS_IGNORE);
                }
                self.request = None;
            } else if start.elapsed() > PATIENCE {
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

/// Has operations of these ranks return errors, where MPI would end the program: a message that is
/// longer than expected is one of a call that ranks do not agree on.
pub fn return_errors(world: &SimpleCommunicator) {
    // SAFETY: the communicator lives, and the handler is MPI's own.
    unsafe { ffi::MPI_Comm_set_errhandler(world.as_raw(), ffi::RSMPI_ERRORS_RETURN) };
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
