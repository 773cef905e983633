//! A pipeline's text on ranks: compiled with `#[distribute(…)]`, and its loop nest run on ranks in
//! lockstep beside the reference.

use super::call::{Call, MOST_WORK, assignment, enters, same, work};
use super::check::{compile, compile_watched, reads_back};
use super::generate::space::Size;
use super::rng::Rng;
use pipeline_core::Compiled;
use pipeline_core::array::Array;
use pipeline_core::ir::{Loc, Source};
use pipeline_core::kernel::{InEpochs, RankProgram};
use pipeline_core::loops::interpret::{Counts, NestOnRank, Transfer, Turn, interpret_on_ranks};
use pipeline_core::options::{ComputedAt, DistributeHint, Options, PolicyHint};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::ranks::combined::SharePart;
use pipeline_ranks::{
    self as ranks, CoordinateBox, Epoch, Extents, Message, Network, Policy, Sharing, Span, Table,
};

/// Every number of ranks up to it is tried.
const MOST_RANKS: usize = 7;

/// What comes of a text on ranks.
#[derive(Default)]
pub struct OnRanks {
    /// Distributions that compile, and those that are refused.
    pub compiled: u64,
    /// Those that are refused.
    pub refused: u64,
    /// Those that compile along three variables.
    pub in_boxes: u64,
    /// Comparisons.
    pub times: u64,
    /// Messages between ranks, about inputs and about stages.
    pub of_inputs: u64,
    /// See [`OnRanks::of_inputs`].
    pub of_stages: u64,
    /// Parts that were computed while messages travelled.
    pub interiors: u64,
    /// Groups that each rank computes as far as it needs them.
    pub again: u64,
    /// Groups that each rank computes as a whole.
    pub everywhere: u64,
    /// Reductions that ranks share.
    pub combined: u64,
    /// Reductions that another one is combined in the place of.
    pub handed_on: u64,
    /// Reductions whose updates ranks make in turn.
    pub in_turn: u64,
    /// Iterations in time that are cut.
    pub in_time: u64,
    /// Epochs of these but the first, and the messages before them.
    pub epochs: u64,
    /// See [`OnRanks::epochs`].
    pub between_epochs: u64,
    /// Parts of arrays that go around an edge.
    pub around: u64,
}

/// Compares a text with the reference on several numbers of ranks, along each dimension of its
/// first result, along two, and along three.
///
/// # Errors
/// What is wrong.
pub fn check_on_ranks(
    text: &str,
    sizes: &[Size],
    seed: u64,
    seen: &mut OnRanks,
) -> Result<(), String> {
    let Ok(plain) = compile(text) else { return Ok(()) };
    let p = &plain.optimised;
    let result = &p.stages[p.outputs[0].0];
    let vars = &result.vars[..result.rank()];
    let mut choices: Vec<Vec<&String>> = vars.iter().map(|var| vec![var]).collect();
    if let [first, .., last] = vars {
        choices.push(vec![first, last]);
    }
    if let [first, second, third, ..] = vars {
        choices.push(vec![first, second, third]);
    }
    for along in choices {
        for strategy in [None, Some(Strategy::None)] {
            let hint = |var: &&String| DistributeHint { dim: (*var).clone(), loc: Loc::default() };
            let distribute = along.iter().map(hint).collect();
            // Every fourth time inputs are cut for themselves.
            let inputs = p.inputs.iter().filter(|_| seed % 4 == 3);
            let apart = inputs.map(|input| input.name.clone()).collect();
            let options = Options { strategy, distribute, apart, ..Options::default() };
            match compile_watched(text, &options, &mut |_| ()) {
                Ok(compiled) => {
                    seen.compiled += 1;
                    seen.in_boxes += u64::from(along.len() == 3);
                    agree(&compiled, sizes, &mut Rng::new(seed), seen)
                        .map_err(|e| format!("along {along:?}: {e}"))?;
                }
                Err(messages)
                    if messages.iter().all(|m| m.contains("cannot be distributed along")) =>
                {
                    seen.refused += 1;
                }
                Err(messages) => return Err(messages.join("; ")),
            }
        }
    }
    Ok(())
}

fn agree(
    compiled: &Compiled,
    sizes: &[Size],
    rng: &mut Rng,
    seen: &mut OnRanks,
) -> Result<(), String> {
    let p = &compiled.pipeline;
    reads_back(&compiled.loops)?;
    let mut rounds = 0;
    for round in 1..12 {
        let assignment = assignment(p, sizes, round, rng);
        if rounds == 2 || !enters(p, &assignment) || work(p, &assignment) > MOST_WORK {
            continue;
        }
        rounds += 1;
        let call = Call::new(p, &assignment, rng);
        let expected = call.evaluate(p)?;
        for ranks in 1..=MOST_RANKS {
            let found = run(compiled, &call, ranks, rng, seen)
                .and_then(|found| same(p, &found, &expected))
                .map_err(|e| format!("{e}, on {ranks} ranks, {}\n{}", call.at(p), compiled.loops));
            found?;
            seen.times += 1;
        }
    }
    Ok(())
}

/// The results on so many ranks, on a network and by policies that are drawn.
fn run(
    compiled: &Compiled,
    call: &Call,
    count: usize,
    rng: &mut Rng,
    seen: &mut OnRanks,
) -> Result<Vec<Array>, String> {
    let p = &compiled.optimised;
    let program = compiled.kernels.ranks.as_ref().expect("it is distributed");
    let table = &program.ranks.table;
    let ranks = policies(table, program.ranks.extents(p, &call.sizes), count, rng);
    for (step, policy) in ranks.policies().iter().enumerate() {
        seen.handed_on += u64::from(table.steps[step].sharing == Some(Sharing::Shares));
        seen.in_turn += u64::from(table.steps[step].sharing == Some(Sharing::InTurn));
        seen.in_time += u64::from(table.steps[step].in_time.is_some());
        let cut = table.steps[step].rates.iter().any(Option::is_some);
        seen.again += u64::from(cut && *policy == Policy::Rank);
        seen.everywhere += u64::from(cut && *policy == Policy::Everywhere);
    }
    Ok(run_on(compiled, call, &ranks, seen)?.0)
}

/// The points of a stage that four ranks compute in all by these policies of it, of an input of so
/// many rows and columns: as an interpreter counts them, and as the ranks' parts say, if it is
/// stored.
///
/// # Errors
/// What is wrong.
pub fn points_on_ranks(
    text: &str,
    stage: &str,
    at: ComputedAt,
    sizes: [i64; 2],
) -> Result<(u64, u64), String> {
    let distribute = vec![DistributeHint { dim: "y".into(), loc: Loc::default() }];
    let policies = vec![PolicyHint { stage: stage.into(), at, loc: Loc::default() }];
    let options = Options { distribute, policies, ..Options::default() };
    let compiled = compile_watched(text, &options, &mut |_| ()).map_err(|e| e.join("; "))?;
    let p = &compiled.optimised;
    let call = Call::new(p, &sizes, &mut Rng::new(1));
    let of_kernels = compiled.kernels.ranks.as_ref().expect("it is distributed");
    let table = &of_kernels.ranks.table;
    let extents = of_kernels.ranks.extents(p, &call.sizes);
    let ranks = ranks::Ranks::new(table, extents, 4, Network::default());
    let (found, counts) = run_on(&compiled, &call, &ranks, &mut OnRanks::default())?;
    same(p, &found, &call.evaluate(p)?)?;
    let id = p.stages.iter().position(|s| s.name == stage).ok_or("the stage is gone")?;
    let array = table.arrays.iter().position(|array| array.name == stage);
    let of_parts = array.map_or(0, |array| {
        (0..4).map(|rank| ranks.part(rank).at_hand[array].points() as u64).sum()
    });
    Ok((counts.points[id], of_parts))
}

/// The results on some ranks, and what all of them count.
fn run_on(
    compiled: &Compiled,
    call: &Call,
    ranks: &ranks::Ranks<'_>,
    seen: &mut OnRanks,
) -> Result<(Vec<Array>, Counts), String> {
    let (loops, count) = (&compiled.loops, ranks.count());
    let program = compiled.kernels.ranks.as_ref().expect("it is distributed");
    let table = &program.ranks.table;
    let calls: Vec<ranks::Call<'_>> =
        (0..count).map(|rank| ranks::Call::new(ranks.clone(), rank)).collect();
    agreed(&calls, table.arrays.len())?;
    let number = |i: usize| program.number(Source::Input(pipeline_core::ir::InputId(i)));
    let inputs = || call.inputs.iter().enumerate();
    let arrived = |of: &ranks::Call<'_>| -> Vec<Array> {
        inputs().map(|(i, input)| kept(input, &of.part().stored[number(i)])).collect()
    };
    let arrived: Vec<Vec<Array>> = calls.iter().map(arrived).collect();
    let sizes = |ends: &[Span]| -> Vec<i64> {
        let ends = ends.iter().flat_map(|span| [span.first as i64, span.last as i64]);
        // A nest without points may stand outside of its epochs.
        loops.sizes_of_one_rank(&call.sizes.iter().copied().chain(ends).collect::<Vec<_>>())
    };
    // A rank's inputs before what a nest waits for has come.
    let before = |rank: usize, awaited: &[usize]| {
        let waits = |i: usize| awaited.contains(&number(i));
        inputs().any(|(i, _)| waits(i)).then(|| {
            let one = |(i, input): (usize, &Array)| match waits(i) {
                true => kept(input, &calls[rank].part().owned[number(i)]),
                false => arrived[rank][i].clone(),
            };
            inputs().map(one).collect()
        })
    };
    let mut turns: Vec<Turn> = Vec::new();
    for nest in 0..loops.nests.len() {
        let awaited = &program.awaited[nest];
        let transfers = transfers(program, &calls, awaited, seen);
        let Some(of) = program.in_epochs.iter().find(|of| of.nests.contains(&nest)) else {
            let of_rank = |rank: usize| {
                let parts = calls[rank].parts(program.groups[nest], awaited);
                let with = |parts: &[Vec<Span>]| parts.iter().map(|part| sizes(part)).collect();
                NestOnRank {
                    before: before(rank, awaited),
                    interior: with(&parts.interior),
                    rims: with(&parts.rims),
                }
            };
            turns.push(Turn { nest, transfers, ranks: (0..count).map(of_rank).collect() });
            continue;
        };
        if of.nests.start != nest {
            continue;
        }
        turns.push(Turn { nest, transfers, ranks: vec![NestOnRank::default(); count] });
        turns.extend(epochs(of, &calls, &sizes, seen));
    }
    for call in &calls {
        let parts = call.part().stored.iter().enumerate();
        seen.around += parts.filter(|(i, part)| !ranks.whole(*i).contains(part)).count() as u64;
    }
    let interiors = turns.iter().flat_map(|turn| &turn.ranks);
    seen.interiors +=
        interiors.filter(|n| !n.rims.is_empty() && !n.interior.is_empty()).count() as u64;
    seen.combined +=
        program.shares.iter().flatten().filter(|s| s.part == SharePart::First).count() as u64;
    let beside = (&*turns, &*program.shares);
    interpret_on_ranks(loops, &call.sizes, &call.scalars, &arrived, beside, &StdMaths)
}

/// The messages about some arrays that are stages.
fn transfers(
    program: &RankProgram,
    calls: &[ranks::Call<'_>],
    awaited: &[usize],
    seen: &mut OnRanks,
) -> Vec<Transfer> {
    let mut found = Vec::new();
    for number in awaited {
        for (from, call) in calls.iter().enumerate() {
            for Message { rank: to, part } in call.messages(*number).sent.clone() {
                let Source::Stage(stage) = program.ranks.arrays[*number] else {
                    seen.of_inputs += 1;
                    continue;
                };
                seen.of_stages += 1;
                let part = part.0.iter().map(|s| (s.first as i64, s.last as i64)).collect();
                found.push(Transfer { stage, from, to, part, between_epochs: false });
            }
        }
    }
    found
}

/// The turns of nests that run once for each epoch.
fn epochs(
    of: &InEpochs,
    calls: &[ranks::Call<'_>],
    sizes: &dyn Fn(&[Span]) -> Vec<i64>,
    seen: &mut OnRanks,
) -> Vec<Turn> {
    let by_rank: Vec<Vec<Epoch<'_>>> =
        calls.iter().map(|call| call.epochs(of.group).collect()).collect();
    let count = by_rank.iter().map(Vec::len).max().unwrap_or(0);
    seen.epochs += count as u64 - 1;
    let mut turns = Vec::new();
    for epoch in 0..count {
        let mut transfers = Vec::new();
        for (from, epochs) in by_rank.iter().enumerate() {
            let Some(messages) = epochs[epoch].messages else { continue };
            for Message { rank: to, part } in &messages.sent {
                seen.between_epochs += 1;
                let mut part: Vec<(i64, i64)> =
                    part.0.iter().map(|s| (s.first as i64, s.last as i64)).collect();
                let first = epochs[epoch].times.first as i64;
                part[of.time].0 += first;
                part[of.time].1 += first;
                let (stage, to) = (of.stage, *to);
                transfers.push(Transfer { stage, from, to, part, between_epochs: true });
            }
        }
        for nest in of.nests.clone() {
            let of_rank = |epochs: &Vec<Epoch<'_>>| {
                let Epoch { computed, times, .. } = &epochs[epoch];
                let empty = computed.iter().any(|span| span.is_empty());
                let all: Vec<Span> = computed.iter().copied().chain([*times]).collect();
                let rims = if empty { Vec::new() } else { vec![sizes(&all)] };
                NestOnRank { before: None, interior: Vec::new(), rims }
            };
            let ranks = by_rank.iter().map(of_rank).collect();
            turns.push(Turn { nest, transfers: std::mem::take(&mut transfers), ranks });
        }
    }
    turns
}

/// The policies that are found, or some that groups can have.
fn policies<'t>(
    table: &'t Table,
    extents: Extents,
    count: usize,
    rng: &mut Rng,
) -> ranks::Ranks<'t> {
    if rng.chance(30) {
        // From no latency to one that makes every message dear.
        let latency = [0.0, 1e3, 1e5, 1e7][rng.below(4)];
        return ranks::Ranks::new(table, extents, count, Network { latency, bandwidth: 1.0 });
    }
    let mut drawn = |step: usize| match (table.steps[step].policy, rng.below(3)) {
        (Some(given), _) => given,
        (None, 1) => Policy::Rank,
        (None, 2) if !table.stores_result(step) => Policy::Everywhere,
        (None, _) => Policy::Exchange,
    };
    let policies = (0..table.steps.len()).map(&mut drawn).collect();
    let ranks = ranks::Ranks::with(table, extents, count, policies);
    let in_time = (0..table.steps.len()).find(|step| table.steps[*step].in_time.is_some());
    match in_time {
        Some(step) if rng.chance(50) => {
            let block = table.steps[step].in_time.as_ref().map_or(1, |of| of.block.unsigned_abs());
            ranks.with_epochs(step, block * (1 + rng.below(4)))
        }
        _ => ranks,
    }
}

/// Whether what ranks send is what ranks expect.
fn agreed(calls: &[ranks::Call<'_>], arrays: usize) -> Result<(), String> {
    for array in 0..arrays {
        for (from, sender) in calls.iter().enumerate() {
            for (to, receiver) in calls.iter().enumerate() {
                let with = |rank: usize, messages: &[Message]| -> Vec<CoordinateBox> {
                    let of = messages.iter().filter(|m| m.rank == rank);
                    of.map(|m| m.part.clone()).collect()
                };
                let sent = with(to, &sender.messages(array).sent);
                let expected = with(from, &receiver.messages(array).received);
                if sent != expected {
                    return Err(format!(
                        "of array {array} rank {from} sends {sent:?} to rank {to}, which expects \
                         {expected:?}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// What is in a region of an input, and nothing else: a load outside is an error.
fn kept(input: &Array, region: &CoordinateBox) -> Array {
    let lo: Vec<i64> = region.0.iter().map(|span| span.first as i64).collect();
    let extent: Vec<usize> = match region.is_empty() {
        true => vec![0; lo.len()],
        false => region.0.iter().map(|span| span.len()).collect(),
    };
    Array::from_fn(input.ty(), &lo, &extent, |point| {
        // Beyond an edge there is what comes from the other one.
        let whole = input.lo().iter().zip(input.extent());
        let around =
            |(i, (lo, extent)): (&i64, (&i64, &usize))| lo + (i - lo).rem_euclid(*extent as i64);
        let inside: Vec<i64> = point.iter().zip(whole).map(around).collect();
        input.get(&inside).expect("a point of it")
    })
}
