//! How the sizes follow from the shapes of the inputs.

use crate::ir::{Affine, Atom, InputId, Loc, Pipeline, SizeId};

/// One size solved from one extent of an input: `extent = coefficient·size + rest`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The size.
    pub size: SizeId,
    /// The input whose extent determines it.
    pub input: InputId,
    /// The dimension of that input.
    pub dim: usize,
    /// Not zero. Unless it is ±1 the division must come out even.
    pub coefficient: i64,
    /// Over arguments and sizes solved before.
    pub rest: Affine,
}

/// An extent that determines nothing new: the caller's array must have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The input.
    pub input: InputId,
    /// Its dimension.
    pub dim: usize,
    /// What the extent must be.
    pub extent: Affine,
}

/// How every size is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizeSolution {
    /// In an order in which each needs only arguments and earlier ones.
    pub solved: Vec<Solution>,
    /// The extents that remain to be verified.
    pub equations: Vec<Equation>,
    /// Sizes that nothing determines.
    pub undetermined: Vec<SizeId>,
}

/// The extent of an input's dimension.
pub fn extent(p: &Pipeline, input: InputId, dim: usize) -> Affine {
    let interval = &p.inputs[input.0].domain.0[dim];
    interval.hi[0].sub(&interval.lo[0]).offset(1)
}

/// Solves the extents for the sizes: repeatedly an extent that is linear in one unsolved size,
/// those with coefficient ±1 first because they lose nothing to divisibility.
pub fn solve(p: &Pipeline) -> SizeSolution {
    let mut known: Vec<bool> = p.sizes.iter().map(|s| s.argument).collect();
    let mut open: Vec<Equation> = Vec::new();
    for (i, input) in p.inputs.iter().enumerate() {
        for dim in 0..input.domain.0.len() {
            let input = InputId(i);
            open.push(Equation { input, dim, extent: extent(p, input, dim) });
        }
    }
    let mut solved = Vec::new();
    loop {
        let found = [true, false].into_iter().find_map(|unit| {
            open.iter().enumerate().find_map(|(i, equation)| {
                let (size, k) = unsolved(&equation.extent, &known)?;
                (!unit || k.abs() == 1).then_some((i, size, k))
            })
        });
        let Some((i, size, coefficient)) = found else { break };
        let Equation { input, dim, extent } = open.remove(i);
        let rest = extent.add_scaled(&Affine::from(size), -coefficient);
        known[size.0] = true;
        solved.push(Solution { size, input, dim, coefficient, rest });
    }
    let undetermined = (0..known.len()).filter(|i| !known[*i]).map(SizeId).collect();
    SizeSolution { solved, equations: open, undetermined }
}

/// The one unsolved size of an extent with its coefficient, if it stands outside divisions.
fn unsolved(extent: &Affine, known: &[bool]) -> Option<(SizeId, i64)> {
    let mut sizes = Vec::new();
    extent.for_each_leaf(&mut |leaf| {
        if let Atom::Size(s) = leaf
            && !known[s.0]
        {
            sizes.push(*s);
        }
    });
    let [size] = sizes[..] else { return None };
    let k = extent.coefficient(&Atom::Size(size));
    (k != 0).then_some((size, k))
}

/// Where the first size of an expression was introduced.
pub fn first_size(p: &Pipeline, affine: &Affine) -> Loc {
    let mut loc = None;
    affine.for_each_leaf(&mut |leaf| {
        if let Atom::Size(s) = leaf {
            loc.get_or_insert(p.sizes[s.0].loc);
        }
    });
    loc.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::build::GraphBuilder;

    fn table(p: &Pipeline) -> String {
        let sizes = p.size_names();
        let names = crate::ir::affine::Names { sizes: &sizes, vars: &[] };
        let s = solve(p);
        let mut lines = Vec::new();
        for x in &s.solved {
            let input = &p.inputs[x.input.0].name;
            let (size, rest) = (&sizes[x.size.0], x.rest.display(&names));
            lines.push(format!("{input}.{} = {}*{size} + {rest}", x.dim, x.coefficient));
        }
        for e in &s.equations {
            let input = &p.inputs[e.input.0].name;
            lines.push(format!("verify {input}.{} == {}", e.dim, e.extent.display(&names)));
        }
        lines.extend(s.undetermined.iter().map(|s| format!("undetermined {}", sizes[s.0])));
        lines.join("\n")
    }

    #[test]
    fn solves_unit_extents_first_and_verifies_the_rest() {
        let mut b = GraphBuilder::new(&["rows", "cols", "n"]);
        let (rows, cols, n) = (b.size(0), b.size(1), b.size(2));
        b.input("half", &[rows.scale(2), rows.add(&cols)]);
        b.input("img", &[rows.offset(2), cols.floor_div(2), Affine::from(3)]);
        b.input("odd", &[n.floor_div(2)]);
        assert_eq!(
            table(&b.finish(&[])),
            "img.0 = 1*rows + 2\n\
             half.1 = 1*cols + rows\n\
             verify half.0 == 2*rows\n\
             verify img.1 == cols/2\n\
             verify img.2 == 3\n\
             verify odd.0 == n/2\n\
             undetermined n"
        );
    }
}
