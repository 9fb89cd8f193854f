//! Maps indexed by typed ids: a primary map owns its elements and hands out their ids, a secondary
//! map annotates elements that another map owns.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::EntityId;

/// Owns the elements of one kind and allocates their ids.
#[derive(Clone, PartialEq, Eq)]
pub struct PrimaryMap<K, V> {
    elements: Vec<V>,
    key: PhantomData<K>,
}

impl<K: EntityId, V> PrimaryMap<K, V> {
    /// An empty map.
    pub fn new() -> Self {
        Self { elements: Vec::new(), key: PhantomData }
    }

    /// Adds an element and returns its id.
    pub fn push(&mut self, value: V) -> K {
        let id = K::from_index(self.elements.len());
        self.elements.push(value);
        id
    }

    /// The element `id`, if there is one.
    pub fn get(&self, id: K) -> Option<&V> {
        self.elements.get(id.index())
    }

    /// The id that the next `push` will return.
    pub fn next_id(&self) -> K {
        K::from_index(self.elements.len())
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.elements.len()).map(K::from_index)
    }

    /// All elements with their ids, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.elements.iter().enumerate().map(|(index, value)| (K::from_index(index), value))
    }

    /// All elements in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.elements.iter()
    }
}

impl<K: EntityId, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: EntityId, V> FromIterator<V> for PrimaryMap<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Self {
        Self { elements: values.into_iter().collect(), key: PhantomData }
    }
}

impl<K: EntityId, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    fn index(&self, id: K) -> &V {
        &self.elements[id.index()]
    }
}

impl<K: EntityId, V> IndexMut<K> for PrimaryMap<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        &mut self.elements[id.index()]
    }
}

impl<K: EntityId + fmt::Debug, V: fmt::Debug> fmt::Debug for PrimaryMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// Annotates the elements of some [`PrimaryMap`]; an element without an annotation has the default.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondaryMap<K, V> {
    elements: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: EntityId, V: Clone> SecondaryMap<K, V> {
    /// A map in which every element has the annotation `default`.
    pub fn with_default(default: V) -> Self {
        Self { elements: Vec::new(), default, key: PhantomData }
    }
}

impl<K: EntityId, V: Clone> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    fn index(&self, id: K) -> &V {
        self.elements.get(id.index()).unwrap_or(&self.default)
    }
}

impl<K: EntityId, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, id: K) -> &mut V {
        if self.elements.len() <= id.index() {
            self.elements.resize(id.index() + 1, self.default.clone());
        }
        &mut self.elements[id.index()]
    }
}

impl<K: EntityId, V: fmt::Debug> fmt::Debug for SecondaryMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.elements).finish()
    }
}
