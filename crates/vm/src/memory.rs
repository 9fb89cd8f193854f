//! Where globals are and what they hold at first.
//!
//! Addresses depend on the module alone: globals lie one after the other in the order of their ids,
//! with a gap before each that no access can hit. Address 0 is in the first gap.

use porf_entity::{AccessSize, Address, EntityId, PrimaryMap, Value};
use porf_ir::{Global, GlobalId};

/// How many bytes lie between the end of a global and the beginning of the next, at least.
const GAP: u64 = 0x1000;
/// What every address of a global is a multiple of, at least: no access needs more.
const MINIMUM_ALIGNMENT: u64 = 16;

/// The globals of a module in memory.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// In ascending order of addresses, as of ids.
    globals: PrimaryMap<GlobalId, PlacedGlobal>,
}

#[derive(Clone, Debug)]
struct PlacedGlobal {
    base: u64,
    size: u64,
    /// The bytes at its beginning that may be other than 0.
    init: Vec<u8>,
    /// The offsets of initial pointers and what they are, by offset; they hide what `init` has there.
    pointers: Vec<(u64, u64)>,
}

impl PlacedGlobal {
    /// The byte at an offset before any thread writes to it.
    fn initial_byte(&self, offset: u64) -> u8 {
        let before = self.pointers.partition_point(|&(start, _)| start <= offset);
        if let Some(&(start, pointer)) = self.pointers[..before].last()
            && offset - start < 8
        {
            return pointer.to_le_bytes()[(offset - start) as usize];
        }
        usize::try_from(offset).ok().and_then(|offset| self.init.get(offset)).copied().unwrap_or(0)
    }
}

impl Memory {
    /// Places the globals, or gives the first that does not fit in the address space.
    ///
    /// The initialisers must lie within their globals and point to globals that exist.
    pub(crate) fn new(globals: &PrimaryMap<GlobalId, Global>) -> Result<Self, GlobalId> {
        let mut placed: PrimaryMap<GlobalId, PlacedGlobal> = PrimaryMap::new();
        let mut end: u64 = 0;
        for (id, global) in globals.iter() {
            let alignment = global.align.max(MINIMUM_ALIGNMENT);
            let base =
                end.checked_add(GAP).and_then(|free| free.checked_next_multiple_of(alignment)).ok_or(id)?;
            end = base.checked_add(global.size).ok_or(id)?;
            placed.push(PlacedGlobal {
                base,
                size: global.size,
                init: global.init.clone(),
                pointers: Vec::new(),
            });
        }
        for (id, global) in globals.iter() {
            let pointers = global.relocations.iter().map(|&(offset, target)| (offset, placed[target].base));
            let mut pointers: Vec<(u64, u64)> = pointers.collect();
            pointers.sort_unstable();
            placed[id].pointers = pointers;
        }
        Ok(Self { globals: placed })
    }

    pub(crate) fn address_of(&self, global: GlobalId) -> Address {
        Address(self.globals[global].base)
    }

    /// The global that the byte belongs to, and its offset there.
    pub(crate) fn global_at(&self, address: Address) -> Option<(GlobalId, u64)> {
        let globals = self.globals.values().as_slice();
        let index = globals.partition_point(|global| global.base <= address.0).checked_sub(1)?;
        let offset = address.0 - globals[index].base;
        (offset < globals[index].size).then(|| (GlobalId::from_index(index), offset))
    }

    /// Whether all bytes of an access belong to one global, and its address is a multiple of its size.
    pub(crate) fn allows(&self, address: Address, size: AccessSize) -> bool {
        let bytes = u64::from(size.bytes());
        address.0.is_multiple_of(bytes)
            && self
                .global_at(address)
                .is_some_and(|(global, offset)| bytes <= self.globals[global].size - offset)
    }

    /// What a location holds at first; 0 where there is no memory.
    pub(crate) fn initial_value(&self, address: Address, size: AccessSize) -> Value {
        let Some((global, offset)) = self.global_at(address) else { return Value(0) };
        let bytes = (0..u64::from(size.bytes())).rev();
        let value = bytes.fold(0, |value, index| {
            // An access that goes beyond the global reads nothing there.
            let byte =
                offset.checked_add(index).map_or(0, |offset| self.globals[global].initial_byte(offset));
            value << 8 | u64::from(byte)
        });
        Value(value)
    }
}
