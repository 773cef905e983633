//! The search for a plan that is faster than the default, until a budget is spent.

use crate::candidates::{PlanCandidate, candidates};
use crate::race::{CandidateRace, Entry, Measured};
use crate::subject::Subject;
use crate::ways::{Way, neighbours, polymage, strategies};
use anyhow::{Context, Result};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// The plans of all strategies and cost models, then those that differ from the best one so far
    /// in one number of one group, and so on.
    Ours,
    /// PolyMage's: greedy merging at three thresholds, tiles of 7 by 7 sizes.
    Polymage,
}

/// How long the search may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(pub Duration);

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Candidates that ran.
    pub raced: usize,
    /// Candidates that are known, at least.
    pub known: usize,
    /// The best one so far.
    pub best: Option<Best>,
}

/// The best candidate so far.
#[derive(Clone, Debug)]
pub struct Best {
    /// Its name.
    pub name: String,
    /// Its time as a part of the default's, on the last number of threads.
    pub ratio: f64,
}

/// What ran.
#[derive(Clone, Debug)]
pub struct Raced {
    /// The plan.
    pub candidate: PlanCandidate,
    /// How long it took.
    pub measured: Measured,
    /// Its fastest run as a part of the default's, in the same race, on each number of threads.
    pub ratios: Vec<f64>,
}

impl Raced {
    /// The ratio that counts: that on the last number of threads.
    pub fn ratio(&self) -> f64 {
        self.ratios.last().copied().unwrap_or(f64::INFINITY)
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Everything that ran, the fastest first; the default is among them.
    pub raced: Vec<Raced>,
    /// Candidates that were known when the budget was spent, and did not run.
    pub left: usize,
}

/// The most candidates of one race, beside the default.
const MOST: usize = 16;
/// Candidates of the first race, beside the default.
const FIRST: usize = 4;
/// A race that takes less is followed by one of twice as many.
const SHORT: Duration = Duration::from_secs(40);
/// The candidates that run once more at the end: the fastest of many is fast by chance, too.
const FINALISTS: usize = 3;
/// A ratio below which a candidate is better than another one, and the search goes on from it.
const BETTER: f64 = 0.99;

/// Runs candidates of a space against the default plan until all ran or the budget is spent, the
/// one that is predicted to be fastest first. The default is part of every race.
///
/// # Errors
/// If the default has no plan, or a race fails.
pub fn search(
    subject: &Subject,
    space: Space,
    budget: Budget,
    race: &CandidateRace,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Found> {
    let start = Instant::now();
    let mut state = State::new(subject, space)?;
    let (mut size, mut last) = (FIRST, Duration::ZERO);
    progress(&state.progress());
    // The last race is that of the finalists.
    while start.elapsed() + 2 * last <= budget.0 {
        let batch = state.next(subject, space, size);
        if batch.is_empty() {
            break;
        }
        let before = Instant::now();
        state.race(subject, race, batch)?;
        last = before.elapsed();
        size = if last < SHORT { (size * 2).min(MOST) } else { (size / 2).max(1) };
        progress(&state.progress());
    }
    if state.raced.len() > FINALISTS {
        let finalists = state.raced.drain(..FINALISTS).map(|raced| raced.candidate).collect();
        let again = CandidateRace { runs: race.runs * 2, ..race.clone() };
        state.race(subject, &again, finalists)?;
    }
    progress(&state.progress());
    state.enter_default();
    Ok(Found { raced: state.raced, left: state.waiting.len() })
}

/// Where a search stands.
struct State {
    default: PlanCandidate,
    /// How long the default took in the last race.
    of_default: Option<Measured>,
    /// The fastest first.
    raced: Vec<Raced>,
    /// Those that have not run, the one of the shortest predicted time last.
    waiting: Vec<PlanCandidate>,
    /// Hints of all candidates.
    known: HashSet<String>,
    /// The ratio of the candidate whose neighbours are known.
    centre: Option<f64>,
}

impl State {
    fn new(subject: &Subject, space: Space) -> Result<State> {
        let by_default = Way { name: "default".into(), options: subject.options.clone() };
        let default = candidates(subject, vec![by_default]).pop().context("the default plan")?;
        let known = HashSet::from([default.hints.clone()]);
        let mut state = State {
            default,
            of_default: None,
            raced: Vec::new(),
            waiting: Vec::new(),
            known,
            centre: None,
        };
        state.add(
            subject,
            match space {
                Space::Ours => strategies(&subject.options),
                Space::Polymage => polymage(&subject.options),
            },
        );
        Ok(state)
    }

    /// Notes the candidates of these ways that are new.
    fn add(&mut self, subject: &Subject, ways: Vec<Way>) {
        for candidate in candidates(subject, ways) {
            if self.known.insert(candidate.hints.clone()) {
                self.waiting.push(candidate);
            }
        }
        self.waiting.sort_by(|a, b| b.predicted_ms().total_cmp(&a.predicted_ms()));
    }

    /// The next candidates, at most so many; none if there are no others.
    fn next(&mut self, subject: &Subject, space: Space, most: usize) -> Vec<PlanCandidate> {
        if self.waiting.is_empty() && space == Space::Ours {
            let best = self.raced.first().filter(|best| best.ratio() < BETTER);
            let ratio = best.map_or(1.0, Raced::ratio);
            if self.centre.is_none_or(|centre| ratio < BETTER * centre) {
                self.centre = Some(ratio);
                let from = best.map_or(&self.default, |best| &best.candidate);
                if let Ok(written) = subject.with_hints(&from.hints) {
                    let around = neighbours(from, &written);
                    self.add(subject, around);
                }
            }
        }
        let from = self.waiting.len().saturating_sub(most);
        self.waiting.split_off(from)
    }

    /// Runs candidates beside the default.
    fn race(
        &mut self,
        subject: &Subject,
        race: &CandidateRace,
        batch: Vec<PlanCandidate>,
    ) -> Result<()> {
        let all = [&self.default].into_iter().chain(&batch);
        let hints: Vec<Entry<'_>> = all.map(|candidate| Entry::exact(&candidate.hints)).collect();
        let mut measured = race.run(subject, &hints, &mut || ())?.into_iter();
        let of_default = measured.next().context("the default in its race")?;
        for (candidate, measured) in batch.into_iter().zip(measured) {
            let lanes = measured.lanes.iter().zip(&of_default.lanes);
            let ratios = lanes.map(|(own, default)| own.fastest / default.fastest).collect();
            self.raced.push(Raced { candidate, measured, ratios });
        }
        self.of_default = Some(of_default);
        self.raced.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
        Ok(())
    }

    /// Puts the default in its place.
    fn enter_default(&mut self) {
        let Some(measured) = self.of_default.clone() else { return };
        let ratios = vec![1.0; measured.lanes.len()];
        self.raced.push(Raced { candidate: self.default.clone(), measured, ratios });
        self.raced.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    }

    fn progress(&self) -> Progress {
        let best = self
            .raced
            .first()
            .map(|raced| Best { name: raced.candidate.name().to_string(), ratio: raced.ratio() });
        Progress { raced: self.raced.len(), known: self.raced.len() + self.waiting.len(), best }
    }
}
