//! The parser of threads, declarations and statements.

use porf_entity::{Diagnostic, PrimaryMap, Span};

use super::ast::{Expression, Local, LocalId, Loop, Statement, Thread};
use crate::condition;
use crate::ctype::{CType, at_type, parse_specifiers, parse_stars};
use crate::cursor::Cursor;
use crate::lexer::Token;
use crate::observable::thread_number;

/// Parses all thread functions.
pub(crate) fn parse_threads(cursor: &mut Cursor<'_>) -> Result<Vec<Thread>, Diagnostic> {
    let mut threads: Vec<Thread> = Vec::new();
    while !condition::begins_here(cursor) {
        let thread = Parser::new(cursor).thread(&threads)?;
        threads.push(thread);
        while cursor.eat(Token::Semicolon) {}
    }
    if threads.is_empty() {
        return Err(cursor.unexpected("a thread").with_help("write the first thread as `P0(int *x) { … }`"));
    }
    Ok(threads)
}

pub(super) struct Parser<'a, 's> {
    pub(super) cursor: &'a mut Cursor<'s>,
    locals: PrimaryMap<LocalId, Local>,
    /// The names of the open scopes, innermost last.
    scopes: Vec<Vec<LocalId>>,
}

impl<'a, 's> Parser<'a, 's> {
    pub(super) fn new(cursor: &'a mut Cursor<'s>) -> Self {
        Self { cursor, locals: PrimaryMap::new(), scopes: vec![Vec::new()] }
    }

    fn thread(mut self, earlier: &[Thread]) -> Result<Thread, Diagnostic> {
        if self.cursor.peek_name_ahead(1).is_some() {
            self.return_type()?;
        }
        let (name, span) = self.cursor.expect_name("a thread or a condition")?;
        let Some(number) = thread_number(name) else {
            return Err(Diagnostic::new(span, format!("`{name}` is neither a thread nor a condition"), "")
                .with_help("thread functions are called `P0`, `P1` and so on"));
        };
        if earlier.iter().any(|thread| thread.number == number) {
            return Err(Diagnostic::new(span, format!("there are two threads {name}"), "the second one"));
        }
        self.parameters()?;
        let parameters = self.locals.len();
        self.cursor.expect(Token::OpenBrace, "`{`")?;
        let body = self.block_rest()?;
        let end = self.cursor.previous_span();
        Ok(Thread { number, locals: self.locals, parameters, body, end })
    }

    /// Skips the type before the name of a thread, which has no meaning.
    fn return_type(&mut self) -> Result<(), Diagnostic> {
        self.cursor.eat_word("static");
        if !self.cursor.eat_word("void") {
            parse_specifiers(self.cursor)?;
        }
        Ok(())
    }

    fn parameters(&mut self) -> Result<(), Diagnostic> {
        self.cursor.expect(Token::OpenParenthesis, "`(`")?;
        if self.cursor.eat(Token::CloseParenthesis) {
            return Ok(());
        }
        if self.cursor.peek_name() == Some("void")
            && self.cursor.peek_ahead(1) == Some(Token::CloseParenthesis)
        {
            self.cursor.advance();
            self.cursor.advance();
            return Ok(());
        }
        loop {
            let specifiers = parse_specifiers(self.cursor)?;
            let mut ty = parse_stars(self.cursor, specifiers)?;
            let (name, span) = self.cursor.expect_name("the name of a parameter")?;
            // An array as a parameter is a pointer.
            if self.cursor.eat(Token::OpenBracket) {
                self.cursor.eat(Token::Number);
                self.cursor.expect(Token::CloseBracket, "`]`")?;
                ty = ty.pointer_to().ok_or_else(|| Diagnostic::new(span, "this has too many levels", ""))?;
            }
            self.declare(name, ty, span)?;
            if self.cursor.eat(Token::CloseParenthesis) {
                return Ok(());
            }
            self.cursor.expect(Token::Comma, "`,` or `)`")?;
        }
    }

    fn declare(&mut self, name: &str, ty: CType, span: Span) -> Result<LocalId, Diagnostic> {
        let named = |&id: &LocalId| self.locals[id].name == name;
        if self.scopes.last().is_some_and(|scope| scope.iter().any(named)) {
            return Err(Diagnostic::new(
                span,
                format!("`{name}` is declared twice"),
                "already declared here",
            ));
        }
        let visible = self.scopes.iter().flatten().any(named);
        let same = |(id, local): (LocalId, &Local)| (local.name == name && local.ty == ty).then_some(id);
        let reused = if visible { None } else { self.locals.iter().find_map(same) };
        let id = reused.unwrap_or_else(|| self.locals.push(Local { name: name.to_owned(), ty, span }));
        self.scopes.last_mut().expect("the scope of the parameters is never closed").push(id);
        Ok(id)
    }

    /// The variable to which a name refers here.
    pub(super) fn look_up(&self, name: &str, span: Span) -> Result<LocalId, Diagnostic> {
        let visible = || self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        visible().copied().find(|&id| self.locals[id].name == name).ok_or_else(|| {
            Diagnostic::new(span, format!("`{name}` is not declared"), "unknown name")
                .suggesting(name, visible().map(|&id| self.locals[id].name.as_str()))
        })
    }

    /// Statements up to the closing brace, in a scope of their own.
    fn block_rest(&mut self) -> Result<Vec<Statement>, Diagnostic> {
        self.scopes.push(Vec::new());
        let mut statements = Vec::new();
        while !self.cursor.eat(Token::CloseBrace) {
            if self.cursor.at_end() {
                return Err(self.cursor.unexpected("`}`"));
            }
            self.statement(&mut statements)?;
        }
        self.scopes.pop();
        Ok(statements)
    }

    fn statement(&mut self, into: &mut Vec<Statement>) -> Result<(), Diagnostic> {
        if at_type(self.cursor) {
            return self.declaration(into);
        }
        self.cursor.enter()?;
        let span = self.cursor.span();
        let statement = match self.cursor.peek() {
            Some(Token::Semicolon) => {
                self.cursor.advance();
                None
            }
            Some(Token::OpenBrace) => {
                self.cursor.advance();
                Some(Statement::Block(self.block_rest()?))
            }
            Some(Token::Name) => Some(match self.cursor.peek_name() {
                Some("if") => self.if_statement()?,
                Some("while") => self.while_loop(span)?,
                Some("do") => self.do_loop(span)?,
                Some("for") => self.for_loop(span)?,
                Some("break") => self.simple(Statement::Break(span))?,
                Some("continue") => self.simple(Statement::Continue(span))?,
                Some("return") => self.return_statement(span)?,
                Some(word @ ("goto" | "switch" | "case" | "default" | "asm" | "typedef")) => {
                    return Err(Diagnostic::new(span, format!("`{word}` is not supported"), ""));
                }
                _ => self.expression_statement()?,
            }),
            _ => Some(self.expression_statement()?),
        };
        into.extend(statement);
        self.cursor.leave();
        Ok(())
    }

    /// A statement that is the body of another: a scope of its own.
    fn substatement(&mut self) -> Result<Statement, Diagnostic> {
        if at_type(self.cursor) {
            return Err(self.cursor.unexpected("a statement").with_help("put the declaration in braces"));
        }
        let mut statements = Vec::new();
        self.statement(&mut statements)?;
        Ok(Statement::Block(statements))
    }

    fn declaration(&mut self, into: &mut Vec<Statement>) -> Result<(), Diagnostic> {
        let specifiers = parse_specifiers(self.cursor)?;
        loop {
            let ty = parse_stars(self.cursor, specifiers)?;
            let (name, span) = self.cursor.expect_name("the name of a variable")?;
            if self.cursor.peek() == Some(Token::OpenBracket) {
                let message = format!("`{name}` is an array, which a local variable cannot be");
                return Err(Diagnostic::new(self.cursor.span(), message, "not supported")
                    .with_help("declare the array in the initial state and pass it as a parameter"));
            }
            // The scope of the name begins before its initial value, as in C.
            let local = self.declare(name, ty, span)?;
            let value = match self.cursor.eat(Token::Assign) {
                true => Some(self.assignment()?),
                false => None,
            };
            into.push(Statement::Declaration { local, span, value });
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.cursor.expect(Token::Semicolon, "`;`")?;
        Ok(())
    }

    fn simple(&mut self, statement: Statement) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        self.cursor.expect(Token::Semicolon, "`;`")?;
        Ok(statement)
    }

    fn expression_statement(&mut self) -> Result<Statement, Diagnostic> {
        let expression = self.expression()?;
        self.cursor.expect(Token::Semicolon, "`;`")?;
        Ok(Statement::Expression(expression))
    }

    fn return_statement(&mut self, span: Span) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        let value = match self.cursor.peek() {
            Some(Token::Semicolon) => None,
            _ => Some(self.expression()?),
        };
        self.cursor.expect(Token::Semicolon, "`;`")?;
        Ok(Statement::Return { span, value })
    }

    fn if_statement(&mut self) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        let condition = self.parenthesized()?;
        let then = Box::new(self.substatement()?);
        let otherwise = match self.cursor.eat_word("else") {
            true => Some(Box::new(self.substatement()?)),
            false => None,
        };
        Ok(Statement::If { condition, then, otherwise })
    }

    fn while_loop(&mut self, span: Span) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        let condition = Some(self.parenthesized()?);
        let body = self.substatement()?;
        let start = Vec::new();
        Ok(Statement::Loop(Box::new(Loop { span, start, check_first: true, condition, body, step: None })))
    }

    fn do_loop(&mut self, span: Span) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        let body = self.substatement()?;
        if !self.cursor.eat_word("while") {
            return Err(self.cursor.unexpected("`while`"));
        }
        let condition = Some(self.parenthesized()?);
        self.cursor.expect(Token::Semicolon, "`;`")?;
        let start = Vec::new();
        Ok(Statement::Loop(Box::new(Loop { span, start, check_first: false, condition, body, step: None })))
    }

    fn for_loop(&mut self, span: Span) -> Result<Statement, Diagnostic> {
        self.cursor.advance();
        self.cursor.expect(Token::OpenParenthesis, "`(`")?;
        self.scopes.push(Vec::new());
        let mut start = Vec::new();
        if at_type(self.cursor) {
            self.declaration(&mut start)?;
        } else if !self.cursor.eat(Token::Semicolon) {
            start.push(self.expression_statement()?);
        }
        let condition = match self.cursor.peek() {
            Some(Token::Semicolon) => None,
            _ => Some(self.expression()?),
        };
        self.cursor.expect(Token::Semicolon, "`;`")?;
        let step = match self.cursor.peek() {
            Some(Token::CloseParenthesis) => None,
            _ => Some(self.expression()?),
        };
        self.cursor.expect(Token::CloseParenthesis, "`)`")?;
        let body = self.substatement()?;
        self.scopes.pop();
        Ok(Statement::Loop(Box::new(Loop { span, start, check_first: true, condition, body, step })))
    }

    fn parenthesized(&mut self) -> Result<Expression, Diagnostic> {
        self.cursor.expect(Token::OpenParenthesis, "`(`")?;
        let expression = self.expression()?;
        self.cursor.expect(Token::CloseParenthesis, "`)`")?;
        Ok(expression)
    }
}
