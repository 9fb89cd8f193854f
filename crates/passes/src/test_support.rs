//! Functions that the tests of all passes share.

use porf_ir::{Function, Module, Operation, TerminatorKind, parse, verify};

/// The module of a text, which must obey the rules.
#[track_caller]
pub(crate) fn module_of(text: &str) -> Module {
    let mut module = parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
    check(&module);
    // Passes leave values numbered in the order of the text, so the values of the input are
    // numbered like that, too.
    each_function(&mut module, Function::renumber_values);
    module
}

/// Fails unless the module obeys the rules.
#[track_caller]
pub(crate) fn check(module: &Module) {
    if let Err(errors) = verify(module) {
        panic!("{} in\n{module}", errors[0]);
    }
}

/// Runs a pass on each function.
pub(crate) fn each_function(module: &mut Module, mut pass: impl FnMut(&mut Function)) {
    for id in module.functions.ids() {
        pass(&mut module.functions[id]);
    }
}

/// Removes the names of iterations, which matter only to threads that begin them anew.
pub(crate) fn forget_iterations(module: &mut Module) {
    each_function(module, |function| {
        for id in function.blocks.ids() {
            let block = &mut function.blocks[id];
            block.instructions.retain(|instruction| instruction.operation != Operation::Actions);
            if let TerminatorKind::Spin { since } = &mut block.terminator.kind {
                *since = None;
            }
        }
    });
}

/// Runs a pass on the module of a text and compares the result, apart from the names of iterations,
/// with another text.
#[track_caller]
pub(crate) fn module_pass(before: &str, pass: impl FnOnce(&mut Module), after: &str) {
    let mut module = module_of(before);
    pass(&mut module);
    check(&module);
    forget_iterations(&mut module);
    let expected = module_of(after);
    each_function(&mut module, Function::renumber_values);
    assert_eq!(module.to_string(), expected.to_string());
}

/// As [`module_pass`], for a pass on one function.
#[track_caller]
pub(crate) fn function_pass(before: &str, pass: impl FnMut(&mut Function), after: &str) {
    module_pass(before, |module| each_function(module, pass), after);
}
