//! Tokens of specifications.
//!
//! The whole text is divided, with the axioms in it, so that the clauses between axioms are found.
//! In clauses names are those of C. So a name of cat, as `po-loc`, is several tokens. Comments are
//! those of cat: `(* … *)`, nested, and from `//` or `#` to the end of the line.

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
    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex(r"[0-9][A-Za-z0-9_]*")]
    Number,
    /// Only axioms have strings.
    #[token("\"", string)]
    String,
    #[token("(", open_parenthesis)]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token(",")]
    Comma,
    #[token("=")]
    Equal,
    #[token("==")]
    DoubleEqual,
    #[token("!=")]
    NotEqual,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("&")]
    Ampersand,
    #[token("^")]
    Caret,
    #[token("|")]
    Bar,
    #[token("~")]
    Tilde,
    /// A symbol of cat behind which an operand or the rest of a name stands.
    #[regex(r"[\[{;\\.>]")]
    OpenSymbol,
    /// A symbol of cat that may end an operand.
    #[regex(r"[\]}*?']")]
    CloseSymbol,
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

fn string(lexer: &mut Lexer<'_, Token>) -> Result<(), LexError> {
    let length = lexer.remainder().find('"').ok_or(LexError::UnterminatedString)?;
    lexer.bump(length + 1);
    Ok(())
}

/// The tokens of a text, up to a comment or string without an end.
pub(crate) fn tokens(text: &str) -> Vec<(Result<Token, LexError>, Span)> {
    let mut found = Vec::new();
    for (token, range) in Token::lexer(text).spanned() {
        found.push((token, Span::new(range.start, range.end)));
        if let Err(LexError::UnterminatedComment | LexError::UnterminatedString) = token {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|(_, span)| span.text(text)).collect()
    }

    #[test]
    fn names_are_those_of_c() {
        assert_eq!(texts("v-d if_1==0x1F"), ["v", "-", "d", "if_1", "==", "0x1F"]);
        assert_eq!(tokens("12ab")[0], (Ok(Token::Number), Span::new(0, 4)));
    }

    #[test]
    fn comments_are_those_of_cat() {
        assert_eq!(texts("a (* b (* c *) d *) e // f\n# g\nh(* *)(i"), ["a", "e", "h", "(", "i"]);
        assert_eq!(tokens("a (* b")[1].0, Err(LexError::UnterminatedComment));
    }

    #[test]
    fn strings_are_one_token() {
        assert_eq!(texts("include \"read x(y).cat\""), ["include", "\"read x(y).cat\""]);
        assert_eq!(tokens("\"a")[0].0, Err(LexError::UnterminatedString));
    }
}
