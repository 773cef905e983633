//! What pipelines are called with, and what the reference gives for it.

use super::generate::space::Size;
use super::rng::Rng;
use pipeline_core::array::Array;
use pipeline_core::ir::{self, ElemType, Pipeline, Value};
use pipeline_core::reference::{domain_box, evaluate};
use pipeline_core::scalar::StdMaths;

/// Extents that vectors, blocks and stencils have trouble with.
const HARD: [i64; 14] = [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 23, 33];

/// Expressions evaluated for one assignment of the sizes, about.
pub const MOST_WORK: usize = 20_000;

/// How often sizes are chosen for a pipeline.
pub const ROUNDS: usize = 12;

/// The sizes of a round: the least ones first, small ones last.
pub fn assignment(p: &Pipeline, sizes: &[Size], round: usize, rng: &mut Rng) -> Vec<i64> {
    let value = |s: &ir::Size| {
        let size = sizes.iter().find(|own| own.name == s.name);
        let (least, multiple) = size.map_or((1, 1), |s| (s.least, s.multiple));
        let wanted = if round == 0 { 1 } else { HARD[rng.below(HARD.len())] };
        let wanted = if round > 8 { wanted.min(5) } else { wanted };
        (wanted.max(least) + multiple - 1) / multiple * multiple
    };
    p.sizes.iter().map(value).collect()
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

pub fn work(p: &Pipeline, sizes: &[i64]) -> usize {
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
pub struct Call {
    pub sizes: Vec<i64>,
    pub scalars: Vec<Value>,
    pub inputs: Vec<Array>,
}

impl Call {
    /// Random values at sizes.
    pub fn new(p: &Pipeline, sizes: &[i64], rng: &mut Rng) -> Call {
        let scalars = p.scalars.iter().map(|s| element(s.ty, rng)).collect();
        let input = |i: &ir::Input| {
            let (lo, extents) = domain_box(&i.domain, sizes).expect("small sizes");
            Array::from_fn(i.ty, &lo, &extents, |_| element(i.ty, rng))
        };
        let inputs = p.inputs.iter().map(input).collect();
        Call { sizes: sizes.to_vec(), scalars, inputs }
    }

    /// What the stage graph gives.
    pub fn evaluate(&self, p: &Pipeline) -> Result<Vec<Array>, String> {
        evaluate(p, &self.sizes, &self.scalars, &self.inputs, &StdMaths)
            .map_err(|e| format!("the reference fails: {e} {}", self.at(p)))
    }

    pub fn at(&self, p: &Pipeline) -> String {
        format!("at sizes {:?} = {:?}", p.size_names(), self.sizes)
    }
}

/// A call and what the reference gives, which is the same for every plan.
pub struct Expected {
    pub call: Call,
    pub outputs: Vec<Array>,
}

impl Expected {
    pub fn new(p: &Pipeline, sizes: &[i64], rng: &mut Rng) -> Result<Expected, String> {
        let call = Call::new(p, sizes, rng);
        let outputs = call.evaluate(p)?;
        Ok(Expected { call, outputs })
    }
}

/// The calls at which a pipeline's nests are compared: at up to four sizes with little to do, or,
/// if there are none, at those with the least.
pub fn calls(p: &Pipeline, sizes: &[Size], seed: u64) -> Result<Vec<Expected>, String> {
    let mut rng = Rng::new(seed);
    let (mut calls, mut larger) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        if calls.len() == 4 {
            break;
        }
        let assignment = assignment(p, sizes, round, &mut rng);
        if !enters(p, &assignment) {
            continue;
        }
        match work(p, &assignment) <= MOST_WORK {
            true => calls.push(Expected::new(p, &assignment, &mut rng)?),
            false => larger.push(assignment),
        }
    }
    let least = larger.iter().min_by_key(|assignment| work(p, assignment));
    if let (true, Some(least)) = (calls.is_empty(), least) {
        calls.push(Expected::new(p, least, &mut rng)?);
    }
    Ok(calls)
}

/// Whether two calls gave the same bits.
pub fn same(p: &Pipeline, found: &[Array], expected: &[Array]) -> Result<(), String> {
    for ((found, expected), output) in found.iter().zip(expected).zip(&p.outputs) {
        if let Some(difference) = found.first_difference(expected) {
            return Err(format!("`{}` is {difference}", p.stages[output.0].name));
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
