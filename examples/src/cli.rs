//! What the runnable examples share: arguments, timing, and what they print.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use pipeline::{Element, Image, Plan};

/// Arguments of an example.
#[derive(Debug, Parser)]
pub struct Args {
    /// Picture (PNG, JPEG) or array (.npy); a photograph that ships with the project if absent.
    pub input: Option<PathBuf>,
    /// Where the result goes: a picture (.png, .jpg) or an array (.npy), by extension.
    pub output: Option<PathBuf>,
    /// Threads to run on; all of the machine's if absent.
    #[arg(long)]
    pub threads: Option<usize>,
    /// How many times to run; the fastest is reported.
    #[arg(long, default_value_t = 5)]
    pub runs: usize,
    /// Print what the compiler decided, in this form, and compute nothing.
    #[arg(long)]
    pub plan: Option<PlanForm>,
}

/// The forms of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanForm {
    /// To read.
    Text,
    /// To process.
    Json,
    /// A graph for Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// The attribute that asks for it.
    Hints,
}

impl PlanForm {
    /// The plan in this form.
    pub fn of(self, plan: &Plan) -> String {
        match self {
            PlanForm::Text => plan.text(),
            PlanForm::Json => plan.json(),
            PlanForm::Dot => plan.dot(),
            PlanForm::Svg => plan.svg(),
            PlanForm::Hints => plan.hints(),
        }
    }
}

impl Args {
    /// The input given, or a photograph of the project.
    pub fn input_or(&self, photo: &str) -> PathBuf {
        let photos = Path::new(env!("CARGO_MANIFEST_DIR")).join("photos");
        self.input.clone().unwrap_or_else(|| photos.join(photo))
    }

    /// The output given, or a file of this name in the current folder.
    pub fn output_or(&self, name: &str) -> PathBuf {
        self.output.clone().unwrap_or_else(|| PathBuf::from(name))
    }

    /// Prints the plan if it was asked for, and says whether.
    pub fn shows(&self, plan: &Plan) -> bool {
        if let Some(form) = self.plan {
            // Whoever reads may have read enough, as in `… | head`.
            let _ = std::io::stdout().write_all(form.of(plan).as_bytes());
        }
        self.plan.is_some()
    }

    /// Runs `f` as often and on as many threads as asked, and returns its last result with the
    /// shortest time.
    ///
    /// # Errors
    /// Those of `f`, and if the threads cannot be started.
    pub fn run<T: Send>(
        &self,
        f: impl Fn() -> pipeline::Result<T> + Send + Sync,
    ) -> Result<(T, Duration)> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.context("starting the threads")?;
        pool.install(|| {
            let mut best = Duration::MAX;
            let mut last = None;
            for _ in 0..self.runs.max(1) {
                let start = Instant::now();
                last = Some(f()?);
                best = best.min(start.elapsed());
            }
            Ok((last.expect("at least one run"), best))
        })
    }
}

/// Whether a file is a NumPy array by its name.
pub fn is_array(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("npy"))
}

/// One line on what was computed, how fast, and where it went.
pub fn report<T: Element, const R: usize>(
    name: &str,
    result: &Image<T, R>,
    best: Duration,
    output: &Path,
) {
    let shape: Vec<String> = result.shape().iter().map(ToString::to_string).collect();
    let ms = best.as_secs_f64() * 1e3;
    let ns = best.as_secs_f64() * 1e9 / result.len().max(1) as f64;
    println!(
        "{name}: {} {} in {ms:.2} ms ({ns:.2} ns per element) -> {}",
        shape.join("x"),
        T::NAME,
        output.display()
    );
}
