//! A generator of random numbers whose stream never changes: seeds stay meaningful.

/// SplitMix64.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Equal seeds give equal streams.
    pub fn new(seed: u64) -> Rng {
        let mut rng = Rng(seed ^ 0x5851_F42D_4C95_7F2D);
        rng.next();
        rng
    }

    /// 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if that is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    /// A number from `lo` to `hi`, both included.
    pub fn range(&mut self, lo: i64, hi: i64) -> i64 {
        lo + (self.next() % (hi - lo + 1) as u64) as i64
    }

    /// True so often in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them.
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A list in random order.
    pub fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            list.swap(i, self.below(i + 1));
        }
        list
    }
}
