//! The search for a violation through one event.
//!
//! Let A be the automaton of a relation r, and link its end to its start. A cycle of r is a closed
//! walk in the product of events and states that takes the link at least once; a loop of r, a pair
//! (a, a), is one that takes it exactly once. If the graph without event e has none, every closed
//! walk passes e in some state q and leaves e from there. So for each such q the search goes back
//! from (e, q), over rows of events, and looks whether it comes to (e, q) again with the link taken.

use porf_cat::Test;
use porf_graph::{EventId, Graph, Label, Source};

use super::automaton::{Automaton, Letter, State, Step};
use super::scene::{Bit, Letters, Row, Scene, bits, contains, insert, or};

/// Memory of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct CycleSearch {
    /// For each state, without and with the link taken, the events that were visited.
    visited: [Vec<Row>; 2],
    /// Those of them from which the search has still to go on.
    open: [Vec<Row>; 2],
}

/// The closed walks to look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search<'a> {
    pub(super) graph: &'a Graph,
    pub(super) letters: &'a Letters,
    pub(super) automaton: &'a Automaton,
    pub(super) test: Test,
    /// The events that closed walks may have, if it is known.
    pub(super) among: Option<&'a Row>,
}

impl CycleSearch {
    /// Whether an event lies on a closed walk that violates the test.
    pub(super) fn finds(&mut self, scene: &mut Scene, search: Search<'_>, event: EventId) -> bool {
        let Search { graph, automaton, .. } = search;
        let leaves = |state: &State| automaton.out[*state].iter().any(|&it| may_leave(graph, it, event));
        let states: Vec<State> = (0..automaton.into.len()).filter(leaves).collect();
        let bit = scene.bit(event);
        states.into_iter().any(|state| self.returns(scene, search, (bit, state)))
    }

    /// Whether a walk leads back to where it began.
    fn returns(&mut self, scene: &mut Scene, search: Search<'_>, (event, state): (Bit, State)) -> bool {
        let Search { graph, letters, automaton, test, among } = search;
        let links_again = test == Test::Acyclic;
        for rows in self.visited.iter_mut().chain(&mut self.open) {
            rows.resize_with(automaton.into.len(), Row::new);
            for row in rows {
                row.clear();
                row.resize(scene.words, 0);
            }
        }
        insert(&mut self.open[0][state], event);
        let mut pending: Vec<(usize, State)> = vec![(0, state)];
        while let Some((linked, at)) = pending.pop() {
            let open = std::mem::replace(&mut self.open[linked][at], scene.take());
            if at == automaton.start && (linked == 0 || links_again) {
                self.add(&mut pending, 1, automaton.end, &open);
            }
            for (step, from) in &automaton.into[at] {
                let mut before = scene.take();
                match step {
                    Step::Test(set) => {
                        for bit in bits(&open).filter(|&bit| set.contains(scene.class(bit))) {
                            insert(&mut before, bit);
                        }
                    }
                    Step::Letter(letter) => {
                        for bit in bits(&open) {
                            scene.add_before(graph, letters, *letter, bit, &mut before);
                        }
                        if let Some(among) = among {
                            before.iter_mut().zip(among).for_each(|(word, among)| *word &= among);
                        }
                    }
                }
                self.add(&mut pending, linked, *from, &before);
                scene.give_back(before);
            }
            scene.give_back(open);
            if contains(&self.visited[1][state], event) {
                return true;
            }
        }
        false
    }

    /// Goes on from those of the events that were not visited in the state.
    fn add(&mut self, pending: &mut Vec<(usize, State)>, linked: usize, state: State, events: &Row) {
        let visited = &mut self.visited[linked][state];
        let open = &mut self.open[linked][state];
        let was_open = open.iter().any(|&word| word != 0);
        let mut any = false;
        for ((word, visited), open) in events.iter().zip(visited.iter()).zip(open.iter_mut()) {
            let new = word & !visited;
            *open |= new;
            any |= new != 0;
        }
        or(visited, events);
        if any && !was_open {
            pending.push((linked, state));
        }
    }
}

/// Whether a letter may lead from an event, which is the last of its thread, to another event.
fn may_leave(graph: &Graph, letter: Letter, event: EventId) -> bool {
    let label = graph.event(event).label;
    match (letter, label) {
        (Letter::Coherence, Label::Write(write)) => {
            graph.coherence_successor(write.location, Source::Write(event)).is_some()
        }
        (Letter::FromReads, Label::Read(read)) => {
            graph.coherence_successor(read.location, read.source).is_some()
        }
        (Letter::Coherence | Letter::FromReads, _) => false,
        (Letter::Prefix(_), Label::Write(write)) => {
            graph.readers(write.location, Source::Write(event)).next().is_some()
        }
        (Letter::Prefix(_), _) => false,
        (Letter::Other(_), _) => true,
    }
}
