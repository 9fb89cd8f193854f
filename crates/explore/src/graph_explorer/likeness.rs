//! Which threads do the same, and when it turns out that somebody can tell them apart after all.
//!
//! The program says which of the threads that are there at the beginning, and which of those that one thread creates, run the same code
//! with the same argument. Those are [twins](super::symmetry) if nothing comes between their creations but writes that are not
//! atomic, as to an array of handles. Three things break the symmetry, so that exploration begins anew without it:
//!
//! - a thread other than their parent accesses what was written in between: it knows the elder twin from the younger one;
//! - a thread joins some of them, and does something else before it joins the others;
//! - they leave different results to whoever joins them.

use std::borrow::Cow;

use porf_entity::ThreadId;
use porf_graph::{EventId, Label, LocationId};
use porf_models::Model;
use porf_program::{Action, Answer, Program};

use super::GraphExplorer;
use crate::manner::Change;
use crate::sink::{Asymmetry, Sink};

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// Explores without symmetry from now on.
    pub(super) fn turn_off_symmetry(&mut self, why: Asymmetry) -> Change {
        self.knowledge.asymmetry = Some(why);
        Change::Learn
    }

    /// The thread that `parent`, about to create another one, has created last, if they are twins.
    pub(super) fn elder_twin(&mut self, parent: ThreadId) -> Result<Option<ThreadId>, Change> {
        if !self.symmetry {
            return Ok(None);
        }
        let graph = &self.work.graph;
        let mut between = Vec::new();
        let mut elder = None;
        for &event in graph.thread_events(parent).iter().rev() {
            match graph.event(event).label {
                Label::Spawn(child) => {
                    elder = Some((event, child));
                    break;
                }
                Label::Write(write) if !write.ordering.is_atomic() => between.push(write.location),
                _ => break,
            }
        }
        let Some((spawn, elder)) = elder else { return Ok(None) };
        if !self.program.creates_alike(&self.work.step(spawn).state, &self.work.next(parent).state) {
            return Ok(None);
        }
        for location in between {
            self.handles.insert(location, parent);
            let accesses = self.work.graph.last_accesses(location);
            if accesses.iter().any(|&access| self.work.graph.event(access).thread != parent) {
                return Err(self.turn_off_symmetry(Asymmetry::Handles));
            }
        }
        Ok(Some(elder))
    }

    /// A thread accesses a location.
    pub(super) fn check_handle(&mut self, thread: ThreadId, location: LocationId) -> Result<(), Change> {
        match self.handles.get(&location) {
            Some(&parent) if parent != thread => Err(self.turn_off_symmetry(Asymmetry::Handles)),
            _ => Ok(()),
        }
    }

    /// A thread is about to do something, or does nothing any more: if it has joined a thread just now, or is about to, it has
    /// joined all of its twins, or goes on to.
    pub(super) fn check_joined(&mut self, thread: ThreadId) -> Result<(), Change> {
        let (graph, twins) = (&self.work.graph, &self.work.twins);
        if !twins.exist() {
            return Ok(());
        }
        let mut step = Cow::Borrowed(self.work.next(thread));
        let joined = match (step.action, graph.last(thread).map(|last| graph.event(last).label)) {
            (_, Some(Label::Join(joined))) | (Action::Join { thread: joined }, _) => joined,
            _ => return Ok(()),
        };
        let is_by_thread = |join: EventId| graph.event(join).thread == thread;
        let mut others: Vec<ThreadId> =
            twins.of(joined).filter(|&twin| !graph.join_of(twin).is_some_and(is_by_thread)).collect();
        // If they leave different results, that is found out.
        let result = twins.of(joined).find_map(|twin| match self.action(twin) {
            Action::Exit { result } => Some(result),
            _ => None,
        });
        while let Action::Join { thread: next } = step.action
            && let Some(index) = others.iter().position(|&twin| twin == next)
        {
            others.swap_remove(index);
            step = Cow::Owned(self.program.resume(&step.state, Answer::Joined(result.unwrap_or_default())));
        }
        if others.is_empty() {
            return Ok(());
        }
        Err(self.turn_off_symmetry(Asymmetry::Joins))
    }

    /// All that twins leave to those who join them is the same.
    pub(super) fn check_results(&mut self, child: ThreadId) -> Result<(), Change> {
        let result = self.action(child);
        let differs = |twin: ThreadId| self.work.graph.join_of(twin).is_some() && self.action(twin) != result;
        if self.work.twins.of(child).any(differs) {
            return Err(self.turn_off_symmetry(Asymmetry::Results));
        }
        Ok(())
    }
}
