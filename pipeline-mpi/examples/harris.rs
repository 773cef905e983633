//! Corners of a large picture on all ranks of an MPI program: how long it takes, and how much
//! memory each rank has had.
//!
//! `mpirun -n 4 harris 14000 14000 5` makes a picture of 14,000 rows and columns, of which each
//! rank has its rows, and finds its corners five times.

use pipeline::pipeline;
use pipeline::ranks::{Alone, Communicator};
use pipeline_mpi::Mpi;
use std::time::Instant;

pipeline! {
    /// Where a picture changes in two directions.
    #[distribute(y)]
    pub fn harris(img: [f32; rows, cols]) -> corners
    where rows ~ 14000, cols ~ 14000
    {
        border img = clamp;
        iy(y, x) = stencil(img, 1.0 / 12.0, [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]);
        ix(y, x) = stencil(img, 1.0 / 12.0, [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]);
        border ix = clamp;
        border iy = clamp;
        sxx(y, x) = sum(dy in -1..=1, dx in -1..=1; ix(y + dy, x + dx) * ix(y + dy, x + dx));
        syy(y, x) = sum(dy in -1..=1, dx in -1..=1; iy(y + dy, x + dx) * iy(y + dy, x + dx));
        sxy(y, x) = sum(dy in -1..=1, dx in -1..=1; ix(y + dy, x + dx) * iy(y + dy, x + dx));
        trace(y, x) = sxx(y, x) + syy(y, x);
        corners(y, x) = sxx(y, x) * syy(y, x) - sxy(y, x) * sxy(y, x)
            - 0.04 * trace(y, x) * trace(y, x);
    }
}

/// The most memory that this process has had, in MiB.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

fn run<C: Communicator>(comm: &C, rows: usize, cols: usize, runs: usize) -> pipeline::Result<()> {
    let mut img = harris::inputs(comm, [rows, cols])?;
    img.fill(|[y, x]| ((y * 31 + x * 17) % 256) as f32 / 255.0);
    let mut milliseconds: Vec<f64> = Vec::new();
    for _ in 0..runs {
        comm.all_say(&[])?;
        let start = Instant::now();
        let corners = harris::on(comm, &mut img)?;
        comm.all_say(&[])?;
        milliseconds.push(start.elapsed().as_secs_f64() * 1e3);
        drop(corners);
    }
    let fastest = milliseconds.iter().copied().fold(f64::INFINITY, f64::min);
    let (rank, ranks, memory) = (comm.rank(), comm.size(), most_memory().unwrap_or(0));
    let owned = img.owned()[0].clone();
    println!("rank {rank} of {ranks}: rows {owned:?}, {fastest:.2} ms, {memory} MiB at most");
    Ok(())
}

fn main() -> pipeline::Result<()> {
    let number =
        |n: usize, or: usize| std::env::args().nth(n).and_then(|a| a.parse().ok()).unwrap_or(or);
    let (rows, cols, runs) = (number(1, 4000), number(2, 4000), number(3, 5));
    match std::env::var_os("OMPI_COMM_WORLD_SIZE").or(std::env::var_os("PMI_SIZE")) {
        Some(_) => run(&Mpi::start()?, rows, cols, runs),
        None => run(&Alone, rows, cols, runs),
    }
}
