//! The names of threads, locations and values in a litmus test.

use porf_entity::{
    AccessSize, Address, BarrierStep, ErrorKind, FenceOrdering, RmwOp, SourcePosition, ThreadId, Value,
};
use porf_explore::{Execution, LocationInfo};
use porf_graph::{Read, ReadKind};
use porf_litmus::{Dialect, Observable, ObservableSource};
use porf_program::{Action, Failure, Step};
use porf_report::{Place, text};
use porf_vm::State;

use crate::litmus_test::LoadedTest;
use crate::snapshot::Vocabulary;

/// The vocabulary of a litmus test.
#[derive(Clone, Copy)]
pub(crate) struct LitmusNames<'a> {
    loaded: &'a LoadedTest,
}

impl<'a> LitmusNames<'a> {
    pub(crate) fn new(loaded: &'a LoadedTest) -> Self {
        Self { loaded }
    }

    /// The value of an observable.
    pub(crate) fn observed(&self, observable: &Observable, value: Value) -> String {
        observable.display(value, |address| self.pointee(address))
    }

    /// The name of the memory that a pointer with this value points to.
    pub(crate) fn pointee(&self, address: Address) -> Option<String> {
        let (global, offset) = self.loaded.machine.global_at(address)?;
        let name = &self.loaded.test.module.globals[global].name;
        Some(if offset == 0 { name.clone() } else { format!("{name}+{offset}") })
    }

    /// The name of a location: of a variable, or of an element of one.
    pub(crate) fn variable(&self, location: &LocationInfo) -> String {
        let size = u64::from(location.size.bytes());
        match self.loaded.machine.global_at(location.address) {
            Some((global, offset)) => {
                let global = &self.loaded.test.module.globals[global];
                if global.size == size {
                    global.name.clone()
                } else {
                    format!("{}[{}]", global.name, offset / size)
                }
            }
            None => format!("{:#x}", location.address.0),
        }
    }

    /// A failure in words, with more detail than its kind.
    pub(crate) fn failure(&self, failure: Failure) -> String {
        let address = failure.address.unwrap_or(Address(0));
        match failure.kind {
            ErrorKind::Assertion => "the asserted condition is false".into(),
            ErrorKind::InvalidAccess | ErrorKind::OutOfBounds => match self.pointee(address) {
                Some(name) => format!("an access at {name} does not stay within one variable"),
                None => format!("nothing is at the address {:#x}", address.0),
            },
            ErrorKind::Division => "a division by zero, or one whose result does not fit".into(),
            ErrorKind::Unreachable => "control reached a point that it must not reach".into(),
            ErrorKind::StackOverflow => "calls are nested too deeply".into(),
            kind => text::error_kind(kind).into(),
        }
    }
}

impl Vocabulary<State> for LitmusNames<'_> {
    fn location(&self, _execution: &Execution<'_, State>, location: &LocationInfo) -> String {
        self.variable(location)
    }

    /// The type of a value is known where the location is observed; elsewhere it is taken for an
    /// address if it is one, and for a signed number otherwise.
    fn value(&self, _execution: &Execution<'_, State>, location: &LocationInfo, value: Value) -> String {
        let is_here = |observable: &&Observable| match observable.source {
            ObservableSource::Location { global, offset, .. } => {
                self.loaded.machine.address_of(global).0 + offset == location.address.0
            }
            ObservableSource::Register { .. } => false,
        };
        match self.loaded.test.observables.iter().find(is_here) {
            Some(observable) => self.observed(observable, value),
            None => (location.size == AccessSize::B8)
                .then(|| self.pointee(Address(value.0)))
                .flatten()
                .unwrap_or_else(|| value.signed(location.size).to_string()),
        }
    }

    fn operation(
        &self,
        _execution: &Execution<'_, State>,
        step: &Step<State>,
        read: Option<&Read>,
    ) -> (String, Option<String>) {
        match (self.loaded.test.dialect, step.action) {
            (Dialect::X86, Action::Fence { ordering }) => {
                let name = match ordering {
                    FenceOrdering::Acquire => "lfence",
                    FenceOrdering::Release => "sfence",
                    _ => "mfence",
                };
                (name.into(), None)
            }
            (dialect, action) => {
                let (operation, ordering) = c_operation(&action, read);
                (operation, (dialect == Dialect::C).then_some(ordering))
            }
        }
    }

    fn thread(&self, execution: &Execution<'_, State>, thread: ThreadId) -> String {
        self.loaded.machine.thread_name(&execution.next(thread).state).to_owned()
    }

    fn wait(&self, _execution: &Execution<'_, State>, _next: &Step<State>) -> Option<String> {
        None
    }

    fn place(&self, position: SourcePosition) -> Place {
        Place::in_test(position)
    }
}

/// An action at a barrier in words.
pub(crate) fn barrier_step(step: BarrierStep) -> &'static str {
    match step {
        BarrierStep::Arrive => "arrives at the barrier",
        BarrierStep::Leave => "leaves the barrier",
        BarrierStep::Destroy => "destroys the barrier",
    }
}

/// The name of a memory operation and its ordering, as in C.
pub(crate) fn c_operation(action: &Action, read: Option<&Read>) -> (String, String) {
    match action {
        Action::Load { ordering, .. } => ("load".into(), ordering.to_string()),
        Action::Store { ordering, .. } => ("store".into(), ordering.to_string()),
        Action::Fence { ordering } => ("fence".into(), ordering.to_string()),
        Action::Rmw { ordering, op, .. } => match (op, read.map(|read| (read.kind, read.ordering))) {
            (_, Some((ReadKind::FailedExchange, failure))) => ("failed cas".into(), failure.to_string()),
            (_, Some((ReadKind::SpuriousFailure, failure))) => {
                ("spuriously failed cas".into(), failure.to_string())
            }
            (RmwOp::CompareExchange { .. }, _) => ("cas".into(), ordering.to_string()),
            (RmwOp::Exchange(_), _) => ("exchange".into(), ordering.to_string()),
            (RmwOp::Fetch { op, .. }, _) => (format!("fetch_{op}"), ordering.to_string()),
        },
        Action::Spawn => ("create thread".into(), String::new()),
        Action::Join { .. } => ("join thread".into(), String::new()),
        Action::Detach { .. } => ("detach thread".into(), String::new()),
        Action::Barrier { step, .. } => (barrier_step(*step).into(), String::new()),
        Action::Put { ordering, .. } => ("put".into(), ordering.to_string()),
        Action::Take { ordering, manner, .. } => (manner.to_string(), ordering.to_string()),
        Action::Choose { .. } => ("choose".into(), String::new()),
        Action::Free { .. } => ("free".into(), String::new()),
        Action::Cancel { .. }
        | Action::AskBarrier { .. }
        | Action::Assign { .. }
        | Action::Block(_)
        | Action::Fail(_)
        | Action::Exit { .. } => (String::new(), String::new()),
    }
}
