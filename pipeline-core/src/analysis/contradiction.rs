//! Clauses that no sizes satisfy.

use super::integer::{Facts, LARGEST_SIZE};
use super::sizes::first_size;
use crate::diagnostic::Diagnostic;
use crate::ir::{Constraint, Pipeline};

/// An error at a size of the first clause with which no sizes are left, naming the clauses that
/// contradict each other. None if sizes may be left.
pub fn contradiction(p: &Pipeline) -> Option<Diagnostic> {
    let without = Facts::of_sizes(p);
    let with = |clauses: &[&Constraint]| {
        clauses.iter().fold(without.clone(), |facts, clause| facts.with_test(&clause.test))
    };
    // Extents that no size has are another error.
    if p.constraints.is_empty() || without.contradictory() {
        return None;
    }
    let clauses: Vec<&Constraint> = p.constraints.iter().collect();
    let last = (0..clauses.len()).find(|last| with(&clauses[..=*last]).contradictory())?;
    let clause = clauses[last];
    let message = if with(&[clause]).contradictory() {
        format!(
            "no sizes satisfy `{}`: each is from 1 to {LARGEST_SIZE}, as is each extent of an input",
            clause.text
        )
    } else {
        let other = clauses[..last].iter().find(|other| with(&[other, clause]).contradictory());
        let others = match other {
            Some(other) => format!("`{}`", other.text),
            None => String::from("the clauses before it"),
        };
        format!("no sizes satisfy `{}` and {others}: change one of them", clause.text)
    };
    Some(Diagnostic::new(first_size(p, &clause.test.affine), message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    fn said(clauses: &[&str]) -> Option<String> {
        let clauses = clauses.iter().map(|c| format!("where {c} >= 0 \"{c} >= 0\" "));
        let clauses: String = clauses.collect();
        let text = format!(
            "pipeline p size n ~ 64 size m ~ 64 {clauses}input i: u8 [0..=n - 1]\n\
             stage s(x): u8 in [0..=n - 1] {{ case {{\n%0: u8 = read i(x)\nyield %0 }} }} output s"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        contradiction(&p).map(|d| d.message)
    }

    #[test]
    fn clauses_that_leave_no_sizes_are_named() {
        let two = said(&["n - 200", "m - n", "100 - n"]).expect("an error");
        assert!(two.contains("`100 - n >= 0` and `n - 200 >= 0`"), "{two}");
        let sum = said(&["n - m", "m - 9", "5 - n"]).expect("an error");
        assert!(sum.contains("the clauses before it"), "{sum}");
        let one = said(&["-n"]).expect("an error");
        assert!(one.contains("from 1 to"), "{one}");
        assert_eq!(said(&["n - 200", "m - n"]), None);
        assert_eq!(said(&[]), None);
    }
}
