//! Tokens of both dialects.
//!
//! Comments are `(* … *)` (nested), `/* … */` and `//`. A C expression such as `(*x)++` begins with
//! the text `(*`, too, so inside the bodies of C threads this text begins no comment.

use logos::{FilterResult, Lexer, Logos};
use porf_entity::{Span, nested_comment_length};

/// The place of the lexer, as far as comments depend on it.
#[derive(Default)]
pub(crate) struct Context {
    /// Whether thread bodies are C code.
    c_bodies: bool,
    /// The number of open braces.
    depth: u32,
    /// Whether the braces of the initial state have been closed.
    after_initial_state: bool,
}

impl Context {
    fn in_c_body(&self) -> bool {
        self.c_bodies && self.after_initial_state && self.depth > 0
    }
}

/// Text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LexError {
    #[default]
    UnknownCharacter,
    UnterminatedComment,
}

/// A token; its span covers its text.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(extras = Context, error = LexError)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex(r"[0-9][A-Za-z0-9_]*")]
    Number,
    #[regex(r"'([^'\\\n]|\\[^\n])'")]
    Character,
    #[token("(", open_parenthesis)]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token("{", open_brace)]
    OpenBrace,
    #[token("}", close_brace)]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("?")]
    Question,
    #[token("$")]
    Dollar,
    #[token("=")]
    Assign,
    #[token("+=")]
    PlusAssign,
    #[token("-=")]
    MinusAssign,
    #[token("*=")]
    StarAssign,
    #[token("/=")]
    SlashAssign,
    #[token("%=")]
    PercentAssign,
    #[token("&=")]
    AmpersandAssign,
    #[token("|=")]
    BarAssign,
    #[token("^=")]
    CaretAssign,
    #[token("<<=")]
    ShiftLeftAssign,
    #[token(">>=")]
    ShiftRightAssign,
    #[token("++")]
    Increment,
    #[token("--")]
    Decrement,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    // A `/` may begin a comment, and logos then asks the callback to skip it.
    #[token("/")]
    #[token("/*", block_comment)]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Ampersand,
    #[token("|")]
    Bar,
    #[token("^")]
    Caret,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("&&")]
    LogicalAnd,
    #[token("||")]
    LogicalOr,
    #[token("!")]
    Exclamation,
    #[token("~")]
    Tilde,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("/\\")]
    Conjunction,
    #[token("\\/")]
    Disjunction,
    #[token("=>")]
    Implication,
}

fn open_parenthesis(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), LexError> {
    if lexer.extras.in_c_body() || !lexer.remainder().starts_with('*') {
        return FilterResult::Emit(());
    }
    match nested_comment_length(lexer.remainder()) {
        Some(length) => {
            lexer.bump(length);
            FilterResult::Skip
        }
        None => FilterResult::Error(LexError::UnterminatedComment),
    }
}

fn block_comment(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), LexError> {
    match lexer.remainder().find("*/") {
        Some(length) => {
            lexer.bump(length + 2);
            FilterResult::Skip
        }
        None => FilterResult::Error(LexError::UnterminatedComment),
    }
}

fn open_brace(lexer: &mut Lexer<'_, Token>) {
    lexer.extras.depth += 1;
}

fn close_brace(lexer: &mut Lexer<'_, Token>) {
    let context = &mut lexer.extras;
    context.depth = context.depth.saturating_sub(1);
    context.after_initial_state |= context.depth == 0;
}

/// All tokens from byte `start` on, where the initial state begins.
pub(crate) fn tokens(source: &str, start: usize, c_bodies: bool) -> Vec<(Result<Token, LexError>, Span)> {
    let context = Context { c_bodies, ..Context::default() };
    Token::lexer_with_extras(source.get(start..).unwrap_or_default(), context)
        .spanned()
        .map(|(token, range)| (token, Span::new(start + range.start, start + range.end)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str, c_bodies: bool) -> Vec<&str> {
        tokens(source, 0, c_bodies).into_iter().map(|(_, span)| span.text(source)).collect()
    }

    #[test]
    fn comments_are_skipped() {
        let source = "a (* b (* c *) ) *) d // e\n f /* g * / */ h";
        assert_eq!(texts(source, false), ["a", "d", "f", "h"]);
    }

    #[test]
    fn a_starred_parenthesis_is_code_only_in_c_bodies() {
        let source = "{ (* i *) } P0() { (*x)++; } (* j *)";
        let with_bodies = ["{", "}", "P0", "(", ")", "{", "(", "*", "x", ")", "++", ";", "}"];
        assert_eq!(texts(source, true), with_bodies);
        assert_eq!(texts("{ } { (*x)++; *) }", false), ["{", "}", "{", "}"]);
    }

    #[test]
    fn connectives_are_not_divisions() {
        assert_eq!(
            texts(r"x=1/\y=2\/z=>w", false),
            ["x", "=", "1", "/\\", "y", "=", "2", "\\/", "z", "=>", "w"]
        );
    }

    #[test]
    fn an_unterminated_comment_is_an_error() {
        for source in ["x (* y", "x /* y", "x (*", "x (*)"] {
            assert_eq!(tokens(source, 0, false)[1].0, Err(LexError::UnterminatedComment), "{source}");
        }
    }
}
