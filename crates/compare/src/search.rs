//! The search for programs that tell two models apart.
//!
//! Programs come by size, without orderings. Executions are constructed choice by choice
//! (`partial.rs`), and the orderings are chosen last. As soon as the models agree whatever else is
//! chosen (`bounds.rs`), the rest is left out.
//!
//! Models are compared by final states of programs. A state says the source of every read and the
//! last write of every location (`program.rs`), so a state that one model allows is forbidden by the
//! other if that model forbids every candidate with these sources and last writes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use porf_cat::{Model, Role};

use crate::bounds::{Truth, Values};
use crate::candidates::Candidate;
use crate::joint::Joint;
use crate::partial::Partial;
use crate::program::{Program, Skeleton};
use crate::skeletons::skeletons;
use crate::vocabulary::Vocabulary;

/// Limits of a search, and its progress for whoever looks on.
#[derive(Debug)]
pub struct Control<'a> {
    /// The size of the largest programs.
    pub max_size: usize,
    /// The time at which the search ends.
    pub deadline: Option<Instant>,
    /// Set by others to end the search.
    pub interrupt: &'a AtomicBool,
    /// The progress.
    pub progress: &'a Progress,
}

impl Control<'_> {
    pub(crate) fn stop(&self) -> Option<Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            Some(Stop::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Stop::Timeout)
        } else {
            None
        }
    }
}

/// The progress of a search.
#[derive(Default, Debug)]
pub struct Progress {
    /// The size of the programs that are being tried.
    pub size: AtomicU64,
    /// The number of programs without orderings that were tried.
    pub programs: AtomicU64,
    /// The number of their executions, complete or under construction, that were judged.
    pub executions: AtomicU64,
}

/// The reason why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time is over.
    Timeout,
    /// The user interrupted it.
    Interrupted,
}

/// A kind of difference between two models.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difference {
    /// The model with this number (0 or 1) allows a final state that the other one forbids.
    Allows(usize),
    /// The model with this number reports a program (a flag, or undefined behaviour) that the other
    /// one does not report. Only checks that the models do not share count.
    Reports(usize),
    /// The model with this number allows an execution that the other one forbids, with a final state
    /// that both allow. It is found only if there is no difference of final states in this direction.
    AllowsExecution(usize),
}

impl Difference {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Allows(0),
        Self::Allows(1),
        Self::Reports(0),
        Self::Reports(1),
        Self::AllowsExecution(0),
        Self::AllowsExecution(1),
    ];
}

/// A program that tells two models apart.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The kind of difference.
    pub difference: Difference,
    /// The program.
    pub program: Program,
    /// The execution that the models judge differently.
    pub candidate: Candidate,
    /// The number of operations of the program.
    pub size: usize,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// At most one for each kind of difference, the smallest first.
    pub findings: Vec<Finding>,
    /// All programs of this size and below were tried.
    pub completed: usize,
    /// The reason why the search ended early.
    pub stopped: Option<Stop>,
    /// The parts of the models that the programs of the search do not have.
    pub absent: Vec<&'static str>,
}

impl Comparison {
    /// The finding of this kind.
    pub fn find(&self, difference: Difference) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.difference == difference)
    }

    /// Whether the models differ on final states or reports.
    pub fn differs(&self) -> bool {
        self.findings.iter().any(|finding| !matches!(finding.difference, Difference::AllowsExecution(_)))
    }
}

/// Searches for programs that tell the two models apart. After the first difference, the search goes
/// on for one size more, for differences of other kinds.
pub fn compare(models: [&Model; 2], control: &Control<'_>) -> Comparison {
    let joint = Joint::new(&models);
    let vocabulary = Vocabulary::of(&joint);
    let mut comparison =
        Comparison { findings: Vec::new(), completed: 0, stopped: None, absent: vocabulary.absent.clone() };
    let mut search = Search::new(&joint, &vocabulary, control);
    let mut largest = control.max_size;
    for size in 1.. {
        if size > largest {
            break;
        }
        control.progress.size.store(size as u64, Ordering::Relaxed);
        let mut turns = 0u32;
        let mut go_on = || {
            turns = turns.wrapping_add(1);
            !turns.is_multiple_of(1024) || control.stop().is_none()
        };
        for skeleton in skeletons(size, &vocabulary.kinds(), &mut go_on) {
            comparison.stopped = control.stop();
            if comparison.stopped.is_some() || search.is_done() {
                break;
            }
            search.try_skeleton(&skeleton, &mut comparison.findings);
            control.progress.programs.fetch_add(1, Ordering::Relaxed);
            control.progress.executions.store(search.judged, Ordering::Relaxed);
            if comparison.differs() {
                largest = largest.min(comparison.findings[0].size + 1);
            }
        }
        comparison.stopped = comparison.stopped.or_else(|| control.stop());
        if comparison.stopped.is_some() || search.is_done() {
            break;
        }
        comparison.completed = size;
    }
    comparison
}

/// The state of a search.
struct Search<'a> {
    joint: &'a Joint,
    vocabulary: &'a Vocabulary,
    values: Values<'a>,
    /// The differences that are not found yet.
    wanted: Vec<Difference>,
    /// For each model, the axioms and the reporting checks that the other one does not have.
    own_axioms: [Vec<usize>; 2],
    own_reports: [Vec<usize>; 2],
    control: &'a Control<'a>,
    stopped: Option<Stop>,
    /// The number of executions, complete or not, that were judged.
    judged: u64,
    /// The number at which to look at the clock again.
    next_look: u64,
}

/// The judgement of one model on a partly chosen execution.
#[derive(Clone, Copy)]
struct Judgement {
    consistent: Truth,
    /// Whether all axioms hold that only this model has.
    own: Truth,
    reported: Truth,
}

impl<'a> Search<'a> {
    fn new(joint: &'a Joint, vocabulary: &'a Vocabulary, control: &'a Control<'a>) -> Self {
        let own = |model: usize, axiom: bool| -> Vec<usize> {
            let checks = joint.models[model].iter().copied();
            checks
                .filter(|check| (joint.checks[*check].role == Role::Axiom) == axiom)
                .filter(|check| !joint.models[1 - model].contains(check))
                .collect()
        };
        let reports =
            |model: usize| joint.models[model].iter().any(|&check| joint.checks[check].role != Role::Axiom);
        let own_reports = [own(0, false), own(1, false)];
        let mut wanted = Difference::ALL.to_vec();
        wanted.retain(|difference| match difference {
            Difference::Reports(model) => reports(0) && reports(1) && !own_reports[*model].is_empty(),
            _ => true,
        });
        Self {
            joint,
            vocabulary,
            values: Values::new(joint),
            wanted,
            own_axioms: [own(0, true), own(1, true)],
            own_reports,
            control,
            stopped: None,
            judged: 0,
            next_look: 0,
        }
    }

    /// Whether nothing is left to be found.
    fn is_done(&self) -> bool {
        let matters = |difference: &&Difference| !matches!(difference, Difference::AllowsExecution(_));
        self.wanted.iter().filter(matters).count() == 0
    }

    /// Looks for differences on a program, whatever the orderings.
    fn try_skeleton(&mut self, skeleton: &Skeleton, findings: &mut Vec<Finding>) {
        let mut partial = Partial::new(skeleton, self.vocabulary);
        self.values.compute_fixed(&partial.primitives);
        self.explore(&mut partial, findings);
    }

    /// Looks for differences whatever is chosen from here on.
    fn explore(&mut self, partial: &mut Partial<'_>, findings: &mut Vec<Finding>) {
        if partial.labels.is_empty() {
            self.values.compute_communication(&partial.primitives);
        }
        self.values.compute_orderings(&partial.primitives);
        self.values.compute_checks(partial.table.size);
        let judgements = [self.judge(0), self.judge(1)];
        self.judged += 1;
        if !self.wanted.iter().any(|&difference| is_possible(difference, judgements)) {
            return;
        }
        if let Some(mut choices) = partial.choices() {
            // Where there is no choice, the bounds do not tell more until everything is chosen.
            let was_communication = partial.labels.is_empty();
            let (mut undone, mut is_complete) = (1, false);
            while choices.len() == 1
                && let Some(only) = choices.pop()
            {
                partial.choose(only);
                undone += 1;
                let next = partial.choices();
                is_complete = next.is_none();
                choices = next.unwrap_or_default();
            }
            if undone > 1 && was_communication {
                self.values.compute_communication(&partial.primitives);
            }
            if is_complete {
                self.explore(partial, findings);
            }
            for choice in choices {
                if self.is_done() || self.is_stopped() {
                    break;
                }
                partial.choose(choice);
                self.explore(partial, findings);
                partial.undo();
            }
            (1..undone).for_each(|_| partial.undo());
            return;
        }
        for difference in self.wanted.clone().into_iter().filter(|&it| is_possible(it, judgements)) {
            if self.is_confirmed(difference, partial) {
                self.wanted.retain(|other| *other != difference);
                if let Difference::Allows(model) = difference {
                    let weaker = Difference::AllowsExecution(model);
                    self.wanted.retain(|other| *other != weaker);
                    findings.retain(|finding| finding.difference != weaker);
                }
                findings.push(Finding {
                    difference,
                    program: partial.program(),
                    candidate: partial.candidate.clone(),
                    size: partial.labels.len(),
                });
            }
        }
        // Confirmation tried other candidates.
        partial.relate(&partial.candidate.clone());
        self.values.compute_communication(&partial.primitives);
    }

    /// Whether the search is to end. The clock is looked at now and then.
    fn is_stopped(&mut self) -> bool {
        if self.judged >= self.next_look {
            self.next_look = self.judged + 1000;
            self.stopped = self.control.stop();
        }
        self.stopped.is_some()
    }

    fn judge(&self, model: usize) -> Judgement {
        let holds = |&check: &usize| self.values.checks[check];
        let is_axiom = |check: &&usize| self.joint.checks[**check].role == Role::Axiom;
        let reports = |check: &usize| match (self.joint.checks[*check].role, holds(check)) {
            (Role::Flag, truth) => truth,
            (_, Truth::Yes) => Truth::No,
            (_, Truth::No) => Truth::Yes,
            (_, Truth::Open) => Truth::Open,
        };
        Judgement {
            consistent: all(self.joint.models[model].iter().filter(is_axiom).map(holds)),
            own: all(self.own_axioms[model].iter().map(holds)),
            reported: any(self.own_reports[model].iter().map(reports)),
        }
    }

    /// Whether a difference of the judgements on a candidate is one of the program: no other candidate
    /// with the same final state is allowed, and no other execution of the program is reported.
    fn is_confirmed(&mut self, difference: Difference, partial: &mut Partial<'_>) -> bool {
        let mut is_state_allowed = |model: usize| {
            let candidate = partial.candidate.clone();
            let mut orders = partial.table.coherence_orders().into_iter();
            orders.any(|coherence| {
                let other = Candidate { sources: candidate.sources.clone(), coherence };
                other.last_writes() == candidate.last_writes() && self.is_consistent(model, &other, partial)
            })
        };
        match difference {
            Difference::Allows(model) => !is_state_allowed(1 - model),
            Difference::AllowsExecution(model) => is_state_allowed(1 - model),
            Difference::Reports(model) => partial.table.clone().for_each(|other| {
                !(self.is_consistent(1 - model, other, partial) && self.is_reported(1 - model))
            }),
        }
    }

    /// Whether a model allows a candidate of a program all of whose orderings are chosen.
    fn is_consistent(&mut self, model: usize, candidate: &Candidate, partial: &mut Partial<'_>) -> bool {
        partial.relate(candidate);
        self.values.compute_communication(&partial.primitives);
        self.values.compute_orderings(&partial.primitives);
        self.values.compute_checks(partial.table.size);
        self.judge(model).consistent == Truth::Yes
    }

    /// Whether any check of a model reports the candidate that was looked at last.
    fn is_reported(&self, model: usize) -> bool {
        self.joint.models[model].iter().any(|&check| match self.joint.checks[check].role {
            Role::Axiom => false,
            Role::Flag => self.values.checks[check] == Truth::Yes,
            Role::UndefinedUnless => self.values.checks[check] == Truth::No,
        })
    }
}

/// Whether a difference may still come of the choices.
fn is_possible(difference: Difference, judgements: [Judgement; 2]) -> bool {
    match difference {
        Difference::Allows(model) | Difference::AllowsExecution(model) => {
            judgements[model].consistent != Truth::No && judgements[1 - model].own != Truth::Yes
        }
        Difference::Reports(model) => {
            judgements[model].consistent != Truth::No
                && judgements[model].reported != Truth::No
                // The other model reports the program for no execution that it allows.
                && (judgements[1 - model].consistent != Truth::Yes
                    || judgements[1 - model].reported != Truth::Yes)
        }
    }
}

fn all(mut truths: impl Iterator<Item = Truth>) -> Truth {
    let mut result = Truth::Yes;
    loop {
        match truths.next() {
            None => return result,
            Some(Truth::No) => return Truth::No,
            Some(Truth::Open) => result = Truth::Open,
            Some(Truth::Yes) => {}
        }
    }
}

fn any(mut truths: impl Iterator<Item = Truth>) -> Truth {
    let mut result = Truth::No;
    loop {
        match truths.next() {
            None => return result,
            Some(Truth::Yes) => return Truth::Yes,
            Some(Truth::Open) => result = Truth::Open,
            Some(Truth::No) => {}
        }
    }
}
