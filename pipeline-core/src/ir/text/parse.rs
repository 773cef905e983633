//! The parser of a pipeline's items: sizes, inputs, stages with their cases.

use super::ParseError;
use super::affine::Parsed;
use super::lex::Token;
use super::reader::Reader;
use crate::ir::affine::Names;
use crate::ir::{
    Block, Case, Constraint, Domain, Input, InputId, Loc, Node, Pipeline, Region, Scalar, Size,
    Source, Stage, StageId, Update, ValueRange,
};

/// Reads the text form of a pipeline.
///
/// The result has every name resolved, but is otherwise unverified: see
/// [`verify`](crate::ir::verify::verify).
pub fn parse(text: &str) -> Result<Pipeline, ParseError> {
    let mut parser = Parser::new(text)?;
    while parser.reader.cursor.peek().is_some() {
        parser.item()?;
    }
    parser.finish()
}

struct Parser {
    reader: Reader,
    pipeline: Pipeline,
    outputs: Vec<(String, usize)>,
}

impl Parser {
    fn new(text: &str) -> Parsed<Parser> {
        let mut reader = Reader::new(text)?;
        if !reader.cursor.take_word("pipeline") {
            return reader.cursor.expected("`pipeline`");
        }
        let pipeline = Pipeline {
            name: reader.cursor.name()?,
            sizes: Vec::new(),
            constraints: Vec::new(),
            scalars: Vec::new(),
            inputs: Vec::new(),
            stages: Vec::new(),
            outputs: Vec::new(),
        };
        Ok(Parser { reader, pipeline, outputs: Vec::new() })
    }

    fn item(&mut self) -> Parsed<()> {
        const ITEMS: [&str; 6] = ["size", "where", "scalar", "input", "stage", "output"];
        let Some(item) = ITEMS.into_iter().find(|item| self.reader.cursor.take_word(item)) else {
            return self.reader.cursor.expected("an item of the pipeline");
        };
        match item {
            "size" => self.size(),
            "where" => self.constraint(),
            "scalar" => self.scalar(),
            "input" => self.input(),
            "stage" => self.stage(),
            _ => {
                let line = self.reader.cursor.line();
                let name = self.reader.cursor.name()?;
                self.outputs.push((name, line));
                Ok(())
            }
        }
    }

    fn size(&mut self) -> Parsed<()> {
        let name = self.new_name("size", |p, name| p.sizes.iter().any(|s| s.name == name))?;
        self.reader.cursor.expect("~")?;
        let estimate = self.reader.cursor.integer()?;
        let argument = self.reader.cursor.take_word("argument");
        self.reader.sizes.push(name.clone());
        self.pipeline.sizes.push(Size { name, estimate, argument, loc: Loc(0) });
        Ok(())
    }

    fn constraint(&mut self) -> Parsed<()> {
        let test = self.reader.cursor.test(&Names { sizes: &self.reader.sizes, vars: &[] })?;
        let Some(Token::Text(text)) = self.reader.cursor.peek() else {
            return self.reader.cursor.expected("the clause in quotation marks");
        };
        let text = text.clone();
        self.reader.cursor.skip();
        self.pipeline.constraints.push(Constraint { test, text });
        Ok(())
    }

    fn scalar(&mut self) -> Parsed<()> {
        let name = self.new_name("scalar", |p, name| p.scalars.iter().any(|s| s.name == name))?;
        let (ty, values) = (self.reader.typed()?, self.values()?);
        self.reader.scalars.push(name.clone());
        self.pipeline.scalars.push(Scalar { name, ty, values, loc: Loc(0) });
        Ok(())
    }

    fn input(&mut self) -> Parsed<()> {
        let name = self.source_name()?;
        let (ty, values) = (self.reader.typed()?, self.values()?);
        let (domain, border) = (self.reader.domain()?, self.reader.border()?);
        self.pipeline.inputs.push(Input { name, ty, domain, border, values, loc: Loc(0) });
        Ok(())
    }

    /// `from lo..=hi`, if that comes next.
    fn values(&mut self) -> Parsed<Option<ValueRange>> {
        if !self.reader.cursor.take_word("from") {
            return Ok(None);
        }
        let lo = self.reader.cursor.integer()?;
        self.reader.cursor.expect("..=")?;
        Ok(Some(ValueRange { lo, hi: self.reader.cursor.integer()? }))
    }

    fn stage(&mut self) -> Parsed<()> {
        let name = self.source_name()?;
        let (vars, rank) = self.vars()?;
        let ty = self.reader.typed()?;
        let domain = self.domain_of(rank)?;
        let border = self.reader.border()?;
        self.reader.cursor.expect("{")?;
        let (mut cases, mut updates) = (Vec::new(), Vec::new());
        while !self.reader.cursor.take("}") {
            if self.reader.cursor.take_word("update") {
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
        self.reader.cursor.expect("{")?;
        let value = self.reader.block(&vars)?;
        Ok(Update { vars, domain, value, loc: Loc(0) })
    }

    /// Variables in parentheses, and how many of them are no windows'.
    fn vars(&mut self) -> Parsed<(Vec<String>, usize)> {
        self.reader.cursor.expect("(")?;
        let mut vars = Vec::new();
        let mut rank = None;
        while !self.reader.cursor.take(")") {
            let name = self.reader.cursor.name()?;
            let called = self.reader.sizes.iter().chain(&vars).filter(|n| **n == name).count() + 1;
            if self.reader.cursor.take("#") && self.reader.cursor.natural::<usize>()? != called {
                return self.reader.cursor.error(format!("this is `{name}#{called}`"));
            }
            vars.push(name);
            if self.reader.cursor.sees(";") && rank.is_none() {
                self.reader.cursor.skip();
                rank = Some(vars.len());
            } else if !self.reader.cursor.take(",") && !self.reader.cursor.sees(")") {
                return self.reader.cursor.expected("`,` or `)`");
            }
        }
        let rank = rank.unwrap_or(vars.len());
        Ok((vars, rank))
    }

    /// `in [lo..=hi, …]`, one interval for each of so many variables.
    fn domain_of(&mut self, rank: usize) -> Parsed<Domain> {
        if !self.reader.cursor.take_word("in") {
            return self.reader.cursor.expected("`in`");
        }
        let domain = self.reader.domain()?;
        if domain.0.len() != rank {
            return self.reader.cursor.error("not one interval for each variable");
        }
        Ok(domain)
    }

    fn case(&mut self, vars: &[String]) -> Parsed<Case> {
        if !self.reader.cursor.take_word("case") {
            return self.reader.cursor.expected("`case`, `update` or `}`");
        }
        let names = Names { sizes: &self.reader.sizes, vars };
        let tests = self.reader.cursor.list("{", |c| c.test(&names))?;
        let value = self.reader.block(vars)?;
        Ok(Case { region: Region { tests }, value, loc: Loc(0) })
    }

    /// A name that nothing of its kind has yet.
    fn new_name(&mut self, kind: &str, taken: fn(&Pipeline, &str) -> bool) -> Parsed<String> {
        match self.reader.cursor.peek() {
            Some(Token::Name(name)) if taken(&self.pipeline, name) => {
                self.reader.cursor.error(format!("there is a {kind} `{name}` already"))
            }
            _ => self.reader.cursor.name(),
        }
    }

    fn source_name(&mut self) -> Parsed<String> {
        self.new_name("source", |p, name| {
            p.inputs.iter().any(|i| i.name == name) || p.stages.iter().any(|s| s.name == name)
        })
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
        let reads: Vec<Source> = self.reader.reads.iter().map(source).collect::<Parsed<_>>()?;
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

pub(crate) fn resolve(block: &mut Block, reads: &[Source]) {
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
