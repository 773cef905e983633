//! Iterations in time on ranks: bits, and what travels between their epochs.

use super::pipelines::in_time::{heat_for, history, ring, torus, waves};
use super::value;
use pipeline::Image;
use pipeline::ranks::{Faults, Network, Threads, Traffic};

/// Whether a number of steps is long or short, what travels are the rows that a rank needs for the
/// steps up to the next exchange.
#[test]
fn iterations_in_time_exchange_their_newest_steps() {
    for (shape, steps) in [([1, 1], 3), ([7, 5], 1), ([7, 5], 2), ([61, 67], 40), ([131, 37], 7)] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
        let expected = heat_for(&img, steps).unwrap();
        assert_eq!(expected, heat_for::reference(&img, steps).unwrap());
        let (u, out) = waves(&img).unwrap();
        assert_eq!((u.clone(), out.clone()), waves::reference(&img).unwrap());
        for ranks in 1..=7 {
            let faults = Faults { reorder: Some(ranks as u64), ..Faults::default() };
            let results = Threads::run(ranks, faults, |comm| {
                let mut img = heat_for::inputs(comm, shape, steps)?;
                img.fill(|index: [usize; 2]| value(&index) as f32);
                let spread = heat_for::on(comm, &mut img, steps)?.gather(comm, 0)?;
                let mut img = waves::inputs(comm, shape)?;
                img.fill(|index: [usize; 2]| value(&index) as f32);
                let (u, out) = waves::on(comm, &mut img)?;
                Ok((spread, u.gather(comm, 0)?, out.gather(comm, 0)?))
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            let found = (first.0.expect("all"), first.1.expect("all"), first.2.expect("all"));
            assert_eq!(found, (expected.clone(), u.clone(), out.clone()), "{ranks}, {shape:?}");
        }
    }
}

/// After each step, what is read around an edge comes from the rank at the other end.
#[test]
fn iterations_in_time_go_around_edges() {
    for (shape, steps) in [([1, 1], 3), ([2, 3], 5), ([7, 5], 2), ([61, 67], 12), ([31, 137], 7)] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
        let expected = ring(&img, steps).unwrap();
        assert_eq!(expected, ring::reference(&img, steps).unwrap());
        let bytes = Image::from_fn(shape, |index: [usize; 2]| value(&index) as u8);
        let (cells, out) = torus(&bytes, steps).unwrap();
        assert_eq!((cells.clone(), out.clone()), torus::reference(&bytes, steps).unwrap());
        let past = history(&bytes, steps).unwrap();
        assert_eq!(past, history::reference(&bytes, steps).unwrap());
        for ranks in 1..=7 {
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut img = history::inputs(comm, shape, steps)?;
                img.fill(|index: [usize; 2]| value(&index) as u8);
                history::on(comm, &mut img, steps)?.gather(comm, 0)
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            assert_eq!(first.expect("all"), past, "{ranks}, {shape:?}");
            let faults = Faults { reorder: Some(ranks as u64), ..Faults::default() };
            let results = Threads::run(ranks, faults, |comm| {
                let mut img = ring::inputs(comm, shape, steps)?;
                img.fill(|index: [usize; 2]| value(&index) as f32);
                let of_ring = ring::on(comm, &mut img, steps)?.gather(comm, 0)?;
                let mut img = torus::inputs(comm, shape, steps)?;
                img.fill(|index: [usize; 2]| value(&index) as u8);
                let (cells, out) = torus::on(comm, &mut img, steps)?;
                Ok((of_ring, cells.gather(comm, 0)?, out.gather(comm, 0)?))
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            let found = (first.0.expect("all"), first.1.expect("all"), first.2.expect("all"));
            assert_eq!(found, (expected.clone(), cells.clone(), out.clone()), "{ranks}, {shape:?}");
        }
    }
    // A column to the right and two to the left, in each of ten steps, and of the picture none.
    let found = ring::traffic(3, Network::default(), [100, 3000], 10).unwrap();
    assert_eq!(found.len(), 3 * 2 * 10);
    assert!(found.iter().all(|m| m.array == "u" && m.bytes == 2 * 100 * 4), "{found:?}");
    // No rank gets more of a plane than its rim, not even of the last one, which is read around
    // the edges: two rows above and one below in each step, and one above of the last.
    let found = torus::traffic(3, Network::default(), [3000, 200], 10).unwrap();
    let rows: usize = found.iter().filter(|m| m.to == 0).map(|m| m.bytes / 200).sum();
    assert!(found.iter().all(|m| m.array == "cells"), "{found:?}");
    assert_eq!(rows, 10 * 4 + 1, "{found:?}");
}

#[test]
fn a_halo_is_as_deep_as_the_steps_between_two_exchanges() {
    // How many rows the first rank gets of the second one in each message.
    let rows = |found: &[Traffic], array: &str| -> Vec<usize> {
        let of_array = found.iter().filter(|m| m.array == array && (m.from, m.to) == (1, 0));
        of_array.map(|m| m.bytes / (4 * 1000)).collect()
    };
    let of = |latency: f64, steps: usize| {
        let network = Network { latency, bandwidth: 12.5 };
        heat_for::traffic(4, network, [4096, 1000], steps).unwrap()
    };
    let mut depths = Vec::new();
    for latency in [1e3, 1e5, 1e6] {
        let found = of(latency, 960);
        let (halos, of_picture) = (rows(&found, "u"), rows(&found, "img"));
        let (last, others) = halos.split_last().expect("epochs");
        // A row for each step up to the next exchange, and of the first epoch of the picture.
        assert!(others.iter().all(|rows| *rows == others[0]) && *last <= others[0]);
        assert_eq!(of_picture.iter().chain(&halos).sum::<usize>(), 960);
        assert!(of_picture[0] < others[0] + 16, "{of_picture:?} and {halos:?}");
        depths.push(others[0]);
    }
    assert!(depths[0] < depths[1] && depths[1] < depths[2], "{depths:?}");
    let plan = heat_for::plan().to_string();
    assert!(
        plan.contains("u on 4 to 256 ranks: exchanged after every 7 steps; a rank gets"),
        "{plan}"
    );
    // Few steps on a network that is slow are computed again, as before.
    assert_eq!(rows(&of(1e9, 20), "u"), []);
    // Of a wave two planes travel, 1 to 7 of 9, from each of the neighbours: below and above two
    // rows for each of the two steps back, and the corners.
    let found = waves::traffic(2, Network::default(), [100, 50]).unwrap();
    let halos: Vec<usize> = found.iter().filter(|m| m.array == "u").map(|m| m.bytes).collect();
    assert_eq!(halos.len(), 2 * 6, "{found:?}");
    assert!(halos.iter().all(|bytes| *bytes == 2 * 4 * 50 * 4), "{found:?}");
}
