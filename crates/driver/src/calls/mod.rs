//! Calls as a client sees them: whether an implementation of a library does what its specification says,
//! or what sequential code would do.
//!
//! 1. `wrap.rs` puts marks at the calls of functions.
//! 2. `client.rs` writes the most general client, if the program has no `main`.
//! 3. The client is explored twice: with the specification in the place of the implementation, and with the
//!    implementation. `observer.rs` looks at the calls of each execution, which `history.rs` reads from
//!    the marks.
//! 4. `allowed.rs` has the histories that the specification allows, compares those of the
//!    implementation with them, and says what is wrong; `words.rs` says so in words.
//! 5. `clauses.rs` finds the clauses of the specification that an error is about.
//! 6. `check.rs` does all of it under one model after the other.

mod allowed;
mod check;
mod clauses;
mod client;
mod history;
mod observer;
mod words;
mod wrap;

pub(crate) use allowed::Reason;
pub use check::{Against, LoadedCalls};
pub use client::ClientBounds;
pub(crate) use history::{Call, CallEvents, Observed};
pub(crate) use observer::{CallsObserver, Complaint};
pub(crate) use words::{Words, number};
pub use wrap::MarkedCalls;
pub(crate) use wrap::{CODE, MarkedFunction, mark};
