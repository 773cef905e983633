//! What a rank finds its part with: groups and arrays by their numbers, and what groups read as
//! functions of a coordinate.

use super::{RankAxis, RankGroup, RankSteps, RanksPlan};
use crate::ir::{Affine, Atom, BorderMode, InputId, Interval, Pipeline, Source, StageId};
use crate::schedule::align;
use crate::schedule::cost::Verdict;
use pipeline_ranks::{
    Along, Array, CoordinateBox, Cut, Edge, Extents, Form, InTime, Owner, Read, ReadAlong, Span,
    Step, Stored, Table, Term,
};

/// The arrays that ranks have parts of, and the table. Groups take as long as their verdicts say,
/// for as many points as the estimates give them.
pub(super) fn table(
    p: &Pipeline,
    axes: &[RankAxis],
    inputs: &[Vec<Option<Cut>>],
    apart: &[bool],
    groups: &[RankGroup],
    verdicts: &[Verdict],
) -> (Vec<Source>, Table) {
    let stored = |stage: &StageId| groups.iter().any(|g| g.stored.iter().any(|s| s.0 == *stage));
    let stages = (0..p.stages.len()).map(StageId).filter(stored).map(Source::Stage);
    let arrays: Vec<Source> =
        (0..p.inputs.len()).map(|i| Source::Input(InputId(i))).chain(stages).collect();
    let reference = axes.iter().map(|axis| {
        let (stage, dim) = axis.reference;
        Along { array: number(&arrays, Source::Stage(stage)), dim }
    });
    let described = arrays.iter().map(|source| {
        let owner = match source {
            Source::Input(i) if apart[i.0] => {
                let cuts = inputs[i.0].iter();
                Owner::Apart(cuts.map(|cut| cut.map(|cut| cut.dim)).collect())
            }
            Source::Input(i) => Owner::Slices(inputs[i.0].clone()),
            Source::Stage(stage) => {
                let stores = |g: &RankGroup| g.stored.iter().any(|s| s.0 == *stage);
                Owner::Step(groups.iter().position(stores).expect("a group stores it"))
            }
        };
        array(p, *source, owner)
    });
    let described = described.collect();
    let steps = groups.iter().zip(verdicts);
    let table = Table {
        axes: axes.iter().map(|axis| axis.name.clone()).collect(),
        reference: reference.collect(),
        arrays: described,
        steps: steps.map(|(group, verdict)| step(p, &arrays, group, verdict)).collect(),
    };
    (arrays, table)
}

/// The number of an array.
fn number(arrays: &[Source], source: Source) -> usize {
    arrays.iter().position(|s| *s == source).expect("a stored array")
}

/// An array, of which ranks own parts like this.
fn array(p: &Pipeline, source: Source, owner: Owner) -> Array {
    Array {
        name: p.source_name(source).into(),
        bytes: p.source_type(source).bytes(),
        owner,
        result: matches!(source, Source::Stage(stage) if p.outputs.contains(&stage)),
        edge: edge(p.source_border(source)),
    }
}

/// A group with what it stores and reads of the arrays.
fn step(p: &Pipeline, arrays: &[Source], group: &RankGroup, verdict: &Verdict) -> Step {
    let stored = group.stored.iter().map(|(stage, along)| Stored {
        array: number(arrays, Source::Stage(*stage)),
        along: along.clone(),
    });
    let read = group.reads.iter().map(|(source, along)| Read {
        array: number(arrays, *source),
        along: along.iter().map(|along| along.as_ref().map(read_along)).collect(),
    });
    Step {
        rates: group.cuts.iter().map(|cut| cut.map(|cut| cut.rate)).collect(),
        stores: stored.collect(),
        reads: read.collect(),
        policy: group.policy,
        sharing: group.combined.as_ref().map(|combined| combined.sharing),
        in_time: group.steps.as_ref().map(|steps| in_time(group, steps)),
        picoseconds: group.stored.first().map_or(0, |(stage, _)| {
            let dims = p.stages[stage.0].domain.0.iter();
            let points: f64 = dims.map(|dim| dim.extent(&p.estimates()).max(1) as f64).product();
            (verdict.estimate.total * 1e3 / points).round() as u64
        }),
    }
}

impl RanksPlan {
    /// The extents that sizes give the arrays and groups.
    pub fn extents(&self, p: &Pipeline, sizes: &[i64]) -> Extents {
        let span = |(lo, hi): (i64, i64)| Span::new(lo as isize, hi as isize);
        let array = |source: &Source| {
            let domain = p.source_domain(*source);
            CoordinateBox(domain.0.iter().map(|interval| span(interval.eval(sizes, &[]))).collect())
        };
        let whole = |intervals: &Vec<Interval>| {
            let ends = intervals.iter().map(|interval| interval.eval(sizes, &[]));
            span(ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0, 0)))
        };
        let step = |group: &RankGroup| group.whole.iter().map(whole).collect();
        let times = |group: &RankGroup| {
            let steps = group.steps.as_ref();
            steps.map_or(Span::NONE, |RankSteps { iteration, .. }| {
                let at = |step: &Affine| step.eval(sizes, &[]);
                span((at(&iteration.first), at(&iteration.last)))
            })
        };
        Extents {
            arrays: self.arrays.iter().map(array).collect(),
            steps: self.groups.iter().map(step).collect(),
            times: self.groups.iter().map(times).collect(),
        }
    }
}

/// How a group iterates in time.
fn in_time(group: &RankGroup, steps: &RankSteps) -> InTime {
    let RankSteps { iteration, block, read, .. } = steps;
    let reaches = || group.reaches.iter();
    InTime {
        dim: iteration.dim,
        each: reaches().map(|reach| reach.as_ref().map_or(0, |r| r.each as isize)).collect(),
        around: reaches().map(|reach| reach.as_ref().is_some_and(|r| r.around)).collect(),
        read: read.map(|steps| steps as isize),
        back: iteration.back as isize,
        more: reaches().flatten().map(|reach| reach.more as isize).max().unwrap_or(0),
        block: *block as isize,
        settled: iteration.settled as isize,
    }
}

fn edge(border: Option<BorderMode>) -> Edge {
    match border {
        None | Some(BorderMode::Constant(_)) => Edge::Nothing,
        Some(BorderMode::Clamp) => Edge::Clamp,
        Some(BorderMode::Mirror) => Edge::Mirror,
        Some(BorderMode::Mirror101) => Edge::Mirror101,
        Some(BorderMode::Repeat) => Edge::Repeat,
    }
}

fn read_along(align::ArrayDim { dim, extent }: &align::ArrayDim) -> ReadAlong {
    let forms = |list: &[Affine]| list.iter().map(form).collect();
    ReadAlong { dim: *dim, first: forms(extent.lo()), last: forms(extent.hi()) }
}

/// An expression of one variable.
fn form(a: &Affine) -> Form {
    let term = |(atom, times): &(Atom, i64)| {
        let term = match atom {
            Atom::Var(_) => Term::Coordinate,
            Atom::Div(inner, by) => Term::Quotient(form(inner), *by as isize),
            Atom::Size(_) => unreachable!("an extent is one of a coordinate"),
        };
        (*times as isize, term)
    };
    Form { constant: a.constant() as isize, terms: a.terms().iter().map(term).collect() }
}
