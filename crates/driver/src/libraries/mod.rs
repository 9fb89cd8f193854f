//! Libraries with specifications: the code that stands for their functions.
//!
//! A call of a function is one event, or two for an rmw or an exchange. So the function gets a body of
//! one access to the object, whatever the program defines. Before the access, the body says that the
//! location belongs to the library, so that the axioms of the library are about it. The [form](form)
//! of a library says what an access is; [`bodies`] has the accesses.
//!
//! The code is LLVM IR text, made for the types with which the program declares the functions.

mod bodies;
mod form;
mod text;

use std::fmt::Write;

use porf_entity::SourcePosition;
use porf_library::Specification;
use porf_llvm::ast::{
    Body, Callee, ConstantKind, Global, GlobalKind, InstructionKind, Linkage, Module, Type,
};

use crate::bad_input::BadInput;
use bodies::{DECLARATIONS, Generator};
use form::Form;
pub(crate) use text::Value;

/// The code for the functions of libraries.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// LLVM IR text.
    pub(crate) text: String,
    /// For people: what the program defines, and specifications replace.
    pub(crate) notes: String,
}

/// A file of the program.
pub(crate) struct File<'a> {
    pub(crate) name: &'a str,
    pub(crate) module: &'a mut Module,
}

/// Makes the code for the functions of libraries that the program declares or defines, and takes the
/// program's own definitions away. The names of the functions get an ending.
pub(crate) fn generate(
    libraries: &[Specification],
    files: &mut [File<'_>],
    ending: &str,
) -> Result<Code, BadInput> {
    let mut code = Code::default();
    for (index, library) in libraries.iter().enumerate() {
        let refuse = |message: String| BadInput::new(&library.name, message, None);
        let form = Form::of(library).map_err(|missing| BadInput::unsupported(&library.name, missing))?;
        let mut generator = Generator::new(library, index, form, ending);
        for (place, function) in library.functions.iter().enumerate() {
            let Some(signature) = signature(&function.name, files) else { continue };
            for (file, _) in take(&function.name, files) {
                let _ = writeln!(
                    code.notes,
                    "porf: {file}: {} is defined here, but the specification of the library {} counts",
                    function.name, library.name
                );
            }
            generator.add(place, function, &signature).map_err(&refuse)?;
        }
        if generator.functions == 0 {
            let names: Vec<&str> = library.functions.iter().map(|function| &*function.name).collect();
            let message = format!("the program calls no function of this library: {}", names.join(", "));
            return Err(refuse(message));
        }
        code.text += &generator.text;
    }
    if !code.text.is_empty() {
        code.text += DECLARATIONS;
    }
    Ok(code)
}

/// The types of a function.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) file: String,
    /// The place of a call, if there is one, or else the file.
    pub(crate) place: String,
    /// `None` for a type that is neither an integer of a usual size nor a pointer.
    pub(crate) parameters: Vec<Option<Value>>,
    /// `None` if nothing is returned.
    pub(crate) result: Option<Option<Value>>,
}

/// The types of a function in the program, as the file has them that defines it, or else the last one that
/// knows it. `None` if the program does not know the function.
pub(crate) fn signature(name: &str, files: &[File<'_>]) -> Option<Signature> {
    let in_file = |file: &File<'_>| {
        let module = &*file.module;
        let (_, global) = module.globals.iter().find(|(_, global)| *global.name == *name)?;
        let GlobalKind::Function(function) = &global.kind else { return None };
        let is_defined = function.body.is_some();
        let parameters = function.parameters.iter().map(|it| Value::of(module, it.ty)).collect();
        let result = match module.types.get(function.result_type) {
            Type::Void => None,
            _ => Some(Value::of(module, function.result_type)),
        };
        let place = place_of_call(name, module).unwrap_or_else(|| file.name.to_owned());
        Some((is_defined, Signature { file: file.name.to_owned(), place, parameters, result }))
    };
    let known = files.iter().filter_map(in_file);
    known.max_by_key(|&(is_defined, _)| is_defined).map(|(_, signature)| signature)
}

/// The place of the first call of a function, if debug information knows it.
fn place_of_call(name: &str, module: &Module) -> Option<String> {
    let is_named = |callee: &Callee| {
        let Callee::Function(callee) = callee else { return false };
        module.referenced_global(*callee).is_some_and(|global| *module.globals[global].name == *name)
    };
    let bodies = module.globals.values().filter_map(|global| match &global.kind {
        GlobalKind::Function(function) => function.body.as_ref(),
        _ => None,
    });
    let instructions = bodies.flat_map(|body| body.blocks.values()).flat_map(|block| &block.instructions);
    let mut calls = instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call(call) if is_named(&call.callee) => Some(module.position(instruction.debug)),
        _ => None,
    });
    let position = calls.find(|&position| position != SourcePosition::UNKNOWN)?;
    let file = module.files.get(position.file as usize)?;
    Some(format!("{}:{}:{}", file.name, position.line, position.column))
}

/// Takes the definitions of a function out of the program: the files that have one, and the code.
fn take(name: &str, files: &mut [File<'_>]) -> Vec<(String, Body)> {
    let mut taken = Vec::new();
    for File { name: file, module } in files {
        let Some((id, _)) = module.globals.iter().find(|(_, global)| *global.name == *name) else {
            continue;
        };
        let global = &mut module.globals[id];
        if let GlobalKind::Function(function) = &mut global.kind
            && let Some(body) = function.body.take()
        {
            global.linkage = Linkage::External;
            taken.push(((*file).to_owned(), body));
        }
    }
    taken
}

/// Gives the definition of a function another name. Calls go on to name the function, which is then only
/// declared. Returns whether there is a definition.
pub(crate) fn set_aside(name: &str, new_name: &str, file: &mut File<'_>) -> bool {
    let found = file.module.globals.iter().find(|(_, global)| *global.name == *name);
    let Some((declared, mut global)) = found.map(|(id, global)| (id, global.clone())) else { return false };
    if take(name, std::slice::from_mut(file)).is_empty() {
        return false;
    }
    global.name = new_name.into();
    global.linkage = Linkage::External;
    let defined = file.module.globals.push(global);
    for constant in file.module.constants.ids() {
        if let ConstantKind::BlockAddress { function, .. } = &mut file.module.constants[constant].kind
            && *function == declared
        {
            *function = defined;
        }
    }
    true
}

/// Takes the definitions of a function out of the program.
pub(crate) fn remove(name: &str, files: &mut [File<'_>]) {
    take(name, files);
}

/// Hides all definitions of a file from the other files.
pub(crate) fn hide_definitions(file: &mut File<'_>, except: &dyn Fn(&Global) -> bool) {
    for id in file.module.globals.ids() {
        let global = &mut file.module.globals[id];
        let is_defined = match &global.kind {
            GlobalKind::Function(function) => function.body.is_some(),
            GlobalKind::Variable(variable) => variable.initializer.is_some(),
            GlobalKind::Alias(_) | GlobalKind::IndirectFunction(_) => true,
        };
        if is_defined && !except(global) {
            global.linkage = Linkage::Internal;
        }
    }
}
