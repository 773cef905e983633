//! `#[cost(polymage, w1 = 1.0, reading = "printed")]`, `#[cost(hipacc, t_g = 400)]` and
//! `#[float(strict)]`.

use super::Draft;
use super::args::{Arg, ArgValue, Args, list, unknown};
use crate::elaborate::print;
use pipeline_core::machine::{FusionHint, Machine};
use pipeline_core::options::{CostModel, FloatOrder};
use pipeline_core::schedule::cost::polymage::Reading;
use proc_macro2::Span;

const COSTS: [&str; 3] = ["roofline", "polymage", "hipacc"];
const WEIGHTS: [&str; 4] = ["w1", "w2", "w3", "w4"];
const READINGS: [(&str, Reading); 2] = [("fitted", Reading::Fitted), ("printed", Reading::Printed)];
const ORDERS: [&str; 2] = ["strict", "fast"];

/// The models that take figures, and their keys.
const FIGURES: [(&str, &[&str]); 2] = [("polymage", &WEIGHTS), ("hipacc", &FusionHint::KEYS)];

/// A figure that is given.
struct GivenFigure {
    model: &'static str,
    name: String,
    key: Span,
    value: Option<Span>,
}

impl Draft {
    /// Reads the attribute `cost`: a model, and figures of PolyMage+'s or Hipacc's.
    pub(super) fn cost(&mut self, args: Args) {
        let mut figures: Vec<GivenFigure> = Vec::new();
        let mut words: Vec<&Arg> = Vec::new();
        let mut reading: Option<(Span, Reading)> = None;
        for arg in &args.list {
            let name = print::name(&arg.key);
            if name == "reading" {
                match of_reading(arg) {
                    Ok(found) => reading = Some((arg.key.span(), found)),
                    Err((span, message)) => self.error(span, message),
                }
                continue;
            }
            let model = FIGURES.iter().find(|(_, keys)| keys.contains(&name.as_str()));
            match (model, &arg.value) {
                (Some((model, _)), value) => {
                    let value = self.figure(&name, arg.key.span(), value);
                    figures.push(GivenFigure { model, name, key: arg.key.span(), value });
                }
                (None, ArgValue::Literal(_) | ArgValue::List(_))
                    if !COSTS.contains(&name.as_str()) =>
                {
                    let keys =
                        [&["reading"], FIGURES.map(|(_, keys)| keys).concat().as_slice()].concat();
                    self.error(arg.key.span(), unknown("key", "keys", &name, &keys));
                }
                (None, _) => words.push(arg),
            }
        }
        let Some(chosen) = self.choice(&args, &words, "cost model", &COSTS) else { return };
        self.settings.cost = match chosen {
            "polymage" => CostModel::Polymage(reading.map_or(Reading::default(), |r| r.1)),
            "hipacc" => CostModel::Hipacc,
            _ => CostModel::Roofline,
        };
        if let (Some((key, _)), false) = (reading, chosen == "polymage") {
            let message =
                "`reading` belongs to `polymage`: `#[cost(polymage, reading = \"printed\")]`";
            self.error(key, message);
        }
        for GivenFigure { model, name, key, .. } in figures.iter().filter(|g| g.model != chosen) {
            let message =
                format!("`{name}` belongs to `{model}`: `#[cost({model}, {name} = 1.0)]`");
            self.error(*key, message);
        }
        let machine = self.settings.options(&Machine::default()).machine;
        for problem in machine.check().err().unwrap_or_default() {
            let given = figures.iter().find(|g| problem.keys.contains(&g.name.as_str()));
            if let Some(GivenFigure { value: Some(value), .. }) = given {
                self.error(*value, problem.message);
            }
        }
    }

    /// Sets a figure; gives the place of its value, if it has one that is a number.
    fn figure(&mut self, name: &str, key: Span, value: &ArgValue) -> Option<Span> {
        let ArgValue::Literal(number) = value else {
            self.error(key, format!("`{name}` needs its value: `{name} = 1.0`"));
            return None;
        };
        let value = match number.float(name, "1.0") {
            Ok(value) => value,
            Err((span, message)) => {
                self.error(span, message);
                return None;
            }
        };
        let weight = WEIGHTS.iter().position(|weight| *weight == name);
        let place = match weight {
            Some(k) => Some(&mut self.settings.weights[k]),
            None => self.settings.fusion.named(name),
        };
        *place? = Some(value);
        Some(number.span())
    }

    /// Reads the attribute `float`.
    pub(super) fn float(&mut self, args: Args) {
        let words: Vec<&Arg> = args.list.iter().collect();
        match self.choice(&args, &words, "order of floats", &ORDERS) {
            Some("strict") => self.settings.float = FloatOrder::Strict,
            Some(_) => self.settings.float = FloatOrder::Fast,
            None => {}
        }
    }

    /// The one word among `words` that is allowed.
    fn choice(
        &mut self,
        args: &Args,
        words: &[&Arg],
        what: &str,
        known: &[&'static str],
    ) -> Option<&'static str> {
        let attribute = print::name(&args.attribute);
        let [first, others @ ..] = words else {
            if !args.broken {
                let (choices, example) = (list(known), known[known.len() - 1]);
                let message =
                    format!("`{attribute}` is one of {choices}: `#[{attribute}({example})]`");
                self.error(args.attribute.span(), message);
            }
            return None;
        };
        for other in others {
            let message = format!("`{attribute}` takes one {what}; leave this one out");
            self.error(other.key.span(), message);
        }
        let name = print::name(&first.key);
        let found = known.iter().copied().find(|k| *k == name);
        match (found, &first.value) {
            (Some(found), ArgValue::Word) => return Some(found),
            (Some(found), _) => {
                let message = format!("`{found}` stands alone: `#[{attribute}({found})]`");
                self.error(first.key.span(), message);
            }
            (None, _) => {
                self.error(first.key.span(), unknown(what, &plural(what), &name, known));
            }
        }
        None
    }
}

/// The reading of PolyMage+'s Algorithm 2 that an argument names.
fn of_reading(Arg { key, value }: &Arg) -> Result<Reading, (Span, String)> {
    let ArgValue::Literal(number) = value else {
        return Err((key.span(), "`reading` is written `reading = \"printed\"`".into()));
    };
    let names = READINGS.map(|(name, _)| name);
    let Some(name) = number.string() else {
        let message = format!("a reading is a string, one of {}", list(&names));
        return Err((number.span(), message));
    };
    let found = READINGS.into_iter().find(|(known, _)| *known == name);
    found
        .map(|(_, reading)| reading)
        .ok_or_else(|| (number.span(), unknown("reading", "readings", &name, &names)))
}

fn plural(what: &str) -> String {
    match what {
        "order of floats" => "orders".into(),
        what => format!("{what}s"),
    }
}
