//! The reads and writes by which a thread might reveal its identity; [`identity`](crate::identity)
//! has the rules.

use porf_entity::{AccessSize, Content, RmwOp, Value};
use porf_ir::intrinsics::Intrinsic;

use super::{Region, Runner};
use crate::code::List;
use crate::identity::{is_own, rmw_reveals};

impl Runner<'_> {
    /// Looks at the content of a read of visible memory, in pieces or at once. An address in the
    /// initial memory is no own address.
    #[inline]
    pub(super) fn look_at_read(&self, address: u64, size: AccessSize, content: Content, in_pieces: bool) {
        if self.watched && size == AccessSize::B8 && is_own(content.value.0) {
            let initial = self.image().read(&self.program.layout, address, size.bytes());
            if in_pieces || initial == Some(content.value.0) {
                self.reveal();
            }
        }
    }

    /// Looks at a read-modify-write of visible memory.
    pub(super) fn look_at_rmw(&self, address: u64, size: AccessSize, op: RmwOp, old: Value) {
        if self.watched {
            self.look_at_read(address, size, old.into(), false);
            if rmw_reveals(op, size, old.0) {
                self.reveal();
            }
        }
    }

    /// Looks at the piece of a value that is stored in visible memory.
    pub(super) fn look_at_piece(&self, piece: AccessSize, content: Content) {
        if self.watched && piece != AccessSize::B8 && is_own(content.value.0) {
            self.reveal();
        }
    }

    /// Looks at the content of a read of memory that is not visible. It may be whole addresses, or
    /// bytes that have nothing to do with any address.
    pub(super) fn look_at_bytes(&self, region: Region, address: u64, length: u32, content: Content) {
        let among = match (&self.state.memory, region) {
            (Some(memory), Region::Private) => memory.addresses_among(address, length),
            _ => &[],
        };
        let is_address = length == 8 && is_own(content.value.0);
        let is_whole = if is_address { among == [address] } else { among.is_empty() };
        if !is_whole {
            self.reveal();
        }
    }

    /// Remembers where an address was written to private memory.
    pub(super) fn remember_address(&mut self, address: u64, length: u32, content: Content) {
        let is_address = length == 8 && is_own(content.value.0) && content.undefined == 0;
        self.memory_mut().remember_address(address, length, is_address);
    }

    /// Looks at the arguments of a builtin: an own address may be passed only where the builtin
    /// needs an address, passes it on or shows it.
    pub(crate) fn look_at_arguments(&self, intrinsic: &Intrinsic, arguments: List) {
        let expects_address = |index: usize| intrinsic.addresses.contains(index);
        let mut arguments = self.program.code.list(arguments).iter().enumerate();
        if arguments.any(|(index, &register)| is_own(self.get(register)) && !expects_address(index)) {
            self.reveal();
        }
    }

    /// Looks at the contents of memory that is compared with other memory byte by byte.
    pub(crate) fn look_at_compared(&self, content: Content) {
        if self.watched && is_own(content.value.0) {
            self.reveal();
        }
    }
}
