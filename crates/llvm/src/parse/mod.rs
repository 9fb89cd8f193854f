//! The parser: recursive descent, one file a part of the grammar.
//!
//! - this file: the parser's state, failures, and the tokens that all parts need
//! - `module`: the top level of a module, and the checks that are possible only at its end
//! - `types`, `constant`, `attributes`: the parts of all other constructs
//! - `global`: variables, aliases, functions
//! - `body`, `scope`: the blocks of a function; its names
//! - `instruction`, `call`, `memory`: instructions
//! - `debug`, `shape`: the metadata that says where code comes from, and gives the names of the
//!   parts of variables
//!
//! A failure in an instruction or an initialiser is no error as long as the end of the construct
//! can be found: the construct becomes `Unsupported`. Each text is tried once and skipped once, so
//! parsing takes linear time.

mod attributes;
mod body;
mod call;
mod constant;
mod debug;
mod global;
mod instruction;
mod memory;
mod module;
mod scope;
mod shape;
mod types;

use crate::ast::{Constant, ConstantId, ConstantKind, MAX_DEPTH, Module, Type, TypeId};
use crate::lexer::{Cursor, Token};
use crate::{ParseError, text};

use self::debug::DebugTable;
use self::global::GlobalTable;
use self::scope::Scope;
use self::types::TypeTable;

/// Texts must be shorter than this, so that every position and every id fits 32 bits.
const MAX_LENGTH: usize = 1 << 31;

/// Reads a module from its text.
pub(crate) fn parse(text: &str) -> Result<Module, ParseError> {
    if text.len() >= MAX_LENGTH {
        return Err(ParseError { line: 1, column: 1, message: "the text is longer than 2 GiB".into() });
    }
    let mut parser = Parser::new(text);
    match parser.module().and_then(|()| parser.finish()) {
        Ok(()) => Ok(parser.module),
        Err(failure) => Err(failure.in_text(text)),
    }
}

/// For each of the functions of a module, the number of bytes of the object to which its first
/// parameter points, where debug information tells.
pub(crate) fn sizes_of_first_pointees(text: &str, functions: &[&str]) -> Vec<Option<u64>> {
    let mut parser = Parser::new(text);
    match parser.module().and_then(|()| parser.finish()) {
        Ok(()) => functions.iter().map(|function| parser.size_of_first_pointee(function)).collect(),
        Err(_) => vec![None; functions.len()],
    }
}

/// Why the parser failed.
#[derive(Debug)]
struct Failure {
    /// The place of the failure, in bytes.
    offset: usize,
    message: String,
    /// Whether the whole module is wrong, not only the instruction or initialiser in which the
    /// failure was found.
    is_fatal: bool,
}

impl Failure {
    fn in_text(self, text: &str) -> ParseError {
        let before = text.get(..self.offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count();
        let column = 1 + before[line_start..].chars().count();
        ParseError { line: line as u32, column: column as u32, message: self.message }
    }
}

type Parse<T> = Result<T, Box<Failure>>;

/// A failure of the whole module.
fn fatal<T>(offset: usize, message: String) -> Parse<T> {
    Err(Box::new(Failure { offset, message, is_fatal: true }))
}

/// The state of the parser: its place, and the module so far.
struct Parser<'a> {
    cursor: Cursor<'a>,
    module: Module,
    types: TypeTable<'a>,
    globals: GlobalTable<'a>,
    debug: DebugTable<'a>,
    /// The names of the function that is being read.
    scope: Scope<'a>,
    /// Whether a comma has been consumed behind which metadata follows.
    after_comma: bool,
    /// The number of types and constants that are open around the current one.
    depth: u32,
    void: TypeId,
    bool: TypeId,
    pointer: TypeId,
    unknown: TypeId,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let mut module = Module::default();
        let void = module.types.intern(Type::Void);
        let bool = module.types.intern(Type::Int(1));
        let pointer = module.types.intern(Type::Pointer { address_space: 0 });
        let unknown = module.types.intern(Type::Unknown);
        Self {
            cursor: Cursor::new(text),
            module,
            types: TypeTable::default(),
            globals: GlobalTable::default(),
            debug: DebugTable::default(),
            scope: Scope::default(),
            after_comma: false,
            depth: 0,
            void,
            bool,
            pointer,
            unknown,
        }
    }

    fn token(&self) -> Token {
        self.cursor.token()
    }

    fn at(&self, token: Token) -> bool {
        self.token() == token
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.at(token);
        if found {
            self.cursor.advance();
        }
        found
    }

    /// The word that the token is, if it is one.
    fn word(&self) -> Option<&'a str> {
        self.at(Token::Word).then(|| self.cursor.text())
    }

    fn at_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.cursor.advance();
        }
        found
    }

    fn expect(&mut self, token: Token, what: &str) -> Parse<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// The text of a token of this kind.
    fn take(&mut self, token: Token, what: &str) -> Parse<&'a str> {
        let text = self.cursor.text();
        self.expect(token, what)?;
        Ok(text)
    }

    /// The contents of a string.
    fn string(&mut self) -> Parse<Box<str>> {
        let quoted = self.take(Token::String, "a string")?;
        Ok(text::unquoted(quoted).map_or(quoted.into(), |inner| text::string(inner).into()))
    }

    fn number<N: std::str::FromStr>(&mut self) -> Parse<N> {
        match self.cursor.text().parse() {
            Ok(number) if self.at(Token::Number) => {
                self.cursor.advance();
                Ok(number)
            }
            _ => self.expected("a number"),
        }
    }

    /// The failure that the token here is not the expected one.
    fn expected<T>(&self, what: &str) -> Parse<T> {
        let found = match self.token() {
            Token::End => "the end of the text".to_owned(),
            _ => {
                let text: String = self.cursor.text().chars().take(40).collect();
                format!("`{text}`")
            }
        };
        self.failure(format!("expected {what}, found {found}"))
    }

    fn failure<T>(&self, message: String) -> Parse<T> {
        Err(Box::new(Failure { offset: self.cursor.start(), message, is_fatal: false }))
    }

    /// Reads a construct that may contain itself.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self.failure(format!("types or constants are nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Reads `item, item, …` up to the closing token, which is consumed.
    fn list(&mut self, close: Token, what: &str, mut item: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(Token::Comma) {
                return self.expected(what);
            }
        }
    }

    fn constant(&mut self, ty: TypeId, kind: ConstantKind) -> ConstantId {
        self.module.constants.push(Constant { ty, kind })
    }

    /// Skips the text between brackets. The cursor is at the opening one.
    fn skip_brackets(&mut self) -> Parse<()> {
        let start = self.cursor.start();
        let mut depth = 0u32;
        loop {
            depth = self.depth_behind(depth);
            if self.at(Token::End) {
                return fatal(start, "this bracket is never closed".into());
            }
            self.cursor.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// The number of brackets that are open behind the token, if `depth` are open before it.
    fn depth_behind(&self, depth: u32) -> u32 {
        match self.token() {
            Token::OpenParenthesis | Token::OpenBrace | Token::OpenBracket => depth + 1,
            Token::CloseParenthesis | Token::CloseBrace | Token::CloseBracket => depth.saturating_sub(1),
            _ => depth,
        }
    }

    /// Skips to the first token of a line, outside of all brackets.
    fn skip_line(&mut self) -> Parse<()> {
        let start = self.cursor.start();
        let mut depth = 0;
        loop {
            depth = self.depth_behind(depth);
            self.cursor.advance();
            if self.at(Token::End) && depth > 0 {
                return fatal(start, "brackets that are opened here are never closed".into());
            }
            if depth == 0 && self.cursor.begins_line() {
                return Ok(());
            }
        }
    }
}
