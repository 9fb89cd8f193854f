//! Objects on the heap.

use porf_entity::{Address, ErrorKind};
use porf_program::{Action, Failure, Object, ObjectKind};

use crate::layout::owner;
use crate::objects::{FoundObject, LARGEST_OBJECT};
use crate::run::{Flow, Pause, Runner, SharedMemory};
use crate::texts::FixedText;

/// A program can address 47 bits on the machines of today. No machine has more memory.
const ANY_MACHINE: u64 = 1 << 47;

impl Runner<'_> {
    /// The address of a new object, or 0 if it is larger than the memory of any machine.
    pub(super) fn heap_allocate(&mut self, size: u64, align: u64, private: bool) -> Flow<u64> {
        let object = match align {
            ..=LARGEST_OBJECT => self.allocate(size, align, ObjectKind::Heap, private)?,
            _ => None,
        };
        match object {
            Some(address) => Ok(address),
            None if size.max(align) > ANY_MACHINE => Ok(0),
            None => Err(Failure::new(ErrorKind::Unsupported).saying(FixedText::TooMuchMemory.into()).into()),
        }
    }

    /// Ends an object. The thread does not know the objects of other threads, and so does not check
    /// them.
    pub(super) fn heap_free(&mut self, pointer: u64) -> Flow {
        if pointer == 0 {
            return Ok(());
        }
        let fail = |kind| Err(Failure::new(kind).at(Address(pointer)).into());
        let Some(thread) = owner(pointer) else { return fail(ErrorKind::InvalidFree) };
        if self.program.layout.is_thread_local(pointer) {
            return fail(ErrorKind::InvalidFree);
        }
        let is_start_of_heap_object =
            |object: Object| object.base.0 == pointer && object.kind == ObjectKind::Heap;
        if let Some(ended) = self.image().ended_at(pointer) {
            return fail(if is_start_of_heap_object(ended.object) {
                ErrorKind::DoubleFree
            } else {
                ErrorKind::InvalidFree
            });
        }
        if thread != self.state.thread {
            return Err(Pause(Action::Free { address: Address(pointer), kind: ObjectKind::Heap }));
        }
        match self.state.memory.as_ref().map(|memory| memory.find(pointer)) {
            Some(FoundObject::Private(object)) if is_start_of_heap_object(object.allocation.object) => {
                if !object.live {
                    return fail(ErrorKind::DoubleFree);
                }
                self.memory_mut().free_private(pointer);
            }
            Some(FoundObject::Shared(object)) if is_start_of_heap_object(object.object) => {
                match self.shared {
                    SharedMemory::Visible(_) => {
                        return Err(Pause(Action::Free {
                            address: Address(pointer),
                            kind: ObjectKind::Heap,
                        }));
                    }
                    SharedMemory::Solo(_) => self.end_in_image(pointer),
                }
            }
            _ => return fail(ErrorKind::InvalidFree),
        }
        Ok(())
    }

    /// The size of the heap object that begins at the address. The size of an object of another
    /// thread is known only if the object was there before any thread was created.
    pub(super) fn object_size(&self, pointer: u64) -> Flow<u64> {
        let own = (owner(pointer) == Some(self.state.thread)).then_some(self.state.memory.as_ref()).flatten();
        let object = match own.map(|memory| memory.find(pointer)) {
            Some(FoundObject::Private(object)) => Some(object.allocation.object),
            Some(FoundObject::Shared(object)) => Some(object.object),
            _ => self.image().object_from(pointer).map(|allocation| allocation.object),
        };
        match object {
            Some(object) if object.base.0 == pointer && object.kind == ObjectKind::Heap => Ok(object.size),
            None if owner(pointer).is_some_and(|thread| thread != self.state.thread) => {
                Err(Failure::new(ErrorKind::Unsupported)
                    .at(Address(pointer))
                    .saying(FixedText::SizeOfForeignObject.into())
                    .into())
            }
            _ => Err(Failure::new(ErrorKind::InvalidFree).at(Address(pointer)).into()),
        }
    }
}
