//! Integer literals.

use porf_entity::{Diagnostic, Span};

use crate::cursor::Cursor;
use crate::lexer::Token;

/// An integer literal, as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub(crate) value: u64,
    pub(crate) decimal: bool,
    /// Suffix `u`.
    pub(crate) unsigned: bool,
    /// Suffix `l` or `ll`.
    pub(crate) long: bool,
}

/// The meaning of a leading zero.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeadingZero {
    /// In C code: an octal number.
    Octal,
    /// Everywhere else: no meaning.
    Decimal,
}

/// The literal, which must be the next token.
pub(crate) fn literal(cursor: &mut Cursor<'_>, zero: LeadingZero) -> Result<(Literal, Span), Diagnostic> {
    let span = cursor.expect(Token::Number, "a number")?;
    let literal = read(cursor.text(span), zero).map_err(|problem| match problem {
        Problem::Malformed => Diagnostic::new(span, "this is not a number", ""),
        Problem::TooLarge => Diagnostic::new(span, "this number is too large", "does not fit in 64 bits"),
    })?;
    Ok((literal, span))
}

/// A number with an optional sign, as 64 bits.
pub(crate) fn signed_number(cursor: &mut Cursor<'_>) -> Result<u64, Diagnostic> {
    let negative = cursor.eat(Token::Minus);
    if !negative {
        cursor.eat(Token::Plus);
    }
    let (literal, _) = literal(cursor, LeadingZero::Decimal)?;
    Ok(if negative { literal.value.wrapping_neg() } else { literal.value })
}

#[derive(PartialEq, Eq, Debug)]
enum Problem {
    Malformed,
    TooLarge,
}

fn read(text: &str, zero: LeadingZero) -> Result<Literal, Problem> {
    let lower = text.to_ascii_lowercase();
    let (radix, rest) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if zero == LeadingZero::Octal && lower.len() > 1 && lower.starts_with('0') {
        (8, lower.as_str())
    } else {
        (10, lower.as_str())
    };
    let end = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    let (unsigned, long) = match suffix {
        "" => (false, false),
        "u" => (true, false),
        "l" | "ll" => (false, true),
        "ul" | "lu" | "ull" | "llu" => (true, true),
        _ => return Err(Problem::Malformed),
    };
    if digits.is_empty() {
        return Err(Problem::Malformed);
    }
    let value = u64::from_str_radix(digits, radix).map_err(|_| Problem::TooLarge)?;
    Ok(Literal { value, decimal: radix == 10, unsigned, long })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radixes_and_suffixes() {
        let value = |text| read(text, LeadingZero::Octal).map(|literal| literal.value);
        assert_eq!(value("0"), Ok(0));
        assert_eq!(value("017"), Ok(15));
        assert_eq!(read("017", LeadingZero::Decimal).unwrap().value, 17);
        assert_eq!(value("0xFfUL"), Ok(255));
        assert_eq!(value("0b101"), Ok(5));
        assert_eq!(value("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(value("18446744073709551616"), Err(Problem::TooLarge));
        for malformed in ["08", "0x", "1ux", "12abc", "0b2", "1_000"] {
            assert_eq!(value(malformed), Err(Problem::Malformed), "{malformed}");
        }
        let literal = read("1lu", LeadingZero::Octal).unwrap();
        assert!(literal.unsigned && literal.long && literal.decimal);
    }
}
