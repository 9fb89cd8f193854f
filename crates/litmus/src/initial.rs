//! The initial state: the contents of memory and registers before any thread runs.
//!
//! The initial state is a list in braces of items separated by `;`: `x=1`, `[x]=1`, `int x=1`,
//! `int *p=&x`, `int a[2]={0,1}` for memory, `0:r1=1`, `P0:EAX=x`, `int 0:r1` for registers.

use porf_entity::{Diagnostic, Span};

use crate::ctype::{CType, at_type, parse_specifiers, parse_stars, parse_type};
use crate::cursor::Cursor;
use crate::lexer::Token;
use crate::number::{LeadingZero, literal, signed_number};
use crate::observable::thread_prefix;

/// The number of elements that an array may have.
pub(crate) const MOST_ELEMENTS: u64 = 4096;

pub(crate) struct InitialState {
    pub(crate) variables: Vec<VariableItem>,
    pub(crate) registers: Vec<RegisterItem>,
}

/// A variable in the initial state.
pub(crate) struct VariableItem {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) ty: Option<CType>,
    /// The number of elements of an array.
    pub(crate) length: Option<u64>,
    /// The values of the first elements.
    pub(crate) values: Vec<InitialValue>,
}

/// A register in the initial state.
pub(crate) struct RegisterItem {
    pub(crate) thread: u32,
    pub(crate) thread_span: Span,
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) value: InitialValue,
}

#[derive(Clone)]
pub(crate) struct InitialValue {
    pub(crate) kind: ValueKind,
    pub(crate) span: Span,
}

#[derive(Clone)]
pub(crate) enum ValueKind {
    Number(u64),
    AddressOf { name: String, element: u64 },
}

/// Parses the initial state with its braces.
pub(crate) fn parse(cursor: &mut Cursor<'_>) -> Result<InitialState, Diagnostic> {
    cursor.expect(Token::OpenBrace, "`{`")?;
    let mut state = InitialState { variables: Vec::new(), registers: Vec::new() };
    loop {
        while cursor.eat(Token::Semicolon) {}
        if cursor.eat(Token::CloseBrace) {
            break;
        }
        item(cursor, &mut state)?;
        if !matches!(cursor.peek(), Some(Token::Semicolon | Token::CloseBrace)) {
            return Err(cursor.unexpected("`;` or `}`"));
        }
    }
    while cursor.eat(Token::Semicolon) {}
    Ok(state)
}

fn item(cursor: &mut Cursor<'_>, state: &mut InitialState) -> Result<(), Diagnostic> {
    let mut register = thread_prefix(cursor)?;
    let ty = optional_type(cursor)?;
    if register.is_none() {
        register = thread_prefix(cursor)?;
    }
    if let Some((thread, thread_span)) = register {
        let (name, span) = cursor.expect_name("a register")?;
        let value = match cursor.eat(Token::Assign) {
            true => value(cursor)?,
            false => InitialValue { kind: ValueKind::Number(0), span },
        };
        state.registers.push(RegisterItem { thread, thread_span, name: name.to_owned(), span, value });
        return Ok(());
    }
    let (name, span) = variable_name(cursor)?;
    let mut length = array_length(cursor)?;
    let values = if !cursor.eat(Token::Assign) {
        Vec::new()
    } else if cursor.peek() == Some(Token::OpenBrace) {
        let values = value_list(cursor)?;
        length = length.or(Some(Some(values.len() as u64)));
        values
    } else {
        vec![value(cursor)?]
    };
    let length = length.map(|written| written.unwrap_or(values.len() as u64).max(1));
    if let Some(extra) = values.get(usize::try_from(length.unwrap_or(1)).unwrap_or(usize::MAX)) {
        let message = format!("`{name}` has more values than elements");
        return Err(Diagnostic::new(extra.span, message, "one value too many"));
    }
    state.variables.push(VariableItem { name: name.to_owned(), span, ty, length, values });
    Ok(())
}

/// A type before a name: specifiers, `*`s, or both.
fn optional_type(cursor: &mut Cursor<'_>) -> Result<Option<CType>, Diagnostic> {
    let name_follows = matches!(
        cursor.peek_ahead(1),
        Some(Token::Name | Token::Star | Token::Number) if cursor.peek() == Some(Token::Name)
    );
    let specifiers = match at_type(cursor) || name_follows {
        true => Some(parse_specifiers(cursor)?),
        false => None,
    };
    match cursor.peek() {
        Some(Token::Star) => parse_stars(cursor, specifiers.unwrap_or(CType::INT)).map(Some),
        _ => Ok(specifiers),
    }
}

/// `x` or `[x]`.
fn variable_name<'s>(cursor: &mut Cursor<'s>) -> Result<(&'s str, Span), Diagnostic> {
    if cursor.eat(Token::OpenBracket) {
        let name = cursor.expect_name("a variable")?;
        cursor.expect(Token::CloseBracket, "`]`")?;
        Ok(name)
    } else {
        cursor.expect_name("a variable")
    }
}

/// `[n]`, or `[]` for an array that is as long as its values.
fn array_length(cursor: &mut Cursor<'_>) -> Result<Option<Option<u64>>, Diagnostic> {
    if !cursor.eat(Token::OpenBracket) {
        return Ok(None);
    }
    if cursor.eat(Token::CloseBracket) {
        return Ok(Some(None));
    }
    let (literal, span) = literal(cursor, LeadingZero::Octal)?;
    if !(1..=MOST_ELEMENTS).contains(&literal.value) {
        let label = format!("must be 1 to {MOST_ELEMENTS}");
        return Err(Diagnostic::new(span, "an array cannot have this many elements", label));
    }
    cursor.expect(Token::CloseBracket, "`]`")?;
    Ok(Some(Some(literal.value)))
}

fn value_list(cursor: &mut Cursor<'_>) -> Result<Vec<InitialValue>, Diagnostic> {
    cursor.expect(Token::OpenBrace, "`{`")?;
    let mut values = Vec::new();
    while !cursor.eat(Token::CloseBrace) {
        values.push(value(cursor)?);
        if values.len() as u64 > MOST_ELEMENTS {
            return Err(Diagnostic::new(cursor.span(), "an array cannot have this many elements", ""));
        }
        if !cursor.eat(Token::Comma) && cursor.peek() != Some(Token::CloseBrace) {
            return Err(cursor.unexpected("`,` or `}`"));
        }
    }
    Ok(values)
}

fn value(cursor: &mut Cursor<'_>) -> Result<InitialValue, Diagnostic> {
    let start = cursor.span();
    let kind = value_kind(cursor)?;
    Ok(InitialValue { kind, span: start.to(cursor.previous_span()) })
}

fn value_kind(cursor: &mut Cursor<'_>) -> Result<ValueKind, Diagnostic> {
    cursor.eat(Token::Dollar);
    match cursor.peek() {
        Some(Token::OpenParenthesis) => parenthesized_value(cursor),
        Some(Token::Ampersand) => {
            cursor.advance();
            address(cursor)
        }
        Some(Token::Name) => match cursor.peek_name() {
            Some("ATOMIC_VAR_INIT" | "ATOMIC_INIT") => {
                cursor.advance();
                parenthesized_value(cursor)
            }
            Some("ATOMIC_FLAG_INIT" | "NULL" | "false") => {
                cursor.advance();
                Ok(ValueKind::Number(0))
            }
            Some("true") => {
                cursor.advance();
                Ok(ValueKind::Number(1))
            }
            _ => address(cursor),
        },
        Some(Token::Number | Token::Minus | Token::Plus) => signed_number(cursor).map(ValueKind::Number),
        _ => Err(cursor.unexpected("a value")),
    }
}

/// A value in parentheses, or a value behind a cast, which changes nothing.
fn parenthesized_value(cursor: &mut Cursor<'_>) -> Result<ValueKind, Diagnostic> {
    cursor.enter()?;
    cursor.expect(Token::OpenParenthesis, "`(`")?;
    let kind = if at_type(cursor) {
        parse_type(cursor)?;
        cursor.expect(Token::CloseParenthesis, "`)`")?;
        value_kind(cursor)?
    } else {
        let kind = value_kind(cursor)?;
        cursor.expect(Token::CloseParenthesis, "`)`")?;
        kind
    };
    cursor.leave();
    Ok(kind)
}

fn address(cursor: &mut Cursor<'_>) -> Result<ValueKind, Diagnostic> {
    let (name, _) = cursor.expect_name("a variable")?;
    let element = match cursor.eat(Token::OpenBracket) {
        true => {
            let (index, _) = literal(cursor, LeadingZero::Decimal)?;
            cursor.expect(Token::CloseBracket, "`]`")?;
            index.value
        }
        false => 0,
    };
    Ok(ValueKind::AddressOf { name: name.to_owned(), element })
}
