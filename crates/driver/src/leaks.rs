//! Leaks: objects on the heap that are never freed and to which nothing points when the program has
//! ended.
//!
//! An object to which globals point, directly or through other objects, is still of use. A pointer
//! to any byte of an object counts. Pointers are looked for in aligned words.

use std::ops::Range;

use porf_entity::{AccessSize, Address, ThreadId};
use porf_explore::Execution;
use porf_graph::Label;
use porf_program::Program;
use porf_vm::{Allocation, Machine, State};

/// The number of words of an object that are searched for pointers.
const MOST_WORDS: usize = 1 << 16;

/// The objects that a complete execution leaks, with the threads that allocated them. `globals` has
/// the address ranges of globals.
pub(crate) fn find(
    machine: &Machine,
    globals: &[Range<u64>],
    execution: &Execution<'_, State>,
) -> Vec<(ThreadId, Allocation)> {
    let graph = execution.graph();
    let is_freed = |object: Address| {
        let ends = |label| matches!(label, Label::Free { base, .. } if base == object);
        graph.frees().iter().any(|&free| ends(graph.event(free).label))
    };
    let allocated = execution.threads().flat_map(|thread| {
        let objects = machine.heap_objects(&execution.next(thread).state);
        objects.into_iter().map(move |allocation| (thread, allocation))
    });
    let mut unreached: Vec<(ThreadId, Allocation)> =
        allocated.filter(|(_, allocation)| !is_freed(allocation.object.base)).collect();
    let mut pending: Vec<Range<u64>> = globals.to_vec();
    while let Some(range) = pending.pop() {
        for address in range.step_by(8).take(MOST_WORDS).map(Address) {
            let initial = || machine.initial_value(address, AccessSize::B8);
            let Some(pointer) = execution.final_value(address).or_else(initial) else { continue };
            let is_target = |&(_, allocation): &(ThreadId, Allocation)| {
                pointer.0.wrapping_sub(allocation.object.base.0) < allocation.object.size.max(1)
            };
            if let Some(target) = unreached.iter().position(is_target) {
                let (_, Allocation { object, .. }) = unreached.remove(target);
                pending.push(object.base.0..object.base.0 + object.size);
            }
        }
    }
    unreached
}
