//! A whole program: its memory, its functions and its threads.

use porf_entity::{PrimaryMap, entity_id};

use crate::function::{Function, FunctionId};

entity_id! {
    /// A global of a module.
    pub struct GlobalId, "g"
}

entity_id! {
    /// A function that a module calls and does not define.
    pub struct ExternalId, "x"
}

/// A closed concurrent program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// All global memory.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// All code.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// The functions that the module calls and does not define.
    pub externals: PrimaryMap<ExternalId, External>,
    /// The threads, all of which start at once.
    pub threads: Vec<ThreadEntry>,
    /// The source files that positions refer to by number.
    pub files: Vec<String>,
}

/// A function that a module calls and does not define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct External {
    /// Its name.
    pub name: String,
}

/// A piece of memory that exists from the beginning to the end of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Its name in the source.
    pub name: String,
    /// The number of bytes.
    pub size: u64,
    /// The alignment: a power of two.
    pub align: u64,
    /// Its first bytes before any thread writes to it; the bytes beyond these are 0.
    pub init: Vec<u8>,
    /// The initial contents that are addresses: byte offset and target, eight bytes each.
    pub relocations: Vec<(u64, Relocation)>,
    /// Whether no thread ever writes to the global.
    pub constant: bool,
    /// Whether each thread has its own copy of the global.
    pub thread_local: bool,
    /// Whether the global is thread-local and private: no thread ever reaches the copy of another,
    /// so that accesses to it are not visible.
    pub private: bool,
}

/// An address that is known only when the module is placed in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relocation {
    /// An address at a distance from the beginning of a global.
    Global {
        /// The global.
        global: GlobalId,
        /// The distance in bytes.
        addend: i64,
    },
    /// A function.
    Function(FunctionId),
}

/// A thread of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThreadEntry {
    /// Its name in the source.
    pub name: String,
    /// The function that the thread runs.
    pub function: FunctionId,
    /// The arguments of the function, one for each parameter.
    pub arguments: Vec<Argument>,
}

/// An argument that a thread passes to its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The address of a global.
    Global(GlobalId),
    /// A number.
    Int(u64),
}
