//! Conditions that mix indices and data, taken apart so that the index part can split a domain.

use crate::ir::nodes::{map_operands, without_unused};
use crate::ir::{BinaryOp, Block, Expr, ExprId, Node, Pipeline, UnaryOp};

/// Rewrites `if test && data { a } else { b }` as
/// `if test { if data { a } else { b } } else { b }`, and likewise for `||` and `!`, wherever a
/// condition joins tests of indices with data.
///
/// The value is the same; afterwards `split` finds the test by itself, and reads under it need to
/// be inside their domains only where it holds.
pub fn separate_conditions(mut p: Pipeline) -> Pipeline {
    for stage in &mut p.stages {
        for case in &mut stage.cases {
            if has_mixed(&case.value) {
                case.value = rebuild(&case.value);
            }
        }
    }
    p
}

/// Whether no condition of a definition joins tests of indices with data.
pub fn is_separated(block: &Block) -> bool {
    !has_mixed(block)
}

/// What a condition is made of.
#[derive(Clone, Copy, Default)]
struct ConditionParts {
    tests: bool,
    data: bool,
}

impl ConditionParts {
    fn mixed(self) -> bool {
        self.tests && self.data
    }
}

fn parts(block: &Block) -> Vec<ConditionParts> {
    let mut parts: Vec<ConditionParts> = Vec::with_capacity(block.exprs.len());
    for expr in &block.exprs {
        let both = |a: ConditionParts, b: ConditionParts| ConditionParts {
            tests: a.tests || b.tests,
            data: a.data || b.data,
        };
        parts.push(match &expr.node {
            Node::Test(_) => ConditionParts { tests: true, data: false },
            Node::Const(_) => ConditionParts::default(),
            Node::Unary(UnaryOp::Not, a) => parts[a.0],
            Node::Binary(BinaryOp::And | BinaryOp::Or, a, b) => both(parts[a.0], parts[b.0]),
            Node::Scalar(_)
            | Node::Index(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Select(..)
            | Node::Call(..)
            | Node::Combine { .. }
            | Node::Reduce { .. } => ConditionParts { tests: false, data: true },
        });
    }
    parts
}

fn has_mixed(block: &Block) -> bool {
    let parts = parts(block);
    block.exprs.iter().any(|e| match &e.node {
        Node::Select(c, ..) => parts[c.0].mixed(),
        Node::Reduce { body, .. } => has_mixed(body),
        Node::Const(_)
        | Node::Scalar(_)
        | Node::Index(_)
        | Node::Test(_)
        | Node::Read { .. }
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Cast(_)
        | Node::SaturatingCast(_)
        | Node::Call(..)
        | Node::Combine { .. } => false,
    })
}

/// The block with every mixed `Select` nested.
fn rebuild(block: &Block) -> Block {
    let mut rebuilt =
        Rebuilt { parts: parts(block), old: block, exprs: Vec::new(), new: Vec::new() };
    for expr in &block.exprs {
        let id = rebuilt.expr(expr);
        rebuilt.new.push(id);
    }
    let result = rebuilt.new[block.result.0];
    without_unused(Block { exprs: rebuilt.exprs, result })
}

struct Rebuilt<'a> {
    old: &'a Block,
    parts: Vec<ConditionParts>,
    exprs: Vec<Expr>,
    /// The new expression of each old one.
    new: Vec<ExprId>,
}

impl Rebuilt<'_> {
    fn push(&mut self, expr: Expr) -> ExprId {
        self.exprs.push(expr);
        ExprId(self.exprs.len() - 1)
    }

    fn expr(&mut self, expr: &Expr) -> ExprId {
        match &expr.node {
            Node::Select(c, a, b) => {
                let (a, b) = (self.new[a.0], self.new[b.0]);
                self.select(expr, *c, a, b)
            }
            Node::Reduce { op, vars, body, fused } => {
                let body = Box::new(rebuild(body));
                let node = Node::Reduce { op: *op, vars: vars.clone(), body, fused: *fused };
                self.push(Expr { node, ..expr.clone() })
            }
            Node::Const(_)
            | Node::Scalar(_)
            | Node::Index(_)
            | Node::Test(_)
            | Node::Read { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Cast(_)
            | Node::SaturatingCast(_)
            | Node::Call(..)
            | Node::Combine { .. } => {
                let node = map_operands(&expr.node, |id| self.new[id.0]);
                self.push(Expr { node, ..expr.clone() })
            }
        }
    }

    /// `if condition { a } else { b }`, the condition an old expression, `a` and `b` new ones.
    fn select(&mut self, like: &Expr, condition: ExprId, a: ExprId, b: ExprId) -> ExprId {
        if self.parts[condition.0].mixed() {
            // The part without data goes outside, where it can split the domain.
            let data = |id: ExprId| self.parts[id.0].data;
            let outside_in = |p, q| if data(p) && !data(q) { (q, p) } else { (p, q) };
            match self.old.exprs[condition.0].node {
                Node::Unary(UnaryOp::Not, inner) => return self.select(like, inner, b, a),
                Node::Binary(BinaryOp::And, p, q) => {
                    let (outer, inner) = outside_in(p, q);
                    let nested = self.select(like, inner, a, b);
                    return self.select(like, outer, nested, b);
                }
                Node::Binary(BinaryOp::Or, p, q) => {
                    let (outer, inner) = outside_in(p, q);
                    let nested = self.select(like, inner, a, b);
                    return self.select(like, outer, a, nested);
                }
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
                | Node::Combine { .. }
                | Node::Reduce { .. } => {}
            }
        }
        let node = Node::Select(self.new[condition.0], a, b);
        self.push(Expr { node, ..like.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::compile;
    use crate::ir::text::parse;
    use crate::options::Options;

    #[test]
    fn the_index_part_splits_the_domain() {
        let text = "pipeline p\nsize n ~ 8\ninput a: f32 [0..=n - 1]\n\
            stage out(x): f32 in [0..=n - 1] {\n  case {\n    \
            %0: f32 = read a(x)\n    %1: f32 = 0.0f32\n    %2: bool = gt %0, %1\n    \
            %3: bool = test x >= 1\n    %4: bool = and %2, %3\n    %5: f32 = read a(x - 1)\n    \
            %6: f32 = select %4, %5, %1\n    yield %6\n  }\n}\noutput out\n";
        let compiled = compile(parse(text).expect("a legal text"), &Options::default());
        let compiled = compiled.expect("reads are inside");
        let printed = compiled.pipeline.to_string();
        let case = |p: &str| printed.split("  case").find(|c| c.contains(p)).map(str::to_string);
        let inside = case("read a(x - 1)").expect("a case that reads the neighbour");
        assert!(inside.contains("x - 1 >= 0") || inside.contains("x >= 1"), "{inside}");
        assert!(inside.contains("select"), "{inside}");
    }

    #[test]
    fn negations_and_alternatives_are_taken_apart() {
        let text = "pipeline p\nsize n ~ 8\ninput a: f32 [0..=n - 1]\n\
            stage out(x): f32 in [0..=n - 1] {\n  case {\n    \
            %0: f32 = read a(x)\n    %1: f32 = 0.0f32\n    %2: bool = gt %0, %1\n    \
            %3: bool = test x >= 1\n    %4: bool = not %3\n    %5: bool = or %2, %4\n    \
            %6: f32 = read a(x - 1)\n    %7: f32 = select %5, %1, %6\n    yield %7\n  }\n}\noutput out\n";
        let p = parse(text).expect("a legal text");
        assert!(compile(p, &Options::default()).is_ok(), "the neighbour is read only where x >= 1");
    }
}
