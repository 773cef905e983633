//! A pipeline's text on ranks: compiled with `#[distribute(…)]`, and its loop nest run on ranks in
//! lockstep beside the reference.

use super::check::{Call, MOST_WORK, assignment, compile, compile_watched, enters, reads_back};
use super::check::{same, work};
use super::generate::space::Size;
use super::rng::Rng;
use pipeline_core::Compiled;
use pipeline_core::array::Array;
use pipeline_core::ir::{Affine, Atom, BorderMode, Loc, Source};
use pipeline_core::kernel::RankProgram;
use pipeline_core::loops::LoopNest;
use pipeline_core::loops::interpret::{NestOnRank, OnRank, Transfer, interpret_on_ranks};
use pipeline_core::options::{DistributeHint, Options};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::align::Along;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::ranks::{Cut, Rate};
use pipeline_runtime::ranks as rt;

/// What comes of a text on ranks.
#[derive(Default)]
pub struct OnRanks {
    /// Distributions that compile, and those that are refused.
    pub compiled: u64,
    /// Those that are refused.
    pub refused: u64,
    /// Comparisons.
    pub times: u64,
    /// Messages between ranks, about inputs and about stages.
    pub of_inputs: u64,
    /// See [`OnRanks::of_inputs`].
    pub of_stages: u64,
    /// Parts that were computed while messages travelled.
    pub interiors: u64,
}

/// Compares a text with the reference on several numbers of ranks, along each dimension of its
/// first result and along two.
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
    for along in choices {
        for strategy in [None, Some(Strategy::None)] {
            let hint = |var: &&String| DistributeHint { dim: (*var).clone(), loc: Loc::default() };
            let distribute = along.iter().map(hint).collect();
            let options = Options { strategy, distribute, ..Options::default() };
            match compile_watched(text, &options, &mut |_| ()) {
                Ok(compiled) => {
                    seen.compiled += 1;
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
        for ranks in [1, 2, 3, 4, 7] {
            let found = run(compiled, &call, ranks, seen)
                .and_then(|found| same(p, &found, &expected))
                .map_err(|e| format!("{e}, on {ranks} ranks, {}\n{}", call.at(p), compiled.loops));
            found?;
            seen.times += 1;
        }
    }
    Ok(())
}

/// The results on so many ranks.
fn run(
    compiled: &Compiled,
    call: &Call,
    count: usize,
    seen: &mut OnRanks,
) -> Result<Vec<Array>, String> {
    let (loops, kernels) = (&compiled.loops, &compiled.kernels);
    let program = kernels.ranks.as_ref().expect("it is distributed");
    let sizes = loops.sizes_of_one_rank(&call.sizes);
    let table = Box::leak(Box::new(table(loops, program)));
    let ranks = rt::Ranks::new(table, extents(loops, program, &sizes), count);
    let on_rank = |rank: usize| {
        let number = |i: usize| program.number(Source::Input(pipeline_core::ir::InputId(i)));
        let inputs = || call.inputs.iter().enumerate();
        let arrived = inputs().map(|(i, input)| kept(input, &ranks.stored(rank, number(i))));
        let arrived: Vec<Array> = arrived.collect();
        let nests = (0..loops.nests.len()).map(|nest| {
            let awaited = &program.awaited[nest];
            let parts = ranks.parts(rank, program.groups[nest], awaited);
            let with = |part: &Vec<rt::Span>| -> Vec<i64> {
                let ends = part.iter().flat_map(|span| [span.first as i64, span.last as i64]);
                call.sizes.iter().copied().chain(ends).collect()
            };
            let waits = |i: usize| awaited.contains(&number(i));
            let before = inputs().any(|(i, _)| waits(i)).then(|| {
                let one = |(i, input): (usize, &Array)| match waits(i) {
                    true => kept(input, &ranks.owned(rank, number(i))),
                    false => arrived[i].clone(),
                };
                inputs().map(one).collect()
            });
            NestOnRank {
                before,
                interior: parts.interior.iter().map(with).collect(),
                rims: parts.rims.iter().map(with).collect(),
            }
        });
        let nests = nests.collect();
        OnRank { inputs: arrived, nests }
    };
    let on_ranks: Vec<OnRank> = (0..count).map(on_rank).collect();
    let interiors = on_ranks.iter().flat_map(|rank| &rank.nests);
    seen.interiors +=
        interiors.filter(|n| !n.rims.is_empty() && !n.interior.is_empty()).count() as u64;
    let transfers = (0..loops.nests.len()).map(|nest| {
        let mut found = Vec::new();
        for number in &program.awaited[nest] {
            for from in 0..count {
                for rt::Message { rank: to, part } in ranks.messages(from, *number).sent {
                    let Source::Stage(stage) = program.arrays[*number] else {
                        seen.of_inputs += 1;
                        continue;
                    };
                    seen.of_stages += 1;
                    let part = part.0.iter().map(|s| (s.first as i64, s.last as i64)).collect();
                    found.push(Transfer { stage, from, to, part });
                }
            }
        }
        found
    });
    let transfers: Vec<Vec<Transfer>> = transfers.collect();
    interpret_on_ranks(loops, &call.sizes, &call.scalars, &on_ranks, &transfers, &StdMaths)
}

/// What is in a region of an input, and nothing else: a load outside is an error.
fn kept(input: &Array, region: &rt::Region) -> Array {
    let lo: Vec<i64> = region.0.iter().map(|span| span.first as i64).collect();
    let extent: Vec<usize> = match region.is_empty() {
        true => vec![0; lo.len()],
        false => region.0.iter().map(|span| span.len()).collect(),
    };
    Array::from_fn(input.ty(), &lo, &extent, |point| input.get(point).expect("a point of it"))
}

fn extents(loops: &LoopNest, program: &RankProgram, sizes: &[i64]) -> rt::Extents {
    let span = |(lo, hi): (i64, i64)| rt::Span::new(lo as isize, hi as isize);
    let array = |source: &Source| {
        let domain = loops.buffer(*source).stored();
        rt::Region(domain.0.iter().map(|interval| span(interval.eval(sizes, &[]))).collect())
    };
    let steps = program.ranks.groups.iter().map(|group| {
        let whole = group.whole.iter().map(|intervals| {
            let ends = intervals.iter().map(|interval| interval.eval(sizes, &[]));
            span(ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0, 0)))
        });
        whole.collect()
    });
    rt::Extents { arrays: program.arrays.iter().map(array).collect(), steps: steps.collect() }
}

/// What an expansion has as a constant.
fn table(loops: &LoopNest, program: &RankProgram) -> rt::Table {
    let RankProgram { ranks, arrays, .. } = program;
    let reference = ranks.axes.iter().map(|axis| {
        let (stage, dim) = axis.reference;
        rt::Along { array: program.number(Source::Stage(stage)), dim }
    });
    let described = arrays.iter().map(|source| {
        let buffer = loops.buffer(*source);
        let owner = match source {
            Source::Input(i) => rt::Owner::Slices(leaked(ranks.inputs[i.0].iter().map(cut))),
            Source::Stage(stage) => {
                let stores = |g: &pipeline_core::schedule::ranks::RankGroup| {
                    g.stored.iter().any(|s| s.0 == *stage)
                };
                rt::Owner::Step(ranks.groups.iter().position(stores).expect("a group stores it"))
            }
        };
        let edge = match buffer.border {
            None | Some(BorderMode::Constant(_)) => rt::Edge::Nothing,
            Some(BorderMode::Clamp) => rt::Edge::Clamp,
            Some(BorderMode::Mirror) => rt::Edge::Mirror,
            Some(BorderMode::Mirror101) => rt::Edge::Mirror101,
            Some(BorderMode::Repeat) => rt::Edge::Repeat,
        };
        rt::Array { name: "an array", bytes: buffer.ty.bytes(), owner, edge }
    });
    let steps = ranks.groups.iter().map(|group| {
        let stores = group.stored.iter().map(|(stage, along)| rt::Stored {
            array: program.number(Source::Stage(*stage)),
            along: leaked(along.iter().map(cut)),
        });
        let reads = group.reads.iter().map(|(source, along)| rt::Read {
            array: program.number(*source),
            along: leaked(along.iter().map(|along| along.as_ref().map(read_along))),
        });
        rt::Step {
            rates: leaked(group.cuts.iter().map(|cut| cut.map(|cut| rate(cut.rate)))),
            stores: leaked(stores),
            reads: leaked(reads),
        }
    });
    rt::Table {
        axes: leaked(ranks.axes.iter().map(|_| "an axis")),
        reference: leaked(reference),
        arrays: leaked(described),
        steps: leaked(steps),
    }
}

/// For as long as the test runs, as an expansion's constants live.
fn leaked<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Vec::leak(items.collect())
}

fn rate(Rate { num, den }: Rate) -> rt::Rate {
    rt::Rate { num: num as isize, den: den as isize }
}

fn cut(cut: &Option<Cut>) -> Option<(usize, rt::Rate)> {
    cut.map(|cut| (cut.dim, rate(cut.rate)))
}

fn read_along(Along { dim, extent }: &Along) -> rt::ReadAlong {
    let forms = |list: &[Affine]| leaked(list.iter().map(form));
    rt::ReadAlong { dim: *dim, first: forms(extent.lo()), last: forms(extent.hi()) }
}

fn form(a: &Affine) -> rt::Form {
    let term = |(atom, times): &(Atom, i64)| {
        let term = match atom {
            Atom::Var(_) => rt::Term::Coordinate,
            Atom::Div(inner, by) => {
                rt::Term::Quotient(Box::leak(Box::new(form(inner))), *by as isize)
            }
            Atom::Size(_) => unreachable!("an extent is one of a coordinate"),
        };
        (*times as isize, term)
    };
    rt::Form { constant: a.constant() as isize, terms: leaked(a.terms().iter().map(term)) }
}
