//! Mutated modules never make the linker panic or give a program that breaks the rules of the IR.

use porf_entity::Random;

use crate::mutants::{module, survives};

#[test]
fn mutated_modules_are_survived() {
    let mut random = Random::from_seed(7);
    let survived = (0..6000).filter(|_| survives(&module(&mut random))).count();
    assert!(survived > 600, "only {survived} mutants were linked");
}
