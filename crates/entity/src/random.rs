//! Random choices, the same on every machine: splitmix64 (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", OOPSLA 2014).

/// A generator of random choices. The same seed always gives the same choices.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound; 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Bounds are small, and so is the bias.
        self.number().checked_rem(bound as u64).unwrap_or(0) as usize
    }

    /// Returns true with the probability `times` / `out_of`.
    pub fn ratio(&mut self, times: usize, out_of: usize) -> bool {
        self.below(out_of) < times
    }

    /// One of the given choices. There must be at least one.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation for this seed.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::from_seed(1_234_567);
        let numbers = [(); 3].map(|()| random.number());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn choices_are_within_bounds_and_all_are_met() {
        let mut random = Random::from_seed(0);
        let mut met = [false; 7];
        (0..200).for_each(|_| met[random.below(met.len())] = true);
        assert_eq!(met, [true; 7]);
        assert_eq!(random.below(0), 0);
        assert!(!random.ratio(0, 3) && random.ratio(3, 3));
        assert_eq!(random.choose(&["only"]), "only");
    }
}
