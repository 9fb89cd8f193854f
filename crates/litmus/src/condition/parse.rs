//! The parser of the part behind the threads: `locations`, `filter` and the final condition, in any
//! order.
//!
//! `~` binds tightest, then `=>` (to the right), then `/\`, then `\/`. A condition that begins with
//! `final`, or with no quantifier at all, means `exists`. A list of verdicts after `with` gives the
//! expectations for some models and is no part of the condition. Blocks in `<< … >>` are for other
//! tools.

use porf_entity::{Diagnostic, Span, Value};
use porf_ir::GlobalId;

use super::{Comparison, Condition, Operand, Proposition, Quantifier};
use crate::ctype::{at_type, parse_type};
use crate::cursor::Cursor;
use crate::lexer::Token;
use crate::number::{LeadingZero, literal, signed_number};
use crate::observable::{ObservableType, Observer, thread_prefix};

/// The part of a test about final states.
#[derive(Default)]
pub(crate) struct Final {
    pub(crate) condition: Option<Condition>,
    pub(crate) filter: Option<Proposition>,
    /// Whether there is a list of locations.
    pub(crate) lists_locations: bool,
}

/// Whether the final part of a test begins here, rather than another thread or instruction.
pub(crate) fn begins_here(cursor: &Cursor<'_>) -> bool {
    match cursor.peek() {
        Some(Token::Name) => {
            matches!(cursor.peek_name(), Some("exists" | "forall" | "final" | "filter" | "locations" | "not"))
        }
        Some(Token::Tilde | Token::OpenParenthesis | Token::ShiftLeft) => true,
        _ => cursor.at_end(),
    }
}

/// Parses the part behind the threads.
pub(crate) fn parse(cursor: &mut Cursor<'_>, observer: &mut Observer<'_>) -> Result<Final, Diagnostic> {
    let mut parser = Parser { cursor, observer };
    let mut result = Final::default();
    loop {
        let start = parser.cursor.span();
        match parser.cursor.peek() {
            _ if parser.cursor.at_end() => return Ok(result),
            Some(Token::ShiftLeft) => return Ok(result),
            Some(Token::Semicolon) => {
                parser.cursor.advance();
            }
            _ if parser.cursor.eat_word("locations") => {
                parser.locations()?;
                result.lists_locations = true;
            }
            _ if parser.cursor.eat_word("filter") => {
                if result.filter.is_some() {
                    return Err(Diagnostic::new(start, "there are two filters", "the second one"));
                }
                result.filter = Some(parser.disjunction()?);
            }
            _ if result.condition.is_some() => {
                if !parser.cursor.eat_word("with") {
                    let diagnostic = parser.cursor.unexpected("the end of the test");
                    let help = r"the parts of a condition are joined by `/\` and `\/`";
                    return Err(diagnostic.with_help(help));
                }
                parser.verdicts()?;
            }
            _ => result.condition = Some(parser.condition()?),
        }
    }
}

struct Parser<'a, 's, 'o> {
    cursor: &'a mut Cursor<'s>,
    observer: &'a mut Observer<'o>,
}

impl Parser<'_, '_, '_> {
    fn condition(&mut self) -> Result<Condition, Diagnostic> {
        let start = self.cursor.span();
        let mark = self.cursor.mark();
        let quantifier = self.quantifier()?;
        let proposition = self.disjunction()?;
        let span = start.to(self.cursor.previous_span());
        let text = self.cursor.folded_text_since(mark);
        Ok(Condition { quantifier, proposition, text, span: span.start..span.end })
    }

    fn quantifier(&mut self) -> Result<Quantifier, Diagnostic> {
        if self.cursor.eat_word("exists") || self.cursor.eat_word("final") {
            Ok(Quantifier::Exists)
        } else if self.cursor.eat_word("forall") {
            Ok(Quantifier::ForAll)
        } else if self.cursor.peek() == Some(Token::OpenParenthesis) {
            Ok(Quantifier::Exists)
        } else if self.cursor.eat(Token::Tilde) || self.cursor.eat_word("not") {
            match self.cursor.eat_word("exists") {
                true => Ok(Quantifier::NotExists),
                false => Err(self.cursor.unexpected("`exists`")),
            }
        } else {
            let known = ["exists", "forall", "~exists", "filter", "locations"];
            let found = self.cursor.peek_name().unwrap_or_default();
            Err(self.cursor.unexpected("a thread or a condition").suggesting(found, known))
        }
    }

    /// `tso: ~exists; default: exists;`
    fn verdicts(&mut self) -> Result<(), Diagnostic> {
        while self.cursor.peek() == Some(Token::Name) && self.cursor.peek_ahead(1) == Some(Token::Colon) {
            self.cursor.advance();
            self.cursor.advance();
            self.quantifier()?;
            self.cursor.eat(Token::Semicolon);
        }
        Ok(())
    }

    /// `[x; 0:r1; a[2];]`, where types may follow the names.
    fn locations(&mut self) -> Result<(), Diagnostic> {
        self.cursor.expect(Token::OpenBracket, "`[`")?;
        while !self.cursor.eat(Token::CloseBracket) {
            if self.cursor.eat(Token::Semicolon) {
                continue;
            }
            if let Place::Array(global) = self.place()? {
                self.observe_array(global);
            }
            if at_type(self.cursor) {
                parse_type(self.cursor)?;
            }
            while self.cursor.eat(Token::Star) {}
            if !matches!(self.cursor.peek(), Some(Token::Semicolon | Token::CloseBracket)) {
                return Err(self.cursor.unexpected("`;` or `]`"));
            }
        }
        Ok(())
    }

    fn disjunction(&mut self) -> Result<Proposition, Diagnostic> {
        let operator = |cursor: &mut Cursor<'_>| {
            cursor.eat(Token::Disjunction) || cursor.eat(Token::LogicalOr) || cursor.eat_word("or")
        };
        self.chain(operator, Self::conjunction, Proposition::Any)
    }

    fn conjunction(&mut self) -> Result<Proposition, Diagnostic> {
        let operator = |cursor: &mut Cursor<'_>| {
            cursor.eat(Token::Conjunction) || cursor.eat(Token::LogicalAnd) || cursor.eat_word("and")
        };
        self.chain(operator, Self::implication, Proposition::All)
    }

    /// Parts joined by an operator; a single part stands for itself.
    fn chain(
        &mut self,
        operator: impl Fn(&mut Cursor<'_>) -> bool,
        part: impl Fn(&mut Self) -> Result<Proposition, Diagnostic>,
        join: impl Fn(Vec<Proposition>) -> Proposition,
    ) -> Result<Proposition, Diagnostic> {
        let first = part(self)?;
        let mut parts = vec![first];
        while operator(self.cursor) {
            parts.push(part(self)?);
        }
        match parts.len() {
            1 => Ok(parts.swap_remove(0)),
            _ => Ok(join(parts)),
        }
    }

    fn implication(&mut self) -> Result<Proposition, Diagnostic> {
        self.cursor.enter()?;
        let premise = self.unary()?;
        let proposition = match self.cursor.eat(Token::Implication) {
            true => Proposition::Implies(Box::new(premise), Box::new(self.implication()?)),
            false => premise,
        };
        self.cursor.leave();
        Ok(proposition)
    }

    fn unary(&mut self) -> Result<Proposition, Diagnostic> {
        self.cursor.enter()?;
        let proposition = if self.cursor.eat(Token::OpenParenthesis) {
            let inner = self.disjunction()?;
            self.cursor.expect(Token::CloseParenthesis, r"`)`, `/\` or `\/`")?;
            inner
        } else if self.cursor.eat(Token::Tilde)
            || self.cursor.eat(Token::Exclamation)
            || self.cursor.eat_word("not")
        {
            Proposition::Not(Box::new(self.unary()?))
        } else if self.cursor.eat_word("true") {
            Proposition::All(Vec::new())
        } else if self.cursor.eat_word("false") {
            Proposition::Any(Vec::new())
        } else {
            self.comparison()?
        };
        self.cursor.leave();
        Ok(proposition)
    }

    fn comparison(&mut self) -> Result<Proposition, Diagnostic> {
        let place = self.place()?;
        let comparison = self.comparison_operator()?;
        match place {
            Place::Array(global) if self.cursor.peek() == Some(Token::OpenBrace) => {
                self.array_comparison(global, comparison)
            }
            // The name of an array alone is its first element, as for a pointer in C.
            Place::Array(global) => {
                let first = self.observer.observe_location(global, 0);
                self.right_side(first, comparison)
            }
            Place::One(observable) => self.right_side(observable, comparison),
        }
    }

    fn comparison_operator(&mut self) -> Result<Comparison, Diagnostic> {
        let comparison = match self.cursor.peek() {
            Some(Token::Assign | Token::Equal) => Comparison::Equal,
            Some(Token::NotEqual) => Comparison::NotEqual,
            Some(Token::Less) => Comparison::Less,
            Some(Token::LessEqual) => Comparison::LessEqual,
            Some(Token::Greater) => Comparison::Greater,
            Some(Token::GreaterEqual) => Comparison::GreaterEqual,
            _ => return Err(self.cursor.unexpected("`=` or another comparison")),
        };
        self.cursor.advance();
        Ok(comparison)
    }

    /// `={1, 2}`: all elements equal, or not all.
    fn array_comparison(
        &mut self,
        global: GlobalId,
        comparison: Comparison,
    ) -> Result<Proposition, Diagnostic> {
        let start = self.cursor.expect(Token::OpenBrace, "`{`")?;
        let elements = self.observe_array(global);
        let mut parts = Vec::new();
        while !self.cursor.eat(Token::CloseBrace) {
            let Some(&element) = elements.get(parts.len()) else {
                let label = format!("there are {} elements", elements.len());
                return Err(Diagnostic::new(self.cursor.span(), "the array has fewer elements", label));
            };
            parts.push(self.right_side(element, Comparison::Equal)?);
            if !self.cursor.eat(Token::Comma) && self.cursor.peek() != Some(Token::CloseBrace) {
                return Err(self.cursor.unexpected("`,` or `}`"));
            }
        }
        let span = start.to(self.cursor.previous_span());
        if parts.len() < elements.len() {
            let label = format!("there are {} elements", elements.len());
            return Err(Diagnostic::new(span, "the array has more elements", label));
        }
        match comparison {
            Comparison::Equal => Ok(Proposition::All(parts)),
            Comparison::NotEqual => Ok(Proposition::Not(Box::new(Proposition::All(parts)))),
            _ => Err(Diagnostic::new(span, "arrays can only be equal or not", "no order on arrays")),
        }
    }

    fn observe_array(&mut self, global: GlobalId) -> Vec<usize> {
        let length = self.observer.globals()[global].length();
        (0..length).map(|element| self.observer.observe_location(global, element)).collect()
    }

    /// The value that an observable is compared with.
    fn right_side(&mut self, left: usize, comparison: Comparison) -> Result<Proposition, Diagnostic> {
        let start = self.cursor.span();
        let right = match self.cursor.peek() {
            Some(Token::OpenBracket | Token::Star) => self.place_operand()?,
            Some(Token::Number | Token::Name) if self.cursor.peek_ahead(1) == Some(Token::Colon) => {
                self.place_operand()?
            }
            Some(Token::Ampersand | Token::Name) => self.address(left, start)?,
            Some(Token::Number | Token::Minus | Token::Plus | Token::Dollar) => {
                self.cursor.eat(Token::Dollar);
                let bits = signed_number(self.cursor)?;
                Operand::Number(self.observer.ty(left).number(Value(bits)))
            }
            _ => return Err(self.cursor.unexpected("a value")),
        };
        let left = Operand::Observable { index: left, ty: self.observer.ty(left) };
        Ok(Proposition::Compare { left, comparison, right })
    }

    fn place_operand(&mut self) -> Result<Operand, Diagnostic> {
        let index = match self.place()? {
            Place::One(observable) => observable,
            Place::Array(global) => self.observer.observe_location(global, 0),
        };
        Ok(Operand::Observable { index, ty: self.observer.ty(index) })
    }

    /// `x`, `&x` or `&x[1]` where a value is expected.
    fn address(&mut self, left: usize, start: Span) -> Result<Operand, Diagnostic> {
        self.cursor.eat(Token::Ampersand);
        let (global, name) = self.global()?;
        let (element, element_span) = self.element()?.unwrap_or((0, start));
        let offset = self.observer.globals().element_offset(global, element, element_span)?;
        if let ObservableType::Integer { .. } = self.observer.ty(left) {
            let span = start.to(self.cursor.previous_span());
            let message = format!("`{}` is an integer and cannot be an address", self.observer.name(left));
            return Err(Diagnostic::new(span, message, format!("the address of `{name}`"))
                .with_help(format!("write `[{name}]` for the value of `{name}`")));
        }
        Ok(Operand::AddressOf { global, offset })
    }

    /// `0:r1`, `x`, `[x]`, `*x` or `x[1]`.
    fn place(&mut self) -> Result<Place, Diagnostic> {
        if let Some((number, span)) = thread_prefix(self.cursor)? {
            let thread = self.observer.threads().thread(number, span)?;
            let (name, span) = self.cursor.expect_name("a register")?;
            let register = self.observer.threads().register(thread, name, span)?;
            return Ok(Place::One(self.observer.observe_register(thread, register)));
        }
        let global = if self.cursor.eat(Token::OpenBracket) {
            let (global, _) = self.global()?;
            self.cursor.expect(Token::CloseBracket, "`]`")?;
            global
        } else {
            self.cursor.eat(Token::Star);
            self.global()?.0
        };
        match self.element()? {
            Some((element, span)) => {
                self.observer.globals().element_offset(global, element, span)?;
                Ok(Place::One(self.observer.observe_location(global, element)))
            }
            None if self.observer.globals()[global].is_array() => Ok(Place::Array(global)),
            None => Ok(Place::One(self.observer.observe_location(global, 0))),
        }
    }

    fn global(&mut self) -> Result<(GlobalId, String), Diagnostic> {
        let (name, span) = self.cursor.expect_name("a register or a variable")?;
        let globals = self.observer.globals();
        let global = globals.get(name).ok_or_else(|| {
            Diagnostic::new(span, format!("there is no variable `{name}`"), "unknown variable")
                .suggesting(name, globals.names())
        })?;
        Ok((global, name.to_owned()))
    }

    /// `[1]`
    fn element(&mut self) -> Result<Option<(u64, Span)>, Diagnostic> {
        if !self.cursor.eat(Token::OpenBracket) {
            return Ok(None);
        }
        let (literal, span) = literal(self.cursor, LeadingZero::Decimal)?;
        self.cursor.expect(Token::CloseBracket, "`]`")?;
        Ok(Some((literal.value, span)))
    }
}

/// The left side of a comparison.
enum Place {
    /// An observable.
    One(usize),
    /// An array as a whole.
    Array(GlobalId),
}
