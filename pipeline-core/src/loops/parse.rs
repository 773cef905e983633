//! The parser of a printed loop nest: what tests of passes are written in.
//!
//! ```text
//! loops blur
//! sizes n
//! input img: f32 [0..=n - 1]
//! output 0 out: f32 [1..=n - 2]
//!
//! nest out {
//!   compute #0 out(x) {
//!     %0: f32 = read img(x - 1)
//!     %1: f32 = read img(x + 1)
//!     %2: f32 = add %0, %1
//!     yield %2
//!   }
//!   lanes for x in 1..=n - 2: #0
//! }
//! ```
//!
//! A size that is more than 1 by the constraints is `n >= 3`; the ends of what a rank computes,
//! which are sizes too, are on a line of their own, `ends y.first, y.last`.
//!
//! A variable is defined by `let`, by `for`, or by a window of a compute, and numbered as these
//! come. One that is defined twice is the same variable.

use super::vars::Vars;
use super::{
    Access, Bound, Buffer, Compute, ComputeId, Copy, Hold, Lanes, LoopKind, LoopNest, Nest, Pad,
    PartOf, Role, Span, Stmt, Store, StripRuns, in_order,
};
use crate::analysis::carried::CarriedValue;
use crate::ir::affine::Names;
use crate::ir::text::ParseError;
use crate::ir::text::affine::{Cursor, Parsed};
use crate::ir::text::parse::resolve;
use crate::ir::text::reader::{Reader, bounds, operand};
use crate::ir::{Affine, Block, ExprId, Index, InputId, Source, StageId};
use std::collections::BTreeMap;

/// Reads the text form of a loop nest. Every name is resolved; the rest is for
/// [`verify`](super::verify::verify) to check.
///
/// # Errors
/// The first place at which it is not one, with what was expected there.
pub fn parse(text: &str) -> Result<LoopNest, ParseError> {
    let mut parser = Parser::new(text)?;
    while !parser.reader.cursor.sees_word("nest") && parser.reader.cursor.peek().is_some() {
        parser.buffer()?;
    }
    parser.resolve_parts()?;
    while parser.reader.cursor.peek().is_some() {
        let nest = parser.nest()?;
        parser.loops.nests.push(nest);
    }
    Ok(parser.loops)
}

struct Parser {
    reader: Reader,
    loops: LoopNest,
    /// Scratchpads that hold something of another buffer.
    parts: Vec<ScratchPart>,
    /// How strips of the nest that is read run as one.
    runs: Option<StripRuns>,
}

/// What a scratchpad holds of another buffer.
#[derive(Clone, Copy)]
enum PartKind {
    Step,
    Kept,
    Staged,
}

/// A scratchpad that holds something of another buffer.
struct ScratchPart {
    pad: usize,
    kind: PartKind,
    /// Name of the other buffer.
    of: String,
    line: usize,
}

impl Parser {
    fn new(text: &str) -> Parsed<Parser> {
        let mut reader = Reader::new(text)?;
        if !reader.cursor.take_word("loops") {
            return reader.cursor.expected("`loops`");
        }
        let name = reader.cursor.name()?;
        let least = sizes(&mut reader)?;
        let ends = names(&mut reader, "ends")?;
        reader.sizes.extend(ends);
        reader.scalars = names(&mut reader, "scalars")?;
        let loops = LoopNest {
            name,
            sizes: reader.sizes.clone(),
            least,
            scalars: reader.scalars.clone(),
            inputs: Vec::new(),
            stages: Vec::new(),
            nests: Vec::new(),
        };
        Ok(Parser { reader, loops, parts: Vec::new(), runs: None })
    }

    fn buffer(&mut self) -> Parsed<()> {
        let cursor = &mut self.reader.cursor;
        if cursor.take_word("unstored") {
            self.loops.stages.push(None);
            return Ok(());
        }
        let role = if cursor.take_word("input") {
            Role::Input(InputId(self.loops.inputs.len()))
        } else if cursor.take_word("output") {
            Role::Output(cursor.natural()?)
        } else if cursor.take_word("full") {
            Role::Full
        } else if cursor.take_word("scratch") {
            cursor.expect("[")?;
            let held = cursor.list("]", |c| {
                if c.take_word("current") {
                    return Ok(Hold::Current);
                } else if c.take_word("whole") {
                    return Ok(Hold::Whole);
                }
                let circular = c.take_word("circular");
                if circular && !(c.take_word("buffer") && c.take_word("of")) {
                    return c.expected("`of`");
                }
                let n = c.natural()?;
                Ok(if circular { Hold::Circular(n) } else { Hold::Part(n) })
            });
            Role::Scratch(held?)
        } else {
            return cursor.expected("a buffer or a nest");
        };
        let line = cursor.line();
        let name = cursor.name()?;
        if self.source(&name, line).is_ok() {
            return self.reader.cursor.error(format!("there is a buffer `{name}` already"));
        }
        let ty = self.reader.typed()?;
        let domain = self.reader.domain()?;
        let circular = self.circular()?;
        let layout = self.layout(domain.0.len())?;
        let kinds =
            [("step", PartKind::Step), ("tile", PartKind::Kept), ("part", PartKind::Staged)];
        let kind = kinds.into_iter().find(|kind| self.reader.cursor.take_word(kind.0));
        if let Some((_, kind)) = kind {
            if !self.reader.cursor.take_word("of") {
                return self.reader.cursor.expected("`of`");
            }
            let line = self.reader.cursor.line();
            let of = self.reader.cursor.name()?;
            self.parts.push(ScratchPart { pad: self.loops.stages.len(), kind, of, line });
        }
        let border = self.reader.border()?.map(|b| b.mode);
        let input = matches!(role, Role::Input(_));
        let buffer = Buffer { name, ty, role, domain, layout, border, circular, part_of: None };
        match input {
            true => self.loops.inputs.push(buffer),
            false => self.loops.stages.push(Some(buffer)),
        }
        Ok(())
    }

    /// `circular buffer of n in dimension d`, if it is there.
    fn circular(&mut self) -> Parsed<Option<(usize, i64)>> {
        let cursor = &mut self.reader.cursor;
        if !cursor.take_word("circular") {
            return Ok(None);
        }
        let of = cursor.take_word("buffer") && cursor.take_word("of");
        let n = cursor.natural()?;
        let dimension = cursor.take_word("in") && cursor.take_word("dimension");
        if !(of && dimension) {
            return cursor.expected("`circular buffer of n in dimension d`");
        }
        Ok(Some((cursor.natural()?, n)))
    }

    /// `layout [d, …]`, if it is there: a permutation of the dimensions.
    fn layout(&mut self, rank: usize) -> Parsed<Vec<usize>> {
        if !self.reader.cursor.take_word("layout") {
            return Ok(in_order(rank));
        }
        self.reader.cursor.expect("[")?;
        let layout = self.reader.cursor.list("]", |c| c.natural::<usize>())?;
        let mut sorted = layout.clone();
        sorted.sort_unstable();
        match sorted == in_order(rank) {
            true => Ok(layout),
            false => self.reader.cursor.error("a layout names each dimension once"),
        }
    }

    fn resolve_parts(&mut self) -> Parsed<()> {
        for ScratchPart { pad, kind, of, line } in std::mem::take(&mut self.parts) {
            let part = match (kind, self.source(&of, line)?) {
                (PartKind::Step, Source::Stage(stage)) => PartOf::Step(stage),
                (PartKind::Kept, Source::Stage(stage)) => PartOf::Kept(stage),
                (PartKind::Step | PartKind::Kept, Source::Input(_)) => {
                    return Err(ParseError { line, message: format!("`{of}` is an input") });
                }
                (PartKind::Staged, source) => PartOf::Staged(source),
            };
            if let Some(buffer) = &mut self.loops.stages[pad] {
                buffer.part_of = Some(part);
            }
        }
        Ok(())
    }

    fn source(&self, name: &str, line: usize) -> Parsed<Source> {
        let input = self.loops.inputs.iter().position(|b| b.name == name);
        let mut stages = self.loops.stages.iter();
        let stage = stages.position(|b| b.as_ref().is_some_and(|b| b.name == name));
        let source = input.map(|i| Source::Input(InputId(i)));
        let source = source.or_else(|| stage.map(|s| Source::Stage(StageId(s))));
        source.ok_or_else(|| ParseError { line, message: format!("no buffer is named `{name}`") })
    }

    fn stage(&mut self) -> Parsed<StageId> {
        let line = self.reader.cursor.line();
        let name = self.reader.cursor.name()?;
        match self.source(&name, line)? {
            Source::Stage(stage) => Ok(stage),
            Source::Input(_) => Err(ParseError { line, message: format!("`{name}` is an input") }),
        }
    }

    /// How many rows may run together: those behind the name of a nest, or 1.
    fn most_rows(&mut self) -> Parsed<i64> {
        let cursor = &mut self.reader.cursor;
        if !cursor.take_word("in") {
            return Ok(1);
        }
        for word in ["up", "to"] {
            if !cursor.take_word(word) {
                return cursor.expected(&format!("`{word}`"));
            }
        }
        let most = cursor.natural::<i64>()?;
        match cursor.take_word("rows") {
            true if most > 1 => Ok(most),
            true => cursor.error("a nest has at least 2 rows together"),
            false => cursor.expected("`rows`"),
        }
    }

    fn nest(&mut self) -> Parsed<Nest> {
        if !self.reader.cursor.take_word("nest") {
            return self.reader.cursor.expected("`nest`");
        }
        let name = self.reader.cursor.name()?;
        let most_rows = self.most_rows()?;
        let vars = self.reader.cursor.defined(&self.loops.sizes)?;
        self.runs = self.runs(&vars)?;
        self.reader.cursor.expect("{")?;
        let mut computes = Vec::new();
        while self.reader.cursor.take_word("compute") {
            self.reader.cursor.expect("#")?;
            if self.reader.cursor.natural::<usize>()? != computes.len() {
                return self.reader.cursor.error(format!("this is compute #{}", computes.len()));
            }
            computes.push(self.compute(&vars)?);
        }
        let body = self.stmts(&vars)?;
        let runs = self.runs.take();
        Ok(Nest { name, most_rows, runs, vars: Vars::named(vars), computes, body })
    }

    /// `, strips in runs, n of 1000 again`, whose loop is still to come.
    fn runs(&mut self, vars: &[String]) -> Parsed<Option<StripRuns>> {
        if !self.reader.cursor.take(",") {
            return Ok(None);
        }
        let names = Names { sizes: &self.loops.sizes, vars };
        let many = variable(&mut self.reader, &names)?;
        let cursor = &mut self.reader.cursor;
        let words = |cursor: &mut Cursor, words: &[&str]| {
            words.iter().try_for_each(|word| match cursor.take_word(word) {
                true => Ok(()),
                false => cursor.expected(&format!("`{word}`")),
            })
        };
        words(cursor, &["in", "runs"])?;
        cursor.expect(",")?;
        let again = cursor.natural::<i64>()?;
        words(cursor, &["of"])?;
        if cursor.natural::<i64>()? != 1000 {
            return cursor.expected("`1000`");
        }
        words(cursor, &["again"])?;
        Ok(Some(StripRuns { strip: many, many, again }))
    }

    fn compute(&mut self, vars: &[String]) -> Parsed<Compute> {
        let words = [
            ("rows_resolved", Access::RowsResolved),
            ("ends_resolved", Access::EndsResolved),
            ("rows_and_ends_resolved", Access::RowsAndEndsResolved),
            ("border_resolved", Access::BorderResolved),
        ];
        let found = words.into_iter().find(|(word, _)| self.reader.cursor.take_word(word));
        let access = found.map_or(Access::Inside, |(_, access)| access);
        let mut targets = vec![self.target(vars)?];
        while self.reader.cursor.take(",") {
            targets.push(self.target(vars)?);
        }
        self.reader.cursor.expect("{")?;
        let line = self.reader.cursor.line();
        let (exprs, results) = self.reader.values_of_block(vars)?;
        let mut carried = Vec::new();
        while self.reader.cursor.take_word("carry") {
            carried.push(self.carried(exprs.len())?);
        }
        self.reader.cursor.expect("}")?;
        if results.len() != targets.len() {
            return Err(ParseError { line, message: "one value is stored to each target".into() });
        }
        let stores = targets.into_iter().zip(&results).map(|((stage, index), value)| {
            let data = index.iter().enumerate().filter_map(|(d, i)| match i {
                Index::Value(id) => Some((d, *id)),
                Index::Affine(_) => None,
            });
            let data: Vec<(usize, ExprId)> = data.collect();
            let index = index.into_iter().map(|i| match i {
                Index::Affine(a) => a,
                Index::Value(_) => Affine::default(),
            });
            Store { stage, index: index.collect(), data, value: *value }
        });
        let mut value = Block { exprs, result: results[0] };
        let stores = stores.collect();
        let reads = std::mem::take(&mut self.reader.reads);
        let reads: Parsed<Vec<Source>> =
            reads.iter().map(|(name, line)| self.source(name, *line)).collect();
        resolve(&mut value, &reads?);
        Ok(Compute { stores, value, access, carried })
    }

    /// `%n at p, …`: a value of a block of so many expressions at several points.
    fn carried(&mut self, exprs: usize) -> Parsed<CarriedValue> {
        let mut at = BTreeMap::new();
        loop {
            let cursor = &mut self.reader.cursor;
            let id = operand(cursor, exprs)?;
            if !cursor.take_word("at") {
                return cursor.expected("`at` and a point");
            }
            if at.insert(id, cursor.natural()?).is_some() {
                return cursor.error(format!("%{} is at one point", id.0));
            }
            if !cursor.take(",") {
                return Ok(CarriedValue { at });
            }
        }
    }

    /// `stage(index, …)`; a `%n` is checked where the compute is known.
    fn target(&mut self, vars: &[String]) -> Parsed<(StageId, Vec<Index>)> {
        let stage = self.stage()?;
        self.reader.cursor.expect("(")?;
        let names = Names { sizes: &self.loops.sizes, vars };
        let index = self.reader.cursor.list(")", |c| match c.sees("%") {
            true => operand(c, usize::MAX).map(Index::Value),
            false => c.affine(&names).map(Index::Affine),
        })?;
        Ok((stage, index))
    }

    /// Statements and `}`.
    fn stmts(&mut self, vars: &[String]) -> Parsed<Vec<Stmt>> {
        let mut stmts = Vec::new();
        while !self.reader.cursor.take("}") {
            self.reader.cursor.enter()?;
            stmts.push(self.stmt(vars)?);
            self.reader.cursor.leave();
        }
        Ok(stmts)
    }

    fn stmt(&mut self, vars: &[String]) -> Parsed<Stmt> {
        let names = Names { sizes: &self.loops.sizes, vars };
        let cursor = &mut self.reader.cursor;
        if cursor.take_word("run") {
            return Ok(Stmt::Compute(compute_id(&mut self.reader)?));
        }
        if cursor.take_word("copy") {
            return self.copy(vars).map(Stmt::Copy);
        }
        if cursor.take_word("let") {
            let var = variable(&mut self.reader, &names)?;
            self.reader.cursor.expect("=")?;
            let value = self.bound(vars, Bound::Max)?;
            return Ok(Stmt::Let { var, value });
        }
        if cursor.take_word("when") {
            let tests = cursor.list("{", |c| c.test(&names))?;
            return Ok(Stmt::When { tests, body: self.stmts(vars)? });
        }
        if cursor.take_word("scratch") {
            let mut pads = vec![self.pad(vars)?];
            while self.reader.cursor.take(",") {
                pads.push(self.pad(vars)?);
            }
            self.reader.cursor.expect("{")?;
            return Ok(Stmt::Scratch { pads, body: self.stmts(vars)? });
        }
        let kind = loop_kind(cursor)?;
        if !cursor.take_word("for") {
            return cursor.expected("a statement");
        }
        let var = variable(&mut self.reader, &names)?;
        if !self.reader.cursor.take_word("in") {
            return self.reader.cursor.expected("`in`");
        }
        let lo = self.bound(vars, Bound::Max)?;
        self.reader.cursor.expect("..=")?;
        let hi = self.bound(vars, Bound::Min)?;
        if self.reader.cursor.take_word("by") {
            let names = Names { sizes: &self.loops.sizes, vars };
            let many = variable(&mut self.reader, &names)?;
            match &mut self.runs {
                Some(runs) if runs.many == many => runs.strip = var,
                _ => return self.reader.cursor.error("no strips of this nest come in such runs"),
            }
        }
        let body = match self.reader.cursor.take(":") {
            true => vec![Stmt::Compute(compute_id(&mut self.reader)?)],
            false => {
                self.reader.cursor.expect("{")?;
                self.stmts(vars)?
            }
        };
        Ok(Stmt::For { var, lo, hi, kind, body })
    }

    fn copy(&mut self, vars: &[String]) -> Parsed<Copy> {
        let line = self.reader.cursor.line();
        let name = self.reader.cursor.name()?;
        let from = self.source(&name, line)?;
        self.reader.cursor.expect("(")?;
        let mut part = Vec::new();
        loop {
            let lo = self.bound(vars, Bound::Max)?;
            self.reader.cursor.expect("..=")?;
            part.push(Span { lo, hi: self.bound(vars, Bound::Min)? });
            if self.reader.cursor.take(")") {
                break;
            }
            self.reader.cursor.expect(",")?;
        }
        if !self.reader.cursor.take_word("to") {
            return self.reader.cursor.expected("`to`");
        }
        Ok(Copy { from, to: self.stage()?, part })
    }

    fn pad(&mut self, vars: &[String]) -> Parsed<Pad> {
        let stage = self.stage()?;
        if !self.reader.cursor.take_word("from") {
            let rank = self.loops.buffer(Source::Stage(stage)).domain.0.len();
            return Ok(Pad { stage, base: vec![None; rank] });
        }
        self.reader.cursor.expect("(")?;
        let mut base = Vec::new();
        loop {
            if self.reader.cursor.take(".") {
                self.reader.cursor.expect(".")?;
                base.push(None);
            } else {
                base.push(Some(self.bound(vars, Bound::Max)?));
            }
            if self.reader.cursor.take(")") {
                return Ok(Pad { stage, base });
            }
            self.reader.cursor.expect(",")?;
        }
    }

    /// A bound; `of_one` makes that of a single expression.
    fn bound(&mut self, vars: &[String], of_one: fn(Vec<Affine>) -> Bound) -> Parsed<Bound> {
        let names = Names { sizes: &self.loops.sizes, vars };
        let cursor = &mut self.reader.cursor;
        let least = cursor.sees_word("min") && cursor.sees_at(1, "(");
        let list = bounds(cursor, if least { "min" } else { "max" }, &names)?;
        Ok(match (list.len(), least) {
            (1, _) => of_one(list),
            (_, true) => Bound::Min(list),
            (_, false) => Bound::Max(list),
        })
    }
}

/// Names behind a word, if it is there.
/// The names of the sizes, which it sets; what they are at least.
fn sizes(reader: &mut Reader) -> Parsed<Vec<i64>> {
    let mut least = Vec::new();
    if !reader.cursor.take_word("sizes") {
        return Ok(least);
    }
    loop {
        reader.sizes.push(reader.cursor.name()?);
        least.push(match reader.cursor.take(">=") {
            true => reader.cursor.natural()?,
            false => 1,
        });
        if !reader.cursor.take(",") {
            return Ok(least);
        }
    }
}

fn names(reader: &mut Reader, word: &str) -> Parsed<Vec<String>> {
    let mut names = Vec::new();
    if reader.cursor.take_word(word) {
        names.push(reader.cursor.name()?);
        while reader.cursor.take(",") {
            names.push(reader.cursor.name()?);
        }
    }
    Ok(names)
}

fn compute_id(reader: &mut Reader) -> Parsed<ComputeId> {
    reader.cursor.expect("#")?;
    reader.cursor.natural().map(ComputeId)
}

fn variable(reader: &mut Reader, names: &Names<'_>) -> Parsed<crate::ir::VarId> {
    match reader.cursor.leaf(names)? {
        crate::ir::Atom::Var(var) => Ok(var),
        crate::ir::Atom::Size(_) | crate::ir::Atom::Div(..) => {
            reader.cursor.error("a size cannot be defined here")
        }
    }
}

/// What stands before the `for` of a loop.
fn loop_kind(cursor: &mut Cursor) -> Parsed<LoopKind> {
    if cursor.take_word("parallel") {
        return Ok(LoopKind::Parallel);
    }
    if cursor.take_word("collapsed") {
        return Ok(LoopKind::Collapsed);
    }
    if cursor.take_word("eight") {
        return match cursor.take_word("lanes") {
            true => Ok(LoopKind::Lanes(Some(Lanes::Eight))),
            false => cursor.expected("`lanes`"),
        };
    }
    if !cursor.take_word("lanes") {
        return Ok(LoopKind::Serial);
    }
    if !cursor.take_word("of") {
        return Ok(LoopKind::Lanes(None));
    }
    let bits = cursor.integer()?;
    match Lanes::of(bits) {
        Some(lanes) if cursor.take_word("bits") => Ok(LoopKind::Lanes(Some(lanes))),
        Some(_) => cursor.expected("`bits`"),
        None => cursor.expected("8, 16 or 32 bits"),
    }
}
