//! Every read of a definition, with the window variables around it.

use crate::ir::{Block, Expr, Index, Node, Source, WindowVar};

/// One read.
#[derive(Clone, Copy, Debug)]
pub struct SourceRead<'a> {
    /// The block it stands in: the case's or a window's.
    pub block: &'a Block,
    /// The expression.
    pub expr: &'a Expr,
    /// What is read.
    pub source: Source,
    /// One index a dimension.
    pub index: &'a [Index],
}

/// Calls `f` for every read of a block and of the windows in it, with the window variables in
/// scope, outermost first.
pub fn for_each_read<'a>(block: &'a Block, f: &mut impl FnMut(SourceRead<'a>, &[WindowVar])) {
    visit(block, &mut Vec::new(), f);
}

fn visit<'a>(
    block: &'a Block,
    windows: &mut Vec<WindowVar>,
    f: &mut impl FnMut(SourceRead<'a>, &[WindowVar]),
) {
    for expr in &block.exprs {
        match &expr.node {
            Node::Read { source, index } => {
                f(SourceRead { block, expr, source: *source, index }, windows);
            }
            Node::Reduce { vars, body, .. } => {
                let outer = windows.len();
                windows.extend_from_slice(vars);
                visit(body, windows, f);
                windows.truncate(outer);
            }
            Node::Const(_) | Node::Scalar(_) | Node::Index(_) | Node::Test(_) => {}
            Node::Unary(..) | Node::Binary(..) | Node::Cast(_) | Node::SaturatingCast(_) => {}
            Node::Select(..) | Node::Call(..) | Node::Combine { .. } => {}
        }
    }
}
