//! The lowering of variables and their initial contents.

use porf_ir as ir;

use super::constant::{Folded, NotFolded};
use super::{Lowered, Place, Program, Unsupported, unsupported};
use crate::ast::{ConstantId, ConstantKind, FloatKind, GlobalKind, Type, TypeId};
use crate::link::LinkError;
use crate::link::symbols::{ModuleId, Symbol, symbol_name};

/// The largest size of a variable.
const MAX_GLOBAL_SIZE: u64 = 1 << 30;

/// The number of bytes of a variable that its initialiser may give, zeros at its end not counted.
const MAX_IMAGE_SIZE: u64 = 1 << 26;

/// The largest alignment that a variable or a stack object may have.
pub(super) const MAX_ALIGN: u64 = 1 << 20;

/// A variable that contains zeros.
pub(super) fn empty(name: String, size: u64, align: u64) -> ir::Global {
    ir::Global {
        name,
        size,
        align,
        init: Vec::new(),
        relocations: Vec::new(),
        constant: false,
        thread_local: false,
        private: false,
    }
}

impl Program<'_> {
    /// Fills in a variable that a module defines.
    pub(super) fn lower_global(&mut self, id: ir::GlobalId, symbol: Symbol) -> Result<(), LinkError> {
        let definition = self.symbols.global(symbol);
        let GlobalKind::Variable(variable) = &definition.kind else {
            unreachable!("only variables get the ids of globals");
        };
        let name = symbol_name(definition).to_owned();
        let file = self.symbols.module(symbol.module).name.to_owned();
        let layout = self.layout(symbol.module, variable.ty);
        let align = variable.align.filter(|align| align.is_power_of_two()).unwrap_or(layout.align);
        let size = match layout.size {
            Some(size) if size <= MAX_GLOBAL_SIZE && align <= MAX_ALIGN => size,
            _ => return Err(LinkError::TooLarge { variable: name, file }),
        };
        let mut image =
            Image { program: self, module: symbol.module, size, bytes: Vec::new(), relocations: Vec::new() };
        if let Some(initializer) = variable.initializer
            && let Err(Unsupported(reason)) = image.write(initializer, 0)
        {
            return Err(LinkError::Initializer { variable: name, file, reason });
        }
        let Image { bytes: mut init, relocations, .. } = image;
        init.truncate(init.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1));
        self.globals[id] = ir::Global {
            init,
            relocations,
            constant: variable.is_constant,
            thread_local: variable.is_thread_local,
            ..empty(name, size, align)
        };
        Ok(())
    }

    /// A constant variable that contains a text.
    pub(super) fn text_global(&mut self, name: &str, text: &str) -> ir::GlobalId {
        let global = ir::Global {
            init: text.as_bytes().to_vec(),
            constant: true,
            ..empty(name.to_owned(), text.len() as u64 + 1, 1)
        };
        self.globals.push(global)
    }
}

/// The initial contents of a variable, while they are built.
struct Image<'p, 'a> {
    program: &'p mut Program<'a>,
    module: ModuleId,
    /// The size of the variable.
    size: u64,
    bytes: Vec<u8>,
    relocations: Vec<(u64, ir::Relocation)>,
}

impl Image<'_, '_> {
    /// Puts a constant at an offset. Constants are nested to a limited depth, so that the recursion
    /// ends.
    fn write(&mut self, id: ConstantId, offset: u64) -> Lowered<()> {
        let module = self.program.symbols.module(self.module).ast;
        let constant = &module.constants[id];
        match &constant.kind {
            ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison | ConstantKind::Null => Ok(()),
            ConstantKind::Bytes(bytes) => self.write_bytes(offset, bytes),
            ConstantKind::Int(bits) => match module.types.resolve(constant.ty).1 {
                &Type::Int(width @ 1..=128) => {
                    self.write_bytes(offset, &bits.to_le_bytes()[..width.div_ceil(8) as usize])
                }
                _ => self.unsupported_type(constant.ty),
            },
            ConstantKind::Float(bits) => match module.types.resolve(constant.ty).1 {
                Type::Float(FloatKind::DoubleDouble) => self.unsupported_type(constant.ty),
                Type::Float(kind) => {
                    self.write_bytes(offset, &bits.to_le_bytes()[..kind.bits() as usize / 8])
                }
                _ => self.unsupported_type(constant.ty),
            },
            ConstantKind::Aggregate(elements) => self.write_elements(constant.ty, elements, offset),
            ConstantKind::Global(_) | ConstantKind::Expression(_) | ConstantKind::BlockAddress { .. } => {
                self.write_folded(id, offset)
            }
            ConstantKind::Unsupported(text) => unsupported(format!("`{text}`")),
        }
    }

    fn unsupported_type<T>(&self, ty: TypeId) -> Lowered<T> {
        let types = &self.program.symbols.module(self.module).ast.types;
        unsupported(format!("a value of type {}", types.display(ty)))
    }

    fn write_elements(&mut self, ty: TypeId, elements: &[ConstantId], offset: u64) -> Lowered<()> {
        let types = &self.program.symbols.module(self.module).ast.types;
        match *types.resolve(ty).1 {
            Type::Struct { .. } => {
                let layout = self.program.layout(self.module, ty);
                for (&element, &start) in elements.iter().zip(&layout.offsets) {
                    self.write(element, offset.saturating_add(start))?;
                }
            }
            Type::Array { element: element_type, .. } | Type::Vector { element: element_type, .. } => {
                let layout = self.program.layout(self.module, element_type);
                let whole_bytes = !matches!(types.resolve(element_type).1, Type::Int(bits) if bits % 8 != 0);
                let Some(stride) = layout.size.filter(|_| whole_bytes) else {
                    return self.unsupported_type(ty);
                };
                let mut start = offset;
                for &element in elements {
                    self.write(element, start)?;
                    start = start.saturating_add(stride);
                }
            }
            _ => return self.unsupported_type(ty),
        }
        Ok(())
    }

    fn write_folded(&mut self, id: ConstantId, offset: u64) -> Lowered<()> {
        let ty = self.program.symbols.module(self.module).ast.constants[id].ty;
        let bytes = match *self.program.layout(self.module, ty).leaves {
            [leaf] => leaf.ty.bits().div_ceil(8) as usize,
            _ => return self.unsupported_type(ty),
        };
        let (place, addend) = match self.program.fold(self.module, id) {
            Ok(Folded::Bits(bits)) => return self.write_bytes(offset, &bits.to_le_bytes()[..bytes]),
            Ok(Folded::Address(place, addend)) => (place, addend),
            Err(NotFolded::Placement) => return unsupported("it depends on where things are in memory"),
            Err(NotFolded::Unsupported(unsupported)) => return Err(unsupported),
        };
        let relocation = match place {
            Place::Global(global) if self.program.globals[global].thread_local => {
                return unsupported("it is the address of a thread-local variable");
            }
            Place::Global(global) => ir::Relocation::Global { global, addend },
            Place::Function(function) if addend == 0 => ir::Relocation::Function(function),
            Place::External(mention) if addend == 0 => {
                ir::Relocation::Function(self.program.forwarder_id(mention)?)
            }
            Place::Function(_) | Place::External(_) => {
                return unsupported("it is an address inside a function");
            }
        };
        let last = self.relocations.last().map(|&(last, _)| last);
        if offset.checked_add(8).is_none_or(|end| end > self.size)
            || last.is_some_and(|last| last + 8 > offset)
        {
            return unsupported("it does not fit into the variable");
        }
        self.relocations.push((offset, relocation));
        Ok(())
    }

    fn write_bytes(&mut self, offset: u64, bytes: &[u8]) -> Lowered<()> {
        let Some(end) = offset.checked_add(bytes.len() as u64).filter(|&end| end <= self.size) else {
            return unsupported("it does not fit into the variable");
        };
        if bytes.iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        if end > MAX_IMAGE_SIZE {
            return unsupported("it is too long");
        }
        if self.bytes.len() < end as usize {
            self.bytes.resize(end as usize, 0);
        }
        self.bytes[offset as usize..end as usize].copy_from_slice(bytes);
        Ok(())
    }
}
