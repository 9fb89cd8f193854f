//! Specifications of concurrent libraries: the language in which users say how the functions of a
//! library behave, so that clients are checked without the code of the library [genmc §2.7].
//!
//! A call of a specified function is one event, whatever the code of the function would do. The
//! event is about an *object*, the first argument of the call, as a memory access is about a
//! location. There are six kinds of functions:
//!
//! - An *init* writes the first value of an object, and a *write* a later one.
//! - A *read* reads from an init or a write, and may return the value.
//! - An *rmw* reads and, if its guard holds, also writes.
//! - An *exchange* writes, and then reads the write of another exchange which reads this one.
//! - A *meet* arrives, and then departs when so many calls have arrived as a round has.
//!
//! A function that writes without a value writes the *unit value*, which says only that something
//! was written. For a mutex, to lock is to read, and to unlock is to write the unit value.
//!
//! A read or rmw is *functional* if each write is read at most once by functional calls, or at most
//! as often as the specification or the call of the write says (rf-functionality [genmc §2.6]). A
//! read may be *blocking*: its call waits while no write is left to read from (well-blocking [genmc
//! Def. 3.6]). Otherwise it may read no write at all, and return another value. Reads and rmws of
//! coherent libraries may also wait for a condition on the value.
//!
//! A library is *coherent* if the writes of each object are ordered, by co. *Axioms* in the
//! language cat restrict executions further. Their sets and relations range over the events of the
//! library: `po` is program order between calls, and so on. `hb` is happens-before of the whole
//! execution. `co`, and all that is made of it, is there only if the library is coherent. The name of
//! a function is the set of its calls.
//!
//! [`Specification::read`] makes a specification of a text, in these phases:
//!
//! 1. `lexer.rs`, `parse/`: the clauses of the language. Axioms are skipped.
//! 2. `complete.rs`: what a library must have to be used at all.
//! 3. `uses.rs`: the calls that a thread may make one after the other.
//! 4. `axioms.rs`: the axioms, which `porf-cat` reads where they stand.
//!
//! `display.rs` prints a specification as a text in the same language. This crate knows nothing of
//! programs, graphs and exploration.

mod axioms;
mod complete;
mod cursor;
mod display;
mod lexer;
mod parse;
mod shipped;
mod specification;
mod uses;

pub use shipped::{shipped, shipped_names};
pub use specification::{
    Action, Exchange, Expression, Function, Guard, Kind, Operand, Operator, Read, Rmw, Specification, Update,
    Use, UseCall, Write, Written,
};
