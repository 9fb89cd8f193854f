//! No text makes the reader of porf's own IR panic, and a module that the verifier accepts prints and parses back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(module) = porf_ir::parse(text)
        && porf_ir::verify(&module).is_ok()
    {
        let printed = module.to_string();
        let again = porf_ir::parse(&printed).expect("what is printed can be parsed");
        assert_eq!(again.to_string(), printed);
    }
});
