//! The results that are kept of the exploration of a program: errors, warnings, and the places
//! where executions were cut short.

mod join;
mod save;

pub(crate) use save::SavedFindings;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_cat::Role;
use porf_entity::{BarrierStep, ErrorKind, SourcePosition, ThreadId};
use porf_explore::{
    Execution, Failed, FileModel, Lasso, Misannotation, MisannotationKind, MixedAccess, Race, Sink, Trace,
};
use porf_graph::{Event, EventId, Label};
use porf_program::{Action, AnnotationKind, BlockReason, Ends, Program, Step};
use porf_report::{
    AccessReport, Bound, BoundKind, CallReport, ChosenBy, ErrorAfterOthers, ErrorReport, ExecutionReport,
    FrameReport, Note, Place, Warning, WarningKind,
};
use porf_vm::{Place as MemoryPlace, State};
use rustc_hash::FxHashSet;

use crate::build::LoadedProgram;
use crate::calls::{CODE, Call, CallEvents, CallsObserver, Complaint, Observed, Reason, Words};
use crate::leaks;
use crate::model_file::{self, Flags};
use crate::program_names::ProgramNames;
use crate::progress::{Contribution, Progress};
use crate::snapshot::{Ending, Vocabulary, position_of_spinning, snapshot, spinning_in_words};

/// Collects the results of an exploration.
pub(crate) struct ProgramCollector<'a> {
    loaded: &'a LoadedProgram,
    names: ProgramNames<'a>,
    keep_going: bool,
    /// The model, if it is from a file.
    model: Option<&'a FileModel>,
    progress: Contribution<'a>,
    /// What looks at the calls of functions, if something does.
    calls: Option<&'a mut CallsObserver>,
    /// The events of the execution reported last, if threads are blocked at its end and something looks at
    /// calls.
    end: Option<Vec<Event>>,
    /// The results so far.
    pub(crate) found: Found,
}

/// The results of an exploration.
#[derive(Default)]
pub(crate) struct Found {
    /// The places where iterations were found to be redundant.
    pub(crate) redundant_at: Vec<Place>,
    cuts: Vec<Cut>,
    /// The numbers of allocated and of freed objects, for the executions that were searched for
    /// leaks.
    seen: FxHashSet<(usize, usize)>,
    /// The places of the errors and of the unsupported operations.
    places: FxHashSet<ErrorPlace>,
    /// The errors found, all different.
    pub(crate) errors: Vec<ErrorReport>,
    /// The kinds and places of the errors that came after others.
    after_others: BTreeSet<(SourcePosition, ErrorKind)>,
    /// The unsupported operations, all different.
    pub(crate) unsupported: Vec<ErrorReport>,
    /// The traces of the executions with errors and unsupported operations.
    traces: Vec<(ErrorPlace, Trace)>,
    /// The reason to perform helping CASes after all, if a thread skips one in an execution with an
    /// error, or in one in which that may be unsound.
    pub(crate) why_no_helping: Option<Cow<'static, str>>,
    pub(crate) warnings: Vec<Warning>,
    /// The executions that the model flags.
    pub(crate) flags: Flags,
    /// The first complete execution.
    pub(crate) example: Option<ExecutionReport>,
}

impl Found {
    /// The trace of the execution with the first error.
    pub(crate) fn first_trace(&mut self) -> Option<Trace> {
        let first = self.traces.iter().position(|((kind, _), _)| !kind.is_unsupported());
        first.map(|first| self.traces.swap_remove(first).1)
    }

    /// The errors that were seen only after others, in the order of their places.
    pub(crate) fn after_others(&self) -> Vec<ErrorAfterOthers> {
        let is_reported = |it: &ErrorAfterOthers| {
            self.errors.iter().any(|error| (error.kind, error.place) == (it.kind, it.place))
        };
        let all = self.after_others.iter();
        let all = all.map(|&(position, kind)| ErrorAfterOthers { kind, place: Place::in_program(position) });
        all.filter(|it| !is_reported(it)).collect()
    }
}

/// The identity of an error: its kind and its positions. A race has two positions, in order.
type ErrorPlace = (ErrorKind, Vec<SourcePosition>);

/// A place where executions were cut short, with the reason and the number of these executions.
struct Cut {
    position: SourcePosition,
    reason: BlockReason,
    executions: u64,
    /// For a thread with too many events: the number of times that it has been at the place, and
    /// whether it was in the same state before.
    rounds: u64,
    repeats: bool,
}

impl<'a> ProgramCollector<'a> {
    pub(crate) fn new(
        loaded: &'a LoadedProgram,
        model: Option<&'a FileModel>,
        keep_going: bool,
        progress: Option<&'a Progress>,
    ) -> Self {
        Self {
            loaded,
            names: ProgramNames::new(loaded),
            keep_going,
            model,
            progress: Contribution::new(progress),
            calls: None,
            end: None,
            found: Found::default(),
        }
    }

    /// The collector with something that looks at the calls of functions.
    pub(crate) fn observing(self, calls: Option<&'a mut CallsObserver>) -> Self {
        Self { calls, ..self }
    }

    /// Looks at the calls of an execution that is at its end: what is wrong with them.
    fn look_at_calls(&mut self, execution: &Execution<'_, State>) -> Option<Complaint> {
        let calls = self.calls.as_mut()?;
        calls.look(self.loaded, execution)
    }

    /// Looks at the calls of an execution in which threads wait for ever. Returns `None` if nothing looks at
    /// calls, and otherwise the complaint, if there is one.
    fn look_at_waiting(&mut self, execution: &Execution<'_, State>) -> Option<Option<Complaint>> {
        let complaint = self.calls.as_mut()?.look(self.loaded, execution);
        if let Some(calls) = &mut self.calls {
            calls.lets_wait |= complaint.is_none();
        }
        Some(complaint)
    }

    /// Keeps the error that the calls of an execution are not allowed.
    fn forbidden(&mut self, execution: &Execution<'_, State>, complaint: &Complaint) -> ControlFlow<()> {
        let Complaint { kind, reason, observed, .. } = complaint;
        let (fault, other) = match *reason {
            Reason::End { call, .. } => (Some(call), None),
            Reason::Unseen { first, second } | Reason::Overtaken { first, second } => {
                (Some(second), Some(first))
            }
            Reason::OtherCalls => (None, None),
        };
        let events = |call: Option<usize>| call.map(|call| observed.events[call]);
        let stack = |event: EventId| self.loaded.machine.call_stack(&execution.step(event).state);
        let position = |event: EventId| {
            let known = stack(event).into_iter().map(|(_, position)| position).find(|it| it.is_known());
            known.unwrap_or(execution.step(event).position)
        };
        let positions: Vec<SourcePosition> =
            [fault, other].into_iter().filter_map(events).map(|call| position(call.begin)).collect();
        let in_error: Vec<EventId> = [fault, other]
            .into_iter()
            .filter_map(events)
            .flat_map(|call| std::iter::once(call.begin).chain(call.end))
            .collect();
        let report = |this: &Self| {
            let thread_of = |call: usize| this.names.thread_name(execution, observed.events[call].thread);
            ErrorReport {
                kind: *kind,
                message: this.complaint_in_words(execution, complaint),
                thread: fault.map(thread_of),
                place: positions.first().map_or(Place::default(), |&position| this.names.place(position)),
                stack: Vec::new(),
                notes: Vec::new(),
                accesses: Vec::new(),
                calls: this.calls_of(execution, observed, &[fault, other]),
                output: this.output(execution),
                execution: Some(this.snapshot(execution, &in_error, Ending::Open)),
            }
        };
        self.add((*kind, positions.clone()), execution, report, |execution| Trace::of(execution, None))
    }

    /// A message about threads that wait, and why they should not.
    fn with_complaint(
        &self,
        execution: &Execution<'_, State>,
        message: String,
        complaint: Option<&Complaint>,
    ) -> String {
        match complaint {
            Some(complaint) => format!("{message}; {}", self.complaint_in_words(execution, complaint)),
            None => message,
        }
    }

    fn calls_in_complaint(
        &self,
        execution: &Execution<'_, State>,
        complaint: Option<&Complaint>,
    ) -> Vec<CallReport> {
        complaint.map_or(Vec::new(), |complaint| self.calls_of(execution, &complaint.observed, &[]))
    }

    fn complaint_in_words(&self, execution: &Execution<'_, State>, complaint: &Complaint) -> String {
        let Some(calls) = &self.calls else { return String::new() };
        let Complaint { reason, observed, by, .. } = complaint;
        let thread = |call: usize| self.names.thread_name(execution, observed.events[call].thread);
        let part = |name: &str, offset| self.names.part_of_named_global(name, offset);
        Words { functions: &calls.functions, part: &part }.reason(observed, reason, by, thread)
    }

    /// The calls of an execution.
    fn calls_of(
        &self,
        execution: &Execution<'_, State>,
        observed: &Observed,
        in_error: &[Option<usize>],
    ) -> Vec<CallReport> {
        let Some(calls) = &self.calls else { return Vec::new() };
        let marks = observed.events.iter().flat_map(|call| std::iter::once(call.begin).chain(call.end));
        let mut moments: Vec<EventId> = marks.collect();
        moments.sort_unstable();
        let part = |name: &str, offset| self.names.part_of_named_global(name, offset);
        let words = Words { functions: &calls.functions, part: &part };
        let moment = |event: EventId| moments.partition_point(|&other| other < event);
        let report = |(number, (call, events)): (usize, (&Call, &CallEvents))| CallReport {
            thread: self.names.thread_name(execution, events.thread),
            call: words.call_and_end(call),
            begin: moment(events.begin),
            end: events.end.map(moment),
            in_error: in_error.contains(&Some(number)),
        };
        observed.history.calls().zip(&observed.events).enumerate().map(report).collect()
    }

    /// Keeps an error at these positions, and the recipe of its execution, unless the error is
    /// known already. An error may occur in very many executions, so it is put into words only
    /// once.
    fn add(
        &mut self,
        found: ErrorPlace,
        execution: &Execution<'_, State>,
        report: impl FnOnce(&Self) -> ErrorReport,
        trace: impl FnOnce(&Execution<'_, State>) -> Trace,
    ) -> ControlFlow<()> {
        let kind = found.0;
        if !kind.is_unsupported() && kind != ErrorKind::Annotation && self.skips_helping(execution) {
            self.found.why_no_helping.get_or_insert("an error was found while they were skipped".into());
        }
        if self.found.places.insert(found.clone()) {
            let error = report(self);
            self.found.traces.push((found, trace(execution)));
            match kind.is_unsupported() {
                true => self.found.unsupported.push(error),
                false => self.found.errors.push(error),
            }
        }
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Whether a thread skips a helping CAS.
    fn skips_helping(&self, execution: &Execution<'_, State>) -> bool {
        let machine = &self.loaded.machine;
        let is_helping = |event| {
            machine
                .annotation(&execution.step(event).state)
                .is_some_and(|it| it.kind == AnnotationKind::Helping)
        };
        machine.features().annotations && execution.graph().events().any(is_helping)
    }

    /// The bounds that cut executions short, in the order of their positions.
    pub(crate) fn bounds(&self, partial_choice: Option<SourcePosition>) -> Vec<Bound> {
        let mut bounds: Vec<(SourcePosition, Bound)> = Vec::new();
        for cut in &self.found.cuts {
            let annotated = self.loaded.loop_bounds.iter().find(|(position, _)| *position == cut.position);
            let iterations = self.loaded.unroll.or(annotated.map(|&(_, bound)| bound));
            let (kind, chosen) = match (cut.reason, iterations) {
                (BlockReason::LoopBound, Some(iterations)) => {
                    (BoundKind::Loop { iterations }, ChosenBy::User)
                }
                (BlockReason::Spin, _) => (BoundKind::Waiting, ChosenBy::Auto),
                (BlockReason::EventLimit, _) => {
                    let limit = self.loaded.max_events;
                    (BoundKind::Events { limit, rounds: cut.rounds, repeats: cut.repeats }, ChosenBy::Auto)
                }
                _ => (BoundKind::Steps, ChosenBy::Auto),
            };
            let place = self.names.place(cut.position);
            bounds.push((cut.position, Bound { place, kind, chosen, executions: cut.executions }));
        }
        bounds.extend(partial_choice.map(|position| {
            let place = self.names.place(position);
            (position, Bound { place, kind: BoundKind::Values, chosen: ChosenBy::Auto, executions: 0 })
        }));
        bounds.sort_by_key(|&(position, _)| position);
        bounds.into_iter().map(|(_, bound)| bound).collect()
    }

    /// The error that the same bytes are accessed in different sizes.
    pub(crate) fn mixed_sizes(&self, first: MixedAccess, second: MixedAccess) -> ErrorReport {
        let access = |access: MixedAccess| AccessReport {
            thread: format!("{}", access.thread),
            place: self.names.place(access.position),
            access: format!(
                "{} access to {} bytes",
                if access.atomic { "atomic" } else { "non-atomic" },
                access.size.bytes()
            ),
        };
        ErrorReport {
            kind: ErrorKind::MixedSizes,
            message: "the same bytes are accessed in different sizes, one of the accesses atomic".into(),
            thread: None,
            place: self.names.place(second.position),
            stack: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
            output: Vec::new(),
            accesses: vec![access(first), access(second)],
            execution: None,
        }
    }

    fn snapshot(
        &self,
        execution: &Execution<'_, State>,
        in_error: &[EventId],
        ending: Ending<'_>,
    ) -> ExecutionReport {
        snapshot(execution, &self.names.of(execution), in_error, ending)
    }

    fn stack(&self, state: &State) -> Vec<FrameReport> {
        let frames = self.loaded.machine.call_stack(state);
        let own = frames.iter().filter(|(_, position)| position.is_known());
        own.map(|&(function, position)| FrameReport {
            function: function.strip_suffix(CODE).unwrap_or(function).to_owned(),
            place: self.names.place(position),
        })
        .collect()
    }

    /// Places that are related to a failure: that of the other event, and that of the object's
    /// allocation.
    fn notes(&self, execution: &Execution<'_, State>, failed: &Failed) -> Vec<Note> {
        let mut notes = Vec::new();
        if let Some(other) = failed.other {
            let message = match execution.graph().event(other).label {
                Label::Free { .. } if detaches(execution.step(other).action) => {
                    "the thread was detached here"
                }
                Label::Free { .. } => "it was freed here",
                Label::Join(_) => "the thread was joined here",
                Label::Barrier { step: BarrierStep::Destroy, .. } => "the barrier was destroyed here",
                Label::Barrier { .. } => "a thread arrived at the barrier here",
                _ => "this access is not ordered before it",
            };
            notes.push(self.note_at(execution, other, message));
        }
        if let Some(MemoryPlace::Object { allocation, thread, .. }) =
            failed.failure.address.and_then(|address| self.names.memory(execution, address))
            && allocation.position.is_known()
        {
            notes.push(Note {
                message: format!("the object of {} bytes was allocated here", allocation.object.size),
                thread: Some(self.names.thread_name(execution, thread)),
                place: self.names.place(allocation.position),
            });
        }
        notes
    }

    /// The place of a race: that of the access that was added last. If all errors are wanted, the
    /// place must not depend on which access that was.
    fn place_of_race(&self, execution: &Execution<'_, State>, race: Race) -> SourcePosition {
        let [first, second] = [race.first, race.second].map(|event| execution.step(event).position);
        if self.keep_going { first.max(second) } else { second }
    }

    fn note_at(&self, execution: &Execution<'_, State>, event: EventId, message: &str) -> Note {
        let thread = execution.graph().event(event).thread;
        Note {
            message: message.to_owned(),
            thread: Some(self.names.thread_name(execution, thread)),
            place: self.names.place(execution.step(event).position),
        }
    }

    /// The output of the threads.
    fn output(&self, execution: &Execution<'_, State>) -> Vec<String> {
        let printed = execution.threads().map(|thread| {
            let text = self.loaded.machine.output(&execution.next(thread).state);
            (self.names.thread_name(execution, thread), text.to_owned())
        });
        let lines = printed.filter(|(_, text)| !text.is_empty());
        lines
            .flat_map(|(name, text)| text.lines().map(|line| format!("{name}: {line}")).collect::<Vec<_>>())
            .collect()
    }

    /// Counts an execution that was cut short.
    fn add_cut(
        &mut self,
        position: SourcePosition,
        reason: BlockReason,
        rounds: impl FnOnce() -> (u64, bool),
    ) {
        let mut cuts = self.found.cuts.iter_mut();
        match cuts.find(|known| (known.position, known.reason) == (position, reason)) {
            Some(known) => known.executions += 1,
            None => {
                let (rounds, repeats) = rounds();
                self.found.cuts.push(Cut { position, reason, executions: 1, rounds, repeats });
            }
        }
    }

    /// Searches an execution in which all threads have finished for leaks. A program that calls
    /// `exit` need not have freed anything.
    fn look_for_leaks(&mut self, execution: &Execution<'_, State>) {
        let machine = &self.loaded.machine;
        let objects = |thread| machine.heap_objects(&execution.next(thread).state).len();
        let allocated = execution.threads().map(objects).sum();
        let freed = execution.graph().frees().len();
        let calls_exit =
            |thread| matches!(execution.next(thread).action, Action::Exit { ends: Ends::Process, .. });
        if allocated == 0
            || execution.threads().any(calls_exit)
            || !self.found.seen.insert((allocated, freed))
        {
            return;
        }
        for (thread, allocation) in leaks::find(machine, &self.loaded.globals, execution) {
            let place = self.names.place(allocation.position);
            if self.found.warnings.iter().any(|known| known.place == place) {
                continue;
            }
            self.found.warnings.push(Warning {
                kind: WarningKind::Leak,
                message: format!(
                    "{} bytes that thread {} allocated are never freed, and nothing points to them any more",
                    allocation.object.size,
                    self.names.thread_name(execution, thread)
                ),
                place,
            });
        }
    }
}

/// The number of times that the thread of an event has been at the place of the event, and whether
/// it was in the same state before.
fn rounds(execution: &Execution<'_, State>, last: EventId) -> (u64, bool) {
    let graph = execution.graph();
    let thread = graph.event(last).thread;
    let state = &execution.step(last).state;
    let (mut rounds, mut repeats) = (0, false);
    for &event in graph.thread_events(thread) {
        let before = &execution.step(event).state;
        rounds += u64::from(before.is_where(state));
        repeats |= event != last && before.is_same(state);
    }
    (rounds, repeats)
}

/// The first events of an execution.
fn first_events(execution: &Execution<'_, State>, count: usize) -> Vec<Event> {
    let graph = execution.graph();
    graph.events().take(count).map(|event| *graph.event(event)).collect()
}

impl Sink<State> for ProgramCollector<'_> {
    fn complete(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.progress.count();
        if let Some(complaint) = self.look_at_calls(execution) {
            return self.forbidden(execution, &complaint);
        }
        self.look_for_leaks(execution);
        if self.found.example.is_none() {
            self.found.example = Some(self.snapshot(execution, &[], Ending::Open));
        }
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.progress.count();
        if self.calls.is_some() {
            self.end = Some(first_events(execution, execution.graph().len()));
        }
        let waits = |thread| match execution.next(thread).action {
            Action::Block(reason) => reason == BlockReason::Spin,
            _ => true,
        };
        if self.calls.as_ref().is_some_and(|calls| calls.looks_at_ends())
            && execution.threads().all(waits)
            && let Some(Some(complaint)) = self.look_at_waiting(execution)
        {
            return self.forbidden(execution, &complaint);
        }
        ControlFlow::Continue(())
    }

    fn cut(&mut self, execution: &Execution<'_, State>, thread: ThreadId) -> ControlFlow<()> {
        let step = execution.next(thread);
        if let Action::Block(reason) = step.action {
            let last = execution.graph().last(thread).filter(|_| reason == BlockReason::EventLimit);
            let position = last.map_or(step.position, |last| execution.step(last).position);
            self.add_cut(position, reason, || last.map_or((0, false), |last| rounds(execution, last)));
        }
        ControlFlow::Continue(())
    }

    fn undecided(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        if let Some(None) = self.look_at_waiting(execution) {
            return ControlFlow::Continue(());
        }
        let spins = |step: &&Step<State>| step.action == Action::Block(BlockReason::Spin);
        if let Some(step) = execution.threads().map(|thread| execution.next(thread)).find(spins) {
            self.add_cut(step.position, BlockReason::Spin, || (0, false));
        }
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, State>, failed: Failed) -> ControlFlow<()> {
        let step = step_of(execution, &failed);
        let in_error: Vec<EventId> = failed.event.into_iter().chain(failed.other).collect();
        let kind = failed.failure.kind;
        let complaint = match kind {
            ErrorKind::Deadlock => self.look_at_waiting(execution),
            _ => None,
        };
        if let Some(None) = complaint {
            if let Some(calls) = &mut self.calls {
                calls.deadlocks += 1;
            }
            return ControlFlow::Continue(());
        }
        let complaint = complaint.flatten();
        let ending = match kind {
            ErrorKind::Deadlock => Ending::Stuck,
            _ if failed.event.is_some() => Ending::Open,
            _ => Ending::Failing(failed.thread, kind),
        };
        let report = |this: &Self| ErrorReport {
            kind,
            message: this.with_complaint(
                execution,
                this.names.of(execution).failure(execution, failed.failure),
                complaint.as_ref(),
            ),
            thread: Some(this.names.thread_name(execution, failed.thread)),
            place: this.names.place(step.position),
            stack: this.stack(&step.state),
            notes: this.notes(execution, &failed),
            calls: this.calls_in_complaint(execution, complaint.as_ref()),
            output: this.output(execution),
            accesses: Vec::new(),
            execution: Some(this.snapshot(execution, &in_error, ending)),
        };
        let failing = (kind != ErrorKind::Deadlock && failed.event.is_none()).then_some(failed.thread);
        let place = (kind, vec![step.position]);
        self.add(place, execution, report, |execution| Trace::of(execution, failing))
    }

    fn reported(&mut self, execution: &Execution<'_, State>, check: usize) -> ControlFlow<()> {
        let Some(model) = self.model else { return ControlFlow::Continue(()) };
        if model.check(check).role != Role::UndefinedUnless {
            *self.found.flags.entry(check).or_default() += 1;
            return ControlFlow::Continue(());
        }
        // The same check is one error, wherever it fails.
        if self.found.places.insert((ErrorKind::Undefined, vec![model.check(check).position])) {
            let error = model_file::undefined(model.check(check), &model.check_name(check));
            let execution = Some(self.snapshot(execution, &[], Ending::Open));
            self.found.errors.push(ErrorReport { execution, ..error });
        }
        if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn livelock(&mut self, execution: &Execution<'_, State>, lasso: &Lasso) -> ControlFlow<()> {
        let Some(first) = lasso.threads.first() else { return ControlFlow::Continue(()) };
        let complaint = self.look_at_waiting(execution);
        if let Some(None) = complaint {
            let is_at_end = self.end.take() == Some(first_events(execution, lasso.explored));
            if let Some(calls) = self.calls.as_mut().filter(|_| !is_at_end) {
                calls.left_out = true;
            }
            return ControlFlow::Continue(());
        }
        let complaint = complaint.flatten();
        let kind = if lasso.has_writes { ErrorKind::LivelockWithWrites } else { ErrorKind::Livelock };
        let turns = if lasso.depends_on_turns { ", with this schedule" } else { "" };
        let position = position_of_spinning(execution, lasso, first.thread);
        let report = |this: &Self| {
            let thread = this.names.thread_name(execution, first.thread);
            let in_error: Vec<EventId> =
                lasso.threads.iter().flat_map(|it| it.reads.iter().copied()).collect();
            let words = spinning_in_words(execution, &this.names.of(execution), lasso, first);
            ErrorReport {
                kind,
                message: this.with_complaint(
                    execution,
                    format!("thread {thread} {words}{turns}"),
                    complaint.as_ref(),
                ),
                thread: Some(thread),
                place: this.names.place(position),
                stack: this.stack(&execution.next(first.thread).state),
                notes: Vec::new(),
                calls: Vec::new(),
                output: this.output(execution),
                accesses: Vec::new(),
                execution: Some(this.snapshot(execution, &in_error, Ending::Endless(lasso))),
            }
        };
        self.add((kind, vec![position]), execution, report, |execution| Trace::of_endless(execution, lasso))
    }

    fn left_behind(&mut self, execution: &Execution<'_, State>, threads: &[ThreadId]) -> ControlFlow<()> {
        if let Some(Some(complaint)) = self.look_at_waiting(execution) {
            return self.forbidden(execution, &complaint);
        }
        for &thread in threads {
            let step = execution.next(thread);
            let place = self.names.place(step.position);
            let known = |known: &Warning| known.kind == WarningKind::LeftBehind && known.place == place;
            if !self.found.warnings.iter().any(known) {
                self.found.warnings.push(Warning {
                    kind: WarningKind::LeftBehind,
                    message: format!(
                        "thread {} still waits here when main returns, and would wait for ever; join it, or call exit to end the process on purpose",
                        self.names.thread_name(execution, thread)
                    ),
                    place,
                });
            }
        }
        ControlFlow::Continue(())
    }

    fn failed_after_others(&mut self, execution: &Execution<'_, State>, failed: Failed) {
        let kind = failed.failure.kind;
        // A specification may allow that threads wait for ever.
        let may_be_allowed = kind == ErrorKind::Deadlock && self.calls.is_some();
        if self.keep_going && !kind.is_unsupported() && !may_be_allowed {
            self.found.after_others.insert((step_of(execution, &failed).position, kind));
        }
    }

    fn race_after_others(&mut self, execution: &Execution<'_, State>, race: Race) {
        if self.keep_going {
            let position = self.place_of_race(execution, race);
            self.found.after_others.insert((position, ErrorKind::DataRace));
        }
    }

    fn misannotated(&mut self, execution: &Execution<'_, State>, wrong: Misannotation) -> ControlFlow<()> {
        let step = execution.step(wrong.helping);
        let thread = execution.graph().event(wrong.helping).thread;
        let in_error: Vec<EventId> = [Some(wrong.helping), wrong.other].into_iter().flatten().collect();
        let report = |this: &Self| ErrorReport {
            kind: ErrorKind::Annotation,
            message: misannotation_in_words(wrong.kind).into(),
            thread: Some(this.names.thread_name(execution, thread)),
            place: this.names.place(step.position),
            stack: this.stack(&step.state),
            notes: wrong
                .other
                .map(|other| this.note_at(execution, other, misannotation_note(wrong.kind)))
                .into_iter()
                .collect(),
            calls: Vec::new(),
            output: this.output(execution),
            accesses: Vec::new(),
            execution: Some(this.snapshot(execution, &in_error, Ending::Open)),
        };
        // Skipping helping CASes is then not wrong, but not known to be right, either.
        if wrong.kind == MisannotationKind::MixedOrderings {
            self.found.why_no_helping.get_or_insert(
                "seq_cst accesses or fences are mixed with weaker accesses so that executions might be lost if they were skipped".into(),
            );
        }
        let place = (ErrorKind::Annotation, vec![step.position]);
        self.add(place, execution, report, |execution| Trace::of(execution, None))
    }

    fn race(&mut self, execution: &Execution<'_, State>, race: Race) -> ControlFlow<()> {
        let report = |this: &Self| {
            let location = execution.graph().event(race.second).location().map(|it| execution.location(it));
            let name =
                location.map_or("memory".into(), |it| this.names.of(execution).location(execution, it));
            let report = this.snapshot(execution, &[race.first, race.second], Ending::Open);
            ErrorReport {
                kind: ErrorKind::DataRace,
                message: format!("two unordered accesses of {name}, not both of them atomic"),
                thread: None,
                place: this.names.place(this.place_of_race(execution, race)),
                stack: Vec::new(),
                notes: Vec::new(),
                calls: Vec::new(),
                output: this.output(execution),
                accesses: report.accesses_in_words(),
                execution: Some(report),
            }
        };
        let mut positions = [race.first, race.second].map(|event| execution.step(event).position);
        positions.sort();
        let place = (ErrorKind::DataRace, positions.to_vec());
        self.add(place, execution, report, |execution| Trace::of(execution, None))
    }

    fn redundant_at(&mut self, position: SourcePosition) {
        self.found.redundant_at.push(Place::in_program(position));
    }

    fn restart(&mut self) {
        if let Some(calls) = &mut self.calls {
            calls.restart();
        }
        self.progress.take_back();
        self.found = Found::default();
    }
}

/// The step that is wrong.
fn step_of<'a>(execution: &Execution<'a, State>, failed: &Failed) -> &'a Step<State> {
    match failed.event {
        Some(event) => execution.step(event),
        None => execution.next(failed.thread),
    }
}

fn detaches(action: Action) -> bool {
    matches!(action, Action::Detach { .. })
}

/// The condition on helping annotations that an execution violates.
fn misannotation_in_words(kind: MisannotationKind) -> &'static str {
    match kind {
        MisannotationKind::NoMain => {
            "the helping CAS belongs to no operation: no porf_main has the same function and arguments"
        }
        MisannotationKind::SeveralMains => "the helping CAS belongs to several operations, not to one",
        MisannotationKind::OtherCode => {
            "the function of the helping annotation does more than read and then do one compare-exchange"
        }
        MisannotationKind::NoSource => {
            "the operation has neither made nor read the latest write of the value that the helping CAS expects"
        }
        MisannotationKind::NoWriteBefore => {
            "the operation writes nothing directly before porf_main, so that no thread can know that it needs help"
        }
        MisannotationKind::Unobserved => {
            "the helping thread has not acquired the write that the operation makes directly before porf_main"
        }
        MisannotationKind::Unpublished => {
            "the write that the operation makes directly before porf_main does not release its earlier writes"
        }
        MisannotationKind::Fenced => {
            "the compare-exchange does not release; a release fence precedes it in the operation, but none in the helping thread"
        }
        MisannotationKind::WeakerIfItFails => {
            "the operation acquires more if its compare-exchange succeeds than if it fails because of the helping CAS"
        }
        MisannotationKind::MixedOrderings => {
            "a helping CAS cannot be skipped where seq_cst accesses are mixed with weaker ones"
        }
        MisannotationKind::Overwritten => {
            "the location of the helping CAS gets the expected value again, or a store writes it that is no read-modify-write"
        }
    }
}

/// The part that the other event plays in the violation.
fn misannotation_note(kind: MisannotationKind) -> &'static str {
    match kind {
        MisannotationKind::NoMain | MisannotationKind::SeveralMains => "another operation",
        MisannotationKind::OtherCode => "this action is neither the reads nor the compare-exchange",
        MisannotationKind::NoSource | MisannotationKind::NoWriteBefore => "the operation",
        MisannotationKind::Unobserved | MisannotationKind::Unpublished => "this write",
        MisannotationKind::Fenced => "this fence",
        MisannotationKind::WeakerIfItFails | MisannotationKind::MixedOrderings => "this compare-exchange",
        MisannotationKind::Overwritten => "by this write",
    }
}
