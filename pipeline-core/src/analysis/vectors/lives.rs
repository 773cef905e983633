//! How many registers values are alive in at the same time.

use super::bits;
use crate::ir::Expr;
use crate::ir::nodes::for_each_operand;
use crate::schedule::speed::{REGISTERS, SPILL};
use std::ops::Range;

/// Values in the order in which they are computed.
#[derive(Default)]
pub struct Lives {
    values: Vec<Life>,
    /// What values are computed from, one after the other.
    operands: Vec<usize>,
}

/// What a value asks of registers.
struct Life {
    /// Its size in a vector, in bits; nothing if it is the same for all vectors of a row.
    bits: Option<f64>,
    /// Where its operands are.
    operands: Range<usize>,
}

impl Lives {
    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Adds a value of so many bits that others, which may come later, are what it is made of.
    pub fn push(&mut self, bits: f64) {
        self.values.push(Life { bits: Some(bits), operands: 0..0 });
    }

    /// Adds expressions, of which `varies` says which differ between lanes.
    pub fn extend(&mut self, exprs: &[Expr], varies: &[bool]) {
        let first = self.values.len();
        for (expr, varies) in exprs.iter().zip(varies) {
            let start = self.operands.len();
            for_each_operand(&expr.node, |id| self.operands.push(first + id.0));
            let operands = start..self.operands.len();
            self.values.push(Life { bits: varies.then(|| bits(expr.ty)), operands });
        }
    }

    /// Says what a value is made of.
    pub fn made_of(&mut self, value: usize, operands: [usize; 2]) {
        let start = self.operands.len();
        self.operands.extend(operands);
        self.values[value].operands = start..self.operands.len();
    }

    /// Which of them end where, if some are `kept` to the end.
    pub fn ends(&self, kept: impl Iterator<Item = usize>) -> LastUses {
        let mut last: Vec<usize> = (0..self.values.len()).collect();
        for (i, life) in self.values.iter().enumerate() {
            self.operands[life.operands.clone()].iter().for_each(|id| last[*id] = i);
        }
        kept.for_each(|id| last[id] = self.values.len());
        let mut ends: Vec<Vec<f64>> = vec![Vec::new(); self.values.len() + 1];
        for (life, last) in self.values.iter().zip(last) {
            ends[last].extend(life.bits);
        }
        ends.pop();
        let begin = self.values.iter().map(|life| life.bits);
        LastUses {
            values: begin.zip(ends).map(|(begins, ends)| LastUse { begins, ends }).collect(),
        }
    }
}

/// The values in their order, each with those that are read last for it.
pub struct LastUses {
    values: Vec<LastUse>,
}

struct LastUse {
    /// The size of the value, in bits, if it differs between lanes.
    begins: Option<f64>,
    /// The sizes of those that are not needed any more: itself, if nothing reads it.
    ends: Vec<f64>,
}

impl LastUses {
    /// What it costs, in instructions, that more values are alive at the same time than there are
    /// registers, where a register has as many points as elements of `width` bits.
    pub fn spilled(&self, width: f64) -> f64 {
        let registers = |bits: &f64| (bits / width).max(1.0);
        let (mut now, mut most) = (0.0, 0.0f64);
        for LastUse { begins, ends } in &self.values {
            now += begins.as_ref().map_or(0.0, registers);
            most = most.max(now);
            // A value that nothing reads goes into a total as soon as it is there.
            now -= ends.iter().map(registers).sum::<f64>();
        }
        SPILL * (most - REGISTERS).max(0.0)
    }
}
