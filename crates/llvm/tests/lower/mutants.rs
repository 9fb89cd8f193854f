//! Modules changed at random, so that they still are modules but no compiler would write them; and what is asked of the linker.

#[path = "../parse/mutate.rs"]
mod mutate;

use std::collections::HashMap;

use porf_entity::Random;
use porf_llvm::{NamedModule, link, parse};

use mutate::{SEEDS, mutant};

/// Functions that use what the reader's seeds lack.
const INTRINSICS: &str = include_str!("seeds/intrinsics.ll");

/// A mutated module: with changes anywhere in its text, or with words of the same kind in each other's place.
pub(crate) fn module(random: &mut Random) -> String {
    if random.below(3) == 0 { mutant(random) } else { exchanged(random) }
}

/// A seed in which types, locals, globals, numbers or other words take each other's place.
fn exchanged(random: &mut Random) -> String {
    let index = random.below(SEEDS.len() + 1);
    let mut words = words(SEEDS.get(index).copied().unwrap_or(INTRINSICS));
    let mut kinds: HashMap<Kind, Vec<usize>> = HashMap::new();
    for (index, word) in words.iter().enumerate() {
        kinds.entry(kind(word)).or_default().push(index);
    }
    for _ in 0..1 + random.below(8) {
        let places = &kinds[&kind(words[random.below(words.len())])];
        let (to, from) = (places[random.below(places.len())], places[random.below(places.len())]);
        words[to] = words[from];
    }
    words.concat()
}

/// Links a module, which must not panic, and verifies the result, which must obey all rules; whether the module could be linked.
pub(crate) fn survives(text: &str) -> bool {
    // Functions that nothing calls would not be looked at.
    let text = text.replace("define internal", "define");
    let Ok(ast) = parse(&text) else { return false };
    let functions = ast.globals.values().filter(|global| {
        matches!(&global.kind, porf_llvm::ast::GlobalKind::Function(function) if function.body.is_some())
    });
    let names: Vec<&str> = functions.map(|function| &*function.name).collect();
    let harness = if names.contains(&"main") {
        String::new()
    } else {
        let plain = |name: &&&str| name.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
        let calls = names.iter().filter(plain).map(|name| format!("  store ptr @{name}, ptr null\n"));
        let declarations = names.iter().filter(plain).map(|name| format!("declare void @{name}()\n"));
        let (calls, declarations): (String, String) = (calls.collect(), declarations.collect());
        format!("{declarations}define i32 @main() {{\n{calls}  ret i32 0\n}}\n")
    };
    let harness = parse(&harness).unwrap_or_else(|error| panic!("{error}\n{harness}"));
    let modules = [
        NamedModule { name: "mutant", ast: &ast, runtime: false },
        NamedModule { name: "harness", ast: &harness, runtime: false },
    ];
    let Ok(linked) = link(&modules) else { return false };
    if let Err(errors) = porf_ir::verify(&linked.module) {
        panic!("{}\n{}\n{text}", errors[0], linked.module);
    }
    true
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Type,
    Local,
    Global,
    Number,
    Word,
    Other,
}

fn kind(word: &str) -> Kind {
    match word.as_bytes() {
        [b'%', _, ..] => Kind::Local,
        [b'@', _, ..] => Kind::Global,
        [b'0'..=b'9', ..] | [b'-', _, ..] => Kind::Number,
        [b'i', b'0'..=b'9', ..] | b"ptr" | b"double" | b"float" => Kind::Type,
        [b'a'..=b'z', ..] => Kind::Word,
        _ => Kind::Other,
    }
}

/// The words of a text and what is between them.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "%@._-".contains(c);
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside = is_word(first);
        let end = rest.find(|c: char| is_word(c) != inside).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}
