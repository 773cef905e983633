//! The loop nest: how a pipeline is computed.
//!
//! A [`LoopNest`] is a list of nests over typed buffers. Buffers are addressed in the coordinates
//! of the stage (or input) they hold, so a load in a nest reads like the access in the source.
//!
//! Invariants (see [`verify`]):
//! - every variable is defined by an enclosing loop or an earlier `let` before it is used;
//! - bounds and `let`s mention only sizes and variables in scope;
//! - a buffer is stored to before it is loaded from, and inputs are never stored to;
//! - parallel loops only enclose, or directly nest in, other loops, or stand in serial loops that
//!   no parallel loop encloses; every store in one is indexed by its variable, so iterations do not
//!   race;
//! - a lanes loop runs over unit steps and holds exactly one compute, whose vectors go along the
//!   same variable wherever it runs;
//! - a collapsed loop holds one lanes loop, and each access of its compute is the same for all
//!   points of a row, or goes along it in memory;
//! - a compute that resolves the ends of rows runs in lanes, and loads from arrays of which whole
//!   rows are there and do not change meanwhile, wherever it may be beyond an end;
//! - values are carried along the loop directly around a compute, which is no parallel one, and are
//!   the same but for their points, no farther from each other than a vector is long;
//! - where strips run in runs, the loop over them is parallel;
//! - no two nests have one name;
//! - a scratchpad folds no dimension along the lanes or inside it, and no lanes loop goes along a
//!   folded one;
//! - the stores of a compute go to distinct places, and it loads from none of them, but for the
//!   compute of an update, which loads the very points that it stores to;
//! - iterations of a lanes loop depend on each other only where integers are
//!   [combined](crate::analysis::prefix) with what the one before stored.
//!
//! A nest in which a stage is loaded that is stored in it outside scratchpads is *ordered*: its
//! loops are in an order that [`causal`](crate::analysis::causal) or an update asks for, and passes
//! leave them as they are, but for the tiles of several steps in time and for updates (see
//! [`may_rewrite`]).
//! Updates and scans in tiles make no nest ordered: passes see what they load and store, as of
//! other computes.

pub mod build;
pub mod collapse;
pub mod dependence;
pub mod interpret;
pub mod lanes;
pub mod number;
pub mod optimise;
mod order;
mod parse;
mod prefixes;
mod print;
pub mod rename;
pub mod rewrite;
pub mod storage;
#[cfg(test)]
mod tests;
pub mod trips;
pub mod vars;
pub mod verify;
pub mod walk;

use crate::analysis::carried::CarriedValue;
use crate::analysis::vectors::entries;
pub use crate::schedule::shape::Hold;
pub use lanes::Lanes;
pub use order::{is_ordered, keeps_loops, may_rewrite};
pub use parse::parse;
use vars::Vars;

use crate::ir::{
    Affine, Block, Domain, ElemType, ExprId, Index, InputId, Node, Source, StageId, Test, VarId,
};

/// A pipeline as loops.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopNest {
    /// Name of the pipeline.
    pub name: String,
    /// Names of the sizes, by id. Behind those of the pipeline are, for each dimension along which
    /// it is distributed, the first and the last coordinate that a nest computes on a rank.
    pub sizes: Vec<String>,
    /// What each size of the pipeline is at least, by id: 1, or more by the constraints. Of the
    /// ends of ranks, which are behind them, nothing is known.
    pub least: Vec<i64>,
    /// Names of the scalars, by id.
    pub scalars: Vec<String>,
    /// What holds the inputs, by [`InputId`].
    pub inputs: Vec<Buffer>,
    /// What holds the stages, by [`StageId`]; `None` where nothing is stored. Behind them, the
    /// scratchpads of steps in time.
    pub stages: Vec<Option<Buffer>>,
    /// What runs, in order.
    pub nests: Vec<Nest>,
}

/// Storage of one input or stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Name of the input or stage.
    pub name: String,
    /// Element type.
    pub ty: ElemType,
    /// Where the values live.
    pub role: Role,
    /// The stored points.
    pub domain: Domain,
    /// The dimensions in the order in which they lie in memory, the innermost last. Of an input or
    /// an output it is the caller's, so theirs are in order.
    pub layout: Vec<usize>,
    /// What loads outside the domain mean in a compute with border-resolved loads.
    pub border: Option<crate::ir::BorderMode>,
    /// The dimension of a full buffer of which only the newest so many coordinates are kept, a
    /// power of two: coordinate `i` lives where `i - n` did.
    pub circular: Option<(usize, i64)>,
    /// What else a scratchpad holds than a stage of its own.
    pub part_of: Option<PartOf>,
}

/// What a scratchpad holds of something that is stored elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// One step in time of a stage.
    Step(StageId),
    /// What a tile needs of a stage that it also stores.
    Kept(StageId),
    /// What a task needs of an input or stage, in another layout: a staging buffer.
    Staged(Source),
}

/// The dimensions of a buffer whose memory is in their order.
pub fn in_order(rank: usize) -> Vec<usize> {
    (0..rank).collect()
}

/// The dimensions of an array with one of them innermost in memory, the others in their order.
pub fn innermost_last(rank: usize, innermost: usize) -> Vec<usize> {
    let others = (0..rank).filter(|d| *d != innermost);
    others.chain([innermost]).collect()
}

impl Buffer {
    /// The dimension along which neighbours are adjacent in memory, or may be in a caller's.
    pub fn innermost(&self) -> usize {
        *self.layout.last().expect("an array has dimensions")
    }

    /// How many elements lie together in the order of the innermost dimension, if those of the one
    /// before it follow each other in memory, or do so in a dense array of the caller.
    pub fn pixel(&self) -> Option<i64> {
        let rank = self.domain.0.len();
        let unfolded = |dim| matches!(self.hold(dim), Hold::Whole | Hold::Part(_));
        let adjacent = rank >= 2 && self.layout.ends_with(&[rank - 2, rank - 1]);
        let whole = adjacent && self.hold(rank - 1) == Hold::Whole && unfolded(rank - 2);
        if whole { self.domain.0[rank - 1].fixed_extent() } else { None }
    }

    /// The stage whose points it holds, if that is not its own.
    pub fn part_of_stage(&self) -> Option<StageId> {
        match self.part_of {
            Some(PartOf::Step(stage) | PartOf::Kept(stage)) => Some(stage),
            Some(PartOf::Staged(Source::Stage(stage))) => Some(stage),
            Some(PartOf::Staged(Source::Input(_))) | None => None,
        }
    }

    /// What a dimension holds.
    pub fn hold(&self, dim: usize) -> Hold {
        match (&self.role, self.circular) {
            (Role::Scratch(held), _) => held[dim],
            (_, Some((circular, n))) if circular == dim => Hold::Circular(n),
            _ => Hold::Whole,
        }
    }

    /// The elements along the innermost dimension, if what is stored there is a
    /// [table](crate::analysis::vectors::entries).
    pub fn table(&self) -> Option<i64> {
        let dim = self.innermost();
        let rows_stay = match self.role {
            Role::Input(_) | Role::Output(_) | Role::Full => self.hold(dim) == Hold::Whole,
            Role::Scratch(_) => false,
        };
        entries(self.ty, &self.domain.0[dim]).filter(|_| rows_stay)
    }

    /// The bytes of a scratchpad at these sizes, padding aside; nothing for another buffer.
    pub fn scratch_bytes(&self, sizes: &[i64]) -> Option<i64> {
        let Role::Scratch(held) = &self.role else { return None };
        let slots = held.iter().zip(&self.domain.0).map(|(hold, interval)| match hold {
            Hold::Current => 1,
            Hold::Whole => {
                let (lo, hi) = interval.eval(sizes, &[]);
                hi.saturating_sub(lo).saturating_add(1).max(0)
            }
            Hold::Part(n) | Hold::Circular(n) => *n,
        });
        Some(slots.fold(self.ty.bytes() as i64, i64::saturating_mul))
    }

    /// The coordinates for which there is memory: those of the domain, or those of the circular
    /// buffer.
    pub fn stored(&self) -> Domain {
        let mut domain = self.domain.clone();
        if let Some((dim, n)) = self.circular {
            domain.0[dim] = crate::ir::Interval::new(0.into(), (n - 1).into());
        }
        domain
    }
}

/// Where the values of a buffer live.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// The caller's array.
    Input(InputId),
    /// The caller's result of this position.
    Output(usize),
    /// A buffer of the whole domain, allocated for the call.
    Full,
    /// A scratchpad of each iteration of the parallel loops for itself: what it holds, by
    /// dimension.
    Scratch(Vec<Hold>),
}

/// A scratchpad in use.
#[derive(Clone, Debug, PartialEq)]
pub struct Pad {
    /// The stage it holds.
    pub stage: StageId,
    /// By dimension, the first coordinate held where that is a [`Hold::Part`].
    pub base: Vec<Option<Bound>>,
}

/// One or more stages computed together.
#[derive(Clone, Debug, PartialEq)]
pub struct Nest {
    /// A short name, unique in the loop nest.
    pub name: String,
    /// How many rows of loops around lanes loops may run together once loops are merged, where
    /// that is less work: at least 1.
    pub most_rows: i64,
    /// How consecutive strips run as one, if they do.
    pub runs: Option<StripRuns>,
    /// The variables.
    pub vars: Vars,
    /// The computations the loops refer to.
    pub computes: Vec<Compute>,
    /// The loops.
    pub body: Vec<Stmt>,
}

/// Consecutive strips that run as one, with one prologue: how many is for a call to say, by the
/// threads that it has. Any number from 1 on has the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripRuns {
    /// The variable of the loop over strips, which goes on by so many at a time.
    pub strip: VarId,
    /// The variable that says how many, which no statement defines.
    pub many: VarId,
    /// What a run computes again, in thousandths of what a strip computes.
    pub again: i64,
}

/// A computation within a [`Nest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComputeId(pub usize);

/// One or several points, computed together: pure expressions, and where their values are stored.
///
/// All loads happen before the first store.
#[derive(Clone, Debug, PartialEq)]
pub struct Compute {
    /// What is stored; not empty, and no point twice.
    pub stores: Vec<Store>,
    /// The expressions that the stores share; its result is the value of the first store.
    pub value: Block,
    /// Whether loads may leave their buffers.
    pub access: Access,
    /// The values that iterations of the loop directly around it hand on to the next.
    pub carried: Vec<CarriedValue>,
}

/// One point of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    /// The stage.
    pub stage: StageId,
    /// Where in it, one index a dimension; 0 where it depends on data.
    pub index: Vec<Affine>,
    /// The dimensions whose coordinate is a value of the compute, with that value.
    pub data: Vec<(usize, ExprId)>,
    /// Its value, an expression of the compute.
    pub value: ExprId,
}

/// Whether the affine loads of a compute may leave their buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Every affine load is inside its buffer; no border is looked at.
    Inside,
    /// In dimensions along which the lanes move, every affine load is inside its buffer; in others
    /// the buffer's border mode resolves it, for a whole row at once.
    RowsResolved,
    /// In dimensions along which the lanes move, the buffer's border mode resolves the ends of
    /// rows, which few vectors reach; in others every affine load is inside its buffer.
    EndsResolved,
    /// Both: whole rows where they are outside, and their ends.
    RowsAndEndsResolved,
    /// Loads outside are resolved by the buffer's border mode, each by itself.
    BorderResolved,
}

impl Access {
    /// That of the same loads outside lanes loops, where there are no rows.
    pub fn of_points(self) -> Access {
        match self {
            Access::Inside => Access::Inside,
            Access::RowsResolved | Access::EndsResolved => Access::BorderResolved,
            Access::RowsAndEndsResolved | Access::BorderResolved => Access::BorderResolved,
        }
    }

    /// Whether vectors look at the ends of the rows that they load from.
    pub fn resolves_ends(self) -> bool {
        match self {
            Access::EndsResolved | Access::RowsAndEndsResolved => true,
            Access::Inside | Access::RowsResolved | Access::BorderResolved => false,
        }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// Names an index value.
    Let {
        /// The variable.
        var: VarId,
        /// Its value.
        value: Bound,
    },
    /// Runs the body if all tests hold.
    When {
        /// Over sizes and variables in scope.
        tests: Vec<Test>,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Runs the body for `var` in `lo..=hi`, in order unless parallel.
    For {
        /// The loop variable.
        var: VarId,
        /// First value.
        lo: Bound,
        /// Last value.
        hi: Bound,
        /// How it runs.
        kind: LoopKind,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Provides scratchpads for the body.
    Scratch {
        /// The scratchpads, each of a stage with that role.
        pads: Vec<Pad>,
        /// What runs.
        body: Vec<Stmt>,
    },
    /// Copies a part of one buffer to another.
    Copy(Copy),
    /// Computes one point.
    Compute(ComputeId),
}

/// A part of a buffer that is copied to another one with the same coordinates, to or from a
/// scratchpad: what fills and empties a staging buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// What is read.
    pub from: Source,
    /// What is written.
    pub to: StageId,
    /// By dimension, the first and the last coordinate; there may be none.
    pub part: Vec<Span>,
}

/// Coordinates from one to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The first.
    pub lo: Bound,
    /// The last.
    pub hi: Bound,
}

/// How a loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopKind {
    /// Iterations in any order, at the same time.
    Parallel,
    /// One after another.
    Serial,
    /// Several iterations at once in the lanes of vectors: how many, once that is chosen.
    Lanes(Option<Lanes>),
    /// As one loop with the lanes loop that it holds, where the caller's arrays are dense; one
    /// after another elsewhere. See [`collapse`].
    Collapsed,
}

/// A bound: the largest or smallest of some expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Bound {
    /// The largest; not empty.
    Max(Vec<Affine>),
    /// The smallest; not empty.
    Min(Vec<Affine>),
}

impl Compute {
    /// The computation of one point.
    pub fn one(stage: StageId, index: Vec<Affine>, value: Block, access: Access) -> Compute {
        let store = Store { stage, index, data: Vec::new(), value: value.result };
        Compute { stores: vec![store], value, access, carried: Vec::new() }
    }

    /// Whether a load is that of a point which the compute changes, as an update does: the store's
    /// value combines what is loaded with something else.
    pub fn is_in_place(&self, source: Source, index: &[Index]) -> bool {
        let at = |s: &&Store| Source::Stage(s.stage) == source && s.is_at(index);
        self.stores.iter().filter(at).any(|store| self.changes(store) > 0)
    }

    /// How many times one of its stores changes a point that is there already, one after the other:
    /// 0 if it gives the point its value.
    pub fn changes(&self, store: &Store) -> usize {
        let node = |id: &ExprId| self.value.exprs.get(id.0).map(|e| &e.node);
        let first = |id: &ExprId| match node(id) {
            Some(Node::Binary(_, first, _)) => Some(*first),
            _ => None,
        };
        let own = |id: ExprId| match node(&id) {
            Some(Node::Read { source, index }) => {
                *source == Source::Stage(store.stage) && store.is_at(index)
            }
            _ => false,
        };
        let mut combined = std::iter::successors(first(&store.value), first);
        combined.position(own).map_or(0, |before| before + 1)
    }

    /// Whether it reads what it stores, so that its points depend on each other.
    pub fn reads_what_it_stores(&self) -> bool {
        let mut found = false;
        self.value.for_each_read(&mut |_, _, source, _| {
            found |= self.stores.iter().any(|store| source == Source::Stage(store.stage));
        });
        found
    }

    /// Whether it changes points that are there already.
    pub fn updates(&self) -> bool {
        let mut found = false;
        self.value.for_each_read(&mut |_, _, source, index| {
            found |= self.is_in_place(source, index);
        });
        found
    }

    /// Whether it changes points and loads nothing else of the stages that it stores to. Its
    /// stores, which are to different points, may then come in any order with its loads.
    pub fn only_changes(&self) -> bool {
        let (mut changes, mut others) = (false, false);
        self.value.for_each_read(&mut |_, _, source, index| match self.stores_to(source) {
            true if self.is_in_place(source, index) => changes = true,
            true => others = true,
            false => {}
        });
        changes && !others
    }

    /// Whether it stores to a stage.
    pub fn stores_to(&self, source: Source) -> bool {
        self.stores.iter().any(|s| Source::Stage(s.stage) == source)
    }
}

impl Store {
    /// Whether an index is that of the store.
    pub fn is_at(&self, index: &[Index]) -> bool {
        index.len() == self.index.len()
            && index.iter().enumerate().all(|(d, index)| {
                let data = self.data.iter().find(|data| data.0 == d).map(|data| data.1);
                match (index, data) {
                    (Index::Value(id), Some(data)) => *id == data,
                    (Index::Affine(a), None) => *a == self.index[d],
                    _ => false,
                }
            })
    }

    /// The index with its data.
    pub fn at(&self) -> Vec<Index> {
        let mut index: Vec<Index> = self.index.iter().cloned().map(Index::Affine).collect();
        for (d, id) in &self.data {
            index[*d] = Index::Value(*id);
        }
        index
    }
}

impl Bound {
    /// The expressions.
    pub fn list(&self) -> &[Affine] {
        match self {
            Bound::Max(list) | Bound::Min(list) => list,
        }
    }

    /// The value under an assignment.
    pub fn eval(&self, sizes: &[i64], vars: &[i64]) -> i64 {
        let values = self.list().iter().map(|a| a.eval(sizes, vars));
        match self {
            Bound::Max(_) => values.max(),
            Bound::Min(_) => values.min(),
        }
        .expect("a bound has at least one expression")
    }
}

impl Nest {
    /// The values of its variables before it begins, with so many strips in a run.
    pub fn first_values(&self, strips: i64) -> Vec<i64> {
        let mut vars = vec![0; self.vars.len()];
        self.runs.iter().for_each(|runs| vars[runs.many.0] = strips);
        vars
    }

    /// The stages that are stored to, by computes and copies.
    pub fn stored(&self) -> Vec<StageId> {
        let by_computes = self.computes.iter().flat_map(|c| &c.stores).map(|s| s.stage);
        by_computes.chain(self.copies().into_iter().map(|c| c.to)).collect()
    }

    /// The sources that are loaded from, by computes and copies; some several times.
    pub fn loaded(&self) -> Vec<Source> {
        let mut loaded = Vec::new();
        for compute in &self.computes {
            compute.value.for_each_read(&mut |_, _, source, _| loaded.push(source));
        }
        loaded.extend(self.copies().into_iter().map(|c| c.from));
        loaded
    }

    /// The copies in it.
    pub fn copies(&self) -> Vec<&Copy> {
        fn collect<'a>(stmts: &'a [Stmt], copies: &mut Vec<&'a Copy>) {
            for stmt in stmts {
                match stmt {
                    Stmt::Copy(copy) => copies.push(copy),
                    Stmt::For { body, .. }
                    | Stmt::When { body, .. }
                    | Stmt::Scratch { body, .. } => collect(body, copies),
                    Stmt::Let { .. } | Stmt::Compute(_) => {}
                }
            }
        }
        let mut copies = Vec::new();
        collect(&self.body, &mut copies);
        copies
    }
}

/// A coordinate that no stage reaches, and small enough for exact arithmetic: where a rank is the
/// only one, it computes all from its negative to it.
pub const BEYOND: i64 = 1 << 40;

impl LoopNest {
    /// These sizes of the pipeline with those of the only rank, which computes everything.
    pub fn sizes_of_one_rank(&self, sizes: &[i64]) -> Vec<i64> {
        let ends = [-BEYOND, BEYOND].into_iter().cycle();
        let more = self.sizes.len().saturating_sub(sizes.len());
        sizes.iter().copied().chain(ends.take(more)).collect()
    }

    /// What holds a source.
    ///
    /// # Panics
    /// If it is a stage that is not stored.
    pub fn buffer(&self, source: Source) -> &Buffer {
        match source {
            Source::Input(i) => &self.inputs[i.0],
            Source::Stage(s) => self.stages[s.0].as_ref().expect("the stage is stored"),
        }
    }
}
