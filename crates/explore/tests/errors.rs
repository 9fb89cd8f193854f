//! All errors of random programs: the same ones whatever the engine, the schedule and the equivalence, and under SC those that
//! following every interleaving finds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_entity::{
    AccessSize, Address, Content, EntityId, ErrorKind, FetchOp, Random, ReadOrdering, RmwOp, RmwOrdering,
    SourcePosition, ThreadId, Value, WriteOrdering,
};
use porf_explore::{
    Engine, Equivalence, Execution, Failed, ModelKind, Options, Race, Schedule, Sink, explore,
};
use porf_program::{Action, Answer, Ends, Failure, Object, ObjectKind, Program, Step};

const PROGRAMS: u64 = 400;
const SIZE: AccessSize = AccessSize::B4;
const OBJECTS: u64 = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Op {
    Load(u64),
    Store(u64),
    /// Writes to a location without being atomic.
    Plain,
    /// Writes to an object.
    Use(u64),
    /// Adds to an object: an error if nobody has written to it.
    Add(u64),
    Free(u64),
    Join(usize),
    Detach(usize),
    /// An error if the value that was loaded last is not 0.
    Assert,
    /// Ends the process.
    Exit,
}

/// What each thread does.
#[derive(Debug)]
struct RandomProgram(Vec<Vec<Op>>);

#[derive(Clone, Copy)]
struct State {
    thread: usize,
    next: usize,
    loaded: u64,
    uninitialised: bool,
}

impl RandomProgram {
    fn from_seed(seed: u64) -> Self {
        let mut random = Random::from_seed(seed);
        let mut below = |bound: usize| random.below(bound) as u64;
        let threads = 2 + below(2) as usize;
        let ops = 2 + below(if threads == 2 { 3 } else { 2 }) as usize;
        let mut op = |thread: usize| match below(19) {
            0..3 => Op::Load(below(2)),
            3..6 => Op::Store(below(2)),
            6 => Op::Plain,
            7..10 => Op::Use(below(2)),
            10 => Op::Add(below(2)),
            11..13 => Op::Free(below(2)),
            13..15 => Op::Join((thread + 1) % threads),
            15 => Op::Detach(below(threads) as usize),
            16..18 => Op::Assert,
            _ => Op::Exit,
        };
        Self((0..threads).map(|thread| (0..ops).map(|_| op(thread)).collect()).collect())
    }

    fn step(&self, mut state: State) -> Step<State> {
        let position = |state: State| SourcePosition {
            file: 0,
            line: state.thread as u32 + 1,
            column: state.next as u32 + 1,
        };
        let address = |location: u64| Address(8 * (location + 1));
        let object = |object: u64| Address(OBJECTS + 64 * object);
        let wrong = |kind| Action::Fail(Failure::new(kind));
        let thread = ThreadId::from_index;
        let action = loop {
            let Some(&op) = self.0[state.thread].get(state.next) else {
                break Action::Exit { result: Value(0), ends: Ends::Thread };
            };
            break match op {
                _ if state.uninitialised => wrong(ErrorKind::UninitialisedRead),
                Op::Load(location) => {
                    let ordering = ReadOrdering::SeqCst;
                    Action::Load { address: address(location), size: SIZE, ordering, wait: None }
                }
                Op::Store(location) => {
                    let ordering = WriteOrdering::SeqCst;
                    Action::Store { address: address(location), size: SIZE, ordering, value: Value(1) }
                }
                Op::Plain => {
                    let ordering = WriteOrdering::NonAtomic;
                    Action::Store { address: address(2), size: SIZE, ordering, value: Value(1) }
                }
                Op::Use(it) => {
                    let ordering = WriteOrdering::SeqCst;
                    Action::Store { address: object(it), size: SIZE, ordering, value: Value(1) }
                }
                Op::Add(it) => {
                    let op = RmwOp::Fetch { op: FetchOp::Add, operand: Value(1) };
                    let ordering = RmwOrdering::SeqCst;
                    Action::Rmw { address: object(it), size: SIZE, ordering, op, wait: None }
                }
                Op::Free(it) => Action::Free { address: object(it), kind: ObjectKind::Heap },
                Op::Join(other) => Action::Join { thread: thread(other) },
                Op::Detach(other) => Action::Detach { thread: thread(other) },
                Op::Assert if state.loaded != 0 => wrong(ErrorKind::Assertion),
                Op::Assert => {
                    state.next += 1;
                    continue;
                }
                Op::Exit => Action::Exit { result: Value(0), ends: Ends::Process },
            };
        };
        Step { action, position: position(state), state }
    }
}

impl Program for RandomProgram {
    type State = State;

    fn thread_count(&self) -> usize {
        self.0.len()
    }

    fn start(&self, thread: ThreadId) -> Step<State> {
        self.step(State { thread: thread.index(), next: 0, loaded: 0, uninitialised: false })
    }

    fn start_child(&self, _parent: &State, _child: ThreadId) -> Step<State> {
        unreachable!("nobody creates threads")
    }

    fn resume(&self, state: &State, answer: Answer) -> Step<State> {
        let next = State { next: state.next + 1, ..*state };
        self.step(match (self.0[state.thread][state.next], answer) {
            (Op::Load(_), Answer::Read(value)) => State { loaded: value.0, ..next },
            (_, Answer::Undefined(_)) => State { uninitialised: true, ..*state },
            _ => next,
        })
    }

    fn initial_value(&self, address: Address, _size: AccessSize) -> Option<Value> {
        (address.0 < OBJECTS).then_some(Value(0))
    }

    fn owner(&self, address: Address) -> Option<ThreadId> {
        (OBJECTS..2 * OBJECTS).contains(&address.0).then(|| ThreadId::from_index(0))
    }

    fn object_at(&self, _owner: &State, address: Address) -> Option<Object> {
        let base = Address(address.0 / 64 * 64);
        Some(Object { base, size: 8, kind: ObjectKind::Heap })
    }
}

/// What sort of error, and where; of a race, the later place.
type Found = BTreeSet<(String, SourcePosition)>;

#[derive(Default)]
struct Collector(Found);

impl Sink<State> for Collector {
    fn complete(&mut self, _execution: &Execution<'_, State>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _execution: &Execution<'_, State>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, State>, failed: Failed) -> ControlFlow<()> {
        let step = failed.event.map_or_else(|| execution.next(failed.thread), |event| execution.step(event));
        self.0.insert((format!("{:?}", failed.failure.kind), step.position));
        ControlFlow::Continue(())
    }

    fn race(&mut self, execution: &Execution<'_, State>, race: Race) -> ControlFlow<()> {
        let places = [race.first, race.second].map(|event| execution.step(event).position);
        self.0.insert(("Race".into(), places[0].max(places[1])));
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.0.clear();
    }
}

fn explored(program: &RandomProgram, options: &Options<'_>) -> Found {
    let mut collector = Collector::default();
    explore(program, &Options { keep_going: true, ..*options }, &mut collector);
    collector.0
}

/// An event of an interleaving: what it is, where, and how many events of each thread happen before it, itself included.
#[derive(Clone)]
struct Event {
    action: Action,
    thread: usize,
    number: usize,
    position: SourcePosition,
    before: Vec<usize>,
}

impl Event {
    fn happens_before(&self, other: &Self) -> bool {
        self.number < other.before[self.thread]
    }
}

/// An interleaving under construction.
#[derive(Clone)]
struct Interleaving {
    steps: Vec<Step<State>>,
    clocks: Vec<Vec<usize>>,
    /// For each address that was written to, the last value and what its write knew.
    memory: Vec<(Address, Value, Vec<usize>)>,
    events: Vec<Event>,
}

/// Errors of two events, told by the first.
fn pairs(events: &[Event]) -> Vec<(&'static str, usize, usize)> {
    let object = |event: &Event| match event.action {
        Action::Store { address, .. } | Action::Rmw { address, .. } => Some(address),
        _ => None,
    };
    let mut pairs = Vec::new();
    for (one, first) in events.iter().enumerate() {
        for (other, second) in events.iter().enumerate() {
            if one == other || first.happens_before(second) {
                continue;
            }
            let kind = match (first.action, second.action) {
                (Action::Free { address, .. }, Action::Free { address: same, .. }) if address == same => {
                    "DoubleFree"
                }
                (_, Action::Free { address, .. }) if object(first) == Some(address) => "UseAfterFree",
                (
                    Action::Join { thread } | Action::Detach { thread },
                    Action::Join { thread: same } | Action::Detach { thread: same },
                ) if thread == same => "InvalidJoin",
                _ => continue,
            };
            pairs.push((kind, one, other));
        }
    }
    pairs
}

impl Interleaving {
    fn new(program: &RandomProgram) -> Self {
        let threads = program.0.len();
        Self {
            steps: (0..threads).map(|thread| program.start(ThreadId::from_index(thread))).collect(),
            clocks: vec![vec![0; threads]; threads],
            memory: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The interleaving after a thread has taken its next step, if it can.
    fn after(&self, program: &RandomProgram, thread: usize) -> Option<Self> {
        let mut next = self.clone();
        let step = &self.steps[thread];
        let join = |clock: &mut Vec<usize>, other: &[usize]| {
            clock.iter_mut().zip(other).for_each(|(one, &other)| *one = (*one).max(other));
        };
        let mut clock = self.clocks[thread].clone();
        clock[thread] += 1;
        let mut written = None;
        let answer = match step.action {
            Action::Exit { .. } | Action::Fail(_) => return None,
            Action::Join { thread: other } => {
                let result = self.steps[other.index()].action.joinable_result()?;
                join(&mut clock, &self.clocks[other.index()]);
                Answer::Joined(result)
            }
            Action::Load { address, .. } | Action::Rmw { address, .. } => {
                let source = self.memory.iter().find(|(it, ..)| *it == address);
                if let Some((.., known)) = source {
                    join(&mut clock, known);
                }
                let initial = program.initial_value(address, SIZE);
                let value = source.map(|&(_, value, _)| value).or(initial);
                if matches!(step.action, Action::Rmw { .. }) {
                    written = value.map(|value| (address, Value(value.0 + 1)));
                }
                value.map_or(Answer::Undefined(Content::nothing(SIZE)), Answer::Read)
            }
            Action::Store { address, value, .. } => {
                written = Some((address, value));
                Answer::Done
            }
            _ => Answer::Done,
        };
        if let Some((address, value)) = written {
            next.memory.retain(|(it, ..)| *it != address);
            next.memory.push((address, value, clock.clone()));
        }
        let number = self.clocks[thread][thread];
        let Step { action, position, state } = *step;
        next.events.push(Event { action, thread, number, position, before: clock.clone() });
        next.clocks[thread] = clock;
        next.steps[thread] = program.resume(&state, answer);
        Some(next)
    }

    /// The errors without another one before them, if no thread can go on.
    fn errors(&self, found: &mut Found) {
        let events = &self.events;
        let pairs = pairs(events);
        let is_within = |event: usize, of: &[&[usize]]| {
            of.iter().any(|clock| events[event].number < clock[events[event].thread])
        };
        let before = |event: usize| &events[event].before[..];
        let any_within =
            |of: &[&[usize]]| pairs.iter().any(|&(_, a, b)| is_within(a, of) && is_within(b, of));
        for &(kind, one, other) in &pairs {
            let of = [before(one), before(other)];
            let is_smaller = |&(_, a, b): &(&str, usize, usize)| {
                let others = [before(a), before(b)];
                is_within(a, &of)
                    && is_within(b, &of)
                    && !(is_within(one, &others) && is_within(other, &others))
            };
            if !pairs.iter().any(is_smaller) {
                found.insert((kind.into(), events[one].position));
            }
        }
        let mut failed = !pairs.is_empty();
        for (thread, step) in self.steps.iter().enumerate() {
            if let Action::Fail(failure) = step.action {
                failed = true;
                if !any_within(&[&self.clocks[thread]]) {
                    found.insert((format!("{:?}", failure.kind), step.position));
                }
            }
        }
        let plain =
            |event: &Event| matches!(event.action, Action::Store { ordering: WriteOrdering::NonAtomic, .. });
        for (one, first) in events.iter().enumerate().filter(|(_, event)| plain(event)) {
            for (other, second) in events.iter().enumerate().filter(|(_, event)| plain(event)) {
                let unordered = !first.happens_before(second) && !second.happens_before(first);
                if unordered && !any_within(&[before(one), before(other)]) {
                    found.insert(("Race".into(), first.position.max(second.position)));
                }
            }
        }
        let ends = |step: &Step<State>| matches!(step.action, Action::Exit { ends, .. } if ends.is_process());
        let waiting = self.steps.iter().filter(|step| matches!(step.action, Action::Join { .. }));
        if let Some(first) = waiting.map(|step| step.position).min()
            && !failed
            && !self.steps.iter().any(ends)
        {
            found.insert(("Deadlock".into(), first));
        }
    }

    fn follow(&self, program: &RandomProgram, found: &mut Found) {
        let mut is_full = true;
        for thread in 0..self.steps.len() {
            if let Some(next) = self.after(program, thread) {
                is_full = false;
                next.follow(program, found);
            }
        }
        if is_full {
            self.errors(found);
        }
    }
}

#[test]
fn errors_are_those_of_the_interleavings() {
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    for seed in 0..PROGRAMS {
        let program = RandomProgram::from_seed(seed);
        let mut expected = Found::new();
        Interleaving::new(&program).follow(&program, &mut expected);
        for schedule in Schedule::ALL {
            let options = Options { schedule, ..Options::new(ModelKind::Sc) };
            for equivalence in [Equivalence::Co, Equivalence::Rf] {
                let options =
                    Options { engine: Some(Engine::Graph), equivalence: Some(equivalence), ..options };
                assert_eq!(
                    explored(&program, &options),
                    expected,
                    "{seed}: {program:?} {schedule} {equivalence}"
                );
            }
            let options = Options { engine: Some(Engine::Trace), ..options };
            assert_eq!(
                explored(&program, &options),
                expected,
                "{seed}: {program:?} {schedule} interleavings"
            );
        }
        kinds.extend(expected.into_iter().map(|(kind, _)| kind));
    }
    let all =
        ["Assertion", "Deadlock", "DoubleFree", "InvalidJoin", "Race", "UninitialisedRead", "UseAfterFree"];
    assert!(kinds.iter().map(String::as_str).eq(all), "{kinds:?}");
}

#[test]
fn schedules_and_equivalences_agree_under_every_model() {
    for seed in 0..PROGRAMS {
        let program = RandomProgram::from_seed(seed);
        for model in ModelKind::ALL {
            let mut agreed: Option<Found> = None;
            for schedule in Schedule::ALL {
                for equivalence in [Equivalence::Co, Equivalence::Rf] {
                    let engine = Some(Engine::Graph);
                    let options =
                        Options { engine, schedule, equivalence: Some(equivalence), ..Options::new(model) };
                    let found = explored(&program, &options);
                    let agreed = agreed.get_or_insert_with(|| found.clone());
                    assert_eq!(found, *agreed, "{seed}: {program:?} {model} {schedule} {equivalence}");
                }
            }
        }
    }
}
