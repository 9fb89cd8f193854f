//! Messages: what is wrong, where, and what to do.

use crate::parse;

#[track_caller]
fn assert_message(text: &str, expected: &str) {
    let error = parse(text).expect_err("the text is wrong");
    assert_eq!(error.to_string(), expected.trim_matches('\n'), "\n{error}");
}

/// As above, without the line and the mark. The marked text is in front.
#[track_caller]
fn assert_short(text: &str, marked: &str, expected: &str) {
    let error = parse(text).expect_err("the text is wrong");
    let mut found = format!("{}: {}", error.position(), error.diagnostic().message);
    if let Some(help) = &error.diagnostic().help {
        found += &format!("; {help}");
    }
    assert_eq!(found, expected);
    assert_eq!(&text[error.diagnostic().span.clone()], marked);
}

/// As above, for clauses in the second line of a library that is right otherwise.
#[track_caller]
fn assert_clause(clause: &str, marked: &str, expected: &str) {
    assert_short(&format!("library x initially 0 read get(r) = v\n{clause}"), marked, expected);
}

const CLAUSES: &str = "a clause begins with `init`, `read`, `write`, `rmw`, `exchange`, `meet`, `initially`, `coherent`, `fifo`, `lifo` or `use`, \
                       an axiom with `let`, `acyclic`, `irreflexive`, `empty`, `~`, `flag`, \
                       `undefined_unless`, `include`, `procedure`, `call`, `show` or `unshow`";

#[test]
fn the_name_of_the_library() {
    assert_message(
        "\ninit make(x)",
        "
x.lib:2:1: the library has no name
  | init make(x)
  | ^^^^ expected `library` here
  = help: a specification begins with the name of its library, as in `library mutex`
",
    );
    let help = "a specification begins with the name of its library, as in `library mutex`";
    assert_short("", "", &format!("1:1: the library has no name; {help}"));
    assert_short("library 1", "1", "1:9: expected the name of the library, found `1`");
    assert_short("library a-1", "1", "1:11: expected the rest of the name of the library, found `1`");
    assert_clause(
        "library y",
        "library",
        "2:1: the library has a second name; remove this line; a file specifies one library",
    );
}

#[test]
fn unknown_words() {
    assert_message(
        "library x\nraed get(r)",
        &format!(
            "
x.lib:2:1: expected a clause or an axiom, found `raed`
  | raed get(r)
  | ^^^^ expected a clause or an axiom here
  = help: {CLAUSES}
"
        ),
    );
    assert_clause("(", "(", &format!("2:1: expected a clause or an axiom, found `(`; {CLAUSES}"));
    assert_clause("é", "é", &format!("2:1: expected a clause or an axiom, found `é`; {CLAUSES}"));
    assert_clause(
        "read f(r) rlxx",
        "rlxx",
        "2:11: `rlxx` is not part of a function of the kind `read`; here may stand an ordering, `rlx`, `acq` \
         or `sc`, `functional`, `blocking`, `when`, `else` and `recursive`",
    );
    assert_clause(
        "write f(r) atomic",
        "atomic",
        "2:12: `atomic` is not part of a function of the kind `write`; here may stand an ordering, `rlx`, \
         `rel` or `sc`, `writes`, `times` and `recursive`",
    );
    assert_clause(
        "rmw f(r) wirtes 1",
        "wirtes",
        "2:10: `wirtes` is not part of a function of the kind `rmw`; here may stand an ordering, `rlx`, \
         `acq`, `rel`, `acq_rel` or `sc`, `when`, `if`, `writes` and `functional`",
    );
    assert_clause("(* é (* *)", "(", "2:1: this comment has no end");
    assert_clause("include \"a", "\"", "2:9: this string has no end");
}

#[test]
fn names_that_are_taken() {
    assert_message(
        "library x\nread get(r) = v\nwrite get(r)",
        "
x.lib:3:7: the function `get` is specified twice
  | write get(r)
  |       ^^^ specified again here
  = help: remove this clause or the one in line 2, or give it another name
",
    );
    assert_clause(
        "rmw f(r, a, a) writes 1",
        "a",
        "2:13: two parameters have the name `a`; give one of the two another name",
    );
    assert_clause(
        "read f(r, a) = a",
        "a",
        "2:16: the value read has the name of the parameter `a`; give the value another name",
    );
}

#[test]
fn parameters() {
    let object = "the first parameter is the object that a call is about: `f(x)`";
    assert_clause("read f() = v", ")", &format!("2:8: the function `f` has no object; {object}"));
    assert_clause("read f = v", "=", "2:8: expected `(` and the parameters of the function, found `=`");
    assert_clause("read (r)", "(", "2:6: expected the name of the function, found `(`");
    assert_clause("read f(1)", "1", "2:8: expected the name of a parameter, found `1`");
    assert_clause("read f(r", "", "2:9: expected `,` or `)`, but the file ends");
    let second = "the first parameter is the object, and the second one the value written";
    for kind in ["init", "write"] {
        let text = format!("{kind} f(r, a, b, c)");
        let column = text.find('b').expect("there is a third parameter") + 1;
        let expected = format!("2:{column}: the {kind} `f` has more than two parameters; {second}");
        assert_clause(&text, "b", &expected);
    }
}

#[test]
fn results() {
    let help = "remove this, or make the function a `read` or an `rmw`";
    assert_clause(
        "init f(r, a) = v",
        "= v",
        &format!("2:14: a function of the kind `init` returns no value; {help}"),
    );
    assert_clause(
        "write f(r) = v",
        "= v",
        &format!("2:12: a function of the kind `write` returns no value; {help}"),
    );
    assert_clause("read f(r) = 1", "1", "2:13: expected a name for the value read, found `1`");
}

#[test]
fn values_that_are_written() {
    assert_clause(
        "rmw f(r) = v rlx",
        "f",
        "2:5: the rmw `f` writes nothing; say what is written, as in `= v writes v + 1`, or make it a `read`",
    );
    assert_clause(
        "read f(r) = v writes v",
        "writes",
        "2:15: `writes` belongs to an rmw, but this is of the kind `read`; remove this, or make the function \
         an `rmw`",
    );
    assert_clause(
        "write f(r, a) if a == 1 writes a",
        "if",
        "2:15: `if` belongs to an rmw, but this is of the kind `write`; remove this; the value written is \
         the second parameter",
    );
    assert_clause(
        "rmw f(r, desired) = v writes desird",
        "desird",
        "2:30: nothing defines `desird`; did you mean `desired`?",
    );
    assert_clause(
        "rmw f(r, d) = v if w == d writes d",
        "w",
        "2:20: nothing defines `w`; known names: `r`, `d`, `v`",
    );
    assert_clause(
        "rmw f(r) writes v + 1",
        "v",
        "2:17: nothing defines `v`; to use the value read, name it: `f(…) = v`",
    );
    assert_clause("rmw f(r) = v if v = 1 writes 1", "=", "2:19: expected `==`, found `=`");
    assert_clause(
        "rmw f(r) = v if v == 1 rlx",
        "rlx",
        "2:24: expected `writes` and the value that is written, found `rlx`",
    );
    let operand = "expected a parameter, the value read, or a number";
    assert_clause("rmw f(r) writes", "", &format!("2:16: {operand}, but the file ends"));
    assert_clause("rmw f(r) = v writes v +", "", &format!("2:24: {operand}, but the file ends"));
    assert_clause("rmw f(r) = v writes (v", "", "2:23: expected an operator or `)`, but the file ends");
    let (small, large) = ("v + ".repeat(100), "v + ".repeat(101));
    assert!(parse(&format!("library x initially 0 rmw f(r) = v writes {small} v")).is_ok());
    let help = "let the caller compute a part of it, and pass it as an argument";
    assert_clause(
        &format!("rmw f(r) = v writes {large} v"),
        "+",
        &format!("2:423: this expression is too large; {help}"),
    );
}

#[test]
fn numbers() {
    let help = "numbers are written as `42` or `0x2a`";
    assert_short("library x initially 1z", "1z", &format!("1:21: this is not a number; {help}"));
    assert_short("library x initially -0x", "-0x", &format!("1:21: this is not a number; {help}"));
    assert_short("library x initially zero", "zero", "1:21: expected a number, found `zero`");
    assert_short(
        "library x initially -9223372036854775809",
        "-9223372036854775809",
        "1:21: this number is too large; values are numbers of 64 bits; hexadecimal ones have no sign",
    );
}

#[test]
fn parts_that_are_given_twice() {
    let help = "remove one of the two";
    assert_clause("read f(r) rlx relaxed", "relaxed", &format!("2:15: `relaxed` is given twice; {help}"));
    assert_clause("read f(r) rlx acq", "acq", &format!("2:15: `acq` contradicts the ordering `rlx`; {help}"));
    assert_clause(
        "read f(r) functional functional 2",
        "functional",
        &format!("2:22: `functional` is given twice; {help}"),
    );
    assert_clause(
        "read f(r) functional blocking blocking",
        "blocking",
        &format!("2:31: `blocking` is given twice; {help}"),
    );
    assert_clause(
        "rmw f(r) writes 1 rlx writes 2",
        "writes",
        &format!("2:23: `writes` is given twice; {help}"),
    );
    let help = "remove one of the two clauses";
    assert_clause("initially 1", "initially 1", &format!("2:1: objects have a second initial value; {help}"));
    assert_clause("coherent coherent", "coherent", &format!("2:10: `coherent` is given twice; {help}"));
}

#[test]
fn parts_that_do_not_fit_the_kind() {
    let write = "the ordering is `rlx`, `rel` or `sc`";
    for (clause, kind) in [("write f(r) acq", "write"), ("init  f(r) acquire", "init")] {
        let expected =
            format!("2:12: a function of the kind `{kind}` cannot have the ordering `acq`; {write}");
        assert_clause(clause, &clause[11..], &expected);
    }
    assert_clause(
        "read f(r) acq_rel",
        "acq_rel",
        "2:11: a function of the kind `read` cannot have the ordering `acq_rel`; the ordering is `rlx`, \
         `acq` or `sc`",
    );
    for kind in ["write", "init "] {
        let expected = format!(
            "2:12: a function of the kind `{}` cannot be functional; remove this, or make the function a \
             `read` or an `rmw`",
            kind.trim()
        );
        assert_clause(&format!("{kind} f(r) functional"), "functional", &expected);
    }
    for (clause, word, help) in [
        ("rmw f(r) writes 1 blocking", "blocking", "remove this; only a `read` can wait for a write"),
        ("write f(r) when 1 == 1", "when", "remove this; a `read` or an `rmw` may wait for a value"),
        ("read f(r) times 2", "times", "remove this; `functional N` says the same number for every write"),
        ("rmw f(r) writes 1 else 2", "else", "remove this; a `read` that does not wait may find nothing"),
        (
            "init f(r) recursive",
            "recursive",
            "remove this; the `read` and the `write` of a lock may be recursive",
        ),
    ] {
        let (kind, column) =
            (clause.split(' ').next().unwrap_or_default(), clause.find(word).unwrap_or(0) + 1);
        let expected = format!("2:{column}: a function of the kind `{kind}` cannot have `{word}`; {help}");
        assert_clause(clause, word, &expected);
    }
    let help = "remove one of the two";
    for (clause, word, message) in [
        ("read f(r) blocking else 1", "else", "`else` is for a read that does not wait"),
        ("read f(r) = v blocking when v == 1", "when", "`when` says what the call waits for"),
        ("read f(r) functional recursive", "recursive", "only a `functional blocking` read can be recursive"),
    ] {
        let column = clause.find(word).unwrap_or(0) + 1;
        assert_clause(clause, word, &format!("2:{column}: {message}; {help}"));
    }
    assert_clause("read f(r) = v when v < 1", "<", "2:22: expected `==` or `!=`, found `<`");
    assert_clause(
        "write f(r, v) writes v + 1",
        "writes",
        "2:15: a write computes nothing; let the caller compute the value, and pass it as an argument",
    );
    for number in ["0", "-1", "4294967296"] {
        let expected = format!(
            "2:22: {number} is no number of calls that may read one write; write `functional` if one call may"
        );
        assert_clause(&format!("read f(r) functional {number}"), number, &expected);
    }
}

#[test]
fn libraries_that_nobody_can_use() {
    assert_message(
        "// m\nlibrary my-lock\nwrite unlock(l)",
        "
x.lib:2:9: no function of the library `my-lock` reads
  | library my-lock
  |         ^^^^^^^ has neither a `read` nor an `rmw`
  = help: specify a function that reads, as in `read get(x) = v`
",
    );
    assert_short(
        "library x read get(r)",
        "x",
        "1:9: the library `x` has no values that could be read; specify a function that writes, as in \
         `init make(x, v)`, or write `initially 0`",
    );
    assert_short(
        "library x meet f(b)",
        "x",
        "1:9: nothing says how many calls of the library `x` meet; add a clause such as `init make(x, n)`",
    );
    assert_short(
        "library x init make(b, n) meet f(b) read get(b)",
        "x",
        "1:9: calls of the library `x` meet, and `get` cannot be among them; specify the other functions as a \
         library of their own",
    );
    assert!(parse("library x read get(r) rmw f(r) writes 1").is_ok());
}

#[test]
fn axioms_have_their_place_in_the_file() {
    assert_message(
        "library x initially 0 (* é *) read get(r) = v\n\trmw add(r) writes 1 acyclic po | raed // é",
        "
x.lib:2:35: nothing defines `raed`
  | \trmw add(r) writes 1 acyclic po | raed // é
  | \t                                 ^^^^ unknown name
  = help: define the name with `let` before this line; docs/models.md has all known names
",
    );
    assert_clause("acyclic po |", "", "2:13: expected a set or a relation, but the file ends");
    assert_clause(
        "acyclic po | \nread f(r) = v let a = 1",
        "=",
        "3:11: expected an instruction, such as `let` or `acyclic`, found `=`",
    );
    assert_clause("empty R % W", "%", "2:9: expected an instruction, such as `let` or `acyclic`, found `%`");
    assert_message(
        "library x initially 0 read get(r) let f(x) = x ; po\nread f(r) let g(x) = f(x) acyclic g(R)",
        "
x.lib:1:46: `;` needs relations, but this is a set
  | library x initially 0 read get(r) let f(x) = x ; po
  |                                              ^ a set
  = help: `[S]` is the identity on a set, and `S * T` the product of two sets
  = note: in the call of `f` at x.lib:2:22
  = note: in the call of `g` at x.lib:2:35
",
    );
}

#[test]
fn names_of_functions_in_axioms() {
    assert!(parse("library x initially 0 coherent read get(r) empty [get] ; hb ; [get] & co").is_ok());
    assert_clause("empty [got] ; po", "got", "2:8: nothing defines `got`; did you mean `get`?");
    assert!(parse("library x initially 0 read get(r) empty get ; po").is_err(), "a set is no relation");
    assert!(parse("library x initially 0 read po(r) empty [po]").is_err(), "`po` has another meaning");
}

#[test]
fn axioms_about_the_order_of_writes() {
    let expected = |position: &str| {
        format!(
            "{position}: this check needs the order of writes, which the library does not have; add a line \
             `coherent`, or check `po` and `rf` only"
        )
    };
    assert_clause("acyclic po acyclic po | co as sc", "acyclic", &expected("2:12"));
    assert_clause("let a = (* é *) po ; fr flag ~empty a", "flag", &expected("2:25"));
    assert_clause("let rec a = com | a ; a irreflexive a", "irreflexive", &expected("2:25"));
    // The check is in the included file.
    assert_clause("include \"sc.cat\"", "include", &expected("2:1"));
}

#[test]
fn uses_of_functions() {
    assert_clause(
        "use get, put",
        "put",
        "2:10: the library has no function `put`; a use names functions of this file, as in `use lock, unlock`",
    );
    assert_clause(
        "init make(r, v) rlx\nuse make",
        "make",
        "3:5: `make` makes the object, and is no part of a use; remove it here; a client calls it before it \
         creates threads",
    );
    assert_clause(
        "write put(r, v) rlx\nuse put == 1",
        "put",
        "3:5: `put` returns nothing that could be compared; remove the comparison, or name the result, as in \
         `read get(x) = v`",
    );
    let names = "expected the name of a function";
    assert_clause("use", "", &format!("2:4: {names}, but the file ends"));
    assert_clause("use get,", "", &format!("2:9: {names}, but the file ends"));
}
