//! Whether two paused states of a thread are the same, so that the thread does the same from both of them on if it is given the
//! same answers.
//!
//! They are if the thread is at the same place, in the same calls, and has the same values, undefined bits included, in all registers and
//! in its private memory. What it has counted of its own [doings](crate::counters), and what it has printed, does not matter. A register may
//! hold what is not used any more: then states may be taken for different ones that are not. A thread that goes round
//! and round repeats that, too.

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
