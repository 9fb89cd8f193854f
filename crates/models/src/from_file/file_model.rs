//! A memory model that was read from a file, with the decisions that its form allows.

use std::collections::BTreeMap;

use porf_cat::{Causality, Check, Conditions, Role, all_parts, causality, conditions, dependencies};
use porf_entity::{LibraryId, OrderingMeaning};
use porf_graph::Synchronisation;

use crate::ModelKind;

/// A memory model from a file, and the way in which it can be explored.
#[derive(Clone, Debug)]
pub struct FileModel {
    name: String,
    file: String,
    pub(crate) model: porf_cat::Model,
    conditions: Conditions,
    is_filtering: bool,
    allows_loop_reductions: bool,
    uses_dependencies: bool,
    looks_around: bool,
    causality: Causality,
    /// Counterexamples to the conditions of axioms, in words.
    examples: BTreeMap<usize, String>,
    is_for_x86: bool,
    /// The model as it was read.
    source: porf_cat::Model,
    synchronisation: Synchronisation,
    /// The axioms of libraries, which are about their calls alone.
    libraries: Vec<(LibraryId, FileModel)>,
}

impl FileModel {
    /// The model with the name that reports give it: its title or, without one, the name of its file.
    pub fn new(file: &str, model: porf_cat::Model) -> Self {
        Self::for_programs(file, model, false)
    }

    /// The model for tests in the x86 dialect: unless it uses orderings of C11, it sees
    /// instructions.
    #[must_use]
    pub fn for_x86_tests(&self) -> Self {
        Self::for_programs(&self.file, self.source.clone(), true).with_examples(self.examples.clone())
    }

    /// The model for programs in C, or for tests in the x86 dialect.
    fn for_programs(file: &str, source: porf_cat::Model, is_x86_test: bool) -> Self {
        let is_for_x86 = source.is_for_x86(is_x86_test);
        let model = source.on_c11_events(is_x86_test);
        let name = model.title.clone().unwrap_or_else(|| file.to_owned());
        let conditions = conditions(&model);
        let synchronisation = match source.uses_acquire() {
            true => Synchronisation::C11,
            false => Synchronisation::EveryAtomic,
        };
        let uses_dependencies = model
            .checks
            .iter()
            .any(|check| dependencies(&model, &all_parts(&model, check.tested)).next().is_some());
        let file = file.to_owned();
        let (is_filtering, allows_loop_reductions) = (false, false);
        let mut new = Self {
            name,
            file,
            conditions,
            is_filtering,
            allows_loop_reductions,
            uses_dependencies,
            looks_around: model.looks_around(),
            // The order of instructions does not say so by its form.
            causality: causality(&source),
            examples: BTreeMap::new(),
            model,
            is_for_x86,
            source,
            synchronisation,
            libraries: Vec::new(),
        };
        new.decide();
        new
    }

    /// Decides about the ways in which the model can be explored.
    fn decide(&mut self) {
        let is_monotone = self.axioms().all(|(_, conditions)| conditions.is_monotone());
        let is_filtering = self.axioms().any(|(_, conditions)| !conditions.is_incremental());
        let libraries = || self.libraries.iter().map(|(_, file)| file);
        let is_filtering = is_filtering || libraries().any(Self::is_filtering);
        let allows_loop_reductions = !is_filtering
            && !self.uses_dependencies
            && is_monotone
            && self.reports_need_non_atomic_accesses()
            && libraries().all(Self::allows_loop_reductions);
        self.is_filtering = is_filtering;
        self.allows_loop_reductions = allows_loop_reductions;
    }

    /// The model with the axioms of libraries, which are about the calls of each library alone.
    #[must_use]
    pub fn with_libraries(self, libraries: Vec<(LibraryId, Self)>) -> Self {
        let mut new = Self { libraries, ..self };
        new.decide();
        new
    }

    /// The model with another name.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Whether the axioms say that po ∪ rf ∪ co ∪ fr is acyclic, and no more.
    pub fn is_sequential_consistency(&self) -> bool {
        !self.looks_around && super::FromFile::new(self).is_sequential_consistency()
    }

    /// Whether axioms are about calls of functions, about happens-before of the whole execution, or about
    /// pools.
    pub(crate) fn looks_around(&self) -> bool {
        self.looks_around
    }

    /// The axioms of a library whose objects are pools.
    #[must_use]
    pub fn of_pools(self) -> Self {
        Self { looks_around: true, ..self }
    }

    /// The model with the happens-before of a built-in one, which says the same as its file.
    #[must_use]
    pub fn in_place_of(self, kind: ModelKind) -> Self {
        Self { synchronisation: kind.synchronisation(), ..self }
    }

    /// The axioms of libraries.
    pub fn libraries(&self) -> &[(LibraryId, Self)] {
        &self.libraries
    }

    /// The model with counterexamples to the conditions of its axioms, in words, by the places of the
    /// axioms. Reports show them.
    #[must_use]
    pub fn with_examples(self, examples: BTreeMap<usize, String>) -> Self {
        Self { examples, ..self }
    }

    /// The model on events with the sets of C11.
    pub fn model(&self) -> &porf_cat::Model {
        &self.model
    }

    /// The conditions that the checks of the model meet by form.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// What the model says about cycles of po ∪ rf, which exploration never builds.
    pub fn causality(&self) -> Causality {
        self.causality
    }

    /// The name of the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the model's file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The axioms that exploration cannot ask after each event, in the order of the file, with
    /// the reasons and counterexamples in words. If there are any, it explores more executions than
    /// the model allows, and leaves out those of the complete ones that violate an axiom.
    pub fn filters(&self) -> impl Iterator<Item = (String, String, Option<String>)> + '_ {
        let checks = self.model.checks.iter().zip(&self.conditions.checks).enumerate();
        let filtered = checks.filter(|(_, (check, it))| check.role == Role::Axiom && !it.is_incremental());
        filtered.map(|(place, (check, conditions))| {
            let mut obstacles = conditions.not_prefix_closed.iter().chain(&conditions.not_extensible);
            let reason = obstacles.next().map(ToString::to_string).unwrap_or_default();
            (name_of(check), reason, self.examples.get(&place).cloned())
        })
    }

    /// Whether complete executions have to be filtered.
    pub fn is_filtering(&self) -> bool {
        self.is_filtering
    }

    /// Whether an execution stays consistent if reads that change nothing are left out of it, and
    /// whether no report depends on such reads. Then loops that wait need not be followed.
    pub fn allows_loop_reductions(&self) -> bool {
        self.allows_loop_reductions
    }

    /// The reason why loops that wait are followed, if they are.
    pub fn no_loop_reductions(&self) -> Option<String> {
        if self.is_filtering {
            return Some("full executions are filtered".into());
        }
        if self.uses_dependencies {
            return Some("checks use dependencies, which the reductions do not keep".into());
        }
        for (check, conditions) in self.axioms() {
            if let Some(obstacle) = conditions.not_monotone.first() {
                let name = name_of(check);
                return Some(format!("{name} may fail without a read that changes nothing: {obstacle}"));
            }
        }
        let is_quiet = self.reports_need_non_atomic_accesses();
        (!is_quiet).then(|| "checks may report executions because of their atomic accesses".into())
    }

    /// Whether the model sees the instructions of x86 of a program in C.
    pub fn is_for_x86(&self) -> bool {
        self.is_for_x86
    }

    /// Whether checks use dependencies (`addr`, `data`, `ctrl`). Then the program has to tell them,
    /// and nothing may be removed from it that a dependency passes.
    pub fn uses_dependencies(&self) -> bool {
        self.uses_dependencies
    }

    /// The rule by which reads-from edges synchronise, for happens-before and so for data races.
    pub fn synchronisation(&self) -> Synchronisation {
        self.synchronisation
    }

    /// The part of the orderings that has a meaning: a file may give a meaning to each.
    pub fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::All
    }

    /// The check at a place of the model.
    pub fn check(&self, index: usize) -> &Check {
        &self.model.checks[index]
    }

    /// The name of the check at a place of the model or, if it has none, its line.
    pub fn check_name(&self, index: usize) -> String {
        name_of(self.check(index))
    }

    /// The checks whose outcome is reported.
    pub(crate) fn reports(&self) -> impl Iterator<Item = &Check> {
        self.model.checks.iter().filter(|check| check.role != Role::Axiom)
    }

    fn axioms(&self) -> impl Iterator<Item = (&Check, &porf_cat::CheckConditions)> {
        let checks = self.model.checks.iter().zip(&self.conditions.checks);
        checks.filter(|(check, _)| check.role == Role::Axiom)
    }

    /// Whether exploration asks a check after each event.
    pub(crate) fn is_incremental(&self, index: usize) -> bool {
        self.model.checks[index].role == Role::Axiom && self.conditions.checks[index].is_incremental()
    }

    fn reports_need_non_atomic_accesses(&self) -> bool {
        let classes = super::classes::Classes::of_atomic_accesses();
        self.reports().all(|check| classes.is_silent(&self.model, check))
    }
}

/// The name of a check or, if it has none, its line.
fn name_of(check: &Check) -> String {
    check.name.clone().unwrap_or_else(|| format!("in line {}", check.position.line))
}
