//! The models by name.

use std::fmt;
use std::str::FromStr;

use porf_entity::OrderingMeaning;

use crate::{Cpp20, Model, Pso, Ra, Rc11, Sc, Tso};

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
            Self::Sc => Sc::ORDERINGS,
            Self::Tso => Tso::ORDERINGS,
            Self::Pso => Pso::ORDERINGS,
            Self::Ra => Ra::ORDERINGS,
            Self::Rc11 => Rc11::ORDERINGS,
            Self::Cpp20 => Cpp20::ORDERINGS,
        }
    }
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
