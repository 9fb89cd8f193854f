//! Dependencies between the crates point one way only, as ARCHITECTURE.md draws them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What each crate may depend on, beside the tools that tie everything together.
const ALLOWED: &[(&str, &[&str])] = &[
    ("entity", &[]),
    ("program", &["entity"]),
    ("graph", &["entity"]),
    ("models", &["entity", "graph"]),
    ("explore", &["entity", "program", "graph", "models"]),
    ("ir", &["entity"]),
    ("vm", &["entity", "program", "ir"]),
    ("litmus", &["entity", "ir"]),
    ("llvm", &["entity", "ir"]),
    ("passes", &["entity", "ir"]),
    ("runtime", &[]),
    ("clang", &["runtime"]),
    ("report", &["entity"]),
    (
        "driver",
        &[
            "clang", "entity", "explore", "graph", "ir", "litmus", "llvm", "passes", "program", "report",
            "runtime", "vm",
        ],
    ),
    ("oracle", &["entity", "program"]),
];

/// Crates that nothing else depends on.
const TOOLS: &[&str] = &["cli", "fuzz", "bench"];

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        ALLOWED.iter().map(|&(name, dependencies)| (name, dependencies.iter().copied().collect())).collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for directory in std::fs::read_dir(&crates).expect("the crates are beside this one") {
        let directory = directory.expect("the directory can be read").path();
        let Ok(manifest) = std::fs::read_to_string(directory.join("Cargo.toml")) else { continue };
        let name = directory.file_name().and_then(|name| name.to_str()).expect("crates have plain names");
        if TOOLS.contains(&name) {
            continue;
        }
        let allowed =
            allowed.get(name).unwrap_or_else(|| panic!("crate {name} has no place in the architecture"));
        for dependency in porf_dependencies(&manifest) {
            assert!(allowed.contains(dependency.as_str()), "crate {name} must not depend on {dependency}");
        }
    }
}

/// The crates of this workspace in the `[dependencies]` of a manifest.
fn porf_dependencies(manifest: &str) -> Vec<String> {
    let section = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = section.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_prefix("porf-")?.split(['.', ' ', '=']).next());
    names.map(str::to_owned).collect()
}

#[test]
fn manifests_are_read() {
    let manifest = "[package]\nname = \"porf-x\"\n[dependencies]\nporf-a.workspace = true\nother = \"1\"\nporf-b = {}\n[dev-dependencies]\nporf-c.workspace = true\n";
    assert_eq!(porf_dependencies(manifest), ["a", "b"]);
}
