//! Every id refers to an entry of its table, every value is defined once, and the entry is where
//! control begins.

use porf_entity::SecondaryMap;

use super::Errors;
use crate::function::{Function, ValueId};
use crate::instruction::Operation;
use crate::module::Module;

pub(super) fn verify(module: &Module, function: &Function, errors: &mut Errors) {
    let mut definitions = Definitions { function, defined: SecondaryMap::with_default(false), count: 0 };
    definitions.add(&function.params, errors);
    for (id, block) in function.blocks.iter() {
        errors.in_block(id, |errors| {
            definitions.add(&block.params, errors);
            for instruction in &block.instructions {
                errors.position = instruction.position;
                definitions.add(&instruction.results, errors);
                instruction.operation.for_each_operand(|&value| check_use(function, value, errors));
                match instruction.operation {
                    Operation::GlobalAddress(global) => errors
                        .check(module.globals.get(global).is_some(), || format!("{global} does not exist")),
                    Operation::CallExternal { external, .. } => errors
                        .check(module.externals.get(external).is_some(), || {
                            format!("{external} does not exist")
                        }),
                    Operation::Call { function, .. } | Operation::FunctionAddress(function) => errors
                        .check(module.functions.get(function).is_some(), || {
                            format!("{function} does not exist")
                        }),
                    _ => {}
                }
            }
            errors.position = block.terminator.position;
            block.terminator.kind.for_each_operand(|&value| check_use(function, value, errors));
            block.terminator.kind.for_each_target(|target| {
                let exists = function.blocks.get(target.block).is_some();
                errors.check(exists, || format!("{} does not exist", target.block));
                errors.check(Some(target.block) != function.blocks.ids().next(), || {
                    "a jump to the entry block".to_owned()
                });
            });
        });
    }
    errors.check(definitions.count == function.values.len(), || "a value has no definition".to_owned());
    match function.blocks.values().next() {
        None => errors.report("the function has no blocks"),
        Some(entry) => {
            errors.check(entry.params.is_empty(), || "the entry block has parameters".to_owned());
        }
    }
}

struct Definitions<'a> {
    function: &'a Function,
    defined: SecondaryMap<ValueId, bool>,
    /// The number of values that are defined.
    count: usize,
}

impl Definitions<'_> {
    fn add(&mut self, values: &[ValueId], errors: &mut Errors) {
        for &value in values {
            if self.function.values.get(value).is_none() {
                errors.report(format!("{value} does not exist"));
            } else if std::mem::replace(&mut self.defined[value], true) {
                errors.report(format!("{value} is defined twice"));
            } else {
                self.count += 1;
            }
        }
    }
}

fn check_use(function: &Function, value: ValueId, errors: &mut Errors) {
    errors.check(function.values.get(value).is_some(), || format!("{value} does not exist"));
}
