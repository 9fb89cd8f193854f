//! Loops in the forms that people write: no form is explored at greater length than another one.
//!
//! A compare-exchange that fails may be followed by a load (`RELOAD`), or its value is used again
//! (`REUSE`, or no option); it may be weak (`WEAK`). Each row names a program of the corpus, the
//! options of all its forms, and the forms, of which the first one is the measure: each other form
//! has as many complete executions, and not more blocked ones. In a few programs, forms differ in
//! which of their failed attempts are complete executions; there the sums are compared.

use std::path::Path;

use porf_driver::{BuildOptions, CheckOptions, LoadedProgram, check_program};
use porf_explore::{Engine, Equivalence, ModelKind};
use porf_report::Verdict;

/// A program, the options of all forms, and the forms.
type Row = (&'static str, &'static str, &'static [&'static str]);

const RELOAD_FIRST: &[&str] = &["RELOAD", "REUSE", "RELOAD WEAK", "REUSE WEAK"];

/// Where reusing the value is the default.
const RELOAD_OR_NOT: &[&str] = &["RELOAD", "", "WEAK", "RELOAD WEAK"];

/// Where loading it again is the default.
const REUSE_OR_NOT: &[&str] = &["", "REUSE", "WEAK", "REUSE WEAK"];

const ROWS: &[Row] = &[
    ("locks/clh", "N=3", RELOAD_FIRST),
    ("locks/mcs", "N=3", RELOAD_FIRST),
    ("locks/mcs", "N=3", &["", "INITIALISED"]),
    ("locks/mcs", "N=3 LEAVE_IN_LOOP", &["", "WEAK"]),
    ("locks/mcs", "N=3 LEAVE_IN_LOOP", RELOAD_FIRST),
    ("locks/rwlock-cas", "N=3", &["RELOAD", "", "WEAK", "RELOAD WEAK", "INNER", "INNER WEAK"]),
    ("locks/rwlock-cas", "N=3 READERS", &["RELOAD", "", "WEAK", "RELOAD WEAK", "INNER", "INNER WEAK"]),
    ("locks/rwlock-cas", "ROUNDS=2", &["RELOAD", "", "WEAK", "RELOAD WEAK", "INNER", "INNER WEAK"]),
    ("locks/seqlock", "N=3", &["", "EVEN", "RELOAD", "REUSE", "REUSE WEAK", "REUSE EVEN"]),
    ("locks/seqlock", "N=3 WRITERS=2", RELOAD_FIRST),
    ("locks/seqlock", "N=3 WRITERS=2 EVEN", RELOAD_FIRST),
    ("locks/test-and-set", "N=3", &["", "EXCHANGE", "CAS", "CAS WEAK", "CAS BACK_OFF", "CAS WEAK BACK_OFF"]),
    ("locks/ticket", "N=3", RELOAD_FIRST),
    ("locks/ttas", "N=3", &["", "RELOAD", "REUSE", "RELOAD WEAK", "REUSE WEAK"]),
    ("locks/twa", "N=3", RELOAD_FIRST),
    ("spinloops/failed-value", "", &["RELOAD", "", "WEAK", "RELOAD WEAK"]),
    ("spinloops/failed-value", "MEMORY", &["", "WEAK"]),
    ("spinloops/fence-before-loop", "", &["", "INSIDE", "INSIDE WEAK"]),
    ("spinloops/mpmc-queue", "N=4", REUSE_OR_NOT),
    ("spinloops/mpmc-queue", "N=2 BOTH", REUSE_OR_NOT),
    ("spinloops/ms-queue", "N=3", REUSE_OR_NOT),
    ("spinloops/push", "N=3", &["", "WEAK", "MEMORY", "MEMORY WEAK"]),
    ("spinloops/push", "N=3 STATIC", &["", "WEAK", "MEMORY WEAK"]),
    ("spinloops/stored-before", "N=3", RELOAD_OR_NOT),
    ("spinloops/treiber-stack", "N=4", &["", "REUSE", "MEMORY", "WEAK", "REUSE WEAK", "MEMORY WEAK"]),
    ("spinloops/treiber-stack", "N=2 BOTH", &["", "REUSE", "MEMORY", "WEAK", "REUSE WEAK", "MEMORY WEAK"]),
    ("structures/bitmap-allocator", "", RELOAD_OR_NOT),
    ("structures/chase-lev-deque", "RETRY THIEVES=2", REUSE_OR_NOT),
    ("structures/hazard-pointer", "", &["RELOAD", ""]),
    ("structures/michael-scott-queue", "", REUSE_OR_NOT),
    ("structures/mpmc-bounded-queue", "", RELOAD_OR_NOT),
    ("structures/spsc-cached", "ITEMS=4", &["", "TRY", "WAIT", "TRY WAIT"]),
    ("structures/treiber-stack", "", &["RELOAD", "", "WEAK"]),
    ("structures/treiber-stack-malloc", "", &["RELOAD", ""]),
    ("structures/treiber-stack-reused", "", &["", "WEAK"]),
    ("symmetry/treiber-stack", "N=3", REUSE_OR_NOT),
];

/// Programs of which the sums of complete and blocked executions are compared.
const SUMS: &[Row] =
    &[("locks/musl-lock", "N=3", &["RELOAD", "", "WEAK"]), ("spinloops/ms-queue", "N=4", REUSE_OR_NOT)];

#[test]
fn no_form_has_more_executions_than_another() {
    let mut complaints: Vec<String> = ROWS.iter().flat_map(|row| complaints(row, false)).collect();
    complaints.extend(SUMS.iter().flat_map(|row| self::complaints(row, true)));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn complaints(&(program, options, forms): &Row, sums: bool) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut measure = None;
    for form in forms {
        let counts = counts(program, &format!("{options} {form}"));
        let measure = measure.get_or_insert_with(|| counts.clone());
        for ((model, complete, blocked), (_, as_many, at_most)) in counts.iter().zip(measure.iter()) {
            let is_worse = match sums {
                true => complete + blocked > as_many + at_most,
                false => complete != as_many || blocked > at_most,
            };
            if is_worse {
                complaints.push(format!(
                    "{program} {options}, {model}: {complete} and {blocked} blocked with `{form}`, \
                     {as_many} and {at_most} blocked with `{}`",
                    forms[0]
                ));
            }
        }
    }
    complaints
}

/// The numbers of complete and of blocked executions, under each model.
fn counts(program: &str, macros: &str) -> Vec<(ModelKind, u64, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c").join(format!("{program}.c"));
    let clang_options = macros.split_whitespace().map(|it| format!("-D{it}")).collect();
    let build = BuildOptions { clang_options, ..BuildOptions::default() };
    let mut loaded = LoadedProgram::from_files(&[path], &build)
        .unwrap_or_else(|error| panic!("{program} {macros}: {error}"));
    [ModelKind::Sc, ModelKind::Rc11]
        .map(|model| {
            let explore = porf_explore::Options {
                engine: Some(Engine::Graph),
                symmetry: false,
                redundant_iterations: true,
                equivalence: Some(Equivalence::Co),
                ..porf_explore::Options::new(model)
            };
            let options = CheckOptions { explore, ..CheckOptions::new(model) };
            let report = check_program(&mut loaded, &options)
                .unwrap_or_else(|error| panic!("{program} {macros}: {error}"))
                .report;
            assert_eq!(report.verdict, Verdict::Holds, "{program} {macros}, {model}");
            (model, report.executions, report.blocked)
        })
        .into()
}
