//! Helping: several threads make the same CAS, of which the first succeeds and the others change
//! nothing. The CAS is left to the thread whose operation it completes [spore §2.3; spore §3.2].
//!
//! Threads [annotate](porf_program::Annotation) the operation's own CAS, and the helping CASes that
//! they skip. An execution is *correctly annotated* [spore Def. 3.3] if for each helping annotation
//! h there is exactly one annotation m of the same function with the same arguments, such that
//!
//! - the thread of m, after m, reads and then makes one compare-exchange;
//! - the last write s to the location of the compare-exchange that has the expected value is
//!   observed before m: the thread of m has made s or read from it;
//! - the thread of m writes directly before m, and that write happens before h: so the helping
//!   thread knows all that the thread of m did before;
//! - all writes after s in coherence order are those of rmws, and have other values than the
//!   expected one;
//! - all that the compare-exchange of m releases, that of h would release, too: under PSO the write
//!   before m is not one that may overtake others; under RC11, if the compare-exchange does not
//!   release, either no release fence precedes m, or one precedes h that knows of the write before
//!   m;
//! - under RC11, the thread of m knows no more if its compare-exchange succeeds than if it fails
//!   because of a successful helping CAS: it does not acquire, or it releases if it succeeds and
//!   acquires if it fails, or s is initial or of the thread of m;
//! - under RC11, either all atomic accesses to shared locations are sequentially consistent, and
//!   the compare-exchange would be even if it failed, or no event is, or those that are cannot tell
//!   which of two threads makes the compare-exchange. That is so if neither a fence nor the
//!   compare-exchange is sequentially consistent, nor an access of the thread of m since it last
//!   accessed another location than that of the write w before m.
//!
//! Why the last one suffices: psc is then made of edges between accesses. If the helping CAS is
//! replaced by the compare-exchange of m, happens-before, coherence order and from-reads between
//! all other events do not grow. The one edge that may be new leads from a sequentially consistent
//! access e of the thread of m, to another location than that of the compare-exchange, through the
//! compare-exchange to an event that happens after it. If the thread accesses a third location
//! after e and up to w, that edge has been there through w, which happens before the helping CAS.
//! So a node that is initialised by sequentially consistent stores before it is published does no
//! harm.
//!
//! (Deviation: the paper does not ask for the last three conditions; without them, executions are
//! lost.)
//!
//! Then, if a helping CAS succeeded, the compare-exchange of m would fail because of it. The two
//! can change places, and no thread can distinguish that: an event that synchronises with the
//! helping CAS synchronises with no more if m takes its place. Happens-before stands for the
//! paper's "reads from and then program order", which is the same under SC and RA; under RC11 the
//! read must acquire.

use porf_entity::{
    AccessSize, Address, FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, Value, WriteOrdering,
};
use porf_graph::{EventId, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Annotation, AnnotationKind, Program};

use crate::execution_core::{ExecutionCore, proceed};
use crate::restart::{Change, Interruption};
use crate::sink::{Misannotation, MisannotationKind};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Reports the first helping annotation that is violated in a full execution; `false` if there
    /// is one.
    pub(crate) fn check_annotations(&mut self) -> Result<bool, Interruption> {
        let annotations: Vec<(EventId, Annotation)> = self
            .state
            .graph
            .events()
            .filter(|&event| matches!(self.state.graph.event(event).label, Label::Choice(_)))
            .filter_map(|event| Some((event, self.program.annotation(&self.state.step(event).state)?)))
            .collect();
        for &(helping, annotation) in
            annotations.iter().filter(|(_, annotation)| annotation.kind == AnnotationKind::Helping)
        {
            self.watch.step(self.state.graph.len())?;
            if let Some(wrong) = self.misannotation(helping, annotation, &annotations)? {
                let (sink, execution) = self.sink_and_execution();
                proceed(sink.misannotated(&execution, wrong))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn misannotation(
        &self,
        helping: EventId,
        annotation: Annotation,
        annotations: &[(EventId, Annotation)],
    ) -> Result<Option<Misannotation>, Change> {
        let graph = &self.state.graph;
        let wrong = |kind, other| Ok(Some(Misannotation { helping, kind, other }));
        let is_same = |&&(_, other): &&(EventId, Annotation)| {
            other == Annotation { kind: AnnotationKind::Helped, ..annotation }
        };
        let mut mains = annotations.iter().filter(is_same).map(|&(event, _)| event);
        let Some(main) = mains.next() else { return wrong(MisannotationKind::NoMain, None) };
        if let Some(second) = mains.next() {
            return wrong(MisannotationKind::SeveralMains, Some(second));
        }
        let (exchange, address, size, expected) = match self.exchange_after(main) {
            Ok(Some(exchange)) => exchange,
            // The thread has not come so far, and never will: there is nothing that could be
            // distinguished.
            Ok(None) => return Ok(None),
            Err(event) => return wrong(MisannotationKind::OtherCode, Some(event)),
        };
        if !self.locations.is_ordered(address, size) {
            return Err(Change::Order(address, size));
        }
        let Some(location) = graph.event(exchange).location() else { return Ok(None) };
        let has_expected =
            |&&write: &&EventId| graph.event(write).as_write().is_some_and(|write| write.value == expected);
        let source = graph.writes(location).iter().rev().find(has_expected);
        let source = source.map_or(Source::Initial, |&write| Source::Write(write));
        let is_observed = match source {
            Source::Initial => self.locations.info(location).initial == expected.into(),
            Source::Write(write) => {
                let own = graph.thread_events(graph.event(main).thread);
                let before = own.iter().take_while(|&&event| event != main);
                before.into_iter().any(|&event| {
                    event == write || graph.event(event).as_read().is_some_and(|read| read.source == source)
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
        if !graph.happens_before(helping).contains(graph.event(write)) {
            return wrong(MisannotationKind::Unobserved, Some(write));
        }
        if !self.model.publishes(graph, write) {
            return wrong(MisannotationKind::Unpublished, Some(write));
        }
        if self.is_weaker_if_it_fails(exchange, source) {
            return wrong(MisannotationKind::WeakerIfItFails, Some(exchange));
        }
        if let Some(fence) = self.fence_that_releases_more(exchange, write, helping) {
            return wrong(MisannotationKind::Fenced, Some(fence));
        }
        let is_other = |write: EventId| {
            graph.event(write).as_write().is_some_and(|write| write.exclusive && write.value != expected)
        };
        let later = &graph.writes(location)[graph.position(source)..];
        match later.iter().find(|&&write| !is_other(write)) {
            Some(&write) => wrong(MisannotationKind::Overwritten, Some(write)),
            None if self.mixes_orderings(exchange, write) => wrong(MisannotationKind::MixedOrderings, None),
            None => Ok(None),
        }
    }

    /// Returns whether a thread knows more if a compare-exchange, which reads from `source`,
    /// succeeds than if it fails because of one that did the same.
    fn is_weaker_if_it_fails(&self, exchange: EventId, source: Source) -> bool {
        let Action::Rmw { ordering, op: RmwOp::CompareExchange { failure, .. }, .. } =
            self.state.step(exchange).action
        else {
            return false;
        };
        let graph = &self.state.graph;
        self.model.synchronisation().by_orderings()
            && ordering.read().is_acquire()
            && !(ordering.write().is_release() && failure.is_acquire())
            && source.write().is_some_and(|write| graph.event(write).thread != graph.event(exchange).thread)
    }

    /// Returns whether some events are sequentially consistent and some atomic accesses are weaker,
    /// and that makes a difference. The compare-exchange counts as weaker if it would be weaker
    /// when it failed. Accesses to locations that only one thread accesses do not count. `write` is
    /// the write before the annotation of the operation.
    fn mixes_orderings(&self, exchange: EventId, write: EventId) -> bool {
        if !self.model.synchronisation().by_orderings() {
            return false;
        }
        let graph = &self.state.graph;
        let fails_strongly = matches!(
            self.state.step(exchange).action,
            Action::Rmw { op: RmwOp::CompareExchange { failure: ReadOrdering::SeqCst, .. }, .. }
        );
        let is_shared = |location: LocationId| graph.last_accesses(location).len() > 1;
        let (mut some, mut all, mut fence) = (false, fails_strongly, false);
        for event in graph.events() {
            let is_strong = match graph.event(event).label {
                Label::Read(read) if read.ordering.is_atomic() && is_shared(read.location) => {
                    read.ordering == ReadOrdering::SeqCst
                }
                Label::Write(write) if write.ordering.is_atomic() && is_shared(write.location) => {
                    write.ordering == WriteOrdering::SeqCst
                }
                Label::Fence(ordering) => {
                    fence |= ordering == FenceOrdering::SeqCst;
                    continue;
                }
                _ => continue,
            };
            some |= is_strong;
            all &= is_strong;
        }
        (some || fence) && !all && (fence || self.has_strong_end(exchange, write))
    }

    /// Returns whether a compare-exchange is sequentially consistent, or an access of its thread
    /// before it and since an access to another location than that of `write`.
    fn has_strong_end(&self, exchange: EventId, write: EventId) -> bool {
        let Action::Rmw { ordering, op: RmwOp::CompareExchange { failure, .. }, .. } =
            self.state.step(exchange).action
        else {
            return true;
        };
        let graph = &self.state.graph;
        let (exchanged, written) = (graph.event(exchange), graph.event(write));
        let before = &graph.thread_events(exchanged.thread)[..exchanged.index as usize];
        let mut end = before.iter().rev().map(|&event| graph.event(event)).take_while(|event| {
            event.index > written.index
                || event.location().is_none_or(|location| Some(location) == written.location())
        });
        ordering == RmwOrdering::SeqCst
            || failure == ReadOrdering::SeqCst
            || end.any(|event| match event.label {
                Label::Read(read) => read.ordering == ReadOrdering::SeqCst,
                Label::Write(write) => write.ordering == WriteOrdering::SeqCst,
                _ => false,
            })
    }

    /// The release fence before a compare-exchange, unless a release fence before `helping` knows
    /// `write`. With its fence the compare-exchange then releases more than the helping CAS would.
    fn fence_that_releases_more(
        &self,
        exchange: EventId,
        write: EventId,
        helping: EventId,
    ) -> Option<EventId> {
        let Action::Rmw { ordering, .. } = self.state.step(exchange).action else { return None };
        if !self.model.synchronisation().by_orderings() || ordering.write().is_release() {
            return None;
        }
        let graph = &self.state.graph;
        let fences_before = |event: EventId| {
            let events = graph.thread_events(graph.event(event).thread).iter().copied();
            events.take_while(move |&earlier| earlier != event).filter(|&earlier| {
                matches!(graph.event(earlier).label, Label::Fence(ordering) if ordering.is_release())
            })
        };
        let own = fences_before(exchange).last()?;
        let is_enough = |fence: EventId| graph.happens_before(fence).contains(graph.event(write));
        (!fences_before(helping).any(is_enough)).then_some(own)
    }

    /// The compare-exchange that a thread makes after the annotation `main`, with its location and
    /// the value that it expects; an error if the thread takes another action.
    fn exchange_after(&self, main: EventId) -> Result<Option<Exchange>, EventId> {
        let graph = &self.state.graph;
        let mut found = None;
        let mut next = graph.successor(main);
        while let Some(event) = next {
            let step = self.state.step(event);
            let is_end = self.program.annotation(&step.state).is_some();
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

/// The read of a compare-exchange, with its location and the value that it expects.
type Exchange = (EventId, Address, AccessSize, Value);
