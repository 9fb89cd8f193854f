//! Lists of the arguments beyond the parameters of a function.
//!
//! The code that clang makes of `va_arg` depends on the target. These lists follow the System V ABI
//! for x86-64: a list is two offsets into a block of saved registers, a pointer to arguments in
//! memory, and a pointer to that block. With offsets at their ends, all arguments are taken from
//! memory, eight bytes each. Code for other targets, such as AArch64, does not work with these
//! lists.

use porf_entity::ErrorKind;
use porf_program::ObjectKind;

use crate::run::{Flow, Region, Runner};

/// The offsets behind the last general and the last floating-point register.
const NO_REGISTERS: u64 = 48 | 304 << 32;
/// The number of bytes of a list.
pub(crate) const LIST_SIZE: u64 = 24;

impl Runner<'_> {
    /// Makes a list of the arguments of the running function beyond its parameters.
    pub(super) fn va_start(&mut self, list: u64) -> Flow {
        let area = match &self.state.progress {
            // The arguments were laid out before the list was written to for the first time.
            Some(progress) => progress.value,
            None => self.lay_out_extra_arguments()?,
        };
        self.progress().value = area;
        self.write_pieces(list, LIST_SIZE, |offset, piece| {
            let word = match offset / 8 {
                0 => NO_REGISTERS,
                1 => area,
                _ => 0,
            };
            piece.wrap(word >> (8 * (offset % 8))).into()
        })
    }

    /// The address of the arguments in memory, eight bytes each.
    fn lay_out_extra_arguments(&mut self) -> Flow<u64> {
        let extra = self.extra_arguments();
        let area = self.allocate(8 * extra.len() as u64, 8, ObjectKind::Stack, true)?;
        let area = area.ok_or(ErrorKind::OutOfMemory)?;
        let mut address = area;
        for argument in extra {
            self.write(Region::Private, address, 8, argument)?;
            address += 8;
        }
        if self.tracks {
            self.taint_extra_arguments(area);
        }
        Ok(area)
    }

    pub(super) fn va_copy(&mut self, [destination, source]: [u64; 2]) -> Flow {
        self.copy(destination, source, LIST_SIZE)
    }
}
