//! Our times beside those of others, in one sitting.
//!
//! Rounds alternate: in each, a part of the runs of each of our candidates, then each peer's on the
//! same inputs. All candidates of a round run as a peer's program does: once without a clock, then
//! several times one after the other, so that caches hold what a run of the same leaves there. What
//! counts is the fastest of all runs, and the middle one stands beside it.

mod chart;
mod peer;
mod table;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Parser;
use harness::{Again, Application, InstructionSet, Size};

use crate::cli::instructions;
use crate::{application, everything};
use chart::chart;
use peer::Peer;
use table::table;

/// Arguments of a comparison.
#[derive(Debug, Parser)]
pub struct Compare {
    /// Names of applications, with commas between, perhaps with a size: `harris:640x480`. All at
    /// their own sizes if absent.
    #[arg(long, value_delimiter = ',')]
    apps: Vec<AtSize>,
    /// Numbers of threads.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2], value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Vec<u16>,
    /// Instruction sets for our side, the widest first: the widest there is if absent.
    #[arg(long, value_delimiter = ',', value_parser = instructions)]
    instructions: Vec<InstructionSet>,
    /// Runs of each candidate.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Rounds that they are divided into.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Somebody else's program, as NAME=COMMAND. The command runs in a shell, with `{app}`,
    /// `{inputs}`, a folder of arrays as `run --inputs` takes it, `{threads}` and `{runs}` in it;
    /// its last line is JSON with `ms_min` and `ms_median`. Where it fails, it has no such
    /// application.
    #[arg(long = "peer", value_name = "NAME=COMMAND")]
    peers: Vec<Peer>,
    /// A picture of the ratios.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// An application at a size.
#[derive(Clone, Debug)]
struct AtSize {
    app: String,
    size: Option<Size>,
}

impl FromStr for AtSize {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<AtSize> {
        match text.split_once(':') {
            None => Ok(AtSize { app: text.into(), size: None }),
            Some((app, size)) => Ok(AtSize { app: app.into(), size: Some(size.parse()?) }),
        }
    }
}

/// Milliseconds of some runs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Times {
    fastest: f64,
    median: f64,
}

impl Times {
    /// Those of at least one run.
    fn of(mut ms: Vec<f64>) -> Times {
        ms.sort_by(f64::total_cmp);
        Times { fastest: ms[0], median: ms[ms.len() / 2] }
    }
}

/// An application on a number of threads.
struct Row {
    app: String,
    size: String,
    threads: u16,
    /// By instruction set.
    ours: Vec<Times>,
    /// With every stage by itself.
    apart: Times,
    /// Into new memory.
    first: Times,
    /// By peer, where it has the application.
    peers: Vec<Option<Times>>,
}

impl Compare {
    /// The table.
    ///
    /// # Errors
    /// For names that do not exist, sizes that an application does not take, and pictures that
    /// cannot be written.
    pub fn run(&self) -> Result<String> {
        let named = |of: &AtSize| Ok((application(&of.app)?, of.size.clone()));
        let apps: Vec<(Box<dyn Application>, Option<Size>)> = match self.apps.as_slice() {
            [] => everything().into_iter().map(|app| (app, None)).collect(),
            some => some.iter().map(named).collect::<Result<_>>()?,
        };
        let mut rows = Vec::new();
        for (app, size) in &apps {
            let size = size.clone().map_or_else(|| app.about().size.parse(), Ok)?;
            for threads in &self.threads {
                rows.push(self.row(app.as_ref(), &size, *threads)?);
            }
        }
        let sets: Vec<String> = self.sets().iter().map(ToString::to_string).collect();
        let peers: Vec<&str> = self.peers.iter().map(|peer| peer.name.as_str()).collect();
        if let Some(path) = &self.svg {
            let written = std::fs::write(path, chart(&rows, &peers));
            written.with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(table(&rows, &sets, &peers, self.runs))
    }

    fn sets(&self) -> Vec<InstructionSet> {
        match self.instructions.as_slice() {
            [] => vec![pipeline::instruction_set()],
            sets => sets.to_vec(),
        }
    }

    fn row(&self, app: &dyn Application, size: &Size, threads: u16) -> Result<Row> {
        let seed = 0;
        let folder = tempfile::tempdir().context("a folder for inputs")?;
        if !self.peers.is_empty() {
            app.save_inputs(size, seed, folder.path())?;
        }
        let widest = self.sets()[0];
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        for set in self.sets() {
            candidates.push(Candidate::new(set, app.repeatedly("default", size, seed)?));
        }
        candidates.push(Candidate::new(widest, app.repeatedly("none", size, seed)?));
        let first = Candidate::new(widest, app.afresh("default", size, seed)?);
        candidates.push(Candidate { new_memory: true, ..first });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build()?;
        let mut peers: Vec<Vec<Times>> = vec![Vec::new(); self.peers.len()];
        let each = self.runs.div_ceil(self.rounds);
        for _ in 0..self.rounds {
            pool.install(|| candidates.iter_mut().try_for_each(|of| of.round(each)))?;
            for (peer, times) in self.peers.iter().zip(&mut peers) {
                times.extend(peer.run(app.about().name, folder.path(), threads, each));
            }
        }
        let mut times = candidates.into_iter().map(|of| Times::of(of.ms));
        let ours = times.by_ref().take(self.sets().len()).collect();
        let [apart, first] = [times.next(), times.next()].map(|times| times.expect("a candidate"));
        let peers = peers.into_iter().map(peer::of_rounds).collect();
        let (app, size) = (app.about().name.to_owned(), size.to_string());
        Ok(Row { app, size, threads, ours, apart, first, peers })
    }
}

/// One of our ways to run.
struct Candidate<'a> {
    set: InstructionSet,
    again: Again<'a>,
    /// Whether memory of earlier calls is given back before each run.
    new_memory: bool,
    /// Milliseconds of its runs.
    ms: Vec<f64>,
}

impl<'a> Candidate<'a> {
    fn new(set: InstructionSet, again: Again<'a>) -> Candidate<'a> {
        Candidate { set, again, new_memory: false, ms: Vec::new() }
    }

    /// Runs so many times, and once before.
    fn round(&mut self, runs: u32) -> Result<()> {
        self.run()?;
        for _ in 0..runs {
            let ms = self.run()?;
            self.ms.push(ms);
        }
        Ok(())
    }

    /// The milliseconds of a run.
    fn run(&mut self) -> Result<f64> {
        if self.new_memory {
            pipeline::trim();
        }
        let start = Instant::now();
        pipeline::__rt::on(self.set, &mut self.again)?;
        Ok(start.elapsed().as_secs_f64() * 1e3)
    }
}
