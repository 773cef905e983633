//! The command line.

use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand, ValueEnum};
use harness::{Application, Enlarged, From, InstructionSet, Job, Outcome, Size};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use crate::compare::Compare;
use crate::predictions::Predictions;
use crate::scale::Scale;
use crate::study::Study;
use crate::{application, everything, subject, workspace};
use pipeline_tune::cli::SearchSettings;

/// Runs the applications and prints their plans.
#[derive(Debug, Parser)]
#[command(name = "apps")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the applications with their inputs, results and variants.
    List,
    /// Runs an application and prints how long it took.
    Run(Run),
    /// Compares our times with those of others, in one sitting.
    Compare(Compare),
    /// Compares predicted with measured times, group by group.
    Predictions(Predictions),
    /// Looks for a plan of an application that runs faster here than the default.
    Tune {
        /// Name of the application.
        app: String,
        #[command(flatten)]
        settings: SearchSettings,
    },
    /// Says how applications should scale over ranks, by their plans and a network.
    Scale(Scale),
    /// Regenerates a table of `docs/science.md`.
    Study(Study),
    /// Prints what the compiler decided for an application.
    Explain {
        /// Name of the application.
        app: String,
        /// Form of the plan.
        #[arg(long, value_enum, default_value_t = Form::Text)]
        format: Form,
        /// The variant whose plan is printed.
        #[arg(long, default_value = "default")]
        variant: String,
    },
}

/// Arguments of a run.
#[derive(Debug, Parser)]
struct Run {
    /// Name of the application.
    app: String,
    /// Size of inputs that are made up: WIDTHxHEIGHT, or N for squares and cubes.
    #[arg(long, conflicts_with = "inputs")]
    size: Option<Size>,
    /// Another seed makes up other inputs.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// A folder with APP_in_NAME.npy for each input, or a picture (.png, .jpg); made up if absent.
    #[arg(long, value_name = "DIR|PICTURE")]
    inputs: Option<PathBuf>,
    /// A folder for APP_out_NAME.npy of each result, or a picture (.png, .jpg).
    #[arg(long, value_name = "DIR|PICTURE")]
    out: Option<PathBuf>,
    /// Threads to run on; all of the machine's if absent.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The instruction set to run on: build, avx2 or avx512; the widest there is if absent.
    #[arg(long, value_parser = instructions)]
    instructions: Option<InstructionSet>,
    /// How often to run.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// How the application was compiled; `reference` is the reference evaluator.
    #[arg(long, default_value = "default")]
    variant: String,
    /// Compare with the reference evaluator, however large the result is.
    #[arg(long)]
    check: bool,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
}

/// The instruction set of this name.
pub(crate) fn instructions(name: &str) -> Result<InstructionSet> {
    InstructionSet::named(name).context("one of build, avx2 and avx512")
}

/// The forms of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
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

impl Cli {
    /// Does what the command line says, and prints to `out`.
    ///
    /// # Errors
    /// For names that do not exist, inputs that are missing or do not fit, results that cannot be
    /// written.
    pub fn run(&self, out: &mut impl Write) -> Result<()> {
        let text = match &self.command {
            Command::List => list(),
            Command::Run(run) => run.run()?,
            Command::Compare(compare) => compare.run()?,
            Command::Predictions(predictions) => predictions.run()?,
            Command::Tune { app, settings } => {
                settings.tune(&subject(application(app)?.as_ref())?, &workspace())?
            }
            Command::Scale(scale) => scale.run()?,
            Command::Study(study) => study.run()?,
            Command::Explain { app, format, variant } => explain(app, *format, variant)?,
        };
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            // Whoever reads may have read enough, as in `… | head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            other => other.context("printing"),
        }
    }
}

fn list() -> String {
    let line = |app: Box<dyn Application>| {
        let about = app.about();
        let (inputs, outputs) = (about.inputs.join(", "), about.outputs.join(", "));
        format!(
            "{}: {}\n    inputs {inputs}; results {outputs}; made up at {}\n    variants {}\n",
            about.name,
            about.summary,
            about.size,
            app.variants().join(", ")
        )
    };
    everything().into_iter().map(line).collect()
}

fn explain(app: &str, form: Form, variant: &str) -> Result<String> {
    let Some(plan) = application(app)?.plan(variant)? else {
        bail!("the reference evaluator has no plan: it computes stage by stage, point by point")
    };
    Ok(match form {
        Form::Text => plan.text(),
        Form::Json => plan.json(),
        Form::Dot => plan.dot(),
        Form::Svg => plan.svg(),
        Form::Hints => plan.hints(),
    })
}

impl Run {
    fn run(&self) -> Result<String> {
        let app = application(&self.app)?;
        let from = match &self.inputs {
            Some(path) => From::path(path, self.seed)?,
            None => {
                let size = self.size.clone().map_or_else(|| app.about().size.parse(), Ok)?;
                From::Made { size, seed: self.seed }
            }
        };
        let job = Job {
            from,
            out: self.out.clone(),
            threads: self.threads.map(usize::from),
            instructions: self.instructions,
            runs: self.runs as usize,
            variant: self.variant.clone(),
            check: self.check.then_some(true),
            nests: false,
        };
        let bar = bar(u64::from(self.runs), &self.app);
        let outcome = app.run(&job, &mut |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        let outcome = outcome?;
        match self.json {
            true => self.line_of_json(app.as_ref(), &outcome),
            false => Ok(self.lines(&outcome)),
        }
    }

    fn lines(&self, outcome: &Outcome) -> String {
        let size: Vec<String> = outcome.size.iter().map(ToString::to_string).collect();
        let mut text = match outcome.enlarged {
            Some(enlarged) => format!("photograph {enlarged}: {} takes no smaller one\n", self.app),
            None => String::new(),
        };
        text += &format!(
            "{}, variant {}: {} on {} threads: {:.3} ms the fastest of {} runs, {:.3} ms the \
             middle one, {:.2} ns a pixel\n",
            self.app,
            self.variant,
            size.join("x"),
            outcome.threads,
            outcome.fastest(),
            outcome.ms.len(),
            outcome.median(),
            outcome.fastest() * 1e6 / outcome.pixels() as f64
        );
        if let Some(difference) = outcome.difference {
            text += &format!("largest difference to the reference evaluator: {difference}\n");
        }
        for path in &outcome.written {
            text += &format!("wrote {}\n", path.display());
        }
        text
    }

    fn line_of_json(&self, app: &dyn Application, outcome: &Outcome) -> Result<String> {
        let total = |key: &str| -> Result<Value> {
            let Some(plan) = app.plan(&self.variant)? else { return Ok(Value::Null) };
            let plan: Value = serde_json::from_str(&plan.json()).context("the plan as JSON")?;
            Ok(plan["totals"][key].clone())
        };
        let size: Vec<String> = outcome.size.iter().map(ToString::to_string).collect();
        let was = |Enlarged { from: [cols, rows], .. }| format!("{cols}x{rows}");
        let line = json!({
            "app": self.app,
            "size": size.join("x"),
            "enlarged_from": outcome.enlarged.map(was),
            "threads": outcome.threads,
            "variant": self.variant,
            "ms_min": outcome.fastest(),
            "ms_median": outcome.median(),
            "ns_per_pixel": outcome.fastest() * 1e6 / outcome.pixels() as f64,
            "bytes_scratch": total("scratch_bytes")?,
            "bytes_full": total("full_bytes")?,
            "max_abs_diff_to_reference": outcome.difference,
        });
        Ok(format!("{line}\n"))
    }
}

/// A bar for the runs, which appears where they take long and the output is a terminal.
fn bar(runs: u64, app: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len} runs, {elapsed}");
    let bar = ProgressBar::new(runs).with_message(app.to_owned());
    bar.set_style(style.expect("a template of known fields"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
