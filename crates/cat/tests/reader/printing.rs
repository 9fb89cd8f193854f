//! A printed model reads back, and prints the same again.

use porf_cat::{LibraryOnly, read, shipped, shipped_names};

use crate::model;

#[track_caller]
fn assert_round_trip(text: &str) {
    let printed = model(text).to_string();
    let again = model(&printed).to_string();
    assert_eq!(printed, again);
}

#[test]
fn shipped_models_read_back() {
    for name in shipped_names() {
        let source = shipped(name).expect("the model is shipped");
        let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
        assert_round_trip(&model.to_string());
    }
}

#[test]
fn a_small_model() {
    let text = "let hb = (po | rf)+ let unused = po ; po let f r = r \\ (W * R)
                let mine = f(po) | rf^-1 ; ([F & SC] ; hb)? acyclic mine as m flag ~empty R \\ W";
    let expected = "\
let hb = (po | rf)+
let mine = po \\ W * R | rf^-1 ; ([F & SC] ; hb)?
acyclic mine as m
flag ~empty R \\ W
";
    assert_eq!(model(text).to_string(), expected);
}

#[test]
fn recursive_definitions() {
    let text = "let rec a = b | a ; po and b = a & rf let c = a ; po let rec d = c | d ; d acyclic d";
    let expected = "\
let rec a = b | a ; po
and b = a & rf
let c = a ; po
let rec d = c | d ; d
acyclic d
";
    assert_eq!(model(text).to_string(), expected);
    assert_round_trip(expected);
    assert_round_trip("let f(r) = let rec c = r | c ; r in c let rec a = po | f(a | rf) acyclic a");
}

#[test]
fn equal_names_are_distinguished() {
    let text = "let po = po & loc let a = po ; rf let a = a ; co let rec a' = a | a' ; a' acyclic a'";
    let expected = "\
let po-loc = po & loc
let a = po-loc ; rf
let a-2 = a ; co
let rec a' = a-2 | a' ; a'
acyclic a'
";
    assert_eq!(model(text).to_string(), expected);
    assert_round_trip(expected);
}

#[test]
fn operators_keep_their_operands() {
    for expression in [
        "po ; (rf ; co)",
        "(po | rf) ; co",
        "po \\ (rf \\ co) \\ rmw",
        "(po \\ rf) & co",
        "~(po | rf) & ~~co",
        "(~po)+ | ~(po+)",
        "(R | W) * ~F",
        "[R & domain(rf ; po)] ; [{}] | 0",
        "(po^-1)* ; (rf?)+",
    ] {
        let text = format!("empty {expression}\n");
        assert_round_trip(&text);
        let printed = model(&text);
        let both = model(&format!("{text}{printed}"));
        assert_eq!(both.checks[0].tested, both.checks[1].tested, "{expression}: {printed}");
    }
}

/// Without names for long parts, the text of the first model would have 2⁶⁰ letters.
#[test]
fn texts_are_not_longer_than_models() {
    let doubled: String = (0..60).map(|n| format!("let a{} = a{n} ; a{n} in ", n + 1)).collect();
    let text = format!("let f(a0) = {doubled} a60 acyclic f(po)");
    assert!(model(&text).to_string().len() < 5000);
    assert_round_trip(&text);

    let operands = vec!["po"; 5000].join(" ; ");
    assert_round_trip(&format!("acyclic {operands}"));
    assert_round_trip(&format!("let rec a = po | {operands} ; a acyclic a"));

    let functions: String = (0..12).map(|n| format!("let f{} x = f{n} x ; f{n} x ", n + 1)).collect();
    let bodies: String = (0..12).map(|n| format!(" and a{n} = f{n} a")).collect();
    assert_round_trip(&format!("let f0 x = x | po {functions} let rec a = po | a11{bodies} acyclic a"));
    assert_round_trip(&format!("let rec a = po | (a{}) acyclic a", "+?".repeat(2000)));
}
