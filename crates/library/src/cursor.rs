//! A place in the token sequence, with the operations that the parser needs.

use porf_entity::{Diagnostic, Span};

use crate::lexer::{LexError, Token, tokens};

/// A name and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

pub(crate) struct Cursor<'s> {
    text: &'s str,
    tokens: Vec<(Result<Token, LexError>, Span)>,
    next: usize,
}

impl<'s> Cursor<'s> {
    /// The beginning of a text; an error if one of its comments or strings has no end.
    pub(crate) fn new(text: &'s str) -> Result<Self, Diagnostic> {
        let tokens = tokens(text);
        let (what, span) = match tokens.last() {
            Some(&(Err(LexError::UnterminatedComment), span)) => ("comment", span),
            Some(&(Err(LexError::UnterminatedString), span)) => ("string", span),
            _ => return Ok(Self { text, tokens, next: 0 }),
        };
        Err(Diagnostic::new(span, format!("this {what} has no end"), "begins here"))
    }

    /// The next token; `None` at the end and at text that is no token.
    pub(crate) fn peek(&self) -> Option<Token> {
        self.peek_ahead(0)
    }

    pub(crate) fn peek_ahead(&self, distance: usize) -> Option<Token> {
        self.tokens.get(self.next + distance).and_then(|&(token, _)| token.ok())
    }

    /// The token before the next one, and its text.
    pub(crate) fn previous(&self) -> Option<(Token, &'s str)> {
        let (token, span) = self.tokens[self.next.checked_sub(1)?];
        Some((token.ok()?, span.text(self.text)))
    }

    /// The text of the next token, if it is a name.
    pub(crate) fn word(&self) -> Option<&'s str> {
        self.word_ahead(0)
    }

    pub(crate) fn word_ahead(&self, distance: usize) -> Option<&'s str> {
        (self.peek_ahead(distance) == Some(Token::Name))
            .then(|| self.tokens[self.next + distance].1.text(self.text))
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

    /// Whether the next token is the first one of its line.
    pub(crate) fn begins_line(&self) -> bool {
        let Some(previous) = self.next.checked_sub(1) else { return true };
        Span::new(self.tokens[previous].1.end, self.span().start).text(self.text).contains('\n')
    }

    /// Whether the next token follows the one before it without a space.
    pub(crate) fn touches(&self) -> bool {
        self.next.checked_sub(1).is_some_and(|previous| self.tokens[previous].1.end == self.span().start)
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

    /// The span of the token, which must be next; `what` describes it to the user.
    pub(crate) fn expect(&mut self, token: Token, what: &str) -> Result<Span, Diagnostic> {
        if self.peek() == Some(token) { Ok(self.advance()) } else { Err(self.unexpected(what)) }
    }

    pub(crate) fn expect_name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let span = self.expect(Token::Name, what)?;
        Ok(Name { text: span.text(self.text).to_owned(), span })
    }

    pub(crate) fn text(&self, span: Span) -> &'s str {
        span.text(self.text)
    }

    /// The diagnostic that another token was expected.
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.span();
        let found = self.text(span).escape_debug();
        let label = format!("expected {expected} here");
        match self.tokens.get(self.next) {
            None => Diagnostic::new(span, format!("expected {expected}, but the file ends"), label),
            Some((Err(_), _)) => {
                let message = format!("expected {expected}, found `{found}`");
                Diagnostic::new(span, message, "not part of the language")
            }
            Some((Ok(_), _)) => Diagnostic::new(span, format!("expected {expected}, found `{found}`"), label),
        }
    }
}
