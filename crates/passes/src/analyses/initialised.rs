//! Definite initialisation: is a slot written on every path before it is read?
//!
//! A *slot* is a piece of a stack object. A forward analysis over the blocks: a slot is initialised at a point if on
//! every path to it there is a write after the slot last began to exist. The greatest solution is computed, in
//! reverse postorder until nothing changes; sets of slots are bit vectors.

use porf_entity::{EntityId, SecondaryMap};
use porf_ir::{BlockId, Function};

/// The action of a block on a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SlotEvent {
    /// The slot begins to exist, uninitialised.
    Begin,
    /// The slot is written as a whole.
    Write,
    /// The slot is read.
    Read,
}

/// By block, its actions on slots, in order.
pub(crate) type SlotEvents = SecondaryMap<BlockId, Vec<(usize, SlotEvent)>>;

/// By slot, whether some read may come before every write. `order` is a reverse postorder of all
/// relevant blocks.
pub(crate) fn read_before_write(
    function: &Function,
    order: &[BlockId],
    count: usize,
    events: &SlotEvents,
) -> Vec<bool> {
    let words = count.div_ceil(64);
    // At the start of a block all slots count as initialised, until a path shows otherwise.
    let mut at_start = vec![u64::MAX; function.blocks.len() * words];
    let row = |block: BlockId| {
        let start = block.index() * words;
        start..start + words
    };
    if let Some(&entry) = order.first() {
        at_start[row(entry)].fill(0);
    }
    let mut state = vec![0; words];
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order {
            state.copy_from_slice(&at_start[row(block)]);
            for &(slot, event) in &events[block] {
                apply(&mut state, slot, event);
            }
            function.blocks[block].terminator.kind.for_each_target(|target| {
                for (old, &new) in at_start[row(target.block)].iter_mut().zip(&state) {
                    changed |= *old & !new != 0;
                    *old &= new;
                }
            });
        }
    }
    let mut result = vec![false; count];
    for &block in order {
        state.copy_from_slice(&at_start[row(block)]);
        for &(slot, event) in &events[block] {
            result[slot] |= event == SlotEvent::Read && state[slot / 64] >> (slot % 64) & 1 == 0;
            apply(&mut state, slot, event);
        }
    }
    result
}

fn apply(state: &mut [u64], slot: usize, event: SlotEvent) {
    let bit = 1 << (slot % 64);
    match event {
        SlotEvent::Begin => state[slot / 64] &= !bit,
        SlotEvent::Write => state[slot / 64] |= bit,
        SlotEvent::Read => {}
    }
}
