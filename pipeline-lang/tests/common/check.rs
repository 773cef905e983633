//! A pipeline's text on its whole way: compiled, and its loop nest run beside the reference.

use super::generate::space::Size;
use super::rng::Rng;
use pipeline_core::Compiled;
use pipeline_core::array::Array;
use pipeline_core::ir::{self, ElemType, Pipeline, Value};
use pipeline_core::loops::build::build;
use pipeline_core::loops::interpret::interpret;
use pipeline_core::loops::optimise::{merge_stages, pair_rows, share_lets};
use pipeline_core::reference::{domain_box, evaluate};
use pipeline_core::scalar::StdMaths;
use pipeline_core::schedule::grouping::Strategy;
use pipeline_core::schedule::{Group, plan};
use pipeline_lang::elaborate::elaborate;
use pipeline_lang::error::Errors;
use pipeline_lang::syntax::parse::parse;
use proc_macro2::TokenStream;

/// What comes of a text that should compile.
pub enum Outcome {
    /// It compiles, and agreed with the reference at so many assignments of the sizes.
    Agreed(usize),
    /// The compiler refuses it.
    Refused(Vec<String>),
    /// Something is wrong.
    Wrong(String),
}

/// Compiles a text and compares its loop nest with the reference evaluator.
pub fn check(text: &str, sizes: &[Size], seed: u64) -> Outcome {
    let compiled = match compile(text) {
        Ok(compiled) => compiled,
        Err(messages) => return Outcome::Refused(messages),
    };
    let mut compared = 0;
    for compiled in [unfused(&compiled), in_short_strips(&compiled), compiled] {
        match agree(&compiled, sizes, &mut Rng::new(seed)) {
            Ok(times) => compared += times,
            Err(what) => return Outcome::Wrong(what),
        }
    }
    Outcome::Agreed(compared)
}

/// Every stage as the user wrote it, on its own.
fn unfused(compiled: &Compiled) -> Compiled {
    let graph = &compiled.pipeline;
    let loops = build(graph, &plan(graph, Some(Strategy::None)));
    Compiled { loops, ..compiled.clone() }
}

/// As planned, but in strips of two rows, so that small images have many.
fn in_short_strips(compiled: &Compiled) -> Compiled {
    let mut plan = plan(&compiled.optimised, None);
    for group in &mut plan.groups {
        if let Group::Rolling { strip, .. } = group {
            *strip = 2;
        }
    }
    let loops = pair_rows(merge_stages(share_lets(build(&compiled.optimised, &plan))));
    Compiled { loops, ..compiled.clone() }
}

/// Compiles a text; the messages if that fails.
pub fn compile(text: &str) -> Result<Compiled, Vec<String>> {
    let tokens: TokenStream = text.parse().map_err(|e| vec![format!("no tokens: {e}")])?;
    let mut errors = Errors::default();
    let messages = |errors: &Errors| errors.iter().map(|e| e.1.clone()).collect::<Vec<_>>();
    let Some(block) = parse(tokens, &mut errors) else { return Err(messages(&errors)) };
    let elaborated = elaborate(&block, &[], &mut errors);
    let Some(elaborated) = elaborated.filter(|_| errors.is_empty()) else {
        return Err(messages(&errors));
    };
    pipeline_core::compile(elaborated.pipeline)
        .map_err(|found| found.into_iter().map(|d| d.message).collect())
}

/// Extents that vectors, blocks and stencils have trouble with.
const HARD: [i64; 14] = [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 23, 33];

/// Expressions evaluated for one assignment of the sizes, about.
const MOST_WORK: usize = 60_000;

fn agree(compiled: &Compiled, sizes: &[Size], rng: &mut Rng) -> Result<usize, String> {
    let p = &compiled.pipeline;
    round_trip(p)?;
    if let Err(violations) = pipeline_core::loops::verify::verify(&compiled.loops) {
        return Err(violations.join("; "));
    }
    let mut compared = 0;
    for round in 0..12 {
        if compared == 4 {
            break;
        }
        let assignment: Vec<i64> = p
            .sizes
            .iter()
            .map(|s| {
                let size = sizes.iter().find(|own| own.name == s.name);
                let (least, multiple) = size.map_or((1, 1), |s| (s.least, s.multiple));
                let wanted = if round == 0 { 1 } else { HARD[rng.below(HARD.len())] };
                let wanted = if round > 8 { wanted.min(5) } else { wanted };
                (wanted.max(least) + multiple - 1) / multiple * multiple
            })
            .collect();
        if !enters(p, &assignment) || work(p, &assignment) > MOST_WORK {
            continue;
        }
        compared += 1;
        at_sizes(compiled, &assignment, rng)?;
    }
    Ok(compared)
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

fn work(p: &Pipeline, sizes: &[i64]) -> usize {
    fn block(b: &ir::Block) -> usize {
        let each = b.exprs.iter().map(|e| match &e.node {
            ir::Node::Reduce { vars, body, .. } => {
                let points: i64 = vars.iter().map(|(_, first, last)| last - first + 1).product();
                points as usize * block(body)
            }
            _ => 1,
        });
        each.sum()
    }
    let stage = |s: &ir::Stage| {
        let points: usize = domain_box(&s.domain, sizes).map_or(0, |b| b.1.iter().product());
        points * s.cases.iter().map(|c| block(&c.value)).max().unwrap_or(0)
    };
    p.stages.iter().map(stage).sum()
}

fn at_sizes(compiled: &Compiled, sizes: &[i64], rng: &mut Rng) -> Result<(), String> {
    let p = &compiled.pipeline;
    let scalars: Vec<Value> = p.scalars.iter().map(|s| element(s.ty, rng)).collect();
    let input = |i: &ir::Input| {
        let (lo, extents) = domain_box(&i.domain, sizes).expect("small sizes");
        Array::from_fn(i.ty, &lo, &extents, |_| element(i.ty, rng))
    };
    let inputs: Vec<Array> = p.inputs.iter().map(input).collect();
    let at = || format!("at sizes {:?} = {sizes:?}", p.size_names());
    let expected = evaluate(p, sizes, &scalars, &inputs, &StdMaths)
        .map_err(|e| format!("the reference fails: {e} {}", at()))?;
    let (found, _) = interpret(&compiled.loops, sizes, &scalars, &inputs, &StdMaths)
        .map_err(|e| format!("the loops fail: {e} {}\n{}", at(), compiled.loops))?;
    for ((found, expected), output) in found.iter().zip(&expected).zip(&p.outputs) {
        if let Some(difference) = found.first_difference(expected) {
            let name = &p.stages[output.0].name;
            return Err(format!("`{name}` is {difference}, {}\n{}", at(), compiled.loops));
        }
    }
    Ok(())
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
