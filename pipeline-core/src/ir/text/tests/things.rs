//! What random pipelines are made of, counted.

use crate::ir::text::random::{self, Rng};
use crate::ir::*;
use std::collections::BTreeMap;

/// What stands in a random pipeline, each thing as often as it is there.
fn things(p: &Pipeline) -> Vec<String> {
    let mut found = Vec::new();
    for (s, stage) in p.stages.iter().enumerate() {
        if stage.reads_itself(StageId(s)) {
            found.push("a stage that reads itself".to_string());
        }
        found.extend(stage.updates.iter().map(|_| "an update".to_string()));
        let values = stage.cases.iter().map(|c| &c.value);
        let mut blocks: Vec<&Block> =
            values.chain(stage.updates.iter().map(|u| &u.value)).collect();
        while let Some(block) = blocks.pop() {
            for expr in &block.exprs {
                found.extend(thing(p, block, expr));
                if let Node::Reduce { body, .. } = &expr.node {
                    blocks.push(body);
                }
            }
        }
    }
    found
}

fn thing(p: &Pipeline, block: &Block, expr: &Expr) -> Option<String> {
    let (ty, of) = (expr.ty, |id: &ExprId| block.exprs[id.0].ty);
    Some(match &expr.node {
        Node::Cast(a) => format!("cast {} {ty}", of(a)),
        Node::SaturatingCast(a) => format!("saturate {} {ty}", of(a)),
        Node::Unary(op, _) => format!("{op:?} {ty}"),
        Node::Binary(op, a, _) => format!("{op:?} {}", of(a)),
        Node::Call(f, _) => format!("{f:?} {ty}"),
        Node::Reduce { op, .. } => format!("reduce {op:?}"),
        Node::Combine { op, .. } => format!("combine {op:?}"),
        Node::Read { source, index } => {
            index.iter().find(|i| matches!(i, Index::Value(_)))?;
            let border = match source {
                Source::Input(i) => &p.inputs[i.0].border,
                Source::Stage(s) => &p.stages.get(s.0)?.border,
            };
            format!("gather {}", border.as_ref()?.mode.name())
        }
        _ => return None,
    })
}

/// Everything of which random pipelines are to be made.
fn everything() -> Vec<String> {
    let mut all = vec!["a stage that reads itself".to_string(), "an update".to_string()];
    all.extend(BorderMode::names().map(|mode| format!("gather {mode}")));
    for to in ElemType::NUMERIC {
        let from = random::TYPES.into_iter().filter(|f| *f != ElemType::Bool || to.is_int());
        all.extend(from.map(|from| format!("cast {from} {to}")));
        if to.is_int() {
            all.extend(ElemType::NUMERIC.map(|from| format!("saturate {from} {to}")));
        } else {
            all.extend(Function::ALL.map(|f| format!("{f:?} {to}")));
        }
        let unary = UnaryOp::ALL.into_iter().filter(|op| op.takes().includes(to));
        all.extend(unary.map(|op| format!("{op:?} {to}")));
        let binary = BinaryOp::ALL.into_iter().filter(|op| op.takes().includes(to));
        all.extend(binary.map(|op| format!("{op:?} {to}")));
    }
    let reductions = ReduceOp::ALL.into_iter();
    all.extend(reductions.flat_map(|op| [format!("reduce {op:?}"), format!("combine {op:?}")]));
    all
}

/// A generator that stops making something fails here.
#[test]
fn random_pipelines_are_made_of_everything() {
    const PIPELINES: usize = 1000;
    let mut rng = Rng::new(1);
    let mut counts: BTreeMap<String, usize> = everything().into_iter().map(|t| (t, 0)).collect();
    for _ in 0..PIPELINES {
        for thing in things(&random::pipeline(&mut rng)) {
            *counts.entry(thing).or_default() += 1;
        }
    }
    for (thing, count) in &counts {
        println!("{count:6}  {thing}");
    }
    let rare: Vec<_> = counts.iter().filter(|(_, count)| **count < PIPELINES / 200).collect();
    assert!(rare.is_empty(), "{rare:?}");
}
