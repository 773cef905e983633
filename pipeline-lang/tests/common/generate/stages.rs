//! The next stage: what it reads, over which domain, and its text.

use super::Program;
use super::body::FREE;
use super::space::{Dim, Exact, Source, offset};
use super::stage::{Range, Stage, Style, Var};
use pipeline_core::ir::ElemType;

const VARS: [&[&str]; 4] = [&["x"], &["y", "x"], &["z", "y", "x"], &["w", "z", "y", "x"]];
const NAMES: [&str; 8] = ["soft", "edge", "mask", "tone", "mix", "fold", "warp", "grid"];

/// What a stage came to.
pub(super) struct Made {
    pub(super) body: String,
    pub(super) dims: Vec<Dim>,
    pub(super) bounds: Vec<super::stage::Bound>,
    pub(super) used: Vec<bool>,
}

impl Program {
    /// Adds a stage, or a family of them. The last is no mask.
    pub(super) fn next_stage(&mut self, last: bool) {
        let name = format!("{}{}", NAMES[self.rng.below(NAMES.len())], self.stages);
        match self.rng.below(12) {
            0 if self.family(&name) => return,
            1 | 2 if self.written(&name, last) => return,
            3 if self.scan(&name) => return,
            4 if self.reduction(&name) => return,
            _ => {}
        }
        self.inferred(&name, last);
    }

    /// A variable for each dimension.
    pub(super) fn variables(rank: usize, range: Range) -> Vec<Var> {
        VARS[rank - 1].iter().map(|name| Var { name, range: range.clone() }).collect()
    }

    pub(super) fn style(&mut self) -> Style {
        match self.rng.below(8) {
            0 | 1 => Style { mul: 1, div: 1, offset: 0, odd: 10 },
            2 => Style { mul: 2, div: 1, offset: 1, odd: 5 },
            3 => Style { mul: 1, div: 2, offset: 2, odd: 5 },
            4 => Style { mul: 3, div: 3, offset: 3, odd: 10 },
            5 => Style { mul: 1, div: 1, offset: 3, odd: 25 },
            _ => Style { mul: 1, div: 1, offset: 1, odd: 10 },
        }
    }

    pub(super) fn element_type(&mut self, near: ElemType, last: bool) -> ElemType {
        match self.rng.below(20) {
            0 | 1 if !last => ElemType::Bool,
            0..=11 if near != ElemType::Bool => near,
            _ => self.rng.pick(&ElemType::NUMERIC),
        }
    }

    fn depth(&mut self) -> usize {
        let depth = self.rng.pick(&[0, 1, 1, 1, 2, 2, 3]);
        depth.min(self.scope.depth)
    }

    /// An empty stage over some sources.
    pub(super) fn open(&mut self, vars: Vec<Var>, sources: Vec<Source>, style: Style) -> Stage {
        Stage {
            rng: self.rng.clone(),
            sizes: self.sizes.clone(),
            used: vec![false; sources.len()],
            sources,
            scalars: self.scalars.clone(),
            helpers: self.helpers,
            vars,
            windows: Vec::new(),
            names: 0,
            style,
            bounds: Vec::new(),
            reads: 0,
        }
    }

    /// A definition with an inferred domain around a read of `main`; plainer with every attempt.
    pub(super) fn define(
        &mut self,
        main: usize,
        sources: &[Source],
        ty: ElemType,
        attempt: usize,
    ) -> Option<Made> {
        let rank = sources[main].dims.len();
        let mut map: Vec<usize> = (0..rank).collect();
        if rank > 1 && attempt == 0 && self.rng.chance(15) {
            map = self.rng.shuffled(rank);
        } else if rank > 1 && attempt < 2 && self.rng.chance(22) {
            let dropped = match self.rng.chance(60) {
                true => rank - 1,
                false => self.rng.below(rank),
            };
            let mut next = 0..;
            map = (0..rank)
                .map(|d| if d == dropped { FREE } else { next.next().unwrap_or(0) })
                .collect();
        }
        let vars = map.iter().filter(|v| **v != FREE).count();
        let style = if attempt < 3 { self.style() } else { Style::default() };
        let depth = if attempt < 3 { self.depth() } else { 0 };
        let vars = Self::variables(vars, Range::Inferred(None));
        let mut stage = self.open(vars, sources.to_vec(), style);
        let body = stage.anchored(main, &map, ty, depth);
        self.rng = stage.rng;
        let dims: Option<Vec<Dim>> = stage
            .vars
            .iter()
            .map(|v| match &v.range {
                Range::Inferred(dim) => dim.clone(),
                _ => None,
            })
            .collect();
        Some(Made { body: body?, dims: dims?, bounds: stage.bounds, used: stage.used })
    }

    fn inferred(&mut self, name: &str, last: bool) {
        let sources = self.sources.clone();
        for attempt in 0..100 {
            let n = sources.len();
            let main = n - 1 - self.rng.below(n).min(self.rng.below(n));
            let ty = self.element_type(sources[main].ty, last);
            if let Some(made) = self.define(main, &sources, ty, attempt) {
                let head = format!("{name}({})", names(made.dims.len()));
                let ty_text = if self.rng.chance(35) { format!(": {ty}") } else { String::new() };
                self.items.push(format!("{head}{ty_text} = {};", made.body));
                self.add(name.to_string(), ty, made.dims, &made.used);
                return;
            }
        }
        unreachable!("a plain copy of an input is always possible");
    }

    /// A stage whose domain is written out.
    fn written(&mut self, name: &str, last: bool) -> bool {
        let rank = self.rng.pick(&[1, 2, 2, 2, 3]);
        let mut vars = Self::variables(rank, Range::Inferred(None));
        let mut ranges = Vec::new();
        let mut dims = Vec::new();
        for var in &mut vars {
            let (range, text, dim) = self.written_range();
            var.range = range;
            ranges.push(text);
            dims.push(dim);
        }
        let near = self.sources[self.sources.len() - 1].ty;
        let ty = self.element_type(near, last);
        let (style, depth) = (self.style(), self.depth());
        let mut stage = self.open(vars, self.sources.clone(), style);
        let var = stage.rng.below(rank);
        let body = match stage.rng.below(3) {
            0 => stage.guarded(var, ty, depth),
            1 => stage.cases(ty, depth, None).unwrap_or_default(),
            _ => stage.value(ty, depth.max(1)),
        };
        self.rng = stage.rng;
        let ranges = ranges.join(", ");
        let head = match self.rng.below(3) {
            0 => format!("{name}({}) in [{ranges}]", names(rank)),
            1 => format!("{name}({}) in [{ranges}]: {ty}", names(rank)),
            _ => format!("{name}({}): {ty} in [{ranges}]", names(rank)),
        };
        self.items.push(format!("{head} = {body};"));
        self.add(name.to_string(), ty, dims, &stage.used);
        true
    }

    fn written_range(&mut self) -> (Range, String, Dim) {
        let s = self.rng.below(self.sizes.len());
        let n = self.sizes[s].name;
        let at = self.sizes[s].at;
        let exact = |size, lo, hi| Exact { size, lo, hi };
        match self.rng.below(10) {
            0 => {
                let hi = self.rng.range(0, 4);
                let e = exact(None, 0, hi);
                (Range::Exact(e), format!("0..={hi}"), Dim::exact(e, &self.sizes))
            }
            1 => {
                let dim = Dim { at: at.map(|v| (0, v / 2 - 1)), class: Some(s), exact: None };
                (Range::Half(s), format!("0..{n} / 2"), dim)
            }
            2 if at[1] < 60 => {
                let dim = Dim { at: at.map(|v| (0, 2 * v - 1)), class: Some(s), exact: None };
                (Range::Double(s), format!("0..2*{n}"), dim)
            }
            _ => {
                let (lo, hi) =
                    (self.rng.pick(&[0, 0, 0, 1, -2]), self.rng.pick(&[-1, -1, -1, -2, 0, 3]));
                let e = exact(Some(s), lo, hi);
                let text = match self.rng.chance(60) {
                    true => format!("{lo}..{n}{}", offset(hi + 1)),
                    false => format!("{lo}..={n}{}", offset(hi)),
                };
                (Range::Exact(e), text, Dim::exact(e, &self.sizes))
            }
        }
    }

    /// Enters a stage that has been written, maybe with a border.
    fn add(&mut self, name: String, ty: ElemType, dims: Vec<Dim>, used: &[bool]) {
        let border = self.rng.chance(30);
        if border {
            let mode = self.border_mode(ty, &dims);
            let at = if self.rng.chance(50) { self.items.len() } else { self.items.len() - 1 };
            self.items.insert(at, format!("border {name} = {mode};"));
        }
        self.enter(name, ty, dims, used, border);
    }

    /// Enters a stage whose border, if any, has been written as well.
    pub(super) fn enter(
        &mut self,
        name: String,
        ty: ElemType,
        dims: Vec<Dim>,
        used: &[bool],
        border: bool,
    ) {
        self.sources.push(Source { name, ty, dims, border });
        self.mark(used);
        self.used.push(false);
        self.stages += 1;
    }

    pub(super) fn mark(&mut self, used: &[bool]) {
        self.used.iter_mut().zip(used).for_each(|(all, new)| *all |= new);
    }
}

/// The variables of a stage.
pub(super) fn names(rank: usize) -> String {
    VARS[rank - 1].join(", ")
}
