//! Texts that are no specifications: an error, never a panic, and no recursion without bound.

use porf_entity::Random;
use porf_library::{shipped, shipped_names};

use crate::parse;

/// Pieces that texts are made of.
const PIECES: &[&str] = &[
    "library",
    "x",
    "initially",
    "coherent",
    "init",
    "read",
    "write",
    "rmw",
    "f",
    "g",
    "(",
    ")",
    "(r)",
    "(r, d)",
    ",",
    "=",
    "= v",
    "v",
    "d",
    "if",
    "==",
    "writes",
    "1",
    "-",
    "0x",
    "+",
    "&",
    "|",
    "^",
    "rlx",
    "acq",
    "rel",
    "sc",
    "acq_rel",
    "functional",
    "blocking",
    "recursive",
    "fifo",
    "lifo",
    "when",
    "!=",
    "times",
    "else",
    "exchange",
    "meet",
    "let",
    "rec",
    "acyclic",
    "irreflexive",
    "empty",
    "~",
    "flag",
    "as",
    "po",
    "rf",
    "co",
    "[",
    "]",
    ";",
    "\\",
    "*",
    "?",
    "{",
    "}",
    "_",
    "procedure",
    "end",
    "call",
    "include",
    "\"sc.cat\"",
    "\"",
    "'",
    "(*",
    "*)",
    "//",
    "#",
    "\n",
    "é",
    "\u{feff}",
    "%",
    "99999999999999999999",
    "not",
    "show",
];

/// Reads a text. If it is a specification, prints it and reads that back.
fn use_text(text: &str) -> bool {
    let specification = match parse(text) {
        Ok(specification) => specification,
        Err(error) => {
            assert!(text.get(error.diagnostic().span.clone()).is_some() || text.len() < 2, "{text}");
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let printed = specification.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{text}\n{printed}\n{error}"));
    assert_eq!(again.functions.len(), specification.functions.len(), "{text}");
    true
}

#[test]
fn random_pieces() {
    let mut random = Random::from_seed(1);
    let mut read = 0;
    for _ in 0..20_000 {
        let pieces: Vec<&str> = (0..random.below(25)).map(|_| random.choose(PIECES)).collect();
        let head = random.choose(&["", "library x initially 0 read get(r) = v\n", "library x init f(r)"]);
        read += usize::from(use_text(&format!("{head} {}", pieces.join(" "))));
    }
    assert!(read > 200, "{read}");
}

#[test]
fn changed_words() {
    let mut random = Random::from_seed(2);
    let mut read = 0;
    for name in shipped_names() {
        let text = shipped(name).expect("the specification is shipped").text;
        for _ in 0..2_000 {
            let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
            for _ in 0..=random.below(3) {
                let (a, b) = (random.below(words.len()), random.below(words.len()));
                match random.below(4) {
                    0 => drop(words.remove(a)),
                    1 => words.swap(a, b),
                    2 => words[a] = random.choose(PIECES),
                    _ => words.insert(a, words[b]),
                }
            }
            read += usize::from(use_text(&words.concat()));
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn changed_bytes() {
    let mut random = Random::from_seed(3);
    for name in shipped_names() {
        let text = shipped(name).expect("the specification is shipped").text;
        for _ in 0..2_000 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(4) {
                let place = random.below(bytes.len());
                bytes[place] = random.below(256) as u8;
            }
            use_text(&String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn deep_nesting_and_long_chains() {
    let value = |text: &str| format!("library x initially 0 rmw f(r) = v writes {text}");
    assert!(!use_text(&value(&"(".repeat(100_000))));
    assert!(!use_text(&value(&"v + ".repeat(100_000))));
    assert!(!use_text(&value(&format!("{}v{}", "(".repeat(100_000), ")".repeat(100_000)))));
    assert!(!use_text(&format!("library x initially 0 read f(r) acyclic {}", "(".repeat(100_000))));
    assert!(!use_text(&format!("library {}x", "x-".repeat(100_000))));
    assert!(!use_text(&"(* ".repeat(100_000)));
    assert!(use_text(&format!(
        "library x initially 0 read f({}r)",
        (0..2_000).map(|n| format!("a{n}, ")).collect::<String>()
    )));
    let functions: String = (0..2_000).map(|n| format!("read f{n}(r) = v\n")).collect();
    assert!(use_text(&format!("library x initially 0 {functions}")));
}
