//! How many cache lines a definition touches at one point: the streams of memory that it follows.
//!
//! *Polyhedral Expression Propagation* (CC 2018, Section 4.2, Figure 8). An access is taken to be
//! in the middle of a line, so that one near it along the innermost dimension hits: of lines of 8
//! elements, those up to 3 away. Accesses are gone through in their order, reads first and then the
//! store; each that hits no line so far is one more. A window is read at its first point, as its
//! others follow one by one; a gather is a line of its own. What is fixed, whatever the point,
//! stays in the caches and counts as well, as in the paper.

use crate::ir::{Block, Index, Pipeline, Source, Stage};

/// Bytes of a cache line, of every machine that there is a preset for but one, whose lines are
/// twice as long and fetched as pairs of this size elsewhere.
const LINE_BYTES: usize = 64;

/// The most lines that a definition of the stage touches at a point, with the one that is stored.
/// A definition that does not differ from one in `known` does not count.
pub fn most_lines(p: &Pipeline, stage: &Stage, known: &[&Block]) -> usize {
    let new = stage.blocks().filter(|block| !known.contains(block));
    new.map(|block| lines(p, block) + 1).max().unwrap_or(0)
}

/// The lines that the reads of a definition touch at a point.
pub fn lines(p: &Pipeline, block: &Block) -> usize {
    let mut touched: Vec<(Source, &[Index])> = Vec::new();
    block.for_each_read(&mut |_, _, source, index| {
        let half = LINE_BYTES / p.source_type(source).bytes() / 2;
        let near = half.saturating_sub(1) as u64;
        let hits = |(other, at): &(Source, &[Index])| *other == source && is_near(at, index, near);
        if !touched.iter().any(hits) {
            touched.push((source, index));
        }
    });
    touched.len()
}

/// Whether two indices are the same but for the innermost, in which they are at most so far apart.
fn is_near(a: &[Index], b: &[Index], near: u64) -> bool {
    let apart = |(a, b): (&Index, &Index)| match (a, b) {
        (Index::Affine(a), Index::Affine(b)) => {
            let (least, most) = a.difference(b)?;
            Some(least.unsigned_abs().max(most.unsigned_abs()))
        }
        (Index::Value(_), _) | (_, Index::Value(_)) => None,
    };
    let mut pairs = a.iter().zip(b).rev();
    let innermost = pairs.next().and_then(apart).is_some_and(|apart| apart <= near);
    innermost && pairs.all(|pair| apart(pair) == Some(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::text::parse;

    /// Of the only stage, with these reads of `img` added.
    fn touched(ty: &str, at: &[&str]) -> usize {
        let mut block = String::new();
        for (i, index) in at.iter().enumerate() {
            block += &format!("%{i}: {ty} = read img({index}) ");
        }
        let text = format!(
            "pipeline p size n ~ 9 input img: {ty} [-99..=n + 99, -99..=n + 99]
             stage s(y, x; d): {ty} in [0..=n, 0..=n] {{ case {{ {block} yield %0 }} }} output s"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        lines(&p, &p.stages[0].cases[0].value)
    }

    #[test]
    fn an_access_is_in_the_middle_of_its_line() {
        // Figure 8: lines of 8 elements.
        assert_eq!(touched("f64", &["y, x", "y, x - 3", "y, x + 3"]), 1);
        assert_eq!(touched("f64", &["y, x", "y, x + 4"]), 2);
        assert_eq!(touched("f64", &["y, x", "y, x - 4", "y, x - 7"]), 2);
        assert_eq!(touched("f32", &["y, x", "y, x + 7", "y, x + 8"]), 2);
        assert_eq!(touched("u8", &["y, x", "y, x + 31", "y, x - 31"]), 1);
        // The first of them is the middle.
        assert_eq!(touched("f64", &["y, x - 3", "y, x + 3"]), 2);
    }

    #[test]
    fn rows_and_other_forms_are_other_lines() {
        assert_eq!(touched("f32", &["y, x", "y + 1, x", "y - 1, x + 1", "y + 1, x + 2"]), 3);
        assert_eq!(touched("f32", &["y, x", "x, y"]), 2);
        assert_eq!(touched("f32", &["y, 2*x", "y, x"]), 2);
        assert_eq!(touched("f32", &["y, x/2", "y, (x + 1)/2"]), 1);
        assert_eq!(touched("f32", &["y, 0", "y, 3"]), 1);
    }

    #[test]
    fn gathers_and_the_store_count_and_what_was_there_does_not() {
        let text = "pipeline p size n ~ 9 input img: i32 [0..=n] border clamp
             stage s(x): i32 in [0..=n] {
               case x mod 2 == 0 { %0: i32 = read img(x) %1: i32 = read img(%0)
                 %2: i32 = read img(%1) %3: i32 = add %1, %2 yield %3 }
               case x mod 2 == 1 { %0: i32 = read img(x) yield %0 }
             } output s";
        let p = parse(text).unwrap_or_else(|e| panic!("{e}"));
        let stage = &p.stages[0];
        assert_eq!(most_lines(&p, stage, &[]), 4);
        assert_eq!(most_lines(&p, stage, &[&stage.cases[0].value]), 2);
        let all: Vec<&Block> = stage.blocks().collect();
        assert_eq!(most_lines(&p, stage, &all), 0);
    }
}
