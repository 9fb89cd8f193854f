//! The names of threads: which spawn creates which thread.
//!
//! All graphs of an exploration share the names. A thread is its parent's n-th child, so that it
//! has the same name in every execution in which it occurs.

use porf_entity::{EntityId, ThreadId};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug)]
pub(crate) struct ThreadNames {
    children: FxHashMap<(ThreadId, u32), ThreadId>,
    count: usize,
}

impl ThreadNames {
    /// The names of the threads that exist at the beginning.
    pub(crate) fn new(initial: usize) -> Self {
        Self { children: FxHashMap::default(), count: initial }
    }

    /// The number of threads that have a name.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The name of a thread's n-th child.
    pub(crate) fn child(&mut self, parent: ThreadId, n: u32) -> ThreadId {
        *self.children.entry((parent, n)).or_insert_with(|| {
            self.count += 1;
            ThreadId::from_index(self.count - 1)
        })
    }
}
