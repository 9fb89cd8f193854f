//! Escape analysis: the objects that no other thread can reach.
//!
//! An address *escapes* if it, or a value computed from it, is stored anywhere, is passed to
//! unknown code, or is returned to unknown callers. An object whose address does not escape is
//! *private*: only its thread accesses it, through values that are computed from its address.
//!
//! The analysis is one graph for the whole module, whose nodes are the values of all functions and
//! the results of all functions. An edge leads from a node to each value computed from it: the
//! results of address arithmetic, selections, casts and arithmetic on integers; the parameters of
//! blocks and functions that the value is passed for; the results of the calls that return it.
//! Escape is propagated against the edges, from the values that escape directly. Comparing an
//! address is no escape, and neither is freeing it.

use porf_entity::{EntityId, SecondaryMap};
use porf_ir::intrinsics::PointerUse;
use porf_ir::{Function, FunctionId, Instruction, Module, Operation, Relocation, TerminatorKind, ValueId};

use crate::analyses::externals::Externals;

/// A value or a result of a function, as a number in the graph of the module.
type Node = usize;

/// The values whose address escapes.
pub(crate) struct Escaping {
    /// The node of the first value of each function.
    first: SecondaryMap<FunctionId, Node>,
    nodes: Vec<bool>,
}

impl Escaping {
    /// The escaping values of a module. `roots` are the functions that are called from outside.
    pub(crate) fn find(module: &Module, roots: &[FunctionId], externals: &Externals) -> Self {
        EscapeGraph::new(module, roots, externals).escaping_values()
    }

    pub(crate) fn contains(&self, function: FunctionId, value: ValueId) -> bool {
        self.nodes[self.first[function] + value.index()]
    }
}

struct EscapeGraph<'a> {
    module: &'a Module,
    externals: &'a Externals,
    first: SecondaryMap<FunctionId, Node>,
    /// The node of the first result of each function.
    first_return: SecondaryMap<FunctionId, Node>,
    count: usize,
    /// The edges, as pairs of target and source.
    edges: Vec<(Node, Node)>,
    /// The nodes that escape directly.
    roots: Vec<Node>,
}

impl<'a> EscapeGraph<'a> {
    fn new(module: &'a Module, roots: &[FunctionId], externals: &'a Externals) -> Self {
        let mut graph = Self {
            module,
            externals,
            first: SecondaryMap::with_default(0),
            first_return: SecondaryMap::with_default(0),
            count: 0,
            edges: Vec::new(),
            roots: Vec::new(),
        };
        for (id, function) in module.functions.iter() {
            graph.first[id] = graph.count;
            graph.first_return[id] = graph.count + function.values.len();
            graph.count += function.values.len() + function.returns.len();
        }
        let threads = module.threads.iter().map(|thread| thread.function);
        let relocated = module.globals.values().flat_map(|global| &global.relocations);
        let in_memory = relocated.filter_map(|&(_, relocation)| match relocation {
            Relocation::Function(function) => Some(function),
            Relocation::Global { .. } => None,
        });
        for function in roots.iter().copied().chain(threads).chain(in_memory) {
            graph.called_from_outside(function);
        }
        for (id, function) in module.functions.iter() {
            graph.function(id, function);
        }
        graph
    }

    /// The results of the function go to unknown callers, so they escape.
    fn called_from_outside(&mut self, function: FunctionId) {
        let first = self.first_return[function];
        self.roots.extend(first..first + self.module.functions[function].returns.len());
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        let first = self.first[id];
        let node = |value: ValueId| first + value.index();
        for block in function.blocks.values() {
            for instruction in &block.instructions {
                self.instruction(first, instruction);
            }
            if let TerminatorKind::Return(values) = &block.terminator.kind {
                for (index, &value) in values.iter().enumerate() {
                    self.edges.push((self.first_return[id] + index, node(value)));
                }
            }
            block.terminator.kind.for_each_target(|target| {
                let params = &function.blocks[target.block].params;
                for (&param, &argument) in params.iter().zip(&target.arguments) {
                    self.edges.push((node(param), node(argument)));
                }
            });
        }
    }

    fn instruction(&mut self, first: Node, instruction: &Instruction) {
        let node = |value: ValueId| first + value.index();
        let results = &instruction.results;
        match &instruction.operation {
            Operation::Const(_)
            | Operation::GlobalAddress(_)
            | Operation::Alloca { .. }
            | Operation::FloatCompare { .. }
            | Operation::Compare { .. }
            | Operation::Load { .. }
            | Operation::Fence(_)
            | Operation::Unsupported(_)
            | Operation::Effects
            | Operation::Actions
            | Operation::Redundant { .. }
            | Operation::Cancels { .. }
            | Operation::Assume(_) => {}
            Operation::FunctionAddress(function) => self.called_from_outside(*function),
            Operation::Unary { .. } | Operation::Binary { .. } | Operation::Cast { .. } => {
                self.flows_to_results(first, instruction);
            }
            Operation::Select { if_true, if_false, .. } => {
                self.edges.extend([*if_true, *if_false].map(|operand| (node(results[0]), node(operand))));
            }
            Operation::PtrAdd { .. } => self.flows_to_results(first, instruction),
            Operation::Store { value, .. } => self.roots.push(node(*value)),
            Operation::Rmw { operand, .. } => self.roots.push(node(*operand)),
            Operation::CompareExchange { expected, desired, .. } => {
                self.roots.extend([node(*expected), node(*desired)]);
            }
            Operation::Call { function, arguments } => {
                let callee = &self.module.functions[*function];
                let known = callee.params.iter().map(|param| Some(self.first[*function] + param.index()));
                // The arguments of a variadic function beyond its parameters go through memory.
                let params = known.chain(std::iter::repeat(None));
                for (param, &argument) in params.zip(arguments) {
                    match param {
                        Some(param) => self.edges.push((param, node(argument))),
                        None => self.roots.push(node(argument)),
                    }
                }
                let returned = self.first_return[*function]..;
                self.edges.extend(results.iter().zip(returned).map(|(&result, from)| (node(result), from)));
            }
            Operation::CallIndirect { arguments, .. } => {
                self.roots.extend(arguments.iter().map(|&argument| node(argument)));
            }
            Operation::CallExternal { external, arguments } => match self.externals.pointers(*external) {
                PointerUse::Copy | PointerUse::Fill | PointerUse::Print | PointerUse::KeepsNothing => {
                    self.flows_to_results(first, instruction);
                }
                PointerUse::Allocate | PointerUse::AllocateAligned => {}
                PointerUse::Unknown => self.roots.extend(arguments.iter().map(|&argument| node(argument))),
            },
        }
    }

    fn flows_to_results(&mut self, first: Node, instruction: &Instruction) {
        for &result in &instruction.results {
            instruction.operation.for_each_operand(|&operand| {
                self.edges.push((first + result.index(), first + operand.index()));
            });
        }
    }

    /// Propagates escaping against the edges.
    fn escaping_values(mut self) -> Escaping {
        self.edges.sort_unstable();
        let mut nodes = vec![false; self.count];
        let mut pending = self.roots;
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut nodes[node], true) {
                let start = self.edges.partition_point(|&(to, _)| to < node);
                let edges = self.edges[start..].iter().take_while(|&&(to, _)| to == node);
                pending.extend(edges.map(|&(_, from)| from).filter(|&from| !nodes[from]));
            }
        }
        Escaping { first: self.first, nodes }
    }
}
