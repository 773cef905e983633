//! One run of an application: where inputs come from, how often, where results go.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use pipeline::{Image, InstructionSet, NestTime};

use crate::app::{REFERENCE, Taken, Typed};
use crate::photo::Enlarged;
use crate::size::Size;
use crate::values::{Outputs, Values};

/// Where the inputs of a run come from.
#[derive(Clone, Debug)]
pub enum From {
    /// They are made up.
    Made {
        /// How large.
        size: Size,
        /// Another seed gives other inputs.
        seed: u64,
    },
    /// From the files `APP_in_NAME.npy` of a folder.
    Folder(PathBuf),
    /// From a picture.
    Picture {
        /// PNG or JPEG.
        path: PathBuf,
        /// For what the application makes up beside the picture.
        seed: u64,
    },
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Job {
    /// The inputs.
    pub from: From,
    /// A folder for `APP_out_NAME.npy`, or a picture by its extension; nowhere if absent.
    pub out: Option<PathBuf>,
    /// Threads; all of the machine's if absent.
    pub threads: Option<usize>,
    /// The instruction set to run on; the widest there is if absent.
    pub instructions: Option<InstructionSet>,
    /// How often to run.
    pub runs: usize,
    /// Name of the variant.
    pub variant: String,
    /// Whether to compare with the reference evaluator. If absent, small results are compared.
    pub check: Option<bool>,
    /// Whether to time the nests of the pipeline, too.
    pub nests: bool,
}

/// Where results go.
enum To<'a, O> {
    Nowhere,
    /// Files `APP_out_NAME.npy` in a folder.
    Folder(&'a Path),
    /// A picture, and how results are shown as one.
    Picture {
        path: &'a Path,
        picture: fn(&O) -> Image<f32, 3>,
    },
}

/// Results of more numbers are compared with the reference evaluator only if asked for: it takes
/// up to some microseconds a number.
const SMALL: usize = 1 << 18;

/// What came out of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Extents of the first result in space, columns first.
    pub size: Vec<usize>,
    /// How the photograph was enlarged before, if the application takes larger ones only.
    pub enlarged: Option<Enlarged>,
    /// Threads that it ran on.
    pub threads: usize,
    /// Milliseconds of each run, in order.
    pub ms: Vec<f64>,
    /// What each nest took in the run in which it was fastest, if that was asked for.
    pub nests: Vec<NestTime>,
    /// The largest difference to the reference evaluator, if they were compared.
    pub difference: Option<f64>,
    /// Files that were written.
    pub written: Vec<PathBuf>,
}

impl Outcome {
    /// Milliseconds of the fastest run.
    pub fn fastest(&self) -> f64 {
        self.ms.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Milliseconds of the middle run, or the mean of the two in the middle.
    pub fn median(&self) -> f64 {
        let mut sorted = self.ms.clone();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0
    }

    /// Points of the first result in space.
    pub fn pixels(&self) -> usize {
        self.size.iter().product()
    }
}

/// Keeps the shorter time of each nest.
fn keep_fastest(all: &mut Vec<NestTime>, times: Vec<NestTime>) {
    for new in times {
        match all.iter_mut().find(|known| known.nest == new.nest) {
            Some(known) => known.time = known.time.min(new.time),
            None => all.push(new),
        }
    }
}

/// Whether a path names a picture by its extension.
fn is_picture(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    ["png", "jpg", "jpeg"].contains(&extension.to_ascii_lowercase().as_str())
}

impl From {
    /// Inputs from a folder, or from a picture by its extension.
    ///
    /// # Errors
    /// If there is no such folder or file.
    pub fn path(path: &Path, seed: u64) -> Result<From> {
        let shown = path.display();
        if is_picture(path) {
            ensure!(path.is_file(), "{shown}: no such picture");
            return Ok(From::Picture { path: path.to_owned(), seed });
        }
        ensure!(path.is_dir(), "{shown}: neither a folder of arrays nor a picture (.png, .jpg)");
        Ok(From::Folder(path.to_owned()))
    }
}

impl Job {
    pub(crate) fn run<I: Values, O: Outputs>(
        &self,
        app: &Typed<I, O>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Outcome> {
        if let Some(set) = self.instructions {
            let available = InstructionSet::available();
            ensure!(available.contains(&set), "this build and processor have {available:?} only");
        }
        if self.variant != REFERENCE {
            app.variant(&self.variant)?;
        }
        let to = self.to(app)?;
        let Taken { inputs, enlarged } = app.inputs(&self.from)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        let pool = pool.context("starting the threads")?;
        let (mut ms, mut nests) = (Vec::new(), Vec::new());
        let mut time = |done: usize, f: &mut (dyn FnMut() -> pipeline::Result<()> + Send)| {
            let start = Instant::now();
            match self.nests {
                false => pool.install(|| self.on_instructions(f))?,
                true => {
                    let run = || pipeline::nest_times(|| self.on_instructions(f));
                    let (result, times) = pool.install(run);
                    result?;
                    keep_fastest(&mut nests, times);
                }
            }
            ms.push(start.elapsed().as_secs_f64() * 1e3);
            progress(done);
            pipeline::Result::Ok(())
        };
        let runs = self.runs.max(1);
        let results = if self.variant == REFERENCE {
            let mut results = None;
            for i in 1..=runs {
                time(i, &mut || {
                    results = Some((app.runs.reference)(&inputs)?);
                    Ok(())
                })?;
            }
            results.expect("at least one run")
        } else {
            let variant = app.variant(&self.variant)?;
            // Into memory that was touched before, as in a loop over many pictures.
            let mut results = pool.install(|| self.on_instructions(|| (variant.call)(&inputs)))?;
            for i in 1..=runs {
                time(i, &mut || (variant.into)(&inputs, &mut results))?;
            }
            results
        };
        let difference = match self.check.unwrap_or(results.count() <= SMALL) {
            true => Some(results.difference(&(app.runs.reference)(&inputs)?)),
            false => None,
        };
        let mut size = results.shape();
        if app.about.channels {
            size.remove(0);
        }
        size.reverse();
        let written = to.save(app, &results)?;
        let threads = pool.current_num_threads();
        Ok(Outcome { size, enlarged, threads, ms, nests, difference, written })
    }

    /// Runs `f` on the instruction set asked for.
    fn on_instructions<T>(&self, f: impl FnOnce() -> T) -> T {
        match self.instructions {
            Some(set) => pipeline::__rt::on(set, f),
            None => f(),
        }
    }

    /// Where the results go.
    fn to<I, O>(&self, app: &Typed<I, O>) -> Result<To<'_, O>> {
        let Some(out) = &self.out else { return Ok(To::Nowhere) };
        if is_picture(out) {
            let Some(picture) = app.picture else {
                bail!("the results of {} are no picture; `--out` takes a folder", app.about.name)
            };
            return Ok(To::Picture { path: out, picture });
        }
        let shown = out.display();
        let folder = out.is_dir() || out.extension().is_none();
        ensure!(folder, "{shown}: `--out` takes a folder, or a picture (.png, .jpg)");
        Ok(To::Folder(out))
    }
}

impl<O: Outputs> To<'_, O> {
    fn save<I>(&self, app: &Typed<I, O>, results: &O) -> Result<Vec<PathBuf>> {
        match self {
            To::Nowhere => Ok(Vec::new()),
            To::Picture { path, picture } => {
                pipeline::io::save(path, &picture(results))?;
                Ok(vec![path.to_path_buf()])
            }
            To::Folder(path) => {
                let making = || format!("{}: making the folder", path.display());
                std::fs::create_dir_all(path).with_context(making)?;
                results.save(path, app.about.name, app.about.outputs)
            }
        }
    }
}
