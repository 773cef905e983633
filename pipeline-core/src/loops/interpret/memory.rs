//! What the interpreter has in memory: buffers of stages and scratchpads, with a note of what they
//! hold.

use crate::array::Array;
use crate::ir::{ElemType, Source, Value};
use crate::loops::{Buffer, Hold, LoopNest};
use rustc_hash::FxHashMap;

/// The first and the last coordinate in a dimension.
pub type DimSpan = (i64, i64);

/// The coordinates that buffers have, by dimension.
pub struct BufferBounds {
    inputs: Vec<Vec<DimSpan>>,
    pub stages: Vec<Vec<DimSpan>>,
}

impl BufferBounds {
    pub fn of_nest(loops: &LoopNest, sizes: &[i64]) -> BufferBounds {
        let spans = |b: &Buffer| b.domain.0.iter().map(|i| i.eval(sizes, &[])).collect();
        let of_stage = |b: &Option<Buffer>| b.as_ref().map_or_else(Vec::new, spans);
        BufferBounds {
            inputs: loops.inputs.iter().map(spans).collect(),
            stages: loops.stages.iter().map(of_stage).collect(),
        }
    }

    pub fn of(&self, source: Source) -> &[DimSpan] {
        match source {
            Source::Input(input) => &self.inputs[input.0],
            Source::Stage(stage) => &self.stages[stage.0],
        }
    }
}

/// A scratchpad. Its memory stays from tile to tile.
#[derive(Default)]
pub struct Pad {
    /// Its base, by dimension; 0 where it has none.
    base: Vec<i64>,
    /// The number of the tile, the first being 1.
    tile: u64,
    slots: Vec<PadSlot>,
    /// The points in these slots, one after the other.
    points: Vec<i64>,
    /// How many slots have been filled in this tile.
    filled: u64,
}

#[derive(Clone, Copy)]
struct PadSlot {
    /// The last tile that filled it.
    tile: u64,
    value: Value,
}

/// A point that a scratchpad holds.
pub struct Held<'a> {
    pub point: &'a [i64],
    pub value: Value,
}

impl Pad {
    /// Begins a tile, for which it holds nothing.
    pub fn begin(&mut self, base: Vec<i64>) {
        (self.base, self.tile, self.filled) = (base, self.tile + 1, 0);
    }

    /// Ends a tile: how many slots have been filled.
    pub fn end(&mut self) -> u64 {
        let filled = self.filled;
        self.begin(Vec::new());
        filled
    }

    /// Where a point is kept; nothing if that is outside the scratchpad.
    pub fn slot(&self, held: &[Hold], bounds: &[DimSpan], point: &[i64]) -> Option<usize> {
        let mut slot = 0;
        for (d, (hold, i)) in held.iter().zip(point).enumerate() {
            let (at, extent) = match hold {
                Hold::Current => (0, 1),
                Hold::Whole => (i - bounds[d].0, bounds[d].1 - bounds[d].0 + 1),
                Hold::Part(n) => (i - self.base.get(d)?, *n),
                Hold::Circular(n) => (i.rem_euclid(*n), *n),
            };
            if !(0..extent).contains(&at) {
                return None;
            }
            slot = slot * extent + at;
        }
        usize::try_from(slot).ok()
    }

    /// Fills a slot.
    pub fn put(&mut self, slot: usize, point: &[i64], value: Value) {
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, PadSlot { tile: 0, value });
            self.points.resize((slot + 1) * point.len(), 0);
        }
        self.filled += u64::from(self.slots[slot].tile != self.tile);
        self.slots[slot] = PadSlot { tile: self.tile, value };
        self.points[slot * point.len()..][..point.len()].copy_from_slice(point);
    }

    /// What a slot holds.
    pub fn get(&self, slot: usize, dims: usize) -> Option<Held<'_>> {
        let PadSlot { tile, value } = *self.slots.get(slot)?;
        (tile == self.tile).then(|| Held { point: &self.points[slot * dims..][..dims], value })
    }
}

/// A stage's buffer with a note of what has been stored.
#[derive(Clone)]
pub struct StageMemory {
    pub array: Array,
    pub stored: Array,
    /// By slot of a circular buffer, the coordinate that it holds.
    newest: FxHashMap<Vec<i64>, i64>,
}

impl StageMemory {
    pub fn new(buffer: &Buffer, bounds: &[DimSpan]) -> StageMemory {
        let lo: Vec<i64> = bounds.iter().map(|b| b.0).collect();
        let extent: Vec<usize> = bounds.iter().map(|b| (b.1 - b.0 + 1).max(0) as usize).collect();
        let zeros =
            |ty| Array::zeros(ty, &lo, &extent).expect("a buffer small enough to interpret");
        let (array, stored) = (zeros(buffer.ty), zeros(ElemType::Bool));
        StageMemory { array, stored, newest: FxHashMap::default() }
    }

    /// The slot of a point in a circular buffer, and its coordinate there.
    fn slot(buffer: &Buffer, point: &[i64]) -> Option<(Vec<i64>, i64)> {
        let (dim, n) = buffer.circular?;
        let mut slot = point.to_vec();
        slot[dim] = slot[dim].rem_euclid(n);
        Some((slot, point[dim]))
    }

    /// Whether the slot of a point in a circular buffer holds another one.
    pub fn is_overwritten(&self, buffer: &Buffer, point: &[i64]) -> bool {
        StageMemory::slot(buffer, point).is_some_and(|(slot, coordinate)| {
            self.newest.get(&slot).is_some_and(|newest| *newest != coordinate)
        })
    }

    /// The value of a point, if it is stored still.
    pub fn holds(&self, buffer: &Buffer, point: &[i64]) -> Option<Value> {
        let is_stored = self.stored.get(point).is_some_and(|is| is.same(Value::Bool(true)));
        let is_there = is_stored && !self.is_overwritten(buffer, point);
        is_there.then(|| self.array.get(point))?
    }

    /// Stores a point.
    pub fn put(&mut self, buffer: &Buffer, point: &[i64], value: Value) {
        if let Some((slot, coordinate)) = StageMemory::slot(buffer, point) {
            self.newest.insert(slot, coordinate);
        }
        self.stored.set(point, Value::Bool(true));
        self.array.set(point, value);
    }
}
