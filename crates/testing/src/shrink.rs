//! Makes a failing program small: applies any simplification after which the program still fails,
//! until there is none left. Every simplification makes the program strictly simpler, so shrinking
//! terminates.

use porf_entity::{EntityId, FenceOrdering, ReadOrdering, RmwOrdering, ThreadId, Value, WriteOrdering};

use crate::program::{Guard, GuardedOp, Hints, Op, Operand, RandomProgram};

/// The simplest program that is found from `program` and for which `still_fails` holds as it does
/// for `program`.
pub fn shrink(program: &RandomProgram, mut still_fails: impl FnMut(&RandomProgram) -> bool) -> RandomProgram {
    let mut smallest = program.clone();
    while let Some(smaller) = simplifications(&smallest).into_iter().find(|candidate| still_fails(candidate))
    {
        smallest = smaller;
    }
    smallest
}

/// All programs that are one step simpler, those that are much simpler first.
fn simplifications(program: &RandomProgram) -> Vec<RandomProgram> {
    let mut simpler = Vec::new();
    simpler.extend(program.threads.ids().filter_map(|thread| without_thread(program, thread)));
    simpler.extend(without_creations(program));
    let together = changed_together(program);
    for threads in &together {
        for (place, guarded) in program.threads[threads[0]].iter().enumerate() {
            // Without its creation, the thread would exist from the beginning, under another name.
            if matches!(guarded.op, Op::Spawn { .. }) {
                continue;
            }
            let mut without = program.clone();
            for &thread in threads {
                without.threads[thread].remove(place);
            }
            simpler.push(without);
        }
    }
    for threads in &together {
        for (place, op) in program.threads[threads[0]].iter().enumerate() {
            for simpler_op in simpler_guarded_ops(op) {
                let mut replaced = program.clone();
                for &thread in threads {
                    replaced.threads[thread][place] = simpler_op.clone();
                }
                simpler.push(replaced);
            }
        }
    }
    for (location, &initial) in program.locations.iter() {
        if initial != Value(0) {
            let mut from_zero = program.clone();
            from_zero.locations[location] = Value(0);
            simpler.push(from_zero);
        }
    }
    simpler.extend(without_last_location(program));
    let hints = program.hints;
    for hints in [
        Hints { awaits: false, ..hints },
        Hints { blind_additions: false, ..hints },
        Hints { symmetric: false, ..hints },
        Hints { dependencies: false, ..hints },
        Hints { registers: 0, ..hints },
    ] {
        simpler.extend((hints != program.hints).then(|| RandomProgram { hints, ..program.clone() }));
    }
    simpler.retain(RandomProgram::is_well_formed);
    simpler
}

/// The sets of threads in which one operation is left out or made simpler at a time: first all
/// threads with the same operations, so that these stay equal, then each thread by
/// itself.
fn changed_together(program: &RandomProgram) -> Vec<Vec<ThreadId>> {
    let groups = program.groups().into_iter().filter(|group| group.len() > 1);
    groups.chain(program.threads.ids().map(|thread| vec![thread])).collect()
}

/// The program without a thread, its creation and its join; `None` if the thread creates others
/// itself.
fn without_thread(program: &RandomProgram, removed: ThreadId) -> Option<RandomProgram> {
    let creates = |guarded: &GuardedOp| matches!(guarded.op, Op::Spawn { .. });
    if program.threads[removed].iter().any(creates) {
        return None;
    }
    let name = |thread: ThreadId| match thread > removed {
        true => ThreadId::from_index(thread.index() - 1),
        false => thread,
    };
    let kept = |guarded: &GuardedOp| {
        let op = match guarded.op {
            Op::Spawn { thread } | Op::Join { thread } if thread == removed => return None,
            Op::Spawn { thread } => Op::Spawn { thread: name(thread) },
            Op::Join { thread } => Op::Join { thread: name(thread) },
            op => op,
        };
        Some(GuardedOp { op, ..guarded.clone() })
    };
    let threads = program.threads.iter().filter(|&(thread, _)| thread != removed);
    let threads = threads.map(|(_, ops)| ops.iter().filter_map(kept).collect()).collect();
    Some(RandomProgram { threads, ..program.clone() })
}

/// The program in which all threads exist from the beginning, if some are created.
fn without_creations(program: &RandomProgram) -> Option<RandomProgram> {
    let is_kept = |guarded: &GuardedOp| !matches!(guarded.op, Op::Spawn { .. } | Op::Join { .. });
    let kept = |ops: &Vec<GuardedOp>| ops.iter().filter(|op| is_kept(op)).cloned().collect();
    let without = RandomProgram { threads: program.threads.values().map(kept).collect(), ..program.clone() };
    (without != *program).then_some(without)
}

/// The program without its last location, if no operation accesses that location.
fn without_last_location(program: &RandomProgram) -> Option<RandomProgram> {
    let last = program.locations.ids().next_back()?;
    let is_used = program.threads.values().flatten().any(|guarded| guarded.op.location() == Some(last));
    let kept = program.locations.iter().filter(|&(location, _)| location != last);
    (!is_used)
        .then(|| RandomProgram { locations: kept.map(|(_, &initial)| initial).collect(), ..program.clone() })
}

fn simpler_guarded_ops(guarded: &GuardedOp) -> Vec<GuardedOp> {
    let mut simpler = Vec::new();
    for place in 0..guarded.guards.len() {
        let mut without = guarded.clone();
        without.guards.remove(place);
        simpler.push(without);
    }
    simpler.extend(simpler_ops(guarded.op).into_iter().map(|op| GuardedOp { op, ..guarded.clone() }));
    for (place, &guard) in guarded.guards.iter().enumerate() {
        simpler.extend(simpler_constants(guard.constant).map(|constant| {
            let mut replaced = guarded.clone();
            replaced.guards[place] = Guard { constant, ..guard };
            replaced
        }));
    }
    simpler
}

fn simpler_ops(op: Op) -> Vec<Op> {
    let mut simpler = Vec::new();
    match op {
        Op::Load { result, location, ordering } => {
            simpler.extend(weaker_reads(ordering).map(|ordering| Op::Load { result, location, ordering }));
        }
        Op::Store { location, value, ordering } => {
            simpler.extend(simpler_operands(value).map(|value| Op::Store { location, value, ordering }));
            simpler.extend(weaker_writes(ordering).map(|ordering| Op::Store { location, value, ordering }));
        }
        Op::FetchAdd { result, location, operand, ordering } => {
            simpler.push(Op::Load { result, location, ordering: ordering.read() });
            simpler.extend(simpler_operands(operand).map(|operand| Op::FetchAdd {
                result,
                location,
                operand,
                ordering,
            }));
            simpler.extend(weaker_rmws(ordering).map(|ordering| Op::FetchAdd {
                result,
                location,
                operand,
                ordering,
            }));
        }
        Op::Exchange { result, location, value, ordering } => {
            simpler.push(Op::Load { result, location, ordering: ordering.read() });
            simpler.push(Op::Store { location, value, ordering: ordering.write() });
            simpler.extend(simpler_operands(value).map(|value| Op::Exchange {
                result,
                location,
                value,
                ordering,
            }));
            simpler.extend(weaker_rmws(ordering).map(|ordering| Op::Exchange {
                result,
                location,
                value,
                ordering,
            }));
        }
        Op::CompareExchange { result, success, location, expected, desired, ordering, failure, weak } => {
            let with = |expected, desired, ordering, failure, weak| Op::CompareExchange {
                result,
                success,
                location,
                expected,
                desired,
                ordering,
                failure,
                weak,
            };
            simpler.push(Op::Load { result, location, ordering: ordering.read() });
            simpler.extend(weak.then(|| with(expected, desired, ordering, failure, false)));
            simpler.extend(
                simpler_operands(desired).map(|desired| with(expected, desired, ordering, failure, weak)),
            );
            simpler.extend(
                simpler_constants(expected).map(|expected| with(expected, desired, ordering, failure, weak)),
            );
            simpler.extend(
                weaker_rmws(ordering).map(|ordering| with(expected, desired, ordering, failure, weak)),
            );
            simpler.extend(
                weaker_reads(failure).map(|failure| with(expected, desired, ordering, failure, weak)),
            );
        }
        Op::Fence { ordering } => {
            simpler.extend(weaker(FenceOrdering::ALL, ordering).map(|ordering| Op::Fence { ordering }));
        }
        Op::Assume { condition } => {
            simpler.extend(
                simpler_constants(condition.constant)
                    .map(|constant| Op::Assume { condition: Guard { constant, ..condition } }),
            );
        }
        Op::Choose { result, count } => {
            simpler.extend((count > 2).then_some(Op::Choose { result, count: count - 1 }));
        }
        Op::Put { pool, value, ordering, times } => {
            simpler.extend((times != 1).then_some(Op::Put { pool, value, ordering, times: 1 }));
            simpler.extend(weaker_writes(ordering).map(|ordering| Op::Put { pool, value, ordering, times }));
        }
        Op::Take { result, pool, ordering, manner, order } => {
            simpler.extend(weaker_reads(ordering).map(|ordering| Op::Take {
                order,
                result,
                pool,
                ordering,
                manner,
            }));
        }
        Op::Swap { .. }
        | Op::Lock { .. }
        | Op::Unlock { .. }
        | Op::Arrive { .. }
        | Op::Claim { .. }
        | Op::Await { .. }
        | Op::Meet
        | Op::Spawn { .. }
        | Op::Join { .. } => {}
    }
    simpler
}

/// Operands with smaller constants, and without the register. A constant never becomes 0, since
/// storing the usual initial value is not the simpler case.
fn simpler_operands(operand: Operand) -> impl Iterator<Item = Operand> {
    let without_register = operand.register.map(|_| Operand { register: None, constant: Value(1) });
    let smaller = (operand.constant.0 > 1).then_some(Operand { constant: Value(1), ..operand });
    without_register.into_iter().chain(smaller)
}

fn simpler_constants(constant: Value) -> impl Iterator<Item = Value> {
    (0..constant.0.min(2)).map(Value)
}

/// The simpler orderings. Relaxed is the simplest, simpler than non-atomic.
fn weaker_reads(ordering: ReadOrdering) -> impl Iterator<Item = ReadOrdering> {
    let relaxed = (ordering == ReadOrdering::NonAtomic).then_some(ReadOrdering::Relaxed);
    relaxed.into_iter().chain(weaker(&ReadOrdering::ALL[1..], ordering))
}

/// The simpler orderings. Relaxed is the simplest, simpler than non-atomic.
fn weaker_writes(ordering: WriteOrdering) -> impl Iterator<Item = WriteOrdering> {
    let relaxed = (ordering == WriteOrdering::NonAtomic).then_some(WriteOrdering::Relaxed);
    relaxed.into_iter().chain(weaker(&WriteOrdering::ALL[1..], ordering))
}

fn weaker_rmws(ordering: RmwOrdering) -> impl Iterator<Item = RmwOrdering> {
    weaker(RmwOrdering::ALL, ordering)
}

/// The orderings before `ordering` in a list of orderings, weakest first.
fn weaker<T: Copy + PartialOrd>(all: &'static [T], ordering: T) -> impl Iterator<Item = T> {
    all.iter().copied().filter(move |&other| other < ordering)
}

#[cfg(test)]
mod tests {
    use porf_oracle::{ModelName, executions};

    use super::*;
    use crate::{Profile, ProgramBuilder};

    fn sc_and_tso_differ(program: &RandomProgram) -> bool {
        executions(program, ModelName::Sc) != executions(program, ModelName::Tso)
    }

    #[test]
    fn disguised_store_buffering_shrinks_to_store_buffering() {
        let mut disguised = ProgramBuilder::new();
        let [x, y, z] = [disguised.location(1), disguised.location(0), disguised.location(1)];
        disguised.thread(|thread| {
            thread.store(x, 2, WriteOrdering::Release);
            thread.fence(FenceOrdering::AcqRel);
            let read = thread.load(y, ReadOrdering::SeqCst);
            thread.if_different(read, 2, |thread| {
                thread.fetch_add(z, 1, RmwOrdering::Relaxed);
            });
        });
        disguised.thread(|thread| thread.store(z, 1, WriteOrdering::NonAtomic));
        disguised.thread(|thread| {
            thread.store(y, 2, WriteOrdering::NonAtomic);
            thread.load(x, ReadOrdering::NonAtomic);
            thread.compare_exchange_weak(z, 1, 2, (RmwOrdering::AcqRel, ReadOrdering::Acquire));
        });

        let mut plain = ProgramBuilder::new();
        let [x, y] = [plain.location(0), plain.location(0)];
        for (mine, other) in [(x, y), (y, x)] {
            plain.thread(|thread| {
                thread.store(mine, 1, WriteOrdering::Relaxed);
                thread.load(other, ReadOrdering::Relaxed);
            });
        }
        assert_eq!(shrink(&disguised.build(), sc_and_tso_differ), plain.build());
    }

    /// Whatever program shrinking begins with, the result fails, and no operation can be left out
    /// of it.
    #[test]
    fn results_are_minimal() {
        let differing: Vec<_> = (0..200)
            .map(|seed| RandomProgram::from_seed(seed, Profile::Mixed))
            .filter(sc_and_tso_differ)
            .collect();
        assert!(!differing.is_empty());
        for program in differing {
            let smallest = shrink(&program, sc_and_tso_differ);
            assert!(sc_and_tso_differ(&smallest));
            for (thread, ops) in smallest.threads.iter() {
                for place in 0..ops.len() {
                    let mut without = smallest.clone();
                    without.threads[thread].remove(place);
                    assert!(!sc_and_tso_differ(&without), "not minimal:\n{smallest}");
                }
            }
        }
    }

    #[test]
    fn what_always_fails_shrinks_to_nothing() {
        let program = RandomProgram::from_seed(1, Profile::Rmw);
        assert_eq!(shrink(&program, |_| true), ProgramBuilder::new().build());
    }
}
