//! The lowering of terminators, and of the arguments that jumps pass from block to block.

use porf_ir as ir;
use rustc_hash::FxHashSet;

use super::constant::label_address;
use super::function::{Detour, FunctionLowering};
use super::{Lowered, Unsupported, unsupported};
use crate::ast::{BlockId, ConstantId, ConstantKind, Operand, Terminator, TerminatorKind};

impl<'a> FunctionLowering<'_, 'a> {
    pub(super) fn terminator(&mut self, terminator: &'a Terminator) -> Lowered<()> {
        match terminator.kind {
            TerminatorKind::Return(value) => self.return_value(value)?,
            TerminatorKind::Jump(to) => {
                let target = self.target(to);
                self.builder.jump(target);
            }
            TerminatorKind::Branch { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let (then, otherwise) = (self.target(then), self.target(otherwise));
                self.builder.branch(condition, then, otherwise);
            }
            TerminatorKind::Switch { value, default, ref cases } => self.switch(value, default, cases)?,
            TerminatorKind::Invoke { ref call, normal, .. } => {
                let lowered = self.call(call);
                self.define(terminator.result, lowered);
                let target = self.target(normal);
                self.builder.jump(target);
            }
            TerminatorKind::IndirectJump { address, ref targets } => self.indirect_jump(address, targets)?,
            TerminatorKind::Unreachable => self.builder.fail(ir::FailKind::Unreachable),
            TerminatorKind::Unsupported { ref text } => return unsupported(&**text),
        }
        Ok(())
    }

    fn return_value(&mut self, value: Option<Operand>) -> Lowered<()> {
        let values = match value {
            Some(value) => self.operand(value)?,
            None => Default::default(),
        };
        if !values.iter().map(|&value| self.builder.value_type(value)).eq(self.returns.iter().copied()) {
            return unsupported("a return of another type than the function's");
        }
        if let Some(function) = self.at_return {
            self.builder.call(function, &[], &[]);
        }
        self.builder.return_values(&values);
        Ok(())
    }

    fn switch(&mut self, value: Operand, default: BlockId, cases: &[(ConstantId, BlockId)]) -> Lowered<()> {
        let value = self.integer(value)?;
        let mask = self.builder.value_type(value).mask();
        let mut numbers = FxHashSet::default();
        let mut targets = Vec::with_capacity(cases.len());
        for &(case, block) in cases {
            let ConstantKind::Int(bits) = self.ast.constants[case].kind else {
                return unsupported("a case of a switch that is no number");
            };
            let number = bits as u64 & mask;
            if !numbers.insert(number) {
                return unsupported("a switch with two equal cases");
            }
            targets.push((number, self.target(block)));
        }
        let default = self.target(default);
        self.builder.switch(value, targets, default);
        Ok(())
    }

    /// A jump to a label whose address was taken: a switch over its possible targets.
    fn indirect_jump(&mut self, address: Operand, targets: &[BlockId]) -> Lowered<()> {
        let address = self.pointer(address)?;
        let label = self.builder.cast(ir::Cast::PtrToInt, address, ir::Type::I64);
        let mut seen = FxHashSet::default();
        let mut cases = Vec::with_capacity(targets.len());
        for &target in targets.iter().filter(|&&target| seen.insert(target)) {
            cases.push((label_address(target), self.target(target)));
        }
        let default = self.detour(None);
        self.builder.switch(label, cases, default);
        Ok(())
    }

    /// The jump from the current block to another, with the operands of that block's phi
    /// instructions.
    fn target(&mut self, to: BlockId) -> ir::Target {
        let block = self.blocks[to].expect("a successor of a reachable block is reachable");
        match self.arguments(to) {
            Ok(arguments) => (block, arguments).into(),
            Err(reason) => self.detour(Some(reason)),
        }
    }

    /// A jump that control must not take, because of an unsupported construct or because the source
    /// promises so.
    fn detour(&mut self, reason: Option<Unsupported>) -> ir::Target {
        let block = self.builder.create_block();
        self.detours.push(Detour { block, reason, position: self.builder.position() });
        block.into()
    }

    fn arguments(&mut self, to: BlockId) -> Lowered<Vec<ir::ValueId>> {
        let mut arguments = Vec::new();
        for (result, _) in self.phis(to) {
            let Some(&operand) = self.incoming.get(&(result, self.current)) else {
                return unsupported("a phi instruction that does not know where control comes from");
            };
            let values = self.operand(operand)?;
            let types = self.leaf_types(self.body.locals[result].ty);
            if !values.iter().map(|&value| self.builder.value_type(value)).eq(types) {
                return unsupported("a phi instruction on values of different types");
            }
            arguments.extend(values);
        }
        Ok(arguments)
    }
}
