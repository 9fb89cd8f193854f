//! Random programs with locks that are acquired by awaiting rmws.
//!
//! There are two locations: a lock, and one for accesses of all sorts. A thread looks at
//! the lock first or not, acquires it by an exchange or a compare-exchange, and releases it by a store or
//! an exchange. Now and then it does not release the lock, or another thread waits for the lock to be
//! held or free and leaves it alone. So mostly, but not always, happens-before orders the writes
//! to the lock.

use arbitrary::{Result, Unstructured};
use porf_entity::{EntityId, PrimaryMap, ReadOrdering, RmwOrdering, Value, WriteOrdering};

use super::{Size, ThreadGenerator};
use crate::profile::Mix;
use crate::program::{Guard, Location, Op, Operand, RandomProgram, Register};

/// The number of locations for accesses of all sorts. They come first.
pub(super) const PLAIN: usize = 1;
const LOCK: usize = PLAIN;

pub(super) fn generate(u: &mut Unstructured<'_>, mix: &Mix, size: Size) -> Result<RandomProgram> {
    let thread_count = *u.choose(mix.thread_counts)?;
    let mut threads = PrimaryMap::new();
    let mut last_stored = 0;
    for _ in 0..thread_count {
        let mut thread = ThreadGenerator::new(mix, threads.next_id(), PLAIN, &mut last_stored);
        for _ in 0..*u.choose(&[1, 1, 1, 2])? + usize::from(size == Size::Large) {
            piece(&mut thread, u)?;
        }
        threads.push(thread.ops);
    }
    let mut program = RandomProgram { locations: locations(), threads, hints: mix.hints };
    program.cut_to(size);
    Ok(program)
}

pub(super) fn locations() -> PrimaryMap<Location, Value> {
    (0..=LOCK).map(|_| Value(0)).collect()
}

/// Generates one piece of a thread: a critical section, an access, or a wait for the lock.
pub(super) fn piece(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=9)? {
        0..=6 => critical_section(thread, u),
        7 => access(thread, u),
        8 => await_load(thread, u, 0),
        _ => await_load(thread, u, 1),
    }
}

fn critical_section(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>) -> Result<()> {
    let (location, constant) =
        (Location::from_index(LOCK), |value| Operand { register: None, constant: Value(value) });
    if u.ratio(1, 3)? {
        await_load(thread, u, 0)?;
    }
    let ordering =
        *u.choose(&[RmwOrdering::Acquire, RmwOrdering::Acquire, RmwOrdering::SeqCst, RmwOrdering::Relaxed])?;
    if u.ratio(1, 2)? {
        let result = thread.register();
        thread.push(Op::Exchange { result, location, value: constant(1), ordering });
        assume(thread, result, 0);
    } else {
        let (result, success, weak) = (thread.register(), thread.register(), u.ratio(1, 3)?);
        let (expected, desired, failure) = (Value(0), constant(1), ReadOrdering::Relaxed);
        thread.push(Op::CompareExchange {
            desired,
            result,
            success,
            location,
            expected,
            ordering,
            failure,
            weak,
        });
        assume(thread, success, 1);
    }
    if u.ratio(3, 4)? {
        access(thread, u)?;
    }
    match u.int_in_range(0..=15)? {
        0 => {}
        1..=3 => {
            let result = thread.register();
            thread.push(Op::Exchange {
                result,
                location,
                value: constant(0),
                ordering: RmwOrdering::Release,
            });
        }
        number => {
            let ordering = if number == 4 { WriteOrdering::Relaxed } else { WriteOrdering::Release };
            thread.push(Op::Store { location, value: constant(0), ordering });
        }
    }
    Ok(())
}

fn access(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>) -> Result<()> {
    let [kinds, _] = thread.mix.accesses;
    let access = thread.access(u, kinds, 2)?;
    thread.push(access);
    Ok(())
}

/// Generates a load of the lock that awaits a value.
fn await_load(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>, value: u64) -> Result<()> {
    let (result, location) = (thread.register(), Location::from_index(LOCK));
    thread.push(Op::Load { result, location, ordering: *u.choose(thread.mix.reads)? });
    assume(thread, result, value);
    Ok(())
}

fn assume(thread: &mut ThreadGenerator<'_>, register: Register, value: u64) {
    let condition = Guard { register, equal: true, constant: Value(value) };
    thread.push(Op::Assume { condition });
}
