//! The sets that an event belongs to, which depend on the language that a model speaks about.
//!
//! A model about C11 sees the orderings of a program. A model for x86 sees instructions: accesses,
//! some of them with a lock prefix (`A`), and fences (`MFENCE`, `SFENCE`, `LFENCE`). The two are told
//! apart by the sets that the checks of the model use:
//!
//! 1. A model that uses an ordering of C11 (`RLX`, `ACQ`, …) is about C11.
//! 2. Otherwise, a model that uses a fence of x86 is for x86, whatever the program is.
//! 3. Otherwise, a model is for x86 if the test is in the x86 dialect.
//!
//! A program in C is seen by a model for x86 as the code that a compiler makes of it: a
//! read-modify-write and a seq_cst store (`XCHG`) have a lock prefix, a seq_cst fence is an `MFENCE`,
//! and other fences only keep the compiler from reordering. The creation and the join of a thread
//! contain an `MFENCE`, since models for x86 do not speak of threads that begin and end.

use porf_cat::{Model, Operation, PrimitiveSet, all_parts};
use porf_entity::{FenceOrdering, ReadOrdering, WriteOrdering};
use porf_graph::{Label, ReadKind};

/// The language that a model speaks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reading {
    /// The orderings of C11.
    C11,
    /// Instructions of x86. `compiled` if they were compiled from C.
    X86 { compiled: bool },
}

/// The orderings of C11.
const ORDERINGS: [PrimitiveSet; 5] = [
    PrimitiveSet::Relaxed,
    PrimitiveSet::Acquire,
    PrimitiveSet::Release,
    PrimitiveSet::AcquireRelease,
    PrimitiveSet::SequentiallyConsistent,
];

/// The fences of x86.
const FENCES: [PrimitiveSet; 3] = [PrimitiveSet::Mfence, PrimitiveSet::Sfence, PrimitiveSet::Lfence];

impl Reading {
    /// The language of a model, for a program in C or for a test in the x86 dialect.
    pub(super) fn of(model: &Model, is_x86_test: bool) -> Self {
        let parts: Vec<_> = model.checks.iter().flat_map(|check| all_parts(model, check.tested)).collect();
        let uses = |sets: &[PrimitiveSet]| {
            let is_one = |set| sets.contains(&set);
            parts
                .iter()
                .any(|&part| matches!(model.nodes[part].expression, Operation::Set(set) if is_one(set)))
        };
        match !uses(&ORDERINGS) && (is_x86_test || uses(&FENCES)) {
            true => Self::X86 { compiled: !is_x86_test },
            false => Self::C11,
        }
    }

    /// The sets that an event belongs to, beside the set of all events.
    pub(crate) fn sets(self, label: &Label) -> impl Iterator<Item = PrimitiveSet> + use<> {
        let sets = match self {
            Self::C11 => c11_sets(label),
            Self::X86 { compiled } => x86_sets(label, compiled),
        };
        sets.into_iter().flatten()
    }
}

fn c11_sets(label: &Label) -> [Option<PrimitiveSet>; 5] {
    let (kind, ordering, is_exclusive) = match label {
        Label::Read(read) => {
            let ordering = match read.ordering {
                ReadOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                ReadOrdering::Relaxed => PrimitiveSet::Relaxed,
                ReadOrdering::Acquire => PrimitiveSet::Acquire,
                ReadOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Read), Some(ordering), read.kind != ReadKind::Load)
        }
        Label::Write(write) => {
            let ordering = match write.ordering {
                WriteOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                WriteOrdering::Relaxed => PrimitiveSet::Relaxed,
                WriteOrdering::Release => PrimitiveSet::Release,
                WriteOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Write), Some(ordering), write.exclusive)
        }
        Label::Fence(ordering) => {
            let ordering = match ordering {
                FenceOrdering::Acquire => PrimitiveSet::Acquire,
                FenceOrdering::Release => PrimitiveSet::Release,
                FenceOrdering::AcqRel => PrimitiveSet::AcquireRelease,
                FenceOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Fence), Some(ordering), false)
        }
        Label::Spawn(_) | Label::Join(_) | Label::Barrier { .. } => (Some(PrimitiveSet::Thread), None, false),
        Label::Wait { .. } | Label::Choice(_) | Label::Free { .. } => (None, None, false),
    };
    let is_atomic = kind != Some(PrimitiveSet::Fence)
        && ordering.is_some_and(|ordering| ordering != PrimitiveSet::NonAtomic);
    let atomic = is_atomic.then_some(PrimitiveSet::Atomic);
    let exclusive = is_exclusive.then_some(PrimitiveSet::Exclusive);
    let rmw = is_read_modify_write(label).then_some(PrimitiveSet::ReadModifyWrite);
    [kind, ordering, atomic, exclusive, rmw]
}

/// Whether an event is an access of a read-modify-write that writes.
fn is_read_modify_write(label: &Label) -> bool {
    match label {
        Label::Read(read) => read.kind == ReadKind::Exclusive,
        Label::Write(write) => write.exclusive,
        _ => false,
    }
}

fn x86_sets(label: &Label, compiled: bool) -> [Option<PrimitiveSet>; 5] {
    let access = |kind: PrimitiveSet, is_exclusive: bool, is_locked: bool| {
        let locked = is_locked.then_some(PrimitiveSet::Atomic);
        let rmw = is_read_modify_write(label).then_some(PrimitiveSet::ReadModifyWrite);
        [Some(kind), locked, is_exclusive.then_some(PrimitiveSet::Exclusive), rmw, None]
    };
    let fence = |fence: PrimitiveSet| [Some(PrimitiveSet::Fence), Some(fence), None, None, None];
    match label {
        Label::Read(read) => {
            let is_exclusive = read.kind != ReadKind::Load;
            access(PrimitiveSet::Read, is_exclusive, is_exclusive)
        }
        Label::Write(write) => {
            let is_exchange = compiled && write.ordering == WriteOrdering::SeqCst;
            access(PrimitiveSet::Write, write.exclusive, write.exclusive || is_exchange)
        }
        Label::Fence(FenceOrdering::SeqCst) => fence(PrimitiveSet::Mfence),
        Label::Fence(FenceOrdering::Release) if !compiled => fence(PrimitiveSet::Sfence),
        Label::Fence(FenceOrdering::Acquire) if !compiled => fence(PrimitiveSet::Lfence),
        Label::Spawn(_) | Label::Join(_) | Label::Barrier { .. } => {
            let [fence, mfence, ..] = fence(PrimitiveSet::Mfence);
            [Some(PrimitiveSet::Thread), fence, mfence, None, None]
        }
        Label::Fence(_) | Label::Wait { .. } | Label::Choice(_) | Label::Free { .. } => [None; 5],
    }
}

#[cfg(test)]
mod tests {
    use porf_cat::{LibraryOnly, Source, read};

    use super::*;

    fn reading(text: &str, is_x86_test: bool) -> Reading {
        let source = Source { name: "test.cat".into(), text: text.into() };
        let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
        Reading::of(&model, is_x86_test)
    }

    #[test]
    fn the_checks_decide_about_the_language() {
        let compiled = |compiled| Reading::X86 { compiled };
        assert_eq!(reading("acyclic mfence | com", false), compiled(true));
        assert_eq!(reading("acyclic mfence | com", true), compiled(false));
        assert_eq!(reading("acyclic po | com", false), Reading::C11);
        assert_eq!(reading("acyclic po & (A * A) | com", true), compiled(false));
        assert_eq!(reading("acyclic mfence | (po ; [F & SC] ; po) | com", true), Reading::C11);
        // A definition that no check uses says nothing.
        assert_eq!(reading("let sync = [REL] ; rf acyclic mfence | com", false), compiled(true));
    }
}
