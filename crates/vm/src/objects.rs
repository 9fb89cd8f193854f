//! The objects that a thread has allocated.
//!
//! An object is *private* if no other thread ever reaches it. Then its contents are part of the
//! thread's state, and accesses to it are not visible. The explorer keeps the contents of all other
//! objects, the *shared* ones; the thread only knows where they are. The address of an object is
//! never used again.

use porf_entity::{Address, SourcePosition, ThreadId};
use porf_program::{Object, ObjectKind};

use crate::layout::{GAP, Layout, MINIMUM_ALIGNMENT, region_end};
use crate::pages::{PAGE_SIZE, Pages};

/// The size of the largest object.
pub(crate) const LARGEST_OBJECT: u64 = 1 << 30;
/// The number of bytes of memory that one thread may use.
const MEMORY_LIMIT: usize = 64 << 20;
/// The cost of an object even if nothing is written to it.
const OBJECT_COST: usize = 64;

/// An object and the source position of its allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// The object.
    pub object: Object,
    /// The source position of its allocation.
    pub position: SourcePosition,
}

impl Allocation {
    /// Whether the byte belongs to the object. An object without any bytes contains its own
    /// address.
    fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.object.base.0) < self.object.size.max(1)
    }
}

/// An object that no other thread reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PrivateObject {
    pub(crate) allocation: Allocation,
    /// Whether the object has not been freed.
    pub(crate) live: bool,
}

/// The memory of a thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadMemory {
    /// The address at which the next object may begin.
    next: u64,
    end: u64,
    /// The private objects in ascending order of addresses. Those on the stack are removed when
    /// their function returns.
    private: Vec<PrivateObject>,
    /// The contents of private objects and of private thread-local globals.
    pub(crate) pages: Pages,
    /// The places of own addresses in private memory, in ascending order. They are kept only if it
    /// matters whether parts of them are read.
    addresses: Vec<u64>,
    /// The shared objects in ascending order of addresses, ended or not.
    shared: Vec<Allocation>,
    /// The addresses of the shared objects on the stack whose functions have not returned yet.
    stack: Vec<u64>,
}

/// The part of the memory that belongs to the callers of a function.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    private: u32,
    stack: u32,
}

/// The place of an address among the objects of its thread.
pub(crate) enum FoundObject<'a> {
    Private(&'a PrivateObject),
    Shared(&'a Allocation),
    /// Just before or behind an object.
    Beside,
    /// In no live object: an object has ended there, or there never was one.
    Nothing,
}

impl ThreadMemory {
    pub(crate) fn new(layout: &Layout, thread: ThreadId) -> Self {
        Self {
            next: layout.allocations_start(thread),
            end: region_end(thread),
            private: Vec::new(),
            pages: Pages::default(),
            addresses: Vec::new(),
            shared: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Makes an object; `None` if there is no room.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        private: bool,
        position: SourcePosition,
    ) -> Option<u64> {
        if size > LARGEST_OBJECT {
            return None;
        }
        let base = self.next.checked_next_multiple_of(align.max(MINIMUM_ALIGNMENT))?;
        let behind = base.checked_add(size).filter(|&behind| behind < self.end)?;
        self.next = behind + GAP;
        let allocation = Allocation { object: Object { base: Address(base), size, kind }, position };
        if private {
            self.private.push(PrivateObject { allocation, live: true });
        } else {
            self.shared.push(allocation);
            if kind == ObjectKind::Stack {
                self.stack.push(base);
            }
        }
        Some(base)
    }

    /// Whether this memory and another one of the same thread have the same objects, and the same
    /// of them have ended.
    pub(crate) fn has_same_objects(&self, other: &Self) -> bool {
        self.next == other.next
            && self.private == other.private
            && self.shared == other.shared
            && self.stack == other.stack
    }

    /// Whether so much memory is in use that the thread must stop.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.pages.count() * PAGE_SIZE as usize + (self.private.len() + self.shared.len()) * OBJECT_COST
            > MEMORY_LIMIT
    }

    pub(crate) fn find(&self, address: u64) -> FoundObject<'_> {
        let private = self.private.partition_point(|object| object.allocation.object.base.0 <= address);
        if let Some(object) = private.checked_sub(1).map(|index| &self.private[index])
            && object.allocation.contains(address)
        {
            return FoundObject::Private(object);
        }
        if let Some(object) = self.shared_at(address) {
            return FoundObject::Shared(object);
        }
        let shared = self.shared.partition_point(|object| object.object.base.0 <= address);
        let all = |index: usize| {
            let private =
                self.private.get(index.wrapping_add(private)).map(|object| object.allocation.object);
            let shared = self.shared.get(index.wrapping_add(shared)).map(|object| object.object);
            private.into_iter().chain(shared)
        };
        let behind = all(usize::MAX).any(|before| address - (before.base.0 + before.size) < GAP);
        if behind || all(0).any(|after| after.base.0 - address <= GAP) {
            FoundObject::Beside
        } else {
            FoundObject::Nothing
        }
    }

    /// Whether objects have been allocated beyond the address.
    pub(crate) fn has_been_allocated(&self, address: u64) -> bool {
        address < self.next
    }

    /// The shared object to which the byte belongs.
    pub(crate) fn shared_at(&self, address: u64) -> Option<&Allocation> {
        let index = self.shared.partition_point(|object| object.object.base.0 <= address).checked_sub(1)?;
        Some(&self.shared[index]).filter(|object| object.contains(address))
    }

    /// The object, private or shared, to which the byte belongs.
    pub(crate) fn allocation_at(&self, address: u64) -> Option<Allocation> {
        match self.find(address) {
            FoundObject::Private(object) => Some(object.allocation),
            FoundObject::Shared(allocation) => Some(*allocation),
            FoundObject::Beside | FoundObject::Nothing => None,
        }
    }

    /// All shared objects, in ascending order of addresses.
    pub(crate) fn shared(&self) -> &[Allocation] {
        &self.shared
    }

    /// All objects, ended or not, apart from private ones on the stack that have ended.
    pub(crate) fn all(&self) -> impl Iterator<Item = Allocation> {
        self.private.iter().map(|object| object.allocation).chain(self.shared.iter().copied())
    }

    /// All objects on the heap, apart from those that the thread knows to be freed.
    pub(crate) fn heap(&self) -> impl Iterator<Item = Allocation> {
        let private = self.private.iter().filter(|object| object.live).map(|object| object.allocation);
        private.chain(self.shared.iter().copied()).filter(|object| object.object.kind == ObjectKind::Heap)
    }

    /// Ends a private object and forgets its contents.
    pub(crate) fn free_private(&mut self, base: u64) {
        if let Ok(index) = self.private.binary_search_by_key(&base, |object| object.allocation.object.base.0)
        {
            self.private[index].live = false;
            let object = self.private[index].allocation.object;
            self.pages.forget(base, base + object.size);
        }
    }

    /// Forgets a shared object that was ended, and gives it back.
    pub(crate) fn forget_shared(&mut self, base: u64) -> Option<Allocation> {
        let index = self.shared.binary_search_by_key(&base, |object| object.object.base.0).ok()?;
        Some(self.shared.remove(index))
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { private: self.private.len() as u32, stack: self.stack.len() as u32 }
    }

    /// The last shared object on the stack since the mark.
    pub(crate) fn last_on_stack(&self, since: Mark) -> Option<u64> {
        self.stack.get(since.stack as usize..).and_then(|stack| stack.last()).copied()
    }

    /// Removes the last shared object on the stack, which has ended.
    pub(crate) fn pop_stack(&mut self) {
        self.stack.pop();
    }

    /// Forgets the private objects made since the mark, apart from those on the heap that were not
    /// freed.
    pub(crate) fn end_private(&mut self, since: Mark) {
        let since = since.private as usize;
        let Some(first) = self.private.get(since) else { return };
        if self.private[since..].iter().all(|object| !object.outlives_its_function()) {
            let base = first.allocation.object.base.0;
            self.pages.forget(base, u64::MAX);
            self.addresses.truncate(self.addresses.partition_point(|&address| address < base));
            self.private.truncate(since);
            return;
        }
        for object in &self.private[since..] {
            let Object { base, size, .. } = object.allocation.object;
            if !object.outlives_its_function() {
                self.pages.forget(base.0, base.0 + size);
                self.addresses.retain(|address| !(base.0..base.0 + size).contains(address));
            }
        }
        let mut index = 0;
        self.private.retain(|object| {
            index += 1;
            index <= since || object.outlives_its_function()
        });
    }

    /// The places of the addresses that lie at least in part among some bytes.
    pub(crate) fn addresses_among(&self, start: u64, length: u32) -> &[u64] {
        let first = self.addresses.partition_point(|&address| address + 8 <= start);
        let behind = self.addresses.partition_point(|&address| address < start + u64::from(length));
        self.addresses.get(first..behind).unwrap_or(&[])
    }

    /// Records that bytes are written, and whether they are an address whose place is to be
    /// remembered.
    pub(crate) fn remember_address(&mut self, start: u64, length: u32, is_address: bool) {
        if !self.addresses.is_empty() {
            self.addresses.retain(|&address| address + 8 <= start || address >= start + u64::from(length));
        }
        if is_address {
            let index = self.addresses.partition_point(|&address| address < start);
            self.addresses.insert(index, start);
        }
    }

    /// Whether private objects were made since the mark.
    pub(crate) fn has_private(&self, since: Mark) -> bool {
        self.private.len() > since.private as usize
    }
}

impl PrivateObject {
    /// Whether the object still exists when the function that made it has returned.
    fn outlives_its_function(&self) -> bool {
        self.live && self.allocation.object.kind == ObjectKind::Heap
    }
}
