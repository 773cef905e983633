//! In which order stages are propagated, or looked at.
//!
//! *Polyhedral Expression Propagation* (CC 2018, Section 4.4): first "the temporary location […]
//! that will minimize the number of different arrays accessed in the target statements", then the
//! one "with the least amount of RAW dependences", then "the one with less: source statements, read
//! accesses, dimensions and then number of incoming RAW dependences. The final tie breaker is the
//! syntactic ordering in the source." A dependence is a read that stands in a definition; a
//! statement is a case; what the targets store counts among the arrays.

use crate::ir::{Pipeline, Source, StageId};
use std::collections::BTreeSet;

/// What says when the turn of a stage comes: the least is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Precedence {
    /// Different inputs and stages that the reading stages would read and store, with it in them.
    pub arrays: usize,
    /// Reads of it.
    pub dependences: usize,
    /// Its cases.
    pub statements: usize,
    /// Its reads.
    pub reads: usize,
    /// Its dimensions.
    pub dimensions: usize,
    /// Its reads of stages.
    pub incoming: usize,
    /// Its place in the source.
    pub position: usize,
}

impl Precedence {
    /// Of a stage of a pipeline.
    pub fn of(p: &Pipeline, id: StageId) -> Precedence {
        let stage = &p.stages[id.0];
        let (mut own, mut reads, mut incoming) = (BTreeSet::new(), 0, 0);
        for block in stage.blocks() {
            block.for_each_read(&mut |_, _, source, _| {
                own.insert(source);
                reads += 1;
                incoming += usize::from(matches!(source, Source::Stage(_)));
            });
        }
        let (mut arrays, mut dependences) = (BTreeSet::new(), 0);
        for (reader, other) in p.stages.iter().enumerate() {
            let (mut sources, mut here) = (BTreeSet::from([Source::Stage(StageId(reader))]), 0);
            for block in other.blocks() {
                block.for_each_read(&mut |_, _, source, _| {
                    sources.insert(source);
                    here += usize::from(source == Source::Stage(id));
                });
            }
            if here > 0 && StageId(reader) != id {
                arrays.extend(sources.iter().chain(&own).copied());
                dependences += here;
            }
        }
        arrays.remove(&Source::Stage(id));
        Precedence {
            arrays: arrays.len(),
            dependences,
            statements: stage.cases.len() + stage.updates.len(),
            reads,
            dimensions: stage.rank(),
            incoming,
            position: id.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    fn of(stages: &str) -> Vec<Precedence> {
        let text = format!(
            "pipeline p size n ~ 9 input a: f32 [-9..=n] input b: f32 [-9..=n]
             input c: f32 [-9..=n] input d: f32 [-9..=n] {stages} output out"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        (0..p.stages.len() - 1).map(|s| Precedence::of(&p, StageId(s))).collect()
    }

    fn stage(name: &str, reads: &[&str]) -> String {
        let mut block = String::new();
        for (i, read) in reads.iter().enumerate() {
            block += &format!("%{i}: f32 = read {read} ");
        }
        format!("stage {name}(x): f32 in [0..=n] {{ case {{ {block} yield %0 }} }}\n")
    }

    /// Figure 9a: the scalar that is read first is the first, so that both can be propagated.
    #[test]
    fn the_first_of_a_chain_comes_first() {
        let text = stage("s0", &["a(x)"]) + &stage("s1", &["s0(x)", "b(x)"]);
        let found = of(&(text + &stage("out", &["s1(x)"])));
        let [s0, s1] = found[..] else { panic!("{found:?}") };
        // `s1` with `s0` in it reads `a` and `b`, `out` with `s1` in it reads `s0` and `b`.
        assert_eq!((s0.arrays, s1.arrays), (3, 3));
        assert_eq!((s0.dependences, s1.dependences, s0.reads, s1.reads), (1, 1, 1, 2));
        assert!(s0 < s1);
    }

    /// Figure 9b: two that differ in nothing but their place.
    #[test]
    fn of_two_alike_the_first_comes_first() {
        let text = stage("t0", &["a(x)", "c(x)"]) + &stage("t1", &["b(x)", "d(x)"]);
        let found = of(&(text + &stage("out", &["t0(x)", "t1(x)"])));
        let [t0, t1] = found[..] else { panic!("{found:?}") };
        assert_eq!(Precedence { position: 1, ..t0 }, t1);
        assert_eq!(t0.arrays, 4, "a, c, t1 and out");
        assert!(t0 < t1);
    }

    #[test]
    fn each_figure_counts_before_the_next() {
        let same = Precedence {
            arrays: 1,
            dependences: 1,
            statements: 1,
            reads: 1,
            dimensions: 1,
            incoming: 1,
            position: 1,
        };
        let falling = [
            Precedence { arrays: 0, dependences: 9, ..same },
            Precedence { dependences: 0, statements: 9, ..same },
            Precedence { statements: 0, reads: 9, ..same },
            Precedence { reads: 0, dimensions: 9, ..same },
            Precedence { dimensions: 0, incoming: 9, ..same },
            Precedence { incoming: 0, position: 9, ..same },
            Precedence { position: 0, ..same },
        ];
        assert!(falling.iter().all(|less| *less < same));
        assert!(falling.is_sorted());
    }
}
