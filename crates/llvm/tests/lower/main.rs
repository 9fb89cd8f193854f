//! Lowering and linking, on modules written by hand.

mod arithmetic;
mod atomics;
mod calls;
mod clang;
mod control;
mod evaluate;
mod globals;
mod intrinsics;
mod linking;
mod memory;
mod mutants;
mod mutations;
mod shapes;
mod support;
mod unsupported;
