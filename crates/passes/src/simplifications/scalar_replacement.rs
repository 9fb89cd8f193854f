//! Structs and arrays on the stack become one object for each field.
//!
//! A *field* is a range of bytes of an object that the function reads or writes as one number. An
//! object is split if three conditions hold. Its address is used only for such accesses, at known
//! offsets, and to fill the object or to copy it from or to another such object or from constant
//! memory. No two of its fields overlap. All accesses lie within the object, so that none is an
//! error. Filling and copying become accesses to the fields. Bytes that belong to no field are
//! never read, so they need not exist.
//!
//! Copying uninitialised bytes is no error, but reading them is: an object that is copied while one
//! of its fields may be uninitialised is not split. For the same reason copies to or from memory
//! that other threads may observe stay: those threads observe the accesses of the copy as a whole.

mod collect;
mod rewrite;

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir::{BlockId, Dominators, Function, Global, GlobalId, Instruction, Operation, Type, ValueId};

use crate::analyses::externals::Externals;
use crate::analyses::initialised::{SlotEvent, SlotEvents, read_before_write};
use crate::simplifications::control_flow::remove_unreachable_blocks;

/// Fills and copies of more bytes than this stay, and so do their objects.
const LONGEST_COPY: u64 = 128;

/// Objects of more fields than this stay.
const MOST_FIELDS: usize = 64;

/// Splits all stack objects of the function that can be split.
pub(crate) fn run(function: &mut Function, globals: &PrimaryMap<GlobalId, Global>, externals: &Externals) {
    remove_unreachable_blocks(function);
    let mut objects = collect::run(function, globals, externals);
    if objects.all.iter().all(|object| !object.wanted) {
        return;
    }
    objects.exchange_fields();
    objects.drop_overlapping(globals);
    objects.drop_uninitialised_copies(function);
    objects.drop_what_is_copied_to_dropped();
    if objects.all.iter().any(Object::is_split) {
        rewrite::run(function, globals, &objects);
        function.renumber_values();
    }
}

/// The stack objects of a function.
struct Objects {
    all: Vec<Object>,
    /// The values that point into an object or into constant memory.
    pointers: SecondaryMap<ValueId, Option<Pointer>>,
    transfers: Vec<Transfer>,
}

struct Object {
    bytes: u64,
    /// Whether the object can be split, as far as is known.
    fit: bool,
    /// Whether splitting the object makes a difference.
    wanted: bool,
    /// The fields, in ascending order of their offsets.
    fields: Vec<Field>,
}

impl Object {
    fn is_split(&self) -> bool {
        self.fit && self.wanted
    }

    /// Adds a field, unless it is known. A known field becomes a pointer if it is ever accessed as
    /// one.
    fn add_field(&mut self, field: Field) -> bool {
        let place =
            self.fields.partition_point(|known| (known.offset, known.bytes) < (field.offset, field.bytes));
        match self.fields.get_mut(place) {
            Some(known) if (known.offset, known.bytes) == (field.offset, field.bytes) => {
                let better = field.ty == Type::Ptr && known.ty != Type::Ptr;
                if better {
                    known.ty = Type::Ptr;
                }
                better
            }
            _ => {
                self.fields.insert(place, field);
                self.fit &= self.fields.len() <= MOST_FIELDS;
                true
            }
        }
    }

    /// The fields that lie in a range of bytes, with their indices.
    fn fields_in(&self, start: u64, bytes: u64) -> impl Iterator<Item = (usize, Field)> + '_ {
        let fields = self.fields.iter().copied().enumerate();
        fields.filter(move |(_, field)| field.offset >= start && field.end() <= start + bytes)
    }

    /// Whether a range of bytes cuts a field into two.
    fn cuts_field(&self, start: u64, bytes: u64) -> bool {
        let end = start + bytes;
        self.fields.iter().any(|field| {
            let within = field.offset >= start && field.end() <= end;
            let apart = field.end() <= start || field.offset >= end;
            !within && !apart
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Field {
    offset: u64,
    bytes: u64,
    ty: Type,
}

impl Field {
    fn end(self) -> u64 {
        self.offset + self.bytes
    }
}

/// A known distance from the beginning of an object or of constant memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pointer {
    base: Base,
    offset: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// A stack object, by its index.
    Object(usize),
    /// A constant global.
    Constant(GlobalId),
}

/// Bytes that one instruction sets all at once.
#[derive(Clone, Copy, Debug)]
struct Transfer {
    block: BlockId,
    /// The index of the instruction in the block.
    index: usize,
    to: Place,
    from: Source,
    bytes: u64,
}

/// A byte of a stack object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    object: usize,
    offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// All bytes are this byte.
    Fill(u8),
    Object(Place),
    Constant {
        global: GlobalId,
        offset: u64,
    },
}

impl Objects {
    /// Adds the fields of an object to the objects that it is copied to or from.
    fn exchange_fields(&mut self) {
        let copies: Vec<(Place, Place, u64)> = self
            .transfers
            .iter()
            .filter_map(|transfer| match transfer.from {
                Source::Object(from) => Some((transfer.to, from, transfer.bytes)),
                _ => None,
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &(one, other, bytes) in &copies {
                for (to, from) in [(one, other), (other, one)] {
                    if !self.all[to.object].fit || !self.all[from.object].fit {
                        continue;
                    }
                    let fields: Vec<Field> =
                        self.all[from.object].fields_in(from.offset, bytes).map(|(_, field)| field).collect();
                    for field in fields {
                        let offset = field.offset - from.offset + to.offset;
                        changed |= self.all[to.object].add_field(Field { offset, ..field });
                    }
                }
            }
        }
    }

    /// Drops objects with fields that overlap, or that are set in part only.
    fn drop_overlapping(&mut self, globals: &PrimaryMap<GlobalId, Global>) {
        for object in &mut self.all {
            object.fit &= object.fields.windows(2).all(|pair| pair[0].end() <= pair[1].offset);
        }
        for transfer in &self.transfers {
            let Transfer { to, bytes, .. } = *transfer;
            let mut fit = !self.all[to.object].cuts_field(to.offset, bytes);
            match transfer.from {
                Source::Fill(_) => {}
                Source::Object(from) => {
                    fit &= !self.all[from.object].cuts_field(from.offset, bytes);
                    self.all[from.object].fit &= fit;
                }
                Source::Constant { global, offset } => {
                    let known = |field: Field| {
                        let at = field.offset - to.offset + offset;
                        rewrite::constant_bytes(&globals[global], at, field.bytes).is_some()
                    };
                    fit &= self.all[to.object].fields_in(to.offset, bytes).all(|(_, field)| known(field));
                }
            }
            self.all[to.object].fit &= fit;
        }
    }

    /// Drops objects that are copied to others while some field may be uninitialised.
    fn drop_uninitialised_copies(&mut self, function: &Function) {
        if !self.transfers.iter().any(|transfer| matches!(transfer.from, Source::Object(_))) {
            return;
        }
        let mut first_slot = Vec::with_capacity(self.all.len());
        let mut slots = 0;
        for object in &self.all {
            first_slot.push(slots);
            slots += object.fields.len();
        }
        let events = self.slot_events(function, &first_slot);
        let order = Dominators::new(&function.blocks);
        let dropped = read_before_write(function, order.order(), slots, &events);
        for (object, &first) in self.all.iter_mut().zip(&first_slot) {
            object.fit &= !dropped[first..first + object.fields.len()].contains(&true);
        }
    }

    /// The actions of the function on fields. Only copying a field counts as reading it: a load
    /// stays a load.
    fn slot_events(&self, function: &Function, first_slot: &[usize]) -> SlotEvents {
        let mut events: SlotEvents = SecondaryMap::with_default(Vec::new());
        let mut transfers = self.transfers.iter().peekable();
        for (id, block) in function.blocks.iter() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                if let Some(transfer) = transfers.next_if(|t| (t.block, t.index) == (id, index)) {
                    let slots = |place: Place| {
                        let object = &self.all[place.object];
                        let fields = object.fields_in(place.offset, transfer.bytes);
                        fields.map(move |(field, _)| first_slot[place.object] + field)
                    };
                    if let Source::Object(from) = transfer.from {
                        events[id].extend(slots(from).map(|slot| (slot, SlotEvent::Read)));
                    }
                    events[id].extend(slots(transfer.to).map(|slot| (slot, SlotEvent::Write)));
                } else if let Some(object) = self.begun(instruction) {
                    let fields = 0..self.all[object].fields.len();
                    events[id].extend(fields.map(|field| (first_slot[object] + field, SlotEvent::Begin)));
                } else if let Some((object, field)) = self.stored_field(instruction, function) {
                    events[id].push((first_slot[object] + field, SlotEvent::Write));
                }
            }
        }
        events
    }

    /// The object that an instruction begins.
    fn begun(&self, instruction: &Instruction) -> Option<usize> {
        let Operation::Alloca { .. } = instruction.operation else { return None };
        match self.pointers[*instruction.results.first()?]?.base {
            Base::Object(object) => Some(object),
            Base::Constant(_) => None,
        }
    }

    /// The field that an instruction stores to.
    fn stored_field(&self, instruction: &Instruction, function: &Function) -> Option<(usize, usize)> {
        let Operation::Store { address, value, .. } = instruction.operation else { return None };
        self.field(address, function.values[value].ty)
    }

    /// The field of an object that an access of a type goes to.
    fn field(&self, address: ValueId, ty: Type) -> Option<(usize, usize)> {
        let Pointer { base: Base::Object(object), offset } = self.pointers[address]? else { return None };
        let bytes = u64::from(ty.access_size()?.bytes());
        let mut fields = self.all[object].fields.iter();
        let field = fields.position(|f| i128::from(f.offset) == i128::from(offset) && f.bytes == bytes)?;
        Some((object, field))
    }

    /// Drops objects that are copied to or from a dropped object, which stays in one piece.
    fn drop_what_is_copied_to_dropped(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for transfer in &self.transfers {
                let Source::Object(from) = transfer.from else { continue };
                let both = self.all[transfer.to.object].is_split() && self.all[from.object].is_split();
                for object in [transfer.to.object, from.object] {
                    changed |= self.all[object].fit && !both;
                    self.all[object].fit &= both;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
