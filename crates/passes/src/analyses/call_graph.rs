//! The call graph, and an order of the functions with callees first.

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir::{Function, FunctionId, Module, Operation};

/// The direct calls of a module.
pub(crate) struct CallGraph {
    /// All functions, each after those it calls, unless they call it, too.
    pub(crate) bottom_up: Vec<FunctionId>,
    /// A number that two functions share exactly if they call each other, directly or not.
    pub(crate) component: SecondaryMap<FunctionId, usize>,
    /// Whether a function calls itself directly.
    pub(crate) calls_itself: SecondaryMap<FunctionId, bool>,
    /// By function, the number of direct calls of it.
    pub(crate) calls: SecondaryMap<FunctionId, usize>,
}

impl CallGraph {
    pub(crate) fn new(module: &Module) -> Self {
        let mut calls: SecondaryMap<FunctionId, usize> = SecondaryMap::with_default(0);
        let mut calls_itself = SecondaryMap::with_default(false);
        let callees: PrimaryMap<FunctionId, Vec<FunctionId>> =
            module.functions.values().map(direct_callees).collect();
        for (caller, callees) in callees.iter() {
            for &callee in callees {
                calls[callee] += 1;
                calls_itself[caller] |= callee == caller;
            }
        }
        let (bottom_up, component) = components(&callees);
        Self { bottom_up, component, calls_itself, calls }
    }

    /// Whether two functions are the same or call each other, directly or not.
    pub(crate) fn same_component(&self, one: FunctionId, other: FunctionId) -> bool {
        self.component[one] == self.component[other]
    }
}

/// The functions that a function calls, once for each call.
fn direct_callees(function: &Function) -> Vec<FunctionId> {
    let instructions = function.blocks.values().flat_map(|block| &block.instructions);
    instructions
        .filter_map(|instruction| match instruction.operation {
            Operation::Call { function, .. } => Some(function),
            _ => None,
        })
        .collect()
}

/// The strongly connected components, by Tarjan's algorithm (`tarjan` in docs/papers.md) with an
/// explicit stack. Components come after those that they call.
fn components(
    callees: &PrimaryMap<FunctionId, Vec<FunctionId>>,
) -> (Vec<FunctionId>, SecondaryMap<FunctionId, usize>) {
    const UNSEEN: usize = usize::MAX;
    let mut order = Vec::with_capacity(callees.len());
    let mut component = SecondaryMap::with_default(UNSEEN);
    // When each function was first seen, and the earliest function it leads back to.
    let mut seen = SecondaryMap::with_default(UNSEEN);
    let mut lowest: SecondaryMap<FunctionId, usize> = SecondaryMap::with_default(UNSEEN);
    let mut time = 0;
    let mut open: Vec<FunctionId> = Vec::new();
    let mut search: Vec<(FunctionId, usize)> = Vec::new();
    for root in callees.ids() {
        if seen[root] == UNSEEN {
            search.push((root, 0));
        }
        while let Some((function, next)) = search.pop() {
            if next == 0 {
                seen[function] = time;
                lowest[function] = time;
                time += 1;
                open.push(function);
            } else {
                let before = callees[function][next - 1];
                if component[before] == UNSEEN {
                    lowest[function] = lowest[function].min(lowest[before]);
                }
            }
            match callees[function].get(next) {
                Some(&callee) => {
                    search.push((function, next + 1));
                    if seen[callee] == UNSEEN {
                        search.push((callee, 0));
                    } else if component[callee] == UNSEEN {
                        lowest[function] = lowest[function].min(seen[callee]);
                    }
                }
                None if lowest[function] == seen[function] => {
                    let number = seen[function];
                    let start = open.iter().rposition(|&member| member == function).unwrap_or(0);
                    for member in open.drain(start..) {
                        component[member] = number;
                        order.push(member);
                    }
                }
                None => {}
            }
        }
    }
    (order, component)
}

#[cfg(test)]
mod tests {
    use porf_entity::{EntityId, Random};

    use super::*;

    /// On random graphs: two functions share a component exactly if each reaches the other, and callees come
    /// first.
    #[test]
    fn components_agree_with_reachability() {
        let mut random = Random::from_seed(7);
        for _ in 0..500 {
            let size = 1 + random.below(8);
            let callees: PrimaryMap<FunctionId, Vec<FunctionId>> = (0..size)
                .map(|_| (0..random.below(3)).map(|_| FunctionId::from_index(random.below(size))).collect())
                .collect();
            let reaches = |from: FunctionId| {
                let mut found = vec![from];
                let mut at = 0;
                while let Some(&function) = found.get(at) {
                    for &callee in &callees[function] {
                        if !found.contains(&callee) {
                            found.push(callee);
                        }
                    }
                    at += 1;
                }
                found
            };
            let (order, component) = components(&callees);
            assert_eq!(order.len(), size);
            let place = |function: FunctionId| order.iter().position(|&other| other == function);
            for one in callees.ids() {
                for other in callees.ids() {
                    let [there, back] = [(one, other), (other, one)].map(|(a, b)| reaches(a).contains(&b));
                    assert_eq!(component[one] == component[other], there && back, "{callees:?}");
                    if there && !back {
                        assert!(place(other) < place(one), "{one} before {other} in {callees:?}");
                    }
                }
            }
        }
    }
}
