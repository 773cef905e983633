//! The items of a body.

use proc_macro2::{Delimiter, Ident};
use syn::{Error, Result};

use super::cursor::Tokens;
use super::expr::expr;
use super::range::range;
use super::{attribute, operand, recover, stage};
use crate::error::Errors;
use crate::syntax::Item;
use pipeline_core::ir::BorderMode;

/// What an item may be, for messages.
const ITEMS: &str = "a stage `f(y, x) = …;`, or `const`, `fn`, `border`, `for`, `if`";

/// Reads items up to the closing brace; a broken one is reported.
pub(super) fn items(t: &mut Tokens, errors: &mut Errors) -> Vec<Item> {
    let mut items = Vec::new();
    while !t.at_end() {
        t.start_item();
        let start = *t;
        match item(t, errors) {
            Ok(item) => items.extend(item),
            Err(error) => {
                errors.push_syn(error);
                recover::to_next_item(t);
                items.extend(recover::broken(start, t).into_iter().map(Item::Broken));
            }
        }
        if t.same_place(&start) {
            t.skip();
        }
    }
    items
}

/// Reads one item, or nothing but a comment at the end.
fn item(t: &mut Tokens, errors: &mut Errors) -> Result<Option<Item>> {
    attribute::comments(t)?;
    if t.at_end() {
        return Ok(None);
    }
    let Some(word) = t.peek_word() else { return Err(no_item(t)) };
    let (item, what) = match word.to_string().as_str() {
        "for" => return t.nested(|t| repeated(t, errors)).map(Some),
        "if" => return t.nested(|t| conditional(t, errors)).map(Some),
        "const" => constant(t)?,
        "fn" => helper(t)?,
        _ => match t.take_name() {
            None => return Err(no_item_word(t, &word)),
            Some(_) if word == "border" && t.peek_word().is_some() => border(t)?,
            Some(name) => stage::stage(t, name)?,
        },
    };
    if t.take_op(";").is_none() {
        let expected = format!("`;` after {what}");
        if !t.at_end() && !recover::starts_item(*t) {
            return Err(t.unexpected(&expected));
        }
        errors.push_syn(t.wanted_behind(&expected, "`;` at the end of each item"));
    }
    Ok(Some(item))
}

fn no_item(t: &Tokens) -> Error {
    match t.peek_op() {
        Some(";") => t.error("expected an item, found `;`; it ends nothing, leave it out"),
        _ if is_tuple(*t) => t.error(
            "expected the name of one stage, found `(`; there are no tuples: write a definition or \
             an update for each stage. The place of a maximum goes into its value, as in \
             `best(0) max= value * n + place`",
        ),
        _ => t.wanted("an item", ITEMS),
    }
}

/// Whether `(a, b, …)` comes next.
fn is_tuple(mut t: Tokens) -> bool {
    let Some((mut inside, _)) = t.group(Delimiter::Parenthesis) else { return false };
    inside.take_any_word().is_some() && inside.is_op(",")
}

fn no_item_word(t: &Tokens, word: &Ident) -> Error {
    let write = match word.to_string().as_str() {
        "let" => "`const N = …;` for a number, `f(y, x) = …;` for a stage",
        "static" | "type" => "`const N = …;`",
        "mut" => "`f(y, x) = …;`, nothing changes its value",
        "else" => "`else` right behind the `}` of an `if`",
        "while" | "loop" => "`for k in 0..n { … }` to repeat items",
        "pub" => "the stage without `pub` and its name among the outputs: `-> (a, b)`",
        "return" => "`-> name` in the header: the outputs stand there",
        "where" => "`where` before the `{` of the body",
        "match" => "`if c { … } else { … }` around items, or `f(y, x) = case { … };`",
        "use" => "what is used as a `const` or a helper `fn`: a block sees only its own names",
        _ => ITEMS,
    };
    t.wanted("an item", write)
}

/// Reads `const N = e`.
fn constant(t: &mut Tokens) -> Result<(Item, String)> {
    t.take_any_word();
    let name = t.expect_name("a name after `const`", "`const N = …;`")?;
    if t.is_op(":") {
        let write = format!("`const {name} = …;`, a constant has no type");
        return Err(t.wanted("`=`", &write));
    }
    t.expect_op("=", "after the constant's name", &format!("`const {name} = …;`"))?;
    let value = expr(t)?;
    let what = format!("`const {name} = …`");
    Ok((Item::Const { name, value }, what))
}

/// Reads `fn name(a, b) = e`.
fn helper(t: &mut Tokens) -> Result<(Item, String)> {
    t.take_any_word();
    let name = t.expect_name("a name after `fn`", "`fn lerp(a, b, t) = a + t * (b - a);`")?;
    let example = format!("`fn {name}(a, b) = …;`");
    let Some((mut inside, _)) = t.group(Delimiter::Parenthesis) else {
        return Err(t.wanted(&format!("`(` after `fn {name}`"), &example));
    };
    let params = inside.comma_list(|t| {
        let param = t.expect_name("a parameter's name", &example)?;
        match t.is_op(":") {
            true => Err(t.wanted("`,` or `)`", &format!("{example}, parameters have no types"))),
            false => Ok(param),
        }
    })?;
    if t.is_op("->") || t.is_group(Delimiter::Brace) {
        let write = format!("{example}, with `= {{ let c = …; value }}` for several steps");
        return Err(t.wanted("`=` after the parameters", &write));
    }
    t.expect_op("=", "after the parameters", &example)?;
    let body = expr(t)?;
    let what = format!("`fn {name}(…) = …`");
    Ok((Item::Helper { name, params, body }, what))
}

/// Reads `f = mode` behind `border`.
fn border(t: &mut Tokens) -> Result<(Item, String)> {
    const EXAMPLE: &str = "`border img = clamp;`";
    let name = t.expect_name("the name of an input or a stage after `border`", EXAMPLE)?;
    let what = format!("`border {name} = …`");
    let target = operand::members(t, name)?;
    if t.is_group(Delimiter::Parenthesis) {
        return Err(t.wanted("`=`", &format!("`border {} = clamp;`, without indices", target.name)));
    }
    t.expect_op("=", "after the name", EXAMPLE)?;
    let redirecting = BorderMode::REDIRECTING.map(BorderMode::name).join("`, `");
    let mode = t.expect_name("a border mode", &format!("`{redirecting}` or `constant(0)`"))?;
    let value = match t.group(Delimiter::Parenthesis) {
        None if mode == BorderMode::CONSTANT => {
            return Err(t.wanted("`(` after `constant`", "`constant(0)`: its value"));
        }
        None => None,
        Some((_, span)) if mode != BorderMode::CONSTANT => {
            return Err(Error::new(
                span.open(),
                format!("only `constant` has a value; write `border {} = {mode};`", target.name),
            ));
        }
        Some((mut inside, _)) => {
            let value = expr(&mut inside)?;
            inside.finish("an operator or `)`")?;
            Some(value)
        }
    };
    Ok((Item::Border { target, mode, value }, what))
}

/// Reads `for k in range { items }`.
fn repeated(t: &mut Tokens, errors: &mut Errors) -> Result<Item> {
    const EXAMPLE: &str = "`for k in 0..4 { … }`";
    t.take_any_word();
    let var = t.expect_name("a variable after `for`", EXAMPLE)?;
    if t.take_word("in").is_none() {
        return Err(t.wanted(&format!("`in` after `for {var}`"), EXAMPLE));
    }
    let range = range(t)?;
    let Some((mut inside, _)) = t.group(Delimiter::Brace) else {
        return Err(t.wanted(&format!("`{{` after the range of `for {var}`"), EXAMPLE));
    };
    Ok(Item::For { var, range, items: items(&mut inside, errors) })
}

/// Reads `if cond { items } else { items }`; `else` may be left out.
fn conditional(t: &mut Tokens, errors: &mut Errors) -> Result<Item> {
    t.take_any_word();
    let cond = expr(t)?;
    let Some((mut inside, _)) = t.group(Delimiter::Brace) else {
        let expected = "`{` after the condition of `if`";
        return Err(match t.is_op("=") {
            true => t.unexpected(expected),
            false => t.wanted(expected, "`if c { … } else { … }`"),
        });
    };
    let then = items(&mut inside, errors);
    let otherwise = if t.take_word("else").is_none() {
        Vec::new()
    } else if t.is_word("if") {
        vec![t.nested(|t| conditional(t, errors))?]
    } else if let Some((mut inside, _)) = t.group(Delimiter::Brace) {
        items(&mut inside, errors)
    } else {
        return Err(t.wanted("`{` or `if` after `else`", "`if c { … } else { … }`"));
    };
    Ok(Item::If { cond, then, otherwise })
}
