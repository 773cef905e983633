//! Definitions of stages: one expression, or cases on parts of the domain.

use super::space::Exact;
use super::stage::{Range, Stage};
use super::window::REDUCTIONS;
use pipeline_core::ir::ElemType;

/// Dimensions that follow no variable have this in a map.
pub const FREE: usize = usize::MAX;

impl Stage {
    /// A definition that reads `main` along `map` and so bounds every variable; `None` if the
    /// reads leave too little.
    pub fn anchored(
        &mut self,
        main: usize,
        map: &[usize],
        ty: ElemType,
        depth: usize,
    ) -> Option<String> {
        let from = self.sources[main].ty;
        let whole = !map.contains(&FREE);
        let (anchor, from) = match self.rng.below(10) {
            0..=2 if whole => (self.stencil(main, map)?, from),
            3 | 4 => self.anchored_window(main, map)?,
            _ => (self.read(main, Some(map))?, from),
        };
        let anchor = self.cast(anchor, from, ty);
        let shape = self.rng.below(12);
        if shape < 3 {
            return self.cases(ty, depth, Some(anchor));
        }
        if depth == 0 {
            return Some(anchor);
        }
        let value = self.value(ty, depth);
        Some(match (shape, ty) {
            (3, _) => {
                let c = self.index_condition();
                format!("if {c} {{ {anchor} }} else {{ {value} }}")
            }
            (4, _) => anchor,
            (_, ElemType::Bool) => {
                let op = self.rng.pick(&["&&", "||", "^", "!="]);
                format!("{anchor} {op} {value}")
            }
            (5, _) => format!("max({anchor}, {value})"),
            (6, t) if t.is_int() => format!("{anchor} ^ {value}"),
            _ => {
                let op = self.rng.pick(&["+", "-", "*"]);
                format!("{anchor} {op} {value}")
            }
        })
    }

    fn anchored_window(&mut self, main: usize, map: &[usize]) -> Option<(String, ElemType)> {
        let ty = self.sources[main].ty;
        let op = match ty {
            ElemType::Bool => self.rng.pick(&["any", "all"]),
            _ => self.rng.pick(&REDUCTIONS),
        };
        // The read follows the map and, where there is room, the windows.
        let long = self.rng.chance(30);
        let far = if long { 3 } else { self.rng.range(0, 1) };
        let rank = map.iter().filter(|v| **v != FREE).count().min(2);
        let mut texts = Vec::new();
        for _ in 0..rank {
            self.names += 1;
            let name = format!("d{}", self.names);
            let (first, last) = (-self.rng.range(0, 1) - far + i64::from(long), 1 + far);
            texts.push(format!("{name} in {first}..={last}"));
            self.windows.push((name, first, last));
        }
        let read = self.read(main, Some(map));
        self.windows.truncate(self.windows.len() - rank);
        Some((format!("{op}({}; {})", texts.join(", "), read?), ty))
    }

    /// `case { … }`, the first arm given if there is one.
    pub fn cases(&mut self, ty: ElemType, depth: usize, first: Option<String>) -> Option<String> {
        let var = self.rng.below(self.vars.len());
        let v = self.vars[var].name;
        let k = self.rng.range(0, 4);
        let mut conditions: Vec<String> = match self.rng.below(6) {
            0 | 1 => {
                let m = self.rng.range(2, 4);
                (0..m - 1).map(|r| format!("{v} % {m} == {r}")).collect()
            }
            2 => {
                // An arm that never holds would not bound its variables.
                let w = self.rng.below(self.vars.len());
                let from = if w == var { k - 1 } else { self.rng.range(0, 5) };
                vec![format!("{v} < {k} && {} >= {from}", self.vars[w].name)]
            }
            3 => vec![
                format!("{v} < {k}"),
                format!("{v} >= {k} && {v} < {}", k + self.rng.range(1, 6)),
            ],
            4 if !self.sizes.is_empty() => {
                let size = self.rng.below(self.sizes.len());
                vec![format!("{v} >= {} - {k}", self.sizes[size].name)]
            }
            _ => vec![format!("{v} <= {k}")],
        };
        // Sometimes the last condition is written out.
        let last = match (conditions.as_slice(), self.rng.chance(20)) {
            ([one], true) => format!("!({one})"),
            _ => "else".to_string(),
        };
        conditions.push(last);
        let mut arms = Vec::new();
        let mut first = first;
        for condition in conditions {
            let value = match first.take() {
                Some(text) => text,
                None => self.value(ty, depth.min(1)),
            };
            arms.push(format!("            {condition} => {value},"));
        }
        Some(format!("case {{\n{}\n        }}", arms.join("\n")))
    }

    /// Cases whose conditions keep the reads of the last arm inside: its index may be further
    /// off than the declared domain alone would allow.
    pub fn guarded(&mut self, var: usize, ty: ElemType, depth: usize) -> String {
        let Range::Exact(exact @ Exact { lo, hi, .. }) = self.vars[var].range else {
            return self.value(ty, depth);
        };
        let v = self.vars[var].name;
        let k = self.rng.range(1, 3);
        let edge = self.value(ty, depth.min(1));
        let low = self.rng.chance(60);
        let (condition, inner) = match (low, exact.size) {
            (true, _) => (format!("{v} < {}", lo + k), Exact { lo: lo + k, ..exact }),
            (false, Some(s)) => {
                let end = format!("{}{}", self.sizes[s].name, super::space::offset(hi - k));
                (format!("{v} > {end}"), Exact { hi: hi - k, ..exact })
            }
            (false, None) => (format!("{v} > {}", hi - k), Exact { hi: hi - k, ..exact }),
        };
        self.vars[var].range = Range::Exact(inner);
        let inside = self.value(ty, depth);
        self.vars[var].range = Range::Exact(exact);
        match self.rng.chance(50) {
            true => format!(
                "case {{\n            {condition} => {edge},\n            else => {inside},\n        }}"
            ),
            false => format!("if {condition} {{ {edge} }} else {{ {inside} }}"),
        }
    }
}
