//! The parser of constants and constant expressions.

use crate::ast::{
    BinaryOp, CastOp, ConstantExpression, ConstantId, ConstantKind, IntPredicate, PoisonFlags, Type, TypeId,
};
use crate::lexer::Token;
use crate::text;

use super::{Parse, Parser};

/// Whether a word begins a constant. A word between a type and a value that does not is an
/// attribute.
pub(super) fn is_constant_word(word: &str) -> bool {
    match word {
        "true"
        | "false"
        | "null"
        | "undef"
        | "poison"
        | "none"
        | "zeroinitializer"
        | "getelementptr"
        | "icmp"
        | "fcmp"
        | "select"
        | "blockaddress"
        | "dso_local_equivalent"
        | "no_cfi"
        | "ptrauth"
        | "splat"
        | "extractelement"
        | "insertelement"
        | "shufflevector"
        | "asm"
        | "fneg" => true,
        _ => {
            word.starts_with("u0x")
                || word.starts_with("s0x")
                || BinaryOp::from_word(word).is_some()
                || CastOp::from_word(word).is_some()
        }
    }
}

impl<'a> Parser<'a> {
    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Parse<ConstantId> {
        let ty = self.ty()?;
        self.constant_of(ty)
    }

    /// A constant of the type.
    pub(super) fn constant_of(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let kind = self.nested(|p| p.constant_kind(ty))?;
        Ok(self.constant(ty, kind))
    }

    /// A constant of the type; one that is not understood is skipped, up to a comma or the end of
    /// the line.
    pub(super) fn constant_or_unsupported(&mut self, ty: TypeId) -> Parse<ConstantId> {
        let start = self.cursor.clone();
        match self.constant_of(ty) {
            Err(failure) if !failure.is_fatal => {}
            result => return result,
        }
        self.cursor = start;
        let text = self.skip_value()?;
        Ok(self.constant(ty, ConstantKind::Unsupported(text)))
    }

    /// Skips a value, up to a comma, a closing bracket or the end of the line, and returns its
    /// text.
    pub(super) fn skip_value(&mut self) -> Parse<Box<str>> {
        let start = self.cursor.start();
        loop {
            match self.token() {
                Token::OpenParenthesis | Token::OpenBracket | Token::OpenBrace => self.skip_brackets()?,
                Token::CloseParenthesis
                | Token::CloseBracket
                | Token::CloseBrace
                | Token::Comma
                | Token::End => break,
                _ => self.cursor.advance(),
            }
            if self.cursor.begins_line() {
                break;
            }
        }
        Ok(self.cursor.text_since(start).into())
    }

    fn constant_kind(&mut self, ty: TypeId) -> Parse<ConstantKind> {
        let text = self.cursor.text();
        match self.token() {
            Token::Word => return self.constant_word(ty, text),
            Token::Number => {
                let number = match self.module.types.get(ty) {
                    Type::Int(bits @ 0..=128) => text::integer(text, *bits).map(ConstantKind::Int),
                    Type::Float(kind) => text::float(text, *kind).map(ConstantKind::Float),
                    _ => None,
                };
                let Some(number) = number else { return self.expected_of(ty) };
                self.cursor.advance();
                return Ok(number);
            }
            Token::Global => {
                self.expect_pointer(ty)?;
                return Ok(ConstantKind::Global(self.global_reference()?));
            }
            _ => {}
        }
        match (self.token(), self.module.types.resolve(ty).1.clone()) {
            (Token::Bytes, Type::Array { length, element }) => {
                let bytes =
                    text.strip_prefix('c').and_then(text::unquoted).map(text::bytes).unwrap_or_default();
                let is_byte = *self.module.types.get(element) == Type::Int(8);
                if !is_byte || bytes.len() as u64 != length {
                    return self.expected_of(ty);
                }
                self.cursor.advance();
                Ok(ConstantKind::Bytes(bytes.into()))
            }
            (Token::OpenBracket, Type::Array { length, element }) => {
                self.cursor.advance();
                self.elements(Token::CloseBracket, length, |_| Some(element))
            }
            (Token::OpenBrace, Type::Struct { fields, packed: false }) => self.members(&fields),
            (Token::Less, Type::Struct { fields, packed: true }) => {
                self.cursor.advance();
                let members = self.members(&fields)?;
                self.expect(Token::Greater, "`>`")?;
                Ok(members)
            }
            (Token::Less, Type::Vector { length, element }) => {
                self.cursor.advance();
                self.elements(Token::Greater, length, |_| Some(element))
            }
            _ => self.expected_of(ty),
        }
    }

    fn expected_of<T>(&self, ty: TypeId) -> Parse<T> {
        self.expected(&format!("a constant of type {}", self.module.types.display(ty)))
    }

    fn expect_pointer(&self, ty: TypeId) -> Parse<()> {
        match self.module.types.get(ty) {
            Type::Pointer { .. } => Ok(()),
            _ => self.expected_of(ty),
        }
    }

    /// The members of a structure, braces included.
    fn members(&mut self, fields: &[TypeId]) -> Parse<ConstantKind> {
        self.expect(Token::OpenBrace, "`{`")?;
        self.elements(Token::CloseBrace, fields.len() as u64, |index| fields.get(index).copied())
    }

    /// Typed constants up to the closing bracket. Their number and their types must be the expected
    /// ones.
    fn elements(
        &mut self,
        close: Token,
        length: u64,
        type_at: impl Fn(usize) -> Option<TypeId>,
    ) -> Parse<ConstantKind> {
        let mut elements = Vec::new();
        self.list(close, "`,` or the end of the list", |p| {
            let ty = p.ty()?;
            if type_at(elements.len()) != Some(ty) {
                return p.failure("an element has the wrong type".into());
            }
            elements.push(p.constant_of(ty)?);
            Ok(())
        })?;
        if elements.len() as u64 != length {
            return self.failure(format!("{} elements where {length} are needed", elements.len()));
        }
        Ok(ConstantKind::Aggregate(elements.into()))
    }

    fn constant_word(&mut self, ty: TypeId, word: &'a str) -> Parse<ConstantKind> {
        let simple = match (word, self.module.types.get(ty)) {
            ("true", Type::Int(1)) => ConstantKind::Int(1),
            ("false", Type::Int(1)) => ConstantKind::Int(0),
            ("null", Type::Pointer { .. }) => ConstantKind::Null,
            ("undef", _) => ConstantKind::Undef,
            ("poison", _) => ConstantKind::Poison,
            ("zeroinitializer", _) => ConstantKind::Zero,
            ("none", Type::Unsupported(_)) => ConstantKind::Unsupported(word.into()),
            (_, Type::Int(bits @ 0..=128)) if word.starts_with("u0x") || word.starts_with("s0x") => {
                match text::integer(word, *bits) {
                    Some(value) => ConstantKind::Int(value),
                    None => return self.expected_of(ty),
                }
            }
            ("blockaddress", _) => return self.block_address(ty),
            ("dso_local_equivalent" | "no_cfi", _) => {
                self.expect_pointer(ty)?;
                self.cursor.advance();
                return Ok(ConstantKind::Global(self.global_reference()?));
            }
            ("ptrauth", _) => return self.signed_pointer(ty),
            _ => {
                let expression = self.constant_expression(ty, word)?;
                return Ok(ConstantKind::Expression(Box::new(expression)));
            }
        };
        self.cursor.advance();
        Ok(simple)
    }

    /// `ptrauth (ptr @f, i32 0, …)`: the pointer; signatures are not modelled.
    fn signed_pointer(&mut self, ty: TypeId) -> Parse<ConstantKind> {
        self.cursor.advance();
        self.expect(Token::OpenParenthesis, "`(`")?;
        let pointer = self.typed_constant()?;
        while self.eat(Token::Comma) {
            self.typed_constant()?;
        }
        self.expect(Token::CloseParenthesis, "`)`")?;
        let pointer = &self.module.constants[pointer];
        if pointer.ty == ty { Ok(pointer.kind.clone()) } else { self.expected_of(ty) }
    }

    fn block_address(&mut self, ty: TypeId) -> Parse<ConstantKind> {
        self.expect_pointer(ty)?;
        let start = self.cursor.start();
        self.cursor.advance();
        self.expect(Token::OpenParenthesis, "`(`")?;
        let function = self.global_reference()?;
        self.expect(Token::Comma, "`,`")?;
        let block = &self.take(Token::Local, "the name of a block")?[1..];
        self.expect(Token::CloseParenthesis, "`)`")?;
        // The block may come later; its id is put in at the end.
        let constant = self.module.constants.next_id();
        self.globals.add_block_address(constant, function, block, start);
        Ok(ConstantKind::Unsupported(self.cursor.text_since(start).into()))
    }

    fn constant_expression(&mut self, ty: TypeId, word: &str) -> Parse<ConstantExpression> {
        if word == "getelementptr" {
            return self.constant_element_pointer();
        }
        let cast = CastOp::from_word(word);
        let binary = BinaryOp::from_word(word);
        if cast.is_none() && binary.is_none() && !matches!(word, "icmp" | "select") {
            return self.expected_of(ty);
        }
        self.cursor.advance();
        let flags = self.poison_flags()?;
        let predicate = if word == "icmp" { Some(self.int_predicate()?) } else { None };
        self.expect(Token::OpenParenthesis, "`(`")?;
        let first = self.typed_constant()?;
        let expression = if let Some(op) = cast {
            self.expect_word("to")?;
            if self.ty()? != ty {
                return self.failure("a constant expression has the wrong type".into());
            }
            ConstantExpression::Cast { op, value: first }
        } else {
            self.expect(Token::Comma, "`,`")?;
            let second = self.typed_constant()?;
            match (binary, predicate) {
                (Some(op), _) => ConstantExpression::Binary { op, flags, left: first, right: second },
                (None, Some(predicate)) => {
                    ConstantExpression::IntCompare { predicate, left: first, right: second }
                }
                (None, None) => {
                    self.expect(Token::Comma, "`,`")?;
                    let third = self.typed_constant()?;
                    ConstantExpression::Select { condition: first, then: second, otherwise: third }
                }
            }
        };
        self.expect(Token::CloseParenthesis, "`)`")?;
        Ok(expression)
    }

    fn constant_element_pointer(&mut self) -> Parse<ConstantExpression> {
        self.cursor.advance();
        let flags = self.poison_flags()?;
        self.expect(Token::OpenParenthesis, "`(`")?;
        let source_type = self.ty()?;
        self.expect(Token::Comma, "`,`")?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.eat(Token::Comma) {
            self.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.expect(Token::CloseParenthesis, "`)`")?;
        Ok(ConstantExpression::GetElementPointer { flags, source_type, base, indices: indices.into() })
    }

    /// Flags of operations, in any order. Flags about floating-point numbers allow other results,
    /// and need none. `inrange(…)` only helps optimisers.
    pub(super) fn poison_flags(&mut self) -> Parse<PoisonFlags> {
        let mut flags = PoisonFlags::default();
        while let Some(word) = self.word() {
            match word {
                "nuw" => flags.no_unsigned_wrap = true,
                "nsw" => flags.no_signed_wrap = true,
                "exact" => flags.exact = true,
                "disjoint" => flags.disjoint = true,
                "nneg" => flags.non_negative = true,
                "samesign" => flags.same_sign = true,
                "inbounds" => flags.in_bounds = true,
                "nusw" => flags.no_unsigned_signed_wrap = true,
                "fast" | "nnan" | "ninf" | "nsz" | "arcp" | "contract" | "afn" | "reassoc" => {}
                "inrange" => {
                    self.skip_attribute()?;
                    continue;
                }
                _ => break,
            }
            self.cursor.advance();
        }
        Ok(flags)
    }

    pub(super) fn int_predicate(&mut self) -> Parse<IntPredicate> {
        match self.word().and_then(IntPredicate::from_word) {
            Some(predicate) => {
                self.cursor.advance();
                Ok(predicate)
            }
            None => self.expected("a comparison"),
        }
    }
}
