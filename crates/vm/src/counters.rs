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

/// The counter of the thread's effects.
pub(crate) fn effects_counter(state: &State) -> u64 {
    EFFECTS << 32 | u64::from(state.effects)
}

/// The counter of the thread's actions.
pub(crate) fn actions_counter(state: &State) -> u64 {
    ACTIONS << 32 | u64::from(state.actions)
}

/// The number of actions since the counter was taken; `None` if the thread has taken fewer actions
/// than the counter says.
pub(crate) fn actions_since(state: &State, counter: u64) -> Option<u32> {
    state.actions.checked_sub(counter as u32)
}

/// Whether the program proper cannot distinguish two numbers: they are equal, or both are counters
/// of the same sort.
pub(crate) fn are_same(one: u64, other: u64) -> bool {
    one == other || (one >> 32 == other >> 32 && matches!(one >> 32, EFFECTS | ACTIONS))
}
