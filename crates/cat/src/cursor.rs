//! A place in the token sequence, with the operations that the parser needs.

use porf_entity::{Diagnostic, Span};

use crate::ast::Name;
use crate::lexer::{LexError, Token, tokens};

/// The depth to which expressions and instructions may be nested: more than anyone writes, and
/// little enough for recursive functions to walk them.
const NESTING_LIMIT: u32 = 100;

pub(crate) struct Cursor<'s> {
    text: &'s str,
    tokens: Vec<(Result<Token, LexError>, Span)>,
    next: usize,
    nesting: u32,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { text, tokens: tokens(text), next: 0, nesting: 0 }
    }

    /// The next token; `None` at the end and at text that is no token.
    pub(crate) fn peek(&self) -> Option<Token> {
        self.peek_ahead(0)
    }

    pub(crate) fn peek_ahead(&self, distance: usize) -> Option<Token> {
        self.tokens.get(self.next + distance).and_then(|&(token, _)| token.ok())
    }

    /// The span of the next token; at the end, the empty span there.
    pub(crate) fn span(&self) -> Span {
        let end = Span::new(self.text.len(), self.text.len());
        self.tokens.get(self.next).map_or(end, |&(_, span)| span)
    }

    /// From the beginning of the span to the token before the next one.
    pub(crate) fn since(&self, start: Span) -> Span {
        self.next.checked_sub(1).map_or(start, |previous| start.to(self.tokens[previous].1))
    }

    pub(crate) fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }

    pub(crate) fn advance(&mut self) -> Span {
        let span = self.span();
        self.next += usize::from(!self.at_end());
        span
    }

    pub(crate) fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.advance();
        }
        found
    }

    /// Whether the next token is this very name.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.peek() == Some(Token::Name) && self.span().text(self.text) == word
    }

    /// The span of the token, which must be next; `what` describes it to the user.
    pub(crate) fn expect(&mut self, token: Token, what: &str) -> Result<Span, Diagnostic> {
        if self.peek() == Some(token) { Ok(self.advance()) } else { Err(self.unexpected(what)) }
    }

    pub(crate) fn expect_name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let span = self.expect(Token::Name, what)?;
        Ok(Name { text: span.text(self.text).to_owned(), span })
    }

    /// The contents of a string, which must be next, and its place.
    pub(crate) fn expect_string(&mut self, what: &str) -> Result<(String, Span), Diagnostic> {
        let span = self.expect(Token::String, what)?;
        Ok((span.text(self.text).trim_matches('"').to_owned(), span))
    }

    /// The diagnostic that another token was expected.
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.span();
        let found = span.text(self.text).escape_debug();
        let label = format!("expected {expected} here");
        match self.tokens.get(self.next) {
            None => Diagnostic::new(span, format!("expected {expected}, but the file ends"), label),
            Some((Err(LexError::UnterminatedComment), _)) => {
                Diagnostic::new(span, "this comment has no end", "begins here")
            }
            Some((Err(LexError::UnterminatedString), _)) => {
                Diagnostic::new(span, "this string has no end", "begins here")
            }
            Some((Err(LexError::UnknownCharacter), _)) => {
                let message = format!("expected {expected}, found `{found}`");
                Diagnostic::new(span, message, "not part of the language")
            }
            Some((Ok(_), _)) => Diagnostic::new(span, format!("expected {expected}, found `{found}`"), label),
        }
    }

    /// The diagnostic that the next token begins something that porf does not support.
    pub(crate) fn unsupported(&self, what: &str, help: &str) -> Diagnostic {
        not_supported(self.span(), what, help)
    }

    /// Begins a level of nesting; an error, which ends all parsing, if there are too many levels.
    pub(crate) fn enter(&mut self) -> Result<(), Diagnostic> {
        self.nesting += 1;
        if self.nesting <= NESTING_LIMIT {
            return Ok(());
        }
        let label = format!("more than {NESTING_LIMIT} levels");
        let help = "give a part of it a name with `let`";
        Err(Diagnostic::new(self.span(), "this is nested too deeply", label).with_help(help))
    }

    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }
}

/// The diagnostic that porf does not support a part of the language.
pub(crate) fn not_supported(span: Span, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(span, format!("{what} not supported"), "not supported").with_help(help)
}
