//! The times of candidates whose runs are interleaved.

use super::candidate::Candidate;
use super::check::{self, Findings};
use super::opencv::OpenCv;
use super::options::Options;
use super::programs::Program;
use super::{SIZE, candidates};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt::Write;
use std::time::Duration;

/// After how much time a candidate runs no more, if it has had its least runs.
const PATIENCE: Duration = Duration::from_secs(3);
/// Runs that it has in any case.
const LEAST_RUNS: usize = 3;

/// A number of threads, and what computes on so many.
pub struct Session<'a> {
    options: &'a Options,
    pool: ThreadPool,
    opencv: Option<OpenCv>,
}

impl<'a> Session<'a> {
    pub fn new(options: &'a Options, threads: usize) -> Session<'a> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let opencv = options.opencv.as_ref().map(|python| OpenCv::start(python, threads));
        Session { options, pool, opencv }
    }

    /// Compares all candidates for a program and times them, and prints a line.
    pub fn time(&mut self, program: &Program) -> Findings {
        let mut candidates = candidates(program, SIZE);
        let opencv = self.opencv.as_ref().zip(program.opencv);
        candidates.extend(opencv.map(|(o, agreement)| o.candidate(program.name, agreement)));
        let on = |f: &mut (dyn FnMut() + Send)| {
            self.pool.install(|| pipeline::__rt::on(self.options.instructions, f));
        };
        let mut found = Findings::default();
        on(&mut || found = check::compare(program, SIZE, &mut candidates));
        let mut times = vec![Vec::new(); candidates.len()];
        for _ in 0..self.options.runs {
            for (candidate, times) in candidates.iter_mut().zip(&mut times) {
                if times.len() < LEAST_RUNS || times.iter().sum::<Duration>() < PATIENCE {
                    on(&mut || times.push(candidate.run.run()));
                }
            }
        }
        self.print(program, &candidates, &mut times);
        found
    }

    fn print(&self, program: &Program, candidates: &[Candidate], times: &mut [Vec<Duration>]) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let names = candidates.iter().map(|c| c.name);
        let figures: Vec<_> = names
            .zip(times)
            .map(|(name, times)| {
                times.sort();
                (name, ms(times[0]), ms(times[times.len() / 2]))
            })
            .collect();
        let [(_, ours, _), others @ ..] = &figures[..] else { return };
        let best = others.iter().min_by(|a, b| a.1.total_cmp(&b.1)).expect("a plain loop");
        let (threads, ratio) = (self.pool.current_num_threads(), ours / best.1);
        let mut line = String::new();
        for (name, min, median) in &figures {
            let _ = match self.options.json {
                true => write!(line, r#","{name}":{{"min":{min:.3},"median":{median:.3}}}"#),
                false => write!(line, "  {name} {min:.2} ({median:.2})"),
            };
        }
        let (name, best) = (program.name, best.0);
        match self.options.json {
            true => {
                let head = format!(r#""program":"{name}","threads":{threads},"ratio":{ratio:.3}"#);
                println!(r#"{{{head},"best":"{best}"{line}}}"#);
            }
            false => println!("{name:16} {threads} threads  {ratio:5.2} of {best:10}{line}"),
        }
    }
}
