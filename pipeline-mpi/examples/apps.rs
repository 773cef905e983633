//! Every application on the ranks of an MPI program, compared with one process and with the
//! reference evaluator; and its messages, as MPI sees them, with those that were foretold.
//!
//! `mpirun -n 4 apps` prints a line for each case, and fails if one does. The messages are those
//! that `interposer` counts; without it they are not compared. Names of applications leave out the
//! others; `latency=0` sets that of the network, in nanoseconds, in the place of what is measured.

use pipeline::ranks::{Communicator, Network, Traffic};
use pipeline::{Error, Result};
use pipeline_apps_on_ranks::{Application, applications};
use pipeline_mpi::Mpi;

/// What was sent: messages, and their bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sent {
    messages: u64,
    bytes: u64,
}

/// What this rank has sent since this was last asked, if somebody counts.
fn counted() -> Option<Sent> {
    type Counts = unsafe extern "C" fn(*mut u64, *mut u64);
    // SAFETY: the name ends with a zero; the function, if there is one, is the interposer's.
    let counts: Option<Counts> = unsafe {
        let found = libc::dlsym(libc::RTLD_DEFAULT, c"pipeline_mpi_counts".as_ptr());
        (!found.is_null()).then(|| std::mem::transmute::<*mut libc::c_void, Counts>(found))
    };
    let mut sent = Sent { messages: 0, bytes: 0 };
    // SAFETY: both places are writable.
    counts.map(|counts| unsafe { counts(&mut sent.messages, &mut sent.bytes) })?;
    Some(sent)
}

/// What all ranks have sent together.
fn counted_by_all(mpi: &Mpi) -> Result<Option<Sent>> {
    let own = counted();
    let Sent { messages, bytes } = own.unwrap_or(Sent { messages: 0, bytes: 0 });
    let said = mpi.all_say(&[messages.to_ne_bytes(), bytes.to_ne_bytes()].concat())?;
    let number = |said: &[u8]| said.try_into().map_or(0, u64::from_ne_bytes);
    let sum = |from: usize| said.iter().map(|said| number(&said[from..from + 8])).sum();
    Ok(own.map(|_| Sent { messages: sum(0), bytes: sum(8) }))
}

fn foretold(traffic: &[Traffic]) -> Sent {
    let bytes = traffic.iter().map(|message| message.bytes as u64).sum();
    Sent { messages: traffic.len() as u64, bytes }
}

/// A case; what is wrong with it, on the first rank.
fn case(mpi: &Mpi, app: &Application, sizes: &[i64]) -> Result<Option<&'static str>> {
    counted();
    let found = app.on(mpi, sizes)?;
    let sent = counted_by_all(mpi)?;
    let expected = foretold(&app.traffic(mpi.size(), mpi.network(), sizes)?);
    let Some(found) = found else { return Ok(None) };
    let wrong = if found != app.whole(sizes)? {
        Some("other bits than one process")
    } else if found != app.reference(sizes)? {
        Some("other bits than the reference")
    } else if sent.is_some_and(|sent| sent != expected) {
        Some("other messages than foretold")
    } else {
        None
    };
    let (ranks, counts) = (mpi.size(), sent.map_or("not counted".into(), |s| format!("{s:?}")));
    let verdict = wrong.map_or("ok".into(), |wrong| format!("WRONG: {wrong} {expected:?}"));
    println!("{ranks} ranks  {:24} {:5} {sizes:?}  {counts}  {verdict}", app.name, app.along);
    Ok(wrong)
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
            wrong += usize::from(case(&mpi, &app, &sizes)?.is_some());
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Error::Ranks { what: format!("{wrong} cases are wrong") }),
    }
}
