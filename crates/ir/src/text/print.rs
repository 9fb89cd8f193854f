//! Prints modules.

use std::fmt::{self, Display, Formatter};

use porf_entity::SourcePosition;

use crate::function::{Block, BlockId, Function, FunctionId, ValueId};
use crate::instruction::{Instruction, Operation, Target, Terminator, TerminatorKind};
use crate::module::{Argument, Global, GlobalId, Module, Relocation};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            writeln!(f, "file {}", Quoted(file))?;
        }
        for (id, global) in self.globals.iter() {
            print_global(f, id, global)?;
        }
        for (id, external) in self.externals.iter() {
            writeln!(f, "external {id} {}", Quoted(&external.name))?;
        }
        for (id, function) in self.functions.iter() {
            print_function(f, id, function)?;
        }
        for thread in &self.threads {
            let arguments = separated(&thread.arguments, |f, argument| match argument {
                Argument::Global(global) => write!(f, "{global}"),
                Argument::Int(number) => write!(f, "{number}"),
            });
            writeln!(f, "thread {} {}({arguments})", Quoted(&thread.name), thread.function)?;
        }
        Ok(())
    }
}

fn print_global(f: &mut Formatter<'_>, id: GlobalId, global: &Global) -> fmt::Result {
    write!(f, "global {id} {} size {} align {}", Quoted(&global.name), global.size, global.align)?;
    let flags =
        [(global.constant, "constant"), (global.thread_local, "thread_local"), (global.private, "private")];
    for (_, flag) in flags.iter().filter(|(set, _)| *set) {
        write!(f, " {flag}")?;
    }
    if !global.init.is_empty() {
        write!(f, " init [{}]", separated(&global.init, |f, byte| write!(f, "{byte}")))?;
    }
    if !global.relocations.is_empty() {
        let relocations = separated(&global.relocations, |f, (offset, relocation)| {
            write!(f, "{offset}: ")?;
            print_relocation(f, *relocation)
        });
        write!(f, " pointers [{relocations}]")?;
    }
    writeln!(f)
}

fn print_relocation(f: &mut Formatter<'_>, relocation: Relocation) -> fmt::Result {
    match relocation {
        Relocation::Global { global, addend: 0 } => write!(f, "{global}"),
        Relocation::Global { global, addend } => {
            let sign = if addend < 0 { '-' } else { '+' };
            write!(f, "{global} {sign} {}", addend.unsigned_abs())
        }
        Relocation::Function(function) => write!(f, "{function}"),
    }
}

fn print_function(f: &mut Formatter<'_>, id: FunctionId, function: &Function) -> fmt::Result {
    let printer = FunctionPrinter { function };
    write!(f, "function {id} {}({})", Quoted(&function.name), printer.definitions(&function.params))?;
    if function.variadic {
        f.write_str(" variadic")?;
    }
    if !function.returns.is_empty() {
        write!(f, " -> ({})", separated(&function.returns, |f, ty| write!(f, "{ty}")))?;
    }
    writeln!(f, " {{")?;
    for (id, block) in function.blocks.iter() {
        printer.block(f, id, block)?;
    }
    writeln!(f, "}}")
}

struct FunctionPrinter<'a> {
    function: &'a Function,
}

impl FunctionPrinter<'_> {
    /// Values with their types, in the form of definitions.
    fn definitions(&self, values: &[ValueId]) -> impl Display {
        separated(values, |f, &value| write!(f, "{value}: {}", self.function.values[value].ty))
    }

    fn block(&self, f: &mut Formatter<'_>, id: BlockId, block: &Block) -> fmt::Result {
        write!(f, "{id}")?;
        if !block.params.is_empty() {
            write!(f, "({})", self.definitions(&block.params))?;
        }
        writeln!(f, ":")?;
        for instruction in &block.instructions {
            self.instruction(f, instruction)?;
        }
        print_terminator(f, &block.terminator)
    }

    fn instruction(&self, f: &mut Formatter<'_>, instruction: &Instruction) -> fmt::Result {
        f.write_str("  ")?;
        if !instruction.results.is_empty() {
            write!(f, "{} = ", self.definitions(&instruction.results))?;
        }
        print_operation(f, &instruction.operation)?;
        print_position(f, instruction.position)
    }
}

fn print_operation(f: &mut Formatter<'_>, operation: &Operation) -> fmt::Result {
    match operation {
        Operation::Const(bits) => write!(f, "const {bits}"),
        Operation::GlobalAddress(global) => write!(f, "address {global}"),
        Operation::FunctionAddress(function) => write!(f, "address {function}"),
        Operation::Alloca { size, align, private } => {
            let name = if *private { "alloca.private" } else { "alloca" };
            write!(f, "{name} {size} align {align}")
        }
        Operation::Unary { op, value } => write!(f, "{op} {value}"),
        Operation::FloatCompare { comparison, lhs, rhs } => write!(f, "fcmp.{comparison} {lhs}, {rhs}"),
        Operation::Binary { op, lhs, rhs } => write!(f, "{op} {lhs}, {rhs}"),
        Operation::Compare { comparison, lhs, rhs } => write!(f, "icmp.{comparison} {lhs}, {rhs}"),
        Operation::Cast { cast, value } => write!(f, "{cast} {value}"),
        Operation::Select { condition, if_true, if_false } => {
            write!(f, "select {condition}, {if_true}, {if_false}")
        }
        Operation::PtrAdd { pointer, offset } => write!(f, "ptradd {pointer}, {offset}"),
        Operation::Load { address, ordering } => write!(f, "load.{ordering} {address}"),
        Operation::Store { value, address, ordering, provisional } => {
            let name = if *provisional { "store_provisional" } else { "store" };
            write!(f, "{name}.{ordering} {value}, {address}")
        }
        Operation::Rmw { kind, address, operand, ordering } => {
            write!(f, "rmw.{kind}.{ordering} {address}, {operand}")
        }
        Operation::CompareExchange { address, expected, desired, success, failure, weak } => {
            let name = if *weak { "cmpxchg_weak" } else { "cmpxchg" };
            write!(f, "{name}.{success}.{failure} {address}, {expected}, {desired}")
        }
        Operation::Fence(ordering) => write!(f, "fence.{ordering}"),
        Operation::Call { function, arguments } => write!(f, "call {function}({})", values(arguments)),
        Operation::CallIndirect { callee, arguments } => write!(f, "call {callee}({})", values(arguments)),
        Operation::CallExternal { external, arguments } => {
            write!(f, "call {external}({})", values(arguments))
        }
        Operation::Unsupported(what) => write!(f, "unsupported {}", Quoted(what)),
        Operation::Assume(condition) => write!(f, "assume {condition}"),
        Operation::Effects => write!(f, "effects"),
        Operation::Actions => write!(f, "actions"),
        Operation::Redundant { since } => write!(f, "redundant {since}"),
        Operation::Cancels { attempt, address } => write!(f, "cancels {attempt}, {address}"),
    }
}

fn print_terminator(f: &mut Formatter<'_>, terminator: &Terminator) -> fmt::Result {
    f.write_str("  ")?;
    match &terminator.kind {
        TerminatorKind::Jump(target) => write!(f, "jump {target}")?,
        TerminatorKind::Branch { condition, then_target, else_target } => {
            write!(f, "branch {condition}, {then_target}, {else_target}")?;
        }
        TerminatorKind::Switch { value, cases, default } => {
            let cases = separated(cases, |f, (case, target)| write!(f, "{case}: {target}"));
            write!(f, "switch {value}, [{cases}], {default}")?;
        }
        TerminatorKind::Return(results) if results.is_empty() => write!(f, "return")?,
        TerminatorKind::Return(results) => write!(f, "return {}", values(results))?,
        TerminatorKind::Fail(kind) => write!(f, "fail.{kind}")?,
        TerminatorKind::LoopBound => write!(f, "loop_bound")?,
        TerminatorKind::Spin { since: None } => write!(f, "spin")?,
        TerminatorKind::Spin { since: Some(since) } => write!(f, "spin {since}")?,
    }
    print_position(f, terminator.position)
}

/// Prints the position, if it is one, and ends the line.
fn print_position(f: &mut Formatter<'_>, position: SourcePosition) -> fmt::Result {
    let SourcePosition { file, line, column } = position;
    match position {
        SourcePosition::UNKNOWN => writeln!(f),
        SourcePosition { file: 0, .. } => writeln!(f, " @{line}:{column}"),
        _ => writeln!(f, " @{file}:{line}:{column}"),
    }
}

fn values(values: &[ValueId]) -> impl Display {
    separated(values, |f, value| write!(f, "{value}"))
}

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.block)?;
        if !self.arguments.is_empty() {
            write!(f, "({})", values(&self.arguments))?;
        }
        Ok(())
    }
}

/// Elements with commas between them, each printed by a function.
fn separated<T, P: Fn(&mut Formatter<'_>, &T) -> fmt::Result>(
    elements: &[T],
    print: P,
) -> Separated<'_, T, P> {
    Separated(elements, print)
}

struct Separated<'a, T, P>(&'a [T], P);

impl<T, P: Fn(&mut Formatter<'_>, &T) -> fmt::Result> Display for Separated<'_, T, P> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, element) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            self.1(f, element)?;
        }
        Ok(())
    }
}

/// A name in quotation marks, in one line whatever characters it has.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => write!(f, "{c}")?,
            }
        }
        f.write_str("\"")
    }
}
