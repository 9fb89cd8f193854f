//! Reads, links and verifies modules, and looks at what has become of them.

use porf_ir::{Function, Module, Operation};
use porf_llvm::{LinkError, Linked, NamedModule, link, parse};

/// A program that does nothing.
pub(crate) const MAIN: &str = "define i32 @main() {\n  ret i32 0\n}\n";

/// Links modules with the given names; a name that begins with `runtime` is the runtime.
pub(crate) fn link_all(modules: &[(&str, &str)]) -> Result<Linked, LinkError> {
    let parsed: Vec<_> = modules
        .iter()
        .map(|(name, text)| parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}")))
        .collect();
    let named: Vec<_> = modules
        .iter()
        .zip(&parsed)
        .map(|((name, _), ast)| NamedModule { name, ast, runtime: name.starts_with("runtime") })
        .collect();
    let linked = link(&named)?;
    if let Err(errors) = porf_ir::verify(&linked.module) {
        panic!("{errors:?}\n{}", linked.module);
    }
    Ok(linked)
}

/// Lowers a module that defines `main`.
#[track_caller]
pub(crate) fn lower(text: &str) -> Module {
    link_all(&[("a.c", text)]).unwrap_or_else(|error| panic!("{error}\n{text}")).module
}

/// Lowers a module without `main`, of which only this function and what it mentions is looked at.
#[track_caller]
pub(crate) fn lower_function(text: &str, name: &str) -> Module {
    lower(&format!("{text}\ndefine ptr @main() {{\n  ret ptr @{name}\n}}\n"))
}

/// The function with this name.
#[track_caller]
pub(crate) fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    let found = module.functions.values().find(|function| function.name == name);
    found.unwrap_or_else(|| panic!("no function {name} in\n{module}"))
}

/// The instructions of a function in the text form, without results, operands and positions.
pub(crate) fn operations(function: &Function) -> Vec<String> {
    let instructions = function.blocks.values().flat_map(|block| &block.instructions);
    instructions
        .map(|instruction| match &instruction.operation {
            Operation::Const(number) => format!("const {number}"),
            Operation::Binary { op, .. } => op.to_string(),
            Operation::Unary { op, .. } => op.to_string(),
            Operation::Compare { comparison, .. } => format!("icmp.{comparison}"),
            Operation::FloatCompare { comparison, .. } => format!("fcmp.{comparison}"),
            Operation::Cast { cast, .. } => cast.to_string(),
            Operation::Load { ordering, .. } => format!("load.{ordering}"),
            Operation::Store { ordering, .. } => format!("store.{ordering}"),
            Operation::Rmw { kind, ordering, .. } => format!("rmw.{kind}.{ordering}"),
            Operation::CompareExchange { success, failure, weak, .. } => {
                format!("cmpxchg{}.{success}.{failure}", if *weak { "_weak" } else { "" })
            }
            Operation::Fence(ordering) => format!("fence.{ordering}"),
            Operation::Unsupported(what) => format!("unsupported {what}"),
            Operation::GlobalAddress(_) => "global".to_owned(),
            Operation::FunctionAddress(_) => "function".to_owned(),
            Operation::Alloca { .. } => "alloca".to_owned(),
            Operation::Select { .. } => "select".to_owned(),
            Operation::PtrAdd { .. } => "ptradd".to_owned(),
            Operation::Call { .. } => "call".to_owned(),
            Operation::CallIndirect { .. } => "call pointer".to_owned(),
            Operation::CallExternal { .. } => "call external".to_owned(),
            Operation::Assume(_) => "assume".to_owned(),
            Operation::Effects => "effects".to_owned(),
            Operation::Actions => "actions".to_owned(),
            Operation::Redundant { .. } => "redundant".to_owned(),
            Operation::Cancels { .. } => "cancels".to_owned(),
        })
        .collect()
}

/// As [`operations`], without constants.
pub(crate) fn effects(function: &Function) -> Vec<String> {
    operations(function).into_iter().filter(|operation| !operation.starts_with("const")).collect()
}

/// What is unsupported in the module.
pub(crate) fn unsupported(module: &Module) -> Vec<String> {
    let all = module.functions.values().flat_map(operations);
    all.filter_map(|operation| operation.strip_prefix("unsupported ").map(str::to_owned)).collect()
}

/// The names of the external functions.
pub(crate) fn externals(module: &Module) -> Vec<&str> {
    module.externals.values().map(|external| external.name.as_str()).collect()
}
