//! The sink, which receives the results of exploration.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use porf_entity::{Address, SourcePosition, ThreadId, Value};
use porf_graph::{EventId, Graph, Label, LocationId};
use porf_models::Race;
use porf_program::{Failure, Step};

use crate::engine::EngineChoice;
use crate::execution_core::Paused;
use crate::limits::StopReason;
use crate::locations::{LocationInfo, Locations};
use crate::options::Equivalence;
use crate::reductions::open_additions::content_with_additions;
use crate::reductions::symmetry::SymmetricThreads;
use crate::restart::Knowledge;

/// Receives the results of exploration as they are found. Breaking stops the exploration.
pub trait Sink<S> {
    /// A full execution: every thread has finished.
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()>;

    /// A full execution in which some thread is blocked.
    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()>;

    /// A thread that was [cut](porf_program::BlockReason::is_cut), in the execution reported last,
    /// or in its continuation if its threads run on.
    fn cut(&mut self, _execution: &Execution<'_, S>, _thread: ThreadId) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The execution reported last, in which threads wait, perhaps for ever: running on was not
    /// decisive.
    fn undecided(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An execution with an error. It is not extended further.
    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()>;

    /// An execution that never ends, up to where it repeats itself. Only if liveness is [asked
    /// for](crate::Options::liveness).
    fn livelock(&mut self, _execution: &Execution<'_, S>, _lasso: &Lasso) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The execution reported last, in which main has returned while these threads wait for ever.
    /// The process ends all the same.
    fn left_behind(&mut self, _execution: &Execution<'_, S>, _threads: &[ThreadId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An execution, possibly not a full one, with a data race. Reported for the first race only,
    /// unless all are [asked for](crate::Options::keep_going).
    fn race(&mut self, execution: &Execution<'_, S>, race: Race) -> ControlFlow<()>;

    /// An error that comes after others in this execution, and may be a consequence of them. Only if
    /// all errors are [asked for](crate::Options::keep_going).
    fn failed_after_others(&mut self, _execution: &Execution<'_, S>, _failed: Failed) {}

    /// A data race that comes after errors in this execution, or is itself part of one. Only if all
    /// errors are [asked for](crate::Options::keep_going).
    fn race_after_others(&mut self, _execution: &Execution<'_, S>, _race: Race) {}

    /// A full execution that violates a helping annotation: no other thread makes the skipped CAS
    /// as annotated.
    fn misannotated(&mut self, execution: &Execution<'_, S>, wrong: Misannotation) -> ControlFlow<()> {
        let _ = (execution, wrong);
        ControlFlow::Continue(())
    }

    /// The execution reported last, in which all threads have finished, if a check of a model from a
    /// file reports it: a flag that holds, or a condition of defined behaviour that fails. `check` is
    /// the place of the check in the model.
    fn reported(&mut self, _execution: &Execution<'_, S>, _check: usize) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The addresses whose last values matter. Where an execution stands for several that differ in
    /// coherence order alone, the others are [distinguished](Self::variant) by these values.
    fn observed(&self) -> &[Address] {
        &[]
    }

    /// The execution reported last, with another coherence order in which other writes to observed
    /// addresses come last. It does not count as an execution of its own.
    fn variant(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// At the end of exploration: threads that were about to take an action at this position were
    /// found to have come there by a redundant iteration, and blocked. Iterations that are known to
    /// be redundant before the program runs do not count.
    fn redundant_at(&mut self, position: SourcePosition) {
        let _ = position;
    }

    /// Exploration restarts in another way: earlier reports do not count, and are made again.
    fn restart(&mut self);
}

/// A sink that ignores all results.
pub(crate) struct Ignore;

impl<S> Sink<S> for Ignore {
    fn complete(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn failed(&mut self, _execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {}
}

/// An error in an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The thread that makes the error, by its next action if the error is not an event.
    pub thread: ThreadId,
    /// The event of the thread that is wrong, if it has happened.
    pub event: Option<EventId>,
    /// The error.
    pub failure: Failure,
    /// The other event of the error, such as the end of the object that the thread is about to
    /// access.
    pub other: Option<EventId>,
}

/// A helping annotation that is violated in this execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misannotation {
    /// The helping annotation.
    pub helping: EventId,
    /// The condition that is violated.
    pub kind: MisannotationKind,
    /// The event that violates it.
    pub other: Option<EventId>,
}

/// The condition on helping annotations that is violated. Here the main thread is the one whose
/// operation the CAS completes, and the helping thread is the one that skips it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisannotationKind {
    /// No thread annotates the operation's own CAS.
    NoMain,
    /// Several threads annotate it, this one among them.
    SeveralMains,
    /// The annotated code does not only read and then compare and exchange: it has this event.
    OtherCode,
    /// The main thread has not observed the last write of the expected value.
    NoSource,
    /// The main thread has not written directly before.
    NoWriteBefore,
    /// The helping thread does not know this write of the main thread before its annotation.
    Unobserved,
    /// The helping thread may not know the writes of the main thread before this write.
    Unpublished,
    /// This fence releases the writes of the main thread, and no fence does for the helping thread.
    Fenced,
    /// The main thread knows more if this compare-exchange succeeds than if it fails because of a
    /// helping CAS.
    WeakerIfItFails,
    /// Some events are sequentially consistent, and some accesses are weaker: no violation is
    /// known, but correctness is not known, either.
    MixedOrderings,
    /// The location is written otherwise than by read-modify-writes, or gets the expected value
    /// again: by this write.
    Overwritten,
}

/// The infinite continuation of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// The number of events before threads ran on.
    pub explored: usize,
    /// The number of events before those that are repeated for ever. The others are in the order in
    /// which they were added, which is that in which threads take their turns.
    pub stem: usize,
    /// Whether threads read writes of others in the repeated part, so that they might finish with
    /// other turns.
    pub depends_on_turns: bool,
    /// Whether the repeated part changes memory that several threads access, locks that are waited
    /// for apart.
    pub has_writes: bool,
    /// The threads that repeat their loops.
    pub threads: Vec<Spinning>,
}

/// A thread that never leaves its loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spinning {
    /// The thread.
    pub thread: ThreadId,
    /// The reads that it repeats.
    pub reads: Vec<EventId>,
}

/// An execution as a sink sees it.
#[derive(Debug)]
pub struct Execution<'a, S> {
    pub(crate) graph: &'a Graph,
    pub(crate) paused: &'a Paused<S>,
    pub(crate) symmetric: &'a SymmetricThreads,
    pub(crate) locations: &'a Locations,
    /// The facts about the program that are known by now.
    pub(crate) knowledge: &'a Knowledge,
}

impl<'a, S> Execution<'a, S> {
    /// The events and their relations.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The step of the program that an event comes from.
    pub fn step(&self, event: EventId) -> &'a Step<S> {
        self.paused.step(self.graph, event)
    }

    /// The threads that exist.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.paused.threads(self.graph)
    }

    /// The threads symmetric to a thread, itself included, if executions that differ only by a
    /// permutation of them count as one; otherwise nothing.
    pub fn symmetric(&self, thread: ThreadId) -> impl Iterator<Item = ThreadId> + '_ {
        self.symmetric.of(thread)
    }

    /// The present step of a thread that exists.
    pub fn next(&self, thread: ThreadId) -> &'a Step<S> {
        self.paused.next(self.graph, thread)
    }

    /// The facts about a location.
    pub fn location(&self, location: LocationId) -> &'a LocationInfo {
        self.locations.info(location)
    }

    /// The value at an address when all events of the graph have happened; `None` if no event of
    /// this exploration accessed it, so that it still has its initial value.
    pub fn final_value(&self, address: Address) -> Option<Value> {
        let additions = || self.graph.additions().iter().map(|&addition| self.graph.event(addition).label);
        let is_accessed = |&location: &LocationId| {
            !self.graph.last_accesses(location).is_empty()
                || additions().any(|label| label == Label::Addition(location))
        };
        let location = self.locations.at(address).find(is_accessed)?;
        let latest = self.graph.latest_write(location);
        let content = self.graph.content_of(latest, self.location(location).initial);
        content_with_additions(self.graph, self.paused, location, latest, content).defined()
    }
}

/// Whether executions that differ only by a permutation of symmetric threads count as one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Symmetry {
    /// They do not count as one.
    Off(Asymmetry),
    /// There are no symmetric threads.
    Unused,
    /// They count as one.
    Used {
        /// The largest number of threads in one execution that are symmetric to others.
        threads: usize,
    },
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off(why) => write!(f, "off: {why}"),
            Self::Unused => f.write_str("there are no symmetric threads"),
            Self::Used { threads } => write!(f, "{threads} symmetric threads"),
        }
    }
}

impl Default for Symmetry {
    fn default() -> Self {
        Self::Off(Asymmetry::NotWanted)
    }
}

/// Why symmetric threads are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Asymmetry {
    /// Symmetry reduction was not asked for.
    NotWanted,
    /// Interleavings are explored.
    Interleavings,
    /// The memory model is from a file.
    ModelFile,
    /// Executions are distinguished by reads-from.
    ReadsFrom,
    /// Their names might distinguish them.
    Names,
    /// The program calls libraries whose writes have no order.
    Libraries,
    /// A thread does an operation on an address that could distinguish them.
    Addresses,
    /// A thread observes writes that loops leave out, in the memory of one symmetric thread.
    Observed,
    /// An execution has a cycle of program order, reads-from and coherence order.
    Cycle,
    /// A thread accesses a location that was written between the creations of the threads.
    Handles,
    /// A thread joins some of them, and takes another action than a join before it joins the others.
    Joins,
    /// They return different results to the threads that join them.
    Results,
}

impl Asymmetry {
    /// Returns whether exploration has found this reason.
    pub fn is_found(self) -> bool {
        match self {
            Self::NotWanted
            | Self::Interleavings
            | Self::ModelFile
            | Self::ReadsFrom
            | Self::Names
            | Self::Libraries => false,
            Self::Addresses | Self::Observed | Self::Cycle | Self::Handles | Self::Joins | Self::Results => {
                true
            }
        }
    }
}

impl fmt::Display for Asymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWanted => "not requested",
            Self::Interleavings => "interleavings are explored",
            Self::ModelFile => "the memory model is from a file",
            Self::ReadsFrom => "executions are counted by reads-from",
            Self::Names => "a thread asks for its own id",
            Self::Libraries => "calls of a library have no order",
            Self::Addresses => "a thread computes with an address that may reveal which thread it is",
            Self::Observed => "a thread observes writes that a loop reduction leaves out, in the memory of one symmetric thread",
            Self::Cycle => "an execution has a cycle of program order, reads-from and coherence order",
            Self::Handles => "a thread accesses memory that is written between the creations of the symmetric threads",
            Self::Joins => "a thread joins some of the symmetric threads and acts before it joins the others",
            Self::Results => "symmetric threads return different results to the thread that joins them",
        })
    }
}

/// The result of an exploration in numbers. Written down, it has the numbers alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Full executions in which every thread has finished.
    pub executions: u64,
    /// The algorithm, and the reason for it.
    #[serde(skip)]
    pub engine: Option<EngineChoice>,
    /// The equivalence of executions; `None` if exploration stopped before it was decided.
    pub equivalence: Option<Equivalence>,
    /// Full executions in which some thread is blocked.
    pub blocked: u64,
    /// The number of these in which the process has ended while unfinished threads wait.
    pub ended: u64,
    /// The number of executions that were not reported, because a thread had read too early a
    /// location that it [awaits](porf_program::Wait::Await).
    pub premature: u64,
    /// The number of executions that were not reported, because they violate an axiom of a model
    /// from a file that is asked about full executions only.
    pub filtered: u64,
    /// Whether a full execution has a release sequence that C++20 does not have.
    pub longer_release_sequences: bool,
    /// Whether executions that differ in the order of independent additions counted as one.
    pub merged_adds: bool,
    /// Whether executions that differ only by a permutation of symmetric threads counted as one.
    pub symmetry: Symmetry,
    /// The number of restarts because of a fact about the program.
    pub restarts: u64,
    /// Why exploration stopped early, `None` if everything was explored.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
    /// The position of a choice that was made among some of its values only.
    pub partial_choice: Option<SourcePosition>,
    /// The number of known alternatives that were left unexplored; each may lead to any number of
    /// executions.
    pub pending: u64,
    /// How the work was shared, if several explorers took part in it.
    #[serde(skip)]
    pub sharing: Option<Sharing>,
}

/// How the work on a program was shared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sharing {
    /// The number of explorers.
    pub explorers: usize,
    /// The number of units of work that one explorer has given to another.
    pub units: u64,
    /// The work of making the events of units again.
    pub replayed: u64,
    /// All work, in the same measure.
    pub work: u64,
    /// The time that explorers with a core had nothing to do, all together.
    pub idle: Duration,
}

impl Summary {
    /// Adds the results of an explorer of other parts of the same program.
    pub(crate) fn add(&mut self, other: &Self) {
        self.executions += other.executions;
        self.blocked += other.blocked;
        self.ended += other.ended;
        self.premature += other.premature;
        self.filtered += other.filtered;
        self.longer_release_sequences |= other.longer_release_sequences;
        self.merged_adds |= other.merged_adds;
        self.symmetry = self.symmetry.max(other.symmetry);
        self.partial_choice = self.partial_choice.into_iter().chain(other.partial_choice).min();
        self.pending += other.pending;
        self.equivalence = self.equivalence.or(other.equivalence);
        self.sharing = match (self.sharing, other.sharing) {
            (Some(one), Some(other)) => Some(Sharing {
                explorers: one.explorers.max(other.explorers),
                units: one.units + other.units,
                replayed: one.replayed + other.replayed,
                work: one.work + other.work,
                idle: one.idle + other.idle,
            }),
            (one, other) => one.or(other),
        };
    }
}
