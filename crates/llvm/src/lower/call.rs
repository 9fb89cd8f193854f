//! The lowering of calls: of functions of the program, through pointers, of external functions.
//!
//! Arguments and results are passed as their leaves. C lets a call and the function disagree
//! (functions declared without prototype, or differently in two files). Then excess arguments are
//! dropped, and integers and addresses of another width are cut or filled with zeros, as they would
//! be in a register of a real machine.

use porf_ir as ir;
use smallvec::SmallVec;

use super::constant::Folded;
use super::function::{FunctionLowering, Values};
use super::{Lowered, Place, unsupported};
use crate::ast::{Argument, Call, Callee, Operand, Type, TypeId};
use crate::link::symbols::symbol_name;

impl<'a> FunctionLowering<'_, 'a> {
    pub(super) fn call(&mut self, call: &'a Call) -> Lowered<Values> {
        let &Type::Function { result, ref parameters, .. } = self.ast.types.resolve(call.ty).1 else {
            return self.unsupported_type(call.ty);
        };
        let callee = match &call.callee {
            &Callee::Function(callee) => callee,
            Callee::Assembly { template, constraints } => {
                return self.assembly(template, constraints, &call.arguments, result);
            }
        };
        let place = match callee {
            Operand::Constant(constant) => self.program.fold(self.module, constant).ok(),
            Operand::Local(_) => None,
        };
        if let Some(Folded::Address(Place::External(mention), 0)) = place {
            let name = symbol_name(self.program.symbols.global(mention));
            return match name.strip_prefix("llvm.") {
                Some(intrinsic) => self.intrinsic(intrinsic, &call.arguments, result),
                None => self.call_external(name, &call.arguments, result),
            };
        }
        let arguments = self.arguments_of(&call.arguments, parameters.len())?;
        let results = self.leaf_types(result);
        if self.is_assumption
            && let Some(abort) = self.program.function_named("abort")
            && place == Some(Folded::Address(Place::Function(abort), 0))
        {
            let never = self.builder.constant(ir::Type::I1, 0);
            self.builder.assume(never);
            return Ok(Values::new());
        }
        if let Some(Folded::Address(Place::Function(function), 0)) = place {
            return self.call_function(function, arguments, &results);
        }
        let callee = self.pointer(callee)?;
        Ok(SmallVec::from_vec(self.builder.call_indirect(callee, &arguments, &results)))
    }

    /// The leaves of the arguments, of which the first `fixed` have a parameter.
    fn arguments_of(&mut self, arguments: &[Argument], fixed: usize) -> Lowered<Vec<ir::ValueId>> {
        let mut values = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            // The callee would have to find the object itself among its additional arguments.
            if index >= fixed && argument.attributes.by_value.is_some() {
                return unsupported("a structure as an additional argument");
            }
            values.extend(self.operand(argument.value)?);
        }
        Ok(values)
    }

    fn call_function(
        &mut self,
        function: ir::FunctionId,
        mut arguments: Vec<ir::ValueId>,
        results: &[ir::Type],
    ) -> Lowered<Values> {
        let signature = self.program.signatures[function].clone();
        if arguments.len() < signature.params.len() {
            return unsupported("a call with fewer arguments than the function has parameters");
        }
        if !signature.variadic {
            arguments.truncate(signature.params.len());
        }
        for (argument, &ty) in arguments.iter_mut().zip(&signature.params) {
            *argument = self.converted(*argument, ty)?;
        }
        let returned = self.builder.call(function, &arguments, &signature.returns);
        let mut values = Values::new();
        for (index, &ty) in results.iter().enumerate() {
            values.push(match returned.get(index) {
                Some(&value) => self.converted(value, ty)?,
                // The caller takes the accidental contents of the register for a result.
                None => self.builder.constant(ty, 0),
            });
        }
        Ok(values)
    }

    /// The bits of a scalar as another type.
    fn converted(&mut self, value: ir::ValueId, to: ir::Type) -> Lowered<ir::ValueId> {
        let from = self.builder.value_type(value);
        Ok(match (from, to) {
            (from, to) if from == to => value,
            (ir::Type::Int(_), ir::Type::Int(_)) => self.builder.resize(value, to, false),
            (ir::Type::Ptr, ir::Type::Int(_)) => self.builder.cast(ir::Cast::PtrToInt, value, to),
            (ir::Type::Int(_), ir::Type::Ptr) => self.builder.cast(ir::Cast::IntToPtr, value, to),
            _ => return unsupported(format!("a call that passes {from} for {to}")),
        })
    }

    fn call_external(&mut self, name: &str, arguments: &[Argument], result: TypeId) -> Lowered<Values> {
        if let Some(value) = self.math_function(name, arguments, result)? {
            return Ok(SmallVec::from_slice(&[value]));
        }
        for argument in arguments {
            if self.program.layout(self.module, argument.ty).leaves.iter().any(|leaf| leaf.foreign) {
                let ty = self.ast.types.display(argument.ty);
                return unsupported(format!("a call of `{name}` with an argument of type {ty}"));
            }
        }
        let values = self.arguments_of(arguments, arguments.len())?;
        let results = self.leaf_types(result);
        let external = self.program.external_id(name);
        Ok(SmallVec::from_vec(self.builder.call_external(external, &values, &results)))
    }
}
