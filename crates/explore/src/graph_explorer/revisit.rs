//! A write revisits a read.

use std::sync::Arc;

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, LocationId};
use porf_models::Model;
use porf_program::{Action, Program};

use super::canonical::Revisitor;
use super::work::{Alternative, Work, step_of};
use super::{GraphExplorer, Progress, Stepped};
use crate::sink::Sink;

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// Keeps the revisits that the latest event, a write, can make as alternatives.
    pub(super) fn offer_revisits(&mut self, event: EventId, rival: Option<EventId>) {
        let Work { graph, steps, alternatives, .. } = &mut self.work;
        let Some(&write) = graph.event(event).as_write() else { return };
        let prefixes = [Some(graph.causal(event)), None];
        let revisitor = Revisitor { write: event, location: write.location, prefixes, rival };
        for read in revisitor.revisitable(graph) {
            alternatives.push(Alternative::Revisit { write: event, read, spurious: false });
            if let Action::Rmw { op, size, .. } = step_of(graph, steps, read).action
                && op.may_fail_spuriously(write.value, size)
            {
                alternatives.push(Alternative::Revisit { write: event, read, spurious: true });
            }
        }
    }

    /// Whether an rmw of the thread that reads from `source` is worth adding although the write of another rmw,
    /// `rival`, stands in the place of its write: only if its write could revisit a read.
    pub(super) fn could_displace(
        &self,
        thread: ThreadId,
        location: LocationId,
        source: Option<EventId>,
        rival: EventId,
    ) -> bool {
        let graph = &self.work.graph;
        let prefixes = [graph.last(thread), source].map(|event| event.map(|event| graph.causal(event)));
        let revisitor = Revisitor { write: graph.next_id(), location, prefixes, rival: Some(rival) };
        revisitor.revisitable(graph).next().is_some()
    }

    /// Lets `write`, the latest event, revisit `read`, in a copy of the graph. The present graph is explored
    /// further when the copy is done.
    pub(super) fn take_revisit(&mut self, write: EventId, read: EventId, spurious: bool) -> Stepped {
        let action = self.work.step(read).action;
        let location = self.work.graph.event(read).location();
        let label = location.and_then(|location| self.read_label(action, location, Some(write), spurious));
        let Some((label, answer)) = label else { return Ok(Progress::Ended) };
        let mut copy =
            self.spare.pop().unwrap_or_else(|| Work::empty(self.work.next.len(), M::SYNCHRONISATION));
        let original = &mut self.work;
        let (read, write) =
            original.graph.revisit_into(&mut copy.graph, &mut self.renumbering, read, write, label);
        copy.take_steps(original, &self.renumbering);
        let step = copy.step(read);
        copy.next[copy.graph.event(read).thread.index()] = match answer {
            Some(answer) => Arc::new(self.program.resume(&step.state, answer)),
            None => step.clone(),
        };
        self.summary.revisits += 1;
        let original = std::mem::replace(&mut self.work, copy);
        if original.alternatives.is_empty() {
            self.spare.push(original);
        } else {
            self.interrupted.push(original);
        }
        self.place_revisiting_write(write, read)
    }

    /// Gives a write that has revisited a read its places in coherence order: those that neither the write's thread
    /// nor the read's knows to be too early.
    fn place_revisiting_write(&mut self, write: EventId, read: EventId) -> Stepped {
        let graph = &self.work.graph;
        let Some(&label) = graph.event(write).as_write() else { return Ok(Progress::Ended) };
        let before_write = graph.predecessor(write);
        let known_to_reader = self.model.known_position(graph, graph.predecessor(read), label.location);
        if label.exclusive {
            let source = before_write.and_then(|read| graph.event(read).as_read()?.source);
            let position = graph.position(source) + 1;
            if position <= known_to_reader || graph.exclusive_successor(label.location, source).is_some() {
                return Ok(Progress::Ended);
            }
            self.work.graph.place_write(write, position);
        } else {
            let known_to_writer = self.model.known_position(graph, before_write, label.location);
            let last = graph.writes(label.location).len() + 1;
            self.work.graph.place_write(write, last);
            self.offer_places(write, known_to_writer.max(known_to_reader), last, Some(read));
        }
        self.settle(write, Some(read))
    }
}
