//! Addresses as offsets from a base: which are equal, and which objects cannot overlap.

use porf_entity::SecondaryMap;
use porf_ir::intrinsics::PointerUse;
use porf_ir::{Function, GlobalId, Operation, ValueId};

use crate::analyses::externals::Externals;
use crate::analyses::function_facts::Constants;

/// An address: an offset in bytes from a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    base: Base,
    offset: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    Global(GlobalId),
    Value(ValueId),
}

/// The object that a value points to, if the value is a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    Unknown,
    /// An object that is created by the instruction which defines the value.
    New,
    /// An object that existed when the function was called.
    Param,
}

/// The places of all addresses of a function.
pub(crate) struct Addresses {
    places: SecondaryMap<ValueId, Option<Place>>,
    origins: SecondaryMap<ValueId, Origin>,
}

impl Addresses {
    pub(crate) fn new(function: &Function, constants: &Constants, externals: &Externals) -> Self {
        let mut places: SecondaryMap<ValueId, Option<Place>> = SecondaryMap::with_default(None);
        let mut origins = SecondaryMap::with_default(Origin::Unknown);
        for &param in &function.params {
            origins[param] = Origin::Param;
        }
        let mut sums = Vec::new();
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            let &[result] = &instruction.results[..] else { continue };
            match instruction.operation {
                Operation::GlobalAddress(global) => {
                    places[result] = Some(Place { base: Base::Global(global), offset: 0 });
                }
                Operation::PtrAdd { pointer, offset } => {
                    sums.extend(constants[offset].map(|offset| (result, pointer, offset)));
                }
                Operation::Alloca { .. } => origins[result] = Origin::New,
                Operation::CallExternal { external, .. } => {
                    if let PointerUse::Allocate | PointerUse::AllocateAligned = externals.pointers(external) {
                        origins[result] = Origin::New;
                    }
                }
                _ => {}
            }
        }
        // A block may come before one that dominates it, so sums of sums take several rounds.
        let mut changed = true;
        while changed {
            changed = false;
            for &(result, pointer, offset) in &sums {
                let behind = places[pointer].unwrap_or(Place { base: Base::Value(pointer), offset: 0 });
                let place = Place { base: behind.base, offset: behind.offset.wrapping_add(offset) };
                changed |= places[result].replace(place) != Some(place);
            }
        }
        Self { places, origins }
    }

    /// The place of an address. Values with the same place are the same address.
    pub(crate) fn place(&self, address: ValueId) -> Place {
        self.places[address].unwrap_or(Place { base: Base::Value(address), offset: 0 })
    }

    /// The value that a place is relative to, unless the base is a global.
    pub(crate) fn base_value(&self, place: Place) -> Option<ValueId> {
        match place.base {
            Base::Global(_) => None,
            Base::Value(value) => Some(value),
        }
    }

    /// Whether pieces of memory of these sizes might have a byte in common.
    pub(crate) fn may_overlap(&self, one: (Place, u32), other: (Place, u32)) -> bool {
        if one.0.base == other.0.base {
            let distance = |from: Place, to: Place| to.offset.wrapping_sub(from.offset);
            return distance(one.0, other.0) < one.1.into() || distance(other.0, one.0) < other.1.into();
        }
        let is_new = |base| matches!(base, Base::Value(value) if self.origins[value] == Origin::New);
        let is_old = |base| match base {
            Base::Global(_) => true,
            Base::Value(value) => self.origins[value] == Origin::Param,
        };
        match [one.0.base, other.0.base] {
            [Base::Global(_), Base::Global(_)] => false,
            [one, other] if is_new(one) => !is_new(other) && !is_old(other),
            [one, other] if is_new(other) => !is_old(one),
            _ => true,
        }
    }
}
