//! Expressions.
//!
//! ```text
//! expression   "let" "rec"? binding ("and" binding)* "in" expression
//!              "fun" parameters "->" expression
//!              "try" expression "with" expression
//!              "if" "not"? string "then" expression "else" expression
//!              operation
//! operation    operation ("|" | "++" | ";" | "\" | "&" | "*") operation
//!              "~" operation
//!              operation ("^-1" | "^"? ("+" | "*" | "?"))
//!              name argument*
//!              atom
//! argument     name | atom
//! atom         "0" | "_" | "{}" | tag | "[" expression "]" | "begin" expression "end"
//!              "(" (expression, …)? ")"
//! ```
//!
//! The binary operators bind in this order, `|` least and `*` most. `~` binds more than these, and
//! postfix operators bind more than `~`. A `*` is a product if the next token begins an operand,
//! otherwise the reflexive transitive closure; `^*` is always the closure.
//!
//! Deviation: herd's grammar rejects `~r+` and `a * b * c`. Here `~r+` is `~(r+)`, and a product of
//! three has the wrong type.

use std::rc::Rc;

use porf_entity::{Diagnostic, Span};

use super::Parser;
use crate::ast::{BinaryOperator, Expression, ExpressionKind, FunctionExpression, Name, PostfixOperator};
use crate::lexer::Token;

/// The binary operators, from the one that binds least.
const LEVELS: [(Token, BinaryOperator); 6] = [
    (Token::Bar, BinaryOperator::Union),
    (Token::DoublePlus, BinaryOperator::Addition),
    (Token::Semicolon, BinaryOperator::Sequence),
    (Token::Backslash, BinaryOperator::Difference),
    (Token::Ampersand, BinaryOperator::Intersection),
    (Token::Star, BinaryOperator::Product),
];

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.enter()?;
        let start = self.cursor.span();
        let kind = match self.cursor.peek() {
            Some(Token::Let) => self.let_expression()?,
            Some(Token::Fun) => {
                self.cursor.advance();
                let parameters = self.parameters("the parameters of the function")?;
                self.cursor.expect(Token::Arrow, "`->`")?;
                let body = self.expression()?;
                ExpressionKind::Function(Rc::new(FunctionExpression { parameters, body }))
            }
            Some(Token::Try) => {
                self.cursor.advance();
                let tried = Box::new(self.expression()?);
                self.cursor.expect(Token::With, "an operator, or `with`")?;
                ExpressionKind::Try(tried, Box::new(self.expression()?))
            }
            Some(Token::If) => self.if_expression()?,
            Some(Token::Match) => {
                let help = "porf computes with sets and relations, not with their elements";
                return Err(self.cursor.unsupported("`match` is", help));
            }
            _ => self.operation(0)?.kind,
        };
        self.cursor.leave();
        Ok(Expression { kind, span: self.cursor.since(start) })
    }

    fn let_expression(&mut self) -> Result<ExpressionKind, Diagnostic> {
        let (recursive, bindings) = self.bindings()?;
        self.cursor.expect(Token::In, "an operator, or `in`")?;
        Ok(ExpressionKind::Let { recursive, bindings, body: Box::new(self.expression()?) })
    }

    fn if_expression(&mut self) -> Result<ExpressionKind, Diagnostic> {
        let negated = self.variant()?;
        self.cursor.expect(Token::Then, "`then`")?;
        let then = Box::new(self.expression()?);
        self.cursor.expect(Token::Else, "an operator, or `else`")?;
        Ok(ExpressionKind::If { negated, then, otherwise: Box::new(self.expression()?) })
    }

    /// Operands joined by the binary operators from this level on.
    fn operation(&mut self, level: usize) -> Result<Expression, Diagnostic> {
        let Some(&(token, operator)) = LEVELS.get(level) else { return self.prefixed() };
        let start = self.cursor.span();
        let first = self.operation(level + 1)?;
        if self.cursor.peek() != Some(token) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.cursor.eat(token) {
            operands.push(self.operation(level + 1)?);
        }
        let kind = ExpressionKind::Binary(operator, operands);
        Ok(Expression { kind, span: self.cursor.since(start) })
    }

    fn prefixed(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.span();
        if !self.cursor.eat(Token::Tilde) {
            return self.postfixed();
        }
        self.cursor.enter()?;
        let operand = Box::new(self.prefixed()?);
        self.cursor.leave();
        Ok(Expression { kind: ExpressionKind::Complement(operand), span: self.cursor.since(start) })
    }

    fn postfixed(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.span();
        let operand = self.applied()?;
        let mut operators = Vec::new();
        while let Some((operator, tokens)) = self.peek_postfix()? {
            let first = self.cursor.span();
            for _ in 0..tokens {
                self.cursor.advance();
            }
            operators.push((operator, self.cursor.since(first)));
        }
        if operators.is_empty() {
            return Ok(operand);
        }
        let kind = ExpressionKind::Postfix(Box::new(operand), operators);
        Ok(Expression { kind, span: self.cursor.since(start) })
    }

    /// The postfix operator that is next, and the number of its tokens.
    fn peek_postfix(&self) -> Result<Option<(PostfixOperator, usize)>, Diagnostic> {
        let has_caret = self.cursor.peek() == Some(Token::Caret);
        let operator = match self.cursor.peek_ahead(usize::from(has_caret)) {
            Some(Token::MinusOne) if has_caret => PostfixOperator::Inverse,
            Some(Token::Plus) => PostfixOperator::Plus,
            Some(Token::Question) => PostfixOperator::Optional,
            Some(Token::Star) if has_caret || !self.begins_operand(1) => PostfixOperator::Star,
            _ if has_caret => {
                return Err(Diagnostic::new(
                    self.cursor.span(),
                    "expected an operator behind `^`",
                    "expected `^-1`, `^+`, `^*` or `^?`",
                ));
            }
            _ => return Ok(None),
        };
        Ok(Some((operator, 1 + usize::from(has_caret))))
    }

    /// Whether the token at this distance begins an operand.
    fn begins_operand(&self, distance: usize) -> bool {
        matches!(
            self.cursor.peek_ahead(distance),
            Some(
                Token::Name
                    | Token::Tag
                    | Token::Zero
                    | Token::Underscore
                    | Token::OpenBrace
                    | Token::OpenBracket
                    | Token::OpenParenthesis
                    | Token::Begin
                    | Token::Tilde
            )
        ) && !self.is_negated_check(distance)
    }

    /// Whether a `~` at this distance negates a check, which is the next instruction.
    fn is_negated_check(&self, distance: usize) -> bool {
        let checks = [Token::Acyclic, Token::Irreflexive, Token::Empty];
        self.cursor.peek_ahead(distance) == Some(Token::Tilde)
            && self.cursor.peek_ahead(distance + 1).is_some_and(|token| checks.contains(&token))
    }

    /// A name with its arguments, or an atom.
    fn applied(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.span();
        if self.cursor.peek() != Some(Token::Name) {
            return match self.atom()? {
                Some(atom) => Ok(atom),
                None => Err(self.cursor.unexpected("a set or a relation")),
            };
        }
        let function = self.cursor.expect_name("a name")?;
        let mut arguments = Vec::new();
        while let Some(argument) = self.argument()? {
            arguments.push(argument);
        }
        if arguments.is_empty() {
            return Ok(named(function));
        }
        let kind = ExpressionKind::Application(function, arguments);
        Ok(Expression { kind, span: self.cursor.since(start) })
    }

    /// A name or an atom, if one is next.
    pub(super) fn argument(&mut self) -> Result<Option<Expression>, Diagnostic> {
        if self.cursor.peek() == Some(Token::Name) {
            return Ok(Some(named(self.cursor.expect_name("a name")?)));
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Option<Expression>, Diagnostic> {
        let Some(token) = self.cursor.peek() else { return Ok(None) };
        let start = self.cursor.span();
        let kind = match token {
            Token::Zero => self.single(ExpressionKind::EmptyRelation),
            Token::Underscore => self.single(ExpressionKind::Universe),
            Token::Tag => self.single(ExpressionKind::Tag),
            Token::OpenBrace => self.empty_set(start)?,
            Token::OpenBracket => {
                self.cursor.advance();
                let set = Box::new(self.expression()?);
                self.cursor.expect(Token::CloseBracket, "an operator or `]`")?;
                ExpressionKind::Identity(set)
            }
            Token::Begin => {
                self.cursor.advance();
                let inner = self.expression()?;
                self.cursor.expect(Token::End, "an operator or `end`")?;
                inner.kind
            }
            Token::OpenParenthesis => self.tuple()?,
            _ => return Ok(None),
        };
        Ok(Some(Expression { kind, span: self.cursor.since(start) }))
    }

    fn single(&mut self, kind: ExpressionKind) -> ExpressionKind {
        self.cursor.advance();
        kind
    }

    fn empty_set(&mut self, start: Span) -> Result<ExpressionKind, Diagnostic> {
        self.cursor.advance();
        if !self.cursor.eat(Token::CloseBrace) {
            let help = "the only set that can be written in braces is the empty one, `{}`";
            return Err(crate::cursor::not_supported(start, "a set of given elements is", help));
        }
        Ok(ExpressionKind::EmptySet)
    }

    /// What stands in parentheses: one expression, or a tuple of none or several.
    fn tuple(&mut self) -> Result<ExpressionKind, Diagnostic> {
        self.cursor.advance();
        if self.cursor.eat(Token::CloseParenthesis) {
            return Ok(ExpressionKind::Tuple(Vec::new()));
        }
        let first = self.expression()?;
        if self.cursor.eat(Token::CloseParenthesis) {
            return Ok(first.kind);
        }
        let mut elements = vec![first];
        while self.cursor.eat(Token::Comma) {
            elements.push(self.expression()?);
        }
        self.cursor.expect(Token::CloseParenthesis, "an operator, `,` or `)`")?;
        Ok(ExpressionKind::Tuple(elements))
    }
}

fn named(name: Name) -> Expression {
    Expression { kind: ExpressionKind::Name(name.text), span: name.span }
}
