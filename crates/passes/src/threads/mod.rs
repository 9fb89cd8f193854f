//! What threads know of themselves and of each other: whether they ask who they are (`identity`),
//! and where they help each other (SPORE: `helping` says whether a function has the right shape for
//! that, `notes` marks where it is done).

pub(crate) mod annotations;
pub(crate) mod helping;
pub(crate) mod identity;
