//! Exploration: every execution of a program that a memory model allows, each exactly once.
//!
//! This crate knows programs through `porf-program` only, and knows nothing of source languages.

mod automatic;
mod cores;
mod engine;
mod execution_core;
mod graph_explorer;
mod limits;
mod locations;
mod ongoing;
mod options;
mod reductions;
mod restart;
mod sink;
mod thread_names;
mod trace;
mod trace_explorer;
mod unit;

pub use cores::{Core, Cores, Splitting};
pub use engine::{EngineChoice, EngineReason};
pub use graph_explorer::Explorers;
pub use limits::{Limits, MixedAccess, Pause, StopReason};
pub use locations::LocationInfo;
pub use ongoing::Ongoing;
pub use options::{Engine, Equivalence, Liveness, Options, Schedule, UnknownSchedule};
pub use porf_models::{FileModel, MemoryModel, ModelKind, Race};
pub use sink::{
    Asymmetry, Execution, Failed, Lasso, Misannotation, MisannotationKind, Sharing, Sink, Spinning, Summary,
    Symmetry,
};
pub use trace::{Trace, TraceChoice, TraceEvent, TraceMismatch};

use std::ops::ControlFlow;

use porf_models::Sc;
use porf_program::Program;

use crate::execution_core::ExecutionCore;
use crate::graph_explorer::GraphExplorer;
use crate::restart::{Change, Knowledge, Manner};
use crate::sink::Ignore;
use crate::trace_explorer::TraceExplorer;
use crate::unit::Unit;

/// Evaluates an expression with a model, whose type is thereby known.
macro_rules! with_model {
    ($kind:expr, $model:ident => $run:expr) => {
        match $kind {
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Sc) => {
                let $model = ::porf_models::Sc::default();
                $run
            }
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Tso) => {
                let $model = ::porf_models::Tso::default();
                $run
            }
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Pso) => {
                let $model = ::porf_models::Pso::default();
                $run
            }
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Ra) => {
                let $model = ::porf_models::Ra::default();
                $run
            }
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Rc11) => {
                let $model = ::porf_models::Rc11::default();
                $run
            }
            $crate::MemoryModel::BuiltIn($crate::ModelKind::Cpp20) => {
                let $model = ::porf_models::Cpp20::default();
                $run
            }
            $crate::MemoryModel::File(file) => {
                let $model = ::porf_models::FromFile::new(file);
                $run
            }
        }
    };
}

pub(crate) use with_model;

/// Explores the program and hands each execution to the sink, one for each class of the
/// [equivalence](Options::equivalence).
pub fn explore<P: Program>(program: &P, options: &Options<'_>, sink: &mut dyn Sink<P::State>) -> Summary {
    let mut ongoing = Ongoing::new(program, options);
    explore_by(&mut Alone { sink }, program, options, &mut ongoing).unwrap_or_else(|| ongoing.summary())
}

/// As [`explore`], by several explorers. Interleavings are explored by one.
pub fn explore_on<P, K>(explorers: Explorers<'_, K>, program: &P, options: &Options<'_>) -> Summary
where
    P: Program + Sync,
    K: Sink<P::State> + Send,
{
    let mut ongoing = Ongoing::new(program, options);
    let summary = explore_slice(explorers, program, options, Pause::default(), &mut ongoing);
    summary.unwrap_or_else(|| ongoing.summary())
}

/// Goes on with an exploration until it is time to pause; `None` if there is something left then.
/// Interleavings are explored to the end.
pub fn explore_slice<P, K>(
    explorers: Explorers<'_, K>,
    program: &P,
    options: &Options<'_>,
    pause: Pause<'_>,
    ongoing: &mut Ongoing,
) -> Option<Summary>
where
    P: Program + Sync,
    K: Sink<P::State> + Send,
{
    explore_by(&mut Together { explorers, pause }, program, options, ongoing)
}

/// Who explores execution graphs, and receives the results.
trait Crew<P: Program> {
    /// The sink of the first explorer.
    fn sink(&mut self) -> &mut dyn Sink<P::State>;

    /// Explores a program on execution graphs, or the units that are given, and leaves units if it is
    /// time to pause. An error if exploration has to restart.
    fn explore_graphs(
        &mut self,
        program: &P,
        options: &Options<'_>,
        manner: &Manner,
        knowledge: &mut Knowledge,
        units: &mut Option<Vec<Unit>>,
    ) -> Result<Summary, Change>;
}

struct Alone<'s, S> {
    sink: &'s mut dyn Sink<S>,
}

struct Together<'s, K> {
    explorers: Explorers<'s, K>,
    pause: Pause<'s>,
}

impl<P: Program> Crew<P> for Alone<'_, P::State> {
    fn sink(&mut self) -> &mut dyn Sink<P::State> {
        self.sink
    }

    fn explore_graphs(
        &mut self,
        program: &P,
        options: &Options<'_>,
        manner: &Manner,
        knowledge: &mut Knowledge,
        _units: &mut Option<Vec<Unit>>,
    ) -> Result<Summary, Change> {
        with_model!(options.model, model => {
            GraphExplorer::new(program, model, options, manner, knowledge, self.sink).run()
        })
    }
}

impl<P: Program + Sync, K: Sink<P::State> + Send> Crew<P> for Together<'_, K> {
    fn sink(&mut self) -> &mut dyn Sink<P::State> {
        self.explorers.sink
    }

    fn explore_graphs(
        &mut self,
        program: &P,
        options: &Options<'_>,
        manner: &Manner,
        knowledge: &mut Knowledge,
        units: &mut Option<Vec<Unit>>,
    ) -> Result<Summary, Change> {
        let Self { explorers, pause } = self;
        graph_explorer::explore_together(explorers, program, options, manner, *pause, knowledge, units)
    }
}

/// Goes on with an exploration, and restarts as often as necessary; `None` if it pauses.
fn explore_by<P: Program>(
    crew: &mut impl Crew<P>,
    program: &P,
    options: &Options<'_>,
    ongoing: &mut Ongoing,
) -> Option<Summary> {
    let options = &options.fit_for_model();
    let Ongoing { manner, knowledge, restarts, units, summary: so_far } = ongoing;
    loop {
        let choice = choose_engine(program, options, knowledge);
        let explored = match choice.engine {
            Engine::Trace => {
                let independent_adds =
                    options.independent_adds && !program.features().remarks && !knowledge.has_locks();
                let manner = Manner::new(Some(Equivalence::Co));
                let why = match knowledge.any_asymmetry() {
                    _ if !options.symmetry => Asymmetry::NotWanted,
                    why => why.unwrap_or(Asymmetry::Interleavings),
                };
                let options = Options { symmetry: false, ..options.clone() };
                let core =
                    ExecutionCore::new(program, Sc::default(), &options, &manner, knowledge, crew.sink());
                TraceExplorer::new(core, &options, independent_adds)
                    .run()
                    .map(|summary| Summary { symmetry: Symmetry::Off(why), ..summary })
            }
            Engine::Graph => crew.explore_graphs(program, options, manner, knowledge, units),
        };
        match explored {
            Ok(mut summary) => {
                summary.add(so_far);
                *so_far = Summary { stopped: None, pending: 0, ..summary };
                if summary.stopped.is_none() && units.as_ref().is_some_and(|units| !units.is_empty()) {
                    return None;
                }
                let sink = crew.sink();
                knowledge.redundant_at.take().into_iter().for_each(|position| sink.redundant_at(position));
                return Some(Summary { engine: Some(choice), restarts: *restarts, ..summary });
            }
            Err(change) => {
                match change {
                    Change::Measure => automatic::measure(program, options, manner, knowledge),
                    _ => manner.change(change),
                }
                knowledge.awaits_in_vain |= change == Change::Interleave;
                knowledge.begin(change == Change::Learn);
            }
        }
        (*units, *so_far) = (None, Summary::default());
        *restarts += 1;
        crew.sink().restart();
    }
}

/// The algorithm for a program.
fn choose_engine<P: Program>(program: &P, options: &Options<'_>, known: &Knowledge) -> EngineChoice {
    engine::choose(program, options, known, || has_symmetric_threads(program, options, known))
}

/// Returns whether one execution shows symmetric threads that may count as one.
fn has_symmetric_threads<P: Program>(program: &P, options: &Options<'_>, known: &Knowledge) -> bool {
    if !options.symmetry || known.asymmetry.is_some() {
        return false;
    }
    let manner = Manner::new(Some(Equivalence::Co));
    let mut knowledge = Knowledge::new(program.thread_count());
    knowledge.distinguishing.clone_from(&known.distinguishing);
    GraphExplorer::new(program, Sc::default(), options, &manner, &mut knowledge, &mut Ignore)
        .finds_symmetric_threads()
}

/// Makes the one execution that the trace describes, and hands it to the sink if it has an error.
pub fn replay<P: Program>(
    program: &P,
    options: &Options<'_>,
    trace: &Trace,
    sink: &mut dyn Sink<P::State>,
) -> Result<Summary, TraceMismatch> {
    let manner = Manner::new(Some(Equivalence::Co));
    let mut knowledge = Knowledge::new(program.thread_count());
    knowledge.leaves_out_nothing = options.leaves_out_nothing();
    knowledge.observed.extend(&trace.observed);
    knowledge.unawaited.extend(&trace.unawaited);
    knowledge.uncounted.extend(&trace.uncounted);
    knowledge.keeps_all_orders = true;
    let options = Options { symmetry: false, redundant_iterations: false, ..options.fit_for_model() };
    with_model!(options.model, model => {
        GraphExplorer::new(program, model, &options, &manner, &mut knowledge, sink).replay(trace)
    })
}

/// Estimates the number of executions, complete or blocked, from random paths through the tree of
/// choices (`knuth` in docs/papers.md). Calls `report` with the estimate so far after each path,
/// until `report` breaks. Only the tree of the graph explorer is sampled: there are no calls where
/// interleavings are explored.
pub fn estimate<P: Program>(
    program: &P,
    options: &Options<'_>,
    seed: u64,
    mut report: impl FnMut(f64) -> ControlFlow<()>,
) {
    let options = &options.fit_for_model();
    let mut manner = Manner::new(options.equivalence);
    let mut knowledge = Knowledge::new(program.thread_count());
    knowledge.leaves_out_nothing = options.leaves_out_nothing();
    loop {
        let choice = choose_engine(program, options, &knowledge);
        if choice.engine == Engine::Trace {
            return;
        }
        let estimated = with_model!(options.model, model => {
            GraphExplorer::new(program, model, options, &manner, &mut knowledge, &mut Ignore)
                .estimate(seed, &mut report)
        });
        match estimated {
            Ok(()) => return,
            Err(change) => {
                manner.change(change);
                knowledge.begin(change == Change::Learn);
            }
        }
    }
}
