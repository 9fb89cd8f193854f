//! Types, interned.

use std::fmt;

use porf_entity::{PrimaryMap, entity_id};
use rustc_hash::FxHashMap;

entity_id! {
    /// An interned type: equal types have equal ids.
    pub struct TypeId, "type"
}

entity_id! {
    /// A type with a name.
    pub struct NamedTypeId, "%"
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of so many bits, signed or not as the operation takes it; up to 2^23 bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// An address, in address space 0 or another one.
    Pointer {
        /// The address space; 0 is memory as C knows it.
        address_space: u32,
    },
    /// So many elements one after the other.
    Array {
        /// The number of elements.
        length: u64,
        /// The type of the elements.
        element: TypeId,
    },
    /// A vector of fixed length.
    Vector {
        /// The number of elements.
        length: u64,
        /// The type of the elements.
        element: TypeId,
    },
    /// A structure.
    Struct {
        /// The types of its members.
        fields: Box<[TypeId]>,
        /// Whether there is no padding between them.
        packed: bool,
    },
    /// A type with a name, see [`Types::named`].
    Named(NamedTypeId),
    /// A function.
    Function {
        /// The type of its result.
        result: TypeId,
        /// The types of its parameters.
        parameters: Box<[TypeId]>,
        /// Whether more arguments may follow.
        variadic: bool,
    },
    /// The type of a block's label.
    Label,
    /// The type of metadata as an argument.
    Metadata,
    /// The type of a result of an instruction that was not understood.
    Unknown,
    /// A type that is not understood (tokens, scalable vectors, target types), as it is written.
    Unsupported(Box<str>),
}

/// The formats of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    /// IEEE, 16 bits: `half`.
    Half,
    /// The upper half of a `float`: `bfloat`.
    BFloat,
    /// IEEE, 32 bits: `float`.
    Single,
    /// IEEE, 64 bits: `double`.
    Double,
    /// The x87 format of 80 bits: `x86_fp80`.
    X87,
    /// IEEE, 128 bits: `fp128`.
    Quad,
    /// A pair of doubles: `ppc_fp128`.
    DoubleDouble,
}

impl FloatKind {
    /// The number of bits of the format, padding in memory not counted.
    pub fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad | Self::DoubleDouble => 128,
        }
    }

    /// The word for the type in IR text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::BFloat => "bfloat",
            Self::Single => "float",
            Self::Double => "double",
            Self::X87 => "x86_fp80",
            Self::Quad => "fp128",
            Self::DoubleDouble => "ppc_fp128",
        }
    }
}

/// A type with a name.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// The name without `%`, quotes and escapes, such as `struct.node`.
    pub name: Box<str>,
    /// Its definition; `None` if it is opaque.
    pub definition: Option<TypeId>,
}

/// The types of a module.
#[derive(Clone, Debug)]
pub struct Types {
    types: PrimaryMap<TypeId, Type>,
    ids: FxHashMap<Type, TypeId>,
    /// The types with names.
    pub named: PrimaryMap<NamedTypeId, NamedType>,
}

impl Default for Types {
    fn default() -> Self {
        Self { types: PrimaryMap::new(), ids: FxHashMap::default(), named: PrimaryMap::new() }
    }
}

impl Types {
    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type with this id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// The type behind an id, names seen through; an opaque type stays named.
    pub fn resolve(&self, id: TypeId) -> (TypeId, &Type) {
        let mut id = id;
        // Named types do not contain themselves; the bound is for tables that are still being
        // built.
        for _ in 0..super::MAX_DEPTH {
            match &self.types[id] {
                Type::Named(named) => match self.named[*named].definition {
                    Some(definition) => id = definition,
                    None => break,
                },
                _ => break,
            }
        }
        (id, &self.types[id])
    }

    /// The number of types; their ids are `0..len`.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there are no types.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// All types with their ids.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (TypeId, &Type)> + ExactSizeIterator {
        self.types.iter()
    }

    /// The type as IR text, for messages.
    pub fn display(&self, id: TypeId) -> impl fmt::Display {
        DisplayType { types: self, id }
    }
}

struct DisplayType<'a> {
    types: &'a Types,
    id: TypeId,
}

impl fmt::Display for DisplayType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.types;
        let list = |f: &mut fmt::Formatter<'_>, elements: &[TypeId]| {
            elements.iter().enumerate().try_for_each(|(index, &id)| {
                write!(f, "{}{}", if index == 0 { "" } else { ", " }, types.display(id))
            })
        };
        match types.get(self.id) {
            Type::Void => f.write_str("void"),
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Float(kind) => f.write_str(kind.word()),
            Type::Pointer { address_space: 0 } => f.write_str("ptr"),
            Type::Pointer { address_space } => write!(f, "ptr addrspace({address_space})"),
            Type::Array { length, element } => write!(f, "[{length} x {}]", types.display(*element)),
            Type::Vector { length, element } => write!(f, "<{length} x {}>", types.display(*element)),
            Type::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{", "}>") } else { ("{", "}") };
                f.write_str(open)?;
                list(f, fields)?;
                f.write_str(close)
            }
            Type::Named(named) => write!(f, "%{}", types.named[*named].name),
            Type::Function { result, parameters, variadic } => {
                write!(f, "{} (", types.display(*result))?;
                list(f, parameters)?;
                f.write_str(match (variadic, parameters.is_empty()) {
                    (false, _) => ")",
                    (true, true) => "...)",
                    (true, false) => ", ...)",
                })
            }
            Type::Label => f.write_str("label"),
            Type::Metadata => f.write_str("metadata"),
            Type::Unknown => f.write_str("an unknown type"),
            Type::Unsupported(text) => f.write_str(text),
        }
    }
}
