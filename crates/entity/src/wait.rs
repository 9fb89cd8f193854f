//! Conditions that a thread waits for.

use crate::access::Value;

/// A condition on the value of a location: its masked bits compared with a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WaitCondition {
    /// The bits that are compared.
    pub mask: u64,
    /// The comparison of the bits with `operand`.
    pub comparison: WaitComparison,
    /// The number that the bits are compared with.
    pub operand: u64,
}

/// A comparison of the masked bits of a value with a number, as unsigned numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WaitComparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// ≥
    AtLeast,
}

impl WaitCondition {
    /// Whether a thread that waits for this condition goes on with the value.
    pub fn holds(self, value: Value) -> bool {
        let bits = value.0 & self.mask;
        match self.comparison {
            WaitComparison::Equal => bits == self.operand,
            WaitComparison::NotEqual => bits != self.operand,
            WaitComparison::AtLeast => bits >= self.operand,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_masked_bits_count() {
        let free = WaitCondition { mask: 0xff00, comparison: WaitComparison::Equal, operand: 0 };
        assert!(free.holds(Value(0x00ff)) && !free.holds(Value(0x0100)));
        let busy = WaitCondition { comparison: WaitComparison::NotEqual, ..free };
        assert!(!busy.holds(Value(0x00ff)) && busy.holds(Value(0x0100)));
        let full = WaitCondition { comparison: WaitComparison::AtLeast, operand: 0x200, ..free };
        assert!(full.holds(Value(0x2ff)) && full.holds(Value(0x300)) && !full.holds(Value(0x1ff)));
    }
}
