//! Executions up to permutations of symmetric threads, by brute force: all executions are explored and the least of each
//! one's permutations is taken.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use porf_entity::{EntityId, ThreadId};
use porf_explore::{Execution, Options, Sink, Summary, Symmetry, explore};
use porf_graph::{EventId, Graph, Label, ReadKind, Source};
use porf_program::{Action, Program};

/// Larger groups have too many permutations.
const MANY_SYMMETRIC_THREADS: usize = 5;

/// An event as (thread, position among those that are no attempts to get a lock).
type Name = (usize, usize);

/// What a thread does, one step an event: what sort of event, what it reads from, and what it comes after in coherence order, where
/// there is something; and at the end whether the thread has finished.
type Story = Vec<(u8, Option<Name>, Option<Name>)>;

/// Collects executions, and which threads are symmetric.
#[derive(Default)]
struct Collector {
    executions: Vec<BTreeMap<usize, Story>>,
    groups: BTreeSet<Vec<usize>>,
    is_wrong: bool,
}

impl<S> Sink<S> for Collector {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution)
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution)
    }

    fn failed(&mut self, _: &Execution<'_, S>, _: porf_explore::Failed) -> ControlFlow<()> {
        self.is_wrong = true;
        ControlFlow::Break(())
    }

    fn race(&mut self, _: &Execution<'_, S>, _: porf_explore::Race) -> ControlFlow<()> {
        self.is_wrong = true;
        ControlFlow::Break(())
    }

    fn restart(&mut self) {
        *self = Self::default();
    }
}

impl Collector {
    fn add<S>(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let graph = execution.graph();
        let mut stories = BTreeMap::new();
        for thread in execution.threads() {
            let symmetric: Vec<usize> = execution.symmetric(thread).map(EntityId::index).collect();
            if symmetric.len() > 1 {
                self.groups.insert(symmetric);
            }
            let mut story: Story = named(graph, thread).map(|event| step(graph, event)).collect();
            // Whoever joins them goes on or not depending on which of them has finished.
            let joins = |step: &(u8, Option<Name>, Option<Name>)| step.0 == JOIN;
            let waits = matches!(execution.next(thread).action, Action::Join { .. });
            while waits && story.last().is_some_and(joins) {
                story.pop();
            }
            let has_finished = matches!(execution.next(thread).action, Action::Exit { .. });
            story.push((u8::from(has_finished), None, None));
            stories.insert(thread.index(), story);
        }
        self.executions.push(stories);
        ControlFlow::Continue(())
    }
}

const JOIN: u8 = 9;

fn named(graph: &Graph, thread: ThreadId) -> impl Iterator<Item = EventId> + '_ {
    let events = graph.thread_events(thread).iter().copied();
    events.filter(|&event| !matches!(graph.event(event).label, Label::Wait { .. }))
}

fn name(graph: &Graph, event: EventId) -> Name {
    let thread = graph.event(event).thread;
    let position = named(graph, thread).take_while(|&other| other != event).count();
    (thread.index(), position)
}

fn step(graph: &Graph, event: EventId) -> (u8, Option<Name>, Option<Name>) {
    match graph.event(event).label {
        Label::Read(read) => {
            let kind = match read.kind {
                ReadKind::Load | ReadKind::FailedExchange => 0,
                ReadKind::Exclusive => 1,
                ReadKind::SpuriousFailure => 2,
            };
            (kind, read.source.write().map(|write| name(graph, write)), None)
        }
        Label::Write(write) => {
            let before = graph.write_at(write.location, graph.position(Source::Write(event)) - 1);
            (3, None, before.write().map(|before| name(graph, before)))
        }
        // What is chosen takes the place of a name.
        Label::Choice(choice) => (4, Some((choice as usize, 0)), None),
        Label::Fence(_) => (5, None, None),
        Label::Free { .. } => (6, None, None),
        Label::Addition(_) => (7, None, None),
        Label::Spawn(_) => (8, None, None),
        Label::Join(_) => (JOIN, None, None),
        Label::Wait { .. } => (10, None, None),
        Label::Barrier { step, .. } => (11 + step as u8, None, None),
    }
}

/// The least of what an execution becomes when symmetric threads change places.
fn least(stories: &BTreeMap<usize, Story>, groups: &[Vec<usize>]) -> BTreeMap<usize, Story> {
    let mut least: Option<BTreeMap<usize, Story>> = None;
    for_each_permutation(groups, &mut BTreeMap::new(), &mut |places| {
        let place = |thread: usize| places.get(&thread).copied().unwrap_or(thread);
        let moved = |(kind, source, before): (u8, Option<Name>, Option<Name>)| {
            let name = |(thread, position): Name| (place(thread), position);
            (kind, if kind == 4 { source } else { source.map(name) }, before.map(name))
        };
        let permuted: BTreeMap<usize, Story> = stories
            .iter()
            .map(|(&thread, story)| (place(thread), story.iter().copied().map(moved).collect()))
            .collect();
        if least.as_ref().is_none_or(|least| permuted < *least) {
            least = Some(permuted);
        }
    });
    least.unwrap_or_default()
}

/// Calls `f` with every way in which the threads of each group can change places.
fn for_each_permutation(
    groups: &[Vec<usize>],
    places: &mut BTreeMap<usize, usize>,
    f: &mut impl FnMut(&BTreeMap<usize, usize>),
) {
    let Some((group, rest)) = groups.split_first() else { return f(places) };
    let Some(&thread) = group.iter().find(|thread| !places.contains_key(thread)) else {
        return for_each_permutation(rest, places, f);
    };
    for &place in group {
        if !places.values().any(|&taken| taken == place) {
            places.insert(thread, place);
            for_each_permutation(groups, places, f);
            places.remove(&thread);
        }
    }
}

/// How what is explored differs from one execution of each class.
pub(crate) fn difference<P: Program>(program: &P, options: &Options<'_>) -> Option<String> {
    let explored = |symmetry| -> (Collector, Summary) {
        let mut collector = Collector::default();
        let summary = explore(program, &Options { symmetry, ..options.clone() }, &mut collector);
        (collector, summary)
    };
    let (classes, summary) = explored(true);
    let (all, _) = explored(false);
    if classes.is_wrong != all.is_wrong {
        return Some(format!(
            "with symmetry {}: an error is found, without it {}",
            classes.is_wrong, all.is_wrong
        ));
    }
    let groups: Vec<Vec<usize>> = classes.groups.into_iter().collect();
    let is_used = matches!(summary.symmetry, Symmetry::Used { .. });
    if !is_used || all.is_wrong || groups.iter().any(|group| group.len() > MANY_SYMMETRIC_THREADS) {
        return None;
    }
    // Groups that differ from execution to execution are too much for this.
    let threads: Vec<usize> = groups.iter().flatten().copied().collect();
    if threads.iter().collect::<BTreeSet<_>>().len() < threads.len() {
        return None;
    }
    let expected: BTreeSet<_> = all.executions.iter().map(|it| least(it, &groups)).collect();
    let found: Vec<_> = classes.executions.iter().map(|it| least(it, &groups)).collect();
    let distinct: BTreeSet<_> = found.iter().cloned().collect();
    (distinct != expected || found.len() > distinct.len()).then(|| {
        format!(
            "{} classes of {} executions, but {} explored, of which {} are different",
            expected.len(),
            all.executions.len(),
            found.len(),
            distinct.len()
        )
    })
}
