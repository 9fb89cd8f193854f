//! The events of one execution, as a model sees them.

use porf_entity::Relation;

use crate::primitive::{PrimitiveRelation, PrimitiveSet};

/// The primitive sets and relations of an execution, on the events `0..size`.
///
/// Whoever fills them in follows the descriptions of [`PrimitiveSet`] and [`PrimitiveRelation`].
#[derive(Clone, Debug)]
pub struct Events {
    size: usize,
    /// By place in [`PrimitiveSet::ALL`], each as the identity on the set.
    sets: Vec<Relation>,
    /// By place in [`PrimitiveRelation::ALL`].
    relations: Vec<Relation>,
    /// The calls of each function of a library, each as the identity on them; those behind the last one are
    /// called nowhere.
    functions: Vec<Relation>,
}

impl Events {
    /// Events that are in no set but the universe, and that nothing relates.
    pub fn new(size: usize) -> Self {
        // Copies of empty relations would take memory before they have pairs.
        let empty = |count: usize| (0..count).map(|_| Relation::empty(size)).collect();
        let mut sets: Vec<Relation> = empty(PrimitiveSet::ALL.len());
        sets[PrimitiveSet::Universe as usize] = Relation::identity_on(size, |_| true);
        Self { size, sets, relations: empty(PrimitiveRelation::ALL.len()), functions: Vec::new() }
    }

    /// The number of events.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Makes an event an element of a set.
    pub fn insert(&mut self, set: PrimitiveSet, event: usize) {
        self.sets[set as usize].insert(event, event);
    }

    /// Makes an event a call of a function of a library.
    pub fn insert_call(&mut self, function: u32, event: usize) {
        let function = function as usize;
        let (size, known) = (self.size, self.functions.len());
        self.functions.resize_with(known.max(function + 1), || Relation::empty(size));
        self.functions[function].insert(event, event);
    }

    /// Gives a relation its value.
    ///
    /// # Panics
    ///
    /// If the relation is on another number of events.
    pub fn relate(&mut self, relation: PrimitiveRelation, value: Relation) {
        assert_eq!(value.size(), self.size, "a relation on other events");
        self.relations[relation as usize] = value;
    }

    /// The identity on a set.
    pub fn set(&self, set: PrimitiveSet) -> &Relation {
        &self.sets[set as usize]
    }

    /// The identity on the calls of a function of a library.
    pub fn calls(&self, function: u32) -> Relation {
        let calls = self.functions.get(function as usize).cloned();
        calls.unwrap_or_else(|| Relation::empty(self.size))
    }

    /// A relation.
    pub fn relation(&self, relation: PrimitiveRelation) -> &Relation {
        &self.relations[relation as usize]
    }
}
