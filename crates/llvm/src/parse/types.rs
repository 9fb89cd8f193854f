//! The parser of types.

use std::borrow::Cow;

use porf_entity::EntityId;
use rustc_hash::FxHashMap;

use crate::ast::{FloatKind, MAX_DEPTH, NamedType, NamedTypeId, Type, TypeId};
use crate::lexer::Token;
use crate::text;

use super::{Parse, Parser, fatal};

/// The names of types.
#[derive(Default)]
pub(super) struct TypeTable<'a> {
    ids: FxHashMap<Cow<'a, str>, NamedTypeId>,
    /// The place where each named type is defined or else first mentioned, in bytes.
    offsets: Vec<usize>,
}

/// Whether a word begins a type.
pub(super) fn is_type_word(word: &str) -> bool {
    integer_width(word).is_some()
        || float_kind(word).is_some()
        || matches!(word, "ptr" | "void" | "label" | "metadata" | "token" | "target" | "x86_amx" | "x86_mmx")
}

/// The width in `i32`.
fn integer_width(word: &str) -> Option<u32> {
    const MAX_WIDTH: u32 = 1 << 23;
    let digits = word.strip_prefix('i')?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let width = if is_number { digits.parse().ok()? } else { return None };
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

fn float_kind(word: &str) -> Option<FloatKind> {
    Some(match word {
        "half" => FloatKind::Half,
        "bfloat" => FloatKind::BFloat,
        "float" => FloatKind::Single,
        "double" => FloatKind::Double,
        "x86_fp80" => FloatKind::X87,
        "fp128" => FloatKind::Quad,
        "ppc_fp128" => FloatKind::DoubleDouble,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// A type.
    pub(super) fn ty(&mut self) -> Parse<TypeId> {
        let ty = self.nested(Self::type_without_suffix)?;
        let ty = if self.at(Token::OpenParenthesis) { self.nested(|p| p.function_type(ty))? } else { ty };
        if self.at(Token::Star) {
            let message = "typed pointers: written by LLVM 14 or older; porf reads LLVM 15 to 22";
            return fatal(self.cursor.start(), message.into());
        }
        Ok(ty)
    }

    fn type_without_suffix(&mut self) -> Parse<TypeId> {
        let start = self.cursor.start();
        let ty = match self.token() {
            Token::Word => return self.type_word(),
            Token::Local => {
                let named = self.named_type(&self.cursor.text()[1..]);
                self.cursor.advance();
                Type::Named(named)
            }
            Token::OpenBracket => {
                self.cursor.advance();
                let (length, element) = self.counted_type()?;
                self.expect(Token::CloseBracket, "`]`")?;
                Type::Array { length, element }
            }
            Token::OpenBrace => Type::Struct { fields: self.fields()?, packed: false },
            Token::Less => {
                self.cursor.advance();
                if self.at(Token::OpenBrace) {
                    let fields = self.fields()?;
                    self.expect(Token::Greater, "`>`")?;
                    Type::Struct { fields, packed: true }
                } else if self.eat_word("vscale") {
                    self.expect_word("x")?;
                    self.counted_type()?;
                    self.expect(Token::Greater, "`>`")?;
                    Type::Unsupported(self.cursor.text_since(start).into())
                } else {
                    let (length, element) = self.counted_type()?;
                    self.expect(Token::Greater, "`>`")?;
                    Type::Vector { length, element }
                }
            }
            _ => return self.expected("a type"),
        };
        Ok(self.module.types.intern(ty))
    }

    fn type_word(&mut self) -> Parse<TypeId> {
        let start = self.cursor.start();
        let word = self.cursor.text();
        let ty = match word {
            "ptr" => {
                self.cursor.advance();
                let address_space = self.address_space()?;
                return Ok(self.module.types.intern(Type::Pointer { address_space }));
            }
            "void" => Type::Void,
            "label" => Type::Label,
            "metadata" => Type::Metadata,
            "token" | "x86_amx" | "x86_mmx" => Type::Unsupported(word.into()),
            "target" => {
                self.cursor.advance();
                if !self.at(Token::OpenParenthesis) {
                    return self.expected("`(`");
                }
                self.skip_brackets()?;
                let text = self.cursor.text_since(start).into();
                return Ok(self.module.types.intern(Type::Unsupported(text)));
            }
            _ => match (integer_width(word), float_kind(word)) {
                (Some(width), _) => Type::Int(width),
                (None, Some(kind)) => Type::Float(kind),
                (None, None) => return self.expected("a type"),
            },
        };
        self.cursor.advance();
        Ok(self.module.types.intern(ty))
    }

    /// `addrspace(N)`, or nothing.
    pub(super) fn address_space(&mut self) -> Parse<u32> {
        if !self.eat_word("addrspace") {
            return Ok(0);
        }
        self.expect(Token::OpenParenthesis, "`(`")?;
        let address_space = self.number()?;
        self.expect(Token::CloseParenthesis, "`)`")?;
        Ok(address_space)
    }

    /// `4 x i32`.
    fn counted_type(&mut self) -> Parse<(u64, TypeId)> {
        let length = self.number()?;
        self.expect_word("x")?;
        Ok((length, self.ty()?))
    }

    /// `{ i32, ptr }`.
    fn fields(&mut self) -> Parse<Box<[TypeId]>> {
        self.expect(Token::OpenBrace, "`{`")?;
        let mut fields = Vec::new();
        self.list(Token::CloseBrace, "`,` or `}`", |p| {
            fields.push(p.ty()?);
            Ok(())
        })?;
        Ok(fields.into())
    }

    /// `(i32, ptr, ...)` behind the type of the result.
    fn function_type(&mut self, result: TypeId) -> Parse<TypeId> {
        self.expect(Token::OpenParenthesis, "`(`")?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        self.list(Token::CloseParenthesis, "`,` or `)`", |p| {
            if p.eat_word("...") {
                variadic = true;
                return Ok(());
            }
            parameters.push(p.ty()?);
            Ok(())
        })?;
        Ok(self.module.types.intern(Type::Function { result, parameters: parameters.into(), variadic }))
    }

    /// The type with this name, sigil removed.
    fn named_type(&mut self, name: &'a str) -> NamedTypeId {
        let name = text::name(name);
        if let Some(&id) = self.types.ids.get(&name) {
            return id;
        }
        let id = self.module.types.named.push(NamedType { name: name.as_ref().into(), definition: None });
        self.types.ids.insert(name, id);
        self.types.offsets.push(self.cursor.start());
        id
    }

    /// `%name = type …`.
    pub(super) fn type_definition(&mut self) -> Parse<()> {
        let offset = self.cursor.start();
        let name = &self.take(Token::Local, "the name of a type")?[1..];
        self.expect(Token::Equals, "`=`")?;
        self.expect_word("type")?;
        let definition = if self.eat_word("opaque") { None } else { Some(self.ty()?) };
        let id = self.named_type(name);
        if self.module.types.named[id].definition.is_some() {
            return fatal(offset, format!("the type %{name} is defined twice"));
        }
        self.module.types.named[id].definition = definition;
        self.types.offsets[id.index()] = offset;
        Ok(())
    }

    /// Checks that no type contains itself, nor is nested too deep with names seen through.
    pub(super) fn check_types(&mut self) -> Parse<()> {
        let types = &self.module.types;
        // 0 while the parts of the type are being visited, else 1 plus its depth; `None` before.
        let mut depths: Vec<Option<u32>> = vec![None; types.len()];
        for (root, _) in types.iter() {
            let mut stack = vec![root];
            while let Some(&id) = stack.last() {
                let parts = self.parts(id);
                if depths[id.index()].is_none() {
                    depths[id.index()] = Some(0);
                    for part in parts {
                        match depths[part.index()] {
                            None => stack.push(part),
                            Some(0) => return self.bad_type(id, "contains itself"),
                            Some(_) => {}
                        }
                    }
                    continue;
                }
                stack.pop();
                if depths[id.index()] == Some(0) {
                    let depth = parts.filter_map(|part| depths[part.index()]).max().unwrap_or(0) + 1;
                    if depth > MAX_DEPTH {
                        return self.bad_type(id, "is nested too deep");
                    }
                    depths[id.index()] = Some(depth);
                }
            }
        }
        Ok(())
    }

    /// The types of which values of a type consist, also those of parameters and results.
    fn parts(&self, id: TypeId) -> impl Iterator<Item = TypeId> {
        let (first, rest): (Option<TypeId>, &[TypeId]) = match self.module.types.get(id) {
            Type::Array { element, .. } | Type::Vector { element, .. } => (Some(*element), &[]),
            Type::Struct { fields, .. } => (None, fields),
            Type::Function { result, parameters, .. } => (Some(*result), parameters),
            Type::Named(named) => (self.module.types.named[*named].definition, &[]),
            _ => (None, &[]),
        };
        first.into_iter().chain(rest.iter().copied())
    }

    fn bad_type(&self, id: TypeId, what: &str) -> Parse<()> {
        let offset = match self.module.types.get(id) {
            Type::Named(named) => self.types.offsets.get(named.index()).copied().unwrap_or(0),
            _ => 0,
        };
        fatal(offset, format!("the type {} {what}", self.module.types.display(id)))
    }
}
