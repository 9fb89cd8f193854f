//! LLVM IR text, as clang and rustc of LLVM 15 to 22 write it (opaque pointers only).
//!
//! [`parse`] reads one module into the syntax tree of [`ast`]: names resolved to dense ids, types
//! interned, debug positions and the names of the parts of variables resolved. The parser skips
//! constructs that porf has no use for (attribute groups, most metadata, comdats). Constructs that
//! it does not understand stay in the tree as `Unsupported`, with their text, so that a program may
//! contain them where no execution reaches them.

pub mod ast;
mod error;
mod lexer;
mod link;
mod lower;
mod parse;
mod shape;
mod text;

pub use error::ParseError;
pub use link::{LinkError, Linked, NamedModule, link};
pub use shape::{Field, Shape};

/// Reads a module from its text.
pub fn parse(text: &str) -> Result<ast::Module, ParseError> {
    parse::parse(text)
}

/// For each of the functions of a module, the number of bytes of the object to which its first
/// parameter points; `None` where debug information does not tell, or the text is no module.
pub fn sizes_of_first_pointees(text: &str, functions: &[&str]) -> Vec<Option<u64>> {
    parse::sizes_of_first_pointees(text, functions)
}
