//! Idle decisions: decisions between different ways of doing nothing.
//!
//! A loop that waits often backs off. It counts its attempts, and pauses, yields or sleeps, the
//! longer the more attempts have failed. All of that does nothing that anybody could observe. But
//! the counter is a value that differs from iteration to iteration, so that no iteration begins
//! as another one did, and the reductions of spinloops do not apply.
//!
//! This pass removes code by assuming that it is dead until the contrary is shown (the dead code
//! elimination of [cytron §7.1]). An instruction is *live* if it has an effect, be it only a
//! possible error ([`has_effect`]), or if a live instruction uses its result. A decision is live if
//! a live instruction, or an argument of a live parameter, depends on it
//! ([`ControlDependence`]). All other decisions are *idle*. An idle decision becomes a jump along
//! the shortest way to the end of the function. The values that only idle decisions use are dead
//! code then, rings of parameters such as counters included.
//!
//! # Why the behaviour stays the same
//!
//! Between an idle decision and the next live instruction, all paths pass the same arguments to
//! live parameters, and have no live instruction. Thus the function takes the same live
//! instructions in the same order with the same operands, if the code in between ends. (A parameter
//! depends on a decision only if the ways from there pass different arguments to it.)
//! - *Code that may not end is live.* A loop has to end by itself
//!   ([counting loops](crate::analyses::counting_loops)); otherwise the decisions on which its next
//!   iteration depends are live. An irreducible cycle may not end.
//! - *A decision on undefined bits is an error*, so a decision is live if its operand is not
//!   certainly [defined](crate::analyses::defined_values).
//! - *Accesses to [scratch variables](crate::analyses::scratch_variables)* are no effects. A write is
//!   live if a read of the variable is. Only this function reads it.
//! - *Shifts and divisions* may be errors. They are no effects if the numbers that they compute with
//!   certainly are [in range](crate::analyses::value_ranges), as the exponent of exponential back-off is.
//!   The decisions that see to that may be idle themselves, so that such an operation is removed here
//!   if nothing needs its result.
//! - *The bound of a loop* is live if anything in the loop is. A loop that is removed needs no bound.
//!
//! The code that replaces the code in between ends, since it only takes shortest ways.

use porf_entity::{PrimaryMap, SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Dominators, Function, Instruction, Operation, Target, TerminatorKind, ValueData, ValueId,
};

use crate::analyses::control_dependence::{ControlDependence, Point, bound_check};
use crate::analyses::counting_loops::{Counting, NaturalLoop};
use crate::analyses::defined_values::defined_values;
use crate::analyses::function_facts::{Constants, Spot, constants};
use crate::analyses::loops::{BackEdge, BackEdges, position_of};
use crate::analyses::needed_values::has_effect;
use crate::analyses::scratch_variables::{Scratch, ScratchAccess, access, addresses};
use crate::analyses::value_ranges::ValueRanges;
use crate::simplifications::control_flow::remove_unreachable_blocks;

/// The decisions and loops that were removed.
#[derive(Default)]
pub(crate) struct Removed {
    /// The number of decisions.
    pub(crate) decisions: usize,
    /// The positions of the header and of the back edge of each loop.
    pub(crate) loops: Vec<(SourcePosition, SourcePosition)>,
    /// Positions in the loops around the decisions.
    pub(crate) around: Vec<SourcePosition>,
}

/// Removes the idle decisions of a function that has loops.
pub(crate) fn run(function: &mut Function, scratch: &Scratch) -> Removed {
    remove_unreachable_blocks(function);
    let back_edges = BackEdges::find(function, &Dominators::new(&function.blocks));
    let Idle { decisions: idle, computations, accesses } = idle_code(function, &back_edges, scratch);
    let mut removed = Removed { decisions: idle.len(), ..Removed::default() };
    let loops = NaturalLoop::all(function, &back_edges);
    for natural in loops.iter().filter(|natural| idle.iter().any(|&(block, _)| natural.inside[block])) {
        let blocks = function.blocks.iter().filter(|&(block, _)| natural.inside[block]);
        removed.around.extend(blocks.map(|(_, block)| block.terminator.position));
    }
    for (block, target) in idle {
        function.blocks[block].terminator.kind = TerminatorKind::Jump(target);
    }
    for (block, index) in computations {
        function.blocks[block].instructions[index].operation = Operation::Const(0);
    }
    // From the last one on, so that indices stay right.
    for &(block, index) in accesses.iter().rev() {
        remove_access(&mut function.blocks[block], &function.values, index);
    }
    let left = Dominators::new(&function.blocks);
    let is_left = |edge: &&BackEdge| {
        let mut is_left = false;
        let kind = &function.blocks[edge.from].terminator.kind;
        kind.for_each_target(|target| is_left |= target.block == edge.header);
        is_left && left.is_reachable(edge.from)
    };
    for edge in &back_edges.natural {
        if !back_edges.natural.iter().filter(is_left).any(|other| other.header == edge.header) {
            let back_edge = function.blocks[edge.from].terminator.position;
            removed.loops.push((position_of(&function.blocks[edge.header]), back_edge));
        }
    }
    removed
}

/// Removes a write, or lets a read whose result nothing needs be a number.
fn remove_access(block: &mut Block, values: &PrimaryMap<ValueId, ValueData>, index: usize) {
    let Instruction { operation, results, .. } = &mut block.instructions[index];
    match results.first() {
        None => {
            block.instructions.remove(index);
        }
        Some(&result) if values[result].ty.is_int() => *operation = Operation::Const(0),
        Some(_) => {}
    }
}

/// The code that does nothing.
#[derive(Default)]
struct Idle {
    /// The blocks with idle decisions, and the target that each of them may always choose.
    decisions: Vec<(BlockId, Target)>,
    /// The shifts and divisions that are no errors, and not live.
    computations: Vec<Spot>,
    /// The accesses to scratch variables that are not live, in order.
    accesses: Vec<Spot>,
}

fn idle_code(function: &Function, back_edges: &BackEdges, scratch: &Scratch) -> Idle {
    if back_edges.is_empty() {
        return Idle::default();
    }
    let dominators = Dominators::new(&function.blocks);
    let constants = constants(function);
    let loops = NaturalLoop::all(function, back_edges);
    let counting = Counting::new(function, &constants, &dominators);
    let mut ends: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
    for natural in &loops {
        let is_entered_elsewhere = back_edges.irreducible.iter().any(|edge| edge.header == natural.header);
        ends[natural.header] = !is_entered_elsewhere && counting.ends(natural);
    }
    let Some(dependence) = ControlDependence::new(function, back_edges, |header| !ends[header]) else {
        return Idle::default();
    };
    let mut live = Live::new(function, &dependence, &loops, back_edges);
    let ranges = ValueRanges::new(function, &constants, &dominators);
    live.add_roots(&constants, scratch, &ranges);
    for edge in back_edges.natural.iter().chain(&back_edges.irreducible) {
        if let Some(gates) = dependence.gates(edge.header).filter(|_| !ends[edge.header]) {
            live.add_point(gates.latch);
            live.add_loops_around(edge.header);
        }
    }
    live.finish();
    let idle = function.blocks.ids().filter(|&block| !live.decisions[block]);
    let decisions = idle.filter_map(|block| Some((block, live.target_of_idle(block)?))).collect();
    Idle { decisions, computations: live.idle_computations(), accesses: live.idle_accesses() }
}

/// An edge to a block.
#[derive(Clone)]
struct WayIn<'a> {
    edge: Point,
    retreats: bool,
    arguments: &'a [ValueId],
}

/// The origin of a value.
#[derive(Clone, Copy)]
enum Definition<'a> {
    Param { block: BlockId, index: usize },
    Instruction { block: BlockId, operation: &'a Operation },
}

/// The live values, decisions and points.
struct Live<'a> {
    function: &'a Function,
    dependence: &'a ControlDependence,
    loops: &'a [NaturalLoop],
    /// By loop, the blocks that decide whether it is cut at its bound, until the loop is live.
    bounds: Vec<Vec<BlockId>>,
    ways_in: SecondaryMap<BlockId, Vec<WayIn<'a>>>,
    /// By value, its origin. Callers pass the values without one.
    definitions: SecondaryMap<ValueId, Option<Definition<'a>>>,
    values: SecondaryMap<ValueId, bool>,
    decisions: SecondaryMap<BlockId, bool>,
    points: Vec<bool>,
    /// Live values whose sources are not known to be live yet.
    pending: Vec<ValueId>,
    /// Live decisions whose deciders are not known to be live yet.
    pending_decisions: Vec<BlockId>,
    /// The accesses to scratch variables.
    scratch: Vec<(Spot, ScratchAccess)>,
    /// The shifts and divisions that are no errors.
    harmless: Vec<Spot>,
}

impl<'a> Live<'a> {
    fn new(
        function: &'a Function,
        dependence: &'a ControlDependence,
        loops: &'a [NaturalLoop],
        back_edges: &BackEdges,
    ) -> Self {
        let retreating = || back_edges.natural.iter().chain(&back_edges.irreducible);
        let mut ways_in: SecondaryMap<BlockId, Vec<WayIn<'a>>> = SecondaryMap::with_default(Vec::new());
        let mut definitions = SecondaryMap::with_default(None);
        for (block, contents) in function.blocks.iter() {
            for (index, &param) in contents.params.iter().enumerate() {
                definitions[param] = Some(Definition::Param { block, index });
            }
            for Instruction { operation, results, .. } in &contents.instructions {
                for &result in results {
                    definitions[result] = Some(Definition::Instruction { block, operation });
                }
            }
            let mut index = 0;
            contents.terminator.kind.for_each_target(|target| {
                let edge = dependence.edge(block, index);
                let retreats = retreating().any(|it| it.from == block && it.index == index);
                ways_in[target.block].push(WayIn { edge, retreats, arguments: &target.arguments });
                index += 1;
            });
        }
        Self {
            function,
            dependence,
            loops,
            bounds: vec![Vec::new(); loops.len()],
            ways_in,
            definitions,
            values: SecondaryMap::with_default(false),
            decisions: SecondaryMap::with_default(false),
            points: vec![false; dependence.point_count()],
            pending: Vec::new(),
            pending_decisions: Vec::new(),
            scratch: Vec::new(),
            harmless: Vec::new(),
        }
    }

    /// Adds whatever is live by itself.
    fn add_roots(&mut self, constants: &Constants, scratch: &Scratch, ranges: &ValueRanges<'_>) {
        let function = self.function;
        let defined = defined_values(function, scratch);
        let addresses = addresses(function);
        for (block, contents) in function.blocks.iter() {
            for (index, Instruction { operation, .. }) in contents.instructions.iter().enumerate() {
                if let Some(access) = access(operation, &addresses).filter(|it| scratch[it.global]) {
                    self.scratch.push(((block, index), access));
                } else if has_effect(operation, constants, |value| function.values[value].ty) {
                    if ranges.is_harmless(block, operation) {
                        self.harmless.push((block, index));
                        continue;
                    }
                    self.add_block(block);
                    operation.for_each_operand(|&operand| self.add_value(operand));
                }
            }
            let kind = &contents.terminator.kind;
            let mut is_idle = matches!(
                kind,
                TerminatorKind::Jump(_) | TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. }
            );
            kind.for_each_own_operand(|&operand| is_idle &= defined[operand]);
            if is_idle && bound_check(function, block).is_some() {
                let around = (0..self.loops.len()).filter(|&it| self.loops[it].inside[block]);
                match around.min_by_key(|&it| self.loops[it].size) {
                    Some(innermost) => self.bounds[innermost].push(block),
                    None => is_idle = false,
                }
            }
            if !is_idle {
                self.add_decision(block);
            }
        }
    }

    fn add_value(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.pending.push(value);
        }
    }

    fn add_point(&mut self, point: Point) {
        if !std::mem::replace(&mut self.points[point.index()], true) {
            for &decider in self.dependence.deciders(point) {
                self.add_decision(decider);
            }
        }
    }

    fn add_block(&mut self, block: BlockId) {
        self.add_point(ControlDependence::block(block));
        self.add_loops_around(block);
    }

    /// Makes the bounds of the loops around a block live.
    fn add_loops_around(&mut self, block: BlockId) {
        for index in 0..self.loops.len() {
            if self.loops[index].inside[block] {
                for check in std::mem::take(&mut self.bounds[index]) {
                    self.add_decision(check);
                }
            }
        }
    }

    fn add_decision(&mut self, block: BlockId) {
        if !std::mem::replace(&mut self.decisions[block], true) {
            self.pending_decisions.push(block);
        }
    }

    /// Adds the sources of live values and the deciders of live decisions, until there are no more.
    fn finish(&mut self) {
        let function = self.function;
        loop {
            if let Some(block) = self.pending_decisions.pop() {
                self.add_block(block);
                let kind = &function.blocks[block].terminator.kind;
                kind.for_each_own_operand(|&operand| self.add_value(operand));
            } else if let Some(value) = self.pending.pop() {
                match self.definitions[value] {
                    None => {}
                    Some(Definition::Instruction { block, operation }) => {
                        self.add_block(block);
                        operation.for_each_operand(|&operand| self.add_value(operand));
                        self.add_writes(value);
                    }
                    Some(Definition::Param { block, index }) => self.add_arguments(block, index),
                }
            } else {
                return;
            }
        }
    }

    /// If a value was read from a scratch variable, adds the writes to the variable.
    fn add_writes(&mut self, value: ValueId) {
        let result = |(block, index): Spot| self.function.blocks[block].instructions[index].results.first();
        let Some(&(_, read)) = self.scratch.iter().find(|&&(spot, _)| result(spot) == Some(&value)) else {
            return;
        };
        let same = self.scratch.iter().filter(|(_, it)| it.global == read.global);
        let writes: Vec<_> = same.filter_map(|&((block, _), it)| Some((block, it.written?))).collect();
        for (block, written) in writes {
            self.add_block(block);
            self.add_value(written);
        }
    }

    /// The shifts and divisions that are no errors and whose results are not live.
    fn idle_computations(&self) -> Vec<Spot> {
        let is_live = |&(block, index): &Spot| {
            let results = &self.function.blocks[block].instructions[index].results;
            results.iter().any(|&result| self.values[result])
        };
        self.harmless.iter().copied().filter(|spot| !is_live(spot)).collect()
    }

    /// The accesses to scratch variables of which no read is live.
    fn idle_accesses(&self) -> Vec<Spot> {
        let is_live_read = |&&((block, index), access): &&(Spot, ScratchAccess)| {
            let results = &self.function.blocks[block].instructions[index].results;
            access.written.is_none() && results.iter().any(|&result| self.values[result])
        };
        let is_read = |global| self.scratch.iter().filter(is_live_read).any(|(_, it)| it.global == global);
        let idle = self.scratch.iter().filter(|(_, access)| !is_read(access.global));
        idle.map(|&(spot, _)| spot).collect()
    }

    /// Adds the arguments for a live parameter, and the points on which it depends which of them
    /// the parameter is.
    fn add_arguments(&mut self, block: BlockId, index: usize) {
        let param = self.function.blocks[block].params[index];
        let arguments = |retreats: &[bool]| -> Vec<(Point, ValueId)> {
            let ways = self.ways_in[block].iter().filter(|way| retreats.contains(&way.retreats));
            ways.map(|way| (way.edge, way.arguments[index])).collect()
        };
        let all = arguments(&[false, true]);
        let groups = match self.dependence.gates(block) {
            None => vec![(None, all.clone())],
            Some(gates) => {
                vec![(Some(gates.entry), arguments(&[false])), (Some(gates.latch), arguments(&[true]))]
            }
        };
        for &(_, argument) in &all {
            self.add_value(argument);
        }
        let mut others = all.iter().map(|&(_, argument)| argument).filter(|&argument| argument != param);
        let first = others.next();
        if others.all(|other| Some(other) == first) {
            return;
        }
        for (gate, ways) in groups {
            if let Some(gate) = gate {
                self.add_point(gate);
            }
            if ways.iter().any(|way| way.1 != ways[0].1) {
                self.add_choices((block, index), ways.iter().map(|&(edge, _)| edge).collect());
            }
        }
    }

    /// Adds the decisions on which it depends by which of these edges a block is entered, as far as
    /// they choose between different arguments for a parameter of the block.
    fn add_choices(&mut self, param: (BlockId, usize), edges: Vec<Point>) {
        let mut seen = edges.clone();
        let mut pending = edges;
        while let Some(point) = pending.pop() {
            for &decider in self.dependence.deciders(point) {
                if !self.passes_one_argument(decider, param) {
                    self.add_decision(decider);
                    continue;
                }
                let before = ControlDependence::block(decider);
                if !seen.contains(&before) {
                    seen.push(before);
                    pending.push(before);
                }
            }
        }
    }

    /// Whether a parameter of a block gets the same argument whichever way leads there from another
    /// block.
    fn passes_one_argument(&self, from: BlockId, (block, index): (BlockId, usize)) -> bool {
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        let mut pending = vec![from];
        let mut passed = None;
        let mut is_one = true;
        while let Some(at) = pending.pop() {
            self.function.blocks[at].terminator.kind.for_each_target(|target| {
                if target.block == block {
                    is_one &= *passed.get_or_insert(target.arguments[index]) == target.arguments[index];
                } else if !std::mem::replace(&mut seen[target.block], true) {
                    pending.push(target.block);
                }
            });
        }
        is_one
    }

    /// The target that an idle decision of a block may always choose. `None` if the block decides
    /// nothing.
    fn target_of_idle(&self, block: BlockId) -> Option<Target> {
        let mut targets = Vec::new();
        self.function.blocks[block].terminator.kind.for_each_target(|target| targets.push(target));
        let chosen = bound_check(self.function, block).unwrap_or_else(|| self.dependence.nearest(block));
        (targets.len() > 1).then(|| targets[chosen].clone())
    }
}

#[cfg(test)]
mod tests;
