//! Stands between a program and MPI (`LD_PRELOAD`), and counts the messages that are sent, by who
//! gets them: MPI lets every `MPI_` function be replaced by one that calls the `PMPI_` function
//! behind it.
//!
//! With a number in the environment variable `PIPELINE_MPI_DELAYS` each message leaves up to a
//! millisecond later, as that number and the rank draw it.

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
    delay();
    let mut size = 0;
    // SAFETY: the caller's type, and a place of this function.
    unsafe { ffi::PMPI_Type_size(kind, &mut size) };
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

/// Waits as long as is drawn, if somebody asks for delays.
fn delay() {
    static SEED: OnceLock<Option<u64>> = OnceLock::new();
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let seed = || std::env::var("PIPELINE_MPI_DELAYS").ok()?.parse::<u64>().ok();
    let Some(seed) = SEED.get_or_init(seed) else { return };
    let number = DRAWN.fetch_add(1, Ordering::Relaxed) ^ u64::from(std::process::id()) << 20;
    let mixed = (seed ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let micros = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54;
    std::thread::sleep(Duration::from_micros(micros));
}

/// What a rank has got of this one since that was last asked.
#[unsafe(no_mangle)]
pub extern "C" fn pipeline_mpi_sent(to: c_int) -> Sent {
    let mut all = SENT.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&to).unwrap_or_default()
}
