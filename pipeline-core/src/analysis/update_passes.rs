//! Which updates of a stage are made in one pass over their domain.

use super::followed::{followed, target};
use super::forms::{forms_of, has_data};
use crate::ir::{Index, Stage, Update};

/// The updates of a stage in their order. Updates that can be made in one pass over their domain
/// are.
pub fn update_passes(stage: &Stage) -> Vec<&[Update]> {
    let mut passes: Vec<&[Update]> = Vec::new();
    let mut rest = &stage.updates[..];
    while let Some(first) = rest.first() {
        let fits = |n: &usize| rest[1..*n].iter().all(|u| in_one_pass(first, u));
        let apart = |n: &usize| all_apart(&rest[..*n]);
        let len = (1..=rest.len()).take_while(|n| fits(n) && apart(n)).last().unwrap_or(1);
        let (pass, others) = rest.split_at(len);
        passes.push(pass);
        rest = others;
    }
    passes
}

/// Whether two updates can be made point by point of one domain: both scatter, and the same loops
/// serve both.
fn in_one_pass(a: &Update, b: &Update) -> bool {
    let plain = |u: &Update| has_data(u) && u.vars.len() == u.domain.0.len();
    let same = forms_of(a) == forms_of(b) && followed(a) == followed(b);
    plain(a) && plain(b) && a.domain == b.domain && same
}

/// Whether the updates never change the same points, so that their order does not matter: some
/// index of the targets is another constant in each.
fn all_apart(updates: &[Update]) -> bool {
    let differ = |a: &Update, b: &Update| {
        target(a).iter().zip(target(b)).any(|pair| match pair {
            (Index::Affine(a), Index::Affine(b)) => {
                a.sub(b).as_constant().is_some_and(|d| d != 0) && a.as_constant().is_some()
            }
            _ => false,
        })
    };
    updates.iter().enumerate().all(|(i, a)| updates[..i].iter().all(|b| differ(a, b)))
}
