//! Candidates, compiled into one crate and run in turn.

use crate::program::{self, Values};
use crate::subject::Subject;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How candidates are compiled and run.
#[derive(Clone, Debug)]
pub struct CandidateRace {
    /// The folder of the façade.
    pub facade: PathBuf,
    /// The folder that crates are written to and built in; what is built once stays there.
    pub folder: PathBuf,
    /// The numbers of threads to run on, one after the other.
    pub threads: Vec<usize>,
    /// How often each candidate runs on each.
    pub runs: usize,
    /// Values of scalars.
    pub values: Values,
    /// What they are compiled for.
    pub target: CandidateTarget,
}

/// What candidates are compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CandidateTarget {
    /// Every machine of the kind, as a plain build is: with a version of each kernel for each
    /// instruction set, of which the widest runs.
    #[default]
    Every,
    /// The machine at hand alone (`-C target-cpu=native`): rustc has one version of each kernel to
    /// compile. No other instruction set can be asked for.
    Native,
}

impl CandidateTarget {
    /// What the switch `--native` asks for.
    pub fn of_switch(native: bool) -> CandidateTarget {
        if native { CandidateTarget::Native } else { CandidateTarget::Every }
    }

    /// Versions of a kernel that rustc compiles at most.
    pub fn versions(self) -> usize {
        match self {
            CandidateTarget::Every => 3,
            CandidateTarget::Native => 1,
        }
    }

    /// Where in the folder of a race what is built stays, by itself for each: other flags have all
    /// of it built anew.
    fn folder(self) -> &'static str {
        match self {
            CandidateTarget::Every => "target",
            CandidateTarget::Native => "native",
        }
    }

    /// The environment of the build, if rustc has `given` flags by it.
    fn flags(self, given: Option<&str>) -> Option<(&'static str, String)> {
        match self {
            CandidateTarget::Every => None,
            CandidateTarget::Native => {
                let given = given.map_or(String::new(), |given| format!("{given} "));
                Some(("RUSTFLAGS", format!("{given}-C target-cpu=native")))
            }
        }
    }
}

/// How long a candidate took.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// On each number of threads, in their order.
    pub lanes: Vec<ThreadTime>,
}

/// How long a candidate took on a number of threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreadTime {
    /// The threads.
    pub threads: usize,
    /// Milliseconds of the fastest run.
    pub fastest: f64,
    /// Milliseconds of the middle one.
    pub median: f64,
}

/// A plan in a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The attributes in front of the block.
    pub attributes: &'a str,
    /// Whether it has the results of the first plan; floats in another order have others.
    pub exact: bool,
    /// The instruction set that it runs on, by the name that the runtime's `InstructionSet` has for
    /// it: `build`, `avx2` or `avx512`. The widest of the machine if absent.
    pub instructions: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// A plan with the results of the first.
    pub fn exact(attributes: &'a str) -> Entry<'a> {
        Entry { attributes, exact: true, instructions: None }
    }
}

/// A line of what a crate prints.
#[derive(Deserialize)]
struct PrintedLine {
    which: usize,
    ms: Vec<f64>,
}

impl CandidateRace {
    /// Compiles and runs plans of a subject. `step` is called after the build and each round.
    ///
    /// # Errors
    /// If one does not compile or run, has other results than the first where it should not, or is
    /// to run on an instruction set that the build or the machine lacks.
    pub fn run(
        &self,
        subject: &Subject,
        entries: &[Entry<'_>],
        step: &mut dyn FnMut(),
    ) -> Result<Vec<Measured>> {
        ensure!(!entries.is_empty(), "a race has at least one candidate");
        let _alone = self.alone()?;
        let program = self.build(subject, entries)?;
        step();
        let mut measured = vec![Measured { lanes: Vec::new() }; entries.len()];
        for &threads in &self.threads {
            for PrintedLine { which, mut ms } in self.lines(&program, threads, step)? {
                ms.sort_by(f64::total_cmp);
                let (Some(&fastest), Some(&median)) = (ms.first(), ms.get(ms.len() / 2)) else {
                    bail!("candidate {which} never ran");
                };
                let of = measured.get_mut(which).context("a candidate that is none")?;
                of.lanes.push(ThreadTime { threads, fastest, median });
            }
        }
        ensure!(
            measured.iter().all(|m| m.lanes.len() == self.threads.len()),
            "a candidate did not run"
        );
        Ok(measured)
    }

    /// Waits until no other race, of this process or another, is in the folder; it is this one's
    /// until the file is dropped.
    fn alone(&self) -> Result<File> {
        let path = self.folder.join("lock");
        std::fs::create_dir_all(&self.folder)
            .with_context(|| format!("making the folder {}", self.folder.display()))?;
        let file = File::create(&path).with_context(|| format!("writing {}", path.display()))?;
        file.lock().with_context(|| format!("locking {}", path.display()))?;
        Ok(file)
    }

    /// Writes and builds the crate; the path of the program.
    fn build(&self, subject: &Subject, entries: &[Entry<'_>]) -> Result<PathBuf> {
        let source = self.folder.join("crate");
        let write = |name: &str, text: &str| {
            let path = source.join(name);
            std::fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
        };
        std::fs::create_dir_all(source.join("src"))
            .with_context(|| format!("making the folder {}", source.display()))?;
        write("Cargo.toml", &program::manifest(&self.facade))?;
        write("src/race.rs", program::RACE)?;
        write("src/main.rs", &program::main(subject, entries, &self.values)?)?;
        // The versions that are there already.
        let lock = self.facade.join("Cargo.lock");
        if lock.exists() {
            std::fs::copy(lock, source.join("Cargo.lock")).context("copying Cargo.lock")?;
        }
        let target = self.folder.join(self.target.folder());
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--release", "--offline", "--quiet", "--manifest-path"])
            .arg(source.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target)
            .envs(self.target.flags(std::env::var("RUSTFLAGS").ok().as_deref()))
            .output()
            .context("running cargo")?;
        let said = String::from_utf8_lossy(&built.stderr);
        ensure!(built.status.success(), "the candidates do not compile:\n{said}");
        let name = format!("candidates{}", std::env::consts::EXE_SUFFIX);
        Ok(target.join("release").join(name))
    }

    /// What the program prints on a number of threads.
    fn lines(
        &self,
        program: &Path,
        threads: usize,
        step: &mut dyn FnMut(),
    ) -> Result<Vec<PrintedLine>> {
        let mut child = Command::new(program)
            .arg(self.runs.to_string())
            .env("RAYON_NUM_THREADS", threads.to_string())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("running {}", program.display()))?;
        let mut lines = Vec::new();
        for line in BufReader::new(child.stdout.take().context("what it prints")?).lines() {
            let line = line.context("reading what the candidates print")?;
            match line.starts_with('{') {
                true => lines.push(serde_json::from_str(&line).context("a line of JSON")?),
                false => step(),
            }
        }
        let status = child.wait().context("waiting for the candidates")?;
        ensure!(status.success(), "the candidates failed; what they said is above");
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_are_given_stay() {
        let [every, native] = [CandidateTarget::Every, CandidateTarget::Native];
        let of = |flags: &str| Some(("RUSTFLAGS", flags.to_string()));
        assert_eq!(every.flags(Some("-g")), None);
        assert_eq!(native.flags(None), of("-C target-cpu=native"));
        assert_eq!(native.flags(Some("-g")), of("-g -C target-cpu=native"));
        assert_ne!(every.folder(), native.folder());
    }
}
