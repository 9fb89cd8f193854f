//! The names of threads: which spawn creates which thread.
//!
//! All graphs of an exploration share the names. A thread is its parent's n-th child, so that it
//! has the same name in every execution in which it occurs. Explorers that share the work on a
//! program share the names as well: a thread has the id that the first of them has given it.

use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

use porf_entity::{EntityId, ThreadId};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ThreadNames {
    known: Names,
    /// The names that all explorers know, if there are several.
    #[serde(skip)]
    shared: Option<Arc<Mutex<Names>>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Names {
    children: FxHashMap<(ThreadId, u32), ThreadId>,
    count: usize,
}

impl ThreadNames {
    /// The names of the threads that exist at the beginning.
    pub(crate) fn new(initial: usize) -> Self {
        Self { known: Names { children: FxHashMap::default(), count: initial }, shared: None }
    }

    /// Makes these names, and their clones from now on, names of several explorers.
    pub(crate) fn share(&mut self) {
        self.shared.get_or_insert_with(|| Arc::new(Mutex::new(self.known.clone())));
    }

    /// The number of threads that have a name which is known here.
    pub(crate) fn count(&self) -> usize {
        self.known.count
    }

    /// The name of a thread's n-th child.
    pub(crate) fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        if let Some(&child) = self.known.children.get(&(parent, n)) {
            return child;
        }
        let Some(shared) = &self.shared else { return self.known.child(parent, n) };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let child = shared.child(parent, n);
        self.known.clone_from(&shared);
        child
    }
}

impl Names {
    fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        *self.children.entry((parent, n)).or_insert_with(|| {
            self.count += 1;
            ThreadId::from_index(self.count - 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explorers_give_a_thread_the_same_name() {
        let thread = ThreadId::from_index;
        let mut one = ThreadNames::new(1);
        assert_eq!(one.child(thread(0), 0), thread(1));
        one.share();
        let mut other = one.clone();
        assert_eq!(other.child(thread(0), 1), thread(2));
        assert_eq!(one.child(thread(1), 0), thread(3));
        assert_eq!(one.child(thread(0), 1), thread(2));
        assert_eq!(other.child(thread(1), 0), thread(3));
        assert_eq!((one.count(), other.count()), (4, 4));
    }
}
