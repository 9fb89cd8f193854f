//! Splits objects into their fields.

use porf_entity::{PrimaryMap, ReadOrdering, SourcePosition, WriteOrdering};
use porf_ir::{
    Cast, Function, Global, GlobalId, Instruction, Operation, Relocation, Type, ValueData, ValueId,
};

use super::{Base, Field, Objects, Place, Source, Transfer};
use crate::simplifications::edit::{define, new_value};

/// The contents of a field that is set from constant memory.
#[derive(Clone, Copy)]
pub(super) enum ConstantBytes {
    Number(u64),
    Address(Relocation),
}

/// The contents of a piece of constant memory, unless they are a part of an address.
pub(super) fn constant_bytes(global: &Global, offset: u64, bytes: u64) -> Option<ConstantBytes> {
    let end = offset + bytes;
    for &(at, relocation) in &global.relocations {
        if at == offset && bytes == 8 {
            return Some(ConstantBytes::Address(relocation));
        }
        if at < end && at + 8 > offset {
            return None;
        }
    }
    let byte = |at: u64| usize::try_from(at).ok().and_then(|at| global.init.get(at)).copied().unwrap_or(0);
    let number = (offset..end).rev().fold(0, |number, at| number << 8 | u64::from(byte(at)));
    Some(ConstantBytes::Number(number))
}

pub(super) fn run(function: &mut Function, globals: &PrimaryMap<GlobalId, Global>, objects: &Objects) {
    // By object that is split, the addresses of its fields.
    let addresses: Vec<Vec<ValueId>> = objects
        .all
        .iter()
        .map(|object| {
            let fields = object.fields.iter().filter(|_| object.is_split());
            fields.map(|_| new_value(&mut function.values, Type::Ptr)).collect()
        })
        .collect();
    let mut transfers = objects.transfers.iter().peekable();
    for id in function.blocks.ids() {
        let instructions = std::mem::take(&mut function.blocks[id].instructions);
        let mut rewriter = Rewriter {
            values: &mut function.values,
            globals,
            objects,
            addresses: &addresses,
            output: Vec::with_capacity(instructions.len()),
            position: SourcePosition::UNKNOWN,
        };
        for (index, instruction) in instructions.into_iter().enumerate() {
            rewriter.position = instruction.position;
            match transfers.next_if(|transfer| (transfer.block, transfer.index) == (id, index)) {
                Some(transfer) if objects.all[transfer.to.object].is_split() => rewriter.transfer(transfer),
                _ => rewriter.instruction(instruction),
            }
        }
        let output = rewriter.output;
        function.blocks[id].instructions = output;
    }
}

struct Rewriter<'a> {
    values: &'a mut PrimaryMap<ValueId, ValueData>,
    globals: &'a PrimaryMap<GlobalId, Global>,
    objects: &'a Objects,
    addresses: &'a [Vec<ValueId>],
    output: Vec<Instruction>,
    position: SourcePosition,
}

impl Rewriter<'_> {
    fn append(&mut self, ty: Type, operation: Operation) -> ValueId {
        let (result, instruction) = define(self.values, ty, operation, self.position);
        self.output.push(instruction);
        result
    }

    fn instruction(&mut self, mut instruction: Instruction) {
        match &mut instruction.operation {
            Operation::Alloca { align, .. } => {
                if let Some(object) = self.split_object(instruction.results[0]) {
                    return self.begin(object, *align);
                }
            }
            // Only accesses and transfers used these addresses, and they no longer do.
            Operation::PtrAdd { pointer, .. } if self.split_object(*pointer).is_some() => return,
            Operation::Load { address, .. } => {
                *address = self.field_address(*address, instruction.results[0]);
            }
            Operation::Store { address, value, .. } => *address = self.field_address(*address, *value),
            _ => {}
        }
        self.output.push(instruction);
    }

    /// The object that a value points into, if it is split.
    fn split_object(&self, value: ValueId) -> Option<usize> {
        match self.objects.pointers[value]?.base {
            Base::Object(object) => self.objects.all[object].is_split().then_some(object),
            Base::Constant(_) => None,
        }
    }

    fn begin(&mut self, object: usize, align: u64) {
        for (field, &address) in self.objects.all[object].fields.iter().zip(&self.addresses[object]) {
            let size = self.append(Type::I64, Operation::Const(field.bytes));
            let align = align.min(field.bytes);
            let operation = Operation::Alloca { size, align, private: false };
            self.output.push(Instruction { operation, results: vec![address], position: self.position });
        }
    }

    /// The address of the field that an access goes to; the address of the access itself if its
    /// object is not split.
    fn field_address(&self, address: ValueId, value: ValueId) -> ValueId {
        let field = self.objects.field(address, self.values[value].ty);
        field.and_then(|(object, field)| self.addresses[object].get(field).copied()).unwrap_or(address)
    }

    fn transfer(&mut self, transfer: &Transfer) {
        let &Transfer { to, from, bytes, .. } = transfer;
        let objects = self.objects;
        for (index, field) in objects.all[to.object].fields_in(to.offset, bytes) {
            let value = self.transferred(from, field, field.offset - to.offset);
            let address = self.addresses[to.object][index];
            let operation =
                Operation::Store { value, address, ordering: WriteOrdering::NonAtomic, provisional: false };
            self.output.push(Instruction { operation, results: Vec::new(), position: self.position });
        }
    }

    /// The value that a field gets at this distance from the beginning of the transfer.
    fn transferred(&mut self, from: Source, field: Field, distance: u64) -> ValueId {
        match from {
            Source::Fill(byte) => {
                let bits = u64::from_ne_bytes([byte; 8]) & field.ty.mask();
                self.append(field.ty, Operation::Const(bits))
            }
            Source::Object(Place { object, offset }) => {
                let offset = offset + distance;
                let mut fields = self.objects.all[object].fields.iter();
                let index = fields.position(|other| other.offset == offset).expect("fields were exchanged");
                let address = self.addresses[object][index];
                self.append(field.ty, Operation::Load { address, ordering: ReadOrdering::NonAtomic })
            }
            Source::Constant { global, offset } => {
                match constant_bytes(&self.globals[global], offset + distance, field.bytes) {
                    Some(ConstantBytes::Address(relocation)) => self.address(relocation, field.ty),
                    Some(ConstantBytes::Number(bits)) => self.append(field.ty, Operation::Const(bits)),
                    None => unreachable!("objects with such fields are not split"),
                }
            }
        }
    }

    fn address(&mut self, relocation: Relocation, ty: Type) -> ValueId {
        let pointer = match relocation {
            Relocation::Function(function) => self.append(Type::Ptr, Operation::FunctionAddress(function)),
            Relocation::Global { global, addend } => {
                let base = self.append(Type::Ptr, Operation::GlobalAddress(global));
                let offset = self.append(Type::I64, Operation::Const(addend as u64));
                self.append(Type::Ptr, Operation::PtrAdd { pointer: base, offset })
            }
        };
        match ty {
            Type::Ptr => pointer,
            _ => self.append(ty, Operation::Cast { cast: Cast::PtrToInt, value: pointer }),
        }
    }
}
