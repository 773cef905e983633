//! Pipelines of one dimension: PolyMage's Figure 6 (ASPLOS 2015, Section 3.4).

use super::*;
use crate::schedule::shape::{Hold, Tiled};

/// The functions of Figure 6, with a margin in which everything is defined.
const FIGURE_6: &str = include_str!("figure_6.ir");

/// A stage of the figure.
struct Producer {
    name: &'static str,
    /// The points of it that a point of its consumer reads.
    reads: fn(i64) -> [i64; 2],
}

/// The stages that `out` needs, consumers first.
const PRODUCERS: [Producer; 4] = [
    Producer { name: "up", reads: |x| [x.div_euclid(2); 2] },
    Producer { name: "h", reads: |x| [x.div_euclid(2), x.div_euclid(2) + 1] },
    Producer { name: "g", reads: |x| [2 * x - 1, 2 * x + 1] },
    Producer { name: "f", reads: |x| [2 * x - 1, 2 * x + 1] },
];

/// The points of a stage that a tile needs.
struct Needed {
    name: &'static str,
    first: i64,
    last: i64,
}

/// What a tile of `out` needs of each stage, by walking from point to point.
fn needed(first: i64, points: i64) -> Vec<Needed> {
    let mut wanted: Vec<i64> = (first..first + points).collect();
    let of_stage = |Producer { name, reads }| {
        wanted = wanted.iter().flat_map(|x| reads(*x)).collect();
        let (first, last) = (wanted.iter().min(), wanted.iter().max());
        Needed { name, first: *first.expect("a point"), last: *last.expect("a point") }
    };
    PRODUCERS.into_iter().map(of_stage).collect()
}

#[test]
fn tiles_of_a_line_are_as_tight_as_in_figure_6() {
    let p = parse(FIGURE_6).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let order = order(&p).expect("an acyclic graph");
    let facts = Facts::for_pipeline(&p);
    let alignments = Aligner::new(&p, &facts, &order).align(&order.stages).expect("it lines up");
    let [alignment] = &alignments[..] else { panic!("a line is cut one way: {alignments:?}") };
    assert!(alignment.in_lanes);
    // Points that a tile computes of `up`, `h`, `g` and `f`, at most.
    for (tile, most) in [(4, [3, 3, 7, 15]), (7, [4, 4, 9, 19]), (64, [33, 18, 37, 75])] {
        let shape = Shape { strip: tile, step: tile, widths: Vec::new() };
        let tiled = Tiled::new(alignments[0].clone().into(), shape).expect("tiles");
        let mut widest = [0; 4];
        for start in 0..2 * tile {
            for (i, Needed { name, first, last }) in needed(start, tile).into_iter().enumerate() {
                let extents = alignment.stages.iter().find(|s| p.stages[s.stage.0].name == name);
                let extent = &extents.expect("a stage").rows;
                let computed = (extent.first(start), extent.last(start + tile - 1));
                assert_eq!(computed, (first, last), "{name} from {start} on, by {tile}");
                widest[i] = widest[i].max(last - first + 1);
            }
        }
        assert_eq!(widest, most, "tiles of {tile}");
        for (Producer { name, .. }, points) in PRODUCERS.into_iter().zip(most) {
            let id = p.stages.iter().position(|s| s.name == name).map(crate::ir::StageId);
            let holds = tiled.holds(id.expect("a stage")).expect("a scratchpad");
            assert_eq!(holds, [Hold::Part(points)], "{name} for tiles of {tile}");
        }
    }
}

#[test]
fn a_line_takes_no_steps() {
    let p = parse(FIGURE_6).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let order = order(&p).expect("an acyclic graph");
    let facts = Facts::for_pipeline(&p);
    let alignments = Aligner::new(&p, &facts, &order).align(&order.stages).expect("it lines up");
    let shape = Shape { strip: 64, step: 2, widths: Vec::new() };
    let refused = Tiled::new(alignments[0].clone().into(), shape).unwrap_err();
    assert_eq!(refused, "lanes run along its strips, which have no steps then");
}

#[test]
fn a_long_line_is_one_group() {
    let p = parse(FIGURE_6).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
    let plan = plan(&Analyses::of(&p), &Options::default()).expect("no groups are written");
    assert_eq!(groups(&p, &plan), ["f g h up out"]);
}
