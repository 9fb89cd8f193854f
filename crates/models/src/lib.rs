//! Memory models: which executions are allowed.
//!
//! Every model has porf acyclic and rmws atomic; exploration sees to both by the way it builds graphs
//! (a read reads from a write that is there already, and an exclusive write goes directly behind the
//! write that its read reads from). What remains is asked through [`Model`], always about one event that
//! was just added to a graph that was consistent without it.

mod coherence;
mod kind;
mod psc;
mod pso;
mod ra;
mod races;
mod rc11;
mod sc;
mod search;
mod store_order;
mod tso;

pub use kind::{ModelKind, UnknownModel};
pub use pso::Pso;
pub use ra::Ra;
pub use races::{Race, find_race};
pub use rc11::Rc11;
pub use sc::Sc;
pub use tso::Tso;

use porf_graph::{EventId, Graph, LocationId, Synchronisation};

/// A memory model. The receiver is mutable because a model may keep scratch memory; answers depend on
/// the arguments alone.
pub trait Model: Send {
    /// Which reads-from edges synchronise, for happens-before and so for data races.
    const SYNCHRONISATION: Synchronisation;

    /// The position in the location's coherence order of the last write that is known to a thread whose last
    /// event is `last` (the position of the initial write, 0, if it knows no other).
    ///
    /// The next access of the thread to the location must not go behind this write's back: a read may read
    /// only from this position or a later one, and a write can only be put somewhere after it.
    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize;

    /// Whether a graph is consistent, given that it is without `event`, which has no successor in program
    /// order, and that `event` respects [`known_position`](Self::known_position).
    fn is_consistent(&mut self, graph: &Graph, event: EventId) -> bool;
}
