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
    /// All memory that there is.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// All code that there is.
    pub functions: PrimaryMap<FunctionId, Function>,
    /// The functions that it calls and does not define.
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
    /// How many bytes it has.
    pub size: u64,
    /// What its address is a multiple of: a power of two.
    pub align: u64,
    /// Its first bytes before any thread writes to it; the bytes beyond these are 0.
    pub init: Vec<u8>,
    /// Where its initial contents are an address instead: byte offset and what it points to, eight bytes each.
    pub relocations: Vec<(u64, Relocation)>,
    /// Whether nothing ever writes to it.
    pub constant: bool,
    /// Whether each thread has one of its own.
    pub thread_local: bool,
    /// Whether it is thread-local and known that no thread ever reaches that of another, so that accesses to it
    /// are not visible.
    pub private: bool,
}

/// An address that is known only when the module is placed in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relocation {
    /// That many bytes behind the beginning of a global.
    Global {
        /// Which.
        global: GlobalId,
        /// How many bytes.
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
    /// What it runs.
    pub function: FunctionId,
    /// What it passes to the function, one for each parameter.
    pub arguments: Vec<Argument>,
}

/// What a thread passes to its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The address of a global.
    Global(GlobalId),
    /// A number.
    Int(u64),
}
