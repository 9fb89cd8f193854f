//! The C compiler in front of the tool: finds a clang that fits, installs the headers that come
//! with the tool, and compiles C source to LLVM IR text, unoptimised and with debug positions.

mod compile;
mod error;
mod find;
mod headers;
mod install;
mod process;
mod version;

pub use compile::{Colour, CompileError, Compiled};
pub use error::ClangError;
pub use find::Clang;
pub use headers::Headers;
pub use version::{NEWEST, OLDEST, Version};
