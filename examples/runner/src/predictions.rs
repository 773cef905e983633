//! Predicted times beside measured ones.

use std::fmt::Write;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use harness::{Application, From, InstructionSet, Job, NestTime};

use serde_json::{Value, json};

use crate::cli::instructions;
use crate::{application, applications};

/// Groups that take less are left out of what the table ends with: a launch may take as long.
const LEAST_MS: f64 = 0.1;

/// Arguments of a comparison.
#[derive(Debug, Parser)]
pub struct Predictions {
    /// Names of applications, with commas between; all if absent.
    #[arg(long, value_delimiter = ',')]
    apps: Vec<String>,
    /// How often each runs.
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Threads to run on; all of the machine's if absent.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The instruction set to run on: build, avx2 or avx512; the widest there is if absent.
    #[arg(long, value_parser = instructions)]
    instructions: Option<InstructionSet>,
    /// How applications were compiled.
    #[arg(long, default_value = "default")]
    variant: String,
    /// Print a line of JSON for each group.
    #[arg(long)]
    json: bool,
}

/// A group of an application, at the size that the plan is for.
struct Compared {
    app: String,
    group: String,
    predicted_ms: f64,
    measured_ms: f64,
}

impl Compared {
    /// By how much the prediction is wrong, in whichever direction: at least 1.
    fn factor(&self) -> f64 {
        let ratio = self.measured_ms / self.predicted_ms;
        ratio.max(1.0 / ratio)
    }
}

impl Predictions {
    /// The table.
    ///
    /// # Errors
    /// For names that do not exist, and where an application cannot run.
    pub fn run(&self) -> Result<String> {
        let apps = match self.apps.as_slice() {
            [] => applications(),
            names => names.iter().map(|name| application(name)).collect::<Result<_>>()?,
        };
        let mut compared = Vec::new();
        let mut text = String::new();
        for app in apps {
            let plan = app.plan(&self.variant)?.context("a variant with a plan")?;
            let plan: Value = serde_json::from_str(&plan.json()).context("the plan as JSON")?;
            if text.is_empty() && !self.json {
                text = head(&plan["machine"]);
            }
            compared.extend(self.compared(app.as_ref(), &plan)?);
        }
        for group in &compared {
            text += &if self.json { line_of_json(group) } else { line(group) };
        }
        if !self.json {
            text += &summary(&compared);
        }
        Ok(text)
    }

    /// The groups of an application, in the order of the plan.
    fn compared(&self, app: &dyn Application, plan: &Value) -> Result<Vec<Compared>> {
        let job = Job {
            from: From::Made { size: app.about().size.parse()?, seed: 0 },
            out: None,
            threads: self.threads.map(usize::from),
            instructions: self.instructions,
            runs: self.runs as usize,
            variant: self.variant.clone(),
            check: Some(false),
            nests: true,
        };
        let outcome = app.run(&job, &mut |_| {})?;
        by_group(app.about().name, plan, &outcome.nests)
    }
}

/// What the nests of an application took, by the groups of its plan, in their order.
///
/// # Errors
/// If a nest is of no group.
fn by_group(name: &str, plan: &Value, nests: &[NestTime]) -> Result<Vec<Compared>> {
    let groups = plan["groups"].as_array().context("the groups of the plan")?;
    let mut compared = Vec::new();
    let mut known = 0;
    for group in groups {
        let nest = group["name"].as_str().context("the name of a group")?.replace(", ", "_");
        let times = nests.iter().filter(|time| of_group(time.nest) == nest);
        let times: Vec<f64> = times.map(|time| time.time.as_secs_f64() * 1e3).collect();
        known += times.len();
        compared.push(Compared {
            app: name.to_owned(),
            group: nest,
            predicted_ms: group["predicted_ms"].as_f64().context("a predicted time")?,
            measured_ms: times.into_iter().sum(),
        });
    }
    ensure!(known == nests.len(), "{name}: a nest that ran is of no group of the plan");
    Ok(compared)
}

/// The group of a nest: each case of a stage by itself is one, and has a number.
fn of_group(nest: &str) -> &str {
    nest.split_once('#').map_or(nest, |(group, _)| group)
}

fn head(machine: &Value) -> String {
    format!(
        "predictions for {} cores, {} lanes ({}, {})\n\n\
         | application | group | predicted ms | measured ms | measured / predicted |\n\
         | --- | --- | ---: | ---: | ---: |\n",
        machine["cores"],
        machine["lanes"],
        machine["name"].as_str().unwrap_or_default(),
        machine["configured"].as_str().unwrap_or_default()
    )
}

fn line(Compared { app, group, predicted_ms, measured_ms }: &Compared) -> String {
    // Names of many stages say enough by the first and the last.
    let stages: Vec<&str> = group.split('_').collect();
    let shown = match stages.as_slice() {
        [first, .., last] if group.len() > 40 => format!("{first} … {last}"),
        _ => group.clone(),
    };
    let ratio = measured_ms / predicted_ms;
    format!("| {app} | {shown} | {predicted_ms:.3} | {measured_ms:.3} | {ratio:.2} |\n")
}

fn line_of_json(group: &Compared) -> String {
    let Compared { app, group, predicted_ms, measured_ms } = group;
    let line = json!({
        "app": app, "group": group, "predicted_ms": predicted_ms, "measured_ms": measured_ms,
    });
    format!("{line}\n")
}

fn summary(compared: &[Compared]) -> String {
    let mut factors: Vec<&Compared> =
        compared.iter().filter(|group| group.measured_ms >= LEAST_MS).collect();
    factors.sort_by(|a, b| a.factor().total_cmp(&b.factor()));
    let mut text = String::new();
    let (Some(middle), Some(worst)) = (factors.get(factors.len() / 2), factors.last()) else {
        return format!("\nno group takes {LEAST_MS} ms\n");
    };
    let _ = writeln!(
        text,
        "\n{} groups of {LEAST_MS} ms or more: predicted and measured differ by a factor of {:.2} \
         in the median, and of {:.2} at most ({}, {})",
        factors.len(),
        middle.factor(),
        worst.factor(),
        worst.app,
        worst.group
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(predicted_ms: f64, measured_ms: f64) -> Compared {
        Compared { app: "an".into(), group: "a_b".into(), predicted_ms, measured_ms }
    }

    #[test]
    fn every_nest_that_runs_is_of_a_group() {
        for app in applications() {
            let about = app.about();
            let job = Job {
                from: From::Made { size: about.small.parse().expect("a size"), seed: 0 },
                out: None,
                threads: Some(1),
                instructions: None,
                runs: 1,
                variant: "default".into(),
                check: Some(false),
                nests: true,
            };
            let outcome = app.run(&job, &mut |_| {}).expect("a run");
            let plan = app.plan("default").expect("a variant").expect("a plan");
            let plan = serde_json::from_str(&plan.json()).expect("JSON");
            let groups = by_group(about.name, &plan, &outcome.nests).expect("groups");
            assert!(groups.iter().any(|group| group.measured_ms > 0.0), "{}", about.name);
        }
    }

    #[test]
    fn what_is_too_long_and_too_short_count_alike() {
        assert_eq!(compared(1.0, 2.0).factor(), compared(2.0, 1.0).factor());
        let all = [compared(1.0, 1.0), compared(4.0, 2.0), compared(1.0, 3.0), compared(9.0, 0.01)];
        let text = summary(&all);
        assert!(text.contains("3 groups of 0.1 ms"), "{text}");
        assert!(text.contains("2.00 in the median, and of 3.00 at most (an, a_b)"), "{text}");
        assert!(summary(&all[3..]).contains("no group"));
    }
}
