//! A memory model that was read from a file, with the decisions that its form allows.

use std::fmt;

use porf_cat::{Check, Conditions, PrimitiveRelation, Role, all_parts, conditions, dependencies};
use porf_entity::OrderingMeaning;
use porf_graph::Synchronisation;

/// A memory model from a file, and the way in which it can be explored.
#[derive(Clone, Debug)]
pub struct FileModel {
    name: String,
    file: String,
    pub(crate) model: porf_cat::Model,
    conditions: Conditions,
    is_filtering: bool,
    allows_loop_reductions: bool,
    synchronisation: Synchronisation,
}

/// A model that cannot be explored, since it uses dependencies, which execution graphs do not have
/// yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsesDependency {
    /// The dependency.
    pub relation: PrimitiveRelation,
    /// The name of the check that uses it, or the line of the check.
    pub check: String,
}

impl fmt::Display for UsesDependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the check {} uses the dependency `{}`; porf does not compute dependencies yet",
            self.check, self.relation
        )
    }
}

impl std::error::Error for UsesDependency {}

impl FileModel {
    /// The model with the name that reports give it: its title or, without one, the name of its file.
    pub fn new(file: &str, model: porf_cat::Model) -> Result<Self, UsesDependency> {
        for check in &model.checks {
            if let Some(relation) = dependencies(&model, &all_parts(&model, check.tested)).next() {
                return Err(UsesDependency { relation, check: name_of(check) });
            }
        }
        let name = model.title.clone().unwrap_or_else(|| file.to_owned());
        let conditions = conditions(&model);
        let synchronisation = match model.uses_acquire() {
            true => Synchronisation::C11,
            false => Synchronisation::EveryAtomic,
        };
        let file = file.to_owned();
        let (is_filtering, allows_loop_reductions) = (false, false);
        let mut new =
            Self { name, file, model, conditions, is_filtering, allows_loop_reductions, synchronisation };
        let is_filtering = new.axioms().any(|(_, conditions)| !conditions.is_incremental());
        let is_monotone = new.axioms().all(|(_, conditions)| conditions.is_monotone());
        new.is_filtering = is_filtering;
        new.allows_loop_reductions = !is_filtering && is_monotone && new.reports_need_non_atomic_accesses();
        Ok(new)
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
    /// the reasons. If there are any, it explores more executions than the model allows, and leaves
    /// out those of the complete ones that violate an axiom.
    pub fn filters(&self) -> impl Iterator<Item = (String, String)> + '_ {
        self.axioms().filter(|(_, conditions)| !conditions.is_incremental()).map(|(check, conditions)| {
            let obstacles = conditions.not_prefix_closed.iter().chain(&conditions.not_extensible);
            let reasons: Vec<String> = obstacles.map(ToString::to_string).collect();
            (name_of(check), reasons.first().cloned().unwrap_or_default())
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
