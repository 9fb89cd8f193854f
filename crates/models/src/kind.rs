//! The models by name.

use std::fmt;
use std::str::FromStr;

use porf_entity::OrderingMeaning;

use porf_graph::Synchronisation;

use crate::{Cpp20, FileModel, Model, Pso, Ra, Rc11, Sc, Tso};

/// The name of a memory model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ModelKind {
    /// Sequential consistency.
    Sc,
    /// Total store order (x86).
    Tso,
    /// Partial store order (SPARC).
    Pso,
    /// Release/acquire.
    Ra,
    /// Repaired C11.
    Rc11,
    /// C++20.
    Cpp20,
}

impl ModelKind {
    /// All models, strongest first; neither of the last two is stronger than the other.
    pub const ALL: [Self; 6] = [Self::Sc, Self::Tso, Self::Pso, Self::Ra, Self::Rc11, Self::Cpp20];

    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sc => "sc",
            Self::Tso => "tso",
            Self::Pso => "pso",
            Self::Ra => "ra",
            Self::Rc11 => "rc11",
            Self::Cpp20 => "cpp20",
        }
    }

    /// The part of the orderings that has a meaning.
    pub fn orderings(self) -> OrderingMeaning {
        match self {
            Self::Sc => Sc::default().orderings(),
            Self::Tso => Tso::default().orderings(),
            Self::Pso => Pso::default().orderings(),
            Self::Ra => Ra::default().orderings(),
            Self::Rc11 => Rc11::default().orderings(),
            Self::Cpp20 => Cpp20::default().orderings(),
        }
    }
}

impl ModelKind {
    /// The rule by which reads-from edges synchronise.
    pub(crate) fn synchronisation(self) -> Synchronisation {
        match self {
            Self::Sc => Sc::default().synchronisation(),
            Self::Tso => Tso::default().synchronisation(),
            Self::Pso => Pso::default().synchronisation(),
            Self::Ra => Ra::default().synchronisation(),
            Self::Rc11 => Rc11::default().synchronisation(),
            Self::Cpp20 => Cpp20::default().synchronisation(),
        }
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A memory model: a built-in one or one from a file.
#[derive(Clone, Copy, Debug)]
pub enum MemoryModel<'a> {
    /// A built-in model.
    BuiltIn(ModelKind),
    /// A model from a file.
    File(&'a FileModel),
}

impl<'a> MemoryModel<'a> {
    /// The part of the orderings that has a meaning.
    pub fn orderings(self) -> OrderingMeaning {
        match self {
            Self::BuiltIn(kind) => kind.orderings(),
            Self::File(model) => model.orderings(),
        }
    }

    /// The model of a file, if it is one.
    pub fn file(self) -> Option<&'a FileModel> {
        match self {
            Self::BuiltIn(_) => None,
            Self::File(model) => Some(model),
        }
    }
}

impl From<ModelKind> for MemoryModel<'_> {
    fn from(kind: ModelKind) -> Self {
        Self::BuiltIn(kind)
    }
}

impl<'a> From<&'a FileModel> for MemoryModel<'a> {
    fn from(model: &'a FileModel) -> Self {
        Self::File(model)
    }
}

impl PartialEq<ModelKind> for MemoryModel<'_> {
    fn eq(&self, kind: &ModelKind) -> bool {
        matches!(self, Self::BuiltIn(it) if it == kind)
    }
}

impl fmt::Display for MemoryModel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(kind) => kind.fmt(f),
            Self::File(model) => f.write_str(model.name()),
        }
    }
}

/// The error for a name that no memory model has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownModel(pub String);

impl fmt::Display for UnknownModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ModelKind::ALL.map(ModelKind::name).join(", ");
        write!(f, "unknown memory model `{}`; the models are {names}", self.0)
    }
}

impl std::error::Error for UnknownModel {}

impl FromStr for ModelKind {
    type Err = UnknownModel;
    fn from_str(name: &str) -> Result<Self, UnknownModel> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownModel(name.to_owned()))
    }
}
