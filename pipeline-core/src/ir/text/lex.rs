//! Tokens of the text form.

use super::ParseError;

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// A word, or a name in backquotes.
    Name(String),
    /// Digits with all that belongs to the literal: fraction, exponent, type suffix.
    Number(String),
    /// Text in quotation marks.
    Text(String),
    /// A mark of [`SYMBOLS`].
    Symbol(&'static str),
}

/// Marks; longer ones first.
const SYMBOLS: [&str; 22] = [
    "..=", ">=", "==", "!=", "(", ")", "[", "]", "{", "}", ",", ":", ";", "~", "=", "+", "-", "*",
    "/", "%", "#", ".",
];

/// The tokens of a text with their lines.
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next()? {
        tokens.push((token, lexer.line));
    }
    Ok(tokens)
}

/// Whether a name reads as one token without backquotes.
pub(crate) fn is_bare(name: &str) -> bool {
    name_length(name) == name.len() && !name.is_empty()
}

/// `text` between two of `quote`, without line breaks.
pub(crate) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            c if c == quote || c == '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lexer<'a> {
    fn next(&mut self) -> Result<Option<Token>, ParseError> {
        self.skip_blanks();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            '"' => Token::Text(self.between('"')?),
            '`' => Token::Name(self.between('`')?),
            c if c.is_ascii_digit() => Token::Number(self.take(number_length(self.rest)).into()),
            _ => match name_length(self.rest) {
                0 => self.symbol(first)?,
                n => Token::Name(self.take(n).into()),
            },
        };
        Ok(Some(token))
    }

    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            let skipped = self.take(blanks);
            self.line += skipped.matches('\n').count();
            if !self.rest.starts_with("//") {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    fn symbol(&mut self, first: char) -> Result<Token, ParseError> {
        let found = SYMBOLS.into_iter().find(|s| self.rest.starts_with(s));
        let symbol = found.ok_or_else(|| self.error(format!("unexpected `{first}`")))?;
        self.take(symbol.len());
        Ok(Token::Symbol(symbol))
    }

    /// What stands between two `quote`s, escapes replaced.
    fn between(&mut self, quote: char) -> Result<String, ParseError> {
        let mut out = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                c if c == quote => {
                    self.take(at + c.len_utf8());
                    return Ok(out);
                }
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => out.push('\n'),
                    Some((_, 'u')) => {
                        let mut code = chars.by_ref().map(|(_, c)| c).take_while(|c| *c != '}');
                        let hex: String = match code.next() {
                            Some('{') => code.collect(),
                            _ => String::new(),
                        };
                        let c = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                        out.push(c.ok_or_else(|| self.error("unknown escape".into()))?);
                    }
                    Some((_, c)) if c == quote || c == '\\' => out.push(c),
                    _ => return Err(self.error("unknown escape".into())),
                },
                c => out.push(c),
            }
        }
        Err(self.error(format!("missing closing {quote}")))
    }

    fn error(&self, message: String) -> ParseError {
        ParseError { line: self.line, message }
    }
}

/// Length of an identifier with members, such as `down[2]`, at the start.
fn name_length(text: &str) -> usize {
    let first = text.chars().next();
    if !first.is_some_and(|c| c.is_alphabetic() || c == '_') {
        return 0;
    }
    let mut end = run(text, |c| c.is_alphanumeric() || c == '_');
    while let Some(member) = text[end..].strip_prefix('[') {
        let digits = run(member, |c| c.is_ascii_digit());
        if digits == 0 || !member[digits..].starts_with(']') {
            break;
        }
        end += digits + 2;
    }
    end
}

/// Length of a number at the start, which is a digit; the `..` of a range is not part of it.
fn number_length(text: &str) -> usize {
    let digits = |at: usize| run(&text[at..], |c| c.is_ascii_digit());
    let mut end = digits(0);
    if text[end..].starts_with('.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    for exponent in ["e-", "e"] {
        let start = end + exponent.len();
        if text[end..].starts_with(exponent) && digits(start) > 0 {
            end = start + digits(start);
        }
    }
    end + run(&text[end..], |c| c.is_ascii_alphanumeric())
}

/// Bytes of the longest prefix of which all characters pass.
fn run(text: &str, pass: impl Fn(char) -> bool) -> usize {
    text.find(|c| !pass(c)).unwrap_or(text.len())
}
