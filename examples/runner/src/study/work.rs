//! What the loops of a plan load and compute, from their bounds and not by running them.

use pipeline_core::analysis::carried::Carried;
use pipeline_core::ir::{Affine, Expr, ExprId, Node, VarId};
use pipeline_core::loops::collapse::CollapsedRow;
use pipeline_core::loops::walk::{for_each_affine, for_each_stmt};
use pipeline_core::loops::{Compute, LoopKind, LoopNest, Nest, Stmt};

/// Work of a run, all points together. Lanes are points of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Values read from inputs, arrays and scratchpads, those that copies move among them.
    pub loads: u64,
    /// Values computed by operators, functions, conversions and choices.
    pub operations: u64,
}

impl Work {
    /// That of a loop nest at these sizes. What vectors hand on counts once a point: the first
    /// vector of a row, which finds nothing handed on, is taken for one like the others.
    pub fn of(loops: &LoopNest, sizes: &[i64]) -> Work {
        let of_nest = |nest: &Nest| {
            let walk = Walk { sizes, of_point: of_points(nest, sizes) };
            walk.stmts(&nest.body, &mut nest.first_values(1))
        };
        loops.nests.iter().map(of_nest).fold(Work::default(), Work::and)
    }

    fn of_exprs<'a>(exprs: impl IntoIterator<Item = &'a Expr>, sizes: &[i64]) -> Work {
        exprs.into_iter().map(|expr| Work::of_expr(expr, sizes)).fold(Work::default(), Work::and)
    }

    fn of_expr(expr: &Expr, sizes: &[i64]) -> Work {
        let operations = |operations: u64| Work { loads: 0, operations };
        match &expr.node {
            Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => operations(0),
            Node::Read { .. } => Work { loads: 1, operations: 0 },
            Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..) => operations(1),
            Node::Combine { terms, .. } => operations(terms.len() as u64 - 1),
            Node::Reduce { vars, body, .. } => {
                let points = vars.iter().map(|var| var.extent(sizes) as u64);
                Work::of_exprs(&body.exprs, sizes).and(operations(1)).times(points.product())
            }
        }
    }

    fn and(self, other: Work) -> Work {
        Work { loads: self.loads + other.loads, operations: self.operations + other.operations }
    }

    fn times(self, times: u64) -> Work {
        Work { loads: self.loads * times, operations: self.operations * times }
    }
}

/// How many numbers there are from one to the other.
fn length(first: i64, last: i64) -> u64 {
    u64::try_from(last - first + 1).unwrap_or(0)
}

/// What each compute of a nest does at a point.
fn of_points(nest: &Nest, sizes: &[i64]) -> Vec<Work> {
    let exprs = nest.computes.iter().map(|compute| &compute.value.exprs);
    let mut of_point: Vec<Work> = exprs.map(|exprs| Work::of_exprs(exprs, sizes)).collect();
    carry(&nest.body, &nest.computes, sizes, &mut of_point);
    of_point
}

/// Corrects what computes do along loops in which they hand values on.
fn carry(stmts: &[Stmt], computes: &[Compute], sizes: &[i64], of_point: &mut [Work]) {
    for stmt in stmts {
        match stmt {
            Stmt::For { kind: LoopKind::Collapsed, .. } => {
                let row = CollapsedRow::of(stmt).expect("the verifier checks collapsed loops");
                let dense = row.dense(&computes[row.compute.0]);
                of_point[row.compute.0] = of_carrying(&dense, row.lane, sizes);
            }
            Stmt::For { kind: LoopKind::Lanes(_), var, body, .. } => match body[..] {
                [Stmt::Compute(id)] => of_point[id.0] = of_carrying(&computes[id.0], *var, sizes),
                _ => unreachable!("a lanes loop holds one compute"),
            },
            Stmt::For { kind: LoopKind::Parallel | LoopKind::Serial, body, .. }
            | Stmt::When { body, .. }
            | Stmt::Scratch { body, .. } => carry(body, computes, sizes, of_point),
            Stmt::Let { .. } | Stmt::Copy(_) | Stmt::Compute(_) => {}
        }
    }
}

/// What a compute does at a point if the one before has handed values on.
fn of_carrying(compute: &Compute, lane: VarId, sizes: &[i64]) -> Work {
    let stored: Vec<ExprId> = compute.stores.iter().map(|store| store.value).collect();
    match Carried::of(&compute.value, &stored, &compute.carried, lane) {
        None => Work::of_exprs(&compute.value.exprs, sizes),
        Some(Carried { ahead, rest, splices, .. }) => {
            let exprs = rest.exprs.iter().enumerate();
            let others = exprs.filter(|(id, _)| !splices.contains_key(&ExprId(*id)));
            let others = Work::of_exprs(others.map(|(_, expr)| expr), sizes);
            Work::of_exprs(&ahead.exprs, sizes).and(others)
        }
    }
}

struct Walk<'a> {
    sizes: &'a [i64],
    /// By compute.
    of_point: Vec<Work>,
}

impl Walk<'_> {
    fn stmts(&self, stmts: &[Stmt], vars: &mut Vec<i64>) -> Work {
        let mut all = Work::default();
        for stmt in stmts {
            all = all.and(self.stmt(stmt, vars));
        }
        all
    }

    fn stmt(&self, stmt: &Stmt, vars: &mut Vec<i64>) -> Work {
        match stmt {
            Stmt::Let { var, value } => {
                vars[var.0] = value.eval(self.sizes, vars);
                Work::default()
            }
            Stmt::When { tests, body } => match tests.iter().all(|t| t.eval(self.sizes, vars)) {
                true => self.stmts(body, vars),
                false => Work::default(),
            },
            Stmt::For { var, lo, hi, body, .. } => {
                let (first, last) = (lo.eval(self.sizes, vars), hi.eval(self.sizes, vars));
                if !steers(body, *var) {
                    return self.stmts(body, vars).times(length(first, last));
                }
                let mut all = Work::default();
                for value in first..=last {
                    vars[var.0] = value;
                    all = all.and(self.stmts(body, vars));
                }
                all
            }
            Stmt::Scratch { body, .. } => self.stmts(body, vars),
            Stmt::Copy(copy) => {
                let ends = copy.part.iter().map(|span| [&span.lo, &span.hi]);
                let ends = ends.map(|ends| ends.map(|end| end.eval(self.sizes, vars)));
                let loads = ends.map(|[first, last]| length(first, last)).product();
                Work { loads, operations: 0 }
            }
            Stmt::Compute(id) => self.of_point[id.0],
        }
    }
}

/// Whether a variable has a say in how often the statements in its loop run.
fn steers(stmts: &[Stmt], var: VarId) -> bool {
    let mut found = false;
    for_each_stmt(stmts, &mut |stmt| {
        for_each_affine(stmt, &mut |a: &Affine| found |= a.mentions_var(var));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipeline_core::array::Array;
    use pipeline_core::loops::interpret::interpret;
    use pipeline_core::scalar::StdMaths;
    use pipeline_tune::Subject;

    const ROWS: i64 = 24;
    const COLS: i64 = 20;

    /// The work of stages over 24 by 20 points, and what the interpreter counts of operations.
    fn work(stages: &str, hints: &str) -> (Work, u64) {
        let text = format!(
            "pub fn f(img: [f32; rows, cols]) -> out where rows ~ {ROWS}, cols ~ {COLS} {{ \
             {stages} }}"
        );
        let subject = Subject::parse(text.parse().expect("tokens")).expect("a block");
        let options = subject.with_hints(hints).expect("hints");
        let loops = subject.plan(&options).expect("a plan").loops;
        let ty = subject.graph.inputs[0].ty;
        let img = Array::zeros(ty, &[0, 0], &[ROWS as usize, COLS as usize]).expect("an image");
        let (_, run) = interpret(&loops, &[ROWS, COLS], &[], &[img], &StdMaths).expect("a run");
        (Work::of(&loops, &[ROWS, COLS]), run.operations)
    }

    const COLUMN: &str = "border twice = clamp; twice(y, x) = img(y, x) * 2.0;
        out(y, x) = twice(y - 1, x) + twice(y, x) + twice(y + 1, x);";

    #[test]
    fn each_stage_reads_what_its_points_need() {
        let (each, run) = work(COLUMN, "#[schedule(strategy = \"none\", without(jam_rows))]");
        assert_eq!(each, Work { loads: 480 + 3 * 480, operations: 480 + 2 * 480 });
        assert_eq!(each.operations, run);
        // Rows that run together share what they read.
        let (jammed, run) = work(COLUMN, "#[schedule(strategy = \"none\")]");
        assert!(jammed.loads < each.loads && jammed.operations == run, "{jammed:?}");
    }

    #[test]
    fn tiles_compute_again_what_several_need() {
        let work = |step: i64, without: &str| {
            let group = format!("group(twice, out; strip = 8, step = {step})");
            work(COLUMN, &format!("#[schedule({group}, without({without}))]"))
        };
        let (tiles, run) = work(8, "jam_rows, merge_stages");
        // Nine rows, ten and nine.
        assert_eq!(tiles, Work { loads: 28 * 20 + 3 * 480, operations: 28 * 20 + 2 * 480 });
        assert_eq!(tiles.operations, run);
        assert_eq!(work(1, "jam_rows, merge_stages"), (tiles, run));
        // All rows but the first and the last follow one that was computed with them.
        let (merged, run) = work(8, "jam_rows");
        assert_eq!(merged, Work { loads: tiles.loads - 22 * 20, operations: run });
    }

    #[test]
    fn windows_count_with_all_their_points() {
        let long =
            "border img = clamp; out(y, x) = sum(k in 0..=9; img(y, x + 2 * k) * (k as f32));";
        let (window, run) = work(long, "");
        assert_eq!((window.loads, window.operations), (10 * 480, run));
    }

    #[test]
    fn copies_are_loads() {
        let turned = "out(x, y) = img(y, x);";
        let (copied, _) = work(turned, "");
        assert_eq!(copied, Work { loads: 2 * 480, operations: 0 });
    }

    #[test]
    fn what_is_handed_on_counts_once() {
        let three = "border img = clamp; out(y, x) = exp(img(y, x - 1)) + exp(img(y, x)) + \
                     exp(img(y, x + 1));";
        let (carried, run) = work(three, "#[schedule(without(jam_rows))]");
        let points = 24 * 20;
        assert_eq!(carried.loads, points);
        assert_eq!(carried.operations, 3 * points);
        // The first point of a row finds nothing.
        assert_eq!(run, carried.operations + 24 * 2);
    }
}
