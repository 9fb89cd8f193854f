//! Control dependence: the decisions on which it depends whether control gets to a point.
//!
//! Point n *postdominates* point m if every path from m to the end of the function goes through n.
//! A point n *depends* on the decision of a block if n postdominates one of the targets of the
//! block, but not the block itself [cytron §6]. Postdominators are the dominators of the reversed
//! graph, from one end that all paths come to.
//!
//! The points are the blocks and three others.
//! - The *edges* of a block that decides: an argument that an edge passes depends on the decision
//!   even if all edges lead to the same block.
//! - The *gates* of a header: retreating edges come to it through one gate, and the other edges
//!   through another one. So a decision after which the next iteration begins in any case is a
//!   decision on which neither the gate nor the loop depends.
//! - The end. A loop that may never end has a path from its gate to the end, so that whatever comes
//!   behind the loop depends on leaving it.
//!
//! The choice to cut the execution at the bound of a loop is no decision: the edge to the cut does
//! not count.

use porf_entity::{EntityId, SecondaryMap};
use porf_ir::{BlockId, Function, TerminatorKind, immediate_dominators};

use crate::analyses::loops::{BackEdges, is_cut};

/// A point of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Point(usize);

impl Point {
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// The gates of a header.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gates {
    /// The gate for the edges from outside of the loop.
    pub(crate) entry: Point,
    /// The gate for retreating edges.
    pub(crate) latch: Point,
}

/// The control dependences of a function.
pub(crate) struct ControlDependence {
    /// By point, the blocks that it depends on.
    deciders: Vec<Vec<BlockId>>,
    /// By block, the points of its edges.
    edges: SecondaryMap<BlockId, Vec<Point>>,
    /// By block, its gates, if it is a header.
    gates: SecondaryMap<BlockId, Option<Gates>>,
    /// By block, the index of the target on a shortest way to the end.
    nearest: SecondaryMap<BlockId, usize>,
}

impl ControlDependence {
    /// The dependences of a function without unreachable blocks. `None` if some point does not get
    /// to the end, which is not so if every loop without an exit is among those that may not end.
    pub(crate) fn new(
        function: &Function,
        back_edges: &BackEdges,
        may_not_end: impl Fn(BlockId) -> bool,
    ) -> Option<Self> {
        let mut graph = Graph { successors: vec![Vec::new(); function.blocks.len()] };
        let mut gates: SecondaryMap<BlockId, Option<Gates>> = SecondaryMap::with_default(None);
        let mut headers = Vec::new();
        let retreating: Vec<_> = back_edges.natural.iter().chain(&back_edges.irreducible).collect();
        for edge in &retreating {
            if gates[edge.header].is_none() {
                let mut gate = || graph.add(vec![edge.header.index()]);
                gates[edge.header] = Some(Gates { entry: gate(), latch: gate() });
                headers.push(edge.header);
            }
        }
        let mut edges: SecondaryMap<BlockId, Vec<Point>> = SecondaryMap::with_default(Vec::new());
        for from in function.blocks.ids() {
            let mut targets = Vec::new();
            function.blocks[from].terminator.kind.for_each_target(|target| targets.push(target.block));
            let bound = bound_check(function, from);
            let decides = targets.len() > 1 && bound.is_none();
            for (index, &to) in targets.iter().enumerate() {
                let retreats = retreating.iter().any(|edge| edge.from == from && edge.index == index);
                let next = match gates[to] {
                    Some(gates) if retreats => gates.latch.0,
                    Some(gates) => gates.entry.0,
                    None => to.index(),
                };
                let at = if decides { graph.add(vec![next]) } else { Point(from.index()) };
                edges[from].push(at);
                if decides {
                    graph.successors[from.index()].push(at.0);
                } else if bound.is_none_or(|goes_on| goes_on == index) {
                    graph.successors[from.index()].push(next);
                }
            }
        }
        let end = graph.add(Vec::new());
        for header in headers {
            if let Some(gates) = gates[header].filter(|_| may_not_end(header)) {
                graph.successors[gates.latch.0].push(end.0);
            }
        }
        for block in function.blocks.ids() {
            if graph.successors[block.index()].is_empty() {
                graph.successors[block.index()].push(end.0);
            }
        }
        let distances = graph.distances_to(end)?;
        let mut nearest = SecondaryMap::with_default(0);
        for block in function.blocks.ids() {
            let points = edges[block].iter().enumerate();
            nearest[block] = points.min_by_key(|(_, point)| distances[point.0]).map_or(0, |(index, _)| index);
        }
        let deciders = graph.deciders(end, function.blocks.len());
        Some(Self { deciders, edges, gates, nearest })
    }

    /// The number of points; each has an index below it.
    pub(crate) fn point_count(&self) -> usize {
        self.deciders.len()
    }

    /// The blocks whose decisions a point depends on.
    pub(crate) fn deciders(&self, point: Point) -> &[BlockId] {
        &self.deciders[point.0]
    }

    /// The point where a block begins.
    pub(crate) fn block(block: BlockId) -> Point {
        Point(block.index())
    }

    /// The point of the edge to a target of a block, by the index of the target.
    pub(crate) fn edge(&self, from: BlockId, index: usize) -> Point {
        self.edges[from][index]
    }

    /// The gates of a block, if it is a header.
    pub(crate) fn gates(&self, block: BlockId) -> Option<Gates> {
        self.gates[block]
    }

    /// The index of the target of a block from which the way to the end is shortest.
    pub(crate) fn nearest(&self, block: BlockId) -> usize {
        self.nearest[block]
    }
}

/// The index of the target with which a block goes on, if the block decides only whether the
/// execution is cut at the bound of a loop.
pub(crate) fn bound_check(function: &Function, block: BlockId) -> Option<usize> {
    let TerminatorKind::Branch { then_target, else_target, .. } = &function.blocks[block].terminator.kind
    else {
        return None;
    };
    match [then_target, else_target].map(|target| is_cut(function, target.block)) {
        [true, false] => Some(1),
        [false, true] => Some(0),
        _ => None,
    }
}

struct Graph {
    successors: Vec<Vec<usize>>,
}

impl Graph {
    fn add(&mut self, successors: Vec<usize>) -> Point {
        self.successors.push(successors);
        Point(self.successors.len() - 1)
    }

    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut predecessors = vec![Vec::new(); self.successors.len()];
        for (from, successors) in self.successors.iter().enumerate() {
            successors.iter().for_each(|&to| predecessors[to].push(from));
        }
        predecessors
    }

    /// By point, the length of the shortest way to the end. `None` if a point does not get there.
    fn distances_to(&self, end: Point) -> Option<Vec<usize>> {
        let predecessors = self.predecessors();
        let mut distances = vec![usize::MAX; self.successors.len()];
        distances[end.0] = 0;
        let mut reached = vec![end.0];
        let mut at = 0;
        while let Some(&point) = reached.get(at) {
            for &before in &predecessors[point] {
                if distances[before] == usize::MAX {
                    distances[before] = distances[point] + 1;
                    reached.push(before);
                }
            }
            at += 1;
        }
        (reached.len() == self.successors.len()).then_some(distances)
    }

    /// By point, the blocks that it depends on. All points must get to the end; the first ones are
    /// the blocks.
    fn deciders(&self, end: Point, blocks: usize) -> Vec<Vec<BlockId>> {
        let order = self.reverse_postorder_from(end);
        let mut place = vec![0; order.len()];
        for (index, &point) in order.iter().enumerate() {
            place[point] = index;
        }
        let places = |points: &[usize]| points.iter().map(|&point| place[point]).collect::<Vec<_>>();
        let before: Vec<Vec<usize>> = order.iter().map(|&point| places(&self.successors[point])).collect();
        let immediate = immediate_dominators(&before);
        let mut deciders = vec![Vec::new(); order.len()];
        for block in 0..blocks {
            if self.successors[block].len() < 2 {
                continue;
            }
            let postdominator = immediate[place[block]];
            for &successor in &self.successors[block] {
                let mut at = place[successor];
                while at != postdominator {
                    let depends = &mut deciders[order[at]];
                    let decider = BlockId::from_index(block);
                    if depends.last() != Some(&decider) {
                        depends.push(decider);
                    }
                    at = immediate[at];
                }
            }
        }
        deciders
    }

    /// The points in reverse postorder of the reversed graph.
    fn reverse_postorder_from(&self, end: Point) -> Vec<usize> {
        let predecessors = self.predecessors();
        let mut visited = vec![false; self.successors.len()];
        visited[end.0] = true;
        let mut order = Vec::new();
        let mut stack = vec![(end.0, 0)];
        while let Some((point, next)) = stack.last_mut() {
            if let Some(&before) = predecessors[*point].get(*next) {
                *next += 1;
                if !std::mem::replace(&mut visited[before], true) {
                    stack.push((before, 0));
                }
            } else {
                order.push(*point);
                stack.pop();
            }
        }
        order.reverse();
        order
    }
}
