//! The text of a crate that runs candidates in turn.

use crate::race::Entry;
use crate::subject::{GraphParam, Subject};
use anyhow::{Result, ensure};
use pipeline_core::ir::{Domain, ElemType, Input, Scalar, ValueRange};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// What runs candidates, in every such crate.
pub const RACE: &str = include_str!("template.rs");

/// Values of scalars, by their names.
pub type Values = BTreeMap<String, f64>;

/// The manifest of a crate that depends on the façade in this folder: without pictures and files,
/// which candidates have no use for.
pub fn manifest(facade: &Path) -> String {
    format!(
        "[package]\nname = \"candidates\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = \
         false\n\n[dependencies]\npipeline = {{ path = {facade:?}, default-features = false }}\n\n\
         [workspace]\n"
    )
}

/// The crate's `main.rs`: each block with its hints in a module of its own, inputs of the estimated
/// sizes, and the race. Entries with the same hints share a module. Scalars have the values that
/// are given, or 1, or what is nearest to it of those that they may have.
///
/// # Errors
/// If a value is given that no scalar has.
pub fn main(subject: &Subject, entries: &[Entry<'_>], values: &Values) -> Result<String> {
    let graph = &subject.graph;
    for name in values.keys() {
        let known: Vec<&str> = graph.scalars.iter().map(|s| s.name.as_str()).collect();
        ensure!(
            known.contains(&name.as_str()),
            "`{}` has no scalar `{name}`; it has {}",
            subject.name,
            if known.is_empty() { "none".into() } else { known.join(", ") }
        );
    }
    let name = &subject.name;
    let modules = modules(entries);
    let mut text = format!("//! Candidates of `{name}`.\n\nmod race;\n\nuse pipeline::Image;\n\n");
    for (number, attributes) in modules.iter().enumerate() {
        let _ = writeln!(
            text,
            "#[allow(warnings)]\nmod c{number} {{\n::pipeline::pipeline! {{\n{attributes}{}\n}}\n}}\n",
            subject.text
        );
    }
    let sizes = graph.estimates();
    text += "fn main() {\n";
    for (number, input) in graph.inputs.iter().enumerate() {
        text += &made(number, input, &sizes);
    }
    let argument = |param: &GraphParam| match *param {
        GraphParam::Input(i) => format!("&in_{i}"),
        GraphParam::Scalar(i) => value(&graph.scalars[i], values),
        GraphParam::Size(i) => sizes[i].to_string(),
    };
    let args: Vec<String> = subject.params.iter().map(argument).collect();
    let args = args.join(", ");
    let outs = match graph.outputs.len() {
        1 => "out".to_string(),
        several => (0..several).map(|k| format!("&mut out.{k}")).collect::<Vec<_>>().join(", "),
    };
    let _ =
        writeln!(text, "    let first = || c0::r#{name}({args}).expect(\"the first candidate\");");
    text += "    let candidates = [\n";
    for Entry { exact, instructions, .. } in entries {
        let _ = writeln!(
            text,
            "        race::Candidate {{ exact: {exact}, instructions: {instructions:?} }},"
        );
    }
    text += "    ];\n";
    text += "    race::race(&candidates, &first(), first(), |which, out| match which {\n";
    for (which, entry) in entries.iter().enumerate() {
        let module = modules.iter().position(|of| *of == entry.attributes).unwrap_or(0);
        let pattern = if which + 1 == entries.len() { "_".into() } else { which.to_string() };
        let _ = writeln!(text, "        {pattern} => c{module}::r#{name}::into({args}, {outs}),");
    }
    text += "    });\n}\n";
    Ok(text)
}

/// The hints of each module: those of all entries, once.
fn modules<'a>(entries: &[Entry<'a>]) -> Vec<&'a str> {
    let mut modules: Vec<&str> = Vec::new();
    for Entry { attributes, .. } in entries {
        if !modules.contains(attributes) {
            modules.push(attributes);
        }
    }
    modules
}

/// The line that makes an input.
fn made(number: usize, input: &Input, sizes: &[i64]) -> String {
    let shape = shape(&input.domain, sizes);
    let (ty, rank) = (input.ty.name(), shape.len());
    let points: i64 = shape.iter().product();
    let next = match input.ty {
        ElemType::F32 | ElemType::F64 => format!("numbers.real() as {ty}"),
        ElemType::Bool
        | ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32 => {
            let ValueRange { lo, hi } = input.values.unwrap_or(ordinary(input.ty));
            format!("numbers.whole({lo}, {hi}) as {ty}")
        }
    };
    format!(
        "    let mut numbers = race::Numbers::new({});\n    let in_{number}: Image<{ty}, {rank}> = \
         Image::from_vec((0..{points}).map(|_| {next}).collect(), {shape:?}).expect(\"{points} \
         points\");\n",
        number + 1
    )
}

/// Values that pictures have: all of a type, or 16 bits of a larger one.
fn ordinary(ty: ElemType) -> ValueRange {
    match ty {
        ElemType::U8 => ValueRange { lo: 0, hi: 255 },
        ElemType::I8 => ValueRange { lo: -128, hi: 127 },
        ElemType::I16 => ValueRange { lo: -32768, hi: 32767 },
        ElemType::Bool
        | ElemType::U16
        | ElemType::U32
        | ElemType::I32
        | ElemType::F32
        | ElemType::F64 => ValueRange { lo: 0, hi: 65535 },
    }
}

fn shape(domain: &Domain, sizes: &[i64]) -> Vec<i64> {
    domain.0.iter().map(|interval| interval.extent(sizes)).collect()
}

/// A scalar's value as it is written in a call.
fn value(scalar: &Scalar, values: &Values) -> String {
    let given = values.get(&scalar.name).copied();
    match scalar.ty {
        ElemType::F32 | ElemType::F64 => format!("{:?}", given.unwrap_or(1.0)),
        ElemType::Bool => (given.unwrap_or(1.0) != 0.0).to_string(),
        ElemType::U8
        | ElemType::I8
        | ElemType::U16
        | ElemType::I16
        | ElemType::U32
        | ElemType::I32 => {
            let nearest = scalar.values.map_or(1, |v| 1.clamp(v.lo, v.hi));
            given.map_or(nearest, |given| given as i64).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_has_a_module_a_candidate() {
        let block = "pub fn two(img: [u8; rows, cols], deep: [i16 in 0..1024; n], n: size, by: \
                     f32, k: i32) -> (a, b) where rows ~ 40, cols ~ 30, n ~ 7 {
            a(y, x) = img(y, x) as f32 * by;
            b(x) = deep(x) as i32 + k;
        }";
        let subject = Subject::parse(block.parse().expect("tokens")).expect("a block");
        let values = Values::from([("by".to_string(), 0.5)]);
        let text = main(&subject, &["#[schedule(strip = 8)]\n", ""].map(Entry::exact), &values)
            .expect("a crate");
        for part in [
            "mod c0 {\n::pipeline::pipeline! {\n#[schedule(strip = 8)]",
            "let in_0: Image<u8, 2> = Image::from_vec((0..1200).map(|_| numbers.whole(0, 255) as \
             u8).collect(), [40, 30])",
            "numbers.whole(0, 1023) as i16",
            "c0::r#two(&in_0, &in_1, 7, 0.5, 1)",
            "_ => c1::r#two::into(&in_0, &in_1, 7, 0.5, 1, &mut out.0, &mut out.1),",
            "race::Candidate { exact: true, instructions: None },",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let unknown =
            main(&subject, &[Entry::exact("")], &Values::from([("bye".to_string(), 0.5)]));
        assert!(unknown.expect_err("no `bye`").to_string().contains("it has by, k"));
    }

    #[test]
    fn a_plan_on_several_instruction_sets_is_compiled_once() {
        let block = "pub fn one(img: [f32; n]) -> out where n ~ 40 { out(x) = img(x) + 1.0; }";
        let subject = Subject::parse(block.parse().expect("tokens")).expect("a block");
        let on = |instructions| Entry { instructions, ..Entry::exact("") };
        let entries = [on(None), Entry::exact("#[schedule(strip = 8)]\n"), on(Some("build"))];
        let text = main(&subject, &entries, &Values::new()).expect("a crate");
        assert_eq!(text.matches("::pipeline::pipeline!").count(), 2, "{text}");
        for part in [
            "race::Candidate { exact: true, instructions: Some(\"build\") },",
            "0 => c0::r#one::into(&in_0, out),\n        1 => c1::r#one::into(&in_0, out),\n        \
             _ => c0::r#one::into(&in_0, out),",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
