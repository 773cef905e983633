//! The command line.

use pipeline::InstructionSet;

const HELP: &str = "\
everyday image operations beside plain loops and other libraries

  --only NAME,NAME      programs whose names contain one of these
  --threads N,N         numbers of threads, 1,2 by default
  --runs N              runs of each candidate, 15 by default
  --instructions NAME   build, avx2 or avx512, for pipelines and plain loops
  --opencv PYTHON       compares with OpenCV as well, run by this Python
  --json                a JSON object for each line
  --list                prints the names of the programs";

/// What was asked for.
pub struct Options {
    pub only: Vec<String>,
    pub threads: Vec<usize>,
    pub runs: usize,
    pub instructions: InstructionSet,
    pub opencv: Option<String>,
    pub json: bool,
    pub list: bool,
}

impl Options {
    /// Reads the command line; nothing where the program was not started as a bench.
    pub fn read() -> Result<Option<Options>, String> {
        let mut options = Options {
            only: Vec::new(),
            threads: vec![1, 2],
            runs: 15,
            instructions: pipeline::instruction_set(),
            opencv: None,
            json: false,
            list: false,
        };
        let (mut bench, mut unknown) = (false, None);
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("`{arg}` needs a value\n{HELP}"));
            match arg.as_str() {
                "--bench" => bench = true,
                "--only" => options.only = value()?.split(',').map(String::from).collect(),
                "--threads" => options.threads = numbers(&value()?)?,
                "--runs" => options.runs = number(&value()?)?,
                "--instructions" => options.instructions = instructions(&value()?)?,
                "--opencv" => options.opencv = Some(value()?),
                "--json" => options.json = true,
                "--list" => options.list = true,
                "--help" => return Err(HELP.into()),
                other => unknown = Some(format!("unknown option `{other}`\n{HELP}")),
            }
        }
        // `cargo test` starts benches as well, without `--bench`, and with options of its own.
        match (bench, unknown) {
            (true, Some(unknown)) => Err(unknown),
            (bench, _) => Ok(bench.then_some(options)),
        }
    }

    /// Whether a program was asked for.
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| name.contains(only.as_str()))
    }
}

fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or(format!("`{text}` is no positive number"))
}

fn numbers(text: &str) -> Result<Vec<usize>, String> {
    text.split(',').map(number).collect()
}

fn instructions(name: &str) -> Result<InstructionSet, String> {
    let set = InstructionSet::named(name).ok_or("one of build, avx2 and avx512")?;
    match InstructionSet::available().contains(&set) {
        true => Ok(set),
        false => Err(format!("this processor has no {name}")),
    }
}
