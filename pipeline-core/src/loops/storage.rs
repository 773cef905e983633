//! Which full buffers share memory: one slot for buffers that are never live at the same time.
//!
//! PolyMage maps arrays that cross groups to memory once each (ASPLOS 2015, Section 3.6). Here a
//! buffer's memory passes on when the last nest that reads it is done.

use super::{LoopNest, Role};
use crate::ir::{Source, StageId};

/// The memory of full buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferSlots {
    /// By stage, the slot of its full buffer, if it has one.
    pub of_stage: Vec<Option<usize>>,
    /// By slot, the bytes of the largest buffer in it at the given sizes.
    pub bytes: Vec<i64>,
    /// By nest, the slots that are free for good after it.
    pub done: Vec<Vec<usize>>,
}

/// Assigns full buffers to slots, in the order of the nests: the smallest free slot that is large
/// enough at these sizes, else the largest free one, else a new one.
pub fn slots(loops: &LoopNest, sizes: &[i64]) -> BufferSlots {
    let lives: Vec<Option<(usize, usize)>> =
        (0..loops.stages.len()).map(|s| life(loops, StageId(s))).collect();
    let mut slots = BufferSlots { of_stage: vec![None; lives.len()], ..BufferSlots::default() };
    let mut free: Vec<usize> = Vec::new();
    for nest in 0..loops.nests.len() {
        for (stage, life) in lives.iter().enumerate() {
            if life.is_some_and(|(first, _)| first == nest) {
                let bytes = bytes(loops, StageId(stage), sizes);
                let slot = take(&mut free, &mut slots.bytes, bytes);
                slots.of_stage[stage] = Some(slot);
            }
        }
        for (stage, life) in lives.iter().enumerate() {
            if life.is_some_and(|(_, last)| last == nest) {
                free.extend(slots.of_stage[stage]);
            }
        }
    }
    slots.done = done(&lives, &slots.of_stage, loops.nests.len());
    slots
}

fn take(free: &mut Vec<usize>, capacity: &mut Vec<i64>, bytes: i64) -> usize {
    let enough = free.iter().copied().filter(|s| capacity[*s] >= bytes);
    let fitting = enough.min_by_key(|s| capacity[*s]);
    let best = fitting.or_else(|| free.iter().copied().max_by_key(|s| capacity[*s]));
    let slot = best.unwrap_or_else(|| {
        capacity.push(0);
        capacity.len() - 1
    });
    free.retain(|s| *s != slot);
    capacity[slot] = capacity[slot].max(bytes);
    slot
}

/// By nest, the slots whose last buffer dies there.
fn done(
    lives: &[Option<(usize, usize)>],
    of_stage: &[Option<usize>],
    nests: usize,
) -> Vec<Vec<usize>> {
    let mut last_of: Vec<usize> = Vec::new();
    for (life, slot) in lives.iter().zip(of_stage) {
        let (Some((_, last)), Some(slot)) = (life, slot) else { continue };
        last_of.resize(last_of.len().max(slot + 1), 0);
        last_of[*slot] = last_of[*slot].max(*last);
    }
    let of_nest = |nest| (0..last_of.len()).filter(|s| last_of[*s] == nest).collect();
    (0..nests).map(of_nest).collect()
}

/// The first nest that writes a full buffer, and the last that touches it.
fn life(loops: &LoopNest, stage: StageId) -> Option<(usize, usize)> {
    let buffer = loops.stages[stage.0].as_ref()?;
    if buffer.role != Role::Full {
        return None;
    }
    let touches = |nest: usize| {
        let nest = &loops.nests[nest];
        nest.stored().contains(&stage) || nest.loaded().contains(&Source::Stage(stage))
    };
    let mut nests = (0..loops.nests.len()).filter(|n| touches(*n));
    let first = nests.next()?;
    Some((first, nests.next_back().unwrap_or(first)))
}

fn bytes(loops: &LoopNest, stage: StageId, sizes: &[i64]) -> i64 {
    let buffer = loops.buffer(Source::Stage(stage));
    let stored = buffer.stored();
    let extents = stored.0.iter().map(|interval| {
        let (lo, hi) = interval.eval(sizes, &[]);
        hi.saturating_sub(lo).saturating_add(1).max(0)
    });
    extents.fold(buffer.ty.bytes() as i64, i64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Analyses;
    use crate::ir::text::parse;
    use crate::loops::build::build;
    use crate::options::Options;
    use crate::schedule::grouping::Strategy;
    use crate::schedule::plan;

    /// A line of stages on their own, the one before last twice as wide.
    #[test]
    fn a_line_needs_two_slots() {
        let mut text = String::from("pipeline p\nsize n ~ 100\ninput img: f32 [0..=2*n - 1]\n");
        for (name, of, last) in [
            ("a", "img", "n - 1"),
            ("b", "a", "n - 1"),
            ("c", "b", "n - 1"),
            ("d", "img", "2*n - 1"),
        ] {
            text += &format!("stage {name}(x): f32 in [0..={last}] {{\n  case {{\n");
            text += &format!("    %0: f32 = read {of}(x)\n    yield %0\n  }}\n}}\n");
        }
        text += "stage out(x): f32 in [0..=n - 1] {\n  case {\n    %0: f32 = read c(x)\n";
        text +=
            "    %1: f32 = read d(x)\n    %2: f32 = add %0, %1\n    yield %2\n  }\n}\noutput out\n";
        let p = parse(&text).unwrap_or_else(|e| panic!("line {}: {}", e.line, e.message));
        let options = Options { strategy: Some(Strategy::None), ..Options::default() };
        let analyses = Analyses::of(&p);
        let loops = build(&analyses, &plan(&analyses, &options).expect("no groups are written"));
        let slots = slots(&loops, &p.estimates());
        let names: Vec<String> = loops.nests.iter().map(|n| n.name.clone()).collect();
        assert_eq!(names, ["a", "b", "c", "d", "out"]);
        // `c` takes over from `a`, `d` from `b`.
        assert_eq!(slots.of_stage, [Some(0), Some(1), Some(0), Some(1), None]);
        assert_eq!(slots.bytes, [400, 800]);
        assert_eq!(slots.done, [vec![], vec![], vec![], vec![], vec![0, 1]]);
    }
}
