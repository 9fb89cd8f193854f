//! The sink, which receives the results of exploration.

use std::fmt;
use std::ops::ControlFlow;

use porf_entity::{Address, SourcePosition, ThreadId, Value};
use porf_graph::{EventId, Graph, LocationId};
use porf_models::Race;
use porf_program::{Failure, Step};

use crate::engine::EngineChoice;
use crate::execution_core::Paused;
use crate::limits::StopReason;
use crate::locations::{LocationInfo, Locations};
use crate::options::Equivalence;
use crate::reductions::symmetry::SymmetricThreads;
use crate::restart::Knowledge;

/// Receives what exploration finds, as it finds it. Breaking stops the exploration.
pub trait Sink<S> {
    /// A full execution: every thread has finished.
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()>;

    /// A full execution in which some thread is blocked.
    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()>;

    /// A thread that was [cut](porf_program::BlockReason::is_cut), in the execution reported last, or in what comes of it if its
    /// threads run on.
    fn cut(&mut self, _execution: &Execution<'_, S>, _thread: ThreadId) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The execution reported last, in which threads wait, perhaps for ever: that was not found out.
    fn undecided(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An execution in which something is wrong. It is not extended further.
    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()>;

    /// An execution that never ends, up to where it repeats itself. Only if that is [asked for](crate::Options::liveness).
    fn livelock(&mut self, _execution: &Execution<'_, S>, _lasso: &Lasso) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The execution reported last, in which main has returned while these threads wait for ever. The process ends all the same.
    fn left_behind(&mut self, _execution: &Execution<'_, S>, _threads: &[ThreadId]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// An execution, possibly not a full one, with a data race. Reported for the first race only, unless all are
    /// [asked for](crate::Options::keep_going).
    fn race(&mut self, execution: &Execution<'_, S>, race: Race) -> ControlFlow<()>;

    /// A full execution in which a thread leaves to another one what that does in any case, it says; but it is not so.
    fn misannotated(&mut self, execution: &Execution<'_, S>, wrong: Misannotation) -> ControlFlow<()> {
        let _ = (execution, wrong);
        ControlFlow::Continue(())
    }

    /// The addresses whose last values matter. Where an execution stands for several that differ in coherence order
    /// alone, these are what the others are [distinguished](Self::variant) by.
    fn observed(&self) -> &[Address] {
        &[]
    }

    /// The execution reported last, with another coherence order in which other writes to observed addresses come
    /// last. It does not count as an execution of its own.
    fn variant(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Exploration restarts, in another way: whatever was reported does not count, and will be reported again.
    fn restart(&mut self);
}

/// A sink for which nothing is of interest.
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

/// What is wrong with an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The thread at whose next action it is wrong, if it is not an event.
    pub thread: ThreadId,
    /// The event of the thread that is wrong, if it has happened.
    pub event: Option<EventId>,
    /// What is wrong.
    pub failure: Failure,
    /// The other event that has to do with it, such as the end of the object that the thread is about to access.
    pub other: Option<EventId>,
}

/// A help that is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misannotation {
    /// Where a thread says that it would help.
    pub help: EventId,
    /// What is wrong.
    pub kind: MisannotationKind,
    /// The event that has to do with it.
    pub other: Option<EventId>,
}

/// Why a help is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisannotationKind {
    /// No thread does what it is said to help with.
    NoMain,
    /// Several do, this one among them.
    SeveralMains,
    /// What it is said to help with does something else than to read and then to compare and exchange: this.
    OtherCode,
    /// The thread that does it has not seen the value that it expects, written last.
    NoSource,
    /// The thread that does it has not written directly before.
    NoWriteBefore,
    /// Who would help does not know what the thread that does it has done before: this write.
    Unobserved,
    /// Who would help may not know what the thread that does it wrote before this write.
    Unpublished,
    /// What the thread that does it does is released by this fence, and for who would help by none.
    Fenced,
    /// The thread that does it knows more if this compare-exchange succeeds than if it fails because of a help.
    WeakerIfItFails,
    /// Some events are sequentially consistent, and some accesses are weaker: nothing is known to be wrong, but nothing to be right, either.
    MixedOrderings,
    /// The location is written otherwise than by read-modify-writes, or gets the expected value again: by this write.
    Overwritten,
}

/// How an execution goes on for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// How many events there were before threads ran on.
    pub explored: usize,
    /// How many events come before those that are repeated for ever: the others, in the order in which they were added, which is
    /// that in which threads take their turns.
    pub stem: usize,
    /// Whether threads read what others write in it, so that they might finish if it were another one's turn.
    pub depends_on_turns: bool,
    /// The threads that go round and round.
    pub threads: Vec<Spinning>,
}

/// A thread that never leaves its loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spinning {
    /// Which.
    pub thread: ThreadId,
    /// What it reads again and again.
    pub reads: Vec<EventId>,
}

/// An execution as a sink sees it.
#[derive(Debug)]
pub struct Execution<'a, S> {
    pub(crate) graph: &'a Graph,
    pub(crate) paused: &'a Paused<S>,
    pub(crate) symmetric: &'a SymmetricThreads,
    pub(crate) locations: &'a Locations,
    /// What is known of the program by now.
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

    /// The threads symmetric to a thread, itself included, if executions count as one that differ only in which of them
    /// does what; otherwise nothing.
    pub fn symmetric(&self, thread: ThreadId) -> impl Iterator<Item = ThreadId> + '_ {
        self.symmetric.of(thread)
    }

    /// Where a thread that exists stands now.
    pub fn next(&self, thread: ThreadId) -> &'a Step<S> {
        self.paused.next(self.graph, thread)
    }

    /// What is known of a location.
    pub fn location(&self, location: LocationId) -> &'a LocationInfo {
        self.locations.info(location)
    }

    /// The value at an address when everything in the graph has happened; `None` if nothing ever
    /// accessed it in this exploration, so that it still has its initial value.
    pub fn final_value(&self, address: Address) -> Option<Value> {
        let is_accessed = |location: &LocationId| !self.graph.last_accesses(*location).is_empty();
        let location = self.locations.at(address).find(is_accessed)?;
        self.graph.final_value(location, self.location(location).initial)
    }
}

/// Whether executions count as one that differ only in which of several symmetric threads does what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symmetry {
    /// They do not.
    Off(Asymmetry),
    /// There are no symmetric threads.
    Unused,
    /// They do.
    Used {
        /// How many threads there are, at most in one execution, that are symmetric to others.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Asymmetry {
    /// It was not asked for.
    NotWanted,
    /// Interleavings are explored.
    Interleavings,
    /// Executions are distinguished by reads-from.
    ReadsFrom,
    /// They might be distinguished by their names.
    Names,
    /// A thread does something with an address by which they could be distinguished.
    Addresses,
    /// Somebody observes what loops leave out, in the memory of one thread.
    Observed,
    /// An execution has a cycle of program order, reads-from and coherence order.
    Cycle,
    /// A thread accesses what was written between the creations of the threads.
    Handles,
    /// A thread waits for some of them to finish, and does something else before it waits for the others.
    Joins,
    /// They leave different results to whoever waits for them.
    Results,
}

impl Asymmetry {
    /// Whether it was found out while exploring.
    pub fn is_found(self) -> bool {
        match self {
            Self::NotWanted | Self::Interleavings | Self::ReadsFrom | Self::Names => false,
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
            Self::ReadsFrom => "executions are counted by reads-from",
            Self::Names => "a thread asks for its own id",
            Self::Addresses => "a thread computes with an address that may reveal which thread it is",
            Self::Observed => "a thread observes writes that a loop reduction leaves out, in the memory of one symmetric thread",
            Self::Cycle => "an execution has a cycle of program order, reads-from and coherence order",
            Self::Handles => "a thread accesses memory that is written between the creations of the symmetric threads",
            Self::Joins => "a thread joins some of the symmetric threads and acts before it joins the others",
            Self::Results => "symmetric threads return different results to the thread that joins them",
        })
    }
}

/// What an exploration did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Full executions in which every thread has finished.
    pub executions: u64,
    /// The algorithm, and why it was taken.
    pub engine: Option<EngineChoice>,
    /// When executions counted as one; `None` if it stopped before that was decided.
    pub equivalence: Option<Equivalence>,
    /// Full executions in which some thread is blocked.
    pub blocked: u64,
    /// In how many of these the process has ended, and threads that have not finished wait for something.
    pub ended: u64,
    /// How many executions turned out not to be worth reporting, because a thread had read too early what it
    /// [awaits](porf_program::Wait::Await).
    pub premature: u64,
    /// Whether executions counted as one that differ in the order of additions.
    pub merged_adds: bool,
    /// Whether executions counted as one that differ only in which of several symmetric threads does what.
    pub symmetry: Symmetry,
    /// How often exploration restarted because something was found out about the program.
    pub restarts: u64,
    /// Why it stopped early, `None` if everything was explored.
    pub stopped: Option<StopReason>,
    /// Where a choice was made among some of the values only that there are.
    pub partial_choice: Option<SourcePosition>,
    /// How many known alternatives were left unexplored; each may lead to any number of executions.
    pub pending: u64,
}
