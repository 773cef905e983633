//! `#[schedule(strategy = "greedy", no_fuse(f, g), tile(32, 256))]`.

use super::Draft;
use super::args::{Arg, ArgValue, Args, Number, flat, integers, unknown};
use crate::elaborate::expr::Elab;
use crate::elaborate::names::did_you_mean;
use crate::elaborate::print;
use crate::elaborate::program::{Elaboration, Symbol};
use crate::elaborate::scope::NameScope;
use crate::syntax::{self, StageLayout, StageRef};
use pipeline_core::ir::StageId;
use pipeline_core::loops::Lanes;
use pipeline_core::options::{LayoutHint, PropagateHint, ShapeHint, Without};
use pipeline_core::schedule::grouping::Strategy;
use proc_macro2::{Group, Ident, Span, TokenTree};

const KEYS: [&str; 18] = [
    "strategy",
    "limit",
    "threshold",
    "states",
    "incremental_from",
    "no_fuse",
    "group",
    "propagate",
    "clone_in",
    "no_propagate",
    "tile",
    "strip",
    "width",
    "step",
    "times",
    "layout",
    "lanes",
    "without",
];

/// Stages that a message lists.
const MOST_LISTED: usize = 8;

/// More states than any memory holds.
const MOST_STATES: i64 = 10_000_000;

/// No domain has more rows or columns.
const LARGEST: i64 = i32::MAX as i64;

/// More steps in time at once are more code than they are worth.
const MOST_TIMES: i64 = 32;

/// The arguments of the attribute, by their keys.
#[derive(Default)]
struct ScheduleArgs {
    strategy: Option<(Span, Strategy)>,
    limit: Option<(Span, i64)>,
    threshold: Option<(Span, f64)>,
    /// Keys of the search, with their spans.
    search: Vec<(String, Span)>,
    /// Keys of the shape, with the span of the key and of the value.
    shape: Vec<(String, Span, Span)>,
    /// Whether a key was given a value that is wrong.
    broken: bool,
}

impl Draft {
    /// Reads the attribute `schedule`.
    pub(super) fn schedule(&mut self, args: Args) {
        if args.is_empty() {
            let message = "`schedule` needs a hint: `strategy = \"greedy\"`, `no_fuse(f, g)` or \
                           `tile(32, 256)`";
            return self.error(args.attribute.span(), message);
        }
        let mut found = ScheduleArgs { broken: args.broken, ..ScheduleArgs::default() };
        for arg in &args.list {
            if let Err((span, message)) = self.hint(arg, &mut found) {
                self.error(span, message);
                found.broken = true;
            }
        }
        if !found.broken {
            self.strategy(&found);
            self.shape(&found);
        }
    }

    /// Reads one hint.
    fn hint(&mut self, arg: &Arg, found: &mut ScheduleArgs) -> Result<(), (Span, String)> {
        let Arg { key, value } = arg;
        let name = print::name(key);
        let known = match value {
            ArgValue::Literal(number) => self.literal(key, number, found)?,
            ArgValue::List(group) => self.list(key, group, found)?,
            ArgValue::Word => false,
        };
        if known {
            return Ok(());
        }
        let message = match written(&name) {
            Some(form) => format!("`{name}` is written `{form}`"),
            None if matches!(value, ArgValue::Word) && name.parse::<Strategy>().is_ok() => {
                format!("a strategy is written `strategy = \"{name}\"`")
            }
            None => unknown("hint", "hints", &name, &KEYS),
        };
        Err((key.span(), message))
    }

    /// Reads a hint `key = literal`; whether there is one of that name.
    fn literal(
        &mut self,
        key: &Ident,
        number: &Number,
        found: &mut ScheduleArgs,
    ) -> Result<bool, (Span, String)> {
        let (name, span) = (print::name(key), key.span());
        match name.as_str() {
            "strategy" => found.strategy = Some((span, named(number)?)),
            "limit" => found.limit = Some((span, within(number, &name, "8", 2)?)),
            "threshold" => found.threshold = Some((span, threshold(number)?)),
            "states" => {
                self.settings.search.states = states(number)? as usize;
                found.search.push((name, span));
            }
            "incremental_from" => {
                self.settings.search.incremental_from = within(number, &name, "24", 1)? as usize;
                found.search.push((name, span));
            }
            "strip" | "width" | "step" => {
                let value = Some(within(number, &name, "32", 1)?);
                let shape = &mut self.settings.shape;
                match name.as_str() {
                    "strip" => shape.strip = value,
                    "width" => shape.width = value,
                    _ => shape.step = value,
                }
                found.shape.push((name, span, number.span()));
            }
            "times" => {
                self.settings.times = Some(times(number)?);
                found.shape.push((name, span, number.span()));
            }
            "lanes" => self.settings.lanes = Some(lanes(number)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Reads a hint `key(…)`; whether there is one of that name.
    fn list(
        &mut self,
        key: &Ident,
        group: &Group,
        found: &mut ScheduleArgs,
    ) -> Result<bool, (Span, String)> {
        let (name, span) = (print::name(key), key.span());
        match name.as_str() {
            "no_fuse" => self.no_fuse = stages(key, group)?,
            "group" => self.groups.push((key.clone(), group.clone())),
            "propagate" => self.propagate = stages(key, group)?,
            "clone_in" => self.clones.push((key.clone(), group.clone())),
            "no_propagate" => self.no_propagate = stages(key, group)?,
            "layout" => self.layouts = layouts(key, group)?,
            "tile" => {
                let (rows, columns) = tile(key, group)?;
                self.settings.shape =
                    ShapeHint { strip: Some(rows), width: Some(columns), step: Some(rows) };
                found.shape.push((name, span, span));
            }
            "without" => self.settings.without = without(key, group)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn strategy(&mut self, found: &ScheduleArgs) {
        let mut strategy = found.strategy.map(|(_, strategy)| strategy);
        if let Some((span, given)) = found.limit {
            match &mut strategy {
                Some(Strategy::Incremental { limit, .. }) => *limit = given as usize,
                _ => self.error(span, "`limit` belongs to `strategy = \"incremental\"`"),
            }
        }
        if let Some((span, given)) = found.threshold {
            match &mut strategy {
                Some(Strategy::Greedy { overlap_threshold }) => *overlap_threshold = given,
                _ => self.error(span, "`threshold` belongs to `strategy = \"greedy\"`"),
            }
        }
        for (name, span) in &found.search {
            let serves = match strategy {
                None => true,
                Some(Strategy::Dp | Strategy::Incremental { .. }) => name == "states",
                Some(
                    Strategy::Greedy { .. } | Strategy::Pairs | Strategy::MinCut | Strategy::None,
                ) => false,
            };
            if let (Some(strategy), false) = (strategy, serves) {
                let named = strategy.name();
                let message = format!(
                    "`strategy = \"{named}\"` has no use for `{name}`; leave one of the two out"
                );
                self.error(*span, message);
            }
        }
        self.settings.strategy = strategy;
    }

    /// Refuses hints on the shape that contradict others.
    fn shape(&mut self, found: &ScheduleArgs) {
        let tiled = found.shape.iter().any(|(name, ..)| name == "tile");
        for (name, key, value) in &found.shape {
            if let (Some((_, Strategy::None)), true) = (found.strategy, self.groups.is_empty()) {
                let message = format!(
                    "`strategy = \"none\"` computes every stage by itself, so `{name}` has \
                     nothing to divide; leave one of the two out"
                );
                self.error(*key, message);
            } else if tiled && !["tile", "times"].contains(&name.as_str()) {
                let message = format!("`tile` says `{name}` already; leave one of the two out");
                self.error(*key, message);
            } else if let (Some(strip), Some(step), "step") =
                (self.settings.shape.strip, self.settings.shape.step, name.as_str())
                && step > strip
            {
                let message = format!("a step of {step} rows is more than a strip of {strip}");
                self.error(*value, message);
            }
        }
    }
}

/// How a hint of this name is written, if there is one.
fn written(name: &str) -> Option<String> {
    let form = match name {
        "without" => "without(inline)",
        "strategy" => "strategy = \"greedy\"",
        "limit" => "limit = 8",
        "threshold" => "threshold = 0.4",
        "states" => "states = 1000",
        "incremental_from" => "incremental_from = 24",
        "no_fuse" => "no_fuse(f, g)",
        "group" => "group(f, g; strip = 64)",
        "propagate" => "propagate(f)",
        "clone_in" => "clone_in(f; g)",
        "no_propagate" => "no_propagate(f)",
        "layout" => "layout(f(x, y))",
        "tile" => "tile(32, 256)",
        "lanes" => "lanes = 16",
        "times" => "times = 4",
        "strip" | "width" | "step" => return Some(format!("{name} = 32")),
        _ => return None,
    };
    Some(form.to_string())
}

/// The strategy of this name.
fn named(number: &Number) -> Result<Strategy, (Span, String)> {
    let Some(name) = number.string() else {
        let message =
            format!("a strategy is a string, not `{}`; write `strategy = \"dp\"`", number.text());
        return Err((number.span(), message));
    };
    let names = Strategy::ALL.map(Strategy::name);
    name.parse().map_err(|_| (number.span(), unknown("strategy", "strategies", &name, &names)))
}

/// The overlap that the greedy strategy allows.
fn threshold(number: &Number) -> Result<f64, (Span, String)> {
    let threshold = number.float("threshold", "0.4")?;
    if !(threshold > 0.0 && threshold.is_finite()) {
        let message = format!("`threshold` is a number above 0, not {threshold}");
        return Err((number.span(), message));
    }
    Ok(threshold)
}

/// The most states of a search.
fn states(number: &Number) -> Result<i64, (Span, String)> {
    let states = within(number, "states", "1000", 1)?;
    if states > MOST_STATES {
        let message = format!("`states` is at most 10^7, not {states}");
        return Err((number.span(), message));
    }
    Ok(states)
}

/// Lanes of elements of so many bits.
fn lanes(number: &Number) -> Result<Lanes, (Span, String)> {
    let bits = within(number, "lanes", "16", 1)?;
    Lanes::of(bits).ok_or_else(|| {
        let message = format!("`lanes` is 8, 16 or 32, the bits of an element, not {bits}");
        (number.span(), message)
    })
}

/// Steps in time at once.
pub(super) fn times(number: &Number) -> Result<i64, (Span, String)> {
    let times = within(number, "times", "4", 1)?;
    if times > MOST_TIMES {
        let message = format!("`times` is at most {MOST_TIMES}, not {times}");
        return Err((number.span(), message));
    }
    Ok(times)
}

/// An integer from `least` to the largest extent.
pub(super) fn within(
    number: &Number,
    key: &str,
    example: &str,
    least: i64,
) -> Result<i64, (Span, String)> {
    let value = number.integer(key, example)?;
    check(number.span(), &format!("`{key}`"), value, least)?;
    Ok(value)
}

fn check(span: Span, what: &str, value: i64, least: i64) -> Result<(), (Span, String)> {
    if value < least {
        Err((span, format!("{what} is at least {least}, not {value}")))
    } else if value > LARGEST {
        Err((span, format!("{what} is at most 2^31 - 1, not {value}")))
    } else {
        Ok(())
    }
}

pub(super) fn tile(key: &Ident, group: &Group) -> Result<(i64, i64), (Span, String)> {
    let sizes = integers(group, "tile")?;
    for (span, size) in &sizes {
        check(*span, "a size of `tile`", *size, 1)?;
    }
    let takes = "`tile` takes two integers, rows and columns: `tile(32, 256)`";
    match sizes.as_slice() {
        [(_, rows), (_, columns)] => Ok((*rows, *columns)),
        [_, _, (extra, _), ..] => Err((*extra, format!("{takes}; leave this one out"))),
        _ => Err((key.span(), takes.to_string())),
    }
}

/// The optimisations that a list names.
fn without(key: &Ident, group: &Group) -> Result<Vec<Without>, (Span, String)> {
    let args = flat(group.stream());
    let mut found = Vec::new();
    for part in args.split(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == ',')) {
        let name = match part {
            [] => continue,
            [TokenTree::Ident(name)] => name,
            [first, ..] => {
                let message = "`without` lists optimisations: `without(inline, jam_rows)`";
                return Err((first.span(), message.into()));
            }
        };
        let text = print::name(name);
        let what = Without::ALL.into_iter().find(|what| what.name() == text).ok_or_else(|| {
            let names = Without::ALL.map(Without::name);
            (name.span(), unknown("optimisation", "optimisations", &text, &names))
        })?;
        if found.contains(&what) {
            return Err((name.span(), format!("`without` names `{text}` twice")));
        }
        found.push(what);
    }
    match found.is_empty() {
        true => {
            Err((key.span(), "`without` names at least one optimisation: `without(inline)`".into()))
        }
        false => Ok(found),
    }
}

pub(super) fn stages(key: &Ident, group: &Group) -> Result<Vec<StageRef>, (Span, String)> {
    let stages = syntax::parse::parse_stages(group).map_err(|e| (e.span(), e.to_string()))?;
    if stages.is_empty() {
        let key_name = print::name(key);
        let message = format!("`{key_name}` names at least one stage: `{key_name}(f)`");
        return Err((key.span(), message));
    }
    Ok(stages)
}

fn layouts(key: &Ident, group: &Group) -> Result<Vec<StageLayout>, (Span, String)> {
    let layouts = syntax::parse::parse_layouts(group).map_err(|e| (e.span(), e.to_string()))?;
    if layouts.is_empty() {
        return Err((key.span(), "`layout` names at least one stage: `layout(f(x, y))`".into()));
    }
    Ok(layouts)
}

impl Elaboration<'_> {
    /// Finds the stages whose layout the schedule gives, once all and the live-outs are known.
    pub(in crate::elaborate) fn layouts(&mut self, outputs: &[Option<StageId>]) {
        for StageLayout { stage, order } in std::mem::take(&mut self.layouts) {
            for name in self.hinted("layout", &stage) {
                let d = self.defs.iter().position(|def| def.name == name);
                let d = d.expect("a stage that was just found");
                match self.memory_order(d, &order, outputs) {
                    Ok(layout) => {
                        self.settings.layouts.push(LayoutHint { stage: name, layout });
                    }
                    Err(message) => {
                        self.error(stage.name.span(), message);
                        break;
                    }
                }
            }
        }
    }

    /// The dimensions of a stage in the order of these variables.
    fn memory_order(
        &self,
        d: usize,
        order: &[Ident],
        outputs: &[Option<StageId>],
    ) -> Result<Vec<usize>, String> {
        let (def, name) = (&self.defs[d], &self.defs[d].name);
        let vars: Vec<String> = def.stage.vars.iter().map(print::name).collect();
        let given: Vec<String> = order.iter().map(print::name).collect();
        let dim = |var: &String| vars.iter().position(|own| own == var);
        let layout: Option<Vec<usize>> = given.iter().map(dim).collect();
        let mut sorted = layout.clone().unwrap_or_default();
        sorted.sort_unstable();
        if outputs.contains(&Some(StageId(d))) {
            Err(format!(
                "`{name}` is a result, whose layout is the caller's; leave the hint out, or let \
                 another stage be the result"
            ))
        } else if self.settings.layouts.iter().any(|hint| hint.stage == *name) {
            Err(format!("`layout` names `{name}` twice"))
        } else if sorted != (0..vars.len()).collect::<Vec<_>>() {
            let own = vars.join(", ");
            Err(format!("a layout of `{name}` names each of its index variables once: {own}"))
        } else {
            Ok(layout.unwrap_or_default())
        }
    }

    /// Finds the stages that the schedule names, once all are known.
    pub(in crate::elaborate) fn hints(&mut self) {
        let no_fuse = std::mem::take(&mut self.no_fuse);
        self.settings.no_fuse =
            self.all_hinted("no_fuse", no_fuse).into_iter().map(|(name, _)| name).collect();
        let no_propagate = std::mem::take(&mut self.no_propagate);
        let no_propagate = self.all_hinted("no_propagate", no_propagate);
        self.settings.no_propagate = no_propagate.into_iter().map(|(name, _)| name).collect();
        let propagate = std::mem::take(&mut self.propagate);
        for (stage, span) in self.all_hinted("propagate", propagate) {
            if self.settings.no_fuse.contains(&stage) {
                let message = format!(
                    "`{stage}` cannot go into what reads it and be computed by itself: \
                     `no_fuse` names it, too; leave one of the two out"
                );
                self.error(span, message);
            } else if self.settings.no_propagate.contains(&stage) {
                let message =
                    format!("`no_propagate` names `{stage}`, too; leave one of the two out");
                self.error(span, message);
            } else {
                let loc = self.loc(span);
                self.settings.propagate.push(PropagateHint { stage, loc });
            }
        }
        self.written_clones();
        self.written_groups();
        self.policies();
    }

    /// The names of all stages of a hint, and where each stands.
    pub(super) fn all_hinted(&mut self, hint: &str, stages: Vec<StageRef>) -> Vec<(String, Span)> {
        let mut all: Vec<(String, Span)> = Vec::new();
        for stage in stages {
            let span = stage.name.span();
            for name in self.hinted(hint, &stage) {
                if all.iter().any(|(known, _)| *known == name) {
                    let shown = print::stage(&stage);
                    self.error(span, format!("`{hint}` names `{shown}` twice"));
                    break;
                }
                all.push((name, span));
            }
        }
        all
    }

    /// The names of a stage, or of all members of a family.
    pub(super) fn hinted(&mut self, hint: &str, stage: &StageRef) -> Vec<String> {
        let (name, span) = (print::name(&stage.name), stage.name.span());
        match self.symbols.get(&name).map(|s| s.0) {
            Some(Symbol::Stage(1..)) if stage.members.is_empty() => {
                let mut members: Vec<usize> =
                    self.members.iter().filter(|((f, _), _)| *f == name).map(|m| *m.1).collect();
                members.sort_unstable();
                members.into_iter().map(|d| self.defs[d].name.clone()).collect()
            }
            Some(Symbol::Stage(_)) => {
                let found = Elab::new(self).member(stage, &NameScope::default());
                found.map(|d| self.defs[d].name.clone()).into_iter().collect()
            }
            Some(other) => {
                let message = format!("`{name}` is {}; `{hint}` names stages", other.describe());
                self.error(span, message);
                Vec::new()
            }
            None if self.partial => Vec::new(),
            None => {
                let stages = self.symbols.iter().filter(|(_, s)| matches!(s.0, Symbol::Stage(_)));
                let mut stages: Vec<&str> = stages.map(|(name, _)| name.as_str()).collect();
                stages.sort_unstable();
                let known = did_you_mean(&name, stages.iter().copied()).unwrap_or_else(|| {
                    let more = if stages.len() > MOST_LISTED { ", …" } else { "" };
                    stages.truncate(MOST_LISTED);
                    format!("stages are {}{more}", stages.join(", "))
                });
                self.error(span, format!("`{hint}` names `{name}`, which is no stage; {known}"));
                Vec::new()
            }
        }
    }
}
