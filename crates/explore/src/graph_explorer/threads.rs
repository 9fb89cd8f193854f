//! Creating threads, waiting for their end, and choices.

use porf_entity::ThreadId;
use porf_graph::Label;
use porf_models::Model;
use porf_program::{Action, Answer, Failure, FailureKind, Program};

use super::work::Alternative;
use super::{GraphExplorer, Progress, Stepped};
use crate::sink::{Failed, Sink};

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    pub(super) fn spawn(&mut self, thread: ThreadId) -> Stepped {
        let graph = &self.work.graph;
        let own = graph.thread_events(thread).iter();
        let elder = own.filter(|&&event| matches!(graph.event(event).label, Label::Spawn(_))).count();
        let twin = self.elder_twin(thread)?;
        let child = self.knowledge.names.child(thread, elder as u32);
        let first = self.program.start_child(&self.work.next(thread).state, child);
        let after = self.resume(thread, Answer::Spawned(child));
        self.work.spawn(thread, child, first);
        if let Some(twin) = twin {
            self.work.twins.add(twin, child);
        }
        self.work.pause(Some(after));
        Ok(Progress::Extended)
    }

    /// Goes on after the end of a thread. That each thread is joined once only is known when a second one tries.
    pub(super) fn join(&mut self, thread: ThreadId, child: ThreadId) -> Stepped {
        let has_twins = self.work.twins.exist();
        if has_twins {
            self.check_joins(thread)?;
        }
        let paused = &self.work.paused;
        let joinable = paused.exists(child) && self.work.graph.join_of(child).is_none();
        let Some(Action::Exit { result }) = joinable.then(|| self.action(child)) else {
            let other = if paused.exists(child) { self.work.graph.join_of(child) } else { None };
            return self.fail(Failed { thread, failure: Failure::new(FailureKind::InvalidJoin), other });
        };
        let after = self.resume(thread, Answer::Joined(result));
        self.work.graph.add_join(thread, child);
        self.work.pause(Some(after));
        if has_twins {
            self.check_results(child)?;
        }
        Ok(Progress::Extended)
    }

    /// Chooses the first thing; the others remain as one alternative, which offers the next when it is taken.
    pub(super) fn branch_on_choice(&mut self, thread: ThreadId, count: u64, partial: bool) -> Stepped {
        if partial {
            let position = self.work.next(thread).position;
            self.summary.partial_choice.get_or_insert(position);
        }
        self.take_choice(thread, 0, count)
    }

    pub(super) fn take_choice(&mut self, thread: ThreadId, choice: u64, count: u64) -> Stepped {
        let event = self.work.graph.next_id();
        if choice + 1 < count {
            self.work.alternatives.push(Alternative::Choose { event, thread, choice: choice + 1, count });
        }
        let after = self.resume(thread, Answer::Chosen(choice));
        self.work.graph.add_choice(thread, choice);
        self.work.pause(Some(after));
        if self.work.twins.exist() && !self.is_representative(event) {
            return Ok(Progress::Ended);
        }
        Ok(Progress::Extended)
    }
}
