//! Finds the stack objects of a function, and all uses of their addresses.

use porf_entity::{PrimaryMap, ReadOrdering, SecondaryMap, WriteOrdering};
use porf_ir::intrinsics::PointerUse;
use porf_ir::{BlockId, Dominators, Function, Global, GlobalId, Instruction, Operation, Type, ValueId};

use super::{Base, Field, LONGEST_COPY, Object, Objects, Place, Pointer, Source, Transfer};
use crate::analyses::externals::Externals;
use crate::analyses::function_facts::{Constants, constants};
use crate::analyses::needed_values::REMOVABLE_BYTES;

pub(super) fn run(
    function: &Function,
    globals: &PrimaryMap<GlobalId, Global>,
    externals: &Externals,
) -> Objects {
    let mut collector = Collector {
        function,
        globals,
        externals,
        constants: constants(function),
        objects: Objects {
            all: Vec::new(),
            pointers: SecondaryMap::with_default(None),
            transfers: Vec::new(),
        },
    };
    // In this order, pointers are known before the values computed from them.
    for &block in Dominators::new(&function.blocks).order() {
        for instruction in &function.blocks[block].instructions {
            collector.define(instruction);
        }
    }
    for (id, block) in function.blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            collector.instruction(id, index, instruction);
        }
        block.terminator.kind.for_each_operand(|&operand| collector.drop(operand));
    }
    collector.objects
}

struct Collector<'a> {
    function: &'a Function,
    globals: &'a PrimaryMap<GlobalId, Global>,
    externals: &'a Externals,
    constants: Constants,
    objects: Objects,
}

impl Collector<'_> {
    /// Records the objects that the results point to.
    fn define(&mut self, instruction: &Instruction) {
        let &[result] = &instruction.results[..] else { return };
        self.objects.pointers[result] = match instruction.operation {
            Operation::Alloca { size, .. } => self.constants[size].map(|bytes| {
                let fit = bytes <= REMOVABLE_BYTES;
                let object = Object { bytes, fit, wanted: false, fields: Vec::new() };
                self.objects.all.push(object);
                Pointer { base: Base::Object(self.objects.all.len() - 1), offset: 0 }
            }),
            Operation::GlobalAddress(global) if self.globals[global].constant => {
                Some(Pointer { base: Base::Constant(global), offset: 0 })
            }
            Operation::PtrAdd { pointer, offset } => self.moved(pointer, offset),
            _ => None,
        };
    }

    fn moved(&self, pointer: ValueId, offset: ValueId) -> Option<Pointer> {
        let pointer = self.objects.pointers[pointer]?;
        let offset = pointer.offset.checked_add(self.constants[offset]? as i64)?;
        Some(Pointer { offset, ..pointer })
    }

    fn object(&self, value: ValueId) -> Option<usize> {
        match self.objects.pointers[value]?.base {
            Base::Object(object) => Some(object),
            Base::Constant(_) => None,
        }
    }

    /// Drops the object of a value, because this use of the value needs the object in one piece.
    fn drop(&mut self, value: ValueId) {
        if let Some(object) = self.object(value) {
            self.objects.all[object].fit = false;
        }
    }

    fn instruction(&mut self, block: BlockId, index: usize, instruction: &Instruction) {
        match instruction.operation {
            Operation::Load { address, ordering: ReadOrdering::NonAtomic } => {
                self.access(address, instruction.results[0]);
            }
            Operation::Store { value, address, ordering: WriteOrdering::NonAtomic, .. } => {
                self.drop(value);
                self.access(address, value);
            }
            Operation::PtrAdd { pointer, .. } => match self.object(pointer) {
                Some(object) if self.objects.pointers[instruction.results[0]].is_some() => {
                    self.objects.all[object].wanted = true;
                }
                _ => self.drop(pointer),
            },
            Operation::CallExternal { external, ref arguments } if instruction.results.is_empty() => {
                let kind = self.externals.pointers(external);
                if let Some(transfer) = self.transfer(kind, arguments, block, index) {
                    for place in transfer.places() {
                        self.objects.all[place.object].wanted = true;
                    }
                    self.objects.transfers.push(transfer);
                } else {
                    arguments.iter().for_each(|&argument| self.drop(argument));
                }
            }
            ref operation => operation.for_each_operand(|&operand| self.drop(operand)),
        }
    }

    fn access(&mut self, address: ValueId, value: ValueId) {
        let Some(Pointer { base: Base::Object(object), offset }) = self.objects.pointers[address] else {
            return;
        };
        let ty = self.function.values[value].ty;
        let field = ty.access_size().and_then(|size| {
            let bytes = u64::from(size.bytes());
            let ty = if ty == Type::Ptr { ty } else { Type::Int(size.bits() as u8) };
            Some(Field { offset: self.within(object, offset, bytes)?, bytes, ty })
        });
        match field {
            Some(field) => {
                self.objects.all[object].add_field(field);
            }
            None => self.objects.all[object].fit = false,
        }
    }

    /// The offset, if so many bytes from there on are bytes of the object.
    fn within(&self, object: usize, offset: i64, bytes: u64) -> Option<u64> {
        let offset = u64::try_from(offset).ok()?;
        (offset.checked_add(bytes)? <= self.objects.all[object].bytes).then_some(offset)
    }

    fn place(&self, address: ValueId, bytes: u64) -> Option<Place> {
        let Pointer { base: Base::Object(object), offset } = self.objects.pointers[address]? else {
            return None;
        };
        Some(Place { object, offset: self.within(object, offset, bytes)? })
    }

    /// The transfer that a call of an external makes, if it is known and concerns objects of this
    /// function only.
    fn transfer(
        &self,
        kind: PointerUse,
        arguments: &[ValueId],
        block: BlockId,
        index: usize,
    ) -> Option<Transfer> {
        let &[to, second, length] = arguments else { return None };
        let bytes = self.constants[length].filter(|&bytes| bytes <= LONGEST_COPY)?;
        let to = self.place(to, bytes)?;
        let from = match kind {
            PointerUse::Fill => Source::Fill(self.constants[second]? as u8),
            PointerUse::Copy => match self.objects.pointers[second]? {
                Pointer { base: Base::Constant(global), offset } => {
                    let offset = u64::try_from(offset).ok()?;
                    let end = offset.checked_add(bytes)?;
                    Source::Constant { global, offset: (end <= self.globals[global].size).then_some(offset)? }
                }
                Pointer { base: Base::Object(_), .. } => {
                    // Copies within one object are not split: the order of their bytes would
                    // matter.
                    let from = self.place(second, bytes).filter(|from| from.object != to.object)?;
                    Source::Object(from)
                }
            },
            _ => return None,
        };
        Some(Transfer { block, index, to, from, bytes })
    }
}

impl Transfer {
    /// The places in stack objects that the transfer concerns.
    fn places(&self) -> impl Iterator<Item = Place> {
        let from = match self.from {
            Source::Object(from) => Some(from),
            Source::Fill(_) | Source::Constant { .. } => None,
        };
        [Some(self.to), from].into_iter().flatten()
    }
}
