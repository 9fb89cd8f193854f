//! `porf model compare`.

use std::process::Command;

use crate::support::{Outcome, Sandbox};

fn compare(sandbox: &Sandbox, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_porf"));
    command.current_dir(&sandbox.directory).args(["model", "compare"]).args(arguments);
    command.output().unwrap().into()
}

/// The test that is written is one that `porf check` answers differently under the two models.
#[test]
fn the_test_tells_the_models_apart() {
    let sandbox = Sandbox::new("model_apart");
    for (stronger, weaker) in [("sc", "tso"), ("tso", "pso"), ("sc", "ra")] {
        let outcome = compare(&sandbox, &[stronger, weaker, "--max-size", "4", "-o", "t.litmus"]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        let sentence =
            format!("{stronger} is stronger than {weaker} on the programs with up to 4 operations");
        assert!(outcome.stdout.contains(&sentence), "{outcome:?}");
        assert_eq!(sandbox.check(&["t.litmus", "--model", stronger]).code, 1);
        assert_eq!(sandbox.check(&["t.litmus", "--model", weaker]).code, 0);
    }
}

#[test]
fn a_model_agrees_with_itself() {
    let sandbox = Sandbox::new("model_same").with("my.cat", "include \"sc.cat\"\n");
    let outcome = compare(&sandbox, &["my.cat", "sc", "--max-size", "4", "-o", "none.litmus"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(outcome.stdout.contains("my and sc agree on the programs with up to 4 operations"));
    assert!(outcome.stderr.contains("there is no test to be written"));
    assert!(!sandbox.directory.join("none.litmus").exists());
}

#[test]
fn executions_that_exploration_forbids_under_every_model_are_pointed_out() {
    let sandbox = Sandbox::new("model_added")
        .with("all.cat", "acyclic po-loc | com acyclic po | rf empty rmw & (fr ; co)")
        .with("cycles.cat", "acyclic po-loc | com empty rmw & (fr ; co)")
        .with("between.cat", "acyclic po-loc | com acyclic po | rf");
    for (weaker, axiom, sentence) in [
        ("cycles.cat", "causality", "the execution has a cycle of po and rf"),
        ("between.cat", "atomicity", "a write comes between the two halves of a read-modify-write"),
    ] {
        let outcome = compare(&sandbox, &["all.cat", weaker, "--max-size", "4", "-o", "t.litmus"]);
        assert_eq!(outcome.code, 1, "{outcome:?}");
        assert!(outcome.stdout.contains(sentence), "{outcome:?}");
        for model in ["./all.cat", weaker] {
            assert_eq!(sandbox.check(&["t.litmus", "--model", model]).code, 1, "{model} {outcome:?}");
        }
        let object =
            &compare(&sandbox, &["all.cat", weaker, "--max-size", "4", "--format", "json"]).objects()[0];
        assert_eq!(object["differences"][0]["added_axiom"], axiom);
    }
    let outcome = compare(&sandbox, &["sc", "tso", "--max-size", "4"]);
    assert!(!outcome.stdout.contains("exploration"), "{outcome:?}");
}

#[test]
fn models_of_the_same_name_are_named_by_their_paths() {
    let sandbox = Sandbox::new("model_names").with("own/sc.cat", "acyclic po-loc | com acyclic po | rf");
    let outcome = compare(&sandbox, &["sc", "own/sc.cat", "--max-size", "4"]);
    let sentence = "sc is stronger than own/sc.cat on the programs";
    assert!(outcome.stdout.contains(sentence), "{outcome:?}");
    assert!(outcome.stdout.contains("C allowed-by-own_sc_cat-not-by-sc"), "{outcome:?}");
}

#[test]
fn the_result_as_json() {
    let sandbox = Sandbox::new("model_json");
    let outcome = compare(&sandbox, &["tso", "sc", "--max-size", "4", "--format", "json"]);
    let object = &outcome.objects()[0];
    assert_eq!(object["models"], serde_json::json!(["tso", "sc"]));
    assert_eq!(object["verdict"], "second_stronger");
    assert_eq!(object["completed_size"], 4);
    assert_eq!(object["differences"][0]["kind"], "state");
    assert_eq!(object["differences"][0]["by"], "tso");
    assert_eq!(object["differences"][0]["size"], 4);
    assert!(object["differences"][0]["test"].as_str().unwrap().starts_with("C allowed-by-tso-not-by-sc"));
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let outcome = compare(&Sandbox::new("model_timeout"), &["rc11", "rc11", "--timeout", "0"]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stdout.contains("stopped by timeout"), "{outcome:?}");
}

#[test]
fn mistakes_have_their_place() {
    let sandbox = Sandbox::new("model_mistakes").with("bad.cat", "\"bad\"\nacyclic po | rff\n");
    let bad = compare(&sandbox, &["bad.cat", "sc"]);
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains("bad.cat:2:14"), "{}", bad.stderr);
    let unknown = compare(&sandbox, &["tos", "sc"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("tos is neither a file nor a model that porf ships"),
        "{}",
        unknown.stderr
    );
    assert_eq!(compare(&sandbox, &["sc", "tso", "--timeout", "-1"]).code, 2);
    assert_eq!(compare(&sandbox, &["sc", "tso", "--max-size", "99"]).code, 2);
    assert_eq!(compare(&sandbox, &["sc"]).code, 2);
}

/// Total store order for x86, which speaks of lock prefixes and `MFENCE`, is the shipped model where
/// orderings mean the code that a compiler makes of them.
#[test]
fn a_model_for_x86_sees_the_code_of_a_program() {
    let model = "acyclic po-loc | com
        empty rmw & (fre ; coe)
        acyclic po & ((W * W) | (R * M)) | mfence | po & (W * R) & ((M * A) | (A * M)) | rfe | co | fr | asw
        acyclic po | rf";
    let sandbox = Sandbox::new("model_x86").with("x86.cat", model);
    let outcome = compare(&sandbox, &["x86.cat", "tso", "--max-size", "4"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.contains("no program has fences of x86, creation and join of threads"),
        "{outcome:?}"
    );
}
