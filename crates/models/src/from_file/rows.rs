//! The rows of relations, computed from the rows of their parts.

use porf_cat::{NodeId, Operation, PrimitiveRelation};
use porf_entity::EntityId;
use porf_graph::{Graph, LocationId};

use super::automaton::Letter;
use super::scene::{Bit, Letters, Row, Scene, bits, contains, insert, is_empty, last, or, remove};

impl Scene {
    /// Adds the events from which a letter leads to an event.
    pub(super) fn add_before(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        letter: Letter,
        bit: Bit,
        row: &mut Row,
    ) {
        match letter {
            Letter::Coherence => self.add_coherence(graph, bit, row, false),
            Letter::FromReads => self.add_coherence(graph, bit, row, true),
            Letter::Prefix(number) => self.add_prefix(graph, letters, number, bit, row),
            Letter::Other(node) => self.add_before_one(graph, letters, node, bit, row),
        }
    }

    fn add_prefix(&mut self, graph: &Graph, letters: &Letters, number: usize, bit: Bit, row: &mut Row) {
        let node = letters.prefixes[number];
        let Some(event) = self.event(bit) else {
            let mut only = self.take();
            insert(&mut only, bit);
            self.compute_before(graph, letters, node, &only, row);
            self.give_back(only);
            return;
        };
        if self.prefixes[number][event.index()].is_empty() {
            let mut found = self.take();
            let mut only = self.take();
            insert(&mut only, bit);
            self.compute_before(graph, letters, node, &only, &mut found);
            self.give_back(only);
            self.prefixes[number][event.index()] = found;
        }
        or(row, &self.prefixes[number][event.index()]);
    }

    /// Adds the events that a node relates to an event.
    pub(super) fn add_before_one(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        node: NodeId,
        bit: Bit,
        row: &mut Row,
    ) {
        let mut only = self.take();
        insert(&mut only, bit);
        self.add_before_all(graph, letters, node, &only, row);
        self.give_back(only);
    }

    /// Adds the events that a node relates to one of some events.
    fn add_before_all(&mut self, graph: &Graph, letters: &Letters, node: NodeId, to: &Row, row: &mut Row) {
        match letters.prefix_of[node.index()] {
            Some(number) => bits(to).for_each(|bit| self.add_prefix(graph, letters, number, bit, row)),
            None => self.compute_before(graph, letters, node, to, row),
        }
    }

    fn compute_before(&mut self, graph: &Graph, letters: &Letters, node: NodeId, to: &Row, row: &mut Row) {
        if is_empty(to) {
            return;
        }
        match letters.model.nodes[node].expression {
            Operation::Relation(relation) => {
                bits(to).for_each(|bit| self.add_primitive(graph, relation, bit, row));
            }
            _ if letters.is_from_reads[node.index()] => {
                bits(to).for_each(|bit| self.add_coherence(graph, bit, row, true));
            }
            Operation::Union(a, b) => {
                self.add_before_all(graph, letters, a, to, row);
                self.add_before_all(graph, letters, b, to, row);
            }
            Operation::Intersection(a, b) => {
                self.add_combined(graph, letters, (a, b), to, row, |one, other| one & other);
            }
            Operation::Difference(a, b) => {
                self.add_combined(graph, letters, (a, b), to, row, |one, other| one & !other);
            }
            Operation::Complement(a) => {
                for bit in bits(to) {
                    let mut other = self.take();
                    self.add_before_one(graph, letters, a, bit, &mut other);
                    let all = self.universe(graph).iter().zip(&other);
                    row.iter_mut().zip(all).for_each(|(word, (all, other))| *word |= all & !other);
                    self.give_back(other);
                }
            }
            Operation::Product(a, b) => {
                if bits(to).any(|bit| letters.contains(b, self.class(bit))) {
                    let all = self.universe(graph).clone();
                    for from in bits(&all).filter(|&from| letters.contains(a, self.class(from))) {
                        insert(row, from);
                    }
                }
            }
            Operation::Identity(set) => {
                for bit in bits(to).filter(|&bit| letters.contains(set, self.class(bit))) {
                    insert(row, bit);
                }
            }
            Operation::Sequence(a, b) => {
                let mut between = self.take();
                self.add_before_all(graph, letters, b, to, &mut between);
                self.add_before_all(graph, letters, a, &between, row);
                self.give_back(between);
            }
            Operation::Inverse(a) => {
                let all = self.universe(graph).clone();
                for from in bits(&all) {
                    let mut before = self.take();
                    self.add_before_one(graph, letters, a, from, &mut before);
                    if before.iter().zip(to).any(|(before, to)| before & to != 0) {
                        insert(row, from);
                    }
                    self.give_back(before);
                }
            }
            Operation::Plus(a) => self.add_closure(graph, letters, (node, a), to, row),
            Operation::Star(a) => {
                self.add_closure(graph, letters, (node, a), to, row);
                or(row, to);
            }
            Operation::Optional(a) => {
                self.add_before_all(graph, letters, a, to, row);
                or(row, to);
            }
            // Sets are no relations. Variables, domains and ranges are no parts of letters.
            Operation::Empty
            | Operation::Set(_)
            | Operation::Function(_)
            | Operation::Variable(_)
            | Operation::Domain(_)
            | Operation::Range(_) => {}
        }
    }

    /// Adds the events that a combination of two nodes relates to some events, one after the other.
    /// The combination is contained in the first node.
    fn add_combined(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        (a, b): (NodeId, NodeId),
        to: &Row,
        row: &mut Row,
        combine: impl Fn(u64, u64) -> u64,
    ) {
        for bit in bits(to) {
            let mut one = self.take();
            self.add_before_one(graph, letters, a, bit, &mut one);
            if !is_empty(&one) {
                let other = self.among(graph, letters, b, bit, &one);
                let words = one.iter().zip(&other);
                row.iter_mut().zip(words).for_each(|(word, (&one, &other))| *word |= combine(one, other));
                self.give_back(other);
            }
            self.give_back(one);
        }
    }

    /// Adds the events from which steps of a relation lead to some events. The latest events come
    /// first, and the rows of the closure that are known spare the way back from them.
    fn add_closure(
        &mut self,
        graph: &Graph,
        letters: &Letters,
        (closure, step): (NodeId, NodeId),
        to: &Row,
        row: &mut Row,
    ) {
        let number = letters.prefix_of[closure.index()];
        let mut found = self.take();
        let mut pending = self.take();
        self.add_before_all(graph, letters, step, to, &mut pending);
        while let Some(next) = last(&pending) {
            remove(&mut pending, next);
            if contains(&found, next) {
                continue;
            }
            insert(&mut found, next);
            let known =
                number.zip(self.event(next)).map(|(number, event)| &self.prefixes[number][event.index()]);
            match known {
                Some(known) if !known.is_empty() => or(&mut found, known),
                _ => self.add_before_one(graph, letters, step, next, &mut pending),
            }
        }
        or(row, &found);
        self.give_back(found);
        self.give_back(pending);
    }

    /// Whether a node relates any events, given that no variable and no domain or range is a part
    /// of it.
    pub(super) fn relates_any(&mut self, graph: &Graph, letters: &Letters, node: NodeId) -> bool {
        let all = self.universe(graph).clone();
        bits(&all).any(|bit| {
            let found = self.among(graph, letters, node, bit, &all);
            let is_related = !is_empty(&found);
            self.give_back(found);
            is_related
        })
    }

    /// Those of some events that a node relates to an event.
    fn among(&mut self, graph: &Graph, letters: &Letters, node: NodeId, bit: Bit, events: &Row) -> Row {
        let mut found = self.take();
        if is_empty(events) {
            return found;
        }
        let add = |found: &mut Row, one: &Row, other: &Row, combine: fn(u64, u64) -> u64| {
            let words = one.iter().zip(other);
            found.iter_mut().zip(words).for_each(|(word, (&one, &other))| *word |= combine(one, other));
        };
        match letters.model.nodes[node].expression {
            Operation::Intersection(a, b) => {
                let first = self.among(graph, letters, a, bit, events);
                let second = self.among(graph, letters, b, bit, &first);
                or(&mut found, &second);
                self.give_back(first);
                self.give_back(second);
            }
            Operation::Difference(a, b) => {
                let first = self.among(graph, letters, a, bit, events);
                let second = self.among(graph, letters, b, bit, &first);
                add(&mut found, &first, &second, |first, second| first & !second);
                self.give_back(first);
                self.give_back(second);
            }
            Operation::Union(a, b) => {
                for part in [a, b] {
                    let some = self.among(graph, letters, part, bit, events);
                    or(&mut found, &some);
                    self.give_back(some);
                }
            }
            Operation::Complement(a) => {
                let other = self.among(graph, letters, a, bit, events);
                add(&mut found, events, &other, |all, other| all & !other);
                self.give_back(other);
            }
            Operation::Inverse(a) => {
                let mut only = self.take();
                insert(&mut only, bit);
                for from in bits(events) {
                    let back = self.among(graph, letters, a, from, &only);
                    if !is_empty(&back) {
                        insert(&mut found, from);
                    }
                    self.give_back(back);
                }
                self.give_back(only);
            }
            Operation::Product(a, b) => {
                if letters.contains(b, self.class(bit)) {
                    let is_in = |from: &Bit| letters.contains(a, self.class(*from));
                    bits(events).filter(is_in).for_each(|from| insert(&mut found, from));
                }
            }
            Operation::Relation(PrimitiveRelation::SameLocation) => {
                let location = |bit: Bit| match self.event(bit) {
                    Some(event) => graph.event(event).location(),
                    None => Some(LocationId::from_index(bit)),
                };
                if let Some(own) = location(bit) {
                    let same = bits(events).filter(|&from| location(from) == Some(own));
                    same.for_each(|from| insert(&mut found, from));
                }
            }
            Operation::Relation(PrimitiveRelation::Internal) => {
                let thread = |bit: Bit| self.event(bit).map(|event| graph.event(event).thread);
                let own = thread(bit);
                bits(events).filter(|&from| thread(from) == own).for_each(|from| insert(&mut found, from));
            }
            _ => {
                let view = letters.view_of[node.index()].zip(self.event(bit));
                // Initial writes are in no view.
                match view.filter(|_| bits(events).all(|from| self.event(from).is_some())) {
                    Some((number, to)) => {
                        self.views(graph, letters, to);
                        for from in bits(events).filter(|&from| from != bit) {
                            let is_in = |from| self.is_in_view(graph, letters, number, from, to);
                            if self.event(from).is_some_and(is_in) {
                                insert(&mut found, from);
                            }
                        }
                    }
                    None => {
                        let mut all = self.take();
                        self.add_before_one(graph, letters, node, bit, &mut all);
                        add(&mut found, &all, events, |all, events| all & events);
                        self.give_back(all);
                    }
                }
            }
        }
        found
    }
}
