//! `#[machine(haswell)]`, `#[machine(l1 = "32KiB", cores = 4)]`, `#[machine(haswell, cores = 4)]`.

use super::Draft;
use super::args::{Arg, ArgValue, Args, Number, list, unknown};
use crate::elaborate::print;
use pipeline_core::machine::{Machine, PRESETS, Rates};
use proc_macro2::Span;

/// Figures that the attribute may give.
const KEYS: [&str; 14] = [
    "l1",
    "l2",
    "llc",
    "cores",
    "lanes",
    "streams",
    "l2_rate",
    "llc_rate",
    "memory",
    "memory_of_all",
    "operations",
    "launch",
    "task",
    "row",
];

/// Units of sizes, and their bytes as a power of two.
const UNITS: [(&str, u32); 4] = [("B", 0), ("KiB", 10), ("MiB", 20), ("GiB", 30)];

/// How other programs spell the units; what is written here instead.
const LOOSE: [(&str, &str); 3] = [("k", "KiB"), ("m", "MiB"), ("g", "GiB")];

impl Draft {
    /// Reads the attribute `machine`. What a preset is not given, or `generic` where no preset is
    /// named, keeps its figure; operations that are not given go with the lanes.
    pub(super) fn machine(&mut self, args: Args) {
        let attribute = args.attribute.span();
        if args.is_empty() {
            let message = format!(
                "`machine` needs a machine or figures: `#[machine(haswell)]`, `#[machine(l1 = \
                 \"32KiB\", cores = 8)]`; machines are {}",
                list(&PRESETS)
            );
            return self.error(attribute, message);
        }
        let before = self.errors.len();
        let preset = self.preset(&args);
        let written: Vec<String> = args.list.iter().map(written).collect();
        let configured = format!("the attribute `machine({})`", written.join(", "));
        let base = preset.as_deref().unwrap_or("generic");
        let Some(mut machine) = Machine::preset(base, configured) else { return };
        if preset.is_none() {
            machine.name = "custom".into();
        }
        let lanes = machine.vector_bytes;
        let spans = self.figures(&args, &mut machine);
        if self.errors.len() > before || args.broken {
            return;
        }
        for problem in machine.check().err().unwrap_or_default() {
            let given = spans.iter().find(|(name, _)| problem.keys.contains(&name.as_str()));
            self.error(given.map_or(attribute, |(_, span)| *span), problem.message);
        }
        if !spans.iter().any(|(name, _)| name == "operations") {
            machine.rates.operations *= machine.vector_bytes as f64 / lanes as f64;
        }
        self.settings.machine = Some(machine);
    }

    /// The preset that the arguments name, if they do; reports what is neither that nor a key.
    fn preset(&mut self, args: &Args) -> Option<String> {
        let mut preset: Option<String> = None;
        for Arg { key, value } in &args.list {
            let name = print::name(key);
            match value {
                _ if KEYS.contains(&name.as_str()) => {}
                ArgValue::Word if PRESETS.contains(&name.as_str()) => match &preset {
                    None => preset = Some(name),
                    Some(first) => {
                        let message = format!("the machine is `{first}` already; leave one out");
                        self.error(key.span(), message);
                    }
                },
                ArgValue::Word if name == "native" => {
                    let message = "`native` is chosen with the feature `target-native`, not in a \
                                   block: a block expands to the same code everywhere";
                    self.error(key.span(), message);
                }
                ArgValue::Word => {
                    self.error(key.span(), unknown("machine", "machines", &name, &PRESETS));
                }
                ArgValue::Literal(_) | ArgValue::List(_) => {
                    self.error(key.span(), unknown("key", "keys", &name, &KEYS));
                }
            }
        }
        preset
    }

    /// Sets the figures that the arguments give; their keys, with the places of their values.
    fn figures(&mut self, args: &Args, machine: &mut Machine) -> Vec<(String, Span)> {
        let mut spans: Vec<(String, Span)> = Vec::new();
        for Arg { key, value } in &args.list {
            let name = print::name(key);
            if KEYS.contains(&name.as_str()) {
                match figure(machine, &name, key.span(), value) {
                    Ok(span) => spans.push((name, span)),
                    Err((span, message)) => self.error(span, message),
                }
            }
        }
        spans
    }
}

/// An argument as it is written, as far as the name of a machine shows it.
fn written(Arg { key, value }: &Arg) -> String {
    let name = print::name(key);
    match value {
        ArgValue::Literal(number) => format!("{name} = {}", number.text()),
        ArgValue::Word | ArgValue::List(_) => name,
    }
}

/// Sets one figure; gives the place of its value.
fn figure(
    machine: &mut Machine,
    name: &str,
    key: Span,
    value: &ArgValue,
) -> Result<Span, (Span, String)> {
    let example = match name {
        "l1" => "\"32KiB\"",
        "l2" => "\"512KiB\"",
        "llc" => "\"16MiB\"",
        "cores" => "16",
        "lanes" => "8",
        "streams" => "16",
        "launch" => "15000.0",
        _ => "30.0",
    };
    let ArgValue::Literal(number) = value else {
        return Err((key, format!("`{name}` needs its value: `{name} = {example}`")));
    };
    match name {
        "l1" => machine.l1 = size(number, name, example)?,
        "l2" => machine.l2 = size(number, name, example)?,
        "llc" => machine.llc = size(number, name, example)?,
        "cores" => machine.cores = number.integer(name, example)?,
        "streams" => machine.streams = number.integer(name, example)?,
        "lanes" => {
            let lanes = number.integer(name, example)?;
            machine.vector_bytes = lanes.saturating_mul(4);
        }
        _ => *rate(&mut machine.rates, name) = number.float(name, example)?,
    }
    Ok(number.span())
}

/// The rate of a key; the keys of caches end in `_rate`, because `l2` and `llc` are sizes.
fn rate<'a>(rates: &'a mut Rates, name: &str) -> &'a mut f64 {
    match name {
        "l2_rate" => &mut rates.l2,
        "llc_rate" => &mut rates.llc,
        "memory" => &mut rates.memory,
        "memory_of_all" => &mut rates.memory_of_all,
        "operations" => &mut rates.operations,
        "launch" => &mut rates.launch,
        "task" => &mut rates.task,
        _ => &mut rates.row,
    }
}

/// Bytes: an integer, or a string with a unit.
fn size(number: &Number, key: &str, example: &str) -> Result<i64, (Span, String)> {
    let Some(text) = number.string() else { return number.integer(key, example) };
    let units = list(&UNITS.map(|(unit, _)| unit));
    let error = |message: String| Err((number.span(), message));
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (amount, unit) = (&text[..digits], text[digits..].trim());
    if digits == 0 || unit.is_empty() {
        return error(format!(
            "`{key}` is an integer with a unit, not {text:?}; write `{key} = {example}`; units \
             are {units}"
        ));
    }
    let Some((_, shift)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        let lower = unit.to_ascii_lowercase();
        let meant = LOOSE.iter().find(|(letter, _)| {
            lower.strip_prefix(letter).is_some_and(|rest| ["", "b", "ib"].contains(&rest))
        });
        return error(match meant {
            Some((_, unit)) => format!(
                "unknown unit in {text:?}; did you mean \"{amount}{unit}\"? units are {units}"
            ),
            None => format!("unknown unit in {text:?}; units are {units}"),
        });
    };
    match amount.parse::<i64>().ok().and_then(|amount| amount.checked_mul(1i64 << shift)) {
        Some(bytes) => Ok(bytes),
        None => error(format!("`{key}` of {text:?} is beyond 2^63 bytes")),
    }
}
