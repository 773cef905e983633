//! The parser of what graphs and loop nests have in common: types, domains, borders, blocks with
//! their expressions and constants.

use super::affine::{Cursor, Parsed};
use super::lex::Token;
use crate::ir::affine::Names;
use crate::ir::{
    Affine, Atom, BinaryOp, Block, Border, BorderMode, Domain, ElemType, Expr, ExprId, Function,
    Index, Interval, Loc, Node, ReduceOp, ScalarId, Source, StageId, UnaryOp, Value, WindowVar,
};

/// A place in a text, and the names that may stand there.
pub(crate) struct Reader {
    pub(crate) cursor: Cursor,
    pub(crate) sizes: Vec<String>,
    pub(crate) scalars: Vec<String>,
    /// Names of what is read, with lines: a stage may read one that is written later, so a read
    /// holds a place in this list until the end.
    pub(crate) reads: Vec<(String, usize)>,
}

impl Reader {
    /// At the start of a text.
    pub(crate) fn new(text: &str) -> Parsed<Reader> {
        let (sizes, scalars, reads) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Reader { cursor: Cursor::new(text)?, sizes, scalars, reads })
    }

    /// `: type`
    pub(crate) fn typed(&mut self) -> Parsed<ElemType> {
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

    /// `[lo..=hi, …]`, in terms of sizes.
    pub(crate) fn domain(&mut self) -> Parsed<Domain> {
        let names = Names { sizes: &self.sizes, vars: &[] };
        self.cursor.expect("[")?;
        let intervals = self.cursor.list("]", |c| {
            let lo = bounds(c, "max", &names)?;
            c.expect("..=")?;
            Ok(Interval { lo, hi: bounds(c, "min", &names)? })
        });
        Ok(Domain(intervals?))
    }

    /// `border mode`, if it is there.
    pub(crate) fn border(&mut self) -> Parsed<Option<Border>> {
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

    /// Expressions, `yield` with one result, and `}`.
    pub(crate) fn block(&mut self, vars: &[String]) -> Parsed<Block> {
        let (exprs, results) = self.values_of_block(vars)?;
        self.cursor.expect("}")?;
        match results[..] {
            [result] => Ok(Block { exprs, result }),
            _ => self.cursor.error("one value is yielded here"),
        }
    }

    /// Expressions, and `yield` with some results.
    pub(crate) fn values_of_block(&mut self, vars: &[String]) -> Parsed<(Vec<Expr>, Vec<ExprId>)> {
        let mut exprs = Vec::new();
        while !self.cursor.take_word("yield") {
            if !self.cursor.sees("%") {
                return self.cursor.expected("an expression or `yield`");
            }
            self.cursor.skip();
            if self.cursor.natural::<usize>()? != exprs.len() {
                return self.cursor.error(format!("this is expression %{}", exprs.len()));
            }
            let ty = self.typed()?;
            self.cursor.expect("=")?;
            let node = self.node(exprs.len(), vars)?;
            exprs.push(Expr { ty, node, loc: Loc(0) });
        }
        let results = self.terms(exprs.len())?;
        Ok((exprs, results))
    }

    /// The node that becomes expression `at`.
    fn node(&mut self, at: usize, vars: &[String]) -> Parsed<Node> {
        if let Some(value) = self.literal()? {
            return Ok(Node::Const(value));
        }
        let Some(Token::Name(word)) = self.cursor.peek() else {
            return self.cursor.expected("an operator or a constant");
        };
        let word = word.clone();
        self.cursor.skip();
        let takes_values = self.cursor.sees("%");
        let names = Names { sizes: &self.sizes, vars };
        Ok(match word.as_str() {
            "scalar" => Node::Scalar(self.scalar_use()?),
            "index" => Node::Index(self.cursor.affine(&names)?),
            "test" => Node::Test(self.cursor.test(&names)?),
            "read" => self.read(at, vars)?,
            "cast" => Node::Cast(self.operand(at)?),
            "saturate" => Node::SaturatingCast(self.operand(at)?),
            "combine" => {
                let op = self.reduction()?;
                Node::Combine { op, terms: self.terms(at)? }
            }
            "fused" => {
                let op = self.reduction()?;
                self.window(op, true, vars)?
            }
            "select" => {
                let [c, a, b] = self.operands(at)?;
                Node::Select(c, a, b)
            }
            name => {
                if let Some(op) = UnaryOp::named(name) {
                    Node::Unary(op, self.operand(at)?)
                } else if takes_values && let Some(op) = BinaryOp::named(name) {
                    let [a, b] = self.operands(at)?;
                    Node::Binary(op, a, b)
                } else if let Some(op) = ReduceOp::named(name) {
                    self.window(op, false, vars)?
                } else if let Some(f) = Function::named(name) {
                    Node::Call(f, self.arguments(at, f.arity())?)
                } else {
                    return self.cursor.error(format!("no operator is named `{name}`"));
                }
            }
        })
    }

    fn scalar_use(&mut self) -> Parsed<ScalarId> {
        let name = self.cursor.name()?;
        match self.scalars.iter().position(|s| *s == name) {
            Some(i) => Ok(ScalarId(i)),
            None => self.cursor.error(format!("no scalar is named `{name}`")),
        }
    }

    fn read(&mut self, at: usize, vars: &[String]) -> Parsed<Node> {
        let line = self.cursor.line();
        let name = self.cursor.name()?;
        let source = Source::Stage(StageId(self.reads.len()));
        self.reads.push((name, line));
        self.cursor.expect("(")?;
        let names = Names { sizes: &self.sizes, vars };
        let index = self.cursor.list(")", |c| {
            if c.sees("%") {
                operand(c, at).map(Index::Value)
            } else {
                c.affine(&names).map(Index::Affine)
            }
        })?;
        Ok(Node::Read { source, index })
    }

    fn operand(&mut self, at: usize) -> Parsed<ExprId> {
        operand(&mut self.cursor, at)
    }

    /// The name of a window reduction.
    fn reduction(&mut self) -> Parsed<ReduceOp> {
        let name = self.cursor.name()?;
        match ReduceOp::named(&name) {
            Some(op) => Ok(op),
            None => self.cursor.error(format!("no window reduction is named `{name}`")),
        }
    }

    /// A window that is a loop, after its operator.
    fn window(&mut self, op: ReduceOp, fused: bool, vars: &[String]) -> Parsed<Node> {
        let names = Names { sizes: &self.sizes, vars };
        let ranges = self.cursor.list("{", |c| window(c, &names))?;
        self.cursor.enter()?;
        let body = Box::new(self.block(vars)?);
        self.cursor.leave();
        Ok(Node::Reduce { op, vars: ranges, body, fused })
    }

    /// One or more operands.
    fn terms(&mut self, at: usize) -> Parsed<Vec<ExprId>> {
        let mut terms = vec![self.operand(at)?];
        while self.cursor.take(",") {
            terms.push(self.operand(at)?);
        }
        Ok(terms)
    }

    /// So many operands.
    fn arguments(&mut self, at: usize, count: usize) -> Parsed<Vec<ExprId>> {
        let mut operands = Vec::with_capacity(count);
        for i in 0..count {
            if i > 0 {
                self.cursor.expect(",")?;
            }
            operands.push(self.operand(at)?);
        }
        Ok(operands)
    }

    fn operands<const N: usize>(&mut self, at: usize) -> Parsed<[ExprId; N]> {
        let mut operands = [ExprId(0); N];
        for (i, slot) in operands.iter_mut().enumerate() {
            if i > 0 {
                self.cursor.expect(",")?;
            }
            *slot = operand(&mut self.cursor, at)?;
        }
        Ok(operands)
    }

    pub(crate) fn value(&mut self) -> Parsed<Value> {
        match self.literal()? {
            Some(value) => Ok(value),
            None => self.cursor.expected("a constant"),
        }
    }

    /// A constant, if one is next.
    fn literal(&mut self) -> Parsed<Option<Value>> {
        let negative = self.cursor.take("-");
        let literal = match self.cursor.peek() {
            Some(Token::Number(s)) => s,
            Some(Token::Name(s)) if is_special(s) => s,
            _ if negative => return self.cursor.expected("a number"),
            _ => return Ok(None),
        };
        let text = if negative { format!("-{literal}") } else { literal.clone() };
        match literal_value(&text) {
            Some(value) => {
                self.cursor.skip();
                Ok(Some(value))
            }
            None => self.cursor.error(format!("`{text}` is not a constant of an element type")),
        }
    }
}

/// `var in lo..=hi`
fn window(c: &mut Cursor, names: &Names<'_>) -> Parsed<WindowVar> {
    let Atom::Var(id) = c.leaf(names)? else {
        return c.error("a size cannot be the variable of a window");
    };
    if !c.take_word("in") {
        return c.expected("`in`");
    }
    let first = c.affine(names)?;
    c.expect("..=")?;
    Ok(WindowVar { id, first, last: c.affine(names)? })
}

/// `%n` of an expression before `%at`.
pub(crate) fn operand(c: &mut Cursor, at: usize) -> Parsed<ExprId> {
    c.expect("%")?;
    let id: usize = c.natural()?;
    if id >= at {
        return c.error(format!("%{id} is not defined before"));
    }
    Ok(ExprId(id))
}

/// Whether a word is a constant.
fn is_special(word: &str) -> bool {
    matches!(word, "true" | "false" | "NaNf32" | "NaNf64" | "inff32" | "inff64")
}

/// The value of a literal with its sign and suffix.
fn literal_value(text: &str) -> Option<Value> {
    if let "true" | "false" = text {
        return Some(Value::Bool(text == "true"));
    }
    let of_type = |ty: &ElemType| text.strip_suffix(ty.name()).map(|digits| (*ty, digits));
    let (ty, digits) = ElemType::NUMERIC.iter().find_map(of_type)?;
    if let Some((lo, hi)) = ty.int_range() {
        let v = digits.parse().ok()?;
        return (lo..=hi).contains(&v).then_some(Value::Int(ty, v));
    }
    match ty {
        ElemType::F32 => digits.parse().ok().map(Value::F32),
        ElemType::F64 => digits.parse().ok().map(Value::F64),
        ElemType::Bool | ElemType::U8 | ElemType::I8 | ElemType::U16 | ElemType::I16 => None,
        ElemType::U32 | ElemType::I32 => None,
    }
}

/// One bound, or several in a call of `function`.
pub(crate) fn bounds(c: &mut Cursor, function: &str, names: &Names<'_>) -> Parsed<Vec<Affine>> {
    if c.sees_word(function) && c.sees_at(1, "(") {
        c.skip();
        c.skip();
        c.list(")", |c| c.affine(names))
    } else {
        Ok(vec![c.affine(names)?])
    }
}
