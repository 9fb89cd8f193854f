//! Which algorithm explores a program, and why.

use std::fmt;

use porf_models::ModelKind;
use porf_program::Program;

use crate::options::{Engine, Equivalence, Options};

/// An algorithm and the reason for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineChoice {
    /// The algorithm.
    pub engine: Engine,
    /// Why it was taken.
    pub reason: EngineReason,
}

/// Why an algorithm was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineReason {
    /// It was asked for.
    Asked,
    /// The memory model has more executions than interleavings.
    WeakModel,
    /// Executions are to be told apart by reads-from, which interleavings do not leave open.
    ReadsFrom,
    /// The program waits for values: the trace explorer never reads one too early.
    Awaits,
    /// The program adds to numbers without looking at the result: the trace explorer does not tell the orders apart.
    IndependentAdds,
    /// Threads leave to others what those do in any case, which the graph explorer sees to.
    Helping,
    /// Threads do the same, and the graph explorer does not tell them apart.
    Symmetry,
    /// Nothing else speaks for the trace explorer.
    Default,
}

impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "asked for",
            Self::WeakModel => "the memory model allows more than interleavings",
            Self::ReadsFrom => "executions are told apart by reads-from",
            Self::Awaits => "threads wait for values, and interleavings never read one too early",
            Self::IndependentAdds => {
                "threads add to numbers without looking, and the order of that does not count"
            }
            Self::Helping => "threads help each other, which is checked on execution graphs",
            Self::Symmetry => "threads do the same, and which of them does what does not count",
            Self::Default => "no thread waits for a value or adds without looking",
        })
    }
}

/// The algorithm for a program, which may have threads that do the same.
pub(crate) fn choose<P: Program>(
    program: &P,
    options: &Options<'_>,
    has_twins: impl FnOnce() -> bool,
) -> EngineChoice {
    let graph = |reason| EngineChoice { engine: Engine::Graph, reason };
    let trace = |reason| EngineChoice { engine: Engine::Trace, reason };
    match options.engine {
        Some(Engine::Graph) => graph(EngineReason::Asked),
        _ if options.model != ModelKind::Sc => graph(EngineReason::WeakModel),
        _ if options.equivalence == Some(Equivalence::Rf) => graph(EngineReason::ReadsFrom),
        _ if program.features().notes => graph(EngineReason::Helping),
        Some(Engine::Trace) => trace(EngineReason::Asked),
        None => {
            let reason = if program.features().awaits {
                EngineReason::Awaits
            } else if options.independent_adds && program.features().blind_additions {
                EngineReason::IndependentAdds
            } else {
                return graph(EngineReason::Default);
            };
            if has_twins() { graph(EngineReason::Symmetry) } else { trace(reason) }
        }
    }
}
