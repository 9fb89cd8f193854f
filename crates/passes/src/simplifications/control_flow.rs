//! Simpler control flow: unreachable blocks are removed, empty blocks are skipped, decisions
//! between equal targets become jumps, and a block with one predecessor becomes part of it.

use porf_entity::{EntityId, PrimaryMap, SecondaryMap};
use porf_ir::{BlockId, Function, TerminatorKind};

use crate::simplifications::edit::{Aliases, take_block};

/// Simplifies the control flow of a function.
pub(crate) fn run(function: &mut Function) {
    skip_empty_blocks(function);
    decide_nothing_between_the_same(function);
    merge_chains(function);
    remove_unreachable_blocks(function);
}

fn entry() -> BlockId {
    BlockId::from_index(0)
}

/// Makes jumps to a block that only jumps elsewhere go to its target directly.
fn skip_empty_blocks(function: &mut Function) {
    let mut next: SecondaryMap<BlockId, Option<BlockId>> = SecondaryMap::with_default(None);
    let mut any = false;
    for (id, block) in function.blocks.iter() {
        if let TerminatorKind::Jump(target) = &block.terminator.kind
            && block.instructions.is_empty()
            && block.params.is_empty()
            && target.arguments.is_empty()
            && id != entry()
        {
            next[id] = Some(target.block);
            any = true;
        }
    }
    if !any {
        return;
    }
    // Follow chains to their ends. In a ring of empty blocks the first one that is met twice is the
    // end: it stays the endless loop that it is.
    let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
    for id in function.blocks.ids() {
        let mut path = Vec::new();
        let mut end = id;
        while let Some(following) = next[end] {
            if std::mem::replace(&mut seen[end], true) && path.contains(&end) {
                next[end] = None;
                break;
            }
            path.push(end);
            end = following;
        }
        for passed in path {
            next[passed] = Some(end).filter(|&end| end != passed);
            seen[passed] = false;
        }
    }
    for id in function.blocks.ids() {
        function.blocks[id].terminator.kind.for_each_target_mut(|target| {
            if let Some(end) = next[target.block] {
                target.block = end;
            }
        });
    }
}

/// Turns branches and switches whose targets are all the same into jumps.
fn decide_nothing_between_the_same(function: &mut Function) {
    for id in function.blocks.ids() {
        let kind = &mut function.blocks[id].terminator.kind;
        let only = match kind {
            TerminatorKind::Branch { then_target, else_target, .. } if then_target == else_target => {
                then_target.clone()
            }
            TerminatorKind::Switch { cases, default, .. }
                if cases.iter().all(|(_, target)| target == default) =>
            {
                default.clone()
            }
            _ => continue,
        };
        *kind = TerminatorKind::Jump(only);
    }
}

/// Appends blocks to the only block that jumps to them.
fn merge_chains(function: &mut Function) {
    let mut ways_in: SecondaryMap<BlockId, u32> = SecondaryMap::with_default(0);
    for id in reachable(function).0 {
        function.blocks[id].terminator.kind.for_each_target(|target| ways_in[target.block] += 1);
    }
    let mut aliases = Aliases::new();
    let mut merged = false;
    let mut absorbed: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
    for id in function.blocks.ids() {
        if absorbed[id] || (ways_in[id] == 0 && id != entry()) {
            continue;
        }
        while let TerminatorKind::Jump(target) = &function.blocks[id].terminator.kind {
            let next = target.block;
            if next == id || ways_in[next] != 1 || absorbed[next] {
                break;
            }
            let arguments = target.arguments.clone();
            let tail = take_block(&mut function.blocks[next]);
            for (param, argument) in tail.params.into_iter().zip(arguments) {
                aliases.set(param, argument);
            }
            let block = &mut function.blocks[id];
            block.instructions.extend(tail.instructions);
            block.terminator = tail.terminator;
            absorbed[next] = true;
            merged = true;
        }
    }
    if merged {
        aliases.apply(function);
    }
}

/// The reachable blocks, and by block whether it is reachable.
fn reachable(function: &Function) -> (Vec<BlockId>, SecondaryMap<BlockId, bool>) {
    let mut found = SecondaryMap::with_default(false);
    let mut order = vec![entry()];
    found[entry()] = true;
    let mut at = 0;
    while let Some(&block) = order.get(at) {
        function.blocks[block].terminator.kind.for_each_target(|target| {
            if !std::mem::replace(&mut found[target.block], true) {
                order.push(target.block);
            }
        });
        at += 1;
    }
    (order, found)
}

/// Removes the blocks that the entry does not reach, and the values that are defined in them.
pub(crate) fn remove_unreachable_blocks(function: &mut Function) {
    let (order, found) = reachable(function);
    if order.len() == function.blocks.len() {
        return;
    }
    let mut old = std::mem::take(&mut function.blocks);
    let mut renamed = SecondaryMap::with_default(entry());
    let mut kept = PrimaryMap::new();
    for id in old.ids().filter(|&id| found[id]) {
        renamed[id] = kept.push(take_block(&mut old[id]));
    }
    for id in kept.ids() {
        kept[id].terminator.kind.for_each_target_mut(|target| target.block = renamed[target.block]);
    }
    function.blocks = kept;
    function.renumber_values();
}

#[cfg(test)]
mod tests {
    use crate::test_support::function_pass;

    #[test]
    fn chains_become_one_block_and_parameters_their_arguments() {
        function_pass(
            "function f0 \"f\"(%v0: i32) -> (i32) {
            b0:
              jump b3
            b1(%v1: i32):
              %v2: i32 = add %v1, %v0
              return %v2
            b2:
              jump b2
            b3:
              jump b1(%v0)
            }",
            super::run,
            "function f0 \"f\"(%v0: i32) -> (i32) {
            b0:
              %v1: i32 = add %v0, %v0
              return %v1
            }",
        );
    }

    #[test]
    fn empty_blocks_are_skipped_and_endless_loops_stay() {
        function_pass(
            "function f0 \"f\"(%v0: i1) {
            b0:
              branch %v0, b1, b2
            b1:
              jump b3
            b2:
              jump b4
            b3:
              return
            b4:
              jump b5
            b5:
              jump b4
            }",
            super::run,
            "function f0 \"f\"(%v0: i1) {
            b0:
              branch %v0, b1, b2
            b1:
              return
            b2:
              jump b2
            }",
        );
    }

    /// A block with parameters is merged if only one jump leads to it, but not if two do.
    #[test]
    fn a_block_with_two_ways_in_stays() {
        let text = "function f0 \"f\"(%v0: i1, %v1: i32) -> (i32) {
            b0:
              branch %v0, b1(%v1), b2
            b1(%v2: i32):
              return %v2
            b2:
              %v3: i32 = const 1
              jump b1(%v3)
            }";
        function_pass(text, super::run, text);
    }
}
