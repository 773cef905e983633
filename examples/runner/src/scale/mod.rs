//! How an application should scale over ranks, by its plan and a network: *Distributed Halide*
//! (PPoPP 2016), Figures 5 and 7, Tables 3 and 4, without a cluster.
//!
//! What is assumed: every rank is a machine as the plan is for, with all of its cores; groups take
//! as long for each point as the plan says for the estimates of the sizes; messages do not disturb
//! each other, and all ranks are as far as the one that is looked at.

mod chart;
mod sizes;

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Parser;
use harness::{Application, Size};
use pipeline_core::ir::Loc;
use pipeline_core::options::{DistributeHint, Options};
use pipeline_core::schedule::ranks::RanksPlan as Distributed;
use pipeline_ranks::{Network, Policy, PredictedStep, Ranks, Table as Given};
use pipeline_tune::subject::Planned;

use crate::study::{Cell, Column, Table};
use crate::{application, subject};
use chart::Line;
use sizes::sizes;

/// Arguments of a simulation.
#[derive(Debug, Parser)]
pub struct Scale {
    /// Names of applications, with commas between.
    #[arg(value_delimiter = ',', required = true)]
    apps: Vec<String>,
    /// Variables of the result that are cut, with commas between; `y` or the first if absent.
    #[arg(long, value_delimiter = ',')]
    along: Vec<String>,
    /// Inputs are cut for themselves and not where the result is.
    #[arg(long)]
    apart: bool,
    /// Numbers of ranks, with commas between; `1..4096` is every power of two.
    #[arg(long, default_value = "1..4096")]
    ranks: Counts,
    /// Microseconds that a message takes, and gigabytes in a second.
    #[arg(long, default_value = "5,12.5")]
    network: Microseconds,
    /// Sizes of inputs, WIDTHxHEIGHT or N, with commas between; the plan's estimates if absent.
    #[arg(long, value_delimiter = ',')]
    size: Vec<Size>,
    /// Cores of a rank; those of the plan's machine if absent.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    cores: Option<u16>,
    /// Give each rank the size, rather than all of them together.
    #[arg(long)]
    weak: bool,
    /// A row for every rank, and not for the slowest of some.
    #[arg(long, conflicts_with = "svg")]
    each: bool,
    /// A folder for a picture APP.svg of each application.
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print a line of JSON for each row.
    #[arg(long)]
    json: bool,
}

/// Numbers of ranks.
#[derive(Clone, Debug)]
struct Counts(Vec<usize>);

impl std::str::FromStr for Counts {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Counts> {
        let number = |text: &str| {
            let n: usize =
                text.parse().with_context(|| format!("`{text}` is no number of ranks"))?;
            ensure!((1..=MOST_RANKS).contains(&n), "there are 1 to {MOST_RANKS} ranks, not {n}");
            Ok(n)
        };
        match text.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                let powers = std::iter::successors(Some(first), |n| Some(n * 2));
                Ok(Counts(powers.take_while(|n| *n <= last).collect()))
            }
            None => Ok(Counts(text.split(',').map(number).collect::<Result<_>>()?)),
        }
    }
}

const MOST_RANKS: usize = 1 << 20;

/// A network as it is written.
#[derive(Clone, Copy, Debug)]
struct Microseconds(Network);

impl std::str::FromStr for Microseconds {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Microseconds> {
        let numbers = text.split(',').map(str::parse).collect::<Result<Vec<f64>, _>>();
        match numbers.as_deref() {
            Ok([latency, bandwidth])
                if *latency >= 0.0 && latency.is_finite() && *bandwidth > 0.0 =>
            {
                Ok(Microseconds(Network { latency: latency * 1e3, bandwidth: *bandwidth }))
            }
            _ => bail!(
                "`{text}`: a network is microseconds of a message and gigabytes in a second, as \
                 `5,12.5`"
            ),
        }
    }
}

/// A number of ranks, at some sizes, as one of them sees it: the slowest of those that are looked
/// at, or each.
struct Point {
    ranks: usize,
    rank: usize,
    /// Milliseconds of the rank, and those that one rank would take for the work of all.
    ms: f64,
    alone_ms: f64,
    interior_ms: f64,
    rims_ms: f64,
    messages_ms: f64,
    /// What the rank gets.
    messages: u64,
    bytes: u64,
    policies: String,
}

impl Scale {
    /// The table.
    ///
    /// # Errors
    /// For names that do not exist, pipelines that cannot be distributed, and sizes that a pipeline
    /// does not take.
    pub fn run(&self) -> Result<String> {
        let columns = ["application", "size", "ranks"];
        let of_rank = self.each.then_some("rank");
        let figures = [
            "ms",
            "speedup",
            "efficiency",
            "interiors ms",
            "rims ms",
            "in messages",
            "messages",
            "bytes",
            "groups",
        ];
        let columns = columns.into_iter().chain(of_rank).chain(figures);
        let mut table =
            Table { columns: columns.map(Column::structural).collect(), ..Table::default() };
        for name in &self.apps {
            let app = application(name)?;
            let lines = self.lines(app.as_ref()).with_context(|| name.clone())?;
            for line in &lines {
                let row = |point: &Point| row(name, &line.size, point, self.each);
                table.rows.extend(line.points.iter().map(row));
            }
            if let Some(folder) = &self.svg {
                let path = folder.join(format!("{name}.svg"));
                let title = format!("{name}, {}", if self.weak { "weak" } else { "strong" });
                std::fs::create_dir_all(folder)
                    .and_then(|()| std::fs::write(&path, chart::chart(&title, &lines)))
                    .with_context(|| format!("writing {}", path.display()))?;
            }
        }
        Ok(if self.json { table.json(false) } else { table.markdown(false) })
    }

    /// A line for each size.
    fn lines(&self, app: &dyn Application) -> Result<Vec<Line>> {
        let planned = self.planned(app)?;
        let ranks = planned.plan.ranks.as_ref().context("it is not distributed")?;
        let wanted: Vec<Option<&Size>> = match self.size.as_slice() {
            [] => vec![None],
            sizes => sizes.iter().map(Some).collect(),
        };
        let line = |size: Option<&Size>| {
            let points =
                self.ranks.0.iter().map(|count| self.points(&planned, ranks, size, *count));
            let points: Vec<Vec<Point>> = points.collect::<Result<_>>()?;
            let size = size.map_or("estimates".into(), Size::to_string);
            Ok(Line { size, points: points.into_iter().flatten().collect() })
        };
        wanted.into_iter().map(line).collect()
    }

    fn planned(&self, app: &dyn Application) -> Result<Planned> {
        let subject = subject(app)?;
        let output = subject.graph.outputs.first().context("it has no result")?;
        let vars = &subject.graph.stages[output.0].vars;
        let along = match self.along.as_slice() {
            [] => vec![vars.iter().find(|var| *var == "y").unwrap_or(&vars[0]).clone()],
            given => given.to_vec(),
        };
        let hint = |dim: String| DistributeHint { dim, loc: Loc::default() };
        let inputs = subject.graph.inputs.iter().filter(|_| self.apart);
        let mut machine = subject.options.machine.clone();
        if let Some(cores) = self.cores {
            machine.cores = cores.into();
        }
        let options = Options {
            machine,
            distribute: along.into_iter().map(hint).collect(),
            apart: inputs.map(|input| input.name.clone()).collect(),
            ..subject.options.clone()
        };
        subject.plan(&options)
    }

    /// The slowest of some ranks, or each.
    fn points(
        &self,
        planned: &Planned,
        of: &Distributed,
        size: Option<&Size>,
        count: usize,
    ) -> Result<Vec<Point>> {
        let network = self.network.0;
        let each = if self.weak { count } else { 1 };
        let values = sizes(&planned.graph, of, size, each).map_err(|e| anyhow!(e))?;
        let extents = of.extents(&planned.graph, &values);
        let ranks = Ranks::new(&of.table, extents, count, network);
        let own = sizes(&planned.graph, of, size, 1).map_err(|e| anyhow!(e))?;
        let alone = Ranks::new(&of.table, of.extents(&planned.graph, &own), 1, network);
        let alone_ms = alone.predicted(0, network).total() * each as f64 / 1e6;
        let point = |rank: usize| point(&of.table, &ranks, rank, network, alone_ms);
        if self.each {
            return Ok((0..count).map(point).collect());
        }
        let some = [0, count / 2, count - 1].map(point);
        let slowest = some.into_iter().max_by(|a, b| a.ms.total_cmp(&b.ms));
        Ok(slowest.into_iter().collect())
    }
}

/// What a rank takes and gets.
fn point(table: &Given, ranks: &Ranks<'_>, rank: usize, network: Network, alone_ms: f64) -> Point {
    let (predicted, part) = (ranks.predicted(rank, network), ranks.part(rank));
    let arrays = table.arrays.iter().enumerate();
    let received = arrays.map(|(number, array)| {
        let got = ranks.got(&part, number);
        (got.messages as u64, (got.points * array.bytes) as u64)
    });
    let (messages, bytes) = received.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let sum = |of: fn(&PredictedStep) -> f64| {
        predicted.steps.iter().map(of).fold(0.0, |all, one| all + one) / 1e6
    };
    Point {
        ranks: ranks.count(),
        rank,
        ms: predicted.total() / 1e6,
        alone_ms,
        interior_ms: sum(|step| step.interior),
        rims_ms: sum(|step| step.rims),
        messages_ms: predicted.in_messages() / 1e6,
        messages,
        bytes,
        policies: policies(ranks.policies()),
    }
}

/// How many groups have which policy: `3 exchange, 1 everywhere`.
fn policies(of: &[Policy]) -> String {
    let counted = Policy::ALL.into_iter().filter_map(|policy| {
        let count = of.iter().filter(|other| **other == policy).count();
        (count > 0).then(|| format!("{count} {}", policy.name()))
    });
    counted.collect::<Vec<_>>().join(", ")
}

impl Point {
    /// How much faster than one rank that does the work of all.
    fn speedup(&self) -> f64 {
        self.alone_ms / self.ms
    }
}

fn row(app: &str, size: &str, point: &Point, each: bool) -> Vec<Cell> {
    let percent = |part: f64| Cell::Text(format!("{:.1} %", 100.0 * part));
    let of = [Cell::Text(app.into()), Cell::Text(size.into()), Cell::Count(point.ranks as u64)];
    let rank = each.then_some(Cell::Count(point.rank as u64));
    let figures = [
        Cell::Time(point.ms),
        Cell::Ratio(point.speedup()),
        percent(point.speedup() / point.ranks as f64),
        Cell::Time(point.interior_ms),
        Cell::Time(point.rims_ms),
        percent(point.messages_ms / point.ms),
        Cell::Count(point.messages),
        Cell::Count(point.bytes),
        Cell::Text(point.policies.clone()),
    ];
    of.into_iter().chain(rank).chain(figures).collect()
}
