//! Memory as the first thread leaves it when it creates another thread, or chooses.
//!
//! As long as there is only one thread, no other thread sees when it accesses memory. So its
//! accesses are done at once, on this image. The final contents of the image are the initial memory
//! of exploration.

use std::collections::BTreeMap;

use porf_entity::{Content, EntityId, ThreadId};

use crate::layout::{Layout, owner};
use crate::objects::Allocation;
use crate::pages::{PAGE_SIZE, Pages};

/// The number of bytes that the image may have.
const IMAGE_LIMIT: usize = 64 << 20;
/// The number of ended objects that are remembered.
const ENDED_LIMIT: usize = 1 << 16;

/// Shared memory with all accesses of the first thread while it was alone.
#[derive(Clone, Default, Debug)]
pub(crate) struct Image {
    pages: Pages,
    /// The objects that have ended, by address; if there are very many, only the last.
    ended: BTreeMap<u64, Allocation>,
    /// The live objects, in ascending order of addresses.
    live: Vec<Allocation>,
}

impl Image {
    /// The number in the bytes from the address on, at most eight of them, if all of it is defined.
    pub(crate) fn read(&self, layout: &Layout, address: u64, length: u32) -> Option<u64> {
        self.pages.read(address, length, |address, length| layout.initial_value(address, length))
    }

    /// The content of the same bytes with their undefined bits.
    pub(crate) fn content(&self, layout: &Layout, address: u64, length: u32) -> Content {
        self.pages.content(address, length, |address, length| layout.initial_value(address, length))
    }

    pub(crate) fn write(&mut self, layout: &Layout, address: u64, length: u32, content: Content) {
        self.pages.write(address, length, content, |start| layout.initial_page(start));
    }

    /// Ends an object.
    pub(crate) fn end(&mut self, allocation: Allocation) {
        let base = allocation.object.base.0;
        self.pages.forget(base, base + allocation.object.size);
        self.ended.insert(base, allocation);
        if self.ended.len() > ENDED_LIMIT {
            self.ended.pop_first();
        }
    }

    /// The object that was at the address and has ended.
    pub(crate) fn ended_at(&self, address: u64) -> Option<&Allocation> {
        // Only the first thread has run, so that an object of another thread cannot have ended.
        if self.ended.is_empty() || owner(address) != Some(ThreadId::from_index(0)) {
            return None;
        }
        let (&base, allocation) = self.ended.range(..=address).next_back()?;
        (address - base < allocation.object.size.max(1)).then_some(allocation)
    }

    /// The objects that have ended.
    pub(crate) fn ended(&self) -> impl Iterator<Item = &Allocation> {
        self.ended.values()
    }

    /// Records the objects that are live in the end.
    pub(crate) fn finish(&mut self, live: &[Allocation]) {
        self.live = live.to_vec();
    }

    /// The object that begins at the address and was live when the first thread was alone.
    pub(crate) fn object_from(&self, base: u64) -> Option<&Allocation> {
        let index = self.live.binary_search_by_key(&base, |allocation| allocation.object.base.0).ok()?;
        Some(&self.live[index])
    }

    /// Whether the image has so many bytes that the thread must stop.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.pages.count() * PAGE_SIZE as usize > IMAGE_LIMIT
    }
}
