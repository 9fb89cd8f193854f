//! Barriers.

/// An action of a thread at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BarrierStep {
    /// The thread arrives. All that it has done before happens before every departure of the round.
    Arrive,
    /// The thread leaves: as many threads as a round needs have arrived in the round of the
    /// thread's latest arrival.
    Leave,
    /// The thread destroys the barrier.
    Destroy,
}
