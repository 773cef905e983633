//! What goes wrong between ranks, a case by its name: each rank prints what it gets.
//!
//! `mpirun -n 3 faults sizes`; `examples/ranks/faults.sh` runs all cases and compares.

use pipeline::ranks::{Communicator, Network};
use pipeline::{Error, Image, Result, pipeline};
use pipeline_mpi::Mpi;
use std::process::ExitCode;
use std::time::Duration;

pipeline! {
    #[distribute(y; exchange(near))]
    fn edges(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        border img = mirror;
        border near = clamp;
        near(y, x) = img(y - 1, x) + img(y + 1, x);
        out(y, x) = near(y - 1, x) * near(y + 2, x + 1) - near(y, x);
    }
}

pipeline! {
    #[distribute(y)]
    fn wide(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        border img = clamp;
        out(y, x) = img(y - 9, x) + img(y + 9, x) + img(y, x);
    }
}

pipeline! {
    #[distribute(y)]
    fn equalized(img: [f32; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        counts(b): u32 in [0..64] = 0;
        counts(clamp(img(y, x) as i32, 0, 63)) += 1 for (y, x) in [0..rows, 0..cols];
        out(y, x) = img(y, x) + (counts(clamp(img(y, x) as i32, 0, 63)) as f32);
    }
}

pipeline! {
    #[distribute(y)]
    #[allow(narrow_sum)]
    fn doubled<T: u8, f32>(img: [T; rows, cols]) -> out
    where rows ~ 1024, cols ~ 1024
    {
        border img = clamp;
        out(y, x) = img(y - 1, x) + img(y + 1, x);
    }
}

/// How long ranks wait for one that sleeps.
const PATIENCE: Duration = Duration::from_secs(4);

fn value([y, x]: [usize; 2]) -> f32 {
    (y * 31 + x * 17) as f32
}

/// Runs a pipeline, and compares it with one process.
macro_rules! run {
    ($mpi:ident, $name:ident, $shape:expr) => {{
        let mut img = $name::inputs($mpi, $shape)?;
        img.fill(value);
        let out = $name::on($mpi, &mut img)?.gather($mpi, 0)?;
        let whole = $name(&Image::from_fn($shape, value))?;
        Ok(if out.is_none_or(|out| out == whole) { "right" } else { "WRONG" })
    }};
}

fn case(mpi: &Mpi, name: &str) -> Result<&'static str> {
    let rank = mpi.rank();
    let one = rank == 1;
    match name {
        "sizes" => run!(mpi, edges, [if one { 40 } else { 41 }, 7]),
        "too_small" => run!(mpi, edges, [if one { 0 } else { 41 }, 7]),
        "one_row" => run!(mpi, edges, [3, 7]),
        "few_rows" => run!(mpi, edges, [2, 7]),
        "wide_halo" => run!(mpi, wide, [8, 7]),
        "histogram" => run!(mpi, equalized, [61, 7]),
        "element_type" => {
            let path = std::env::temp_dir().join(format!("pipeline-faults-{rank}.npy"));
            match one {
                true => pipeline::io::save_npy(&path, &Image::<u16, 2>::new([40, 7], 1))?,
                false => pipeline::io::save_npy(&path, &Image::<f32, 2>::new([40, 7], 1.0))?,
            }
            let mut img = edges::inputs(mpi, [40, 7])?;
            let read = img.load_npy(&path);
            std::fs::remove_file(&path).map_err(|e| Error::Ranks { what: e.to_string() })?;
            read?;
            edges::on(mpi, &mut img)?;
            Ok("right")
        }
        "foreign" => {
            let mut img = wide::inputs(mpi, [40, 7])?;
            let mut foreign = edges::inputs(mpi, [40, 7])?;
            wide::on(mpi, if one { &mut foreign } else { &mut img })?;
            Ok("right")
        }
        "pipelines" => {
            let mut img = wide::inputs(mpi, [40, 7])?;
            if one {
                edges::on(mpi, &mut img)?
            } else {
                wide::on(mpi, &mut img)?
            };
            Ok("right")
        }
        // A call that all ranks take, after one whose messages had other lengths on one of them,
        // and one that this rank could not take.
        "again" => {
            let mut img = wide::inputs(mpi, [40, 7])?;
            let mut large = wide::inputs(mpi, [50, 3000])?;
            let mut foreign = edges::inputs(mpi, [40, 7])?;
            for strange in [&mut large, &mut foreign] {
                if wide::on(mpi, if one { strange } else { &mut img }).is_ok() {
                    return Ok("WRONG");
                }
            }
            run!(mpi, wide, [40, 7])
        }
        "types" => {
            if one {
                doubled::inputs::<u8, _>(mpi, [40, 7])?;
            } else {
                doubled::inputs::<f32, _>(mpi, [40, 7])?;
            }
            Ok("WRONG")
        }
        "leaves" => {
            let mut img = edges::inputs(mpi, [40, 7])?;
            if one {
                return Ok("left");
            }
            edges::on(mpi, &mut img)?;
            Ok("right")
        }
        // Longer than the others wait.
        "sleeps" => {
            let mut img = edges::inputs(mpi, [40, 7])?;
            if one {
                std::thread::sleep(3 * PATIENCE);
            }
            edges::on(mpi, &mut img)?;
            Ok("right")
        }
        "panics" => {
            let mut img = edges::inputs(mpi, [40, 7])?;
            assert!(!one, "this rank goes down");
            edges::on(mpi, &mut img)?;
            Ok("right")
        }
        "killed" | "exits" => {
            let mut img = edges::inputs(mpi, [40, 7])?;
            if one && name == "exits" {
                std::process::exit(3);
            }
            if one {
                // SAFETY: a process may end itself.
                unsafe { libc::raise(libc::SIGKILL) };
            }
            edges::on(mpi, &mut img)?;
            Ok("right")
        }
        _ => Err(Error::Ranks { what: format!("there is no case `{name}`") }),
    }
}

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    let mpi = match Mpi::start_on(Network::default()) {
        // Elsewhere a busy machine may take its time.
        Ok(mpi) if name == "sleeps" => mpi.with_patience(PATIENCE),
        Ok(mpi) => mpi,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    match case(&mpi, &name) {
        Ok(what) => {
            println!("rank {}: {what}", mpi.rank());
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("rank {}: {error}", mpi.rank());
            ExitCode::FAILURE
        }
    }
}
