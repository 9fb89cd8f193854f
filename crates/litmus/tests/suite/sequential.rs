//! Runs the threads of a test one after the other, each to its end, by the definitions of the
//! instructions: enough to see what a thread computes.

use std::collections::HashMap;

use porf_entity::{AccessSize, EntityId, RmwOp, Value};
use porf_ir::{
    Argument, FailKind, Function, GlobalId, Instruction, Module, Operation, Relocation, RmwKind, Target,
    TerminatorKind, Type, ValueId,
};
use porf_litmus::{LowerOptions, ObservableSource, Test, parse};

/// How a thread ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Returned(Vec<u64>),
    Assertion,
    LoopBound,
    Assume,
    Error,
}

/// What came of a run.
pub(crate) struct Run {
    pub(crate) test: Test,
    pub(crate) ends: Vec<End>,
    memory: Memory,
}

pub(crate) fn parsed(source: &str, unroll: u32) -> Test {
    let test = parse(source, &LowerOptions { unroll })
        .unwrap_or_else(|problem| panic!("{problem}, at `{}`\n{source}", &source[problem.span.clone()]));
    if let Err(errors) = porf_ir::verify(&test.module) {
        panic!("{errors:?}\n{}", test.module);
    }
    test
}

pub(crate) fn run(source: &str, unroll: u32) -> Run {
    let mut test = parsed(source, unroll);
    test.resolve_addresses(address_of);
    let mut memory = Memory::new(&test.module);
    let ends = (test.module.threads.iter())
        .map(|thread| {
            let arguments = thread.arguments.iter().map(|argument| match *argument {
                Argument::Global(global) => address_of(global),
                Argument::Int(number) => number,
            });
            Frame::run(&test.module.functions[thread.function], arguments.collect(), &mut memory)
        })
        .collect();
    Run { test, ends, memory }
}

impl Run {
    /// The final values of the observables. All threads must have returned.
    pub(crate) fn state(&self) -> Vec<Value> {
        let value = |source: &ObservableSource| match *source {
            ObservableSource::Register { thread, result } => match &self.ends[thread.index()] {
                End::Returned(values) => Value(values[result]),
                other => panic!("{thread} ended with {other:?}"),
            },
            ObservableSource::Location { global, offset, size } => {
                Value(self.memory.read(address_of(global) + offset, size))
            }
        };
        self.test.observables.iter().map(|observable| value(&observable.source)).collect()
    }

    pub(crate) fn holds(&self) -> bool {
        self.test.condition.as_ref().expect("the test asks something").proposition.holds(&self.state())
    }

    /// `name=value` for all observables.
    pub(crate) fn shown(&self) -> Vec<String> {
        let name = |address: porf_entity::Address| {
            let global = usize::try_from(address.0 / SPACING).unwrap().checked_sub(1)?;
            Some(self.test.module.globals.get(GlobalId::from_index(global))?.name.clone())
        };
        let shown = |(observable, value): (&porf_litmus::Observable, Value)| {
            format!("{}={}", observable.name, observable.display(value, name))
        };
        self.test.observables.iter().zip(self.state()).map(shown).collect()
    }
}

const SPACING: u64 = 0x1_0000_0000;

fn address_of(global: GlobalId) -> u64 {
    // Beyond 32 bits, so that cut addresses are observed.
    SPACING * (global.index() as u64 + 1)
}

struct Memory(HashMap<u64, u8>);

impl Memory {
    fn new(module: &Module) -> Self {
        let mut bytes = HashMap::new();
        for (id, global) in module.globals.iter() {
            let base = address_of(id);
            bytes.extend((0..global.size).map(|offset| (base + offset, 0)));
            bytes.extend((base..).zip(global.init.iter().copied()));
            for &(offset, relocation) in &global.relocations {
                let Relocation::Global { global, addend: 0 } = relocation else {
                    panic!("litmus tests take the address of whole variables only")
                };
                bytes.extend((base + offset..).zip(address_of(global).to_le_bytes()));
            }
        }
        Self(bytes)
    }

    fn read(&self, address: u64, size: AccessSize) -> u64 {
        let byte = |offset| u64::from(self.0[&(address + u64::from(offset))]) << (8 * offset);
        (0..size.bytes()).map(byte).sum()
    }

    fn write(&mut self, address: u64, size: AccessSize, value: u64) {
        for offset in 0..size.bytes() {
            let byte = self.0.get_mut(&(address + u64::from(offset))).expect("within a variable");
            *byte = value.to_le_bytes()[offset as usize];
        }
    }
}

struct Frame<'f> {
    function: &'f Function,
    values: HashMap<ValueId, u64>,
}

impl<'f> Frame<'f> {
    fn run(function: &'f Function, arguments: Vec<u64>, memory: &mut Memory) -> End {
        let values = function.params.iter().copied().zip(arguments).collect();
        let mut frame = Frame { function, values };
        let mut block = function.blocks.ids().next().expect("an entry");
        loop {
            for instruction in &function.blocks[block].instructions {
                if let Err(end) = frame.step(instruction, memory) {
                    return end;
                }
            }
            let target = match &function.blocks[block].terminator.kind {
                TerminatorKind::Jump(target) => target,
                TerminatorKind::Branch { condition, then_target, else_target } => {
                    if frame.values[condition] == 1 { then_target } else { else_target }
                }
                TerminatorKind::Return(values) => {
                    return End::Returned(values.iter().map(|value| frame.values[value]).collect());
                }
                TerminatorKind::Fail(FailKind::Assertion) => return End::Assertion,
                TerminatorKind::LoopBound => return End::LoopBound,
                TerminatorKind::Spin { .. } => panic!("the front end makes no such loops"),
                other => panic!("no litmus test has {other:?}"),
            };
            frame.pass(target);
            block = target.block;
        }
    }

    /// All arguments are read before any parameter is written.
    fn pass(&mut self, target: &Target) {
        let arguments: Vec<u64> = target.arguments.iter().map(|value| self.values[value]).collect();
        self.values.extend(self.function.blocks[target.block].params.iter().copied().zip(arguments));
    }

    fn ty(&self, value: ValueId) -> Type {
        self.function.values[value].ty
    }

    fn step(&mut self, instruction: &Instruction, memory: &mut Memory) -> Result<(), End> {
        let value = |id: &ValueId| self.values[id];
        let result_type = instruction.results.first().map(|&result| self.ty(result));
        let size = |ty: Type| ty.access_size().expect("memory can hold it");
        let mut update = |address: &ValueId, operand: ValueId, op: RmwOp| {
            let size = size(self.ty(operand));
            let old = Value(memory.read(value(address), size));
            if let Some(new) = op.apply(old, size) {
                memory.write(value(address), size, new.0);
            }
            old.0
        };
        let results = match &instruction.operation {
            Operation::Const(bits) => vec![*bits],
            Operation::GlobalAddress(global) => vec![address_of(*global)],
            Operation::Binary { op, lhs, rhs } => {
                vec![op.evaluate(self.ty(*lhs), value(lhs), value(rhs)).ok_or(End::Error)?]
            }
            Operation::Compare { comparison, lhs, rhs } => {
                vec![u64::from(comparison.evaluate(self.ty(*lhs), value(lhs), value(rhs)))]
            }
            Operation::Cast { cast, value: from } => {
                let to = result_type.expect("a cast has a result");
                vec![cast.evaluate(self.ty(*from), to, value(from))]
            }
            Operation::Select { condition, if_true, if_false } => {
                vec![value(if value(condition) == 1 { if_true } else { if_false })]
            }
            Operation::PtrAdd { pointer, offset } => vec![value(pointer).wrapping_add(value(offset))],
            Operation::Load { address, .. } => {
                vec![memory.read(value(address), size(result_type.expect("a load has a result")))]
            }
            Operation::Store { value: stored, address, .. } => {
                memory.write(value(address), size(self.ty(*stored)), value(stored));
                vec![]
            }
            Operation::Rmw { kind, address, operand, .. } => {
                let new = Value(value(operand));
                let op = match *kind {
                    RmwKind::Exchange => RmwOp::Exchange(new),
                    RmwKind::Fetch(op) => RmwOp::Fetch { op, operand: new },
                };
                vec![update(address, *operand, op)]
            }
            Operation::CompareExchange { address, expected, desired, failure, weak, .. } => {
                let wanted = Value(value(expected));
                let desired = Value(value(desired));
                let (failure, weak) = (*failure, *weak);
                let old = update(
                    address,
                    *expected,
                    RmwOp::CompareExchange { expected: wanted, desired, failure, weak },
                );
                vec![old, u64::from(old == wanted.0)]
            }
            Operation::Fence(_) => vec![],
            Operation::Assume(condition) if value(condition) == 1 => vec![],
            Operation::Assume(_) => return Err(End::Assume),
            Operation::FunctionAddress(_)
            | Operation::Alloca { .. }
            | Operation::Unary { .. }
            | Operation::FloatCompare { .. }
            | Operation::Call { .. }
            | Operation::CallIndirect { .. }
            | Operation::CallExternal { .. }
            | Operation::Effects
            | Operation::Actions
            | Operation::Redundant { .. }
            | Operation::Cancels { .. }
            | Operation::Unsupported(_) => panic!("no litmus test calls or computes with such numbers"),
        };
        self.values.extend(instruction.results.iter().copied().zip(results));
        Ok(())
    }
}
