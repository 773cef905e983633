//! Indices that are computed from what is read are stages of their own.
//!
//! ```text
//! histogram(bin(img(8*gy + dy))) += 1                one bin at a time
//!
//! histogram_index(y) = bin(img(y))                   vectors of bins
//! histogram(histogram_index(8*gy + dy)) += 1
//! ```
//!
//! Vectors do not help an update whose target data choose, nor planes of a point that all look up
//! the same row of a table: such an index is computed once for each point, by instructions for one
//! number. In a stage of its own, vectors compute it, in the tiles of the stage that it is for, and
//! as few bytes as hold it are kept. It is made where the index is that of one element, or of
//! elements at one place, as of planes or channels, and takes some instructions, and where there
//! are no fewer points that need it than elements.

use super::names;
use crate::analysis::integer::Facts;
use crate::analysis::lane::{is_short, lane_dimension};
use crate::analysis::ranges::{BlockPart, Ranges};
use crate::analysis::vectors::varies;
use crate::ir::nodes::{for_each_operand, map_operands, without_unused};
use crate::ir::{
    Affine, Block, Case, Domain, ElemType, Expr, ExprId, Index, Interval, Node, Pipeline, Region,
    Source, Stage, StageId, VarId,
};
use crate::options::Options;
use crate::schedule::grouping::Strategy;
use crate::schedule::speed::LEAST_OF_AN_INDEX;

/// The types of indices that are kept, with the fewest bytes first.
const TYPES: [ElemType; 3] = [ElemType::U8, ElemType::U16, ElemType::I32];

/// The pipeline with stages of indices; `None` if there is none. Where every stage is computed by
/// itself none is made, and of groups that are written, what they name.
pub fn index_stages(p: &Pipeline, options: &Options) -> Option<Pipeline> {
    if options.strategy == Some(Strategy::None) {
        return None;
    }
    let mut made = p.clone();
    for id in (0..p.stages.len()).map(StageId) {
        let first = made.stages.len();
        for part in parts(&p.stages[id.0]) {
            while let Some(found) = next(&made, id, part) {
                let stage = found.stage(&made, id);
                let ty = stage.ty;
                let reader = &p.stages[id.0].name;
                let Some(of) = index_stage(&mut made, first, stage, reader, options) else { break };
                let block = part.block_mut(&mut made.stages[id.0]);
                *block = found.read_from(block, of, ty);
            }
        }
    }
    (made.stages.len() > p.stages.len()).then_some(made)
}

/// The stage, which is made unless one from `first` on, for the same reader, computes the same;
/// `None` if the reader is in a group that is written and it is in none. Readers have stages of
/// their own, for they may be in several groups.
fn index_stage(
    p: &mut Pipeline,
    first: usize,
    stage: Stage,
    reader: &str,
    options: &Options,
) -> Option<StageId> {
    let same = |known: &Stage| known.domain == stage.domain && known.cases == stage.cases;
    if let Some(known) = p.stages[first..].iter().position(same) {
        return Some(StageId(first + known));
    }
    if options.group_of(reader).is_some() && options.group_of(&stage.name).is_none() {
        return None;
    }
    p.stages.push(stage);
    Some(StageId(p.stages.len() - 1))
}

/// A definition of a stage.
#[derive(Clone, Copy)]
enum DefinitionPart {
    Case(usize),
    Update(usize),
}

impl DefinitionPart {
    fn block(self, stage: &Stage) -> &Block {
        match self {
            DefinitionPart::Case(n) => &stage.cases[n].value,
            DefinitionPart::Update(n) => &stage.updates[n].value,
        }
    }

    fn block_mut(self, stage: &mut Stage) -> &mut Block {
        match self {
            DefinitionPart::Case(n) => &mut stage.cases[n].value,
            DefinitionPart::Update(n) => &mut stage.updates[n].value,
        }
    }

    /// The points at which it is computed, and some more where a case has a region.
    fn domain(self, stage: &Stage) -> &Domain {
        match self {
            DefinitionPart::Case(_) => &stage.domain,
            DefinitionPart::Update(n) => &stage.updates[n].domain,
        }
    }

    /// The indices that are computed once for a point: those by which it chooses its target, or
    /// looks up the same for all lanes.
    fn indices(self, stage: &Stage) -> Vec<ExprId> {
        let data = |index: &Index| match index {
            Index::Affine(_) => None,
            Index::Value(id) => Some(*id),
        };
        match self {
            DefinitionPart::Update(n) => {
                let parts = stage.updates[n].parts();
                parts.iter().flat_map(|parts| parts.target).filter_map(data).collect()
            }
            DefinitionPart::Case(n) => {
                let exprs = &stage.cases[n].value.exprs;
                let differs = varies(exprs, VarId(lane_dimension(&stage.domain)), &|_| false);
                let reads = exprs.iter().filter_map(|expr| {
                    let Node::Read { index, .. } = &expr.node else { return None };
                    Some(index)
                });
                reads.flatten().filter_map(data).filter(|id| !differs[id.0]).collect()
            }
        }
    }
}

/// The definitions that are computed one point at a time, or with the points of a row in lanes.
fn parts(stage: &Stage) -> Vec<DefinitionPart> {
    let cases =
        (0..stage.cases.len()).filter(|_| is_short(&stage.domain)).map(DefinitionPart::Case);
    cases.chain((0..stage.updates.len()).map(DefinitionPart::Update)).collect()
}

/// The first index of a definition that should have a stage of its own.
fn next(p: &Pipeline, id: StageId, part: DefinitionPart) -> Option<OfElement> {
    let stage = &p.stages[id.0];
    let needed = points(p, &part.domain(stage).0);
    let indices = part.indices(stage).into_iter();
    let mut found = indices.filter_map(|index| OfElement::of(part.block(stage), index));
    found.find(|found| {
        let elements = points(p, &found.kept(p));
        let border = p.source_border(found.source());
        let alike = |of: &SourceElement| {
            of.source != Source::Stage(id) && p.source_border(of.source) == border
        };
        // What a border gives in place of an element would have to go through the index, too.
        let constant = border.is_some_and(|mode| mode.value().is_some());
        found.elements.iter().all(alike) && !constant && (2..=needed).contains(&elements)
    })
}

/// How many points there are, at the estimates of the sizes.
fn points(p: &Pipeline, dims: &[Interval]) -> i64 {
    let estimates = p.estimates();
    dims.iter().map(|interval| interval.extent(&estimates)).fold(1, i64::saturating_mul)
}

/// An element of an input or stage.
#[derive(Clone, PartialEq)]
struct SourceElement {
    /// What it is one of.
    source: Source,
    /// Which one it is.
    index: Vec<Index>,
}

impl SourceElement {
    /// The dimensions in which its place differs between points, with that place.
    fn place(&self) -> impl Iterator<Item = (usize, &Index)> {
        self.index.iter().enumerate().filter(|(_, index)| OfElement::moves(index))
    }
}

/// A value that is computed from elements at one place, and nothing else but scalars.
struct OfElement {
    /// The value.
    value: ExprId,
    /// The expressions that it needs, each behind its operands, itself the last one. Their order
    /// follows from what they compute, so that equal values have equal stages.
    exprs: Vec<(ExprId, Expr)>,
    /// The elements, at least one.
    elements: Vec<SourceElement>,
}

impl OfElement {
    /// A value of a block, if it is one and takes some operations.
    fn of(block: &Block, value: ExprId) -> Option<OfElement> {
        let mut needed = Vec::new();
        push_needed(block, value, &mut needed);
        let exprs = needed.into_iter().map(|id| (id, block.exprs[id.0].clone()));
        let exprs: Vec<(ExprId, Expr)> = exprs.collect();
        let (mut elements, mut operations) = (Vec::<SourceElement>::new(), 0);
        for (_, expr) in &exprs {
            match &expr.node {
                Node::Read { source, index } => {
                    elements.push(SourceElement { source: *source, index: index.clone() });
                }
                Node::Const(_) | Node::Scalar(_) => {}
                Node::Unary(..)
                | Node::Binary(..)
                | Node::Cast(_)
                | Node::SaturatingCast(_)
                | Node::Select(..)
                | Node::Call(..)
                | Node::Combine { .. } => operations += 1,
                // What depends on the place as well is no index of an element.
                Node::Index(_) | Node::Test(_) | Node::Reduce { .. } => return None,
            }
        }
        let first = elements.first()?;
        let here = |of: &SourceElement| {
            let affine = of.index.iter().all(|i| matches!(i, Index::Affine(_)));
            affine && of.place().map(|at| at.1).eq(first.place().map(|at| at.1))
        };
        let many = operations >= LEAST_OF_AN_INDEX && block.exprs[value.0].ty.is_int();
        let fits = many && elements.iter().all(here);
        fits.then_some(OfElement { value, exprs, elements })
    }

    /// What the first element is one of.
    fn source(&self) -> Source {
        self.elements[0].source
    }

    /// Whether the element's place in a dimension differs between points.
    fn moves(index: &Index) -> bool {
        matches!(index, Index::Affine(a) if !a.vars().is_empty())
    }

    /// The dimensions of its stage: where all elements are.
    fn kept(&self, p: &Pipeline) -> Vec<Interval> {
        let of = |element: &SourceElement| -> Vec<Interval> {
            let dims = &p.source_domain(element.source).0;
            element.place().map(|(dim, _)| dims[dim].clone()).collect()
        };
        let mut kept = of(&self.elements[0]);
        for element in &self.elements[1..] {
            for (kept, own) in kept.iter_mut().zip(of(element)) {
                let more = |all: &mut Vec<Affine>, own: Vec<Affine>| {
                    own.into_iter().for_each(|end| {
                        if !all.contains(&end) {
                            all.push(end)
                        }
                    });
                };
                more(&mut kept.lo, own.lo);
                more(&mut kept.hi, own.hi);
            }
        }
        kept
    }

    /// A stage of such values, for a reader.
    fn stage(&self, p: &Pipeline, reader: StageId) -> Stage {
        let (names, border, loc) = match self.source() {
            Source::Input(id) => (None, p.inputs[id.0].border.clone(), p.inputs[id.0].loc),
            Source::Stage(id) => {
                let stage = &p.stages[id.0];
                (Some(&stage.vars), stage.border.clone(), stage.loc)
            }
        };
        let domain = Domain(self.kept(p));
        let moving = self.elements[0].place().map(|at| at.0);
        let name = |dim: usize| names.map_or_else(|| format!("i{dim}"), |vars| vars[dim].clone());
        let vars = moving.map(name).collect();
        let mut value = self.block();
        let ty = self.ty(p, &value);
        if ty != value.ty() {
            let last = value.result;
            value.exprs.push(Expr { ty, node: Node::Cast(last), loc: value.exprs[last.0].loc });
            value.result = ExprId(last.0 + 1);
        }
        Stage {
            name: names::index(p, &p.stages[reader.0].name),
            ty,
            vars,
            domain,
            border,
            cases: vec![Case { region: Region::default(), value, loc }],
            updates: Vec::new(),
            loc,
        }
    }

    /// The value of each point of its stage.
    fn block(&self) -> Block {
        let place = |id: ExprId| {
            let at = self.exprs.iter().position(|(known, _)| *known == id);
            ExprId(at.expect("the operands of an expression are before it"))
        };
        let placed = |index: &[Index]| -> Vec<Index> {
            let mut next = (0..).map(VarId);
            let each = index.iter().map(|index| match OfElement::moves(index) {
                true => Index::Affine(next.next().expect("an endless supply").into()),
                false => index.clone(),
            });
            each.collect()
        };
        let exprs = self.exprs.iter().map(|(_, expr)| {
            let node = if let Node::Read { source, index } = &expr.node {
                Node::Read { source: *source, index: placed(index) }
            } else {
                map_operands(&expr.node, place)
            };
            Expr { node, ..expr.clone() }
        });
        let exprs: Vec<Expr> = exprs.collect();
        Block { result: ExprId(exprs.len() - 1), exprs }
    }

    /// The type of the fewest bytes that holds all values.
    fn ty(&self, p: &Pipeline, value: &Block) -> ElemType {
        let facts = Facts::for_pipeline(p);
        let ranges = Ranges::new(p, &facts);
        let holds = |ty: &ElemType| {
            let limits = ty.int_range().map(|(lo, hi)| Interval::new(lo.into(), hi.into()));
            limits.is_some_and(|limits| {
                ranges.is_within(BlockPart::whole(value), value.result, &limits)
            })
        };
        let smaller = TYPES.into_iter().filter(|ty| ty.bytes() < value.ty().bytes());
        smaller.clone().find(holds).unwrap_or(value.ty())
    }

    /// The block with the value read from a stage of such values.
    fn read_from(&self, block: &Block, stage: StageId, ty: ElemType) -> Block {
        let index = self.elements[0].place().map(|at| at.1.clone()).collect();
        let mut exprs = Vec::with_capacity(block.exprs.len() + 1);
        let mut places = Vec::with_capacity(block.exprs.len());
        for (at, expr) in block.exprs.iter().enumerate() {
            let node = match at == self.value.0 {
                false => map_operands(&expr.node, |id| places[id.0]),
                true => {
                    let node =
                        Node::Read { source: Source::Stage(stage), index: Vec::clone(&index) };
                    if ty == expr.ty {
                        node
                    } else {
                        exprs.push(Expr { ty, node, loc: expr.loc });
                        Node::Cast(ExprId(exprs.len() - 1))
                    }
                }
            };
            exprs.push(Expr { node, ..expr.clone() });
            places.push(ExprId(exprs.len() - 1));
        }
        without_unused(Block { exprs, result: places[block.result.0] })
    }
}

/// Appends what a value needs that is not there yet, operands first, and the value.
fn push_needed(block: &Block, value: ExprId, needed: &mut Vec<ExprId>) {
    if !needed.contains(&value) {
        for_each_operand(&block.exprs[value.0].node, |id| push_needed(block, id, needed));
        needed.push(value);
    }
}

#[cfg(test)]
mod tests;
