//! What a library must have to be used at all: something that reads, and something to read from.

use porf_entity::Diagnostic;

use crate::parse::Parsed;
use crate::specification::{Function, Kind};

/// Checks that the functions of a library are enough to use it.
pub(crate) fn check_complete(parsed: &Parsed) -> Result<(), Diagnostic> {
    let name = &parsed.name;
    let has =
        |is_of_kind: fn(Kind) -> bool| parsed.functions.iter().any(|function| is_of_kind(function.kind()));
    if has(|kind| kind == Kind::Meet) {
        return check_meeting(parsed);
    }
    if !has(Kind::reads) {
        let message = format!("no function of the library `{}` reads", name.text);
        let diagnostic = Diagnostic::new(name.span, message, "has neither a `read` nor an `rmw`");
        return Err(diagnostic.with_help("specify a function that reads, as in `read get(x) = v`"));
    }
    if parsed.initially.is_none() && !has(Kind::writes) {
        let message = format!("the library `{}` has no values that could be read", name.text);
        let diagnostic = Diagnostic::new(name.span, message, "has neither an `init` nor `initially`");
        let help = "specify a function that writes, as in `init make(x, v)`, or write `initially 0`";
        return Err(diagnostic.with_help(help));
    }
    Ok(())
}

/// Checks a library whose calls meet: an init says how many of them.
fn check_meeting(parsed: &Parsed) -> Result<(), Diagnostic> {
    let name = &parsed.name;
    let other = parsed.functions.iter().find(|function| !matches!(function.kind(), Kind::Init | Kind::Meet));
    if let Some(other) = other {
        let message =
            format!("calls of the library `{}` meet, and `{}` cannot be among them", name.text, other.name);
        let diagnostic = Diagnostic::new(name.span, message, "has a `meet`");
        return Err(diagnostic.with_help("specify the other functions as a library of their own"));
    }
    let says_how_many = |function: &Function| function.kind() == Kind::Init && function.parameters.len() == 2;
    if !parsed.functions.iter().any(says_how_many) {
        let message = format!("nothing says how many calls of the library `{}` meet", name.text);
        let diagnostic =
            Diagnostic::new(name.span, message, "has a `meet`, but no `init` with two parameters");
        return Err(diagnostic.with_help("add a clause such as `init make(x, n)`"));
    }
    Ok(())
}
