//! Reads, links and verifies mutated modules for as long as it is told to: `fuzz_lowering SECONDS [SEED]`. A panic is a bug; the seed
//! and the number of inputs are on the last line printed before it.

#[path = "../tests/lower/mutants.rs"]
mod mutants;

use std::time::{Duration, Instant};

use porf_entity::Random;

use mutants::{module, survives};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map_while(|argument| argument.parse().ok()).collect();
    let (seconds, seed) = match numbers[..] {
        [seconds] => (seconds, 1),
        [seconds, seed] => (seconds, seed),
        _ => {
            eprintln!("usage: fuzz_lowering SECONDS [SEED]");
            std::process::exit(2);
        }
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random::from_seed(seed);
    let (mut inputs, mut linked) = (0u64, 0u64);
    while Instant::now() < end {
        if inputs.is_multiple_of(10_000) {
            println!("seed {seed}: {inputs} inputs, {linked} linked");
        }
        linked += u64::from(survives(&module(&mut random)));
        inputs += 1;
    }
    println!("seed {seed}: {inputs} inputs, {linked} linked");
}
