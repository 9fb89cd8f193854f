//! An estimate of the number of executions, from random paths through the tree of choices.
//!
//! The estimator is Knuth's (`knuth` in docs/papers.md). A path goes from the root to a leaf and
//! takes one of the k ways to go on with equal chance at each node. The product of the k is an
//! unbiased estimate of the number of leaves, if leaves that are no executions count 0.

use std::ops::ControlFlow;

use porf_entity::Random;
use porf_models::Model;
use porf_program::Program;

use super::{GraphExplorer, Progress};
use crate::restart::{Change, Interruption};
use crate::sink::Summary;

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Estimates until `report` breaks; an error if exploration has to restart.
    pub(crate) fn estimate(
        mut self,
        seed: u64,
        mut report: impl FnMut(f64) -> ControlFlow<()>,
    ) -> Result<(), Change> {
        let mut random = Random::from_seed(seed);
        let (mut sum, mut paths) = (0.0, 0.0);
        loop {
            let leaves = match self.walk(&mut random) {
                Ok(path) => path.leaves,
                Err(Interruption::Change(change)) => return Err(change),
                Err(Interruption::Stop(_)) => return Ok(()),
            };
            sum += leaves;
            paths += 1.0;
            if report(sum / paths).is_break() {
                return Ok(());
            }
        }
    }

    /// Estimates the work of exploring everything, in events, from as many paths as cost no more than
    /// `budget`; an error if exploration has to restart. The work of a node counts once for each
    /// node that it stands for: as often as the product of the numbers of ways on its path says.
    pub(crate) fn estimate_work(mut self, seed: u64, budget: u64) -> Result<f64, Change> {
        let mut random = Random::from_seed(seed);
        let (mut sum, mut paths) = (0.0, 0.0);
        while self.core.watch.work() < budget {
            match self.walk(&mut random) {
                Ok(path) => sum += path.work,
                Err(Interruption::Change(change)) => return Err(change),
                Err(Interruption::Stop(_)) => break,
            }
            paths += 1.0;
        }
        Ok(sum / f64::max(paths, 1.0))
    }

    /// Walks along one path.
    fn walk(&mut self, random: &mut Random) -> Result<Path, Interruption> {
        self.core.clear();
        self.alternatives.clear();
        self.interrupted.clear();
        let mut path = Path { leaves: 0.0, work: 0.0 };
        let mut nodes = 1.0;
        let count = |summary: Summary| summary.executions + summary.blocked;
        let mut before = count(self.core.summary);
        let mut work_before = self.core.watch.work();
        let mut progress = self.extend()?;
        loop {
            let work = self.core.watch.work();
            let done = work - std::mem::replace(&mut work_before, work);
            path.work += if done > 0 { nodes * done as f64 } else { 0.0 };
            let ways = std::mem::take(&mut self.alternatives);
            nodes *= (ways.len() + 1) as f64;
            let chosen = random.below(ways.len() + 1);
            let is_execution =
                count(self.core.summary) != std::mem::replace(&mut before, count(self.core.summary));
            progress = match (ways.get(chosen), progress) {
                (Some(&alternative), _) => self.take(alternative)?,
                (None, Progress::Extended) => self.extend()?,
                (None, Progress::Ended) => {
                    path.leaves = if is_execution { nodes } else { 0.0 };
                    return Ok(path);
                }
            };
        }
    }
}

/// What one path tells about the tree.
struct Path {
    /// The product of the numbers of ways to go on, or 0 if the path does not end in an execution.
    leaves: f64,
    /// The work of all nodes.
    work: f64,
}
