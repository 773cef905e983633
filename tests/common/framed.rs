//! Outputs in the middle of larger memory, to see whether anything around them is written.

use pipeline::{Image, ViewMut};

use super::{Pixel, Same};

/// How an output lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In row-major order in an allocation of exactly its size.
    Exact,
    /// Rows with gaps between them.
    Padded,
    /// The first dimension fastest, gaps between all elements, every dimension backwards.
    Scattered,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 3] = [Layout::Exact, Layout::Padded, Layout::Scattered];
}

/// Memory for an output with guards around and between its elements.
pub struct Framed<T: Pixel, const R: usize> {
    memory: Box<[T]>,
    expected: Image<T, R>,
    strides: [isize; R],
    offset: usize,
    layout: Layout,
}

/// Free elements before and after.
const MARGIN: usize = 70;

/// What the `i`th element holds before anything is written: never the same for long.
fn guard<T: Pixel>(i: usize) -> T {
    T::random(0xA5A5 ^ (i as u64).wrapping_mul(0x9E37_79B9))
}

impl<T: Pixel, const R: usize> Framed<T, R> {
    /// Memory for an output that should become this image.
    pub fn like(expected: &Image<T, R>, layout: Layout) -> Self {
        let shape = expected.shape();
        let mut strides = [0; R];
        let mut next = if layout == Layout::Scattered { 3 } else { 1 };
        let order: Vec<usize> = match layout {
            Layout::Scattered => (0..R).collect(),
            _ => (0..R).rev().collect(),
        };
        let gap = if layout == Layout::Exact { 0 } else { 5 };
        for d in order {
            strides[d] = next as isize;
            next = next * shape[d] + gap;
        }
        let margin = if layout == Layout::Exact { 0 } else { MARGIN };
        let reach: usize = (0..R).map(|d| (shape[d] - 1) * strides[d] as usize).sum();
        let memory = (0..reach + 1 + 2 * margin).map(guard).collect();
        let mut offset = margin;
        if layout == Layout::Scattered {
            offset += reach;
            strides = strides.map(|s| -s);
        }
        Framed { memory, expected: expected.clone(), strides, offset, layout }
    }

    /// The output to write to.
    pub fn view_mut(&mut self) -> ViewMut<'_, T, R> {
        let shape = self.expected.shape();
        if self.layout == Layout::Exact {
            return ViewMut::from_slice(&mut self.memory, shape).expect("exactly its size");
        }
        ViewMut::from_slice_strided(&mut self.memory, shape, self.strides, self.offset)
            .expect("strides within the memory")
    }

    /// Asserts that the output is what it should be and that nothing else was written.
    pub fn assert_written(mut self, what: &str) {
        let found = self.view_mut().view().to_image();
        self.expected.assert_same(&found, &format!("{what}, {:?}", self.layout));
        let mut inside = vec![false; self.memory.len()];
        for i in 0..found.len() {
            let index = super::index_of(i, found.shape());
            let at = index.iter().zip(&self.strides).map(|(i, s)| *i as isize * s).sum::<isize>();
            inside[(self.offset as isize + at) as usize] = true;
        }
        for (i, (element, inside)) in self.memory.iter().zip(inside).enumerate() {
            let (found, wanted) = (element.bits(), guard::<T>(i).bits());
            assert!(inside || found == wanted, "{what}, {:?}: wrote at {i}", self.layout);
        }
    }
}
