//! What is known of functions that are outside of the module: the rows of
//! [`INTRINSICS`](porf_ir::intrinsics::INTRINSICS).

use porf_entity::EntityId;
use porf_ir::intrinsics::{Effect, Intrinsic, PointerUse};
use porf_ir::{ExternalId, Module};

/// How the result of [`PointerUse::Allocate`] is aligned.
pub(crate) const DEFAULT_ALIGNMENT: u64 = 16;

/// What is known of each external of the module, by its index.
pub(crate) struct Externals(Vec<Option<&'static Intrinsic>>);

impl Externals {
    pub(crate) fn new(module: &Module) -> Self {
        Self(module.externals.values().map(|external| Intrinsic::named(&external.name)).collect())
    }

    fn known(&self, external: ExternalId) -> Option<&'static Intrinsic> {
        self.0.get(external.index()).copied().flatten()
    }

    /// What a call does with the pointers that it gets, and with memory.
    pub(crate) fn pointers(&self, external: ExternalId) -> PointerUse {
        self.known(external).map_or(PointerUse::Unknown, |intrinsic| intrinsic.pointers)
    }

    /// Whether a call may undo effects of the thread.
    pub(crate) fn cancels(&self, external: ExternalId) -> bool {
        self.known(external).is_some_and(|intrinsic| intrinsic.effect == Effect::Cancels)
    }

    /// Whether a call does no more than to read memory, to block or to give an answer that stays
    /// the same.
    pub(crate) fn only_reads(&self, external: ExternalId) -> bool {
        self.known(external).is_some_and(|intrinsic| intrinsic.effect == Effect::Reads)
    }
}
