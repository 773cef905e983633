//! Blocks as text: what they elaborate to, and what is wrong with them.

mod fuzz;
mod golden;
mod limits;
mod settings;
mod windows;

use super::{Elaborated, elaborate, signature};
use crate::error::Errors;
use crate::syntax::parse::parse;
use pipeline_core::ir::{self, ElemType};

/// Parses and elaborates with the first of each parameter's types.
fn attempt(text: &str) -> (Option<Elaborated>, Errors) {
    let mut errors = Errors::default();
    let tokens = match text.parse() {
        Ok(tokens) => tokens,
        Err(e) => panic!("no tokens: {e}\n{text}"),
    };
    let found = parse(tokens, &mut errors).and_then(|b| elaborate(&b, &[], &mut errors));
    (found, errors)
}

/// The errors, one a line: `3:5 message`.
fn rendered(errors: &Errors) -> String {
    errors
        .iter()
        .map(|(span, message)| {
            let at = span.start();
            format!("{}:{} {message}\n", at.line, at.column + 1)
        })
        .collect()
}

/// Every location has a span.
fn assert_locs(found: &Elaborated) {
    let p = &found.pipeline;
    for stage in &p.stages {
        assert!((stage.loc.0 as usize) < found.spans.len());
        for case in &stage.cases {
            assert!((case.loc.0 as usize) < found.spans.len());
            for expr in &case.value.exprs {
                assert!((expr.loc.0 as usize) < found.spans.len());
            }
        }
    }
}

/// The structure is right once the domains are known.
fn assert_well_formed(found: &Elaborated) {
    let mut pipeline = found.pipeline.clone();
    for stage in &mut pipeline.stages {
        for interval in &mut stage.domain.0 {
            if interval.lo.is_empty() {
                *interval = ir::Interval::new(0.into(), 0.into());
            }
        }
    }
    if let Err(violations) = ir::verify::verify(&pipeline) {
        panic!("{}\n{pipeline}", violations.join("\n"));
    }
}

#[test]
fn type_parameters_bind_element_types() {
    let text = "fn f<T: u8, f32>(img: [T; n]) -> out { out(x): T = img(x) + 1; }";
    let block = parse(text.parse().unwrap(), &mut Errors::default()).unwrap();
    for (ty, one) in [(ElemType::U8, "1u8"), (ElemType::F32, "1.0f32")] {
        let mut errors = Errors::default();
        let found = elaborate(&block, &[("T".into(), ty)], &mut errors).unwrap();
        let graph = found.pipeline.to_string();
        assert!(graph.contains(&format!("input img: {ty} ")), "{graph}");
        assert!(graph.contains(&format!("%1: {ty} = {one}")), "{graph}");
    }
}

#[test]
fn one_sink_serves_several_element_types() {
    let text = "fn f<T: u8, f32>(img: [T; n]) -> out { out(x) = imag(x); }";
    let block = parse(text.parse().unwrap(), &mut Errors::default()).unwrap();
    let mut errors = Errors::default();
    for ty in [ElemType::U8, ElemType::F32] {
        assert!(elaborate(&block, &[("T".into(), ty)], &mut errors).is_none());
    }
    assert_eq!(rendered(&errors), "1:49 unknown stage or function `imag`; did you mean `img`?\n");
}
