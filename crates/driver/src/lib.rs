//! The driver: the layer between the engine and its users, which are the command, the fuzzer, the
//! benchmarks and the tests.
//!
//! - Load and build: [`LoadedTest`] is a litmus test, [`LoadedProgram`] a program of C files or
//!   LLVM IR. `build` is the one tool chain: clang, the reader of LLVM IR, the linker, the passes,
//!   the virtual machine.
//! - [`load_model`] reads a memory model from a file.
//! - Check: [`check_test`] and [`check_program`] explore under one model. A check restarts with a
//!   refined machine if there are accesses of mixed sizes, and confirms an error that was found
//!   with helping reduction.
//! - Collect: `collect_test` and `collect_program` turn the explorer's results into a
//!   [`CheckReport`](porf_report::CheckReport); `litmus_names` and `program_names` name threads,
//!   variables and places; `snapshot` makes a story of an execution.
//! - Save and replay: [`saved`] writes the recipe of an error to a file and reads it again.
//! - [`Checkpoint`] writes an exploration to a file now and then, and [`Interrupted`] goes on with it.
//! - [`Progress`] and `estimate` tell the progress of a check, and `alarm` stops a machine that
//!   computes.

mod alarm;
mod bad_input;
mod build;
mod calls;
mod check_model;
mod check_program;
mod check_test;
mod checkpoint;
mod collect_program;
mod collect_test;
mod cpp20;
mod estimate;
mod explain_loops;
mod leaks;
mod libraries;
mod library_file;
mod litmus_names;
mod litmus_test;
mod model_file;
mod options;
mod program_names;
mod progress;
pub mod saved;
mod snapshot;
mod source_files;
mod summary;

pub use bad_input::{BadInput, unreadable};
pub use build::{BuildOptions, LoadedProgram, Loops, is_llvm};
pub use calls::{Against, ClientBounds, LoadedCalls, MarkedCalls};
pub use check_model::{check_model, named_model};
pub use check_program::{CheckedProgram, Recipe, check_program};
pub use check_test::{Unsupported, check_test};
pub use checkpoint::{Checkpoint, Interrupted};
pub use library_file::{load_library, with_axioms};
pub use litmus_test::{LoadedTest, TestError};
pub use model_file::load_model;
pub use options::CheckOptions;
pub use progress::Progress;
