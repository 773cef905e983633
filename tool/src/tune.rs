//! Looks for a plan of a block that is faster than the default.

use crate::source::Rust;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use pipeline_tune::Subject;
use pipeline_tune::cli::SearchSettings;
use std::path::Path;

/// Arguments of a search.
#[derive(Debug, Args)]
pub struct Tune {
    /// Name of the pipeline, if the file has several.
    #[arg(long)]
    pipeline: Option<String>,
    #[command(flatten)]
    settings: SearchSettings,
}

impl Tune {
    /// What is printed: a table, and the attribute of the fastest plan.
    ///
    /// # Errors
    /// If there is no such pipeline, or its plans cannot be compiled or run.
    pub fn run(&self, rust: &Rust) -> Result<String> {
        let subjects = rust.blocks().iter().cloned().map(Subject::parse);
        let mut subjects = subjects.collect::<Result<Vec<_>>>()?;
        let names: Vec<String> = subjects.iter().map(|subject| subject.name.clone()).collect();
        let names = names.join(", ");
        let at = match &self.pipeline {
            Some(name) => subjects
                .iter()
                .position(|subject| subject.name == *name)
                .with_context(|| format!("no pipeline `{name}`; there are {names}"))?,
            None if subjects.len() > 1 => {
                bail!("several pipelines, {names}; `--pipeline NAME` says which is meant")
            }
            None => 0,
        };
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        let workspace = workspace.ok_or_else(|| anyhow!("the tool has no workspace"))?;
        self.settings.tune(&subjects.swap_remove(at), workspace)
    }
}
