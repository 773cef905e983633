//! Messages on their way, each with the memory that MPI reads or writes meanwhile.

use mpi::ffi;
use mpi::raw::AsRaw;
use mpi::topology::SimpleCommunicator;
use pipeline::{Error, Result};
use std::mem::MaybeUninit;

/// An operation of MPI on bytes that live as long as it.
struct Pending {
    /// None once it is complete.
    request: Option<ffi::MPI_Request>,
    /// Not touched while there is a request.
    bytes: Vec<u8>,
}

/// A message that is being sent.
pub struct Sending(Pending);

/// A message that is expected.
pub struct Receiving(Pending, usize);

/// How MPI counts bytes of a message and numbers ranks and tags.
fn number(what: &str, value: usize) -> Result<i32> {
    i32::try_from(value).map_err(|_| {
        let what = format!("{what} of {value} are more than a message of MPI has");
        Error::Ranks { what }
    })
}

/// Tags of MPI are guaranteed up to this one; those of pipelines are counted from it downwards, or
/// from 0 upwards.
const LAST_TAG: u32 = 32767;

fn tag(tag: u32) -> i32 {
    if tag > u32::MAX / 2 { (LAST_TAG - (u32::MAX - tag)) as i32 } else { tag as i32 }
}

impl Sending {
    /// Starts to send bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if they are too many for a message.
    pub fn start(
        world: &SimpleCommunicator,
        to: usize,
        of: u32,
        bytes: Vec<u8>,
    ) -> Result<Sending> {
        let (count, to) = (number("bytes", bytes.len())?, number("rank", to)?);
        let mut request = MaybeUninit::uninit();
        // SAFETY: the bytes stay where they are, unchanged, until `Pending` has waited; MPI sets
        // the request.
        let request = unsafe {
            let start = bytes.as_ptr().cast();
            let (kind, world) = (ffi::RSMPI_UINT8_T, world.as_raw());
            ffi::MPI_Isend(start, count, kind, to, tag(of), world, request.as_mut_ptr());
            request.assume_init()
        };
        Ok(Sending(Pending { request: Some(request), bytes }))
    }

    /// Waits until it is sent.
    pub fn finish(mut self) {
        self.0.wait();
    }
}

impl Receiving {
    /// Expects so many bytes.
    ///
    /// # Errors
    /// [`Error::Ranks`] if they are too many for a message.
    pub fn start(
        world: &SimpleCommunicator,
        from: usize,
        of: u32,
        bytes: usize,
    ) -> Result<Receiving> {
        let (count, rank) = (number("bytes", bytes)?, number("rank", from)?);
        let mut bytes = vec![0; bytes];
        let mut request = MaybeUninit::uninit();
        // SAFETY: the bytes stay where they are, untouched by others, until `Pending` has waited;
        // MPI sets the request.
        let request = unsafe {
            let start = bytes.as_mut_ptr().cast();
            let (kind, world) = (ffi::RSMPI_UINT8_T, world.as_raw());
            ffi::MPI_Irecv(start, count, kind, rank, tag(of), world, request.as_mut_ptr());
            request.assume_init()
        };
        Ok(Receiving(Pending { request: Some(request), bytes }, from))
    }

    /// Waits for it.
    ///
    /// # Errors
    /// [`Error::Ranks`] if fewer bytes came than were expected.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        let count = self.0.wait();
        let bytes = std::mem::take(&mut self.0.bytes);
        match count == bytes.len() {
            true => Ok(bytes),
            false => {
                let (expected, from) = (bytes.len(), self.1);
                let what = format!("rank {from} sent {count} bytes where {expected} are expected");
                Err(Error::Ranks { what })
            }
        }
    }
}

impl Pending {
    /// Waits for it; how many bytes it had.
    fn wait(&mut self) -> usize {
        let Some(mut request) = self.request.take() else { return self.bytes.len() };
        let mut status = MaybeUninit::uninit();
        let mut count = 0;
        // SAFETY: the request is of an operation that nobody has waited for.
        unsafe {
            ffi::MPI_Wait(&mut request, status.as_mut_ptr());
            ffi::MPI_Get_count(status.as_ptr(), ffi::RSMPI_UINT8_T, &mut count);
        }
        usize::try_from(count).unwrap_or(0)
    }
}

impl Drop for Pending {
    /// MPI is done with the bytes before they go.
    fn drop(&mut self) {
        self.wait();
    }
}
