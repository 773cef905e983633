//! One way to compute what a program computes.

use super::data::Sample;
use pipeline::Image;
use std::time::{Duration, Instant};

/// How well a result must agree with that of the pipeline.
#[derive(Clone, Copy)]
pub enum Agreement {
    /// Everywhere.
    Same,
    /// But for so many rows and columns along the edges.
    Inside(usize),
    /// The largest difference is printed.
    Near,
}

/// Something that can be run again and again.
pub trait Run: Send {
    /// Runs it once and says how long that took.
    fn run(&mut self) -> Duration;
    /// What the last run computed.
    fn result(&mut self) -> Vec<u16>;
}

/// A named way to compute a result.
pub struct Candidate {
    pub name: &'static str,
    pub agreement: Agreement,
    pub run: Box<dyn Run>,
}

/// What can be compared.
pub trait Samples: Send {
    fn samples(&self) -> Vec<u16>;
}

impl<T: Sample> Samples for Vec<T> {
    fn samples(&self) -> Vec<u16> {
        self.iter().map(|v| v.wide() as u16).collect()
    }
}

impl<T: Sample, const R: usize> Samples for Image<T, R> {
    fn samples(&self) -> Vec<u16> {
        self.as_slice().iter().map(|v| v.wide() as u16).collect()
    }
}

impl<A: Samples, B: Samples, C: Samples> Samples for (A, B, C) {
    fn samples(&self) -> Vec<u16> {
        [self.0.samples(), self.1.samples(), self.2.samples()].concat()
    }
}

/// A result, and what computes it.
struct Into<S, F> {
    out: S,
    compute: F,
}

impl<S: Samples, F: FnMut(&mut S) + Send> Run for Into<S, F> {
    fn run(&mut self) -> Duration {
        let start = Instant::now();
        (self.compute)(&mut self.out);
        start.elapsed()
    }

    fn result(&mut self) -> Vec<u16> {
        self.out.samples()
    }
}

impl Candidate {
    /// A candidate that computes into `out`, or replaces it.
    pub fn new<S: Samples + 'static>(
        name: &'static str,
        agreement: Agreement,
        out: S,
        compute: impl FnMut(&mut S) + Send + 'static,
    ) -> Candidate {
        Candidate { name, agreement, run: Box::new(Into { out, compute }) }
    }

    /// The pipeline.
    pub fn ours<S: Samples + 'static>(
        out: S,
        mut compute: impl FnMut(&mut S) -> pipeline::Result<()> + Send + 'static,
    ) -> Candidate {
        let compute = move |out: &mut S| compute(out).expect("a picture of this size");
        Candidate::new("pipeline", Agreement::Same, out, compute)
    }

    /// A plain loop, which must give the same.
    pub fn plain<T: Sample>(
        len: usize,
        compute: impl FnMut(&mut [T]) + Send + 'static,
    ) -> Candidate {
        let mut compute = compute;
        Candidate::new("plain", Agreement::Same, vec![T::default(); len], move |out| compute(out))
    }
}
