//! Small executions that show why a model does not have the conditions of exploration [genmc §3].
//!
//! 1. *Causality* (MM1): an execution with a cycle of po ∪ rf that the model allows.
//! 2. *Atomicity*: an execution with a write between the read and the write of a read-modify-write
//!    that the model allows.
//! 3. *Prefix-closed* (MM2), for each axiom: an execution that the model allows, and that violates
//!    the axiom without its last operation of some thread, from which nothing reads.
//! 4. *Extensible* (MM3), for each axiom: an execution that the model allows, and that violates the
//!    axiom with one more operation, which reads the last write in coherence order, or writes last.
//!
//! The executions are those of the programs that models are compared on. Both executions of a pair
//! are causal and atomic, since exploration builds no others. For one axiom alone, it suffices to
//! look at prefixes with one event less: if an axiom holds of an execution and not of a prefix, it
//! stops to hold at some step from one to the other. Here the larger execution must also satisfy all
//! other axioms, so an axiom may break a condition although no pair is found.

use std::sync::atomic::Ordering;

use porf_cat::{Evaluation, Events, Model, Outcome, PrimitiveRelation, Role, evaluate};

use crate::bounds::{Primitives, plain_events};
use crate::candidates::{Candidate, EventTable};
use crate::joint::Joint;
use crate::program::{Label, Program, Skeleton};
use crate::search::{Control, Stop};
use crate::skeletons::skeletons;
use crate::vocabulary::Vocabulary;

/// A condition of exploration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// Cycles of po ∪ rf are forbidden.
    Causality,
    /// Read-modify-writes are atomic.
    Atomicity,
    /// The axiom at this place of the model is prefix-closed.
    PrefixClosed(usize),
    /// The axiom at this place of the model is extensible.
    Extensible(usize),
}

/// An execution that shows that a model does not have a condition.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The condition.
    pub condition: Condition,
    /// The program; of a pair of executions that of the larger one.
    pub program: Program,
    /// The execution.
    pub candidate: Candidate,
    /// The thread whose last operation makes the difference between a pair of executions.
    pub thread: Option<usize>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Counterexamples {
    /// At most one for each condition, the smallest programs first.
    pub found: Vec<Counterexample>,
    /// All programs of this size and below were tried.
    pub completed: usize,
    /// The reason why the search ended early.
    pub stopped: Option<Stop>,
    /// The parts of the model that the programs of the search do not have.
    pub absent: Vec<&'static str>,
}

/// Searches for counterexamples to the conditions, by the size of programs.
pub fn counterexamples(model: &Model, conditions: &[Condition], control: &Control<'_>) -> Counterexamples {
    let joint = Joint::new(&[model]);
    let vocabulary = Vocabulary::of(&joint);
    let mut search = Search { model, wanted: conditions.to_vec(), found: Vec::new() };
    let mut result =
        Counterexamples { found: Vec::new(), completed: 0, stopped: None, absent: vocabulary.absent.clone() };
    'sizes: for size in 1..=control.max_size {
        if search.wanted.is_empty() {
            break;
        }
        control.progress.size.store(size as u64, Ordering::Relaxed);
        for skeleton in skeletons(size, &vocabulary.kinds(), &mut || control.stop().is_none()) {
            control.progress.programs.fetch_add(1, Ordering::Relaxed);
            let kinds = skeleton.operations().map(|operation| vocabulary.labels(operation.kind));
            let choices: Vec<&[Label]> = kinds.collect();
            let mut labels = vec![0; choices.len()];
            loop {
                result.stopped = control.stop();
                if result.stopped.is_some() || search.wanted.is_empty() {
                    break 'sizes;
                }
                let chosen = labels.iter().zip(&choices).map(|(&label, choices)| choices[label]);
                let program = Program { skeleton: skeleton.clone(), labels: chosen.collect() };
                search.try_program(&program, control);
                let Some(place) = (0..labels.len()).find(|&at| labels[at] + 1 < choices[at].len()) else {
                    break;
                };
                labels[place] += 1;
                labels[..place].fill(0);
            }
        }
        result.stopped = control.stop();
        if result.stopped.is_some() {
            break;
        }
        result.completed = size;
    }
    result.found = search.found;
    result
}

struct Search<'m> {
    model: &'m Model,
    wanted: Vec<Condition>,
    found: Vec<Counterexample>,
}

/// A program whose candidates are judged.
struct Judged {
    program: Program,
    table: EventTable,
    primitives: Primitives,
}

impl Judged {
    fn new(program: Program) -> Self {
        let table = EventTable::new(&program.skeleton);
        let mut primitives = table.primitives(&program.skeleton);
        for (operation, &label) in program.labels.iter().enumerate() {
            table.label(operation, &[label], &mut primitives);
        }
        Self { program, table, primitives }
    }

    /// The events of an execution.
    fn events(&mut self, candidate: &Candidate) -> Events {
        self.table.relate(candidate, &mut self.primitives);
        plain_events(&self.primitives)
    }
}

/// A program without the last operation of a thread.
struct Shorter {
    thread: usize,
    last: Last,
    judged: Judged,
}

impl Search<'_> {
    fn try_program(&mut self, program: &Program, control: &Control<'_>) {
        let mut judged = Judged::new(program.clone());
        let threads = 0..program.skeleton.threads.len();
        let mut shorter: Vec<Shorter> = threads
            .filter_map(|thread| {
                let last = Last::new(&program.skeleton, &judged.table, thread);
                Some(Shorter { thread, last, judged: Judged::new(program.without_last(thread)?) })
            })
            .collect();
        let table = judged.table.clone();
        table.for_each(|candidate| {
            self.try_candidate(&mut judged, candidate, &mut shorter);
            !self.wanted.is_empty() && control.stop().is_none()
        });
    }

    fn try_candidate(&mut self, judged: &mut Judged, candidate: &Candidate, shorter: &mut [Shorter]) {
        let events = judged.events(candidate);
        let (is_causal, is_atomic) = (is_causal(&events), is_atomic(&events));
        if !is_causal && !is_atomic {
            return;
        }
        let evaluation = evaluate(self.model, &events);
        let is_consistent = evaluation.is_consistent(self.model);
        if is_causal && is_atomic {
            for shorter in shorter.iter_mut().filter(|shorter| !shorter.last.is_read(candidate)) {
                self.compare(judged, candidate, &evaluation, shorter);
            }
        } else if is_consistent {
            let condition = if is_causal { Condition::Atomicity } else { Condition::Causality };
            self.add(condition, &judged.program, candidate, None);
        }
    }

    /// Compares an execution with the one without the last operation of a thread.
    fn compare(
        &mut self,
        judged: &Judged,
        candidate: &Candidate,
        evaluation: &Evaluation,
        shorter: &mut Shorter,
    ) {
        let is_consistent = evaluation.is_consistent(self.model);
        let fails = |evaluation: &Evaluation, check: usize| evaluation.outcomes[check] != Outcome::Holds;
        let is_open = |condition: &Condition| match *condition {
            Condition::PrefixClosed(_) => is_consistent,
            Condition::Extensible(check) => {
                fails(evaluation, check) && shorter.last.is_maximal(&judged.table, candidate)
            }
            Condition::Causality | Condition::Atomicity => false,
        };
        let open: Vec<Condition> = self.wanted.iter().copied().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let prefix = candidate.without(&judged.table, &shorter.last);
        let events = shorter.judged.events(&prefix);
        if !is_causal(&events) || !is_atomic(&events) {
            return;
        }
        let before = evaluate(self.model, &events);
        for condition in open {
            let is_shown = match condition {
                Condition::PrefixClosed(check) => fails(&before, check),
                _ => before.is_consistent(self.model),
            };
            if is_shown {
                self.add(condition, &judged.program, candidate, Some(shorter.thread));
            }
        }
    }

    fn add(&mut self, condition: Condition, program: &Program, candidate: &Candidate, thread: Option<usize>) {
        if self.wanted.contains(&condition) {
            self.wanted.retain(|other| *other != condition);
            let (program, candidate) = (program.clone(), candidate.clone());
            self.found.push(Counterexample { condition, program, candidate, thread });
        }
    }
}

/// The axioms of a model, by their places.
pub fn axioms(model: &Model) -> impl Iterator<Item = usize> + '_ {
    let checks = model.checks.iter().enumerate();
    checks.filter(|(_, check)| check.role == Role::Axiom).map(|(place, _)| place)
}

/// The axiom that an execution violates and that exploration adds to every model:
/// [causality](Condition::Causality) or [atomicity](Condition::Atomicity).
pub fn violated_by_construction(program: &Program, candidate: &Candidate) -> Option<Condition> {
    let events = Judged::new(program.clone()).events(candidate);
    match (is_causal(&events), is_atomic(&events)) {
        (false, _) => Some(Condition::Causality),
        (true, false) => Some(Condition::Atomicity),
        (true, true) => None,
    }
}

fn is_causal(events: &Events) -> bool {
    let relation = |relation| events.relation(relation);
    let porf = relation(PrimitiveRelation::ProgramOrder).or(relation(PrimitiveRelation::ReadsFrom));
    let closure = porf.plus();
    (0..events.size()).all(|event| !closure.contains(event, event))
}

fn is_atomic(events: &Events) -> bool {
    let relation = |relation| events.relation(relation);
    let coherence = relation(PrimitiveRelation::Coherence);
    let from_reads = relation(PrimitiveRelation::ReadsFrom).inverse().then(coherence);
    relation(PrimitiveRelation::ReadModifyWrite).and(&from_reads.then(coherence)).is_empty()
}

/// The last operation of a thread.
struct Last {
    /// Its events.
    events: std::ops::Range<usize>,
    location: Option<usize>,
    /// Whether no other operation accesses the location, so that its initial write goes, too.
    is_only_access: bool,
}

impl Last {
    fn new(skeleton: &Skeleton, table: &EventTable, thread: usize) -> Self {
        let before: usize = skeleton.threads[..=thread].iter().map(Vec::len).sum();
        let operation = skeleton.threads[thread].last().expect("threads have operations");
        let first = table.first[before - 1];
        let location = operation.kind.is_access().then_some(usize::from(operation.location));
        let accesses =
            skeleton.operations().filter(|it| it.kind.is_access() && it.location == operation.location);
        Self {
            events: first..first + operation.kind.events(),
            location,
            is_only_access: location.is_some() && accesses.count() == 1,
        }
    }

    /// Whether it reads the last write in coherence order, apart from its own, and writes last.
    fn is_maximal(&self, table: &EventTable, candidate: &Candidate) -> bool {
        let Some(location) = self.location else { return true };
        let order = &candidate.coherence[location];
        let is_other = |write: &&usize| !self.events.contains(write);
        let latest = order.iter().rev().find(is_other).copied().unwrap_or(location);
        let own = order.iter().position(|write| self.events.contains(write));
        let mut reads = table.reads.iter().zip(&candidate.sources);
        let reads_latest = reads.all(|((read, _), &source)| !self.events.contains(read) || source == latest);
        reads_latest && own.is_none_or(|place| place + 1 == order.len())
    }

    /// Whether another operation reads from it.
    fn is_read(&self, candidate: &Candidate) -> bool {
        candidate.sources.iter().any(|source| self.events.contains(source))
    }
}

impl Candidate {
    /// The execution without an operation from which nothing reads.
    fn without(&self, table: &EventTable, last: &Last) -> Self {
        let gone = |event: usize| {
            last.events.contains(&event) || last.is_only_access && Some(event) == last.location
        };
        let moved = |event: usize| event - (0..event).filter(|&earlier| gone(earlier)).count();
        let sources = table.reads.iter().zip(&self.sources).filter(|((read, _), _)| !gone(*read));
        let kept = self.coherence.iter().enumerate();
        let kept = kept.filter(|(location, _)| !(last.is_only_access && Some(*location) == last.location));
        let order =
            |order: &Vec<usize>| order.iter().copied().filter(|&write| !gone(write)).map(moved).collect();
        Self {
            sources: sources.map(|(_, &source)| moved(source)).collect(),
            coherence: kept.map(|(_, writes)| order(writes)).collect(),
        }
    }
}

impl Program {
    /// The program without the last operation of a thread; `None` if it is the only one at all.
    fn without_last(&self, thread: usize) -> Option<Self> {
        let mut threads = self.skeleton.threads.clone();
        let before: usize = threads[..=thread].iter().map(Vec::len).sum();
        let mut labels = self.labels.clone();
        labels.remove(before - 1);
        let gone = threads[thread].pop()?;
        if threads[thread].is_empty() {
            threads.remove(thread);
        }
        let is_left = threads.iter().flatten().any(|it| it.kind.is_access() && it.location == gone.location);
        if gone.kind.is_access() && !is_left {
            let later =
                |it: &&mut crate::program::Operation| it.kind.is_access() && it.location > gone.location;
            threads.iter_mut().flatten().filter(later).for_each(|it| it.location -= 1);
        }
        (!threads.is_empty()).then_some(Self { skeleton: Skeleton { threads }, labels })
    }
}
