//! No text makes the reader of litmus tests panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use porf_litmus::LowerOptions;

fuzz_target!(|text: &str| {
    let _ = porf_litmus::parse(text, &LowerOptions { unroll: 2 });
});
