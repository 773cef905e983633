//! The parser of a pipeline's items: sizes, inputs, stages with their cases.

use super::ParseError;
use super::affine::{Cursor, Parsed};
use super::lex::Token;
use crate::ir::affine::Names;
use crate::ir::{
    Affine, Block, Border, BorderMode, Case, Constraint, Domain, ElemType, Input, InputId,
    Interval, Loc, Node, Pipeline, Region, Scalar, Size, Source, Stage, StageId, Update,
};

/// Reads the text form of a pipeline.
///
/// The result has every name resolved, but is otherwise unverified: see
/// [`verify`](crate::ir::verify::verify).
pub fn parse(text: &str) -> Result<Pipeline, ParseError> {
    let mut parser = Parser::new(text)?;
    while parser.cursor.peek().is_some() {
        parser.item()?;
    }
    parser.finish()
}

pub(super) struct Parser {
    pub(super) cursor: Cursor,
    pub(super) pipeline: Pipeline,
    pub(super) sizes: Vec<String>,
    /// Names of what is read, with lines: a stage may read one that is written later, so a read
    /// holds a place in this list until the end.
    pub(super) reads: Vec<(String, usize)>,
    outputs: Vec<(String, usize)>,
}

impl Parser {
    fn new(text: &str) -> Parsed<Parser> {
        let mut cursor = Cursor::new(text)?;
        if !cursor.take_word("pipeline") {
            return cursor.expected("`pipeline`");
        }
        let pipeline = Pipeline {
            name: cursor.name()?,
            sizes: Vec::new(),
            constraints: Vec::new(),
            scalars: Vec::new(),
            inputs: Vec::new(),
            stages: Vec::new(),
            outputs: Vec::new(),
        };
        let (reads, outputs) = (Vec::new(), Vec::new());
        Ok(Parser { cursor, pipeline, sizes: Vec::new(), reads, outputs })
    }

    fn item(&mut self) -> Parsed<()> {
        const ITEMS: [&str; 6] = ["size", "where", "scalar", "input", "stage", "output"];
        let Some(item) = ITEMS.into_iter().find(|item| self.cursor.take_word(item)) else {
            return self.cursor.expected("an item of the pipeline");
        };
        match item {
            "size" => self.size(),
            "where" => self.constraint(),
            "scalar" => self.scalar(),
            "input" => self.input(),
            "stage" => self.stage(),
            _ => {
                let line = self.cursor.line();
                let name = self.cursor.name()?;
                self.outputs.push((name, line));
                Ok(())
            }
        }
    }

    fn size(&mut self) -> Parsed<()> {
        let name = self.new_name("size", |p, name| p.sizes.iter().any(|s| s.name == name))?;
        self.cursor.expect("~")?;
        let estimate = self.cursor.integer()?;
        let argument = self.cursor.take_word("argument");
        self.sizes.push(name.clone());
        self.pipeline.sizes.push(Size { name, estimate, argument, loc: Loc(0) });
        Ok(())
    }

    fn constraint(&mut self) -> Parsed<()> {
        let test = self.cursor.test(&Names { sizes: &self.sizes, vars: &[] })?;
        let Some(Token::Text(text)) = self.cursor.peek() else {
            return self.cursor.expected("the clause in quotation marks");
        };
        let text = text.clone();
        self.cursor.skip();
        self.pipeline.constraints.push(Constraint { test, text });
        Ok(())
    }

    fn scalar(&mut self) -> Parsed<()> {
        let name = self.new_name("scalar", |p, name| p.scalars.iter().any(|s| s.name == name))?;
        let ty = self.typed()?;
        self.pipeline.scalars.push(Scalar { name, ty, loc: Loc(0) });
        Ok(())
    }

    fn input(&mut self) -> Parsed<()> {
        let name = self.source_name()?;
        let ty = self.typed()?;
        let (domain, border) = (self.domain()?, self.border()?);
        self.pipeline.inputs.push(Input { name, ty, domain, border, loc: Loc(0) });
        Ok(())
    }

    fn stage(&mut self) -> Parsed<()> {
        let name = self.source_name()?;
        let (vars, rank) = self.vars()?;
        let ty = self.typed()?;
        let domain = self.domain_of(rank)?;
        let border = self.border()?;
        self.cursor.expect("{")?;
        let (mut cases, mut updates) = (Vec::new(), Vec::new());
        while !self.cursor.take("}") {
            if self.cursor.take_word("update") {
                updates.push(self.update()?);
            } else {
                cases.push(self.case(&vars)?);
            }
        }
        let loc = Loc(0);
        self.pipeline.stages.push(Stage { name, ty, vars, domain, border, cases, updates, loc });
        Ok(())
    }

    fn update(&mut self) -> Parsed<Update> {
        let (vars, rank) = self.vars()?;
        let domain = self.domain_of(rank)?;
        self.cursor.expect("{")?;
        let value = self.block(&vars)?;
        Ok(Update { vars, domain, value, loc: Loc(0) })
    }

    /// Variables in parentheses, and how many of them are no windows'.
    fn vars(&mut self) -> Parsed<(Vec<String>, usize)> {
        self.cursor.expect("(")?;
        let mut vars = Vec::new();
        let mut rank = None;
        while !self.cursor.take(")") {
            let name = self.cursor.name()?;
            if self.cursor.take("#") && self.cursor.natural::<usize>()? != vars.len() {
                return self.cursor.error(format!("`{name}` is variable {}", vars.len()));
            }
            vars.push(name);
            if self.cursor.sees(";") && rank.is_none() {
                self.cursor.skip();
                rank = Some(vars.len());
            } else if !self.cursor.take(",") && !self.cursor.sees(")") {
                return self.cursor.expected("`,` or `)`");
            }
        }
        let rank = rank.unwrap_or(vars.len());
        Ok((vars, rank))
    }

    /// `in [lo..=hi, …]`, one interval for each of so many variables.
    fn domain_of(&mut self, rank: usize) -> Parsed<Domain> {
        if !self.cursor.take_word("in") {
            return self.cursor.expected("`in`");
        }
        let domain = self.domain()?;
        if domain.0.len() != rank {
            return self.cursor.error("not one interval for each variable");
        }
        Ok(domain)
    }

    fn case(&mut self, vars: &[String]) -> Parsed<Case> {
        if !self.cursor.take_word("case") {
            return self.cursor.expected("`case`, `update` or `}`");
        }
        let names = Names { sizes: &self.sizes, vars };
        let tests = self.cursor.list("{", |c| c.test(&names))?;
        let value = self.block(vars)?;
        Ok(Case { region: Region { tests }, value, loc: Loc(0) })
    }

    /// A name that nothing of its kind has yet.
    fn new_name(&mut self, kind: &str, taken: fn(&Pipeline, &str) -> bool) -> Parsed<String> {
        match self.cursor.peek() {
            Some(Token::Name(name)) if taken(&self.pipeline, name) => {
                self.cursor.error(format!("there is a {kind} `{name}` already"))
            }
            _ => self.cursor.name(),
        }
    }

    fn source_name(&mut self) -> Parsed<String> {
        self.new_name("source", |p, name| {
            p.inputs.iter().any(|i| i.name == name) || p.stages.iter().any(|s| s.name == name)
        })
    }

    /// `: type`
    pub(super) fn typed(&mut self) -> Parsed<ElemType> {
        self.cursor.expect(":")?;
        let ty = match self.cursor.peek() {
            Some(Token::Name(name)) => ElemType::from_name(name),
            _ => None,
        };
        match ty {
            Some(ty) => {
                self.cursor.skip();
                Ok(ty)
            }
            None => self.cursor.expected("an element type"),
        }
    }

    fn domain(&mut self) -> Parsed<Domain> {
        let names = Names { sizes: &self.sizes, vars: &[] };
        self.cursor.expect("[")?;
        let intervals = self.cursor.list("]", |c| {
            let lo = bounds(c, "max", &names)?;
            c.expect("..=")?;
            Ok(Interval { lo, hi: bounds(c, "min", &names)? })
        });
        Ok(Domain(intervals?))
    }

    fn border(&mut self) -> Parsed<Option<Border>> {
        if !self.cursor.take_word("border") {
            return Ok(None);
        }
        let mode = if self.cursor.take_word(BorderMode::CONSTANT) {
            BorderMode::Constant(self.value()?)
        } else {
            let mut modes = BorderMode::REDIRECTING.into_iter();
            match modes.find(|m| self.cursor.take_word(m.name())) {
                Some(mode) => mode,
                None => return self.cursor.expected("a border"),
            }
        };
        Ok(Some(Border { mode, loc: Loc(0) }))
    }

    /// Resolves what may be named before it is written.
    fn finish(self) -> Parsed<Pipeline> {
        let mut pipeline = self.pipeline;
        let source = |(name, line): &(String, usize)| {
            let input = pipeline.inputs.iter().position(|i| i.name == *name);
            let stage = || pipeline.stages.iter().position(|s| s.name == *name);
            input
                .map(|i| Source::Input(InputId(i)))
                .or_else(|| stage().map(|s| Source::Stage(StageId(s))))
                .ok_or_else(|| ParseError {
                    line: *line,
                    message: format!("no input or stage is named `{name}`"),
                })
        };
        let reads: Vec<Source> = self.reads.iter().map(source).collect::<Parsed<_>>()?;
        let output = |named: &(String, usize)| match source(named)? {
            Source::Stage(stage) => Ok(stage),
            Source::Input(_) => Err(ParseError {
                line: named.1,
                message: format!("`{}` is an input and cannot be an output", named.0),
            }),
        };
        let outputs = self.outputs.iter().map(output).collect::<Parsed<_>>()?;
        pipeline.outputs = outputs;
        for block in pipeline.stages.iter_mut().flat_map(Stage::blocks_mut) {
            resolve(block, &reads);
        }
        Ok(pipeline)
    }
}

fn resolve(block: &mut Block, reads: &[Source]) {
    for expr in &mut block.exprs {
        match &mut expr.node {
            Node::Read { source: source @ Source::Stage(_), .. } => {
                if let Source::Stage(place) = *source {
                    *source = reads[place.0];
                }
            }
            Node::Reduce { body, .. } => resolve(body, reads),
            Node::Read { source: Source::Input(_), .. } => {}
            Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
            Node::Unary(..) | Node::Binary(..) | Node::Cast(_) | Node::SaturatingCast(_) => {}
            Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {}
        }
    }
}

/// One bound, or several in a call of `function`.
fn bounds(c: &mut Cursor, function: &str, names: &Names<'_>) -> Parsed<Vec<Affine>> {
    if c.sees_word(function) && c.sees_at(1, "(") {
        c.skip();
        c.skip();
        c.list(")", |c| c.affine(names))
    } else {
        Ok(vec![c.affine(names)?])
    }
}
