//! What an exploration does with the calls of its executions: it collects what a specification allows,
//! or compares with that.

use std::sync::Arc;

use porf_entity::ErrorKind;
use porf_explore::Execution;
use porf_vm::State;

use super::allowed::{Allowed, Criterion, Reason};
use super::history::{Observed, observe};
use super::wrap::MarkedFunction;
use crate::build::LoadedProgram;

/// Observes the calls of executions.
#[derive(Debug)]
pub(crate) struct CallsObserver {
    pub(crate) functions: Arc<[MarkedFunction]>,
    /// What the specification allows.
    pub(crate) allowed: Allowed,
    /// What the present exploration of the specification has found to be allowed.
    found: Allowed,
    /// How histories are compared with what is allowed; `None` to collect them.
    pub(crate) judge: Option<Judge>,
    globals: Vec<Arc<str>>,
    /// The number of executions in which all threads that have not finished wait for each other, as they may.
    pub(crate) deadlocks: u64,
    /// The number of them in earlier explorations.
    deadlocks_before: u64,
    /// Whether threads wait for ever in some execution, as they may.
    pub(crate) lets_wait: bool,
    /// The client that is explored.
    pub(crate) client: u64,
    /// The first history that is not allowed.
    pub(crate) wrong: Option<Wrong>,
    /// Whether threads that wait for ever were found where executions had not come to an end, and the
    /// specification lets them wait. Exploration has then left out how those executions go on.
    pub(crate) left_out: bool,
}

/// A history that is not allowed, and the client that has it.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) client: u64,
    pub(crate) observed: Observed,
}

/// What histories are compared with.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    pub(crate) criterion: Criterion,
    /// The specification, as messages name it.
    pub(crate) by: String,
    /// Whether threads that wait are looked at where the execution ends, since livelocks are not looked
    /// for.
    pub(crate) at_ends: bool,
}

/// A history that the specification does not allow.
#[derive(Debug)]
pub(crate) struct Complaint {
    pub(crate) kind: ErrorKind,
    pub(crate) reason: Reason,
    pub(crate) observed: Observed,
    pub(crate) by: String,
}

impl CallsObserver {
    /// Collects what is allowed. The program is built for the model.
    pub(crate) fn new(loaded: &LoadedProgram, functions: &Arc<[MarkedFunction]>, allowed: Allowed) -> Self {
        let globals = loaded.global_names.iter().map(|name| name.as_str().into()).collect();
        let found = Allowed::new(allowed.criterion());
        Self {
            functions: Arc::clone(functions),
            allowed,
            found,
            judge: None,
            globals,
            deadlocks: 0,
            deadlocks_before: 0,
            lets_wait: false,
            client: 0,
            wrong: None,
            left_out: false,
        }
    }

    /// Whether threads that wait count where an execution ends, and not only in lassos.
    pub(crate) fn looks_at_ends(&self) -> bool {
        self.judge.as_ref().is_none_or(|judge| judge.at_ends)
    }

    /// Collects the history of an execution, or compares it with what is allowed.
    pub(crate) fn look(
        &mut self,
        loaded: &LoadedProgram,
        execution: &Execution<'_, State>,
    ) -> Option<Complaint> {
        let observed = observe(loaded, &self.functions, &self.globals, execution);
        let Some(Judge { criterion, by, .. }) = &self.judge else {
            self.found.add(observed);
            return None;
        };
        if self.allowed.allows(&observed) {
            return None;
        }
        self.wrong.get_or_insert_with(|| Wrong { client: self.client, observed: observed.clone() });
        let reason = self.allowed.reason(&observed);
        let kind = match criterion {
            Criterion::Specification => ErrorKind::Specification,
            Criterion::Linearizability => ErrorKind::NotLinearizable,
        };
        Some(Complaint { kind, reason, observed, by: by.clone() })
    }

    /// An exploration of the specification is over, and what it has found is allowed.
    pub(crate) fn finish(&mut self) {
        let found = std::mem::replace(&mut self.found, Allowed::new(self.allowed.criterion()));
        self.allowed.extend(found);
        self.deadlocks_before = self.deadlocks;
    }

    /// All explorations of the implementation begin again, and look at threads that wait where executions end.
    pub(crate) fn begin_again(&mut self) {
        self.deadlocks_before = 0;
        self.restart();
        if let Some(judge) = &mut self.judge {
            judge.at_ends = true;
        }
    }

    /// Exploration begins again.
    pub(crate) fn restart(&mut self) {
        self.found.clear();
        self.left_out = false;
        self.wrong = None;
        self.deadlocks = self.deadlocks_before;
    }
}
