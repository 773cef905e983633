//! Token stream, names in scope, and the parser of index expressions: `2*rows + (y + 1)/2 - 3`.

use super::lex::{self, Token};
use super::{MAX_NESTING, ParseError};
use crate::ir::affine::Names;
use crate::ir::expr::{Test, TestOp};
use crate::ir::graph::{SizeId, VarId};
use crate::ir::verify::beyond_limits;
use crate::ir::{Affine, Atom};

/// Reads an index expression; `/` is floor division and `mod` its remainder, both by constants.
///
/// Of sizes and variables of one name the first is meant; `name#2` is the second.
pub fn parse_affine(text: &str, names: &Names<'_>) -> Result<Affine, ParseError> {
    let mut cursor = Cursor::new(text)?;
    let affine = cursor.affine(names)?;
    cursor.end()?;
    Ok(affine)
}

/// Reads a test, such as `y mod 2 == 1`.
pub fn parse_test(text: &str, names: &Names<'_>) -> Result<Test, ParseError> {
    let mut cursor = Cursor::new(text)?;
    let test = cursor.test(names)?;
    cursor.end()?;
    Ok(test)
}

/// A place in a text.
pub(crate) struct Cursor {
    tokens: Vec<(Token, usize)>,
    at: usize,
    nesting: usize,
}

/// The result of reading something.
pub(crate) type Parsed<T> = Result<T, ParseError>;

impl Cursor {
    pub(crate) fn new(text: &str) -> Parsed<Cursor> {
        Ok(Cursor { tokens: lex::tokens(text)?, at: 0, nesting: 0 })
    }

    /// The line of the next token, or of the last.
    pub(crate) fn line(&self) -> usize {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(1, |t| t.1)
    }

    pub(crate) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError { line: self.line(), message: message.into() })
    }

    /// The error that something else was expected here.
    pub(crate) fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.peek() {
            Some(Token::Name(s) | Token::Number(s)) => format!("`{s}`"),
            Some(Token::Text(s)) => format!("{s:?}"),
            Some(Token::Symbol(s)) => format!("`{s}`"),
            None => "the end".into(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    pub(crate) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|t| &t.0)
    }

    /// Whether the next token is this mark.
    pub(crate) fn sees(&self, symbol: &str) -> bool {
        self.sees_at(0, symbol)
    }

    /// Whether the token `ahead` of the next is this mark.
    pub(crate) fn sees_at(&self, ahead: usize, symbol: &str) -> bool {
        matches!(self.tokens.get(self.at + ahead), Some((Token::Symbol(s), _)) if *s == symbol)
    }

    /// Whether the next token is this word.
    pub(crate) fn sees_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Name(s)) if s == word)
    }

    pub(crate) fn skip(&mut self) {
        self.at += 1;
    }

    /// Skips the mark if it is next.
    pub(crate) fn take(&mut self, symbol: &str) -> bool {
        let seen = self.sees(symbol);
        self.at += usize::from(seen);
        seen
    }

    /// Skips the word if it is next.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let seen = self.sees_word(word);
        self.at += usize::from(seen);
        seen
    }

    pub(crate) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.take(symbol) { Ok(()) } else { self.expected(&format!("`{symbol}`")) }
    }

    pub(crate) fn end(&self) -> Parsed<()> {
        if self.peek().is_none() { Ok(()) } else { self.expected("the end") }
    }

    pub(crate) fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Some(Token::Name(s)) => {
                let s = s.clone();
                self.skip();
                Ok(s)
            }
            _ => self.expected("a name"),
        }
    }

    /// Digits only, of a number that is not too large.
    pub(crate) fn natural<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        match self.peek() {
            Some(Token::Number(s)) => match s.parse() {
                Ok(n) => {
                    self.skip();
                    Ok(n)
                }
                Err(_) => self.expected("a whole number within range"),
            },
            _ => self.expected("a number"),
        }
    }

    /// A whole number with its sign.
    pub(crate) fn integer(&mut self) -> Parsed<i64> {
        let negative = self.take("-");
        let n = self.natural::<u64>()?;
        let n = if negative { -i128::from(n) } else { i128::from(n) };
        i64::try_from(n).or_else(|_| self.error("number out of range"))
    }

    /// `item, item …` up to the closing mark, which is consumed.
    pub(crate) fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Cursor) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.take(close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.take(close) {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }

    /// Counts one level of nesting, unless it gets too deep for the stack.
    pub(crate) fn enter(&mut self) -> Parsed<()> {
        if self.nesting == MAX_NESTING {
            return self.error("nested too deeply");
        }
        self.nesting += 1;
        Ok(())
    }

    /// Leaves what [`Cursor::enter`] entered.
    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// A size or a variable.
    pub(crate) fn leaf(&mut self, names: &Names<'_>) -> Parsed<Atom> {
        let name = self.name()?;
        let number: usize = if self.take("#") { self.natural()? } else { 1 };
        let sizes = names.sizes.iter().enumerate().map(|(i, n)| (n, Atom::Size(SizeId(i))));
        let vars = names.vars.iter().enumerate().map(|(i, n)| (n, Atom::Var(VarId(i))));
        let mut called = sizes.chain(vars).filter(|(n, _)| **n == name).map(|(_, atom)| atom);
        match number.checked_sub(1).and_then(|before| called.nth(before)) {
            Some(atom) => Ok(atom),
            None => self.error(format!(
                "no size or variable is named `{}`",
                if number == 1 { name } else { format!("{name}#{number}") }
            )),
        }
    }

    /// By number, the names of the variables that a part in braces defines, from here to its end:
    /// what is before an `in`, and what is behind a `let`.
    #[cfg(feature = "compiler")]
    pub(crate) fn defined(&self, sizes: &[String]) -> Parsed<Vec<String>> {
        let (mut seen, mut depth): (Vec<(&str, usize)>, usize) = (Vec::new(), 0);
        let tokens = &self.tokens[self.at..];
        for (i, (token, line)) in tokens.iter().enumerate() {
            let Token::Name(name) = token else {
                match token {
                    Token::Symbol("{") => depth += 1,
                    Token::Symbol("}") if depth <= 1 => break,
                    Token::Symbol("}") => depth -= 1,
                    Token::Symbol(_) | Token::Name(_) | Token::Number(_) | Token::Text(_) => {}
                }
                continue;
            };
            let (number, behind) = match tokens.get(i + 1..i + 3) {
                Some([(Token::Symbol("#"), _), (Token::Number(n), _)]) => (n.parse().ok(), i + 3),
                _ => (None, i + 1),
            };
            let is_word = |at: usize, word: &str| matches!(tokens.get(at), Some((Token::Name(w), _)) if w == word);
            let defines = is_word(behind, "in") || (i > 0 && is_word(i - 1, "let"));
            let label = (name.as_str(), number.unwrap_or(1));
            if !defines || seen.contains(&label) {
                continue;
            }
            let before = sizes.iter().filter(|n| *n == name).count()
                + seen.iter().filter(|s| s.0 == name).count();
            if label.1 != before + 1 {
                let message = format!("`{name}#{}` is to be defined before", before + 1);
                return Err(ParseError { line: *line, message });
            }
            seen.push(label);
        }
        Ok(seen.into_iter().map(|(name, _)| name.to_string()).collect())
    }

    /// `affine op affine`
    pub(crate) fn test(&mut self, names: &Names<'_>) -> Parsed<Test> {
        let left = self.affine(names)?;
        let op = if self.take(">=") {
            TestOp::NonNegative
        } else if self.take("==") {
            TestOp::Zero
        } else if self.take("!=") {
            TestOp::NonZero
        } else {
            return self.expected("`>=`, `==` or `!=`");
        };
        let right = self.affine(names)?;
        Ok(Test { affine: self.limited(left.sub(&right))?, op })
    }

    /// Products with signs between; a leading minus negates the whole first product.
    pub(crate) fn affine(&mut self, names: &Names<'_>) -> Parsed<Affine> {
        self.enter()?;
        let mut sum = Affine::default();
        let mut sign = if self.take("-") { -1 } else { 1 };
        loop {
            let product = self.product(names)?;
            sum = self.limited(sum.add_scaled(&product, sign))?;
            sign = if self.take("+") {
                1
            } else if self.take("-") {
                -1
            } else {
                self.leave();
                return Ok(sum);
            };
        }
    }

    fn product(&mut self, names: &Names<'_>) -> Parsed<Affine> {
        let mut product = self.factor(names)?;
        loop {
            if self.take("*") {
                let right = self.factor(names)?;
                let (k, affine) = match (product.as_constant(), right.as_constant()) {
                    (Some(k), _) => (k, right),
                    (_, Some(k)) => (k, product),
                    _ => return self.error("neither factor is a constant"),
                };
                product = self.scaled(&affine, k)?;
            } else if self.take("/") {
                let divisor = self.divisor(names)?;
                product = self.limited(product.floor_div(divisor))?;
            } else if self.take_word("mod") {
                let divisor = self.divisor(names)?;
                product = self.limited(product.modulo(divisor))?;
            } else {
                return Ok(product);
            }
        }
    }

    fn divisor(&mut self, names: &Names<'_>) -> Parsed<i64> {
        match self.factor(names)?.as_constant() {
            Some(c) if c >= 1 => Ok(c),
            _ => self.error("the divisor is not a positive constant"),
        }
    }

    fn factor(&mut self, names: &Names<'_>) -> Parsed<Affine> {
        match self.peek() {
            Some(Token::Number(_)) => {
                let constant = self.natural::<i64>()?;
                self.limited(Affine::from(constant))
            }
            Some(Token::Name(_)) => Ok(Affine::atom(self.leaf(names)?)),
            Some(Token::Symbol("(")) => {
                self.skip();
                let inner = self.affine(names)?;
                self.expect(")")?;
                Ok(inner)
            }
            _ => self.expected("an index expression"),
        }
    }

    fn scaled(&self, affine: &Affine, k: i64) -> Parsed<Affine> {
        // Limits are far enough below overflow for a sum, but not for a product.
        if affine.magnitude().checked_mul(k.saturating_abs().max(1)).is_none() {
            return self.error("number out of range");
        }
        self.limited(affine.scale(k))
    }

    fn limited(&self, affine: Affine) -> Parsed<Affine> {
        match beyond_limits(&affine) {
            Some(what) => self.error(format!("index expression with {what}")),
            None => Ok(affine),
        }
    }
}
