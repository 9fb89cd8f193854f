//! The address space: the places of globals, functions and objects, and the initial contents of
//! globals.
//!
//! Addresses depend on the module alone, never on the interleaving:
//!
//! ```text
//! 0 … 2¹²           nothing: the null pointer and its neighbours
//! … 2⁴⁰             globals, in the order of their ids
//! 2⁴¹ …             functions, 16 bytes each, which cannot be read
//! (t + 1) · 2⁴⁴ …   the memory of thread t: first its thread-local globals, then the objects that
//!                   it allocates, one after the other and never in the same place again
//! ```
//!
//! Before and behind everything there is a gap that no access can hit.

use porf_entity::{Address, EntityId, PrimaryMap, ThreadId};
use porf_ir::{FunctionId, Global, GlobalId, Relocation};

use crate::pages::{PAGE_SIZE, Page};

/// The least number of bytes between the end of an object and the beginning of the next.
pub(crate) const GAP: u64 = 0x1000;
/// The alignment that every object has at least: no access needs more.
pub(crate) const MINIMUM_ALIGNMENT: u64 = 16;

const GLOBALS_END: u64 = 1 << 40;
const FUNCTIONS_START: u64 = 1 << 41;
const FUNCTION_SIZE: u64 = 16;
const REGION_BITS: u32 = 44;
/// The distance from a barrier to its token.
const TOKENS: u64 = 1 << (REGION_BITS - 1);

/// The number of threads for which there is room.
pub(crate) const MAX_THREADS: usize = (1 << (64 - REGION_BITS)) - 1;

/// The first address that belongs to the thread.
pub(crate) fn region_start(thread: ThreadId) -> u64 {
    (thread.index() as u64 + 1) << REGION_BITS
}

/// The first address behind those of the objects of the thread, less a gap.
pub(crate) fn region_end(thread: ThreadId) -> u64 {
    region_start(thread) + (TOKENS - GAP)
}

/// The address of the word by which threads decide which of them is the serial one of a barrier.
/// There is no object at the address, so that the word outlives the barrier.
pub(crate) fn token_of(barrier: u64) -> u64 {
    barrier | TOKENS
}

/// The barrier that has its token at the address.
pub(crate) fn barrier_of_token(address: u64) -> Option<u64> {
    (address & TOKENS != 0).then_some(address & !TOKENS)
}

/// The thread that the address belongs to.
pub(crate) fn owner(address: u64) -> Option<ThreadId> {
    let region = (address >> REGION_BITS) as usize;
    region.checked_sub(1).map(ThreadId::from_index)
}

/// The address of a function.
pub(crate) fn function_address(function: FunctionId) -> u64 {
    FUNCTIONS_START + FUNCTION_SIZE * function.index() as u64
}

/// The globals of a module in memory.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    globals: PrimaryMap<GlobalId, Place>,
    /// The globals that all threads share, in ascending order of addresses.
    shared: Block,
    /// The globals of which every thread has its own copy, at offsets from the beginning of the
    /// thread's memory.
    thread_local: Block,
    function_count: usize,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Shared(u64),
    ThreadLocal(u64),
}

impl Place {
    /// The address at which the thread finds the global.
    fn address(self, thread: ThreadId) -> u64 {
        match self {
            Self::Shared(base) => base,
            Self::ThreadLocal(offset) => region_start(thread) + offset,
        }
    }
}

/// The value of an initial pointer. No thread has yet begun, so a pointer to a thread-local global
/// points to that of the first thread.
fn pointer(places: &PrimaryMap<GlobalId, Place>, target: Relocation) -> u64 {
    match target {
        Relocation::Global { global, addend } => {
            places[global].address(ThreadId::from_index(0)).wrapping_add_signed(addend)
        }
        Relocation::Function(function) => function_address(function),
    }
}

/// Globals one after the other.
#[derive(Clone, Debug)]
struct Block {
    globals: Vec<PlacedGlobal>,
    /// The address behind the last of them.
    end: u64,
}

/// A global in memory.
#[derive(Clone, Debug)]
pub(crate) struct PlacedGlobal {
    pub(crate) id: GlobalId,
    base: u64,
    size: u64,
    pub(crate) constant: bool,
    pub(crate) private: bool,
    /// The bytes at its beginning that may be other than 0.
    init: Vec<u8>,
    /// The offsets and values of initial pointers, by offset; they hide the bytes of `init` there.
    pointers: Vec<(u64, u64)>,
}

/// The result of a search for an address among globals.
pub(crate) enum Found<'a> {
    /// This many bytes behind the beginning of a global.
    Inside(&'a PlacedGlobal, u64),
    /// In the gap beside a global.
    Beside,
    /// Nothing.
    Nothing,
}

impl PlacedGlobal {
    /// The initial byte at an offset, before any thread writes to it.
    fn initial_byte(&self, offset: u64) -> u8 {
        let before = self.pointers.partition_point(|&(start, _)| start <= offset);
        if let Some(&(start, pointer)) = self.pointers[..before].last()
            && offset - start < 8
        {
            return pointer.to_le_bytes()[(offset - start) as usize];
        }
        usize::try_from(offset).ok().and_then(|offset| self.init.get(offset)).copied().unwrap_or(0)
    }

    /// The initial number in the bytes from an offset on, at most eight of them.
    fn initial_value(&self, offset: u64, length: u32) -> u64 {
        let range = usize::try_from(offset).ok().map(|start| start..start + length as usize);
        if let Some(bytes) = range.and_then(|range| self.init.get(range)).filter(|_| self.pointers.is_empty())
        {
            return bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte));
        }
        let bytes = (0..u64::from(length)).rev();
        bytes.fold(0, |value, index| value << 8 | u64::from(self.initial_byte(offset + index)))
    }

    /// The number of bytes from the offset to the end.
    pub(crate) fn bytes_behind(&self, offset: u64) -> u64 {
        self.size - offset
    }
}

impl Block {
    fn new(start: u64) -> Self {
        Self { globals: Vec::new(), end: start }
    }

    /// The address of the global; `None` if there is no room below `limit`.
    fn place(&mut self, id: GlobalId, global: &Global, limit: u64) -> Option<u64> {
        let alignment = global.align.max(MINIMUM_ALIGNMENT);
        let base = self.end.checked_add(GAP)?.checked_next_multiple_of(alignment)?;
        self.end = base.checked_add(global.size).filter(|&end| end < limit - GAP)?;
        self.globals.push(PlacedGlobal {
            id,
            base,
            size: global.size,
            constant: global.constant,
            private: global.private,
            init: global.init.clone(),
            pointers: Vec::new(),
        });
        Some(base)
    }

    fn find(&self, address: u64) -> Found<'_> {
        let behind = self.globals.partition_point(|global| global.base <= address);
        if let Some(global) = behind.checked_sub(1).map(|index| &self.globals[index]) {
            let offset = address - global.base;
            if offset < global.size {
                return Found::Inside(global, offset);
            }
            if offset - global.size < GAP {
                return Found::Beside;
            }
        }
        match self.globals.get(behind) {
            Some(next) if next.base - address <= GAP => Found::Beside,
            _ => Found::Nothing,
        }
    }

    /// The initial contents of the bytes from `address` on, where there are globals.
    fn fill(&self, address: u64, page: &mut Page) {
        let end = address + PAGE_SIZE;
        let first = self.globals.partition_point(|global| global.base + global.size <= address);
        for global in self.globals[first..].iter().take_while(|global| global.base < end) {
            let from = address.max(global.base);
            let to = end.min(global.base + global.size);
            for byte in from..to {
                page.set((byte - address) as usize, global.initial_byte(byte - global.base));
            }
        }
    }
}

impl Layout {
    /// Places the globals. The error is the first global that does not fit in the address space.
    ///
    /// The initialisers must lie within their globals and point to globals and functions that
    /// exist.
    pub(crate) fn new(
        globals: &PrimaryMap<GlobalId, Global>,
        function_count: usize,
    ) -> Result<Self, GlobalId> {
        // The first gap of the globals must not be the one around the null pointer.
        let mut layout = Self {
            globals: PrimaryMap::new(),
            shared: Block::new(GAP),
            thread_local: Block::new(0),
            function_count,
        };
        for (id, global) in globals.iter() {
            let place = if global.thread_local {
                layout.thread_local.place(id, global, GLOBALS_END).map(Place::ThreadLocal)
            } else {
                layout.shared.place(id, global, GLOBALS_END).map(Place::Shared)
            };
            layout.globals.push(place.ok_or(id)?);
        }
        let Self { globals: places, shared, thread_local, .. } = &mut layout;
        for global in shared.globals.iter_mut().chain(&mut thread_local.globals) {
            let relocations = globals[global.id].relocations.iter();
            global.pointers =
                relocations.map(|&(offset, target)| (offset, pointer(places, target))).collect();
            global.pointers.sort_unstable();
        }
        Ok(layout)
    }

    /// The address at which a global begins; for a thread-local one, that of the given thread.
    pub(crate) fn address_of(&self, global: GlobalId, thread: ThreadId) -> Address {
        Address(self.globals[global].address(thread))
    }

    /// The offset of a thread-local global from the beginning of a thread's memory.
    pub(crate) fn thread_local_offset(&self, global: GlobalId) -> Option<u64> {
        match self.globals[global] {
            Place::Shared(_) => None,
            Place::ThreadLocal(offset) => Some(offset),
        }
    }

    /// The function at the address.
    pub(crate) fn function_at(&self, address: u64) -> Option<FunctionId> {
        let offset = address.checked_sub(FUNCTIONS_START)?;
        let index = usize::try_from(offset / FUNCTION_SIZE).ok()?;
        (offset % FUNCTION_SIZE == 0 && index < self.function_count).then(|| FunctionId::from_index(index))
    }

    /// The place of an address among the globals that all threads share.
    pub(crate) fn shared_at(&self, address: u64) -> Found<'_> {
        if address < GAP { Found::Nothing } else { self.shared.find(address) }
    }

    /// The place of an address among the thread-local globals of the thread that owns it.
    pub(crate) fn thread_local_at(&self, address: u64) -> Found<'_> {
        self.thread_local.find(address & ((1 << REGION_BITS) - 1))
    }

    /// The first address at which a thread may allocate objects.
    pub(crate) fn allocations_start(&self, thread: ThreadId) -> u64 {
        region_start(thread) + self.thread_local.end + 2 * GAP
    }

    /// Whether the address lies where the thread-local globals of a thread are, or beside them.
    pub(crate) fn is_thread_local(&self, address: u64) -> bool {
        owner(address).is_some_and(|thread| address < self.allocations_start(thread) - GAP)
    }

    /// The number in the bytes from the address on, at most eight of them, before any thread writes
    /// to them; `None` if they are not in one global.
    pub(crate) fn initial_value(&self, address: u64, length: u32) -> Option<u64> {
        let found =
            if owner(address).is_some() { self.thread_local_at(address) } else { self.shared_at(address) };
        match found {
            Found::Inside(global, offset) if u64::from(length) <= global.bytes_behind(offset) => {
                Some(global.initial_value(offset, length))
            }
            Found::Inside(..) | Found::Beside | Found::Nothing => None,
        }
    }

    /// The initial bytes of the page that begins at the address, before any thread writes to them.
    pub(crate) fn initial_page(&self, address: u64) -> Page {
        let mut page = Page::default();
        match owner(address) {
            Some(thread) => self.thread_local.fill(address - region_start(thread), &mut page),
            None => self.shared.fill(address, &mut page),
        }
        page
    }
}
