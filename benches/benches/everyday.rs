//! Everyday operations on pictures of 12 megapixels: pipelines beside plain Rust loops, beside
//! other crates with `--features peers`, and beside OpenCV with `--opencv PYTHON`.
//!
//! ```sh
//! cargo bench -p pipeline-benches --bench everyday --features peers -- --runs 15 --threads 1,2
//! ```
//!
//! Each line has a program, the time of the pipeline divided by that of the best other candidate,
//! and milliseconds of all candidates: the fastest run, and in parentheses the median of the runs.

#[path = "everyday/mod.rs"]
mod everyday;

fn main() -> std::process::ExitCode {
    everyday::main()
}
