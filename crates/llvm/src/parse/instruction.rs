//! The parser of instructions.

use crate::ast::{
    BinaryOp, CastOp, DebugId, FloatPredicate, Instruction, InstructionKind, Operand, Terminator,
    TerminatorKind, Type, TypeId,
};
use crate::lexer::Token;

use super::body::Parsed;
use super::{Parse, Parser};

/// The action of an instruction, before the local that it defines is known.
pub(super) enum Action {
    /// An instruction and the type of its result.
    Plain(InstructionKind, TypeId),
    /// The last instruction of a block and the type of its result.
    Last(TerminatorKind, TypeId),
    /// A statement that only debuggers need.
    Nothing,
}

impl<'a> Parser<'a> {
    /// `%result = opcode …, !dbg !1`.
    pub(super) fn instruction(&mut self, phi_allowed: bool) -> Parse<Parsed> {
        let (offset, line) = (self.cursor.start(), self.cursor.line());
        let name = self.result_name()?;
        let Some(opcode) = self.word() else { return self.expected("an instruction") };
        if opcode == "phi" && !phi_allowed {
            return self.failure("a phi instruction behind another instruction".into());
        }
        self.cursor.advance();
        let action = self.action(opcode)?;
        let debug = self.attachments()?;
        if !self.cursor.begins_line() && !self.at(Token::CloseBrace) {
            return self.expected("the end of the instruction");
        }
        let ty = match &action {
            Action::Plain(_, ty) | Action::Last(_, ty) => *ty,
            Action::Nothing => return Ok(Parsed::Nothing),
        };
        let result = match name {
            Some(_) if ty == self.void => return self.failure("the instruction has no result".into()),
            None if ty == self.void => None,
            _ => Some(self.define_local(name, ty, offset)?),
        };
        Ok(match action {
            Action::Plain(kind, _) => Parsed::Instruction(Instruction { result, kind, line, debug }),
            Action::Last(kind, _) => Parsed::Terminator(Terminator { result, kind, line, debug }),
            Action::Nothing => Parsed::Nothing,
        })
    }

    /// `, !kind !1, …` up to the end of the instruction.
    fn attachments(&mut self) -> Parse<Option<DebugId>> {
        let mut debug = None;
        while self.after_comma || self.eat(Token::Comma) {
            self.after_comma = false;
            debug = self.attachment()?.or(debug);
        }
        Ok(debug)
    }

    /// Consumes a comma, and returns whether something other than metadata follows.
    pub(super) fn eat_comma(&mut self) -> bool {
        if !self.eat(Token::Comma) {
            return false;
        }
        self.after_comma = self.at(Token::Metadata);
        !self.after_comma
    }

    /// A value of a type.
    pub(super) fn value(&mut self, ty: TypeId) -> Parse<Operand> {
        if self.at(Token::Local) {
            return Ok(Operand::Local(self.local_use(ty)?));
        }
        Ok(Operand::Constant(self.constant_of(ty)?))
    }

    /// A type and a value of it.
    pub(super) fn typed_value(&mut self) -> Parse<(Operand, TypeId)> {
        let ty = self.ty()?;
        Ok((self.value(ty)?, ty))
    }

    /// A comma, a type and a value of it.
    pub(super) fn next_typed_value(&mut self) -> Parse<(Operand, TypeId)> {
        self.expect(Token::Comma, "`,`")?;
        self.typed_value()
    }

    /// `T a, b`.
    fn two_values(&mut self) -> Parse<(Operand, Operand, TypeId)> {
        let (left, ty) = self.typed_value()?;
        self.expect(Token::Comma, "`,`")?;
        Ok((left, self.value(ty)?, ty))
    }

    fn action(&mut self, opcode: &str) -> Parse<Action> {
        use Action::{Last, Plain};
        let void = self.void;
        Ok(match opcode {
            "load" => self.load()?,
            "store" => self.store()?,
            "call" => self.call(false)?,
            "tail" | "notail" | "musttail" => {
                self.expect_word("call")?;
                self.call(opcode == "musttail")?
            }
            "getelementptr" => self.element_pointer()?,
            "alloca" => self.alloca()?,
            "br" => Last(self.branch()?, void),
            "ret" => {
                let ty = self.ty()?;
                let value = if ty == void { None } else { Some(self.value(ty)?) };
                Last(TerminatorKind::Return(value), void)
            }
            "icmp" => {
                let flags = self.poison_flags()?;
                let predicate = self.int_predicate()?;
                let (left, right, ty) = self.two_values()?;
                let result = self.comparison_type(ty);
                Plain(InstructionKind::IntCompare { predicate, flags, left, right }, result)
            }
            "fcmp" => {
                self.poison_flags()?;
                let Some(predicate) = self.word().and_then(FloatPredicate::from_word) else {
                    return self.expected("a comparison");
                };
                self.cursor.advance();
                let (left, right, ty) = self.two_values()?;
                let result = self.comparison_type(ty);
                Plain(InstructionKind::FloatCompare { predicate, left, right }, result)
            }
            "phi" => self.phi()?,
            "select" => {
                self.poison_flags()?;
                let (condition, _) = self.typed_value()?;
                let (then, ty) = self.next_typed_value()?;
                let (otherwise, other) = self.next_typed_value()?;
                if ty != other {
                    return self.failure("the values of `select` have different types".into());
                }
                Plain(InstructionKind::Select { condition, then, otherwise }, ty)
            }
            "freeze" => {
                let (value, ty) = self.typed_value()?;
                Plain(InstructionKind::Freeze { value }, ty)
            }
            "fneg" => {
                self.poison_flags()?;
                let (value, ty) = self.typed_value()?;
                Plain(InstructionKind::FloatNegate { value }, ty)
            }
            "switch" => Last(self.switch()?, void),
            "unreachable" => Last(TerminatorKind::Unreachable, void),
            "indirectbr" => Last(self.indirect_branch()?, void),
            "invoke" => self.invoke()?,
            "cmpxchg" => self.compare_exchange()?,
            "atomicrmw" => self.atomic_rmw()?,
            "fence" => Plain(self.fence()?, void),
            "extractvalue" => {
                let (aggregate, ty) = self.typed_value()?;
                let indices = self.indices()?;
                let part = self.part_type(ty, &indices)?;
                Plain(InstructionKind::ExtractValue { aggregate, indices }, part)
            }
            "insertvalue" => {
                let (aggregate, ty) = self.typed_value()?;
                let (value, value_type) = self.next_typed_value()?;
                let indices = self.indices()?;
                if self.part_type(ty, &indices)? != value_type {
                    return self.failure("the value of `insertvalue` has the wrong type".into());
                }
                Plain(InstructionKind::InsertValue { aggregate, value, indices }, ty)
            }
            "va_arg" => {
                let (list, _) = self.typed_value()?;
                self.expect(Token::Comma, "`,`")?;
                Plain(InstructionKind::VariadicArgument { list }, self.ty()?)
            }
            _ => self.operation(opcode)?,
        })
    }

    /// Arithmetic and conversions.
    fn operation(&mut self, opcode: &str) -> Parse<Action> {
        if let Some(op) = BinaryOp::from_word(opcode) {
            let flags = self.poison_flags()?;
            let (left, right, ty) = self.two_values()?;
            return Ok(Action::Plain(InstructionKind::Binary { op, flags, left, right }, ty));
        }
        if let Some(op) = CastOp::from_word(opcode) {
            let flags = self.poison_flags()?;
            let (value, _) = self.typed_value()?;
            self.expect_word("to")?;
            return Ok(Action::Plain(InstructionKind::Cast { op, flags, value }, self.ty()?));
        }
        self.failure(format!("the instruction `{opcode}` is not known"))
    }

    /// The type of the result of a comparison: a bit, or one for each element.
    fn comparison_type(&mut self, ty: TypeId) -> TypeId {
        match *self.module.types.get(ty) {
            Type::Vector { length, .. } => {
                self.module.types.intern(Type::Vector { length, element: self.bool })
            }
            // The number of elements is not known, so the result is as little understood as the
            // operands.
            Type::Unsupported(_) => self.unknown,
            _ => self.bool,
        }
    }

    /// `, 0, 1`: the indices of a part of an aggregate.
    fn indices(&mut self) -> Parse<Box<[u32]>> {
        let mut indices = Vec::new();
        while self.eat_comma() {
            indices.push(self.number()?);
        }
        if indices.is_empty() { self.expected("an index") } else { Ok(indices.into()) }
    }

    /// The type of a part of an aggregate.
    fn part_type(&self, aggregate: TypeId, indices: &[u32]) -> Parse<TypeId> {
        let mut ty = aggregate;
        for &index in indices {
            ty = match self.module.types.resolve(ty).1 {
                Type::Array { length, element } if u64::from(index) < *length => *element,
                Type::Struct { fields, .. } if (index as usize) < fields.len() => fields[index as usize],
                _ => return self.failure(format!("there is no part {index}")),
            };
        }
        Ok(ty)
    }

    fn phi(&mut self) -> Parse<Action> {
        self.poison_flags()?;
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(Token::OpenBracket, "`[`")?;
            let value = self.value(ty)?;
            self.expect(Token::Comma, "`,`")?;
            incoming.push((value, self.block_use()?));
            self.expect(Token::CloseBracket, "`]`")?;
            if !self.eat_comma() {
                break;
            }
        }
        Ok(Action::Plain(InstructionKind::Phi { incoming: incoming.into() }, ty))
    }

    fn branch(&mut self) -> Parse<TerminatorKind> {
        if self.at_word("label") {
            return Ok(TerminatorKind::Jump(self.label()?));
        }
        let (condition, ty) = self.typed_value()?;
        if ty != self.bool {
            return self.failure("the condition of a branch must be of type i1".into());
        }
        self.expect(Token::Comma, "`,`")?;
        let then = self.label()?;
        self.expect(Token::Comma, "`,`")?;
        Ok(TerminatorKind::Branch { condition, then, otherwise: self.label()? })
    }

    fn switch(&mut self) -> Parse<TerminatorKind> {
        let (value, ty) = self.typed_value()?;
        self.expect(Token::Comma, "`,`")?;
        let default = self.label()?;
        self.expect(Token::OpenBracket, "`[`")?;
        let mut cases = Vec::new();
        while !self.eat(Token::CloseBracket) {
            if self.ty()? != ty {
                return self.failure("a case has the wrong type".into());
            }
            let case = self.constant_of(ty)?;
            self.expect(Token::Comma, "`,`")?;
            cases.push((case, self.label()?));
        }
        Ok(TerminatorKind::Switch { value, default, cases: cases.into() })
    }

    fn indirect_branch(&mut self) -> Parse<TerminatorKind> {
        let (address, _) = self.typed_value()?;
        self.expect(Token::Comma, "`,`")?;
        self.expect(Token::OpenBracket, "`[`")?;
        let mut targets = Vec::new();
        self.list(Token::CloseBracket, "`,` or `]`", |p| {
            targets.push(p.label()?);
            Ok(())
        })?;
        Ok(TerminatorKind::IndirectJump { address, targets: targets.into() })
    }
}
