//! The locations of accesses. All graphs of an exploration share them: accesses of the same bytes
//! are always accesses of the same location.

use std::collections::BTreeMap;
use std::ops::Range;

use porf_entity::{AccessSize, Address, Content, LibraryId, PrimaryMap, SecondaryMap, ThreadId};
use porf_graph::LocationId;
use porf_program::Program;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::restart::OrderedLocations;

/// A memory location that the program accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationInfo {
    /// Its first byte.
    pub address: Address,
    /// The number of its bytes.
    pub size: AccessSize,
    /// Its content before any write.
    pub initial: Content,
    /// Whether executions that differ in the order of its writes alone are distinguished.
    pub ordered: bool,
}

impl LocationInfo {
    fn end(&self) -> u64 {
        self.address.0.saturating_add(u64::from(self.size.bytes()))
    }
}

#[derive(Debug)]
pub(crate) struct Locations {
    ordered: OrderedLocations,
    by_bytes: FxHashMap<(Address, AccessSize), LocationId>,
    by_address: BTreeMap<(u64, AccessSize), LocationId>,
    infos: PrimaryMap<LocationId, LocationInfo>,
    /// The libraries to which locations belong.
    libraries: FxHashMap<(Address, AccessSize), LibraryId>,
    /// For each location, the others that share some of its bytes. A graph may have accesses to one
    /// of them only.
    overlaps: PrimaryMap<LocationId, SmallVec<[LocationId; 2]>>,
    /// The locations of items, by the pool and the place of the event that puts the item.
    items: FxHashMap<(LocationId, ThreadId, usize), LocationId>,
    /// For each pool, the locations of its items.
    items_of: FxHashMap<LocationId, Vec<LocationId>>,
    /// For the location of an item, its pool; a pool is its own.
    pools: SecondaryMap<LocationId, Option<LocationId>>,
}

impl Locations {
    pub(crate) fn new(ordered: OrderedLocations) -> Self {
        Self {
            ordered,
            by_bytes: FxHashMap::default(),
            by_address: BTreeMap::new(),
            infos: PrimaryMap::default(),
            libraries: FxHashMap::default(),
            overlaps: PrimaryMap::default(),
            items: FxHashMap::default(),
            items_of: FxHashMap::default(),
            pools: SecondaryMap::with_default(None),
        }
    }

    /// Returns whether the location of these bytes is ordered.
    pub(crate) fn is_ordered(&self, address: Address, size: AccessSize) -> bool {
        match &self.ordered {
            OrderedLocations::All => true,
            OrderedLocations::Only(locations) => locations.contains(&(address, size)),
        }
    }

    /// Assigns a location to a library.
    pub(crate) fn assign(&mut self, bytes: (Address, AccessSize), library: LibraryId) {
        self.libraries.insert(bytes, library);
    }

    /// The library to which a location belongs.
    pub(crate) fn library(&self, location: LocationId) -> Option<LibraryId> {
        if self.libraries.is_empty() {
            return None;
        }
        let info = &self.infos[location];
        self.libraries.get(&(info.address, info.size)).copied()
    }

    pub(crate) fn info(&self, location: LocationId) -> &LocationInfo {
        &self.infos[location]
    }

    /// Returns whether a location is unordered.
    pub(crate) fn is_unordered(&self, location: LocationId) -> bool {
        !self.infos[location].ordered
    }

    /// The location of these bytes, if any access has used them.
    pub(crate) fn find(&self, address: Address, size: AccessSize) -> Option<LocationId> {
        self.by_bytes.get(&(address, size)).copied()
    }

    /// The locations that begin at an address.
    pub(crate) fn at(&self, address: Address) -> impl Iterator<Item = LocationId> + '_ {
        self.within(address.0..address.0.saturating_add(1))
    }

    /// The locations that begin within a range of addresses, those of items in pools among them.
    pub(crate) fn within(&self, range: Range<u64>) -> impl Iterator<Item = LocationId> + '_ {
        self.bytes_within(range)
            .flat_map(|location| std::iter::once(location).chain(self.items(location).iter().copied()))
    }

    /// The locations of bytes that begin within a range of addresses.
    fn bytes_within(&self, range: Range<u64>) -> impl Iterator<Item = LocationId> + '_ {
        let bounds = (range.start, AccessSize::B1)..(range.end, AccessSize::B1);
        self.by_address.range(bounds).map(|(_, &location)| location)
    }

    /// The pool that a location belongs to: it is the pool itself or the location of an item.
    #[inline]
    pub(crate) fn pool_of(&self, location: LocationId) -> Option<LocationId> {
        self.pools[location]
    }

    /// The locations of the items that have ever been in a pool.
    pub(crate) fn items(&self, pool: LocationId) -> &[LocationId] {
        self.items_of.get(&pool).map_or(&[], |items| items)
    }

    /// Makes a location a pool. It has no writes, and its items have one each: there is no order that
    /// could be left open.
    pub(crate) fn make_pool(&mut self, pool: LocationId) {
        self.items_of.entry(pool).or_default();
        self.infos[pool].ordered = true;
        self.pools[pool] = Some(pool);
    }

    /// The location of the item that a thread puts into a pool by its event with this index.
    pub(crate) fn locate_item(&mut self, pool: LocationId, thread: ThreadId, index: usize) -> LocationId {
        if let Some(&item) = self.items.get(&(pool, thread, index)) {
            return item;
        }
        let item = self.infos.push(self.infos[pool]);
        self.overlaps.push(SmallVec::new());
        self.items.insert((pool, thread, index), item);
        self.items_of.entry(pool).or_default().push(item);
        self.pools[item] = Some(pool);
        item
    }

    /// The locations that share bytes with this one.
    pub(crate) fn overlapping(&self, location: LocationId) -> &[LocationId] {
        &self.overlaps[location]
    }

    /// The location of an access.
    pub(crate) fn locate(
        &mut self,
        program: &impl Program,
        address: Address,
        size: AccessSize,
    ) -> LocationId {
        if let Some(&location) = self.by_bytes.get(&(address, size)) {
            return location;
        }
        let ordered = self.is_ordered(address, size);
        let info = LocationInfo { address, size, initial: program.initial_content(address, size), ordered };
        let location = self.infos.push(info);
        let longest = u64::from(AccessSize::B8.bytes());
        let near = self.bytes_within(address.0.saturating_sub(longest)..info.end());
        let overlaps: SmallVec<[LocationId; 2]> =
            near.filter(|&other| self.infos[other].end() > address.0).collect();
        for &other in &overlaps {
            self.overlaps[other].push(location);
        }
        self.overlaps.push(overlaps);
        self.by_bytes.insert((address, size), location);
        self.by_address.insert((address.0, size), location);
        location
    }
}
