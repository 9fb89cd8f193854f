//! The parser of attributes: it reads the few that matter and skips all others, known or not.

use crate::ast::{ParameterAttributes, TypeId};
use crate::lexer::Token;

use super::constant::is_constant_word;
use super::types::is_type_word;
use super::{Parse, Parser};

impl Parser<'_> {
    /// Skips calling conventions, flags and attributes in front of a type.
    pub(super) fn skip_attributes_before_type(&mut self) -> Parse<()> {
        loop {
            match self.token() {
                Token::Word if is_type_word(self.cursor.text()) => return Ok(()),
                Token::Word | Token::String => self.skip_attribute()?,
                _ => return Ok(()),
            }
        }
    }

    /// The attributes between the type and the name or value of a parameter.
    pub(super) fn parameter_attributes(&mut self) -> Parse<ParameterAttributes> {
        let mut attributes = ParameterAttributes::default();
        loop {
            match self.token() {
                Token::Word if is_constant_word(self.cursor.text()) => return Ok(attributes),
                Token::Word => match self.cursor.text() {
                    "byval" => attributes.by_value = Some(self.type_in_parentheses()?),
                    "sret" => attributes.result_address = Some(self.type_in_parentheses()?),
                    "align" => attributes.align = Some(self.alignment()?),
                    _ => self.skip_attribute()?,
                },
                Token::String => self.skip_attribute()?,
                _ => return Ok(attributes),
            }
        }
    }

    fn type_in_parentheses(&mut self) -> Parse<TypeId> {
        self.cursor.advance();
        self.expect(Token::OpenParenthesis, "`(`")?;
        let ty = self.ty()?;
        self.expect(Token::CloseParenthesis, "`)`")?;
        Ok(ty)
    }

    /// `align 4` or `align(4)`: a power of two.
    pub(super) fn alignment(&mut self) -> Parse<u64> {
        const MAX_ALIGNMENT: u64 = 1 << 32;
        self.expect_word("align")?;
        let in_parentheses = self.eat(Token::OpenParenthesis);
        let align: u64 = self.number()?;
        if in_parentheses {
            self.expect(Token::CloseParenthesis, "`)`")?;
        }
        if align.is_power_of_two() && align <= MAX_ALIGNMENT {
            Ok(align)
        } else {
            self.failure(format!("the alignment {align} is no power of two up to {MAX_ALIGNMENT}"))
        }
    }

    /// Skips `word`, `word(…)`, `word 8`, `"key"`, `"key"="value"` or `#1`.
    pub(super) fn skip_attribute(&mut self) -> Parse<()> {
        let takes_number = matches!(self.word(), Some("align" | "alignstack" | "cc"));
        let is_string = self.at(Token::String);
        self.cursor.advance();
        if self.at(Token::OpenParenthesis) {
            self.skip_brackets()?;
        } else if takes_number && (self.at(Token::Number) || self.at(Token::Equals)) {
            self.eat(Token::Equals);
            self.expect(Token::Number, "a number")?;
        } else if is_string && self.eat(Token::Equals) {
            self.expect(Token::String, "a string")?;
        }
        Ok(())
    }
}
