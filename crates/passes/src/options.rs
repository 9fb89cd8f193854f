//! Options of the passes.

use porf_entity::{OrderingMeaning, SecondaryMap, named_enum};
use porf_ir::FunctionId;

named_enum! {
    /// A pass that can be turned off.
    pub enum PassName {
        /// Functions that are never called lose their code.
        UnreachableFunctions = "unreachable-functions",
        /// Structs and arrays on the stack become one object for each field.
        ScalarReplacement = "scalar-replacement",
        /// Stack objects become values.
        Mem2Reg = "mem2reg",
        /// Computations whose operands are known before the program runs are evaluated.
        ConstantFolding = "constant-folding",
        /// Instructions and parameters whose values are not needed are removed.
        DeadCode = "dead-code",
        /// Calls of small functions become their code.
        Inline = "inline",
        /// Decisions between different ways of doing nothing are removed, as those of back-off.
        IdleDecisions = "idle-decisions",
        /// The code before a loop and the equal code at the end of each iteration are merged.
        Bisimilarity = "bisimilarity",
        /// Loops decide at the end of an iteration whether to go on.
        LoopRotation = "loop-rotation",
        /// Back edges of pure iterations become blocks.
        SpinAssume = "spin-assume",
        /// Iterations that begin with the value that a failed compare-exchange has read are marked as
        /// redundant.
        FailedValues = "failed-values",
        /// Threads block as soon as their iteration is certain to have no effect.
        LoopPurity = "loop-purity",
        /// Iterations without effects block their thread while the program runs.
        DynamicSpinAssume = "dynamic-spin-assume",
        /// Threads block in front of the undoing of an attempt.
        Zne = "zne",
        /// Private objects are marked.
        Escape = "escape",
    }
}

impl PassName {
    /// The passes for spinloops.
    pub const SPINLOOPS: [Self; 8] = [
        Self::IdleDecisions,
        Self::Bisimilarity,
        Self::LoopRotation,
        Self::SpinAssume,
        Self::FailedValues,
        Self::LoopPurity,
        Self::DynamicSpinAssume,
        Self::Zne,
    ];

    /// Whether the pass leaves alone the syntactic dependencies of actions on reads: it evaluates
    /// nothing before the program runs, removes no branch, adds none, and merges no code.
    fn keeps_dependencies(self) -> bool {
        match self {
            Self::UnreachableFunctions
            | Self::ScalarReplacement
            | Self::Mem2Reg
            | Self::Inline
            | Self::Escape => true,
            Self::ConstantFolding
            | Self::DeadCode
            | Self::IdleDecisions
            | Self::Bisimilarity
            | Self::LoopRotation
            | Self::SpinAssume
            | Self::FailedValues
            | Self::LoopPurity
            | Self::DynamicSpinAssume
            | Self::Zne => false,
        }
    }
}

/// Options of the passes.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// The bound on the number of times in a row that a loop takes a back edge.
    pub unroll: Option<u32>,
    /// The passes that are turned off.
    pub disabled: Vec<PassName>,
    /// The functions whose loops are bounded: those of the user, not those of the runtime.
    pub user_functions: SecondaryMap<FunctionId, bool>,
    /// The functions that are called from outside of the module, except those of its threads.
    pub roots: Vec<FunctionId>,
    /// Whether threads omit helping CASes where the program has helping annotations.
    pub helping: bool,
    /// Whether a signed result that does not fit is an error.
    pub signed_overflow: bool,
    /// The part of the orderings that has a meaning under the memory model.
    pub orderings: OrderingMeaning,
    /// Whether only those passes run that leave alone the dependencies of actions on reads.
    pub keep_dependencies: bool,
}

impl Default for PassOptions {
    /// All passes, no bound, all functions belong to the user, and only threads call functions from
    /// outside.
    fn default() -> Self {
        Self {
            unroll: None,
            disabled: Vec::new(),
            user_functions: SecondaryMap::with_default(true),
            roots: Vec::new(),
            helping: true,
            signed_overflow: false,
            orderings: OrderingMeaning::All,
            keep_dependencies: false,
        }
    }
}

impl PassOptions {
    pub(crate) fn enabled(&self, pass: PassName) -> bool {
        !self.disabled.contains(&pass) && (!self.keep_dependencies || pass.keeps_dependencies())
    }
}
