//! Stands between a program and MPI (`LD_PRELOAD`), and counts the messages that are sent: MPI
//! lets every `MPI_` function be replaced by one that calls the `PMPI_` function behind it.
//!
//! With a number in the environment variable `PIPELINE_MPI_DELAYS` each message leaves up to a
//! millisecond later, as that number and the rank draw it.

use mpi::ffi;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Tags from here on are not of ghost zones: what is gathered for a comparison.
const LAST_TAG: c_int = 32_000;

static MESSAGES: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

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
    // SAFETY: the caller's arguments are passed on.
    unsafe {
        ffi::PMPI_Type_size(kind, &mut size);
        if tag < LAST_TAG {
            MESSAGES.fetch_add(1, Ordering::Relaxed);
            BYTES.fetch_add(count as u64 * size as u64, Ordering::Relaxed);
        }
        ffi::PMPI_Isend(buffer, count, kind, to, tag, comm, request)
    }
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

/// The messages and bytes that this rank has sent since it was last asked.
///
/// # Safety
/// Both places must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pipeline_mpi_counts(messages: *mut u64, bytes: *mut u64) {
    // SAFETY: the caller's.
    unsafe {
        *messages = MESSAGES.swap(0, Ordering::Relaxed);
        *bytes = BYTES.swap(0, Ordering::Relaxed);
    }
}
