//! No text makes the reader of LLVM IR panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = porf_llvm::parse(text);
});
