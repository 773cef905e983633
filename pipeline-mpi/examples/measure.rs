//! Times and memory on ranks: of a blur, which moves much and computes little, of corners, of
//! differences from the mean, which ranks sum in turn, or of heat that spreads for 500 steps, or as
//! many as the variable `STEPS` says.
//!
//! `mpirun -n 2 measure blur 4000 5000 15` prints, for each rank, the fastest of fifteen runs, what
//! of it was interior, waiting and rims, and the most memory that it has had. Without `mpirun` it
//! is one rank.

use pipeline::pipeline;
use pipeline::ranks::{Alone, Communicator, Event, Moment, Network, Traced, What};
use pipeline_mpi::Mpi;
use std::time::{Duration, Instant};

pipeline! {
    /// Means of three by three.
    #[distribute(y)]
    fn blur(img: [f32; rows, cols]) -> out
    where rows ~ 4000, cols ~ 5000
    {
        border img = clamp;
        across(y, x) = (img(y, x - 1) + img(y, x) + img(y, x + 1)) / 3.0;
        out(y, x) = (across(y - 1, x) + across(y, x) + across(y + 1, x)) / 3.0;
        border across = clamp;
    }
}

pipeline! {
    /// Where a picture changes in two directions.
    #[distribute(y)]
    fn harris(img: [f32; rows, cols]) -> corners
    where rows ~ 4000, cols ~ 5000
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

pipeline! {
    /// Heat that spreads for as many steps as a call says.
    #[distribute(y)]
    fn heat(img: [f32; rows, cols], steps: size) -> out
    where rows ~ 4000, cols ~ 5000, steps ~ 500
    {
        border u = clamp;
        u(t, y, x): f32 in [0..=steps, 0..rows, 0..cols] = case {
            t == 0 => img(y, x),
            else => u(t - 1, y, x) + 0.2 * (u(t - 1, y - 1, x) + u(t - 1, y + 1, x)
                + u(t - 1, y, x - 1) + u(t - 1, y, x + 1) - 4.0 * u(t - 1, y, x)),
        };
        out(y, x) = u(steps, y, x);
    }
}

pipeline! {
    /// How far each value is from the mean of all of them.
    #[distribute(y)]
    fn deviation(img: [f32; rows, cols]) -> out
    where rows ~ 4000, cols ~ 5000
    {
        total(i): f32 in [0..1] = 0.0;
        total(0) += img(y, x) for (y, x) in [0..rows, 0..cols];
        out(y, x) = img(y, x) - total(0) / (rows as f32 * cols as f32);
    }
}

/// The most memory that this process has had, in MiB.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Milliseconds of a run.
#[derive(Clone, Copy)]
struct Times {
    all: f64,
    interior: f64,
    waited: f64,
    rims: f64,
}

/// How many steps of heat: an environment variable says it.
fn steps() -> usize {
    let of = std::env::var("STEPS").ok().and_then(|steps| steps.parse().ok());
    of.unwrap_or(500)
}

/// What events say of the parts of a run.
fn times(all: Duration, events: &[Event]) -> Times {
    let between = |from: &dyn Fn(What) -> bool, to: &dyn Fn(What) -> bool| {
        let at = |of: &dyn Fn(What) -> bool| {
            let of = events.iter().filter(|event| of(event.what));
            of.map(|event| event.at.as_secs_f64() * 1e3).sum::<f64>()
        };
        at(to) - at(from)
    };
    let passes = |of: fn(Moment) -> bool| move |what| matches!(what, What::Passes(m) if of(m));
    Times {
        all: all.as_secs_f64() * 1e3,
        interior: between(
            &passes(|m| matches!(m, Moment::InteriorBegins(_))),
            &passes(|m| matches!(m, Moment::InteriorEnds(_))),
        ),
        waited: between(&|w| w == What::WaitBegins, &|w| w == What::WaitEnds),
        rims: between(
            &passes(|m| matches!(m, Moment::RimsBegin(_))),
            &passes(|m| matches!(m, Moment::RimsEnd(_))),
        ),
    }
}

macro_rules! measured {
    ($comm:ident, $name:ident, $shape:expr, $runs:expr $(, $more:expr)?) => {{
        let mut img = $name::inputs($comm, $shape $(, $more)?)?;
        img.fill(|[y, x]| ((y * 31 + x * 17) % 256) as f32 / 255.0);
        let mut all = Vec::new();
        for _ in 0..$runs {
            $comm.all_say(&[])?;
            let (start, traced) = (Instant::now(), Traced::new($comm));
            let out = $name::on(&traced, &mut img $(, $more)?)?;
            $comm.all_say(&[])?;
            all.push(times(start.elapsed(), &traced.events()));
            drop(out);
        }
        all
    }};
}

fn run<C: Communicator>(
    comm: &C,
    what: &str,
    shape: [usize; 2],
    runs: usize,
) -> pipeline::Result<()> {
    let all = match what {
        "blur" => measured!(comm, blur, shape, runs),
        "deviation" => measured!(comm, deviation, shape, runs),
        "heat" => measured!(comm, heat, shape, runs, steps()),
        _ => measured!(comm, harris, shape, runs),
    };
    let fastest = all.into_iter().min_by(|a, b| a.all.total_cmp(&b.all));
    let Some(Times { all, interior, waited, rims }) = fastest else { return Ok(()) };
    let (rank, ranks, memory) = (comm.rank(), comm.size(), most_memory().unwrap_or(0));
    if rank == 0 && ranks > 1 {
        let Network { latency, bandwidth } = comm.network();
        println!("a message takes {:.2} us, and 1 ns for {bandwidth:.2} bytes", latency / 1e3);
    }
    println!(
        "rank {rank} of {ranks}: {all:.3} ms, interior {interior:.3}, waited {waited:.3}, rims \
         {rims:.3}; {memory} MiB at most"
    );
    Ok(())
}

fn main() -> pipeline::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize, or: usize| args.get(n).and_then(|a| a.parse().ok()).unwrap_or(or);
    let what = args.first().map_or("harris", String::as_str);
    let (shape, runs) = ([number(1, 4000), number(2, 5000)], number(3, 15));
    match std::env::var_os("OMPI_COMM_WORLD_SIZE").or(std::env::var_os("PMI_SIZE")) {
        Some(_) => run(&Mpi::start()?, what, shape, runs),
        None => run(&Alone, what, shape, runs),
    }
}
