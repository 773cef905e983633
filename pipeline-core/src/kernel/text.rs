//! The text form of kernels.

mod function;
mod load;

use super::{
    Base, CallStep, Check, Contiguous, CopyForm, HostStmt, Launch, Least, LineEnds, Neighbours,
    Nest, PadPlace, Points, PointsTerm, Program, Row, RowForm, Runs, Stmt, Stride, Transposed,
    Work,
};
use crate::analysis::sizes::{Equation, Solution};
use crate::ir::affine::Names;
use crate::ir::text::{show_name, show_test};
use crate::ir::{Affine, ExprId, Index, InputId, Source, StageId, Test, ValueRange, VarId};
use crate::loops::{Bound, Hold, Span};
use std::fmt::{self, Display};

impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "kernels {}", show_name(&self.name))?;
        let sizes: Vec<String> = self.sizes.iter().map(|n| show_name(n)).collect();
        for check in &self.checks {
            writeln!(f, "{}", self.show_check(check, &sizes))?;
        }
        for output in &self.outputs {
            let stage = show_name(&self.buffer(Source::Stage(output.stage)).name);
            let least = |l: &Least| format!("{} >= {}", sizes[l.size.0], l.value);
            let points = list(&output.smallest, |dim| format!("[{}]", list(dim, least)));
            writeln!(f, "result {stage} has points where {points}")?;
        }
        writeln!(f, "slots {}", self.slots)?;
        for step in &self.steps {
            writeln!(f)?;
            let mut printer = Printer { program: self, nest: &step.nest, sizes: &sizes, f };
            printer.step(step)?;
        }
        Ok(())
    }
}

impl Program {
    fn show_check(&self, check: &Check, sizes: &[String]) -> String {
        let names = Names { sizes, vars: &[] };
        let extent = |input: InputId, dim: usize, extent: &Affine| {
            let input = show_name(&self.inputs[input.0].name);
            format!("{input} has {} points in dimension {dim}", extent.display(&names))
        };
        match check {
            Check::Argument(size) => format!("size {} is an argument", sizes[size.0]),
            Check::Solve { solution: Solution { size, input, dim, .. }, extent: points } => {
                format!("size {} follows: {}", sizes[size.0], extent(*input, *dim, points))
            }
            Check::Extent(Equation { input, dim, extent: points }) => {
                format!("check that {}", extent(*input, *dim, points))
            }
            Check::Clause { test, .. } => format!("check that {}", show_test(test, &names)),
            Check::Scalar(id, ValueRange { lo, hi }) => {
                format!("check that {} is in {lo}..={hi}", show_name(&self.scalars[id.0]))
            }
            Check::Values(id, ValueRange { lo, hi }) => {
                let input = show_name(&self.inputs[id.0].name);
                format!("check that points of {input} are in {lo}..={hi}")
            }
        }
    }
}

struct Printer<'a, 'f, 'g> {
    program: &'a Program,
    nest: &'a Nest,
    sizes: &'a [String],
    f: &'f mut fmt::Formatter<'g>,
}

impl Printer<'_, '_, '_> {
    fn step(&mut self, step: &CallStep) -> fmt::Result {
        for allocation in &step.allocations {
            let stage = self.stage(allocation.stage);
            writeln!(self.f, "allocate {stage} in slot {}", allocation.slot)?;
        }
        for pads in step.nest.of_arena() {
            writeln!(self.f, "reserve pads {pads}")?;
        }
        for contiguous in &step.contiguous {
            match contiguous {
                Contiguous::Neighbours(s) => {
                    writeln!(self.f, "contiguous where {} has unit steps", self.source(*s))?;
                }
                Contiguous::Rows(s, n) => {
                    writeln!(self.f, "contiguous where {} has dense rows of {n}", self.source(*s))?;
                }
            }
        }
        self.nest()?;
        step.freed.iter().try_for_each(|slot| writeln!(self.f, "free slot {slot}"))
    }

    fn nest(&mut self) -> fmt::Result {
        let nest = self.nest;
        writeln!(self.f, "nest {} {{", show_name(&nest.name))?;
        for (what, sources) in [("reads", &nest.reads), ("writes", &nest.writes)] {
            if !sources.is_empty() {
                writeln!(self.f, "  {what} {}", list(sources, |s| self.source(*s)))?;
            }
        }
        if !nest.fields.is_empty() {
            writeln!(self.f, "  hands on {}", list(&nest.fields, |v| self.var(*v)))?;
        }
        for (i, pads) in nest.pads.iter().enumerate() {
            let place = match pads.place {
                PadPlace::Stack => "on the stack",
                PadPlace::Arena => "in an arena",
            };
            let stages = list(&pads.stages, |s| self.stage(*s));
            let within = pads.within.map(|pads| format!(", beside pads {pads}"));
            writeln!(self.f, "  pads {i} {place}{}: {stages}", within.unwrap_or_default())?;
        }
        for (i, function) in nest.functions.iter().enumerate() {
            self.function(i, function)?;
        }
        for (i, kernel) in nest.kernels.iter().enumerate() {
            let vars = list(&kernel.vars, |v| self.var(*v));
            let points = if kernel.in_vectors() { "" } else { " point by point" };
            writeln!(self.f, "  kernel {i}({vars}){points} {{")?;
            self.stmts(&kernel.body, 2)?;
            writeln!(self.f, "  }}")?;
        }
        self.host(&nest.body, 1)?;
        writeln!(self.f, "}}")
    }

    fn stmts(&mut self, stmts: &[Stmt], depth: usize) -> fmt::Result {
        stmts.iter().try_for_each(|s| self.stmt(s, depth))
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        match stmt {
            Stmt::Let { var, value } => {
                writeln!(self.f, "{indent}let {} = {}", self.var(*var), self.bound(value))
            }
            Stmt::When { tests, body } => {
                writeln!(self.f, "{indent}when {} {{", self.tests(tests))?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::For { var, lo, hi, body } => {
                writeln!(self.f, "{indent}for {} {{", self.range(*var, lo, hi))?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::Row(row) => writeln!(self.f, "{indent}{}", self.row(row)),
            Stmt::Dense { row, otherwise } => {
                writeln!(self.f, "{indent}contiguous {}", self.row(row))?;
                writeln!(self.f, "{indent}otherwise {{")?;
                self.stmt(otherwise, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::Take { pads, base, body } => {
                let stages = self.nest.pads[*pads].stages.iter().zip(base);
                let taken: Vec<String> = stages.map(|(s, base)| self.pad(*s, base)).collect();
                writeln!(self.f, "{indent}take pads {pads}: {} {{", taken.join(", "))?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::Copy(copy) => {
                let form = match copy.form {
                    CopyForm::Fill(planes) | CopyForm::Drain(planes) => {
                        let Transposed { rows, columns, neighbours } = planes;
                        let apart = apart(neighbours);
                        format!("transposed in dimensions {rows} and {columns}{apart}")
                    }
                    CopyForm::Row { dim, along, neighbours, next } => {
                        let one = along.map(|along| format!(", one without gaps along {along}"));
                        let one = one.unwrap_or_default();
                        let next = next.map(|next| format!(", the next along {next} asked for"));
                        let next = next.unwrap_or_default();
                        format!("by rows along dimension {dim}{one}{}{next}", apart(neighbours))
                    }
                    CopyForm::Point => "point by point".into(),
                };
                let part = list(&copy.part, |span| self.span(span));
                let (from, to) = (self.source(copy.from), self.stage(copy.to));
                writeln!(self.f, "{indent}copy {from}({part}) to {to} {form}")
            }
            Stmt::Point(function) => writeln!(self.f, "{indent}point: #{function}"),
        }
    }

    fn row(&self, row: &Row) -> String {
        let form = match row.form {
            RowForm::Vectors(lanes) => lanes.to_string(),
            RowForm::Streamed(lanes) => format!("streamed {lanes}"),
            RowForm::Copied(lanes) => format!("copied {lanes}"),
            RowForm::VectorsAndPoints(lanes) => format!("{lanes} and points"),
            RowForm::Points => "points".into(),
        };
        let ends = row.ends.as_ref().map(|ends| {
            let (first, last) = (self.bound(&ends.first), self.bound(&ends.last));
            let line = |of: &LineEnds| format!("{} along {}", self.source(of.source), of.dim);
            format!(" inside {first}..={last}, beyond the ends of {}", list(&ends.lines, line))
        });
        let range = self.range(row.var, &row.lo, &row.hi);
        format!("{form} {range}{}: #{}", ends.unwrap_or_default(), row.function)
    }

    fn pad(&self, stage: StageId, base: &[Base]) -> String {
        let buffer = self.program.buffer(Source::Stage(stage));
        let dims = base.iter().enumerate().map(|(dim, base)| {
            let held = match buffer.hold(dim) {
                Hold::Current => "current".into(),
                Hold::Whole => "whole".into(),
                Hold::Circular(n) => format!("circular buffer of {n}"),
                Hold::Part(n) => n.to_string(),
            };
            match base {
                Base::Zero | Base::First => held,
                Base::At(base) => format!("{held} from {}", self.bound(base)),
            }
        });
        format!("{} [{}]", self.stage(stage), dims.collect::<Vec<String>>().join(", "))
    }

    fn host(&mut self, stmts: &[HostStmt], depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        for stmt in stmts {
            match stmt {
                HostStmt::Declare(vars) => {
                    writeln!(self.f, "{indent}declare {}", list(vars, |v| self.var(*v)))?;
                }
                HostStmt::Let { var, value } => {
                    writeln!(self.f, "{indent}let {} = {}", self.var(*var), self.bound(value))?;
                }
                HostStmt::When { tests, body } => {
                    writeln!(self.f, "{indent}when {} {{", self.tests(tests))?;
                    self.host(body, depth + 1)?;
                    writeln!(self.f, "{indent}}}")?;
                }
                HostStmt::For { var, lo, hi, body } => {
                    writeln!(self.f, "{indent}for {} {{", self.range(*var, lo, hi))?;
                    self.host(body, depth + 1)?;
                    writeln!(self.f, "{indent}}}")?;
                }
                HostStmt::Runs(Runs { many, strips, beside, stored, again }) => {
                    let (many, strips) = (self.var(*many), self.span(strips));
                    let beside = list(beside, |range| self.span(range));
                    let stored = list(stored, |s| self.source(*s));
                    writeln!(self.f, "{indent}let {many} = runs of {strips} beside ({beside})")?;
                    writeln!(self.f, "{indent}  {again} of 1000 again, for {stored}")?;
                }
                HostStmt::Bundle => writeln!(self.f, "{indent}bundle")?,
                HostStmt::Launch(Launch { kernel, ranges, by, work }) => {
                    let by = |dim| by.filter(|by| by.0 == dim).map(|by| self.var(by.1));
                    let range = |(dim, range)| match by(dim) {
                        Some(many) => format!("{} by {many}", self.span(range)),
                        None => self.span(range),
                    };
                    let ranges =
                        list(&ranges.iter().enumerate().collect::<Vec<_>>(), |r| range(*r));
                    writeln!(self.f, "{indent}launch kernel {kernel}({ranges})")?;
                    writeln!(self.f, "{indent}  worth {}", self.work(work))?;
                }
            }
        }
        Ok(())
    }

    fn work(&self, work: &Work) -> String {
        match work {
            Work::Share(sources) => format!("a share of {}", list(sources, |s| self.source(*s))),
            Work::Count { firsts, points } => {
                let firsts = firsts.iter().map(|(v, a)| self.binding(*v, a));
                firsts.collect::<String>() + &self.points(points)
            }
        }
    }

    fn points(&self, Points { lets, terms }: &Points) -> String {
        let lets: String = lets.iter().map(|(v, a)| self.binding(*v, a)).collect();
        let terms = terms.iter().map(|term| match term {
            PointsTerm::Fixed(n) => n.to_string(),
            PointsTerm::Sum(points) => self.points(points),
            PointsTerm::Loop { var, lo, hi, inside } => {
                let (lo, hi, inside) = (self.bound(lo), self.bound(hi), self.points(inside));
                match var {
                    Some(var) => format!("[{} = {lo}; ..={hi}] * {inside}", self.var(*var)),
                    None => format!("[{lo}..={hi}] * {inside}"),
                }
            }
        });
        let terms: Vec<String> = terms.collect();
        match (lets.as_str(), terms.as_slice()) {
            ("", []) => "0".into(),
            ("", [one]) => one.clone(),
            (lets, many) => format!("({lets}{})", many.join(" + ")),
        }
    }

    fn binding(&self, var: VarId, value: &Bound) -> String {
        format!("{} = {}; ", self.var(var), self.bound(value))
    }

    fn range(&self, var: VarId, lo: &Bound, hi: &Bound) -> String {
        format!("{} in {}..={}", self.var(var), self.bound(lo), self.bound(hi))
    }

    fn span(&self, span: &Span) -> String {
        format!("{}..={}", self.bound(&span.lo), self.bound(&span.hi))
    }

    fn tests(&self, tests: &[Test]) -> String {
        list(tests, |t| show_test(t, &self.names()))
    }

    fn bound(&self, bound: &Bound) -> String {
        let all = list(bound.list(), |a| self.affine(a));
        match bound {
            Bound::Max(many) | Bound::Min(many) if many.len() == 1 => all,
            Bound::Max(_) => format!("max({all})"),
            Bound::Min(_) => format!("min({all})"),
        }
    }

    fn index(&self, index: &Index) -> String {
        match index {
            Index::Affine(a) => self.affine(a),
            Index::Value(id) => value(*id),
        }
    }

    fn affine(&self, a: &Affine) -> String {
        a.display(&self.names()).to_string()
    }

    fn names(&self) -> Names<'_> {
        Names { sizes: self.sizes, vars: &self.nest.vars }
    }

    fn var(&self, var: VarId) -> String {
        self.nest.vars[var.0].clone()
    }

    fn source(&self, source: Source) -> String {
        show_name(&self.program.buffer(source).name)
    }

    fn stage(&self, stage: StageId) -> String {
        self.source(Source::Stage(stage))
    }
}

fn value(id: ExprId) -> String {
    format!("%{}", id.0)
}

/// What is added from lane to lane.
fn lane(step: i64) -> String {
    match step {
        0 => String::new(),
        1 => " + lane".into(),
        k => format!(" + {k}*lane"),
    }
}

/// How lanes go along a line.
fn lanes(stride: Stride) -> String {
    match stride {
        Stride::Next => String::new(),
        Stride::Every(k) => format!(", every {k}"),
    }
}

/// How far neighbours are apart, where they are not adjacent for sure.
fn apart(neighbours: Neighbours) -> String {
    match neighbours {
        Neighbours::Adjacent => String::new(),
        Neighbours::AsGiven => " as given".into(),
        Neighbours::Apart(n) => format!(" {n} apart"),
        Neighbours::Strided => " strided".into(),
    }
}

fn list<T>(items: &[T], show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(", ")
}
