//! Facts about the functions that are outside of the module: the rows of
//! [`INTRINSICS`](porf_ir::intrinsics::INTRINSICS).

use porf_entity::EntityId;
use porf_ir::intrinsics::{Effect, Intrinsic, PointerUse};
use porf_ir::{ExternalId, Module};

/// The alignment of the result of [`PointerUse::Allocate`].
pub(crate) const DEFAULT_ALIGNMENT: u64 = 16;

/// By index of an external of the module, its row, if it has one.
pub(crate) struct Externals(Vec<Option<&'static Intrinsic>>);

impl Externals {
    pub(crate) fn new(module: &Module) -> Self {
        Self(module.externals.values().map(|external| Intrinsic::named(&external.name)).collect())
    }

    fn known(&self, external: ExternalId) -> Option<&'static Intrinsic> {
        self.0.get(external.index()).copied().flatten()
    }

    /// The use that a call makes of its pointer arguments, and of memory.
    pub(crate) fn pointers(&self, external: ExternalId) -> PointerUse {
        self.known(external).map_or(PointerUse::Unknown, |intrinsic| intrinsic.pointers)
    }

    /// Whether a call may cancel effects of the thread.
    pub(crate) fn cancels(&self, external: ExternalId) -> bool {
        self.known(external).is_some_and(|intrinsic| intrinsic.effect == Effect::Cancels)
    }

    /// Whether a call only reads memory, blocks, or returns an answer that stays the same.
    pub(crate) fn only_reads(&self, external: ExternalId) -> bool {
        self.known(external).is_some_and(|intrinsic| intrinsic.effect == Effect::Reads)
    }
}
