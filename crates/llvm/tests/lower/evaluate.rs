//! Runs functions on plain memory, so that tests can say what a function computes instead of how.

use std::collections::HashMap;

use porf_entity::{AccessSize, EntityId, Value};
use porf_ir::{
    Function, FunctionId, Module, Operation, Relocation, RmwKind, Target, TerminatorKind, Type, ValueId,
};

/// A run that may go through so many blocks.
const FUEL: usize = 10_000;

/// A machine with memory; objects begin at multiples of 2^32.
pub(crate) struct Machine<'a> {
    module: &'a Module,
    memory: HashMap<u64, u8>,
    objects: u64,
    fuel: usize,
    /// The external functions that were called, with their arguments.
    pub(crate) calls: Vec<(String, Vec<u64>)>,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(module: &'a Module) -> Self {
        let mut machine = Self {
            module,
            memory: HashMap::new(),
            objects: module.globals.len() as u64 + 1,
            fuel: FUEL,
            calls: Vec::new(),
        };
        for (id, global) in module.globals.iter() {
            let base = (id.index() as u64 + 1) << 32;
            for offset in 0..global.size {
                let byte = global.init.get(offset as usize).copied().unwrap_or(0);
                machine.memory.insert(base + offset, byte);
            }
            for &(offset, relocation) in &global.relocations {
                let address = match relocation {
                    Relocation::Global { global, addend } => {
                        ((global.index() as u64 + 1) << 32).wrapping_add_signed(addend)
                    }
                    Relocation::Function(function) => function_address(function),
                };
                machine.store(base + offset, 8, address);
            }
        }
        machine
    }

    fn load(&self, address: u64, bytes: u64) -> u64 {
        (0..bytes).rev().fold(0, |value, offset| {
            let byte = self.memory.get(&(address + offset));
            value << 8 | u64::from(*byte.unwrap_or_else(|| panic!("nothing at {address:#x}+{offset}")))
        })
    }

    fn store(&mut self, address: u64, bytes: u64, value: u64) {
        for offset in 0..bytes {
            self.memory.insert(address + offset, (value >> (8 * offset)) as u8);
        }
    }

    /// Calls the function with this name.
    #[track_caller]
    pub(crate) fn call(&mut self, name: &str, arguments: &[u64]) -> Vec<u64> {
        let found = self.module.functions.iter().find(|(_, function)| function.name == name);
        let (_, function) = found.unwrap_or_else(|| panic!("no function {name} in\n{}", self.module));
        self.run(function, arguments)
    }

    fn run(&mut self, function: &'a Function, arguments: &[u64]) -> Vec<u64> {
        let mut values: HashMap<ValueId, u64> =
            function.params.iter().copied().zip(arguments.iter().copied()).collect();
        let mut block = function.blocks.ids().next().expect("a function has blocks");
        loop {
            self.fuel = self.fuel.checked_sub(1).expect("the function goes on for ever");
            for instruction in &function.blocks[block].instructions {
                let results = self.step(function, &instruction.operation, &instruction.results, &values);
                assert_eq!(results.len(), instruction.results.len(), "{:?}", instruction.operation);
                values.extend(instruction.results.iter().copied().zip(results));
            }
            let target: &Target =
                match &function.blocks[block].terminator.kind {
                    TerminatorKind::Return(results) => {
                        return results.iter().map(|value| values[value]).collect();
                    }
                    TerminatorKind::Jump(target) => target,
                    TerminatorKind::Branch { condition, then_target, else_target } => {
                        if values[condition] == 1 { then_target } else { else_target }
                    }
                    TerminatorKind::Switch { value, cases, default } => {
                        let number = values[value];
                        cases.iter().find(|(case, _)| *case == number).map_or(default, |(_, target)| target)
                    }
                    end => panic!("{} ends with {end:?}", function.name),
                };
            let passed: Vec<u64> = target.arguments.iter().map(|value| values[value]).collect();
            block = target.block;
            values.extend(function.blocks[block].params.iter().copied().zip(passed));
        }
    }

    fn step(
        &mut self,
        function: &Function,
        operation: &Operation,
        results: &[ValueId],
        values: &HashMap<ValueId, u64>,
    ) -> Vec<u64> {
        let ty = |value: &ValueId| function.values[*value].ty;
        let bytes = |ty: Type| u64::from(ty.bits() / 8);
        let all =
            |arguments: &[ValueId]| -> Vec<u64> { arguments.iter().map(|value| values[value]).collect() };
        vec![match operation {
            Operation::Const(number) => *number,
            Operation::GlobalAddress(global) => (global.index() as u64 + 1) << 32,
            Operation::FunctionAddress(function) => function_address(*function),
            Operation::Alloca { .. } => {
                self.objects += 1;
                self.objects << 32
            }
            Operation::Unary { op, value } => op.evaluate(ty(value), values[value]),
            Operation::Binary { op, lhs, rhs } => {
                op.evaluate(ty(lhs), values[lhs], values[rhs]).expect("no division is an error")
            }
            Operation::Compare { comparison, lhs, rhs } => {
                comparison.evaluate(ty(lhs), values[lhs], values[rhs]).into()
            }
            Operation::FloatCompare { comparison, lhs, rhs } => {
                comparison.evaluate(ty(lhs), values[lhs], values[rhs]).into()
            }
            Operation::Cast { cast, value } => cast.evaluate(ty(value), ty(&results[0]), values[value]),
            Operation::Select { condition, if_true, if_false } => {
                values[if values[condition] == 1 { if_true } else { if_false }]
            }
            Operation::PtrAdd { pointer, offset } => values[pointer].wrapping_add(values[offset]),
            Operation::Load { address, .. } => self.load(values[address], bytes(ty(&results[0]))),
            Operation::Store { value, address, .. } => {
                self.store(values[address], bytes(ty(value)), values[value]);
                return Vec::new();
            }
            Operation::Rmw { kind: RmwKind::Exchange, address, operand, .. } => {
                let old = self.load(values[address], bytes(ty(operand)));
                self.store(values[address], bytes(ty(operand)), values[operand]);
                old
            }
            Operation::Rmw { kind: RmwKind::Fetch(op), address, operand, .. } => {
                let size = bytes(ty(operand));
                let old = self.load(values[address], size);
                let access = AccessSize::ALL.into_iter().find(|access| u64::from(access.bytes()) == size);
                let rmw = porf_entity::RmwOp::Fetch { op: *op, operand: Value(values[operand]) };
                let new = rmw.apply(Value(old), access.expect("a size of memory")).expect("a fetch writes");
                self.store(values[address], size, new.0);
                old
            }
            Operation::Call { function, arguments } => {
                return self.run(&self.module.functions[*function], &all(arguments));
            }
            Operation::CallIndirect { callee, arguments } => {
                let called = self.module.functions.ids().find(|&id| function_address(id) == values[callee]);
                return self
                    .run(&self.module.functions[called.expect("a function's address")], &all(arguments));
            }
            Operation::CallExternal { external, arguments } => {
                let name = self.module.externals[*external].name.clone();
                let arguments = all(arguments);
                if let ("memcpy", &[to, from, size]) = (name.as_str(), &arguments[..]) {
                    for offset in 0..size {
                        let byte = self.load(from + offset, 1);
                        self.store(to + offset, 1, byte);
                    }
                }
                self.calls.push((name, arguments));
                return vec![0; results.len()];
            }
            Operation::CompareExchange { .. }
            | Operation::Fence(_)
            | Operation::Unsupported(_)
            | Operation::Effects
            | Operation::Actions
            | Operation::Redundant { .. }
            | Operation::Cancels { .. }
            | Operation::Assume(_) => panic!("{operation:?} in {}", function.name),
        }]
    }
}

fn function_address(function: FunctionId) -> u64 {
    (1 << 60) + 16 * function.index() as u64
}
