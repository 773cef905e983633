//! Updates of a reduction: what of their domain may run in parallel, and what runs innermost.
//!
//! Updates have a sequential meaning, so that follows from the [forms](crate::analysis::forms) of
//! the target. If no index is data, the innermost loop runs in lanes. Else it runs point by point.
//! There, consecutive updates should be to different places, so as not to wait for each other:
//! where a remainder is the innermost, its few values are written out in one step of the loop, and
//! where the target follows a variable, a few of its values.
//!
//! Few planes that lie together in memory, as the channels of pixels do, are the innermost loop of
//! all but the lanes, if others run in parallel: each pixel is then loaded once.

use super::{GroupNest, Jam, Loop, Op, Recipe, reorder};
use crate::analysis::followed::{mentions, target};
use crate::analysis::forms::{FormKind, TargetForm, forms_of, has_data};
use crate::analysis::update_passes::update_passes;
use crate::ir::{Index, Source, Stage, StageId, Update, VarId};
use crate::schedule::align::{Axis, StageExtents};
use crate::schedule::shape::{Hold, Tiled};
use crate::schedule::speed::{
    JAMMED_UPDATES, MOST_CHANNELS, MOST_ROWS, MOST_UNROLLED, UPDATE_COLUMNS, UPDATE_ROWS,
};

/// What a tile has of a dimension of an update's target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// All coordinates.
    Whole,
    /// Some of them, side by side in memory.
    Part,
    /// At most so many, whose places may be anywhere.
    Folded(i64),
}

impl Room {
    /// What a tile has of a stage, by dimension.
    pub fn of(group: &Tiled, extents: &StageExtents) -> Vec<Room> {
        let held = group.holds(extents.stage);
        let room = |(dim, axis): (usize, &Axis)| {
            let whole = match axis {
                Axis::Sliding | Axis::Plane(_) => false,
                Axis::Block(dim) => group.shape.width(*dim).is_none(),
                Axis::Free => true,
            };
            match (whole, &held, axis) {
                (true, _, _) => Room::Whole,
                (false, Some(held), _) => match held[dim] {
                    Hold::Current => Room::Folded(1),
                    Hold::Circular(places) => Room::Folded(places),
                    Hold::Part(_) | Hold::Whole => Room::Part,
                },
                // Of a live-out. What it reads along the rows and planes may be folded.
                (false, None, Axis::Sliding | Axis::Plane(_)) => Room::Folded(i64::MAX),
                (false, None, Axis::Block(_) | Axis::Free) => Room::Part,
            }
        };
        extents.axes.iter().enumerate().map(room).collect()
    }
}

/// How the updates of a stage run, pass by pass. In a tile, which has `room` for them, nothing runs
/// in parallel.
pub fn updates(stage: &Stage, id: StageId, room: Option<&[Room]>) -> Vec<Recipe> {
    let passes = update_passes(stage).into_iter().enumerate();
    let recipe = |(pass, updates): (usize, &[Update])| {
        let ops = UpdatePass::new(id, updates, room).ops();
        Recipe { part: GroupNest::Update { stage: id, pass }, ops }
    };
    passes.map(recipe).collect()
}

/// A pass over updates.
struct UpdatePass<'a> {
    id: StageId,
    updates: &'a [Update],
    rank: usize,
    forms: Vec<TargetForm>,
    has_data: bool,
    room: Option<&'a [Room]>,
}

/// The loops of a pass.
#[derive(Default)]
struct PassLoops {
    ops: Vec<Op>,
    parallel: Vec<Loop>,
    serial: Vec<Loop>,
    innermost: Vec<Loop>,
    planes: Vec<Loop>,
}

impl<'a> UpdatePass<'a> {
    fn new(id: StageId, updates: &'a [Update], room: Option<&'a [Room]>) -> UpdatePass<'a> {
        let (first, has_data) = (&updates[0], updates.iter().any(has_data));
        let rank = first.domain.0.len();
        UpdatePass { id, updates, rank, forms: forms_of(first), has_data, room }
    }

    fn form_of(&self, var: usize) -> Option<&TargetForm> {
        self.forms.iter().find(|f| f.var == VarId(var))
    }

    fn room(&self, dim: usize) -> Room {
        self.room.map_or(Room::Whole, |room| room[dim])
    }

    fn ops(&self) -> Vec<Op> {
        let innermost = self.innermost();
        let mut loops = PassLoops::default();
        for var in (0..self.rank).filter(|var| innermost != Some(*var)) {
            self.around(&mut loops, var);
        }
        let mut jammed = self.jammed(innermost, &loops);
        if let Some(var) = innermost {
            self.inside(&mut loops, var);
        }
        let PassLoops { mut ops, parallel, serial, mut innermost, planes } = loops;
        let lanes = innermost.last().copied().filter(|_| !self.has_data);
        let of_planes =
            |plane: &Loop| Some(Jam { dim: plane.dim, by: self.few(plane.dim)?, skew: 0 });
        jammed.extend(planes.iter().filter(|_| self.has_data).filter_map(of_planes));
        let around_lanes = innermost.len() - usize::from(lanes.is_some());
        innermost.splice(around_lanes..around_lanes, planes);
        // What comes one after the other to the same points is stored once.
        let in_turn = serial.iter().chain(&innermost).count() > 1 && self.room.is_none();
        let rows = lanes.filter(|_| in_turn).map(|_| Op::JamRows { most: MOST_ROWS });
        let nesting = parallel.iter().copied().chain(serial).chain(innermost);
        ops.extend(reorder(nesting.collect()));
        if self.room.is_none() {
            ops.extend(parallel.into_iter().map(Op::Parallel));
        }
        ops.extend(lanes.map(Op::Lanes));
        ops.extend(rows);
        ops.extend(jammed.into_iter().map(Op::UnrollJam));
        ops
    }

    /// The variable of the innermost loop, which is not among the others: that of the lanes, or the
    /// last one if it scatters and it is no parallel one.
    fn innermost(&self) -> Option<usize> {
        let last = self.rank - 1;
        if self.has_data {
            return match self.form_of(last).map(|f| &f.kind) {
                None => Some(last),
                Some(FormKind::Remainder { modulus, .. }) if *modulus <= MOST_UNROLLED => {
                    Some(last)
                }
                Some(_) => None,
            };
        }
        let target = target(&self.updates[0]);
        let fits = |form: &&TargetForm| {
            let mut elsewhere = target.iter().enumerate().filter(|(d, _)| *d != form.dim);
            // Lanes go along a dimension by address.
            let folded = matches!(self.room(form.dim), Room::Folded(_));
            let in_turn = match form.kind {
                FormKind::Plain => true,
                FormKind::Quotient { .. } | FormKind::BlockCyclic { .. } => false,
                // Its quotients come one after the other, inside all other loops.
                FormKind::Remainder { .. } => {
                    (form.var.0 + 1..self.rank).all(|var| self.is_plain(var))
                }
            };
            let in_line = !folded && !self.is_of_planes(form.var.0);
            !elsewhere.any(|(_, index)| mentions(index, form.var)) && in_line && in_turn
        };
        // Neighbours along the target's last dimension are neighbours in memory.
        self.forms.iter().filter(fits).max_by_key(|f| f.dim).map(|f| f.var.0)
    }

    /// Whether a variable is one of the last, which tell few planes apart, where parts or rows of
    /// what is updated run in parallel, or vectors go along the pixels whose planes these are.
    fn is_of_planes(&self, var: usize) -> bool {
        let few = |var: usize| self.is_plain(var) && self.few(var).is_some();
        let in_parts = |f: &TargetForm| matches!(f.kind, FormKind::BlockCyclic { .. });
        let in_copies =
            |f: &TargetForm| matches!(f.kind, FormKind::Remainder { .. }) && f.var.0 < var;
        let is_row = |f: &TargetForm| f.kind == FormKind::Plain && f.var.0 < var;
        let in_rows = || self.forms.iter().any(in_copies) && self.forms.iter().any(is_row);
        let parallel =
            || self.forms.iter().any(in_parts) || in_rows() || self.plane_of_pixels() == Some(var);
        (var..self.rank).all(few) && self.room.is_none() && parallel()
    }

    /// The variable of the planes of pixels, if such are what is changed and read, column by
    /// column, and others come one after the other.
    fn plane_of_pixels(&self) -> Option<usize> {
        let (plane, rank) = (self.rank - 1, target(&self.updates[0]).len());
        let column = self.forms.iter().find(|f| f.dim + 2 == rank && f.kind == FormKind::Plain)?;
        let in_place = self.form_of(plane).is_some_and(|f| f.dim + 1 == rank);
        let mut along = !self.has_data && in_place && self.forms.len() < self.rank;
        self.updates[0].value.for_each_read(&mut |_, _, source, index| {
            let is =
                |i: &Index, var: usize| matches!(i, Index::Affine(a) if a.vars() == [VarId(var)]);
            along &= source == Source::Stage(self.id)
                || matches!(index, [.., x, c] if is(x, column.var.0) && is(c, plane));
        });
        along.then_some(plane)
    }

    /// How many values a variable has, if these are few.
    fn few(&self, var: usize) -> Option<i64> {
        let values = self.updates[0].domain.0[var].fixed_extent();
        values.filter(|n| (1..=MOST_CHANNELS).contains(n))
    }

    /// Whether different values of a variable change different points.
    fn is_plain(&self, var: usize) -> bool {
        self.form_of(var).is_some_and(|f| f.kind == FormKind::Plain)
    }

    /// The loops of a variable that is not the innermost.
    fn around(&self, loops: &mut PassLoops, dim: usize) {
        match self.form_of(dim).map(|f| &f.kind) {
            None => loops.serial.push(Loop::whole(dim)),
            Some(FormKind::Plain) if self.is_of_planes(dim) => loops.planes.push(Loop::whole(dim)),
            Some(FormKind::Plain) => loops.parallel.push(Loop::whole(dim)),
            Some(FormKind::Quotient { divisor, .. }) => {
                loops.ops.push(Op::Split { dim, by: *divisor });
                loops.parallel.push(Loop::blocks(dim));
                loops.serial.push(Loop::inside(dim));
            }
            Some(FormKind::Remainder { modulus, .. }) => {
                loops.ops.push(Op::Cyclic { dim, run: 1, by: *modulus });
                loops.parallel.push(Loop::blocks(dim));
                loops.serial.push(Loop::inside(dim));
            }
            Some(FormKind::BlockCyclic { run, modulus, .. }) => {
                loops.ops.push(Op::Cyclic { dim, run: *run, by: *modulus });
                loops.parallel.push(Loop::blocks(dim));
                loops.serial.push(Loop::inside(dim));
            }
        }
    }

    /// The loops of the innermost variable, cut into blocks that run in parallel if nothing else
    /// does.
    fn inside(&self, loops: &mut PassLoops, dim: usize) {
        match self.form_of(dim).map(|f| &f.kind) {
            Some(FormKind::Plain) if loops.parallel.is_empty() && self.room.is_none() => {
                let by = if self.loads_along(dim) { UPDATE_COLUMNS } else { UPDATE_ROWS };
                loops.ops.push(Op::Split { dim, by });
                loops.parallel.push(Loop::blocks(dim));
                loops.innermost.push(Loop::inside(dim));
            }
            Some(FormKind::Remainder { modulus, .. }) if self.has_data => {
                let jam = Jam { dim, by: *modulus, skew: 0 };
                loops.ops.push(Op::UnrollJam(jam));
                loops.innermost.push(Loop::whole(dim));
            }
            Some(FormKind::Remainder { modulus, .. }) => {
                loops.ops.push(Op::Cyclic { dim, run: 1, by: *modulus });
                loops.innermost.extend([Loop::inside(dim), Loop::blocks(dim)]);
            }
            None
            | Some(FormKind::Plain | FormKind::Quotient { .. } | FormKind::BlockCyclic { .. }) => {
                loops.innermost.push(Loop::whole(dim));
            }
        }
    }

    /// Whether what is read of other sources lies along a variable.
    fn loads_along(&self, var: usize) -> bool {
        let mut along = false;
        self.updates[0].value.for_each_read(&mut |_, _, source, index| {
            // Planes of pixels lie along their columns.
            let is_plane = |var: &VarId| self.plane_of_pixels() == Some(var.0);
            let moves =
                |i: &&Index| !matches!(i, Index::Affine(a) if a.vars().iter().all(is_plane));
            if source != Source::Stage(self.id)
                && let Some(Index::Affine(a)) = index.iter().rfind(moves)
            {
                along |= a.mentions_var(VarId(var));
            }
        });
        along
    }

    /// Neighbours along a parallel variable whose updates are interleaved: where the index depends
    /// on data, consecutive updates are often to the same place and wait for each other, and those
    /// of a neighbour are elsewhere. What a block of them leaves over runs in smaller ones.
    fn jammed(&self, innermost: Option<usize>, loops: &PassLoops) -> Vec<Jam> {
        let serial = match innermost {
            Some(var) => self.form_of(var).is_none(),
            None => !loops.serial.is_empty(),
        };
        let plain = |of: &&Loop| self.has_data && serial && self.is_plain(of.dim);
        let Some(&Loop { dim, .. }) = loops.parallel.last().filter(plain) else {
            return Vec::new();
        };
        let halves = std::iter::successors(Some(JAMMED_UPDATES), |by| Some(by / 2));
        let together = halves.take_while(|by| *by > 1).filter(|by| *by <= self.places(dim));
        together.map(|by| Jam { dim, by, skew: 0 }).collect()
    }

    /// How many neighbouring values of a parallel variable have places of their own.
    fn places(&self, var: usize) -> i64 {
        self.form_of(var).map_or(i64::MAX, |form| match self.room(form.dim) {
            Room::Folded(places) => places,
            Room::Whole | Room::Part => i64::MAX,
        })
    }
}
