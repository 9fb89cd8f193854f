//! What is kept of an exploration: how many executions end in each final state, the first execution that
//! decides the condition, and the first error.
//!
//! This runs for every execution, so a state that is known already costs one lookup and no allocation;
//! conditions are evaluated and executions copied only when a state is new.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use porf_entity::{AccessSize, Address, EntityId, SourcePosition, ThreadId, Value};
use porf_explore::{Execution, Failed, Race, Sink};
use porf_litmus::{Observable, ObservableSource, ObservableType};
use porf_program::{Action, BlockReason, Program};
use porf_report::{
    Bound, BoundKind, ErrorKind, ErrorReport, ExecutionReport, Place, Quantifier, StateCount, ThreadReport,
};
use porf_vm::Machine;
use rustc_hash::FxHashMap;

use crate::check::Progress;
use crate::litmus_names::LitmusNames;
use crate::load::LoadedTest;
use crate::snapshot::{Ending, error_kind, snapshot};

type State = <Machine as Program>::State;

/// Collects the results of an exploration.
pub(crate) struct Collector<'a> {
    loaded: &'a LoadedTest,
    names: LitmusNames<'a>,
    /// Where the final value of each observable is found.
    sources: Vec<Source>,
    /// The final values of the execution at hand.
    values: Vec<Value>,
    index: FxHashMap<Box<[Value]>, usize>,
    states: Vec<Counted>,
    cuts: Vec<Cut>,
    progress: Option<&'a Progress>,
    unreported: u64,
    /// The first execution that decides the condition.
    pub(crate) witness: Option<ExecutionReport>,
    /// The first complete execution.
    pub(crate) example: Option<ExecutionReport>,
    /// The first error.
    pub(crate) error: Option<ErrorReport>,
}

enum Source {
    Register { thread: ThreadId, result: usize },
    Memory { address: Address, size: AccessSize, initial: Value },
}

/// A place where executions were cut short, why, and how many.
#[derive(Clone, Copy)]
struct Cut {
    position: SourcePosition,
    reason: BlockReason,
    executions: u64,
}

struct Counted {
    executions: u64,
    satisfies: Option<bool>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(loaded: &'a LoadedTest, progress: Option<&'a Progress>) -> Self {
        let source = |observable: &Observable| match observable.source {
            ObservableSource::Register { thread, result } => Source::Register { thread, result },
            ObservableSource::Location { global, offset, size } => {
                let address = Address(loaded.machine.address_of(global).0 + offset);
                Source::Memory {
                    address,
                    size,
                    initial: loaded.machine.initial_value(address, size).unwrap_or_default(),
                }
            }
        };
        Self {
            loaded,
            names: LitmusNames::new(loaded),
            sources: loaded.test.observables.iter().map(source).collect(),
            values: Vec::new(),
            index: FxHashMap::default(),
            states: Vec::new(),
            cuts: Vec::new(),
            progress,
            unreported: 0,
            witness: None,
            example: None,
            error: None,
        }
    }

    /// Says now and then how far it is.
    fn count(&mut self) {
        const AT_A_TIME: u64 = 4096;
        self.unreported += 1;
        if self.unreported == AT_A_TIME
            && let Some(progress) = self.progress
        {
            progress.executions.fetch_add(AT_A_TIME, Ordering::Relaxed);
            self.unreported = 0;
        }
    }

    /// Puts the final values of the execution into `values`.
    fn read_final_values(&mut self, execution: &Execution<'_, State>) {
        self.values.clear();
        self.values.extend(self.sources.iter().map(|source| match *source {
            Source::Register { thread, result } => {
                let results = self.loaded.machine.results(&execution.next(thread).state);
                Value(results.and_then(|results| results.get(result)).copied().unwrap_or(0))
            }
            Source::Memory { address, size, initial } => {
                execution.final_value(address).map_or(initial, |value| size.wrap(value.0))
            }
        }));
    }

    /// A final state that was not seen before.
    fn new_state(&mut self, execution: &Execution<'_, State>) {
        let test = &self.loaded.test;
        let counts = test.filter.as_ref().is_none_or(|filter| filter.holds(&self.values));
        let satisfies = test
            .condition
            .as_ref()
            .filter(|_| counts)
            .map(|condition| condition.proposition.holds(&self.values));
        self.index.insert(self.values.as_slice().into(), self.states.len());
        self.states.push(Counted { executions: 1, satisfies });
        if self.example.is_none() {
            self.example = Some(snapshot(execution, &self.names, &[], Ending::Open));
        }
        let decides = |satisfies| self.quantifier().is_some_and(|it| it.is_decided_by(satisfies));
        if self.witness.is_none() && satisfies.is_some_and(decides) {
            self.witness = Some(snapshot(execution, &self.names, &[], Ending::Open));
        }
    }

    /// What stands at an address.
    pub(crate) fn describe(&self, address: Address) -> String {
        self.names.pointee(address).unwrap_or_else(|| format!("{:#x}", address.0))
    }

    pub(crate) fn quantifier(&self) -> Option<Quantifier> {
        self.loaded.test.condition.as_ref().map(|condition| match condition.quantifier {
            porf_litmus::Quantifier::Exists => Quantifier::Exists,
            porf_litmus::Quantifier::NotExists => Quantifier::NotExists,
            porf_litmus::Quantifier::ForAll => Quantifier::ForAll,
        })
    }

    /// The final states in the order of their values.
    pub(crate) fn states(&self) -> Vec<StateCount> {
        let observables = &self.loaded.test.observables;
        let rank = |values: &[Value]| -> Vec<i128> {
            observables.iter().zip(values).map(|(observable, &value)| number(observable.ty, value)).collect()
        };
        let mut states: Vec<(&[Value], &Counted)> =
            self.index.iter().map(|(values, &index)| (&**values, &self.states[index])).collect();
        states.sort_by_cached_key(|(values, _)| rank(values));
        let named = |values: &[Value]| {
            let values = observables.iter().zip(values);
            values.map(|(it, &value)| (it.name.clone(), self.names.observed(it, value))).collect()
        };
        let state = |(values, counted): (&[Value], &Counted)| StateCount {
            values: named(values),
            executions: counted.executions,
            satisfies: counted.satisfies,
        };
        states.into_iter().map(state).collect()
    }

    /// The bounds that cut executions short, in the order of their positions.
    pub(crate) fn bounds(&self) -> Vec<Bound> {
        let mut cuts = self.cuts.clone();
        cuts.sort_by_key(|cut| cut.position);
        let kind = |reason| match reason {
            BlockReason::LoopBound => BoundKind::Loop { iterations: self.loaded.unroll },
            BlockReason::Assume | BlockReason::StepLimit => BoundKind::Steps,
        };
        let bound = |cut: Cut| Bound {
            place: Place::in_test(cut.position),
            kind: kind(cut.reason),
            executions: cut.executions,
        };
        cuts.into_iter().map(bound).collect()
    }
}

/// The number that an observed value stands for.
fn number(ty: ObservableType, value: Value) -> i128 {
    match ty {
        ObservableType::Integer { size, signed: true } => value.signed(size).into(),
        ObservableType::Integer { signed: false, .. } | ObservableType::Address => value.0.into(),
    }
}

impl Sink<State> for Collector<'_> {
    fn complete(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.count();
        self.read_final_values(execution);
        match self.index.get(self.values.as_slice()) {
            Some(&known) => self.states[known].executions += 1,
            None => self.new_state(execution),
        }
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.count();
        let threads = (0..self.loaded.machine.thread_count()).map(ThreadId::from_index);
        let cut = threads.map(|thread| execution.next(thread)).find_map(|step| match step.action {
            Action::Block(reason @ (BlockReason::LoopBound | BlockReason::StepLimit)) => {
                Some(Cut { position: step.position, reason, executions: 1 })
            }
            _ => None,
        });
        // An execution counts once, for the first thread that it is cut in.
        if let Some(cut) = cut {
            match self.cuts.iter_mut().find(|known| known.position == cut.position) {
                Some(known) => known.executions += 1,
                None => self.cuts.push(cut),
            }
        }
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, State>, failed: Failed) -> ControlFlow<()> {
        let step = execution.next(failed.thread);
        let execution = snapshot(execution, &self.names, &[], Ending::Open);
        let name = |thread: &ThreadReport| thread.name.clone();
        self.error = Some(ErrorReport {
            kind: error_kind(failed.failure.kind),
            message: self.names.failure(failed.failure),
            thread: execution.threads().get(failed.thread).map(name),
            place: Place::in_test(step.position),
            stack: Vec::new(),
            notes: Vec::new(),
            output: Vec::new(),
            accesses: Vec::new(),
            execution: Some(execution),
        });
        ControlFlow::Break(())
    }

    fn race(&mut self, execution: &Execution<'_, State>, race: Race) -> ControlFlow<()> {
        let location = execution.graph().event(race.first).location();
        let location = location.map(|location| self.names.variable(execution.location(location)));
        let execution = snapshot(execution, &self.names, &[race.first, race.second], Ending::Open);
        let accesses = execution.accesses_in_error();
        self.error = Some(ErrorReport {
            kind: ErrorKind::DataRace,
            message: format!(
                "two unordered accesses of {}, not both of them atomic",
                location.unwrap_or_else(|| "memory".into())
            ),
            thread: None,
            place: accesses.first().map_or(Place::default(), |access| access.place),
            stack: Vec::new(),
            notes: Vec::new(),
            output: Vec::new(),
            accesses,
            execution: Some(execution),
        });
        ControlFlow::Continue(())
    }
}
