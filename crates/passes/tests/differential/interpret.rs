//! Runs one thread of a module: the plain meaning of the operations.

use porf_entity::{AccessSize, EntityId, RmwOp, SecondaryMap, SourcePosition, Value};
use porf_ir::{
    FunctionId, GlobalId, Instruction, Module, Operation, Relocation, RmwKind, Target, TerminatorKind, Type,
    ValueId,
};

/// What others can see, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Visible {
    Read { global: usize, offset: u64, value: u64 },
    Write { global: usize, offset: u64, value: u64 },
    Call { name: String, arguments: Vec<u64> },
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Returned(Vec<u64>),
    Error(&'static str, SourcePosition),
    Blocked,
    /// There is nothing left to read.
    Exhausted,
    Spins,
}

impl End {
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Returned(_) => "returned",
            Self::Error(kind, _) => kind,
            Self::Blocked => "blocked",
            Self::Exhausted => "exhausted",
            Self::Spins => "spins",
        }
    }
}

/// Runs the first function with as many of the arguments as it takes. Other threads write all the time: reads of memory
/// that they can write give the next of `read`.
pub(crate) fn interpret(module: &Module, arguments: [u64; 2], read: &[u64]) -> (End, Vec<Visible>) {
    let mut machine =
        Machine { module, objects: Vec::new(), visible: Vec::new(), effects: 0, read: read.iter() };
    for global in module.globals.values() {
        let mut bytes = vec![Some(0); global.size as usize];
        for (byte, &init) in bytes.iter_mut().zip(&global.init) {
            *byte = Some(init);
        }
        for &(offset, relocation) in &global.relocations {
            let Relocation::Global { global, addend } = relocation else { panic!("no functions in memory") };
            let address = address_of(global).wrapping_add(addend as u64);
            for (at, byte) in address.to_le_bytes().into_iter().enumerate() {
                bytes[offset as usize + at] = Some(byte);
            }
        }
        machine.objects.push(bytes);
    }
    let end = match machine.call(FunctionId::from_index(0), &arguments) {
        Ok(values) => End::Returned(values),
        Err(end) => end,
    };
    (end, machine.visible)
}

/// What is wrong where nothing is left to read.
const EXHAUSTED: &str = "exhausted";

fn address_of(global: GlobalId) -> u64 {
    (global.index() as u64 + 1) << 32
}

struct Machine<'a> {
    module: &'a Module,
    /// All objects, globals first. An address is the number of an object, counted from 1, and an offset in 32 bits.
    objects: Vec<Vec<Option<u8>>>,
    visible: Vec<Visible>,
    /// How many writes, allocations and calls of externals there have been.
    effects: u64,
    /// What is read from now on.
    read: std::slice::Iter<'a, u64>,
}

impl Machine<'_> {
    fn call(&mut self, function: FunctionId, arguments: &[u64]) -> Result<Vec<u64>, End> {
        let code = &self.module.functions[function];
        let mut values: SecondaryMap<ValueId, u64> = SecondaryMap::with_default(0);
        for (&param, &argument) in code.params.iter().zip(arguments) {
            values[param] = argument & code.values[param].ty.mask();
        }
        let mut block = code.blocks.ids().next().expect("an entry");
        loop {
            for instruction in &code.blocks[block].instructions {
                let types = |value: ValueId| code.values[value].ty;
                let results = self.instruction(instruction, &values, &types)?;
                assert_eq!(results.len(), instruction.results.len());
                for (&result, value) in instruction.results.iter().zip(results) {
                    values[result] = value;
                }
            }
            let terminator = &code.blocks[block].terminator;
            let target: &Target =
                match &terminator.kind {
                    TerminatorKind::Jump(target) => target,
                    TerminatorKind::Branch { condition, then_target, else_target } => {
                        if values[*condition] == 1 { then_target } else { else_target }
                    }
                    TerminatorKind::Switch { value, cases, default } => {
                        let case = cases.iter().find(|&&(case, _)| case == values[*value]);
                        case.map_or(default, |(_, target)| target)
                    }
                    TerminatorKind::Return(results) => {
                        return Ok(results.iter().map(|&result| values[result]).collect());
                    }
                    TerminatorKind::Fail(_) => return Err(End::Error("assertion", terminator.position)),
                    TerminatorKind::LoopBound => panic!("no loop of these programs is that long"),
                    TerminatorKind::Spin { .. } => return Err(End::Spins),
                };
            let passed: Vec<u64> = target.arguments.iter().map(|&argument| values[argument]).collect();
            block = target.block;
            for (&param, value) in code.blocks[block].params.iter().zip(passed) {
                values[param] = value;
            }
        }
    }

    fn instruction(
        &mut self,
        instruction: &Instruction,
        values: &SecondaryMap<ValueId, u64>,
        ty: &dyn Fn(ValueId) -> Type,
    ) -> Result<Vec<u64>, End> {
        let error = |kind| End::Error(kind, instruction.position);
        let as_end = |kind| if kind == EXHAUSTED { End::Exhausted } else { error(kind) };
        let size = |value: ValueId| ty(value).access_size().expect("memory can hold it");
        let result = match &instruction.operation {
            Operation::Const(bits) => *bits,
            Operation::GlobalAddress(global) => address_of(*global),
            Operation::Alloca { size, .. } => {
                self.effects += 1;
                self.objects.push(vec![None; values[*size] as usize]);
                (self.objects.len() as u64) << 32
            }
            Operation::Unary { op, value } => op.evaluate(ty(*value), values[*value]),
            Operation::Binary { op, lhs, rhs } => {
                let (lhs, rhs, ty) = (values[*lhs], values[*rhs], ty(*lhs));
                if op.overflows_signed(ty, lhs, rhs) {
                    return Err(error("overflow"));
                }
                op.evaluate(ty, lhs, rhs).ok_or(error("division"))?
            }
            Operation::Compare { comparison, lhs, rhs } => {
                comparison.evaluate(ty(*lhs), values[*lhs], values[*rhs]).into()
            }
            Operation::Cast { cast, value } => {
                cast.evaluate(ty(*value), ty(instruction.results[0]), values[*value])
            }
            Operation::Select { condition, if_true, if_false } => {
                values[if values[*condition] == 1 { *if_true } else { *if_false }]
            }
            Operation::PtrAdd { pointer, offset } => values[*pointer].wrapping_add(values[*offset]),
            Operation::Load { address, .. } => {
                self.read(values[*address], size(instruction.results[0])).map_err(as_end)?
            }
            Operation::Store { value, address, provisional, .. } => {
                self.write(values[*address], size(*value), values[*value]).map_err(error)?;
                // Others look at what they can reach.
                self.effects += u64::from(*provisional && self.shared(values[*address]).is_some());
                return Ok(vec![]);
            }
            Operation::Rmw { kind: RmwKind::Fetch(op), address, operand, .. } => {
                let (address, size) = (values[*address], size(*operand));
                let old = self.read(address, size).map_err(as_end)?;
                let new = RmwOp::Fetch { op: *op, operand: Value(values[*operand]) }.apply(Value(old), size);
                self.write(address, size, new.map_or(old, |new| new.0)).map_err(error)?;
                old
            }
            Operation::CompareExchange { address, expected, desired, .. } => {
                let (address, size) = (values[*address], size(*expected));
                let old = self.read(address, size).map_err(as_end)?;
                let succeeds = old == values[*expected];
                if succeeds {
                    self.write(address, size, values[*desired]).map_err(error)?;
                }
                return Ok(vec![old, succeeds.into()]);
            }
            Operation::Fence(_) | Operation::Redundant { .. } => return Ok(vec![]),
            Operation::Call { function, arguments } => {
                let arguments: Vec<u64> = arguments.iter().map(|&argument| values[argument]).collect();
                return self.call(*function, &arguments);
            }
            Operation::CallExternal { external, arguments } => {
                let arguments: Vec<u64> = arguments.iter().map(|&argument| values[argument]).collect();
                let name = &self.module.externals[*external].name;
                self.external(name, &arguments).map_err(error)?;
                return Ok(vec![]);
            }
            Operation::Assume(condition) if values[*condition] == 1 => return Ok(vec![]),
            Operation::Assume(_) => return Err(End::Blocked),
            Operation::Effects => self.effects,
            // Nothing but waiting depends on it.
            Operation::Actions => 0,
            // Somebody observes.
            Operation::Cancels { .. } => 0,
            other => panic!("{other:?} is not generated"),
        };
        Ok(vec![result])
    }

    fn external(&mut self, name: &str, arguments: &[u64]) -> Result<(), &'static str> {
        self.effects += 1;
        match (name, arguments) {
            ("memset", &[to, byte, count]) => {
                self.bytes(to, count)?.fill(Some(byte as u8));
            }
            ("memcpy", &[to, from, count]) => {
                // Copying is no reading: what is uninitialised stays so.
                let bytes = self.bytes(from, count)?.to_vec();
                self.bytes(to, count)?.copy_from_slice(&bytes);
            }
            _ => self.visible.push(Visible::Call { name: name.to_owned(), arguments: arguments.to_vec() }),
        }
        Ok(())
    }

    fn bytes(&mut self, address: u64, count: u64) -> Result<&mut [Option<u8>], &'static str> {
        let object = usize::try_from((address >> 32).wrapping_sub(1)).map_err(|_| "out of bounds")?;
        let start = (address & 0xffff_ffff) as usize;
        let bytes = self.objects.get_mut(object).ok_or("out of bounds")?;
        bytes.get_mut(start..start + count as usize).ok_or("out of bounds")
    }

    /// The global that an address is in, if others can see accesses to it, and the offset.
    fn shared(&self, address: u64) -> Option<(usize, u64)> {
        let object = (address >> 32) as usize - 1;
        let global = self.module.globals.get(GlobalId::from_index(object)).filter(|global| !global.constant);
        global.map(|_| (object, address & 0xffff_ffff))
    }

    fn read(&mut self, address: u64, size: AccessSize) -> Result<u64, &'static str> {
        let bytes = self.bytes(address, size.bytes().into())?;
        let value = bytes.iter().rev().try_fold(0, |value, byte| Some(value << 8 | u64::from((*byte)?)));
        let mut value = value.ok_or("uninitialised")?;
        if let Some((global, offset)) = self.shared(address) {
            value = size.wrap(*self.read.next().ok_or(EXHAUSTED)?).0;
            self.visible.push(Visible::Read { global, offset, value });
        }
        Ok(value)
    }

    fn write(&mut self, address: u64, size: AccessSize, value: u64) -> Result<(), &'static str> {
        self.effects += 1;
        let bytes = self.bytes(address, size.bytes().into())?;
        for (byte, new) in bytes.iter_mut().zip(value.to_le_bytes()) {
            *byte = Some(new);
        }
        if let Some((global, offset)) = self.shared(address) {
            self.visible.push(Visible::Write { global, offset, value });
        }
        Ok(())
    }
}
