//! Sizes, alignments and scalar parts of types, as 64-bit little-endian targets lay them out.
//!
//! porf's values are scalars: integers of up to 64 bits, addresses, `float` and `double`. A value
//! of an aggregate type is the list of its *leaves*, the scalars that it consists of, in order. A
//! type without such a representation (`i128`, vectors, `x86_fp80`, aggregates of very many leaves)
//! has one *foreign* leaf: a stand-in that can be passed around, while every operation on it is
//! unsupported.

use std::rc::Rc;

use porf_entity::EntityId;
use porf_ir as ir;

use crate::ast::{FloatKind, Type, TypeId, Types};

/// The number of leaves that an aggregate may have.
const MAX_LEAVES: usize = 256;

/// The largest size of an object with a layout.
pub(crate) const MAX_SIZE: u64 = 1 << 40;

/// One of the scalars that a value consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// Its type in porf's IR.
    pub(crate) ty: ir::Type,
    /// The offset of its first byte in an object in memory.
    pub(crate) offset: u64,
    /// Whether it is a stand-in for a value without representation.
    pub(crate) foreign: bool,
}

/// The layout of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// The number of bytes of an object, padding at its end included; `None` if there are no such
    /// objects, or too large ones.
    pub(crate) size: Option<u64>,
    /// The alignment of objects.
    pub(crate) align: u64,
    /// The offsets of the members of a structure.
    pub(crate) offsets: Box<[u64]>,
    /// The scalars that a value consists of.
    pub(crate) leaves: Box<[Leaf]>,
}

impl Layout {
    fn scalar(ty: ir::Type, size: u64) -> Self {
        let leaf = Leaf { ty, offset: 0, foreign: false };
        Self { size: Some(size), align: size, offsets: [].into(), leaves: [leaf].into() }
    }

    fn foreign(size: Option<u64>, align: u64) -> Self {
        let size = size.filter(|&size| size <= MAX_SIZE);
        Self { size, align, offsets: [].into(), leaves: [FOREIGN].into() }
    }

    /// Whether values of the type are represented by a stand-in.
    pub(crate) fn is_foreign(&self) -> bool {
        *self.leaves == [FOREIGN]
    }

    /// The types of the leaves.
    pub(crate) fn leaf_types(&self) -> impl Iterator<Item = ir::Type> {
        self.leaves.iter().map(|leaf| leaf.ty)
    }
}

const FOREIGN: Leaf = Leaf { ty: ir::Type::I64, offset: 0, foreign: true };

/// The layouts of the types of one module, each computed once.
pub(crate) struct Layouts<'a> {
    types: &'a Types,
    /// The alignment of integers of more than 64 bits.
    wide_align: u64,
    known: Vec<Option<Rc<Layout>>>,
}

impl<'a> Layouts<'a> {
    /// Layouts by the target's description, or the reason why porf cannot run programs for that
    /// target.
    pub(crate) fn new(types: &'a Types, data_layout: Option<&str>) -> Result<Self, &'static str> {
        let mut wide_align = 8;
        for part in data_layout.unwrap_or_default().split('-') {
            match part.split_once(':') {
                None if part == "E" => return Err("it is compiled for a big-endian target"),
                Some(("p" | "p0", sizes)) if !sizes.starts_with("64:") => {
                    return Err("it is compiled for a target whose pointers do not have 64 bits");
                }
                Some(("i128", sizes)) if sizes.starts_with("128") => wide_align = 16,
                _ => {}
            }
        }
        Ok(Self { types, wide_align, known: vec![None; types.len()] })
    }

    /// The layout of a type. Types are nested to a limited depth, so that the recursion ends.
    pub(crate) fn of(&mut self, id: TypeId) -> Rc<Layout> {
        if let Some(known) = &self.known[id.index()] {
            return Rc::clone(known);
        }
        let layout = Rc::new(self.compute(id));
        self.known[id.index()] = Some(Rc::clone(&layout));
        layout
    }

    fn compute(&mut self, id: TypeId) -> Layout {
        match *self.types.resolve(id).1 {
            Type::Void => Layout { size: None, align: 1, offsets: [].into(), leaves: [].into() },
            Type::Int(bits) => self.integer(bits),
            Type::Float(FloatKind::Single) => Layout::scalar(ir::Type::F32, 4),
            Type::Float(FloatKind::Double) => Layout::scalar(ir::Type::F64, 8),
            Type::Float(kind) => {
                let size = u64::from(kind.bits()).next_power_of_two() / 8;
                Layout::foreign(Some(size), size)
            }
            Type::Pointer { address_space: 0 } => Layout::scalar(ir::Type::Ptr, 8),
            Type::Pointer { .. } => Layout::foreign(Some(8), 8),
            Type::Array { length, element } => self.array(length, element),
            Type::Vector { length, element } => {
                let bits = self.bits(element).saturating_mul(length);
                let size = bits.div_ceil(8).checked_next_power_of_two().filter(|&size| size <= MAX_SIZE);
                Layout::foreign(size, size.unwrap_or(1).max(1))
            }
            Type::Struct { ref fields, packed } => self.structure(fields, packed),
            Type::Named(_)
            | Type::Function { .. }
            | Type::Label
            | Type::Metadata
            | Type::Unknown
            | Type::Unsupported(_) => Layout::foreign(None, 1),
        }
    }

    fn integer(&self, bits: u32) -> Layout {
        match u8::try_from(bits) {
            Ok(width @ 1..=64) => {
                let size = u64::from(bits.div_ceil(8)).next_power_of_two();
                Layout::scalar(ir::Type::Int(width), size)
            }
            _ => {
                let size = u64::from(bits.div_ceil(8)).next_multiple_of(self.wide_align);
                Layout::foreign(Some(size), self.wide_align)
            }
        }
    }

    /// The number of bits of an element of a vector.
    fn bits(&self, id: TypeId) -> u64 {
        match *self.types.resolve(id).1 {
            Type::Int(bits) => bits.into(),
            Type::Float(kind) => kind.bits().into(),
            _ => 64,
        }
    }

    fn array(&mut self, length: u64, element: TypeId) -> Layout {
        let element = self.of(element);
        let size = element.size.and_then(|size| size.checked_mul(length)).filter(|&size| size <= MAX_SIZE);
        let count = usize::try_from(length).ok().and_then(|length| length.checked_mul(element.leaves.len()));
        let (Some(size), Some(stride)) = (size, element.size) else {
            return Layout::foreign(None, element.align);
        };
        if count.is_none_or(|count| count > MAX_LEAVES) {
            return Layout::foreign(Some(size), element.align);
        }
        // The number of elements without leaves may be very large.
        let length = if element.leaves.is_empty() { 0 } else { length };
        let leaves = (0..length).flat_map(|index| {
            element.leaves.iter().map(move |leaf| Leaf { offset: index * stride + leaf.offset, ..*leaf })
        });
        Layout { size: Some(size), align: element.align, offsets: [].into(), leaves: leaves.collect() }
    }

    fn structure(&mut self, fields: &[TypeId], packed: bool) -> Layout {
        let (mut end, mut align) = (0u64, 1);
        let mut offsets = Vec::with_capacity(fields.len());
        let mut leaves = Vec::new();
        for &field in fields {
            let layout = self.of(field);
            let Some(size) = layout.size else { return Layout::foreign(None, 1) };
            if !packed {
                end = end.next_multiple_of(layout.align);
                align = align.max(layout.align);
            }
            if leaves.len() <= MAX_LEAVES {
                leaves.extend(layout.leaves.iter().map(|leaf| Leaf { offset: end + leaf.offset, ..*leaf }));
            }
            offsets.push(end);
            // The size is at most 2^40, and so was the sum.
            end += size;
            if end > MAX_SIZE {
                return Layout::foreign(None, align);
            }
        }
        let size = Some(end.next_multiple_of(align));
        if leaves.len() > MAX_LEAVES {
            return Layout { offsets: offsets.into(), ..Layout::foreign(size, align) };
        }
        Layout { size, align, offsets: offsets.into(), leaves: leaves.into() }
    }

    /// The range of the leaves of a value that belong to the part with these indices, and the type
    /// of the part.
    pub(crate) fn part(&mut self, id: TypeId, indices: &[u32]) -> Option<(std::ops::Range<usize>, TypeId)> {
        let (mut start, mut at) = (0, id);
        for &index in indices {
            let index = index as usize;
            let whole = self.of(at);
            if whole.is_foreign() {
                return None;
            }
            match *self.types.resolve(at).1 {
                Type::Struct { ref fields, .. } => {
                    let field = *fields.get(index)?;
                    for &before in &fields[..index] {
                        start += self.of(before).leaves.len();
                    }
                    at = field;
                }
                Type::Array { length, element } => {
                    if index as u64 >= length {
                        return None;
                    }
                    start += index.checked_mul(self.of(element).leaves.len())?;
                    at = element;
                }
                _ => return None,
            }
        }
        Some((start..start + self.of(at).leaves.len(), at))
    }
}
