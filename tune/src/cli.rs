//! What commands that tune take, and the bar that shows how far they are.

use crate::plot::scatter;
use crate::program::Values;
use crate::race::{CandidateRace, CandidateTarget};
use crate::search::{Budget, Progress, Space, search};
use crate::subject::Subject;
use crate::table::table;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How a search runs.
#[derive(Clone, Debug, Args)]
pub struct SearchSettings {
    /// How long the search may take: 90s, 10m, 1h.
    #[arg(long, default_value = "10m", value_parser = duration)]
    pub budget: Duration,
    /// The plans that are looked at.
    #[arg(long, value_enum, default_value_t = SpaceName::Ours)]
    pub space: SpaceName,
    /// Numbers of threads, with commas between; the last one decides. All of the machine's if
    /// absent.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Vec<u16>,
    /// How often each plan runs on each number of threads.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Values of scalars, as `gamma=0.5`; 1 for those that are not given.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub set: Vec<(String, f64)>,
    /// Compile plans for the machine at hand alone, which takes rustc less time than a version for
    /// each instruction set.
    #[arg(long)]
    pub native: bool,
    /// A file for a picture (.svg): each plan's time on the first and last number of threads.
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

/// Names of spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SpaceName {
    /// All strategies and cost models, then what differs from the best in one number.
    Ours,
    /// PolyMage's: greedy merging at three thresholds, tiles of 7 by 7 sizes.
    Polymage,
}

impl SearchSettings {
    /// The race of these settings, in a folder below that of the workspace.
    pub fn race(&self, workspace: &Path) -> CandidateRace {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match self.threads.as_slice() {
            [] => vec![all],
            given => given.iter().copied().map(usize::from).collect(),
        };
        CandidateRace {
            facade: workspace.to_path_buf(),
            folder: workspace.join("target").join("tune"),
            threads,
            runs: self.runs as usize,
            values: Values::from_iter(self.set.iter().cloned()),
            target: CandidateTarget::of_switch(self.native),
        }
    }

    /// Tunes a block, and shows how far that is; the table, and the attribute of the fastest plan.
    ///
    /// # Errors
    /// If a candidate cannot be compiled or run.
    pub fn tune(&self, subject: &Subject, workspace: &Path) -> Result<String> {
        let space = match self.space {
            SpaceName::Ours => Space::Ours,
            SpaceName::Polymage => Space::Polymage,
        };
        let bar = Bar::new(&subject.name, self.budget);
        let mut shown = |progress: &Progress| bar.show(progress);
        let found = search(subject, space, Budget(self.budget), &self.race(workspace), &mut shown)?;
        bar.bar.finish_and_clear();
        if let Some(path) = &self.plot {
            std::fs::write(path, scatter(&subject.name, &found))
                .with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(table(&found))
    }
}

/// The bar of a search: the part of its budget that is spent.
struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    fn new(name: &str, budget: Duration) -> Bar {
        let style = ProgressStyle::with_template("{prefix} {bar:30} {elapsed} {msg}");
        let bar = ProgressBar::new(budget.as_secs().max(1)).with_prefix(name.to_owned());
        bar.set_style(style.expect("a template of known fields"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar { bar, start: Instant::now() }
    }

    fn show(&self, Progress { raced, known, best }: &Progress) {
        self.bar.set_position(self.start.elapsed().as_secs());
        let best = best.as_ref().map_or(String::new(), |best| {
            format!("; best {} at {:.2} of the default", best.name, best.ratio)
        });
        self.bar.set_message(format!("{raced} of {known} plans ran{best}"));
    }
}

/// A number of seconds, minutes or hours.
fn duration(text: &str) -> Result<Duration> {
    let units = [("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let found = units.into_iter().find_map(|(unit, seconds)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * seconds)
    });
    let seconds = found.context("a duration is a number with its unit: 90s, 10m or 1h")?;
    ensure!((0.0..1e6).contains(&seconds), "a duration from 0s to 11 days");
    Ok(Duration::from_secs_f64(seconds))
}

/// A scalar and its value.
fn setting(text: &str) -> Result<(String, f64)> {
    let (name, value) = text.split_once('=').context("a value is written NAME=VALUE")?;
    let value = value.trim().parse().with_context(|| format!("`{value}` is no number"))?;
    Ok((name.trim().to_string(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("90s").expect("seconds"), Duration::from_secs(90));
        assert_eq!(duration("1.5m").expect("minutes"), Duration::from_secs(90));
        assert_eq!(duration("1h").expect("hours"), Duration::from_secs(3600));
        for wrong in ["90", "", "-3s", "m", "NaNs"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_have_names() {
        assert_eq!(setting("gamma=0.5").expect("a value"), ("gamma".to_string(), 0.5));
        assert!(setting("gamma").is_err() && setting("gamma=x").is_err());
    }
}
