//! What a person sees, and the exit codes.

use porf_entity::Random;

use crate::support::*;

#[test]
fn one_file_in_full() {
    let outcome = Sandbox::new("one_file").with("SB.litmus", STORE_BUFFERING).check(&["SB.litmus"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for part in [
        "SB under rc11: holds\n  exists (0:r0=0 /\\ 1:r0=0)\n  satisfied in 1 of 4 executions\n",
        "     0     0           1  ✓ satisfies\n",
        "\n4 executions, ",
        "4  store.rlx x = 1",
        "9  load.rlx x → 0 (initial)",
        "P0:4 ─po→ P0:5 ─fr→ P1:8 ─po→ P1:9 ─fr→ P0:4",
    ] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
    assert!(!outcome.stdout.contains('\x1b'), "no colours where there is no terminal");
    assert_eq!(outcome.stderr, "");
}

#[test]
fn a_failing_condition_is_code_1() {
    let sandbox = Sandbox::new("failing").with("SB.litmus", STORE_BUFFERING);
    let outcome = sandbox.check(&["SB.litmus", "--model", "sc"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.starts_with("SB under sc: fails\n"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("satisfied in none of 3 executions\n"), "{}", outcome.stdout);
}

#[test]
fn a_data_race_is_told_beside_the_verdict() {
    let outcome = Sandbox::new("race").with("race.litmus", RACE).check(&["race.litmus"]);
    assert_eq!(outcome.code, 1);
    for part in [
        "race under rc11: holds, and the program has a data race\n",
        "undefined",
        "P0, line 4: store.na x = 1\n",
        "P1, line 7: load.na x → ",
    ] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}

#[test]
fn a_failed_assertion_shows_how_it_comes_about() {
    let outcome = Sandbox::new("assertion").with("a.litmus", ASSERTION).check(&["a.litmus"]);
    assert_eq!(outcome.code, 1);
    for part in [
        "assertion under rc11: error: assertion fails\n",
        "  P1, line 8: the asserted condition is false\n",
        "load.sc x → 1 (from P0:4)",
        "8  ✗ assertion fails",
    ] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}

#[test]
fn without_a_complete_execution_nothing_is_verified() {
    let outcome = Sandbox::new("endless").with("endless.litmus", ENDLESS).check(&["endless.litmus"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.stdout.starts_with("endless under rc11: incomplete\n"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("Nothing was verified"), "{}", outcome.stdout);
}

#[test]
fn a_verdict_names_the_bounds_that_it_rests_on() {
    let sandbox = Sandbox::new("waiting").with("waiting.litmus", WAITING);
    let outcome = sandbox.check(&["waiting.litmus", "--unroll", "3"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.starts_with("waiting under rc11: holds up to 3 iterations of the loop at line 7\n"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn bad_input_is_marked_and_is_code_2() {
    let outcome = Sandbox::new("malformed").with("bad.litmus", MALFORMED).check(&["bad.litmus"]);
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.stdout, "");
    for part in ["error: ", "bad.litmus:4:24", "4 |   int r0 = atomic_load(y);", "^"] {
        assert!(outcome.stderr.contains(part), "{part:?} is missing in\n{}", outcome.stderr);
    }
}

#[test]
fn one_bad_file_does_not_keep_the_others_from_being_checked() {
    let sandbox = Sandbox::new("several")
        .with("a/SB.litmus", STORE_BUFFERING)
        .with("b/bad.litmus", MALFORMED)
        .with("b/c/adds.litmus", fetch_adds(4))
        .with("b/README", "not a test");
    let outcome = sandbox.check(&["a", "b", "-j", "2"]);
    assert_eq!(outcome.code, 2);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "{}", outcome.stdout);
    assert!(lines[0].starts_with("holds        rc11  a/SB.litmus"), "{}", lines[0]);
    assert!(lines[1].starts_with("bad input          b/bad.litmus     4:24: "), "{}", lines[1]);
    assert!(lines[2].starts_with("holds        rc11  b/c/adds.litmus          24  "), "{}", lines[2]);
    assert!(lines[3].starts_with("3 files: 2 hold, 0 fail, 0 errors, 1 bad, "), "{}", lines[3]);
    assert!(outcome.stderr.contains("b/bad.litmus:4:24"), "{}", outcome.stderr);
}

#[test]
fn results_stand_in_the_order_of_the_files() {
    let mut sandbox = Sandbox::new("order");
    // The first ones take longest.
    for index in 0..12 {
        sandbox = sandbox.with(&format!("{index:02}.litmus"), fetch_adds(if index < 2 { 7 } else { 2 }));
    }
    let outcome = sandbox.check(&[".", "-j", "4"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let files: Vec<_> = outcome.stdout.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    let expected: Vec<String> = (0..12).map(|index| format!("./{index:02}.litmus")).collect();
    assert_eq!(files[..12], expected);
}

#[test]
fn all_models_for_one_file_and_for_many() {
    let sandbox =
        Sandbox::new("models").with("SB.litmus", STORE_BUFFERING).with("adds.litmus", fetch_adds(3));
    let one = sandbox.check(&["SB.litmus", "--model", "all"]);
    assert_eq!(one.code, 1, "SB fails under SC");
    for (model, verdict, executions) in [
        ("sc", "fails", "3"),
        ("tso", "holds", "4"),
        ("pso", "holds", "4"),
        ("ra", "holds", "4"),
        ("rc11", "holds", "4"),
        ("cpp20", "holds", "4"),
    ] {
        let row = one.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        assert!(
            row.into_iter().any(|row| row.starts_with(&[model, verdict, executions, "0", executions])),
            "{model} in\n{}",
            one.stdout
        );
    }
    let many = sandbox.check(&[".", "--model", "all"]);
    let rows: Vec<Vec<&str>> = many.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["file", "sc", "tso", "pso", "ra", "rc11", "cpp20"]);
    assert_eq!(rows[1], ["./SB.litmus", "fails", "holds", "holds", "holds", "holds", "holds"]);
    assert_eq!(rows[2], ["./adds.litmus", "holds", "holds", "holds", "holds", "holds", "holds"]);
    assert!(
        many.stdout.contains("2 files under 6 models: 11 hold, 1 fail, 0 errors, 0 bad, "),
        "{}",
        many.stdout
    );
}

#[test]
fn usage_errors_are_code_2_and_say_what_to_do() {
    let sandbox = Sandbox::new("usage").with("SB.litmus", STORE_BUFFERING).with("empty/README", "");
    for (arguments, hint) in [
        (&["missing.litmus"][..], "missing.litmus: cannot be read: no such file"),
        (&["empty"], "no *.litmus file"),
        (&["SB.litmus", "--model", "arm"], "[possible values: sc, tso, pso, ra, rc11, cpp20, all]"),
        (&["SB.litmus", "--equivalence", "hb"], "[possible values: co, rf, auto]"),
        (&["SB.litmus", "--schedule", "random"], "left-to-right, writes-first"),
        (&["SB.litmus", "--frobnicate"], "--frobnicate"),
        (&[], "PATH"),
    ] {
        let outcome = sandbox.check(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}");
        assert_eq!(outcome.stdout, "", "{arguments:?}");
        assert!(outcome.stderr.contains(hint), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_checked() {
    let sandbox = Sandbox::new("missing").with("SB.litmus", STORE_BUFFERING);
    let outcome = sandbox.check(&["missing.litmus", "SB.litmus"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout.contains("holds        rc11  SB.litmus"), "{}", outcome.stdout);
}

#[test]
fn junk_is_refused_politely() {
    let mut random = Random::from_seed(1);
    let mut random_byte = move || random.number() as u8;
    let mut sandbox = Sandbox::new("junk")
        .with("empty.litmus", "")
        .with("latin1.litmus", b"C caf\xe9\n{}\n")
        .with("zeros.litmus", [0; 1000])
        .with("title.litmus", "C\n")
        .with("nested.litmus", format!("C n\n{{}}\nP0(int *x) {{ int r = {}1; }}\n", "(".repeat(100_000)))
        .with("long.litmus", format!("C n\n{{}}\nP0(int *x) {{ int r = {}", "1 +".repeat(100_000)));
    for index in 0..200 {
        let length = 10 + index * 3;
        sandbox = sandbox
            .with(&format!("random{index}.litmus"), (0..length).map(|_| random_byte()).collect::<Vec<u8>>());
        // The beginning of a test with a few letters replaced.
        let mut mutated: Vec<u8> = STORE_BUFFERING.bytes().take(STORE_BUFFERING.len() - index).collect();
        for _ in 0..3 {
            let position = usize::from(random_byte()) % mutated.len();
            mutated[position] = random_byte() % 128;
        }
        sandbox = sandbox.with(&format!("mutated{index}.litmus"), mutated);
    }
    let outcome = sandbox.check(&[".", "--timeout", "1", "-j", "2"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("./latin1.litmus: this is not UTF-8 text"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("406 files: "), "{}", outcome.stdout);
}

#[test]
fn the_help_has_examples_and_exit_codes() {
    let outcome = Sandbox::new("help").check(&["--help"]);
    assert_eq!(outcome.code, 0);
    for part in ["Examples:", "--model all", "Exit code:", "--max-executions <N>", "--timeout <SECONDS>"] {
        assert!(outcome.stdout.contains(part), "{part:?} is missing in\n{}", outcome.stdout);
    }
}
