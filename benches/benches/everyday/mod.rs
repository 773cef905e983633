//! The parts of the bench.

mod candidate;
mod check;
mod data;
mod opencv;
mod options;
#[cfg(feature = "peers")]
mod peers;
mod pipelines;
mod plain;
mod programs;
mod timing;

use candidate::Candidate;
use check::Findings;
use data::Size;
use options::Options;
use programs::{PROGRAMS, Program};
use std::process::ExitCode;

/// What is timed: 12 megapixels.
const SIZE: Size = Size { rows: 3000, cols: 4000 };
/// What pipelines and plain loops are checked on before anything is timed.
const ODD: Size = Size { rows: 37, cols: 53 };

/// Reads the command line and does what it asks for.
pub fn main() -> ExitCode {
    match Options::read() {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(options)) => run(&options),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> ExitCode {
    let programs = || PROGRAMS.iter().filter(|p| options.wants(p.name));
    if options.list {
        programs().for_each(|p| println!("{}", p.name));
        return ExitCode::SUCCESS;
    }
    let mut right = true;
    for program in programs() {
        let mut candidates = Vec::from((program.ours)(ODD));
        pipeline::__rt::on(options.instructions, || {
            right &= tell(check::compare(program, ODD, &mut candidates), false);
        });
    }
    let sessions = options.threads.iter().map(|n| timing::Session::new(options, *n));
    let mut sessions: Vec<_> = sessions.collect();
    for program in programs() {
        for (i, session) in sessions.iter_mut().enumerate() {
            right &= tell(session.time(program), i == 0);
        }
    }
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints what was found. Says whether all is right.
fn tell(found: Findings, notes: bool) -> bool {
    found.notes.iter().filter(|_| notes).for_each(|note| eprintln!("{note}"));
    found.errors.iter().for_each(|error| eprintln!("error: {error}"));
    found.errors.is_empty()
}

/// All candidates for a program.
fn candidates(program: &Program, size: Size) -> Vec<Candidate> {
    let ours = (program.ours)(size).into_iter();
    #[cfg(feature = "peers")]
    let ours = ours.chain(peers::of(program.name, size));
    ours.collect()
}
