//! The text form of modules.
//!
//! ```text
//! file "a.c"                                           ; file 0 of positions
//! global g0 "x" size 8 align 4 init [1, 0, 0, 0]
//! global g1 "p" size 24 align 8 constant pointers [0: g0, 8: g0 + 4, 16: f0]
//! global g2 "t" size 4 align 4 thread_local private
//! external x0 "malloc"
//!
//! function f0 "P0"(%v0: ptr, %v1: i32) variadic -> (i32) {
//! b0:
//!   %v2: i32 = const 1
//!   store.rel %v2, %v0 @3:5                            ; line 3, column 5; `@1:3:5` in file 1
//!   %v3: i32, %v4: i1 = cmpxchg.acq_rel.rlx %v0, %v1, %v2
//!   %v6: i64 = const 16
//!   %v7: ptr = alloca.private %v6 align 8
//!   %v8: ptr = call x0(%v6)                            ; of an external; `call f0(…)`, `call %v8(…)`
//!   branch %v4, b1(%v3), b2
//! b1(%v5: i32):
//!   return %v5
//! b2:
//!   loop_bound                                         ; or `spin`
//! }
//!
//! thread "P0" f0(g0, 5)
//! ```
//!
//! A comment goes from `;` to the end of the line; line breaks and spaces only separate words. Ids are
//! numbers in the module's tables, so that reading a printed module gives the same module: globals, externals
//! and functions appear in the order of their ids, blocks likewise, and the values of a function are
//! numbered from 0 without gaps, in any order.

mod lex;
mod parse;
mod print;

pub use parse::{ParseError, parse};

#[cfg(test)]
mod tests;
