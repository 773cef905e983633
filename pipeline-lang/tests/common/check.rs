//! A pipeline's text on its whole way: compiled, and its loop nest run beside the reference.

use super::as_planned::as_planned;
use super::call::{Call, Expected, MOST_WORK, ROUNDS, assignment, calls, enters, same, work};
use super::configurations::{configurations, every_choice, every_configuration, propagating};
use super::features::Seen;
use super::generate::space::Size;
use super::made::Made;
use super::planned::{After, Planned, SHAPES, for_small_sizes, in_shape, iterates, planned};
use super::rng::Rng;
use super::written::written;
use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::array::Array;
use pipeline_core::ir::{self, Pipeline};
use pipeline_core::loops::interpret::{interpret, interpret_in_runs};
use pipeline_core::loops::{Buffer, LoopNest};
use pipeline_core::machine::Machine;
use pipeline_core::options::Options;
use pipeline_core::passes::{self, Bits, StepRun, Watch};
use pipeline_core::report::{carried, counts::counts};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::cost::pad_bytes;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::{Plan, plan};
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use proc_macro2::TokenStream;
use std::collections::HashSet;

/// What comes of a text that should compile.
pub enum Outcome {
    /// It compiles, and all its loops agreed with the reference.
    Agreed(Agreement),
    /// The compiler refuses it.
    Refused(Vec<String>),
    /// Something is wrong.
    Wrong(String),
}

/// What agreed.
pub struct Agreement {
    /// Comparisons: of a loop nest, at an assignment of the sizes.
    pub times: usize,
    /// What was in the loop nests.
    pub seen: Seen,
}

/// Compiles a text and compares its loop nest with the reference evaluator.
pub fn check(text: &str, sizes: &[Size], seed: u64) -> Outcome {
    let mut graphs = Graphs::default();
    let compiled = match compile_watched(text, &Options::default(), &mut |e| graphs.event(e)) {
        Ok(compiled) => compiled,
        Err(messages) => return Outcome::Refused(messages),
    };
    if let Err(what) = graphs.agree(sizes, &mut Rng::new(seed)) {
        return Outcome::Wrong(what);
    }
    let propagated = match propagated(text, &compiled, &mut Rng::new(seed)) {
        Ok(propagated) => propagated,
        Err(what) => return Outcome::Wrong(what),
    };
    let calls = match calls(&compiled.pipeline, sizes, seed) {
        Ok(calls) => calls,
        Err(what) => return Outcome::Wrong(what),
    };
    let mut agreement = Agreement { times: 0, seen: Seen::nothing() };
    let small = for_small_sizes(&compiled);
    let mut built = HashSet::new();
    let mut all = several(&compiled, &small, seed, &mut built);
    if let Some(Propagated { compiled, options }) = &propagated {
        let analyses = Analyses::of(&compiled.optimised);
        let plan = planned(&analyses, options);
        all.extend(Planned::unless_known(compiled, &analyses, plan, &mut built));
    }
    for planned in all {
        if let Err(what) = agree(&planned, &calls) {
            return Outcome::Wrong(what);
        }
        agreement.times += calls.len();
        let (loops, Planned { compiled, graph, plan, .. }) = (planned.loops(), &planned);
        let Compiled { pipeline: written, report, .. } = compiled;
        agreement.seen.look(&Made { written, graph, plan, loops, report });
    }
    agreement.seen.look_at_kernels(&compiled.kernels);
    Outcome::Agreed(agreement)
}

/// A few plans of all kinds whose nests differ: without fusion, the default one in the shapes of
/// small tiles, with several steps in time at once, and of some configurations for `small` sizes.
fn several<'a>(
    compiled: &'a Compiled,
    small: &'a Pipeline,
    seed: u64,
    built: &mut HashSet<String>,
) -> Vec<Planned<'a>> {
    let [written, optimised, small] =
        [&compiled.pipeline, &compiled.optimised, small].map(Analyses::of);
    let unfused = Options { strategy: Some(Strategy::None), ..Options::default() };
    let by_default = planned(&optimised, &Options::default());
    let at_once = [2, 3, 4].map(|times| Options { times: Some(times), ..Options::default() });
    let at_once = at_once.iter().map(|options| planned(&optimised, options)).filter(iterates);
    let mut plans = vec![(&written, planned(&written, &unfused))];
    for plan in std::iter::once(by_default).chain(at_once) {
        let shaped = SHAPES.map(|numbers| in_shape(plan.clone(), &optimised, numbers));
        plans.extend(std::iter::once(plan).chain(shaped).map(|plan| (&optimised, plan)));
    }
    plans.extend(configurations(seed).map(|options| (&small, planned(&small, &options))));
    let nests =
        plans.into_iter().map(|(of, plan)| Planned::unless_known(compiled, of, plan, built));
    nests.flatten().collect()
}

/// Compares every strategy, cost model and machine, each in the shape it chooses and in all of
/// `SHAPES`, with the reference evaluator. Also gives the number of loop nests that differ.
pub fn check_all(text: &str, sizes: &[Size], seed: u64) -> (Outcome, usize) {
    let compiled = match compile(text) {
        Ok(compiled) => compiled,
        Err(messages) => return (Outcome::Refused(messages), 0),
    };
    let small = for_small_sizes(&compiled);
    let analyses = Analyses::of(&small);
    let plans = every_configuration().flat_map(|options| {
        let chosen = planned(&analyses, &options);
        let shaped = SHAPES.map(|numbers| in_shape(chosen.clone(), &analyses, numbers));
        std::iter::once(chosen).chain(shaped)
    });
    all_agree(&compiled, &small, plans, calls(&compiled.pipeline, sizes, seed), agree)
}

/// Compares a few plans whose groups are written at random with the reference evaluator.
pub fn check_written(text: &str, sizes: &[Size], seed: u64) -> Outcome {
    let compiled = match compile(text) {
        Ok(compiled) => compiled,
        Err(messages) => return Outcome::Refused(messages),
    };
    let (graph, mut rng) = (&compiled.optimised, Rng::new(seed));
    let analyses = Analyses::of(graph);
    let plans = (0..8).filter_map(|_| plan(&analyses, &written(&analyses, &mut rng)).ok());
    all_agree(&compiled, graph, plans, calls(&compiled.pipeline, sizes, seed), agree).0
}

/// Compares every strategy and cost model, planned for the sizes the text estimates and for small
/// ones, with the reference evaluator at these sizes. Also gives the number of loop nests that
/// differ.
pub fn check_application(text: &str, sizes: &[i64]) -> (Outcome, usize) {
    let compiled = match compile(text) {
        Ok(compiled) => compiled,
        Err(messages) => return (Outcome::Refused(messages), 0),
    };
    let small = for_small_sizes(&compiled);
    let plans = every_choice(Machine::default()).flat_map(|options| {
        [
            planned(&Analyses::of(&compiled.optimised), &options),
            planned(&Analyses::of(&small), &options),
        ]
    });
    let call = Expected::new(&compiled.pipeline, sizes, &mut Rng::new(1));
    let calls = call.map(|call| vec![call]);
    all_agree(&compiled, &compiled.optimised, plans, calls, |planned, calls| {
        calls.iter().try_for_each(|call| agree_at(planned, call, Nests::Last))
    })
}

/// Compares the loop nests of these plans that differ, at these calls.
fn all_agree(
    compiled: &Compiled,
    graph: &Pipeline,
    plans: impl Iterator<Item = Plan>,
    calls: Result<Vec<Expected>, String>,
    agrees: impl Fn(&Planned<'_>, &[Expected]) -> Result<(), String>,
) -> (Outcome, usize) {
    let mut agreement = Agreement { times: 0, seen: Seen::nothing() };
    let (mut built, mut seen) = (HashSet::new(), HashSet::new());
    let analyses = Analyses::of(graph);
    let calls = match calls {
        Ok(calls) => calls,
        Err(what) => return (Outcome::Wrong(what), 0),
    };
    for plan in plans {
        let planned = Planned::unless_known(compiled, &analyses, plan, &mut built);
        let Some(planned) = planned else { continue };
        if !seen.insert(planned.loops().to_string()) {
            continue;
        }
        let read = reads_back(planned.loops());
        let checked = read.and_then(|()| as_planned(&planned.plan, planned.built()));
        if let Err(what) = checked {
            return (Outcome::Wrong(what), seen.len());
        }
        if let Err(what) = agrees(&planned, &calls) {
            return (Outcome::Wrong(what), seen.len());
        }
        agreement.times += calls.len();
    }
    (Outcome::Agreed(agreement), seen.len())
}

/// The loop nests that are run.
#[derive(Clone, Copy, PartialEq)]
enum Nests {
    /// Those after each pass.
    All,
    /// The last one; if it is wrong, all of them, to name the pass.
    Last,
}

/// A text with one of its stages propagated.
struct Propagated {
    compiled: Compiled,
    options: Options,
}

/// A text with one of its stages propagated; none if no stage can be. Some can only when passes
/// have been at it that come after what hints ask for: those that enlarge stages.
fn propagated(
    text: &str,
    compiled: &Compiled,
    rng: &mut Rng,
) -> Result<Option<Propagated>, String> {
    let Some(options) = propagating(compiled, rng) else { return Ok(None) };
    match compile_watched(text, &options, &mut |_| ()) {
        Ok(compiled) => Ok(Some(Propagated { compiled, options })),
        Err(messages) if messages.iter().all(|m| m.contains("cannot be propagated")) => Ok(None),
        Err(messages) => Err(format!("{:?}: {messages:?}", options.propagate)),
    }
}

/// Compiles a text; the messages if that fails.
pub fn compile(text: &str) -> Result<Compiled, Vec<String>> {
    compile_watched(text, &Options::default(), &mut |_| ())
}

pub(super) fn compile_watched(
    text: &str,
    options: &Options,
    watch: &mut Watch<'_>,
) -> Result<Compiled, Vec<String>> {
    let tokens: TokenStream = text.parse().map_err(|e| vec![format!("no tokens: {e}")])?;
    let mut errors = Errors::default();
    let messages = |errors: &Errors| errors.iter().map(|e| e.1.clone()).collect::<Vec<_>>();
    let Some(block) = parse(tokens, &mut errors) else { return Err(messages(&errors)) };
    let elaborated = elaborate(&block, &[], &mut errors);
    let Some(elaborated) = elaborated.filter(|_| errors.is_empty()) else {
        return Err(messages(&errors));
    };
    let compiled = pipeline_core::compile_watched(elaborated.pipeline, options, watch)
        .map_err(|found| found.into_iter().map(|d| d.message).collect::<Vec<_>>())?;
    let report = &compiled.report;
    assert_eq!(carried::read(&carried::write(report)).as_ref(), Some(report), "as it is carried");
    Ok(compiled)
}

/// The printed loop nest reads back, and prints the same again.
pub(super) fn reads_back(loops: &LoopNest) -> Result<(), String> {
    let text = loops.to_string();
    let read = pipeline_core::loops::parse(&text).map_err(|e| format!("{e} of\n{text}"))?;
    let again = read.to_string();
    if again == text { Ok(()) } else { Err(format!("reads back as\n{again}\nand was\n{text}")) }
}

fn agree(planned: &Planned<'_>, calls: &[Expected]) -> Result<(), String> {
    round_trip(&planned.compiled.pipeline)?;
    for After { step, made } in &planned.nests {
        if let Err(violations) = pipeline_core::loops::verify::verify(made) {
            return Err(format!("after `{step}`: {}", violations.join("; ")));
        }
    }
    reads_back(planned.loops())?;
    as_planned(&planned.plan, planned.built())?;
    calls.iter().enumerate().try_for_each(|(number, call)| {
        let nests = if number == 1 { Nests::All } else { Nests::Last };
        agree_at(planned, call, nests)
    })
}

/// The text of a stage graph reads back as itself.
fn round_trip(p: &Pipeline) -> Result<(), String> {
    let text = p.to_string();
    match ir::text::parse(&text) {
        Ok(q) if q == *p => Ok(()),
        Ok(q) => Err(format!("the graph's text does not read back:\n{text}\n{q}")),
        Err(e) => Err(format!("the graph's text is not read: {e:?}\n{text}")),
    }
}

fn agree_at(
    planned: &Planned<'_>,
    Expected { call, outputs }: &Expected,
    nests: Nests,
) -> Result<(), String> {
    let at = || call.at(&planned.compiled.pipeline);
    let judge = |after: &After<LoopNest>| {
        let judged = run_as_planned(planned, &after.made, call, outputs);
        judged.map_err(|e| format!("after `{}`: {e}, {}\n{}", after.step, at(), after.made))
    };
    if nests == Nests::All || judge(planned.last()).is_err() {
        planned.nests.iter().try_for_each(judge)?;
    }
    Ok(())
}

/// Whether a nest gives what is expected, and computes and fills what the plan says.
fn run_as_planned(
    planned: &Planned<'_>,
    loops: &LoopNest,
    call @ Call { sizes, scalars, inputs }: &Call,
    expected: &[Array],
) -> Result<(), String> {
    let (found, run) = interpret(loops, sizes, scalars, inputs, &StdMaths)
        .map_err(|e| format!("the loops fail: {e}"))?;
    let said = counts(planned.graph, &planned.plan, sizes);
    // A stage that passes in registers is stored nowhere, and not counted.
    let stored = said.iter().zip(&loops.stages);
    let said: Vec<u64> =
        stored.map(|(c, buffer)| buffer.as_ref().map_or(0, |_| c.computed)).collect();
    let points = &run.points[..said.len()];
    if said != points {
        return Err(format!("the plan says {said:?} points, not {points:?}"));
    }
    footprints(planned, loops, sizes, &run.slots)?;
    same(&planned.compiled.pipeline, &found, expected)?;
    match loops.nests.iter().any(|nest| nest.runs.is_some()) {
        true => run_in_runs(planned, loops, call, expected),
        false => Ok(()),
    }
}

/// Whether a nest gives what is expected where two, three or all strips run as one.
fn run_in_runs(
    planned: &Planned<'_>,
    loops: &LoopNest,
    Call { sizes, scalars, inputs }: &Call,
    expected: &[Array],
) -> Result<(), String> {
    let strips = [2, 3, 1 << 20][sizes.iter().sum::<i64>().unsigned_abs() as usize % 3];
    let (found, _) = interpret_in_runs(loops, sizes, scalars, inputs, &StdMaths, strips)
        .map_err(|e| format!("in runs of {strips} strips the loops fail: {e}"))?;
    let same = same(&planned.compiled.pipeline, &found, expected);
    same.map_err(|e| format!("in runs of {strips} strips: {e}"))
}

/// The stage graphs with known domains that a text has on its way: the first, and one after each
/// pass that changed something.
#[derive(Default)]
struct Graphs {
    made: Vec<(After<Pipeline>, Bits)>,
    /// What does not hold.
    wrong: Option<String>,
}

impl Graphs {
    fn event(&mut self, event: &StepRun<'_>) {
        let step = event.step.name;
        if let Err(violations) = event.verify() {
            self.wrong.get_or_insert(format!("after `{step}`: {}", violations.join("; ")));
        }
        let passes::Made::Graph { graph, bits, .. } = event.made else { return };
        let changed = self.made.last().is_none_or(|(last, _)| last.made != *graph);
        if step != "magnitudes" && changed {
            self.made.push((After { step, made: graph.clone() }, bits));
        }
    }

    /// Whether every pass keeps what it says, at the first sizes that are small enough.
    fn agree(&self, sizes: &[Size], rng: &mut Rng) -> Result<(), String> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone());
        }
        let first = &self.made.first().expect("domains are inferred").0.made;
        let suits = |a: &Vec<i64>| enters(first, a) && work(first, a) <= MOST_WORK;
        let mut chosen = (1..ROUNDS).map(|round| assignment(first, sizes, round, rng));
        let Some(chosen) = chosen.find(suits) else { return Ok(()) };
        let call = Call::new(first, &chosen, rng);
        let mut expected: Option<Vec<Array>> = None;
        for (After { step, made }, bits) in &self.made {
            let named = |e| format!("after `{step}`: {e}, {}\n{made}", call.at(made));
            let found = match call.evaluate(made) {
                // What stands under a condition may be read outside until `split` has made it a
                // case.
                Err(_) if ["infer", "separate"].contains(step) => continue,
                found => found.map_err(named)?,
            };
            if let Some(expected) = &expected
                && (*bits == Bits::Kept || !made.stages.iter().any(|s| s.ty.is_float()))
            {
                same(made, &found, expected).map_err(named)?;
            }
            expected = Some(found);
        }
        Ok(())
    }
}

/// Whether no tile fills more of a scratchpad than the plan says; circular buffers are rounded up,
/// and tiles at the edges of an image fill a part.
fn footprints(
    planned: &Planned<'_>,
    loops: &LoopNest,
    sizes: &[i64],
    filled: &[u64],
) -> Result<(), String> {
    let stored = &loops.stages;
    for group in &planned.plan.groups {
        let Some(tiled) = group.tiled() else { continue };
        let (graph, sizes) = match group.steps().map(|steps| &steps.unrolled) {
            Some(unrolled) => (&unrolled.pipeline, unrolled.sizes(sizes)),
            None => (planned.graph, sizes.to_vec()),
        };
        for stage in tiled.alignment.intermediates().map(|s| s.stage) {
            let of = &graph.stages[stage.0];
            let named = |b: &Option<Buffer>| b.as_ref().is_some_and(|b| b.name == of.name);
            let Some(buffer) = stored.iter().position(named) else { continue };
            let bytes = filled[buffer] * of.ty.bytes() as u64;
            let held = tiled.holds(stage).expect("an intermediate has a scratchpad");
            let said = pad_bytes(of, &held, &sizes).unsigned_abs();
            if bytes > said {
                return Err(format!("`{}` fills {bytes} bytes of the plan's {said}", of.name));
            }
        }
    }
    Ok(())
}
