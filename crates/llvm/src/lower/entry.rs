//! The entry of the program: a function that prepares the state that the C standard promises, calls
//! `main`, and ends the program.

use porf_ir as ir;
use porf_ir::intrinsics::{MAIN_END, PROCESS_END, THREAD_MAIN};

use super::constant::Folded;
use super::{Place, Program, Signature, global};
use crate::ast::{ConstantId, ConstantKind, GlobalKind};
use crate::link::LinkError;
use crate::link::symbols::ModuleId;

impl Program<'_> {
    /// Adds the one thread of the program, which runs `main`, and returns the id of `main`.
    pub(crate) fn add_entry(&mut self) -> Result<ir::FunctionId, LinkError> {
        let symbol = self.symbols.named("main").ok_or(LinkError::NoMain)?;
        let main = self.function_named("main").ok_or(LinkError::NoMain)?;
        let signature = self.signatures[main].clone();
        let known = [ir::Type::I32, ir::Type::Ptr, ir::Type::Ptr];
        if !known.starts_with(&signature.params) {
            let file = self.symbols.module(symbol.module).name.to_owned();
            return Err(LinkError::MainParameters { file });
        }
        let start = self.new_function(Signature {
            params: Vec::new(),
            returns: vec![ir::Type::I64],
            variadic: false,
        });
        self.function_named(THREAD_MAIN);

        let mut builder = ir::FunctionBuilder::new("__porf_start", &[], &[ir::Type::I64]);
        for constructor in self.listed_functions("llvm.global_ctors") {
            self.call_plainly(&mut builder, constructor);
        }
        let mut arguments = Vec::new();
        if !signature.params.is_empty() {
            arguments.push(builder.constant(ir::Type::I32, 1));
        }
        for index in 1..signature.params.len() {
            let vector = if index == 1 { self.argument_vector() } else { self.environment() };
            arguments.push(builder.global_address(vector));
        }
        let results = builder.call(main, &arguments, &signature.returns);
        if let Some(end) = self.function_named(MAIN_END)
            && *self.signatures[end].params == [ir::Type::I32]
        {
            let status = match *results {
                [status] if builder.value_type(status).is_int() => {
                    builder.resize(status, ir::Type::I32, true)
                }
                _ => builder.constant(ir::Type::I32, 0),
            };
            let returns = self.signatures[end].returns.clone();
            builder.call(end, &[status], &returns);
        }
        for destructor in self.listed_functions("llvm.global_dtors") {
            self.call_plainly(&mut builder, destructor);
        }
        if let Some(end) = self.function_named(PROCESS_END) {
            self.call_plainly(&mut builder, end);
        }
        let zero = builder.constant(ir::Type::I64, 0);
        builder.return_values(&[zero]);
        self.functions[start] = builder.finish();
        self.threads.push(ir::ThreadEntry {
            name: "main".to_owned(),
            function: start,
            arguments: Vec::new(),
        });
        Ok(main)
    }

    /// The array to which `argv` points: the name of the program and a null pointer, which the
    /// program may overwrite.
    fn argument_vector(&mut self) -> ir::GlobalId {
        let name = self.text_global("argv[0]", "program");
        self.globals[name].constant = false;
        let relocations = vec![(0, ir::Relocation::Global { global: name, addend: 0 })];
        self.globals.push(ir::Global { relocations, ..global::empty("argv".to_owned(), 16, 8) })
    }

    /// The array to which `envp` points: nothing but a null pointer.
    fn environment(&mut self) -> ir::GlobalId {
        self.globals.push(global::empty("envp".to_owned(), 8, 8))
    }

    fn call_plainly(&mut self, builder: &mut ir::FunctionBuilder, function: ir::FunctionId) {
        let signature = &self.signatures[function];
        if signature.params.is_empty() {
            builder.call(function, &[], &signature.returns);
        }
    }

    /// The functions in a table of constructors or destructors, those of lower priority numbers
    /// first.
    fn listed_functions(&mut self, table: &str) -> Vec<ir::FunctionId> {
        let mut entries: Vec<(u128, ModuleId, ConstantId)> = Vec::new();
        for (id, module) in self.symbols.modules() {
            let constants = &module.ast.constants;
            for global in module.ast.globals.values().filter(|global| *global.name == *table) {
                let GlobalKind::Variable(variable) = &global.kind else { continue };
                let Some(ConstantKind::Aggregate(elements)) =
                    variable.initializer.map(|initializer| &constants[initializer].kind)
                else {
                    continue;
                };
                for &element in elements {
                    if let ConstantKind::Aggregate(members) = &constants[element].kind
                        && let [priority, function, ..] = **members
                        && let ConstantKind::Int(priority) = constants[priority].kind
                    {
                        entries.push((priority, id, function));
                    }
                }
            }
        }
        entries.sort_by_key(|&(priority, ..)| priority);
        let functions =
            entries.into_iter().filter_map(|(_, module, function)| match self.fold(module, function) {
                Ok(Folded::Address(Place::Function(id), 0)) => Some(id),
                _ => None,
            });
        functions.collect()
    }
}
