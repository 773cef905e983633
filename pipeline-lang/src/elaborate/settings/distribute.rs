//! `#[distribute(y; rank(f), everywhere(g))]`: the variables of the results along which a pipeline
//! is distributed, and what becomes of stages that several ranks need.

use super::Draft;
use super::args::{ArgValue, Args};
use super::schedule::stages;
use crate::elaborate::names::did_you_mean;
use crate::elaborate::print;
use crate::elaborate::program::Elaboration;
use crate::syntax::StageRef;
use pipeline_core::options::{ComputedAt, PolicyHint};
use pipeline_ranks::Policy;
use proc_macro2::Ident;

/// A result has no more dimensions that are worth cutting: ranks form a line, a rectangle or a box.
const MOST_AXES: usize = 3;

/// The key of inputs that are cut for themselves.
const APART: &str = "apart";

/// Where the points of a stage are computed, by its key.
fn computed_at(key: &Ident) -> Option<ComputedAt> {
    let name = print::name(key);
    let policy = Policy::ALL.into_iter().find(|policy| policy.name() == name);
    policy.map(ComputedAt::Stored).or((name == "inside").then_some(ComputedAt::Inside))
}

impl Draft {
    /// Reads the attribute `distribute`: one to three variables, and policies. That a result has
    /// the variables is for the plan to see.
    pub(super) fn distribute(&mut self, args: Args) {
        let needed = "`distribute` needs a variable of a result: `#[distribute(y)]`";
        if args.is_empty() {
            return self.error(args.attribute.span(), needed);
        }
        let before = self.errors.len();
        for arg in &args.list {
            let is_known = computed_at(&arg.key).is_some() || print::name(&arg.key) == APART;
            match (&arg.value, is_known) {
                (ArgValue::List(group), true) => match stages(&arg.key, group) {
                    Ok(stages) => self.policies.push((arg.key.clone(), stages)),
                    Err((span, message)) => self.error(span, message),
                },
                (ArgValue::Word, _) if self.distribute.len() < MOST_AXES => {
                    self.distribute.push(arg.key.clone());
                }
                (ArgValue::Word, _) => {
                    let message = "a pipeline is distributed along three variables at most";
                    self.error(arg.key.span(), message);
                }
                (ArgValue::Literal(_) | ArgValue::List(_), _) => {
                    let name = print::name(&arg.key);
                    let message = format!(
                        "`distribute` takes variables of a result, and after them `exchange(f)`, \
                         `rank(f)`, `everywhere(f)`, `inside(f)` and `apart(img)`: `{name}`"
                    );
                    self.error(arg.key.span(), message);
                }
            }
        }
        if self.distribute.is_empty() && !args.broken && self.errors.len() == before {
            self.error(args.attribute.span(), needed);
        }
    }
}

impl Elaboration<'_> {
    /// Finds the inputs that are cut for themselves.
    fn apart(&mut self, inputs: Vec<StageRef>) {
        for input in inputs {
            let (name, span) = (print::name(&input.name), input.name.span());
            let names = || self.inputs.iter().map(|input| input.name.as_str());
            if names().any(|known| known == name) && input.members.is_empty() {
                self.settings.apart.push(name);
                continue;
            }
            let all = format!("inputs are {}", names().collect::<Vec<_>>().join(", "));
            let known = did_you_mean(&name, names()).unwrap_or(all);
            self.error(span, format!("`apart` names `{name}`, which is no input; {known}"));
        }
    }

    /// Finds the stages that the policies of `distribute` name.
    pub(super) fn policies(&mut self) {
        for (key, stages) in std::mem::take(&mut self.policies) {
            let name = print::name(&key);
            let Some(at) = computed_at(&key) else {
                self.apart(stages);
                continue;
            };
            for (stage, span) in self.all_hinted(&name, stages) {
                let loc = self.loc(span);
                let before = self.settings.policies.iter().any(|hint| hint.stage == stage);
                let alone = self.settings.no_fuse.contains(&stage);
                if before {
                    self.error(
                        span,
                        format!("two policies are given for `{stage}`; leave one out"),
                    );
                } else if alone && at == ComputedAt::Inside {
                    let message = format!(
                        "`{stage}` cannot be computed inside tiles of others and by itself: \
                         `no_fuse` names it, too; leave one of the two out"
                    );
                    self.error(span, message);
                } else {
                    self.settings.policies.push(PolicyHint { stage, at, loc });
                }
            }
        }
    }
}
