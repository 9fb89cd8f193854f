//! Partial coherence orders, closed under saturation.
//!
//! A pair of blocks is decided if one comes before the other in the [global order](super::given),
//! or before a read from the other: the other way round there would be a cycle (*saturation*;
//! [tracer §4.1] for RA). The paths between blocks that need no decision are computed once, in one
//! pass over the execution. Decisions add paths.

use std::ops::Range;

use porf_entity::EntityId;
use porf_graph::EventId;

use super::given::{BlockIndex, Given, OpenLocation};
use super::successors::Successors;
use super::{Demands, Unfinished};

/// The coherence orders of the open locations, as far as they are decided: which points of blocks
/// lead to which in the global order. There is one row for the first write and one for the end of
/// each block. Each row has a bit for the first write, the touch and the end of each block.
#[derive(Clone, Debug)]
pub(super) struct PartialOrders {
    blocks: usize,
    /// The number of words that the bits of one kind of point take.
    width: usize,
    rows: Vec<u64>,
}

/// A kind of point.
#[derive(Clone, Copy)]
enum Point {
    First,
    Touch,
    End,
}

impl PartialOrders {
    const POINTS: [Point; 3] = [Point::First, Point::Touch, Point::End];

    /// The orders that are decided by the given edges, under a model with these edges of the global
    /// order. `None` if they have a cycle.
    pub(super) fn new(
        given: &Given,
        successors: &Successors,
        demands: &mut Demands<'_>,
    ) -> Result<Option<Self>, Unfinished> {
        let Some(sorted) = successors.sorted() else { return Ok(None) };
        let blocks = given.block_count();
        let width = blocks.div_ceil(64);
        let mut orders = Self { blocks, width, rows: vec![0; 2 * blocks * 3 * width] };
        let mut points: Vec<Option<(Point, BlockIndex)>> = vec![None; given.node_count()];
        for block in 0..blocks {
            points[given.touch(block)] = Some((Point::Touch, block));
            points[given.end(block)] = Some((Point::End, block));
            if let Some(first) = given.first(block) {
                points[first.index()] = Some((Point::First, block));
            }
        }
        // Sixty-four blocks at a time: for each node, the points of these blocks that it leads to.
        let mut reached = vec![[0_u64; 3]; given.node_count()];
        for word in 0..width {
            for (turn, &node) in sorted.iter().rev().enumerate() {
                if turn % 1024 == 0 {
                    demands.look()?;
                }
                let mut all = [0; 3];
                for successor in successors.of(node) {
                    for (bits, more) in all.iter_mut().zip(reached[successor]) {
                        *bits |= more;
                    }
                    if let Some((point, block)) = points[successor]
                        && block / 64 == word
                    {
                        all[point as usize] |= 1 << (block % 64);
                    }
                }
                reached[node] = all;
                let row = match points[node] {
                    Some((Point::First, block)) => block,
                    Some((Point::End, block)) => blocks + block,
                    Some((Point::Touch, _)) | None => continue,
                };
                for point in Self::POINTS {
                    orders.rows[(3 * row + point as usize) * width + word] = all[point as usize];
                }
            }
        }
        Ok(Some(orders))
    }

    /// The bits of a row for one kind of point.
    fn bits(&self, row: usize, point: Point) -> &[u64] {
        &self.rows[(3 * row + point as usize) * self.width..][..self.width]
    }

    fn leads(&self, row: usize, point: Point, block: BlockIndex) -> bool {
        self.bits(row, point)[block / 64] >> (block % 64) & 1 == 1
    }

    /// Whether it is decided that a block precedes another one of the same location.
    pub(super) fn has(&self, one: BlockIndex, other: BlockIndex) -> bool {
        self.leads(self.blocks + one, Point::First, other)
    }

    /// Whether the order of two different blocks is decided.
    pub(super) fn is_decided(&self, one: BlockIndex, other: BlockIndex) -> bool {
        self.has(one, other) || self.has(other, one)
    }

    /// Whether the first of two writes to an open location is decided to come before the second.
    pub(super) fn has_writes(&self, given: &Given, first: EventId, second: EventId) -> bool {
        match (given.block_of(first), given.block_of(second)) {
            (Some(one), Some(other)) if one == other => {
                let writes = given.writes_of(one).iter();
                writes.clone().find(|&&write| write == first || write == second) == Some(&first)
                    && first != second
            }
            (Some(one), Some(other)) => self.has(one, other),
            _ => false,
        }
    }

    /// Puts a block before another one of the same location, which is not the initial one. Returns
    /// `None` if that closes a cycle.
    pub(super) fn decide(&mut self, one: BlockIndex, other: BlockIndex) -> Option<()> {
        if self.has(one, other) {
            return Some(());
        }
        if one == other || self.leads(other, Point::End, one) {
            return None;
        }
        let (width, end) = (self.width, self.blocks + one);
        let mut after = self.rows[3 * other * width..][..3 * width].to_vec();
        after[other / 64] |= 1 << (other % 64);
        let end_word = Point::End as usize * width + one / 64;
        for (index, row) in self.rows.chunks_exact_mut(3 * width).enumerate() {
            if index == end || row[end_word] >> (one % 64) & 1 == 1 {
                row.iter_mut().zip(&after).for_each(|(word, more)| *word |= more);
            }
        }
        Some(())
    }

    /// Decides all pairs that are possible in one order only. Returns `false` if a pair is possible
    /// in neither order.
    pub(super) fn saturate(&mut self, given: &Given, demands: &mut Demands<'_>) -> Result<bool, Unfinished> {
        let mut grown = true;
        while grown {
            grown = false;
            for OpenLocation { blocks, .. } in given.open_locations() {
                for one in blocks.start + 1..blocks.end {
                    demands.look()?;
                    for word in blocks.start / 64..blocks.end.div_ceil(64) {
                        let touched = self.bits(one, Point::Touch)[word];
                        let after = self.bits(self.blocks + one, Point::First)[word];
                        let forced = touched & !after & mask(blocks, word);
                        for other in bits_of(forced).map(|bit| 64 * word + bit).filter(|&other| other != one)
                        {
                            if other == blocks.start || self.decide(one, other).is_none() {
                                return Ok(false);
                            }
                            grown = true;
                        }
                    }
                }
            }
        }
        Ok(true)
    }

    /// The blocks of a location that are decided to follow the given one.
    pub(super) fn followers<'a>(
        &'a self,
        blocks: &'a Range<BlockIndex>,
        one: BlockIndex,
    ) -> impl Iterator<Item = BlockIndex> + 'a {
        let after = self.bits(self.blocks + one, Point::First);
        let words = blocks.start / 64..blocks.end.div_ceil(64);
        words.flat_map(move |word| bits_of(after[word] & mask(blocks, word)).map(move |bit| 64 * word + bit))
    }

    /// The pairs of blocks whose order is not decided.
    pub(super) fn undecided<'a>(
        &'a self,
        given: &'a Given,
    ) -> impl Iterator<Item = (BlockIndex, BlockIndex)> + 'a {
        given.open_locations().iter().flat_map(move |OpenLocation { blocks, .. }| {
            (blocks.start + 1..blocks.end).flat_map(move |one| {
                let others = one + 1..blocks.end;
                others.filter(move |&other| !self.is_decided(one, other)).map(move |other| (one, other))
            })
        })
    }
}

/// The bits of a word that belong to a range of numbers.
fn mask(range: &Range<usize>, word: usize) -> u64 {
    let from = range.start.saturating_sub(64 * word).min(64);
    let to = range.end.saturating_sub(64 * word).min(64);
    let below = |end: usize| if end == 64 { u64::MAX } else { (1 << end) - 1 };
    below(to) & !below(from)
}

/// The numbers of the bits of a word that are set.
fn bits_of(word: u64) -> impl Iterator<Item = usize> {
    let remaining = std::iter::successors(Some(word), |bits| Some(bits & bits.wrapping_sub(1)));
    remaining.take_while(|&bits| bits != 0).map(|bits| bits.trailing_zeros() as usize)
}
