//! Whether two paused states of a thread are the same, so that the thread does the same from both
//! of them on if it gets the same answers.
//!
//! Two states are the same if the thread is at the same place, in the same calls, and has the same
//! values, undefined bits included, in all registers and in its private memory.
//! [Counters](crate::counters) of its own effects and actions, and its output, do not matter. A
//! register may hold a value that is not used any more: then two states that are the same may be
//! taken for different ones. A thread that repeats a loop repeats such values, too.

use std::sync::Arc;

use crate::counters::are_same;
use crate::objects::ThreadMemory;
use crate::state::State;

/// Whether two states of one thread are the same.
pub(crate) fn are_same_states(one: &State, other: &State) -> bool {
    (one.status, one.pc, one.base, &one.progress) == (other.status, other.pc, other.base, &other.progress)
        && one.callers == other.callers
        && (&one.shadow, one.revealed) == (&other.shadow, other.revealed)
        && are_same_words(&one.registers, &other.registers)
        && match (&one.memory, &other.memory) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || are_same_memories(one, other),
            _ => false,
        }
}

fn are_same_words(one: &[u64], other: &[u64]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(&one, &other)| are_same(one, other))
}

fn are_same_memories(one: &ThreadMemory, other: &ThreadMemory) -> bool {
    one.has_same_objects(other) && one.pages.are_same(&other.pages, are_same)
}
