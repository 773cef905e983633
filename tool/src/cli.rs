//! The command line.

use crate::source::{Rust, SourceFile};
use crate::tune::Tune;
use crate::watch::{Lines, Listed};
use anyhow::{Result, bail};
use clap::{Args, Parser, Subcommand};
use pipeline_core::report::hints::hints;
use pipeline_core::report::text::text;
use std::path::PathBuf;

/// Runs the compiler on every `pipeline!` block of a Rust file (.rs), or on a stage graph (.ir).
#[derive(Debug, Parser)]
#[command(name = "pipeline-tool")]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists the passes with their times, and whether they changed something; verifies after each.
    Passes {
        #[command(flatten)]
        input: InputArgs,
        /// Prints what each pass made that changed something, too.
        #[arg(long)]
        dump: bool,
    },
    /// Prints what blocks expand to.
    Expand {
        #[command(flatten)]
        input: InputArgs,
    },
    /// Prints the plans.
    Plan {
        #[command(flatten)]
        input: InputArgs,
        /// Prints the attributes `#[schedule(…)]` that ask for them instead.
        #[arg(long)]
        hints: bool,
    },
    /// Looks for a plan that runs faster here than the default, and prints the attribute that asks
    /// for it.
    Tune {
        #[command(flatten)]
        input: InputArgs,
        #[command(flatten)]
        tune: Tune,
    },
}

#[derive(Debug, Args)]
struct InputArgs {
    /// A Rust file with blocks (.rs), or a stage graph (.ir).
    file: PathBuf,
    /// The macro whose blocks are meant: `pipeline`, or one that hands its tokens on to it.
    #[arg(long = "macro", value_name = "NAME", default_value = "pipeline")]
    name: String,
}

impl Cli {
    /// What the command prints.
    pub fn run(&self) -> Result<String> {
        match &self.command {
            Command::Passes { input, dump } => {
                let listed = if *dump { Listed::WithTexts } else { Listed::Lines };
                let mut lines = Lines::new(listed);
                input.read()?.compile(&mut |event| lines.event(event))?;
                lines.finish()
            }
            Command::Expand { input } => match input.read()? {
                SourceFile::Rust(rust) => rust.expand(),
                SourceFile::Graph { .. } => bail!(
                    "{}: a stage graph has no expansion, which needs the names and types of a \
                     block's parameters; give a Rust file, or ask for `passes` or `plan`",
                    input.file.display()
                ),
            },
            Command::Tune { input, tune } => tune.run(&Rust::read(&input.file, &input.name)?),
            Command::Plan { input, hints: of_hints } => {
                let reports = input.read()?.compile(&mut |_| ())?;
                let shown = |report| if *of_hints { hints(report) } else { text(report) };
                Ok(reports.iter().map(shown).collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

impl InputArgs {
    fn read(&self) -> Result<SourceFile> {
        match self.file.extension().and_then(|e| e.to_str()) {
            Some("rs") => Ok(SourceFile::Rust(Rust::read(&self.file, &self.name)?)),
            Some("ir") => SourceFile::graph(&self.file),
            _ => {
                bail!("{}: neither a Rust file (.rs) nor a stage graph (.ir)", self.file.display())
            }
        }
    }
}
