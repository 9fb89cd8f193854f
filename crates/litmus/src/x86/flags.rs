//! The flags that instructions set and conditional instructions test.

use porf_ir::{BinaryOp, Comparison, FunctionBuilder, Type, ValueId, Variable};

use super::instruction::{Arithmetic, ConditionCode, FlagTest, Operation};
use super::lower::ThreadLowering;

/// The flags of a thread, each an `i1`.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    zero: Variable,
    sign: Variable,
    carry: Variable,
    overflow: Variable,
}

impl Flags {
    pub(super) fn declare(builder: &mut FunctionBuilder) -> Self {
        let [zero, sign, carry, overflow] = std::array::from_fn(|_| builder.declare_variable(Type::I1));
        Self { zero, sign, carry, overflow }
    }
}

pub(super) fn depends_on_flags(operation: &Operation) -> bool {
    matches!(operation, Operation::ConditionalJump { .. } | Operation::ConditionalMove { .. })
}

impl ThreadLowering<'_> {
    /// The flags after an operation whose result is `new`.
    pub(super) fn flags_of_arithmetic(
        &mut self,
        operator: Arithmetic,
        old: ValueId,
        operand: ValueId,
        new: ValueId,
    ) {
        let Some(flags) = self.flags else { return };
        match operator {
            Arithmetic::Add | Arithmetic::Increment => {
                self.flags_of_result(flags, new);
                // The sum overflows if its sign is that of neither operand.
                let changes = [old, operand].map(|side| self.builder.binary(BinaryOp::Xor, side, new));
                self.set_overflow(flags, changes);
            }
            Arithmetic::Sub | Arithmetic::Decrement => self.flags_of_difference(flags, old, operand, new),
            Arithmetic::And | Arithmetic::Or | Arithmetic::Xor => return self.flags_of_logic(new),
        }
        let carry = match operator {
            Arithmetic::Add => self.builder.compare(Comparison::Ult, new, old),
            Arithmetic::Sub => self.builder.compare(Comparison::Ult, old, operand),
            _ => return,
        };
        self.builder.define_variable(flags.carry, carry);
    }

    /// The flags after a comparison.
    pub(super) fn flags_of_subtraction(&mut self, left: ValueId, right: ValueId) {
        if self.flags.is_some() {
            let difference = self.builder.binary(BinaryOp::Sub, left, right);
            self.flags_of_arithmetic(Arithmetic::Sub, left, right, difference);
        }
    }

    /// The flags after a bitwise operation.
    pub(super) fn flags_of_logic(&mut self, result: ValueId) {
        let Some(flags) = self.flags else { return };
        self.flags_of_result(flags, result);
        let clear = self.builder.constant(Type::I1, 0);
        self.builder.define_variable(flags.carry, clear);
        self.builder.define_variable(flags.overflow, clear);
    }

    fn flags_of_difference(&mut self, flags: Flags, left: ValueId, right: ValueId, difference: ValueId) {
        self.flags_of_result(flags, difference);
        // The difference overflows if the signs of the operands differ and the result does not have
        // that of the left side.
        let changes = [right, difference].map(|side| self.builder.binary(BinaryOp::Xor, left, side));
        self.set_overflow(flags, changes);
    }

    fn flags_of_result(&mut self, flags: Flags, result: ValueId) {
        let zero = self.builder.constant(self.builder.value_type(result), 0);
        let is_zero = self.builder.compare(Comparison::Eq, result, zero);
        let is_negative = self.builder.compare(Comparison::Slt, result, zero);
        self.builder.define_variable(flags.zero, is_zero);
        self.builder.define_variable(flags.sign, is_negative);
    }

    /// Sets the overflow flag if the sign bit is set in both values.
    fn set_overflow(&mut self, flags: Flags, [first, second]: [ValueId; 2]) {
        let both = self.builder.binary(BinaryOp::And, first, second);
        let zero = self.builder.constant(self.builder.value_type(both), 0);
        let overflow = self.builder.compare(Comparison::Slt, both, zero);
        self.builder.define_variable(flags.overflow, overflow);
    }

    /// Whether the condition holds, as an `i1`.
    pub(super) fn flag_condition(&mut self, condition: ConditionCode) -> ValueId {
        let truth = match self.flags {
            Some(flags) => self.flag_test(flags, condition.flags),
            None => self.builder.constant(Type::I1, 0),
        };
        if !condition.negated {
            return truth;
        }
        let zero = self.builder.constant(Type::I1, 0);
        self.builder.compare(Comparison::Eq, truth, zero)
    }

    fn flag_test(&mut self, flags: Flags, test: FlagTest) -> ValueId {
        match test {
            FlagTest::Equal => self.builder.use_variable(flags.zero),
            FlagTest::Sign => self.builder.use_variable(flags.sign),
            FlagTest::Overflow => self.builder.use_variable(flags.overflow),
            FlagTest::Below => self.builder.use_variable(flags.carry),
            FlagTest::BelowOrEqual => {
                let [carry, zero] = [flags.carry, flags.zero].map(|flag| self.builder.use_variable(flag));
                self.builder.binary(BinaryOp::Or, carry, zero)
            }
            FlagTest::Less => {
                let [sign, overflow] =
                    [flags.sign, flags.overflow].map(|flag| self.builder.use_variable(flag));
                self.builder.compare(Comparison::Ne, sign, overflow)
            }
            FlagTest::LessOrEqual => {
                let less = self.flag_test(flags, FlagTest::Less);
                let zero = self.builder.use_variable(flags.zero);
                self.builder.binary(BinaryOp::Or, less, zero)
            }
        }
    }
}
