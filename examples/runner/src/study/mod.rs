//! The experiments of the papers, on the applications: every table of `docs/science.md` is what one
//! of these prints.
//!
//! Structural columns follow from the compiler alone and are the same everywhere; a test holds them
//! against `tests/data`. Times are of the machine at hand.

mod ablation;
mod beside;
mod columns;
mod cores;
mod decisions;
mod grouping;
mod propagation;
mod propagations;
mod rank;
mod search;
mod strategies;
mod sweep;
mod table;
mod weights;
mod work;

use anyhow::{Result, bail};
use clap::{Parser, ValueEnum};
use harness::Application;
use indicatif::{ProgressBar, ProgressStyle};
use pipeline_tune::{CandidateRace, CandidateTarget, Entry, Subject};

pub use table::{Cell, Column, Table};

use crate::{application, applications, subject, workspace};

/// Arguments of an experiment.
#[derive(Debug, Parser)]
pub struct Study {
    /// Which.
    #[arg(value_enum)]
    pub name: Name,
    /// Names of applications, with commas between; all that the experiment is about if absent.
    #[arg(long, value_delimiter = ',')]
    pub apps: Vec<String>,
    /// Leave times out: nothing is compiled or run.
    #[arg(long)]
    pub structure: bool,
    /// Numbers of threads that plans run on, with commas between.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2], value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Vec<u16>,
    /// How often each plan runs on each number of threads.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Compile plans for the machine at hand alone, which takes rustc less time than a version for
    /// each instruction set. The ablation does not compare these then.
    #[arg(long)]
    pub native: bool,
    /// Print a line of JSON for each row.
    #[arg(long)]
    pub json: bool,
}

/// The experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    /// Groupings that the dynamic program looks at, and seconds (PolyMage+, Tables 1 and 9).
    Grouping,
    /// What bounds of the search cost and save.
    Search,
    /// Plans of every strategy and cost model (PolyMage+, Section 7).
    Strategies,
    /// Inlining, propagation and tiles, one without the other (CC 2018, Table 4).
    Propagation,
    /// Random sets of propagated stages beside what is chosen (CC 2018, Table 3).
    Propagations,
    /// Inlining and propagation turned round, one stage at a time.
    Decisions,
    /// Each optimisation left out (PolyMage+, Table 8).
    Ablation,
    /// Narrower blocks: a bound of parallelograms along columns (PolyMage+, Section 5.2).
    Columns,
    /// Plans for few cores and for many.
    Cores,
    /// What costs say and what is measured, over many plans (PolyMage+, Tables 2 and 3).
    Weights,
    /// The default plan among many: how much faster the best is, and how well plans are put in
    /// order.
    Sweep,
}

impl Study {
    /// The table.
    ///
    /// # Errors
    /// For names that do not exist, and where a plan cannot be compiled or run.
    pub fn run(&self) -> Result<String> {
        let apps = self.apps()?;
        let context = Context { race: self.race(), progress: bar(apps.len()) };
        let table = match self.name {
            Name::Grouping => grouping::table(&apps, &context)?,
            Name::Search => search::table(&apps, &context)?,
            Name::Strategies => strategies::table(&apps, &context)?,
            Name::Propagation => propagation::table(&apps, &context)?,
            Name::Propagations => propagations::table(&apps, &context)?,
            Name::Decisions => decisions::table(&apps, &context)?,
            Name::Ablation => ablation::table(&apps, &context)?,
            Name::Columns => columns::table(&apps, &context)?,
            Name::Cores => cores::table(&apps, &context)?,
            Name::Weights => weights::table(&apps, &context)?,
            Name::Sweep => sweep::table(&apps, &context)?,
        };
        context.progress.finish_and_clear();
        Ok(if self.json { table.json(self.structure) } else { table.markdown(self.structure) })
    }

    fn apps(&self) -> Result<Vec<App>> {
        let of_study: &[&str] = match self.name {
            Name::Propagation | Name::Propagations => &propagation::APPS,
            Name::Grouping
            | Name::Search
            | Name::Strategies
            | Name::Decisions
            | Name::Ablation
            | Name::Columns
            | Name::Cores
            | Name::Weights
            | Name::Sweep => &[],
        };
        let given: Vec<&str> = self.apps.iter().map(String::as_str).collect();
        let other = given.iter().find(|name| !of_study.is_empty() && !of_study.contains(name));
        if let Some(name) = other {
            bail!("this experiment is about {}, not {name}", of_study.join(", "));
        }
        let names = if given.is_empty() { of_study } else { given.as_slice() };
        let found: Vec<Box<dyn Application>> = match names {
            [] => applications(),
            names => names.iter().map(|name| application(name)).collect::<Result<_>>()?,
        };
        let app = |app: Box<dyn Application>| {
            Ok(App { name: app.about().name, subject: subject(app.as_ref())? })
        };
        found.into_iter().map(app).collect()
    }

    /// How plans run; none if they do not.
    fn race(&self) -> Option<CandidateRace> {
        let workspace = workspace();
        (!self.structure).then(|| CandidateRace {
            folder: workspace.join("target").join("tune"),
            facade: workspace,
            threads: self.threads.iter().copied().map(usize::from).collect(),
            runs: self.runs as usize,
            values: Default::default(),
            target: CandidateTarget::of_switch(self.native),
        })
    }
}

/// An application of an experiment.
struct App {
    name: &'static str,
    subject: Subject,
}

/// What experiments have beside applications.
struct Context {
    /// How plans run; none if times are left out.
    race: Option<CandidateRace>,
    /// Shows how many applications are done.
    progress: ProgressBar,
}

impl Context {
    /// The heads of columns of times, two for each number of threads: milliseconds, and their ratio
    /// to those of the first plan.
    fn time_columns(&self) -> Vec<Column> {
        let threads = self.race.iter().flat_map(|race| race.threads.iter());
        let columns = threads.flat_map(|threads| {
            let unit = if *threads == 1 { "thread" } else { "threads" };
            let of = |what: &str| Column::time(format!("{threads} {unit}, {what}"));
            [of("ms"), of("ratio")]
        });
        columns.collect()
    }

    /// The cells of those columns for some plans of an application.
    ///
    /// # Errors
    /// If one cannot be compiled or run.
    fn times(&self, subject: &Subject, hints: &[&str]) -> Result<Vec<Vec<Cell>>> {
        let entries: Vec<Entry<'_>> = hints.iter().map(|hints| Entry::exact(hints)).collect();
        let Some(race) = &self.race else { return Ok(vec![Vec::new(); hints.len()]) };
        let measured = race.run(subject, &entries, &mut || self.progress.tick())?;
        let first = measured[0].clone();
        let row = |measured: pipeline_tune::Measured| {
            let lanes = measured.lanes.iter().zip(&first.lanes);
            let cells = lanes.flat_map(|(lane, first)| {
                [Cell::Time(lane.fastest), Cell::Ratio(lane.fastest / first.fastest)]
            });
            cells.collect()
        };
        Ok(measured.into_iter().map(row).collect())
    }
}

fn bar(apps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {bar:30} {pos} of {len}, {elapsed}");
    let bar = ProgressBar::new(apps as u64);
    bar.set_style(style.expect("a template of known fields"));
    bar
}
