//! Pipelines on ranks that are threads: the bits of one machine, whatever the number of ranks.

use pipeline::Image;
use pipeline::ranks::{Communicator, Faults, Moment, Network, Threads, Traced, What};
use pipelines::reduced::named;
use pipelines::{
    around, beside, blur, columns, generic, grid, harris, in_time, plain, pyramid, separable,
    transposed,
};

mod agree;
mod axes;
mod counted;
mod epochs;
mod levels;
mod lost;
mod pipelines;
mod reductions;

/// An element for an index, all different nearby.
fn value(index: &[usize]) -> u32 {
    index
        .iter()
        .fold(17, |v: u32, i| v.wrapping_mul(0x9E37_79B9).wrapping_add(*i as u32).rotate_left(7))
        % 1009
}

/// The result on so many ranks, gathered on the first.
macro_rules! on_ranks {
    ($ranks:expr, $name:ident, $shape:expr, $elem:ty) => {{
        let results = Threads::run($ranks, Faults::default(), |comm| {
            let mut img = $name::inputs(comm, $shape)?;
            img.fill(|index: [usize; 2]| value(&index) as $elem);
            let out = $name::on(comm, &mut img)?;
            out.gather(comm, 0)
        });
        let mut results = results.into_iter().map(|r| r.expect("no rank fails"));
        let first = results.next().flatten().expect("the first rank has the result");
        assert!(results.all(|r| r.is_none()));
        first
    }};
}

macro_rules! compared {
    ($name:ident, $elem:ty, $shapes:expr) => {
        for shape in $shapes {
            let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as $elem);
            let expected = $name(&img).unwrap();
            assert_eq!(expected, $name::reference(&img).unwrap());
            for ranks in 1..=7 {
                let found = on_ranks!(ranks, $name, shape, $elem);
                assert_eq!(found, expected, "{} on {ranks} ranks, {shape:?}", stringify!($name));
            }
        }
    };
}

#[test]
fn bits_are_those_of_one_machine() {
    compared!(blur, u16, [[3, 3], [5, 7], [61, 67], [130, 40]]);
    compared!(harris, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [131, 257]]);
    use plain::apart;
    compared!(apart, u16, [[3, 3], [5, 7], [61, 67], [130, 40]]);
    use columns::edges as along_columns;
    use grid::edges as along_both;
    compared!(along_columns, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]]);
    compared!(along_both, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]]);
    use grid::fused;
    use transposed::turned;
    compared!(fused, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]]);
    compared!(turned, u8, [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]]);
    use in_time::{heat, repeated, smooth, wave};
    compared!(repeated, f32, [[1, 1], [2, 3], [7, 5], [61, 67]]);
    compared!(heat, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [131, 37]]);
    compared!(wave, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [131, 37]]);
    compared!(smooth, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [131, 37]]);
    compared!(pyramid, f32, [[4, 4], [9, 11], [61, 67], [128, 128]]);
}

#[test]
fn indices_of_parts_and_of_the_whole_lead_to_each_other() {
    let shape = [61, 67];
    let counts = Threads::run(4, Faults::default(), |comm| {
        let mut img = grid::edges::inputs(comm, shape)?;
        img.fill(|index: [usize; 2]| value(&index) as f32);
        let mut owned = 0;
        for index in (0..shape[0]).flat_map(|y| (0..shape[1]).map(move |x| [y, x])) {
            let Some(local) = img.local(index) else { continue };
            assert_eq!(img.global(local), Some(index));
            assert_eq!(img.part().get(local), Some(value(&index) as f32));
            owned += 1;
        }
        let beyond = [img.part().shape()[0], 0];
        assert_eq!(img.global(beyond), None);
        Ok(owned)
    });
    let counts: Vec<usize> =
        counts.into_iter().map(|count| count.expect("it does not fail")).collect();
    assert_eq!((counts.len(), counts.iter().sum()), (4, shape[0] * shape[1]));
}

/// A vector whose first points are beyond the edge is loaded from the edge on, and has points that
/// nothing reads.
#[test]
fn there_is_memory_for_vectors_at_edges() {
    use beside::before;
    compared!(before, f32, [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]]);
    let ranges = Threads::run(4, Faults::default(), |comm| {
        let img = beside::before::inputs(comm, [3, 120])?;
        Ok((img.owned()[1].clone(), img.stored()[1].clone()))
    });
    let ranges = ranges.into_iter().map(|range| range.expect("no rank fails"));
    // The result has slices of 40 columns, of which the first reads 0 to 36, as its vectors load
    // 0 to 39; the last one reads the last column, and its vectors load up to that.
    let expected = [(0..30, 0..40), (30..60, 30..77), (60..90, 60..117), (90..120, 80..120)];
    assert_eq!(ranges.collect::<Vec<_>>(), expected);
}

#[test]
fn bits_are_those_of_one_machine_around_edges() {
    use around::{both, halved, rows, stored};
    // Slices of a row, and halos wider than a slice, than all of them, and than none.
    let shapes = [[1, 1], [2, 3], [5, 4], [7, 5], [61, 67], [40, 131], [131, 257]];
    compared!(rows, f32, shapes);
    compared!(stored, f32, shapes);
    compared!(both, f32, shapes);
    compared!(halved, f32, shapes);
    use around::columns;
    compared!(columns, u8, shapes);
}

/// What one pipeline has beyond an edge of its input is not there for another one with a border of
/// its own.
#[test]
fn an_input_serves_pipelines_with_other_borders() {
    let shape = [61, 67];
    let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
    let expected = (around::rows(&img).unwrap(), around::clamped(&img).unwrap());
    for ranks in 1..=5 {
        let results = Threads::run(ranks, Faults::default(), |comm| {
            let mut img = around::rows::inputs(comm, shape)?;
            img.fill(|index: [usize; 2]| value(&index) as f32);
            let rows = around::rows::on(comm, &mut img)?.gather(comm, 0)?;
            Ok((rows, around::clamped::on(comm, &mut img)?.gather(comm, 0)?))
        });
        let first = results.into_iter().next().expect("a rank").expect("it does not fail");
        assert_eq!((first.0.expect("all"), first.1.expect("all")), expected, "{ranks} ranks");
    }
}

#[test]
fn around_edges_only_ghost_zones_travel() {
    let network = Network { latency: 5e3, bandwidth: 12.5 };
    let sorted = |mut of: Vec<(usize, usize, usize)>| {
        of.sort_unstable();
        of
    };
    let of = |found: &[pipeline::ranks::Traffic], array: &str| {
        let found: Vec<_> = found.iter().filter(|m| m.array == array).cloned().collect();
        sorted(messages(&found))
    };
    // Every rank gets a row from the one above it and two from the one below it; the first and the
    // last are neighbours. A row has 8,000 values.
    let row = 32_000;
    let ring = |ranks: usize| -> Vec<(usize, usize, usize)> {
        let from =
            |to: usize| [((to + ranks - 1) % ranks, to, row), ((to + 1) % ranks, to, 2 * row)];
        sorted((0..ranks).flat_map(from).collect())
    };
    for ranks in [3, 4, 7] {
        let found = around::stored::traffic(ranks, network, [4000, 8000]).unwrap();
        assert_eq!(of(&found, "near"), ring(ranks));
        assert_eq!(of(&found, "img"), ring(ranks));
    }
    // A stage with points beyond the edges needs nothing of itself from there, and of the picture
    // as many rows more as it has.
    let found = around::rows::traffic(4, network, [4000, 8000]).unwrap();
    let near: Vec<(usize, usize, usize)> = ring(4)
        .into_iter()
        .filter(|m| m.0.abs_diff(m.1) == 1)
        .map(|(from, to, bytes)| (from, to, bytes / 32_000 * 32_008))
        .collect();
    assert_eq!(of(&found, "near"), near);
    let ends = |m: &(usize, usize, usize)| m.0.abs_diff(m.1) == 3;
    let img = of(&found, "img");
    let of_ends: Vec<_> = img.iter().copied().filter(ends).collect();
    assert_eq!(of_ends, [(0, 3, 4 * row), (3, 0, 2 * row)]);
    assert_eq!(img.len(), 8);
    // Of two ranks, each is the other's neighbour on both sides.
    let found = around::columns::traffic(2, network, [100, 4000]).unwrap();
    let both = [(1, 0, 300), (1, 0, 200), (0, 1, 300), (0, 1, 200)];
    assert_eq!(sorted(messages(&found)), sorted(both.to_vec()));
    assert_eq!(around::both::traffic(1, network, [40, 131]).unwrap(), []);
}

/// What each element type gives on three ranks, and the bytes of a message about the input.
macro_rules! of_type {
    ($elem:ty) => {{
        let shape = [31, 20];
        let img = Image::from_fn(shape, |index: [usize; 2]| (value(&index) % 128) as $elem);
        let expected = generic::sharpened(&img, 3 as $elem).unwrap();
        assert_eq!(expected, generic::sharpened::reference(&img, 3 as $elem).unwrap());
        let results = Threads::run(3, Faults::default(), |comm| {
            let mut img = generic::sharpened::inputs::<$elem, _>(comm, shape, 3 as $elem)?;
            img.fill(|index: [usize; 2]| (value(&index) % 128) as $elem);
            let (out, across) = generic::sharpened::on(comm, &mut img, 3 as $elem)?;
            Ok((out.gather(comm, 0)?, across.gather(comm, 0)?))
        });
        let first = results.into_iter().next().expect("a rank").expect("it does not fail");
        assert_eq!((first.0.expect("all of it"), first.1.expect("all of it")), expected);
        let network = Network { latency: 5e3, bandwidth: 12.5 };
        let found = generic::sharpened::traffic::<$elem>(3, network, shape, 3 as $elem).unwrap();
        let of_img: Vec<usize> =
            found.iter().filter(|m| m.array == "img").map(|m| m.bytes).collect();
        assert!(!of_img.is_empty() && of_img.iter().all(|b| *b == 20 * size_of::<$elem>()));
    }};
}

#[test]
fn generic_pipelines_run_on_ranks() {
    of_type!(u8);
    of_type!(i16);
    of_type!(f32);
}

/// The messages of a blur along rows.
fn messages(found: &[pipeline::ranks::Traffic]) -> Vec<(usize, usize, usize)> {
    found.iter().map(|message| (message.from, message.to, message.bytes)).collect()
}

#[test]
fn ranks_send_what_others_need_and_no_more() {
    // Two rows of 8,000 values of two bytes, upwards: the result has 5,999 rows, in slices of
    // 1,500, and a row of it needs the two below it.
    let found = plain::blur::traffic(4, Network::default(), [6001, 8000]).unwrap();
    assert_eq!(messages(&found), [(1, 0, 32_000), (2, 1, 32_000), (3, 2, 32_000)]);
    // As in the paper, where the picture is in slices of its own, of 1,501 rows: what a rank needs
    // of others grows with their number.
    let found = plain::apart::traffic(4, Network::default(), [6001, 8000]).unwrap();
    let row = 16_000;
    let foretold = [(1, 0, row), (0, 1, row), (1, 2, 2 * row), (2, 3, 3 * row)];
    assert_eq!(messages(&found), foretold);
    // Twenty steps have halos of as many rows of the picture, and send nothing themselves.
    let found = in_time::heat::traffic(2, Network::default(), [4096, 1000]).unwrap();
    assert!(found.iter().all(|message| message.array == "img"), "{found:?}");
    assert!(found.iter().all(|message| (20..32).contains(&(message.bytes / 4000))), "{found:?}");
    // What each rank reads of the picture is its own once it is cut along the columns.
    assert_eq!(transposed::turned::traffic(5, Network::default(), [61, 67]).unwrap(), []);
    // A slice of one row: what is needed is two ranks away, too.
    let found = plain::blur::traffic(3, Network::default(), [5, 8]).unwrap();
    assert_eq!(messages(&found), [(1, 0, 16), (2, 0, 16), (2, 1, 32)]);
    assert_eq!(plain::blur::traffic(1, Network::default(), [6001, 8000]).unwrap(), []);
}

/// How many messages there are about an array, and their bytes.
fn about(array: &str, traffic: &[pipeline::ranks::Traffic]) -> (usize, usize) {
    let of = traffic.iter().filter(|message| message.array == array);
    (of.clone().count(), of.map(|message| message.bytes).sum())
}

#[test]
fn what_needs_no_message_is_computed_while_they_travel() {
    let results = Threads::run(3, Faults::default(), |comm| {
        let mut img = separable::exchanged::inputs(comm, [90, 30])?;
        img.fill(|index: [usize; 2]| value(&index) as f32);
        let comm = Traced::new(comm);
        separable::exchanged::on(&comm, &mut img)?;
        Ok(comm.events())
    });
    // The rank in the middle has an array of two, each from both sides: the input, for the first
    // nest, and what that stores, for the second.
    let middle = results.into_iter().nth(1).expect("three ranks").expect("no rank fails");
    let exchanged = |array: u32| {
        [
            What::ReceivePosted { from: 0, tag: array },
            What::ReceivePosted { from: 2, tag: array },
            What::SendPosted { to: 0, tag: array },
            What::SendPosted { to: 2, tag: array },
        ]
    };
    let computed = |nest: usize| {
        let waits = [What::WaitBegins, What::WaitEnds, What::WaitBegins, What::WaitEnds];
        let [begins, ends, rims, done] = [
            Moment::InteriorBegins(nest),
            Moment::InteriorEnds(nest),
            Moment::RimsBegin(nest),
            Moment::RimsEnd(nest),
        ]
        .map(What::Passes);
        [&[begins, ends], &waits[..], &[rims, done]].concat()
    };
    let both = |array: u32, nest: usize| [&exchanged(array)[..], &computed(nest)].concat();
    let found: Vec<What> = middle.iter().map(|event| event.what).collect();
    // Of the input, messages leave before ranks agree on the call, which they wait for after the
    // interior. Its row below is not needed: the first pass reads above it only.
    let mut first = both(0, 0);
    first.insert(0, What::Says);
    first.splice(7..7, [What::WaitBegins, What::Hears, What::WaitEnds]);
    first.retain(|what| {
        !matches!(what, What::ReceivePosted { from: 2, .. } | What::SendPosted { to: 0, .. })
    });
    first.drain(8..10);
    assert_eq!(found, [first, both(1, 1)].concat());
    assert!(middle.is_sorted_by_key(|event| event.at));
}

#[test]
fn stages_are_sent_or_computed_again_or_everywhere_or_inside() {
    use separable::{again, chosen, everywhere, exchanged, inside};
    let shapes = [[1, 1], [2, 3], [7, 5], [61, 67], [40, 131]];
    compared!(exchanged, f32, shapes);
    compared!(again, f32, shapes);
    compared!(everywhere, f32, shapes);
    compared!(inside, f32, shapes);
    compared!(chosen, f32, shapes);
    let (shape, row) = ([1024, 1000], 1000 * 4);
    let network = Network::default();
    // Four ranks have three edges between them: a row each way of what is sent; for what each of
    // them computes again, two rows of what that is computed of upwards and one downwards.
    let sent = exchanged::traffic(4, network, shape).unwrap();
    assert_eq!((about("across", &sent), about("img", &sent)), ((6, 6 * row), (3, 3 * row)));
    let sent = again::traffic(4, network, shape).unwrap();
    assert_eq!((about("across", &sent), about("img", &sent)), ((0, 0), (6, 9 * row)));
    assert_eq!(inside::traffic(4, network, shape).unwrap(), sent);
    // Everything goes to everyone.
    let sent = everywhere::traffic(4, network, shape).unwrap();
    assert_eq!((about("across", &sent), about("img", &sent)), ((0, 0), (12, 3 * 1024 * row)));
    // By itself: sent where that is for nothing, and never where it takes longer than the rest.
    let at = |latency: f64| {
        let sent = chosen::traffic(4, Network { latency, ..network }, shape).unwrap();
        about("across", &sent).0
    };
    assert_eq!((at(0.0), at(1e7)), (6, 0));
    let slow = Faults { latency: std::time::Duration::from_millis(10), ..Faults::default() };
    for faults in [Faults::default(), slow] {
        let results = Threads::run(4, faults, |comm| {
            let mut img = chosen::inputs(comm, [61, 67])?;
            img.fill(|index: [usize; 2]| value(&index) as f32);
            chosen::on(comm, &mut img)?.gather(comm, 0)
        });
        let img = Image::from_fn([61, 67], |index: [usize; 2]| value(&index) as f32);
        let first = results.into_iter().next().expect("a rank").expect("it does not fail");
        assert_eq!(first, Some(chosen(&img).unwrap()));
    }
}

#[test]
fn a_rank_that_is_lost_is_no_end_of_the_others() {
    let results = Threads::run(3, Faults::default(), |comm| {
        let mut img = plain::blur::inputs(comm, [90, 12])?;
        assert_ne!(comm.rank(), 1, "this rank goes down");
        plain::blur::on(comm, &mut img)
    });
    let said: Vec<String> = results.into_iter().map(|r| r.unwrap_err().to_string()).collect();
    assert_eq!(said[1], "rank 1 panicked");
    // The others wait for it, or for one that does.
    assert!([0, 2].iter().all(|rank| said[*rank].ends_with(", which is lost")), "{said:?}");
}

#[test]
fn inputs_of_another_pipeline_are_refused() {
    let results = Threads::run(2, Faults::default(), |comm| {
        let mut img = columns::edges::inputs(comm, [20, 30])?;
        grid::fused::on(comm, &mut img)
    });
    for (rank, result) in results.into_iter().enumerate() {
        let said = result.unwrap_err().to_string();
        assert!(said.contains("input `img` is distributed otherwise"), "rank {rank}: {said}");
    }
}

#[test]
fn when_messages_come_changes_nothing() {
    let expected = on_ranks!(1, pyramid, [61, 67], f32);
    for seed in 0..10 {
        let faults = Faults { reorder: Some(seed), ..Faults::default() };
        let results = Threads::run(4, faults, |comm| {
            let mut img = pyramid::inputs(comm, [61, 67])?;
            img.fill(|index: [usize; 2]| value(&index) as f32);
            pyramid::on(comm, &mut img)?.gather(comm, 0)
        });
        let found = results.into_iter().next().map(|r| r.expect("no rank fails"));
        assert_eq!(found.flatten().as_ref(), Some(&expected), "seed {seed}");
    }
}

#[test]
#[cfg(feature = "npy")]
fn ranks_read_and_write_their_parts_of_files() {
    let folder = std::env::temp_dir().join(format!("pipeline-ranks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (from, to) = (folder.join("in.npy"), folder.join("out.npy"));
    for shape in [[1, 1], [61, 67], [5, 40]] {
        let img = Image::from_fn(shape, |index: [usize; 2]| value(&index) as f32);
        pipeline::io::save_npy(&from, &img).unwrap();
        for ranks in [1, 3, 4] {
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut part = grid::edges::inputs(comm, shape)?;
                part.load_npy(&from)?;
                grid::edges::on(comm, &mut part)?.save_npy(comm, &to)
            });
            results.into_iter().for_each(|result| result.unwrap());
            let found: Image<f32, 2> = pipeline::io::load_npy(&to).unwrap();
            assert_eq!(found, grid::edges(&img).unwrap(), "{ranks} ranks, {shape:?}");
            let raw = folder.join("raw");
            let results = Threads::run(ranks, Faults::default(), |comm| {
                let mut part = grid::edges::inputs(comm, shape)?;
                part.load_npy(&from)?;
                part.save_raw(comm, &raw)?;
                part.fill(|_| -1.0);
                part.load_raw(&raw)?;
                grid::edges::on(comm, &mut part)?.gather(comm, 0)
            });
            let first = results.into_iter().next().expect("a rank").expect("it does not fail");
            assert_eq!(first, Some(grid::edges(&img).unwrap()), "{ranks} ranks, {shape:?}");
            assert_eq!(std::fs::metadata(&raw).unwrap().len() as usize, img.len() * 4);
        }
    }
    let said = |shape: [usize; 2]| {
        let results = Threads::run(2, Faults::default(), |comm| {
            grid::edges::inputs(comm, shape)?.load_npy(&from)
        });
        results.into_iter().map(|r| r.unwrap_err().to_string()).collect::<Vec<_>>()
    };
    let wrong = said([40, 5]);
    assert!(wrong.iter().all(|s| s.ends_with("[40, 5] is expected, not [5, 40]")), "{wrong:?}");
    let results = Threads::run(2, Faults::default(), |comm| {
        grid::edges::inputs(comm, [40, 6])?.load_raw(folder.join("raw"))
    });
    let said = results.into_iter().next().expect("a rank").unwrap_err().to_string();
    assert!(
        said.ends_with("960 bytes are expected, elements of 4 bytes in [40, 6], not 800"),
        "{said}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn parameters_may_have_any_name() {
    let img = Image::from_fn([23, 7], |index: [usize; 2]| value(&index) as f32);
    let expected = named(&img, 0.5, 3).unwrap();
    let results = Threads::run(3, Faults::default(), |comm| {
        let mut parts = named::inputs(comm, [23, 7], 0.5, 3)?;
        parts.fill(|index: [usize; 2]| value(&index) as f32);
        named::on(comm, &mut parts, 0.5, 3)?.gather(comm, 0)
    });
    let gathered = results.into_iter().map(|result| result.expect("no rank fails"));
    assert_eq!(gathered.flatten().collect::<Vec<_>>(), [expected]);
    assert!(!named::traffic(3, Network::default(), [23, 7], 0.5, 3).unwrap().is_empty());
}
