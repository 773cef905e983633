//! Every stage that reads itself can be computed in an order in which what it reads is there.

use super::Context;
use crate::analysis::causal::{Obstacle, causal};
use crate::analysis::reads::for_each_read;
use crate::analysis::show;
use crate::diagnostic::Diagnostic;
use crate::ir::{Affine, Index, Pipeline, Source, StageId, VarId};

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let p = context.p;
    let mut found = Vec::new();
    for (id, stage, _) in context.stages() {
        if !stage.reads_itself(id) {
            continue;
        }
        let Err(Obstacle { case, read }) = causal(p, &context.facts, id) else { continue };
        if let Some(border) = &stage.border
            && causal(&without_border(p, id), &context.facts, id).is_ok()
        {
            let (name, mode) = (&stage.name, border.mode.name());
            let message = format!(
                "`{name}` reads itself, and `border {name} = {mode}` would redirect that to points \
                 that need not be there yet; use `constant(…)`, or cases at the edges"
            );
            found.push(Diagnostic::new(border.loc, message));
            continue;
        }
        let names = context.names(stage);
        let mut number = 0;
        for_each_read(&stage.cases[case].value, &mut |found_read, _| {
            number += 1;
            if number - 1 != read {
                return;
            }
            let shown =
                show::read(p, found_read.block, found_read.source, found_read.index, &names);
            let own = |(d, i): (usize, &Index)| *i == Index::Affine(Affine::from(VarId(d)));
            let itself = found_read.source == Source::Stage(id)
                && found_read.index.iter().enumerate().all(own);
            let (head, name) = (show::head(stage), &stage.name);
            let message = match itself {
                true => format!(
                    "`{name}` reads {shown}, the very point that is being computed; a stage may read \
                     points of itself that are computed earlier"
                ),
                false => format!(
                    "`{head}` reads {shown}, but in no order of computation comes all that `{name}` \
                     reads of itself first: along some dimension these reads must all lie before the \
                     point, or all after it, or at the same index and before or after along another"
                ),
            };
            found.push(Diagnostic::new(found_read.expr.loc, message));
        });
    }
    found
}

fn without_border(p: &Pipeline, id: StageId) -> Pipeline {
    let mut p = p.clone();
    p.stages[id.0].border = None;
    p
}
