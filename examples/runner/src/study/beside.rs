//! Many plans of an application beside its default, of which some may be too much for rustc.

use anyhow::{Context as _, Result};
use pipeline_tune::{CandidateTarget, Measured, PlanCandidate};

/// Expressions in the loops of a plan, in all versions of its kernels, beyond which it is not
/// compiled: so many take rustc minutes and a gigabyte of memory.
const MOST_OF_PLAN: usize = 60_000;
/// Expressions of the plans of one crate at most, the default aside.
const MOST_OF_CRATE: usize = 3 * MOST_OF_PLAN;

/// Milliseconds on a number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Of the default.
    pub ours: f64,
    /// Of the other plans that ran.
    pub others: Vec<f64>,
}

/// Compiles the default with some plans into a crate, and runs them: the default comes first.
pub type Run<'a> = &'a dyn Fn(&[&PlanCandidate]) -> Result<Vec<Measured>>;

/// Races of plans against the default.
pub struct Beside<'a> {
    run: Run<'a>,
    /// The default in the first race.
    ours: Option<Measured>,
    /// The others that ran.
    plans: Vec<&'a PlanCandidate>,
    /// By plan and number of threads, the time over that of the default in the same race.
    others: Vec<Vec<f64>>,
    /// What did not run, and why.
    left_out: Vec<String>,
}

impl<'a> Beside<'a> {
    /// Races all plans, compiled for a target. One that rustc would take too long for, or that does
    /// not compile or run, is left out.
    ///
    /// # Errors
    /// If the default does not compile or run.
    pub fn race(
        plans: &'a [PlanCandidate],
        target: CandidateTarget,
        run: Run<'a>,
    ) -> Result<Beside<'a>> {
        let mut races =
            Beside { run, ours: None, plans: Vec::new(), others: Vec::new(), left_out: Vec::new() };
        let (mut batch, mut size) = (Vec::new(), 0);
        let mut large = 0;
        for plan in plans {
            let own = expressions(plan) * target.versions();
            if own > MOST_OF_PLAN {
                large += 1;
                continue;
            }
            if size + own > MOST_OF_CRATE {
                races.batch(&std::mem::take(&mut batch))?;
                size = 0;
            }
            batch.push(plan);
            size += own;
        }
        races.batch(&batch)?;
        if large > 0 {
            let most = MOST_OF_PLAN / target.versions();
            let why = format!("plans of more than {most} expressions");
            races.left_out.push(format!("{large} {why} are not compiled"));
        }
        Ok(races)
    }

    /// The plans that ran beside the default, in the order of their times.
    pub fn ran(&self) -> &[&'a PlanCandidate] {
        &self.plans
    }

    /// What did not run, and why.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// Times on each number of threads. Those of later races are scaled by the default's in them,
    /// since a machine is not as fast in one minute as in the next.
    pub fn lanes(&self) -> Vec<Lane> {
        let lanes = self.ours.iter().flat_map(|ours| &ours.lanes).enumerate();
        let lane = |(place, lane): (usize, &pipeline_tune::ThreadTime)| {
            let others = self.others.iter().map(|ratios| ratios[place] * lane.fastest);
            Lane { ours: lane.fastest, others: others.collect() }
        };
        lanes.map(lane).collect()
    }

    /// Races plans together; if that fails, halves of them, down to those that are to blame.
    fn batch(&mut self, plans: &[&'a PlanCandidate]) -> Result<()> {
        let error = match (self.run)(plans) {
            Ok(measured) => return self.enter(plans, measured),
            Err(error) => error,
        };
        if self.ours.is_none() {
            self.enter(&[], (self.run)(&[])?)?;
        }
        match plans {
            [] => return Err(error),
            [plan] => {
                let error = format!("{error:#}");
                let why = error.lines().next().unwrap_or_default();
                self.left_out.push(format!("{}: {why}", plan.name()));
            }
            plans => {
                let (first, second) = plans.split_at(plans.len() / 2);
                self.batch(first)?;
                self.batch(second)?;
            }
        }
        Ok(())
    }

    fn enter(&mut self, plans: &[&'a PlanCandidate], measured: Vec<Measured>) -> Result<()> {
        let mut measured = measured.into_iter();
        let ours = measured.next().context("the default in its race")?;
        let ratios = |other: Measured| {
            let lanes = other.lanes.iter().zip(&ours.lanes);
            lanes.map(|(other, ours)| other.fastest / ours.fastest).collect()
        };
        self.plans.extend(plans);
        self.others.extend(measured.map(ratios));
        self.ours.get_or_insert(ours);
        Ok(())
    }
}

/// Expressions in the loops of a plan.
fn expressions(plan: &PlanCandidate) -> usize {
    let computes = plan.planned.loops.nests.iter().flat_map(|nest| &nest.computes);
    computes.map(|compute| compute.value.exprs.len()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use CandidateTarget::{Every, Native};
    use anyhow::bail;
    use pipeline_tune::{Subject, ThreadTime as Ran, candidates, ways};
    use std::cell::Cell;

    /// Several plans of a small block.
    fn plans() -> Vec<PlanCandidate> {
        let block = "pub fn f(img: [f32; rows, cols]) -> out where rows ~ 90, cols ~ 80 {
            border a = clamp; border b = clamp;
            a(y, x) = exp(img(y, x));
            b(y, x) = a(y - 1, x) + a(y + 1, x);
            out(y, x) = b(y - 1, x) + b(y + 1, x);
        }";
        let subject = Subject::parse(block.parse().expect("tokens")).expect("a block");
        let plans = candidates(&subject, ways::polymage(&subject.options));
        assert!(plans.len() >= 5, "{}", plans.len());
        plans
    }

    /// Times of the default, and of plans that take twice as long.
    fn twice(ours: f64, plans: usize) -> Vec<Measured> {
        let times = [ours].into_iter().chain((0..plans).map(|_| 2.0 * ours));
        let lane = |ms: f64| Ran { threads: 1, fastest: ms, median: ms };
        times.map(|ms| Measured { lanes: vec![lane(ms)] }).collect()
    }

    #[test]
    fn what_does_not_run_is_left_out() {
        let all = plans();
        let bad = &all[3].hints;
        let races = Cell::new(0);
        let run = |plans: &[&PlanCandidate]| {
            races.set(races.get() + 1);
            match plans.iter().any(|plan| plan.hints == *bad) {
                true => bail!("too hard\nfor rustc"),
                // The machine gets slower.
                false => Ok(twice(f64::from(races.get()), plans.len())),
            }
        };
        let found = Beside::race(&all, Every, &run).expect("the others");
        assert_eq!(found.ran().len(), all.len() - 1);
        assert_eq!(found.left_out(), [format!("{}: too hard", all[3].name())]);
        // All, the default alone, and so on.
        assert_eq!(found.lanes(), [Lane { ours: 2.0, others: vec![4.0; all.len() - 1] }]);
    }

    #[test]
    fn a_default_that_does_not_run_is_an_error() {
        let all = plans();
        let races = Cell::new(0);
        let run = |_: &[&PlanCandidate]| {
            races.set(races.get() + 1);
            bail!("no rustc")
        };
        let error = Beside::race(&all, Every, &run)
            .map(|found| found.ran().len())
            .expect_err("nothing runs");
        assert_eq!((error.to_string().as_str(), races.get()), ("no rustc", 2));
        let nothing = |plans: &[&PlanCandidate]| Ok(twice(3.0, plans.len()));
        let alone = Beside::race(&[], Every, &nothing).expect("the default");
        assert_eq!(alone.lanes(), [Lane { ours: 3.0, others: Vec::new() }]);
    }

    #[test]
    fn large_plans_are_not_compiled() {
        let mut all = plans();
        let nest = &mut all[1].planned.loops.nests[0];
        let compute = nest.computes[0].clone();
        let expressions = compute.value.exprs.len();
        nest.computes.extend((0..MOST_OF_PLAN / 3 / expressions).map(|_| compute.clone()));
        let run = |plans: &[&PlanCandidate]| Ok(twice(1.0, plans.len()));
        let found = Beside::race(&all, Every, &run).expect("the others");
        assert_eq!(found.ran().len(), all.len() - 1);
        let [why] = found.left_out() else { panic!("{:?}", found.left_out()) };
        assert!(why.starts_with("1 plans of more than 20000 expressions"), "{why}");
        // With one version of each kernel it is no longer large.
        let found = Beside::race(&all, Native, &run).expect("all");
        assert_eq!(found.ran().len(), all.len());
    }

    #[test]
    fn a_crate_holds_so_much() {
        let mut all = plans();
        all.truncate(4);
        for plan in &mut all {
            let nest = &mut plan.planned.loops.nests[0];
            let compute = nest.computes[0].clone();
            let times = MOST_OF_PLAN / 4 / compute.value.exprs.len();
            nest.computes.extend((0..times).map(|_| compute.clone()));
        }
        let sizes = std::cell::RefCell::new(Vec::new());
        let run = |plans: &[&PlanCandidate]| {
            sizes.borrow_mut().push(plans.len());
            Ok(twice(1.0, plans.len()))
        };
        assert_eq!(Beside::race(&all, Every, &run).expect("all").ran().len(), 4);
        assert_eq!(*sizes.borrow(), [3, 1]);
    }
}
