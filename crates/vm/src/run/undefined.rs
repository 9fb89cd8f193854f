//! Shadow bits: the undefined bits in the registers of a running thread; [`shadow`](crate::shadow)
//! has the rules.

use porf_entity::{AccessSize, Address, Content, EntityId, ErrorKind};
use porf_ir::intrinsics::{Builtin, Intrinsic};
use porf_program::Failure;

use super::{Flow, Pause, Runner};
use crate::code::{Code, Op, Register};
use crate::shadow::{Origin, Shade};
use crate::state::{State, Status};

impl Runner<'_> {
    /// The undefined bits of a register.
    #[inline]
    pub(crate) fn shade(&self, register: Register) -> Shade {
        match &self.state.shadow {
            None => Shade::default(),
            Some(shadow) => shadow.get(self.state.base as usize + register.index()),
        }
    }

    /// A value and its undefined bits.
    #[inline]
    pub(crate) fn content(&self, register: Register) -> Content {
        Content::new(self.get(register), self.shade(register).undefined)
    }

    /// A value at a use that matters, which must be defined.
    #[inline]
    pub(crate) fn defined(&self, register: Register) -> Flow<u64> {
        match self.shade(register) {
            shade if shade.undefined != 0 => Err(self.undefined_use(shade)),
            _ => Ok(self.get(register)),
        }
    }

    /// The error that a use that matters has an undefined value.
    #[cold]
    pub(crate) fn undefined_use(&self, shade: Shade) -> Pause {
        let mut failure = Failure::new(ErrorKind::UninitialisedRead);
        if let Some(origin) = shade.origin {
            failure = failure.at(origin.address);
            let here = self.position();
            if origin.position.is_known()
                && (origin.position.file, origin.position.line) != (here.file, here.line)
            {
                failure = failure.coming_from(origin.position);
            }
        }
        failure.into()
    }

    /// Gives a register a value with undefined bits.
    pub(crate) fn set_shaded(&mut self, register: Register, value: u64, shade: Shade) {
        self.set(register, value & !shade.undefined);
        if shade.undefined != 0 {
            let index = self.state.base as usize + register.index();
            self.state.shadow.get_or_insert_default().set(index, shade);
        }
    }

    /// Gives a register the content that was read at the address.
    #[inline]
    pub(crate) fn set_content(&mut self, register: Register, content: Content, address: u64) {
        if content.undefined == 0 {
            self.set(register, content.value.0);
        } else {
            self.set_shaded(register, content.value.0, self.read_here(content, address));
        }
    }

    /// The shade of a content that the current op reads at the address.
    #[cold]
    fn read_here(&self, content: Content, address: u64) -> Shade {
        let first = u64::from(content.undefined.trailing_zeros() / 8);
        let origin = Origin { address: Address(address.wrapping_add(first)), position: self.position() };
        Shade { undefined: content.undefined, origin: Some(origin) }
    }

    /// The shade of the result of an op that only computes.
    pub(super) fn follow(&self, op: Op) -> Flow<Shade> {
        let Some(shadow) = &self.state.shadow else { return Ok(Shade::default()) };
        let base = self.state.base as usize;
        match shadow.follow(op, base, &self.state.registers[base..]) {
            Ok(followed) => Ok(followed.map_or(Shade::default(), |followed| followed.shade)),
            Err(shade) => Err(self.undefined_use(shade)),
        }
    }

    /// Passes undefined bits from one register to another. The registers are given by their places
    /// among the registers of all frames.
    #[inline]
    pub(super) fn pass_shade(&mut self, from: usize, to: usize, mask: u64) {
        if let Some(shadow) = &mut self.state.shadow {
            let shade = shadow.get(from);
            shadow.set(to, Shade { undefined: shade.undefined & mask, ..shade });
        }
    }
}

impl State {
    /// The content of the register at a place, counted over all frames.
    pub(crate) fn content_at(&self, place: usize) -> Content {
        let shade = self.shadow.as_ref().map_or(Shade::default(), |shadow| shadow.get(place));
        Content::new(self.registers[place], shade.undefined)
    }

    /// The undefined bits of the value that the thread is about to store, or leaves in the end.
    pub(crate) fn undefined_bits(&self, code: &Code) -> u64 {
        if self.shadow.is_none() && self.progress.is_none() {
            return 0;
        }
        let undefined = |register: Register| self.content_at(self.base as usize + register.index()).undefined;
        match code.ops[self.pc.0 as usize] {
            _ if self.status == Status::Exited => {
                if self.registers.is_empty() {
                    0
                } else {
                    self.content_at(0).undefined
                }
            }
            Op::Store { value, size, .. } => {
                let (done, size) =
                    self.progress.as_ref().map_or((0, size), |progress| (progress.done, progress.piece));
                size.wrap(undefined(value) >> (8 * done)).0
            }
            Op::CallBuiltin { intrinsic: Intrinsic { builtin: Builtin::Fill, .. }, arguments, .. } => {
                let byte = code.list(arguments).get(1).map_or(0, |&byte| undefined(byte) as u8);
                let size = self.progress.as_ref().map_or(AccessSize::B1, |progress| progress.piece);
                size.wrap(u64::from_le_bytes([byte; 8])).0
            }
            Op::CallBuiltin { .. } => self.progress.as_ref().map_or(0, |progress| progress.undefined),
            _ => 0,
        }
    }
}
