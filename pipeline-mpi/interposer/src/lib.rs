//! Stands between a program and MPI (`LD_PRELOAD`), and counts the messages that are sent, by who
//! gets them: MPI lets every `MPI_` function be replaced by one that calls the `PMPI_` function
//! behind it.
//!
//! With a number in the environment variable `PIPELINE_MPI_DELAYS` each message leaves up to a
//! millisecond later, as that number, the rank and how many it has sent draw it: the same number
//! draws the same delays again.

use mpi::ffi;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Tags from here on are not of ghost zones: what is gathered for a comparison.
const LAST_TAG: c_int = 32_000;

/// What a rank has got of this one.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Sent {
    /// In so many messages.
    pub messages: u64,
    /// So many bytes together.
    pub bytes: u64,
    /// So many in the largest of them.
    pub largest: u64,
}

/// By who gets it.
static SENT: Mutex<BTreeMap<c_int, Sent>> = Mutex::new(BTreeMap::new());

/// Sends, and counts.
///
/// # Safety
/// As for MPI's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_Isend(
    buffer: *const c_void,
    count: c_int,
    kind: ffi::MPI_Datatype,
    to: c_int,
    tag: c_int,
    comm: ffi::MPI_Comm,
    request: *mut ffi::MPI_Request,
) -> c_int {
    let (mut rank, mut size) = (0, 0);
    // SAFETY: the caller's communicator and type, and places of this function.
    unsafe {
        ffi::PMPI_Comm_rank(comm, &mut rank);
        ffi::PMPI_Type_size(kind, &mut size);
    }
    delay(rank as u64);
    if tag < LAST_TAG {
        note(to, count as u64 * size as u64);
    }
    // SAFETY: the caller's arguments are passed on.
    unsafe { ffi::PMPI_Isend(buffer, count, kind, to, tag, comm, request) }
}

/// Counts a message.
fn note(to: c_int, bytes: u64) {
    let mut all = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    let sent = all.entry(to).or_default();
    sent.messages += 1;
    sent.bytes += bytes;
    sent.largest = sent.largest.max(bytes);
}

/// Waits as long as is drawn for a rank, if somebody asks for delays.
fn delay(rank: u64) {
    static SEED: OnceLock<Option<u64>> = OnceLock::new();
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let seed = || std::env::var("PIPELINE_MPI_DELAYS").ok()?.parse::<u64>().ok();
    let Some(seed) = *SEED.get_or_init(seed) else { return };
    let number = DRAWN.fetch_add(1, Ordering::Relaxed);
    let mix = |m: u64, i: u64| (m ^ i).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let mixed = [seed, rank, number, 0].into_iter().fold(1, mix);
    std::thread::sleep(Duration::from_micros(mixed >> 54));
}

/// What a rank has got of this one since that was last asked.
#[unsafe(no_mangle)]
pub extern "C" fn pipeline_mpi_sent(to: c_int) -> Sent {
    let mut all = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&to).unwrap_or_default()
}
