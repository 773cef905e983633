//! A pipeline's text on its whole way: compiled, and its loop nest run beside the reference.

use super::as_planned::as_planned;
use super::configurations::{configurations, every_choice, every_configuration, propagating};
use super::features::Seen;
use super::generate::space::Size;
use super::made::Made;
use super::rng::Rng;
use super::written::written;
use pipeline_core::Compiled;
use pipeline_core::analysis::Analyses;
use pipeline_core::array::Array;
use pipeline_core::ir::{self, ElemType, Pipeline, Value};
use pipeline_core::loops::build::build;
use pipeline_core::loops::interpret::{interpret, interpret_in_runs};
use pipeline_core::loops::{Buffer, LoopNest};
use pipeline_core::machine::Machine;
use pipeline_core::options::Options;
use pipeline_core::passes::{self, BUILD, Bits, Event, Watch, loops};
use pipeline_core::reference::{domain_box, evaluate};
use pipeline_core::report::{carried, counts::counts};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::cost::pad_bytes;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::shape::Shape;
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
    let mut agreement = Agreement { times: 0, seen: Seen::nothing() };
    let (graph, small) = (&compiled.optimised, for_small_sizes(&compiled));
    let analyses = Analyses::of(graph);
    let by_default = plan(&analyses, &Options::default()).expect("no groups are written");
    let at_once = [2, 3, 4].map(|times| Options { times: Some(times), ..Options::default() });
    let over_time = at_once
        .iter()
        .map(|options| plan(&analyses, options).expect("no groups are written"))
        .filter(iterates);
    let over_time: Vec<Plan> = over_time.collect();
    let mut all = vec![unfused(&compiled), planned(&compiled, graph, by_default.clone())];
    let shaped =
        |numbers| planned(&compiled, graph, in_shape(by_default.clone(), &analyses, numbers));
    all.extend(SHAPES.map(shaped));
    for plan in over_time {
        let shaped = SHAPES.map(|numbers| in_shape(plan.clone(), &analyses, numbers));
        all.extend(std::iter::once(plan).chain(shaped).map(|p| planned(&compiled, graph, p)));
    }
    all.extend(configurations(seed).map(|o| {
        planned(&compiled, &small, plan(&Analyses::of(&small), &o).expect("no groups are written"))
    }));
    match propagated(text, &compiled, &mut Rng::new(seed)) {
        Ok(planned) => all.extend(planned),
        Err(what) => return Outcome::Wrong(what),
    }
    for planned in all {
        match agree(&planned, sizes, &mut Rng::new(seed)) {
            Ok(times) => agreement.times += times,
            Err(what) => return Outcome::Wrong(what),
        }
        let Planned { compiled, graph, plan, .. } = &planned;
        let Compiled { pipeline: written, loops, report, .. } = compiled;
        agreement.seen.look(&Made { written, graph, plan, loops, report });
    }
    agreement.seen.look_at_kernels(&compiled.kernels);
    Outcome::Agreed(agreement)
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
        let chosen = plan(&analyses, &options).expect("no groups are written");
        let shaped = SHAPES.map(|numbers| in_shape(chosen.clone(), &analyses, numbers));
        std::iter::once(chosen).chain(shaped)
    });
    all_agree(&compiled, &small, plans, |planned| agree(planned, sizes, &mut Rng::new(seed)))
}

/// Compares a few plans whose groups are written at random with the reference evaluator. Also gives
/// the number of loop nests that differ.
pub fn check_written(text: &str, sizes: &[Size], seed: u64) -> (Outcome, usize) {
    let compiled = match compile(text) {
        Ok(compiled) => compiled,
        Err(messages) => return (Outcome::Refused(messages), 0),
    };
    let (graph, mut rng) = (&compiled.optimised, Rng::new(seed));
    let analyses = Analyses::of(graph);
    let plans = (0..8).filter_map(|_| plan(&analyses, &written(&analyses, &mut rng)).ok());
    all_agree(&compiled, graph, plans, |planned| agree(planned, sizes, &mut Rng::new(seed)))
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
            plan(&Analyses::of(&compiled.optimised), &options).expect("no groups are written"),
            plan(&Analyses::of(&small), &options).expect("no groups are written"),
        ]
    });
    all_agree(&compiled, &compiled.optimised, plans, |planned| {
        at_sizes(planned, sizes, Nests::Last, &mut Rng::new(1)).map(|()| 1)
    })
}

/// Compares the loop nests of these plans that differ.
fn all_agree(
    compiled: &Compiled,
    graph: &Pipeline,
    plans: impl Iterator<Item = Plan>,
    agrees: impl Fn(&Planned) -> Result<usize, String>,
) -> (Outcome, usize) {
    let mut agreement = Agreement { times: 0, seen: Seen::nothing() };
    let mut seen = HashSet::new();
    for plan in plans {
        let planned = planned(compiled, graph, plan);
        if !seen.insert(planned.compiled.loops.to_string()) {
            continue;
        }
        let read = reads_back(&planned.compiled.loops);
        let checked = read.and_then(|()| as_planned(&planned.plan, &planned.nests[0].made));
        if let Err(what) = checked {
            return (Outcome::Wrong(what), seen.len());
        }
        match agrees(&planned) {
            Ok(times) => agreement.times += times,
            Err(what) => return (Outcome::Wrong(what), seen.len()),
        }
    }
    (Outcome::Agreed(agreement), seen.len())
}

/// Whether some stage is computed several steps in time at once.
fn iterates(plan: &Plan) -> bool {
    plan.groups.iter().any(|group| group.steps().is_some())
}

/// A compiled pipeline with the plan of its loops.
struct Planned {
    compiled: Compiled,
    /// The stage graph that was planned.
    graph: Pipeline,
    plan: Plan,
    /// The loop nests: as built, and after each pass that changed something.
    nests: Vec<After<LoopNest>>,
}

/// What a step made.
struct After<T> {
    step: &'static str,
    made: T,
}

/// The loop nests that are run.
#[derive(Clone, Copy, PartialEq)]
enum Nests {
    /// Those after each pass.
    All,
    /// The last one; if it is wrong, all of them, to name the pass.
    Last,
}

fn planned(compiled: &Compiled, graph: &Pipeline, plan: Plan) -> Planned {
    let built = build(&Analyses::of(graph), &plan);
    let mut nests = vec![After { step: BUILD.name, made: built.clone() }];
    let loops = loops::run(loops::LOOPS, built, &[], &mut |event| match event.made {
        passes::Made::Loops { loops, .. }
            if nests.last().is_none_or(|last| last.made != *loops) =>
        {
            nests.push(After { step: event.step.name, made: loops.clone() });
        }
        _ => {}
    });
    let compiled = Compiled { loops, ..compiled.clone() };
    Planned { compiled, graph: graph.clone(), plan, nests }
}

/// A text with one of its stages propagated; none if no stage can be. Some can only when passes
/// have been at it that come after what hints ask for: those that enlarge stages.
fn propagated(text: &str, compiled: &Compiled, rng: &mut Rng) -> Result<Option<Planned>, String> {
    let Some(options) = propagating(compiled, rng) else { return Ok(None) };
    let compiled = match compile_watched(text, &options, &mut |_| ()) {
        Ok(compiled) => compiled,
        Err(messages) if messages.iter().all(|m| m.contains("cannot be propagated")) => {
            return Ok(None);
        }
        Err(messages) => return Err(format!("{:?}: {messages:?}", options.propagate)),
    };
    let graph = compiled.optimised.clone();
    let plan = plan(&Analyses::of(&graph), &options).expect("no groups are written");
    Ok(Some(planned(&compiled, &graph, plan)))
}

/// Every stage as the user wrote it, on its own.
fn unfused(compiled: &Compiled) -> Planned {
    let options = Options { strategy: Some(Strategy::None), ..Options::default() };
    planned(
        compiled,
        &compiled.pipeline,
        plan(&Analyses::of(&compiled.pipeline), &options).expect("no groups are written"),
    )
}

/// Estimates as small as the sizes that are checked, so that tiles are small, too.
fn for_small_sizes(compiled: &Compiled) -> Pipeline {
    let mut small = compiled.optimised.clone();
    for size in &mut small.sizes {
        size.estimate = size.estimate.min(40);
    }
    small
}

/// Rows of a strip, rows of a step, and the width of a block, if any: small, so that small images
/// have many tiles.
const SHAPES: [(i64, i64, Option<i64>); 6] =
    [(2, 1, None), (2, 1, Some(3)), (3, 3, Some(4)), (5, 5, None), (4, 2, Some(5)), (7, 3, None)];

/// A plan with all tiles in one shape.
fn in_shape(
    plan: Plan,
    analyses: &Analyses<'_>,
    (strip, step, width): (i64, i64, Option<i64>),
) -> Plan {
    plan.reshaped(analyses, |alignment| {
        let widths = width.iter().flat_map(|w| alignment.blocks.iter().map(|dim| (*dim, *w)));
        Shape { strip, step, widths: widths.collect() }
    })
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

/// Extents that vectors, blocks and stencils have trouble with.
const HARD: [i64; 14] = [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 23, 33];

/// The printed loop nest reads back, and prints the same again.
pub(super) fn reads_back(loops: &LoopNest) -> Result<(), String> {
    let text = loops.to_string();
    let read = pipeline_core::loops::parse(&text).map_err(|e| format!("{e} of\n{text}"))?;
    let again = read.to_string();
    if again == text { Ok(()) } else { Err(format!("reads back as\n{again}\nand was\n{text}")) }
}

/// Expressions evaluated for one assignment of the sizes, about.
pub(super) const MOST_WORK: usize = 60_000;

fn agree(planned: &Planned, sizes: &[Size], rng: &mut Rng) -> Result<usize, String> {
    let compiled = &planned.compiled;
    let p = &compiled.pipeline;
    round_trip(p)?;
    for After { step, made } in &planned.nests {
        if let Err(violations) = pipeline_core::loops::verify::verify(made) {
            return Err(format!("after `{step}`: {}", violations.join("; ")));
        }
    }
    reads_back(&compiled.loops)?;
    as_planned(&planned.plan, &planned.nests[0].made)?;
    let mut compared = 0;
    for round in 0..ROUNDS {
        if compared == 4 {
            break;
        }
        let assignment = assignment(p, sizes, round, rng);
        if !enters(p, &assignment) || work(p, &assignment) > MOST_WORK {
            continue;
        }
        compared += 1;
        let nests = if compared == 2 { Nests::All } else { Nests::Last };
        at_sizes(planned, &assignment, nests, rng)?;
    }
    Ok(compared)
}

/// How often sizes are chosen for a pipeline.
const ROUNDS: usize = 12;

/// The sizes of a round: the least ones first, small ones last.
pub(super) fn assignment(p: &Pipeline, sizes: &[Size], round: usize, rng: &mut Rng) -> Vec<i64> {
    let value = |s: &ir::Size| {
        let size = sizes.iter().find(|own| own.name == s.name);
        let (least, multiple) = size.map_or((1, 1), |s| (s.least, s.multiple));
        let wanted = if round == 0 { 1 } else { HARD[rng.below(HARD.len())] };
        let wanted = if round > 8 { wanted.min(5) } else { wanted };
        (wanted.max(least) + multiple - 1) / multiple * multiple
    };
    p.sizes.iter().map(value).collect()
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

/// Whether the checks at entry let these sizes pass: every input and every live-out has points.
pub fn enters(p: &Pipeline, sizes: &[i64]) -> bool {
    let full = |domain: &ir::Domain| {
        domain_box(domain, sizes).is_some_and(|(_, extents)| !extents.contains(&0))
    };
    p.constraints.iter().all(|c| c.test.eval(sizes, &[]))
        && p.inputs.iter().all(|i| full(&i.domain))
        && p.outputs.iter().all(|s| full(&p.stages[s.0].domain))
}

pub(super) fn work(p: &Pipeline, sizes: &[i64]) -> usize {
    fn block(b: &ir::Block, sizes: &[i64]) -> usize {
        let each = b.exprs.iter().map(|e| match &e.node {
            ir::Node::Reduce { vars, body, .. } => {
                let points: i64 = vars.iter().map(|var| var.extent(sizes)).product();
                points as usize * block(body, sizes)
            }
            _ => 1,
        });
        each.sum()
    }
    let stage = |s: &ir::Stage| {
        let points: usize = domain_box(&s.domain, sizes).map_or(0, |b| b.1.iter().product());
        points * s.cases.iter().map(|c| block(&c.value, sizes)).max().unwrap_or(0)
    };
    p.stages.iter().map(stage).sum()
}

/// What a pipeline is called with.
pub(super) struct Call {
    pub(super) sizes: Vec<i64>,
    pub(super) scalars: Vec<Value>,
    pub(super) inputs: Vec<Array>,
}

impl Call {
    /// Random values at sizes.
    pub(super) fn new(p: &Pipeline, sizes: &[i64], rng: &mut Rng) -> Call {
        let scalars = p.scalars.iter().map(|s| element(s.ty, rng)).collect();
        let input = |i: &ir::Input| {
            let (lo, extents) = domain_box(&i.domain, sizes).expect("small sizes");
            Array::from_fn(i.ty, &lo, &extents, |_| element(i.ty, rng))
        };
        let inputs = p.inputs.iter().map(input).collect();
        Call { sizes: sizes.to_vec(), scalars, inputs }
    }

    /// What the stage graph gives.
    pub(super) fn evaluate(&self, p: &Pipeline) -> Result<Vec<Array>, String> {
        evaluate(p, &self.sizes, &self.scalars, &self.inputs, &StdMaths)
            .map_err(|e| format!("the reference fails: {e} {}", self.at(p)))
    }

    pub(super) fn at(&self, p: &Pipeline) -> String {
        format!("at sizes {:?} = {:?}", p.size_names(), self.sizes)
    }
}

fn at_sizes(planned: &Planned, sizes: &[i64], nests: Nests, rng: &mut Rng) -> Result<(), String> {
    let p = &planned.compiled.pipeline;
    let call = Call::new(p, sizes, rng);
    let expected = call.evaluate(p)?;
    let judge = |after: &After<LoopNest>| {
        let judged = run_as_planned(planned, &after.made, &call, &expected);
        judged.map_err(|e| format!("after `{}`: {e}, {}\n{}", after.step, call.at(p), after.made))
    };
    let last = planned.nests.last().expect("the nest as built");
    if nests == Nests::All || judge(last).is_err() {
        planned.nests.iter().try_for_each(judge)?;
    }
    Ok(())
}

/// Whether a nest gives what is expected, and computes and fills what the plan says.
fn run_as_planned(
    planned: &Planned,
    loops: &LoopNest,
    call @ Call { sizes, scalars, inputs }: &Call,
    expected: &[Array],
) -> Result<(), String> {
    let (found, run) = interpret(loops, sizes, scalars, inputs, &StdMaths)
        .map_err(|e| format!("the loops fail: {e}"))?;
    let said = counts(&planned.graph, &planned.plan, sizes);
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
    planned: &Planned,
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

/// Whether two calls gave the same bits.
pub(super) fn same(p: &Pipeline, found: &[Array], expected: &[Array]) -> Result<(), String> {
    for ((found, expected), output) in found.iter().zip(expected).zip(&p.outputs) {
        if let Some(difference) = found.first_difference(expected) {
            return Err(format!("`{}` is {difference}", p.stages[output.0].name));
        }
    }
    Ok(())
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
    fn event(&mut self, event: &Event<'_>) {
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

/// A value of a type: often small, sometimes extreme.
fn element(ty: ElemType, rng: &mut Rng) -> Value {
    let special = rng.below(12);
    let float = match special {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -0.0,
        3 => 1e30,
        4..=7 => rng.range(-300, 300) as f64,
        _ => rng.range(-4000, 4000) as f64 / 256.0,
    };
    match ty {
        ElemType::Bool => Value::Bool(special < 6),
        ElemType::F32 => Value::F32(float as f32),
        ElemType::F64 => Value::F64(float),
        t => {
            let (lo, hi) = t.int_range().expect("an integer type");
            Value::wrap(
                t,
                match special {
                    0 => lo,
                    1 => hi,
                    2..=5 => rng.range(-3, 20),
                    _ => rng.next() as i64,
                },
            )
        }
    }
}

/// Whether no tile fills more of a scratchpad than the plan says; circular buffers are rounded up,
/// and tiles at the edges of an image fill a part.
fn footprints(
    planned: &Planned,
    loops: &LoopNest,
    sizes: &[i64],
    filled: &[u64],
) -> Result<(), String> {
    let stored = &loops.stages;
    for group in &planned.plan.groups {
        let Some(tiled) = group.tiled() else { continue };
        let (graph, sizes) = match group.steps().map(|steps| &steps.unrolled) {
            Some(unrolled) => (&unrolled.pipeline, unrolled.sizes(sizes)),
            None => (&planned.graph, sizes.to_vec()),
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
