//! Conditions by form and the search for counterexamples agree: an axiom that is prefix-closed or
//! extensible by form has no counterexample, whatever it is, and known counterexamples are found.

use std::sync::atomic::AtomicBool;

use porf_cat::{LibraryOnly, Model, Role, Source, conditions, evaluate, read, shipped, shipped_names};
use porf_compare::{Condition, Control, Counterexamples, Progress, axioms, counterexamples};
use porf_entity::Random;

fn model(text: &str) -> Model {
    let source = Source { name: "test.cat".into(), text: text.to_owned() };
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

fn search(model: &Model, conditions: &[Condition], max_size: usize) -> Counterexamples {
    let (interrupt, progress) = (AtomicBool::new(false), Progress::default());
    let control = Control { max_size, deadline: None, interrupt: &interrupt, progress: &progress };
    counterexamples(model, conditions, &control)
}

/// The conditions that axioms of a model have by form.
fn by_form(model: &Model) -> Vec<Condition> {
    let conditions = conditions(model);
    let mut held = Vec::new();
    for check in axioms(model) {
        let of_check = &conditions.checks[check];
        held.extend(of_check.not_prefix_closed.is_empty().then_some(Condition::PrefixClosed(check)));
        held.extend(of_check.not_extensible.is_empty().then_some(Condition::Extensible(check)));
    }
    held
}

#[track_caller]
fn assert_none(model: &Model, max_size: usize) -> usize {
    let held = by_form(model);
    let found = search(model, &held, max_size).found;
    if let Some(example) = found.first() {
        let execution = example.program.sketch(&example.candidate).join("\n");
        panic!("{:?} of P{:?}:\n{execution}\n{model}", example.condition, example.thread);
    }
    held.len()
}

#[test]
fn shipped_models_have_no_counterexamples() {
    for name in shipped_names() {
        let source = shipped(name).expect("it is shipped");
        let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(assert_none(&model, 2), 2 * axioms(&model).count(), "{name}");
    }
}

/// A random relation.
fn relation(random: &mut Random, depth: u32) -> String {
    const RELATIONS: [&str; 14] =
        ["po", "rf", "co", "fr", "rfe", "coe", "fre", "rfi", "po-loc", "rmw", "loc", "int", "ext", "id"];
    if depth == 0 || random.ratio(1, 5) {
        return random.choose(&RELATIONS).into();
    }
    let next = |random: &mut Random| relation(random, depth - 1);
    match random.below(10) {
        0 | 1 => format!("({} | {})", next(random), next(random)),
        2 | 3 => format!("({} ; {})", next(random), next(random)),
        4 => format!("({} & {})", next(random), next(random)),
        5 => format!("({} \\ {})", next(random), next(random)),
        6 => format!("({})+", next(random)),
        7 => format!("({})?", next(random)),
        8 => format!("({})^-1", next(random)),
        _ => format!("({} & ({} * {}))", next(random), set(random, depth - 1), set(random, depth - 1)),
    }
}

/// A random set.
fn set(random: &mut Random, depth: u32) -> String {
    const SETS: [&str; 7] = ["R", "W", "M", "IW", "RMW", "X", "_"];
    if depth == 0 || random.ratio(1, 2) {
        return random.choose(&SETS).into();
    }
    match random.below(4) {
        0 => format!("domain({})", relation(random, depth - 1)),
        1 => format!("range({})", relation(random, depth - 1)),
        2 => format!("(W \\ {})", set(random, depth - 1)),
        _ => format!("({} & {})", set(random, depth - 1), set(random, depth - 1)),
    }
}

#[test]
fn random_axioms_that_have_a_condition_by_form_have_no_counterexample() {
    let (mut held, mut open) = (0, 0);
    let mut random = Random::from_seed(7);
    for _ in 0..400 {
        let test = random.choose(&["acyclic", "irreflexive", "empty"]);
        let model = model(&format!("{test} {}", relation(&mut random, 4)));
        let count = assert_none(&model, 3);
        held += count;
        open += 2 - count;
    }
    println!("{held} conditions by form, {open} open");
    assert!(held > 100 && open > 100, "{held} conditions by form, {open} open");
}

/// Models that are not prefix-closed, and models that are not extensible: a pair is found, and the
/// larger execution is as the condition says.
#[test]
fn known_counterexamples_are_found() {
    for (text, condition) in [
        ("~empty [W \\ IW] ; rfe", Condition::PrefixClosed(0)),
        ("empty R \\ domain(fr)", Condition::PrefixClosed(0)),
        ("empty (W \\ IW) \\ domain(rf)", Condition::PrefixClosed(0)),
        ("let ri = range([IW] ; rf) empty (ri * ri) & ~loc", Condition::Extensible(0)),
        ("empty rf & int", Condition::Extensible(0)),
        ("empty co ; co ; co", Condition::Extensible(0)),
        ("acyclic po-loc | com", Condition::Causality),
        ("acyclic po | com empty po & (X * X)", Condition::Extensible(1)),
        ("acyclic po | rf irreflexive [X] ; co ; co", Condition::Atomicity),
    ] {
        let model = model(text);
        let found = search(&model, &[condition], 4).found;
        let example = found.first().unwrap_or_else(|| panic!("{text}: no counterexample"));
        let candidates = example.program.candidates();
        let (_, events) = candidates.iter().find(|(it, _)| *it == example.candidate).expect("a candidate");
        let is_consistent = evaluate(&model, events).is_consistent(&model);
        assert_eq!(is_consistent, !matches!(condition, Condition::Extensible(_)), "{text}");
        assert!(model.checks.iter().all(|check| check.role == Role::Axiom));
    }
}
