//! Index arithmetic is exact: see [`magnitude`](crate::analysis::magnitude).

use crate::analysis::magnitude::{
    LARGEST_BITS, LargestSizes, reach, reach_of_interval, with_windows,
};
use crate::analysis::sizes::first_size;
use crate::diagnostic::Diagnostic;
use crate::ir::affine::Names;
use crate::ir::{Affine, Block, Domain, Index, Loc, Node, Pipeline, Stage};

/// Of longer expressions the beginning is shown.
const LONGEST_SHOWN: usize = 60;

/// A message for every index expression that may exceed the limit. A dimension whose range is not
/// known yet counts as small, so this can be asked before domains are inferred, too.
pub fn check_magnitudes(p: &Pipeline) -> Vec<Diagnostic> {
    let largest = LargestSizes::default();
    let mut check = Magnitudes { sizes: p.size_names(), largest, found: Vec::new() };
    for input in &p.inputs {
        check.domain(&input.domain, &[], input.loc);
    }
    for constraint in &p.constraints {
        if reach(&constraint.test.affine, &check.largest, &[]).is_none() {
            check.report(&constraint.text, first_size(p, &constraint.test.affine));
        }
    }
    // Extents and clauses are computed before clauses are known to hold, everything else after.
    check.largest = LargestSizes::of(p);
    for stage in &p.stages {
        check.stage(stage);
        stage.updates.iter().for_each(|update| check.stage(&update.as_stage(stage)));
    }
    check.found
}

struct Magnitudes {
    sizes: Vec<String>,
    largest: LargestSizes,
    found: Vec<Diagnostic>,
}

impl Magnitudes {
    fn report(&mut self, shown: &str, loc: Loc) {
        let what = match shown.chars().count() {
            0..=LONGEST_SHOWN => format!("`{shown}`"),
            _ => {
                format!("`{} …`", shown.chars().take(LONGEST_SHOWN).collect::<String>().trim_end())
            }
        };
        let message = format!(
            "{what} may exceed 2^{LARGEST_BITS} where sizes are as large as they may be, and index \
             arithmetic is exact up to there: use smaller factors, or a clause as `where n <= 4096`"
        );
        self.found.push(Diagnostic::new(loc, message));
    }

    fn affine(&mut self, affine: &Affine, names: &[String], vars: &[i64], loc: Loc) {
        if reach(affine, &self.largest, vars).is_none() {
            let names = Names { sizes: &self.sizes, vars: names };
            let shown = affine.display(&names).to_string();
            self.report(&shown, loc);
        }
    }

    /// The reach of each dimension's variable.
    fn domain(&mut self, domain: &Domain, names: &[String], loc: Loc) -> Vec<i64> {
        for affine in domain.0.iter().flat_map(|i| i.lo.iter().chain(&i.hi)) {
            self.affine(affine, names, &[], loc);
        }
        domain.0.iter().map(|i| reach_of_interval(i, &self.largest).unwrap_or(1)).collect()
    }

    fn stage(&mut self, stage: &Stage) {
        let vars = self.domain(&stage.domain, &stage.vars, stage.loc);
        for case in &stage.cases {
            for test in &case.region.tests {
                self.affine(&test.affine, &stage.vars, &vars, case.loc);
            }
            self.block(&case.value, &stage.vars, &vars);
        }
    }

    fn block(&mut self, block: &Block, names: &[String], vars: &[i64]) {
        for expr in &block.exprs {
            match &expr.node {
                Node::Index(affine) => self.affine(affine, names, vars, expr.loc),
                Node::Test(test) => self.affine(&test.affine, names, vars, expr.loc),
                Node::Read { index, .. } => {
                    for index in index {
                        if let Index::Affine(affine) = index {
                            self.affine(affine, names, vars, expr.loc);
                        }
                    }
                }
                Node::Reduce { vars: windows, body, .. } => {
                    for end in windows.iter().flat_map(|window| [&window.first, &window.last]) {
                        self.affine(end, names, &[], expr.loc);
                    }
                    self.block(body, names, &with_windows(vars, windows, &self.largest));
                }
                Node::Const(_) | Node::Scalar(_) | Node::Unary(..) | Node::Binary(..) => {}
                Node::Cast(_) | Node::SaturatingCast(_) | Node::Select(..) => {}
                Node::Call(..) | Node::Combine { .. } => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::build::{GraphBuilder, at, boxed, nonneg};
    use crate::analysis::magnitude::LARGEST_VALUE;

    /// The messages about one stage, which reads `a` at `x` times a factor.
    fn messages(factor: i64, last: &dyn Fn(&GraphBuilder) -> Affine, clause: i64) -> Vec<String> {
        let mut b = GraphBuilder::new(&["n"]);
        let (n, x) = (b.size(0), b.var(0));
        b.constraint(nonneg(n.scale(clause)), "the clause");
        let a = b.input("a", std::slice::from_ref(&n));
        let domain = boxed(&[(Affine::from(0), last(&b))]);
        let out = b.stage("out", &["x"], Some(domain));
        b.define(out, |e| e.read(a, at(&[x.scale(factor)])));
        check_magnitudes(&b.finish(&[out])).into_iter().map(|d| d.message).collect()
    }

    fn message(what: &str) -> Vec<String> {
        vec![format!(
            "{what} may exceed 2^53 where sizes are as large as they may be, and index arithmetic is \
             exact up to there: use smaller factors, or a clause as `where n <= 4096`"
        )]
    }

    #[test]
    fn clauses_domains_and_indices_are_told_apart() {
        let whole = |b: &GraphBuilder| b.size(0).offset(-1);
        assert!(messages(1 << 21, &whole, 1 << 22).is_empty());
        assert_eq!(messages(1 << 23, &whole, 1), message("`8388608*x`"));
        assert_eq!(messages(1, &whole, 1 << 23), message("`the clause`"));
        let wide = |b: &GraphBuilder| b.size(0).scale(1 << 23);
        assert_eq!(messages(1, &wide, 1), message("`8388608*n`"));
        let deep = |b: &GraphBuilder| b.size(0).scale(1 << 23).offset(1).floor_div(3);
        assert_eq!(messages(1, &deep, 1), message("`(8388608*n + 1)/3`"));
    }

    #[test]
    fn of_long_clauses_the_beginning_is_shown() {
        let mut b = GraphBuilder::new(&["n"]);
        let n = b.size(0);
        b.constraint(nonneg(n.scale(1 << 23)), &"8388608*n + ".repeat(9));
        let found = check_magnitudes(&b.finish(&[]));
        let shown = format!("`{}…` may exceed", "8388608*n + ".repeat(5));
        assert!(found[0].message.starts_with(&shown), "{}", found[0].message);
    }

    #[test]
    fn variables_count_as_large_as_their_domains() {
        let few = |_: &GraphBuilder| Affine::from(8);
        assert!(messages(LARGEST_VALUE / 8, &few, 1).is_empty());
        assert_eq!(messages(LARGEST_VALUE / 4, &few, 1).len(), 1);
    }
}
