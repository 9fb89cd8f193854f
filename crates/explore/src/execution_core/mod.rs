//! The execution core: one execution under construction, and all operations on it that do not
//! depend on the algorithm that explores.
//!
//! The [graph explorer](crate::graph_explorer) and the [trace explorer](crate::trace_explorer) each
//! own one core. The explorer selects the thread whose turn it is, and makes its choice. The core
//! appends the events of the thread with that choice ([`append`]) and decides whether a thread
//! could go on ([`readiness`]). The core also looks at memory and threads ([`memory`], [`threads`],
//! [`barriers`], [`mistakes`]), finds witness orders of unordered locations ([`unordered`]) and reports
//! executions to the sink ([`report`]). All of these work on one [`state`]. The
//! [reductions](crate::reductions) are further questions to the core.

mod append;
mod barriers;
mod memory;
mod mistakes;
mod pool_order;
mod pools;
mod readiness;
mod report;
mod state;
mod threads;
mod unordered;

pub(crate) use append::{Choice, Origin, Outcome, failure_ordering, read_label};
pub(crate) use pools::{PoolContents, partner, place};
pub(crate) use readiness::{Readiness, Standing};
pub(crate) use report::proceed;
pub(crate) use state::{ExecutionState, Paused, Place};
pub(crate) use threads::is_handle;
pub(crate) use unordered::admits_read;

use porf_entity::ThreadId;
use porf_graph::{Event, EventId, Label};
use porf_models::Model;
use porf_program::{Action, Features, Program, Step};

use crate::limits::Watch;
use crate::locations::Locations;
use crate::options::{Equivalence, Liveness, Options};
use crate::reductions::open_additions::OpenAdditions;
use crate::reductions::symmetry::SymmetryReduction;
use crate::restart::{Knowledge, Manner};
use crate::sink::{Sink, Summary, Symmetry};

/// A point of a thread: where it is paused after some of its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreadPoint {
    pub(crate) thread: ThreadId,
    /// The number of events of the thread before the point.
    pub(crate) before: usize,
}

pub(crate) struct ExecutionCore<'a, P: Program, M> {
    pub(crate) program: &'a P,
    pub(crate) model: M,
    pub(crate) watch: Watch<'a>,
    pub(crate) sink: &'a mut dyn Sink<P::State>,
    pub(crate) locations: Locations,
    pub(crate) equivalence: Equivalence,
    pub(crate) knowledge: &'a mut Knowledge,
    pub(crate) features: Features,
    /// Whether the graph has to tell which functions of libraries events are calls of.
    pub(crate) tells_functions: bool,
    pub(crate) symmetry: SymmetryReduction,
    /// The execution.
    pub(crate) state: ExecutionState<P::State>,
    /// Whether to look for races.
    pub(crate) look_for_races: bool,
    pub(crate) keep_going: bool,
    /// Whether errors count only in full executions that the model allows.
    pub(crate) defers_errors: bool,
    pub(crate) liveness: Liveness,
    /// Whether [redundant](crate::reductions::redundant_iterations) iterations are dropped.
    pub(crate) drops_redundant: bool,
    /// Whether stores of such iterations to own locations may be left out.
    pub(crate) drops_stores: bool,
    /// Whether to look for iterations that would be redundant if such stores were left out.
    pub(crate) misses_dropped_stores: bool,
    /// The additions whose [order is left open](crate::reductions::open_additions).
    pub(crate) open_additions: OpenAdditions,
    /// Whether threads [run on](crate::reductions::liveness) now.
    pub(crate) runs_on: bool,
    /// Memory for the events of each thread that are ordered before an event.
    pub(crate) ordered: Vec<u32>,
    pub(crate) summary: Summary,
}

impl<'a, P: Program, M: Model> ExecutionCore<'a, P, M> {
    pub(crate) fn new(
        program: &'a P,
        model: M,
        options: &Options<'a>,
        manner: &Manner,
        knowledge: &'a mut Knowledge,
        sink: &'a mut dyn Sink<P::State>,
    ) -> Self {
        let asymmetry = SymmetryReduction::obstacle(program, options, manner, knowledge);
        let symmetry = SymmetryReduction::new(asymmetry.is_none());
        // Unless threads turn out to be symmetric.
        let asymmetry = asymmetry.or(knowledge.any_asymmetry());
        let features = program.features();
        let open_additions = OpenAdditions::new(program, options, knowledge);
        let mut core = Self {
            program,
            watch: Watch::new(options.limits),
            sink,
            locations: Locations::new(manner.ordered_locations(knowledge)),
            equivalence: manner.equivalence(),
            knowledge,
            features,
            tells_functions: model.distinguishes_functions(),
            state: ExecutionState::initial(program, model.synchronisation(), symmetry.is_on()),
            symmetry,
            look_for_races: true,
            keep_going: options.keep_going || model.is_filtering() || features.filtered_pools,
            defers_errors: model.is_filtering() || features.filtered_pools,
            liveness: options.liveness,
            drops_redundant: options.redundant_iterations && features.loops,
            drops_stores: model.allows_weaker_reads(),
            misses_dropped_stores: false,
            model,
            open_additions,
            runs_on: false,
            ordered: Vec::new(),
            summary: Summary {
                equivalence: Some(manner.equivalence()),
                symmetry: asymmetry.map_or(Symmetry::Unused, Symmetry::Off),
                ..Summary::default()
            },
        };
        let mut first = core.state.paused.first();
        first.iter_mut().for_each(|step| core.pass_questions(step));
        core.state.paused.set_first(first);
        core
    }

    /// Returns whether exploration has begun only a short time ago. What depends on the order of
    /// exploration is decided now, before [others join](crate::graph_explorer).
    pub(crate) fn is_early(&self) -> bool {
        const FEW_EXECUTIONS: u64 = 1000;
        const LITTLE_WORK: u64 = 50_000_000;
        let Summary { executions, blocked, premature, .. } = self.summary;
        self.watch.is_early().unwrap_or_else(|| {
            executions + blocked + premature < FEW_EXECUTIONS && self.watch.work() < LITTLE_WORK
        })
    }

    /// The next action of a thread.
    pub(crate) fn action(&self, thread: ThreadId) -> Action {
        self.state.next(thread).action
    }

    /// The point at which a thread takes its next action. The thread may have made the read of a
    /// read-modify-write, but not its write.
    pub(crate) fn next_point(&self, thread: ThreadId) -> ThreadPoint {
        let graph = &self.state.graph;
        let is_half = graph.unfinished_rmw(thread).is_some();
        ThreadPoint { thread, before: graph.thread_events(thread).len() - usize::from(is_half) }
    }

    /// The point at which a thread takes the action of an event.
    pub(crate) fn point_of(&self, event: EventId) -> ThreadPoint {
        let Event { thread, index, label, .. } = *self.state.graph.event(event);
        let is_second = matches!(label, Label::Write(write) if write.exclusive);
        ThreadPoint { thread, before: index as usize - usize::from(is_second) }
    }

    /// The step that a thread takes at a point.
    pub(crate) fn step_at(&self, at: ThreadPoint) -> &Step<P::State> {
        let last = at.before.checked_sub(1).map(|last| self.state.graph.thread_events(at.thread)[last]);
        self.state.paused.after_event(&self.state.graph, at.thread, last)
    }

    /// Takes all events away.
    pub(crate) fn clear(&mut self) {
        self.program.goes_back();
        self.state.clear();
    }

    /// Takes all events away but the first ones.
    pub(crate) fn cut_to(&mut self, length: usize) {
        self.program.goes_back();
        self.state.cut_to(length);
    }
}
