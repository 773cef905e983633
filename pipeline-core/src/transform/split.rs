//! Conditions on index variables divide domains, so that inner loops have none.
//!
//! The piece-wise functions of PolyMage, Section 2: a case holds on a part of the domain. A
//! condition over one variable written as `if` inside an expression becomes cases in the same
//! way. Afterwards every test of a region is over sizes only, one bound `v - e >= 0` or
//! `e - v >= 0` of a variable, or exactly `v - m·floor(v/m) - r == 0`; except those of a case
//! that the user wrote over several variables or a large modulus, which stay as they are (and
//! which the check of cases refuses).

use super::subdomains::Subdomain;
use crate::analysis::integer::Facts;
use crate::ir::nodes::{for_each_operand, map_operands};
use crate::ir::{
    BinaryOp, Block, Case, Expr, ExprId, Node, Pipeline, Stage, Test, UnaryOp, Value, VarId,
};
use std::collections::HashMap;

/// A stage is not divided into more parts than this; conditions left over stay in the loops.
pub(super) const MOST_PIECES: usize = 64;

/// Divides every case by the conditions in it.
///
/// A `Select` whose condition is made of tests over at most one stage variable each, joined by
/// and, or, exclusive or and not, is replaced by one branch in each part, and what is no longer
/// used is dropped. Conditions on window variables, on several variables at once, or on residues
/// modulo more than 8 stay.
pub fn split(mut p: Pipeline) -> Pipeline {
    let sizes = Facts::for_pipeline(&p);
    for stage in &mut p.stages {
        stage.cases = divided(stage, &sizes);
    }
    p
}

/// The cases of a stage, divided by their conditions.
pub(super) fn divided(stage: &Stage, sizes: &Facts) -> Vec<Case> {
    let mut plans: Vec<SplitConditions> = Vec::with_capacity(stage.cases.len());
    plans.extend(stage.cases.iter().map(|case| SplitConditions::new(&case.value, stage.rank())));
    let is_divided = |(case, plan): (&Case, &SplitConditions)| {
        plan.conditions.is_empty() && case.region.tests.is_empty()
    };
    match stage.cases.iter().zip(&plans).all(is_divided) {
        true => stage.cases.clone(),
        false => split_stage(stage, &plans, sizes),
    }
}

fn split_stage(stage: &Stage, plans: &[SplitConditions], sizes: &Facts) -> Vec<Case> {
    let dims = stage.domain.0.iter().enumerate();
    let facts = dims.fold(sizes.clone(), |f, (i, dim)| f.with_interval(VarId(i), dim));
    let mut cases = Vec::new();
    for (i, (case, plan)) in stage.cases.iter().zip(plans).enumerate() {
        let mut limit = MOST_PIECES.saturating_sub(cases.len() + stage.cases.len() - 1 - i);
        let mut subdomains =
            vec![Subdomain::new(facts.clone(), stage.rank(), plan.conditions.len())];
        for test in &case.region.tests {
            subdomains = subdomains.into_iter().flat_map(|s| s.keep_where(test)).collect();
        }
        limit = limit.saturating_sub(subdomains.len());
        subdomains.reverse();
        while let Some(mut subdomain) = subdomains.pop() {
            let Some(condition) = plan.undecided(&case.value, &subdomain) else {
                let value = plan.decide(&case.value, &subdomain);
                cases.push(Case { region: subdomain.region(), value, loc: case.loc });
                continue;
            };
            match subdomain.divide(&plan.conditions[condition]) {
                Some(parts) if parts.len() <= limit + 1 => {
                    limit += 1;
                    limit -= parts.len();
                    for (mut part, truth) in parts.into_iter().rev() {
                        part.known[condition] = Some(truth);
                        subdomains.push(part);
                    }
                }
                _ => {
                    subdomain.stuck[condition] = true;
                    subdomains.push(subdomain);
                }
            }
        }
    }
    // Nothing is left of an empty domain; the definition stays, for the check to refuse.
    if cases.is_empty() { stage.cases.clone() } else { cases }
}

/// The conditions in a case that may divide it, each once, and where they stand.
struct SplitConditions {
    conditions: Vec<Test>,
    places: ConditionPlaces,
}

/// Conditions by expression of one block.
struct ConditionPlaces {
    /// The number of the condition that an expression is.
    condition: Vec<Option<usize>>,
    /// Whether an expression is made of conditions only.
    pure: Vec<bool>,
    /// Those of the bodies of windows, by expression.
    nested: HashMap<usize, ConditionPlaces>,
}

impl SplitConditions {
    fn new(block: &Block, rank: usize) -> SplitConditions {
        let mut plan = SplitConditions { conditions: Vec::new(), places: ConditionPlaces::empty() };
        let mut numbers = HashMap::new();
        plan.places = plan.find(block, rank, &mut numbers);
        if !plan.places.any_select(block) {
            plan.conditions.clear();
        }
        plan
    }

    fn find(
        &mut self,
        block: &Block,
        rank: usize,
        numbers: &mut HashMap<Test, usize>,
    ) -> ConditionPlaces {
        let mut places = ConditionPlaces::empty();
        for (i, expr) in block.exprs.iter().enumerate() {
            let pure = |id: &ExprId| places.pure[id.0];
            let mut condition = None;
            let is_pure = match &expr.node {
                Node::Const(Value::Bool(_)) => true,
                Node::Test(test) => {
                    let vars = test.affine.vars();
                    let divides = vars.len() <= 1 && vars.iter().all(|v| v.0 < rank);
                    if divides {
                        let next = self.conditions.len();
                        let number = *numbers.entry(test.clone()).or_insert_with(|| {
                            self.conditions.push(test.clone());
                            next
                        });
                        condition = Some(number);
                    }
                    divides
                }
                Node::Unary(UnaryOp::Not, a) => pure(a),
                Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
                    pure(a) && pure(b)
                }
                Node::Reduce { body, .. } => {
                    let inner = self.find(body, rank, numbers);
                    places.nested.insert(i, inner);
                    false
                }
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Index(_)
                | Node::Read { .. }
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => false,
            };
            places.condition.push(condition);
            places.pure.push(is_pure);
        }
        places
    }

    /// The first condition in the way of a result without selects on conditions.
    fn undecided(&self, block: &Block, subdomain: &Subdomain) -> Option<usize> {
        if self.conditions.is_empty() { None } else { self.places.undecided(block, subdomain) }
    }

    /// The block with every decided select replaced by its branch, without what is then unused.
    fn decide(&self, block: &Block, subdomain: &Subdomain) -> Block {
        if self.conditions.is_empty() {
            block.clone()
        } else {
            self.places.decide(block, subdomain)
        }
    }
}

impl ConditionPlaces {
    fn empty() -> ConditionPlaces {
        ConditionPlaces { condition: Vec::new(), pure: Vec::new(), nested: HashMap::new() }
    }

    fn any_select(&self, block: &Block) -> bool {
        let here = block.exprs.iter().any(|e| match &e.node {
            Node::Select(c, ..) => self.pure[c.0],
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => false,
        });
        here || self.bodies(block).any(|(_, body, inner)| inner.any_select(body))
    }

    fn bodies<'a>(
        &'a self,
        block: &'a Block,
    ) -> impl Iterator<Item = (usize, &'a Block, &'a ConditionPlaces)> {
        block.exprs.iter().enumerate().filter_map(|(i, e)| match &e.node {
            Node::Reduce { body, .. } => Some((i, &**body, self.nested.get(&i)?)),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => None,
        })
    }

    /// The value of a condition expression in a subdomain, if decided.
    fn truth(&self, block: &Block, id: ExprId, subdomain: &Subdomain) -> Option<bool> {
        match &block.exprs[id.0].node {
            Node::Const(Value::Bool(b)) => Some(*b),
            Node::Test(_) => subdomain.known[self.condition[id.0]?],
            Node::Unary(UnaryOp::Not, a) => self.truth(block, *a, subdomain).map(|t| !t),
            Node::Binary(op, a, b) => {
                let (a, b) = (self.truth(block, *a, subdomain), self.truth(block, *b, subdomain));
                match (op, a, b) {
                    (BinaryOp::And, Some(false), _) | (BinaryOp::And, _, Some(false)) => {
                        Some(false)
                    }
                    (BinaryOp::Or, Some(true), _) | (BinaryOp::Or, _, Some(true)) => Some(true),
                    (BinaryOp::And, Some(a), Some(b)) => Some(a && b),
                    (BinaryOp::Or, Some(a), Some(b)) => Some(a || b),
                    (BinaryOp::Xor, Some(a), Some(b)) => Some(a != b),
                    _ => None,
                }
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => None,
        }
    }

    /// The branch that a select takes in a subdomain.
    fn branch(&self, block: &Block, node: &Node, subdomain: &Subdomain) -> Option<ExprId> {
        match node {
            Node::Select(c, a, b) if self.pure[c.0] => {
                self.truth(block, *c, subdomain).map(|taken| if taken { *a } else { *b })
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => None,
        }
    }

    /// The expressions that the result needs in a subdomain.
    fn needed(&self, block: &Block, subdomain: &Subdomain) -> Vec<bool> {
        let mut needed = vec![false; block.exprs.len()];
        needed[block.result.0] = true;
        for i in (0..block.exprs.len()).rev() {
            if needed[i] {
                let node = &block.exprs[i].node;
                match self.branch(block, node, subdomain) {
                    Some(branch) => needed[branch.0] = true,
                    None => for_each_operand(node, |id| needed[id.0] = true),
                }
            }
        }
        needed
    }

    fn undecided(&self, block: &Block, subdomain: &Subdomain) -> Option<usize> {
        let needed = self.needed(block, subdomain);
        // From the result down, so that outer conditions come before those in their branches.
        (0..needed.len()).rev().filter(|i| needed[*i]).find_map(|i| {
            let node = &block.exprs[i].node;
            match node {
                Node::Select(c, ..)
                    if self.pure[c.0] && self.branch(block, node, subdomain).is_none() =>
                {
                    self.open_condition(block, *c, subdomain)
                }
                Node::Reduce { body, .. } => self.nested.get(&i)?.undecided(body, subdomain),
                Node::Const(_)
                | Node::Scalar(_)
                | Node::Index(_)
                | Node::Test(_)
                | Node::Read { .. }
                | Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => None,
            }
        })
    }

    /// A condition inside an undecided condition expression that may be decided; `None` if one of
    /// them cannot, for then the select would stay in some part whatever the others are.
    fn open_condition(&self, block: &Block, id: ExprId, subdomain: &Subdomain) -> Option<usize> {
        let mut open = None;
        let stays = self.visit_open(block, id, subdomain, &mut open);
        if stays { None } else { open }
    }

    fn visit_open(
        &self,
        block: &Block,
        id: ExprId,
        subdomain: &Subdomain,
        open: &mut Option<usize>,
    ) -> bool {
        if self.truth(block, id, subdomain).is_some() {
            return false;
        }
        match &block.exprs[id.0].node {
            Node::Test(_) => {
                let Some(condition) = self.condition[id.0] else { return true };
                if !subdomain.stuck[condition] {
                    open.get_or_insert(condition);
                }
                subdomain.stuck[condition]
            }
            Node::Unary(_, a) => self.visit_open(block, *a, subdomain, open),
            Node::Binary(_, a, b) => {
                let left = self.visit_open(block, *a, subdomain, open);
                self.visit_open(block, *b, subdomain, open) || left
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Read { .. }
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => true,
        }
    }

    fn decide(&self, block: &Block, subdomain: &Subdomain) -> Block {
        let needed = self.needed(block, subdomain);
        let mut exprs: Vec<Expr> = Vec::new();
        // Where each expression went; those not needed nowhere.
        let mut moved: Vec<ExprId> = vec![ExprId(0); block.exprs.len()];
        for (i, expr) in block.exprs.iter().enumerate() {
            if !needed[i] {
                continue;
            }
            if let Some(branch) = self.branch(block, &expr.node, subdomain) {
                moved[i] = moved[branch.0];
                continue;
            }
            let node = match (&expr.node, self.nested.get(&i)) {
                (Node::Reduce { op, vars, body, fused }, Some(inner)) => {
                    let body = Box::new(inner.decide(body, subdomain));
                    Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused }
                }
                (node, _) => map_operands(node, |id| moved[id.0]),
            };
            moved[i] = ExprId(exprs.len());
            exprs.push(Expr { ty: expr.ty, node, loc: expr.loc });
        }
        Block { exprs, result: moved[block.result.0] }
    }
}

#[cfg(test)]
mod tests;
