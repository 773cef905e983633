//! Sizes that nothing determines.

use super::Context;
use crate::analysis::sizes::solve;
use crate::diagnostic::Diagnostic;

pub(super) fn check(context: &Context<'_>) -> Vec<Diagnostic> {
    let undetermined = solve(context.p).undetermined;
    let sizes = undetermined.iter().map(|id| &context.p.sizes[id.0]);
    sizes
        .map(|size| {
            let name = &size.name;
            let message = format!(
                "size `{name}` is determined by no input: add it to the parameters as \
                 `{name}: size`"
            );
            Diagnostic::new(size.loc, message)
        })
        .collect()
}
