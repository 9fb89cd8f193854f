//! All interleavings of a program, state by state: its outcomes by brute force.
//!
//! *Races.* Under sequential consistency, where every atomic access synchronises, a program has two
//! conflicting accesses that happens-before does not order if and only if it can come to a state in
//! which two threads are about to make such accesses: of the first race in an execution, take the
//! events before either of the two in po ∪ rf. They are an execution, too, and the two accesses
//! come next. The same holds for an access and the end of the accessed object.
//!
//! *Stuckness.* The states and steps are a finite graph. Steps with a spurious failure do not count
//! as ways to reach a state, nor as parts of a cycle. A *deadlock* is a state without steps in
//! which some thread has not finished. A strongly connected set of states that has steps in it is
//! where an execution can go round for ever. The set is *fair* if each thread that has not finished
//! takes steps there or has to wait somewhere there. The set is a trap if no step leaves it. A trap
//! in which nothing is written is a livelock, whatever the schedule: every thread reads the same
//! for ever. In a trap with writes all executions are endless as well. Whether an execution leaves
//! a fair set that is no trap depends on the schedule. States in which a thread has failed, an
//! assumption was false or the process has ended are not stuck.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::interpreter::{FIRST_ADDRESS, Interpreter, Memory, Wrong};
use super::program::Program;
use super::state::{State, THREADS, UNINITIALISED};

/// The outcomes of a program, by brute force.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// The final values of variables and arrays in complete executions.
    pub outcomes: BTreeSet<Vec<i16>>,
    /// The errors, each with the number of the statement. Of an access and the end of the accessed
    /// object, either may have the error.
    pub errors: BTreeSet<(Wrong, Option<u16>)>,
    /// The numbers of statements that race, the smaller one first.
    pub races: BTreeSet<(u16, u16)>,
    /// Whether a location has both atomic and non-atomic accesses. Then the order of atomic writes
    /// may keep accesses apart, though no read synchronises them: a race, but not one of two
    /// accesses next to each other.
    pub mixed: bool,
    /// Whether there is a deadlock: all threads can come to wait for each other.
    pub deadlock: bool,
    /// The ways in which threads can go round for ever.
    pub endless: Endless,
    /// The number of states.
    pub states: usize,
}

/// The ways in which threads can go round for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endless {
    /// Whether there is a trap without writes.
    pub quiet_trap: bool,
    /// Whether there is a trap with writes.
    pub busy_trap: bool,
    /// Whether there is a fair set of states, be it a trap or not.
    pub fair: bool,
}

/// A step from one state to another.
#[derive(Clone, Copy)]
struct Edge {
    to: u32,
    thread: u8,
    writes: bool,
    spurious: bool,
}

/// A value as it counts: all addresses are the same, and a number that was never written is zero.
pub(super) fn observed(value: i16) -> i16 {
    if value == UNINITIALISED { 0 } else { value.min(FIRST_ADDRESS) }
}

/// Explores all interleavings; `None` if there are more than `most_states` states, or one of them
/// is too large.
pub fn brute_force(program: &Program, most_states: usize) -> Option<Truth> {
    if !Interpreter::fits(program) {
        return None;
    }
    let mut interpreter = Interpreter::new(program);
    let mut truth = Truth::default();
    let mut accesses = Accesses::default();
    let mut numbers: FxHashMap<State, u32> = FxHashMap::default();
    let mut states = vec![interpreter.begin()];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    numbers.insert(states[0], 0);
    while edges.len() < states.len() {
        let state = states[edges.len()];
        look_for_races(&interpreter, &state, &mut accesses, &mut truth);
        let mut leaving = Vec::new();
        for thread in 0..THREADS {
            for step in interpreter.steps(&state, thread) {
                let to = *numbers.entry(step.state).or_insert_with(|| {
                    states.push(step.state);
                    states.len() as u32 - 1
                });
                let (writes, spurious) = (step.writes, step.spurious);
                leaving.push(Edge { to, thread: thread as u8, writes, spurious });
            }
        }
        // No thread has to wake up spuriously.
        if leaving.iter().all(|edge| edge.spurious) && state.counts() {
            if state.is_complete() {
                let numbers = state.variables[..program.variables.len()].iter();
                let elements = state.arrays[..program.arrays].iter().flatten();
                truth.outcomes.insert(numbers.chain(elements).map(|&value| observed(value)).collect());
            } else if !state.ended {
                truth.deadlock = true;
            }
        }
        edges.push(leaving);
        if states.len() > most_states || interpreter.too_large {
            return None;
        }
    }
    truth.states = states.len();
    truth.endless = endless(&states, &edges);
    truth.errors.extend(interpreter.errors.into_iter().map(|(wrong, number)| wrong.at(number)));
    Some(truth)
}

/// For each memory location, whether it is accessed atomically, and whether non-atomically.
type Accesses = FxHashMap<Memory, (bool, bool)>;

fn look_for_races(interpreter: &Interpreter<'_>, state: &State, accesses: &mut Accesses, truth: &mut Truth) {
    let touches: Vec<_> = (0..THREADS).filter_map(|thread| interpreter.touch(state, thread)).collect();
    for touch in &touches {
        let known = accesses.entry(touch.memory).or_insert((false, false));
        if touch.atomic {
            known.0 = true
        } else {
            known.1 = true
        }
        truth.mixed |= *known == (true, true);
    }
    for (place, one) in touches.iter().enumerate() {
        for other in &touches[place + 1..] {
            if one.frees_with(other) {
                truth.errors.insert((Wrong::UseAfterFree, None));
            }
            if one.races_with(other) {
                truth.races.insert((one.number.min(other.number), one.number.max(other.number)));
            }
        }
    }
}

/// Looks for sets of states in which threads can go round.
fn endless(states: &[State], edges: &[Vec<Edge>]) -> Endless {
    let mut endless = Endless::default();
    let component = components(edges);
    let count = component.iter().map(|&it| it as usize + 1).max().unwrap_or(0);
    let mut sets: Vec<Set> = vec![Set::default(); count];
    for (index, state) in states.iter().enumerate() {
        let set = &mut sets[component[index] as usize];
        set.counts = state.counts() && !state.ended;
        for (thread, it) in state.threads.iter().enumerate() {
            let mut own =
                edges[index].iter().filter(|edge| usize::from(edge.thread) == thread && !edge.spurious);
            if !it.is_live() || own.next().is_none() {
                // The thread has finished, or waits here.
                set.turns |= 1 << thread;
            }
        }
        for edge in edges[index].iter().filter(|edge| !edge.spurious) {
            if component[edge.to as usize] == component[index] {
                set.turns |= 1 << edge.thread;
                set.goes_round = true;
                set.writes |= edge.writes;
            } else {
                set.can_be_left = true;
            }
        }
    }
    for set in sets.iter().filter(|set| set.goes_round && set.counts) {
        let is_fair = set.turns == (1 << THREADS) - 1;
        endless.fair |= is_fair;
        if is_fair && !set.can_be_left {
            match set.writes {
                false => endless.quiet_trap = true,
                true => endless.busy_trap = true,
            }
        }
    }
    endless
}

/// The properties of a strongly connected set.
#[derive(Clone, Copy, Default)]
struct Set {
    counts: bool,
    /// The threads that take steps, have finished or have to wait somewhere: a bit each.
    turns: u8,
    goes_round: bool,
    writes: bool,
    can_be_left: bool,
}

/// For each state, its strongly connected component (Tarjan's algorithm, without recursion).
/// Spurious steps are not followed.
fn components(edges: &[Vec<Edge>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let mut component = vec![UNSEEN; edges.len()];
    let mut index = vec![UNSEEN; edges.len()];
    let mut low = vec![0; edges.len()];
    let (mut next, mut found) = (0, 0);
    let mut stack = Vec::new();
    for root in 0..edges.len() {
        if index[root] != UNSEEN {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((state, edge)) = path.last_mut() {
            let state = *state;
            if *edge == 0 {
                (index[state], low[state]) = (next, next);
                next += 1;
                stack.push(state);
            }
            let following = edges[state][*edge..].iter().position(|edge| !edge.spurious);
            match following {
                Some(skipped) => {
                    let to = edges[state][*edge + skipped].to as usize;
                    *edge += skipped + 1;
                    if index[to] == UNSEEN {
                        path.push((to, 0));
                    } else if component[to] == UNSEEN {
                        low[state] = low[state].min(index[to]);
                    }
                }
                None => {
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        low[parent] = low[parent].min(low[state]);
                    }
                    if low[state] == index[state] {
                        while let Some(member) = stack.pop() {
                            component[member] = found;
                            if member == state {
                                break;
                            }
                        }
                        found += 1;
                    }
                }
            }
        }
    }
    component
}
