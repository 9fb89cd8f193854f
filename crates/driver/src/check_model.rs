//! Checks the conditions of exploration that a memory model from a file has: by form, and by a
//! search for counterexamples where the form does not show them.

use std::path::Path;
use std::time::Instant;

use porf_cat::{FilesBeside, Obstacle, Role, Source, read, states_atomicity};
use porf_compare::{Condition, Control, Counterexample, Counterexamples, Stop, counterexamples};
use porf_explore::FileModel;
use porf_report::{AxiomReport, ExampleReport, FormReport, ModelCheckReport, ReductionReport, RemarkReport};

use crate::bad_input::BadInput;
use crate::litmus_test::bad_input;
use crate::model_file::{causality, open_conditions, read_model};

/// The shipped model of a name, or the model in a file.
pub fn named_model(name: &str) -> Result<FileModel, BadInput> {
    match porf_cat::shipped(name) {
        Some(source) => from_source(source),
        None => read_model(Path::new(name)),
    }
}

/// The model of a text.
pub(crate) fn from_source(source: Source) -> Result<FileModel, BadInput> {
    let file = source.name.clone();
    let model = read(source, &FilesBeside).map_err(|error| {
        let source = error.source();
        bad_input(source.name.clone(), &source.text, error.diagnostic())
    })?;
    Ok(FileModel::new(&file, model))
}

/// Checks the conditions of a model.
pub fn check_model(file: &str, model: &FileModel, control: &Control<'_>) -> ModelCheckReport {
    let start = Instant::now();
    let mut wanted = open_conditions(model);
    if !states_atomicity(model.model()) {
        wanted.push(Condition::Atomicity);
    }
    if causality(model) != "stated" {
        wanted.push(Condition::Causality);
    }
    let result = counterexamples(model.model(), &wanted, control);
    let cycle = example(&result, Condition::Causality);
    let causality = if cycle.is_some() { "missing" } else { causality(model) };
    ModelCheckReport {
        file: file.to_owned(),
        title: model.model().title.clone(),
        holds: !model.is_filtering() && causality != "missing",
        language: if model.is_for_x86() { "x86" } else { "c11" },
        axioms: axioms(model, &result),
        reports: reports(model),
        causality,
        cycle,
        not_atomic: example(&result, Condition::Atomicity),
        reductions: reductions(model),
        remarks: remarks(model),
        completed_size: result.completed,
        stopped: result.stopped.map(|stop| match stop {
            Stop::Timeout => "timeout",
            Stop::Interrupted => "interrupt",
        }),
        not_generated: result.absent,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn axioms(model: &FileModel, result: &Counterexamples) -> Vec<AxiomReport> {
    let form = |obstacles: &[Obstacle], condition: Condition| {
        // Several expressions may have the same reason.
        let mut reasons: Vec<String> = obstacles.iter().map(ToString::to_string).collect();
        reasons.dedup();
        FormReport {
            by_form: obstacles.is_empty(),
            obstacles: reasons,
            counterexample: example(result, condition),
        }
    };
    let axiom = |check: usize| {
        let conditions = &model.conditions().checks[check];
        AxiomReport {
            check: model.check_name(check),
            incremental: conditions.is_incremental(),
            prefix_closed: form(&conditions.not_prefix_closed, Condition::PrefixClosed(check)),
            extensible: form(&conditions.not_extensible, Condition::Extensible(check)),
        }
    };
    porf_compare::axioms(model.model()).map(axiom).collect()
}

fn reports(model: &FileModel) -> Vec<String> {
    let checks = model.model().checks.iter().enumerate();
    checks.filter(|(_, check)| check.role != Role::Axiom).map(|(place, _)| model.check_name(place)).collect()
}

fn example(result: &Counterexamples, condition: Condition) -> Option<ExampleReport> {
    let Counterexample { program, candidate, thread, .. } =
        result.found.iter().find(|it| it.condition == condition)?;
    let name = match condition {
        Condition::Causality => "causality",
        Condition::Atomicity => "atomicity",
        Condition::PrefixClosed(_) => "prefix-closed",
        Condition::Extensible(_) => "extensible",
    };
    Some(ExampleReport {
        execution: program.sketch(candidate),
        thread: *thread,
        test: program.to_litmus(name, candidate),
    })
}

/// The reductions of exploration under a model.
fn reductions(model: &FileModel) -> Vec<ReductionReport> {
    let reduction = |name, reason: Option<String>| ReductionReport { name, used: reason.is_none(), reason };
    let filters = model.is_filtering().then(|| "full executions are filtered".to_owned());
    vec![
        reduction("loops that wait are left out, and reads await", model.no_loop_reductions()),
        reduction("blocked threads run on, to find livelocks", filters),
        reduction(
            "symmetric threads count as one",
            Some("a model may count the threads that were created before".to_owned()),
        ),
        reduction(
            "executions count by reads-from",
            Some("coherence orders are chosen under models from files".to_owned()),
        ),
    ]
}

fn remarks(model: &FileModel) -> Vec<RemarkReport> {
    let files = &model.model().files;
    let remark = |remark: &porf_cat::Remark| RemarkReport {
        file: files.get(remark.position.file as usize).cloned().unwrap_or_default(),
        line: remark.position.line,
        text: remark.text.clone(),
    };
    model.model().remarks.iter().map(remark).collect()
}
