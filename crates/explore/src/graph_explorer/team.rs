//! A team of explorers that share the exploration of one program.
//!
//! Exploration begins with one explorer. When it has worked for a while, others join it, one for each
//! core. An explorer that has nothing to do asks for a [unit](crate::unit); one that is at work looks
//! now and then whether somebody asks, and gives the alternative with the shallowest branching point
//! away, which is mostly that of a large subtree. Nobody pays for this while nobody is idle.
//!
//! What explorers learn is [merged](Knowledge::merge) whenever they give or take, and in the end. A
//! fact by which executions should have been judged restarts exploration, for all of them, as it does
//! where one explores alone. The first reason to stop or to restart stops everybody.
//!
//! The shape of the tree of choices does not depend on who explores which part of it, and neither does
//! what is learnt in the end. So the results are those of one explorer, in another order. Decisions
//! that depend on the order of exploration are made [early](crate::execution_core), before others
//! join.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use porf_models::Model;
use porf_program::Program;

use super::GraphExplorer;
use crate::cores::{Cores, Splitting};
use crate::limits::{Pause, Share, StopReason, Watch};
use crate::options::Options;
use crate::restart::{Change, Interruption, Knowledge, Manner};
use crate::sink::{Sharing, Sink, Summary};
use crate::unit::Unit;
use crate::with_model;

/// The time that an explorer without a core, or without a unit, waits before it looks again whether
/// the others have finished.
const PATIENCE: Duration = Duration::from_millis(10);

/// The work, in events, after which others may join: some ten milliseconds.
const WORK_ALONE: u64 = 1_000_000;

/// The work between units that are given away, compared with that of making the events of one again.
const WORK_BETWEEN_UNITS: u64 = 64;

/// The most units that wait to be taken, where work is always split.
const MOST_UNITS: usize = 64;

/// Explorers that share their work.
struct Team<'t> {
    cores: &'t Cores,
    share: Share<'t>,
    /// The number of explorers that ask for a unit.
    wanting: AtomicUsize,
    board: Mutex<Board>,
    changed: Condvar,
}

/// What the explorers of a team have in common.
struct Board {
    units: VecDeque<Unit>,
    /// The number of explorers at work.
    working: usize,
    /// The knowledge of all, as of the last time that each of them gave or took something.
    knowledge: Option<Knowledge>,
    /// Why everybody stops, if there is a reason.
    ending: Option<Interruption>,
    sharing: Sharing,
}

/// The answer to an explorer that asks for a unit.
enum Taken {
    Unit(Unit),
    /// There is none at the moment.
    Nothing,
    /// Everything is explored, or everybody stops.
    Over,
}

/// The explorers of one program: their cores, and what receives their results.
pub struct Explorers<'e, K> {
    /// The cores. The first explorer has one already.
    pub cores: &'e Cores,
    /// The sink of the first explorer.
    pub sink: &'e mut K,
    /// Makes a sink for an explorer that joins.
    pub fork: &'e (dyn Fn() -> K + Sync),
    /// Adds to the first sink what another one has received.
    pub join: &'e dyn Fn(&mut K, K),
}

/// Explores a program, or these units of it, and leaves units if it is time to pause. An error if
/// exploration has to restart.
pub(crate) fn explore<P, K>(
    explorers: &mut Explorers<'_, K>,
    program: &P,
    options: &Options<'_>,
    manner: &Manner,
    pause: Pause<'_>,
    knowledge: &mut Knowledge,
    units: &mut Option<Vec<Unit>>,
) -> Result<Summary, Change>
where
    P: Program + Sync,
    K: Sink<P::State> + Send,
{
    let Explorers { cores, sink, fork, join } = explorers;
    let team = Team::new(cores, pause);
    let (summary, sinks) = with_model!(options.model, model => {
        let first = GraphExplorer::new(program, model, options, manner, knowledge, *sink);
        lead(first, &team, units.take(), || help(&team, program, options, manner, fork()))
    });
    let board = team.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(learnt) = board.knowledge {
        *knowledge = learnt;
    }
    let summary = summary?;
    sinks.into_iter().for_each(|other| join(sink, other));
    *units = Some(board.units.into());
    Ok(summary)
}

/// Explores alone for a while, and then together with others, who `help`.
fn lead<'a, P, M, K>(
    mut first: GraphExplorer<'a, P, M>,
    team: &'a Team<'_>,
    units: Option<Vec<Unit>>,
    help: impl Fn() -> (Summary, K) + Sync,
) -> (Result<Summary, Change>, Vec<K>)
where
    P: Program,
    M: Model,
    K: Send,
{
    match units {
        Some(units) => team.lock().units = units.into(),
        None => match first.explore_alone(team) {
            Ok(true) => {}
            Ok(false) => return (first.finish(None), Vec::new()),
            Err(interruption) => return (first.finish(Some(interruption)), Vec::new()),
        },
    }
    first.join(team);
    team.lock().working = 1;
    let (mut summaries, mut sinks) = (Vec::new(), Vec::new());
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..team.cores.count()).map(|_| scope.spawn(&help)).collect();
        first.work(team, true);
        for helper in helpers {
            match helper.join() {
                Ok((summary, sink)) => {
                    summaries.push(summary);
                    sinks.push(sink);
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let board = team.lock();
    let summary = first.finish(board.ending).map(|mut summary| {
        summaries.iter().for_each(|other| summary.add(other));
        if summary.stopped.is_some() {
            summary.pending += board.units.len() as u64;
        }
        let (explorers, work) = (team.cores.count(), team.share.work());
        summary.sharing = (explorers > 1).then_some(Sharing { explorers, work, ..board.sharing });
        summary
    });
    (summary, sinks)
}

/// Explores units that others give away.
fn help<P, K>(
    team: &Team<'_>,
    program: &P,
    options: &Options<'_>,
    manner: &Manner,
    mut sink: K,
) -> (Summary, K)
where
    P: Program,
    K: Sink<P::State>,
{
    let Some(mut knowledge) = team.lock().knowledge.clone() else { return (Summary::default(), sink) };
    let summary = with_model!(options.model, model => {
        let mut explorer = GraphExplorer::new(program, model, options, manner, &mut knowledge, &mut sink);
        explorer.join(team);
        explorer.work(team, false);
        explorer.summary()
    });
    (summary, sink)
}

impl<'t> Team<'t> {
    fn new(cores: &'t Cores, pause: Pause<'t>) -> Self {
        Self {
            cores,
            share: Share::new(cores.splitting() == Splitting::Always, pause),
            wanting: AtomicUsize::new(0),
            board: Mutex::new(Board {
                units: VecDeque::new(),
                working: 0,
                knowledge: None,
                ending: None,
                sharing: Sharing::default(),
            }),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether somebody asks for a unit.
    #[inline]
    fn wants_units(&self) -> bool {
        self.wanting.load(Ordering::Relaxed) > 0 || self.cores.splitting() == Splitting::Always
    }

    /// Stops everybody.
    fn stop(&self, ending: Interruption, knowledge: &Knowledge) {
        let mut board = self.lock();
        board.merge(knowledge);
        board.ending.get_or_insert(ending);
        self.share.stop();
        self.changed.notify_all();
    }
}

/// Stops everybody if its explorer panics, so that nobody waits for that explorer.
struct StopsIfPanicking<'s, 't>(&'s Team<'t>);

impl Drop for StopsIfPanicking<'_, '_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let Self(team) = self;
            team.lock().ending = Some(StopReason::Interrupt.into());
            team.share.stop();
            team.changed.notify_all();
        }
    }
}

impl Board {
    /// Adds the knowledge of an explorer. Returns whether exploration has to restart.
    fn merge(&mut self, knowledge: &Knowledge) -> bool {
        match &mut self.knowledge {
            Some(known) => known.merge(knowledge),
            None => {
                self.knowledge = Some(knowledge.clone());
                false
            }
        }
    }

    fn is_over(&self, share: &Share<'_>) -> bool {
        self.ending.is_some() || share.is_paused() || self.working == 0 && self.units.is_empty()
    }
}

impl<'a, P: Program, M: Model> GraphExplorer<'a, P, M> {
    /// Explores until others may join. Returns whether there may be something left to explore.
    fn explore_alone(&mut self, team: &Team<'_>) -> Result<bool, Interruption> {
        let always = team.cores.splitting() == Splitting::Always;
        if team.cores.count() == 1 && !always && !team.share.may_pause() {
            return self.explore().map(|()| false);
        }
        self.extend_fully()?;
        while !always && (self.core.is_early() || self.core.watch.work() < WORK_ALONE) {
            if !self.backtrack()? {
                return Ok(false);
            }
            self.extend_fully()?;
        }
        Ok(true)
    }

    /// Returns whether it is not too early to give a unit away again: making its events again is work
    /// that is done twice.
    fn may_give(&self) -> bool {
        let events = self.core.state.graph.len();
        self.core.watch.own_work() - self.gave_at >= WORK_BETWEEN_UNITS * Watch::work_of_making(events)
    }

    /// The results of an explorer that has joined.
    fn summary(&self) -> Summary {
        Summary { pending: self.pending() as u64, ..self.core.summary }
    }

    /// Shares limits and names with the other explorers of a team.
    fn join(&mut self, team: &'a Team<'_>) {
        self.core.knowledge.names.share();
        let Summary { executions, blocked, .. } = self.core.summary;
        self.core.watch.join(&team.share, executions + blocked);
        let mut board = team.lock();
        if board.knowledge.is_none() {
            board.merge(self.core.knowledge);
        }
    }

    /// Explores until the team has finished. `has_core` says that the explorer has a core, and has
    /// something to do.
    fn work(&mut self, team: &Team<'_>, has_core: bool) {
        let _stops = StopsIfPanicking(team);
        let (mut busy, mut core) = (has_core, None);
        loop {
            if busy && let Err(interruption) = self.explore_and_give(team) {
                team.stop(interruption, self.core.knowledge);
            }
            if !has_core && core.is_none() {
                core = team.cores.take_within(PATIENCE);
            }
            let taken = self.take_from(team, busy, has_core || core.is_some());
            busy = matches!(taken, Taken::Unit(_));
            match taken {
                Taken::Over => return,
                Taken::Nothing => core = None,
                Taken::Unit(unit) => {
                    if let Err(interruption) = self.begin(&unit, team) {
                        team.stop(interruption, self.core.knowledge);
                    }
                }
            }
        }
    }

    /// Explores everything that is pending here, but for the units that others want.
    fn explore_and_give(&mut self, team: &Team<'_>) -> Result<(), Interruption> {
        while !team.share.is_paused() && self.backtrack()? {
            self.extend_fully()?;
            if team.wants_units() && (self.may_give() || team.cores.splitting() == Splitting::Always) {
                self.give_to(team)?;
            }
        }
        if team.share.is_paused() {
            team.lock().units.extend(std::iter::from_fn(|| self.give_shallowest()));
        }
        Ok(())
    }

    /// Gives units away.
    fn give_to(&mut self, team: &Team<'_>) -> Result<(), Interruption> {
        let always = team.cores.splitting() == Splitting::Always;
        let mut board = team.lock();
        let wanted = if always { MOST_UNITS } else { team.wanting.load(Ordering::Relaxed) };
        let mut given = false;
        while board.units.len() < wanted
            && let Some(unit) = self.give_shallowest()
        {
            board.sharing.units += 1;
            board.units.push_back(unit);
            given = true;
        }
        if given {
            self.gave_at = self.core.watch.own_work();
            if board.merge(self.core.knowledge) {
                return Err(Change::Learn.into());
            }
            team.changed.notify_all();
        }
        Ok(())
    }

    /// Takes a unit, and waits for it for a while. `was_busy` says that the explorer has been at work
    /// until now, and `may_work` that it has a core.
    fn take_from(&mut self, team: &Team<'_>, was_busy: bool, may_work: bool) -> Taken {
        let began = Instant::now();
        let mut board = team.lock();
        if was_busy {
            board.working -= 1;
            if board.merge(self.core.knowledge) && board.ending.is_none() {
                board.ending = Some(Change::Learn.into());
                team.share.stop();
            }
            if board.is_over(&team.share) {
                team.changed.notify_all();
            }
        }
        if may_work && board.units.is_empty() && !board.is_over(&team.share) {
            team.wanting.fetch_add(1, Ordering::Relaxed);
            let nothing = |board: &mut Board| board.units.is_empty() && !board.is_over(&team.share);
            let waited = team.changed.wait_timeout_while(board, PATIENCE, nothing);
            board = waited.unwrap_or_else(PoisonError::into_inner).0;
            team.wanting.fetch_sub(1, Ordering::Relaxed);
            board.sharing.idle += began.elapsed();
        }
        if board.is_over(&team.share) {
            return Taken::Over;
        }
        if !may_work {
            return Taken::Nothing;
        }
        match board.units.pop_front() {
            Some(unit) => {
                board.working += 1;
                if let Some(knowledge) = &board.knowledge {
                    self.core.knowledge.clone_from(knowledge);
                }
                Taken::Unit(unit)
            }
            None => Taken::Nothing,
        }
    }

    /// Makes the events of a unit.
    fn begin(&mut self, unit: &Unit, team: &Team<'_>) -> Result<(), Interruption> {
        let before = self.core.watch.own_work();
        self.take_over(unit)?;
        let work = self.core.watch.own_work() - before;
        team.lock().sharing.replayed += work;
        Ok(())
    }
}
