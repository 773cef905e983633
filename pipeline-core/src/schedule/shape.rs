//! The shape in which a group runs, as three numbers, and what follows from them.
//!
//! A group runs as parallel *strips* of `strip` rows of its live-outs, perhaps cut into blocks of
//! columns; a tile goes in *steps* of `step` rows, and at each step every stage computes just the
//! rows that are newly required.
//! - `step = strip` is the overlapped tile of PolyMage (ASPLOS 2015, Section 3.4).
//! - `1 < step < strip` is PolyMage+'s multi-level tiling (TOPLAS 2020, Section 5.2): overlapped
//!   outer tiles, and inside them parallelogram tiles in sequence, whose skew is how far each
//!   stage looks ahead.
//! - `step = 1` is the limit of that: a sliding window over line buffers.

use super::align::{Alignment, Axis, Extent, MAX_PERIOD, StageExtents, common_multiple};
use super::speed::MOST_ROWS;
use crate::ir::StageId;
use std::rc::Rc;

/// Most rows that a stage may look ahead or back.
const MAX_ROWS: i64 = 1 << 12;

/// The numbers of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of the live-outs in a strip: at least 1.
    pub strip: i64,
    /// Rows of the live-outs in a step: from 1 to `strip`.
    pub step: i64,
    /// Dimensions of the live-outs that are cut into blocks, and the coordinates in a block; the
    /// others are whole.
    pub widths: Vec<(usize, i64)>,
}

/// The names of the kinds of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// A tile at a time, each stage over all of it.
    Tiles,
    /// Tiles within tiles.
    MultiLevel,
    /// Row by row.
    SlidingWindow,
}

impl Shape {
    /// What such a shape is called.
    pub fn kind(&self) -> ShapeKind {
        match self.step {
            step if step >= self.strip => ShapeKind::Tiles,
            1 => ShapeKind::SlidingWindow,
            _ => ShapeKind::MultiLevel,
        }
    }

    /// Whether consecutive strips may run as one, as many as suit the threads of a call: in steps,
    /// scratchpads hold as many rows however high a strip is. Down high blocks of columns, each row
    /// of an array is another page of memory, of which little is read. In runs of all strips a
    /// corner detector in blocks of 512 columns took 1.3 of the time on one thread and 1.5 on two,
    /// a demosaicing 1.15 and 1.3; runs of two to six cost them up to a tenth.
    pub fn has_runs(&self) -> bool {
        let in_steps = match self.kind() {
            ShapeKind::Tiles => false,
            ShapeKind::MultiLevel | ShapeKind::SlidingWindow => true,
        };
        in_steps && self.widths.is_empty()
    }

    /// The most rows that run together. Rows that fill no block of them run one by one, so a step
    /// is some blocks; with one row a step, a stage of a higher rate may have two.
    pub fn most_rows(&self) -> i64 {
        i64::clamp(1 << self.step.trailing_zeros(), 2, MOST_ROWS)
    }

    /// The coordinates in a block of a dimension, if it is cut.
    pub fn width(&self, dim: usize) -> Option<i64> {
        self.widths.iter().find(|w| w.0 == dim).map(|w| w.1)
    }
}

/// How many rows a tile computes and keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct TileRows {
    /// Steps before the first row of a strip in which producers fill their scratchpads.
    pub prologue: i64,
    /// What each stage keeps, in the order of the alignment; of live-outs nothing.
    pub kept: Vec<Kept>,
    /// The most rows of each stage that a tile computes.
    pub spans: Vec<i64>,
}

/// The rows that a scratchpad holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// None: the stage is a live-out.
    Nothing,
    /// All rows of a tile, this many at most.
    Tile(i64),
    /// The newest rows, folded: a power of two.
    Circular(i64),
}

/// The coordinates of a dimension that a scratchpad holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// One at a time.
    Current,
    /// All of the domain.
    Whole,
    /// So many from the scratchpad's base on.
    Part(i64),
    /// The newest so many, a power of two: coordinate `i` lives where `i - n` did.
    Circular(i64),
}

/// A group that runs in tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiled {
    /// How its stages line up.
    pub alignment: Rc<Alignment>,
    /// The numbers.
    pub shape: Shape,
    /// The rows that tiles compute and keep.
    pub rows: TileRows,
    /// By stage, the most coordinates that a tile needs of each dimension that is cut.
    pub widths: Vec<Vec<(usize, i64)>>,
}

impl Tiled {
    /// A group in a shape.
    ///
    /// # Errors
    /// Why it cannot run so, in words.
    pub fn new(alignment: Rc<Alignment>, shape: Shape) -> Result<Tiled, String> {
        let rows = rows(&alignment, &shape)?;
        let widths = |s: &Rc<StageExtents>| -> Result<Vec<(usize, i64)>, String> {
            let cut = s.blocks.iter().filter_map(|(dim, e)| Some((*dim, e, shape.width(*dim)?)));
            cut.map(|(dim, extent, count)| Ok((dim, width(extent, count)?))).collect()
        };
        let widths = alignment.stages.iter().map(widths).collect::<Result<_, _>>()?;
        Ok(Tiled { alignment, shape, rows, widths })
    }

    /// What the scratchpad of a stage holds, by dimension; nothing for a live-out.
    pub fn holds(&self, stage: StageId) -> Option<Vec<Hold>> {
        let position = self.alignment.stages.iter().position(|s| s.stage == stage)?;
        let rows = match self.rows.kept[position] {
            Kept::Nothing => return None,
            Kept::Tile(rows) => Hold::Part(rows),
            Kept::Circular(rows) => Hold::Circular(rows),
        };
        let hold = |axis: &Axis| match axis {
            Axis::Plane(_) => Hold::Current,
            Axis::Sliding => rows,
            Axis::Block(dim) => self.width_of(position, *dim).map_or(Hold::Whole, Hold::Part),
            Axis::Free => Hold::Whole,
        };
        Some(self.alignment.stages[position].axes.iter().map(hold).collect())
    }

    /// The most coordinates of a dimension of a stage that a tile computes, if tiles cut it.
    pub fn coordinates(&self, stage: usize, dim: usize) -> Option<i64> {
        match self.alignment.stages[stage].axes[dim] {
            Axis::Sliding => Some(self.rows.spans[stage]),
            Axis::Block(dim) => self.width_of(stage, dim),
            Axis::Plane(_) => Some(1),
            Axis::Free => None,
        }
    }

    /// The most coordinates of a stage that a tile needs along a dimension of the live-outs, if
    /// that is cut.
    pub fn width_of(&self, stage: usize, dim: usize) -> Option<i64> {
        self.widths[stage].iter().find(|w| w.0 == dim).map(|w| w.1)
    }
}

/// The rows of a group's stages in a shape.
///
/// # Errors
/// Why there are none, in words.
pub fn rows(group: &Alignment, shape: &Shape) -> Result<TileRows, String> {
    if !group.has_steps() && shape.kind() != ShapeKind::Tiles {
        let how = if group.in_lanes { "along" } else { "across the rows of" };
        return Err(format!("lanes run {how} its strips, which have no steps then"));
    }
    check_period(group.stages.iter().map(|s| &s.rows))?;
    let spans: Vec<i64> = group.stages.iter().map(|s| span(&s.rows, shape.strip)).collect();
    if shape.kind() == ShapeKind::Tiles {
        let kept = group.stages.iter().zip(&spans).map(|(s, rows)| match s.is_read_inside() {
            true => Kept::Tile(*rows),
            false => Kept::Nothing,
        });
        return Ok(TileRows { prologue: 0, kept: kept.collect(), spans });
    }
    let prologue = prologue(group, shape.step)?;
    let mut kept = Vec::new();
    for stage in &group.stages {
        kept.push(match stage.is_read_inside() {
            false => Kept::Nothing,
            true => {
                let depth = depth(stage, group, shape.step);
                if depth > MAX_ROWS {
                    return Err("its stages drift apart".into());
                }
                Kept::Circular((depth.max(1) as u64).next_power_of_two() as i64)
            }
        });
    }
    Ok(TileRows { prologue, kept, spans })
}

/// The slots of a stage's scratchpad, given the extents of its domain; 0 for a live-out.
pub fn pad_points(group: &Tiled, stage: usize, extents: &[i64]) -> f64 {
    let rows = match group.rows.kept[stage] {
        Kept::Nothing => return 0.0,
        Kept::Tile(rows) | Kept::Circular(rows) => rows,
    };
    let axes = &group.alignment.stages[stage].axes;
    let slots = axes.iter().zip(extents).map(|(axis, whole)| match axis {
        Axis::Plane(_) => 1,
        Axis::Sliding => rows,
        Axis::Block(dim) => group.width_of(stage, *dim).unwrap_or(*whole),
        Axis::Free => *whole,
    });
    slots.map(|n| n as f64).product()
}

/// The most coordinates of an extent that `count` coordinates of the live-outs need.
///
/// # Errors
/// If the coordinates repeat their pattern too rarely.
pub fn width(extent: &Extent, count: i64) -> Result<i64, String> {
    check_period([extent])?;
    Ok(span(extent, count))
}

fn span(extent: &Extent, count: i64) -> i64 {
    let points = (0..extent.cycle()).map(|t| extent.last(t + count - 1) - extent.first(t) + 1);
    points.max().unwrap_or(0).max(1)
}

/// Checks that the extents repeat their pattern, shifted, soon enough.
fn check_period<'a>(extents: impl IntoIterator<Item = &'a Extent>) -> Result<(), String> {
    let period = extents.into_iter().map(Extent::cycle).fold(1, common_multiple);
    if period > MAX_PERIOD {
        return Err("the rates of its stages differ too much".into());
    }
    Ok(())
}

/// The steps before a strip after which every producer has its first needed row still to come.
fn prologue(group: &Alignment, step: i64) -> Result<i64, String> {
    let mut steps = 0;
    for stage in &group.stages {
        for t in 0..stage.rows.cycle() {
            while stage.rows.last(t - steps * step - 1) >= stage.rows.first(t) {
                steps += 1;
                if steps > MAX_ROWS {
                    return Err("its stages drift apart".into());
                }
            }
        }
    }
    Ok(steps)
}

/// The rows between the oldest that a consumer reads in a step and the newest computed, at the
/// worst step; at least those computed in one step, which are written piece by piece.
fn depth(stage: &StageExtents, group: &Alignment, step: i64) -> i64 {
    let rows = &stage.rows;
    let due = |t: i64| rows.last(t + step - 1) - rows.last(t - 1);
    // A running sum is computed from the row before, which is in the pad, and from a row that has
    // just left its window.
    let before = |of: &StageExtents| i64::from(of.running);
    let mut depth = (0..rows.cycle()).map(due).fold(1, i64::max) + before(stage);
    for read in &stage.reads {
        let consumer = group.stages.iter().find(|s| s.stage == read.consumer);
        let extents = consumer.expect("a consumer in the group");
        let consumer = &extents.rows;
        for t in 0..common_multiple(rows.cycle(), consumer.cycle()) {
            let oldest_row = consumer.last(t - 1) + 1;
            if oldest_row <= consumer.last(t + step - 1) {
                let oldest = read.lo.eval(&[], &[oldest_row]) - before(extents);
                depth = depth.max(rows.last(t + step - 1) - oldest + 1);
            }
        }
    }
    depth
}
