//! What the passes are to do.

use porf_entity::{SecondaryMap, named_enum};
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
        /// What is known before the program runs is computed.
        ConstantFolding = "constant-folding",
        /// What nothing needs goes.
        DeadCode = "dead-code",
        /// Calls of small functions become their code.
        Inline = "inline",
        /// What is done before a loop and at the end of each iteration is done once.
        Bisimilarity = "bisimilarity",
        /// Loops decide at the end of an iteration whether to go on.
        LoopRotation = "loop-rotation",
        /// Loops that do nothing but wait end where they would begin anew.
        SpinAssume = "spin-assume",
        /// Threads wait as soon as it is certain that the iteration will have done nothing.
        LoopPurity = "loop-purity",
        /// Loops whose iterations turn out to have done nothing end, too.
        DynamicSpinAssume = "dynamic-spin-assume",
        /// Attempts that are undone if they fail wait instead.
        Zne = "zne",
        /// Objects that no other thread reaches are marked.
        Escape = "escape",
    }
}

impl PassName {
    /// The passes for loops that wait.
    pub const SPINLOOPS: [Self; 6] = [
        Self::Bisimilarity,
        Self::LoopRotation,
        Self::SpinAssume,
        Self::LoopPurity,
        Self::DynamicSpinAssume,
        Self::Zne,
    ];
}

/// What the passes are to do.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// How often loops may jump back.
    pub unroll: Option<u32>,
    /// The passes that are left out.
    pub disabled: Vec<PassName>,
    /// The functions whose loops are bounded: those of the user, not those of the runtime.
    pub user_functions: SecondaryMap<FunctionId, bool>,
    /// The functions that are called from outside of the module, those of its threads apart.
    pub roots: Vec<FunctionId>,
    /// Whether threads leave to others what those do in any case, where the program says so.
    pub helping: bool,
    /// Whether it is an error that a signed result does not fit.
    pub signed_overflow: bool,
}

impl Default for PassOptions {
    /// All passes, no bound, all functions the user's, and only threads call functions from outside.
    fn default() -> Self {
        Self {
            unroll: None,
            disabled: Vec::new(),
            user_functions: SecondaryMap::with_default(true),
            roots: Vec::new(),
            helping: true,
            signed_overflow: false,
        }
    }
}

impl PassOptions {
    pub(crate) fn enabled(&self, pass: PassName) -> bool {
        !self.disabled.contains(&pass)
    }
}
