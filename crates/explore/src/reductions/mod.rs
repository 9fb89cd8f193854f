//! Reductions: executions that need not be explored, and the conditions under which no behaviour is
//! lost.
//!
//! - [`awaits`]: a read that would make its thread block immediately is treated as not yet executed
//!   [await §IV]; [`idle_awaits`]: the same where the order of the writes is not chosen.
//! - [`redundant_iterations`]: a thread blocks where it could be without its last iteration
//!   [saver §III, §IV, §V]; [`own_locations`]: memory that only one thread accesses meanwhile.
//! - [`unobserved`]: writes that loops leave out, since no other thread observes them
//!   [saver §V, §VI]; [`dropped_iterations`]: errors in the iterations that are left out.
//! - [`symmetry`]: executions that differ only by a permutation of symmetric threads
//!   [spore §2.2; spore §3]; [`symmetric_threads`]: which threads are symmetric, and the facts that
//!   distinguish them after all.
//! - [`helping`]: a helping CAS is left to the thread that makes it in any case
//!   [spore §2.3; spore §3.2].
//! - [`open_additions`]: additions whose order no thread observes have none [await §II-C].
//! - [`liveness`]: executions that never end, found without exploring their repetitions.

pub(crate) mod awaits;
pub(crate) mod dropped_iterations;
pub(crate) mod helping;
pub(crate) mod idle_awaits;
pub(crate) mod liveness;
pub(crate) mod open_additions;
pub(crate) mod own_locations;
pub(crate) mod redundant_iterations;
pub(crate) mod symmetric_threads;
pub(crate) mod symmetry;
pub(crate) mod unobserved;
