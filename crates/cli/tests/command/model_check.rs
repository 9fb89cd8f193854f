//! `porf model check`.

use std::process::Command;

use crate::support::{Outcome, STORE_BUFFERING, Sandbox};

fn check(sandbox: &Sandbox, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_porf"));
    command.current_dir(&sandbox.directory).args(["model", "check"]).args(arguments);
    command.output().unwrap().into()
}

#[test]
fn the_shipped_models_have_all_conditions() {
    let sandbox = Sandbox::new("model_check_shipped");
    let outcome = check(&sandbox, &["sc", "tso", "pso", "ra", "rc11", "cpp20"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert_eq!(outcome.stdout.matches("all conditions of exploration hold").count(), 6, "{outcome:?}");
    assert!(!outcome.stdout.contains("full executions"), "{outcome:?}");
}

/// Each axiom, and the smallest counterexamples: prefix-closed or not, and extensible or not.
const AXIOMS: [(&str, bool, bool); 6] = [
    ("~empty rfe as a", false, true),
    ("empty (W \\ IW) \\ domain(rf) as a", false, false),
    ("empty R \\ domain(fr) as a", false, false),
    ("let ri = range([IW] ; rf) empty (ri * ri) & ~loc as a", true, false),
    ("empty rf & int as a", true, false),
    ("empty co ; co ; co as a", true, false),
];

#[test]
fn models_that_break_the_conditions_have_counterexamples() {
    for (index, (axiom, is_prefix_closed, is_extensible)) in AXIOMS.into_iter().enumerate() {
        let model = format!("acyclic po-loc | com as coherence\n{axiom}");
        let sandbox = Sandbox::new(&format!("model_check_{index}")).with("my.cat", &model);
        let outcome = check(&sandbox, &["my.cat", "--format", "json", "--timeout", "60"]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let object = &outcome.objects()[0];
        let axioms = object["axioms"].as_array().expect("a list");
        assert_eq!((&axioms[0]["incremental"], &axioms[1]["incremental"]), (&true.into(), &false.into()));
        for (condition, holds) in [("prefix_closed", is_prefix_closed), ("extensible", is_extensible)] {
            let found = &axioms[1][condition];
            assert_eq!(found["counterexample"].is_null(), holds, "{axiom}, {condition}: {found}");
        }
    }
}

/// Two reads of different locations, both of initial writes: the second one cannot be added in the
/// maximal way.
#[test]
fn a_counterexample_is_shown_as_an_execution() {
    let model = "acyclic po-loc | com\nlet ri = range([IW] ; rf)\nempty (ri * ri) & ~loc as one-initial";
    let sandbox = Sandbox::new("model_check_text").with("my.cat", model);
    let outcome = check(&sandbox, &["my.cat"]);
    for line in [
        "one-initial: asked about full executions only",
        "prefix-closed by form",
        "not extensible: a read of the last write in coherence order may violate it",
        "P0: load x finds 0; load y finds 0",
    ] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
    let litmus =
        "C RR\n{}\nP0(atomic_int *x, atomic_int *y) { int r0 = atomic_load(x); int r1 = atomic_load(y); }
        exists (0:r0=0 /\\ 0:r1=0)";
    let sandbox = sandbox.with("RR.litmus", litmus);
    let verdict = sandbox.check(&["RR.litmus", "--model", "my.cat"]);
    assert!(verdict.stdout.contains("as in P0: load x finds 0; load y finds 0"), "{}", verdict.stdout);
    assert_eq!(verdict.code, 3, "no execution is left: {}", verdict.stdout);
}

/// Writes that directly follow each other in coherence order belong to one thread. Then all writes of
/// a location do, so the axiom is prefix-closed, though not by form.
#[test]
fn an_axiom_whose_form_is_not_recognised_is_not_said_to_fail() {
    let model = "acyclic po-loc | com\nempty (co \\ (co ; co)) & ext & (W \\ IW) * W as adjacent";
    let sandbox = Sandbox::new("model_check_adjacent").with("my.cat", model);
    let outcome = check(&sandbox, &["my.cat", "--max-size", "3"]);
    let sentence = "not prefix-closed by form, though no counterexample of up to 3 operations was found";
    assert!(outcome.stdout.contains(sentence), "{}", outcome.stdout);
    assert_eq!(outcome.code, 1);
}

#[test]
fn load_buffering_is_said_to_be_left_out() {
    let model = "acyclic po-loc | com\nacyclic data | rfe | co";
    let sandbox = Sandbox::new("model_check_lb").with("my.cat", model);
    let outcome = check(&sandbox, &["my.cat"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for line in ["the model allows, such as:", "P0: load x finds 1; store y = 1"] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
    assert!(outcome.stdout.contains("not used, since checks use dependencies"), "{}", outcome.stdout);
}

#[test]
fn remarks_name_definitions_that_do_nothing_or_hide_others() {
    let model = "let co = co & loc\nlet happens-before = po\nacyclic po | rf | co";
    let sandbox = Sandbox::new("model_check_remarks").with("my.cat", model);
    let outcome = check(&sandbox, &["my.cat"]);
    for line in [
        "my.cat:1: `co` had another meaning before, which this definition hides",
        "my.cat:2: `happens-before` is defined and never used",
    ] {
        assert!(outcome.stdout.contains(line), "{line}: {}", outcome.stdout);
    }
}

#[test]
fn a_model_without_axioms_allows_everything_and_says_so() {
    for (index, model) in ["", "\"title only\"\n", "flag ~empty rf as reads\n"].into_iter().enumerate() {
        let sandbox = Sandbox::new(&format!("model_check_empty_{index}"))
            .with("my.cat", model)
            .with("SB.litmus", STORE_BUFFERING);
        let sentence = "the model has no axioms, so it allows every execution";
        let outcome = check(&sandbox, &["my.cat"]);
        assert!(outcome.stdout.contains(&format!("my.cat:1: {sentence}")), "{}", outcome.stdout);
        let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
        assert!(outcome.stdout.contains(&sentence[1..]), "{}", outcome.stdout);
    }
}

#[test]
fn mistakes_exit_with_2_and_the_other_models_are_checked() {
    let sandbox = Sandbox::new("model_check_mistake").with("my.cat", "acyclic po | rfx");
    let outcome = check(&sandbox, &["my.cat", "none.cat", "sc"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("nothing defines `rfx`"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("none.cat"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("sc, \"SC\": all conditions"), "{}", outcome.stdout);
    let objects = check(&sandbox, &["my.cat", "sc", "--format", "json"]).objects();
    assert_eq!(objects.len(), 2);
}
