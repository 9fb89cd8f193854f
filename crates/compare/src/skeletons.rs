//! The programs of a size, without orderings and without programs that differ only in the order of
//! threads and the names of locations.
//!
//! Up to [`ALL_UP_TO`] operations, these are all programs. Above, they are the programs whose
//! operations lie on a closed walk that passes each operation once: each step goes to the next
//! operation of the thread, or communicates, from an access to another one of the same location of
//! which at least one writes. An axiom that forbids cycles is broken along such a walk. The
//! pieces of the walk between two communications are in threads of their own, or several pieces are
//! one thread, in any order, if there are at most four.
//!
//! Every location is accessed twice at least, and written, and no two fences are adjacent.

use rustc_hash::FxHashSet;

use crate::matrix::MOST_EVENTS;
use crate::program::{Operation, OperationKind, Skeleton, permutations};

/// All programs up to this number of operations are generated.
pub(crate) const ALL_UP_TO: usize = 3;

/// The programs of a size. Those whose walk has each piece in a thread of its own come first.
/// Stops and returns the programs so far when `go_on` returns `false`.
pub(crate) fn skeletons(
    size: usize,
    kinds: &[OperationKind],
    go_on: &mut impl FnMut() -> bool,
) -> Vec<Skeleton> {
    let mut found = Found::default();
    if size <= ALL_UP_TO {
        all(size, kinds, &mut found);
        return found.list;
    }
    let mut walks = Vec::new();
    Walk { kinds, size, pieces: vec![Vec::new()] }.extend(&mut walks, go_on);
    for pieces in &walks {
        found.add(Skeleton { threads: pieces.clone() });
    }
    for pieces in &walks {
        if !go_on() {
            break;
        }
        joined(pieces, &mut |threads| found.add(Skeleton { threads }));
    }
    found.list
}

#[derive(Default)]
struct Found {
    list: Vec<Skeleton>,
    known: FxHashSet<Skeleton>,
}

impl Found {
    fn add(&mut self, skeleton: Skeleton) {
        let skeleton = skeleton.representative();
        if skeleton.events() <= MOST_EVENTS && self.known.insert(skeleton.clone()) {
            self.list.push(skeleton);
        }
    }
}

/// All programs of a size.
fn all(size: usize, kinds: &[OperationKind], found: &mut Found) {
    fn extend(left: usize, kinds: &[OperationKind], threads: &mut Vec<Vec<Operation>>, found: &mut Found) {
        if left == 0 {
            found.add(Skeleton { threads: threads.clone() });
            return;
        }
        for &kind in kinds {
            for location in locations(kind, threads, true) {
                let operation = Operation { kind, location };
                if let Some(thread) = threads.last_mut() {
                    thread.push(operation);
                    extend(left - 1, kinds, threads, found);
                    threads.last_mut().expect("the thread is still there").pop();
                }
                threads.push(vec![operation]);
                extend(left - 1, kinds, threads, found);
                threads.pop();
            }
        }
    }
    extend(size, kinds, &mut Vec::new(), found);
}

/// The locations that an operation may access: those that occur and, if wanted, one more.
fn locations(kind: OperationKind, threads: &[Vec<Operation>], with_new: bool) -> std::ops::Range<u8> {
    if !kind.is_access() {
        return 0..1;
    }
    let skeleton = threads.iter().flatten().filter(|operation| operation.kind.is_access());
    let count = skeleton.map(|operation| operation.location + 1).max().unwrap_or(0);
    0..count + u8::from(with_new)
}

/// A closed walk under construction: its pieces, which communications separate.
struct Walk<'k> {
    kinds: &'k [OperationKind],
    size: usize,
    pieces: Vec<Vec<Operation>>,
}

impl Walk<'_> {
    fn extend(&mut self, found: &mut Vec<Vec<Vec<Operation>>>, go_on: &mut impl FnMut() -> bool) {
        let length: usize = self.pieces.iter().map(Vec::len).sum();
        let piece = self.pieces.last().expect("there is always a piece");
        let last = piece.last().copied();
        if length == self.size {
            let first = self.pieces[0][0];
            if last.is_some_and(|last| communicate(last, first)) && self.is_useful() {
                found.push(self.pieces.clone());
            }
            return;
        }
        if !go_on() {
            return;
        }
        for &kind in self.kinds {
            for location in locations(kind, &self.pieces, true) {
                let next = Operation { kind, location };
                let fences = !kind.is_access() && last.is_none_or(|last| !last.kind.is_access());
                if !fences {
                    self.pieces.last_mut().expect("there is always a piece").push(next);
                    self.extend(found, go_on);
                    self.pieces.last_mut().expect("there is always a piece").pop();
                }
                if last.is_some_and(|last| communicate(last, next)) {
                    self.pieces.push(vec![next]);
                    self.extend(found, go_on);
                    self.pieces.pop();
                }
            }
        }
    }

    /// Whether every location is accessed twice, and written.
    fn is_useful(&self) -> bool {
        (0..locations(OperationKind::Load, &self.pieces, false).end).all(|location| {
            let accesses = || {
                let all = self.pieces.iter().flatten();
                all.filter(|operation| operation.kind.is_access() && operation.location == location)
            };
            accesses().count() >= 2 && accesses().any(|operation| operation.kind.writes())
        })
    }
}

/// Whether there can be an rf, co or fr between two operations.
fn communicate(a: Operation, b: Operation) -> bool {
    let accesses = a.kind.is_access() && b.kind.is_access();
    accesses && a.location == b.location && (a.kind.writes() || b.kind.writes())
}

/// Visits all ways to put pieces into threads, several into one in any order, but for the one in
/// which each is a thread of its own.
fn joined(pieces: &[Vec<Operation>], visit: &mut impl FnMut(Vec<Vec<Operation>>)) {
    if pieces.len() > 4 {
        return;
    }
    permutations(pieces.len(), &mut |order| {
        // The bits say after which pieces a thread ends.
        for ends in 0..(1u32 << (pieces.len() - 1)) - 1 {
            let mut threads = vec![Vec::new()];
            for (place, &piece) in order.iter().enumerate() {
                threads.last_mut().expect("there is a thread").extend_from_slice(&pieces[piece]);
                if ends >> place & 1 == 1 && place + 1 < order.len() {
                    threads.push(Vec::new());
                }
            }
            visit(threads);
        }
    });
}
