//! `group(f, g[2]; strip = 64, step = 2, width = 512)`: stages that are computed together.

use super::args::{Arg, ArgErrors, ArgValue, Args, Number, flat, unknown};
use super::schedule::{tile, times, within};
use crate::elaborate::names::at;
use crate::elaborate::print;
use crate::elaborate::program::{Elaboration, Symbol};
use crate::syntax::{self, PlannedStage};
use pipeline_core::options::{At, Depth, GroupHint, Width};
use pipeline_core::transform::names::is_behind;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// Keys of a group's shape.
const KEYS: [&str; 8] = ["along", "together", "strip", "step", "depth", "width", "tile", "times"];

/// What stands in the parentheses of a hint.
pub(super) struct HintHalves {
    /// Before the semicolon, in parentheses.
    pub stages: Group,
    /// The semicolon, and what stands behind it.
    pub shape: Option<(Span, TokenStream)>,
}

pub(super) fn halves(group: &Group) -> HintHalves {
    let tokens = flat(group.stream());
    let is_semicolon = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ';');
    let semicolon = tokens.iter().position(is_semicolon);
    let (before, behind) = tokens.split_at(semicolon.unwrap_or(tokens.len()));
    let mut stages = Group::new(Delimiter::Parenthesis, before.iter().cloned().collect());
    stages.set_span(group.span());
    let shape = behind.split_first().map(|(semicolon, shape)| {
        let shape: TokenStream = shape.iter().cloned().collect();
        (semicolon.span(), shape)
    });
    HintHalves { stages, shape }
}

impl Elaboration<'_> {
    /// Reads the groups that are written, once the stages are known.
    pub(super) fn written_groups(&mut self) {
        let mut seen: HashMap<String, Span> = HashMap::new();
        for (key, group) in std::mem::take(&mut self.groups) {
            let HintHalves { stages, shape } = halves(&group);
            let mut hint = GroupHint { loc: self.loc(key.span()), ..GroupHint::default() };
            match syntax::parse::parse_planned(&stages) {
                Err(error) => self.error(error.span(), error.to_string()),
                Ok(stages) if stages.is_empty() => {
                    let message = "`group` names at least one stage: `group(f, g; strip = 64)`";
                    self.error(key.span(), message);
                }
                Ok(stages) => {
                    for stage in &stages {
                        hint.stages.extend(self.member_of_group(stage, &mut seen));
                    }
                }
            }
            if let Some((semicolon, tokens)) = shape {
                let mut errors = Vec::new();
                let args = Args::read(&key, tokens, &mut errors);
                if args.is_empty() {
                    let message = "behind `;` stands the shape of the group: `; strip = 64`";
                    errors.push((semicolon, message.into()));
                }
                self.shape_of_group(&args, &mut hint, &mut errors);
                errors.into_iter().for_each(|(span, message)| self.error(span, message));
            }
            self.settings.groups.push(hint);
        }
    }

    /// The stages of a plan that a name stands for; `seen` are those of groups so far.
    fn member_of_group(
        &mut self,
        stage: &PlannedStage,
        seen: &mut HashMap<String, Span>,
    ) -> Vec<At<String>> {
        let span = stage.stage.name.span();
        let mut found = Vec::new();
        for name in self.planned(stage) {
            if let Some(first) = seen.insert(name.clone(), span) {
                let first = at("first named", first);
                self.error(span, format!("`group` names `{name}` twice; {first}"));
                break;
            }
            if self.settings.no_fuse.contains(&name) {
                let message = format!(
                    "`no_fuse` computes `{name}` by itself already; leave it out there or here"
                );
                self.error(span, message);
                break;
            }
            if self.settings.propagate.iter().any(|hint| hint.stage == name) {
                let message = format!(
                    "`propagate` computes `{name}` wherever it is read; leave it out there or here"
                );
                self.error(span, message);
                break;
            }
            found.push(At { value: name, loc: self.loc(span) });
        }
        found
    }

    /// The names of a stage of a plan, or of all members of a family.
    fn planned(&mut self, PlannedStage { stage, rest }: &PlannedStage) -> Vec<String> {
        let name = print::name(&stage.name);
        if rest.is_empty() {
            let is_made = |(of, symbol): (&String, &(Symbol, Span))| {
                let rest = name.strip_prefix(of.as_str());
                matches!(symbol.0, Symbol::Stage(0)) && rest.is_some_and(is_behind)
            };
            let unknown = stage.members.is_empty() && !self.symbols.contains_key(&name);
            return match unknown && self.symbols.iter().any(is_made) {
                true => vec![name],
                false => self.hinted("group", stage),
            };
        }
        if !is_behind(rest) {
            let shown = print::stage(stage);
            let message = format!(
                "`group` names `{shown}{rest}`, which is no stage; the compiler makes stages such \
                 as `{shown}_columns`, and plans list them"
            );
            self.error(stage.name.span(), message);
            return Vec::new();
        }
        self.hinted("group", stage).into_iter().map(|name| name + rest).collect()
    }

    /// Reads the shape of a group.
    fn shape_of_group(&mut self, args: &Args, hint: &mut GroupHint, errors: &mut ArgErrors) {
        let tiled = args.list.iter().any(|arg| arg.key == "tile");
        for Arg { key, value } in &args.list {
            let read = match tiled && ["strip", "step", "width"].iter().any(|own| key == own) {
                true => {
                    let message = format!("`tile` says `{key}` already; leave one of the two out");
                    Err((key.span(), message))
                }
                false => self.part_of_shape(key, value, hint),
            };
            errors.extend(read.err());
        }
        if let (Some(strip), Some(step)) = (&hint.strip, &hint.step)
            && step.value > strip.value
        {
            let message =
                format!("a step of {} rows is more than a strip of {}", step.value, strip.value);
            let span = self.spans[step.loc.0 as usize];
            errors.push((span, message));
        }
    }

    fn part_of_shape(
        &mut self,
        key: &Ident,
        value: &ArgValue,
        hint: &mut GroupHint,
    ) -> Result<(), (Span, String)> {
        let (name, span) = (print::name(key), key.span());
        let wrong_form = |write: &str| (span, format!("`{name}` is written `{write}`"));
        match (name.as_str(), value) {
            ("strip", ArgValue::Literal(n)) => {
                hint.strip = Some(self.placed(within(n, &name, "64", 1)?, n.span()));
            }
            ("step", ArgValue::Literal(n)) => {
                hint.step = Some(self.placed(within(n, &name, "2", 1)?, n.span()));
            }
            ("width", ArgValue::Literal(n)) => {
                hint.width = Some(self.placed(width(n)?, n.span()));
            }
            ("times", ArgValue::Literal(n)) => {
                hint.times = Some(self.placed(times(n)?, n.span()));
            }
            ("tile", ArgValue::List(sizes)) => {
                let (rows, columns) = tile(key, sizes)?;
                hint.strip = Some(self.placed(rows, span));
                hint.step = Some(self.placed(rows, span));
                hint.width = Some(self.placed(Width::Columns(columns), span));
            }
            ("along", ArgValue::List(variable)) => {
                let tokens = flat(variable.stream());
                let [TokenTree::Ident(var)] = &tokens[..] else {
                    return Err(wrong_form("along(y)"));
                };
                hint.along = Some(self.placed(print::name(var), var.span()));
            }
            ("together", ArgValue::List(variables)) => {
                let variables = self.variables(variables);
                hint.together = variables.ok_or_else(|| wrong_form("together(c)"))?;
            }
            ("depth", ArgValue::List(sizes)) => hint.depths = self.depths(key, sizes)?,
            ("strip", _) => return Err(wrong_form("strip = 64")),
            ("step", _) => return Err(wrong_form("step = 2")),
            ("width", _) => return Err(wrong_form("width = 512")),
            ("times", _) => return Err(wrong_form("times = 4")),
            ("tile", _) => return Err(wrong_form("tile(32, 256)")),
            ("along", _) => return Err(wrong_form("along(y)")),
            ("together", _) => return Err(wrong_form("together(c)")),
            ("depth", _) => return Err(wrong_form("depth(z = 16)")),
            _ => return Err((span, unknown("key", "keys of a group's shape", &name, &KEYS))),
        }
        Ok(())
    }

    /// The variables of a list like `c, d`, which has one at least.
    fn variables(&mut self, list: &Group) -> Option<Vec<At<String>>> {
        let tokens = flat(list.stream());
        let names = tokens.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ','));
        let of = |name: &[TokenTree]| match name {
            [TokenTree::Ident(var)] => Some(self.placed(print::name(var), var.span())),
            _ => None,
        };
        names.map(of).collect()
    }

    /// The dimensions of `depth(z = 16, c = 2)`.
    fn depths(&mut self, key: &Ident, group: &Group) -> Result<Vec<At<Depth>>, (Span, String)> {
        let mut errors = Vec::new();
        let args = Args::read(key, group.stream(), &mut errors);
        if let Some(error) = errors.into_iter().next() {
            return Err(error);
        }
        let example = "`depth` is written `depth(z = 16)`, with a variable of the group's result";
        if args.list.is_empty() {
            return Err((key.span(), example.into()));
        }
        let mut depths = Vec::new();
        for Arg { key, value } in &args.list {
            let ArgValue::Literal(size) = value else { return Err((key.span(), example.into())) };
            let var = print::name(key);
            let size = within(size, &var, "16", 1)?;
            depths.push(self.placed(Depth { var, size }, key.span()));
        }
        Ok(depths)
    }

    fn placed<T>(&mut self, value: T, span: Span) -> At<T> {
        At { value, loc: self.loc(span) }
    }
}

/// `512`, or `"whole"`.
fn width(number: &Number) -> Result<Width, (Span, String)> {
    match number.string() {
        Some(text) if text == "whole" => Ok(Width::Whole),
        Some(text) => {
            let message = format!("`width` is a number or \"whole\", not {text:?}");
            Err((number.span(), message))
        }
        None => Ok(Width::Columns(within(number, "width", "512", 1)?)),
    }
}
