//! What the computes of lanes loops cost, those that are alike once: the levels of a pyramid differ
//! in what they read and in what their variables are called, and their prices are the same.

use super::channels::channels;
use crate::analysis::carried::CarriedValue;
use crate::analysis::vectors::{BestVectors, Vectors};
use crate::ir::{ExprId, InputId, Source, StageId, VarId};
use crate::loops::rename::{Renaming, SAME, with_vars};
use crate::loops::walk::for_each_block_affine;
use crate::loops::{Buffer, Compute, Hold, Lanes, LoopNest};
use std::cell::RefCell;

/// What a compute costs in the vectors of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    /// A point.
    pub point: f64,
    /// The lanes: those that are planned, or else the cheapest.
    pub lanes: Lanes,
    /// The values that vectors carry.
    pub carried: Vec<CarriedValue>,
    /// Whether it may stand for more than two rows: see [`BestVectors::is_little`].
    pub is_little: bool,
}

/// The prices of computes, and those that were asked for.
pub struct ComputePrices<'a> {
    /// The stages and inputs.
    loops: &'a LoopNest,
    known: RefCell<Vec<(PriceKey, Price)>>,
    rows: RefCell<Vec<RowKind>>,
}

/// One of the kinds of rows of some [`ComputePrices`].
#[derive(Clone, Copy, Debug)]
pub struct RowKindId(usize);

/// Rows that cost the same, by themselves and together.
struct RowKind {
    key: PriceKey,
    known: Vec<RowsTogether>,
}

/// So many rows of a kind, together.
#[derive(Clone, Copy)]
struct RowsTogether {
    rows: i64,
    /// What a point costs; nothing if they may not run together.
    point: Option<f64>,
}

impl ComputePrices<'_> {
    /// Of computes that load and store the buffers of some loops.
    pub fn new(loops: &LoopNest) -> ComputePrices<'_> {
        ComputePrices { loops, known: RefCell::default(), rows: RefCell::default() }
    }

    /// What a compute costs in a loop over lanes: in as many as are planned, or the cheapest.
    pub fn of(&self, compute: &Compute, lane: VarId, lanes: Option<Lanes>) -> Price {
        let kind = PriceKey::of(self.loops, compute, &[lane], lanes);
        if let Some((_, price)) = self.known.borrow().iter().find(|(known, _)| *known == kind) {
            return price.clone();
        }
        let price = kind.price();
        self.known.borrow_mut().push((kind, price.clone()));
        price
    }

    /// The kind of the rows of a compute in a loop over lanes, inside one over rows.
    pub fn rows(
        &self,
        compute: &Compute,
        [lane, row]: [VarId; 2],
        lanes: Option<Lanes>,
    ) -> RowKindId {
        let key = PriceKey::of(self.loops, compute, &[lane, row], lanes);
        let mut kinds = self.rows.borrow_mut();
        let known = kinds.iter().position(|kind| kind.key == key);
        RowKindId(known.unwrap_or_else(|| {
            kinds.push(RowKind { key, known: Vec::new() });
            kinds.len() - 1
        }))
    }

    /// What a point of so many rows of a kind costs when these run together, as `found` says of the
    /// first that are asked for; nothing if they may not.
    pub fn together(
        &self,
        RowKindId(kind): RowKindId,
        rows: i64,
        found: impl FnOnce() -> Option<f64>,
    ) -> Option<f64> {
        let known = self.rows.borrow()[kind].known.iter().find(|k| k.rows == rows).copied();
        if let Some(known) = known {
            return known.point;
        }
        let point = found();
        self.rows.borrow_mut()[kind].known.push(RowsTogether { rows, point });
        point
    }
}

/// All that prices depend on, and whether rows may run together.
#[derive(PartialEq)]
struct PriceKey {
    /// The variable of the lanes, and that of the rows.
    vars: Vec<VarId>,
    lanes: Option<Lanes>,
    /// Its variables, and what it loads and stores, are numbered in the order that they have in the
    /// nest, inputs as stages.
    compute: Compute,
    /// What it loads and stores.
    buffers: Vec<BufferKind>,
}

/// What of a buffer matters.
#[derive(PartialEq)]
struct BufferKind {
    holds: Vec<Hold>,
    /// The entries of a row, if that is a table.
    table: Option<i64>,
    /// The channels of a caller's pixels.
    channels: Option<i64>,
}

impl PriceKey {
    fn of(loops: &LoopNest, compute: &Compute, vars: &[VarId], lanes: Option<Lanes>) -> PriceKey {
        let mut all = vars.to_vec();
        for_each_block_affine(&compute.value, &mut |a| all.extend(a.vars()));
        compute.stores.iter().flat_map(|s| &s.index).for_each(|a| all.extend(a.vars()));
        let all = Numbering::of(all);
        let mut sources: Vec<Source> =
            compute.stores.iter().map(|s| Source::Stage(s.stage)).collect();
        compute.value.for_each_read(&mut |_, _, source, _| sources.push(source));
        let sources = Numbering::of(sources);
        let var = |var: VarId| VarId(all.number(var));
        let number = |source: Source| sources.number(source);
        let renaming = Renaming {
            var: &var,
            affine: &|a| with_vars(a, &var),
            stage: &|stage| StageId(number(Source::Stage(stage))),
            ..SAME
        };
        let mut compute = renaming.compute(compute);
        compute.value.redirect(&mut |source, _| match source {
            Source::Input(_) => Source::Stage(StageId(number(source))),
            renamed @ Source::Stage(_) => renamed,
        });
        let vars = vars.iter().map(|v| var(*v)).collect();
        let buffers = sources.0.iter().map(|s| BufferKind::of(loops.buffer(*s))).collect();
        PriceKey { vars, lanes, compute, buffers }
    }

    fn price(&self) -> Price {
        let table = |source| match source {
            Source::Input(InputId(number)) | Source::Stage(StageId(number)) => {
                self.buffers[number].table
            }
        };
        let vectors = Vectors { lane: self.vars[0], table: &table };
        let (value, stored) = (&self.compute.value, stored(&self.compute));
        let best = match self.lanes {
            Some(lanes) => vectors.of(lanes.bits().unwrap_or(32), value, &stored),
            None => vectors.best(value, &stored),
        };
        let is_little = best.is_little(value);
        let BestVectors { width, carried, price: point } = best;
        let lanes = self.lanes.or(Lanes::of(width as i64)).unwrap_or(Lanes::Of32);
        let carried = carried.map(|carried| carried.values).unwrap_or_default();
        Price { point, lanes, carried, is_little }
    }
}

impl BufferKind {
    fn of(buffer: &Buffer) -> BufferKind {
        let holds = (0..buffer.domain.0.len()).map(|dim| buffer.hold(dim)).collect();
        BufferKind { holds, table: buffer.table(), channels: channels(buffer) }
    }
}

/// Numbers in the order that things have.
struct Numbering<T>(Vec<T>);

impl<T: Copy + Ord> Numbering<T> {
    fn of(mut all: Vec<T>) -> Numbering<T> {
        all.sort_unstable();
        all.dedup();
        Numbering(all)
    }

    /// That of one of them; of a window's variable that nothing mentions, the next.
    fn number(&self, of: T) -> usize {
        self.0.binary_search(&of).unwrap_or_else(|next| next)
    }
}

/// The values that a compute stores.
fn stored(compute: &Compute) -> Vec<ExprId> {
    compute.stores.iter().map(|s| s.value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::ir::text::parse;
    use crate::loops::walk::for_each_stmt;
    use crate::loops::{ComputeId, LoopKind, Stmt};
    use crate::options::Options;
    use crate::schedule::grouping::Strategy;

    #[test]
    fn computes_that_are_alike_are_priced_once_and_as_each_by_itself() {
        let stage = |name: &str, ty: &str, of: &str, op: &str| {
            format!(
                "stage {name}(x): {ty} in [0..=n] {{ case {{ %0: {ty} = read {of}(x) \
                 %1: {ty} = {op} %0, %0 yield %1 }} }}\n"
            )
        };
        let alike = ["a", "b", "c", "d"].windows(2).map(|w| stage(w[1], "f32", w[0], "add"));
        let text = format!(
            "pipeline p size n ~ 2000 input a: f32 [0..=n] input u: u8 [0..=n]\n{}{}{}\
             output d output e output f\n",
            alike.collect::<String>(),
            stage("e", "f32", "a", "div"),
            stage("f", "u8", "u", "add")
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let options = Options { strategy: Some(Strategy::None), ..Options::default() };
        let loops = compile(p, &options).unwrap_or_else(|e| panic!("{e:?}\n{text}")).loops;
        let (prices, mut asked) = (ComputePrices::new(&loops), 0);
        for nest in &loops.nests {
            for_each_stmt(&nest.body, &mut |stmt| {
                let Stmt::For { var, kind: LoopKind::Lanes(_), body, .. } = stmt else { return };
                let [Stmt::Compute(ComputeId(id))] = body[..] else { return };
                let by_itself = ComputePrices::new(&loops).of(&nest.computes[id], *var, None);
                assert_eq!(prices.of(&nest.computes[id], *var, None), by_itself);
                asked += 1;
            });
        }
        let known = prices.known.borrow();
        assert_eq!((asked, known.len()), (5, 3), "{loops}");
        let cheaper = known.iter().any(|(_, price)| price.point < known[0].1.point);
        let dearer = known.iter().any(|(_, price)| price.point > known[0].1.point);
        assert!(cheaper || dearer, "sums of bytes and quotients do not cost the same");
    }
}
