//! Bytes of messages that follow from what is read and not from how much there is.

use super::pipelines::plain;
use super::{messages, value};
use pipeline::Image;
use pipeline::ranks::{Faults, Network, Threads, Traffic};

/// Half of the rows, each of four, and with borders of all kinds.
mod of {
    use pipeline::pipeline;

    pipeline! {
        /// Of the rows that are read at `2 * y`, a rank needs one more above and one below.
        #[distribute(y)]
        pub fn halved(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 1024, rows >= 2
        {
            border img = clamp;
            out(y, x) in [0..rows / 2, 0..cols] =
                img(2 * y - 1, x) + img(2 * y, x) + img(2 * y + 1, x) - img(2 * y + 2, x);
        }
    }

    macro_rules! bordered {
        ($($name:ident: $img:expr, $near:expr;)*) => {$(
            pipeline! {
                #[distribute(y; exchange(near))]
                pub fn $name(img: [f32; rows, cols]) -> out
                where rows ~ 4096, cols ~ 1024
                {
                    border img = $img;
                    border near = $near;
                    near(y, x) = max(img(y - 1, x + 2), img(y + 2, x - 3)) + img(y, x);
                    out(y, x) = near(y - 1, x - 1) * near(y + 2, x + 1) - near(y, x);
                }
            }
        )*};
    }
    bordered! {
        clamped: clamp, clamp;
        mirrored: mirror, mirror;
        mirrored101: mirror101, mirror101;
        constant: constant(3.0), constant(-0.5);
        mixed: constant(-7.5), mirror;
    }
}

const NETWORK: Network = Network { latency: 5e3, bandwidth: 12.5 };

/// The messages about an array, by sender and receiver.
fn about(array: &str, found: &[Traffic]) -> Vec<(usize, usize, usize)> {
    let found: Vec<Traffic> = found.iter().filter(|m| m.array == array).cloned().collect();
    let mut found = messages(&found);
    found.sort_unstable();
    found
}

/// Messages of so many bytes from the rank above and from the one below, for ranks in a row.
fn neighbours(ranks: usize, above: usize, below: usize) -> Vec<(usize, usize, usize)> {
    let both = (1..ranks).flat_map(|rank| [(rank - 1, rank, above), (rank, rank - 1, below)]);
    let mut all: Vec<_> = both.collect();
    all.sort_unstable();
    all
}

#[test]
fn of_twice_as_many_rows_the_same_halos_travel() {
    let row = 640 * 4;
    for ranks in [2, 3, 4, 7, 16] {
        for rows in [1000, 4001, 16_000, 1_000_003] {
            let found = of::halved::traffic(ranks, NETWORK, [rows, 640]).unwrap();
            assert_eq!(about("img", &found), neighbours(ranks, row, row), "{rows}, {ranks} ranks");
            assert_eq!(found.len(), 2 * (ranks - 1), "nothing else travels");
        }
    }
}

#[test]
fn borders_that_are_no_ring_send_nothing_around() {
    let row = 640 * 4;
    for ranks in [2, 3, 4, 5, 7, 16] {
        let ring = neighbours(ranks, row, 2 * row);
        let shape = [4000, 640];
        let all = [
            ("clamp", of::clamped::traffic(ranks, NETWORK, shape).unwrap()),
            ("mirror", of::mirrored::traffic(ranks, NETWORK, shape).unwrap()),
            ("mirror101", of::mirrored101::traffic(ranks, NETWORK, shape).unwrap()),
            ("constant", of::constant::traffic(ranks, NETWORK, shape).unwrap()),
            ("constant and mirror", of::mixed::traffic(ranks, NETWORK, shape).unwrap()),
        ];
        for (border, found) in all {
            assert_eq!(about("img", &found), ring, "{border}, {ranks} ranks");
            assert_eq!(about("near", &found), ring, "{border}, {ranks} ranks");
            assert_eq!(found.len(), 2 * ring.len(), "{border}, {ranks} ranks");
        }
    }
}

macro_rules! compared {
    ($name:ident) => {
        for shape in [[1, 1], [2, 3], [5, 4], [7, 5], [61, 67], [131, 37]] {
            let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
            let expected = of::$name(&img).unwrap();
            assert_eq!(expected, of::$name::reference(&img).unwrap());
            for ranks in 1..=7 {
                let results = Threads::run(ranks, Faults::default(), |comm| {
                    let mut img = of::$name::inputs(comm, shape)?;
                    img.fill(|index: [usize; 2]| value(&index) as f32);
                    of::$name::on(comm, &mut img)?.gather(comm, 0)
                });
                let first = results.into_iter().next().expect("a rank").expect("it does not fail");
                let name = stringify!($name);
                assert_eq!(first.as_ref(), Some(&expected), "{name} on {ranks} ranks, {shape:?}");
            }
        }
    };
}

#[test]
fn bits_are_those_of_one_machine_beyond_constant_and_mirrored_edges() {
    compared!(constant);
    compared!(mixed);
    compared!(clamped);
    compared!(mirrored);
    compared!(mirrored101);
}

/// A picture in slices of its own has a row more in each than the result has: a rank needs a row
/// more of the one before it than that one does.
#[test]
fn slices_of_their_own_drift_apart_with_the_number_of_ranks() {
    let (shape, row) = ([6001, 8000], 16_000);
    for ranks in [4, 8, 16] {
        let found = plain::apart::traffic(ranks, NETWORK, shape).unwrap();
        let drift = (1..ranks).map(|rank| (rank - 1, rank, rank * row));
        let mut foretold: Vec<_> = drift.chain([(1, 0, row)]).collect();
        foretold.sort_unstable();
        assert_eq!(about("img", &found), foretold, "{ranks} ranks");
        // Where it is cut as the result is, everybody needs two rows.
        let found = plain::blur::traffic(ranks, NETWORK, shape).unwrap();
        let beside: Vec<_> = (1..ranks).map(|rank| (rank, rank - 1, 2 * row)).collect();
        assert_eq!(about("img", &found), beside, "{ranks} ranks");
    }
}
