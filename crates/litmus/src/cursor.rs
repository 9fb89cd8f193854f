//! A place in the token sequence, with the operations that all parsers of this crate need.

use porf_entity::{Diagnostic, Span};

use crate::lexer::{LexError, Token, tokens};

/// The depth to which expressions, statements and conditions may be nested: more than anyone
/// writes, and little enough for recursive functions to walk them.
pub(crate) const NESTING_LIMIT: u32 = 200;

pub(crate) struct Cursor<'s> {
    source: &'s str,
    tokens: Vec<(Result<Token, LexError>, Span)>,
    next: usize,
    nesting: u32,
}

impl<'s> Cursor<'s> {
    /// Reads tokens from byte `start` on.
    pub(crate) fn new(source: &'s str, start: usize, c_bodies: bool) -> Self {
        Self { source, tokens: tokens(source, start, c_bodies), next: 0, nesting: 0 }
    }

    /// The next token; `None` at the end and at text that is no token.
    pub(crate) fn peek(&self) -> Option<Token> {
        self.peek_ahead(0)
    }

    pub(crate) fn peek_ahead(&self, distance: usize) -> Option<Token> {
        self.tokens.get(self.next + distance).and_then(|&(token, _)| token.ok())
    }

    /// The text of the next token, if it is a name.
    pub(crate) fn peek_name(&self) -> Option<&'s str> {
        self.peek_name_ahead(0)
    }

    pub(crate) fn peek_name_ahead(&self, distance: usize) -> Option<&'s str> {
        (self.peek_ahead(distance) == Some(Token::Name))
            .then(|| self.tokens[self.next + distance].1.text(self.source))
    }

    /// The span of the next token; at the end, the empty span there.
    pub(crate) fn span(&self) -> Span {
        let end = Span::new(self.source.len(), self.source.len());
        self.tokens.get(self.next).map_or(end, |&(_, span)| span)
    }

    /// The span of the token before the next one.
    pub(crate) fn previous_span(&self) -> Span {
        self.next.checked_sub(1).map_or(self.span(), |previous| self.tokens[previous].1)
    }

    pub(crate) fn text(&self, span: Span) -> &'s str {
        span.text(self.source)
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

    /// Eats the name if the next token is this very word.
    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_name() == Some(word);
        if found {
            self.advance();
        }
        found
    }

    /// The span of the token, which must be next; `what` describes it to the user.
    pub(crate) fn expect(&mut self, token: Token, what: &str) -> Result<Span, Diagnostic> {
        if self.peek() == Some(token) { Ok(self.advance()) } else { Err(self.unexpected(what)) }
    }

    pub(crate) fn expect_name(&mut self, what: &str) -> Result<(&'s str, Span), Diagnostic> {
        let span = self.expect(Token::Name, what)?;
        Ok((self.text(span), span))
    }

    /// The diagnostic that another token was expected.
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.span();
        let label = format!("expected {expected} here");
        match self.tokens.get(self.next) {
            None => Diagnostic::new(span, format!("expected {expected}, but the test ends"), label),
            Some((Err(LexError::UnterminatedComment), _)) => {
                Diagnostic::new(span, "this comment has no end", "begins here")
            }
            Some((Err(LexError::UnknownCharacter), _)) => {
                let found = self.text(span).escape_debug();
                Diagnostic::new(
                    span,
                    format!("expected {expected}, found `{found}`"),
                    "not part of the language",
                )
            }
            Some((Ok(_), _)) => {
                Diagnostic::new(span, format!("expected {expected}, found `{}`", self.text(span)), label)
            }
        }
    }

    /// A mark of the current place, for [`folded_text_since`](Self::folded_text_since).
    pub(crate) fn mark(&self) -> usize {
        self.next
    }

    /// The text from the mark to here on one line: comments and white space between two tokens
    /// become one space.
    pub(crate) fn folded_text_since(&self, mark: usize) -> String {
        let mut folded = String::new();
        let mut previous_end = None;
        for &(_, span) in &self.tokens[mark..self.next] {
            if previous_end.is_some_and(|end| end != span.start) {
                folded.push(' ');
            }
            folded.push_str(self.text(span));
            previous_end = Some(span.end);
        }
        folded
    }

    /// Begins a level of nesting; an error, which ends all parsing, if there are too many levels.
    pub(crate) fn enter(&mut self) -> Result<(), Diagnostic> {
        self.nesting += 1;
        if self.nesting > NESTING_LIMIT { Err(too_deep(self.span())) } else { Ok(()) }
    }

    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }
}

pub(crate) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new(span, "this is nested too deeply", format!("more than {NESTING_LIMIT} levels"))
        .with_help("write it as several smaller parts")
}
