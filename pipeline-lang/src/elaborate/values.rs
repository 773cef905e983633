//! The values that a window variable or a compile-time loop goes through.

use pipeline_core::ir::{Affine, VarId, WindowVar};

/// The constant values of a window variable or a compile-time loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConstantValues {
    pub(super) first: i64,
    pub(super) step: i64,
    pub(super) count: i64,
}

impl ConstantValues {
    pub(super) fn get(self, i: i64) -> i64 {
        self.first + self.step * i
    }

    /// A point of several ranges, by its number, the last the fastest.
    pub(super) fn point(ranges: &[ConstantValues], number: i64) -> Vec<i64> {
        let (mut rest, mut point) = (number, vec![0; ranges.len()]);
        for (value, range) in point.iter_mut().zip(ranges).rev() {
            *value = range.get(rest % range.count);
            rest /= range.count;
        }
        point
    }
}

/// The values of a window variable, which may depend on sizes: from the first on, so far apart, as
/// long as they are not beyond the last.
pub(super) struct WindowValues {
    pub(super) first: Affine,
    pub(super) last: Affine,
    pub(super) step: i64,
}

impl From<ConstantValues> for WindowValues {
    fn from(values: ConstantValues) -> WindowValues {
        let ConstantValues { first, step, count } = values;
        WindowValues { first: first.into(), last: values.get(count - 1).into(), step }
    }
}

impl WindowValues {
    /// The values, if no size has a part in them.
    pub(super) fn constant(&self) -> Option<ConstantValues> {
        let (first, last) = (self.first.as_constant()?, self.last.as_constant()?);
        let count = if last < first { 0 } else { (last - first) / self.step + 1 };
        Some(ConstantValues { first, step: self.step, count })
    }

    /// Whether there are none at any sizes.
    pub(super) fn is_empty(&self) -> bool {
        self.last.sub(&self.first).as_constant().is_some_and(|more| more < 0)
    }

    /// What the variable of the loop goes through, and what the window's is there.
    pub(super) fn looped(&self, id: VarId) -> (WindowVar, Affine) {
        let WindowValues { first, last, step } = self;
        match step {
            1 => (WindowVar::new(id, first.clone(), last.clone()), id.into()),
            // The loop counts the values, from 0.
            step => {
                let count = WindowVar::new(id, 0, last.sub(first).floor_div(*step));
                (count, Affine::from(id).scale(*step).add(first))
            }
        }
    }
}
