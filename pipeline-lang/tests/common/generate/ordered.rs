//! Stages that read themselves, and reductions.

use super::Program;
use super::space::{Dim, Exact, offset};
use super::stage::{Range, Stage, Style};
use super::stages::names;
use pipeline_core::ir::ElemType;

/// Names of reduction variables.
const VARS: [&str; 3] = ["i", "j", "k"];

impl Program {
    /// A stage that reads itself, at points that lie strictly earlier along one dimension.
    pub(super) fn scan(&mut self, name: &str) -> bool {
        let sources = self.sources.clone();
        let main = self.rng.below(sources.len());
        let ty = match sources[main].ty {
            ElemType::Bool => self.rng.pick(&ElemType::NUMERIC),
            ty => ty,
        };
        let Some(made) = self.define(main, &sources, ty, 1) else { return false };
        if made.body.starts_with("case") {
            return false;
        }
        let rank = made.dims.len();
        let lead = self.rng.below(rank);
        let back = self.rng.chance(40);
        let time = self.rng.chance(40);
        let vars: Vec<String> = names(rank).split(", ").map(String::from).collect();
        let mut terms = format!("({})", made.body);
        for _ in 0..1 + self.rng.below(3) {
            let step = self.rng.range(1, 2) * if back { -1 } else { 1 };
            let index = vars.iter().enumerate().map(|(d, var)| {
                let by = match d == lead {
                    true => -step,
                    false if time => self.rng.range(-1, 1),
                    false => 0,
                };
                format!("{var}{}", offset(by))
            });
            let index: Vec<String> = index.collect();
            let op = self.rng.pick(&["+", "-", "*"]);
            terms = format!("{terms} {op} {name}({})", index.join(", "));
        }
        let first = self.rng.chance(30);
        let body = match first {
            // The rest reads itself, as before.
            true => format!("case {{ {} == 1 => {}, else => {terms} }}", vars[lead], made.body),
            false => terms,
        };
        self.items.push(format!("{name}({}): {ty} = {body};", vars.join(", ")));
        let border = if ty.is_float() { "constant(0.5)" } else { "constant(3)" };
        self.items.push(format!("border {name} = {border};"));
        self.enter(name.to_string(), ty, made.dims, &made.used, true);
        true
    }

    /// A reduction over a domain of its own.
    pub(super) fn reduction(&mut self, name: &str) -> bool {
        let ty = self.rng.pick(&ElemType::NUMERIC);
        let (rank, many) = (self.rng.range(1, 3) as usize, self.rng.range(1, 2));
        let mut items = Vec::new();
        let mut used = vec![false; self.sources.len()];
        let mut dims: Vec<(Exact, String)> = Vec::new();
        for number in 0..many {
            let vars: Vec<Exact> = (0..rank).map(|_| self.reduction_range()).collect();
            let mut stage = self.over(&vars);
            let targets = if number == 0 { 1 + stage.rng.below(rank.min(2)) } else { dims.len() };
            let mut index = Vec::new();
            for d in 0..targets {
                let var = stage.rng.below(rank);
                let known = dims.get(d).cloned();
                let (text, dim) = target(&mut stage, &vars, var, known);
                index.push(text);
                if number == 0 {
                    dims.push(dim);
                }
            }
            let depth = stage.rng.below(2);
            let value = stage.value(ty, depth);
            self.rng = stage.rng;
            used.iter_mut().zip(&stage.used).for_each(|(all, new)| *all |= new);
            let op = self.rng.pick(&["+=", "*=", "min=", "max="]);
            let ranges = vars.iter().map(|e| self.range_text(*e));
            let ranges: Vec<String> = ranges.collect();
            let list = VARS[..rank].join(", ");
            let index = index.join(", ");
            items.push(format!(
                "{name}({index}) {op} ({value}) as {ty} for ({list}) in [{}];",
                ranges.join(", ")
            ));
        }
        let domain: Vec<&str> = dims.iter().map(|d| d.1.as_str()).collect();
        let start = self.rng.range(0, 9);
        let (head, domain) = (names(dims.len()), domain.join(", "));
        self.items.push(format!("{name}({head}): {ty} in [{domain}] = {start};"));
        self.items.extend(items);
        let dims = dims.iter().map(|d| Dim::exact(d.0, &self.sizes)).collect();
        self.enter(name.to_string(), ty, dims, &used, false);
        true
    }

    /// A stage in the making over reduction variables.
    fn over(&mut self, ranges: &[Exact]) -> Stage {
        let vars = ranges.iter().zip(VARS);
        let vars = vars
            .map(|(range, name)| super::stage::Var { name, range: Range::Exact(*range) })
            .collect();
        self.open(vars, self.sources.clone(), Style { mul: 1, div: 1, offset: 1, odd: 10 })
    }

    fn reduction_range(&mut self) -> Exact {
        let size = self.rng.chance(75).then(|| self.rng.below(self.sizes.len()));
        match size {
            Some(_) => Exact { size, lo: self.rng.pick(&[0, 0, 1]), hi: -1 },
            None => Exact { size, lo: 0, hi: self.rng.range(0, 5) },
        }
    }

    fn range_text(&self, e: Exact) -> String {
        match e.size {
            Some(s) => format!("{}..{}{}", e.lo, self.sizes[s].name, offset(e.hi + 1)),
            None => format!("{}..={}", e.lo, e.hi),
        }
    }
}

/// An index of a target, and the domain of its dimension; where the domain is known, the index is
/// one inside.
fn target(
    stage: &mut Stage,
    vars: &[Exact],
    var: usize,
    known: Option<(Exact, String)>,
) -> (String, (Exact, String)) {
    let (range, name) = (vars[var], VARS[var]);
    if let Some((dim, text)) = known {
        let last = dim.size.map_or(dim.hi.to_string(), |_| "0".into());
        let value = stage.value(ElemType::I32, 0);
        return (format!("clamp({value}, 0, {last})"), (dim, text));
    }
    match stage.rng.below(4) {
        0 => {
            let most = stage.rng.range(0, 6);
            let value = stage.value(ElemType::I32, 1);
            let dim = Exact { size: None, lo: 0, hi: most };
            (format!("clamp({value}, 0, {most})"), (dim, format!("0..={most}")))
        }
        1 => {
            let modulus = stage.rng.range(2, 9);
            let dim = Exact { size: None, lo: 0, hi: modulus - 1 };
            (format!("{name} % {modulus}"), (dim, format!("0..{modulus}")))
        }
        form => {
            let dim = Exact { lo: 0, hi: range.hi.max(0), ..range };
            let text = match dim.size {
                Some(s) => format!("0..={}", stage.sizes[s].name),
                None => format!("0..={}", dim.hi),
            };
            let by = stage.rng.range(2, 3);
            let index = if form == 2 { name.to_string() } else { format!("({name} + 1) / {by}") };
            (index, (dim, text))
        }
    }
}
