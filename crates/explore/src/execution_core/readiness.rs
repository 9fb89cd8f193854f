//! Readiness: whether a thread could take its next action.

use porf_entity::{AccessSize, Address, BarrierStep, Taking, ThreadId, Value};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Wait};

use super::ExecutionCore;
use crate::restart::Change;

/// The requirement of a thread's next action.
pub(crate) enum Readiness {
    Finished,
    /// The thread has come upon an error.
    Failed,
    /// The thread goes no further.
    Blocked,
    /// The thread joins a thread that has not finished, or is to leave a barrier at which not
    /// enough threads have arrived.
    NeedsOthers,
    /// The action has no requirement, and its event reads nothing.
    Writes,
    /// The action has no requirement.
    Reads,
    /// The thread goes on with some values only.
    Waits(Wait),
    /// The thread takes an item, and waits for one, or does so since it has found none.
    Takes,
}

/// Whether a thread could take its next action in an interleaving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Enabled,
    /// The thread waits for another thread: for its end, for a value, or at a barrier.
    Waiting,
    /// The thread waits for a value in a loop, or by assumption.
    Awaiting,
    /// The thread goes no further.
    Blocked,
    /// The next action of the thread is an error.
    Failed,
    Finished,
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The requirement of a thread's next action, whatever the values in memory are.
    #[inline(always)]
    pub(crate) fn readiness(&self, thread: ThreadId) -> Readiness {
        match self.action(thread) {
            Action::Exit { .. } => Readiness::Finished,
            Action::Fail(_) => Readiness::Failed,
            // No thread is paused at a question, which is answered at once.
            Action::Block(_) | Action::Cancel { .. } | Action::AskBarrier { .. } | Action::Assign { .. } => {
                Readiness::Blocked
            }
            Action::Store { .. }
            | Action::Fence { .. }
            | Action::Spawn
            | Action::Choose { .. }
            | Action::Detach { .. }
            | Action::Put { .. }
            | Action::Free { .. } => Readiness::Writes,
            Action::Take { manner: Taking::TryTake | Taking::TryLook, .. } => Readiness::Reads,
            Action::Take { manner: Taking::Look, object, size, .. } => match self.has_items(object, size) {
                true => Readiness::Reads,
                false => Readiness::NeedsOthers,
            },
            Action::Take { manner: Taking::Take | Taking::Swap, .. } => Readiness::Takes,
            Action::Join { thread: child } => {
                // Whether the thread can be joined at all is checked elsewhere.
                let exists = self.state.paused.exists(child);
                let is_unfinished = exists && self.action(child).joinable_result().is_none();
                if is_unfinished { Readiness::NeedsOthers } else { Readiness::Writes }
            }
            Action::Barrier { barrier, threads, step: BarrierStep::Leave } => {
                match self.may_leave(thread, barrier, threads) {
                    true => Readiness::Writes,
                    false => Readiness::NeedsOthers,
                }
            }
            Action::Barrier { .. } => Readiness::Writes,
            action @ (Action::Load { .. } | Action::Rmw { .. }) => {
                self.wait(action).map_or(Readiness::Reads, Readiness::Waits)
            }
        }
    }

    /// Returns whether a thread could take its next action in an interleaving, where a read reads
    /// the latest write.
    pub(crate) fn standing(&self, thread: ThreadId) -> Standing {
        let readiness = self.readiness(thread);
        match readiness {
            Readiness::Finished => return Standing::Finished,
            Readiness::Blocked => return Standing::Blocked,
            Readiness::NeedsOthers => return Standing::Waiting,
            Readiness::Failed
            | Readiness::Writes
            | Readiness::Reads
            | Readiness::Waits(_)
            | Readiness::Takes => {}
        }
        if self.failure_of(thread).is_some() {
            return Standing::Failed;
        }
        if let Action::Take { object, size, manner: manner @ (Taking::Take | Taking::Swap), .. } =
            self.action(thread)
        {
            let pool = self.locations.find(object, size);
            let finds = pool.is_some_and(|pool| !self.items_for(thread, pool, manner).is_empty());
            return if finds { Standing::Enabled } else { Standing::Waiting };
        }
        let Readiness::Waits(wait) = readiness else { return Standing::Enabled };
        let at = self.next_point(thread);
        let latest = match self.step_at(at).action {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                self.latest_value(address, size)
            }
            _ => None,
        };
        if latest.is_none_or(|value| self.goes_on(at, Answer::Read(value))) {
            return Standing::Enabled;
        }
        match wait {
            Wait::Until(_) => Standing::Waiting,
            Wait::Await => Standing::Awaiting,
        }
    }

    /// Returns whether a thread waits for another one.
    pub(crate) fn waits(&self, thread: ThreadId) -> bool {
        match self.readiness(thread) {
            _ if self.keep_going && self.failure_of(thread).is_some() => false,
            Readiness::NeedsOthers => true,
            Readiness::Takes => self.idles_at_pool(thread).is_some(),
            Readiness::Waits(_) => matches!(self.goes_on_with_latest(thread), Ok(false)),
            _ => false,
        }
    }

    /// Returns whether a thread goes on with the coherence-latest value of the location that it is
    /// about to read. It does if the memory does not exist, and that error is then found. An error
    /// if the location is unordered.
    pub(crate) fn goes_on_with_latest(&self, thread: ThreadId) -> Result<bool, Change> {
        let step = self.state.next(thread);
        let (Action::Load { address, size, .. } | Action::Rmw { address, size, .. }) = step.action else {
            return Ok(true);
        };
        if !self.locations.is_ordered(address, size) {
            return Err(match self.awaits(step.action) {
                true => Change::OrderAwaited(address, size),
                false => Change::Order(address, size),
            });
        }
        let latest = self.latest_value(address, size);
        let at = self.next_point(thread);
        Ok(latest.is_none_or(|value| self.would_go_on(at, Answer::Read(value))))
    }

    /// The coherence-latest value of a location.
    pub(crate) fn latest_value(&self, address: Address, size: AccessSize) -> Option<Value> {
        match self.locations.find(address, size) {
            Some(location) => self.value_of(location, self.state.graph.latest_write(location)),
            None => self.program.initial_value(address, size),
        }
    }
}
