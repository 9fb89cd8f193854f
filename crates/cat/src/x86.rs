//! Models for x86 on the events of C11.
//!
//! A model about C11 sees the orderings of a program. A model for x86 sees instructions: accesses,
//! some of them with a lock prefix (`A`), and fences (`MFENCE`, `SFENCE`, `LFENCE`). The two are told
//! apart by the sets that the checks of a model use:
//!
//! 1. A model that uses an ordering of C11 (`RLX`, `ACQ`, …) is about C11.
//! 2. Otherwise, a model that uses a fence of x86 is for x86, whatever the program is.
//! 3. Otherwise, a model is for x86 if the test is in the x86 dialect.
//!
//! Events have the sets of C11. So the sets of a model for x86 are replaced by what they are made of.
//! In a test in the x86 dialect, accesses are relaxed, locked instructions are seq_cst
//! read-modify-writes, and the fences are seq_cst, release and acquire ones. A program in C is seen as
//! the code that a compiler makes of it: a read-modify-write and a seq_cst store (`XCHG`) have a
//! lock prefix and are read-modify-writes, a seq_cst fence is an `MFENCE`, and other fences only keep
//! the compiler from reordering. These are not in `po`, as if they were not there: `po \ (W * R)`
//! would order a write before a read behind the fence. The same holds of other events that are no
//! instructions, such as choices. The creation and the join of a thread contain an `MFENCE`, since
//! models for x86 do not speak of threads that begin and end.

use crate::conditions::all_parts;
use crate::model::{Kind, Model, NodeId, Nodes, Operation};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

/// The orderings of C11.
const ORDERINGS: [PrimitiveSet; 5] = [
    PrimitiveSet::Relaxed,
    PrimitiveSet::Acquire,
    PrimitiveSet::Release,
    PrimitiveSet::AcquireRelease,
    PrimitiveSet::SequentiallyConsistent,
];

/// The fences of x86.
const FENCES: [PrimitiveSet; 3] = [PrimitiveSet::Mfence, PrimitiveSet::Sfence, PrimitiveSet::Lfence];

impl Model {
    /// Whether the model is for x86 on a program in C or, if so, on a test in the x86 dialect.
    pub fn is_for_x86(&self, is_x86_test: bool) -> bool {
        let parts: Vec<NodeId> = self.checks.iter().flat_map(|check| all_parts(self, check.tested)).collect();
        let uses = |sets: &[PrimitiveSet]| {
            parts.iter().any(|&part| match self.nodes[part].expression {
                Operation::Set(set) => sets.contains(&set),
                _ => false,
            })
        };
        !uses(&ORDERINGS) && (is_x86_test || uses(&FENCES))
    }

    /// The model on events that have the sets of C11: if it is for x86, its sets are replaced, and
    /// program order has instructions only.
    #[must_use]
    pub fn on_c11_events(&self, is_x86_test: bool) -> Self {
        match self.is_for_x86(is_x86_test) {
            true => self.with_primitives(|primitive, nodes| match primitive {
                Operation::Set(set) => Some(x86_set(set, is_x86_test, nodes)),
                Operation::Relation(PrimitiveRelation::ProgramOrder) if !is_x86_test => {
                    Some(order_of_instructions(nodes))
                }
                _ => None,
            }),
            false => self.clone(),
        }
    }
}

/// Program order of the instructions of a program in C.
fn order_of_instructions(nodes: &mut Nodes) -> NodeId {
    let program_order = Operation::Relation(PrimitiveRelation::ProgramOrder);
    let program_order = nodes.intern(Kind::Relation, program_order);
    let sets = [PrimitiveSet::Read, PrimitiveSet::Write, PrimitiveSet::Mfence];
    let instructions = sets.map(|set| x86_set(set, false, nodes)).into_iter();
    let instructions = instructions
        .reduce(|all, set| nodes.intern(Kind::Set, Operation::Union(all, set)))
        .expect("there are sets");
    let pairs = nodes.intern(Kind::Relation, Operation::Product(instructions, instructions));
    nodes.intern(Kind::Relation, Operation::Intersection(program_order, pairs))
}

/// A set of a model for x86, of events with the sets of C11.
fn x86_set(set: PrimitiveSet, is_x86_test: bool, nodes: &mut Nodes) -> NodeId {
    use PrimitiveSet as P;
    let primitive = |nodes: &mut Nodes, set| nodes.intern(Kind::Set, Operation::Set(set));
    // An intersection, and a set to which it is added.
    let (parts, more) = match (set, is_x86_test) {
        (P::Atomic, true) => return primitive(nodes, P::Exclusive),
        (P::Atomic | P::Exclusive, false) => ([P::Write, P::SequentiallyConsistent], Some(P::Exclusive)),
        (P::ReadModifyWrite, false) => ([P::Write, P::SequentiallyConsistent], Some(P::ReadModifyWrite)),
        (P::Mfence, true) => ([P::Fence, P::SequentiallyConsistent], None),
        (P::Mfence | P::Fence, false) => ([P::Fence, P::SequentiallyConsistent], Some(P::Thread)),
        (P::Sfence, true) => ([P::Fence, P::Release], None),
        (P::Lfence, true) => ([P::Fence, P::Acquire], None),
        (P::Sfence | P::Lfence, false) => return nodes.intern(Kind::Set, Operation::Empty),
        // Plain accesses are not in `A`, and only initial writes are non-atomic.
        (P::NonAtomic, _) => return primitive(nodes, P::InitialWrite),
        _ => return primitive(nodes, set),
    };
    let [first, second] = parts.map(|set| primitive(nodes, set));
    let both = nodes.intern(Kind::Set, Operation::Intersection(first, second));
    match more.map(|set| primitive(nodes, set)) {
        Some(more) => nodes.intern(Kind::Set, Operation::Union(both, more)),
        None => both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{LibraryOnly, Source};
    use crate::resolve::read;

    fn model(text: &str) -> Model {
        let source = Source { name: "test.cat".into(), text: text.into() };
        read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_checks_decide_about_the_language() {
        let is_for_x86 = |text: &str| [false, true].map(|is_x86_test| model(text).is_for_x86(is_x86_test));
        assert_eq!(is_for_x86("acyclic mfence | com"), [true, true]);
        assert_eq!(is_for_x86("acyclic po | com"), [false, true]);
        assert_eq!(is_for_x86("acyclic po & (A * A) | com"), [false, true]);
        assert_eq!(is_for_x86("acyclic mfence | (po ; [F & SC] ; po) | com"), [false, false]);
        // A definition that no check uses says nothing.
        assert_eq!(is_for_x86("let sync = [REL] ; rf acyclic mfence | com"), [true, true]);
    }

    #[test]
    fn sets_are_replaced_also_in_recursive_definitions() {
        let text = "let rec a = po & (A * _) | a ; [MFENCE] ; a acyclic a | com";
        let seen = |text: &str, is_x86_test: bool| {
            let model = model(text).on_c11_events(is_x86_test);
            Model { definitions: Vec::new(), ..model }.to_string()
        };
        let expected = "let rec a = po & (X * _) | a ; [F & SC] ; a acyclic a | com";
        let plain = Model { definitions: Vec::new(), ..model(expected) }.to_string();
        assert_eq!(seen(text, true), plain);
        assert_ne!(seen(text, false), plain);
    }

    #[test]
    fn stores_and_fences_of_c_are_seen_as_the_instructions_that_they_become() {
        let seen = |text: &str| {
            let model = model(text).on_c11_events(false);
            Model { definitions: Vec::new(), ..model }.to_string()
        };
        let plain = |text: &str| Model { definitions: Vec::new(), ..model(text) }.to_string();
        assert_eq!(seen("acyclic mfence | com empty X"), {
            let mfence = "let fences = (F & SC) | THREAD let there = R | W | fences
                          let order = po & (there * there)";
            plain(&format!("{mfence} acyclic (order ; [fences] ; order) | com empty (W & SC) | X"))
        });
    }
}
