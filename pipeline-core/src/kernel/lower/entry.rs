//! From the arguments of a call to sizes, and which of those leave no result empty.

use crate::analysis::sizes::{extent, solve};
use crate::analysis::solve::{Solved, solve as solve_for};
use crate::ir::{Atom, InputId, Interval, Pipeline, ScalarId, SizeId, Test};
use crate::kernel::{Check, Least, Output};

/// What a call checks, in order: each size from arguments and sizes before it, then the extents
/// that determine nothing new, then the user's clauses, and the values of scalars and inputs last.
pub fn checks(p: &Pipeline) -> Vec<Check> {
    let solution = solve(p);
    let arguments = (0..p.sizes.len()).filter(|s| p.sizes[*s].argument);
    let arguments = arguments.map(|s| Check::Argument(SizeId(s)));
    let solved = solution.solved.into_iter().map(|solution| {
        let extent = extent(p, solution.input, solution.dim);
        Check::Solve { solution, extent }
    });
    let extents = solution.equations.into_iter().map(Check::Extent);
    let clauses = p.constraints.iter().map(|c| Check::Clause {
        test: c.test.clone(),
        text: c.text.clone(),
        sizes: sizes_of(&c.test),
    });
    let scalars = p.scalars.iter().enumerate();
    let scalars = scalars.filter_map(|(i, s)| Some(Check::Scalar(ScalarId(i), s.values?)));
    let inputs = p.inputs.iter().enumerate();
    let values = inputs.filter_map(|(i, input)| Some(Check::Values(InputId(i), input.values?)));
    let of_sizes = arguments.chain(solved).chain(extents).chain(clauses);
    of_sizes.chain(scalars).chain(values).collect()
}

/// The results of a call.
pub fn outputs(p: &Pipeline) -> Vec<Output> {
    let output = |id: &crate::ir::StageId| {
        let domain = &p.stages[id.0].domain;
        let smallest = domain.0.iter().map(|interval| smallest(p, interval)).collect();
        Output { stage: *id, smallest }
    };
    p.outputs.iter().map(output).collect()
}

/// The sizes from which on an interval has points.
fn smallest(p: &Pipeline, interval: &Interval) -> Vec<Least> {
    let mut found = Vec::new();
    for extent in interval.hi.iter().flat_map(|hi| interval.lo.iter().map(|lo| hi.sub(lo))) {
        for size in (0..p.sizes.len()).map(SizeId) {
            let Solved::Lower(least) = solve_for(&extent, &Atom::Size(size)) else { continue };
            let least = least.as_constant().filter(|least| *least > 1);
            found.extend(least.map(|value| Least { size, value }));
        }
    }
    found.dedup();
    found
}

/// The sizes in a test, in the order in which they first come.
fn sizes_of(test: &Test) -> Vec<SizeId> {
    let mut found = Vec::new();
    test.affine.for_each_leaf(&mut |leaf| {
        if let Atom::Size(s) = leaf
            && !found.contains(s)
        {
            found.push(*s);
        }
    });
    found
}
