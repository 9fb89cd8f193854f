//! Conditions by form: of the shipped models, and of models that break them.

use porf_cat::{CheckConditions, LibraryOnly, Source, conditions, read, shipped, shipped_names};

/// The conditions of the checks of a model with this text.
fn of(text: &str) -> Vec<CheckConditions> {
    let source = Source { name: "test.cat".into(), text: text.into() };
    let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
    conditions(&model).checks
}

#[test]
fn the_axioms_of_the_shipped_models_have_all_conditions() {
    for name in shipped_names() {
        let model = read(shipped(name).expect("it is shipped"), &LibraryOnly).expect("it is right");
        let conditions = conditions(&model);
        for (check, conditions) in model.checks.iter().zip(conditions.checks) {
            if check.role == porf_cat::Role::Axiom {
                assert!(
                    conditions.is_incremental() && conditions.is_monotone(),
                    "{name}: {check:?} {conditions:?}"
                );
            }
        }
    }
}

#[test]
fn axioms_that_are_prefix_closed() {
    for axiom in [
        "acyclic po | rf | co | fr",
        "empty rmw & (fr ; co)",
        "let hb = (po | rf)+ irreflexive hb ; (co & ~hb)",
        "acyclic co \\ (rf^-1 ; rf)",
        "let rec a = po | (a ; rf ; a) empty ~a & loc & co",
        "empty [R] ; (rf^-1 & ~int) ; [W]",
        // An atomic access takes accesses out of NAL, and so adds pairs here.
        "let mo = co & (~NAL * ~NAL) acyclic po-loc | rf | mo | (rf^-1 ; mo)",
    ] {
        let checks = of(axiom);
        assert!(checks.iter().all(|it| it.not_prefix_closed.is_empty()), "{axiom}: {checks:?}");
    }
}

#[test]
fn axioms_that_are_not_prefix_closed() {
    for axiom in [
        "~empty rf",
        "empty W \\ range(co)",
        "empty po \\ (co ; co^-1)",
        "empty rf ; [NAL]",
        "acyclic co \\ (co ; co)",
        "empty _ \\ domain(rmw)",
        "let rec a = po | (a ; co ; a) empty ~a & loc & rf",
    ] {
        let checks = of(axiom);
        assert!(checks.iter().any(|it| !it.not_prefix_closed.is_empty()), "{axiom}: {checks:?}");
    }
}

#[test]
fn axioms_that_are_extensible() {
    for axiom in [
        "acyclic po | rf | co | fr",
        "acyclic (po & (R * M)) | rfe | co | fr | asw",
        "irreflexive (po | rf)+ ; (rf | co | fr)+?",
        "empty rmw & (fre ; coe)",
        "empty rmw & (fr ; co)",
        "irreflexive po ; (rf^-1 ; co)",
    ] {
        let checks = of(axiom);
        assert!(checks.iter().all(|it| it.not_extensible.is_empty()), "{axiom}: {checks:?}");
    }
}

#[test]
fn axioms_that_are_not_extensible() {
    for axiom in [
        "empty rf & int",
        "acyclic po | po^-1",
        "irreflexive po ; po^-1",
        "let ri = range([IW] ; rf) empty (ri * ri) & ~loc",
        "empty [F] ; po ; [F]",
        "empty co ; co ; co",
        "irreflexive rf^-1 ; rf",
        "empty [R] ; fr ; [W]",
        "let mo = co & (~NAL * ~NAL) acyclic po-loc | rf | mo | (rf^-1 ; mo)",
    ] {
        let checks = of(axiom);
        assert!(checks.iter().any(|it| !it.not_extensible.is_empty()), "{axiom}: {checks:?}");
    }
}

#[test]
fn only_what_depends_on_two_events_alone_may_be_excluded_from_monotone_axioms() {
    for (axiom, is_monotone) in [
        ("acyclic po \\ (W * R) | rf | co | fr", true),
        ("acyclic po \\ (po ; [F] ; po)", false),
        ("empty rf \\ (po | int)", true),
        ("empty rf \\ po+", false),
        ("empty ctrl ; co", false),
    ] {
        assert_eq!(of(axiom).iter().all(CheckConditions::is_monotone), is_monotone, "{axiom}");
    }
}
