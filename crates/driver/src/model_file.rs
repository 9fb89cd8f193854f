//! Memory models from files: loading them, and the report about their checks.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_cat::{Causality, Check, read_file};
use porf_compare::{Condition, Control, Counterexample, Progress, axioms, counterexamples};
use porf_explore::{FileModel, MemoryModel, Summary};
use porf_report::{ErrorReport, FilterReport, FlagReport, ModelFileReport, Place};

use crate::bad_input::{BadInput, unreadable};
use crate::check_model::from_source;

/// The memory model in a file, with small counterexamples to the conditions that it does not have.
pub fn load_model(path: &Path) -> Result<FileModel, BadInput> {
    let model = read_model(path)?;
    let examples = match model.is_filtering() {
        true => examples(&model),
        false => BTreeMap::new(),
    };
    Ok(model.with_examples(examples))
}

/// The memory model in a file.
pub(crate) fn read_model(path: &Path) -> Result<FileModel, BadInput> {
    let source = read_file(path).map_err(|error| {
        let help = (error.kind() == io::ErrorKind::NotFound)
            .then(|| "check the path; --model takes a name or a file *.cat".into());
        BadInput::from(porf_report::InputReport { help, ..unreadable(path, &error) })
    })?;
    from_source(source)
}

/// The time for the search for counterexamples before a check, and the size of their programs. A
/// longer search is that of `porf model check`.
const EXAMPLES: (Duration, usize) = (Duration::from_millis(200), 3);

/// A counterexample for each axiom that has to filter, in a few words, where a small one is found.
fn examples(model: &FileModel) -> BTreeMap<usize, String> {
    let (patience, max_size) = EXAMPLES;
    let (progress, interrupt) = (Progress::default(), AtomicBool::new(false));
    let deadline = Instant::now().checked_add(patience);
    let control = Control { max_size, deadline, interrupt: &interrupt, progress: &progress };
    let found = counterexamples(model.model(), &open_conditions(model), &control).found;
    let mut examples = BTreeMap::new();
    for it in &found {
        if let Condition::PrefixClosed(check) | Condition::Extensible(check) = it.condition {
            examples.entry(check).or_insert_with(|| in_short(it));
        }
    }
    examples
}

/// The conditions that axioms of a model do not meet by form.
pub(crate) fn open_conditions(model: &FileModel) -> Vec<Condition> {
    let mut open = Vec::new();
    for check in axioms(model.model()) {
        let conditions = &model.conditions().checks[check];
        if !conditions.not_prefix_closed.is_empty() {
            open.push(Condition::PrefixClosed(check));
        }
        if !conditions.not_extensible.is_empty() {
            open.push(Condition::Extensible(check));
        }
    }
    open
}

/// A counterexample in one line.
fn in_short(example: &Counterexample) -> String {
    let thread = example.thread.map_or(String::new(), |thread| format!("P{thread}"));
    let execution = example.program.sketch(&example.candidate).join(" | ");
    match example.condition {
        Condition::PrefixClosed(_) => {
            format!("in {execution}, which is consistent, but not without the last operation of {thread}")
        }
        _ => format!("in {execution}, which is consistent without the last operation of {thread} only"),
    }
}

/// The numbers of executions that the checks of a model report, by their places in the model.
pub(crate) type Flags = BTreeMap<usize, u64>;

/// The report about a model, if it is from a file.
pub(crate) fn report(model: MemoryModel<'_>, summary: &Summary, flags: &Flags) -> Option<ModelFileReport> {
    let file = model.file()?;
    let flag =
        |(&check, &executions): (&usize, &u64)| FlagReport { check: file.check_name(check), executions };
    let filters = file.filters().map(|(check, reason, example)| FilterReport { check, reason, example });
    Some(ModelFileReport {
        file: file.file().to_owned(),
        has_axioms: axioms(file.model()).next().is_some(),
        filters: filters.collect(),
        filtered: summary.filtered,
        flags: flags.iter().map(flag).collect(),
        reduces_loops: file.allows_loop_reductions(),
        uses_dependencies: file.uses_dependencies(),
        causality: causality(file),
    })
}

/// What a model says about cycles of po and rf, in a word.
pub(crate) fn causality(file: &FileModel) -> &'static str {
    match file.causality() {
        Causality::Stated => "stated",
        Causality::Added => "added",
        Causality::Missing => "missing",
    }
}

/// The error that an execution violates a condition of defined behaviour.
pub(crate) fn undefined(check: &Check, name: &str) -> ErrorReport {
    debug_assert_eq!(check.role, porf_cat::Role::UndefinedUnless);
    ErrorReport {
        kind: porf_entity::ErrorKind::Undefined,
        message: format!("the model leaves the behaviour undefined, since its check {name} fails"),
        thread: None,
        place: Place::default(),
        stack: Vec::new(),
        notes: Vec::new(),
        calls: Vec::new(),
        output: Vec::new(),
        accesses: Vec::new(),
        execution: None,
    }
}
