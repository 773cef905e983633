//! The arguments of an attribute: `word`, `key = value` and `key(…)`, separated by commas.

use crate::elaborate::names::{at, did_you_mean};
use crate::elaborate::print;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use syn::Lit;

/// The arguments that could be read.
pub(super) struct Args {
    /// The attribute's name.
    pub attribute: Ident,
    pub list: Vec<Arg>,
    /// Whether something else stood there, which was reported.
    pub broken: bool,
}

/// One argument.
pub(super) struct Arg {
    pub key: Ident,
    pub value: ArgValue,
}

/// What follows the first word of an argument.
pub(super) enum ArgValue {
    /// Nothing.
    Word,
    /// `= literal`.
    Literal(Number),
    /// `(…)`.
    List(Group),
}

/// A literal, with a sign if it is a number.
pub(super) struct Number {
    literal: Literal,
    negative: Option<Span>,
}

pub(super) type ArgErrors = Vec<(Span, String)>;

/// Whether a key may be given several times: a plan has several groups.
fn is_repeated(attribute: &Ident, key: &Ident) -> bool {
    attribute == "schedule" && key == "group"
}

impl Args {
    /// Reads the arguments; what is broken is reported and left out, as is a key's second time,
    /// unless it [may be](is_repeated).
    pub fn read(attribute: &Ident, tokens: TokenStream, errors: &mut ArgErrors) -> Args {
        let mut args = Args { attribute: attribute.clone(), list: Vec::new(), broken: false };
        // What follows the variables of `distribute` is behind a semicolon.
        let separates = |c: char| c == ',' || c == ';' && attribute == "distribute";
        let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if separates(p.as_char()));
        let tokens = flat(tokens);
        for part in tokens.split_inclusive(is_comma) {
            let (part, comma) = match part.split_last() {
                Some((comma, before)) if is_comma(comma) => (before, comma.span()),
                _ => (part, attribute.span()),
            };
            match arg(part, comma).and_then(|arg| args.once(arg)) {
                Ok(arg) => args.list.push(arg),
                Err(error) => {
                    errors.push(error);
                    args.broken = true;
                }
            }
        }
        args
    }

    fn once(&self, arg: Arg) -> Result<Arg, (Span, String)> {
        match self.list.iter().find(|a| a.key == arg.key) {
            None => Ok(arg),
            Some(_) if is_repeated(&self.attribute, &arg.key) => Ok(arg),
            Some(first) => {
                let before = at("first given", first.key.span());
                let message = format!("`{}` is given twice; {before}", print::name(&arg.key));
                Err((arg.key.span(), message))
            }
        }
    }

    /// Whether nothing was written between the parentheses, or no parentheses.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && !self.broken
    }
}

/// The tokens, with macro arguments in place of the invisible groups around them.
pub(super) fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flattened = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(g) if g.delimiter() == Delimiter::None => {
                flattened.extend(flat(g.stream()));
            }
            token => flattened.push(token),
        }
    }
    flattened
}

/// Reads one argument; `comma` ends it.
fn arg(tokens: &[TokenTree], comma: Span) -> Result<Arg, (Span, String)> {
    let Some((first, rest)) = tokens.split_first() else {
        return Err((comma, "expected an argument before this comma".into()));
    };
    let TokenTree::Ident(key) = first else {
        return Err((
            place(first),
            format!("expected a word or `key = value`, found {}", shown(first)),
        ));
    };
    let name = print::name(key);
    let value = match rest {
        [] => ArgValue::Word,
        [TokenTree::Group(g)] if g.delimiter() == Delimiter::Parenthesis => {
            ArgValue::List(g.clone())
        }
        [TokenTree::Punct(equals), value @ ..] if equals.as_char() == '=' => {
            ArgValue::Literal(number(value, &name, equals.span())?)
        }
        [next, ..] => {
            let found = shown(next);
            let hint = if found == "`-`" { "; parts of a name are joined by `_`" } else { "" };
            let message = format!("expected `,`, `=` or `(` after `{name}`, found {found}{hint}");
            return Err((place(next), message));
        }
    };
    Ok(Arg { key: key.clone(), value })
}

fn number(tokens: &[TokenTree], key: &str, equals: Span) -> Result<Number, (Span, String)> {
    match tokens {
        [TokenTree::Literal(literal)] => {
            return Ok(Number { literal: literal.clone(), negative: None });
        }
        [TokenTree::Punct(minus), TokenTree::Literal(literal)] if minus.as_char() == '-' => {
            return Ok(Number { literal: literal.clone(), negative: Some(minus.span()) });
        }
        _ => {}
    }
    let wanted = format!("a number or a string after `{key} =`");
    let (span, found) = match tokens {
        [] => (equals, "nothing".to_string()),
        [TokenTree::Literal(_), extra, ..] => {
            let message =
                format!("expected `,` after the value of `{key}`, found {}", shown(extra));
            return Err((place(extra), message));
        }
        [first, ..] => (place(first), shown(first)),
    };
    Err((span, format!("expected {wanted}, found {found}")))
}

impl Number {
    /// Where it stands: its sign, if it has one.
    pub fn span(&self) -> Span {
        self.negative.unwrap_or_else(|| self.literal.span())
    }

    /// As written.
    pub fn text(&self) -> String {
        format!("{}{}", if self.negative.is_some() { "-" } else { "" }, self.literal)
    }

    /// An integer, or what is wrong.
    pub fn integer(&self, key: &str, example: &str) -> Result<i64, (Span, String)> {
        let wanted = || {
            let text = self.text();
            (self.span(), format!("`{key}` is an integer, not `{text}`; write `{key} = {example}`"))
        };
        let Lit::Int(int) = Lit::new(self.literal.clone()) else { return Err(wanted()) };
        if !int.suffix().is_empty() {
            return Err(wanted());
        }
        let value: i64 = int
            .base10_parse()
            .map_err(|_| (self.span(), format!("`{key}` of {} is beyond 2^63", self.text())))?;
        Ok(if self.negative.is_some() { value.saturating_neg() } else { value })
    }

    /// A number, or what is wrong.
    pub fn float(&self, key: &str, example: &str) -> Result<f64, (Span, String)> {
        let value: Option<f64> = match Lit::new(self.literal.clone()) {
            Lit::Int(int) if int.suffix().is_empty() => int.base10_parse().ok(),
            Lit::Float(float) if float.suffix().is_empty() => float.base10_parse().ok(),
            _ => None,
        };
        match value {
            Some(value) => Ok(if self.negative.is_some() { -value } else { value }),
            None => {
                let message = format!(
                    "`{key}` is a number, not `{}`; write `{key} = {example}`",
                    self.text()
                );
                Err((self.span(), message))
            }
        }
    }

    /// The text of a string.
    pub fn string(&self) -> Option<String> {
        match Lit::new(self.literal.clone()) {
            Lit::Str(text) if self.negative.is_none() => Some(text.value()),
            _ => None,
        }
    }
}

/// The integers of a list such as `(32, 256)`, and where they stand.
pub(super) fn integers(group: &Group, key: &str) -> Result<Vec<(Span, i64)>, (Span, String)> {
    let tokens = flat(group.stream());
    let mut found = Vec::new();
    for part in tokens.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')) {
        if part.is_empty() {
            continue;
        }
        let wrong = |(span, _)| (span, format!("`{key}` takes integers: `{key}(32, 256)`"));
        let number = number(part, key, group.span_open()).map_err(wrong)?;
        found.push((number.span(), number.integer(key, "32").map_err(wrong)?));
    }
    Ok(found)
}

/// `` unknown machine `haswel`; did you mean `haswell`? machines are … ``.
pub(crate) fn unknown(what: &str, plural: &str, name: &str, known: &[&str]) -> String {
    let all = format!("{plural} are {}", list(known));
    match did_you_mean(name, known.iter().copied()) {
        Some(hint) => format!("unknown {what} `{name}`; {hint} {all}"),
        None => format!("unknown {what} `{name}`; {all}"),
    }
}

/// `a, b and c`.
pub(in crate::elaborate) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Where a token starts.
fn place(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(g) => g.span_open(),
        token => token.span(),
    }
}

/// A token as a message quotes it.
fn shown(token: &TokenTree) -> String {
    const LONGEST: usize = 32;
    let text = match token {
        TokenTree::Group(g) => match g.delimiter() {
            Delimiter::Parenthesis => "(".to_string(),
            Delimiter::Bracket => "[".to_string(),
            _ => "{".to_string(),
        },
        token => token.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("`{}…`", &text[..cut]),
        None => format!("`{text}`"),
    }
}
