//! Counters of the effects and actions of a thread, as numbers that the thread can keep.
//!
//! Spinloops, and locks, compare the numbers of effects at two points. An iteration of a loop is
//! named by the number of actions before it began. The program proper knows nothing of these
//! counters: two [states](crate::same) that differ only in counters are the same. To distinguish
//! counters from the numbers that the program computes with, wherever they are kept, in registers
//! or in memory, a counter has an upper half that no other number is likely to have.

use crate::state::State;

const EFFECTS: u64 = 0x7eff_ec75;
const ACTIONS: u64 = 0x7ac7_1045;

/// How many effects the thread has had.
pub(crate) fn effects_counter(state: &State) -> u64 {
    EFFECTS << 32 | u64::from(state.effects)
}

/// How many actions the thread has taken.
pub(crate) fn actions_counter(state: &State) -> u64 {
    ACTIONS << 32 | u64::from(state.actions)
}

/// Whether a thread has taken at least so many actions.
pub(crate) fn actions_since(state: &State, counter: u64) -> Option<u32> {
    state.actions.checked_sub(counter as u32)
}

/// Whether the program proper cannot distinguish two numbers: they are the same, or both are counters of the same sort.
pub(crate) fn are_same(one: u64, other: u64) -> bool {
    one == other || (one >> 32 == other >> 32 && matches!(one >> 32, EFFECTS | ACTIONS))
}
