//! Instructions.
//!
//! ```text
//! instruction  "let" "rec"? binding ("and" binding)* "in"?
//!              ("flag" | "undefined_unless")? "~"? test expression ("as" name)?
//!              "include" string
//!              "procedure" name parameters "=" instruction* "end"
//!              "call" name argument ("as" name)?
//!              "with" name "from" expression
//!              "if" "not"? string instruction* ("else" instruction*)? "end"
//!              "show" …, "unshow" …, "debug" …    without meaning
//! test         "acyclic" | "irreflexive" | "empty"
//! binding      ("_" | name parameters? | "(" (name | "_"), … ")") "=" expression
//! parameters   name | "_" | "(" (name | "_"), … ")"
//! ```

use std::rc::Rc;

use porf_entity::Diagnostic;

use super::Parser;
use crate::ast::{
    Binding, Expression, ExpressionKind, FunctionExpression, Instruction, InstructionKind, Name, Parameters,
    ProcedureDefinition, Role, Test,
};
use crate::lexer::Token;

const NO_TAGS: &str = "porf's events have no tags; use the sets of docs/models.md";
const NO_ITERATION: &str = "porf computes with sets and relations, not with their elements";

impl Parser<'_> {
    /// The instructions up to the first token that begins none.
    pub(super) fn instructions(&mut self) -> Result<Vec<Instruction>, Diagnostic> {
        self.cursor.enter()?;
        let mut instructions = Vec::new();
        while let Some(token) = self.cursor.peek() {
            match token {
                Token::Show | Token::Unshow | Token::Debug => self.display()?,
                _ => match self.instruction(token)? {
                    Some(instruction) => instructions.push(instruction),
                    None => break,
                },
            }
        }
        self.cursor.leave();
        Ok(instructions)
    }

    fn instruction(&mut self, token: Token) -> Result<Option<Instruction>, Diagnostic> {
        let start = self.cursor.span();
        let kind = match token {
            Token::Let => self.let_instruction()?,
            Token::Flag
            | Token::UndefinedUnless
            | Token::Tilde
            | Token::Acyclic
            | Token::Irreflexive
            | Token::Empty => self.check()?,
            Token::Include => {
                self.cursor.advance();
                let (name, span) = self.cursor.expect_string("the name of a file, as a string")?;
                InstructionKind::Include { name, span }
            }
            Token::Procedure => self.procedure()?,
            Token::Call => self.call()?,
            Token::With => self.with()?,
            Token::If => self.if_instruction()?,
            Token::Enum => return Err(self.cursor.unsupported("`enum` is", NO_TAGS)),
            Token::Instructions | Token::Default => {
                return Err(self.cursor.unsupported("the declaration of instructions is", NO_TAGS));
            }
            Token::Match => return Err(self.cursor.unsupported("`match` is", NO_ITERATION)),
            Token::Forall => return Err(self.cursor.unsupported("`forall` is", NO_ITERATION)),
            _ => return Ok(None),
        };
        Ok(Some(Instruction { kind, span: self.cursor.since(start) }))
    }

    fn let_instruction(&mut self) -> Result<InstructionKind, Diagnostic> {
        let (recursive, bindings) = self.bindings()?;
        if self.cursor.peek() == Some(Token::When) {
            let help = "write the condition as a check behind the definition";
            return Err(self.cursor.unsupported("a condition of a recursive definition is", help));
        }
        self.cursor.eat(Token::In);
        Ok(if recursive { InstructionKind::LetRec(bindings) } else { InstructionKind::Let(bindings) })
    }

    /// The bindings of a `let`, and whether they are recursive.
    pub(super) fn bindings(&mut self) -> Result<(bool, Vec<Binding>), Diagnostic> {
        self.cursor.expect(Token::Let, "`let`")?;
        let recursive = self.cursor.eat(Token::Rec);
        let mut bindings = vec![self.binding()?];
        while self.cursor.eat(Token::And) {
            bindings.push(self.binding()?);
        }
        Ok((recursive, bindings))
    }

    fn binding(&mut self) -> Result<Binding, Diagnostic> {
        let start = self.cursor.span();
        if self.cursor.peek() == Some(Token::OpenParenthesis) {
            let names = self.parameters("the names to define")?;
            self.cursor.expect(Token::Equal, "`=`")?;
            return Ok(Binding { names, value: self.expression()? });
        }
        if self.cursor.eat(Token::Underscore) {
            self.cursor.expect(Token::Equal, "`=`")?;
            return Ok(Binding { names: Parameters(vec![None]), value: self.expression()? });
        }
        let names = Parameters(vec![Some(self.cursor.expect_name("the name to define")?)]);
        if self.cursor.eat(Token::Equal) {
            return Ok(Binding { names, value: self.expression()? });
        }
        let parameters = self.parameters("`=`, or the parameters of a function")?;
        self.cursor.expect(Token::Equal, "`=`")?;
        let body = self.expression()?;
        let kind = ExpressionKind::Function(Rc::new(FunctionExpression { parameters, body }));
        Ok(Binding { names, value: Expression { kind, span: self.cursor.since(start) } })
    }

    pub(super) fn parameters(&mut self, expected: &str) -> Result<Parameters, Diagnostic> {
        if !self.cursor.eat(Token::OpenParenthesis) {
            return Ok(Parameters(vec![self.parameter(expected)?]));
        }
        let mut parameters = Vec::new();
        if !self.cursor.eat(Token::CloseParenthesis) {
            parameters.push(self.parameter("the name of a parameter")?);
            while self.cursor.eat(Token::Comma) {
                parameters.push(self.parameter("the name of a parameter")?);
            }
            self.cursor.expect(Token::CloseParenthesis, "`,` or `)`")?;
        }
        let names: Vec<&Name> = parameters.iter().flatten().collect();
        let is_known =
            |&(place, name): &(usize, &&Name)| names[..place].iter().any(|it| it.text == name.text);
        if let Some((_, name)) = names.iter().enumerate().find(is_known) {
            let message = format!("two of these names are `{}`", name.text);
            let diagnostic = Diagnostic::new(name.span, message, "named again here");
            return Err(diagnostic.with_help("give each its own name, or `_` if it is not used"));
        }
        Ok(Parameters(parameters))
    }

    fn parameter(&mut self, expected: &str) -> Result<Option<Name>, Diagnostic> {
        if self.cursor.eat(Token::Underscore) {
            return Ok(None);
        }
        Ok(Some(self.cursor.expect_name(expected)?))
    }

    fn check(&mut self) -> Result<InstructionKind, Diagnostic> {
        let role = if self.cursor.eat(Token::Flag) {
            Role::Flag
        } else if self.cursor.eat(Token::UndefinedUnless) {
            Role::UndefinedUnless
        } else {
            Role::Axiom
        };
        let negated = self.cursor.eat(Token::Tilde);
        let test = match self.cursor.peek() {
            Some(Token::Acyclic) => Test::Acyclic,
            Some(Token::Irreflexive) => Test::Irreflexive,
            Some(Token::Empty) => Test::Empty,
            _ => return Err(self.cursor.unexpected("`acyclic`, `irreflexive` or `empty`")),
        };
        self.cursor.advance();
        let tested = self.expression()?;
        Ok(InstructionKind::Check { role, negated, test, tested, name: self.optional_name()? })
    }

    /// The name behind `as`.
    fn optional_name(&mut self) -> Result<Option<String>, Diagnostic> {
        if !self.cursor.eat(Token::As) {
            return Ok(None);
        }
        Ok(Some(self.cursor.expect_name("a name")?.text))
    }

    fn procedure(&mut self) -> Result<InstructionKind, Diagnostic> {
        self.cursor.advance();
        if self.cursor.peek() == Some(Token::Rec) {
            return Err(self.cursor.unsupported("a recursive procedure is", NO_ITERATION));
        }
        let name = self.cursor.expect_name("the name of the procedure")?;
        let parameters = self.parameters("the parameters of the procedure")?;
        self.cursor.expect(Token::Equal, "`=`")?;
        let body = self.instructions()?;
        self.cursor.expect(Token::End, "an instruction, or the `end` of the procedure")?;
        let definition = Rc::new(ProcedureDefinition { parameters, body });
        Ok(InstructionKind::Procedure { name, definition })
    }

    fn call(&mut self) -> Result<InstructionKind, Diagnostic> {
        self.cursor.advance();
        let procedure = self.cursor.expect_name("the name of a procedure")?;
        let argument = self.argument()?.ok_or_else(|| self.cursor.unexpected("the arguments"))?;
        Ok(InstructionKind::Call { procedure, argument, name: self.optional_name()? })
    }

    fn with(&mut self) -> Result<InstructionKind, Diagnostic> {
        self.cursor.advance();
        let name = self.cursor.expect_name("the name to define")?;
        self.cursor.expect(Token::From, "`from`")?;
        Ok(InstructionKind::With { name, generator: self.expression()? })
    }

    fn if_instruction(&mut self) -> Result<InstructionKind, Diagnostic> {
        let negated = self.variant()?;
        let then = self.instructions()?;
        let otherwise = if self.cursor.eat(Token::Else) { self.instructions()? } else { Vec::new() };
        self.cursor.expect(Token::End, "an instruction, or `end`")?;
        Ok(InstructionKind::If { negated, then, otherwise })
    }

    /// The condition behind `if`, the name of a variant; returns whether it is negated.
    pub(super) fn variant(&mut self) -> Result<bool, Diagnostic> {
        self.cursor.advance();
        let start = self.cursor.span();
        let negated = self.cursor.is_word("not");
        if negated {
            self.cursor.advance();
        }
        if self.cursor.peek() != Some(Token::String) {
            let help = "porf knows `if \"variant\"`; no variant is chosen";
            return Err(crate::cursor::not_supported(start, "this condition is", help));
        }
        self.cursor.advance();
        Ok(negated)
    }

    /// Instructions about pictures and traces, which mean nothing here.
    fn display(&mut self) -> Result<(), Diagnostic> {
        self.cursor.advance();
        loop {
            self.expression()?;
            self.optional_name()?;
            if !self.cursor.eat(Token::Comma) {
                return Ok(());
            }
        }
    }
}
