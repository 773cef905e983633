//! The text form of a loop nest: it reads as the program that will run, and
//! [`parse`](super::parse()) reads it back.

use super::{
    Access, Bound, Buffer, Compute, ComputeId, Hold, LoopKind, LoopNest, Nest, Pad, PartOf, Role,
    Stmt, Store, in_order,
};
use crate::ir::affine::Names;
use crate::ir::text::{show_block, show_border, show_domain, show_name, show_test, show_vars};
use crate::ir::{Affine, Index, Source};
use std::fmt::{self, Write};

impl fmt::Display for LoopNest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "loops {}", show_name(&self.name))?;
        let (own, ends) = self.sizes.split_at(self.least.len());
        let own = show_names(own).into_iter().zip(&self.least).map(|(name, least)| match least {
            1 => name,
            least => format!("{name} >= {least}"),
        });
        let (ends, scalars) = (show_names(ends), show_names(&self.scalars));
        for (what, names) in [("sizes", own.collect()), ("ends", ends), ("scalars", scalars)] {
            if !names.is_empty() {
                writeln!(f, "{what} {}", names.join(", "))?;
            }
        }
        for buffer in &self.inputs {
            writeln!(f, "{}", self.show_buffer(buffer))?;
        }
        for buffer in &self.stages {
            match buffer {
                Some(buffer) => writeln!(f, "{}", self.show_buffer(buffer))?,
                None => writeln!(f, "unstored")?,
            }
        }
        for nest in &self.nests {
            writeln!(f)?;
            let sizes = show_names(&self.sizes);
            let vars = show_vars(&self.sizes, nest.vars.names());
            let scalars = show_names(&self.scalars);
            Printer { loops: self, nest, sizes, vars, scalars, f }.nest()?;
        }
        Ok(())
    }
}

fn show_names(names: &[String]) -> Vec<String> {
    names.iter().map(|n| show_name(n)).collect()
}

impl LoopNest {
    fn show_buffer(&self, b: &Buffer) -> String {
        let role = match &b.role {
            Role::Input(_) => "input".to_string(),
            Role::Output(n) => format!("output {n}"),
            Role::Full => "full".to_string(),
            Role::Scratch(held) => {
                let held: Vec<String> = held.iter().map(show_hold).collect();
                format!("scratch [{}]", held.join(", "))
            }
        };
        let domain = show_domain(&b.domain, &show_names(&self.sizes));
        let mut text = format!("{role} {}: {} {domain}", show_name(&b.name), b.ty);
        if let Some((dim, n)) = b.circular {
            text += &format!(" circular buffer of {n} in dimension {dim}");
        }
        if b.layout != in_order(b.layout.len()) {
            text += &format!(" layout {:?}", b.layout);
        }
        match b.part_of {
            Some(PartOf::Step(of)) => {
                text += &format!(" step of {}", self.show_source(Source::Stage(of)));
            }
            Some(PartOf::Kept(of)) => {
                text += &format!(" tile of {}", self.show_source(Source::Stage(of)));
            }
            Some(PartOf::Staged(of)) => text += &format!(" part of {}", self.show_source(of)),
            None => {}
        }
        text + &show_border(b.border)
    }

    fn show_source(&self, source: Source) -> String {
        show_name(&self.buffer(source).name)
    }
}

fn show_hold(hold: &Hold) -> String {
    match hold {
        Hold::Current => "current".into(),
        Hold::Whole => "whole".into(),
        Hold::Part(n) => n.to_string(),
        Hold::Circular(n) => format!("circular buffer of {n}"),
    }
}

struct Printer<'a, 'f, 'g> {
    loops: &'a LoopNest,
    nest: &'a Nest,
    /// Names of the sizes, variables and scalars as they are printed.
    sizes: Vec<String>,
    vars: Vec<String>,
    scalars: Vec<String>,
    f: &'f mut fmt::Formatter<'g>,
}

impl Printer<'_, '_, '_> {
    fn nest(&mut self) -> fmt::Result {
        let rows = match self.nest.most_rows {
            1 => String::new(),
            most => format!(" in up to {most} rows"),
        };
        let runs = self.nest.runs.map_or(String::new(), |runs| {
            format!(", {} in runs, {} of 1000 again", self.vars[runs.many.0], runs.again)
        });
        writeln!(self.f, "nest {}{rows}{runs} {{", show_name(&self.nest.name))?;
        let nest = self.nest;
        for (i, compute) in nest.computes.iter().enumerate() {
            let access = match compute.access {
                Access::Inside => "",
                Access::RowsResolved => " rows_resolved",
                Access::EndsResolved => " ends_resolved",
                Access::RowsAndEndsResolved => " rows_and_ends_resolved",
                Access::BorderResolved => " border_resolved",
            };
            let targets: Vec<String> = compute.stores.iter().map(|s| self.target(s)).collect();
            writeln!(self.f, "  compute #{i}{access} {} {{", targets.join(", "))?;
            let text = self.block(compute)?;
            write!(self.f, "{text}")?;
            for carried in &compute.carried {
                let at = carried.at.iter().map(|(id, by)| format!("%{} at {by}", id.0));
                writeln!(self.f, "    carry {}", at.collect::<Vec<_>>().join(", "))?;
            }
            writeln!(self.f, "  }}")?;
        }
        self.stmts(&nest.body, 1)?;
        writeln!(self.f, "}}")
    }

    fn target(&self, store: &Store) -> String {
        let shown = |index: &Index| match index {
            Index::Affine(a) => self.affine(a),
            Index::Value(id) => format!("%{}", id.0),
        };
        let index: Vec<String> = store.at().iter().map(shown).collect();
        let source = self.loops.show_source(Source::Stage(store.stage));
        format!("{source}({})", index.join(", "))
    }

    fn block(&self, compute: &Compute) -> Result<String, fmt::Error> {
        let mut text = String::new();
        let source = |s: Source| self.loops.show_source(s);
        let block = show_block(&compute.value, &self.names(), &source, &self.scalars);
        for line in block.lines() {
            write!(text, "    {line}")?;
            if line.starts_with("yield") {
                compute.stores[1..].iter().try_for_each(|s| write!(text, ", %{}", s.value.0))?;
            }
            writeln!(text)?;
        }
        Ok(text)
    }

    fn affine(&self, a: &Affine) -> String {
        a.display(&self.names()).to_string()
    }

    fn names(&self) -> Names<'_> {
        Names { sizes: &self.sizes, vars: &self.vars }
    }

    fn bound(&self, bound: &Bound) -> String {
        let list: Vec<String> = bound.list().iter().map(|a| self.affine(a)).collect();
        match (list.as_slice(), bound) {
            ([one], _) => one.clone(),
            (many, Bound::Max(_)) => format!("max({})", many.join(", ")),
            (many, Bound::Min(_)) => format!("min({})", many.join(", ")),
        }
    }

    /// A scratchpad's name, and where it starts if that moves.
    fn pad(&self, pad: &Pad) -> String {
        let name = self.loops.show_source(Source::Stage(pad.stage));
        if pad.base.iter().all(Option::is_none) {
            return name;
        }
        let base = |b: &Option<Bound>| b.as_ref().map_or("..".into(), |b| self.bound(b));
        let base: Vec<String> = pad.base.iter().map(base).collect();
        format!("{name} from ({})", base.join(", "))
    }

    fn stmts(&mut self, stmts: &[Stmt], depth: usize) -> fmt::Result {
        stmts.iter().try_for_each(|s| self.stmt(s, depth))
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) -> fmt::Result {
        let indent = "  ".repeat(depth);
        match stmt {
            Stmt::Let { var, value } => {
                let value = self.bound(value);
                writeln!(self.f, "{indent}let {} = {value}", self.vars[var.0])
            }
            Stmt::When { tests, body } => {
                let names = self.names();
                let tests: Vec<String> = tests.iter().map(|t| show_test(t, &names)).collect();
                writeln!(self.f, "{indent}when {} {{", tests.join(", "))?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::For { var, lo, hi, kind, body } => {
                let kind = match kind {
                    LoopKind::Parallel => "parallel ".into(),
                    LoopKind::Serial => String::new(),
                    LoopKind::Lanes(None) => "lanes ".into(),
                    LoopKind::Lanes(Some(lanes)) => format!("{lanes} "),
                    LoopKind::Collapsed => "collapsed ".into(),
                };
                let by = self.nest.runs.filter(|runs| runs.strip == *var);
                let by = by.map_or(String::new(), |runs| format!(" by {}", self.vars[runs.many.0]));
                let (lo, hi) = (self.bound(lo), self.bound(hi));
                let var = &self.vars[var.0];
                if let [Stmt::Compute(ComputeId(c))] = body.as_slice() {
                    return writeln!(self.f, "{indent}{kind}for {var} in {lo}..={hi}: #{c}");
                }
                writeln!(self.f, "{indent}{kind}for {var} in {lo}..={hi}{by} {{")?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::Scratch { pads, body } => {
                let pads: Vec<String> = pads.iter().map(|pad| self.pad(pad)).collect();
                writeln!(self.f, "{indent}scratch {} {{", pads.join(", "))?;
                self.stmts(body, depth + 1)?;
                writeln!(self.f, "{indent}}}")
            }
            Stmt::Copy(copy) => {
                let part = copy.part.iter().map(|span| {
                    let (lo, hi) = (self.bound(&span.lo), self.bound(&span.hi));
                    format!("{lo}..={hi}")
                });
                let part: Vec<String> = part.collect();
                let (from, to) = (copy.from, Source::Stage(copy.to));
                let [from, to] = [from, to].map(|s| self.loops.show_source(s));
                writeln!(self.f, "{indent}copy {from}({}) to {to}", part.join(", "))
            }
            Stmt::Compute(ComputeId(c)) => writeln!(self.f, "{indent}run #{c}"),
        }
    }
}
