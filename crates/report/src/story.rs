//! The order in which the events of an execution are shown.
//!
//! A reader goes through a table from top to bottom and takes it for time. That is right where the
//! execution has an interleaving, an order of all events that extends po ∪ rf ∪ co ∪ fr and the
//! order that the creation and the joining of threads impose. Where it has none, the order extends
//! all but co ∪ fr, so that no value is read above the row that writes it, and a cycle of the
//! larger relation shows why there is no interleaving.

use porf_entity::EntityId;
use std::collections::VecDeque;

use crate::execution::{Edge, EdgeKind, EventNumber, ExecutionReport};

/// The events in an order that extends all edges, or else all but co and fr.
pub(crate) fn order(execution: &ExecutionReport) -> Vec<EventNumber> {
    let edges = execution.edges();
    linear_extension(execution, &edges).unwrap_or_else(|| {
        let causal: Vec<Edge> =
            edges.into_iter().filter(|edge| !matches!(edge.kind, EdgeKind::Co | EdgeKind::Fr)).collect();
        // Every model forbids cycles of po ∪ rf. Should there be one all the same, the events are
        // shown in the given order.
        linear_extension(execution, &causal).unwrap_or_else(|| execution.events().ids().collect())
    })
}

/// The events in an order that extends the edges, if they have no cycle.
fn linear_extension(execution: &ExecutionReport, edges: &[Edge]) -> Option<Vec<EventNumber>> {
    let order = outside_cycles(execution, edges);
    (order.len() == execution.events().len()).then_some(order)
}

/// The events that are neither on a cycle nor after one, in an order that extends the edges. A
/// thread goes on as long as it can, since a story with few switches is easier to follow.
fn outside_cycles(execution: &ExecutionReport, edges: &[Edge]) -> Vec<EventNumber> {
    let count = execution.events().len();
    let successors = successors(count, edges);
    let mut missing = vec![0; count];
    for edge in edges {
        missing[edge.to.index()] += 1;
    }
    let mut ready: Vec<EventNumber> =
        execution.events().ids().filter(|event| missing[event.index()] == 0).collect();
    let mut order = Vec::with_capacity(count);
    let mut current = None;
    while !ready.is_empty() {
        let thread_of = |event: &EventNumber| execution.events()[*event].thread;
        let next = ready.iter().position(|event| Some(thread_of(event)) == current).unwrap_or_else(|| {
            let (position, _) =
                ready.iter().enumerate().min_by_key(|(_, event)| thread_of(event)).expect("not empty");
            position
        });
        let event = ready.swap_remove(next);
        current = Some(thread_of(&event));
        order.push(event);
        for edge in &successors[event.index()] {
            missing[edge.to.index()] -= 1;
            if missing[edge.to.index()] == 0 {
                ready.push(edge.to);
            }
        }
    }
    order
}

fn successors(count: usize, edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut successors = vec![Vec::new(); count];
    for edge in edges {
        successors[edge.from.index()].push(*edge);
    }
    successors
}

/// A cycle with as few edges other than po as possible, if there is one.
pub(crate) fn cycle(execution: &ExecutionReport) -> Option<Vec<Edge>> {
    let edges = execution.edges();
    let mut may_be_on_a_cycle = vec![true; execution.events().len()];
    for event in outside_cycles(execution, &edges) {
        may_be_on_a_cycle[event.index()] = false;
    }
    let successors = successors(execution.events().len(), &edges);
    let starts = execution.events().ids().filter(|event| may_be_on_a_cycle[event.index()]);
    let cycles = starts.filter_map(|start| shortest_cycle(start, &successors));
    cycles.map(joined).min_by_key(Vec::len)
}

/// The shortest cycle through `start`, where steps in program order cost nothing and others one
/// each.
fn shortest_cycle(start: EventNumber, successors: &[Vec<Edge>]) -> Option<Vec<Edge>> {
    let mut arrival: Vec<Option<(u32, Edge)>> = vec![None; successors.len()];
    let mut queue = VecDeque::from([(0, start)]);
    while let Some((distance, event)) = queue.pop_front() {
        for &edge in &successors[event.index()] {
            let step = u32::from(edge.kind != EdgeKind::Po);
            let known = &mut arrival[edge.to.index()];
            if known.is_none_or(|(known_distance, _)| distance + step < known_distance) {
                *known = Some((distance + step, edge));
                if edge.to == start {
                    continue;
                }
                match step {
                    0 => queue.push_front((distance, edge.to)),
                    _ => queue.push_back((distance + 1, edge.to)),
                }
            }
        }
    }
    let mut cycle = Vec::new();
    let mut event = start;
    loop {
        let (_, edge) = arrival[event.index()]?;
        cycle.push(edge);
        event = edge.from;
        if event == start {
            cycle.reverse();
            return Some(cycle);
        }
    }
}

/// The cycle with each run of po edges joined to one, beginning at the start of such a run.
fn joined(mut cycle: Vec<Edge>) -> Vec<Edge> {
    let is_po = |edge: &Edge| edge.kind == EdgeKind::Po;
    let count = cycle.len();
    let run_start = (0..count).find(|&i| is_po(&cycle[i]) && !is_po(&cycle[(i + count - 1) % count]));
    cycle.rotate_left(run_start.unwrap_or(0));
    let mut joined: Vec<Edge> = Vec::new();
    for edge in cycle {
        match joined.last_mut() {
            Some(last) if is_po(last) && is_po(&edge) => last.to = edge.to,
            _ => joined.push(edge),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadLink;
    use crate::examples::{self, Builder};
    use porf_entity::ThreadId;

    /// Whether each edge of the given kinds points downwards.
    fn extends(execution: &ExecutionReport, kinds: &[EdgeKind]) -> bool {
        execution.edges().iter().filter(|edge| kinds.contains(&edge.kind)).all(|edge| edge.from < edge.to)
    }

    #[test]
    fn an_interleaving_is_found_where_there_is_one() {
        // P1 reads P0's first write, so it stands in the middle of P0 although P0 was built first.
        let mut build = Builder::new(2);
        let one = build.store(0, 4, "x", "1");
        let two = build.store(0, 5, "x", "2");
        build.load(1, 8, "x", "1", Some(one));
        let execution = build.finish([("x", vec![one, two])]);
        assert!(extends(&execution, &[EdgeKind::Po, EdgeKind::Rf, EdgeKind::Co, EdgeKind::Fr]));
        assert_eq!(execution.cycle(), None);
        let values: Vec<_> = execution.events().values().map(|event| event.to_string()).collect();
        assert_eq!(values, ["store.rlx x = 1", "load.rlx x → 1", "store.rlx x = 2"]);
    }

    #[test]
    fn a_thread_acts_between_its_creation_and_its_end() {
        let [worker, idle] = [1, 2].map(ThreadId::from_index);
        let mut build = Builder::new(3);
        build.step(0, "create worker", Some(ThreadLink::Creates(worker)));
        build.step(0, "create idle", Some(ThreadLink::Creates(idle)));
        build.step(0, "join idle", Some(ThreadLink::Joins(idle)));
        build.step(0, "join worker", Some(ThreadLink::Joins(worker)));
        let x = build.store(1, 4, "x", "1");
        let execution = build.finish([("x", vec![x])]);
        let told: Vec<_> = execution.events().values().map(|event| event.to_string()).collect();
        assert_eq!(told, ["create worker", "create idle", "join idle", "store.rlx x = 1", "join worker"]);
        let kinds = |kind| execution.edges().iter().filter(|edge| edge.kind == kind).count();
        assert_eq!((kinds(EdgeKind::Create), kinds(EdgeKind::Join)), (1, 2));
        assert!(extends(&execution, &[EdgeKind::Po, EdgeKind::Create, EdgeKind::Join]));
    }

    #[test]
    fn a_weak_execution_extends_causality_and_has_a_cycle() {
        let execution = examples::store_buffering().witness.unwrap();
        assert!(extends(&execution, &[EdgeKind::Po, EdgeKind::Rf]));
        let cycle = execution.cycle().unwrap();
        let kinds: Vec<_> = cycle.iter().map(|edge| edge.kind).collect();
        assert_eq!(kinds, [EdgeKind::Po, EdgeKind::Fr, EdgeKind::Po, EdgeKind::Fr]);
        for (index, edge) in cycle.iter().enumerate() {
            assert_eq!(edge.to, cycle[(index + 1) % cycle.len()].from, "the edges form a ring");
        }
    }

    #[test]
    fn runs_of_program_order_are_joined_and_cost_nothing() {
        // Store buffering with unrelated events in between.
        let mut build = Builder::new(2);
        let x = build.store(0, 1, "x", "1");
        for line in 2..5 {
            build.fence(0, line, "acq");
        }
        build.load(0, 5, "y", "0", None);
        let y = build.store(1, 1, "y", "1");
        build.load(1, 5, "x", "0", None);
        let execution = build.finish([("x", vec![x]), ("y", vec![y])]);
        let names: Vec<_> =
            execution.cycle().unwrap().iter().map(|edge| (execution.name(edge.from), edge.kind)).collect();
        let expected =
            [("P0:1", EdgeKind::Po), ("P0:5", EdgeKind::Fr), ("P1:1", EdgeKind::Po), ("P1:5", EdgeKind::Fr)];
        assert_eq!(names, expected.map(|(name, kind)| (name.to_string(), kind)));
    }

    #[test]
    fn an_impossible_execution_is_still_shown() {
        let mut build = Builder::new(2);
        let first = build.load(0, 1, "x", "1", Some(EventNumber::from_index(3)));
        let write_y = build.store(0, 2, "y", "1");
        build.load(1, 1, "y", "1", Some(write_y));
        let write_x = build.store(1, 2, "x", "1");
        let execution = build.finish([("x", vec![write_x]), ("y", vec![write_y])]);
        assert_eq!(execution.events().len(), 4);
        assert_eq!(execution.name(first), "P0:1");
        assert!(execution.cycle().is_some());
    }
}
