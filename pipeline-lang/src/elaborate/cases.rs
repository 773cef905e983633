//! Definitions: one expression, or cases on parts of the domain.

use super::build::ExprBuilder;
use super::constant::article;
use super::expr::{Elab, adapts, type_of};
use super::operand::{Cond, Const, Operand};
use super::print;
use super::scope::NameScope;
use crate::syntax::Expr;
use pipeline_core::ir::{Case, ElemType, Region, Test, TestOp};
use proc_macro2::Span;
use std::rc::Rc;

/// A condition splits into no more regions than this.
const MOST_REGIONS: usize = 64;

/// Conjunctions of tests, no two of which hold at once.
type Regions = Vec<Vec<Test>>;

/// One case: where it holds and its value.
pub(super) struct Arm<'e> {
    pub(super) regions: Vec<Region>,
    pub(super) span: Span,
    pub(super) value: &'e Expr,
}

impl Elab<'_, '_> {
    /// `case { c => e, …, else => e }`.
    pub(super) fn cases(
        &mut self,
        arms: &[(Option<Expr>, Expr)],
        span: Span,
        scope: &NameScope,
        declared: Option<ElemType>,
    ) -> Option<(ElemType, Vec<Case>)> {
        let mut rest: Option<Regions> = Some(vec![Vec::new()]);
        let mut complete = true;
        let mut list = Vec::with_capacity(arms.len());
        for (condition, value) in arms {
            let found = match condition {
                None => rest.clone(),
                Some(c) => self.regions(c, scope, &mut rest),
            };
            complete &= found.is_some();
            let regions = found.unwrap_or_default().into_iter().map(|tests| Region { tests });
            let span = condition.as_ref().map_or(value.span, |c| c.span);
            list.push(Arm { regions: regions.collect(), span, value });
        }
        if rest.is_none() && complete {
            let message = format!("these cases leave more than {MOST_REGIONS} regions");
            self.error(span, message);
            complete = false;
        }
        // An arm without regions is never chosen; after an error nothing is known of that.
        if complete {
            list.retain(|arm| !arm.regions.is_empty());
            if list.is_empty() {
                self.error(span, "none of these cases ever holds");
                return None;
            }
        }
        let definition = self.definition(list, scope, declared);
        definition.filter(|_| complete)
    }

    /// Where a condition holds; takes that out of the `rest`.
    fn regions(
        &mut self,
        e: &Expr,
        scope: &NameScope,
        rest: &mut Option<Regions>,
    ) -> Option<Regions> {
        let condition = match self.expr(e, scope, None) {
            Operand::Poison => return None,
            Operand::Const(Const::Bool(b)) => {
                if b {
                    *rest = Some(Vec::new());
                }
                return Some(if b { vec![Vec::new()] } else { Vec::new() });
            }
            Operand::Cond(c) => c,
            _ => {
                let message =
                    "case conditions compare index expressions; use `if`/`else` for values";
                self.error(e.span, message);
                return None;
            }
        };
        let outside = split(&condition, false);
        *rest = match (rest.as_ref(), outside) {
            (Some(r), Some(o)) => product(r, &o),
            _ => None,
        };
        let regions = split(&condition, true);
        if regions.is_none() {
            let message = format!("this condition splits into more than {MOST_REGIONS} regions");
            self.error(e.span, message);
        }
        regions
    }

    /// The cases of a definition, all of one type.
    pub(super) fn definition(
        &mut self,
        arms: Vec<Arm>,
        scope: &NameScope,
        declared: Option<ElemType>,
    ) -> Option<(ElemType, Vec<Case>)> {
        let values = self.arm_values(&arms, scope, declared);
        let typed = values.iter().find_map(|(o, _)| type_of(o));
        self.typed = typed;
        let ty = declared.or(typed).unwrap_or_else(|| usual(values.iter().map(|v| &v.0)));
        let mut cases = Some(Vec::with_capacity(arms.len()));
        for (arm, (operand, builders)) in arms.iter().zip(values) {
            self.builders = builders;
            let val = if self.agrees(&operand, ty, declared.is_some(), arm.value) {
                self.convert(operand, ty, arm.value)
            } else {
                None
            };
            let (Some(val), Some(list)) = (val, &mut cases) else {
                cases = None;
                continue;
            };
            let value = self.builders[0].finish(val.id);
            for region in &arm.regions {
                let loc = self.program.loc(arm.span);
                list.push(Case { region: region.clone(), value: value.clone(), loc });
            }
        }
        Some((ty, cases?))
    }

    /// The values, each with the block that it is part of. Those made of literals come last, with
    /// the type of the others as hint.
    fn arm_values(
        &mut self,
        arms: &[Arm],
        scope: &NameScope,
        declared: Option<ElemType>,
    ) -> Vec<(Operand, Vec<ExprBuilder>)> {
        let mut hint = declared;
        let mut values: Vec<Option<(Operand, Vec<ExprBuilder>)>> =
            arms.iter().map(|_| None).collect();
        for literals in [false, true] {
            for (arm, slot) in arms.iter().zip(&mut values) {
                if adapts(arm.value) != literals {
                    continue;
                }
                self.builders = vec![ExprBuilder::default()];
                let operand = self.expr(arm.value, scope, if literals { hint } else { declared });
                hint = hint.or(type_of(&operand));
                *slot = Some((operand, std::mem::take(&mut self.builders)));
            }
        }
        values.into_iter().flatten().collect()
    }

    /// Whether a value has the type of its stage; reports if not.
    fn agrees(&mut self, operand: &Operand, ty: ElemType, declared: bool, e: &Expr) -> bool {
        let index = matches!(operand, Operand::Index(_)).then_some(ElemType::I32);
        let Some(found) = type_of(operand).or(index) else { return true };
        if found == ty {
            return true;
        }
        let name = self.stage.map_or(String::new(), |d| self.program.defs[d].name.clone());
        let start = if declared {
            format!("`{name}` is declared {ty}, but its value is {}", article(found))
        } else {
            format!(
                "the cases of `{name}` differ: the first is {}, this {}",
                article(ty),
                article(found)
            )
        };
        let advice = match (ty, found) {
            (ElemType::Bool, t) if t.is_float() => format!("{} != 0.0", print::text(e)),
            (ElemType::Bool, _) => format!("{} != 0", print::text(e)),
            (t, ElemType::Bool) if t.is_float() => print::cast(e, "u8") + " as " + t.name(),
            (t, _) => print::cast(e, t.name()),
        };
        self.error(e.span, format!("mismatched types: {start}; write `{advice}`"));
        false
    }
}

/// The type of values none of which has its own.
fn usual<'o>(values: impl Iterator<Item = &'o Operand>) -> ElemType {
    let rank = |ty: &ElemType| u8::from(ty.is_float());
    values
        .filter_map(|o| match o {
            Operand::Index(_) => Some(ElemType::I32),
            Operand::Const(c) => Some(c.default_type()),
            _ => None,
        })
        .max_by_key(rank)
        .unwrap_or(ElemType::F32)
}

/// Where a condition holds (or does not), as disjoint conjunctions; `None` if there are too many.
fn split(c: &Rc<Cond>, holds: bool) -> Option<Regions> {
    let (a, b, both) = match &**c {
        Cond::Test(t) => {
            return Some(vec![vec![if holds { t.clone() } else { t.negated() }]]);
        }
        Cond::Not(a) => return split(a, !holds),
        Cond::And(a, b) => (a, b, holds),
        Cond::Or(a, b) => (a, b, !holds),
    };
    if both {
        return product(&split(a, holds)?, &split(b, holds)?);
    }
    // Either: the first, or the second without the first.
    let mut regions = split(a, holds)?;
    regions.extend(product(&split(a, !holds)?, &split(b, holds)?)?);
    (regions.len() <= MOST_REGIONS).then_some(regions)
}

/// Every pair of conjunctions that can hold at once.
fn product(a: &Regions, b: &Regions) -> Option<Regions> {
    let mut regions = Vec::new();
    for x in a {
        for y in b {
            if let Some(both) = conjunction(x, y) {
                regions.push(both);
            }
        }
        if regions.len() > MOST_REGIONS {
            return None;
        }
    }
    Some(regions)
}

/// Both conjunctions, without tests that others imply; `None` if plainly impossible.
fn conjunction(a: &[Test], b: &[Test]) -> Option<Vec<Test>> {
    let mut tests = a.to_vec();
    'next: for new in b {
        let mut i = 0;
        while i < tests.len() {
            match relation(&tests[i], new) {
                Relation::Excludes => return None,
                Relation::Implies => continue 'next,
                Relation::Implied => {
                    tests.remove(i);
                }
                Relation::Unknown => i += 1,
            }
        }
        tests.push(new.clone());
    }
    Some(tests)
}

/// What one test says of another.
enum Relation {
    Excludes,
    Implies,
    Implied,
    Unknown,
}

fn relation(old: &Test, new: &Test) -> Relation {
    use TestOp::*;
    if old == new {
        return Relation::Implies;
    }
    if *old == new.negated() {
        return Relation::Excludes;
    }
    let difference = new.affine.sub(&old.affine).as_constant();
    let sum = new.affine.add(&old.affine).as_constant();
    match (old.op, new.op, difference, sum) {
        (NonNegative, NonNegative, Some(d), _) if d >= 0 => Relation::Implies,
        (NonNegative, NonNegative, Some(_), _) => Relation::Implied,
        (NonNegative, NonNegative, _, Some(s)) if s < 0 => Relation::Excludes,
        (Zero, NonNegative, Some(v), _) | (Zero, NonNegative, _, Some(v)) => {
            if v >= 0 {
                Relation::Implies
            } else {
                Relation::Excludes
            }
        }
        (NonNegative, Zero, Some(d), _) => {
            if d <= 0 {
                Relation::Implied
            } else {
                Relation::Excludes
            }
        }
        (NonNegative, Zero, _, Some(s)) => {
            if s >= 0 {
                Relation::Implied
            } else {
                Relation::Excludes
            }
        }
        (Zero, Zero, Some(_), _) => Relation::Excludes,
        _ => Relation::Unknown,
    }
}
