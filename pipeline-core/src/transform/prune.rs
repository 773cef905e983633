//! Removal of stages that no live-out needs.

use crate::ir::{Block, Node, Pipeline, Source, StageId};

/// Whether a live-out reads each stage, directly or through others.
pub fn needed(p: &Pipeline) -> Vec<bool> {
    let mut needed = vec![false; p.stages.len()];
    let mut open = p.outputs.clone();
    while let Some(stage) = open.pop() {
        if std::mem::replace(&mut needed[stage.0], true) {
            continue;
        }
        for block in p.stages[stage.0].blocks() {
            block.for_each_read(&mut |_, _, source, _| {
                if let Source::Stage(producer) = source {
                    open.push(producer);
                }
            });
        }
    }
    needed
}

/// The pipeline without the stages that no live-out reads, directly or through others.
///
/// Inputs, sizes and scalars stay: they are the function's signature.
pub fn prune(mut p: Pipeline) -> Pipeline {
    let needed = needed(&p);
    let mut kept = 0;
    let renamed: Vec<StageId> = needed
        .iter()
        .map(|n| {
            kept += usize::from(*n);
            StageId(kept - usize::from(*n))
        })
        .collect();
    let mut keep = needed.iter();
    p.stages.retain(|_| *keep.next().expect("one mark a stage"));
    for stage in &mut p.stages {
        for block in stage.blocks_mut() {
            rename(block, &renamed);
        }
    }
    for output in &mut p.outputs {
        *output = renamed[output.0];
    }
    p
}

fn rename(block: &mut Block, renamed: &[StageId]) {
    for expr in &mut block.exprs {
        match &mut expr.node {
            Node::Read { source: Source::Stage(s), .. } => *s = renamed[s.0],
            Node::Reduce { body, .. } => rename(body, renamed),
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    #[test]
    fn keeps_what_live_outs_need() {
        let stage = |name: &str, reads: &str| {
            format!(
                "stage {name}(x): f32 in [0..=n - 1] {{\n  case {{\n    %0: f32 = read {reads}(x)\n    \
                 yield %0\n  }}\n}}\n"
            )
        };
        let text = format!(
            "pipeline p\nsize n ~ 8\ninput img: f32 [0..=n - 1]\n{}{}{}output b\n",
            stage("unused", "img"),
            stage("a", "img"),
            stage("b", "a"),
        );
        let pruned = prune(parse(&text).expect("a legal text"));
        let names: Vec<&str> = pruned.stages.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(pruned.to_string().contains("read a(x)"));
        assert_eq!(pruned.outputs, [StageId(1)]);
    }
}
