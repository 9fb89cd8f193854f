//! Random choices: the same ones for the same seed.

/// Makes random choices (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    /// The choices that belong to a seed.
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below another one, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        // The numbers are small, so that the bias is, too.
        (self.next() % bound as u64) as usize
    }

    /// True so many times out of so many.
    pub(crate) fn ratio(&mut self, times: usize, out_of: usize) -> bool {
        self.below(out_of) < times
    }

    /// One of several; there must be one.
    pub(crate) fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
