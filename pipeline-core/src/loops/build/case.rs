//! One case of a stage as a nest.

use super::made::{Built, MadeLoops};
use super::{lower, upper};
use crate::analysis::integer::Facts;
use crate::analysis::interior::{Interior, interior};
use crate::analysis::regions::{piece, simplify_interval};
use crate::analysis::residues::{map_affine, point, quotients, resolving_modulus};
use crate::ir::{Affine, Block, Interval, Pipeline, Stage, StageId, Test, VarId};
use crate::loops::rewrite::split::{Split, SplitNames};
use crate::loops::vars::Vars;
use crate::loops::{Access, Compute, ComputeId, LoopKind, Nest, Stmt};
use crate::schedule::recipe::Loop;
pub use order::LoopOrder;

mod boundary;
mod order;

/// A case whose residues are resolved, and what has been built of it so far.
pub struct CaseBuilder<'a> {
    p: &'a Pipeline,
    facts: &'a Facts,
    stage: StageId,
    guards: Vec<Test>,
    /// Loop variables by dimension, outermost first.
    loops: Vec<VarId>,
    /// The dimension whose loop is innermost.
    lane: usize,
    /// Whether that loop runs in lanes.
    lanes: bool,
    /// The loops of the other dimensions, outermost first.
    around: Vec<Loop>,
    /// The blocks into which the innermost loop is cut.
    blocks: Option<i64>,
    /// Whether points have to come in the order of the loops, those of boundary regions too.
    in_order: bool,
    /// Whether the rows of boundary regions run in lanes.
    boundary_rows: bool,
    /// Whether vectors look at the ends of rows, where they can.
    ends: bool,
    /// The stages that have no whole rows, or change meanwhile.
    partial: Vec<StageId>,
    /// Bounds of the loop variables, were they not limited.
    bounds: Vec<Interval>,
    /// Bounds of the loop variables.
    full: Vec<Interval>,
    /// The stored point in terms of the loop variables.
    index: Vec<Affine>,
    value: Block,
    vars: Vars,
    computes: Vec<Compute>,
    lets: Vec<Stmt>,
    made: MadeLoops,
    /// The dimensions kept within variables that whoever takes the loops has to define.
    limits: Vec<(usize, VarId, VarId)>,
}

impl<'a> CaseBuilder<'a> {
    /// Takes a case and replaces variables that run over one residue class only.
    pub fn new(
        p: &'a Pipeline,
        facts: &'a Facts,
        (id, case): (StageId, usize),
        order: LoopOrder,
    ) -> CaseBuilder<'a> {
        CaseBuilder::of(p, facts, (id, &p.stages[id.0]), case, order)
    }

    /// The same for a stage that is defined otherwise than in the pipeline.
    pub fn of(
        p: &'a Pipeline,
        facts: &'a Facts,
        (id, stage): (StageId, &Stage),
        case: usize,
        order: LoopOrder,
    ) -> CaseBuilder<'a> {
        let piece = piece(&stage.domain, &stage.cases[case].region);
        let mut this = CaseBuilder {
            p,
            facts,
            stage: id,
            guards: piece.guards,
            loops: (0..stage.rank()).map(VarId).collect(),
            lane: order.innermost,
            lanes: order.lanes,
            around: order.around,
            blocks: order.blocks,
            in_order: order.in_order,
            boundary_rows: order.boundary_rows,
            ends: order.ends,
            partial: order.partial.into_iter().chain([id]).collect(),
            bounds: Vec::new(),
            full: piece.dims.iter().map(|i| simplify_interval(facts, i)).collect(),
            index: (0..stage.rank()).map(|d| Affine::from(VarId(d))).collect(),
            value: stage.cases[case].value.clone(),
            vars: Vars::named(stage.vars.iter().cloned()),
            computes: Vec::new(),
            lets: Vec::new(),
            made: MadeLoops::default(),
            limits: Vec::new(),
        };
        let mut residues = piece.residues;
        for d in order.backwards {
            this.reverse(d);
            if let Some(r) = &mut residues[d] {
                r.residue = (-r.residue).rem_euclid(r.modulus);
            }
        }
        this.bounds = this.full.clone();
        for (d, name) in order.limits {
            let own = this.full[d] != stage.domain.0[d] || residues[d].is_some();
            this.limit(d, name, own);
        }
        for (d, residue) in residues.into_iter().enumerate() {
            if let Some(r) = residue {
                this.resolve(d, r.modulus, r.residue);
            }
        }
        this
    }

    /// Loops over the points of dimension `d` from the last to the first: over their negatives.
    fn reverse(&mut self, d: usize) {
        let var = self.loops[d];
        let back = self.vars.derived(var, "back");
        let value = Affine::from(back).neg();
        let neg = |list: &[Affine]| list.iter().map(Affine::neg).collect();
        self.full[d] = Interval { lo: neg(&self.full[d].hi), hi: neg(&self.full[d].lo) };
        self.index[d] = self.index[d].substitute_var(var, &value);
        self.value = map_affine(&self.value, &|a| a.substitute_var(var, &value));
        self.loops[d] = back;
    }

    /// Keeps dimension `d` within two new variables; `own` says that it has bounds of its own.
    fn limit(&mut self, d: usize, (first, last): (String, String), own: bool) {
        let lo = self.vars.fresh(first.clone());
        let hi = if first == last { lo } else { self.vars.fresh(last) };
        let mut all = Interval::new(lo.into(), hi.into());
        if own {
            all.lo.extend(self.full[d].lo.iter().cloned());
            all.hi.extend(self.full[d].hi.iter().cloned());
        }
        self.full[d] = all;
        self.limits.push((d, lo, hi));
    }

    /// Loops over the quotients of dimension `d` instead of its points.
    fn resolve(&mut self, d: usize, modulus: i64, residue: i64) {
        let var = self.loops[d];
        let quotient = self.vars.derived(var, &modulus.to_string());
        let value = point(quotient, modulus, residue);
        self.full[d] = quotients(&self.full[d], modulus, residue);
        self.bounds[d] = quotients(&self.bounds[d], modulus, residue);
        self.index[d] = self.index[d].substitute_var(var, &value);
        self.value = map_affine(&self.value, &|a| a.substitute_var(var, &value));
        self.loops[d] = quotient;
    }

    /// Builds the loops.
    pub fn build(mut self) -> CaseLoops {
        // The limits do not say what is known of the dimension.
        let limited = |d: usize| self.limits.iter().any(|l| l.0 == d).then(|| &self.bounds[d]);
        let interior = interior(self.p, self.facts, &self.value, &self.loops, self.lane, &limited);
        let body = match interior {
            Interior::Everything => self.rows(&self.full.clone(), Access::Inside),
            Interior::Box(inner) if inner.is_plain() || self.resolves_rows() => {
                self.with_boundary(&inner)
            }
            Interior::Box(_) | Interior::Nothing => {
                let full = self.full.clone();
                let compute = self.border_compute();
                self.boundary_box(&full, compute)
            }
        };
        for of in &self.around {
            self.made.loops.push((*of, self.loops[of.dim]));
        }
        CaseLoops {
            guards: self.guards,
            loops: self.loops,
            made: self.made,
            index: self.index,
            vars: self.vars,
            computes: self.computes,
            lets: self.lets,
            limits: self.limits,
            body,
        }
    }

    fn add_compute(&mut self, index: Vec<Affine>, value: Block, access: Access) -> ComputeId {
        self.computes.push(Compute::one(self.stage, index, value, access));
        ComputeId(self.computes.len() - 1)
    }

    fn border_compute(&mut self) -> ComputeId {
        self.add_compute(self.index.clone(), self.value.clone(), Access::BorderResolved)
    }

    /// Whether rows of which other dimensions than that of the lanes may be outside run in lanes.
    fn resolves_rows(&self) -> bool {
        self.lanes && self.blocks.is_none() && !self.in_order
    }

    fn rows(&mut self, dims: &[Interval], access: Access) -> Vec<Stmt> {
        let row = self.row(&dims[self.lane], access);
        self.around(dims, row)
    }

    /// The innermost loop.
    fn row(&mut self, interval: &Interval, access: Access) -> Vec<Stmt> {
        match (self.lanes, self.blocks) {
            (true, Some(by)) => self.blocks(interval, by, access),
            (true, None) => self.lanes(interval, access),
            (false, _) => {
                let compute = self.add_compute(self.index.clone(), self.value.clone(), access);
                vec![self.serial(self.lane, interval, compute)]
            }
        }
    }

    /// A row in blocks.
    fn blocks(&mut self, interval: &Interval, by: i64, access: Access) -> Vec<Stmt> {
        let var = self.loops[self.lane];
        let names = SplitNames::of(self.vars.name(var));
        let (first, last) = self.name_ends(self.lane, interval);
        let split = Split::new(&mut self.vars, names, (&first, &last), by);
        let mut body = split.inside.clone();
        body.extend(self.lanes(&split.interval(), access));
        self.made.loops.push((Loop::blocks(self.lane), split.block));
        vec![split.around(LoopKind::Serial, body)]
    }

    /// The loops of all other dimensions around a row.
    fn around(&self, dims: &[Interval], row: Vec<Stmt>) -> Vec<Stmt> {
        let around = self.around.iter().rev();
        around.fold(row, |body, of| vec![self.over(of.dim, &dims[of.dim], body)])
    }

    fn serial(&self, d: usize, interval: &Interval, compute: ComputeId) -> Stmt {
        self.over(d, interval, vec![Stmt::Compute(compute)])
    }

    /// The loop over an interval of a dimension.
    fn over(&self, d: usize, interval: &Interval, body: Vec<Stmt>) -> Stmt {
        let (lo, hi) = (lower(interval), upper(interval));
        Stmt::For { var: self.loops[d], lo, hi, kind: LoopKind::Serial, body }
    }

    /// The lanes' loop, one for each residue that its floor divisions ask for.
    fn lanes(&mut self, interval: &Interval, access: Access) -> Vec<Stmt> {
        let var = self.loops[self.lane];
        let modulus = resolving_modulus(&self.value, var);
        let quotient = match modulus {
            1 => var,
            m => self.vars.derived(var, &m.to_string()),
        };
        let lanes = |this: &mut Self, residue: i64| {
            let value = point(quotient, modulus, residue);
            let at = |a: &Affine| match modulus {
                1 => a.clone(),
                _ => a.substitute_var(var, &value),
            };
            let index = this.index.iter().map(at).collect();
            let compute = this.add_compute(index, map_affine(&this.value, &at), access);
            this.made.lanes.push(compute);
            let interval = quotients(interval, modulus, residue);
            Stmt::For {
                var: quotient,
                lo: lower(&interval),
                hi: upper(&interval),
                kind: LoopKind::Serial,
                body: vec![Stmt::Compute(compute)],
            }
        };
        (0..modulus).map(|r| lanes(self, r)).collect()
    }
}

/// The loops of a case, not yet a nest.
pub struct CaseLoops {
    /// Conditions on sizes under which they run.
    pub guards: Vec<Test>,
    /// Loop variables by dimension.
    pub loops: Vec<VarId>,
    /// What of the recipe they are.
    pub made: MadeLoops,
    /// The stored point in terms of them.
    pub index: Vec<Affine>,
    /// Names of all variables.
    pub vars: Vars,
    /// What the loops compute.
    pub computes: Vec<Compute>,
    /// Values that the loops refer to.
    pub lets: Vec<Stmt>,
    /// The dimensions kept within variables that are not defined yet.
    pub limits: Vec<(usize, VarId, VarId)>,
    /// The loops.
    pub body: Vec<Stmt>,
}

impl CaseLoops {
    /// The loops as a nest by themselves.
    pub fn into_nest(self, name: String) -> Built {
        let body = self.lets.into_iter().chain(self.body).collect();
        let body = match self.guards.is_empty() {
            true => body,
            false => vec![Stmt::When { tests: self.guards, body }],
        };
        let (vars, computes) = (self.vars, self.computes);
        let nest = Nest { name, most_rows: 1, runs: None, vars, computes, body };
        Built { nest, made: self.made }
    }
}
