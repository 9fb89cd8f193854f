//! Reductions: executions that need not be explored, and what must hold so that nothing is lost.
//!
//! - [`awaits`]: a read that would make its thread block at once has not happened yet (await §IV).
//! - [`unobserved`]: what loops leave out, since nobody observes it (saver §V, §VI); [`dropped_iterations`]: errors in that.
//! - [`symmetry`]: executions that differ only by a permutation of symmetric threads (spore §2.2, §3); [`symmetric_threads`]: which
//!   threads those are, and what distinguishes them after all.
//! - [`helping`]: what one thread does for another one that does it in any case (spore §2.3, §3.2).
//! - [`liveness`]: executions that never end, found without exploring what they repeat.

pub(crate) mod awaits;
pub(crate) mod dropped_iterations;
pub(crate) mod helping;
pub(crate) mod liveness;
pub(crate) mod symmetric_threads;
pub(crate) mod symmetry;
pub(crate) mod unobserved;
