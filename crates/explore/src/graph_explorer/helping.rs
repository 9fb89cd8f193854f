//! Helping: where several threads do the same thing, of which the first to come succeeds and the others change nothing, it is left to
//! the one whose operation it belongs to (Kokologiannakis, Marmanis and Vafeiadis, "SPORE", PLDI 2024, §2.3 and §3.2).
//!
//! Threads [note](porf_program::Note) where they do it, and where they would help with it and do not. An execution is *correctly
//! annotated* (Definition 3.3) if for each note h of a help there is exactly one note m of the same function with the same
//! arguments, such that
//!
//! - what m's thread does after it is to read, and then one compare-exchange;
//! - the last write s to the location of the compare-exchange that has the expected value is observed before m: its thread
//!   has made it or read from it;
//! - directly before m its thread writes, and that happens before h: so whoever helps knows all that m's thread did before;
//! - all writes after s in coherence order are those of rmws, and have other values than the expected one.
//!
//! Then, if a help succeeded, m's compare-exchange would fail because of it; they can change places, and nobody can tell: what synchronises with
//! the help synchronises with no more if m takes its place. Happens-before stands for the paper's "reads from and then program
//! order", which is that under SC and RA; under RC11 the read must acquire.

use porf_entity::{AccessSize, Address, RmwOp, Value};
use porf_graph::{EventId, Label};
use porf_models::Model;
use porf_program::{Action, Note, NoteKind, Program};

use super::{GraphExplorer, proceed};
use crate::manner::{Change, Interruption};
use crate::sink::{Misannotation, MisannotationKind, Sink};

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// Reports the first note of a help in a full execution that is wrong; `false` if there is one.
    pub(super) fn check_notes(&mut self) -> Result<bool, Interruption> {
        let notes: Vec<(EventId, Note)> = self
            .work
            .graph
            .events()
            .filter(|&event| matches!(self.work.graph.event(event).label, Label::Choice(_)))
            .filter_map(|event| Some((event, self.program.note(&self.work.step(event).state)?)))
            .collect();
        for &(help, note) in notes.iter().filter(|(_, note)| note.kind == NoteKind::Help) {
            if let Some(wrong) = self.misannotation(help, note, &notes)? {
                let (sink, execution) = self.sink_and_execution();
                proceed(sink.misannotated(&execution, wrong))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn misannotation(
        &self,
        help: EventId,
        note: Note,
        notes: &[(EventId, Note)],
    ) -> Result<Option<Misannotation>, Change> {
        let graph = &self.work.graph;
        let wrong = |kind, other| Ok(Some(Misannotation { help, kind, other }));
        let is_same = |&&(_, other): &&(EventId, Note)| other == Note { kind: NoteKind::Main, ..note };
        let mut mains = notes.iter().filter(is_same).map(|&(event, _)| event);
        let Some(main) = mains.next() else { return wrong(MisannotationKind::NoMain, None) };
        if let Some(second) = mains.next() {
            return wrong(MisannotationKind::SeveralMains, Some(second));
        }
        let (exchange, address, size, expected) = match self.exchange_after(main) {
            Ok(Some(exchange)) => exchange,
            // Its thread has not come so far, and never will: there is nothing that could be told apart.
            Ok(None) => return Ok(None),
            Err(event) => return wrong(MisannotationKind::OtherCode, Some(event)),
        };
        if !self.locations.is_ordered(address, size) {
            return Err(Change::Order(address, size));
        }
        let Some(location) = graph.event(exchange).location() else { return Ok(None) };
        let has_expected =
            |&&write: &&EventId| graph.event(write).as_write().is_some_and(|write| write.value == expected);
        let source = graph.writes(location).iter().rev().find(has_expected).copied();
        let is_observed = match source {
            None => self.locations.info(location).initial == Some(expected),
            Some(source) => {
                let own = graph.thread_events(graph.event(main).thread);
                let before = own.iter().take_while(|&&event| event != main);
                before.into_iter().any(|&event| {
                    event == source
                        || graph.event(event).as_read().is_some_and(|read| read.source == Some(source))
                })
            }
        };
        if !is_observed {
            return wrong(MisannotationKind::NoSource, Some(main));
        }
        let before = graph.predecessor(main);
        let Some(write) = before.filter(|&before| graph.event(before).as_write().is_some()) else {
            return wrong(MisannotationKind::NoWriteBefore, Some(main));
        };
        if !graph.happens_before(help).contains(graph.event(write)) {
            return wrong(MisannotationKind::Unobserved, Some(write));
        }
        let is_other = |write: EventId| {
            graph.event(write).as_write().is_some_and(|write| write.exclusive && write.value != expected)
        };
        let later = &graph.writes(location)[graph.position(source)..];
        match later.iter().find(|&&write| !is_other(write)) {
            Some(&write) => wrong(MisannotationKind::Overwritten, Some(write)),
            None => Ok(None),
        }
    }

    /// The compare-exchange that a thread does after it has noted that it will, with its location and what it expects; an error
    /// if it does something else.
    fn exchange_after(&self, main: EventId) -> Result<Option<Exchange>, EventId> {
        let graph = &self.work.graph;
        let mut found = None;
        let mut next = graph.successor(main);
        while let Some(event) = next {
            let step = self.work.step(event);
            let is_end = self.program.note(&step.state).is_some();
            match (graph.event(event).label, step.action) {
                _ if is_end => return found.ok_or(event).map(Some),
                (
                    Label::Read(_),
                    Action::Rmw { address, size, op: RmwOp::CompareExchange { expected, .. }, .. },
                ) if found.is_none() => found = Some((event, address, size, expected)),
                (Label::Write(write), _) if write.exclusive && found.is_some() => {}
                (Label::Read(_), Action::Load { .. }) if found.is_none() => {}
                _ => return Err(event),
            }
            next = graph.successor(event);
        }
        Ok(None)
    }
}

/// The read of a compare-exchange, with where it is and what it expects.
type Exchange = (EventId, Address, AccessSize, Value);
