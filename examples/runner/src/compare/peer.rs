//! Programs of others.

use std::path::Path;
use std::process::{Command, Stdio};
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::Times;

/// Somebody else's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// What it is called in tables.
    pub name: String,
    /// What a shell runs.
    command: String,
}

impl FromStr for Peer {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Peer> {
        let (name, command) = text.split_once('=').context("a peer is NAME=COMMAND")?;
        ensure!(!name.is_empty() && !command.is_empty(), "a peer is NAME=COMMAND");
        Ok(Peer { name: name.into(), command: command.into() })
    }
}

impl Peer {
    /// The times of some runs; nothing where the program fails.
    pub fn run(&self, app: &str, inputs: &Path, threads: u16, runs: u32) -> Option<Times> {
        let command = self
            .command
            .replace("{app}", app)
            .replace("{inputs}", &inputs.display().to_string())
            .replace("{threads}", &threads.to_string())
            .replace("{runs}", &runs.to_string());
        let mut shell = Command::new("sh");
        let run = shell.args(["-c", &command]).stdin(Stdio::null()).stderr(Stdio::null());
        let output = run.output().ok().filter(|output| output.status.success())?;
        times(&String::from_utf8_lossy(&output.stdout))
    }
}

/// What the last line says.
fn times(output: &str) -> Option<Times> {
    let line: Value = serde_json::from_str(output.trim().lines().last()?).ok()?;
    let ms = |key: &str| line[key].as_f64().filter(|ms| *ms > 0.0);
    Some(Times { fastest: ms("ms_min")?, median: ms("ms_median")? })
}

/// The fastest of some rounds, and the middle one of their medians; nothing without a round.
pub fn of_rounds(rounds: Vec<Times>) -> Option<Times> {
    let fastest = rounds.iter().map(|times| times.fastest).min_by(f64::total_cmp)?;
    let median = Times::of(rounds.iter().map(|times| times.median).collect()).median;
    Some(Times { fastest, median })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(command: &str) -> Peer {
        format!("them={command}").parse().expect("a peer")
    }

    #[test]
    fn the_last_line_has_the_times() {
        let command = "echo about {app}; echo '{\"ms_min\": {threads}.5, \"ms_median\": {runs}}'";
        let times = peer(command).run("harris", Path::new("/"), 2, 7);
        assert_eq!(times, Some(Times { fastest: 2.5, median: 7.0 }));
    }

    #[test]
    fn who_fails_has_no_times() {
        for command in ["exit 1", "echo nothing", "echo '{\"ms_min\": 0, \"ms_median\": 1}'"] {
            assert_eq!(peer(command).run("harris", Path::new("/"), 1, 1), None, "{command}");
        }
        assert!("them".parse::<Peer>().is_err() && "=run".parse::<Peer>().is_err());
    }

    #[test]
    fn rounds_are_put_together() {
        let times = |fastest, median| Times { fastest, median };
        let rounds = vec![times(3.0, 4.0), times(2.0, 9.0), times(5.0, 6.0)];
        assert_eq!(of_rounds(rounds), Some(times(2.0, 6.0)));
        assert_eq!(of_rounds(Vec::new()), None);
    }
}
