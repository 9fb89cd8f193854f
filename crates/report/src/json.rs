//! Results for other programs: one JSON object a line. docs/json.md describes every field.

use serde::Serialize;

use crate::check::by_name;
use crate::{CheckReport, ComparisonReport, InputReport, ModelCheckReport, Place, Verdict};
use porf_entity::ErrorKind;

/// The line for a test that was checked under a model.
pub fn check_line(report: &CheckReport) -> String {
    line(report)
}

/// The line for two models that were compared.
pub fn comparison_line(report: &ComparisonReport) -> String {
    line(report)
}

/// The line for a model whose conditions were checked.
pub fn model_check_line(report: &ModelCheckReport) -> String {
    line(report)
}

/// The line for a file that cannot be checked. It has the fields that every line has, most of them
/// empty. There is one such line for each file, whatever the number of models.
pub fn input_line(report: &InputReport) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        file: &'a str,
        test: (),
        subject: (),
        files: [(); 0],
        model: (),
        model_file: (),
        engine: (),
        equivalence: (),
        equivalence_chosen: (),
        calls: (),
        verdict: Verdict,
        condition: (),
        executions: u64,
        blocked: u64,
        ended: u64,
        states: [(); 0],
        error: Option<InputError<'a>>,
        more_errors: [(); 0],
        after_others: [(); 0],
        unsupported: Vec<InputError<'a>>,
        warnings: [(); 0],
        bounds: [(); 0],
        stopped: (),
        seconds: f64,
        compile_seconds: (),
        witness: (),
    }
    #[derive(Serialize)]
    struct InputError<'a> {
        #[serde(serialize_with = "by_name")]
        kind: ErrorKind,
        message: &'a str,
        #[serde(flatten)]
        place: Place,
        help: Option<&'a str>,
    }
    let kind = if report.unsupported { ErrorKind::Unsupported } else { ErrorKind::Input };
    let error =
        InputError { kind, message: &report.message, place: report.place, help: report.help.as_deref() };
    let (error, unsupported) = match report.unsupported {
        true => (None, vec![error]),
        false => (Some(error), Vec::new()),
    };
    line(&Line {
        file: &report.file,
        test: (),
        subject: (),
        files: [],
        model: (),
        model_file: (),
        engine: (),
        equivalence: (),
        equivalence_chosen: (),
        calls: (),
        verdict: if report.unsupported { Verdict::Unsupported } else { Verdict::Error },
        condition: (),
        executions: 0,
        blocked: 0,
        ended: 0,
        states: [],
        error,
        more_errors: [],
        after_others: [],
        unsupported,
        warnings: [],
        bounds: [],
        stopped: (),
        seconds: 0.0,
        compile_seconds: (),
        witness: (),
    })
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("reports have text keys and finite numbers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, programs};
    use crate::{Bound, BoundKind, ChosenBy};
    use serde_json::{Value, json};

    fn parsed(line: &str) -> Value {
        assert!(!line.contains('\n'), "one object, one line");
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn every_promised_field_is_there() {
        let input = InputReport {
            file: "bad.litmus".into(),
            message: "expected `;`".into(),
            place: examples::at(3, 9),
            help: None,
            unsupported: false,
        };
        let checked = parsed(&check_line(&examples::store_buffering()));
        let object = parsed(&input_line(&input));
        for field in
            ["file", "model", "equivalence", "verdict", "executions", "blocked", "states", "error", "seconds"]
        {
            assert!(checked.get(field).is_some(), "{field} is missing");
        }
        let fields = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(fields(&checked), fields(&object), "bad input has the same fields");
        assert_eq!(object["error"]["kind"], "input");
        assert_eq!((&object["error"]["line"], &object["error"]["column"]), (&json!(3), &json!(9)));
        let object = parsed(&input_line(&InputReport { unsupported: true, ..input }));
        assert_eq!((&object["verdict"], &object["error"]), (&json!("unsupported"), &Value::Null));
        assert_eq!(object["unsupported"][0]["message"], "expected `;`");
    }

    #[test]
    fn states_are_objects_and_the_witness_refers_to_its_events() {
        let object = parsed(&check_line(&examples::message_passing()));
        assert_eq!(object["verdict"], "fails");
        assert_eq!(
            object["condition"],
            json!({
                "quantifier": "~exists",
                "text": "(1:r0=1 /\\ 1:r1=0)",
                "satisfying": 1,
                "violating": 3,
                "filtered": 0,
            })
        );
        assert_eq!(object["states"][0]["values"], json!({"1:r0": "0", "1:r1": "0"}));
        let events = object["witness"]["events"].as_array().unwrap();
        let flag_read = events.iter().find(|event| event["operation"] == "load").unwrap();
        let source = flag_read["read"]["from"].as_u64().unwrap() as usize;
        assert_eq!(events[source]["location"], "y");
        assert_eq!(events[source]["wrote"], "1");
    }

    #[test]
    fn a_program_is_told_from_a_test_and_its_places_from_each_other() {
        let object = parsed(&check_line(&programs::use_after_free()));
        assert_eq!(object["subject"], "program");
        assert_eq!(object["files"], json!([{"name": "list.c"}]));
        assert_eq!(object["compile_seconds"].to_string(), "0.052");
        let error = &object["error"];
        assert_eq!(error["kind"], "use-after-free");
        assert_eq!(
            (&error["file_number"], &error["line"], &error["column"]),
            (&json!(0), &json!(8), &json!(10))
        );
        let frame = json!({"function": "visitor", "file_number": 0, "line": 13, "column": 10});
        assert_eq!(error["stack"][1], frame);
        assert_eq!(error["notes"][0]["thread"], "main");
        assert_eq!(error["execution"]["events"][0]["link"], json!({"creates": 1}));
        let places = |object: &Value| object["witness"]["events"][0].get("file_number").is_some();
        assert!(!places(&parsed(&check_line(&examples::store_buffering()))), "a test is one file");
    }

    #[test]
    fn the_equivalence_and_who_chose_it() {
        let object = parsed(&check_line(&examples::store_buffering()));
        assert_eq!((&object["equivalence"], &object["equivalence_chosen"]), (&json!("co"), &json!("auto")));
        let object = parsed(&check_line(&examples::unordered_writes()));
        assert_eq!((&object["equivalence"], &object["equivalence_chosen"]), (&json!("rf"), &json!("user")));
        assert_eq!(object["executions"], 1);
        assert_eq!(object["states"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn bounds_say_what_they_bound() {
        let place = Place { file: Some(0), ..examples::at(12, 3) };
        let bound = |kind, chosen| Bound { place, kind, chosen, executions: 7 };
        let events = BoundKind::Events { limit: 5000, rounds: 2500, repeats: true };
        let bounds = vec![
            bound(BoundKind::Loop { iterations: 3 }, ChosenBy::User),
            bound(events, ChosenBy::User),
            bound(BoundKind::Steps, ChosenBy::Auto),
        ];
        let report = CheckReport { verdict: Verdict::Bounded, bounds, ..programs::verified() };
        let object = parsed(&check_line(&report));
        assert_eq!(object["verdict"], "bounded");
        assert_eq!(
            object["bounds"],
            json!([
                {"file_number": 0, "line": 12, "column": 3, "bound": "loop", "iterations": 3,
                 "chosen": "user", "executions": 7},
                {"file_number": 0, "line": 12, "column": 3, "bound": "events", "limit": 5000, "rounds": 2500,
                 "repeats": true, "chosen": "user", "executions": 7},
                {"file_number": 0, "line": 12, "column": 3, "bound": "steps", "chosen": "auto", "executions": 7},
            ])
        );
    }

    #[test]
    fn seconds_are_whole_microseconds() {
        let report = CheckReport { seconds: 0.1 + 0.2, ..examples::store_buffering() };
        assert_eq!(parsed(&check_line(&report))["seconds"].to_string(), "0.3");
    }
}
