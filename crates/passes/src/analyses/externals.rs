//! What is known of functions that are outside of the module.

use porf_entity::EntityId;
use porf_ir::{ExternalId, Module};

/// What a call of an external does to the pointers that it gets, and to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExternalKind {
    /// Copies bytes: destination, source, how many. Both `memcpy` and `memmove`.
    Copy,
    /// Sets bytes: destination, value, how many.
    Fill,
    /// Makes a new object of so many bytes, aligned for everything.
    Allocate,
    /// Makes a new object: how many bytes, and their alignment.
    AllocateAligned,
    /// Prints. Uses the pointers that it gets during the call only.
    Print,
    /// Uses the pointers that it gets during the call only. If it returns a pointer, it may be one of them.
    KeepsNothing,
    /// May do anything with the pointers that it gets.
    Unknown,
}

/// What porf's allocation of objects that no other thread reaches is called.
pub(crate) const PRIVATE_ALLOCATION: &str = "__porf_malloc_private";

/// How the result of [`ExternalKind::Allocate`] is aligned.
pub(crate) const DEFAULT_ALIGNMENT: u64 = 16;

/// What is known of each external of the module, by its index.
pub(crate) struct Externals {
    kinds: Vec<ExternalKind>,
    /// Whether it does no more than to read memory, to block or to give an answer that stays the same.
    only_read: Vec<bool>,
    /// Whether it may undo effects of the thread.
    cancel: Vec<bool>,
}

impl Externals {
    pub(crate) fn new(module: &Module) -> Self {
        let names = || module.externals.values().map(|external| external.name.as_str());
        Self {
            kinds: names().map(kind).collect(),
            only_read: names().map(only_reads).collect(),
            cancel: names().map(|name| name.starts_with("__porf_cancel")).collect(),
        }
    }

    pub(crate) fn kind(&self, external: ExternalId) -> ExternalKind {
        self.kinds.get(external.index()).copied().unwrap_or(ExternalKind::Unknown)
    }

    /// Whether a call may undo effects of the thread.
    pub(crate) fn cancels(&self, external: ExternalId) -> bool {
        self.cancel.get(external.index()).copied().unwrap_or(false)
    }

    /// Whether a call does no more than to read memory, to block or to give an answer that stays the same.
    pub(crate) fn only_reads(&self, external: ExternalId) -> bool {
        self.only_read.get(external.index()).copied().unwrap_or(false)
    }
}

fn kind(name: &str) -> ExternalKind {
    match name {
        "memcpy" | "memmove" => ExternalKind::Copy,
        "memset" => ExternalKind::Fill,
        "malloc" => ExternalKind::Allocate,
        "__porf_malloc" => ExternalKind::AllocateAligned,
        "free" | "__porf_free" | "__porf_object_size" => ExternalKind::KeepsNothing,
        "memcmp" | "strlen" | "strnlen" | "strcmp" | "strncmp" | "memchr" | "strchr" | "strrchr" => {
            ExternalKind::KeepsNothing
        }
        "llvm.va_start" | "llvm.va_end" | "llvm.va_copy" => ExternalKind::KeepsNothing,
        "__porf_print" | "__porf_vprint" | "printf" | "fprintf" | "puts" | "putchar" | "perror" => {
            ExternalKind::Print
        }
        "__porf_fail" | "__porf_assume" => ExternalKind::KeepsNothing,
        _ => ExternalKind::Unknown,
    }
}

fn only_reads(name: &str) -> bool {
    matches!(
        name,
        "memcmp" | "bcmp" | "strlen" | "strnlen" | "strcmp" | "strncmp" | "memchr" | "strchr" | "strrchr"
    ) || matches!(
        name,
        "__porf_assume"
            | "__porf_note"
            | "__porf_self"
            | "__porf_spurious"
            | "__porf_effects"
            | "__porf_object_size"
    ) || name == "__porf_wait_load64"
}
