//! The reader of LLVM IR text: what each form becomes, and what is said about text that is wrong.

mod constants;
mod errors;
mod functions;
mod globals;
mod instructions;
mod memory;
mod mutate;
mod mutations;
mod positions;
mod seeds;
mod shapes;
mod versions;

use porf_llvm::ast::{
    Block, BlockId, Body, Constant, ConstantId, ConstantKind, Function, Global, GlobalKind, Instruction,
    InstructionKind, Module, Operand,
};

use porf_entity::EntityId;

fn read(text: &str) -> Module {
    porf_llvm::parse(text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn global<'a>(module: &'a Module, name: &str) -> &'a Global {
    let mut found = module.globals.values().filter(|global| &*global.name == name);
    found.next().unwrap_or_else(|| panic!("no global {name}"))
}

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    match &global(module, name).kind {
        GlobalKind::Function(function) => function,
        other => panic!("{name} is {other:?}"),
    }
}

fn body<'a>(module: &'a Module, name: &str) -> &'a Body {
    function(module, name).body.as_ref().expect("a definition")
}

fn block(body: &Body, index: usize) -> &Block {
    &body.blocks[BlockId::from_index(index)]
}

/// A function `f` whose parameters are `i32 %a, i32 %b, i64 %l, ptr %p, i1 %c, float %x, double %y` and which begins with this code.
fn in_function(code: &str) -> Module {
    read(&format!(
        "%struct.s = type {{ i32, ptr }}\n\
         @g = global i32 0\n\
         declare i32 @h(...)\n\
         define void @f(i32 %a, i32 %b, i64 %l, ptr %p, i1 %c, float %x, double %y) {{\n{code}\n  ret void\n}}\n"
    ))
}

/// The first instruction of `f`.
fn first(module: &Module) -> &Instruction {
    &block(body(module, "f"), 0).instructions[0]
}

/// The instruction that the code in `f` is, if it is understood.
fn understood(code: &str) -> (Module, InstructionKind) {
    let module = in_function(code);
    let kind = first(&module).kind.clone();
    if let InstructionKind::Unsupported { text } = &kind {
        panic!("not understood: {text}");
    }
    (module, kind)
}

/// The type of the result of the first instruction of `f`, as text.
fn result_type(module: &Module) -> String {
    let result = first(module).result.expect("a result");
    module.types.display(body(module, "f").locals[result].ty).to_string()
}

/// A parameter's name, a constant integer's value or a global's name.
fn operand_text(module: &Module, operand: Operand) -> String {
    match operand {
        Operand::Local(id) => body(module, "f").locals[id].name.to_string(),
        Operand::Constant(id) => constant_text(module, id),
    }
}

/// A constant as text: type and value, nested ones in parentheses.
fn constant_text(module: &Module, id: ConstantId) -> String {
    use porf_llvm::ast::ConstantExpression as E;
    let Constant { ty, kind } = &module.constants[id];
    let list =
        |ids: &[ConstantId]| ids.iter().map(|&id| constant_text(module, id)).collect::<Vec<_>>().join(", ");
    let value = match kind {
        ConstantKind::Int(value) => value.to_string(),
        ConstantKind::Float(bits) => format!("{bits:#x}"),
        ConstantKind::Null => "null".into(),
        ConstantKind::Undef => "undef".into(),
        ConstantKind::Poison => "poison".into(),
        ConstantKind::Zero => "zero".into(),
        ConstantKind::Bytes(bytes) => format!("{bytes:?}"),
        ConstantKind::Aggregate(elements) => format!("({})", list(elements)),
        ConstantKind::Global(global) => format!("@{}", module.globals[*global].name),
        ConstantKind::BlockAddress { function, block } => {
            format!("block {} of @{}", block.index(), module.globals[*function].name)
        }
        ConstantKind::Unsupported(text) => format!("unsupported {text}"),
        ConstantKind::Expression(expression) => match &**expression {
            E::GetElementPointer { source_type, base, indices, .. } => {
                let source = module.types.display(*source_type);
                format!("gep({source}, {}, {})", constant_text(module, *base), list(indices))
            }
            E::Cast { op, value } => format!("{}({})", op.word(), constant_text(module, *value)),
            E::Binary { op, left, right, .. } => format!("{}({})", op.word(), list(&[*left, *right])),
            E::IntCompare { predicate, left, right } => {
                format!("{}({})", predicate.word(), list(&[*left, *right]))
            }
            E::Select { condition, then, otherwise } => {
                format!("select({})", list(&[*condition, *then, *otherwise]))
            }
        },
    };
    format!("{} {value}", module.types.display(*ty))
}
