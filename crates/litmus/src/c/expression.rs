//! The parser of expressions, by the precedences of C.

use porf_entity::{Diagnostic, Span};

use super::ast::{
    BinaryOperator, CompareOperator, Expression, ExpressionKind, LogicalOperator, MemoryOrder, UnaryOperator,
};
use super::parse::Parser;
use crate::ctype::{IntegerType, at_type, parse_type};
use crate::cursor::{NESTING_LIMIT, too_deep};
use crate::lexer::Token;
use crate::number::{LeadingZero, Literal, literal};

/// An operator between two operands.
enum Infix {
    Binary(BinaryOperator),
    Compare(CompareOperator),
    Logical(LogicalOperator),
}

/// The infix operator of a token, and how tightly it binds.
fn infix(token: Token) -> Option<(u8, Infix)> {
    use BinaryOperator as Op;
    use Infix::{Binary, Compare, Logical};
    Some(match token {
        Token::LogicalOr => (1, Logical(LogicalOperator::Or)),
        Token::LogicalAnd => (2, Logical(LogicalOperator::And)),
        Token::Bar => (3, Binary(Op::Or)),
        Token::Caret => (4, Binary(Op::Xor)),
        Token::Ampersand => (5, Binary(Op::And)),
        Token::Equal => (6, Compare(CompareOperator::Equal)),
        Token::NotEqual => (6, Compare(CompareOperator::NotEqual)),
        Token::Less => (7, Compare(CompareOperator::Less)),
        Token::LessEqual => (7, Compare(CompareOperator::LessEqual)),
        Token::Greater => (7, Compare(CompareOperator::Greater)),
        Token::GreaterEqual => (7, Compare(CompareOperator::GreaterEqual)),
        Token::ShiftLeft => (8, Binary(Op::ShiftLeft)),
        Token::ShiftRight => (8, Binary(Op::ShiftRight)),
        Token::Plus => (9, Binary(Op::Add)),
        Token::Minus => (9, Binary(Op::Subtract)),
        Token::Star => (10, Binary(Op::Multiply)),
        Token::Slash => (10, Binary(Op::Divide)),
        Token::Percent => (10, Binary(Op::Remainder)),
        _ => return None,
    })
}

/// The outer `None` is for a token that assigns nothing. Inside is the operator of `+=` and the
/// like, if there is one.
fn assignment_operator(token: Token) -> Option<Option<BinaryOperator>> {
    use BinaryOperator as Op;
    Some(match token {
        Token::Assign => None,
        Token::PlusAssign => Some(Op::Add),
        Token::MinusAssign => Some(Op::Subtract),
        Token::StarAssign => Some(Op::Multiply),
        Token::SlashAssign => Some(Op::Divide),
        Token::PercentAssign => Some(Op::Remainder),
        Token::AmpersandAssign => Some(Op::And),
        Token::BarAssign => Some(Op::Or),
        Token::CaretAssign => Some(Op::Xor),
        Token::ShiftLeftAssign => Some(Op::ShiftLeft),
        Token::ShiftRightAssign => Some(Op::ShiftRight),
        _ => return None,
    })
}

/// The expression that a prefix token makes of its operand.
fn prefix(token: Token) -> Option<fn(Box<Expression>) -> ExpressionKind> {
    use ExpressionKind::{AddressOf, Dereference, Not, Step, Unary};
    Some(match token {
        Token::Plus => |operand| Unary(UnaryOperator::Plus, operand),
        Token::Minus => |operand| Unary(UnaryOperator::Minus, operand),
        Token::Tilde => |operand| Unary(UnaryOperator::Complement, operand),
        Token::Exclamation => Not,
        Token::Star => Dereference,
        Token::Ampersand => AddressOf,
        Token::Increment => |target| Step { operator: BinaryOperator::Add, postfix: false, target },
        Token::Decrement => |target| Step { operator: BinaryOperator::Subtract, postfix: false, target },
        _ => return None,
    })
}

/// The operator of a step after an operand.
fn step_operator(token: Token) -> Option<BinaryOperator> {
    match token {
        Token::Increment => Some(BinaryOperator::Add),
        Token::Decrement => Some(BinaryOperator::Subtract),
        _ => None,
    }
}

/// The expression with these parts, unless the tree is too high to walk.
fn node(kind: ExpressionKind, span: Span) -> Result<Expression, Diagnostic> {
    use ExpressionKind as Kind;
    let height = 1 + match &kind {
        Kind::Integer { .. } | Kind::Local(_) | Kind::Order(_) => 0,
        Kind::Unary(_, inner)
        | Kind::Not(inner)
        | Kind::Step { target: inner, .. }
        | Kind::Dereference(inner)
        | Kind::AddressOf(inner)
        | Kind::Cast(_, inner) => inner.height,
        Kind::Binary(_, left, right)
        | Kind::Compare(_, left, right)
        | Kind::Logical(_, left, right)
        | Kind::Assign(_, left, right)
        | Kind::Index(left, right) => left.height.max(right.height),
        Kind::Conditional(parts) => parts.iter().map(|part| part.height).max().unwrap_or(0),
        Kind::Call { arguments, .. } => arguments.iter().map(|argument| argument.height).max().unwrap_or(0),
    };
    if height > NESTING_LIMIT { Err(too_deep(span)) } else { Ok(Expression { kind, span, height }) }
}

impl Parser<'_, '_> {
    /// An expression without commas outside of calls.
    pub(super) fn expression(&mut self) -> Result<Expression, Diagnostic> {
        self.assignment()
    }

    pub(super) fn assignment(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.enter()?;
        let target = self.conditional()?;
        let expression = match self.cursor.peek().and_then(assignment_operator) {
            Some(operator) => {
                self.cursor.advance();
                let value = self.assignment()?;
                let span = target.span.to(value.span);
                node(ExpressionKind::Assign(operator, Box::new(target), Box::new(value)), span)?
            }
            None => target,
        };
        self.cursor.leave();
        Ok(expression)
    }

    fn conditional(&mut self) -> Result<Expression, Diagnostic> {
        let condition = self.infix_chain(0)?;
        if !self.cursor.eat(Token::Question) {
            return Ok(condition);
        }
        self.cursor.enter()?;
        let then = self.expression()?;
        self.cursor.expect(Token::Colon, "`:`")?;
        let otherwise = self.conditional()?;
        self.cursor.leave();
        let span = condition.span.to(otherwise.span);
        node(ExpressionKind::Conditional(Box::new([condition, then, otherwise])), span)
    }

    /// Operands joined by operators that bind more tightly than `loosest`.
    fn infix_chain(&mut self, loosest: u8) -> Result<Expression, Diagnostic> {
        let mut left = self.unary()?;
        while let Some((binding, operator)) = self.cursor.peek().and_then(infix)
            && binding > loosest
        {
            self.cursor.advance();
            let right = self.infix_chain(binding)?;
            let span = left.span.to(right.span);
            let (left_box, right_box) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Infix::Binary(operator) => ExpressionKind::Binary(operator, left_box, right_box),
                Infix::Compare(operator) => ExpressionKind::Compare(operator, left_box, right_box),
                Infix::Logical(operator) => ExpressionKind::Logical(operator, left_box, right_box),
            };
            left = node(kind, span)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.span();
        let Some(wrap) = self.cursor.peek().and_then(prefix) else { return self.postfix() };
        self.cursor.enter()?;
        self.cursor.advance();
        let inner = self.unary()?;
        self.cursor.leave();
        let span = start.to(inner.span);
        node(wrap(Box::new(inner)), span)
    }

    fn postfix(&mut self) -> Result<Expression, Diagnostic> {
        let mut expression = self.primary()?;
        loop {
            let start = expression.span;
            let kind = match self.cursor.peek() {
                Some(Token::OpenBracket) => {
                    self.cursor.advance();
                    let index = self.expression()?;
                    self.cursor.expect(Token::CloseBracket, "`]`")?;
                    ExpressionKind::Index(Box::new(expression), Box::new(index))
                }
                Some(token) => match step_operator(token) {
                    Some(operator) => {
                        self.cursor.advance();
                        ExpressionKind::Step { operator, postfix: true, target: Box::new(expression) }
                    }
                    None => return Ok(expression),
                },
                None => return Ok(expression),
            };
            expression = node(kind, start.to(self.cursor.previous_span()))?;
        }
    }

    fn primary(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.span();
        let integer = |value, ty| node(ExpressionKind::Integer { value, ty }, start);
        match self.cursor.peek() {
            Some(Token::Number) => {
                let (literal, span) = literal(self.cursor, LeadingZero::Octal)?;
                integer(literal.value, literal_type(literal, span)?)
            }
            Some(Token::Character) => {
                self.cursor.advance();
                integer(character(self.cursor.text(start), start)?, IntegerType::INT)
            }
            Some(Token::OpenParenthesis) => self.parenthesis_or_cast(),
            Some(Token::Name) => {
                let (name, span) = self.cursor.expect_name("an expression")?;
                match name {
                    _ if self.cursor.peek() == Some(Token::OpenParenthesis) => self.call(name, span),
                    "true" => integer(1, IntegerType::INT),
                    "false" => integer(0, IntegerType::INT),
                    "NULL" => integer(0, IntegerType::LONG),
                    _ if name.starts_with("memory_order") => {
                        node(ExpressionKind::Order(memory_order(name, span)?), span)
                    }
                    _ => node(ExpressionKind::Local(self.look_up(name, span)?), span),
                }
            }
            _ => Err(self.cursor.unexpected("an expression")),
        }
    }

    fn parenthesis_or_cast(&mut self) -> Result<Expression, Diagnostic> {
        let start = self.cursor.expect(Token::OpenParenthesis, "`(`")?;
        if !at_type(self.cursor) {
            let inner = self.expression()?;
            self.cursor.expect(Token::CloseParenthesis, "`)`")?;
            // The marks on an expression in messages include its parentheses.
            return Ok(Expression { span: start.to(self.cursor.previous_span()), ..inner });
        }
        self.cursor.enter()?;
        let ty = parse_type(self.cursor)?;
        self.cursor.expect(Token::CloseParenthesis, "`)`")?;
        let inner = self.unary()?;
        self.cursor.leave();
        let span = start.to(inner.span);
        node(ExpressionKind::Cast(ty, Box::new(inner)), span)
    }

    fn call(&mut self, name: &str, name_span: Span) -> Result<Expression, Diagnostic> {
        self.cursor.expect(Token::OpenParenthesis, "`(`")?;
        let mut arguments = Vec::new();
        while !self.cursor.eat(Token::CloseParenthesis) {
            arguments.push(self.assignment()?);
            if self.cursor.peek() != Some(Token::CloseParenthesis) {
                self.cursor.expect(Token::Comma, "`,` or `)`")?;
            }
        }
        let span = name_span.to(self.cursor.previous_span());
        node(ExpressionKind::Call { name: name.to_owned(), name_span, arguments }, span)
    }
}

fn memory_order(name: &str, span: Span) -> Result<MemoryOrder, Diagnostic> {
    let known = MemoryOrder::BY_NAME;
    known.iter().find(|(known, _)| *known == name).map(|&(_, order)| order).ok_or_else(|| {
        Diagnostic::new(span, format!("`{name}` is not a memory order"), "unknown memory order")
            .suggesting(name, known.iter().map(|&(name, _)| name))
    })
}

/// The first type of C's list for the literal that can represent it.
fn literal_type(literal: Literal, span: Span) -> Result<IntegerType, Diagnostic> {
    let Literal { value, decimal, unsigned, long } = literal;
    let may_be_unsigned = unsigned || !decimal;
    if !long && !unsigned && i32::try_from(value).is_ok() {
        Ok(IntegerType::INT)
    } else if !long && may_be_unsigned && u32::try_from(value).is_ok() {
        Ok(IntegerType::UNSIGNED)
    } else if !unsigned && i64::try_from(value).is_ok() {
        Ok(IntegerType::LONG)
    } else if may_be_unsigned {
        Ok(IntegerType::UNSIGNED_LONG)
    } else {
        Err(Diagnostic::new(span, "this number is too large", "does not fit in a `long`")
            .with_help("add the suffix `u` to make it unsigned"))
    }
}

/// The value of a character constant, quotes included.
fn character(text: &str, span: Span) -> Result<u64, Diagnostic> {
    let mut inner = text.chars().skip(1);
    let value = match inner.next() {
        Some('\\') => match inner.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('0') => '\0',
            Some(quoted @ ('\\' | '\'' | '"')) => quoted,
            _ => return Err(Diagnostic::new(span, "this escape sequence is not known", "")),
        },
        Some(plain) if plain.is_ascii() => plain,
        _ => {
            return Err(Diagnostic::new(
                span,
                "this is not a character constant",
                "expected one ASCII character",
            ));
        }
    };
    Ok(u64::from(u32::from(value)))
}
