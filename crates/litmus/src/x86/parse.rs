//! The parser of columns of instructions: a thread is a column, `|` separates columns, `;` ends a
//! row.

use std::collections::HashMap;

use porf_entity::{Diagnostic, FenceOrdering, Span};

use super::instruction::{
    Arithmetic, ConditionCode, Instruction, Memory, Operand, Operation, Place, Register, Thread,
};
use crate::condition;
use crate::cursor::Cursor;
use crate::globals::Globals;
use crate::lexer::Token;
use crate::number::signed_number;
use crate::observable::thread_number;

/// Parses all threads, and creates the variables that they access.
pub(super) fn parse_threads(
    cursor: &mut Cursor<'_>,
    globals: &mut Globals,
) -> Result<Vec<Thread>, Diagnostic> {
    let mut columns = header(cursor)?;
    while !condition::begins_here(cursor) {
        let mut column = 0;
        loop {
            if !at_separator(cursor) {
                let Some(column) = columns.get_mut(column) else {
                    let label = format!("there are {} threads", columns.len());
                    return Err(Diagnostic::new(cursor.span(), "this column belongs to no thread", label));
                };
                Parser { cursor: &mut *cursor, globals: &mut *globals, column }.cell()?;
            }
            match cursor.peek() {
                Some(Token::Bar) => column += 1,
                // Two separators with an empty cell between them.
                Some(Token::LogicalOr) => column += 2,
                Some(Token::Semicolon) => break,
                _ => return Err(cursor.unexpected("`|` or `;`")),
            }
            cursor.advance();
        }
        cursor.advance();
    }
    let end = cursor.previous_span();
    columns.into_iter().map(|column| column.finish(end)).collect()
}

fn at_separator(cursor: &Cursor<'_>) -> bool {
    matches!(cursor.peek(), Some(Token::Bar | Token::LogicalOr | Token::Semicolon))
}

/// A thread under construction.
struct Column {
    number: u32,
    instructions: Vec<Instruction>,
    labels: HashMap<String, usize>,
    /// The jumps, whose labels may come later: instruction, label, and the place of the label.
    jumps: Vec<(usize, String, Span)>,
}

impl Column {
    fn finish(mut self, end: Span) -> Result<Thread, Diagnostic> {
        for (index, label, span) in self.jumps {
            let Some(&found) = self.labels.get(&label) else {
                let mut known: Vec<&str> = self.labels.keys().map(String::as_str).collect();
                known.sort_unstable();
                return Err(Diagnostic::new(span, format!("there is no label `{label}`"), "unknown label")
                    .suggesting(&label, known));
            };
            if let Operation::Jump { target } | Operation::ConditionalJump { target, .. } =
                &mut self.instructions[index].operation
            {
                *target = found;
            }
        }
        Ok(Thread { number: self.number, instructions: self.instructions, end })
    }
}

/// The row with the names of the threads.
fn header(cursor: &mut Cursor<'_>) -> Result<Vec<Column>, Diagnostic> {
    let mut columns: Vec<Column> = Vec::new();
    loop {
        let (name, span) = cursor.expect_name("a thread such as `P0`")?;
        let number = thread_number(name).ok_or_else(|| {
            Diagnostic::new(span, format!("`{name}` is not the name of a thread"), "expected a thread here")
                .with_help("threads are called `P0`, `P1` and so on")
        })?;
        if columns.iter().any(|column| column.number == number) {
            return Err(Diagnostic::new(span, format!("there are two threads {name}"), "the second one"));
        }
        let (instructions, labels, jumps) = (Vec::new(), HashMap::new(), Vec::new());
        columns.push(Column { number, instructions, labels, jumps });
        if cursor.eat(Token::Semicolon) {
            return Ok(columns);
        }
        cursor.expect(Token::Bar, "`|` or `;`")?;
    }
}

struct Parser<'a, 's> {
    cursor: &'a mut Cursor<'s>,
    globals: &'a mut Globals,
    column: &'a mut Column,
}

/// An operand with its place.
type Placed = (Operand, Span);

impl Parser<'_, '_> {
    /// Labels and at most one instruction.
    fn cell(&mut self) -> Result<(), Diagnostic> {
        while self.cursor.peek() == Some(Token::Name) && self.cursor.peek_ahead(1) == Some(Token::Colon) {
            let (label, span) = self.cursor.expect_name("a label")?;
            self.cursor.advance();
            let here = self.column.instructions.len();
            if self.column.labels.insert(label.to_owned(), here).is_some() {
                return Err(Diagnostic::new(
                    span,
                    format!("there are two labels `{label}`"),
                    "the second one",
                ));
            }
        }
        if at_separator(self.cursor) {
            return Ok(());
        }
        let start = self.cursor.span();
        let operation = self.instruction()?;
        let span = start.to(self.cursor.previous_span());
        self.column.instructions.push(Instruction { operation, span });
        if at_separator(self.cursor) { Ok(()) } else { Err(self.cursor.unexpected("`|` or `;`")) }
    }

    fn instruction(&mut self) -> Result<Operation, Diagnostic> {
        let (word, word_span) = self.cursor.expect_name("an instruction")?;
        let lock = word.eq_ignore_ascii_case("LOCK").then_some(word_span);
        let (word, span) = match lock {
            Some(_) => self.cursor.expect_name("an instruction")?,
            None => (word, word_span),
        };
        let upper = word.to_ascii_uppercase();
        // `MOVL` and `MOVQ` give the width of the access; the operands give it, too.
        let operation = match self.operation(&upper, span, lock)? {
            None => match upper.strip_suffix(['L', 'Q']) {
                Some(base) => self.operation(base, span, lock)?,
                None => None,
            },
            known => known,
        };
        operation.ok_or_else(|| {
            Diagnostic::new(span, format!("the instruction `{word}` is not known"), "unknown instruction")
                .suggesting(word, MNEMONICS)
        })
    }

    /// The instruction of this name with its operands; `None` if there is no such instruction.
    fn operation(
        &mut self,
        name: &str,
        span: Span,
        lock: Option<Span>,
    ) -> Result<Option<Operation>, Diagnostic> {
        let locked = lock.is_some();
        let operation = match name {
            "NOP" => Operation::Nop,
            "MFENCE" => Operation::Fence(FenceOrdering::SeqCst),
            "SFENCE" => Operation::Fence(FenceOrdering::Release),
            "LFENCE" => Operation::Fence(FenceOrdering::Acquire),
            "MOV" => {
                let (to, from) = self.destination_and_source()?;
                Operation::Move { to, from }
            }
            "LEA" => {
                let (to, from) = self.two_operands()?;
                let of = match from {
                    (Operand::Place(Place::Memory(memory)), _) => memory,
                    (_, span) => {
                        return Err(Diagnostic::new(span, "an address is needed here", "not in memory"));
                    }
                };
                Operation::LoadAddress { to: register(to)?, of }
            }
            "ADD" | "SUB" | "AND" | "OR" | "XOR" => {
                let (to, from) = self.destination_and_source()?;
                let operator = match name {
                    "ADD" => Arithmetic::Add,
                    "SUB" => Arithmetic::Sub,
                    "AND" => Arithmetic::And,
                    "OR" => Arithmetic::Or,
                    _ => Arithmetic::Xor,
                };
                Operation::Arithmetic { operator, to, from, locked }
            }
            "INC" | "DEC" => {
                let to = writable(self.operand()?)?;
                let operator = if name == "INC" { Arithmetic::Increment } else { Arithmetic::Decrement };
                Operation::Arithmetic { operator, to, from: Operand::Immediate(1), locked }
            }
            "CMP" | "TEST" => {
                let (left, right) = self.two_operands()?;
                let (left, right) = (left.0, right.0);
                match name {
                    "CMP" => Operation::Compare { left, right },
                    _ => Operation::Test { left, right },
                }
            }
            "XCHG" => {
                let (left, right) = self.two_operands()?;
                Operation::Exchange { left: writable(left)?, right: writable(right)? }
            }
            "XADD" => {
                let (to, from) = self.two_operands()?;
                Operation::ExchangeAdd { to: writable(to)?, from: register(from)?, locked }
            }
            "CMPXCHG" => {
                let (to, from) = self.two_operands()?;
                Operation::CompareExchange { to: writable(to)?, from: register(from)?, locked }
            }
            "JMP" => {
                self.jump_target()?;
                Operation::Jump { target: 0 }
            }
            _ => match self.conditional(name)? {
                Some(operation) => operation,
                None => return Ok(None),
            },
        };
        match (lock, lockable(&operation)) {
            (Some(lock), false) => {
                Err(Diagnostic::new(lock, "this instruction cannot be locked", "no memory is changed")
                    .with_help(format!("remove the prefix: `{}`", self.cursor.text(span))))
            }
            _ => Ok(Some(operation)),
        }
    }

    fn conditional(&mut self, name: &str) -> Result<Option<Operation>, Diagnostic> {
        if let Some(condition) = name.strip_prefix('J').and_then(ConditionCode::named) {
            self.jump_target()?;
            return Ok(Some(Operation::ConditionalJump { condition, target: 0 }));
        }
        let Some(condition) = name.strip_prefix("CMOV").and_then(ConditionCode::named) else {
            return Ok(None);
        };
        let (to, from) = self.two_operands()?;
        Ok(Some(Operation::ConditionalMove { condition, to: register(to)?, from: from.0 }))
    }

    /// Records that the next instruction jumps to the label.
    fn jump_target(&mut self) -> Result<(), Diagnostic> {
        let (label, span) = self.cursor.expect_name("a label")?;
        self.column.jumps.push((self.column.instructions.len(), label.to_owned(), span));
        Ok(())
    }

    fn destination_and_source(&mut self) -> Result<(Place, Operand), Diagnostic> {
        let (to, from) = self.two_operands()?;
        Ok((writable(to)?, from.0))
    }

    fn two_operands(&mut self) -> Result<(Placed, Placed), Diagnostic> {
        let left = self.operand()?;
        self.cursor.expect(Token::Comma, "`,`")?;
        let right = self.operand()?;
        match (&left.0, &right.0) {
            (Operand::Place(Place::Memory(_)), Operand::Place(Place::Memory(_))) => {
                Err(Diagnostic::new(right.1, "two operands in memory are not possible", "the second one")
                    .with_help("load one of them into a register first"))
            }
            _ => Ok((left, right)),
        }
    }

    fn operand(&mut self) -> Result<Placed, Diagnostic> {
        let start = self.cursor.span();
        self.size_prefix();
        let operand = match self.cursor.peek() {
            Some(Token::Dollar) => {
                self.cursor.advance();
                match self.cursor.peek() {
                    Some(Token::Name) => self.address_of()?,
                    _ => Operand::Immediate(signed_number(self.cursor)?),
                }
            }
            Some(Token::Number | Token::Minus | Token::Plus) => {
                Operand::Immediate(signed_number(self.cursor)?)
            }
            Some(Token::OpenBracket) => {
                self.cursor.advance();
                let memory = self.address()?;
                self.cursor.expect(Token::CloseBracket, "`]`")?;
                Operand::Place(Place::Memory(memory))
            }
            Some(Token::Percent) => {
                self.cursor.advance();
                let (name, span) = self.cursor.expect_name("a register")?;
                let register = Register::named(name).ok_or_else(|| {
                    Diagnostic::new(span, format!("there is no register `{name}`"), "unknown register")
                })?;
                Operand::Place(Place::Register(register))
            }
            Some(Token::Name) => self.named_operand()?,
            _ => return Err(self.cursor.unexpected("an operand")),
        };
        Ok((operand, start.to(self.cursor.previous_span())))
    }

    /// `DWORD PTR` and the like.
    fn size_prefix(&mut self) {
        let is_size = |name: &str| ["dword", "qword"].iter().any(|size| name.eq_ignore_ascii_case(size));
        if self.cursor.peek_name().is_some_and(is_size) {
            self.cursor.advance();
            if self.cursor.peek_name().is_some_and(|name| name.eq_ignore_ascii_case("ptr")) {
                self.cursor.advance();
            }
        }
    }

    /// A register, `OFFSET x`, or the name of a variable, which stands for its contents.
    fn named_operand(&mut self) -> Result<Operand, Diagnostic> {
        let (name, span) = self.cursor.expect_name("an operand")?;
        if NARROW_REGISTERS.iter().any(|narrow| name.eq_ignore_ascii_case(narrow)) {
            let message = format!("the register `{name}` is not supported");
            return Err(Diagnostic::new(span, message, "part of a register")
                .with_help("use the whole register, of 32 or 64 bits"));
        }
        if let Some(register) = Register::named(name) {
            return Ok(Operand::Place(Place::Register(register)));
        }
        if name.eq_ignore_ascii_case("offset") {
            return self.address_of();
        }
        let variable = Some(self.globals.require(name));
        Ok(Operand::Place(Place::Memory(Memory { variable, registers: Vec::new(), displacement: 0 })))
    }

    fn address_of(&mut self) -> Result<Operand, Diagnostic> {
        let (name, _) = self.cursor.expect_name("a variable")?;
        Ok(Operand::AddressOf(self.globals.require(name)))
    }

    /// A sum of registers, numbers and at most one variable.
    fn address(&mut self) -> Result<Memory, Diagnostic> {
        let mut memory = Memory { variable: None, registers: Vec::new(), displacement: 0 };
        loop {
            if self.cursor.peek() == Some(Token::Name) {
                let (name, span) = self.cursor.expect_name("a variable or a register")?;
                match Register::named(name) {
                    Some(register) => memory.registers.push(register),
                    None if memory.variable.is_none() => memory.variable = Some(self.globals.require(name)),
                    None => {
                        let message = "an address can contain one variable only";
                        return Err(Diagnostic::new(span, message, "the second one"));
                    }
                }
            } else {
                memory.displacement = memory.displacement.wrapping_add(signed_number(self.cursor)?);
            }
            match self.cursor.peek() {
                Some(Token::Plus) => {
                    self.cursor.advance();
                }
                Some(Token::Minus) => {}
                _ => return Ok(memory),
            }
        }
    }
}

/// The mnemonics that are suggested for unknown instructions.
const MNEMONICS: [&str; 24] = [
    "MOV", "MFENCE", "SFENCE", "LFENCE", "XCHG", "XADD", "CMPXCHG", "INC", "DEC", "ADD", "SUB", "AND", "OR",
    "XOR", "CMP", "TEST", "LEA", "NOP", "JMP", "JE", "JNE", "CMOVE", "CMOVNE", "LOCK",
];

/// Parts of registers, which are not to be taken for variables.
const NARROW_REGISTERS: [&str; 16] =
    ["AL", "AH", "AX", "BL", "BH", "BX", "CL", "CH", "CX", "DL", "DH", "DX", "SI", "DI", "BP", "SP"];

fn writable((operand, span): Placed) -> Result<Place, Diagnostic> {
    match operand {
        Operand::Place(place) => Ok(place),
        Operand::Immediate(_) | Operand::AddressOf(_) => {
            Err(Diagnostic::new(span, "a number cannot be written to", "expected a register or memory"))
        }
    }
}

fn register((operand, span): Placed) -> Result<Register, Diagnostic> {
    match operand {
        Operand::Place(Place::Register(register)) => Ok(register),
        _ => Err(Diagnostic::new(span, "a register is needed here", "not a register")),
    }
}

/// Whether the instruction reads memory and writes it back.
fn lockable(operation: &Operation) -> bool {
    match operation {
        Operation::Arithmetic { to, .. }
        | Operation::ExchangeAdd { to, .. }
        | Operation::CompareExchange { to, .. } => matches!(to, Place::Memory(_)),
        Operation::Exchange { left, right } => {
            matches!(left, Place::Memory(_)) || matches!(right, Place::Memory(_))
        }
        _ => false,
    }
}
