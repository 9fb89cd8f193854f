use serde_json::json;

use super::*;

fn at(line: u32) -> Place {
    Place { file: Some(0), line: Some(line), column: Some(3) }
}

fn files() -> Vec<SourceFile> {
    ["lock.c", "spin.h"].map(|name| SourceFile { name: name.into(), text: None }).into()
}

fn back_edge(applied: &[Reduction], obstacle: Option<LoopObstacle>) -> BackEdgeReport {
    BackEdgeReport {
        place: at(9),
        inlined_into: None,
        applied: applied.to_vec(),
        obstacle,
        work: None,
        text: String::new(),
    }
}

fn loop_with(back_edges: Vec<BackEdgeReport>) -> LoopReport {
    LoopReport { function: "lock".into(), place: at(7), end_line: Some(12), back_edges }
}

/// Checks the text about the only back edge of a loop.
#[track_caller]
fn text(back_edge: BackEdgeReport, bound: Option<u32>) -> String {
    let mut report = loop_with(vec![back_edge]);
    report.explain(&files(), bound);
    report.back_edges.remove(0).text
}

#[test]
fn every_obstacle_in_words() {
    let calls = |callee: Option<&str>| LoopObstacle::Calls { callee: callee.map(String::from), place: at(8) };
    for (obstacle, words) in [
        (LoopObstacle::Irreducible, "it can be entered at several places (goto)"),
        (LoopObstacle::Assigns(at(8)), "line 8 changes a value for the next iteration"),
        (LoopObstacle::Stores(at(8)), "line 8 writes memory"),
        (LoopObstacle::ReadModifyWrites(at(8)), "line 8 reads and writes memory"),
        (
            LoopObstacle::Adds { name: Some("spins".into()), place: at(8) },
            "line 8 changes spins in each iteration, so no iteration is redundant",
        ),
        (LoopObstacle::MayHaveSucceeded(at(8)), "the compare-exchange at line 8 may have succeeded"),
        (calls(Some("note")), "line 8 calls note, which may have effects"),
        (calls(None), "line 8 calls a function that may have effects"),
        (LoopObstacle::Allocates(at(8)), "line 8 allocates an object"),
        (LoopObstacle::Unsupported(at(8)), "line 8 is not supported by porf"),
        (LoopObstacle::ReadsNothing, "it reads nothing that another thread could change"),
        (
            LoopObstacle::TurnedOff { option: "--no-spin-assume".into() },
            "it could be reduced without --no-spin-assume",
        ),
    ] {
        let explored = back_edge(&[Reduction::LoopRotation], Some(obstacle.clone()));
        let unless = match obstacle {
            LoopObstacle::Adds { .. }
            | LoopObstacle::ReadsNothing
            | LoopObstacle::Unsupported(_)
            | LoopObstacle::TurnedOff { .. } => "",
            _ => ", unless redundant",
        };
        assert_eq!(text(explored, None), format!("every iteration is explored{unless}: {words}"));
        let checked = back_edge(&[Reduction::DynamicSpinAssume], Some(obstacle));
        assert_eq!(
            text(checked, None),
            format!(
                "waits after an iteration without effects: each iteration is checked at run time \
                 (dynamic-spin-assume), because {words}"
            )
        );
    }
}

#[test]
fn what_was_done_in_words() {
    use Reduction::*;
    let ends = "waits instead of repeating itself: an iteration that takes the back edge at line 9 has only read (spin-assume)";
    let merged = "the code before the loop was merged with the end of the iteration (bisimilarity)";
    let rotated = "the condition was moved to the end of the iteration (loop-rotation)";
    let early = "the thread waits as soon as the iteration is certain to have no effect (loop-purity)";
    for (applied, words) in [
        (&[SpinAssume][..], ends.to_string()),
        (&[Bisimilarity, SpinAssume], format!("{ends}, after {merged}")),
        (&[LoopRotation, SpinAssume], format!("{ends}, after {rotated}")),
        (&[SpinAssume, LoopPurity], format!("{ends}, and {early}")),
        (&[LoopRotation, SpinAssume, LoopPurity], format!("{ends}, and {early}, after {rotated}")),
        (&[Bisimilarity, LoopRotation, SpinAssume], format!("{ends}, after {merged} and {rotated}")),
    ] {
        assert_eq!(text(back_edge(applied, None), None), words);
    }
    let nothing = "waits after an iteration without effects";
    let checked = "each iteration is checked at run time (dynamic-spin-assume)";
    let because = "because line 8 writes memory";
    for (applied, words) in [
        (&[LoopPurity][..], format!("{nothing}: {early}, {because}")),
        (&[LoopRotation, LoopPurity], format!("{nothing}: {early}, after {rotated}, {because}")),
        (&[LoopPurity, DynamicSpinAssume], format!("{nothing}: {checked}, and {early}, {because}")),
    ] {
        assert_eq!(text(back_edge(applied, Some(LoopObstacle::Stores(at(8)))), None), words);
    }
    let undone = back_edge(&[Zne, DynamicSpinAssume], Some(LoopObstacle::ReadModifyWrites(at(8))));
    assert_eq!(
        text(undone, None),
        "a failed attempt waits before it is undone: if another thread turns out to observe the \
         attempt, porf restarts without this reduction (zne)"
    );
}

#[test]
fn lines_are_named_where_they_tell_something() {
    let end_of_body = BackEdgeReport { place: at(7), ..back_edge(&[Reduction::SpinAssume], None) };
    assert_eq!(
        text(end_of_body, None),
        "waits instead of repeating itself: an iteration that takes the back edge has only read (spin-assume)"
    );
    let in_header = LoopObstacle::Stores(Place { file: Some(1), ..at(30) });
    assert_eq!(
        text(back_edge(&[], Some(in_header)), None),
        "every iteration is explored, unless redundant: spin.h:30 writes memory"
    );
    let nowhere = LoopObstacle::Stores(Place::default());
    assert_eq!(
        text(back_edge(&[], Some(nowhere)), None),
        "every iteration is explored, unless redundant: it writes memory"
    );
    let copy = BackEdgeReport {
        inlined_into: Some("reader".into()),
        ..back_edge(&[], Some(LoopObstacle::Stores(at(8))))
    };
    assert_eq!(
        text(copy, None),
        "where reader calls it, every iteration is explored, unless redundant: line 8 writes memory"
    );
}

#[test]
fn bounds_are_mentioned() {
    let stores = || back_edge(&[], Some(LoopObstacle::Stores(at(8))));
    assert_eq!(text(stores(), Some(1)), "1 iteration is explored, unless redundant: line 8 writes memory");
    assert_eq!(
        text(stores(), Some(3)),
        "up to 3 iterations are explored, unless redundant: line 8 writes memory"
    );
}

#[test]
fn the_fate_of_a_loop_is_that_of_its_back_edges() {
    let stores = || Some(LoopObstacle::Stores(at(8)));
    let ends = || back_edge(&[Reduction::SpinAssume], None);
    let checked = || back_edge(&[Reduction::DynamicSpinAssume], stores());
    let undone = || back_edge(&[Reduction::Zne], stores());
    let explored = || back_edge(&[], stores());
    let counts = || BackEdgeReport { work: Some(LoopWork::Counts), ..explored() };
    for (back_edges, fate) in [
        (vec![ends()], Fate::Ends),
        (vec![ends(), ends()], Fate::Ends),
        (vec![checked(), ends()], Fate::Checked),
        (vec![undone(), ends()], Fate::Checked),
        (vec![back_edge(&[Reduction::LoopPurity], stores()), ends()], Fate::Checked),
        (vec![counts(), counts()], Fate::Works),
        (vec![counts(), explored()], Fate::Explored),
        (vec![explored(), ends()], Fate::PartlyExplored),
        (vec![counts(), ends(), ends()], Fate::PartlyExplored),
        (vec![checked(), explored()], Fate::PartlyExplored),
    ] {
        assert_eq!(loop_with(back_edges.clone()).fate(), fate, "{back_edges:?}");
    }
}

/// The fields that docs/json.md promises.
#[test]
fn loops_for_programs() {
    let calls = LoopObstacle::Calls { callee: Some("note".into()), place: at(8) };
    let back_edges =
        vec![back_edge(&[Reduction::LoopRotation, Reduction::SpinAssume], None), back_edge(&[], Some(calls))];
    let object = serde_json::to_value(loop_with(back_edges)).unwrap();
    assert_eq!(
        object,
        json!({
            "function": "lock", "file_number": 0, "line": 7, "column": 3, "end_line": 12,
            "back_edges": [
                {
                    "file_number": 0, "line": 9, "column": 3, "inlined_into": null,
                    "applied": ["loop-rotation", "spin-assume"], "obstacle": null, "text": "",
                },
                {
                    "file_number": 0, "line": 9, "column": 3, "inlined_into": null, "applied": [],
                    "obstacle": {"kind": "calls", "callee": "note", "file_number": 0, "line": 8, "column": 3},
                    "text": "",
                },
            ],
        })
    );
    let kind = |obstacle: LoopObstacle| serde_json::to_value(obstacle).unwrap();
    let place = json!({"kind": "read-modify-writes", "file_number": 0, "line": 8, "column": 3});
    assert_eq!(kind(LoopObstacle::ReadModifyWrites(at(8))), place);
    assert_eq!(kind(LoopObstacle::ReadsNothing), json!({"kind": "reads-nothing"}));
    let off = LoopObstacle::TurnedOff { option: "--no-spinloops".into() };
    assert_eq!(kind(off), json!({"kind": "turned-off", "option": "--no-spinloops"}));
}
