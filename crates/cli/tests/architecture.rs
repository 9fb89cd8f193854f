//! Dependencies between the crates point one way only, as ARCHITECTURE.md draws them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What each crate may depend on, beside the tools that tie everything together.
const ALLOWED: &[(&str, &[&str])] = &[
    ("entity", &[]),
    ("program", &["entity"]),
    ("graph", &["entity"]),
    ("models", &["cat", "entity", "graph"]),
    ("explore", &["entity", "program", "graph", "models"]),
    ("cat", &["entity"]),
    ("compare", &["cat", "entity"]),
    ("library", &["cat", "entity"]),
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
            "cat", "clang", "compare", "entity", "explore", "graph", "ir", "library", "litmus", "llvm",
            "passes", "program", "report", "runtime", "vm",
        ],
    ),
    ("oracle", &["entity", "program"]),
    ("testing", &["entity", "oracle", "program"]),
];

/// Crates that nothing else depends on.
const TOOLS: &[&str] = &["cli", "fuzz", "bench"];

/// Crates that are there for tests only, and those that may depend on them; others may in their tests.
const REFERENCES: &[&str] = &["oracle", "testing"];
const TESTERS: &[&str] = &["testing", "fuzz"];

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, BTreeSet<&str>> =
        ALLOWED.iter().map(|&(name, dependencies)| (name, dependencies.iter().copied().collect())).collect();
    for (name, manifest) in manifests() {
        if TOOLS.contains(&name.as_str()) {
            continue;
        }
        let allowed = allowed
            .get(name.as_str())
            .unwrap_or_else(|| panic!("crate {name} has no place in the architecture"));
        for dependency in porf_dependencies(&manifest) {
            assert!(allowed.contains(dependency.as_str()), "crate {name} must not depend on {dependency}");
        }
    }
}

#[test]
fn what_is_delivered_does_not_depend_on_what_it_is_compared_with() {
    for (name, manifest) in manifests() {
        for dependency in porf_dependencies(&manifest) {
            let is_reference = REFERENCES.contains(&dependency.as_str());
            let is_tester = TESTERS.contains(&name.as_str());
            assert!(!is_reference || is_tester, "only tests of crate {name} may depend on {dependency}");
        }
    }
}

/// The name and the manifest of each crate.
fn manifests() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let directories = std::fs::read_dir(&crates).expect("the crates are beside this one");
    let manifests = directories.filter_map(|directory| {
        let directory = directory.expect("the directory can be read");
        let manifest = std::fs::read_to_string(directory.path().join("Cargo.toml")).ok()?;
        Some((directory.file_name().into_string().expect("crates have plain names"), manifest))
    });
    manifests.collect()
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
