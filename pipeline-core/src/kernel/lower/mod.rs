//! From the loop nest to kernels: a file for each decision.
//!
//! | file | what it decides |
//! | --- | --- |
//! | `entry` | what a call checks, and how sizes follow from its arguments |
//! | `memory` | when full buffers get their slots, and when those are free |
//! | `arrays` | which arrays a nest reads and writes, and when their rows are contiguous |
//! | `pads` | which scratchpads are taken together, and where their memory is |
//! | `dense` | what collapsed loops run where rows are contiguous |
//! | `forms` | for which loop each function is: vectors, points of a row, or one point |
//! | `fields` | which variables the caller hands to tasks |
//! | `host` `work` | what the caller runs: launches, and what a task is worth |
//! | `task` `copy` | what a task runs: rows, scratchpads, copies |
//! | `streamed` | which rows are written past the caches |
//! | `function` `naming` | what a function is handed, its expressions, which of them have names |
//! | `load` `store` `line` `in_lanes` | the form of each load, store and index |
//! | `ends` | which rows look at the ends of the lines that they load from |
//! | `pairs` | which loads are pairs of neighbours |
//! | `carry` | how vectors hand on the values that a compute carries |
//! | `prefix` | how they hand on what points before have |
//! | `aligned` | which vectors have code of their own |
//! | `interleave` | which loads and stores of every second element go together |
//! | `ranks` | which arrays ranks have parts of, and when those are complete |
//! | `share` | which functions are one, since they compute the same |
//! | `ahead` `parts` | which rows vectors ask for before they need them |

mod ahead;
mod aligned;
mod arrays;
mod carry;
mod copy;
mod dense;
mod ends;
mod entry;
mod fields;
mod forms;
mod function;
mod host;
mod in_lanes;
mod interleave;
mod line;
mod load;
mod memory;
mod naming;
mod pads;
mod pairs;
mod parts;
mod prefix;
mod ranks;
mod share;
mod store;
mod streamed;
mod task;
mod work;

use super::{CallStep, Nest, PointFunction, Program};
use crate::analysis::integer::Facts;
use crate::analysis::ranges::Ranges;
use crate::ir::text::show_vars;
use crate::ir::{Pipeline, Source, VarId};
use crate::loops::{self, Buffer, Compute, LoopNest, keeps_loops};
use crate::schedule::ranks::RanksPlan;
use arrays::Arrays;
use dense::DenseRow;
use function::function;
use host::host;
use pads::PadsOf;
use parts::RowParts;
use share::share;
use std::borrow::Cow;

/// The kernels of a pipeline, of which this is the loop nest, on ranks if it is distributed.
/// Estimates of the sizes say which full buffers share memory.
pub fn lower(p: &Pipeline, loops: &LoopNest, on_ranks: Option<&RanksPlan>) -> Program {
    let memory = memory::memory(loops, &loops.sizes_of_one_rank(&p.estimates()));
    let facts = Facts::for_pipeline(p);
    let ranges = Ranges::new(p, &facts);
    let nests = loops.nests.iter().zip(memory.steps);
    let steps = nests.map(|(nest, step)| {
        let cx = NestContext::new(loops, nest, &ranges);
        let functions = cx.functions();
        let contiguous = arrays::contiguous(loops, &cx.arrays, &cx.rows, &functions);
        let nest = cx.nest(functions);
        CallStep { allocations: step.allocations, nest, contiguous, freed: step.freed }
    });
    let steps = steps.collect();
    Program {
        name: loops.name.clone(),
        sizes: loops.sizes.clone(),
        scalars: loops.scalars.clone(),
        inputs: loops.inputs.clone(),
        stages: loops.stages.clone(),
        checks: entry::checks(p),
        outputs: entry::outputs(p),
        slots: memory.slots,
        steps,
        ranks: on_ranks.map(|on_ranks| ranks::ranks(loops, on_ranks)),
    }
}

/// What is known of a nest before its functions and statements are made.
struct NestContext<'a> {
    loops: &'a LoopNest,
    nest: &'a loops::Nest,
    ranges: &'a Ranges<'a>,
    /// The computes of the nest, and behind them those of dense rows.
    computes: Vec<Cow<'a, Compute>>,
    rows: Vec<DenseRow>,
    arrays: Arrays,
    pads: PadsOf,
    /// By compute, the parts of rows that its vectors take.
    parts: Vec<Option<RowParts>>,
    /// By compute, the variable of the serial loops that hold it alone, if it is in no others.
    alone: Vec<Option<VarId>>,
    /// Whether the order of its loops matters beyond steps around launches.
    ordered: bool,
    /// The variables of serial loops around launches.
    steps: Vec<VarId>,
    /// All variables of the caller's part.
    fields: Vec<VarId>,
}

impl<'a> NestContext<'a> {
    fn new(loops: &'a LoopNest, nest: &'a loops::Nest, ranges: &'a Ranges<'a>) -> NestContext<'a> {
        let mut computes: Vec<Cow<'a, Compute>> = nest.computes.iter().map(Cow::Borrowed).collect();
        let rows = dense::rows(loops, &nest.body, &mut computes);
        let pads = pads::pads(loops, nest, &rows);
        let mut parts = parts::parts(nest, computes.len());
        // Parts are counted in points of the lanes loop, and dense rows go by elements.
        rows.iter().for_each(|row| parts[row.dense.0] = None);
        let steps = fields::steps(&nest.body);
        NestContext {
            loops,
            nest,
            ranges,
            computes,
            rows,
            arrays: arrays::arrays(loops, nest),
            pads,
            parts,
            alone: forms::alone(nest),
            ordered: keeps_loops(&loops.stages, nest),
            fields: fields::fields(nest, &steps),
            steps,
        }
    }

    fn functions(&self) -> Vec<PointFunction> {
        let forms = forms::forms(self);
        let functions = (0..self.computes.len()).map(|id| function(self, id, forms[id]));
        let mut functions: Vec<PointFunction> = functions.collect();
        share(&mut functions, self.nest.vars.names().len(), &|source| self.buffer(source).ty);
        functions
    }

    fn nest(self, functions: Vec<PointFunction>) -> Nest {
        let host = host(&self);
        Nest {
            name: self.nest.name.clone(),
            vars: show_vars(&self.loops.sizes, self.nest.vars.names()),
            reads: self.arrays.reads,
            writes: self.arrays.writes,
            fields: self.fields,
            pads: self.pads.lists,
            functions,
            kernels: host.kernels,
            body: host.body,
        }
    }

    fn buffer(&self, source: Source) -> &'a Buffer {
        self.loops.buffer(source)
    }
}
