//! Cuts text into tokens.

use super::parse::ParseError;

/// A token of the text form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// Letters, digits, `_` and `.`, such as `load.acq`, `b3` or `i32`.
    Word(String),
    /// `%v` and a number.
    Value(u32),
    /// A decimal number.
    Number(u64),
    /// Text in quotation marks, without them.
    Text(String),
    /// A character that stands for itself, or `->` as `>`.
    Symbol(char),
    /// The end of the input.
    End,
}

/// A place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl Place {
    pub(super) fn error(self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }
}

/// The rest of the text that is not yet cut.
pub(super) struct Lexer<'a> {
    rest: std::str::Chars<'a>,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), place: Place { line: 1, column: 1 } }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn advance(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(c)
    }

    fn take_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.peek().filter(|&c| wanted(c)) {
            taken.push(c);
            self.advance();
        }
        taken
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> Result<(Place, Token), ParseError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some(';') {
                break;
            }
            self.take_while(|c| c != '\n');
        }
        let place = self.place;
        let token = match self.peek() {
            None => Token::End,
            Some('%') => {
                self.advance();
                let name = self.take_while(|c| c.is_ascii_alphanumeric());
                let number = name.strip_prefix('v').and_then(plain_number);
                Token::Value(number.ok_or_else(|| place.error("a value is `%v` and a number"))?)
            }
            Some('"') => {
                self.advance();
                Token::Text(self.quoted(place)?)
            }
            Some(c) if c.is_ascii_digit() => {
                let digits = self.take_while(|c| c.is_ascii_digit());
                Token::Number(digits.parse().map_err(|_| place.error("a number above 64 bits"))?)
            }
            Some(c) if c.is_ascii_alphabetic() => {
                Token::Word(self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.'))
            }
            Some('-') => {
                self.advance();
                if self.peek() == Some('>') {
                    self.advance();
                    Token::Symbol('>')
                } else {
                    Token::Symbol('-')
                }
            }
            Some(c) if "()[]{}:,=@+".contains(c) => {
                self.advance();
                Token::Symbol(c)
            }
            Some(c) => return Err(place.error(format!("unexpected character {c:?}"))),
        };
        Ok((place, token))
    }

    /// The text up to the closing quotation mark of a text that began at `start`.
    fn quoted(&mut self, start: Place) -> Result<String, ParseError> {
        let mut text = String::new();
        loop {
            let place = self.place;
            match self.advance() {
                None | Some('\n') => return Err(start.error("the quotation mark is not closed")),
                Some('"') => return Ok(text),
                Some('\\') => match self.advance() {
                    Some(c @ ('"' | '\\')) => text.push(c),
                    Some('u') => text.push(self.code_point(place)?),
                    _ => return Err(place.error("an escape is `\\\"`, `\\\\` or `\\u{…}`")),
                },
                Some(c) => text.push(c),
            }
        }
    }

    fn code_point(&mut self, place: Place) -> Result<char, ParseError> {
        let digits = match self.advance() {
            Some('{') => self.take_while(|c| c.is_ascii_hexdigit()),
            _ => String::new(),
        };
        let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
        match (code, self.advance()) {
            (Some(c), Some('}')) => Ok(c),
            _ => Err(place.error("`\\u{…}` needs the hexadecimal number of a character")),
        }
    }
}

/// A number written as it is printed, without leading zeros or signs, so that an id has one name only.
pub(super) fn plain_number(digits: &str) -> Option<u32> {
    let number: u32 = digits.parse().ok()?;
    (number.to_string() == digits).then_some(number)
}
