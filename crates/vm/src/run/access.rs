//! Accesses to memory: the errors, the accesses that are done at once, and the visible ones.

use std::sync::Arc;

use porf_entity::{
    AccessSize, Address, Content, ErrorKind, ReadOrdering, RmwOp, RmwOrdering, Value, WaitCondition,
    WriteOrdering,
};
use porf_program::{Action, CancellingPair, Failure, Wait};

use super::{Flow, Pause, Runner, SharedMemory};
use crate::code::Register;
use crate::identity::rmw_reveals;
use crate::image::Image;
use crate::layout::{Found, owner};
use crate::objects::{FoundObject, ThreadMemory};
use crate::state::Progress;
use crate::texts::FixedText;

/// The sort of memory to which some bytes belong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Region {
    /// Memory that cannot be written to, and so is read at once.
    Constant,
    /// Memory that belongs to the thread alone, which accesses it at once.
    Private,
    /// Shared memory while there is no other thread: it is accessed at once.
    Image,
    /// Memory that other threads may access, too.
    Visible,
}

fn fail<T>(kind: ErrorKind, address: u64) -> Result<T, Failure> {
    Err(Failure::new(kind).at(Address(address)))
}

impl Runner<'_> {
    /// The region of shared memory: the image while the thread is alone, else visible memory.
    fn shared_region(&self) -> Region {
        match self.shared {
            SharedMemory::Visible(_) => Region::Visible,
            SharedMemory::Solo(_) => Region::Image,
        }
    }

    pub(crate) fn image(&self) -> &Image {
        match &self.shared {
            SharedMemory::Visible(image) => image,
            SharedMemory::Solo(image) => image,
        }
    }

    /// The region of an access to `length` bytes, at least one. Only the owning thread knows its
    /// objects, so accesses to the memory of another thread are not checked here.
    #[inline]
    pub(crate) fn resolve(&self, address: u64, length: u64, writes: bool) -> Result<Region, Failure> {
        match owner(address) {
            None => self.resolve_global(address, length, writes),
            Some(thread) => {
                if address.checked_add(length).is_none() {
                    return fail(ErrorKind::InvalidAccess, address);
                }
                if self.image().ended_at(address).is_some() {
                    return fail(ErrorKind::UseAfterFree, address);
                }
                if thread != self.state.thread {
                    return Ok(Region::Visible);
                }
                self.resolve_own(address, length)
            }
        }
    }

    #[inline]
    fn resolve_global(&self, address: u64, length: u64, writes: bool) -> Result<Region, Failure> {
        match self.program.layout.shared_at(address) {
            Found::Inside(global, offset) if length <= global.bytes_behind(offset) => {
                match (global.constant, writes) {
                    (false, _) => Ok(self.shared_region()),
                    (true, false) => Ok(Region::Constant),
                    (true, true) => Err(Failure::new(ErrorKind::InvalidAccess)
                        .at(Address(address))
                        .saying(FixedText::ReadOnly.into())),
                }
            }
            Found::Inside(..) | Found::Beside => fail(ErrorKind::OutOfBounds, address),
            Found::Nothing => fail(ErrorKind::InvalidAccess, address),
        }
    }

    /// The region of an access to memory that belongs to the thread itself.
    fn resolve_own(&self, address: u64, length: u64) -> Result<Region, Failure> {
        if self.program.layout.is_thread_local(address) {
            return match self.program.layout.thread_local_at(address) {
                Found::Inside(global, offset) if length <= global.bytes_behind(offset) => {
                    Ok(if global.private { Region::Private } else { self.shared_region() })
                }
                Found::Inside(..) | Found::Beside => fail(ErrorKind::OutOfBounds, address),
                Found::Nothing => fail(ErrorKind::InvalidAccess, address),
            };
        }
        let Some(memory) = &self.state.memory else { return fail(ErrorKind::InvalidAccess, address) };
        let (object, region) = match memory.find(address) {
            FoundObject::Private(object) if !object.live => return fail(ErrorKind::UseAfterFree, address),
            FoundObject::Private(object) => (object.allocation.object, Region::Private),
            FoundObject::Shared(object) => (object.object, self.shared_region()),
            FoundObject::Beside => return fail(ErrorKind::OutOfBounds, address),
            // Only a private object, which is forgotten by now, can have been here.
            FoundObject::Nothing if memory.has_been_allocated(address) => {
                return fail(ErrorKind::UseAfterFree, address);
            }
            FoundObject::Nothing => return fail(ErrorKind::InvalidAccess, address),
        };
        if length <= object.size.saturating_sub(address - object.base.0) {
            Ok(region)
        } else {
            fail(ErrorKind::OutOfBounds, address)
        }
    }

    /// The region of an atomic access.
    pub(crate) fn resolve_atomic(
        &self,
        address: u64,
        size: AccessSize,
        writes: bool,
    ) -> Result<Region, Failure> {
        let bytes = u64::from(size.bytes());
        let region = self.resolve(address, bytes, writes)?;
        if address.is_multiple_of(bytes) {
            Ok(region)
        } else {
            Err(Failure::new(ErrorKind::InvalidAccess)
                .at(Address(address))
                .saying(FixedText::Misaligned.into()))
        }
    }

    /// The memory of the thread, for a change.
    pub(crate) fn memory_mut(&mut self) -> &mut ThreadMemory {
        let (layout, thread) = (&self.program.layout, self.state.thread);
        let memory = self.state.memory.get_or_insert_with(|| Arc::new(ThreadMemory::new(layout, thread)));
        Arc::make_mut(memory)
    }

    /// Reads at most eight bytes at once. Not for visible memory.
    pub(crate) fn read(&self, region: Region, address: u64, length: u32) -> Content {
        let content = match self.read_defined(region, address, length) {
            Some(value) => Value(value).into(),
            None => self.read_undefined(region, address, length),
        };
        if self.watched {
            self.look_at_bytes(region, address, length, content);
        }
        content
    }

    /// The same as [`Self::read`] where some of the bits are undefined.
    #[cold]
    fn read_undefined(&self, region: Region, address: u64, length: u32) -> Content {
        let layout = &self.program.layout;
        match (region, &self.state.memory) {
            (Region::Private, Some(memory)) => {
                memory.pages.content(address, length, |address, length| layout.initial_value(address, length))
            }
            _ => self.image().content(layout, address, length),
        }
    }

    /// Reads at most eight bytes at once if all of them are defined. Not for visible memory.
    fn read_defined(&self, region: Region, address: u64, length: u32) -> Option<u64> {
        let layout = &self.program.layout;
        match (region, &self.state.memory) {
            (Region::Private, Some(memory)) => {
                memory.pages.read(address, length, |address, length| layout.initial_value(address, length))
            }
            (Region::Image, _) => self.image().read(layout, address, length),
            (Region::Private | Region::Constant | Region::Visible, _) => {
                layout.initial_value(address, length)
            }
        }
    }

    /// Writes at most eight bytes at once. Not for visible memory.
    pub(crate) fn write(&mut self, region: Region, address: u64, length: u32, content: Content) -> Flow {
        self.state.effects += 1;
        if self.watched && region == Region::Private {
            self.remember_address(address, length, content);
        }
        let layout = &self.program.layout;
        let exhausted = match (region, &mut self.shared) {
            (Region::Image, SharedMemory::Solo(image)) => {
                image.write(layout, address, length, content);
                image.is_exhausted()
            }
            _ => {
                let memory = self.memory_mut();
                memory.pages.write(address, length, content, |start| layout.initial_page(start));
                memory.is_exhausted()
            }
        };
        match exhausted {
            true => Err(Failure::new(ErrorKind::Unsupported).saying(FixedText::TooMuchMemory.into()).into()),
            false => Ok(()),
        }
    }

    /// The error that the bytes at the address are used but were never written.
    pub(crate) fn uninitialised(&self, address: u64) -> Pause {
        Failure::new(ErrorKind::UninitialisedRead).at(Address(address)).into()
    }

    /// The content that a load reads, if it is not visible.
    pub(super) fn load(&mut self, address: u64, size: AccessSize, ordering: ReadOrdering) -> Flow<Content> {
        let region = if ordering.is_atomic() {
            self.resolve_atomic(address, size, false)?
        } else {
            self.resolve(address, size.bytes().into(), false)?
        };
        if region != Region::Visible {
            return Ok(self.read(region, address, size.bytes()));
        }
        let (address, size) = self.visible_piece(address, size, ordering.is_atomic());
        Err(Pause(Action::Load { address, size, ordering, wait: None }))
    }

    /// Makes a store that is not visible.
    pub(super) fn store(
        &mut self,
        address: u64,
        size: AccessSize,
        ordering: WriteOrdering,
        content: Content,
    ) -> Flow {
        let region = if ordering.is_atomic() {
            self.resolve_atomic(address, size, true)?
        } else {
            self.resolve(address, size.bytes().into(), true)?
        };
        if region != Region::Visible {
            return self.write(region, address, size.bytes(), content);
        }
        let (address, size) = self.visible_piece(address, size, ordering.is_atomic());
        self.look_at_piece(size, content);
        let done = self.state.progress.as_ref().map_or(0, |progress| progress.done);
        Err(Pause(Action::Store { address, size, ordering, value: size.wrap(content.value.0 >> (8 * done)) }))
    }

    /// The next piece of a visible access. A non-atomic access may have to be divided.
    #[inline]
    fn visible_piece(&mut self, address: u64, size: AccessSize, atomic: bool) -> (Address, AccessSize) {
        if atomic {
            return (Address(address), size);
        }
        let done = self.state.progress.as_ref().map_or(0, |progress| progress.done);
        let start = address + u64::from(done);
        let piece = self.program.granularity.first_piece(start, (size.bytes() - done).into());
        if piece != size {
            self.state.progress.get_or_insert_with(|| Box::new(Progress::START)).piece = piece;
        }
        (Address(start), piece)
    }

    /// Records the content that a load, or a piece of it, has read.
    pub(super) fn loaded(
        &mut self,
        to: Register,
        address: Register,
        size: AccessSize,
        content: Content,
    ) -> Flow {
        let mut whole = content;
        let in_pieces = self.state.progress.is_some();
        if let Some(progress) = &mut self.state.progress {
            progress.value |= content.value.0 << (8 * progress.done);
            progress.undefined |= content.undefined << (8 * progress.done);
            progress.advance();
            if progress.done < size.bytes() {
                return Ok(());
            }
            whole = progress.content();
            self.state.progress = None;
        }
        self.look_at_read(self.get(address), size, whole, in_pieces);
        self.set_content(to, whole, self.get(address));
        self.advance();
        Ok(())
    }

    /// Records that a store, or a piece of it, is done. A store that another thread might observe
    /// is an effect of its own.
    pub(super) fn stored(&mut self, size: AccessSize, observed: bool) -> Flow {
        self.state.effects += u32::from(observed);
        if let Some(progress) = &mut self.state.progress {
            progress.advance();
            if progress.done < size.bytes() {
                return Ok(());
            }
            self.state.progress = None;
        }
        self.state.effects += 1;
        self.advance();
        Ok(())
    }

    /// Asks whether another thread observes the writes that the thread makes and undoes. If the
    /// memory is not visible, none does.
    pub(crate) fn cancel(&mut self, address: u64, size: AccessSize, pair: CancellingPair) -> Flow {
        match self.resolve_atomic(address, size, true)? {
            Region::Visible => Err(Pause(Action::Cancel { address: Address(address), size, pair })),
            Region::Constant | Region::Private | Region::Image => Ok(()),
        }
    }

    /// Makes a read-modify-write that is not visible, and returns the value that it reads.
    pub(crate) fn rmw(
        &mut self,
        address: u64,
        size: AccessSize,
        ordering: RmwOrdering,
        op: RmwOp,
        wait: Option<WaitCondition>,
    ) -> Flow<u64> {
        let until = wait.map(Wait::Until);
        let visible = Pause(Action::Rmw { address: Address(address), size, ordering, op, wait: until });
        let region = self.resolve_atomic(address, size, true)?;
        if region == Region::Visible {
            return Err(visible);
        }
        let Some(old) = self.read_for(region, address, size, wait)? else { return Err(visible) };
        // Both outcomes must be explored. An rmw of private memory does not fail spuriously.
        if region == Region::Image && op.may_fail_spuriously(Value(old), size) {
            return Err(visible);
        }
        if self.watched && rmw_reveals(op, size, old) {
            self.reveal();
        }
        if let Some(new) = op.apply(Value(old), size) {
            self.write(region, address, size.bytes(), new.into())?;
        }
        Ok(old)
    }

    /// Makes a load that waits and is not visible.
    pub(crate) fn wait_load(&mut self, address: u64, size: AccessSize, wait: WaitCondition) -> Flow<u64> {
        let ordering = ReadOrdering::Acquire;
        let until = Some(Wait::Until(wait));
        let visible = Pause(Action::Load { address: Address(address), size, ordering, wait: until });
        match self.resolve_atomic(address, size, false)? {
            Region::Visible => Err(visible),
            region => self.read_for(region, address, size, Some(wait))?.ok_or(visible),
        }
    }

    /// The value of a load that is not visible; 0 if there is none.
    pub(crate) fn load_or_zero(&mut self, address: u64, size: AccessSize) -> Flow<u64> {
        match self.resolve_atomic(address, size, false)? {
            Region::Visible => {
                let ordering = ReadOrdering::Relaxed;
                Err(Pause(Action::Load { address: Address(address), size, ordering, wait: None }))
            }
            region => Ok(self.read(region, address, size.bytes()).defined().map_or(0, |value| value.0)),
        }
    }

    /// The content that an access reads at once; `None` if it must wait for another thread. If
    /// there cannot be any other thread, as for memory that no other thread writes to, it waits for
    /// ever.
    fn read_for(
        &self,
        region: Region,
        address: u64,
        size: AccessSize,
        wait: Option<WaitCondition>,
    ) -> Flow<Option<u64>> {
        let content = self.read(region, address, size.bytes());
        let value = content.defined().ok_or_else(|| self.uninitialised(address))?.0;
        if wait.is_none_or(|condition| condition.holds(Value(value))) {
            Ok(Some(value))
        } else if region == Region::Image {
            Ok(None)
        } else {
            Err(Failure::new(ErrorKind::Deadlock).at(Address(address)).into())
        }
    }
}
