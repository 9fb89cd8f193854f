//! The values of expressions on small executions: against the algebra of relations, and by hand.

use porf_cat::{
    Events, LibraryOnly, Model, Outcome, PrimitiveRelation, PrimitiveSet, Source, Witness, evaluate, read,
    shipped, shipped_names,
};
use porf_entity::{Random, Relation};

fn model(text: &str) -> Model {
    let source = Source { name: "m.cat".into(), text: text.into() };
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

/// Events with random sets and relations. No execution need have them.
fn random_events(random: &mut Random) -> Events {
    let size = 1 + random.below(6);
    let mut events = Events::new(size);
    for &set in PrimitiveSet::ALL {
        (0..size).filter(|_| random.ratio(1, 2)).for_each(|event| events.insert(set, event));
    }
    for &relation in PrimitiveRelation::ALL {
        events.relate(relation, Relation::from_predicate(size, |_, _| random.ratio(1, 4)));
    }
    events
}

/// Checks that two expressions have the same value on random events.
#[track_caller]
fn assert_equal(a: &str, b: &str) {
    let model = model(&format!("empty ({a}) \\ ({b}) empty ({b}) \\ ({a}) empty {a}"));
    let mut random = Random::from_seed(7);
    let mut empty = 0;
    for _ in 0..200 {
        let outcomes = evaluate(&model, &random_events(&mut random)).outcomes;
        assert_eq!(outcomes[..2], [Outcome::Holds, Outcome::Holds], "{a} and {b}");
        empty += usize::from(outcomes[2] == Outcome::Holds);
    }
    assert!(empty < 200, "{a} is always empty");
}

#[test]
fn laws_of_the_algebra() {
    assert_equal("po | rf", "~(~po & ~rf)");
    assert_equal("po \\ rf", "po & ~rf");
    assert_equal("R \\ W", "R & ~W");
    assert_equal("po & (R * W)", "[R] ; po ; [W]");
    assert_equal("R * W", "[R] ; (_ * _) ; [W]");
    assert_equal("(po ; rf)^-1", "rf^-1 ; po^-1");
    assert_equal("po*", "po+ | id");
    assert_equal("po?", "po | [_]");
    assert_equal("(po | rf)+", "po | rf | po ; (po | rf)+ | rf ; (po | rf)+");
    assert_equal("domain(po)", "range(po^-1)");
    assert_equal("domain([R] ; po)", "R & domain(po)");
    assert_equal("[domain(po)]", "(po ; po^-1) & id");
    assert_equal("po ; (rf | co)", "po ; rf | po ; co");
    assert_equal("fencerel(F)", "(po & (_ * F)) ; po");
    assert_equal("~0", "_ * _");
    assert_equal("~{}", "_");
    assert_equal("ext | int", "~0");
}

#[test]
fn recursion_is_the_least_solution() {
    assert_equal("let rec a = po | a ; a in a", "po+");
    assert_equal("let rec a = po | a ; po in a", "po+");
    assert_equal("let rec a = po ; b and b = id | rf ; a in a", "po ; (rf ; po)*");
    assert_equal("let rec s = R | range([s] ; po) in s", "range([R] ; po*)");
    assert_equal("let rec a = po | a ; a in let rec b = rf \\ a | b ; b in b", "(rf \\ po+)+");
    // The variable that is not recursive comes first.
    assert_equal("let rec a = b ; rf and b = po | b ; b in a", "po+ ; rf");
}

#[test]
fn a_recursion_in_a_recursion() {
    let closure = "let closure(r) = let rec c = r | c ; r in c in";
    assert_equal(&format!("{closure} let rec a = po | closure(a | rf) in a"), "po | (po | rf)+");
    assert_equal(&format!("{closure} let rec a = po | closure(a & rf | a ; co) in a"), {
        "let rec a = po | (a & rf | a ; co)+ in a"
    });
}

#[test]
fn printed_models_have_the_same_value() {
    let closure = "let closure(r) = let rec c = r | c ; r in c";
    let recursive =
        format!("{closure} let rec a = po | closure(a & rf | b) and b = a ; co acyclic a empty b");
    let shipped = shipped_names().map(|name| shipped(name).expect("the model is shipped").text);
    let mut random = Random::from_seed(8);
    for text in shipped.chain([recursive]) {
        let original = model(&text);
        let printed = model(&original.to_string());
        for _ in 0..100 {
            let events = random_events(&mut random);
            assert_eq!(evaluate(&original, &events), evaluate(&printed, &events), "{printed}");
        }
    }
}

/// Events 0 → 1 → 2 → 3 → 1 in po, and 0 is a read.
fn lasso() -> Events {
    let mut events = Events::new(4);
    events.insert(PrimitiveSet::Read, 0);
    let po = Relation::from_predicate(4, |a, b| b == a + 1 || (a, b) == (3, 1));
    events.relate(PrimitiveRelation::ProgramOrder, po);
    events
}

#[test]
fn witnesses() {
    let model = model(
        "acyclic po  irreflexive po  irreflexive po ; po ; po  empty po  empty R  empty W
         ~acyclic rf  ~empty R",
    );
    let outcomes = evaluate(&model, &lasso()).outcomes;
    let fails = |witness| Outcome::Fails(Some(witness));
    let expected = [
        fails(Witness::Cycle(vec![1, 2, 3])),
        Outcome::Holds,
        fails(Witness::Cycle(vec![1])),
        fails(Witness::Pair(0, 1)),
        fails(Witness::Element(0)),
        Outcome::Holds,
        Outcome::Fails(None),
        Outcome::Holds,
    ];
    assert_eq!(outcomes, expected);
}

#[test]
fn only_axioms_make_executions_inconsistent() {
    let model = model(
        "flag ~acyclic po as cyclic
         flag ~empty W as write
         undefined_unless empty R as no-read
         undefined_unless empty W as no-write
         acyclic rf",
    );
    let evaluation = evaluate(&model, &lasso());
    assert!(evaluation.is_consistent(&model));
    let reported: Vec<_> =
        evaluation.reports(&model).iter().filter_map(|check| check.name.as_deref()).collect();
    assert_eq!(reported, ["cyclic", "no-read"]);
}
