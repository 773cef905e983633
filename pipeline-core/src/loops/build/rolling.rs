//! A group of stages as one nest that rolls over the rows of its live-out.
//!
//! ```text
//! parallel for strip {
//!   scratch producers {
//!     for step in first row of the strip - warm-up ..= its last row {
//!       for each producer: the rows that row `step` of the live-out newly needs
//!       the live-out: row `step`, past the warm-up
//!     }
//!   }
//! }
//! ```
//!
//! The rows of a stage are its own loops, as they are when it runs by itself, restricted to these
//! rows: cases, frames and residues need no second treatment.

use super::case::{CaseBuilder, CaseLoops};
use super::residue::{map_affine, quotients};
use super::{lower, upper};
use crate::analysis::integer::Facts;
use crate::ir::{Affine, Atom, Block, Interval, Node, Pipeline, StageId, Test, TestOp, VarId};
use crate::loops::{Bound, ComputeId, LoopKind, Nest, Stmt};
use crate::schedule::rows::{GroupRows, STEP, StageRows};

/// Builds the nest of a group in strips of `strip` rows.
pub fn group_nest(p: &Pipeline, facts: &Facts, rows: &GroupRows, strip: i64) -> Nest {
    let root = rows.stages.last().expect("a group has a live-out").stage;
    let name = p.stages[root.0].name.clone();
    let mut builder =
        Rolling { p, facts, rows, vars: Vec::new(), computes: Vec::new(), lets: Vec::new() };
    let body = builder.build(root, strip);
    let body = builder.lets.into_iter().chain(body).collect();
    Nest { name, vars: builder.vars, computes: builder.computes, body }
}

struct Rolling<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    rows: &'a GroupRows,
    vars: Vec<String>,
    computes: Vec<crate::loops::Compute>,
    lets: Vec<Stmt>,
}

/// The variables around the steps.
struct Around {
    /// The live-out's dimensions outside the rolling one.
    outer: Vec<VarId>,
    start: VarId,
    step: VarId,
}

impl Rolling<'_> {
    fn fresh(&mut self, name: String) -> VarId {
        self.vars.push(name);
        VarId(self.vars.len() - 1)
    }

    fn define(&mut self, into: &mut Vec<Stmt>, name: String, value: Bound) -> VarId {
        let var = self.fresh(name);
        into.push(Stmt::Let { var, value });
        var
    }

    fn build(&mut self, root: StageId, strip: i64) -> Vec<Stmt> {
        let dim = self.rows.dim;
        let stage = &self.p.stages[root.0];
        let row = &stage.vars[dim];
        let mut lets = Vec::new();
        let interval = &stage.domain.0[dim];
        let first = self.define(&mut lets, format!("{row}_first"), lower(interval));
        let last = self.define(&mut lets, format!("{row}_last"), upper(interval));
        self.lets.append(&mut lets);
        let outer: Vec<VarId> = (0..dim).map(|d| self.fresh(stage.vars[d].clone())).collect();
        let strip_var = self.fresh("strip".into());
        let mut inside = Vec::new();
        let at = Affine::from(first).add_scaled(&strip_var.into(), strip);
        let start = self.define(&mut inside, "start".into(), Bound::Max(vec![at.clone()]));
        let end = vec![at.offset(strip - 1), last.into()];
        let end = self.define(&mut inside, "end".into(), Bound::Min(end));
        let step = self.fresh("step".into());
        let around = Around { outer, start, step };
        let steps = self.steps(&around, &mut inside);
        inside.push(Stmt::For {
            var: step,
            lo: Bound::Max(vec![Affine::from(start).offset(-self.rows.warm_up)]),
            hi: Bound::Min(vec![end.into()]),
            kind: LoopKind::Serial,
            body: steps,
        });
        let rings: Vec<StageId> = self.producers().map(|s| s.stage).collect();
        let strips = Affine::from(last).sub(&first.into()).floor_div(strip);
        let body = vec![Stmt::For {
            var: strip_var,
            lo: Bound::Max(vec![0.into()]),
            hi: Bound::Min(vec![strips]),
            kind: LoopKind::Parallel,
            body: vec![Stmt::Scratch { stages: rings, body: inside }],
        }];
        around.outer.iter().enumerate().rev().fold(body, |body, (d, var)| {
            let interval = &stage.domain.0[d];
            vec![Stmt::For {
                var: *var,
                lo: lower(interval),
                hi: upper(interval),
                kind: LoopKind::Parallel,
                body,
            }]
        })
    }

    fn producers(&self) -> impl Iterator<Item = &StageRows> {
        self.rows.stages[..self.rows.stages.len() - 1].iter()
    }

    /// What happens at one step; values that do not change with the steps go `before`.
    fn steps(&mut self, around: &Around, before: &mut Vec<Stmt>) -> Vec<Stmt> {
        let rows = self.rows;
        let (root, producers) = rows.stages.split_last().expect("a group has a live-out");
        let mut steps = Vec::new();
        for producer in producers {
            let due = self.due_rows(producer, around, before, &mut steps);
            steps.extend(self.stage_rows(producer.stage, around, &due));
        }
        let due = Interval::new(around.step.into(), around.step.into());
        let body = self.stage_rows(root.stage, around, &due);
        let past = Affine::from(around.step).sub(&around.start.into());
        let past = Test { affine: past, op: TestOp::NonNegative };
        steps.push(Stmt::When { tests: vec![past], body });
        steps
    }

    /// The rows of a producer that the current step newly needs.
    fn due_rows(
        &mut self,
        producer: &StageRows,
        around: &Around,
        before: &mut Vec<Stmt>,
        steps: &mut Vec<Stmt>,
    ) -> Interval {
        let stage = &self.p.stages[producer.stage.0];
        let name = stage.name.clone();
        let domain = stage.domain.0[self.rows.dim].clone();
        let at = |list: &[Affine], t: &Affine| -> Vec<Affine> {
            list.iter().map(|a| a.substitute_var(STEP, t)).collect()
        };
        let (step, start) = (Affine::from(around.step), Affine::from(around.start));

        let lowest = Bound::Min(at(&producer.lo, &start));
        let lowest = self.define(before, format!("{name}_lowest"), lowest);
        let mut first = vec![Affine::from(lowest)];
        first.extend(domain.lo.iter().cloned());
        let mut reach = |what: &str, t: &Affine| {
            let reach = Bound::Max(at(&producer.hi, t));
            let reach = self.define(steps, format!("{name}_{what}"), reach);
            let mut inside = vec![Affine::from(reach)];
            inside.extend(domain.hi.iter().cloned());
            inside
        };
        let done = reach("done", &step.offset(-1));
        let due = reach("due", &step);
        let done = self.define(steps, format!("{name}_done_row"), Bound::Min(done));
        first.push(Affine::from(done).offset(1));
        Interval { lo: first, hi: due }
    }

    /// The loops of a stage, restricted to some rows of the current planes.
    fn stage_rows(&mut self, stage: StageId, around: &Around, due: &Interval) -> Vec<Stmt> {
        let cases = 0..self.p.stages[stage.0].cases.len();
        cases.flat_map(|case| self.case_rows(stage, case, around, due)).collect()
    }

    fn case_rows(
        &mut self,
        stage: StageId,
        case: usize,
        around: &Around,
        due: &Interval,
    ) -> Vec<Stmt> {
        let loops = CaseBuilder::new(self.p, self.facts, stage, case).build();
        let prefix = match self.p.stages[stage.0].cases.len() {
            1 => self.p.stages[stage.0].name.clone(),
            _ => format!("{}_{case}", self.p.stages[stage.0].name),
        };
        let loops = self.adopt(loops, &prefix);
        let mut limits: Vec<(VarId, Interval)> = Vec::new();
        let planes = around.outer.iter().map(|v| Interval::new((*v).into(), (*v).into()));
        for (d, wanted) in planes.chain([due.clone()]).enumerate() {
            let var = loops.loops[d];
            let modulus = loops.index[d].coefficient(&Atom::Var(var));
            let residue = loops.index[d].constant();
            limits.push((var, quotients(&wanted, modulus, residue)));
        }
        let body: Vec<Stmt> = loops.body.into_iter().map(|s| restrict(s, &limits)).collect();
        match loops.guards.is_empty() {
            true => body,
            false => vec![Stmt::When { tests: loops.guards, body }],
        }
    }

    /// Takes a case's variables, computes and `let`s over, renumbered.
    fn adopt(&mut self, loops: CaseLoops, prefix: &str) -> CaseLoops {
        let (vars, computes) = (self.vars.len(), self.computes.len());
        let shift = Shift { vars, computes };
        let named: Vec<VarId> = loops
            .lets
            .iter()
            .filter_map(|s| if let Stmt::Let { var, .. } = s { Some(*var) } else { None })
            .collect();
        for (i, name) in loops.vars.into_iter().enumerate() {
            let own = named.contains(&VarId(i));
            self.vars.push(if own { format!("{prefix}_{name}") } else { name });
        }
        for mut compute in loops.computes {
            for store in &mut compute.stores {
                store.index = store.index.iter().map(|a| shift.affine(a)).collect();
            }
            compute.value = shift.block(&compute.value);
            self.computes.push(compute);
        }
        self.lets.extend(loops.lets.iter().map(|s| shift.stmt(s)));
        CaseLoops {
            guards: loops.guards,
            loops: loops.loops.iter().map(|v| shift.var(*v)).collect(),
            index: loops.index.iter().map(|a| shift.affine(a)).collect(),
            vars: Vec::new(),
            computes: Vec::new(),
            lets: Vec::new(),
            body: loops.body.iter().map(|s| shift.stmt(s)).collect(),
        }
    }
}

/// The loops over these variables keep within the intervals; nothing runs in parallel any more.
fn restrict(stmt: Stmt, limits: &[(VarId, Interval)]) -> Stmt {
    let all = |body: Vec<Stmt>| body.into_iter().map(|s| restrict(s, limits)).collect();
    match stmt {
        Stmt::For { var, mut lo, mut hi, kind, body } => {
            if let Some((_, interval)) = limits.iter().find(|l| l.0 == var) {
                lo = Bound::Max(lo.list().iter().chain(&interval.lo).cloned().collect());
                hi = Bound::Min(hi.list().iter().chain(&interval.hi).cloned().collect());
            }
            let kind = if kind == LoopKind::Parallel { LoopKind::Serial } else { kind };
            Stmt::For { var, lo, hi, kind, body: all(body) }
        }
        Stmt::When { tests, body } => Stmt::When { tests, body: all(body) },
        Stmt::Scratch { stages, body } => Stmt::Scratch { stages, body: all(body) },
        other => other,
    }
}

/// Renumbers variables and computes.
struct Shift {
    vars: usize,
    computes: usize,
}

impl Shift {
    fn var(&self, v: VarId) -> VarId {
        VarId(v.0 + self.vars)
    }

    fn affine(&self, a: &Affine) -> Affine {
        a.substitute(&|atom| match atom {
            Atom::Var(v) => Some(self.var(*v).into()),
            _ => None,
        })
    }

    fn bound(&self, bound: &Bound) -> Bound {
        let list = bound.list().iter().map(|a| self.affine(a)).collect();
        match bound {
            Bound::Max(_) => Bound::Max(list),
            Bound::Min(_) => Bound::Min(list),
        }
    }

    fn block(&self, block: &Block) -> Block {
        let mut block = map_affine(block, &|a| self.affine(a));
        self.windows(&mut block);
        block
    }

    fn windows(&self, block: &mut Block) {
        for expr in &mut block.exprs {
            if let Node::Reduce { vars, body, .. } = &mut expr.node {
                vars.iter_mut().for_each(|v| v.0 = self.var(v.0));
                self.windows(body);
            }
        }
    }

    fn stmt(&self, stmt: &Stmt) -> Stmt {
        let all = |body: &[Stmt]| body.iter().map(|s| self.stmt(s)).collect();
        match stmt {
            Stmt::Let { var, value } => Stmt::Let { var: self.var(*var), value: self.bound(value) },
            Stmt::When { tests, body } => {
                let tests = tests.iter().map(|t| Test { affine: self.affine(&t.affine), op: t.op });
                Stmt::When { tests: tests.collect(), body: all(body) }
            }
            Stmt::For { var, lo, hi, kind, body } => Stmt::For {
                var: self.var(*var),
                lo: self.bound(lo),
                hi: self.bound(hi),
                kind: *kind,
                body: all(body),
            },
            Stmt::Scratch { stages, body } => {
                Stmt::Scratch { stages: stages.clone(), body: all(body) }
            }
            Stmt::Compute(id) => Stmt::Compute(ComputeId(id.0 + self.computes)),
        }
    }
}
