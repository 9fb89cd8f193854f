//! Tokens, and a cursor over them.
//!
//! The lexer is coarser than LLVM's own: keywords, type names and attributes are all words. Every
//! character starts at most one run that a token covers as a whole, so lexing takes linear time.

use logos::{Lexer, Logos};

/// A token; its span covers its text.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r";[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    /// A keyword, a type name, an attribute, `...`, `$comdat`, an integer such as `u0xFF`.
    #[regex(r"([a-zA-Z$._]|-[-a-zA-Z$._])[-a-zA-Z$._0-9]*")]
    Word,
    /// A decimal or hexadecimal number of any format.
    #[regex(r"[-+]?[0-9][-a-zA-Z$._0-9]*(\+[0-9]+)?")]
    Number,
    /// `name:`, `12:` or `"name":`.
    #[regex(r#"[-a-zA-Z$._0-9]+:|"[^"]*":"#, priority = 100)]
    Label,
    /// `%name` or `%"name"`.
    #[regex(r#"%[-a-zA-Z$._0-9]+|%"[^"]*""#)]
    Local,
    /// `@name` or `@"name"`.
    #[regex(r#"@[-a-zA-Z$._0-9]+|@"[^"]*""#)]
    Global,
    /// `"text"`, also `$"text"`.
    #[regex(r#"\$?"[^"]*""#)]
    String,
    /// `c"bytes"`.
    #[regex(r#"c"[^"]*""#)]
    Bytes,
    /// `!`, `!12`, `!name` or `!"text"`.
    #[regex(r#"![-a-zA-Z$._0-9\\]*|!"[^"]*""#)]
    Metadata,
    /// `#12` or `#dbg_value`.
    #[regex(r"#[a-zA-Z_0-9]+")]
    Hash,
    /// `^12`: an entry of a summary.
    #[regex(r"\^[0-9]+")]
    Summary,
    #[token("(")]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("=")]
    Equals,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("*")]
    Star,
    #[token("|")]
    Bar,
    /// A character that begins no token.
    Unknown,
    /// The end of the text.
    End,
}

/// A cursor: a place in the text, with the token there. A copy of it is a place to return to.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    lexer: Lexer<'a, Token>,
    token: Token,
    start: usize,
    end: usize,
    /// Line of the token, counted from 1.
    line: u32,
    /// Whether the token is the first one on its line.
    begins_line: bool,
    /// The end of the token before.
    previous_end: usize,
}

impl<'a> Cursor<'a> {
    /// The first token of a text.
    pub(crate) fn new(text: &'a str) -> Self {
        let lexer = Token::lexer(text);
        let mut cursor =
            Self { lexer, token: Token::End, start: 0, end: 0, line: 1, begins_line: true, previous_end: 0 };
        cursor.advance();
        cursor.begins_line = true;
        cursor
    }

    /// Goes to the next token.
    pub(crate) fn advance(&mut self) {
        let previous_start = self.start;
        self.previous_end = self.end;
        let token = self.lexer.next();
        let span = self.lexer.span();
        let text = self.lexer.source();
        (self.token, self.start, self.end) = match token {
            Some(Ok(token)) => (token, span.start, span.end),
            Some(Err(())) => (Token::Unknown, span.start, span.end),
            None => (Token::End, text.len(), text.len()),
        };
        let newlines = count_newlines(&text.as_bytes()[previous_start..self.start]);
        self.begins_line = newlines > 0;
        self.line = self.line.saturating_add(newlines);
    }

    /// The token.
    pub(crate) fn token(&self) -> Token {
        self.token
    }

    /// The text of the token.
    pub(crate) fn text(&self) -> &'a str {
        &self.lexer.source()[self.start..self.end]
    }

    /// The text from a place to the end of the token before the current one.
    pub(crate) fn text_since(&self, start: usize) -> &'a str {
        self.lexer.source().get(start..self.previous_end).unwrap_or("")
    }

    /// The place where the token begins, in bytes.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// The line of the token, counted from 1.
    pub(crate) fn line(&self) -> u32 {
        self.line
    }

    /// Whether the token is the first one on its line, or the end of the text.
    pub(crate) fn begins_line(&self) -> bool {
        self.begins_line || self.token == Token::End
    }
}

fn count_newlines(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte == b'\n')).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut cursor = Cursor::new(text);
        let mut found = Vec::new();
        while cursor.token() != Token::End {
            found.push((cursor.token(), cursor.text()));
            cursor.advance();
        }
        found
    }

    #[test]
    fn tokens_are_the_longest_runs() {
        use Token::*;
        assert_eq!(
            tokens("%\"a b\" = add nsw i32 -1, @x.y ; comment\n3: \"q r\": entry:"),
            [
                (Local, "%\"a b\""),
                (Equals, "="),
                (Word, "add"),
                (Word, "nsw"),
                (Word, "i32"),
                (Number, "-1"),
                (Comma, ","),
                (Global, "@x.y"),
                (Label, "3:"),
                (Label, "\"q r\":"),
                (Label, "entry:"),
            ]
        );
        assert_eq!(
            tokens("1.5e+10 0xK3FFF8 u0xF ... $c $\"c d\" c\"a\\00\" \"s\" !dbg !12 !\"s\" !{ #1 ^0 i32*"),
            [
                (Number, "1.5e+10"),
                (Number, "0xK3FFF8"),
                (Word, "u0xF"),
                (Word, "..."),
                (Word, "$c"),
                (String, "$\"c d\""),
                (Bytes, "c\"a\\00\""),
                (String, "\"s\""),
                (Metadata, "!dbg"),
                (Metadata, "!12"),
                (Metadata, "!\"s\""),
                (Metadata, "!"),
                (OpenBrace, "{"),
                (Hash, "#1"),
                (Summary, "^0"),
                (Word, "i32"),
                (Star, "*"),
            ]
        );
    }

    #[test]
    fn lines_are_counted_through_strings_and_comments() {
        let mut cursor = Cursor::new("a ; x\n\n\"two\nlines\" b\nc");
        let mut seen = Vec::new();
        while cursor.token() != Token::End {
            seen.push((cursor.line(), cursor.begins_line()));
            cursor.advance();
        }
        assert_eq!(seen, [(1, true), (3, true), (4, true), (5, true)]);
    }
}
