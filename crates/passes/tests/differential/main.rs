//! Random programs do the same before and after the passes: the same accesses to globals, the same calls of
//! externals, the same end, with the same error at the same position. Where a loop ends because it would only wait, it
//! has done nothing since its iteration began that makes a difference.

mod generate;
mod interpret;

use porf_entity::{EntityId, Random};
use porf_ir::{FunctionId, Module, verify};
use porf_passes::{LoopReport, PassName, PassOptions, run};

use self::generate::random_module;
use self::interpret::{End, Visible, interpret};

/// What other threads let a program read.
fn values_to_read(seed: u64) -> Vec<u64> {
    let mut random = Random::from_seed(seed);
    // Often the same again, so that compare-exchanges succeed.
    (0..40).map(|_| random.number() & random.number() & 7).collect()
}

/// All passes. The interpreter takes signed overflow for an error.
fn options() -> PassOptions {
    PassOptions { signed_overflow: true, ..PassOptions::default() }
}

#[track_caller]
fn check(seed: u64, before: &Module, options: &PassOptions) -> Vec<LoopReport> {
    let mut after = before.clone();
    let reports = run(&mut after, options).loops;
    if let Err(errors) = verify(&after) {
        panic!("seed {seed}: {}\n{after}", errors[0]);
    }
    for (number, arguments) in [[0, 0], [1, 5], [7, 3]].into_iter().enumerate() {
        let mut read = values_to_read(seed * 3 + number as u64);
        loop {
            let expected = interpret(before, arguments, &read);
            let actual = interpret(&after, arguments, &read);
            if actual.0 != End::Spins {
                let disabled = &options.disabled;
                assert_eq!(actual, expected, "seed {seed}, {disabled:?}, {read:?}\n{before}\n---\n{after}");
                break;
            }
            let spins = [PassName::SpinAssume, PassName::LoopPurity, PassName::DynamicSpinAssume];
            assert!(spins.iter().any(|pass| !options.disabled.contains(pass)));
            match without_iteration(before, arguments, &read, &expected, &actual.1) {
                Some(shorter) => read = shorter,
                None if only_reads_on(&expected, &actual.1) => break,
                None => panic!("seed {seed}: {actual:?} for {expected:?}, {read:?}\n{before}\n---\n{after}"),
            }
        }
    }
    reports
}

/// Whether what happens at an index changes nothing: a read, or writing back what was read just before.
fn is_quiet(all: &[Visible], index: usize) -> bool {
    match all[index] {
        Visible::Read { .. } => true,
        Visible::Write { global, offset, value } => {
            index > 0 && all[index - 1] == Visible::Read { global, offset, value }
        }
        Visible::Call { .. } => false,
    }
}

/// A program that spins was about to do what it would have done had its last iteration not been: that iteration changed nothing,
/// and perhaps would have read more, and without that everything else would have been the same. Returns what is read without
/// it.
fn without_iteration(
    before: &Module,
    arguments: [u64; 2],
    read: &[u64],
    (end, all): &(End, Vec<Visible>),
    until_spin: &[Visible],
) -> Option<Vec<u64>> {
    all.strip_prefix(until_spin)?;
    let spin = until_spin.len();
    let so_far = (0..spin).rev().take_while(|&index| is_quiet(all, index)).count();
    let to_come = (spin..all.len()).take_while(|&index| is_quiet(all, index)).count();
    let reads = |visible: &[Visible]| {
        visible.iter().filter(|visible| matches!(visible, Visible::Read { .. })).count()
    };
    let iterations = (0..=to_come).flat_map(|next| (0..=so_far).map(move |last| spin - last..spin + next));
    iterations.filter(|iteration| !iteration.is_empty()).find_map(|iteration| {
        let (earlier, rest) = (&all[..iteration.start], &all[iteration.end..]);
        let shorter = [&read[..reads(earlier)], &read[reads(&all[..iteration.end])..]].concat();
        let (other_end, others) = interpret(before, arguments, &shorter);
        (other_end == *end && others.strip_prefix(earlier) == Some(rest)).then_some(shorter)
    })
}

/// Whether a program that spins would have gone on until nothing is left to read, and changed nothing.
fn only_reads_on((end, all): &(End, Vec<Visible>), until_spin: &[Visible]) -> bool {
    *end == End::Exhausted
        && all.starts_with(until_spin)
        && (until_spin.len()..all.len()).all(|index| is_quiet(all, index))
}

#[test]
fn all_passes() {
    let mut applied = std::collections::BTreeMap::new();
    for seed in 0..3000 {
        for report in check(seed, &random_module(seed), &options()) {
            *applied.entry((report.applied, report.obstacle.is_none())).or_insert(0) += 1;
        }
    }
    use PassName::{Bisimilarity, DynamicSpinAssume, LoopPurity, LoopRotation, SpinAssume};
    for (passes, gone) in [
        (vec![SpinAssume], true),
        (vec![Bisimilarity, SpinAssume], true),
        (vec![LoopRotation, SpinAssume], true),
        (vec![DynamicSpinAssume], false),
        (vec![SpinAssume, LoopPurity], true),
        (vec![LoopPurity, DynamicSpinAssume], false),
    ] {
        let count = applied.get(&(passes.clone(), gone)).copied().unwrap_or(0);
        assert!(count >= 50, "{passes:?}: {count} of {applied:?}");
    }
}

/// Loops end where they would only wait, and nothing else changes, if only some of the passes for that are on.
#[test]
fn subsets_of_passes_for_loops() {
    use PassName::{Bisimilarity, DynamicSpinAssume, LoopPurity, LoopRotation, SpinAssume};
    for seed in 0..1000 {
        let module = random_module(30_000 + seed);
        for disabled in [
            vec![SpinAssume],
            vec![Bisimilarity],
            vec![LoopRotation],
            vec![SpinAssume, Bisimilarity],
            vec![DynamicSpinAssume],
            vec![LoopPurity],
            vec![SpinAssume, DynamicSpinAssume],
            vec![SpinAssume, LoopPurity, DynamicSpinAssume],
        ] {
            check(seed, &module, &PassOptions { disabled, ..options() });
        }
    }
}

/// Each pass alone, and each left out.
#[test]
fn subsets_of_passes() {
    for seed in 0..300 {
        let module = random_module(10_000 + seed);
        for &pass in PassName::ALL {
            let others = PassName::ALL.iter().copied().filter(|&other| other != pass).collect();
            check(seed, &module, &PassOptions { disabled: others, ..options() });
            check(seed, &module, &PassOptions { disabled: vec![pass], ..options() });
        }
    }
}

/// A bound that no loop of these programs reaches changes nothing.
#[test]
fn a_large_bound() {
    for seed in 0..500 {
        let options = PassOptions { unroll: Some(100), ..options() };
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
        let (end, _) = interpret(&module, [1, 5], &values_to_read(seed));
        *kinds.entry(end.kind()).or_insert(0) += 1;
        before += module.to_string().matches("alloca").count();
        run(&mut module, &options());
        let main = &module.functions[FunctionId::from_index(0)];
        assert!(!main.blocks.is_empty());
        after += module.to_string().matches("alloca").count();
    }
    for kind in [
        "returned",
        "uninitialised",
        "division",
        "overflow",
        "out of bounds",
        "assertion",
        "blocked",
        "exhausted",
    ] {
        assert!(kinds.get(kind).is_some_and(|&count| count >= 5), "{kind}: {kinds:?}");
    }
    assert!(after * 3 < before, "{before} stack objects, {after} left");
}
