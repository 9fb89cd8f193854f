//! The results that are kept of an exploration: the number of executions that end in each final
//! state, the first execution that decides the condition, and the first error.
//!
//! Under equivalence rf, an execution can end in several states, one for each of its coherence
//! orders. It is counted once for each of these states, and once for the condition if some of them
//! satisfy it.
//!
//! The collector runs for every execution. So a state that is known already costs one lookup and no
//! allocation; conditions are evaluated and executions copied only when a state is new.

mod join;

use std::ops::ControlFlow;

use porf_cat::Role;
use porf_entity::{AccessSize, Address, ErrorKind, SourcePosition, ThreadId, Value};
use porf_explore::{Execution, Failed, FileModel, Race, Sink};
use porf_litmus::{Observable, ObservableSource, ObservableType};
use porf_program::{Action, BlockReason, Program};
use porf_report::{
    Bound, BoundKind, ChosenBy, ErrorReport, ExecutionReport, Place, Quantifier, StateCount, ThreadReport,
};
use porf_vm::{DEFAULT_MAX_EVENTS, Machine};
use rustc_hash::FxHashMap;

use crate::litmus_names::LitmusNames;
use crate::litmus_test::LoadedTest;
use crate::model_file::{self, Flags};
use crate::progress::{Contribution, Progress};
use crate::snapshot::{Ending, snapshot};

type State = <Machine as Program>::State;

/// Collects the results of an exploration.
pub(crate) struct Collector<'a> {
    loaded: &'a LoadedTest,
    names: LitmusNames<'a>,
    /// The source of the final value of each observable.
    sources: Vec<Source>,
    /// The addresses of the observables that are in memory.
    observed: Vec<Address>,
    /// The final values of the current execution.
    values: Vec<Value>,
    progress: Contribution<'a>,
    /// The model, if it is from a file.
    model: Option<&'a FileModel>,
    /// The results so far.
    pub(crate) found: Found,
}

/// The results of an exploration.
#[derive(Default)]
pub(crate) struct Found {
    index: FxHashMap<Box<[Value]>, usize>,
    states: Vec<Counted>,
    cuts: Vec<Cut>,
    /// The complete executions.
    executions: u64,
    /// The executions that can end in a state which satisfies the condition's proposition.
    pub(crate) satisfying: Each,
    /// The executions that can end in a state which violates the proposition.
    pub(crate) violating: Each,
    /// The executions that can end in a state which the filter does not exclude.
    pub(crate) unfiltered: Each,
    /// The first execution that decides the condition.
    pub(crate) witness: Option<ExecutionReport>,
    /// The first complete execution.
    pub(crate) example: Option<ExecutionReport>,
    /// The first error.
    pub(crate) error: Option<ErrorReport>,
    /// The executions that the model flags.
    pub(crate) flags: Flags,
}

enum Source {
    Register { thread: ThreadId, result: usize },
    Memory { address: Address, size: AccessSize, initial: Value },
}

/// A place where executions were cut short, with the reason and the number of these executions.
#[derive(Clone, Copy)]
struct Cut {
    position: SourcePosition,
    reason: BlockReason,
    executions: u64,
}

struct Counted {
    executions: Each,
    /// Whether the filter admits the state.
    counts: bool,
    satisfies: Option<bool>,
}

/// A number of executions, each of which counts once, however often it is mentioned.
#[derive(Clone, Copy, Default)]
pub(crate) struct Each {
    pub(crate) executions: u64,
    /// The execution that was mentioned last, counted from 1.
    last: u64,
}

impl Each {
    fn add(&mut self, execution: u64) {
        if self.last != execution {
            self.last = execution;
            self.executions += 1;
        }
    }

    /// Adds a number of other executions, which are all over.
    fn join(&mut self, other: Self) {
        self.executions += other.executions;
    }
}

impl<'a> Collector<'a> {
    pub(crate) fn new(
        loaded: &'a LoadedTest,
        model: Option<&'a FileModel>,
        progress: Option<&'a Progress>,
    ) -> Self {
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
        let sources: Vec<Source> = loaded.test.observables.iter().map(source).collect();
        let address = |source: &Source| match *source {
            Source::Register { .. } => None,
            Source::Memory { address, .. } => Some(address),
        };
        Self {
            loaded,
            names: LitmusNames::new(loaded),
            observed: sources.iter().filter_map(address).collect(),
            sources,
            values: Vec::new(),
            progress: Contribution::new(progress),
            model,
            found: Found::default(),
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

    /// Counts that the latest execution can end in the final state that it has here.
    fn count_state(&mut self, execution: &Execution<'_, State>) {
        self.read_final_values(execution);
        let state = match self.found.index.get(self.values.as_slice()) {
            Some(&known) => known,
            None => self.new_state(execution),
        };
        let found = &mut self.found;
        let state = &mut found.states[state];
        state.executions.add(found.executions);
        if state.counts {
            found.unfiltered.add(found.executions);
        }
        match state.satisfies {
            Some(true) => found.satisfying.add(found.executions),
            Some(false) => found.violating.add(found.executions),
            None => {}
        }
    }

    /// Adds a final state that was not seen before and returns its number.
    fn new_state(&mut self, execution: &Execution<'_, State>) -> usize {
        let test = &self.loaded.test;
        let counts = test.filter.as_ref().is_none_or(|filter| filter.holds(&self.values));
        let satisfies = test
            .condition
            .as_ref()
            .filter(|_| counts)
            .map(|condition| condition.proposition.holds(&self.values));
        let decides = |satisfies| self.quantifier().is_some_and(|it| it.is_decided_by(satisfies));
        let decides = satisfies.is_some_and(decides);
        let found = &mut self.found;
        if found.example.is_none() {
            found.example = Some(snapshot(execution, &self.names, &[], Ending::Open));
        }
        if found.witness.is_none() && decides {
            found.witness = Some(snapshot(execution, &self.names, &[], Ending::Open));
        }
        let state = found.states.len();
        found.index.insert(self.values.as_slice().into(), state);
        found.states.push(Counted { executions: Each::default(), counts, satisfies });
        state
    }

    /// The name of the memory at an address.
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
            self.found.index.iter().map(|(values, &index)| (&**values, &self.found.states[index])).collect();
        states.sort_by_cached_key(|(values, _)| rank(values));
        let named = |values: &[Value]| {
            let values = observables.iter().zip(values);
            values.map(|(it, &value)| (it.name.clone(), self.names.observed(it, value))).collect()
        };
        let state = |(values, counted): (&[Value], &Counted)| StateCount {
            values: named(values),
            executions: counted.executions.executions,
            satisfies: counted.satisfies,
        };
        states.into_iter().map(state).collect()
    }

    /// The bounds that cut executions short, in the order of their positions.
    pub(crate) fn bounds(&self) -> Vec<Bound> {
        let mut cuts = self.found.cuts.clone();
        cuts.sort_by_key(|cut| cut.position);
        let kind = |reason| match reason {
            BlockReason::LoopBound => BoundKind::Loop { iterations: self.loaded.unroll },
            BlockReason::EventLimit => {
                BoundKind::Events { limit: DEFAULT_MAX_EVENTS, rounds: 0, repeats: false }
            }
            BlockReason::Assume | BlockReason::Spin | BlockReason::StepLimit | BlockReason::Stopped => {
                BoundKind::Steps
            }
        };
        let bound = |cut: Cut| Bound {
            place: Place::in_test(cut.position),
            kind: kind(cut.reason),
            chosen: match cut.reason {
                BlockReason::LoopBound => self.loaded.unroll_chosen,
                _ => ChosenBy::Auto,
            },
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
        self.progress.count();
        self.found.executions += 1;
        self.count_state(execution);
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.progress.count();
        ControlFlow::Continue(())
    }

    fn cut(&mut self, execution: &Execution<'_, State>, thread: ThreadId) -> ControlFlow<()> {
        let step = execution.next(thread);
        if let Action::Block(reason) = step.action {
            match self.found.cuts.iter_mut().find(|known| known.position == step.position) {
                Some(known) => known.executions += 1,
                None => self.found.cuts.push(Cut { position: step.position, reason, executions: 1 }),
            }
        }
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, State>, failed: Failed) -> ControlFlow<()> {
        let step = execution.next(failed.thread);
        let execution = snapshot(execution, &self.names, &[], Ending::Open);
        let name = |thread: &ThreadReport| thread.name.clone();
        self.found.error = Some(ErrorReport {
            kind: failed.failure.kind,
            message: self.names.failure(failed.failure),
            thread: execution.threads().get(failed.thread).map(name),
            place: Place::in_test(step.position),
            stack: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
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
        self.found.error = Some(ErrorReport {
            kind: ErrorKind::DataRace,
            message: format!(
                "two unordered accesses of {}, not both of them atomic",
                location.unwrap_or_else(|| "memory".into())
            ),
            thread: None,
            place: accesses.first().map_or(Place::default(), |access| access.place),
            stack: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
            output: Vec::new(),
            accesses,
            execution: Some(execution),
        });
        ControlFlow::Continue(())
    }

    fn reported(&mut self, execution: &Execution<'_, State>, check: usize) -> ControlFlow<()> {
        let Some(model) = self.model else { return ControlFlow::Continue(()) };
        match model.check(check).role {
            Role::UndefinedUnless if self.found.error.is_none() => {
                let execution = Some(snapshot(execution, &self.names, &[], Ending::Open));
                let error = model_file::undefined(model.check(check), &model.check_name(check));
                self.found.error = Some(ErrorReport { execution, ..error });
            }
            Role::UndefinedUnless => {}
            Role::Flag | Role::Axiom => *self.found.flags.entry(check).or_default() += 1,
        }
        ControlFlow::Continue(())
    }

    fn observed(&self) -> &[Address] {
        &self.observed
    }

    fn variant(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.count_state(execution);
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.progress.take_back();
        self.found = Found::default();
    }
}
