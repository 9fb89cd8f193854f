//! Which addresses are which locations. Shared by all graphs of an exploration; an address keeps its location.

use porf_entity::{AccessSize, Address, PrimaryMap, Value};
use porf_graph::LocationId;
use porf_program::Program;
use rustc_hash::FxHashMap;

/// A memory location that the program accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationInfo {
    /// Its first byte.
    pub address: Address,
    /// How many bytes every access to it has.
    pub size: AccessSize,
    /// Its value before any write.
    pub initial: Value,
}

#[derive(Debug, Default)]
pub(crate) struct Locations {
    by_address: FxHashMap<Address, LocationId>,
    infos: PrimaryMap<LocationId, LocationInfo>,
}

/// Two accesses overlap but are not of the same bytes.
#[derive(Debug)]
pub(crate) struct MixedSizes {
    pub(crate) address: Address,
}

impl Locations {
    pub(crate) fn info(&self, location: LocationId) -> &LocationInfo {
        &self.infos[location]
    }

    pub(crate) fn find(&self, address: Address) -> Option<LocationId> {
        self.by_address.get(&address).copied()
    }

    /// The location of an access.
    pub(crate) fn locate(
        &mut self,
        program: &impl Program,
        address: Address,
        size: AccessSize,
    ) -> Result<LocationId, MixedSizes> {
        if let Some(&location) = self.by_address.get(&address) {
            return if self.infos[location].size == size {
                Ok(location)
            } else {
                Err(MixedSizes { address })
            };
        }
        let end = |address: Address, size: AccessSize| address.0.saturating_add(u64::from(size.bytes()));
        let overlaps = |other: &LocationInfo| {
            other.address.0 < end(address, size) && address.0 < end(other.address, other.size)
        };
        if self.infos.values().any(overlaps) {
            return Err(MixedSizes { address });
        }
        let initial = program.initial_value(address, size);
        let location = self.infos.push(LocationInfo { address, size, initial });
        self.by_address.insert(address, location);
        Ok(location)
    }
}
