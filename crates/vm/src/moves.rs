//! Parallel moves as a sequence: a jump gives all parameters of a block their new values at once.

use crate::code::{Op, Register};

/// Ops that together do all moves (to, from) at once. The `to` are all different.
pub(crate) fn sequentialize(moves: impl IntoIterator<Item = (Register, Register)>) -> Vec<Op> {
    let mut pending: Vec<(Register, Register)> = moves.into_iter().filter(|(to, from)| to != from).collect();
    let mut ops = Vec::with_capacity(pending.len());
    while !pending.is_empty() {
        let overwritable = pending.iter().position(|&(to, _)| pending.iter().all(|&(_, from)| from != to));
        if let Some(free) = overwritable {
            let (to, from) = pending.swap_remove(free);
            ops.push(Op::Move { to, from });
        } else if let Some((a, b)) = pending.pop() {
            // Only cycles are left: each `to` is the `from` of exactly one other move. After the
            // swap `a` has its value, and the old value of `a` is in `b`.
            ops.push(Op::Swap { a, b });
            for (_, from) in &mut pending {
                if *from == a {
                    *from = b;
                }
            }
            pending.retain(|(to, from)| to != from);
        }
    }
    ops
}

#[cfg(test)]
mod tests {
    use porf_entity::EntityId;

    use super::*;

    /// All ways to move among five registers: each is left alone or gets the value of any.
    #[test]
    fn every_parallel_move_of_five_registers() {
        const REGISTERS: usize = 5;
        for mut code in 0..(REGISTERS + 1).pow(REGISTERS as u32) {
            let mut moves = Vec::new();
            let mut expected: Vec<usize> = (0..REGISTERS).collect();
            for (to, slot) in expected.iter_mut().enumerate() {
                let from = code % (REGISTERS + 1);
                code /= REGISTERS + 1;
                if from < REGISTERS {
                    moves.push((Register::from_index(to), Register::from_index(from)));
                    *slot = from;
                }
            }
            let mut registers: Vec<usize> = (0..REGISTERS).collect();
            let ops = sequentialize(moves.iter().copied());
            assert!(ops.len() <= moves.len());
            for op in ops {
                match op {
                    Op::Move { to, from } => registers[to.index()] = registers[from.index()],
                    Op::Swap { a, b } => registers.swap(a.index(), b.index()),
                    other => panic!("{other:?} among moves"),
                }
            }
            assert_eq!(registers, expected, "{moves:?}");
        }
    }
}
