//! One case of a stage as a nest.

use super::made::{Built, MadeLoops};
use super::{lower, upper};
use crate::analysis::ends::ends_are_resolvable;
use crate::analysis::integer::Facts;
use crate::analysis::interior::{InnerBox, Interior, interior};
use crate::analysis::lane::lane_dimension;
use crate::analysis::regions::{piece, simplify_interval};
use crate::analysis::residues::{map_affine, point, quotients, resolving_modulus};
use crate::analysis::solve::Solved;
use crate::ir::{Affine, Block, Domain, Interval, Pipeline, Stage, StageId, Test, VarId};
use crate::loops::rewrite::split::{Split, SplitNames};
use crate::loops::vars::Vars;
use crate::loops::{Access, Compute, ComputeId, LoopKind, Nest, Stmt};
use crate::schedule::recipe::{Diagonal, Loop, LoopPart, Recipe};

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

/// In which order the loops of a case run, and between which points.
#[derive(Clone, Debug)]
pub struct LoopOrder {
    /// The dimension of the innermost loop.
    pub innermost: usize,
    /// Whether that loop runs in lanes.
    pub lanes: bool,
    /// The loops of the other dimensions, outermost first.
    pub around: Vec<Loop>,
    /// The blocks into which the innermost loop is cut.
    pub blocks: Option<i64>,
    /// Whether points have to come in the order of the loops, those of boundary regions too.
    pub in_order: bool,
    /// Whether the rows of boundary regions run in lanes.
    pub boundary_rows: bool,
    /// Whether vectors look at the ends of rows, where they can: not of what is staged.
    pub ends: bool,
    /// The stages that have no whole rows, or change meanwhile.
    pub partial: Vec<StageId>,
    /// Dimensions that run from the last point to the first: as loops over the negatives of their
    /// coordinates.
    pub backwards: Vec<usize>,
    /// Dimensions that are kept between two values, with the names of these.
    pub limits: Vec<(usize, (String, String))>,
}

impl LoopOrder {
    /// That of a recipe for so many dimensions, but for what runs around the case: the loops of the
    /// dimensions `outside`, which are those that come first.
    pub fn of(recipe: &Recipe, rank: usize, outside: &[usize]) -> LoopOrder {
        let nesting = recipe.nesting(rank);
        let innermost = recipe.innermost(rank).dim;
        // Where rows run in tiles, staging makes these of the only loop that is there before.
        let tiles = recipe.staged().next().is_some();
        let made_of = |l: &Loop| match l.part {
            LoopPart::Inside if tiles => Loop::blocks(l.dim),
            LoopPart::Inside | LoopPart::Whole | LoopPart::Blocks | LoopPart::Steps => *l,
        };
        let is_own = |l: &&Loop| match l.part {
            LoopPart::Whole | LoopPart::Inside => l.dim != innermost,
            LoopPart::Blocks | LoopPart::Steps => false,
        };
        let own = nesting.iter().filter(is_own);
        let on_a_diagonal = |of: Diagonal| of.rows == innermost || of.columns == innermost;
        let around = outside.contains(&innermost) || recipe.diagonal().is_some_and(on_a_diagonal);
        let blocks = nesting.contains(&Loop::blocks(innermost)) && !around;
        LoopOrder {
            innermost,
            lanes: recipe.lanes().is_some(),
            around: own.map(made_of).collect(),
            blocks: recipe.split(innermost).filter(|_| blocks && !tiles),
            in_order: false,
            boundary_rows: recipe.boundary_rows(),
            ends: !tiles,
            partial: Vec::new(),
            backwards: Vec::new(),
            limits: Vec::new(),
        }
    }

    /// That of a stage in a tile, where the stages `partial` have no whole rows: one row after the
    /// other, those of boundary regions in lanes if `boundary_rows`.
    pub fn in_tile(domain: &Domain, boundary_rows: bool, partial: Vec<StageId>) -> LoopOrder {
        let innermost = lane_dimension(domain);
        let others = (0..domain.0.len()).filter(|d| *d != innermost);
        LoopOrder {
            innermost,
            lanes: true,
            around: others.map(Loop::whole).collect(),
            blocks: None,
            in_order: false,
            boundary_rows,
            ends: true,
            partial,
            backwards: Vec::new(),
            limits: Vec::new(),
        }
    }
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
            Interior::Box(inner) if inner.is_plain() || self.resolves_rows() => self.framed(&inner),
            Interior::Box(_) | Interior::Nothing => {
                let full = self.full.clone();
                let compute = self.border_compute();
                self.frame_box(&full, compute)
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

    /// Interior rows with the two ends of the boundary region, then the other boxes of the boundary
    /// region.
    fn framed(&mut self, inside: &InnerBox) -> Vec<Stmt> {
        if self.resolves_ends(inside) {
            return self.with_ends(inside);
        }
        let access = if inside.whole { Access::Inside } else { Access::RowsResolved };
        let before = self.lets.len();
        let mut inner = self.full.clone();
        inner[self.lane] = self.name_interior(self.lane, &inside.bounds[self.lane]);
        // Where the ends of a row are others in other rows, each row names its own.
        let ends = match inside.slanted {
            true => self.lets.split_off(before),
            false => Vec::new(),
        };
        self.name_inner_rows(inside, &mut inner);
        if inner == self.full {
            return self.rows(&inner, access);
        }
        let compute = self.border_compute();
        if self.in_order {
            return self.framed_in_order(&inner, 0, compute);
        }
        let row = self.framed_row(&inner, access, compute);
        let mut body = self.around(&inner, [ends.clone(), row].concat());
        if self.has_outer_rows(&inner) {
            let row = match self.boundary_rows && self.resolves_rows() {
                true => {
                    let row = self.framed_row(&inner, Access::RowsResolved, compute);
                    [ends, row].concat()
                }
                false => vec![self.serial(self.lane, &self.full[self.lane], compute)],
            };
            body.extend(self.outer_rows(&inner, &row));
        }
        body
    }

    /// Whether vectors resolve the ends of the rows that are loaded, which some reach.
    fn resolves_ends(&self, inside: &InnerBox) -> bool {
        let reached = || {
            let inner = self.interior(self.lane, &inside.bounds[self.lane]);
            inside.slanted || inner != self.full[self.lane]
        };
        let var = self.loops[self.lane];
        let modulus = resolving_modulus(&self.value, var);
        let resolvable = |residue: i64| {
            let at = point(var, modulus, residue);
            let value = map_affine(&self.value, &|a| a.substitute_var(var, &at));
            ends_are_resolvable(self.p, &value, var, &self.partial)
        };
        self.ends && self.resolves_rows() && reached() && (0..modulus).all(resolvable)
    }

    /// Rows from end to end, and the boxes of the boundary region above and below them.
    fn with_ends(&mut self, inside: &InnerBox) -> Vec<Stmt> {
        let mut inner = self.full.clone();
        self.name_inner_rows(inside, &mut inner);
        let access = match inside.whole {
            true => Access::EndsResolved,
            false => Access::RowsAndEndsResolved,
        };
        let mut body = self.rows(&inner, access);
        if self.has_outer_rows(&inner) {
            let full = self.full[self.lane].clone();
            let row = match self.boundary_rows {
                true => self.row(&full, Access::RowsAndEndsResolved),
                false => {
                    let compute = self.border_compute();
                    vec![self.serial(self.lane, &full, compute)]
                }
            };
            body.extend(self.outer_rows(&inner, &row));
        }
        body
    }

    /// Names the interior of all dimensions but that of the lanes; rows that are resolved run
    /// everywhere.
    fn name_inner_rows(&mut self, inside: &InnerBox, inner: &mut [Interval]) {
        let lane = self.lane;
        for d in (0..inner.len()).filter(|d| *d != lane && inside.whole) {
            inner[d] = self.name_interior(d, &inside.bounds[d]);
        }
    }

    /// Whether there are rows outside the interior of the other dimensions.
    fn has_outer_rows(&self, inner: &[Interval]) -> bool {
        (0..inner.len()).any(|d| d != self.lane && inner[d] != self.full[d])
    }

    /// The boxes of those rows, each of which is this one.
    fn outer_rows(&self, inner: &[Interval], row: &[Stmt]) -> Vec<Stmt> {
        let mut body = Vec::new();
        let mut dims = inner.to_vec();
        for d in (0..inner.len()).rev().filter(|d| *d != self.lane) {
            for outside in self.outside(d, &inner[d]) {
                dims[d] = outside;
                body.extend(self.around(&dims, row.to_vec()));
            }
            dims[d] = self.full[d].clone();
        }
        body
    }

    /// Names the first and last interior value of a dimension; the whole interval where the
    /// interior is no smaller.
    fn name_interior(&mut self, d: usize, extra: &[Solved]) -> Interval {
        let both = self.interior(d, extra);
        if both == self.full[d] {
            return both;
        }
        let (first, last) = self.name_ends(d, &both);
        Interval::new(first, last)
    }

    /// The interior of a dimension.
    fn interior(&self, d: usize, extra: &[Solved]) -> Interval {
        let mut both = self.full[d].clone();
        for bound in extra {
            match bound {
                Solved::Lower(e) => both.lo.push(e.clone()),
                Solved::Upper(e) => both.hi.push(e.clone()),
                Solved::Free | Solved::Mixed => {}
            }
        }
        simplify_interval(self.facts, &both)
    }

    /// Names the first and last value of a dimension's interval.
    fn name_ends(&mut self, d: usize, interval: &Interval) -> (Affine, Affine) {
        let mut end = |what, bound| {
            let var = self.vars.derived(self.loops[d], what);
            self.lets.push(Stmt::Let { var, value: bound });
            Affine::from(var)
        };
        (end("first", lower(interval)), end("last", upper(interval)))
    }

    /// The parts of a dimension below and above its interior, if that is smaller. They stay
    /// disjoint and complete when the interior is empty, because its first value may exceed the
    /// last by more than one.
    fn outside(&self, d: usize, inner: &Interval) -> Vec<Interval> {
        if *inner == self.full[d] {
            return Vec::new();
        }
        let (first, last) = (&inner.lo[0], &inner.hi[0]);
        let mut below = self.full[d].clone();
        below.hi.push(first.offset(-1));
        let mut above = self.full[d].clone();
        above.lo = vec![first.clone(), last.offset(1)];
        vec![below, above]
    }

    /// The interior and the boundary region in the order of the loops: along each of them what
    /// comes before the interior, the interior, and what comes after it.
    fn framed_in_order(
        &mut self,
        inner: &[Interval],
        depth: usize,
        border: ComputeId,
    ) -> Vec<Stmt> {
        let Some(&Loop { dim: d, .. }) = self.around.get(depth) else {
            return self.framed_row(inner, Access::Inside, border);
        };
        let over = |this: &Self, interval: &Interval, body| this.over(d, interval, body);
        let body = self.framed_in_order(inner, depth + 1, border);
        let mut stmts = vec![over(self, &inner[d], body)];
        if let [below, above] = &self.outside(d, &inner[d])[..] {
            let row = vec![self.serial(self.lane, &self.full[self.lane], border)];
            let boundary = self.around[depth + 1..].iter().rev();
            let boundary =
                boundary.fold(row, |body, of| vec![self.over(of.dim, &self.full[of.dim], body)]);
            stmts.insert(0, over(self, below, boundary.clone()));
            stmts.push(over(self, above, boundary));
        }
        stmts
    }

    /// The interior of a row with the two ends of the boundary region.
    fn framed_row(&mut self, inner: &[Interval], access: Access, border: ComputeId) -> Vec<Stmt> {
        let ends = self.outside(self.lane, &inner[self.lane]);
        let end = |end| self.serial(self.lane, end, border);
        let mut row: Vec<Stmt> = ends.iter().map(end).collect();
        let interior = self.row(&inner[self.lane], access);
        row.splice(row.len() / 2..row.len() / 2, interior);
        row
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

    fn frame_box(&self, dims: &[Interval], compute: ComputeId) -> Vec<Stmt> {
        let row = vec![self.serial(self.lane, &dims[self.lane], compute)];
        self.around(dims, row)
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
