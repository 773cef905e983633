//! Runs the candidates of this crate in turn. Written by `pipeline-tune`.

use pipeline::Image;
use std::time::Instant;

/// Points in rows, of a generator that is the same everywhere (xorshift64*).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// From 0 to 1.
    pub fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From one to the other, both included.
    pub fn whole(&mut self, lo: i64, hi: i64) -> i64 {
        lo.wrapping_add((self.next() % ((hi.wrapping_sub(lo) as u64).saturating_add(1)).max(1)) as i64)
    }
}

/// Results that can be compared.
pub trait Results {
    fn same(&self, other: &Self) -> bool;
}

impl<T: pipeline::Element + PartialEq, const R: usize> Results for Image<T, R> {
    #[allow(clippy::eq_op)]
    fn same(&self, other: &Self) -> bool {
        // What is no number differs from itself.
        let alike = |(a, b): (&T, &T)| a == b || (a != a && b != b);
        self.shape() == other.shape() && self.as_slice().iter().zip(other.as_slice()).all(alike)
    }
}

macro_rules! several {
    ($($part:ident $number:tt),+) => {
        impl<$($part: Results),+> Results for ($($part,)+) {
            fn same(&self, other: &Self) -> bool {
                $(self.$number.same(&other.$number))&&+
            }
        }
    };
}
several!(A 0, B 1);
several!(A 0, B 1, C 2);
several!(A 0, B 1, C 2, D 3);
several!(A 0, B 1, C 2, D 3, E 4);
several!(A 0, B 1, C 2, D 3, E 4, F 5);
several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// How a candidate runs.
pub struct Candidate {
    /// Whether it has the results that are expected.
    pub exact: bool,
    /// The instruction set that it runs on; the widest that there is if absent.
    pub instructions: Option<&'static str>,
}

/// Runs each candidate as often as the first argument says, in turn, from another one each time,
/// and prints a line of JSON for each: its number and its milliseconds.
pub fn race<O: Results>(
    candidates: &[Candidate],
    expected: &O,
    mut out: O,
    run: impl Fn(usize, &mut O) -> pipeline::Result<()>,
) {
    let runs: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1);
    let run = |which: usize, out: &mut O| match candidates[which].instructions {
        None => run(which, out),
        Some(name) => {
            let set = pipeline::InstructionSet::named(name)
                .unwrap_or_else(|| panic!("candidate {which}: no instruction set `{name}`"));
            pipeline::__rt::on(set, || run(which, out))
        }
    };
    let mut ms = vec![Vec::with_capacity(runs); candidates.len()];
    for (which, candidate) in candidates.iter().enumerate() {
        run(which, &mut out).unwrap_or_else(|error| panic!("candidate {which}: {error}"));
        assert!(!candidate.exact || out.same(expected), "candidate {which} has other results");
    }
    for round in 0..runs {
        for place in 0..candidates.len() {
            let which = (place + round) % candidates.len();
            let start = Instant::now();
            run(which, &mut out).expect("it ran before");
            ms[which].push(start.elapsed().as_secs_f64() * 1e3);
        }
        println!("round {}", round + 1);
    }
    for (which, ms) in ms.iter().enumerate() {
        println!("{{\"which\":{which},\"ms\":{ms:?}}}");
    }
}
