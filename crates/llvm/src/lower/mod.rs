//! The lowering of the syntax tree of LLVM IR to porf's IR.
//!
//! The [`Program`] grows from its entry. The lowering of a function meets names. Each name is
//! resolved to a definition, which gets an id and waits in a queue for its own lowering.
//!
//! **An unsupported construct is an error only when control reaches it.** The lowering of an
//! instruction either succeeds or gives [`Unsupported`], which becomes an
//! [`Operation::Unsupported`](ir::Operation::Unsupported) whose results have the right types. So
//! the code around the instruction is lowered as if it were supported, and no execution gets to see
//! its results. Code that no compiler writes is treated in the same way: operands of wrong types,
//! or values used where they are not defined.

mod arithmetic;
mod assembly;
mod atomics;
mod call;
mod constant;
mod entry;
mod files;
mod floats;
mod function;
mod global;
mod integers;
mod intrinsics;
pub(crate) mod layout;
mod memory;
mod operand;
mod padding;
mod terminator;
mod unused;

use std::collections::VecDeque;
use std::rc::Rc;

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir as ir;
use rustc_hash::FxHashMap;

use crate::ast::{self, GlobalKind, Linkage, TypeId};
use crate::link::symbols::{ModuleId, Symbol, Symbols, symbol_name};
use crate::link::{LinkError, Linked, NamedModule};
use crate::shape::Shape;
use constant::Folded;
use files::Files;
use layout::{Layout, Layouts};

/// An unsupported construct, in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Unsupported(String);

/// The result of a lowering that may meet an unsupported construct.
type Lowered<T> = Result<T, Unsupported>;

fn unsupported<T>(what: impl Into<String>) -> Lowered<T> {
    Err(Unsupported(what.into()))
}

/// The types of the parameters and results of a function, aggregates taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Signature {
    params: Vec<ir::Type>,
    returns: Vec<ir::Type>,
    variadic: bool,
}

/// A function or variable that has an id already and is to be lowered.
enum Pending {
    /// A function that a module defines.
    Function(ir::FunctionId, Symbol),
    /// A function that calls an external one, so that pointers to the external one have a function
    /// to point to.
    Forwarder(ir::FunctionId, String),
    /// A variable that a module defines.
    Global(ir::GlobalId, Symbol),
}

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// A function of the program.
    Function(ir::FunctionId),
    /// A variable.
    Global(ir::GlobalId),
    /// A function that no module defines; the declaration.
    External(Symbol),
}

/// Variables of the C library that programs mention; no program reads their contents.
const LIBRARY_VARIABLES: [&str; 8] =
    ["stdin", "stdout", "stderr", "environ", "__environ", "__stdinp", "__stdoutp", "__stderrp"];

/// A program during linking.
pub(crate) struct Program<'a> {
    symbols: Symbols<'a>,
    layouts: PrimaryMap<ModuleId, Layouts<'a>>,
    files: Files,
    /// The functions so far; those that are still to be lowered are empty.
    functions: PrimaryMap<ir::FunctionId, ir::Function>,
    signatures: PrimaryMap<ir::FunctionId, Rc<Signature>>,
    user_functions: SecondaryMap<ir::FunctionId, bool>,
    defined_functions: FxHashMap<Symbol, ir::FunctionId>,
    forwarders: FxHashMap<String, ir::FunctionId>,
    globals: PrimaryMap<ir::GlobalId, ir::Global>,
    global_shapes: SecondaryMap<ir::GlobalId, Option<Shape>>,
    defined_globals: FxHashMap<Symbol, ir::GlobalId>,
    library_variables: FxHashMap<&'a str, ir::GlobalId>,
    externals: PrimaryMap<ir::ExternalId, ir::External>,
    external_ids: FxHashMap<String, ir::ExternalId>,
    threads: Vec<ir::ThreadEntry>,
    pending: VecDeque<Pending>,
}

impl<'a> Program<'a> {
    /// A program that is still empty.
    pub(crate) fn new(modules: &[NamedModule<'a>]) -> Result<Self, LinkError> {
        let mut layouts = PrimaryMap::new();
        for module in modules {
            let layout = Layouts::new(&module.ast.types, module.ast.data_layout.as_deref());
            layouts.push(layout.map_err(|reason| LinkError::Target {
                file: module.name.to_owned(),
                reason: reason.to_owned(),
            })?);
        }
        Ok(Self {
            symbols: Symbols::new(modules, &mut layouts)?,
            layouts,
            files: Files::default(),
            functions: PrimaryMap::new(),
            signatures: PrimaryMap::new(),
            user_functions: SecondaryMap::with_default(false),
            defined_functions: FxHashMap::default(),
            forwarders: FxHashMap::default(),
            globals: PrimaryMap::new(),
            global_shapes: SecondaryMap::with_default(None),
            defined_globals: FxHashMap::default(),
            library_variables: FxHashMap::default(),
            externals: PrimaryMap::new(),
            external_ids: FxHashMap::default(),
            threads: Vec::new(),
            pending: VecDeque::new(),
        })
    }

    /// Lowers all functions and variables that have an id, and those that they mention.
    pub(crate) fn lower_everything(&mut self) -> Result<(), LinkError> {
        while let Some(pending) = self.pending.pop_front() {
            match pending {
                Pending::Function(id, symbol) => {
                    if let Some(function) = function::lower(self, id, symbol) {
                        self.functions[id] = function;
                    }
                }
                Pending::Forwarder(id, name) => {
                    self.functions[id] = self.forwarder(id, &name);
                }
                Pending::Global(id, symbol) => self.lower_global(id, symbol)?,
            }
        }
        Ok(())
    }

    /// The program, once everything is lowered.
    pub(crate) fn finish(self, main: ir::FunctionId) -> Linked {
        let (files, file_places) = self.files.into_paths();
        let module = ir::Module {
            globals: self.globals,
            functions: self.functions,
            externals: self.externals,
            threads: self.threads,
            files,
        };
        let (user_functions, global_shapes) = (self.user_functions, self.global_shapes);
        Linked { module, file_places, user_functions, global_shapes, main }
    }

    fn layout(&mut self, module: ModuleId, ty: TypeId) -> Rc<Layout> {
        self.layouts[module].of(ty)
    }

    /// The leaves of a function's parameters and of its result.
    fn signature_of(&mut self, module: ModuleId, function: &ast::Function) -> Signature {
        let mut params = Vec::new();
        for parameter in &function.parameters {
            params.extend(self.layout(module, parameter.ty).leaf_types());
        }
        let returns = self.layout(module, function.result_type).leaf_types().collect();
        Signature { params, returns, variadic: function.variadic }
    }

    /// A new function, to be filled later.
    fn new_function(&mut self, signature: Signature) -> ir::FunctionId {
        self.signatures.push(Rc::new(signature));
        self.functions.push(ir::Function {
            name: String::new(),
            params: Vec::new(),
            variadic: false,
            returns: Vec::new(),
            blocks: PrimaryMap::new(),
            values: PrimaryMap::new(),
        })
    }

    /// The id of a function that a module defines.
    fn function_id(&mut self, symbol: Symbol, function: &ast::Function) -> ir::FunctionId {
        if let Some(&id) = self.defined_functions.get(&symbol) {
            return id;
        }
        let signature = self.signature_of(symbol.module, function);
        let id = self.new_function(signature);
        self.user_functions[id] = !self.symbols.module(symbol.module).runtime;
        self.defined_functions.insert(symbol, id);
        self.pending.push_back(Pending::Function(id, symbol));
        id
    }

    /// The function with this name that some module defines.
    fn function_named(&mut self, name: &str) -> Option<ir::FunctionId> {
        let symbol = self.symbols.named(name)?;
        match &self.symbols.global(symbol).kind {
            GlobalKind::Function(function) if function.body.is_some() => {
                Some(self.function_id(symbol, function))
            }
            _ => None,
        }
    }

    /// The id of a variable that a module defines.
    fn global_id(&mut self, symbol: Symbol, variable: &ast::Variable) -> ir::GlobalId {
        if let Some(&id) = self.defined_globals.get(&symbol) {
            return id;
        }
        let name = symbol_name(self.symbols.global(symbol)).to_owned();
        let global = global::empty(name, 0, 1);
        let id = self.globals.push(ir::Global { thread_local: variable.is_thread_local, ..global });
        if variable.shape.is_some() {
            self.global_shapes[id].clone_from(&variable.shape);
        }
        self.defined_globals.insert(symbol, id);
        self.pending.push_back(Pending::Global(id, symbol));
        id
    }

    /// The id of a function that the program does not define.
    fn external_id(&mut self, name: &str) -> ir::ExternalId {
        if let Some(&id) = self.external_ids.get(name) {
            return id;
        }
        let id = self.externals.push(ir::External { name: name.to_owned() });
        self.external_ids.insert(name.to_owned(), id);
        id
    }

    /// The address of a global that a module mentions, over at most `aliases` aliases.
    fn address_of(&mut self, mention: Symbol, aliases: u32) -> Lowered<Folded> {
        let Some(symbol) = self.symbols.definition(mention) else {
            return self.address_of_undefined(mention);
        };
        let place = match &self.symbols.global(symbol).kind {
            GlobalKind::Function(function) => Place::Function(self.function_id(symbol, function)),
            GlobalKind::Variable(variable) => Place::Global(self.global_id(symbol, variable)),
            GlobalKind::Alias(alias) => return self.alias_target(symbol.module, alias.target, aliases),
            GlobalKind::IndirectFunction(_) => {
                return unsupported(format!("the indirect function `{}`", self.symbols.global(symbol).name));
            }
        };
        Ok(Folded::Address(place, 0))
    }

    fn address_of_undefined(&mut self, mention: Symbol) -> Lowered<Folded> {
        let global = self.symbols.global(mention);
        let name = symbol_name(global);
        let place = match &global.kind {
            // Without a definition, its address is null.
            _ if global.linkage == Linkage::ExternalWeak => return Ok(Folded::Bits(0)),
            GlobalKind::Function(_) => Place::External(mention),
            GlobalKind::Variable(_) if LIBRARY_VARIABLES.contains(&name) => {
                let globals = &mut self.globals;
                let id = self.library_variables.entry(name);
                Place::Global(*id.or_insert_with(|| globals.push(global::empty(name.to_owned(), 8, 8))))
            }
            _ => return unsupported(format!("undefined variable `{name}`")),
        };
        Ok(Folded::Address(place, 0))
    }

    /// A function of the program whose only action is the call of an external one.
    fn forwarder_id(&mut self, mention: Symbol) -> Lowered<ir::FunctionId> {
        let global = self.symbols.global(mention);
        let name = symbol_name(global);
        if let Some(&id) = self.forwarders.get(name) {
            return Ok(id);
        }
        let GlobalKind::Function(function) = &global.kind else {
            return unsupported(format!("undefined function `{name}`"));
        };
        let signature = self.signature_of(mention.module, function);
        let id = self.new_function(signature);
        self.forwarders.insert(name.to_owned(), id);
        self.pending.push_back(Pending::Forwarder(id, name.to_owned()));
        Ok(id)
    }

    fn forwarder(&mut self, id: ir::FunctionId, name: &str) -> ir::Function {
        let external = self.external_id(name);
        let signature = Rc::clone(&self.signatures[id]);
        let mut builder = ir::FunctionBuilder::new(name, &signature.params, &signature.returns);
        let arguments = builder.params().to_vec();
        let results = builder.call_external(external, &arguments, &signature.returns);
        builder.return_values(&results);
        builder.finish()
    }
}
