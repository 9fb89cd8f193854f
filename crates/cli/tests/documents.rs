//! The documents agree with the code: citations name a paper of docs/papers.md, links lead to
//! files, and docs/json.md has all kinds of errors.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use porf_entity::ErrorKind;

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

/// The rows of the table of ARCHITECTURE.md that leads from papers to files: key, section, files.
fn paper_rows(architecture: &str) -> Vec<(String, String, Vec<String>)> {
    let table = architecture.split("## From the papers to the files").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter(|line| line.contains("| `crates/"));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [paper, section, files] = cells[..] else { return None };
        let files = files.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Some((paper.to_owned(), section.to_owned(), files))
    })
    .collect()
}

#[test]
fn papers_lead_to_files() {
    let papers = read(&root().join("docs/papers.md"));
    let keys = keys(&papers);
    let rows = paper_rows(&read(&root().join("ARCHITECTURE.md")));
    for paper in ["genmc", "trust", "tracer", "saver", "await", "spore", "rc11"] {
        assert!(rows.iter().any(|(key, ..)| key == paper), "ARCHITECTURE.md leads to no file from {paper}");
    }
    for (paper, section, files) in rows {
        assert!(keys.contains(paper.as_str()), "docs/papers.md has no {paper}");
        assert!(!files.is_empty(), "{paper} {section} leads to no file");
        for file in files {
            assert!(root().join(&file).is_file(), "{paper} {section} leads to {file}, which does not exist");
        }
    }
}

#[test]
fn the_kinds_of_errors_are_described() {
    let json = read(&root().join("docs/json.md"));
    for kind in ErrorKind::ALL {
        assert!(json.contains(&format!("`{kind}`")), "docs/json.md has no error kind {kind}");
    }
}

/// Private words, and the words of the field that stand in their place.
const PRIVATE_WORDS: [(&str, &str); 9] = [
    ("canonical", "maximal"),
    ("favourite", "maximal"),
    ("twin", "symmetric thread, or counterpart of a program"),
    ("twins", "symmetric threads, or counterparts of a program"),
    ("notice", "observe"),
    ("notices", "observes"),
    ("noticed", "observed"),
    ("backedge", "back edge"),
    ("backedges", "back edges"),
];

/// Private phrases, and the words of the field.
const PRIVATE_PHRASES: [(&str, &str); 17] = [
    ("__porf_note", "__porf_annotate"),
    ("wrong.help)", "wrong.helping)"),
    ("helps are", "helping CASes are"),
    ("\"helps\"", "helping"),
    ("`helps`", "helping"),
    (".helps", "helping"),
    ("jumps back", "back edges"),
    ("jumps_back", "back_edges"),
    ("jumpreport", "BackEdgeReport"),
    ("\"jumps\"", "back_edges"),
    ("told apart", "distinguished"),
    ("told_apart", "distinguished"),
    ("tell apart", "distinguish"),
    ("threads that do the same", "symmetric threads"),
    ("exploration begins anew", "exploration restarts"),
    ("exploration has to begin anew", "exploration has to restart"),
    ("free location", "unordered location"),
];

/// The private words in a text: identifiers are divided at underscores and capital letters.
fn private_words(text: &str) -> Vec<&'static str> {
    let lower = text.to_lowercase();
    let divided: String =
        text.chars().flat_map(|c| c.is_uppercase().then_some(' ').into_iter().chain([c])).collect();
    let divided = divided.to_lowercase();
    let words: BTreeSet<&str> = divided.split(|c: char| !c.is_ascii_alphabetic()).collect();
    let of_words = PRIVATE_WORDS.iter().filter(|(word, _)| words.contains(word)).map(|&(word, _)| word);
    let of_phrases = PRIVATE_PHRASES.iter().filter(|(phrase, _)| lower.contains(phrase));
    of_words.chain(of_phrases.map(|&(phrase, _)| phrase)).collect()
}

#[test]
fn private_words_are_found() {
    assert_eq!(private_words("let has_twins = IsNoticed(x);"), ["twins", "noticed"]);
    assert_eq!(private_words("These are told apart."), ["told apart"]);
    assert_eq!(private_words("step(wrong.help), __porf_note()"), ["__porf_note", "wrong.help)"]);
    assert_eq!(private_words("engine[\"helps\"] if helps are done"), ["helps are", "\"helps\""]);
    assert_eq!(private_words("JumpReport[\"jumps\"]"), ["jumpreport", "\"jumps\""]);
    assert!(private_words("path.canonicalize(BackEdge)").is_empty());
    assert!(private_words("= help: porf_help and a note below diagnostic.help").is_empty());
}

#[test]
fn the_fields_own_words_are_used() {
    let this_file = |path: &PathBuf| path.ends_with("cli/tests/documents.rs");
    // The glossary says which words are not used, and the changes say how fields were called.
    let is_about_words =
        |path: &PathBuf| path.ends_with("docs/glossary.md") || path.ends_with("CHANGELOG.md");
    let sources = files_below(&root().join("crates"), "rs").into_iter().chain(pages());
    let runtime = ["h", "c"].map(|extension| files_below(&root().join("crates/runtime"), extension));
    let mut wrong = Vec::new();
    for path in
        sources.chain(runtime.into_iter().flatten()).filter(|path| !this_file(path) && !is_about_words(path))
    {
        for (number, line) in read(&path).lines().enumerate() {
            let found = private_words(line);
            if !found.is_empty() {
                wrong.push(format!("{}:{}: {found:?}", path.display(), number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "docs/glossary.md has the field's words for these:\n{}", wrong.join("\n"));
}
