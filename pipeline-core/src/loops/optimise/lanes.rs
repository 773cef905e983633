//! How many points each lanes loop has in flight: as many as a register has elements of the size
//! that most of its work is about.
//!
//! ```text
//! lanes for x in 0..=n - 1: #0                  sums of bytes, which stay within a byte
//! lanes of 8 bits for x in 0..=n - 1: #0
//! ```
//!
//! A vector of narrow elements that fills a register costs as much as one that fills a quarter of
//! it, and has four times the points. Wider values then take several registers, so each costs what
//! it did; but conversions between sizes become several instructions that shuffle, and where more
//! values are alive than there are registers they go through memory. So each choice is priced,
//! and the cheapest taken; of two that cost the same, the one with fewer points, of which rows
//! leave fewer over.

use super::priced::ComputePrices;
use crate::loops::walk::with_body;
use crate::loops::{Bound, Compute, Lanes, LoopKind, LoopNest, Stmt};

/// Chooses the lanes of the loops for which the plan leaves them open.
pub fn choose_lanes(mut loops: LoopNest) -> LoopNest {
    let mut nests = std::mem::take(&mut loops.nests);
    let prices = ComputePrices::new(&loops);
    for nest in &mut nests {
        let body = std::mem::take(&mut nest.body);
        nest.body = chosen(&prices, body, &nest.computes);
    }
    loops.nests = nests;
    loops
}

fn chosen(prices: &ComputePrices<'_>, stmts: Vec<Stmt>, computes: &[Compute]) -> Vec<Stmt> {
    let one = |stmt| match stmt {
        Stmt::For { var, lo, hi, kind: LoopKind::Lanes(None), body } => {
            let lanes = match &body[..] {
                [Stmt::Compute(id)] => prices.of(&computes[id.0], var, None).lanes,
                _ => Lanes::Of32,
            };
            let lanes = points(&lo, &hi).map_or(lanes, |points| filled(lanes, points));
            Stmt::For { var, lo, hi, kind: LoopKind::Lanes(Some(lanes)), body }
        }
        other @ Stmt::Let { .. }
        | other @ Stmt::When { .. }
        | other @ Stmt::For { .. }
        | other @ Stmt::Scratch { .. }
        | other @ Stmt::Copy(_)
        | other @ Stmt::Compute(_) => with_body(other, |body| chosen(prices, body, computes)),
    };
    stmts.into_iter().map(one).collect()
}

/// The points between two bounds, if they are as many at all sizes.
fn points(lo: &Bound, hi: &Bound) -> Option<i64> {
    let ([lo], [hi]) = (lo.list(), hi.list()) else { return None };
    hi.sub(lo).as_constant().map(|last| last + 1)
}

/// These lanes, or the most that so many points fill on every machine: a row that is shorter than a
/// vector goes by what the build has.
fn filled(lanes: Lanes, points: i64) -> Lanes {
    let most = |bits: u32| Lanes::MOST * 8 / i64::from(bits);
    let fit = |of: &Lanes| of.bits().is_some_and(|bits| most(bits) <= points);
    let narrower = Lanes::BY_SIZE.into_iter().take_while(|of| *of != lanes).chain([lanes]);
    narrower.filter(fit).last().unwrap_or(Lanes::Eight)
}

#[cfg(test)]
mod tests {
    use crate::compile;
    use crate::ir::text::parse;
    use crate::options::Options;

    /// Whether all points of a window of 81 values go in one register of the type.
    fn one_register(ty: &str) -> bool {
        let text = format!(
            "pipeline p size n ~ 2000 input i: {ty} [0..=n - 1] input w: {ty} [0..=80]\n\
             stage s(x; d): {ty} in [0..=n - 81] {{ case {{\n\
             %0: {ty} = sum d in 0..=80 {{\n%0: {ty} = read i(x + d)\n%1: {ty} = read w(d)\n\
             %2: {ty} = mul %0, %1\nyield %2 }}\nyield %0 }} }} output s"
        );
        let p = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let compiled = compile(p, &Options::default()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        compiled.loops.to_string().contains("lanes of 32 bits")
    }

    #[test]
    fn long_windows_of_floats_have_several_registers() {
        assert!(!one_register("f32"));
        assert!(one_register("i32"), "additions of integers wait for nothing");
    }
}
