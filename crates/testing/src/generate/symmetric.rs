//! Random programs with symmetric threads.
//!
//! A few *roles* are generated as the threads of other programs are, with choices among the
//! accesses, and each thread plays one of them. Symmetric threads follow each other, or other
//! threads stand between them, which may be symmetric as well. The first thread may create some of
//! the threads, in a row or with other operations in between. It joins them in any order, in a row,
//! one by one, or not at all.

use arbitrary::{Result, Unstructured};
use porf_entity::{EntityId, PrimaryMap, ThreadId};

use super::{Size, ThreadGenerator, locations, spin_locks, threads};
use crate::profile::{Mix, Structure};
use crate::program::{GuardedOp, Hints, Op, RandomProgram};

/// The roles of the threads, for each cast.
const CASTS: &[&[usize]] = &[
    &[0, 0],
    &[0, 0, 0],
    &[0, 0, 0],
    &[0, 0, 0, 0],
    &[0, 0, 1],
    &[0, 0, 1],
    &[1, 0, 0],
    &[1, 0, 0],
    &[0, 1, 0],
    &[0, 0, 0, 1],
    &[1, 0, 0, 0],
    &[0, 0, 1, 1],
    &[0, 0, 1, 1],
    &[0, 1, 0, 0],
    &[0, 1, 1, 0],
    &[0, 1, 0, 1],
    &[0, 1, 0, 1],
    &[0, 1, 2, 0],
    &[0, 0, 1, 2],
    &[1, 0, 0, 2],
];

/// The casts of larger programs.
const LARGE_CASTS: &[&[usize]] = &[
    &[0, 0, 0],
    &[0, 0, 1],
    &[0, 0, 0, 0],
    &[0, 0, 0, 1],
    &[1, 0, 0, 0],
    &[0, 0, 1, 1],
    &[0, 1, 0, 1],
    &[0, 0, 0, 0, 0],
    &[0, 0, 0, 1, 1],
    &[0, 1, 0, 1, 0],
    &[1, 0, 0, 0, 0],
];

type Ops = Vec<GuardedOp>;

pub(super) fn generate(u: &mut Unstructured<'_>, mix: &Mix, size: Size) -> Result<RandomProgram> {
    // These programs have fewer candidates than other programs, since each execution has to be
    // compared with all its permutations.
    let (casts, more_events, most_candidates) = match size {
        Size::Small => (CASTS, 0, 1_500),
        Size::Large => (LARGE_CASTS, 1, 10_000),
    };
    let cast = *u.choose(casts)?;
    let (location_count, locations) = match mix.structure {
        Structure::Threads => (threads::PLAIN, threads::locations()),
        Structure::SpinLocks => (spin_locks::PLAIN, spin_locks::locations()),
        Structure::Accesses => locations(u, mix)?,
    };
    let mut last_stored = 0;
    let mut roles: Vec<Ops> = Vec::new();
    while cast.contains(&roles.len()) {
        let copies = cast.iter().filter(|&&role| role == roles.len()).count();
        let name = ThreadId::from_index(roles.len());
        let mut thread = ThreadGenerator::new(mix, name, location_count, &mut last_stored);
        let piece = match mix.structure {
            Structure::Threads => Some(threads::piece as fn(&mut ThreadGenerator<'_>, &mut _) -> Result<()>),
            Structure::SpinLocks => Some(spin_locks::piece as _),
            Structure::Accesses => None,
        };
        if let Some(piece) = piece {
            for _ in 0..*u.choose(if copies < 3 { &[1, 2] } else { &[1] })? + more_events {
                piece(&mut thread, u)?;
            }
        } else {
            let event_counts: &[usize] = match copies {
                1 => &[1, 2, 3],
                2 => &[2, 2, 3, 3, 4],
                _ => &[1, 2, 2, 3],
            };
            let event_count = *u.choose(event_counts)? + more_events;
            let mut before_choice = 0;
            if mix.has_dependencies && u.ratio(1, 5)? {
                before_choice = u.int_in_range(0..=event_count - 1)?;
                thread.generate(u, before_choice)?;
                let result = thread.register();
                thread.push(Op::Choose { result, count: 2 });
            }
            thread.generate(u, event_count - before_choice)?;
        }
        roles.push(thread.ops);
    }
    let hints = Hints { symmetric: true, ..mix.hints };
    let mut program = RandomProgram { locations, threads: played(cast, &roles), hints };
    while program.candidate_bound() > most_candidates {
        let Some(longest) = roles.iter_mut().max_by_key(|ops| ops.len()) else { break };
        longest.pop();
        program.threads = played(cast, &roles);
    }
    if u.ratio(1, 3)? {
        create_and_join(u, &mut program.threads)?;
    }
    Ok(program)
}

/// The operations of each thread.
fn played(cast: &[usize], roles: &[Ops]) -> PrimaryMap<ThreadId, Ops> {
    cast.iter().map(|&role| roles[role].clone()).collect()
}

/// Lets the first thread create the last ones, and join some of these.
fn create_and_join(u: &mut Unstructured<'_>, threads: &mut PrimaryMap<ThreadId, Ops>) -> Result<()> {
    let first_created = u.int_in_range(1..=threads.len() - 1)?;
    let created: Vec<ThreadId> = (first_created..threads.len()).map(ThreadId::from_index).collect();
    let creator = &mut threads[ThreadId::from_index(0)];
    let mut place = u.int_in_range(0..=creator.len())?;
    for &thread in &created {
        if u.ratio(1, 8)? {
            place = u.int_in_range(place..=creator.len())?;
        }
        creator.insert(place, GuardedOp { guards: Vec::new(), op: Op::Spawn { thread } });
        place += 1;
    }
    let in_a_row = u.ratio(2, 3)?;
    let mut joined = created;
    for place in 1..joined.len() {
        if u.ratio(1, 4)? {
            joined.swap(place, u.int_in_range(0..=place)?);
        }
    }
    for &thread in &joined {
        if in_a_row || u.ratio(1, 2)? {
            if !in_a_row || thread == joined[0] {
                place = u.int_in_range(place..=creator.len())?;
            }
            creator.insert(place, GuardedOp { guards: Vec::new(), op: Op::Join { thread } });
            place += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profile;

    /// Most programs have symmetric threads, also among the threads that are created.
    #[test]
    fn most_programs_have_threads_that_do_the_same() {
        let [mut all, mut with_groups, mut with_created_groups] = [0; 3];
        for profile in Profile::ALL {
            for seed in 0..100 {
                for generate in [RandomProgram::symmetric_from_seed, RandomProgram::large_symmetric_from_seed]
                {
                    let program = generate(seed, profile);
                    let groups = program.groups().into_iter();
                    let groups =
                        groups.filter(|group| group.len() > 1 && !program.threads[group[0]].is_empty());
                    let groups: Vec<_> = groups.collect();
                    all += 1;
                    with_groups += usize::from(!groups.is_empty());
                    let is_created = groups.iter().any(|group| program.is_created(group[0]));
                    with_created_groups += usize::from(is_created);
                }
            }
        }
        assert!(4 * with_groups > 3 * all && 8 * with_created_groups > all);
    }
}
