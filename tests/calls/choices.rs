//! Choices that bytes make.

/// Sizes and extents around the limits of integers and of pipelines.
const HARD: [usize; 16] = [
    0,
    1000,
    256,
    65_537,
    2_147_483_000,
    2_147_483_001,
    i32::MAX as usize - 1,
    i32::MAX as usize,
    i32::MAX as usize + 1,
    i32::MAX as usize + 10_000,
    u32::MAX as usize,
    u32::MAX as usize + 1,
    (1 << 33) - 1,
    1 << 62,
    isize::MAX as usize,
    usize::MAX,
];

/// A stream of choices; once the bytes are used up, every choice is the first.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// The choices of some bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Choices(bytes)
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below `n`, which is at most 256.
    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// True once in so many times, and not when the bytes are used up.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// A size: small as a rule, now and then one that integers have trouble with.
    pub fn size(&mut self) -> usize {
        match self.byte() {
            small @ ..224 => 1 + usize::from(small) % 20,
            hard => HARD[usize::from(hard) % HARD.len()],
        }
    }

    /// An extent: the right one as a rule, or one near it, or any other.
    pub fn extent(&mut self, right: usize) -> usize {
        match self.below(32) {
            29 => right.wrapping_add(1),
            30 => right.wrapping_sub(1),
            31 => self.size(),
            _ => right,
        }
    }
}
