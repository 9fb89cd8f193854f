//! The head of a test: dialect, name, and free text up to the initial state.
//!
//! The free text (another name in parentheses, a quoted description, lines such as `Cycle=…`)
//! follows no grammar, so it is read character by character; it ends at the first `{` outside
//! comments and quotes.

use porf_entity::{Diagnostic, Span, nested_comment_length};

/// The language in which the threads of a test are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// C with C11 atomics.
    C,
    /// x86 assembly, Intel operand order.
    X86,
}

/// The contents of the head of a test.
pub(crate) struct Header {
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    /// The place of the `{` of the initial state.
    pub(crate) initial_state: usize,
}

pub(crate) fn parse(source: &str) -> Result<Header, Diagnostic> {
    let mut scanner = Scanner { source, at: 0 };
    scanner.skip_blank()?;
    let architecture = scanner.word();
    let dialect = dialect(architecture.text(source), architecture)?;
    scanner.skip_blank()?;
    let name = scanner.word();
    if name.start == name.end {
        return Err(Diagnostic::new(name, "the test has no name", "expected a name here")
            .with_help("a test begins with its dialect and its name, as in `C MP+rel+acq`"));
    }
    scanner.skip_free_text()?;
    Ok(Header { dialect, name: name.text(source).to_owned(), initial_state: scanner.at })
}

fn dialect(architecture: &str, span: Span) -> Result<Dialect, Diagnostic> {
    let help = "a test begins with its dialect, `C` or `X86`, and its name";
    match architecture {
        "C" | "c" => Ok(Dialect::C),
        "X86" | "x86" => Ok(Dialect::X86),
        "" => {
            Err(Diagnostic::new(span, "this is not a litmus test", "expected a dialect here").with_help(help))
        }
        other => {
            let shown: String = other.chars().take(40).flat_map(char::escape_debug).collect();
            let message = format!("litmus tests for `{shown}` are not supported");
            Err(Diagnostic::new(span, message, "unknown dialect").with_help(help))
        }
    }
}

struct Scanner<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Scanner<'s> {
    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or_default()
    }

    /// Skips a comment, if one begins here. A `/*` that nothing closes is free text, as a quotation
    /// mark is.
    fn skip_comment(&mut self) -> Result<bool, Diagnostic> {
        let rest = self.rest();
        if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
            return Ok(true);
        }
        if let Some(length) = rest.strip_prefix("/*").and_then(|text| text.find("*/")) {
            self.at += length + 4;
            return Ok(true);
        }
        if !rest.starts_with("(*") {
            return Ok(false);
        }
        let start = Span::new(self.at, self.at + 2);
        let length = nested_comment_length(&self.rest()[1..])
            .ok_or_else(|| Diagnostic::new(start, "this comment has no end", "begins here"))?;
        self.at += 1 + length;
        Ok(true)
    }

    fn skip_blank(&mut self) -> Result<(), Diagnostic> {
        loop {
            let trimmed = self.rest().trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at = self.source.len() - trimmed.len();
            if !self.skip_comment()? {
                return Ok(());
            }
        }
    }

    /// The text up to the next white space or brace.
    fn word(&mut self) -> Span {
        let rest = self.rest();
        let length = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
        self.at += length;
        Span::new(self.at - length, self.at)
    }

    /// Advances to the `{` of the initial state.
    fn skip_free_text(&mut self) -> Result<(), Diagnostic> {
        while let Some(next) = self.rest().chars().next() {
            match next {
                '{' => return Ok(()),
                '"' => self.skip_quoted(),
                _ if self.skip_comment()? => {}
                _ => self.at += next.len_utf8(),
            }
        }
        let end = Span::new(self.at, self.at);
        Err(Diagnostic::new(end, "the test has no initial state", "expected `{` here")
            .with_help("write the initial state in braces; `{}` if all variables are 0"))
    }

    /// Skips a quoted text. A text that its line does not close is no quotation: only its mark is
    /// skipped.
    fn skip_quoted(&mut self) {
        let text = &self.rest()[1..];
        let line = &text[..text.find('\n').unwrap_or(text.len())];
        self.at += 1 + line.find('"').map_or(0, |length| length + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_state_is_found_behind_any_free_text() {
        let source = "(* before *) X86 iwp2.4/amd9 (other) \"a { quote\"\nCycle=Rfi PodRR\n\
                      isn\"t closed\n(* not { here (* nor { *) *)\n{ x=0; }";
        let header = parse(source).unwrap();
        assert_eq!(header.dialect, Dialect::X86);
        assert_eq!(header.name, "iwp2.4/amd9");
        assert_eq!(header.initial_state, source.rfind('{').unwrap());
    }

    #[test]
    fn comments_may_be_those_of_c() {
        let source = "// a {\n/* b { */ C name // c {\nfree/* text\n// /* d { (*\n/* e { (* */ { x=0; }";
        let header = parse(source).unwrap();
        assert_eq!(header.dialect, Dialect::C);
        assert_eq!(header.name, "name");
        assert_eq!(header.initial_state, source.rfind('{').unwrap());
        let unclosed = "X86 name /* no end {}";
        assert_eq!(parse(unclosed).unwrap().initial_state, unclosed.find('{').unwrap());
    }

    #[test]
    fn heads_that_are_wrong() {
        let complaint = |source| parse(source).err().map(|diagnostic| (diagnostic.message, diagnostic.span));
        assert_eq!(complaint(""), Some(("this is not a litmus test".into(), 0..0)));
        assert_eq!(complaint("C\n{}"), Some(("the test has no name".into(), 2..2)));
        assert_eq!(complaint("C x"), Some(("the test has no initial state".into(), 3..3)));
        assert_eq!(complaint("PPC x {}"), Some(("litmus tests for `PPC` are not supported".into(), 0..3)));
        assert_eq!(complaint("C x (* {}"), Some(("this comment has no end".into(), 4..6)));
    }
}
