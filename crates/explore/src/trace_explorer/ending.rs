//! The end of an interleaving, where no thread is enabled.

use porf_entity::{EntityId, ThreadId};
use porf_graph::LocationId;
use porf_program::{Action, Program};
use smallvec::SmallVec;

use super::TraceExplorer;
use crate::execution_core::Standing;
use crate::restart::{Change, Interruption};

impl<P: Program> TraceExplorer<'_, P> {
    /// Reports an execution in which no thread is enabled. An error if exploration has to restart.
    pub(super) fn report_end(&mut self) -> Result<(), Interruption> {
        let core = &mut self.core;
        if self.independent_adds && core.knowledge.has_locks() || core.knowledge.stores_stay {
            return Err(Change::Learn.into());
        }
        core.look_for_stopped()?;
        core.check_own_locations()?;
        core.look_for_observers()?;
        let awaiting = self.awaiting();
        let core = &mut self.core;
        awaiting
            .iter()
            .try_for_each(|&(thread, location)| core.note_await(core.action(thread), location, None))?;
        let (mut blocked, mut failed, mut waiting) = (false, false, None);
        for thread in core.state.paused.threads(&core.state.graph) {
            match core.standing(thread) {
                Standing::Failed => failed = true,
                Standing::Blocked | Standing::Awaiting => blocked = true,
                Standing::Waiting => waiting = waiting.or(Some(thread)),
                Standing::Enabled | Standing::Finished => {}
            }
        }
        match waiting {
            _ if failed || core.has_mistakes() => {
                let is_deadlock = !failed && !blocked && !core.process_has_ended();
                core.report_end_with_mistakes(waiting.filter(|_| is_deadlock))
            }
            _ if blocked => self.report_with_stuck_reads(&awaiting),
            Some(_) if core.process_has_ended() => core.report_blocked(),
            Some(thread) => core.report_deadlock(thread),
            None => core.report_full(false),
        }
    }

    /// Reports an execution in which threads are blocked. Threads that await a value have read the
    /// latest one, and block with it.
    fn report_with_stuck_reads(&mut self, awaiting: &[(ThreadId, LocationId)]) -> Result<(), Interruption> {
        let events = self.core.state.graph.len();
        for &(thread, location) in awaiting {
            self.core.read_latest(thread, location, false)?;
        }
        self.core.report_blocked()?;
        self.core.cut_to(events);
        Ok(())
    }

    /// The threads that await a value which the latest write does not have, with the locations.
    fn awaiting(&mut self) -> SmallVec<[(ThreadId, LocationId); 8]> {
        let core = &mut self.core;
        let mut awaiting = SmallVec::new();
        for thread in (0..core.state.graph.thread_count()).map(ThreadId::from_index) {
            if core.state.paused.exists(thread)
                && core.standing(thread) == Standing::Awaiting
                && let Action::Load { address, size, .. } | Action::Rmw { address, size, .. } =
                    core.action(thread)
            {
                awaiting.push((thread, core.locations.locate(core.program, address, size)));
            }
        }
        awaiting
    }
}
