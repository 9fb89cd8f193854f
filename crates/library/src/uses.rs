//! The uses of a library: the calls that a thread may make one after the other.
//!
//! A mutex may only be unlocked by the thread that has locked it. The specification cannot say so by
//! what calls read and write, and a client need not be told. But whoever makes clients of the library
//! has to know.

use porf_entity::Diagnostic;

use crate::cursor::Name;
use crate::parse::Parsed;
use crate::specification::{Kind, Use, UseCall};

/// A use as it is written: names of functions, each with the result without which the use ends there.
pub(crate) type ParsedUse = Vec<(Name, Option<i64>)>;

/// Finds the functions of the uses.
pub(crate) fn resolve(parsed: &Parsed) -> Result<Vec<Use>, Diagnostic> {
    let resolve_use = |written: &ParsedUse| {
        let calls: Result<Vec<UseCall>, Diagnostic> =
            written.iter().map(|call| resolve_call(parsed, call)).collect();
        Ok(Use { calls: calls? })
    };
    parsed.uses.iter().map(resolve_use).collect()
}

fn resolve_call(parsed: &Parsed, (name, expects): &(Name, Option<i64>)) -> Result<UseCall, Diagnostic> {
    let text = &name.text;
    let Some(function) = parsed.functions.iter().position(|function| function.name == *text) else {
        let diagnostic =
            Diagnostic::new(name.span, format!("the library has no function `{text}`"), "not specified");
        return Err(diagnostic.with_help("a use names functions of this file, as in `use lock, unlock`"));
    };
    let found = &parsed.functions[function];
    if found.kind() == Kind::Init {
        let message = format!("`{text}` makes the object, and is no part of a use");
        let diagnostic = Diagnostic::new(name.span, message, "an `init`");
        return Err(diagnostic.with_help("remove it here; a client calls it before it creates threads"));
    }
    if expects.is_some() && found.result().is_none() {
        let message = format!("`{text}` returns nothing that could be compared");
        let diagnostic = Diagnostic::new(name.span, message, "returns nothing");
        return Err(
            diagnostic.with_help("remove the comparison, or name the result, as in `read get(x) = v`")
        );
    }
    Ok(UseCall { function, expects: *expects })
}
