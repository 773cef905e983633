//! Families: a first member, and a loop in which each member reads the one before.

use super::Program;
use super::space::{Dim, Source, Step};
use super::stage::{Bound, Range, Style};
use super::stages::names;

impl Program {
    /// Adds a family; `false` if nothing suits.
    pub(super) fn family(&mut self, name: &str) -> bool {
        let main = self.sources.len() - 1 - self.rng.below(self.sources.len().min(3));
        let first = self.sources[main].clone();
        let before = self.rng.clone();
        let ty = self.element_type(first.ty, true);
        // What the loop's body reads beside the member before it.
        let mut sources = self.sources.clone();
        let Some(start) = self.define(main, &sources, ty, 2) else { return self.undo(before) };
        let border = self.rng.chance(40);
        let member = |name: String, dims: Vec<Dim>| Source { name, ty, dims, border };
        // Only what holds for every member is known of the one before.
        let known = |dims: &[Dim]| dims.iter().map(|d| Dim { exact: None, ..d.clone() }).collect();
        sources.push(member(format!("{name}[k - 1]"), known(&start.dims)));
        let previous = sources.len() - 1;
        let Some(step) = self.define(previous, &sources, ty, 2) else { return self.undo(before) };
        if step.dims.len() != start.dims.len() {
            return self.undo(before);
        }
        let mut members = vec![start.dims.clone(), step.dims.clone()];
        let most = self.rng.range(1, 3) as usize;
        while members.len() <= most {
            sources[previous].dims = known(&members[members.len() - 1]);
            let Some(dims) = self.again(&sources, &step.bounds, step.dims.len()) else { break };
            members.push(dims);
        }
        let (n, vars) = (members.len(), names(start.dims.len()));
        let limit = match self.rng.chance(50) {
            true => {
                let constant = name.to_uppercase();
                self.items.push(format!("const {constant} = {n};"));
                constant
            }
            false => n.to_string(),
        };
        if border {
            let mode = self.border_mode(ty, &members.concat());
            self.items.push(format!("for k in 0..{limit} {{ border {name}[k] = {mode}; }}"));
        }
        let member_text = format!("{name}[k]({vars}) = {};", step.body);
        if self.rng.chance(50) {
            self.items.push(format!("{name}[0]({vars}) = {};", start.body));
            self.items
                .push(format!("for k in 1..{limit} {{\n            {member_text}\n        }}"));
        } else {
            let first = format!("{name}[k]({vars}) = {};", start.body);
            self.items.push(format!(
                "for k in 0..{limit} {{\n            if k == 0 {{ {first} }} else {{ {member_text} }}\n        }}"
            ));
        }
        for (k, dims) in members.into_iter().enumerate() {
            self.sources.push(member(format!("{name}[{k}]"), dims));
            self.used.push(k + 1 < n);
        }
        self.mark(&start.used);
        self.mark(&step.used[..previous]);
        self.stages += n;
        true
    }

    fn undo(&mut self, before: crate::common::rng::Rng) -> bool {
        self.rng = before;
        // Another stream than the one that failed.
        self.rng.next();
        false
    }

    /// The dimensions that the same reads leave of other sources.
    fn again(&mut self, sources: &[Source], bounds: &[Bound], rank: usize) -> Option<Vec<Dim>> {
        let vars = Self::variables(rank, Range::Inferred(None));
        let mut stage = self.open(vars, sources.to_vec(), Style::default());
        for Bound { var, source, dim, steps, flipped } in bounds {
            let target = stage.sources[*source].dims[*dim].clone();
            let (steps, border): (&[Step], bool) = match flipped {
                true => (&[], false),
                false => (steps, stage.sources[*source].border),
            };
            let left = stage.narrowed(*var, &target, border, steps)?;
            stage.vars[*var].range = Range::Inferred(Some(left));
        }
        let dims = stage.vars.into_iter().map(|v| match v.range {
            Range::Inferred(dim) => dim,
            _ => None,
        });
        dims.collect()
    }
}
