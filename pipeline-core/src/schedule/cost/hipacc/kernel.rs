//! Stages as kernels: their compute patterns and sizes (Section II-C1).

use crate::analysis::order::StageOrder;
use crate::analysis::reads::{SourceRead, for_each_read};
use crate::ir::nodes::cost;
use crate::ir::{
    Affine, Atom, Block, Domain, Index, InputId, Interval, Node, Pipeline, Source, StageId, VarId,
    WindowVar,
};
use std::collections::BTreeMap;

/// What a pixel of a kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// The pixel at its place.
    Point,
    /// A region around it.
    Local,
    /// Anything else.
    Global,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct HipaccKernel {
    /// Its compute pattern.
    pub operator: Operator,
    /// The images that it reads, each once.
    pub inputs: Vec<Source>,
    /// The extents of its iteration space, in pixels.
    pub space: Vec<i64>,
    /// `sz`: pixels of its mask; 1 of a point operator.
    pub mask: f64,
    /// `n_ALU`: arithmetic operations and stores for a pixel.
    pub alu: f64,
    /// `n_SFU`: functions of floats for a pixel.
    pub sfu: f64,
    /// `f_Mshared`: bytes that it has in shared memory, in proportion; 0 of a point operator.
    pub shared: f64,
    /// Whether the pipeline's caller gets it.
    pub output: bool,
}

/// The kernels of a pipeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernels {
    /// By stage.
    pub kernels: Vec<HipaccKernel>,
    /// Pixels of each input.
    pub inputs: Vec<f64>,
}

/// The most channels of a pixel: those of Hipacc's vector types.
const MOST_CHANNELS: i64 = 4;

impl Kernels {
    /// The kernels that the stages of a pipeline are, for the estimates of its sizes.
    pub fn of(p: &Pipeline, order: &StageOrder) -> Kernels {
        let sizes = p.estimates();
        let kernel = |s: usize| {
            let stage = &p.stages[s];
            let (masks, is_global) = masks(p, StageId(s));
            let points = |mask: &Mask| mask.0.iter().map(|(lo, hi)| (hi - lo + 1) as f64).product();
            let bytes = |source: Source| {
                (p.source_type(source).bytes() as i64 * channels(p.source_domain(source))) as f64
            };
            let staged = masks.iter().map(|(source, mask)| (bytes(*source), points(mask)));
            let staged: Vec<(f64, f64)> = staged.filter(|(_, points)| *points > 1.0).collect();
            let of_point = stage.cases.iter().map(|case| operations(&case.value, &sizes));
            let of_point = of_point.fold(Operations::default(), Operations::max);
            let pixel = channels(&stage.domain) as f64;
            HipaccKernel {
                operator: match (is_global, staged.is_empty()) {
                    (true, _) => Operator::Global,
                    (false, true) => Operator::Point,
                    (false, false) => Operator::Local,
                },
                inputs: order.producers[s].clone(),
                space: space(&stage.domain, &sizes),
                mask: staged.iter().map(|(_, points)| *points).fold(1.0, f64::max),
                alu: pixel * (of_point.alu + 1.0),
                sfu: pixel * of_point.sfu,
                shared: staged.iter().map(|(bytes, points)| bytes * points).sum(),
                output: p.outputs.contains(&StageId(s)),
            }
        };
        let pixels = |domain: &Domain| space(domain, &sizes).iter().map(|n| *n as f64).product();
        Kernels {
            kernels: (0..p.stages.len()).map(kernel).collect(),
            inputs: p.inputs.iter().map(|input| pixels(&input.domain)).collect(),
        }
    }

    /// `IS`: the iteration space of an image, in pixels.
    pub fn pixels(&self, image: Source) -> f64 {
        match image {
            Source::Input(InputId(i)) => self.inputs[i],
            Source::Stage(StageId(s)) => self.kernels[s].space.iter().map(|n| *n as f64).product(),
        }
    }
}

/// Whether a dimension is that of the channels of a pixel.
fn is_channel(interval: &Interval) -> bool {
    let fixed = interval.lo.iter().chain(&interval.hi).all(|end| end.as_constant().is_some());
    fixed && interval.extent(&[]) <= MOST_CHANNELS
}

/// Channels of a pixel.
fn channels(domain: &Domain) -> i64 {
    domain.0.iter().filter(|i| is_channel(i)).map(|i| i.extent(&[])).product()
}

/// The dimensions of pixels.
fn dimensions(domain: &Domain) -> impl Iterator<Item = usize> {
    domain.0.iter().enumerate().filter(|(_, i)| !is_channel(i)).map(|(dim, _)| dim)
}

fn space(domain: &Domain, sizes: &[i64]) -> Vec<i64> {
    dimensions(domain).map(|dim| domain.0[dim].extent(sizes)).collect()
}

/// The box around a pixel and what is read for it: first and last offset by dimension of pixels.
struct Mask(Vec<(i64, i64)>);

/// The mask on each source of a stage, and whether it reads something that has none.
fn masks(p: &Pipeline, id: StageId) -> (BTreeMap<Source, Mask>, bool) {
    let stage = &p.stages[id.0];
    let own: Vec<usize> = dimensions(&stage.domain).collect();
    let mut masks: BTreeMap<Source, Mask> = BTreeMap::new();
    let mut is_global = stage.is_ordered(id);
    for case in &stage.cases {
        for_each_read(&case.value, &mut |read, windows| {
            let none = || Mask(vec![(0, 0); own.len()]);
            let mask = masks.entry(read.source).or_insert_with(none);
            match offsets(p, &own, read, windows) {
                Some(offsets) => {
                    for ((lo, hi), (first, last)) in mask.0.iter_mut().zip(offsets) {
                        (*lo, *hi) = ((*lo).min(first), (*hi).max(last));
                    }
                }
                None => is_global = true,
            }
        });
    }
    (masks, is_global)
}

/// First and last offset of a read from a pixel's own place, by dimension of pixels; `None` if they
/// are not the same for all pixels.
fn offsets(
    p: &Pipeline,
    own: &[usize],
    read: SourceRead<'_>,
    windows: &[WindowVar],
) -> Option<Vec<(i64, i64)>> {
    if read.index.iter().any(|index| matches!(index, Index::Value(_))) {
        return None;
    }
    let its: Vec<usize> = dimensions(p.source_domain(read.source)).collect();
    if its.len() != own.len() {
        return None;
    }
    let along = |(own, its): (&usize, &usize)| match &read.index[*its] {
        Index::Affine(index) => offset(index, VarId(*own), windows),
        Index::Value(_) => None,
    };
    own.iter().zip(&its).map(along).collect()
}

/// First and last value of `index - own`, if nothing but windows moves it.
fn offset(index: &Affine, own: VarId, windows: &[WindowVar]) -> Option<(i64, i64)> {
    let moved = index.add_scaled(&Affine::from(own), -1);
    let start = (moved.constant(), moved.constant());
    moved.terms().iter().try_fold(start, |(lo, hi), (atom, times)| {
        let Atom::Var(var) = atom else { return None };
        let window = windows.iter().find(|window| window.id == *var)?;
        let [first, last] = window.constant_ends()?;
        let (a, b) = (times * first, times * last);
        Some((lo + a.min(b), hi + a.max(b)))
    })
}

/// Operations of a point.
#[derive(Clone, Copy, Default)]
struct Operations {
    alu: f64,
    sfu: f64,
}

impl Operations {
    fn max(self, other: Operations) -> Operations {
        Operations { alu: self.alu.max(other.alu), sfu: self.sfu.max(other.sfu) }
    }
}

/// What a definition computes for a point, windows written out.
fn operations(block: &Block, sizes: &[i64]) -> Operations {
    let mut all = Operations::default();
    for expr in &block.exprs {
        match &expr.node {
            Node::Call(..) => all.sfu += 1.0,
            Node::Reduce { vars, body, .. } => {
                let points: f64 = vars.iter().map(|v| v.extent(sizes) as f64).product();
                let inside = operations(body, sizes);
                all.alu += points * (inside.alu + f64::from(cost(&expr.node).in_loop));
                all.sfu += points * inside.sfu;
            }
            Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
            Node::Read { .. } | Node::Cast(_) => {}
            Node::Unary(..)
            | Node::Binary(..)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Combine { .. } => all.alu += f64::from(cost(&expr.node).in_loop),
        }
    }
    all
}
