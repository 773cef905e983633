//! The printer.

use super::lex;
use crate::ir::affine::Names;
use crate::ir::expr::{Block, Index, Node, Test, TestOp};
use crate::ir::graph::{Domain, Interval, Pipeline, Source, Stage, ValueRange};
use crate::ir::{Affine, Atom, BorderMode, WindowVar};
use std::fmt::{self, Write};

/// A name as it stands in the text: bare if it can be, else in backquotes.
pub fn show_name(name: &str) -> String {
    if lex::is_bare(name) { name.into() } else { lex::quoted(name, '`') }
}

/// A test with the constant on the right, remainders as `mod`.
pub fn show_test(test: &Test, names: &Names<'_>) -> String {
    let op = match test.op {
        TestOp::NonNegative => ">=",
        TestOp::Zero => "==",
        TestOp::NonZero => "!=",
    };
    match remainder(&test.affine) {
        Some((inner, divisor, offset)) => {
            let bare = inner.constant() == 0 && matches!(inner.terms(), [(_, 1)]);
            let inner = inner.display(names);
            let inner = if bare { inner.to_string() } else { format!("({inner})") };
            format!("{inner} mod {divisor} {op} {}", -offset)
        }
        None => format!("{} {op} 0", test.affine.display(names)),
    }
}

/// `inner mod divisor + offset`, if the expression is of this form.
fn remainder(affine: &Affine) -> Option<(&Affine, i64, i64)> {
    affine.terms().iter().find_map(|(atom, k)| {
        let Atom::Div(inner, divisor) = atom else { return None };
        if k.checked_neg()? != *divisor {
            return None;
        }
        let rest = affine.add_scaled(&Affine::atom(atom.clone()), *divisor);
        Some((&**inner, *divisor, rest.sub(inner).as_constant()?))
    })
}

/// ` from lo..=hi`, or nothing.
fn show_values(values: Option<ValueRange>) -> String {
    values.map_or(String::new(), |ValueRange { lo, hi }| format!(" from {lo}..={hi}"))
}

/// `[lo..=hi, …]`, several bounds as `max(…)` and `min(…)`.
pub fn show_domain(domain: &Domain, sizes: &[String]) -> String {
    let names = Names { sizes, vars: &[] };
    let intervals: Vec<String> = domain.0.iter().map(|i| show_interval(i, &names)).collect();
    format!("[{}]", intervals.join(", "))
}

fn show_interval(interval: &Interval, names: &Names<'_>) -> String {
    let bounds = |list: &[Affine], function: &str| {
        let shown: Vec<String> = list.iter().map(|a| a.display(names).to_string()).collect();
        match shown.as_slice() {
            [one] => one.clone(),
            _ => format!("{function}({})", shown.join(", ")),
        }
    };
    format!("{}..={}", bounds(&interval.lo, "max"), bounds(&interval.hi, "min"))
}

/// A block, one expression a line, with the names of what it mentions.
pub fn show_block(
    block: &Block,
    names: &Names<'_>,
    source: &dyn Fn(Source) -> String,
    scalars: &[String],
) -> String {
    let mut out = String::new();
    let written = Blocks { names, source, scalars }.block(&mut out, block, "");
    written.expect("writing to a string succeeds");
    out
}

/// One stage of a pipeline.
pub fn show_stage(p: &Pipeline, stage: &Stage) -> String {
    let sizes: Vec<String> = p.sizes.iter().map(|s| show_name(&s.name)).collect();
    let scalars: Vec<String> = p.scalars.iter().map(|s| show_name(&s.name)).collect();
    let vars = show_vars(&p.size_names(), &stage.vars);
    let names = Names { sizes: &sizes, vars: &vars };
    let source = |s: Source| show_name(p.source_name(s));
    let mut out = format!(
        "stage {}({}): {} in {}{} {{\n",
        show_name(&stage.name),
        show_var_list(&vars, stage.rank()),
        stage.ty,
        show_domain(&stage.domain, &sizes),
        show_border(stage.border.as_ref().map(|b| b.mode)),
    );
    for case in &stage.cases {
        let tests: Vec<String> = case.region.tests.iter().map(|t| show_test(t, &names)).collect();
        let space = if tests.is_empty() { "" } else { " " };
        out.push_str(&format!("  case{space}{} {{\n", tests.join(", ")));
        let blocks = Blocks { names: &names, source: &source, scalars: &scalars };
        blocks.block(&mut out, &case.value, "    ").expect("writing to a string succeeds");
        out.push_str("  }\n");
    }
    for update in &stage.updates {
        let vars = show_vars(&p.size_names(), &update.vars);
        let list = show_var_list(&vars, update.domain.0.len());
        let domain = show_domain(&update.domain, &sizes);
        out.push_str(&format!("  update ({list}) in {domain} {{\n"));
        let names = Names { sizes: &sizes, vars: &vars };
        let blocks = Blocks { names: &names, source: &source, scalars: &scalars };
        blocks.block(&mut out, &update.value, "    ").expect("writing to a string succeeds");
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// Names that tell variables from each other and from the sizes: the second of a name with `#2`
/// behind it. Sizes come first.
pub fn show_vars(sizes: &[String], vars: &[String]) -> Vec<String> {
    let shown = |(i, name): (usize, &String)| {
        let before = sizes.iter().chain(&vars[..i]).filter(|n| *n == name).count();
        match before {
            0 => show_name(name),
            _ => format!("{}#{}", show_name(name), before + 1),
        }
    };
    vars.iter().enumerate().map(shown).collect()
}

/// The variables of a domain of that rank, a semicolon, those of windows.
fn show_var_list(vars: &[String], rank: usize) -> String {
    let (own, windows) = vars.split_at(rank.min(vars.len()));
    match windows {
        [] => own.join(", "),
        names => format!("{}; {}", own.join(", "), names.join(", ")),
    }
}

/// ` border mode`, if there is one.
pub fn show_border(border: Option<BorderMode>) -> String {
    let Some(mode) = border else { return String::new() };
    let value = mode.value().map(|value| format!(" {value}")).unwrap_or_default();
    format!(" border {}{value}", mode.name())
}

struct Blocks<'a> {
    names: &'a Names<'a>,
    source: &'a dyn Fn(Source) -> String,
    scalars: &'a [String],
}

impl Blocks<'_> {
    fn block(&self, out: &mut String, block: &Block, indent: &str) -> fmt::Result {
        for (i, expr) in block.exprs.iter().enumerate() {
            write!(out, "{indent}%{i}: {} = ", expr.ty)?;
            self.node(out, &expr.node, indent)?;
            out.push('\n');
        }
        writeln!(out, "{indent}yield %{}", block.result.0)
    }

    fn node(&self, out: &mut String, node: &Node, indent: &str) -> fmt::Result {
        match node {
            Node::Const(value) => write!(out, "{value}"),
            Node::Scalar(s) => write!(out, "scalar {}", self.scalars[s.0]),
            Node::Index(a) => write!(out, "index {}", a.display(self.names)),
            Node::Test(t) => write!(out, "test {}", show_test(t, self.names)),
            Node::Read { source, index } => {
                let index: Vec<String> = index.iter().map(|i| self.index(i)).collect();
                write!(out, "read {}({})", (self.source)(*source), index.join(", "))
            }
            Node::Unary(op, a) => write!(out, "{} %{}", op.name(), a.0),
            Node::Binary(op, a, b) => {
                write!(out, "{} %{}, %{}", op.name(), a.0, b.0)
            }
            Node::Cast(a) => write!(out, "cast %{}", a.0),
            Node::SaturatingCast(a) => write!(out, "saturate %{}", a.0),
            Node::Select(c, a, b) => write!(out, "select %{}, %{}, %{}", c.0, a.0, b.0),
            Node::Call(function, operands) => {
                let operands: Vec<String> = operands.iter().map(|e| format!("%{}", e.0)).collect();
                write!(out, "{} {}", function.name(), operands.join(", "))
            }
            Node::Combine { op, terms } => {
                let terms: Vec<String> = terms.iter().map(|e| format!("%{}", e.0)).collect();
                write!(out, "combine {} {}", op.name(), terms.join(", "))
            }
            Node::Reduce { op, vars, body, fused } => {
                let range = |WindowVar { id, first, last }: &WindowVar| {
                    let [first, last] = [first, last].map(|a| a.display(self.names));
                    format!("{} in {first}..={last}", self.names.vars[id.0])
                };
                let ranges: Vec<String> = vars.iter().map(range).collect();
                let fused = if *fused { "fused " } else { "" };
                writeln!(out, "{fused}{} {} {{", op.name(), ranges.join(", "))?;
                self.block(out, body, &format!("{indent}  "))?;
                write!(out, "{indent}}}")
            }
        }
    }

    fn index(&self, index: &Index) -> String {
        match index {
            Index::Affine(a) => a.display(self.names).to_string(),
            Index::Value(e) => format!("%{}", e.0),
        }
    }
}

/// The text form; ids out of range panic.
impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes: Vec<String> = self.sizes.iter().map(|s| show_name(&s.name)).collect();
        let names = Names { sizes: &sizes, vars: &[] };
        writeln!(f, "pipeline {}", show_name(&self.name))?;
        for (size, name) in self.sizes.iter().zip(&sizes) {
            let argument = if size.argument { " argument" } else { "" };
            writeln!(f, "size {name} ~ {}{argument}", size.estimate)?;
        }
        for c in &self.constraints {
            writeln!(f, "where {} {}", show_test(&c.test, &names), lex::quoted(&c.text, '"'))?;
        }
        for s in &self.scalars {
            writeln!(f, "scalar {}: {}{}", show_name(&s.name), s.ty, show_values(s.values))?;
        }
        for input in &self.inputs {
            let (name, domain) = (show_name(&input.name), show_domain(&input.domain, &sizes));
            writeln!(
                f,
                "input {name}: {}{} {domain}{}",
                input.ty,
                show_values(input.values),
                show_border(input.border.as_ref().map(|b| b.mode))
            )?;
        }
        for stage in &self.stages {
            f.write_str(&show_stage(self, stage))?;
        }
        for output in &self.outputs {
            writeln!(f, "output {}", show_name(&self.stages[output.0].name))?;
        }
        Ok(())
    }
}
