//! Runs the applications: `cargo run --release --example apps -- list`.

use std::process::ExitCode;

use clap::Parser;
use pipeline_apps::cli::Cli;

fn main() -> ExitCode {
    match Cli::parse().run(&mut std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
