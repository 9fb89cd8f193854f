//! Links several modules to one program.
//!
//! Linking follows C: every name gets one definition ([`symbols`]). A name without a definition
//! stays *external*, for the machine that runs the program to provide. Only globals that `main` and
//! the runtime's entry points can reach are lowered, so that a large runtime costs nothing.

pub(crate) mod symbols;

use std::fmt;

use porf_entity::SecondaryMap;
use porf_ir as ir;

use crate::ast;
use crate::lower::Program;
use crate::shape::Shape;

/// A module to be linked.
#[derive(Clone, Copy, Debug)]
pub struct NamedModule<'a> {
    /// Its name in messages: the file that the user named.
    pub name: &'a str,
    /// Its contents.
    pub ast: &'a ast::Module,
    /// Whether it is part of porf's runtime, whose definitions are used only where no other module
    /// has one.
    pub runtime: bool,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The linked module. Its one thread runs `main`.
    pub module: ir::Module,
    /// The place of each of its files at compilation: the compiler's name for it, and in front of
    /// that the directory in which the compiler ran, unless the path is absolute.
    pub file_places: Vec<String>,
    /// The functions that come from the user's modules.
    pub user_functions: SecondaryMap<ir::FunctionId, bool>,
    /// The parts of the variables, where debug information describes them.
    pub global_shapes: SecondaryMap<ir::GlobalId, Option<Shape>>,
    /// The user's `main`.
    pub main: ir::FunctionId,
}

/// Why modules do not make a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// No module defines a function `main`.
    NoMain,
    /// The parameters of `main` are not those that C knows.
    MainParameters {
        /// The file that defines `main`.
        file: String,
    },
    /// Two modules define the same name.
    DefinedTwice {
        /// The name.
        name: String,
        /// One module.
        first: String,
        /// The other one, or the same.
        second: String,
    },
    /// A variable is larger than porf supports.
    TooLarge {
        /// The variable.
        variable: String,
        /// The file that defines it.
        file: String,
    },
    /// The initial value of a variable is not understood.
    Initializer {
        /// The variable.
        variable: String,
        /// The file that defines it.
        file: String,
        /// The reason.
        reason: String,
    },
    /// A module is compiled for a target that porf does not support.
    Target {
        /// The module.
        file: String,
        /// The unsupported property of the target.
        reason: String,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMain => f.write_str("the program has no function main"),
            Self::MainParameters { file } => {
                write!(f, "{file}: main takes neither nothing nor (int argc, char **argv)")
            }
            Self::DefinedTwice { name, first, second } if first == second => {
                write!(f, "{name} is defined twice in {first}")
            }
            Self::DefinedTwice { name, first, second } => {
                write!(f, "{name} is defined both in {first} and in {second}")
            }
            Self::TooLarge { variable, file } => write!(f, "{file}: the variable {variable} is too large"),
            Self::Initializer { variable, file, reason } => {
                write!(f, "{file}: the initial value of {variable} is not supported: {reason}")
            }
            Self::Target { file, reason } => write!(f, "{file}: {reason}"),
        }
    }
}

impl std::error::Error for LinkError {}

/// Links modules into one program, which obeys the rules of [`ir::verify()`].
pub fn link(modules: &[NamedModule<'_>]) -> Result<Linked, LinkError> {
    let mut program = Program::new(modules)?;
    let main = program.add_entry()?;
    program.lower_everything()?;
    Ok(program.finish(main))
}
