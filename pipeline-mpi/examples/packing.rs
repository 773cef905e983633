//! What it takes to send a rim of an array from rank to rank: packed row by row, sent and unpacked,
//! as pipelines do it, or described to MPI by a derived datatype, so that MPI packs it.
//!
//! `mpirun -n 2 packing 300` prints microseconds of a message from one rank's rim to the other's
//! memory, the fastest of 300: of arrays that are in the caches as far as they fit, and after
//! others have been there.

use mpi::datatype::{MutView, UserDatatype, View};
use mpi::point_to_point::{Destination, Source};
use mpi::topology::{Process, SimpleCommunicator};
use mpi::traits::{Communicator, CommunicatorCollectives, Equivalence};
use std::time::Instant;

/// The rows of a rank's part of an array.
const ROWS: usize = 4000;

/// From row to row, in elements.
const PITCH: usize = 5000;

/// The elements of a row that are owned: the others are the rims to both sides.
const WIDTH: usize = PITCH - 2 * WIDEST;

/// How many columns, or rows, a rim has at most.
const WIDEST: usize = 8;

/// What is walked over to have something else in the caches, in elements.
const ELSEWHERE: usize = 1 << 25;

/// Some rows, or pieces of rows, of an array.
#[derive(Clone, Copy)]
struct Rim {
    /// The first element.
    first: usize,
    rows: usize,
    columns: usize,
}

impl Rim {
    /// From the first element to the last one, and what lies between.
    fn extent(self) -> usize {
        (self.rows - 1) * PITCH + self.columns
    }

    fn packed(self, array: &[f32]) -> Vec<f32> {
        let mut points = Vec::with_capacity(self.rows * self.columns);
        for row in 0..self.rows {
            points.extend_from_slice(&array[self.first + row * PITCH..][..self.columns]);
        }
        points
    }

    fn unpack(self, array: &mut [f32], points: &[f32]) {
        for (row, points) in points.chunks_exact(self.columns).enumerate() {
            array[self.first + row * PITCH..][..self.columns].copy_from_slice(points);
        }
    }
}

/// How a rim is sent.
#[derive(Clone, Copy)]
enum Way<'k> {
    Packed,
    /// As one of this type, which is made once.
    Derived(&'k UserDatatype),
}

impl Way<'_> {
    fn send(self, array: &[f32], rim: Rim, other: &Process<'_>) {
        match self {
            Way::Packed => other.send(&rim.packed(array)[..]),
            Way::Derived(kind) => {
                let points = &array[rim.first..][..rim.extent()];
                // SAFETY: the type has the rows of such a rim, which are in the slice.
                other.send(&unsafe { View::with_count_and_datatype(points, 1, kind) });
            }
        }
    }

    fn receive(self, array: &mut [f32], rim: Rim, other: &Process<'_>) {
        match self {
            Way::Packed => {
                let mut points = vec![0.0f32; rim.rows * rim.columns];
                other.receive_into(&mut points[..]);
                rim.unpack(array, &points);
            }
            Way::Derived(kind) => {
                let points = &mut array[rim.first..][..rim.extent()];
                // SAFETY: the type has the rows of such a rim, which are in the slice.
                let mut view = unsafe { MutView::with_count_and_datatype(points, 1, kind) };
                other.receive_into(&mut view);
            }
        }
    }
}

/// What a rank sends of its own, and where it has what it gets.
#[derive(Clone, Copy)]
struct Rims {
    name: &'static str,
    own: Rim,
    ghost: Rim,
}

impl Rims {
    /// Columns at the right edge, into those at the left one.
    fn columns(name: &'static str, columns: usize) -> Rims {
        let own = Rim { first: WIDEST + WIDTH - columns, rows: ROWS, columns };
        Rims { name, own, ghost: Rim { first: WIDEST - columns, ..own } }
    }

    /// The last rows, into the first ones.
    fn rows(name: &'static str, rows: usize) -> Rims {
        let own = Rim { first: (ROWS - rows) * PITCH + WIDEST, rows, columns: WIDTH };
        Rims { name, own, ghost: Rim { first: WIDEST, ..own } }
    }

    /// The type of both.
    fn kind(&self) -> UserDatatype {
        let Rim { rows, columns, .. } = self.own;
        let [rows, columns, pitch] = [rows, columns, PITCH].map(|count| count as i32);
        UserDatatype::vector(rows, columns, pitch, &f32::equivalent_datatype())
    }
}

/// A rank with its part of an array.
struct Rank<'w> {
    world: &'w SimpleCommunicator,
    array: Vec<f32>,
    elsewhere: Vec<f32>,
}

impl Rank<'_> {
    /// An element that says whose it is.
    fn value(rank: i32, at: usize) -> f32 {
        (at % 8191) as f32 + rank as f32 * 8192.0
    }

    fn other(&self) -> i32 {
        1 - self.world.rank()
    }

    fn fill(&mut self) {
        let rank = self.world.rank();
        self.array.iter_mut().enumerate().for_each(|(at, point)| *point = Rank::value(rank, at));
    }

    /// Microseconds of a message: half of those to the other rank and back.
    fn message(&mut self, rims: Rims, way: Way<'_>) -> f64 {
        let other = self.world.process_at_rank(self.other());
        self.world.barrier();
        let start = Instant::now();
        if self.world.rank() == 0 {
            way.send(&self.array, rims.own, &other);
            way.receive(&mut self.array, rims.ghost, &other);
        } else {
            way.receive(&mut self.array, rims.ghost, &other);
            way.send(&self.array, rims.own, &other);
        }
        start.elapsed().as_secs_f64() * 1e6 / 2.0
    }

    /// The fastest of messages in both ways, by turns.
    fn fastest(&mut self, rims: Rims, ways: [Way<'_>; 2], runs: usize, cached: bool) -> [f64; 2] {
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..runs {
            for (way, fastest) in ways.into_iter().zip(&mut fastest) {
                if !cached {
                    self.elsewhere.iter_mut().for_each(|point| *point += 1.0);
                }
                *fastest = fastest.min(self.message(rims, way));
            }
        }
        fastest
    }

    /// Whether the rim is where it should be, and nothing else has changed.
    fn is_right(&mut self, rims: Rims, way: Way<'_>) -> bool {
        self.fill();
        self.message(rims, way);
        let (rank, other) = (self.world.rank(), self.other());
        let mut expected: Vec<f32> =
            (0..self.array.len()).map(|at| Rank::value(rank, at)).collect();
        let theirs: Vec<f32> = (0..self.array.len()).map(|at| Rank::value(other, at)).collect();
        rims.ghost.unpack(&mut expected, &rims.own.packed(&theirs));
        self.array == expected
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(300);
    let universe = mpi::initialize().expect("MPI starts");
    let world = universe.world();
    assert_eq!(world.size(), 2, "two ranks");
    let (array, elsewhere) = (vec![0.0; ROWS * PITCH], vec![0.0; ELSEWHERE]);
    let mut rank = Rank { world: &world, array, elsewhere };
    let all = [
        Rims::columns("1 column", 1),
        Rims::columns("2 columns", 2),
        Rims::columns("8 columns", 8),
        Rims::rows("1 row", 1),
        Rims::rows("2 rows", 2),
        Rims::rows("8 rows", 8),
    ];
    if world.rank() == 0 {
        println!("| rim | bytes | packed | derived | packed, not cached | derived, not cached |");
        println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    }
    for rims in all {
        let kind = rims.kind();
        let ways = [Way::Packed, Way::Derived(&kind)];
        assert!(ways.into_iter().all(|way| rank.is_right(rims, way)), "{} are right", rims.name);
        let cached = rank.fastest(rims, ways, runs, true);
        let elsewhere = rank.fastest(rims, ways, runs, false);
        if world.rank() == 0 {
            let bytes = rims.own.rows * rims.own.columns * size_of::<f32>();
            let times = [cached, elsewhere].concat();
            let times: Vec<String> = times.iter().map(|micros| format!("{micros:.1}")).collect();
            println!("| {} | {bytes} | {} |", rims.name, times.join(" | "));
        }
    }
}
