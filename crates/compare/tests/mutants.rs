//! Small changes of the shipped models: the search finds a program that tells each of them from the
//! original, and the plain evaluation of the models confirms the program.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_cat::{LibraryOnly, Model, Source, evaluate, read, shipped};
use porf_compare::{Candidate, Comparison, Control, Difference, Finding, Progress, compare};

/// A change of a shipped model: its name, a part of its text, and the text in its place.
type Mutant = (&'static str, &'static str, &'static str);

/// Mutants that programs with up to four operations tell from the original.
const SMALL: &[Mutant] = &[
    ("sc", "acyclic po | rf | co | fr as sc", ""),
    ("sc", "empty rmw & (fr ; co) as atomicity", ""),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po | rf | co as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po | co | fr as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po | rf | fr as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po-loc | rf | co | fr as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po^-1 | rf | co | fr as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic po | rf | co | fre as sc"),
    ("sc", "acyclic po | rf | co | fr as sc", "acyclic (po \\ (W * R)) | rf | co | fr as sc"),
    ("sc", "empty rmw & (fr ; co) as atomicity", "empty rmw & (fre ; coi) as atomicity"),
    ("tso", "acyclic po-loc | rf | co | fr as coherence", ""),
    ("tso", "empty rmw & (fr ; co) as atomicity", ""),
    ("tso", "acyclic ppo | (fence & (M * M)) | asw | rfe | co | fr as tso", ""),
    ("tso", "\\ (W * R)", "\\ (W * M)"),
    ("tso", "\\ (W * R)", "\\ (R * R)"),
    ("tso", "\\ (W * R)", ""),
    ("tso", "((W & SC) * M) & po | (X * M) & po", "(X * M) & po"),
    ("tso", "asw | rfe | co | fr as tso", "asw | rfe | co as tso"),
    ("tso", "(X * M) & po | (M * X) & po", "(RMW * M) & po | (M * RMW) & po"),
    ("pso", "let ppo = po & (R * M)", "let ppo = po & (R * R)"),
    ("pso", "let ppo = po & (R * M)", "let ppo = po & (R * W)"),
    ("pso", "let ppo = po & (R * M)", "let ppo = po & (M * M) \\ (W * R)"),
    ("pso", "acyclic po-loc | rf | co | fr as coherence", ""),
    ("pso", "empty rmw & (fr ; co) as atomicity", ""),
    ("pso", "acyclic po | rf as no-thin-air", "acyclic po | rf^-1 as no-thin-air"),
    ("pso", "let release-store = W & (REL | SC)", "let release-store = W & SC"),
    ("pso", "let release-store = W & (REL | SC)", "let release-store = W"),
    ("pso", "| writes | asw", "| asw"),
    ("pso", "asw | rfe | co | fr as pso", "asw | rfe | co as pso"),
    ("ra", "empty rmw & (fr ; co) as atomicity", ""),
    ("ra", "acyclic (hb & loc) | co | fr as coherence", ""),
    ("ra", "acyclic (hb & loc) | co | fr as coherence", "acyclic (hb & loc) | co as coherence"),
    ("ra", "acyclic (hb & loc) | co | fr as coherence", "acyclic (hb & loc) | fr as coherence"),
    ("ra", "acyclic (hb & loc) | co | fr as coherence", "acyclic hb | co | fr as coherence"),
    ("ra", "let hb = (po | rf)+", "let hb = (po-loc | rf)+"),
    ("ra", "let hb = (po | rf)+", "let hb = (po | rfi)+"),
    ("ra", "let hb = (po | rf)+", "let hb = po | rf"),
    (
        "ra",
        "acyclic (hb & loc) | co | fr as coherence",
        "acyclic (hb & loc & (W * W)) | co | fr as coherence",
    ),
    ("rc11", "acyclic po | rf as no-thin-air", ""),
    ("rc11", "empty rmw & (fr ; co) as atomicity", ""),
    ("rc11", "irreflexive hb ; eco? as coherence", ""),
    ("rc11", "irreflexive hb ; eco? as coherence", "irreflexive hb as coherence"),
    ("rc11", "acyclic psc-base | psc-fence as sc", ""),
    ("rc11", "(W | F) & (REL | ACQ_REL | SC)", "(W | F) & (REL | ACQ_REL)"),
    ("rc11", "(R | F) & (ACQ | ACQ_REL | SC)", "(R | F) & (ACQ_REL | SC)"),
    ("rc11", "let hb = (po | sw)+", "let hb = (po | rf)+"),
    ("rc11", "let eco = (rf | co | fr)+", "let eco = (rf | co)+"),
    ("rc11", "| (hb & loc) | co | fr\n", "| (hb & loc) | co\n"),
    ("cpp20", "acyclic po | rf as no-thin-air", ""),
    ("cpp20", "empty rmw & (fr ; co) as atomicity", ""),
    ("cpp20", "irreflexive hb ; cob? as coherence", ""),
    ("cpp20", "irreflexive hb ; cob? as coherence", "irreflexive hb as coherence"),
    ("cpp20", "acyclic S as sc", ""),
    ("cpp20", "(W | F) & (REL | ACQ_REL | SC)", "(W | F) & (ACQ_REL | SC)"),
    ("cpp20", "(R | F) & (ACQ | ACQ_REL | SC)", "(R | F) & (ACQ_REL | SC)"),
    ("cpp20", "let cob = (rf | co | fr)+", "let cob = (rf | co)+"),
    ("cpp20", "let hb = (po | sw)+", "let hb = (po | rf)+"),
    ("cpp20", "let S = [SC] ; strongly-hb ; [SC] | from-sc", "let S = from-sc"),
];

/// Mutants that need five operations or more: fences, release sequences, `psc`.
const LARGE: &[Mutant] = &[
    ("tso", "asw | rfe | co | fr as tso", "asw | rf | co | fr as tso"),
    ("tso", "(po ; [full-fence] ; po) | ", ""),
    ("pso", "let store-fence = SFENCE | (F & (REL | ACQ_REL | SC))", "let store-fence = SFENCE"),
    ("rc11", "[W] ; (sb & loc)? ; [W & A]", "[W & A]"),
    ("rc11", "[W & A] ; (rf ; rmw)*", "[W & A]"),
    ("rc11", "([F] ; sb)? ; rs", "rs"),
    ("rc11", "[R & A] ; (sb ; [F])? ;", "[R & A] ;"),
    ("rc11", "acyclic psc-base | psc-fence as sc", "acyclic psc-fence as sc"),
    ("cpp20", "[W & A] ; (rf ; rmw)*", "[W & A]"),
    ("cpp20", "([F] ; sb)? ; release-sequence", "release-sequence"),
    ("cpp20", "(rf ; rmw)*", "(po-loc ; [W])? ; (rf ; rmw)*"),
];

/// Mutants that mean the same as the original.
const EQUIVALENT: &[Mutant] = &[
    // po is acyclic, so a cycle of po | rf has a write w that a read reads from. Then (w, w) is in
    // hb & loc, which the axiom coherence forbids.
    ("ra", "irreflexive hb as no-thin-air", ""),
];

fn model(source: Source) -> Model {
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

fn compared((name, from, to): Mutant, max_size: usize) -> ([Model; 2], Comparison) {
    let source = shipped(name).expect("the model is shipped");
    let changed = Source { text: source.text.replacen(from, to, 1), ..source.clone() };
    assert_ne!(changed.text, source.text, "{name} does not have `{from}`");
    let models = [model(source), model(changed)];
    let control = Control {
        max_size,
        deadline: Some(Instant::now() + Duration::from_secs(60)),
        interrupt: &AtomicBool::new(false),
        progress: &Progress::default(),
    };
    let comparison = compare([&models[0], &models[1]], &control);
    (models, comparison)
}

/// The last write of each location.
fn last_writes(candidate: &Candidate) -> Vec<Option<&usize>> {
    candidate.coherence.iter().map(|order| order.last()).collect()
}

/// Whether the plain evaluation says of the program what the search says.
fn is_right(models: &[Model; 2], finding: &Finding) -> bool {
    let candidates = finding.program.candidates();
    let states = |model: &Model| -> BTreeSet<Candidate> {
        let consistent = candidates.iter().filter(|(_, events)| evaluate(model, events).is_consistent(model));
        consistent.map(|(candidate, _)| candidate.clone()).collect()
    };
    let has_state = |model: &Model| {
        states(model).iter().any(|other| {
            other.sources == finding.candidate.sources
                && last_writes(other) == last_writes(&finding.candidate)
        })
    };
    let is_reported = |model: &Model| {
        candidates.iter().any(|(_, events)| {
            let evaluation = evaluate(model, events);
            evaluation.is_consistent(model) && !evaluation.reports(model).is_empty()
        })
    };
    match finding.difference {
        Difference::Allows(index) => has_state(&models[index]) && !has_state(&models[1 - index]),
        Difference::Reports(index) => is_reported(&models[index]) && !is_reported(&models[1 - index]),
        Difference::AllowsExecution(index) => {
            states(&models[index]).contains(&finding.candidate)
                && !states(&models[1 - index]).contains(&finding.candidate)
                && has_state(&models[1 - index])
        }
    }
}

fn distinguished(mutants: &[Mutant], max_size: usize) {
    let mut unknown = Vec::new();
    for &mutant in mutants {
        let start = Instant::now();
        let (models, comparison) = compared(mutant, max_size);
        println!("{:?} {mutant:?} {:?}", start.elapsed(), comparison.findings.first().map(|it| it.size));
        for finding in &comparison.findings {
            let test = finding.program.to_litmus("mutant", &finding.candidate);
            assert!(is_right(&models, finding), "{mutant:?} {:?}\n{test}", finding.difference);
        }
        if !comparison.differs() {
            unknown.push(mutant);
        }
    }
    assert!(unknown.is_empty(), "not distinguished: {unknown:#?}");
}

#[test]
fn small_mutants_of_hardware_models_and_ra() {
    let mutants: Vec<Mutant> =
        SMALL.iter().copied().filter(|(name, ..)| ["sc", "tso", "pso", "ra"].contains(name)).collect();
    distinguished(&mutants, 4);
}

#[test]
fn equivalent_mutants() {
    for &mutant in EQUIVALENT {
        let (_, comparison) = compared(mutant, 4);
        assert!(comparison.findings.is_empty() && comparison.completed == 4, "{mutant:?} {comparison:?}");
    }
}

#[test]
#[ignore = "takes minutes without optimisation; `make fuzz` runs it"]
fn small_mutants_of_all_models() {
    distinguished(SMALL, 4);
}

#[test]
#[ignore = "takes minutes; `make fuzz` runs it"]
fn large_mutants() {
    distinguished(LARGE, 6);
}

/// Where models speak of no set, every operation has one ordering, and nothing is chosen last.
#[test]
fn models_without_sets() {
    let text = |text: &str| model(Source { name: "m.cat".into(), text: text.into() });
    let [causal, cyclic] = ["acyclic po | rf", "acyclic po-loc | rf"].map(text);
    let [strong, coherent] = ["acyclic po | com", "acyclic po-loc | com"].map(text);
    for (models, expected) in [
        ([&causal, &cyclic], Difference::Allows(1)),
        ([&strong, &coherent], Difference::Allows(1)),
        ([&causal, &strong], Difference::Allows(0)),
    ] {
        let (progress, interrupt) = (Progress::default(), AtomicBool::new(false));
        let control = Control { max_size: 4, deadline: None, interrupt: &interrupt, progress: &progress };
        let comparison = compare(models, &control);
        let found: Vec<Difference> = comparison.findings.iter().map(|it| it.difference).collect();
        assert_eq!(found, [expected]);
        let models = models.map(Clone::clone);
        assert!(comparison.findings.iter().all(|finding| is_right(&models, finding)));
    }
}
