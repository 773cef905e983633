//! Runs an application on files, of which every rank reads and writes its own part.
//!
//! `mpirun -n 4 run harris --inputs DIR --out DIR` reads `DIR/harris_in_img.npy` and writes
//! `DIR/harris_out_corners.npy`; `--along x` cuts along another variable, and `--trace FILE` writes
//! what each rank does when to `FILE.0`, `FILE.1` and so on. `run harris --inputs DIR --make 61,67`
//! writes inputs of these sizes there instead.

use pipeline::Error;
use pipeline::ranks::{Alone, Communicator, Traced};
use pipeline_apps_on_ranks::{Application, applications};
use pipeline_mpi::Mpi;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments.
struct Run {
    app: Application,
    inputs: PathBuf,
    task: Task,
}

/// What to do with the inputs.
enum Task {
    /// To make them, of these sizes.
    Make(Vec<i64>),
    /// To compute results from them.
    Compute { out: PathBuf, trace: Option<PathBuf> },
}

impl Run {
    /// Reads them.
    fn new(mut args: impl Iterator<Item = String>) -> Result<Run, String> {
        let usage = "usage: run APP --inputs DIR --out DIR [--along VARIABLES] [--trace FILE], or \
                     run APP --inputs DIR --make SIZES";
        let name = args.next().ok_or(usage)?;
        let (mut inputs, mut out, mut along, mut trace) = (None, None, None, None);
        let mut sizes: Option<Vec<i64>> = None;
        while let Some(key) = args.next() {
            let value = args.next().ok_or_else(|| format!("`{key}` has no value; {usage}"))?;
            match key.as_str() {
                "--inputs" => inputs = Some(value.into()),
                "--out" => out = Some(value.into()),
                "--along" => along = Some(value),
                "--trace" => trace = Some(value.into()),
                "--make" => {
                    let numbers: Option<_> = value.split(',').map(|n| n.parse().ok()).collect();
                    sizes = Some(numbers.ok_or_else(|| format!("`{value}` are no sizes"))?);
                }
                _ => return Err(format!("there is no `{key}`; {usage}")),
            }
        }
        let of_name: Vec<Application> =
            applications().into_iter().filter(|app| app.name == name).collect();
        let names = || {
            let mut all: Vec<&str> = applications().iter().map(|app| app.name).collect();
            all.dedup();
            all.join(", ")
        };
        let first = of_name
            .first()
            .ok_or_else(|| format!("there is no application `{name}`; there are {}", names()))?;
        let ways: Vec<&str> = of_name.iter().map(|app| app.along).collect();
        let along = along.unwrap_or_else(|| first.along.into());
        let app = of_name.iter().find(|app| app.along == along).ok_or_else(|| {
            format!("`{name}` is not cut along `{along}`, but along {}", ways.join(" or "))
        })?;
        let task = match sizes {
            Some(sizes) if sizes.len() == app.sizes.len() => Task::Make(sizes),
            Some(_) => return Err(format!("`{name}` has the sizes {}", app.sizes.join(", "))),
            None => Task::Compute { out: out.ok_or(usage)?, trace },
        };
        Ok(Run { app: *app, inputs: inputs.ok_or(usage)?, task })
    }

    fn run<C: Communicator>(&self, comm: &C) -> pipeline::Result<()> {
        let (out, trace) = match &self.task {
            Task::Make(sizes) => return self.app.make_files(sizes, &self.inputs),
            Task::Compute { out, trace: None } => {
                return self.app.on_files(comm, &self.inputs, out);
            }
            Task::Compute { out, trace: Some(trace) } => (out, trace),
        };
        let traced = Traced::new(comm);
        self.app.on_files(&traced, &self.inputs, out)?;
        let mut path = trace.clone().into_os_string();
        path.push(format!(".{}", comm.rank()));
        traced.save(PathBuf::from(path))
    }
}

fn main() -> ExitCode {
    let ran = Run::new(std::env::args().skip(1)).and_then(|run| {
        let said = |error: Error| error.to_string();
        match std::env::var_os("OMPI_COMM_WORLD_SIZE").or(std::env::var_os("PMI_SIZE")) {
            Some(_) => {
                let mpi = Mpi::start().map_err(said)?;
                run.run(&mpi).map_err(|error| format!("rank {}: {error}", mpi.rank()))
            }
            None => run.run(&Alone).map_err(said),
        }
    });
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
