//! The parser of calls.

use crate::ast::{
    Argument, Call, Callee, ConstantKind, InstructionKind, Operand, ParameterAttributes, TerminatorKind,
    Type, TypeId,
};
use crate::lexer::Token;

use super::instruction::Action;
use super::{Parse, Parser};

impl Parser<'_> {
    /// `call …`, behind that word.
    pub(super) fn call(&mut self, must_tail: bool) -> Parse<Action> {
        let (call, result) = match self.called(must_tail)? {
            Some(call) => call,
            None => return Ok(Action::Nothing),
        };
        Ok(Action::Plain(InstructionKind::Call(Box::new(call)), result))
    }

    /// `invoke … to label %a unwind label %b`, behind the first word.
    pub(super) fn invoke(&mut self) -> Parse<Action> {
        let Some((call, result)) = self.called(false)? else {
            return self.failure("a debug intrinsic cannot be invoked".into());
        };
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok(Action::Last(TerminatorKind::Invoke { call: Box::new(call), normal, unwind }, result))
    }

    /// The call and the type of its result; `None` if only debuggers need it.
    fn called(&mut self, must_tail: bool) -> Parse<Option<(Call, TypeId)>> {
        self.skip_attributes_before_type()?;
        let written = self.ty()?;
        if self.at(Token::Global) && self.cursor.text().starts_with("@llvm.dbg.") {
            self.cursor.advance();
            self.skip_brackets()?;
            self.skip_call_attributes()?;
            return Ok(None);
        }
        let callee =
            if self.eat_word("asm") { self.assembly()? } else { Callee::Function(self.value(self.pointer)?) };
        let arguments = self.arguments()?;
        self.skip_call_attributes()?;
        let (ty, result) = match self.module.types.get(written) {
            Type::Function { result, .. } => (written, *result),
            _ => {
                let parameters = arguments.iter().map(|argument| argument.ty).collect();
                let ty = Type::Function { result: written, parameters, variadic: false };
                (self.module.types.intern(ty), written)
            }
        };
        Ok(Some((Call { callee, ty, arguments, must_tail }, result)))
    }

    /// `sideeffect "template", "constraints"`.
    fn assembly(&mut self) -> Parse<Callee> {
        while self.eat(Token::Word) {}
        let template = self.string()?;
        self.expect(Token::Comma, "`,`")?;
        Ok(Callee::Assembly { template, constraints: self.string()? })
    }

    fn arguments(&mut self) -> Parse<Vec<Argument>> {
        self.expect(Token::OpenParenthesis, "`(`")?;
        let mut arguments = Vec::new();
        self.list(Token::CloseParenthesis, "`,` or `)`", |p| {
            arguments.push(p.argument()?);
            Ok(())
        })?;
        Ok(arguments)
    }

    fn argument(&mut self) -> Parse<Argument> {
        let ty = self.ty()?;
        if *self.module.types.get(ty) == Type::Metadata {
            let text = self.skip_value()?;
            let value = Operand::Constant(self.constant(ty, ConstantKind::Unsupported(text)));
            return Ok(Argument { value, ty, attributes: ParameterAttributes::default() });
        }
        let attributes = self.parameter_attributes()?;
        Ok(Argument { value: self.value(ty)?, ty, attributes })
    }

    /// Skips attributes and operand bundles behind the arguments, which stand on the same line.
    fn skip_call_attributes(&mut self) -> Parse<()> {
        while !self.cursor.begins_line() {
            match self.token() {
                Token::Hash | Token::Word | Token::String => self.skip_attribute()?,
                Token::OpenBracket => self.skip_brackets()?,
                _ => break,
            }
        }
        Ok(())
    }
}
