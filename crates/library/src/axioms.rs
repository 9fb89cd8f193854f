//! The axioms of a specification, which `porf-cat` reads.
//!
//! `porf-cat` is given the whole file with every other token blank. So the messages have the right
//! lines and columns, and only the text that they show has to be replaced by the original one.
//! Comments stay, since both languages have the same.

use porf_cat::{Check, Error, Includes, Model, Operation, PrimitiveRelation, Source, all_parts};
use porf_entity::{Diagnostic, Positions, SourcePosition, Span};

use crate::lexer::tokens;
use crate::parse::Parsed;

/// The axioms of a file; `None` if nothing is checked.
pub(crate) fn read(source: Source, parsed: &Parsed, includes: &dyn Includes) -> Result<Option<Model>, Error> {
    let Some(&first) = parsed.axioms.first() else { return Ok(None) };
    let blanked = Source { name: source.name.clone(), text: blank(&source.text, &parsed.axioms) };
    let functions: Vec<String> = parsed.functions.iter().map(|function| function.name.clone()).collect();
    let model = porf_cat::read_axioms(blanked.clone(), includes, &functions).map_err(|error| {
        let is_own = *error.source() == blanked;
        if is_own { error.of_source(source.clone()) } else { error }
    })?;
    if parsed.coherent.is_none()
        && let Some(check) = model.checks.iter().find(|check| needs_coherence(&model, check))
    {
        let span = place(&source, check.position, &model, &parsed.axioms).unwrap_or(first);
        let message = "this check needs the order of writes, which the library does not have";
        let diagnostic = Diagnostic::new(span, message, "uses `co`, `fr` or what is made of them")
            .with_help("add a line `coherent`, or check `po` and `rf` only");
        return Err(Error::new(source, diagnostic));
    }
    Ok((!model.checks.is_empty()).then_some(model))
}

/// The text with every token blank that is not one of the axioms. The other tokens are ASCII.
fn blank(text: &str, axioms: &[Span]) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut end = 0;
    let is_axiom = |span: Span| axioms.binary_search_by_key(&span.start, |axiom| axiom.start).is_ok();
    for (_, span) in tokens(text).into_iter().filter(|&(_, span)| !is_axiom(span)) {
        blanked.push_str(Span::new(end, span.start).text(text));
        blanked.extend(std::iter::repeat_n(' ', span.end - span.start));
        end = span.end;
    }
    blanked.push_str(Span::new(end, text.len()).text(text));
    blanked
}

fn needs_coherence(model: &Model, check: &Check) -> bool {
    all_parts(model, check.tested)
        .into_iter()
        .any(|part| model.nodes[part].expression == Operation::Relation(PrimitiveRelation::Coherence))
}

/// The first token of a check, if it is in this file.
fn place(source: &Source, position: SourcePosition, model: &Model, axioms: &[Span]) -> Option<Span> {
    if model.files.get(position.file as usize) != Some(&source.name) {
        return None;
    }
    let positions = Positions::new(&source.text);
    let is_there = |span: Span| {
        let found = positions.of(span);
        (found.line, found.column) == (position.line, position.column)
    };
    axioms.iter().copied().find(|&span| is_there(span))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    #[test]
    fn clauses_become_blank_and_comments_stay() {
        let text = "// é\nlibrary x (* ü *) empty rf\nread get(r) // ö\n = v let a = po";
        let parsed = parse(text).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        let expected = "// é\n          (* ü *) empty rf\n            // ö\n     let a = po";
        assert_eq!(blank(text, &parsed.axioms), expected);
    }
}
