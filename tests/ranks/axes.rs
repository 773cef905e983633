//! Cut along three variables: boxes of a space.

use super::value;
use pipeline::Image;
use pipeline::ranks::{Faults, Network, Threads, Traffic};

mod space {
    use pipeline::pipeline;

    pipeline! {
        /// A stage that is stored, in boxes of it.
        #[distribute(z, y, x)]
        #[schedule(no_fuse(near))]
        pub fn stored(img: [f32; planes, rows, cols]) -> out
        where planes ~ 256, rows ~ 256, cols ~ 256
        {
            border img = clamp;
            border near = mirror;
            near(z, y, x) = img(z - 1, y, x) + img(z + 2, y, x - 1) * img(z, y - 1, x)
                - img(z, y, x + 2);
            out(z, y, x) = near(z - 1, y + 1, x) * near(z, y, x - 2) - near(z + 1, y - 2, x + 1);
        }
    }

    pipeline! {
        /// Of the points around one, those across it: a rank gets what touches a side of its box,
        /// an edge of it, and a corner.
        #[distribute(z, y, x; exchange(near))]
        pub fn around(img: [u8; planes, rows, cols]) -> out
        where planes ~ 256, rows ~ 256, cols ~ 256
        {
            border img = repeat;
            border near = constant(7);
            near(z, y, x): u8 = max(img(z - 1, y - 1, x - 1), img(z + 1, y + 1, x + 1));
            out(z, y, x): i32 = near(z - 1, y, x) as i32 - near(z, y + 1, x) as i32
                + near(z, y, x - 1) as i32;
        }
    }

    pipeline! {
        /// In tiles, at half the rate along two of them.
        #[distribute(z, y, x)]
        pub fn halved(img: [f32; planes, rows, cols]) -> out
        where planes ~ 256, rows ~ 256, cols ~ 256
        {
            border img = mirror101;
            near(z, y, x) in [0..(planes + 1) / 2, 0..rows, 0..(cols + 1) / 2] =
                sqrt(img(2 * z, y - 1, 2 * x) + img(2 * z + 1, y + 1, 2 * x - 1));
            border near = clamp;
            out(z, y, x) in [0..planes, 0..rows, 0..cols] =
                near(z / 2, y - 1, x / 2) - near(z / 2 + 1, y, x / 2 + 1);
        }
    }

    pipeline! {
        /// Heat that spreads in a space, for as many steps as a call says.
        #[distribute(z, y, x)]
        pub fn heat(img: [f32; planes, rows, cols], steps: size) -> out
        where planes ~ 128, rows ~ 128, cols ~ 128, steps ~ 20
        {
            border u = clamp;
            u(t, z, y, x): f32 in [0..=steps, 0..planes, 0..rows, 0..cols] = case {
                t == 0 => img(z, y, x),
                else => 0.4 * u(t - 1, z, y, x)
                    + 0.1 * (u(t - 1, z - 1, y, x) + u(t - 1, z + 1, y, x) + u(t - 1, z, y - 1, x)
                        + u(t - 1, z, y + 1, x) + u(t - 1, z, y, x - 1) + u(t - 1, z, y, x + 1)),
            };
            out(z, y, x) = u(steps, z, y, x);
        }
    }

    pipeline! {
        /// How often each value occurs, and a sum of floats, one rank after the other.
        #[distribute(z, y, x)]
        pub fn counted(img: [u8; planes, rows, cols]) -> out
        where planes ~ 256, rows ~ 256, cols ~ 256
        {
            counts(b): u32 in [0..256] = 0;
            counts(img(z, y, x)) += 1 for (z, y, x) in [0..planes, 0..rows, 0..cols];
            light(i): f32 in [0..1] = 0.25;
            light(0) += (img(z, y, x) as f32) / 3.0 for (z, y, x) in [0..planes, 0..rows, 0..cols];
            out(z, y, x): f32 = counts(img(z, y, x)) as f32 / light(0);
        }
    }
}

/// A point, primes, less than a rank has places for, and some that ranks share evenly.
const SHAPES: [[usize; 3]; 7] =
    [[1, 1, 1], [1, 7, 1], [2, 3, 5], [3, 1, 29], [7, 5, 3], [8, 8, 8], [13, 11, 17]];

/// The bits of one machine and of the reference, on 1 to 8 ranks: 8 are two along each variable.
macro_rules! compared {
    ($name:ident($($arg:expr)?), $elem:ty) => {
        for shape in SHAPES {
            let img = Image::from_fn(shape, |index: [usize; 3]| value(&index) as $elem);
            let expected = space::$name(&img $(, $arg)?).unwrap();
            assert_eq!(expected, space::$name::reference(&img $(, $arg)?).unwrap());
            for ranks in 1..=8 {
                let faults = Faults { reorder: Some(ranks as u64), ..Faults::default() };
                let results = Threads::run(ranks, faults, |comm| {
                    let mut img = space::$name::inputs(comm, shape $(, $arg)?)?;
                    img.fill(|index: [usize; 3]| value(&index) as $elem);
                    space::$name::on(comm, &mut img $(, $arg)?)?.gather(comm, 0)
                });
                let first = results.into_iter().next().expect("a rank").expect("it does not fail");
                let name = stringify!($name);
                assert_eq!(first.as_ref(), Some(&expected), "{name} on {ranks} ranks, {shape:?}");
            }
        }
    };
}

#[test]
fn bits_are_those_of_one_machine_in_boxes() {
    compared!(stored(), f32);
    compared!(around(), u8);
    compared!(halved(), f32);
    compared!(heat(5), f32);
    compared!(counted(), u8);
}

/// How many messages a rank gets about an array, and their bytes.
fn got(array: &str, rank: usize, found: &[Traffic]) -> (usize, usize) {
    let of = found.iter().filter(|message| message.array == array && message.to == rank);
    (of.clone().count(), of.map(|message| message.bytes).sum())
}

#[test]
fn boxes_touch_at_sides_and_edges_and_corners() {
    // Eight boxes of 20 by 30 by 50 points.
    let found = space::around::traffic(8, Network::default(), [40, 60, 100]).unwrap();
    let more = |[z, y, x]: [usize; 3]| (20 + z) * (30 + y) * (50 + x) - 20 * 30 * 50;
    for rank in 0..8 {
        // Of a picture that goes around, a layer on all sides: from each of the 26 boxes around it.
        assert_eq!(got("img", rank, &found), (26, more([2, 2, 2])), "rank {rank}");
        // Of the stage that does not, what is beside it along each variable, if that is inside; and
        // what lies between these.
        let beside = [rank / 4, 1 - rank / 2 % 2, rank % 2];
        let boxes = (1 << beside.iter().sum::<usize>()) - 1;
        assert_eq!(got("near", rank, &found), (boxes, more(beside)), "rank {rank}");
    }
    // Along a variable that no rank is beside along, nothing travels.
    let found = space::around::traffic(2, Network::default(), [40, 60, 100]).unwrap();
    assert_eq!(got("near", 0, &found), (0, 0));
    assert_eq!(got("near", 1, &found), (1, 60 * 100));
}
