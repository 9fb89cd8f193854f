//! Imports between the folders of passes point one way.

use std::path::{Path, PathBuf};

/// The modules at the top of the crate, and those that each may import beside its own.
const ALLOWED: &[(&str, &[&str])] = &[
    ("options", &[]),
    ("analyses", &[]),
    ("simplifications", &["analyses"]),
    ("spinloops", &["analyses", "simplifications", "options"]),
    ("threads", &["analyses", "simplifications"]),
    ("pipeline", &["analyses", "simplifications", "spinloops", "threads", "options"]),
];

#[test]
fn imports_point_one_way() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&source, &mut files);
    let mut imports = 0;
    for file in files {
        let path = file.strip_prefix(&source).expect("it is below the source");
        let from = path.iter().next().and_then(|name| name.to_str()).expect("files have plain names");
        let from = from.trim_end_matches(".rs");
        if ["lib", "test_support"].contains(&from) {
            continue;
        }
        let allowed = ALLOWED.iter().find(|(name, _)| *name == from);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{from} has no place among the folders"));
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        for to in imported(&text) {
            imports += 1;
            assert!(to == from || allowed.contains(&&*to), "{} must not import {to}", path.display());
        }
    }
    assert!(imports > 100, "only {imports} imports were found");
}

/// The files below a directory, but for those that have tests only.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("the directory can be read") {
        let path = entry.expect("the entry can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.file_name().is_some_and(|name| name != "tests.rs") {
            files.push(path);
        }
    }
}

/// The modules at the top of the crate that the code in front of the tests names.
fn imported(text: &str) -> Vec<String> {
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let code: Vec<&str> = code.filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let named = code.split("crate::").skip(1);
    let modules = named.flat_map(|rest| {
        let list = rest.strip_prefix('{').map_or_else(Vec::new, |list| {
            let list = list.split('}').next().unwrap_or_default();
            list.split(',').map(str::trim).filter(|item| !item.is_empty()).collect()
        });
        if list.is_empty() { vec![rest] } else { list }
    });
    modules.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn imports_are_read() {
    let text = "use crate::a::{B, c};\nuse crate::{d, e::F};\n// crate::g\nfn f() -> crate::h::I {}\n#[cfg(test)]\nuse crate::j;\n";
    assert_eq!(imported(text), ["a", "d", "e", "h"]);
}
