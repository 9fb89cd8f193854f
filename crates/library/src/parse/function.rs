//! Functions.
//!
//! ```text
//! function     name "(" name ("," name)* ")" ("=" name)? part*
//! part         ("if" operand "==" operand)? "writes" expression
//!              "when" operand ("==" | "!=") operand
//!              "times" operand
//!              "else" number
//!              "rlx" | "acq" | "rel" | "acq_rel" | "sc"
//!              "relaxed" | "acquire" | "release" | "seq_cst"
//!              "functional" number?
//!              "blocking"
//!              "recursive"
//! ```
//!
//! Every part stands there at most once, in any order.

use std::num::NonZeroU32;

use porf_entity::{Diagnostic, ReadOrdering, RmwOrdering, Span, WriteOrdering, named_enum};

use super::{AXIOMS, Parser};
use crate::cursor::Name;
use crate::lexer::Token;
use crate::specification::{
    Action, Exchange, Expression, Function, Guard, Kind, Operand, Read, Rmw, Update, Write,
};

/// The names that a function defines.
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) result: Option<String>,
}

/// The parts of a function behind its signature, each with its place.
#[derive(Default)]
struct Parts {
    update: Option<(Update, Span)>,
    ordering: Option<(Ordering, Span)>,
    functional: Option<(NonZeroU32, Span)>,
    blocking: Option<Span>,
    when: Option<(Guard, Span)>,
    times: Option<(Operand, Span)>,
    otherwise: Option<(i64, Span)>,
    recursive: Option<Span>,
}

named_enum! {
    /// An ordering as it is written.
    enum Ordering {
        /// Also `relaxed`.
        Relaxed = "rlx",
        /// Also `acquire`.
        Acquire = "acq",
        /// Also `release`.
        Release = "rel",
        AcqRel = "acq_rel",
        /// Also `seq_cst`.
        SeqCst = "sc",
    }
}

impl Parser<'_> {
    pub(super) fn function(&mut self, kind: Kind) -> Result<(), Diagnostic> {
        self.cursor.advance();
        let name = self.cursor.expect_name("the name of the function")?;
        if let Some(first) = self.parsed.functions.iter().find(|function| function.name == name.text) {
            let message = format!("the function `{}` is specified twice", name.text);
            let line = first.position.line;
            let help = format!("remove this clause or the one in line {line}, or give it another name");
            return Err(Diagnostic::new(name.span, message, "specified again here").with_help(help));
        }
        let parameters = self.parameters(kind, &name)?;
        let result = self.result(kind, &parameters)?;
        let signature = Signature { name: name.text, parameters, result };
        let mut parts = Parts::default();
        while self.part(kind, &signature, &mut parts)? {}
        let action = action(kind, &signature, name.span, parts)?;
        let position = self.positions.of(name.span);
        let Signature { name, parameters, .. } = signature;
        self.parsed.functions.push(Function { name, parameters, action, position });
        Ok(())
    }

    fn parameters(&mut self, kind: Kind, function: &Name) -> Result<Vec<String>, Diagnostic> {
        let name = &function.text;
        self.cursor.expect(Token::OpenParenthesis, "`(` and the parameters of the function")?;
        if self.cursor.peek() == Some(Token::CloseParenthesis) {
            let message = format!("the function `{name}` has no object");
            let diagnostic = Diagnostic::new(self.cursor.span(), message, "expected a parameter here");
            let help = format!("the first parameter is the object that a call is about: `{name}(x)`");
            return Err(diagnostic.with_help(help));
        }
        let mut parameters: Vec<String> = Vec::new();
        loop {
            let parameter = self.cursor.expect_name("the name of a parameter")?;
            if parameters.contains(&parameter.text) {
                let message = format!("two parameters have the name `{}`", parameter.text);
                let diagnostic = Diagnostic::new(parameter.span, message, "named again here");
                return Err(diagnostic.with_help("give one of the two another name"));
            }
            parameters.push(parameter.text);
            if kind == Kind::Meet && parameters.len() > 1 {
                let message = format!("the {kind} `{name}` has more than one parameter");
                let diagnostic = Diagnostic::new(parameter.span, message, "one too many");
                let help = "the parameter is the object; the init says how many calls meet";
                return Err(diagnostic.with_help(help));
            }
            if (!kind.reads() || kind == Kind::Exchange) && parameters.len() > 2 {
                let message = format!("the {kind} `{name}` has more than two parameters");
                let diagnostic = Diagnostic::new(parameter.span, message, "one too many");
                let help = "the first parameter is the object, and the second one the value written";
                return Err(diagnostic.with_help(help));
            }
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.cursor.expect(Token::CloseParenthesis, "`,` or `)`")?;
        Ok(parameters)
    }

    /// The name of the value read, if the function returns it.
    fn result(&mut self, kind: Kind, parameters: &[String]) -> Result<Option<String>, Diagnostic> {
        let start = self.cursor.span();
        if !self.cursor.eat(Token::Equal) {
            return Ok(None);
        }
        let result = self.cursor.expect_name("a name for the value read")?;
        if !kind.reads() {
            let message = format!("a function of the kind `{kind}` returns no value");
            let diagnostic = Diagnostic::new(self.cursor.since(start), message, "nothing is read");
            return Err(diagnostic.with_help("remove this, or make the function a `read` or an `rmw`"));
        }
        if parameters.contains(&result.text) {
            let message = format!("the value read has the name of the parameter `{}`", result.text);
            let diagnostic = Diagnostic::new(result.span, message, "already a parameter");
            return Err(diagnostic.with_help("give the value another name"));
        }
        Ok(Some(result.text))
    }

    /// Reads a part of a function; false if there is none.
    fn part(&mut self, kind: Kind, signature: &Signature, parts: &mut Parts) -> Result<bool, Diagnostic> {
        let start = self.cursor.span();
        let Some(word) = self.cursor.word() else { return Ok(false) };
        match word {
            "if" if self.is_guard() => self.update(kind, signature, parts)?,
            "writes" => self.update(kind, signature, parts)?,
            "functional" => self.functional(kind, parts)?,
            "blocking" => {
                self.cursor.advance();
                if parts.blocking.replace(start).is_some() {
                    return Err(given_twice(start, word));
                }
            }
            "recursive" => {
                self.cursor.advance();
                if parts.recursive.replace(start).is_some() {
                    return Err(given_twice(start, word));
                }
            }
            "when" => {
                self.cursor.advance();
                let when = self.guard(signature)?;
                if parts.when.replace((when, start)).is_some() {
                    return Err(given_twice(start, word));
                }
            }
            "times" => {
                self.cursor.advance();
                let times = self.operand(signature)?;
                if parts.times.replace((times, start)).is_some() {
                    return Err(given_twice(start, word));
                }
            }
            "else" => {
                self.cursor.advance();
                let otherwise = self.number()?;
                if parts.otherwise.replace((otherwise, start)).is_some() {
                    return Err(given_twice(start, word));
                }
            }
            _ => match ordering(word) {
                Some(found) => {
                    self.cursor.advance();
                    check_ordering(kind, found, start)?;
                    match parts.ordering.replace((found, start)) {
                        Some((first, _)) if first == found => return Err(given_twice(start, word)),
                        Some((first, _)) => return Err(contradiction(start, word, first)),
                        None => {}
                    }
                }
                None if self.is_misspelt_part(word) => return Err(unknown_part(kind, start, word)),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Whether an `if` begins a guard, not a condition of cat, which is a string.
    fn is_guard(&self) -> bool {
        self.cursor.peek_ahead(1) != Some(Token::String)
            && (self.cursor.word_ahead(1) != Some("not") || self.cursor.peek_ahead(2) != Some(Token::String))
    }

    /// Whether a word that is no part stands where only a part makes sense: on the line of the
    /// function, and it begins no other clause.
    fn is_misspelt_part(&self, word: &str) -> bool {
        let clauses = ["library", "initially", "coherent", "fifo", "lifo"];
        let is_kind = Kind::ALL.iter().any(|kind| kind.to_string() == word);
        !self.cursor.begins_line() && !is_kind && !clauses.contains(&word) && !AXIOMS.contains(&word)
    }

    /// `a == b` or `a != b`
    fn guard(&mut self, signature: &Signature) -> Result<Guard, Diagnostic> {
        let left = self.operand(signature)?;
        let equal = match self.cursor.peek() {
            Some(Token::DoubleEqual) => true,
            Some(Token::NotEqual) => false,
            _ => return Err(self.cursor.unexpected("`==` or `!=`")),
        };
        self.cursor.advance();
        Ok(Guard { operands: (left, self.operand(signature)?), equal })
    }

    /// `if a == b writes e` or `writes e`
    fn update(&mut self, kind: Kind, signature: &Signature, parts: &mut Parts) -> Result<(), Diagnostic> {
        let start = self.cursor.span();
        let word = self.cursor.text(start);
        let fits = match kind {
            Kind::Rmw => true,
            Kind::Init | Kind::Write => word == "writes",
            Kind::Read | Kind::Exchange | Kind::Meet => false,
        };
        if !fits {
            let message = format!("`{word}` belongs to an rmw, but this is of the kind `{kind}`");
            let help = match kind {
                Kind::Read => "remove this, or make the function an `rmw`",
                _ => "remove this; the value written is the second parameter",
            };
            return Err(Diagnostic::new(start, message, "not part of this kind").with_help(help));
        }
        let mut guard = None;
        if self.cursor.word() == Some("if") {
            self.cursor.advance();
            let left = self.operand(signature)?;
            self.cursor.expect(Token::DoubleEqual, "`==`")?;
            guard = Some((left, self.operand(signature)?));
        }
        if self.cursor.word() != Some("writes") {
            return Err(self.cursor.unexpected("`writes` and the value that is written"));
        }
        let writes = self.cursor.advance();
        let value = self.expression(signature)?;
        match parts.update.replace((Update { guard, value }, writes)) {
            Some(_) => Err(given_twice(writes, "writes")),
            None => Ok(()),
        }
    }

    /// `functional` or `functional N`
    fn functional(&mut self, kind: Kind, parts: &mut Parts) -> Result<(), Diagnostic> {
        let start = self.cursor.advance();
        if !kind.reads() {
            let message = format!("a function of the kind `{kind}` cannot be functional");
            let diagnostic = Diagnostic::new(start, message, "nothing is read");
            return Err(diagnostic.with_help("remove this, or make the function a `read` or an `rmw`"));
        }
        let mut most_readers = NonZeroU32::MIN;
        if let Some(Token::Number | Token::Minus) = self.cursor.peek() {
            let first = self.cursor.span();
            let number = self.number()?;
            let span = self.cursor.since(first);
            most_readers = u32::try_from(number).ok().and_then(NonZeroU32::new).ok_or_else(|| {
                let message = format!("{number} is no number of calls that may read one write");
                let label = format!("not between 1 and {}", u32::MAX);
                Diagnostic::new(span, message, label).with_help("write `functional` if one call may")
            })?;
        }
        match parts.functional.replace((most_readers, start)) {
            Some(_) => Err(given_twice(start, "functional")),
            None => Ok(()),
        }
    }
}

/// The event of a function with these parts.
fn action(kind: Kind, signature: &Signature, name: Span, parts: Parts) -> Result<Action, Diagnostic> {
    check_parts(kind, &parts)?;
    let Parts { update, ordering, functional, blocking, when, times, otherwise, recursive } = parts;
    let ordering = ordering.map(|(ordering, _)| ordering);
    let result = signature.result.clone();
    let functional = functional.map(|(most_readers, _)| most_readers);
    let (when, recursive) = (when.map(|(when, _)| when), recursive.is_some());
    Ok(match kind {
        Kind::Init | Kind::Write => {
            let value = update.map(|(update, span)| written(update, span)).transpose()?;
            let ordering = ordering.and_then(Ordering::of_write).unwrap_or(WriteOrdering::Release);
            let write = Write { ordering, value, times: times.map(|(times, _)| times), recursive };
            if kind == Kind::Init { Action::Init(write) } else { Action::Write(write) }
        }
        Kind::Read => Action::Read(Read {
            result,
            ordering: ordering.and_then(Ordering::of_read).unwrap_or(ReadOrdering::Acquire),
            functional,
            blocking: blocking.is_some(),
            when,
            otherwise: otherwise.map(|(value, _)| value),
            recursive,
        }),
        Kind::Rmw => {
            let Some((update, _)) = update else {
                let message = format!("the rmw `{}` writes nothing", signature.name);
                let diagnostic = Diagnostic::new(name, message, "expected `writes` behind the parameters");
                let help = "say what is written, as in `= v writes v + 1`, or make it a `read`";
                return Err(diagnostic.with_help(help));
            };
            let ordering = ordering.map_or(RmwOrdering::AcqRel, Ordering::of_rmw);
            Action::Rmw(Rmw { result, when, update, ordering, functional })
        }
        Kind::Exchange => {
            let ordering = ordering.map_or(RmwOrdering::AcqRel, Ordering::of_rmw);
            Action::Exchange(Exchange { result, ordering })
        }
        Kind::Meet => Action::Meet,
    })
}

/// Checks that the parts belong to functions of the kind, and fit together.
fn check_parts(kind: Kind, parts: &Parts) -> Result<(), Diagnostic> {
    let Parts { blocking, when, times, otherwise, recursive, functional, .. } = parts;
    let is_write = matches!(kind, Kind::Init | Kind::Write);
    let misplaced = [
        (
            blocking.filter(|_| kind != Kind::Read),
            "blocking",
            "remove this; only a `read` can wait for a write",
        ),
        (
            when.map(|(_, span)| span).filter(|_| !matches!(kind, Kind::Read | Kind::Rmw)),
            "when",
            "remove this; a `read` or an `rmw` may wait for a value",
        ),
        (
            times.map(|(_, span)| span).filter(|_| !is_write),
            "times",
            "remove this; `functional N` says the same number for every write",
        ),
        (
            otherwise.map(|(_, span)| span).filter(|_| kind != Kind::Read),
            "else",
            "remove this; a `read` that does not wait may find nothing",
        ),
        (
            recursive.filter(|_| !matches!(kind, Kind::Read | Kind::Write)),
            "recursive",
            "remove this; the `read` and the `write` of a lock may be recursive",
        ),
    ];
    for (span, word, help) in misplaced {
        if let Some(span) = span {
            let message = format!("a function of the kind `{kind}` cannot have `{word}`");
            return Err(Diagnostic::new(span, message, "not part of this kind").with_help(help));
        }
    }
    let contradictory = [
        (
            otherwise.map(|(_, span)| span).filter(|_| blocking.is_some()),
            "`else` is for a read that does not wait",
        ),
        (when.map(|(_, span)| span).filter(|_| blocking.is_some()), "`when` says what the call waits for"),
        (
            recursive.filter(|_| kind == Kind::Read && (functional.is_none() || blocking.is_none())),
            "only a `functional blocking` read can be recursive",
        ),
    ];
    for (span, message) in contradictory {
        if let Some(span) = span {
            return Err(Diagnostic::new(span, message, "does not fit").with_help("remove one of the two"));
        }
    }
    Ok(())
}

/// The value of a write, which has read nothing that the value could depend on.
fn written(update: Update, span: Span) -> Result<Operand, Diagnostic> {
    match update.value {
        Expression::Operand(operand) => Ok(operand),
        Expression::Operation(..) => {
            let message = "a write computes nothing";
            let diagnostic = Diagnostic::new(span, message, "expected a parameter or a number");
            Err(diagnostic.with_help("let the caller compute the value, and pass it as an argument"))
        }
    }
}

impl Ordering {
    fn of_read(self) -> Option<ReadOrdering> {
        match self {
            Self::Relaxed => Some(ReadOrdering::Relaxed),
            Self::Acquire => Some(ReadOrdering::Acquire),
            Self::SeqCst => Some(ReadOrdering::SeqCst),
            Self::Release | Self::AcqRel => None,
        }
    }

    fn of_write(self) -> Option<WriteOrdering> {
        match self {
            Self::Relaxed => Some(WriteOrdering::Relaxed),
            Self::Release => Some(WriteOrdering::Release),
            Self::SeqCst => Some(WriteOrdering::SeqCst),
            Self::Acquire | Self::AcqRel => None,
        }
    }

    fn of_rmw(self) -> RmwOrdering {
        match self {
            Self::Relaxed => RmwOrdering::Relaxed,
            Self::Acquire => RmwOrdering::Acquire,
            Self::Release => RmwOrdering::Release,
            Self::AcqRel => RmwOrdering::AcqRel,
            Self::SeqCst => RmwOrdering::SeqCst,
        }
    }
}

/// The ordering of this name.
fn ordering(word: &str) -> Option<Ordering> {
    match word {
        "relaxed" => Some(Ordering::Relaxed),
        "acquire" => Some(Ordering::Acquire),
        "release" => Some(Ordering::Release),
        "seq_cst" => Some(Ordering::SeqCst),
        _ => Ordering::ALL.iter().copied().find(|ordering| ordering.to_string() == word),
    }
}

/// The orderings that functions of a kind may have, as words for people.
fn orderings(kind: Kind) -> &'static str {
    match kind {
        Kind::Init | Kind::Write => "`rlx`, `rel` or `sc`",
        Kind::Read => "`rlx`, `acq` or `sc`",
        Kind::Rmw | Kind::Exchange => "`rlx`, `acq`, `rel`, `acq_rel` or `sc`",
        Kind::Meet => "always `acq_rel`",
    }
}

fn check_ordering(kind: Kind, ordering: Ordering, span: Span) -> Result<(), Diagnostic> {
    let fits = match kind {
        Kind::Init | Kind::Write => ordering.of_write().is_some(),
        Kind::Read => ordering.of_read().is_some(),
        Kind::Rmw | Kind::Exchange => true,
        Kind::Meet => false,
    };
    if fits {
        return Ok(());
    }
    let message = format!("a function of the kind `{kind}` cannot have the ordering `{ordering}`");
    let help = format!("the ordering is {}", orderings(kind));
    Err(Diagnostic::new(span, message, "does not fit").with_help(help))
}

fn given_twice(span: Span, word: &str) -> Diagnostic {
    let message = format!("`{word}` is given twice");
    Diagnostic::new(span, message, "given again here").with_help("remove one of the two")
}

fn contradiction(span: Span, word: &str, first: Ordering) -> Diagnostic {
    let message = format!("`{word}` contradicts the ordering `{first}`");
    Diagnostic::new(span, message, "a second ordering").with_help("remove one of the two")
}

fn unknown_part(kind: Kind, span: Span, word: &str) -> Diagnostic {
    let message = format!("`{word}` is not part of a function of the kind `{kind}`");
    let more = match kind {
        Kind::Init => ", `writes` and `times`",
        Kind::Write => ", `writes`, `times` and `recursive`",
        Kind::Read => ", `functional`, `blocking`, `when`, `else` and `recursive`",
        Kind::Rmw => ", `when`, `if`, `writes` and `functional`",
        Kind::Exchange | Kind::Meet => "",
    };
    let help = format!("here may stand an ordering, {}{more}", orderings(kind));
    Diagnostic::new(span, message, "unknown word").with_help(help)
}
