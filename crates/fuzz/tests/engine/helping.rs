//! Helping CASes that threads leave to each other: no outcome of a random program is lost.

use porf_explore::ModelKind;
use porf_fuzz::helping::{compare_helping, from_seed};
use porf_testing::shrink;

const PROGRAMS: u64 = 6_000;

#[test]
fn nothing_is_lost() {
    for model in ModelKind::ALL {
        let mut compared = 0;
        for seed in 0..PROGRAMS {
            let program = from_seed(seed);
            match compare_helping(&program, model) {
                Ok(outcomes) => compared += u64::from(outcomes.is_some()),
                Err(_) => {
                    let smallest = shrink(&program, |program| compare_helping(program, model).is_err());
                    let lost = compare_helping(&smallest, model).unwrap_err();
                    panic!("seed {seed}, smallest:\n{smallest}\n{lost}");
                }
            }
        }
        // In the others the helping annotations are found to be wrong.
        assert!(
            (PROGRAMS / 8..PROGRAMS / 2).contains(&compared),
            "{model}: {compared} programs with helping CASes"
        );
    }
}
