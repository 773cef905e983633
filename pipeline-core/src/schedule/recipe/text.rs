//! Recipes as text.

use super::{Diagonal, Jam, Loop, LoopPart, Op, Recipe};
use crate::ir::Source;

/// The steps of a recipe in a line, with these names of its dimensions and of sources; empty if
/// there are none.
pub fn text(recipe: &Recipe, dims: &[String], name: &dyn Fn(Source) -> String) -> String {
    let mut steps: Vec<Phrase> = Vec::new();
    for op in &recipe.ops {
        let phrase = phrase(op, dims, name);
        match steps.last_mut() {
            Some(last) if last.verb == phrase.verb && last.end == phrase.end => {
                last.object += &format!(", {}", phrase.object);
            }
            _ => steps.push(phrase),
        }
    }
    let steps: Vec<String> =
        steps.iter().map(|s| format!("{} {}{}", s.verb, s.object, s.end)).collect();
    steps.join("; ")
}

/// What is done, to what, and how. Phrases that differ in their object alone become one.
struct Phrase {
    verb: &'static str,
    object: String,
    end: String,
}

fn phrase(op: &Op, dims: &[String], name: &dyn Fn(Source) -> String) -> Phrase {
    let of = |l: &Loop| loop_name(*l, dims);
    let list = |loops: &[Loop]| loops.iter().map(of).collect::<Vec<_>>().join(", ");
    let (verb, object, end) = match op {
        Op::Split { dim, by } => ("split", format!("{} by {by}", dims[*dim]), String::new()),
        Op::Cyclic { dim, run: 1, by } => {
            ("split", format!("{} cyclically by {by}", dims[*dim]), String::new())
        }
        Op::Cyclic { dim, run, by } => {
            let object = format!("{} cyclically by {by} in runs of {run}", dims[*dim]);
            ("split", object, String::new())
        }
        Op::Step { dim, by } => ("step", format!("{} by {by}", dims[*dim]), String::new()),
        Op::Reorder(loops) => ("reorder", list(loops), String::new()),
        Op::Parallel(l) => ("parallel", of(l), String::new()),
        Op::Diagonal(Diagonal { rows, columns }) => {
            let loops = [Loop::blocks(*rows), Loop::blocks(*columns)];
            ("parallel", list(&loops), " along diagonals".into())
        }
        Op::Lanes(l) => ("lanes", of(l), String::new()),
        Op::Many(lanes) => ("vectors", format!("of {lanes}"), String::new()),
        Op::UnrollJam(Jam { dim, by, skew: 0 }) => {
            ("unroll", format!("{} by {by}", dims[*dim]), ", jammed".into())
        }
        Op::UnrollJam(Jam { dim, by, skew }) => {
            ("unroll", format!("{} by {by}", dims[*dim]), format!(", jammed, skewed by {skew}"))
        }
        Op::JamRows { most } => {
            let rows = if *most > 2 { format!("rows by up to {most}") } else { "rows by 2".into() };
            ("unroll", rows, ", jammed where they share loads".into())
        }
        Op::Runs { of: blocks, again } => {
            let again = *again as f64 / 10.0;
            ("runs", format!("of {}", of(blocks)), format!(", {again:.1} % again"))
        }
        Op::Running(stage) => ("running sums of", name(Source::Stage(*stage)), String::new()),
        Op::BoundaryRows => ("lanes", "boundary rows".into(), String::new()),
        Op::Stage { source, at, layout } => {
            let layout: Vec<String> = layout.iter().map(usize::to_string).collect();
            ("stage", name(*source), format!(" at {}, layout [{}]", of(at), layout.join(", ")))
        }
    };
    Phrase { verb, object, end }
}

/// `y`, `y.o` for the loop over its blocks, `y.s` for that over the steps of one, or `y.i` for the
/// one inside.
fn loop_name(of: Loop, dims: &[String]) -> String {
    let dim = &dims[of.dim];
    match of.part {
        LoopPart::Whole => dim.clone(),
        LoopPart::Blocks => format!("{dim}.o"),
        LoopPart::Steps => format!("{dim}.s"),
        LoopPart::Inside => format!("{dim}.i"),
    }
}
