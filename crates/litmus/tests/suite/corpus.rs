//! Every test of the shared collection can be read, if the collection is there.

use std::fs;
use std::path::Path;

use porf_litmus::{Dialect, LowerOptions, parse};

#[test]
fn the_collection_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    for (directory, dialect) in [("C11", Dialect::C), ("X86", Dialect::X86)] {
        let Ok(entries) = fs::read_dir(root.join(directory)) else { continue };
        let files = entries.map(|entry| entry.unwrap().path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "litmus")) {
            let source = fs::read_to_string(&file).unwrap();
            let test = parse(&source, &LowerOptions { unroll: 2 })
                .unwrap_or_else(|problem| panic!("{}: {problem:?}", file.display()));
            assert_eq!(test.dialect, dialect, "{}", file.display());
            assert!(test.condition.is_some(), "{}", file.display());
            assert!(!test.module.threads.is_empty(), "{}", file.display());
            assert_eq!(porf_ir::verify(&test.module), Ok(()), "{}", file.display());
        }
    }
}
