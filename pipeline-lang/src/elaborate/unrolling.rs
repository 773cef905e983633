//! Which windows are written out whatever their size.
//!
//! A window of many points stays a loop, in which its variables are symbols. Where the value of one
//! decides something at compile time (a factor or a divisor of an index, the member of a family,
//! the range of another window, a condition) the window is written out instead. So what a block may
//! say does not depend on how many points its windows have.

use super::expr::Elab;
use super::operand::{Cond, Operand};
use pipeline_core::ir::{Affine, Atom, ElemType, Node, VarId};

/// How far an elaboration had come, to go back there.
pub(super) struct Mark {
    errors: usize,
    spans: usize,
    types: Vec<ElemType>,
    created: usize,
    deciding: usize,
    /// The variables of the loops that are begun from here on have this number or a larger one.
    vars: usize,
}

impl Elab<'_, '_> {
    /// How far the elaboration has come.
    pub(super) fn mark(&self) -> Mark {
        Mark {
            errors: self.program.errors.len(),
            spans: self.program.spans.len(),
            types: self.types.clone(),
            created: self.created,
            deciding: self.deciding.len(),
            vars: self.vars.len(),
        }
    }

    /// Forgets what happened since, within a block that is dropped.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.program.errors.truncate(mark.errors);
        self.program.spans.truncate(mark.spans);
        self.types = mark.types;
        self.created = mark.created;
        self.deciding.truncate(mark.deciding);
        self.vars.truncate(mark.vars);
    }

    /// Notes that it matters at compile time what this is, which only variables of window loops may
    /// leave open.
    pub(super) fn decides(&mut self, operand: &Operand) {
        if let Some(vars) = self.loop_variables(operand) {
            self.deciding.extend(vars);
        }
    }

    /// Whether the value of a variable of these loops, or of one within, decides something.
    pub(super) fn must_write_out(&self, since: &Mark) -> bool {
        self.is_decided(since, VarId(since.vars))
    }

    /// Whether the value of this variable, or of one of a loop within, decides something.
    pub(super) fn is_decided(&self, since: &Mark, first: VarId) -> bool {
        self.deciding[since.deciding..].iter().any(|var| var.0 >= first.0)
    }

    /// Forgets that the variables of a loop over sizes, so many of them, decide something: it
    /// cannot be written out.
    pub(super) fn decided_within(&mut self, since: &Mark, vars: usize) {
        let own = since.vars..since.vars + vars;
        let within = self.deciding.split_off(since.deciding);
        self.deciding.extend(within.into_iter().filter(|var| !own.contains(&var.0)));
    }

    /// The variables of an operand that is made of nothing but variables of loops and constants.
    fn loop_variables(&self, operand: &Operand) -> Option<Vec<VarId>> {
        match operand {
            Operand::Poison => None,
            Operand::Const(_) => Some(Vec::new()),
            Operand::Index(affine) => self.only_loops(affine),
            Operand::Cond(cond) => {
                let mut vars = Vec::new();
                cond_variables(self, cond, &mut vars).then_some(vars)
            }
            Operand::Value(value) => {
                let builder = &self.builders[value.level];
                let mut vars = Vec::new();
                for id in builder.needed(value.id) {
                    match &builder.expr(id).node {
                        Node::Index(affine) => vars.extend(self.only_loops(affine)?),
                        Node::Test(test) => vars.extend(self.only_loops(&test.affine)?),
                        Node::Const(_)
                        | Node::Unary(..)
                        | Node::Binary(..)
                        | Node::Cast(_)
                        | Node::SaturatingCast(_)
                        | Node::Select(..) => {}
                        Node::Scalar(_)
                        | Node::Read { .. }
                        | Node::Call(..)
                        | Node::Combine { .. }
                        | Node::Reduce { .. } => return None,
                    }
                }
                Some(vars)
            }
        }
    }

    fn only_loops(&self, affine: &Affine) -> Option<Vec<VarId>> {
        let mut others = false;
        affine.for_each_leaf(&mut |leaf| {
            others |= !matches!(leaf, Atom::Var(var) if self.loops.contains(var));
        });
        (!others).then(|| affine.vars())
    }
}

/// Collects the variables of a condition; false if it has others than those of loops.
fn cond_variables(elab: &Elab<'_, '_>, cond: &Cond, vars: &mut Vec<VarId>) -> bool {
    match cond {
        Cond::Test(test) => match elab.only_loops(&test.affine) {
            Some(found) => {
                vars.extend(found);
                true
            }
            None => false,
        },
        Cond::And(a, b) | Cond::Or(a, b) => {
            // Either side alone may decide which branch is looked at.
            let (left, right) = (cond_variables(elab, a, vars), cond_variables(elab, b, vars));
            left || right
        }
        Cond::Not(a) => cond_variables(elab, a, vars),
    }
}
