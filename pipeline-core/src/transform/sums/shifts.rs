//! Terms that are one expression at shifted points.

use crate::ir::nodes::for_each_operand;
use crate::ir::{Affine, Atom, Block, ExprId, Index, Node, VarId};

/// Pairs of expressions compared for one pair of terms, at the most.
const MOST_PAIRS: usize = 1000;

/// Terms by their shifts against the first: term `i` is the first with `v + shifts[i][v]` for every
/// variable `v`. Two or more dimensions have shifts.
#[derive(Clone, Debug, PartialEq)]
pub struct ShiftGrid {
    terms: Vec<ExprId>,
    shifts: Vec<Vec<i64>>,
    /// The innermost dimension with shifts: the columns lie along it.
    pub last: VarId,
    /// Distinct shifts in that dimension, ascending.
    pub columns: Vec<i64>,
    /// Distinct shifts in the other dimensions, ascending.
    pub rows: Vec<Vec<i64>>,
}

/// The row and the column of a term, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridPlace {
    pub row: usize,
    pub column: usize,
}

/// Neighbouring columns of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The shifts of the row; that of the columns is 0.
    pub row: Vec<i64>,
    /// The first and the last column.
    pub first: i64,
    pub last: i64,
}

/// The first and the last shift in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftEnds {
    pub first: i64,
    pub last: i64,
}

impl Run {
    /// How many columns it has.
    pub fn length(&self) -> i64 {
        self.last - self.first + 1
    }

    /// Where it lies in a dimension, if its columns lie along another one.
    pub fn ends(&self, dim: VarId, along: VarId) -> ShiftEnds {
        match dim == along {
            true => ShiftEnds { first: self.first, last: self.last },
            false => ShiftEnds { first: self.row[dim.0], last: self.row[dim.0] },
        }
    }
}

impl ShiftGrid {
    fn row(&self, i: usize) -> Vec<i64> {
        let mut row = self.shifts[i].clone();
        row[self.last.0] = 0;
        row
    }

    fn column_of(&self, i: usize) -> i64 {
        self.shifts[i][self.last.0]
    }

    /// Whether every row has a term in every column, and no place two.
    pub fn is_full(&self) -> bool {
        let mut places: Vec<&Vec<i64>> = self.shifts.iter().collect();
        places.sort();
        places.dedup();
        places.len() == self.terms.len()
            && places.len() == self.rows.len().saturating_mul(self.columns.len())
    }

    /// Whether no two columns that are next to each other are left out.
    pub fn is_dense(&self) -> bool {
        self.columns.windows(2).all(|c| c[1] - c[0] <= 2)
    }

    /// The terms as runs of neighbouring columns, with shifts against one of the terms; none if
    /// two of them are at one place.
    pub fn runs(&self, origin: usize) -> Option<Vec<Run>> {
        let from = |i: usize| {
            let mut row: Vec<i64> =
                self.shifts[i].iter().zip(&self.shifts[origin]).map(|(a, b)| a - b).collect();
            let column = std::mem::take(&mut row[self.last.0]);
            (row, column)
        };
        let mut places: Vec<(Vec<i64>, i64)> = (0..self.terms.len()).map(from).collect();
        places.sort();
        let mut runs: Vec<Run> = Vec::new();
        for (row, column) in places {
            match runs.last_mut().filter(|run| run.row == row) {
                Some(run) if run.last == column => return None,
                Some(run) if run.last + 1 == column => run.last = column,
                _ => runs.push(Run { row, first: column, last: column }),
            }
        }
        Some(runs)
    }

    /// Where each term is.
    pub fn places(&self) -> Vec<GridPlace> {
        let place = |i: usize| GridPlace {
            row: self.rows.partition_point(|row| *row < self.row(i)),
            column: self.columns.partition_point(|column| *column < self.column_of(i)),
        };
        (0..self.terms.len()).map(place).collect()
    }

    /// The terms of a column, in the order of the rows.
    pub fn column(&self, column: i64) -> Vec<ExprId> {
        let mut found: Vec<(Vec<i64>, ExprId)> = (0..self.terms.len())
            .filter(|i| self.column_of(*i) == column)
            .map(|i| (self.row(i), self.terms[i]))
            .collect();
        found.sort();
        found.into_iter().map(|f| f.1).collect()
    }

    /// The terms of each row, in the order of the columns.
    pub fn by_rows(&self) -> Vec<Vec<ExprId>> {
        let of_row = |row: &Vec<i64>| {
            let mut found: Vec<(i64, ExprId)> = (0..self.terms.len())
                .filter(|i| self.row(*i) == *row)
                .map(|i| (self.column_of(i), self.terms[i]))
                .collect();
            found.sort();
            found.into_iter().map(|f| f.1).collect()
        };
        self.rows.iter().map(of_row).collect()
    }
}

/// The terms as a grid, if they are shifts of the first along at least two of the stage's `rank`
/// variables.
pub fn grid(block: &Block, terms: &[ExprId], rank: usize) -> Option<ShiftGrid> {
    let shifts = shifts(block, terms, rank)?;
    let [.., _, last] = moving(&shifts, rank)[..] else { return None };
    let mut columns: Vec<i64> = shifts.iter().map(|s| s[last]).collect();
    columns.sort();
    columns.dedup();
    let mut grid =
        ShiftGrid { terms: terms.to_vec(), shifts, last: VarId(last), columns, rows: Vec::new() };
    grid.rows = (0..terms.len()).map(|i| grid.row(i)).collect();
    grid.rows.sort();
    grid.rows.dedup();
    Some(grid)
}

/// The shifts that make the first of the terms each of them.
pub fn shifts(block: &Block, terms: &[ExprId], rank: usize) -> Option<Vec<Vec<i64>>> {
    let first = *terms.first()?;
    terms.iter().map(|term| shift(block, first, *term, rank)).collect()
}

/// The variables that are shifted.
pub fn moving(shifts: &[Vec<i64>], rank: usize) -> Vec<usize> {
    (0..rank).filter(|v| shifts.iter().any(|s| s[*v] != 0)).collect()
}

/// The shift of each variable that makes the first expression the second.
fn shift(block: &Block, first: ExprId, second: ExprId, rank: usize) -> Option<Vec<i64>> {
    let mut pairs = vec![(first, second)];
    let mut indices: Vec<(&Affine, &Affine)> = Vec::new();
    let mut next = 0;
    while let Some((a, b)) = pairs.get(next).copied() {
        next += 1;
        let (a, b) = (&block.exprs[a.0], &block.exprs[b.0]);
        if a.ty != b.ty || !alike(&a.node, &b.node, &mut indices) || next > MOST_PAIRS {
            return None;
        }
        let operands = |node: &Node| {
            let mut found = Vec::new();
            for_each_operand(node, |id| found.push(id));
            found
        };
        for pair in operands(&a.node).into_iter().zip(operands(&b.node)) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let mut shift: Vec<Option<i64>> = vec![None; rank];
    for (a, b) in &indices {
        let (atom, k) = match a.terms() {
            [(Atom::Var(v), k)] => (*v, *k),
            _ => continue,
        };
        let distance = b.sub(a).as_constant()?;
        if distance % k == 0 && atom.0 < rank {
            shift[atom.0].get_or_insert(distance / k);
        }
    }
    let shift: Vec<i64> = shift.into_iter().map(|s| s.unwrap_or(0)).collect();
    let shifted = |a: &Affine| {
        a.substitute(&|atom| match atom {
            Atom::Var(v) if v.0 < rank => Some(Affine::from(*v).offset(shift[v.0])),
            Atom::Size(_) | Atom::Var(_) | Atom::Div(..) => None,
        })
    };
    indices.iter().all(|(a, b)| shifted(a) == **b).then_some(shift)
}

/// Whether two nodes do the same to operands and index expressions that may differ; notes the
/// latter. Windows that are loops are never alike.
fn alike<'a>(a: &'a Node, b: &'a Node, indices: &mut Vec<(&'a Affine, &'a Affine)>) -> bool {
    match (a, b) {
        (Node::Const(a), Node::Const(b)) => a.same(*b),
        (Node::Scalar(a), Node::Scalar(b)) => a == b,
        (Node::Index(a), Node::Index(b)) => {
            indices.push((a, b));
            true
        }
        (Node::Test(a), Node::Test(b)) => {
            indices.push((&a.affine, &b.affine));
            a.op == b.op
        }
        (Node::Read { source: s, index: i }, Node::Read { source: t, index: j }) => {
            let mut same = s == t;
            for pair in i.iter().zip(j) {
                match pair {
                    (Index::Affine(a), Index::Affine(b)) => indices.push((a, b)),
                    (Index::Value(_), Index::Value(_)) => {}
                    _ => same = false,
                }
            }
            same
        }
        (Node::Unary(p, _), Node::Unary(q, _)) => p == q,
        (Node::Binary(p, ..), Node::Binary(q, ..)) => p == q,
        (Node::Call(f, _), Node::Call(g, _)) => f == g,
        (Node::Combine { op: p, terms: a }, Node::Combine { op: q, terms: b }) => {
            p == q && a.len() == b.len()
        }
        (Node::Cast(_), Node::Cast(_))
        | (Node::SaturatingCast(_), Node::SaturatingCast(_))
        | (Node::Select(..), Node::Select(..)) => true,
        _ => false,
    }
}
