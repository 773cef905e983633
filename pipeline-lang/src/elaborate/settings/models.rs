//! `#[cost(polymage, w1 = 1.0)]` and `#[float(strict)]`.

use super::Draft;
use super::args::{Arg, Args, Value, list, unknown};
use crate::elaborate::print;
use pipeline_core::machine::Machine;
use pipeline_core::options::{CostModel, FloatOrder};
use proc_macro2::Span;

const COSTS: [&str; 2] = ["roofline", "polymage"];
const WEIGHTS: [&str; 4] = ["w1", "w2", "w3", "w4"];
const ORDERS: [&str; 2] = ["strict", "fast"];

impl Draft {
    /// Reads the attribute `cost`: a model, and weights of PolyMage+'s.
    pub(super) fn cost(&mut self, args: Args) {
        let mut spans: [Option<Span>; 4] = [None; 4];
        let mut keys: Vec<Span> = Vec::new();
        let mut words: Vec<&Arg> = Vec::new();
        for arg in &args.list {
            let name = print::name(&arg.key);
            let Some(k) = WEIGHTS.iter().position(|w| *w == name) else {
                match &arg.value {
                    Value::Literal(_) | Value::List(_) if !COSTS.contains(&name.as_str()) => {
                        let message = unknown("key", "keys", &name, &WEIGHTS);
                        self.error(arg.key.span(), message);
                    }
                    _ => words.push(arg),
                }
                continue;
            };
            keys.push(arg.key.span());
            let Value::Literal(number) = &arg.value else {
                self.error(arg.key.span(), format!("`{name}` needs its value: `{name} = 1.0`"));
                continue;
            };
            match number.float(&name, "1.0") {
                Ok(value) => {
                    self.settings.weights[k] = Some(value);
                    spans[k] = Some(number.span());
                }
                Err((span, message)) => self.error(span, message),
            }
        }
        let Some(name) = self.choice(&args, &words, "cost model", &COSTS) else { return };
        if name == "polymage" {
            self.settings.cost = CostModel::Polymage;
        } else {
            for key in keys {
                let message = "a weight belongs to `polymage`: `#[cost(polymage, w1 = 1.0)]`";
                self.error(key, message);
            }
        }
        let machine = self.settings.options(&Machine::default()).machine;
        for problem in machine.check().err().unwrap_or_default() {
            let place = WEIGHTS.iter().zip(spans).find(|(w, _)| problem.keys.contains(w));
            if let Some((_, Some(span))) = place {
                self.error(span, problem.message);
            }
        }
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
            (Some(found), Value::Word) => return Some(found),
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

fn plural(what: &str) -> String {
    match what {
        "order of floats" => "orders".into(),
        what => format!("{what}s"),
    }
}
