//! Reductions that ranks share.

use super::pipelines::reduced::{balanced, columns, equalized, totals, weighed};
use super::{about, value};
use pipeline::Image;
use pipeline::ranks::{Faults, Network, Threads, Traced, What};

/// Both results of a pipeline on so many ranks, gathered on the first.
macro_rules! both_on_ranks {
    ($ranks:expr, $faults:expr, $name:ident, $shape:expr) => {{
        let results = Threads::run($ranks, $faults, |comm| {
            let mut img = $name::inputs(comm, $shape)?;
            img.fill(|index: [usize; 2]| value(&index) as u16);
            let (out, sums) = $name::on(comm, &mut img)?;
            Ok((out.gather(comm, 0)?, sums.gather(comm, 0)?))
        });
        let first = results.into_iter().next().expect("a rank").expect("it does not fail");
        (first.0.expect("all of it"), first.1.expect("all of it"))
    }};
}

#[test]
fn ranks_share_reductions_of_integers() {
    for shape in [[1, 1], [2, 3], [7, 5], [61, 67], [131, 257]] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as u8);
        let expected = equalized(&img).unwrap();
        assert_eq!(expected, equalized::reference(&img).unwrap());
        let of_columns = columns(&img).unwrap();
        assert_eq!(of_columns, columns::reference(&img).unwrap());
        for ranks in 1..=7 {
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut part = equalized::inputs(comm, shape)?;
                part.fill(|index: [usize; 2]| value(&index) as u8);
                let (out, brightest) = equalized::on(comm, &mut part)?;
                let mut part = columns::inputs(comm, shape)?;
                part.fill(|index: [usize; 2]| value(&index) as u8);
                let (columns, least) = columns::on(comm, &mut part)?;
                let first = (out.gather(comm, 0)?, brightest.gather(comm, 0)?);
                Ok((first, (columns.gather(comm, 0)?, least.gather(comm, 0)?)))
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            let (found, found_columns) = first;
            let whole = |(a, b): (Option<_>, Option<_>)| (a.unwrap(), b.unwrap());
            assert_eq!(whole(found), expected, "{ranks} ranks, {shape:?}");
            assert_eq!(whole(found_columns), of_columns, "{ranks} ranks, {shape:?}");
        }
    }
    // One that is a result stays one where it is reduced further, and first values wait for
    // messages.
    for shape in [[1, 1], [2, 3], [7, 5], [61, 67]] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as u8);
        let expected = totals(&img).unwrap();
        assert_eq!(expected, totals::reference(&img).unwrap());
        for ranks in 1..=7 {
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut part = totals::inputs(comm, shape)?;
                part.fill(|index: [usize; 2]| value(&index) as u8);
                let (of_both, total, out) = totals::on(comm, &mut part)?;
                Ok((of_both.gather(comm, 0)?, total.gather(comm, 0)?, out.gather(comm, 0)?))
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            let found = (first.0.unwrap(), first.1.unwrap(), first.2.unwrap());
            assert_eq!(found, expected, "{ranks} ranks, {shape:?}");
        }
    }
    // Both reductions to the first rank and back, and a row of the picture each way: nobody has
    // more of it than its slice and its neighbours' next rows.
    let sent = equalized::traffic(4, Network::default(), [4096, 4096]).unwrap();
    assert_eq!(about("brightest", &sent), (6, 6 * 4));
    assert_eq!(about("counts", &sent), (6, 6 * 256 * 4));
    assert_eq!(about("img", &sent), (3, 3 * 4096));
}

#[test]
fn ranks_make_sums_of_floats_in_turn() {
    let shuffled = |seed| Faults { reorder: Some(seed), ..Faults::default() };
    for shape in [[1, 1], [2, 3], [7, 5], [61, 67], [131, 257]] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as u16);
        let expected = (balanced(&img).unwrap(), weighed(&img).unwrap());
        assert_eq!(expected.0, balanced::reference(&img).unwrap());
        assert_eq!(expected.1, weighed::reference(&img).unwrap());
        for ranks in 1..=7 {
            let found = both_on_ranks!(ranks, shuffled(ranks as u64), balanced, shape);
            assert_eq!(found, expected.0, "{ranks} ranks, {shape:?}");
            let found = both_on_ranks!(ranks, shuffled(ranks as u64), weighed, shape);
            assert_eq!(found, expected.1, "{ranks} ranks, {shape:?}");
        }
    }
    // From rank to rank, and from the last one to all: nobody has more of the picture than its
    // slice and its neighbour's next row.
    let sent = balanced::traffic(4, Network::default(), [4096, 4096]).unwrap();
    assert_eq!(about("light.parts", &sent), (6, 6 * 16 * 32 * 4));
    assert_eq!(about("img", &sent), (3, 3 * 2 * 4096));
    let turns =
        |from: usize| sent.iter().filter(move |m| m.array == "light.parts" && m.from == from);
    assert_eq!(turns(0).map(|m| m.to).next(), Some(1));
    assert_eq!(turns(3).count(), 2, "it has all of it first, and gives it to two");
    for ranks in 1..=7 {
        let shape = [61, 67];
        let events = Threads::run(ranks, Faults::default(), |comm| {
            let mut img = balanced::inputs(comm, shape)?;
            img.fill(|index: [usize; 2]| value(&index) as u16);
            let comm = Traced::new(comm);
            balanced::on(&comm, &mut img)?;
            Ok(comm.events())
        });
        let mut sent = Vec::new();
        for (from, events) in events.into_iter().enumerate() {
            for event in events.expect("no rank fails") {
                if let What::SendPosted { to, .. } = event.what {
                    sent.push((from, to));
                }
            }
        }
        let foretold = balanced::traffic(ranks, Network::default(), shape).unwrap();
        let mut foretold: Vec<_> = foretold.iter().map(|m| (m.from, m.to)).collect();
        sent.sort_unstable();
        foretold.sort_unstable();
        assert_eq!(sent, foretold, "{ranks} ranks");
    }
    // On a grid of two by two only those of the first column have updates to make.
    let sent = weighed::traffic(4, Network::default(), [40, 40]).unwrap();
    assert_eq!(about("heavy", &sent), (4, 4 * 2 * 8));
}
