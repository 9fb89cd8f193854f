//! The choice of the algorithm that explores a program, and the reason for it.

use std::fmt;

use porf_models::ModelKind;
use porf_program::Program;

use crate::options::{Engine, Equivalence, Options};
use crate::restart::Knowledge;

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
    /// The user asked for it.
    Asked,
    /// The memory model has more executions than interleavings.
    WeakModel,
    /// The memory model is from a file.
    ModelFile,
    /// Executions are to be distinguished by reads-from alone, which interleavings cannot do.
    ReadsFrom,
    /// Most executions on graphs were in vain, since awaits read too early. The trace explorer never
    /// reads too early.
    Awaits,
    /// The program has additions whose results it does not use: the trace explorer does not
    /// distinguish their orders.
    IndependentAdds,
    /// The program has helping annotations, which the graph explorer checks.
    Helping,
    /// The program calls libraries whose writes have no order.
    Libraries,
    /// There are loops whose iterations store to memory of their thread and are redundant. They can be
    /// left out on execution graphs.
    StoresInLoops,
    /// Threads are symmetric, and the graph explorer does not distinguish them.
    Symmetry,
    /// Nothing else speaks for the trace explorer.
    Default,
}

impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asked => "requested",
            Self::WeakModel => "the memory model is weaker than SC",
            Self::ModelFile => "models from files are explored on execution graphs",
            Self::ReadsFrom => "equivalence rf is explored on execution graphs",
            Self::Awaits => "awaits on execution graphs mostly read too early, interleavings never do",
            Self::IndependentAdds => {
                "the program has independent additions, whose order is not distinguished"
            }
            Self::Helping => "helping annotations are checked on execution graphs",
            Self::Libraries => "libraries whose writes have no order are explored on execution graphs",
            Self::Symmetry => {
                "symmetric threads: executions that differ only by swapping them are explored once"
            }
            Self::StoresInLoops => {
                "iterations that only store to memory of their own thread are left out on execution graphs"
            }
            Self::Default => "nothing speaks for interleavings",
        })
    }
}

/// The algorithm for a program, which may have symmetric threads, given what exploration knows.
pub(crate) fn choose<P: Program>(
    program: &P,
    options: &Options<'_>,
    known: &Knowledge,
    has_symmetric_threads: impl FnOnce() -> bool,
) -> EngineChoice {
    let graph = |reason| EngineChoice { engine: Engine::Graph, reason };
    let trace = |reason| EngineChoice { engine: Engine::Trace, reason };
    match options.engine {
        _ if options.model.file().is_some() => graph(EngineReason::ModelFile),
        Some(Engine::Graph) => graph(EngineReason::Asked),
        _ if options.model != ModelKind::Sc => graph(EngineReason::WeakModel),
        _ if options.equivalence == Some(Equivalence::Rf) => graph(EngineReason::ReadsFrom),
        _ if program.features().annotations => graph(EngineReason::Helping),
        _ if program.features().pools => graph(EngineReason::Libraries),
        Some(Engine::Trace) => trace(EngineReason::Asked),
        None => {
            let reason = if known.stores_stay {
                return graph(EngineReason::StoresInLoops);
            } else if known.awaits_in_vain {
                EngineReason::Awaits
            } else if options.independent_adds && program.features().blind_additions {
                EngineReason::IndependentAdds
            } else {
                return graph(EngineReason::Default);
            };
            if has_symmetric_threads() { graph(EngineReason::Symmetry) } else { trace(reason) }
        }
    }
}
