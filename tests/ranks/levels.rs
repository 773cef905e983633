//! Coarse levels of a pyramid, which few ranks tell each other about and many compute as a whole.

use super::{about, value};
use pipeline::Image;
use pipeline::ranks::{Faults, Network, Threads, Traced, Traffic, What};

mod of {
    use pipeline::pipeline;

    pipeline! {
        /// Down through six levels and up again, each of them in a group of its own.
        #[distribute(y)]
        #[schedule(strategy = "none")]
        pub fn blended(img: [f32; rows, cols]) -> out
        where rows ~ 4096, cols ~ 4096, rows >= 64, cols >= 64
        {
            const COARSEST = 6;
            down[0](y, x) = img(y, x);
            border down[0] = clamp;
            for l in 1..=COARSEST {
                border down[l] = clamp;
                down[l](y, x) in [0..rows >> l, 0..cols >> l] = 0.25 * (down[l - 1](2 * y - 1, 2 * x)
                    + down[l - 1](2 * y, 2 * x + 1) + down[l - 1](2 * y + 1, 2 * x)
                    + down[l - 1](2 * y + 2, 2 * x + 1));
            }
            up[COARSEST](y, x) = sqrt(down[COARSEST](y, x));
            for k in 1..=COARSEST {
                const L = COARSEST - k;
                border up[L + 1] = clamp;
                up[L](y, x) in [0..rows >> L, 0..cols >> L] = down[L](y, x)
                    - 0.5 * (up[L + 1](y / 2, x / 2) + up[L + 1](y / 2 + 1, x / 2));
            }
            out(y, x) = up[0](y, x);
        }
    }
}

/// How many levels there are above the finest one.
const COARSEST: usize = 6;

/// How many messages there are about a level, going down and going up, and their bytes.
fn of_level(level: usize, found: &[Traffic]) -> [(usize, usize); 2] {
    ["down", "up"].map(|way| about(&format!("{way}[{level}]"), found))
}

/// On the same network, by nothing but the sizes and the number of ranks.
#[test]
fn coarse_levels_are_exchanged_on_few_ranks_and_computed_everywhere_on_many() {
    let on = |ranks: usize, side: usize| {
        of::blended::traffic(ranks, Network::default(), [side, side]).unwrap()
    };
    // Two ranks tell each other about all levels: of what is read at twice the rate a row from
    // above and one from below, of what is read at half the rate one of them.
    let few = on(2, 1024);
    for level in 1..=COARSEST {
        let row = (1024 >> level) * 4;
        let down = if level < COARSEST { (2, 2 * row) } else { (0, 0) };
        assert_eq!(of_level(level, &few), [down, (1, row)], "level {level}");
    }
    // Of a smaller picture, each of both has all of the third level, and computes what is coarser.
    let few = on(2, 512);
    assert_eq!(of_level(2, &few), [(2, 2 * 128 * 4), (1, 128 * 4)]);
    assert_eq!(of_level(3, &few), [(2, 64 * 64 * 4), (1, 64 * 4)]);
    for level in 4..=COARSEST {
        assert_eq!(of_level(level, &few), [(0, 0); 2], "level {level}");
    }
    // More ranks do so from the second level on: each gets what the others have of it.
    for ranks in 5..=8 {
        let many = on(ranks, 512);
        assert_eq!(of_level(2, &many)[0], (ranks * (ranks - 1), (ranks - 1) * 128 * 128 * 4));
        assert_eq!(of_level(2, &many)[1], (0, 0), "{ranks} ranks");
        for level in 3..=COARSEST {
            assert_eq!(of_level(level, &many), [(0, 0); 2], "level {level} on {ranks} ranks");
        }
    }
}

#[test]
fn levels_have_the_bits_of_one_machine_wherever_they_are_computed() {
    for shape in [[64, 64], [67, 131], [512, 512]] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
        let expected = of::blended(&img).unwrap();
        assert_eq!(expected, of::blended::reference(&img).unwrap());
        for ranks in [1, 2, 3, 4, 5, 6, 7, 8, 16] {
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut img = of::blended::inputs(comm, shape)?;
                img.fill(|index: [usize; 2]| value(&index) as f32);
                let traced = Traced::new(comm);
                let out = of::blended::on(&traced, &mut img)?;
                Ok((traced.events(), out.gather(comm, 0)?))
            });
            let mut sent = Vec::new();
            for (from, result) in results.into_iter().enumerate() {
                let (events, found) = result.expect("no rank fails");
                let whole = (from == 0).then_some(&expected);
                assert_eq!(found.as_ref(), whole, "{ranks} ranks, {shape:?}");
                for event in events {
                    if let What::SendPosted { to, .. } = event.what {
                        sent.push((from, to));
                    }
                }
            }
            let foretold = of::blended::traffic(ranks, Network::default(), shape).unwrap();
            let mut foretold: Vec<_> = foretold.iter().map(|m| (m.from, m.to)).collect();
            sent.sort_unstable();
            foretold.sort_unstable();
            assert_eq!(sent, foretold, "{ranks} ranks, {shape:?}");
        }
    }
}
