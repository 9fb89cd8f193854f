//! Zero-net-effect loops: attempts that are undone if they fail [saver §VI].
//!
//! ```text
//! for (;;) { if (succeeds(fetch_add(x, n))) break; … fetch_sub(x, n); … }
//! ```
//! An iteration that subtracts the number it has added leaves memory unchanged. So the thread might
//! block in front of the subtraction ([`Operation::Cancels`]). The explorer checks that no other
//! thread observes the addition; if one does, the iteration continues. This pass checks the static
//! conditions, for a back edge, an addition to a location (the *attempt*) and a subtraction of the
//! same number from it (the *undoing*) [saver Def. 4]:
//! 1. There are no other writes in the loop. The attempt dominates the undoing, and the undoing
//!    dominates the back edge, with which the next iteration begins with the same values as this
//!    one.
//! 2. After the undoing, the loop is not left, and its only accesses are loads from the location.
//! 3. The code between the attempt and the undoing only computes, and has at most one way out of
//!    the loop.
//! 4. The value that the attempt has read only decides whether to take that way: no value that is
//!    computed from it is used elsewhere.

use porf_entity::{FetchOp, SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Dominators, Function, Instruction, Module, Operation, RmwKind, Terminator,
    TerminatorKind, Type, ValueId,
};

use crate::analyses::addresses::{Addresses, Place};
use crate::analyses::effects::{Effect, Effects};
use crate::analyses::externals::Externals;
use crate::analyses::function_facts::Spot;
use crate::analyses::function_facts::{Constants, constants, predecessors};
use crate::analyses::loops::{BackEdge, is_cut};
use crate::analyses::needed_values::may_run_anywhere;
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::simplifications::edit::define;
use crate::spinloops::iterations::name_iterations;
use crate::spinloops::loop_report::LoopObstacle;
use crate::spinloops::spin_assume::Judge;

/// Makes a thread block in front of the undoing of its attempt. Returns the positions of the back
/// edges of these loops.
pub(crate) fn run(
    function: &mut Function,
    effects: &Effects<'_>,
    externals: &Externals,
) -> Vec<SourcePosition> {
    remove_unreachable_blocks(function);
    let mut pairs = Finder::new(function, effects, externals).pairs();
    let positions = pairs.iter().map(|pair| pair.back_edge_at).collect();
    // Later instructions of a block come first, so that the indices of the others stay valid.
    pairs.sort_unstable_by_key(|pair| pair.undoing);
    pairs.dedup_by_key(|pair| pair.undoing);
    let spins: Vec<(BlockId, BlockId)> =
        pairs.iter().rev().map(|pair| (wait_before(function, pair), pair.header)).collect();
    // Names come last, so that the indices of all instructions stay valid until then.
    for (spin, header) in spins {
        let since = Some(name_iterations(function, header));
        function.blocks[spin].terminator.kind = TerminatorKind::Spin { since };
    }
    positions
}

/// Makes the acquisition and release of locks count as effects: removes the calls by which the
/// runtime cancels them.
pub(crate) fn let_locks_count(module: &mut Module, externals: &Externals) {
    let says_so = |instruction: &Instruction| matches!(instruction.operation, Operation::CallExternal { external, .. } if externals.cancels(external));
    for id in module.functions.ids() {
        let function = &mut module.functions[id];
        for block in function.blocks.ids() {
            function.blocks[block].instructions.retain(|instruction| !says_so(instruction));
        }
    }
}

/// Asks, before an attempt is undone, whether to block instead. Returns the block in which the
/// thread spins.
fn wait_before(function: &mut Function, pair: &Pair) -> BlockId {
    let (block, index) = pair.undoing;
    let Operation::Rmw { address, .. } = function.blocks[block].instructions[index].operation else {
        unreachable!("what undoes an attempt is a read-modify-write")
    };
    let position = function.blocks[block].instructions[index].position;
    let operation = Operation::Cancels { attempt: pair.read, address };
    let (condition, question) = define(&mut function.values, Type::I1, operation, position);
    let rest = function.blocks[block].instructions.split_off(index);
    function.blocks[block].instructions.push(question);
    let spins = Terminator { kind: TerminatorKind::Spin { since: None }, position: pair.back_edge_at };
    let spin =
        function.blocks.push(Block { params: Vec::new(), instructions: Vec::new(), terminator: spins });
    let end = function.blocks[block].terminator.clone();
    let rest = function.blocks.push(Block { params: Vec::new(), instructions: rest, terminator: end });
    let kind = TerminatorKind::Branch { condition, then_target: spin.into(), else_target: rest.into() };
    function.blocks[block].terminator = Terminator { kind, position };
    spin
}

/// An attempt and its undoing.
struct Pair {
    /// The value that the attempt has read.
    read: ValueId,
    undoing: Spot,
    header: BlockId,
    back_edge_at: SourcePosition,
}

/// An addition of a constant.
#[derive(Clone, Copy)]
struct Addition {
    spot: Spot,
    place: Place,
    amount: u64,
    ty: Type,
    read: ValueId,
}

struct Finder<'a> {
    function: &'a Function,
    effects: &'a Effects<'a>,
    constants: Constants,
    addresses: Addresses,
    dominators: Dominators,
    predecessors: SecondaryMap<BlockId, Vec<BlockId>>,
    /// The back edges whose next iteration begins with the same values.
    edges: Vec<BackEdge>,
}

impl<'a> Finder<'a> {
    fn new(function: &'a Function, effects: &'a Effects<'a>, externals: &Externals) -> Self {
        let constants = constants(function);
        let judged = Judge::all(function, effects).into_iter();
        let same = judged.filter(|(_, obstacle)| {
            !matches!(obstacle, Some(LoopObstacle::Assigns(_) | LoopObstacle::Irreducible))
        });
        Self {
            function,
            effects,
            addresses: Addresses::new(function, &constants, externals),
            constants,
            dominators: Dominators::new(&function.blocks),
            predecessors: predecessors(function),
            edges: same.map(|(edge, _)| edge).collect(),
        }
    }

    fn pairs(&self) -> Vec<Pair> {
        self.edges.iter().filter_map(|&edge| self.pair(edge)).collect()
    }

    fn pair(&self, edge: BackEdge) -> Option<Pair> {
        let (blocks, inside) = edge.natural_loop(&self.predecessors);
        let [one, other] = self.two_additions(&blocks)?;
        let (attempt, undoing) =
            if self.dominates(one.spot, other.spot) { (one, other) } else { (other, one) };
        let cancel = attempt.place == undoing.place
            && attempt.ty == undoing.ty
            && attempt.amount.wrapping_add(undoing.amount) & attempt.ty.mask() == 0;
        let in_order = self.dominates(attempt.spot, undoing.spot)
            && self.dominators.dominates(undoing.spot.0, edge.from);
        let region = Region { finder: self, edge, inside: &inside, place: attempt.place };
        let holds = cancel
            && in_order
            && !self.is_used(undoing.read)
            && region.only_goes_back(undoing)
            && region.only_decides(attempt, undoing)
            && region.is_used_inside_only(attempt.read);
        let back_edge_at = self.function.blocks[edge.from].terminator.position;
        holds.then_some(Pair { read: attempt.read, undoing: undoing.spot, header: edge.header, back_edge_at })
    }

    /// The two additions of a loop, if the loop has no other writes.
    fn two_additions(&self, blocks: &[BlockId]) -> Option<[Addition; 2]> {
        let mut additions = Vec::new();
        for &block in blocks {
            for (index, instruction) in self.function.blocks[block].instructions.iter().enumerate() {
                if !matches!(self.effects.of(instruction), Effect::None | Effect::Reads) {
                    additions.push(self.addition((block, index), instruction)?);
                }
            }
        }
        additions.try_into().ok()
    }

    fn addition(&self, spot: Spot, instruction: &Instruction) -> Option<Addition> {
        let &[read] = &instruction.results[..] else { return None };
        let Operation::Rmw { kind: RmwKind::Fetch(op), address, operand, .. } = instruction.operation else {
            return None;
        };
        let number = self.constants[operand]?;
        let amount = match op {
            FetchOp::Add => number,
            FetchOp::Sub => number.wrapping_neg(),
            _ => return None,
        };
        let (place, ty) = (self.addresses.place(address), self.function.values[read].ty);
        Some(Addition { spot, place, amount, ty, read })
    }

    fn dominates(&self, one: Spot, other: Spot) -> bool {
        if one.0 == other.0 { one.1 < other.1 } else { self.dominators.dominates(one.0, other.0) }
    }

    fn is_used(&self, value: ValueId) -> bool {
        self.function.blocks.values().any(|block| uses(block, value))
    }
}

/// Whether a block uses a value.
fn uses(block: &Block, value: ValueId) -> bool {
    let mut used = false;
    let mut look = |&operand: &ValueId| used |= operand == value;
    block.instructions.iter().for_each(|instruction| instruction.operation.for_each_operand(&mut look));
    block.terminator.kind.for_each_operand(&mut look);
    used
}

/// The loop around an attempt.
struct Region<'a> {
    finder: &'a Finder<'a>,
    edge: BackEdge,
    inside: &'a SecondaryMap<BlockId, bool>,
    place: Place,
}

/// The ends of the paths from an instruction.
#[derive(Default)]
struct Paths {
    /// The ways out of the loop, by block and index of the target, except those that end the
    /// execution.
    exits: Vec<(BlockId, usize)>,
    /// The back edges to the header.
    back: Vec<(BlockId, usize)>,
    /// Whether all instructions on the paths are allowed.
    harmless: bool,
}

impl Region<'_> {
    /// Follows the paths behind an instruction to the header, out of the loop, or to the
    /// instruction `stop`.
    fn follow(
        &self,
        (block, index): Spot,
        stop: Option<Spot>,
        allowed: impl Fn(&Instruction) -> bool,
    ) -> Paths {
        let function = self.finder.function;
        let mut paths = Paths { harmless: true, ..Paths::default() };
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        let mut pending = vec![(block, index + 1)];
        while let Some((id, start)) = pending.pop() {
            let block = &function.blocks[id];
            let end = stop.filter(|stop| stop.0 == id && stop.1 >= start).map(|stop| stop.1);
            let instructions = &block.instructions[start..end.unwrap_or(block.instructions.len())];
            paths.harmless &= instructions.iter().all(&allowed);
            if end.is_some() {
                continue;
            }
            let mut number = 0;
            block.terminator.kind.for_each_target(|target| {
                if target.block == self.edge.header {
                    paths.back.push((id, number));
                } else if self.inside[target.block] {
                    if !std::mem::replace(&mut seen[target.block], true) {
                        pending.push((target.block, 0));
                    }
                } else if !self.ends_execution(target.block) {
                    paths.exits.push((id, number));
                }
                number += 1;
            });
        }
        paths
    }

    /// Whether a block only spins or cuts the execution.
    fn ends_execution(&self, block: BlockId) -> bool {
        let function = self.finder.function;
        let contents = &function.blocks[block];
        is_cut(function, block)
            || contents.instructions.is_empty()
                && matches!(contents.terminator.kind, TerminatorKind::Spin { .. })
    }

    fn only_computes(&self, instruction: &Instruction) -> bool {
        may_run_anywhere(self.finder.function, &self.finder.constants, &instruction.operation)
            || instruction.operation == Operation::Actions
    }

    /// Whether the next iteration begins after the undoing, with the same values, and the only
    /// accesses on the way are loads from the location.
    fn only_goes_back(&self, undoing: Addition) -> bool {
        let paths = self.follow(undoing.spot, None, |instruction| {
            self.only_computes(instruction)
                || matches!(instruction.operation, Operation::Load { address, ordering }
                    if ordering.is_atomic() && self.finder.addresses.place(address) == self.place)
        });
        let begins_same = |&(from, index): &(BlockId, usize)| {
            self.finder.edges.iter().any(|edge| (edge.from, edge.index) == (from, index))
        };
        paths.harmless && paths.exits.is_empty() && paths.back.iter().all(begins_same)
    }

    /// Whether the code between the attempt and the undoing is only the choice between the undoing
    /// and one way out of the loop.
    fn only_decides(&self, attempt: Addition, undoing: Addition) -> bool {
        let paths =
            self.follow(attempt.spot, Some(undoing.spot), |instruction| self.only_computes(instruction));
        paths.harmless && paths.back.is_empty() && paths.exits.len() <= 1
    }

    /// Whether a value and all values computed from it are used inside of the loop only, and only
    /// for computations and decisions.
    fn is_used_inside_only(&self, value: ValueId) -> bool {
        let function = self.finder.function;
        let mut tainted: SecondaryMap<ValueId, bool> = SecondaryMap::with_default(false);
        tainted[value] = true;
        let (mut changed, mut escapes) = (true, false);
        while changed {
            changed = false;
            for (id, block) in function.blocks.iter() {
                for instruction in &block.instructions {
                    let mut uses = false;
                    instruction.operation.for_each_operand(|&operand| uses |= tainted[operand]);
                    if uses {
                        escapes |= !self.inside[id] || !self.only_computes(instruction);
                        for &result in &instruction.results {
                            changed |= !std::mem::replace(&mut tainted[result], true);
                        }
                    }
                }
                block
                    .terminator
                    .kind
                    .for_each_own_operand(|&operand| escapes |= tainted[operand] && !self.inside[id]);
                block.terminator.kind.for_each_target(|target| {
                    let params = &function.blocks[target.block].params;
                    for (&param, &argument) in params.iter().zip(&target.arguments) {
                        if tainted[argument] {
                            escapes |= !self.inside[target.block];
                            changed |= !std::mem::replace(&mut tainted[param], true);
                        }
                    }
                });
            }
        }
        !escapes
    }
}

#[cfg(test)]
mod tests;
