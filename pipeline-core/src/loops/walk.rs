//! Walking loop nests: what statements define, load and store, and rewriting their indices.

use crate::ir::nodes::map_affine;
pub use crate::ir::nodes::{as_affine, index_as_affine};
use crate::ir::{Affine, Atom, Block, Index, Node, Source, VarId};
use crate::loops::{Access, Bound, Compute, ComputeId, Stmt, Store};

/// The bound with each expression changed by `f`.
pub fn map_bound(bound: &Bound, f: &impl Fn(&Affine) -> Affine) -> Bound {
    let list = bound.list().iter().map(f).collect();
    match bound {
        Bound::Max(_) => Bound::Max(list),
        Bound::Min(_) => Bound::Min(list),
    }
}

/// The compute with each index expression changed by `f`.
pub fn map_compute(compute: &Compute, f: &impl Fn(&Affine) -> Affine) -> Compute {
    let store = |s: &Store| Store { index: s.index.iter().map(f).collect(), ..s.clone() };
    Compute {
        stores: compute.stores.iter().map(store).collect(),
        value: map_affine(&compute.value, f),
        access: compute.access,
        carried: compute.carried.clone(),
    }
}

/// The statements inside a statement.
pub fn body(stmt: &Stmt) -> &[Stmt] {
    match stmt {
        Stmt::For { body, .. } | Stmt::When { body, .. } | Stmt::Scratch { body, .. } => body,
        Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => &[],
    }
}

/// The statement with other statements inside.
pub fn with_body(stmt: Stmt, new: impl FnOnce(Vec<Stmt>) -> Vec<Stmt>) -> Stmt {
    match stmt {
        Stmt::For { var, lo, hi, kind, body } => Stmt::For { var, lo, hi, kind, body: new(body) },
        Stmt::When { tests, body } => Stmt::When { tests, body: new(body) },
        Stmt::Scratch { pads, body } => Stmt::Scratch { pads, body: new(body) },
        other @ Stmt::Let { .. } | other @ Stmt::Copy(_) | other @ Stmt::Compute(_) => other,
    }
}

/// Calls `f` for every statement, outer ones first.
pub fn for_each_stmt<'a>(stmts: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in stmts {
        f(stmt);
        for_each_stmt(body(stmt), f);
    }
}

/// The computes that statements run, in order, with repetitions.
pub fn computes_of(stmts: &[Stmt]) -> Vec<ComputeId> {
    let mut found = Vec::new();
    for_each_stmt(stmts, &mut |stmt| {
        if let Stmt::Compute(id) = stmt {
            found.push(*id);
        }
    });
    found
}

/// The variable that a statement defines.
pub fn defines(stmt: &Stmt) -> Option<VarId> {
    match stmt {
        Stmt::Let { var, .. } | Stmt::For { var, .. } => Some(*var),
        Stmt::When { .. } | Stmt::Scratch { .. } | Stmt::Copy(_) | Stmt::Compute(_) => None,
    }
}

/// Calls `f` for the index expressions of a statement itself.
pub fn for_each_affine(stmt: &Stmt, f: &mut impl FnMut(&Affine)) {
    match stmt {
        Stmt::Let { value, .. } => value.list().iter().for_each(f),
        Stmt::For { lo, hi, .. } => lo.list().iter().chain(hi.list()).for_each(f),
        Stmt::When { tests, .. } => tests.iter().for_each(|t| f(&t.affine)),
        Stmt::Scratch { pads, .. } => {
            let bases = pads.iter().flat_map(|pad| pad.base.iter().flatten());
            bases.for_each(|base| base.list().iter().for_each(&mut *f));
        }
        Stmt::Copy(copy) => {
            let ends = copy.part.iter().flat_map(|span| [&span.lo, &span.hi]);
            ends.for_each(|end| end.list().iter().for_each(&mut *f));
        }
        Stmt::Compute(_) => {}
    }
}

/// Calls `f` for the index expressions of a block.
pub fn for_each_block_affine(block: &Block, f: &mut impl FnMut(&Affine)) {
    for expr in &block.exprs {
        match &expr.node {
            Node::Index(a) => f(a),
            Node::Test(t) => f(&t.affine),
            Node::Read { index, .. } => index.iter().for_each(|i| {
                if let Index::Affine(a) = i {
                    f(a);
                }
            }),
            Node::Reduce { body, .. } => for_each_block_affine(body, f),
            Node::Const(_)
            | Node::Scalar(_)
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

/// What a statement loads and stores.
#[derive(Debug, Default)]
pub struct Effects {
    /// Each load: its source and its index, if that is affine and resolved by no border.
    pub loads: Vec<(Source, Option<Vec<Affine>>)>,
    /// Each store, with nothing for the dimensions whose index depends on data.
    pub stores: Vec<(Source, Vec<Option<Affine>>)>,
}

impl Effects {
    /// Of some statements.
    pub fn of(stmts: &[Stmt], computes: &[Compute]) -> Effects {
        let mut effects = Effects::default();
        for_each_stmt(stmts, &mut |stmt| match stmt {
            Stmt::Compute(id) => effects.add(&computes[id.0]),
            Stmt::Copy(copy) => {
                effects.loads.push((copy.from, None));
                effects.stores.push((Source::Stage(copy.to), vec![None; copy.part.len()]));
            }
            Stmt::Let { .. } | Stmt::When { .. } | Stmt::For { .. } | Stmt::Scratch { .. } => {}
        });
        effects
    }

    fn add(&mut self, compute: &Compute) {
        compute.value.for_each_read(&mut |_, _, source, index| {
            let index = match compute.access {
                Access::Inside => as_affine(index),
                Access::RowsResolved | Access::EndsResolved => None,
                Access::RowsAndEndsResolved | Access::BorderResolved => None,
            };
            self.loads.push((source, index));
        });
        let at = |s: &Store| s.at().iter().map(index_as_affine).collect();
        self.stores.extend(compute.stores.iter().map(|s| (Source::Stage(s.stage), at(s))));
    }

    /// The loads of a source.
    pub fn loads_of(&self, source: Source) -> impl Iterator<Item = Option<&Vec<Affine>>> {
        self.loads.iter().filter(move |l| l.0 == source).map(|l| l.1.as_ref())
    }

    /// Whether a source is among what is stored to.
    pub fn stores_to(&self, source: Source) -> bool {
        self.stores.iter().any(|s| s.0 == source)
    }

    /// Whether this neither loads what `other` stores nor the reverse.
    pub fn independent(&self, other: &Effects) -> bool {
        let loads = |a: &Effects, b: &Effects| {
            a.loads.iter().any(|load| b.stores.iter().any(|store| store.0 == load.0))
        };
        !loads(self, other) && !loads(other, self)
    }
}

/// Replaces the variables for which there is a value.
pub fn substitute(a: &Affine, value: &impl Fn(VarId) -> Option<Affine>) -> Affine {
    a.substitute(&|atom| match atom {
        Atom::Var(v) => value(*v),
        Atom::Size(_) | Atom::Div(..) => None,
    })
}

/// Variables of one loop in terms of those of another.
pub type RenamedVars = Vec<(VarId, Affine)>;

/// Replaces variables.
pub fn renamed(a: &Affine, by: &RenamedVars) -> Affine {
    substitute(a, &|var| by.iter().find(|r| r.0 == var).map(|r| r.1.clone()))
}

/// Whether statements, or the computes they run, mention a variable.
pub fn mentions(stmts: &[Stmt], computes: &[Compute], var: VarId) -> bool {
    let mut found = false;
    for_each_stmt(stmts, &mut |stmt| {
        for_each_affine(stmt, &mut |a| found |= a.mentions_var(var));
    });
    for id in computes_of(stmts) {
        let compute = &computes[id.0];
        let mut mention = |a: &Affine| found |= a.mentions_var(var);
        compute.stores.iter().flat_map(|s| &s.index).for_each(&mut mention);
        for_each_block_affine(&compute.value, &mut mention);
    }
    found
}
