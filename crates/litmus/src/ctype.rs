//! C types: integers and pointers to them, atomic or not.
//!
//! Sizes are those of 64-bit Linux: `int` has 32 bits, `long` and pointers 64, and plain `char` is
//! signed.

use std::fmt;

use porf_entity::{AccessSize, Diagnostic, Span};
use porf_ir::Type;

use crate::cursor::Cursor;
use crate::lexer::Token;
use crate::observable::ObservableType;

/// An integer type. Types of the same width and signedness are the same type here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IntegerType {
    pub(crate) size: AccessSize,
    pub(crate) signed: bool,
    /// Whether this is `_Bool`, to which every number but 0 converts as 1.
    pub(crate) boolean: bool,
}

impl IntegerType {
    pub(crate) const BOOL: Self = Self { size: AccessSize::B1, signed: false, boolean: true };
    pub(crate) const INT: Self = Self::new(AccessSize::B4, true);
    pub(crate) const UNSIGNED: Self = Self::new(AccessSize::B4, false);
    pub(crate) const LONG: Self = Self::new(AccessSize::B8, true);
    pub(crate) const UNSIGNED_LONG: Self = Self::new(AccessSize::B8, false);

    const fn new(size: AccessSize, signed: bool) -> Self {
        Self { size, signed, boolean: false }
    }

    /// The integer promotions: every type narrower than `int` computes as `int`.
    pub(crate) fn promoted(self) -> Self {
        if self.size < AccessSize::B4 { Self::INT } else { self }
    }

    /// The usual arithmetic conversions: the type in which an operation on these two types
    /// computes.
    pub(crate) fn common(self, other: Self) -> Self {
        let (left, right) = (self.promoted(), other.promoted());
        match left.size.cmp(&right.size) {
            std::cmp::Ordering::Less => right,
            std::cmp::Ordering::Greater => left,
            std::cmp::Ordering::Equal => Self::new(left.size, left.signed && right.signed),
        }
    }
}

/// The type of an object or value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CType {
    base: IntegerType,
    /// The number of `*`.
    stars: u8,
    /// Bit n: whether the type with the first n of the stars is atomic.
    atomic: u8,
}

impl CType {
    pub(crate) const INT: Self = Self::integer(IntegerType::INT);
    pub(crate) const BOOL: Self = Self::integer(IntegerType::BOOL);
    pub(crate) const LONG: Self = Self::integer(IntegerType::LONG);

    const MOST_STARS: u8 = 7;

    pub(crate) const fn integer(base: IntegerType) -> Self {
        Self { base, stars: 0, atomic: 0 }
    }

    /// The integer type, if this is one.
    pub(crate) fn as_integer(self) -> Option<IntegerType> {
        (self.stars == 0).then_some(self.base)
    }

    /// The type to which a pointer of this type points.
    pub(crate) fn pointee(self) -> Option<Self> {
        let below = (1u8 << self.stars) - 1;
        self.stars.checked_sub(1).map(|stars| Self { stars, atomic: self.atomic & below, ..self })
    }

    /// The type of a pointer to this type; `None` if it has more stars than anyone writes.
    pub(crate) fn pointer_to(self) -> Option<Self> {
        (self.stars < Self::MOST_STARS).then(|| Self { stars: self.stars + 1, ..self })
    }

    pub(crate) fn is_atomic(self) -> bool {
        self.atomic & (1 << self.stars) != 0
    }

    fn made_atomic(self) -> Self {
        Self { atomic: self.atomic | (1 << self.stars), ..self }
    }

    /// The type of the values that an object of this type holds.
    pub(crate) fn value_type(self) -> Self {
        Self { atomic: self.atomic & !(1 << self.stars), ..self }
    }

    pub(crate) fn size(self) -> AccessSize {
        self.as_integer().map_or(AccessSize::B8, |integer| integer.size)
    }

    /// The representation of values of this type in the IR.
    pub(crate) fn lowered(self) -> Type {
        match self.size() {
            _ if self.stars > 0 => Type::Ptr,
            AccessSize::B1 => Type::I8,
            AccessSize::B2 => Type::I16,
            AccessSize::B4 => Type::I32,
            AccessSize::B8 => Type::I64,
        }
    }

    /// The form in which values of this type are shown.
    pub(crate) fn observed(self) -> ObservableType {
        match self.as_integer() {
            Some(IntegerType { size, signed, .. }) => ObservableType::Integer { size, signed },
            None => ObservableType::Address,
        }
    }
}

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let atomic = if self.atomic & 1 != 0 { "_Atomic " } else { "" };
        let name = match (self.base.size, self.base.signed) {
            _ if self.base.boolean => "bool",
            (AccessSize::B1, true) => "char",
            (AccessSize::B1, false) => "unsigned char",
            (AccessSize::B2, true) => "short",
            (AccessSize::B2, false) => "unsigned short",
            (AccessSize::B4, true) => "int",
            (AccessSize::B4, false) => "unsigned",
            (AccessSize::B8, true) => "long",
            (AccessSize::B8, false) => "unsigned long",
        };
        write!(f, "{atomic}{name}")?;
        for star in 1..=self.stars {
            let space = if star == 1 { " " } else { "" };
            let atomic = if self.atomic & (1 << star) != 0 { " _Atomic" } else { "" };
            write!(f, "{space}*{atomic}")?;
        }
        Ok(())
    }
}

/// The contribution of a word to a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    /// A word without meaning here: `const`, `volatile`, …
    Qualifier,
    Atomic,
    Signed(bool),
    Short,
    Long,
    Char,
    Int,
    /// A whole type.
    Named(IntegerType),
    /// A whole atomic type.
    NamedAtomic(IntegerType),
    /// A type that is not an integer.
    Unsupported,
}

fn type_word(name: &str) -> Option<Word> {
    Some(match name {
        "const" | "volatile" | "restrict" | "__restrict" | "register" | "static" | "auto" | "extern" => {
            Word::Qualifier
        }
        "_Atomic" => Word::Atomic,
        "signed" => Word::Signed(true),
        "unsigned" => Word::Signed(false),
        "short" => Word::Short,
        "long" => Word::Long,
        "char" => Word::Char,
        "int" => Word::Int,
        "void" | "float" | "double" | "struct" | "union" | "enum" => Word::Unsupported,
        "atomic_flag" => Word::NamedAtomic(IntegerType::BOOL),
        _ => match name.strip_prefix("atomic_") {
            Some(rest) => Word::NamedAtomic(named(rest).or_else(|| abbreviated(rest))?),
            None => Word::Named(named(name)?),
        },
    })
}

/// Type names that are also found behind `atomic_`.
fn named(name: &str) -> Option<IntegerType> {
    use AccessSize::{B1, B2, B4, B8};
    let (size, signed) = match name {
        "bool" | "_Bool" => return Some(IntegerType::BOOL),
        "int8_t" => (B1, true),
        "uint8_t" => (B1, false),
        "int16_t" => (B2, true),
        "uint16_t" => (B2, false),
        "int32_t" | "wchar_t" => (B4, true),
        "uint" | "uint32_t" => (B4, false),
        "int64_t" | "intptr_t" | "ssize_t" | "ptrdiff_t" | "intmax_t" => (B8, true),
        "uint64_t" | "uintptr_t" | "size_t" | "uintmax_t" | "ulong" => (B8, false),
        _ => return None,
    };
    Some(IntegerType::new(size, signed))
}

/// The types that C abbreviates behind `atomic_`.
fn abbreviated(name: &str) -> Option<IntegerType> {
    use AccessSize::{B1, B2, B4, B8};
    let (size, signed) = match name {
        "char" | "schar" => (B1, true),
        "uchar" => (B1, false),
        "short" => (B2, true),
        "ushort" => (B2, false),
        "int" => (B4, true),
        "long" | "llong" => (B8, true),
        "ullong" => (B8, false),
        _ => return None,
    };
    Some(IntegerType::new(size, signed))
}

/// Whether a type begins here.
pub(crate) fn at_type(cursor: &Cursor<'_>) -> bool {
    cursor.peek_name().is_some_and(|name| type_word(name).is_some())
}

/// The words of a declaration that come before its `*`s.
pub(crate) fn parse_specifiers(cursor: &mut Cursor<'_>) -> Result<CType, Diagnostic> {
    let start = cursor.span();
    let mut whole: Option<CType> = None;
    let mut signed = None;
    let mut size = None;
    let mut plain_int = false;
    let mut atomic = false;
    while let Some(word) = cursor.peek_name().and_then(type_word) {
        let span = cursor.advance();
        let conflict = || {
            let label = "does not go with the words before it";
            Diagnostic::new(span, "these words do not make a type", label)
        };
        let partial = signed.is_some() || size.is_some() || plain_int;
        match word {
            Word::Qualifier => {}
            Word::Unsupported => {
                let message = format!("the type `{}` is not supported", cursor.text(span));
                return Err(Diagnostic::new(span, message, "not an integer type")
                    .with_help("variables are integers or pointers to integers"));
            }
            Word::Atomic if whole.is_none() && !partial && cursor.eat(Token::OpenParenthesis) => {
                cursor.enter()?;
                whole = Some(parse_type(cursor)?.made_atomic());
                cursor.leave();
                cursor.expect(Token::CloseParenthesis, "`)`")?;
            }
            Word::Atomic => atomic = true,
            _ if whole.is_some() => return Err(conflict()),
            Word::Named(base) if !partial => whole = Some(CType::integer(base)),
            Word::NamedAtomic(base) if !partial => whole = Some(CType::integer(base).made_atomic()),
            Word::Named(_) | Word::NamedAtomic(_) => return Err(conflict()),
            Word::Signed(_) if signed.is_some() => return Err(conflict()),
            Word::Signed(sign) => signed = Some(sign),
            Word::Int if plain_int || size == Some(AccessSize::B1) => return Err(conflict()),
            Word::Int => plain_int = true,
            Word::Long if matches!(size, None | Some(AccessSize::B8)) => size = Some(AccessSize::B8),
            Word::Short if size.is_none() => size = Some(AccessSize::B2),
            Word::Char if size.is_none() && !plain_int => size = Some(AccessSize::B1),
            Word::Long | Word::Short | Word::Char => return Err(conflict()),
        }
    }
    let ty = match whole {
        Some(ty) => ty,
        None if signed.is_some() || size.is_some() || plain_int => {
            CType::integer(IntegerType::new(size.unwrap_or(AccessSize::B4), signed.unwrap_or(true)))
        }
        // `_Atomic x` or `volatile x`: C once took this as `int`.
        None if cursor.span() != start => CType::INT,
        None => return Err(unknown_type(cursor)),
    };
    Ok(if atomic { ty.made_atomic() } else { ty })
}

fn unknown_type(cursor: &Cursor<'_>) -> Diagnostic {
    let common = ["int", "atomic_int", "unsigned", "long", "volatile", "bool", "uint64_t", "atomic_long"];
    match cursor.peek_name() {
        Some(name) => {
            Diagnostic::new(cursor.span(), format!("`{name}` is not a type"), "expected a type here")
                .suggesting(name, common)
        }
        None => cursor.unexpected("a type"),
    }
}

/// The `*`s that follow the specifiers or precede a declared name, with their qualifiers.
pub(crate) fn parse_stars(cursor: &mut Cursor<'_>, mut ty: CType) -> Result<CType, Diagnostic> {
    while cursor.peek() == Some(Token::Star) {
        let star = cursor.advance();
        ty = ty.pointer_to().ok_or_else(|| too_many_stars(star))?;
        while let Some(word) = cursor.peek_name().and_then(type_word) {
            match word {
                Word::Qualifier => {}
                Word::Atomic => ty = ty.made_atomic(),
                _ => return Ok(ty),
            }
            cursor.advance();
        }
    }
    Ok(ty)
}

fn too_many_stars(star: Span) -> Diagnostic {
    let label = format!("more than {} levels", CType::MOST_STARS);
    Diagnostic::new(star, "this is a pointer to a pointer to a pointer too often", label)
}

/// A type without a name, as in a cast.
pub(crate) fn parse_type(cursor: &mut Cursor<'_>) -> Result<CType, Diagnostic> {
    let specifiers = parse_specifiers(cursor)?;
    parse_stars(cursor, specifiers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(source: &str) -> Result<String, String> {
        let mut cursor = Cursor::new(source, 0, true);
        let ty = parse_type(&mut cursor).map_err(|diagnostic| diagnostic.message)?;
        assert!(cursor.at_end(), "{source}");
        Ok(ty.to_string())
    }

    #[test]
    fn types_are_read() {
        for (source, expected) in [
            ("int", "int"),
            ("volatile int *", "int *"),
            ("unsigned long long int", "unsigned long"),
            ("long unsigned", "unsigned long"),
            ("char", "char"),
            ("short int", "short"),
            ("atomic_uchar *", "_Atomic unsigned char *"),
            ("_Atomic int *", "_Atomic int *"),
            ("_Atomic(int *) *", "int * _Atomic*"),
            ("int * _Atomic *", "int * _Atomic*"),
            ("const uint16_t * const", "unsigned short *"),
            ("atomic_flag", "_Atomic bool"),
            ("_Bool", "bool"),
        ] {
            assert_eq!(parsed(source).as_deref(), Ok(expected), "{source}");
        }
        assert_eq!(parsed("long char").unwrap_err(), "these words do not make a type");
        assert_eq!(parsed("intt").unwrap_err(), "`intt` is not a type");
        assert_eq!(parsed("struct").unwrap_err(), "the type `struct` is not supported");
        assert!(parsed("int ********").is_err());
    }

    #[test]
    fn stars_and_atomics_come_off_one_by_one() {
        let mut cursor = Cursor::new("_Atomic int * _Atomic *", 0, true);
        let ty = parse_type(&mut cursor).unwrap();
        let pointer = ty.pointee().unwrap();
        let object = pointer.pointee().unwrap();
        assert!(!ty.is_atomic() && pointer.is_atomic() && object.is_atomic());
        assert_eq!(pointer.value_type().to_string(), "_Atomic int *");
        assert_eq!(object.value_type(), CType::INT);
        assert_eq!(object.pointee(), None);
    }

    /// The table of C17 6.3.1.8 for the widths that there are.
    #[test]
    fn arithmetic_conversions() {
        let (int, unsigned) = (IntegerType::INT, IntegerType::UNSIGNED);
        let (long, unsigned_long) = (IntegerType::LONG, IntegerType::UNSIGNED_LONG);
        let char = IntegerType::new(AccessSize::B1, false);
        assert_eq!(char.common(char), int);
        assert_eq!(char.common(unsigned), unsigned);
        assert_eq!(int.common(unsigned), unsigned);
        assert_eq!(unsigned.common(long), long);
        assert_eq!(long.common(unsigned_long), unsigned_long);
        assert_eq!(int.common(unsigned_long), unsigned_long);
        assert_eq!(IntegerType::BOOL.promoted(), int);
    }
}
