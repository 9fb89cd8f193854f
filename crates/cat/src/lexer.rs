//! Tokens of the cat language.
//!
//! A name begins with a letter, or with an underscore and a letter. Letters, digits, `_`, `.` and
//! `-` follow, and at most one `'` ends it. So `po-loc` is one name, and `a-1` is, too: the inverse
//! is written `a^-1`. Comments are `(* … *)`, nested, `/* … */`, not nested, and from `//` or `#` to
//! the end of the line.

use logos::{FilterResult, Lexer, Logos};
use porf_entity::{Span, nested_comment_length};

/// Text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum LexError {
    #[default]
    UnknownCharacter,
    UnterminatedComment,
    UnterminatedString,
}

/// A token; its span covers its text.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(error = LexError)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"(//|#)[^\n]*", allow_greedy = true))]
pub(crate) enum Token {
    #[regex(r"_?[A-Za-z][A-Za-z0-9_.-]*'?")]
    Name,
    #[regex(r"'_?[A-Za-z][A-Za-z0-9_.-]*'?")]
    Tag,
    #[token("\"", string)]
    String,
    #[token("let")]
    Let,
    #[token("rec")]
    Rec,
    #[token("and")]
    And,
    #[token("when")]
    When,
    #[token("acyclic")]
    Acyclic,
    #[token("irreflexive")]
    Irreflexive,
    #[token("empty")]
    Empty,
    #[token("show")]
    Show,
    #[token("unshow")]
    Unshow,
    #[token("as")]
    As,
    #[token("fun")]
    Fun,
    #[token("in")]
    In,
    #[token("undefined_unless")]
    UndefinedUnless,
    #[token("flag")]
    Flag,
    #[token("include")]
    Include,
    #[token("begin")]
    Begin,
    #[token("end")]
    End,
    #[token("procedure")]
    Procedure,
    #[token("call")]
    Call,
    #[token("enum")]
    Enum,
    #[token("debug")]
    Debug,
    #[token("match")]
    Match,
    #[token("with")]
    With,
    #[token("forall")]
    Forall,
    #[token("from")]
    From,
    #[token("do")]
    Do,
    #[token("try")]
    Try,
    #[token("if")]
    If,
    #[token("then")]
    Then,
    #[token("else")]
    Else,
    #[token("instructions")]
    Instructions,
    #[token("default")]
    Default,
    #[token("/*", comment)]
    Comment,
    #[token("(", open_parenthesis)]
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
    #[token("_")]
    Underscore,
    #[token("0")]
    Zero,
    #[token("|")]
    Bar,
    #[token("||")]
    DoubleBar,
    #[token("&")]
    Ampersand,
    #[token("*")]
    Star,
    #[token("~")]
    Tilde,
    #[token("+")]
    Plus,
    #[token("++")]
    DoublePlus,
    #[token("^")]
    Caret,
    #[token("-1")]
    MinusOne,
    #[token("\\")]
    Backslash,
    #[token("?")]
    Question,
    #[token("=")]
    Equal,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("->")]
    Arrow,
}

fn open_parenthesis(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), LexError> {
    if !lexer.remainder().starts_with('*') {
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

fn comment(lexer: &mut Lexer<'_, Token>) -> FilterResult<(), LexError> {
    const END: &str = "*/";
    match lexer.remainder().find(END) {
        Some(length) => {
            lexer.bump(length + END.len());
            FilterResult::Skip
        }
        None => FilterResult::Error(LexError::UnterminatedComment),
    }
}

fn string(lexer: &mut Lexer<'_, Token>) -> Result<(), LexError> {
    let length = lexer.remainder().find('"').ok_or(LexError::UnterminatedString)?;
    lexer.bump(length + 1);
    Ok(())
}

/// All tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<(Result<Token, LexError>, Span)> {
    Token::lexer(text).spanned().map(|(token, range)| (token, Span::new(range.start, range.end))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|(_, span)| span.text(text)).collect()
    }

    #[test]
    fn names_have_hyphens_dots_and_primes() {
        assert_eq!(texts("po-loc^-1;co'|_x.y"), ["po-loc", "^", "-1", ";", "co'", "|", "_x.y"]);
        assert_eq!(texts("_*_ 'RLX \"a b\""), ["_", "*", "_", "'RLX", "\"a b\""]);
    }

    #[test]
    fn keywords_are_whole_words() {
        assert_eq!(tokens("let")[0].0, Ok(Token::Let));
        for name in ["let-it", "letter", "in'", "empty.x", "rec_"] {
            assert_eq!(tokens(name), [(Ok(Token::Name), Span::new(0, name.len()))]);
        }
    }

    #[test]
    fn comments_are_skipped() {
        assert_eq!(texts("a (* b (* c *) d *) e // f\n# g\nh"), ["a", "e", "h"]);
        assert_eq!(texts("/* a\n * b */ c* /* d /* e */ f /**/"), ["c", "*", "f"]);
        assert_eq!(texts("// a /* b\nc"), ["c"]);
    }

    #[test]
    fn text_without_an_end_is_an_error() {
        assert_eq!(tokens("a (* b")[1].0, Err(LexError::UnterminatedComment));
        assert_eq!(tokens("a /* b")[1].0, Err(LexError::UnterminatedComment));
        assert_eq!(tokens("a \"b")[1].0, Err(LexError::UnterminatedString));
        assert_eq!(tokens("a % b")[1].0, Err(LexError::UnknownCharacter));
    }
}
