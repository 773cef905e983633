//! Applications as values.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use pipeline::__rt::on;
use pipeline::{Image, InstructionSet, Plan, planar};

use crate::job::{From, Job, Outcome};
use crate::photo::{Enlarged, Photo, Sides, synthetic};
use crate::size::Size;
use crate::values::{Outputs, Values};

/// What there is to say about an application.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name: that of the pipeline, and the first part of its files' names.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Names of the inputs in files, in the order of the pipeline's parameters.
    pub inputs: &'static [&'static str],
    /// Names of the results in files, in their order.
    pub outputs: &'static [&'static str],
    /// The size for inputs that are made up where none is asked for.
    pub size: &'static str,
    /// A small legal size, for tests.
    pub small: &'static str,
    /// Whether the first dimension of the first result is one of channels, not of space.
    pub channels: bool,
}

/// Where inputs come from if not from files of arrays.
pub enum Source<I> {
    /// They are made from a photograph and a seed.
    Photo {
        /// Makes them.
        inputs: fn(&Photo, u64) -> I,
        /// What a photograph of a file is fitted to first.
        sides: Sides,
    },
    /// They are numbers, made from a size and a seed.
    Numbers(fn(&Size, u64) -> Result<I>),
}

/// One way in which an application was compiled.
pub struct Variant<I, O> {
    /// Its name.
    pub name: &'static str,
    /// What the compiler decided.
    pub plan: fn() -> &'static Plan,
    /// Runs it and allocates the results.
    pub call: fn(&I) -> pipeline::Result<O>,
    /// Runs it into results that exist.
    pub into: fn(&I, &mut O) -> pipeline::Result<()>,
}

/// An application whose inputs are of the type `I` and results of the type `O`.
pub struct Typed<I, O> {
    /// What there is to say about it.
    pub about: About,
    /// Where its inputs come from.
    pub source: Source<I>,
    /// Shows the results as a picture `[rows, cols, channels]`; absent if they are none.
    pub picture: Option<fn(&O) -> Image<f32, 3>>,
    /// The ways in which it was compiled and the reference evaluator, made by
    /// [`runs!`](crate::runs).
    pub runs: Runs<I, O>,
}

/// The inputs of a run.
pub(crate) struct Taken<I> {
    pub(crate) inputs: I,
    /// How the photograph they were made from was enlarged, if its sides were too short.
    pub(crate) enlarged: Option<Enlarged>,
}

/// The ways in which a pipeline can be run.
pub struct Runs<I, O> {
    /// The ways in which it was compiled, the default first.
    pub variants: Vec<Variant<I, O>>,
    /// The reference evaluator.
    pub reference: fn(&I) -> pipeline::Result<O>,
    /// The block, as text.
    pub block: &'static str,
}

/// An application of any inputs and results.
pub trait Application: Send + Sync {
    /// What there is to say about it.
    fn about(&self) -> &About;

    /// Names of its variants, the default first and the reference evaluator last.
    fn variants(&self) -> Vec<&'static str>;

    /// Its block, as text, to plan it in other ways.
    fn block(&self) -> &'static str;

    /// What the compiler decided for a variant; none for the reference evaluator.
    ///
    /// # Errors
    /// If there is no such variant.
    fn plan(&self, variant: &str) -> Result<Option<&'static Plan>>;

    /// Runs it.
    ///
    /// # Errors
    /// If there is no such variant, inputs cannot be had or do not fit, or results cannot be
    /// written.
    fn run(&self, job: &Job, progress: &mut dyn FnMut(usize)) -> Result<Outcome>;

    /// What runs a variant at a size, each time into the results of the time before.
    ///
    /// # Errors
    /// If there is no such variant, or inputs cannot be had or do not fit.
    fn repeatedly(&self, variant: &str, size: &Size, seed: u64) -> Result<Again<'_>>;

    /// What runs a variant at a size, each time into new results. Memory that is kept from earlier
    /// calls is new as well if it is [given back](pipeline::trim) before.
    ///
    /// # Errors
    /// If there is no such variant, or inputs cannot be had or do not fit.
    fn afresh(&self, variant: &str, size: &Size, seed: u64) -> Result<Again<'_>>;

    /// Writes the inputs that are made up for a size to a folder, as [`From::Folder`] has them.
    ///
    /// # Errors
    /// If they cannot be had, or a file cannot be written.
    fn save_inputs(&self, size: &Size, seed: u64, folder: &Path) -> Result<()>;

    /// Runs every variant on one to four threads and each instruction set of this processor, at a
    /// size.
    ///
    /// # Errors
    /// If one of them does not agree with the reference evaluator to the bit, or as for
    /// [`run`](Application::run).
    fn agrees(&self, size: &Size, seed: u64) -> Result<()>;
}

/// Runs an application once more.
pub type Again<'a> = Box<dyn FnMut() -> pipeline::Result<()> + Send + 'a>;

/// Name of the reference evaluator among the variants.
pub(crate) const REFERENCE: &str = "reference";

impl<I: Values, O: Outputs> Typed<I, O> {
    pub(crate) fn variant(&self, name: &str) -> Result<&Variant<I, O>> {
        let found = self.runs.variants.iter().find(|v| v.name == name);
        found.with_context(|| {
            let names = self.variants().join(", ");
            format!("{} has no variant `{name}`; there are {names}", self.about.name)
        })
    }

    pub(crate) fn inputs(&self, from: &From) -> Result<Taken<I>> {
        let About { name, inputs, .. } = self.about;
        let as_they_are = |inputs| Taken { inputs, enlarged: None };
        match (from, &self.source) {
            (From::Folder(folder), _) => I::load(folder, name, inputs).map(as_they_are),
            (From::Made { size, seed }, Source::Photo { inputs, .. }) => {
                let photo = synthetic(size.rows(), size.cols(), *seed);
                Ok(as_they_are(inputs(&photo, *seed)))
            }
            (From::Made { size, seed }, Source::Numbers(inputs)) => {
                inputs(size, *seed).map(as_they_are)
            }
            (From::Picture { path, seed }, Source::Photo { inputs, sides }) => {
                let photo = pipeline::io::load_rgb::<f32>(path)?;
                let (photo, enlarged) = sides.fit(planar(photo.view()).to_image());
                Ok(Taken { inputs: inputs(&photo, *seed), enlarged })
            }
            (From::Picture { .. }, Source::Numbers(_)) => {
                anyhow::bail!(
                    "{name} does not work on pictures; `--inputs` takes a folder of arrays"
                )
            }
        }
    }
}

impl<I: Values, O: Outputs> Application for Typed<I, O> {
    fn about(&self) -> &About {
        &self.about
    }

    fn variants(&self) -> Vec<&'static str> {
        self.runs.variants.iter().map(|v| v.name).chain([REFERENCE]).collect()
    }

    fn block(&self) -> &'static str {
        self.runs.block
    }

    fn plan(&self, variant: &str) -> Result<Option<&'static Plan>> {
        match variant {
            REFERENCE => Ok(None),
            name => Ok(Some((self.variant(name)?.plan)())),
        }
    }

    fn run(&self, job: &Job, progress: &mut dyn FnMut(usize)) -> Result<Outcome> {
        job.run(self, progress)
    }

    fn repeatedly(&self, variant: &str, size: &Size, seed: u64) -> Result<Again<'_>> {
        let variant = self.variant(variant)?;
        let inputs = self.inputs(&From::Made { size: size.clone(), seed })?.inputs;
        let mut results = (variant.call)(&inputs)?;
        Ok(Box::new(move || (variant.into)(&inputs, &mut results)))
    }

    fn afresh(&self, variant: &str, size: &Size, seed: u64) -> Result<Again<'_>> {
        let variant = self.variant(variant)?;
        let inputs = self.inputs(&From::Made { size: size.clone(), seed })?.inputs;
        Ok(Box::new(move || (variant.call)(&inputs).map(drop)))
    }

    fn save_inputs(&self, size: &Size, seed: u64, folder: &Path) -> Result<()> {
        let inputs = self.inputs(&From::Made { size: size.clone(), seed })?.inputs;
        inputs.save(folder, self.about.name, self.about.inputs)
    }

    fn agrees(&self, size: &Size, seed: u64) -> Result<()> {
        let name = self.about.name;
        let inputs = self.inputs(&From::Made { size: size.clone(), seed })?.inputs;
        let expected = (self.runs.reference)(&inputs)?;
        for threads in 1..=4 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
            let all = InstructionSet::available().iter();
            for (set, variant) in all.flat_map(|set| self.runs.variants.iter().map(|v| (*set, v))) {
                let got = pool.install(|| on(set, || (variant.call)(&inputs)))?;
                ensure!(
                    got.same_bits(&expected),
                    "{name}, variant {}, {threads} threads, {set}: up to {} from the reference",
                    variant.name,
                    got.difference(&expected)
                );
            }
        }
        Ok(())
    }
}
