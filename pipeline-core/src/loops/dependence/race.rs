//! Whether iterations of a loop may run in any order: whether no two of them access one place, one
//! storing to it.

use super::NestSetting;
use super::reach::{Inner, Reach, narrow};
use crate::ir::affine::Names;
use crate::ir::{Affine, Block, BorderMode, ExprId, Index, Node, Source, StageId, VarId};
use crate::loops::walk::for_each_stmt;
use crate::loops::{Access, Bound, Buffer, Compute, Copy, Hold, Span, Stmt};

/// A loop, and what is around it.
#[derive(Clone, Copy)]
pub struct LoopAt<'a> {
    /// What its nest is in.
    pub setting: NestSetting<'a>,
    /// The computes of its nest.
    pub computes: &'a [Compute],
    /// The variables defined around it and its own, outer ones first.
    pub around: &'a [Inner],
    /// Its variable.
    pub var: VarId,
    /// Whether vectors take its iterations, which combine what is of the iteration before by
    /// [themselves](crate::analysis::prefix).
    pub in_lanes: bool,
}

/// Two accesses, one of them a store, that may be to the same place in different iterations of a
/// loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The loop's variable.
    pub var: VarId,
    /// The store.
    pub store: Touch,
    /// The other access.
    pub other: Touch,
}

/// Whether an access stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It loads.
    Load,
    /// It stores.
    Store,
}

/// An access to a buffer, by dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// What is accessed.
    pub stage: StageId,
    /// What it does.
    pub effect: Effect,
    /// Where.
    pub at: Vec<Reach>,
}

/// Two accesses of some iterations of a loop that may race. Scratchpads that its body provides are
/// those of one iteration.
pub fn race(of: LoopAt<'_>, body: &[Stmt]) -> Option<Race> {
    let (inside, found) = (Vec::new(), Vec::new());
    let mut touches = Touches { of, shared: shared(of, body), inside, found };
    touches.list(body);
    let found = touches.found;
    let stores = found.iter().enumerate().filter(|(_, touch)| touch.effect == Effect::Store);
    for (i, store) in stores {
        let buffer = of.setting.stages[store.stage.0].as_ref()?;
        let apart = |a: &Touch, b: &Touch| {
            let mut dims = a.at.iter().zip(&b.at).enumerate();
            dims.any(|(d, (a, b))| misses_later(buffer.hold(d), (a, b), of))
        };
        // Of two stores, one is the first here.
        let others = found.iter().enumerate().filter(|(j, touch)| {
            touch.stage == store.stage && (touch.effect == Effect::Load || *j >= i)
        });
        for (_, other) in others {
            let either = |a: &Touch, b: &Touch| {
                apart(a, b) || apart(&a.with_named(of.around), &b.with_named(of.around))
            };
            if !either(store, other) || !either(other, store) {
                let (store, other) = (store.clone(), other.clone());
                return Some(Race { var: of.var, store, other });
            }
        }
    }
    None
}

/// What each statement accesses of what all of them store to and share with others.
pub fn touches(of: LoopAt<'_>, body: &[Stmt]) -> Vec<Vec<Touch>> {
    let (inside, found) = (Vec::new(), Vec::new());
    let mut touches = Touches { of, shared: shared(of, body), inside, found };
    let one = |stmt: &Stmt| {
        touches.list(std::slice::from_ref(stmt));
        if let Stmt::Let { .. } = stmt {
            touches.inside.extend(Inner::of(stmt));
        }
        std::mem::take(&mut touches.found)
    };
    body.iter().map(one).collect()
}

/// The stages that statements store to and whose buffers are not theirs alone.
fn shared(of: LoopAt<'_>, body: &[Stmt]) -> Vec<StageId> {
    let (mut stored, mut own) = (Vec::new(), Vec::new());
    for_each_stmt(body, &mut |stmt| match stmt {
        Stmt::Compute(id) => stored.extend(of.computes[id.0].stores.iter().map(|s| s.stage)),
        Stmt::Copy(copy) => stored.push(copy.to),
        Stmt::Scratch { pads, .. } => own.extend(pads.iter().map(|pad| pad.stage)),
        Stmt::Let { .. } | Stmt::When { .. } | Stmt::For { .. } => {}
    });
    stored.retain(|stage| !own.contains(stage));
    stored
}

/// Whether a coordinate of which this is held is in no later iteration where another one is.
fn misses_later(hold: Hold, (a, b): (&Reach, &Reach), of: LoopAt<'_>) -> bool {
    let LoopAt { var, setting, .. } = of;
    match hold {
        Hold::Whole | Hold::Part(_) => a.misses_later(b, var, setting.least),
        Hold::Current => false,
        // Where a coordinate lives, so does the one a whole buffer further.
        Hold::Circular(places) => match (a.exact(), b.exact()) {
            (Some(a), Some(b)) if !a.mentions_var(var) && !b.mentions_var(var) => {
                a.sub(b).as_constant().is_some_and(|distance| distance % places != 0)
            }
            _ => false,
        },
    }
}

/// The accesses of a loop's body to what it stores to.
struct Touches<'a> {
    of: LoopAt<'a>,
    shared: Vec<StageId>,
    /// The variables inside the loop, outer ones first.
    inside: Vec<Inner>,
    found: Vec<Touch>,
}

impl Touches<'_> {
    fn list(&mut self, stmts: &[Stmt]) {
        let outer = self.inside.len();
        for stmt in stmts {
            let here = self.inside.len();
            self.inside.extend(Inner::of(stmt));
            match stmt {
                Stmt::Let { .. } => {}
                Stmt::For { body, .. } => {
                    self.list(body);
                    self.inside.truncate(here);
                }
                Stmt::When { tests, body } => {
                    let outside = self.inside.clone();
                    tests.iter().for_each(|test| narrow(&mut self.inside, test));
                    self.list(body);
                    self.inside = outside;
                }
                Stmt::Scratch { body, .. } => self.list(body),
                Stmt::Copy(copy) => self.copy(copy),
                Stmt::Compute(id) => self.compute(&self.of.computes[id.0]),
            }
        }
        self.inside.truncate(outer);
    }

    fn add(&mut self, stage: StageId, effect: Effect, at: Vec<Reach>) {
        let touch = Touch { stage, effect, at };
        if !self.found.contains(&touch) {
            self.found.push(touch);
        }
    }

    fn copy(&mut self, copy: &Copy) {
        let span = |span: &Span| match (&span.lo, &span.hi) {
            (Bound::Max(lo), Bound::Min(hi)) => Reach::between(lo, hi, &self.inside),
            _ => Reach::anywhere(),
        };
        let at: Vec<Reach> = copy.part.iter().map(span).collect();
        if let Source::Stage(from) = copy.from
            && self.shared.contains(&from)
        {
            self.add(from, Effect::Load, at.clone());
        }
        if self.shared.contains(&copy.to) {
            self.add(copy.to, Effect::Store, at);
        }
    }

    fn compute(&mut self, compute: &Compute) {
        let at = |index: &Index| match index {
            Index::Affine(a) => Reach::of(a, &self.inside),
            Index::Value(_) => Reach::anywhere(),
        };
        let stores = compute.stores.iter().filter(|s| self.shared.contains(&s.stage));
        let stores = stores.map(|s| (s.stage, s.at().iter().map(at).collect()));
        for (stage, at) in stores.collect::<Vec<_>>() {
            self.add(stage, Effect::Store, at);
        }
        let prefixes = if self.of.in_lanes { compute.prefixes(self.of.var) } else { Vec::new() };
        let before: Vec<ExprId> = prefixes.iter().map(|prefix| prefix.before).collect();
        self.loads(&compute.value, compute, &before);
    }

    /// The loads of a block, but for those that are `left` out.
    fn loads(&mut self, block: &Block, of: &Compute, left: &[ExprId]) {
        for (i, expr) in block.exprs.iter().enumerate() {
            match &expr.node {
                Node::Read { .. } if left.contains(&ExprId(i)) => {}
                Node::Read { source: Source::Stage(stage), index } => {
                    if self.shared.contains(stage) {
                        let at = self.loaded(*stage, index, of);
                        self.add(*stage, Effect::Load, at);
                    }
                }
                Node::Reduce { vars, body, .. } => {
                    let outer = self.inside.len();
                    self.inside.extend(vars.iter().map(Inner::window));
                    self.loads(body, of, &[]);
                    self.inside.truncate(outer);
                }
                Node::Read { source: Source::Input(_), .. }
                | Node::Const(_)
                | Node::Scalar(_)
                | Node::Index(_)
                | Node::Test(_)
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => {}
            }
        }
    }

    fn loaded(&self, stage: StageId, index: &[Index], of: &Compute) -> Vec<Reach> {
        let Some(buffer) = &self.of.setting.stages[stage.0] else {
            return vec![Reach::anywhere(); index.len()];
        };
        // What is stored is inside.
        let is_stored = |d: usize, a: &Affine| {
            let mut stores = of.stores.iter().filter(|s| s.stage == stage);
            stores.any(|s| s.index[d] == *a && s.data.iter().all(|data| data.0 != d))
        };
        let at = |(d, index): (usize, &Index)| match index {
            Index::Affine(a) => {
                let reach = Reach::of(a, &self.inside);
                let stays = match (of.access, buffer.border) {
                    // Outside, nothing is loaded.
                    (Access::Inside, _) | (_, Some(BorderMode::Constant(_)) | None) => true,
                    (
                        Access::RowsResolved
                        | Access::EndsResolved
                        | Access::RowsAndEndsResolved
                        | Access::BorderResolved,
                        Some(_),
                    ) => {
                        let all = || Reach::between(&reach.lo, &reach.hi, self.of.around);
                        is_stored(d, a)
                            || all().is_within(&buffer.domain.0[d], self.of.setting.least)
                    }
                };
                if stays { reach } else { Reach::anywhere() }
            }
            Index::Value(_) => Reach::anywhere(),
        };
        index.iter().enumerate().map(at).collect()
    }
}

impl Touch {
    /// With what is named around the loop.
    fn with_named(&self, around: &[Inner]) -> Touch {
        Touch { at: self.at.iter().map(|r| r.with_named(around)).collect(), ..self.clone() }
    }

    /// With a variable replaced.
    pub fn with(&self, var: VarId, value: &Affine) -> Touch {
        Touch {
            stage: self.stage,
            effect: self.effect,
            at: self.at.iter().map(|r| r.with(var, value)).collect(),
        }
    }

    /// Whether it is to another place than another one, for sizes that are
    /// [at least](crate::loops::LoopNest::least) so large; variables have the same value in both.
    pub fn is_apart(&self, other: &Touch, buffer: &Buffer, least: &[i64]) -> bool {
        let mut dims = self.at.iter().zip(&other.at).enumerate();
        dims.any(|(d, (a, b))| match buffer.hold(d) {
            Hold::Whole | Hold::Part(_) => a.is_apart(b, least),
            Hold::Current => false,
            // Where a coordinate lives, so does the one a whole buffer further.
            Hold::Circular(places) => match (a.exact(), b.exact()) {
                (Some(a), Some(b)) => a.sub(b).as_constant().is_some_and(|k| k % places != 0),
                _ => false,
            },
        })
    }
}

impl Race {
    /// The accesses in words, with these names and those of the buffers.
    pub fn text(&self, names: &Names<'_>, stages: &[Option<Buffer>]) -> String {
        let end = |list: &[Affine]| {
            list.first().map_or("_".to_string(), |a| a.display(names).to_string())
        };
        let coordinate = |reach: &Reach| match reach.exact() {
            Some(a) => a.display(names).to_string(),
            None => format!("{}..={}", end(&reach.lo), end(&reach.hi)),
        };
        let access = |touch: &Touch| {
            let name = stages[touch.stage.0].as_ref().map_or("", |b| &b.name);
            let at: Vec<String> = touch.at.iter().map(coordinate).collect();
            let effect = match touch.effect {
                Effect::Load => "load",
                Effect::Store => "store",
            };
            format!("the {effect} {name}({})", at.join(", "))
        };
        let var = &names.vars[self.var.0];
        let (store, other) = (access(&self.store), access(&self.other));
        format!("iterations of `{var}` may meet in {store} and {other}")
    }
}
