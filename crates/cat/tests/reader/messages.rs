//! Messages: what is wrong, where, and what to do.

use std::collections::BTreeMap;

use porf_cat::{Source, read};

use crate::{Files, parse};

#[track_caller]
fn assert_message(text: &str, expected: &str) {
    let error = parse(text).expect_err("the text is wrong");
    assert_eq!(error.to_string(), expected.trim_matches('\n'), "\n{error}");
}

/// As above, without the line and the mark.
#[track_caller]
fn assert_short(text: &str, expected: &str) {
    let error = parse(text).expect_err("the text is wrong");
    let mut found = format!("{}: {}", error.position(), error.diagnostic().message);
    if let Some(help) = &error.diagnostic().help {
        found += &format!("; {help}");
    }
    assert_eq!(found, expected);
}

#[test]
fn syntax() {
    assert_message(
        "let hb = (po | rf\n\tacyclic hb",
        "
m.cat:2:2: expected an operator, `,` or `)`, found `acyclic`
  | \tacyclic hb
  | \t^^^^^^^ expected an operator, `,` or `)` here
",
    );
    assert_message(
        "let é = po",
        "
m.cat:1:5: expected the name to define, found `é`
  | let é = po
  |     ^ not part of the language
",
    );
    assert_short("let hb = po |", "1:14: expected a set or a relation, but the file ends");
    assert_short("flag acyclic", "1:13: expected a set or a relation, but the file ends");
    assert_short("flag po", "1:6: expected `acyclic`, `irreflexive` or `empty`, found `po`");
    assert_short("let a = po ^ rf", "1:12: expected an operator behind `^`");
    assert_short("let a = po (* a (* b *)", "1:12: this comment has no end");
    assert_short("include \"x.cat", "1:9: this string has no end");
    assert_short("acyclic po )", "1:12: expected an instruction, such as `let` or `acyclic`, found `)`");
    let end = "expected an instruction, or the `end` of the procedure, but the file ends";
    assert_short("procedure p() = acyclic po", &format!("1:27: {end}"));
}

#[test]
fn unknown_names() {
    assert_message(
        "let happens-before = po\nacyclic hapens-before | rf",
        "
m.cat:2:9: nothing defines `hapens-before`
  | acyclic hapens-before | rf
  |         ^^^^^^^^^^^^^ unknown name
  = help: did you mean `happens-before`?
",
    );
    assert_short(
        "acyclic weird",
        "1:9: nothing defines `weird`; define the name with `let` before this line; docs/models.md has all \
         known names",
    );
    assert_short(
        "let hb = po | hb ; hb",
        "1:15: `hb` is used in its own definition; write `let rec` for recursion",
    );
}

#[test]
fn kinds_that_do_not_fit() {
    assert_message(
        "let a = po | R",
        "
m.cat:1:14: the other operand of `|` is a relation, but this is a set
  | let a = po | R
  |              ^ a set
  = help: `[S]` is the identity on a set, and `S * T` the product of two sets
",
    );
    let set = "but this is a set; `[S]` is the identity on a set, and `S * T` the product of two sets";
    let relation = "but this is a relation; `domain(r)` and `range(r)` are the sets of a relation";
    assert_short("acyclic R", &format!("1:9: `acyclic` needs a relation, {set}"));
    assert_short("irreflexive R", &format!("1:13: `irreflexive` needs a relation, {set}"));
    assert_short("let a = R ; po", &format!("1:9: `;` needs relations, {set}"));
    assert_short("let a = R+", &format!("1:9: `+` needs a relation, {set}"));
    assert_short("let a = domain(R)", &format!("1:15: `domain` needs a relation, {set}"));
    assert_short("let rec a = R | a ; po", &format!("1:17: `;` needs relations, {set}"));
    assert_short("empty [po]", &format!("1:8: `[…]` needs a set, {relation}"));
    assert_short("let a = W * po", &format!("1:13: `*` between two operands needs sets, {relation}"));
    assert_short("let a = R & W & po", &format!("1:17: the other operand of `&` is a set, {relation}"));
    assert_short(
        "let f x = x ; po\nacyclic f",
        "2:9: `acyclic` needs a relation, but this is a function; apply the function to its arguments, \
         as in `f(x)`",
    );
    assert_short(
        "let a = po | (rf, co)",
        "1:14: the other operand of `|` is a relation, but this is a tuple; write one set or relation",
    );
    assert_short(
        "let a = R * W * M",
        "1:9: a product has two operands; `S * T` has all pairs of an element of S and an element of T",
    );
}

#[test]
fn the_set_of_a_relation_with_its_name_in_small_letters() {
    assert_short(
        "let mfence = fencerel(mfence)",
        "1:14: in the call of `fencerel`: `[…]` needs a set, but this is a relation; `MFENCE` is a set",
    );
    let own = "let fence(s) = po ; [s] ; po let sfence = fence(sfence)";
    assert!(parse(own).is_err_and(|error| !error.to_string().contains("SFENCE")));
}

#[test]
fn names_that_are_defined_too_late_or_twice() {
    let help = "define the name with `let` before this line; docs/models.md has all known names";
    assert_short("let a = b let b = a", &format!("1:9: nothing defines `b`; {help}"));
    assert_short(
        "let f(x) = x ; f(x)\nacyclic f(po)",
        "1:16: `f` is used in its own definition; define a set or a relation by `let rec`, or use `+` and `*`",
    );
    let twice = "two of these names are `x`; give each its own name, or `_` if it is not used";
    assert_short("let f(x, x) = x", &format!("1:10: {twice}"));
    assert_short("let (x, _, x) = (po, rf, co)", &format!("1:12: {twice}"));
    assert!(parse("let f(_, _) = po").is_ok());
}

#[test]
fn calls() {
    let help = "give as many arguments as the definition has parameters";
    assert_short(
        "let f(x, y) = x ; y\nlet a = f(po)",
        &format!("2:10: `f` takes 2 arguments, but here it gets one argument; {help}"),
    );
    assert_short(
        "let f x = x let a = f(po, rf)",
        &format!("1:22: `f` takes one argument, but here it gets 2 arguments; {help}"),
    );
    assert_short(
        "procedure p() = acyclic po end\ncall p(rf)",
        &format!("2:7: `p` takes no arguments, but here it gets one argument; {help}"),
    );
    assert_short(
        "let a = po(rf)",
        "1:9: `po` is a relation, not a function; operators stand between operands: `|`, `&`, `;`, `\\` \
         or `*`",
    );
    assert_short(
        "let p = po call p(rf)",
        "1:17: `p` is not a procedure; define it with `procedure`, or use its value in an expression",
    );
    assert_message(
        "let f(x) = x ; po\nlet g(x) = f(x)\nacyclic g(R)",
        "
m.cat:1:12: `;` needs relations, but this is a set
  | let f(x) = x ; po
  |            ^ a set
  = help: `[S]` is the identity on a set, and `S * T` the product of two sets
  = note: in the call of `f` at m.cat:2:12
  = note: in the call of `g` at m.cat:3:9
",
    );
    assert_message(
        "acyclic fencerel(po)",
        "
m.cat:1:9: in the call of `fencerel`: `[…]` needs a set, but this is a relation
  | acyclic fencerel(po)
  |         ^^^^^^^^ called here
",
    );
}

#[test]
fn recursion_without_a_least_solution() {
    let help = "a recursive definition has a least solution only without `~` and `\\` of itself";
    assert_message(
        "let rec a = po \\ a",
        &format!(
            "
m.cat:1:18: `a` is defined by less of itself
  | let rec a = po \\ a
  |                  ^ this has fewer elements if `a` has more
  = help: {help}
"
        ),
    );
    assert_short(
        "let not-in r = ~r let rec a = po | not-in(a ; po)",
        &format!("1:16: `a` is defined by less of itself; {help}"),
    );
    assert_short(
        "let rec a = let rec b = a | b ; b in ~b",
        &format!("1:38: `a` is defined by less of itself; {help}"),
    );
    assert!(parse("let rec a = po | a ; a let rec b = rf | b \\ a acyclic b").is_ok());
    assert_short(
        "let rec f x = f x",
        "1:9: a recursive function is not supported; only sets and relations can be defined by recursion",
    );
}

#[test]
fn parts_of_the_language_that_are_not_supported() {
    let tags = "not supported; porf's events have no tags; use the sets of docs/models.md";
    let elements = "not supported; porf computes with sets and relations, not with their elements";
    assert_short("let a = 'RLX", &format!("1:9: a tag is {tags}"));
    assert_short("let a = tag2events('x)", &format!("1:9: `tag2events` is {tags}"));
    assert_short("enum X = 'A || 'B", &format!("1:1: `enum` is {tags}"));
    assert_short("instructions R[{'RLX}]", &format!("1:1: the declaration of instructions is {tags}"));
    assert_short("let a = match po with || {} -> {} end", &format!("1:9: `match` is {elements}"));
    assert_short("forall x in R do acyclic po end", &format!("1:1: `forall` is {elements}"));
    assert_short("procedure rec p() = acyclic po end", &format!("1:11: a recursive procedure is {elements}"));
    assert_short("let a = R ++ W", &format!("1:9: `++` is {elements}; the union is `|`"));
    assert_short(
        "let a = partition(W)",
        "1:9: `partition` is not supported; porf computes with sets and relations of events, not with \
         sets of sets or of orders",
    );
    assert_short(
        "let a = {R, W}",
        "1:9: a set of given elements is not supported; the only set that can be written in braces is \
         the empty one, `{}`",
    );
    assert_short(
        "with S from linearisations(SC, po)",
        "1:13: choosing another order is not supported; the order of an execution is its coherence order: \
         write `with co from generate_cos(co0)`, or `generate_orders(S, co0)` on a set",
    );
    assert_short(
        "let (a, b) = po",
        "1:14: 2 names are defined, but this is a relation; give as many values as there are names, as in \
         `let (a, b) = (po, rf)`",
    );
    assert_short(
        "if x = y acyclic po end",
        "1:4: this condition is not supported; porf knows `if \"variant\"`; no variant is chosen",
    );
    assert_short(
        "let rec a = po when irreflexive a",
        "1:16: a condition of a recursive definition is not supported; write the condition as a check \
         behind the definition",
    );
}

#[test]
fn included_files() {
    assert_short(
        "include \"nothing.cat\"",
        "1:9: there is no file `nothing.cat`; put the file beside this one, or include a model of porf, \
         such as `sc.cat`",
    );

    let files = Files(BTreeMap::from([
        ("a.cat", "include \"b.cat\""),
        ("b.cat", "let x = po\ninclude \"a.cat\""),
        ("c.cat", "(* a comment *)\nacyclic nothing"),
    ]));
    let message = |text: &str| {
        let source = Source { name: "m.cat".into(), text: text.into() };
        read(source, &files).expect_err("the file is wrong").to_string()
    };
    assert_eq!(
        message("include \"a.cat\""),
        "b.cat:2:9: `a.cat` includes itself
  | include \"a.cat\"
  |         ^^^^^^^ included again here
  = help: remove this `include`"
    );
    assert!(message("include \"c.cat\"").starts_with("c.cat:2:9: nothing defines `nothing`\n"));
}
