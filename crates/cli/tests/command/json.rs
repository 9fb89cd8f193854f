//! What a program sees.

use crate::support::*;
use serde_json::json;

#[test]
fn every_field_of_a_result() {
    let sandbox = Sandbox::new("json_fields").with("SB.litmus", STORE_BUFFERING);
    let outcome = sandbox.check(&["SB.litmus", "--format", "json"]);
    assert_eq!(outcome.code, 0);
    let [object] = &outcome.objects()[..] else { panic!("{}", outcome.stdout) };
    assert_eq!(object["file"], "SB.litmus");
    assert_eq!(object["test"], "SB");
    assert_eq!(object["model"], "rc11");
    // Each location is written once.
    assert_eq!((&object["equivalence"], &object["equivalence_chosen"]), (&json!("co"), &json!("auto")));
    assert_eq!(object["verdict"], "holds");
    let text = "(0:r0=0 /\\ 1:r0=0)";
    let condition =
        json!({"quantifier": "exists", "text": text, "satisfying": 1, "violating": 3, "filtered": 0});
    assert_eq!(object["condition"], condition);
    assert_eq!((&object["executions"], &object["blocked"]), (&json!(4), &json!(0)));
    assert_eq!(object["error"], json!(null));
    assert_eq!(object["bounds"], json!([]));
    assert_eq!(object["stopped"], json!(null));
    assert!(object["seconds"].is_f64());
    let state = |p0: &str, p1: &str, satisfies: bool| json!({"values": {"0:r0": p0, "1:r0": p1}, "executions": 1, "satisfies": satisfies});
    assert_eq!(
        object["states"],
        json!([
            state("0", "0", true),
            state("0", "1", false),
            state("1", "0", false),
            state("1", "1", false)
        ])
    );
    let threads = &object["witness"]["threads"];
    assert_eq!(threads[1], json!({"name": "P1", "end": {"kind": "finished"}}));
    assert_eq!(object["witness"]["events"].as_array().unwrap().len(), 4);
}

#[test]
fn an_object_a_file_and_model_in_order() {
    let sandbox = Sandbox::new("json_models")
        .with("a.litmus", STORE_BUFFERING)
        .with("b.litmus", MALFORMED)
        .with("c.litmus", fetch_adds(3));
    let outcome = sandbox.check(&[".", "--format", "json", "--model", "all", "-j", "3"]);
    assert_eq!(outcome.code, 2);
    let objects = outcome.objects();
    let keys: Vec<_> =
        objects.iter().map(|object| (object["file"].as_str().unwrap(), object["model"].as_str())).collect();
    let models = ["sc", "tso", "pso", "ra", "rc11", "cpp20"].map(Some);
    let expected: Vec<_> = models
        .iter()
        .map(|&model| ("./a.litmus", model))
        .chain([("./b.litmus", None)])
        .chain(models.iter().map(|&model| ("./c.litmus", model)))
        .collect();
    assert_eq!(keys, expected);
    let error = &objects[6]["error"];
    assert_eq!(objects[6]["verdict"], "error");
    assert_eq!(objects[6]["equivalence"], json!(null), "nothing was explored");
    assert_eq!((&error["kind"], &error["line"], &error["column"]), (&json!("input"), &json!(4), &json!(24)));
    for object in &objects[7..] {
        assert_eq!(object["executions"], 6, "three fetch-adds can be in 3! orders");
        assert_eq!(object["states"], json!([{"values": {"x": "3"}, "executions": 6, "satisfies": true}]));
    }
}

#[test]
fn a_race_is_an_error_beside_the_verdict() {
    let sandbox = Sandbox::new("json_race").with("race.litmus", RACE);
    let outcome = sandbox.check(&["race.litmus", "--format", "json"]);
    assert_eq!(outcome.code, 1);
    let object = &outcome.objects()[0];
    assert_eq!(object["verdict"], "holds");
    assert_eq!(object["error"]["kind"], "data-race");
    let lines: Vec<_> =
        object["error"]["accesses"].as_array().unwrap().iter().map(|it| &it["line"]).collect();
    assert_eq!(lines, [&json!(4), &json!(7)]);
}

#[test]
fn a_failed_assertion_is_an_error() {
    let sandbox = Sandbox::new("json_assertion").with("assertion.litmus", ASSERTION);
    let outcome = sandbox.check(&["assertion.litmus", "--format", "json"]);
    assert_eq!(outcome.code, 1);
    let object = &outcome.objects()[0];
    assert_eq!(object["verdict"], "error");
    let error = &object["error"];
    assert_eq!(
        (&error["kind"], &error["thread"], &error["line"]),
        (&json!("assertion"), &json!("P1"), &json!(8))
    );
    assert_eq!(error["execution"]["threads"][1]["end"]["kind"], "failed");
}

#[test]
fn bounds_are_listed() {
    let sandbox = Sandbox::new("json_bounds").with("waiting.litmus", WAITING);
    let outcome = sandbox.check(&["waiting.litmus", "--format", "json", "--unroll", "2"]);
    assert_eq!(outcome.code, 0);
    let object = &outcome.objects()[0];
    assert_eq!(object["verdict"], "holds");
    // The load that sees the flag is the first, the second or the third one; the third is beyond the bound of
    // two iterations only if it begins another, which it does if it does not see the flag.
    assert_eq!((&object["executions"], &object["blocked"]), (&json!(3), &json!(1)));
    assert_eq!(object["bounds"][0]["line"], 7);
    assert_eq!(object["bounds"][0]["iterations"], 2);
    assert_eq!(object["bounds"][0]["executions"], 1);
}
