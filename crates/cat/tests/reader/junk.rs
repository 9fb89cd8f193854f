//! Texts that are no models: an error, never a panic, and no recursion without bound.

use porf_cat::{Events, evaluate, shipped, shipped_names};
use porf_entity::Random;

use crate::{model, parse};

/// Pieces that texts are made of.
const PIECES: &[&str] = &[
    "let",
    "rec",
    "and",
    "in",
    "fun",
    "->",
    "=",
    "(",
    ")",
    "[",
    "]",
    "{}",
    "{",
    "}",
    "|",
    "&",
    ";",
    "\\",
    "*",
    "~",
    "+",
    "?",
    "^-1",
    "^",
    "0",
    "_",
    ",",
    "po",
    "rf",
    "R",
    "W",
    "x",
    "f",
    "g",
    "acyclic",
    "empty",
    "irreflexive",
    "flag",
    "undefined_unless",
    "as",
    "include",
    "\"cos.cat\"",
    "\"sc.cat\"",
    "procedure",
    "call",
    "end",
    "begin",
    "with",
    "from",
    "generate_cos",
    "try",
    "if",
    "then",
    "else",
    "show",
    "domain",
    "range",
    "'T",
    "(*",
    "*)",
    "//",
    "\n",
    "é",
    "\"",
    "enum",
    "match",
    "forall",
    "do",
    "++",
    "||",
];

/// Reads a text. If it is a model, prints and evaluates it.
fn use_text(text: &str) -> bool {
    let Ok(model) = parse(text) else { return false };
    assert!(parse(&model.to_string()).is_ok(), "{text}\n{model}");
    evaluate(&model, &Events::new(3));
    true
}

#[test]
fn random_pieces() {
    let mut random = Random::from_seed(1);
    let mut models = 0;
    for _ in 0..20_000 {
        let length = random.below(25);
        let pieces: Vec<&str> = (0..length).map(|_| PIECES[random.below(PIECES.len())]).collect();
        models += usize::from(use_text(&pieces.join(" ")));
    }
    assert!(models > 100, "{models}");
}

#[test]
fn changed_models() {
    let mut random = Random::from_seed(2);
    let mut models = 0;
    for name in shipped_names() {
        let text = shipped(name).expect("the model is shipped").text;
        for _ in 0..500 {
            let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
            for _ in 0..=random.below(3) {
                let (a, b) = (random.below(words.len()), random.below(words.len()));
                match random.below(4) {
                    0 => drop(words.remove(a)),
                    1 => words.swap(a, b),
                    2 => words[a] = PIECES[random.below(PIECES.len())],
                    _ => words.insert(a, words[b]),
                }
            }
            models += usize::from(use_text(&words.concat()));
        }
    }
    assert!(models > 500, "{models}");
}

#[test]
fn changed_bytes() {
    let mut random = Random::from_seed(3);
    for name in shipped_names() {
        let text = shipped(name).expect("the model is shipped").text;
        for _ in 0..300 {
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
fn deep_nesting() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("~", ""),
        ("begin ", " end"),
        ("domain(", ")"),
        ("let x = po in ", ""),
        ("fun x -> ", ""),
        ("try y with ", ""),
        ("if \"v\" then po else ", ""),
    ] {
        let text = format!("acyclic {}po{}", open.repeat(100_000), close.repeat(100_000));
        let message = parse(&text).expect_err("the text is nested too deeply").diagnostic().message.clone();
        assert_eq!(message, "this is nested too deeply", "{open}");
    }
    for open in ["procedure p() = ", "if \"v\" "] {
        assert!(parse(&open.repeat(100_000)).is_err());
    }
}

#[test]
fn long_chains() {
    for operator in ["|", "&", ";", "\\"] {
        use_text(&format!("acyclic {}", vec!["po"; 10_000].join(operator)));
    }
    use_text(&format!("acyclic po{}", "^-1".repeat(100_000)));
    use_text(&format!("acyclic f{}", " po".repeat(100_000)));
    let definitions: String = (0..5000).map(|n| format!("let a{} = a{n} | a{n} ; po\n", n + 1)).collect();
    assert!(use_text(&format!("let a0 = po {definitions} acyclic a5000")));
    parse(&"let a = first-name ".repeat(50_000)).expect_err("nothing defines the name");
    parse(&"let a = po ".repeat(90_000)).expect_err("there are too many definitions");
}

#[test]
fn inlining_that_never_ends() {
    let doubled: String = (0..100).map(|n| format!("let f{} x = f{n} (f{n} x)\n", n + 1)).collect();
    let error = parse(&format!("let f0 x = x ; po {doubled} acyclic f100 rf")).expect_err("too large");
    assert!(error.diagnostic().message.starts_with("the model is too large"), "{error}");

    let nested: String = (0..5000).map(|n| format!("let f{} x = f{n} x\n", n + 1)).collect();
    let error = parse(&format!("let f0 x = x ; po {nested} acyclic f5000 rf")).expect_err("too deep");
    assert_eq!(error.diagnostic().message, "calls are nested too deeply");

    let error = parse("let f x = x x acyclic f f").expect_err("a function that calls itself");
    assert_eq!(error.diagnostic().message, "calls are nested too deeply");
}

#[test]
fn no_events_at_all() {
    let model = model("acyclic po empty _ ~empty R");
    assert!(!evaluate(&model, &Events::new(0)).is_consistent(&model));
}
