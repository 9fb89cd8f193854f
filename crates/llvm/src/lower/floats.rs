//! The lowering of floating-point intrinsics, and of the functions of C's mathematics library that
//! are operations of porf's IR.

use porf_ir as ir;

use super::function::FunctionLowering;
use super::{Lowered, unsupported};
use crate::ast::{Argument, Operand, TypeId};

use ir::BinaryOp::{And, FAdd, FMul, Or, Sub};
use ir::FloatComparison::{Ogt, Olt, Uno};

/// The operations on one number. Rounding in the current direction is rounding to the nearest, as
/// the direction never changes.
fn unary(name: &str) -> Option<ir::UnaryOp> {
    Some(match name {
        "fabs" => ir::UnaryOp::FAbs,
        "sqrt" => ir::UnaryOp::Sqrt,
        "floor" => ir::UnaryOp::Floor,
        "ceil" => ir::UnaryOp::Ceil,
        "trunc" => ir::UnaryOp::FTrunc,
        "round" => ir::UnaryOp::Round,
        "roundeven" | "rint" | "nearbyint" => ir::UnaryOp::RoundEven,
        _ => return None,
    })
}

/// The rounding of the operations that give an integer.
fn rounding_to_integer(name: &str) -> Option<ir::UnaryOp> {
    match name {
        "lround" | "llround" => Some(ir::UnaryOp::Round),
        "lrint" | "llrint" => Some(ir::UnaryOp::RoundEven),
        _ => None,
    }
}

impl FunctionLowering<'_, '_> {
    /// A function of `<math.h>`, for `double` or, with an `f` at the end of its name, for `float`;
    /// `None` if it is no operation of porf's IR.
    pub(super) fn math_function(
        &mut self,
        name: &str,
        arguments: &[Argument],
        result: TypeId,
    ) -> Lowered<Option<ir::ValueId>> {
        let of_single = |name: &str| -> Option<ir::Type> {
            let known = unary(name).is_some()
                || rounding_to_integer(name).is_some()
                || matches!(name, "fmin" | "fmax" | "copysign");
            known.then_some(ir::Type::F32)
        };
        let (name, ty) = match name.strip_suffix('f').and_then(|base| Some((base, of_single(base)?))) {
            Some(single) => single,
            None => (name, ir::Type::F64),
        };
        let name = match name {
            "fmin" => "minnum",
            "fmax" => "maxnum",
            // Operations of the IR that are no functions of the library.
            "minnum" | "maxnum" | "fmuladd" | "is.fpclass" => return Ok(None),
            name => name,
        };
        for argument in arguments {
            if self.leaf_types(argument.ty)[..] != [ty] {
                return Ok(None);
            }
        }
        let operands: Vec<Operand> = arguments.iter().map(|argument| argument.value).collect();
        self.float_intrinsic(name, &operands, result)
    }

    /// Lowers an intrinsic on floating-point numbers; `None` if the name is not one of them.
    pub(super) fn float_intrinsic(
        &mut self,
        name: &str,
        operands: &[Operand],
        result: TypeId,
    ) -> Lowered<Option<ir::ValueId>> {
        if let (Some(op), &[value]) = (unary(name), operands) {
            let value = self.float(value)?;
            return Ok(Some(self.builder.unary(op, value)));
        }
        if let (Some(op), &[value]) = (rounding_to_integer(name), operands) {
            let value = self.float(value)?;
            let [ty @ ir::Type::Int(_)] = self.leaf_types(result)[..] else {
                return self.unsupported_type(result);
            };
            let rounded = self.builder.unary(op, value);
            return Ok(Some(self.builder.cast(ir::Cast::FpToSi, rounded, ty)));
        }
        Ok(Some(match (name, operands) {
            ("minnum" | "maxnum", &[left, right]) => {
                let (left, right) = self.floats(left, right)?;
                let comparison = if name == "minnum" { Olt } else { Ogt };
                let first = self.builder.float_compare(comparison, left, right);
                let chosen = self.builder.select(first, left, right);
                // If one operand is a NaN, the other one is the result.
                let right_is_nan = self.builder.float_compare(Uno, right, right);
                self.builder.select(right_is_nan, left, chosen)
            }
            ("copysign", &[magnitude, sign]) => {
                let (magnitude, sign) = self.floats(magnitude, sign)?;
                let ty = self.builder.value_type(magnitude);
                let bits = ir::Type::Int(ty.bits() as u8);
                let sign_bit = 1 << (ty.bits() - 1);
                let (magnitude_mask, sign_mask) =
                    (self.builder.constant(bits, !sign_bit), self.builder.constant(bits, sign_bit));
                let [magnitude, sign] =
                    [magnitude, sign].map(|value| self.builder.cast(ir::Cast::Bitcast, value, bits));
                let magnitude = self.builder.binary(And, magnitude, magnitude_mask);
                let sign = self.builder.binary(And, sign, sign_mask);
                let both = self.builder.binary(Or, magnitude, sign);
                self.builder.cast(ir::Cast::Bitcast, both, ty)
            }
            // LLVM leaves open whether the product is rounded.
            ("fmuladd", &[left, right, addend]) => {
                let (left, right) = self.floats(left, right)?;
                let addend = self.float(addend)?;
                if self.builder.value_type(addend) != self.builder.value_type(left) {
                    return unsupported("llvm.fmuladd on different types");
                }
                let product = self.builder.binary(FMul, left, right);
                self.builder.binary(FAdd, product, addend)
            }
            ("is.fpclass", &[value, classes]) => {
                let value = self.float(value)?;
                let classes = self.known_bits(classes)?;
                self.is_of_class(value, classes)
            }
            _ => return Ok(None),
        }))
    }

    fn floats(&mut self, left: Operand, right: Operand) -> Lowered<(ir::ValueId, ir::ValueId)> {
        self.float(left)?;
        self.scalars(left, right)
    }

    /// Whether a number is of one of the classes, each of which is a bit of the mask. As unsigned
    /// integers, the numbers of a class are a range; NaNs have one range for each sign.
    fn is_of_class(&mut self, value: ir::ValueId, classes: u64) -> ir::ValueId {
        let ty = self.builder.value_type(value);
        let bits = ir::Type::Int(ty.bits() as u8);
        let mantissa_bits = if ty == ir::Type::F32 { 23 } else { 52 };
        let sign = 1u64 << (ty.bits() - 1);
        let normal = 1u64 << mantissa_bits;
        let infinity = sign - normal;
        let quiet = infinity | normal >> 1;
        let positive = |range: (u64, u64)| [Some(range), None];
        let negative = |(first, last): (u64, u64)| [Some((first | sign, last | sign)), None];
        let both = |(first, last): (u64, u64)| [Some((first, last)), Some((first | sign, last | sign))];
        let ranges = [
            both((infinity + 1, quiet - 1)),
            both((quiet, sign - 1)),
            negative((infinity, infinity)),
            negative((normal, infinity - 1)),
            negative((1, normal - 1)),
            negative((0, 0)),
            positive((0, 0)),
            positive((1, normal - 1)),
            positive((normal, infinity - 1)),
            positive((infinity, infinity)),
        ];
        let value = self.builder.cast(ir::Cast::Bitcast, value, bits);
        let mut is_any = self.builder.constant(ir::Type::I1, 0);
        for (class, ranges) in ranges.into_iter().enumerate() {
            for (first, last) in ranges.into_iter().flatten().filter(|_| classes >> class & 1 == 1) {
                let start = self.builder.constant(bits, first);
                let length = self.builder.constant(bits, last - first);
                let distance = self.builder.binary(Sub, value, start);
                let is_in = self.builder.compare(ir::Comparison::Ule, distance, length);
                is_any = self.builder.binary(Or, is_any, is_in);
            }
        }
        is_any
    }
}
