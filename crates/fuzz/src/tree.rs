//! The common parts of random C programs: statements that contain statements, accesses to memory,
//! and shrinking.

use std::fmt;

/// The kinds of accesses to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A non-atomic access.
    Plain,
    /// An atomic access.
    Atomic(Order),
}

impl Access {
    /// Whether it is atomic.
    pub fn is_atomic(self) -> bool {
        self != Self::Plain
    }
}

/// The ordering of an atomic access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// No ordering.
    Relaxed,
    /// The ordering of a read that acquires.
    Acquire,
    /// The ordering of a write that releases.
    Release,
    /// Both.
    AcquireRelease,
    /// Both, and sequentially consistent.
    SequentiallyConsistent,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relaxed => "__ATOMIC_RELAXED",
            Self::Acquire => "__ATOMIC_ACQUIRE",
            Self::Release => "__ATOMIC_RELEASE",
            Self::AcquireRelease => "__ATOMIC_ACQ_REL",
            Self::SequentiallyConsistent => "__ATOMIC_SEQ_CST",
        })
    }
}

/// A statement that may contain statements.
pub(crate) trait Nested: Sized {
    /// The statements in it.
    fn inner(&self) -> Vec<&Vec<Self>>;

    /// The statements in it.
    fn inner_mut(&mut self) -> Vec<&mut Vec<Self>>;

    /// Whether the statements in it may stand in its place.
    fn may_be_unwrapped(&self) -> bool {
        true
    }
}

/// The number of statements, however deep.
pub(crate) fn size_of<S: Nested>(body: &[S]) -> usize {
    body.iter().map(|statement| 1 + statement.inner().iter().map(|inner| size_of(inner)).sum::<usize>()).sum()
}

/// All places in bodies of functions: the number of the body, and that of the statement.
pub(crate) fn places<'a, S: Nested + 'a>(bodies: impl Iterator<Item = &'a Vec<S>>) -> Vec<(usize, usize)> {
    bodies.enumerate().flat_map(|(body, list)| (0..size_of(list)).map(move |place| (body, place))).collect()
}

/// Edits the statement at a place, counted through all of them, and returns whether there is one.
pub(crate) fn edit_statement<S: Nested>(
    list: &mut Vec<S>,
    place: &mut usize,
    edit: impl Fn(&mut Vec<S>, usize) + Copy,
) -> bool {
    for index in 0..list.len() {
        if *place == 0 {
            edit(list, index);
            return true;
        }
        *place -= 1;
        if list[index].inner_mut().into_iter().any(|inner| edit_statement(inner, place, edit)) {
            return true;
        }
    }
    false
}

pub(crate) fn remove<S>(list: &mut Vec<S>, index: usize) {
    list.remove(index);
}

/// Puts the first list of statements in a statement in its place.
pub(crate) fn unwrap_first<S: Nested>(list: &mut Vec<S>, index: usize) {
    unwrap(list, index, 0);
}

/// Puts the second list of statements in a statement in its place.
pub(crate) fn unwrap_second<S: Nested>(list: &mut Vec<S>, index: usize) {
    unwrap(list, index, 1);
}

fn unwrap<S: Nested>(list: &mut Vec<S>, index: usize, which: usize) {
    if !list[index].may_be_unwrapped() {
        return;
    }
    if let Some(inner) = list[index].inner_mut().into_iter().nth(which).map(std::mem::take) {
        list.splice(index..=index, inner);
    }
}

/// The number of simplifications that are tried at a time. Starting a compiler takes longer than
/// all else.
const AT_A_TIME: usize = 48;

/// The simplest program found from `program`: takes any simplification after which it still fails,
/// until there is none left. `first_failing` returns which of several programs is the first one to
/// fail as `program` does.
pub(crate) fn shrink<P: Clone>(
    program: &P,
    simplifications: impl Fn(&P) -> Vec<P>,
    mut first_failing: impl FnMut(&[P]) -> Option<usize>,
) -> P {
    let mut smallest = program.clone();
    'simpler: loop {
        for some in simplifications(&smallest).chunks(AT_A_TIME) {
            if let Some(failing) = first_failing(some).and_then(|place| some.get(place)) {
                smallest = failing.clone();
                continue 'simpler;
            }
        }
        return smallest;
    }
}
