//! Reads mutated modules for as long as it is told to: `fuzz_reader SECONDS [SEED]`. Each input has a seed of its own, counted from the
//! given one; if the reader panics on an input, its seed is printed.

#[path = "../tests/parse/mutate.rs"]
mod mutate;

use std::time::{Duration, Instant};

use porf_entity::Random;

use mutate::mutant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| match arguments.next().map(|argument| argument.parse()) {
        None => default,
        Some(Ok(number)) => number,
        Some(Err(_)) => {
            eprintln!("usage: fuzz_reader SECONDS [SEED]");
            std::process::exit(2);
        }
    };
    let (seconds, first_seed) = (number(10), number(1));
    let start = Instant::now();
    let (mut inputs, mut accepted, mut slowest) = (0u64, 0u64, Duration::ZERO);
    while start.elapsed() < Duration::from_secs(seconds) {
        let seed = first_seed.wrapping_add(inputs);
        let text = mutant(&mut Random::from_seed(seed));
        let begun = Instant::now();
        match std::panic::catch_unwind(|| porf_llvm::parse(&text).is_ok()) {
            Ok(is_module) => accepted += u64::from(is_module),
            Err(_) => {
                println!("{text}\nthe input above, with seed {seed}, makes the reader panic");
                std::process::exit(1);
            }
        }
        slowest = slowest.max(begun.elapsed());
        inputs += 1;
    }
    println!("{inputs} inputs from seed {first_seed}, {accepted} of them modules, slowest {slowest:?}");
}
