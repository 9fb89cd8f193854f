//! The lowering of LLVM's intrinsic functions, `llvm.*`.
//!
//! The name of an intrinsic ends in the types of its arguments. The arguments give these types as
//! well, so the types are removed from the name first.

use porf_entity::FenceOrdering;
use porf_ir as ir;
use porf_ir::intrinsics::{Builtin, FailCode};
use smallvec::SmallVec;

use super::constant::Folded;
use super::function::{FunctionLowering, Values};
use super::{Lowered, unsupported};
use crate::ast::{Argument, Operand, TypeId};

impl FunctionLowering<'_, '_> {
    /// Lowers a call of the intrinsic with this name, `llvm.` taken off.
    pub(super) fn intrinsic(
        &mut self,
        full_name: &str,
        arguments: &[Argument],
        result: TypeId,
    ) -> Lowered<Values> {
        let name = without_types(full_name);
        let nothing = Ok(SmallVec::new());
        let operands: SmallVec<[Operand; 4]> = arguments.iter().map(|argument| argument.value).collect();
        match (name, &operands[..]) {
            ("memcpy" | "memcpy.inline", &[to, from, size, ..]) => self.copy(false, to, from, size),
            ("memmove", &[to, from, size, ..]) => self.copy(true, to, from, size),
            ("memset" | "memset.inline", &[to, byte, size, ..]) => self.fill(to, byte, size),
            ("va_start" | "va_end", &[list]) => {
                let list = self.pointer(list)?;
                let builtin = if name == "va_start" { Builtin::VaStart } else { Builtin::VaEnd };
                self.call_builtin(builtin, &[list]);
                nothing
            }
            ("va_copy", &[to, from]) => {
                let lists = [self.pointer(to)?, self.pointer(from)?];
                self.call_builtin(Builtin::VaCopy, &lists);
                nothing
            }
            ("trap" | "debugtrap" | "ubsantrap", _) => {
                self.trap(name);
                nothing
            }
            // Hints, and intrinsics that only the compiler uses.
            (
                "lifetime.start"
                | "lifetime.end"
                | "invariant.end"
                | "dbg.declare"
                | "dbg.value"
                | "dbg.label"
                | "dbg.assign"
                | "dbg.addr"
                | "assume"
                | "prefetch"
                | "donothing"
                | "stackrestore"
                | "sideeffect"
                | "var.annotation"
                | "codeview.annotation"
                | "experimental.noalias.scope.decl"
                | "pseudoprobe"
                | "fake.use"
                | "clear_cache"
                // Hints to a processor that the thread waits.
                | "x86.sse2.pause"
                | "aarch64.hint"
                | "arm.hint",
                _,
            ) => nothing,
            ("x86.sse2.mfence", _) => self.machine_fence(FenceOrdering::SeqCst),
            ("x86.sse2.lfence", _) => self.machine_fence(FenceOrdering::Acquire),
            ("x86.sse.sfence", _) => self.machine_fence(FenceOrdering::Release),
            (
                "expect"
                | "expect.with.probability"
                | "annotation"
                | "ptr.annotation"
                | "threadlocal.address"
                | "launder.invariant.group"
                | "strip.invariant.group"
                | "ssa.copy"
                | "arithmetic.fence",
                &[value, ..],
            ) => self.operand(value),
            // The program may not access memory through these addresses.
            (
                "stacksave" | "returnaddress" | "frameaddress" | "addressofreturnaddress" | "invariant.start",
                _,
            ) => self.number_result(result, 0),
            ("is.constant" | "readcyclecounter" | "readsteadycounter", _) => self.number_result(result, 0),
            // Rounding is to the nearest.
            ("get.rounding" | "flt.rounds", _) => self.number_result(result, 1),
            ("objectsize", &[_, minimum, ..]) => {
                // The size is not known: then the answer is the one that is always right.
                let unknown = if self.known_bits(minimum)? == 0 { u64::MAX } else { 0 };
                self.number_result(result, unknown)
            }
            ("ptrmask", &[pointer, mask]) => {
                let (pointer, mask) = (self.pointer(pointer)?, self.integer(mask)?);
                let address = self.builder.cast(ir::Cast::PtrToInt, pointer, ir::Type::I64);
                let mask = self.builder.resize(mask, ir::Type::I64, false);
                let kept = self.builder.binary(ir::BinaryOp::And, address, mask);
                let offset = self.builder.binary(ir::BinaryOp::Sub, kept, address);
                Ok(SmallVec::from_slice(&[self.builder.ptr_add(pointer, offset)]))
            }
            (name, operands) => {
                if let Some(values) = self.integer_intrinsic(name, operands)? {
                    return Ok(values);
                }
                if let Some(value) = self.float_intrinsic(name, operands, result)? {
                    return Ok(SmallVec::from_slice(&[value]));
                }
                unsupported(format!("the intrinsic llvm.{full_name}"))
            }
        }
    }

    /// The value of an operand that must be a constant number.
    pub(super) fn known_bits(&mut self, operand: Operand) -> Lowered<u64> {
        if let Operand::Constant(constant) = operand
            && let Ok(Folded::Bits(bits)) = self.program.fold(self.module, constant)
        {
            return Ok(bits);
        }
        unsupported("an argument of an intrinsic that is no constant")
    }

    /// A fixed number as the result.
    fn number_result(&mut self, result: TypeId, bits: u64) -> Lowered<Values> {
        match self.leaf_types(result)[..] {
            [ty] => Ok(SmallVec::from_slice(&[self.builder.constant(ty, bits)])),
            _ => self.unsupported_type(result),
        }
    }

    pub(super) fn call_builtin(&mut self, builtin: Builtin, arguments: &[ir::ValueId]) {
        let external = self.program.external_id(builtin.name());
        self.builder.call_external(external, arguments, &[]);
    }

    fn copy(&mut self, may_overlap: bool, to: Operand, from: Operand, size: Operand) -> Lowered<Values> {
        let (to, from, size) = (self.pointer(to)?, self.pointer(from)?, self.integer(size)?);
        let size = self.builder.resize(size, ir::Type::I64, false);
        self.call_builtin(Builtin::Copy { may_overlap }, &[to, from, size]);
        Ok(SmallVec::new())
    }

    fn fill(&mut self, to: Operand, byte: Operand, size: Operand) -> Lowered<Values> {
        let (to, byte, size) = (self.pointer(to)?, self.integer(byte)?, self.integer(size)?);
        let byte = self.builder.resize(byte, ir::Type::I32, false);
        let size = self.builder.resize(size, ir::Type::I64, false);
        self.call_builtin(Builtin::Fill, &[to, byte, size]);
        Ok(SmallVec::new())
    }

    /// Ends the program as `abort` does.
    fn trap(&mut self, name: &str) {
        let text = self.program.text_global("trap", &format!("__builtin_{name}"));
        let kind = self.builder.constant(ir::Type::I32, FailCode::Abort as u64);
        let arguments = [kind, self.builder.global_address(text)];
        self.call_builtin(Builtin::Fail, &arguments);
    }
}

/// The name without the types at its end.
fn without_types(name: &str) -> &str {
    let mut name = name;
    while let Some((rest, last)) = name.rsplit_once('.') {
        if !is_type(last) {
            break;
        }
        name = rest;
    }
    name
}

/// Whether a part of a name is a type: a letter or two and a number.
fn is_type(part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.len() < part.len() && matches!(letters, "i" | "p" | "f" | "bf")
}

#[cfg(test)]
mod tests {
    use super::without_types;

    #[test]
    fn the_types_at_the_end_are_taken_off() {
        for (full, name) in [
            ("memcpy.p0.p0.i64", "memcpy"),
            ("memcpy.inline.p0.p0.i64", "memcpy.inline"),
            ("sadd.with.overflow.i32", "sadd.with.overflow"),
            ("trap", "trap"),
            ("fabs.f64", "fabs"),
            ("is.fpclass.bf16", "is.fpclass"),
            ("stacksave", "stacksave"),
            ("i32", "i32"),
            ("p.i", "p.i"),
        ] {
            assert_eq!(without_types(full), name);
        }
    }
}
