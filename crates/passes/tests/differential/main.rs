//! Random programs do the same before and after the passes: the same accesses to globals, the same calls of
//! externals, the same end, with the same error at the same position.

mod generate;
mod interpret;

use porf_entity::EntityId;
use porf_ir::{FunctionId, Module, verify};
use porf_passes::{PassName, PassOptions, run};

use self::generate::random_module;
use self::interpret::interpret;

#[track_caller]
fn check(seed: u64, before: &Module, options: &PassOptions) {
    let mut after = before.clone();
    run(&mut after, options);
    if let Err(errors) = verify(&after) {
        panic!("seed {seed}: {}\n{after}", errors[0]);
    }
    for arguments in [[0, 0], [1, 5], [7, 3]] {
        let (expected, actual) = (interpret(before, arguments), interpret(&after, arguments));
        assert_eq!(actual, expected, "seed {seed}, {:?}\n{before}\n---\n{after}", options.disabled);
    }
}

#[test]
fn all_passes() {
    for seed in 0..3000 {
        check(seed, &random_module(seed), &PassOptions::default());
    }
}

/// Each pass alone, and each left out.
#[test]
fn subsets_of_passes() {
    for seed in 0..300 {
        let module = random_module(10_000 + seed);
        for &pass in PassName::ALL {
            let others = PassName::ALL.iter().copied().filter(|&other| other != pass).collect();
            check(seed, &module, &PassOptions { disabled: others, ..PassOptions::default() });
            check(seed, &module, &PassOptions { disabled: vec![pass], ..PassOptions::default() });
        }
    }
}

/// A bound that no loop of these programs reaches changes nothing.
#[test]
fn a_large_bound() {
    for seed in 0..500 {
        let options = PassOptions { unroll: Some(100), ..PassOptions::default() };
        check(seed, &random_module(20_000 + seed), &options);
    }
}

/// The programs are worth the effort: most of them end well or in various errors, and the passes leave few of their
/// stack objects.
#[test]
fn random_programs_are_of_all_kinds() {
    let (mut kinds, mut before, mut after) = (std::collections::BTreeMap::new(), 0, 0);
    for seed in 0..1000 {
        let mut module = random_module(seed);
        let (end, _) = interpret(&module, [1, 5]);
        *kinds.entry(end.kind()).or_insert(0) += 1;
        before += module.to_string().matches("alloca").count();
        run(&mut module, &PassOptions::default());
        let main = &module.functions[FunctionId::from_index(0)];
        assert!(!main.blocks.is_empty());
        after += module.to_string().matches("alloca").count();
    }
    for kind in ["returned", "uninitialised", "division", "overflow", "out of bounds", "assertion", "blocked"]
    {
        assert!(kinds.get(kind).is_some_and(|&count| count >= 5), "{kind}: {kinds:?}");
    }
    assert!(after * 3 < before, "{before} stack objects, {after} left");
}
