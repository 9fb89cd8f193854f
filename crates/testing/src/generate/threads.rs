//! Random programs with critical sections, counters that are waited for, choices, and threads that
//! are created and joined.
//!
//! There are five locations: two locks, a counter, and two for accesses of all sorts. A lock is
//! released by the thread that holds it or not at all, and locks nest in any order, so that there
//! are deadlocks.

use arbitrary::{Result, Unstructured};
use porf_entity::{EntityId, PrimaryMap, ThreadId, Value};

use super::{Size, ThreadGenerator};
use crate::profile::Mix;
use crate::program::{GuardedOp, Location, Op, Operand, RandomProgram};

/// The number of locations for accesses of all sorts. They come first.
pub(super) const PLAIN: usize = 2;
const LOCKS: [usize; 2] = [PLAIN, PLAIN + 1];
const COUNTER: usize = PLAIN + 2;

pub(super) fn generate(u: &mut Unstructured<'_>, mix: &Mix, size: Size) -> Result<RandomProgram> {
    let thread_count = *u.choose(&[2, 3, 3, 4])?;
    let mut threads = PrimaryMap::new();
    let mut last_stored = 0;
    for _ in 0..thread_count {
        let mut thread = ThreadGenerator::new(mix, threads.next_id(), PLAIN, &mut last_stored);
        for _ in 0..*u.choose(&[1, 1, 2, 2, 3])? + usize::from(size == Size::Large) {
            piece(&mut thread, u)?;
        }
        threads.push(thread.ops);
    }
    if u.ratio(1, 2)? {
        create_and_join(u, &mut threads)?;
    }
    let mut program = RandomProgram { locations: locations(), threads, hints: mix.hints };
    program.cut_to(size);
    Ok(program)
}

pub(super) fn locations() -> PrimaryMap<Location, Value> {
    (0..=COUNTER).map(|_| Value(0)).collect()
}

/// Generates one piece of a thread: a critical section, or a few operations that belong together.
pub(super) fn piece(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=7)? {
        0..=3 => critical_section(thread, u, 0),
        4 => {
            thread.push(Op::Arrive { location: Location::from_index(COUNTER) });
            Ok(())
        }
        5 => {
            let (result, at_least) = (thread.register(), u.int_in_range(1..=2)?);
            thread.push(Op::Await { result, location: Location::from_index(COUNTER), at_least });
            Ok(())
        }
        6 => {
            let (result, location) = (thread.register(), thread.location(u)?);
            thread.push(Op::Choose { result, count: u.int_in_range(2..=3)? });
            let value = Operand { register: Some(result), constant: Value(1) };
            thread.push(Op::Store { location, value, ordering: *u.choose(thread.mix.writes)? });
            Ok(())
        }
        _ => access(thread, u),
    }
}

fn access(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>) -> Result<()> {
    let [kinds, _] = thread.mix.accesses;
    let access = thread.access(u, kinds, 2)?;
    thread.push(access);
    thread.assumption_about(u, &access)
}

fn critical_section(thread: &mut ThreadGenerator<'_>, u: &mut Unstructured<'_>, depth: usize) -> Result<()> {
    let location = Location::from_index(*u.choose(&LOCKS)?);
    let is_held = depth > 0
        && thread
            .ops
            .iter()
            .rev()
            .take_while(|op| !matches!(op.op, Op::Unlock { .. }))
            .any(|op| matches!(op.op, Op::Lock { location: held } if held == location));
    if is_held && u.ratio(4, 5)? {
        return Ok(());
    }
    thread.push(Op::Lock { location });
    if u.ratio(3, 4)? {
        access(thread, u)?;
    }
    if depth == 0 && u.ratio(1, 3)? {
        critical_section(thread, u, depth + 1)?;
    }
    if u.ratio(9, 10)? {
        thread.push(Op::Unlock { location });
    }
    Ok(())
}

/// Lets the first thread create some of the others, and join some of these.
fn create_and_join(
    u: &mut Unstructured<'_>,
    threads: &mut PrimaryMap<ThreadId, Vec<GuardedOp>>,
) -> Result<()> {
    let created = u.int_in_range(1..=threads.len() - 1)?;
    let first = ThreadId::from_index(0);
    let mut place = 0;
    for child in (threads.len() - created..threads.len()).map(ThreadId::from_index) {
        place = u.int_in_range(place..=threads[first].len())?;
        threads[first].insert(place, GuardedOp { guards: Vec::new(), op: Op::Spawn { thread: child } });
        place += 1;
        if u.ratio(1, 2)? {
            let join = u.int_in_range(place..=threads[first].len())?;
            threads[first].insert(join, GuardedOp { guards: Vec::new(), op: Op::Join { thread: child } });
        }
    }
    Ok(())
}
