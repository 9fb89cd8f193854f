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

use porf_library::{Function, Specification};
use porf_llvm::ast::{GlobalKind, Linkage, Module, Type};

use crate::bad_input::BadInput;
use bodies::{DECLARATIONS, Generator};
use form::Form;
use text::Value;

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
/// program's own definitions away.
pub(crate) fn generate(libraries: &[Specification], files: &mut [File<'_>]) -> Result<Code, BadInput> {
    let mut code = Code::default();
    for (index, library) in libraries.iter().enumerate() {
        let refuse = |message: String| BadInput::new(&library.name, message, None);
        let form = Form::of(library).map_err(|missing| BadInput::unsupported(&library.name, missing))?;
        let mut generator = Generator::new(library, index, form);
        for (place, function) in library.functions.iter().enumerate() {
            if let Some(signature) = take(function, files, library, &mut code.notes)? {
                generator.add(place, function, &signature).map_err(&refuse)?;
            }
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
struct Signature {
    file: String,
    parameters: Vec<Option<Value>>,
    result: Option<Option<Value>>,
}

/// The types of a function in the program, whose definitions are taken away. `None` if the program
/// does not know the function.
fn take(
    function: &Function,
    files: &mut [File<'_>],
    library: &Specification,
    notes: &mut String,
) -> Result<Option<Signature>, BadInput> {
    let mut signature = None;
    for File { name, module } in files {
        let Some((id, _)) = module.globals.iter().find(|(_, global)| *global.name == *function.name) else {
            continue;
        };
        let global = &mut module.globals[id];
        let GlobalKind::Function(declared) = &mut global.kind else { continue };
        if declared.body.take().is_some() {
            global.linkage = Linkage::External;
            let _ = writeln!(
                notes,
                "porf: {name}: {} is defined here, but the specification of the library {} counts",
                function.name, library.name
            );
        }
        let GlobalKind::Function(declared) = &module.globals[id].kind else { continue };
        let parameters = declared.parameters.iter().map(|it| Value::of(module, it.ty)).collect();
        let result = match module.types.get(declared.result_type) {
            Type::Void => None,
            _ => Some(Value::of(module, declared.result_type)),
        };
        signature = Some(Signature { file: (*name).to_owned(), parameters, result });
    }
    Ok(signature)
}
