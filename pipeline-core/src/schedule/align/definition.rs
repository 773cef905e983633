//! What a stage consists of, as far as rows are concerned: its cases, and its updates.

use crate::analysis::followed::{Followed, followed, mentions, target};
use crate::ir::{Affine, Block, Domain, Index, Interval, Stage, Update, VarId, WindowVar};

/// A case or an update.
pub struct Definition<'a> {
    /// What it computes, over variables of its own.
    pub block: &'a Block,
    /// The bounds of these variables.
    domain: &'a Domain,
    /// The point that it computes or changes.
    pub index: Vec<Index>,
    /// By dimension of the stage, the variable that its coordinate follows.
    pub followed: Vec<Option<Followed>>,
    /// The other variables of constant bounds, with these.
    pub others: Vec<WindowVar>,
}

impl Definition<'_> {
    /// The coordinates along a dimension of the stage at which it computes or changes points, where
    /// these follow a variable.
    pub fn coordinates(&self, dim: usize) -> Option<Interval> {
        let followed = self.followed[dim]?;
        let own = &self.domain.0[followed.var.0];
        let of = |list: &[Affine]| list.iter().map(|a| followed.coordinate(a)).collect();
        Some(Interval { lo: of(&own.lo), hi: of(&own.hi) })
    }

    /// The dimensions of the stage whose coordinates a variable has a part in.
    pub fn dims_of(&self, var: VarId) -> impl Iterator<Item = usize> + '_ {
        (0..self.index.len()).filter(move |d| mentions(&self.index[*d], var))
    }
}

/// The cases of a stage, then its updates.
pub fn definitions(stage: &Stage) -> Vec<Definition<'_>> {
    let own = |d: usize| Followed { var: VarId(d), per: 1, start: 0 };
    let cases = stage.cases.iter().map(|case| Definition {
        block: &case.value,
        domain: &stage.domain,
        index: (0..stage.rank()).map(|d| Index::Affine(VarId(d).into())).collect(),
        followed: (0..stage.rank()).map(|d| Some(own(d))).collect(),
        others: Vec::new(),
    });
    cases.chain(stage.updates.iter().map(of_update)).collect()
}

fn of_update(update: &Update) -> Definition<'_> {
    let followed = followed(update);
    let follows = |var: VarId| followed.iter().flatten().any(|f| f.var == var);
    let vars = update.domain.0.iter().enumerate().map(|(v, interval)| (VarId(v), interval));
    let others = vars.filter(|(var, _)| !follows(*var)).filter_map(|(var, interval)| {
        let (first, last) = constant(interval)?;
        Some(WindowVar::new(var, first, last))
    });
    let others = others.collect();
    let (block, domain, index) = (&update.value, &update.domain, target(update).to_vec());
    Definition { block, domain, index, followed, others }
}

/// The ends of an interval whose bounds are constants.
fn constant(interval: &Interval) -> Option<(i64, i64)> {
    let lo: Option<Vec<i64>> = interval.lo.iter().map(|a| a.as_constant()).collect();
    let hi: Option<Vec<i64>> = interval.hi.iter().map(|a| a.as_constant()).collect();
    Some((lo?.into_iter().max()?, hi?.into_iter().min()?))
}
