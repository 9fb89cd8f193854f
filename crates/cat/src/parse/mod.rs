//! Text to AST, by recursive descent.
//!
//! ```text
//! file         title? instruction*
//! title        name | string | name name | name string
//! ```
//!
//! `instruction.rs` and `expression.rs` have the rest of the grammar.

mod expression;
mod instruction;

use porf_entity::Diagnostic;

use crate::ast::File;
use crate::cursor::Cursor;
use crate::lexer::Token;

/// Reads a file.
pub(crate) fn parse(text: &str) -> Result<File, Diagnostic> {
    let mut parser = Parser { cursor: Cursor::new(text) };
    let title = parser.title()?;
    let instructions = parser.instructions()?;
    if !parser.cursor.at_end() {
        return Err(parser.cursor.unexpected("an instruction, such as `let` or `acyclic`"));
    }
    Ok(File { title, instructions })
}

struct Parser<'s> {
    cursor: Cursor<'s>,
}

impl Parser<'_> {
    /// The title: after the name of an architecture, the name of the model.
    fn title(&mut self) -> Result<Option<String>, Diagnostic> {
        let mut title = None;
        for _ in 0..2 {
            match self.cursor.peek() {
                Some(Token::Name) => title = Some(self.cursor.expect_name("the title")?.text),
                Some(Token::String) => {
                    title = Some(self.cursor.expect_string("the title")?.0);
                    break;
                }
                _ => break,
            }
        }
        Ok(title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title(text: &str) -> Option<String> {
        parse(text).expect("the text is right").title
    }

    #[test]
    fn titles() {
        assert_eq!(title("let a = po"), None);
        assert_eq!(title("SC let a = po").as_deref(), Some("SC"));
        assert_eq!(title("X86 TSO let a = po").as_deref(), Some("TSO"));
        assert_eq!(title("C \"C++ 11\" let a = po").as_deref(), Some("C++ 11"));
        assert_eq!(title("(* c *) \"RA\"").as_deref(), Some("RA"));
    }
}
