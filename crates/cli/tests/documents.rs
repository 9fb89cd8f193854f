//! The documents agree with the code: citations name a paper of docs/papers.md, and links lead to files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The directory of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace exists")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
}

/// All files with the extension in the directory and below it.
fn files_below(root: &Path, extension: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(root).unwrap_or_else(|error| panic!("cannot read {}: {error}", root.display()));
    let paths = entries.map(|entry| entry.expect("a directory can be read to its end").path());
    paths.fold(Vec::new(), |mut files, path| {
        if path.is_dir() {
            files.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
        files
    })
}

/// The keys of the papers: each entry begins with its key in backquotes.
fn keys(papers: &str) -> BTreeSet<&str> {
    papers.lines().filter_map(|line| Some(line.strip_prefix("- `")?.split_once('`')?.0)).collect()
}

/// What follows the key of a citation, beside a section.
const PARTS: [&str; 6] = ["Def.", "Example", "Fig.", "Table", "Theorem", "Algorithm"];

/// The keys of all citations `[key §…]` or `[key Fig. …]` in a text. Several citations may share the brackets:
/// `[saver §V; await §III]`.
fn citations(text: &str) -> Vec<&str> {
    let brackets = text.split('[').skip(1).filter_map(|rest| Some(rest.split_once(']')?.0));
    let cited = brackets.flat_map(|inside| inside.split(';')).filter_map(|citation| {
        let mut words = citation.split_whitespace();
        let (key, part) = (words.next()?, words.next()?);
        (part.starts_with('§') || PARTS.contains(&part)).then_some(key)
    });
    // A section that continues a citation has no key of its own, and prose in brackets is no citation.
    cited.filter(|key| key.chars().all(|c| c.is_ascii_alphanumeric())).collect()
}

/// The targets of the links `[text](target)` in a text, outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut fenced = false;
    let mut targets = Vec::new();
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && !line.starts_with("    ") {
            targets.extend(line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)));
        }
    }
    targets
}

/// The pages for people.
fn pages() -> Vec<PathBuf> {
    let root = root();
    let top = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name));
    top.into_iter().chain(files_below(&root.join("docs"), "md")).collect()
}

#[test]
fn cited_papers_are_known() {
    let papers = read(&root().join("docs/papers.md"));
    let keys = keys(&papers);
    assert!(keys.contains("genmc"), "docs/papers.md has no entries: {keys:?}");
    let sources = files_below(&root().join("crates"), "rs");
    // Here are the examples of the other tests.
    let sources = sources.into_iter().filter(|path| !path.ends_with("cli/tests/documents.rs"));
    for path in sources.chain(pages()) {
        for key in citations(&read(&path)) {
            assert!(keys.contains(key), "{}: docs/papers.md has no paper `{key}`", path.display());
        }
    }
}

#[test]
fn links_lead_to_files() {
    for page in pages() {
        let directory = page.parent().expect("a page is in a directory");
        let text = read(&page);
        let relative = links(&text).into_iter().filter(|target| !target.contains("://"));
        for target in relative {
            let file = target.split('#').next().unwrap_or_default();
            assert!(
                file.is_empty() || directory.join(file).exists(),
                "{}: the link to {target} leads nowhere",
                page.display()
            );
        }
    }
}

#[test]
fn citations_are_recognised() {
    let text = "x [saver §IV] y [genmc §2.6, §2.7; await §III] [a link](b) xs[§1] [see the note, §2]";
    assert_eq!(citations(text), ["saver", "genmc", "await"]);
    assert_eq!(citations("[saver Def. 3] [tracer Theorem 4.2] [a table]"), ["saver", "tracer"]);
}

#[test]
fn links_are_recognised() {
    let text = "[a](b.md) and [c](d.md#e)\n\n    [not](this)\n```\n[nor](that)\n```\n[f](g)";
    assert_eq!(links(text), ["b.md", "d.md#e", "g"]);
}
