//! Text to clauses, by recursive descent.
//!
//! ```text
//! file         "library" name ("-" name)* clause*
//! clause       "initially" number
//!              "coherent" | "fifo" | "lifo"
//!              "use" call ("," call)*
//!              kind function                     see function.rs
//!              axioms                            in the language cat
//! call         name ("==" number)?
//! kind         "init" | "read" | "write" | "rmw" | "exchange" | "meet"
//! number       "-"? (decimal | "0x" hexadecimal)
//! ```
//!
//! The words of clauses are no keywords: in axioms `rmw` is a relation, and `read` may be the name
//! of one. Axioms begin with `~` or a word of [`AXIOMS`] and end before a word of a clause, if
//!
//! - the token before the word can end an axiom, and
//! - the word is `library`, `initially`, `coherent`, `fifo` or `lifo`; or it is `use`, begins a line and
//!   is followed by a name; or it is the kind of a function, and either
//!   the first word of a line or followed by a name and a parenthesis.
//!
//! A line that begins with any other word, a name and a parenthesis ends axioms, too: the word is
//! probably misspelt.

mod expression;
mod function;

use porf_entity::{Diagnostic, PoolOrder, Positions, Span};

use crate::cursor::{Cursor, Name};
use crate::lexer::Token;
use crate::specification::{Function, Kind};
use crate::uses::ParsedUse;

/// The clauses of a file.
pub(crate) struct Parsed {
    pub(crate) name: Name,
    pub(crate) initially: Option<(i64, Span)>,
    pub(crate) coherent: Option<Span>,
    pub(crate) order: Option<(PoolOrder, Span)>,
    pub(crate) functions: Vec<Function>,
    pub(crate) uses: Vec<ParsedUse>,
    /// The tokens of the axioms, in order.
    pub(crate) axioms: Vec<Span>,
}

/// The words of the language cat with which an instruction begins, also those that porf does not
/// support.
const AXIOMS: [&str; 19] = [
    "let",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "undefined_unless",
    "include",
    "procedure",
    "call",
    "with",
    "show",
    "unshow",
    "debug",
    "if",
    "enum",
    "instructions",
    "default",
    "match",
    "forall",
];

/// The advice where neither a clause nor an axiom stands.
const CLAUSES: &str = "a clause begins with `init`, `read`, `write`, `rmw`, `exchange`, `meet`, `initially`, `coherent`, `fifo`, `lifo` or `use`, \
                       an axiom with `let`, `acyclic`, `irreflexive`, `empty`, `~`, `flag`, \
                       `undefined_unless`, `include`, `procedure`, `call`, `show` or `unshow`";

/// Words of the language cat behind which an axiom goes on.
const UNFINISHED: [&str; 28] = [
    "let",
    "rec",
    "and",
    "in",
    "fun",
    "as",
    "acyclic",
    "irreflexive",
    "empty",
    "flag",
    "undefined_unless",
    "include",
    "procedure",
    "call",
    "with",
    "from",
    "show",
    "unshow",
    "debug",
    "if",
    "not",
    "then",
    "else",
    "begin",
    "try",
    "match",
    "forall",
    "do",
];

/// Reads the clauses of a file, and skips its axioms.
pub(crate) fn parse(text: &str) -> Result<Parsed, Diagnostic> {
    let mut cursor = Cursor::new(text)?;
    let name = library_name(&mut cursor)?;
    let parsed = Parsed {
        name,
        initially: None,
        coherent: None,
        order: None,
        functions: Vec::new(),
        uses: Vec::new(),
        axioms: Vec::new(),
    };
    let mut parser = Parser { cursor, positions: Positions::new(text), parsed };
    while !parser.cursor.at_end() {
        parser.clause()?;
    }
    Ok(parser.parsed)
}

/// The first clause of a file.
fn library_name(cursor: &mut Cursor<'_>) -> Result<Name, Diagnostic> {
    if cursor.word() != Some("library") {
        let diagnostic = Diagnostic::new(cursor.span(), "the library has no name", "expected `library` here");
        let help = "a specification begins with the name of its library, as in `library mutex`";
        return Err(diagnostic.with_help(help));
    }
    cursor.advance();
    let first = cursor.expect_name("the name of the library")?;
    while cursor.peek() == Some(Token::Minus) && cursor.touches() {
        cursor.advance();
        cursor.expect_name("the rest of the name of the library")?;
    }
    let span = cursor.since(first.span);
    let text: String = cursor.text(span).split_whitespace().collect();
    Ok(Name { text, span })
}

struct Parser<'s> {
    cursor: Cursor<'s>,
    positions: Positions,
    parsed: Parsed,
}

impl Parser<'_> {
    fn clause(&mut self) -> Result<(), Diagnostic> {
        match self.cursor.word() {
            Some("library") => {
                let message = "the library has a second name";
                let diagnostic = Diagnostic::new(self.cursor.span(), message, "named again here");
                Err(diagnostic.with_help("remove this line; a file specifies one library"))
            }
            Some("initially") => self.initially(),
            Some("coherent") => self.coherent(),
            Some("fifo") => self.order(PoolOrder::Fifo),
            Some("lifo") => self.order(PoolOrder::Lifo),
            Some("init") => self.function(Kind::Init),
            Some("read") => self.function(Kind::Read),
            Some("write") => self.function(Kind::Write),
            Some("rmw") => self.function(Kind::Rmw),
            Some("exchange") => self.function(Kind::Exchange),
            Some("meet") => self.function(Kind::Meet),
            Some("use") => self.usage(),
            _ if self.begins_axioms() => {
                self.axioms();
                Ok(())
            }
            _ => Err(self.cursor.unexpected("a clause or an axiom").with_help(CLAUSES)),
        }
    }

    /// `initially N`
    fn initially(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.advance();
        let value = self.number()?;
        let span = self.cursor.since(start);
        if self.parsed.initially.replace((value, span)).is_some() {
            let diagnostic = Diagnostic::new(span, "objects have a second initial value", "given again here");
            return Err(diagnostic.with_help("remove one of the two clauses"));
        }
        Ok(())
    }

    fn coherent(&mut self) -> Result<(), Diagnostic> {
        let span = self.cursor.advance();
        if self.parsed.coherent.replace(span).is_some() {
            let diagnostic = Diagnostic::new(span, "`coherent` is given twice", "given again here");
            return Err(diagnostic.with_help("remove one of the two clauses"));
        }
        Ok(())
    }

    /// `fifo` or `lifo`
    fn order(&mut self, order: PoolOrder) -> Result<(), Diagnostic> {
        let span = self.cursor.advance();
        if self.parsed.order.replace((order, span)).is_some() {
            let diagnostic = Diagnostic::new(span, "the library has a second order", "given again here");
            return Err(diagnostic.with_help("remove one of the two clauses"));
        }
        Ok(())
    }

    /// `use f, g == N, h`
    fn usage(&mut self) -> Result<(), Diagnostic> {
        self.cursor.advance();
        let mut calls = ParsedUse::new();
        loop {
            let name = self.cursor.expect_name("the name of a function")?;
            let expects = if self.cursor.eat(Token::DoubleEqual) { Some(self.number()?) } else { None };
            calls.push((name, expects));
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.parsed.uses.push(calls);
        Ok(())
    }

    /// Whether the next token begins an instruction of cat.
    fn begins_axioms(&self) -> bool {
        self.cursor.peek() == Some(Token::Tilde)
            || self.cursor.word().is_some_and(|word| AXIOMS.contains(&word))
    }

    /// Skips axioms up to the next clause.
    fn axioms(&mut self) {
        loop {
            let span = self.cursor.advance();
            self.parsed.axioms.push(span);
            if self.cursor.at_end() || self.begins_clause() {
                break;
            }
        }
    }

    /// Whether the next token, behind one of an axiom, begins a clause.
    fn begins_clause(&self) -> bool {
        let Some(word) = self.cursor.word() else { return false };
        let looks_like_function =
            self.cursor.word_ahead(1).is_some() && self.cursor.peek_ahead(2) == Some(Token::OpenParenthesis);
        let begins = match word {
            "library" | "initially" | "coherent" | "fifo" | "lifo" => true,
            "init" | "read" | "write" | "rmw" | "exchange" | "meet" => {
                looks_like_function || self.cursor.begins_line()
            }
            "use" => self.cursor.begins_line() && self.cursor.word_ahead(1).is_some(),
            _ if AXIOMS.contains(&word) || UNFINISHED.contains(&word) => false,
            _ => looks_like_function && self.cursor.begins_line(),
        };
        begins && self.may_end_axiom()
    }

    /// Whether the token before the next one can be the last one of an axiom.
    fn may_end_axiom(&self) -> bool {
        match self.cursor.previous() {
            Some((Token::Name, word)) => !UNFINISHED.contains(&word),
            Some((token, _)) => matches!(
                token,
                Token::Number | Token::String | Token::CloseParenthesis | Token::Plus | Token::CloseSymbol
            ),
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The axioms of a text behind the name of its library, token by token.
    fn axioms(clauses: &str) -> String {
        let text = format!("library x {clauses}");
        let parsed = parse(&text).unwrap_or_else(|diagnostic| panic!("{clauses}: {diagnostic}"));
        parsed.axioms.iter().map(|span| span.text(&text)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_of_libraries_may_have_hyphens() {
        assert_eq!(parse("library a-b-c_1 ").unwrap_or_else(|it| panic!("{it}")).name.text, "a-b-c_1");
        assert!(parse("library a -b").is_err());
    }

    #[test]
    fn axioms_end_before_a_clause() {
        assert_eq!(axioms("acyclic po coherent ~empty rf initially 0"), "acyclic po ~ empty rf");
        assert_eq!(axioms("acyclic po | rmw read get(r) = v"), "acyclic po | rmw");
        assert_eq!(axioms("acyclic po+\nread get(r)\nlet a = [R] write f(x)"), "acyclic po + let a = [ R ]");
        assert_eq!(
            axioms("empty rmw & (fr ; co) as rmw\nrmw f(x) writes 1"),
            "empty rmw & ( fr ; co ) as rmw"
        );
    }

    #[test]
    fn axioms_may_use_the_words_of_clauses() {
        for text in [
            "empty rmw & ( fr ; co ) as coherent",
            "let read = R let write = W acyclic [ read ] ; rmw | po",
            "acyclic po |\nread",
            "let rmw = po ;\nrmw ( read )",
            "include \"read get(r) = v\"",
            "if \"v\" acyclic po else acyclic rf end",
        ] {
            assert_eq!(axioms(text), text.replace('\n', " "));
        }
    }

    #[test]
    fn words_that_look_like_clauses_are_none_of_an_axiom() {
        let complaint = |text| parse(text).err().map(|diagnostic| (diagnostic.message, diagnostic.span));
        let expected = ("expected a clause or an axiom, found `raed`".to_owned(), 21..25);
        assert_eq!(complaint("library x acyclic po\nraed get(r) = v"), Some(expected));
    }
}
