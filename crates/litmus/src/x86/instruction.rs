//! The syntax of x86 threads.

use porf_entity::{FenceOrdering, Span};
use porf_ir::GlobalId;

/// A thread: its instructions and the places of its labels.
pub(crate) struct Thread {
    /// The number of the thread: 1 for `P1`.
    pub(crate) number: u32,
    pub(crate) instructions: Vec<Instruction>,
    /// The end of the column.
    pub(crate) end: Span,
}

pub(crate) struct Instruction {
    pub(crate) operation: Operation,
    pub(crate) span: Span,
}

pub(crate) enum Operation {
    Nop,
    Move {
        to: Place,
        from: Operand,
    },
    ConditionalMove {
        condition: ConditionCode,
        to: Register,
        from: Operand,
    },
    LoadAddress {
        to: Register,
        of: Memory,
    },
    Arithmetic {
        operator: Arithmetic,
        to: Place,
        from: Operand,
        locked: bool,
    },
    /// `CMP`: subtracts, for the flags only.
    Compare {
        left: Operand,
        right: Operand,
    },
    /// `TEST`: and, for the flags only.
    Test {
        left: Operand,
        right: Operand,
    },
    Exchange {
        left: Place,
        right: Place,
    },
    ExchangeAdd {
        to: Place,
        from: Register,
        locked: bool,
    },
    CompareExchange {
        to: Place,
        from: Register,
        locked: bool,
    },
    Fence(FenceOrdering),
    /// A jump. The target is the index of an instruction, or the number of instructions for the
    /// end.
    Jump {
        target: usize,
    },
    ConditionalJump {
        condition: ConditionCode,
        target: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    And,
    Or,
    Xor,
    /// Adds one and leaves the carry flag alone.
    Increment,
    /// Subtracts one and leaves the carry flag alone.
    Decrement,
}

#[derive(Clone)]
pub(crate) enum Operand {
    Immediate(u64),
    /// The address of a variable: `$x`.
    AddressOf(GlobalId),
    Place(Place),
}

/// An operand that can be written to.
#[derive(Clone)]
pub(crate) enum Place {
    Register(Register),
    Memory(Memory),
}

/// An address: the sum of its parts.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) variable: Option<GlobalId>,
    pub(crate) registers: Vec<Register>,
    pub(crate) displacement: u64,
}

/// A name of a register: the register, and whether the name stands for all its 64 bits or the lower
/// 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Register {
    pub(crate) number: usize,
    pub(crate) wide: bool,
}

impl Register {
    pub(crate) const ACCUMULATOR: usize = 0;

    /// The number of registers.
    pub(crate) const COUNT: usize = 16;

    const NAMES: [(&str, &str); Self::COUNT] = [
        ("EAX", "RAX"),
        ("EBX", "RBX"),
        ("ECX", "RCX"),
        ("EDX", "RDX"),
        ("ESI", "RSI"),
        ("EDI", "RDI"),
        ("EBP", "RBP"),
        ("ESP", "RSP"),
        ("R8D", "R8"),
        ("R9D", "R9"),
        ("R10D", "R10"),
        ("R11D", "R11"),
        ("R12D", "R12"),
        ("R13D", "R13"),
        ("R14D", "R14"),
        ("R15D", "R15"),
    ];

    /// All names, those of 32 bits first.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|wide| (0..Self::COUNT).map(move |number| Self { number, wide }))
    }

    pub(crate) fn name(self) -> &'static str {
        let (narrow, wide) = Self::NAMES[self.number];
        if self.wide { wide } else { narrow }
    }

    /// The register of this name, whatever the case of letters.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find(|register| register.name().eq_ignore_ascii_case(name))
    }
}

/// The condition of a conditional instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ConditionCode {
    pub(crate) flags: FlagTest,
    /// Whether the condition is that the test fails.
    pub(crate) negated: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FlagTest {
    /// Zero flag.
    Equal,
    /// Sign flag.
    Sign,
    /// Overflow flag.
    Overflow,
    /// Carry flag: unsigned less.
    Below,
    /// Carry or zero flag.
    BelowOrEqual,
    /// Sign differs from overflow: signed less.
    Less,
    /// Less, or zero flag.
    LessOrEqual,
}

impl ConditionCode {
    /// The condition at the end of a mnemonic such as `JNE`.
    pub(crate) fn named(suffix: &str) -> Option<Self> {
        let (flags, negated) = match suffix {
            "E" | "Z" => (FlagTest::Equal, false),
            "NE" | "NZ" => (FlagTest::Equal, true),
            "S" => (FlagTest::Sign, false),
            "NS" => (FlagTest::Sign, true),
            "O" => (FlagTest::Overflow, false),
            "NO" => (FlagTest::Overflow, true),
            "B" | "C" | "NAE" => (FlagTest::Below, false),
            "AE" | "NB" | "NC" => (FlagTest::Below, true),
            "BE" | "NA" => (FlagTest::BelowOrEqual, false),
            "A" | "NBE" => (FlagTest::BelowOrEqual, true),
            "L" | "NGE" => (FlagTest::Less, false),
            "GE" | "NL" => (FlagTest::Less, true),
            "LE" | "NG" => (FlagTest::LessOrEqual, false),
            "G" | "NLE" => (FlagTest::LessOrEqual, true),
            _ => return None,
        };
        Some(Self { flags, negated })
    }
}
