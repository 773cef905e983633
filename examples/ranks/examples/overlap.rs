//! What of a message's latency is left where there is enough to compute meanwhile: two ranks that
//! are threads, whose messages take 30 ms.
//!
//! `overlap ROWS COLS` prints the fastest of some runs without that latency, and with it.

use pipeline::pipeline;
use pipeline::ranks::{Communicator, Faults, Threads, Unanimous};
use std::time::{Duration, Instant};

pipeline! {
    #[distribute(y)]
    fn wide(img: [f32; rows, cols]) -> out
    where rows ~ 8000, cols ~ 8000
    {
        border img = clamp;
        out(y, x) = sum(dy in -2..=2, dx in -2..=2; sqrt(img(y + dy, x + dx)));
    }
}

/// Milliseconds of the fastest run, on the slower rank, if ranks agree first or need not.
fn fastest(latency: Duration, shape: [usize; 2], agree: bool) -> f64 {
    let faults = Faults { latency, ..Faults::default() };
    let results = Threads::run(2, faults, |comm| {
        let mut img = wide::inputs(comm, shape)?;
        img.fill(|[y, x]| ((y + x) % 97) as f32);
        let mut fastest = f64::INFINITY;
        for _ in 0..7 {
            // Both start together.
            comm.all_say(&[])?;
            let start = Instant::now();
            match agree {
                true => wide::on(comm, &mut img)?,
                false => wide::on(&Unanimous(comm), &mut img)?,
            };
            fastest = fastest.min(start.elapsed().as_secs_f64() * 1e3);
        }
        Ok(fastest)
    });
    results.into_iter().map(|result| result.expect("no rank fails")).fold(0.0, f64::max)
}

fn main() {
    let number =
        |n: usize| std::env::args().nth(n).and_then(|arg| arg.parse().ok()).unwrap_or(8000);
    let shape = [number(1), number(2)];
    let latency = Duration::from_millis(30);
    let without = fastest(Duration::ZERO, shape, false);
    let [alone, agreed] = [false, true].map(|agree| fastest(latency, shape, agree));
    println!(
        "{without:.1} ms; {alone:.1} ms where messages take 30 ms, {agreed:.1} where ranks agree \
         on the call first"
    );
}
