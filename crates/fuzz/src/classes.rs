//! Classes of executions: the executions of a class differ only in the coherence orders of
//! locations for which these are not distinguished.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::Address;
use porf_oracle::Execution;

/// Executions by their classes. A class is represented by an execution without the coherence orders
/// that are not distinguished.
pub(crate) type Classes<'a> = BTreeMap<Execution, Vec<&'a Execution>>;

/// The classes of executions when the coherence orders of some locations are distinguished.
pub(crate) fn classes(executions: &BTreeSet<Execution>, is_ordered: impl Fn(Address) -> bool) -> Classes<'_> {
    let mut classes = Classes::new();
    for execution in executions {
        classes.entry(execution.class(&is_ordered)).or_default().push(execution);
    }
    classes
}
