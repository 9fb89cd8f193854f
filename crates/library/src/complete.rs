//! What a library must have to be used at all: something that reads, and something to read from.

use porf_entity::Diagnostic;

use crate::parse::Parsed;

/// Checks that the functions of a library are enough to use it.
pub(crate) fn check_complete(parsed: &Parsed) -> Result<(), Diagnostic> {
    let name = &parsed.name;
    let has = |is_of_kind: fn(crate::Kind) -> bool| {
        parsed.functions.iter().any(|function| is_of_kind(function.kind()))
    };
    if !has(crate::Kind::reads) {
        let message = format!("no function of the library `{}` reads", name.text);
        let diagnostic = Diagnostic::new(name.span, message, "has neither a `read` nor an `rmw`");
        return Err(diagnostic.with_help("specify a function that reads, as in `read get(x) = v`"));
    }
    if parsed.initially.is_none() && !has(crate::Kind::writes) {
        let message = format!("the library `{}` has no values that could be read", name.text);
        let diagnostic = Diagnostic::new(name.span, message, "has neither an `init` nor `initially`");
        let help = "specify a function that writes, as in `init make(x, v)`, or write `initially 0`";
        return Err(diagnostic.with_help(help));
    }
    Ok(())
}
