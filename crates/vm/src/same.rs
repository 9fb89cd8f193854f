//! Whether two paused states of a thread are the same, so that the thread does the same from both
//! of them on if it gets the same answers.
//!
//! Two states are the same if the thread is at the same place, in the same calls, and has the same
//! values, undefined bits included, in all [live registers](crate::live_registers) and in its
//! private memory. [Counters](crate::counters) of its own effects and actions, and its output, do
//! not matter.

use std::sync::Arc;

use crate::code::Code;
use crate::counters::are_same;
use crate::live_registers::{LiveRegisters, contains};
use crate::objects::ThreadMemory;
use crate::state::State;

/// Whether two states of one thread are the same.
pub(crate) fn are_same_states(code: &Code, live: &LiveRegisters, one: &State, other: &State) -> bool {
    (one.status, one.pc, one.base, &one.progress) == (other.status, other.pc, other.base, &other.progress)
        && one.callers == other.callers
        && one.revealed == other.revealed
        && have_same_registers(code, live, one, other)
        && match (&one.memory, &other.memory) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || are_same_memories(one, other),
            _ => false,
        }
}

/// Whether the live registers of all frames are the same. Both states are in the same calls.
fn have_same_registers(code: &Code, live: &LiveRegisters, one: &State, other: &State) -> bool {
    if one.registers.len() != other.registers.len() {
        return false;
    }
    let undefined = |state: &State, place| state.shadow.as_ref().map_or(0, |it| it.get(place).undefined);
    let is_same = |place: usize| {
        are_same(one.registers[place], other.registers[place])
            && undefined(one, place) == undefined(other, place)
    };
    let frames = one.callers.iter().map(|frame| (frame.base, frame.call)).chain([(one.base, one.pc)]);
    let ends = frames.clone().skip(1).map(|(base, _)| base as usize).chain([one.registers.len()]);
    frames.zip(ends).all(|((base, pc), end)| {
        let live = live.before(pc);
        let count = code.functions[code.function_at(pc)].register_count as usize;
        (base as usize..end).all(|place| {
            let index = place - base as usize;
            // Behind the registers of a frame are the arguments beyond its parameters.
            (index < count && !contains(live, index)) || is_same(place)
        })
    })
}

fn are_same_memories(one: &ThreadMemory, other: &ThreadMemory) -> bool {
    one.has_same_objects(other) && one.pages.are_same(&other.pages, are_same)
}
