//! The ways in which porf explores a program: models, engines, equivalences, schedules, and which
//! reductions are on.

use std::fmt;
use std::time::{Duration, Instant};

use porf_driver::BuildOptions;
use porf_entity::Random;
use porf_explore::{Engine, Equivalence, Limits, Liveness, ModelKind, Options, Schedule};
use porf_passes::PassName;
use porf_vm::MachineOptions;

use super::program::Program;

/// A way to explore.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// The model.
    pub model: ModelKind,
    /// The algorithm; `None` for the one that suits the program.
    pub engine: Option<Engine>,
    /// The equivalence; `None` for the faster one.
    pub equivalence: Option<Equivalence>,
    /// The scheduling policy.
    pub schedule: Schedule,
    /// Whether symmetric threads are distinguished.
    pub symmetry: bool,
    /// Whether redundant iterations are dropped.
    pub redundant_iterations: bool,
    /// Whether the orders of additions are not distinguished.
    pub independent_adds: bool,
    /// The passes that are left out.
    pub disabled: Vec<PassName>,
    /// Whether threads await.
    pub awaits: bool,
    /// The number of times that loops may take back edges.
    pub unroll: u32,
}

/// The number of times that loops may take back edges where spinloops are ended: more than the
/// number of actions of a program.
const ENOUGH: u32 = 5;
/// The same number where spinloops are not ended.
const FEW: u32 = 2;

/// The longest time: an exploration that takes longer is left.
const LONGEST: Duration = Duration::from_secs(2);
/// The most executions: an exploration with more is left.
const MOST_EXECUTIONS: u64 = 400;

impl Way {
    /// The way of the command without options.
    pub fn usual(model: ModelKind) -> Self {
        Self {
            model,
            engine: None,
            equivalence: None,
            schedule: Schedule::default(),
            symmetry: true,
            redundant_iterations: true,
            independent_adds: true,
            disabled: Vec::new(),
            awaits: true,
            unroll: ENOUGH,
        }
    }

    /// The way without any reduction.
    pub fn plain(model: ModelKind) -> Self {
        Self {
            engine: Some(Engine::Graph),
            equivalence: Some(Equivalence::Co),
            symmetry: false,
            redundant_iterations: false,
            independent_adds: false,
            disabled: PassName::SPINLOOPS.to_vec(),
            awaits: false,
            unroll: FEW,
            ..Self::usual(model)
        }
    }

    /// A way with some reductions, some engine, and so on.
    fn random(random: &mut Random, model: ModelKind) -> Self {
        let mut way = Self::usual(model);
        way.engine = random.choose(&[None, Some(Engine::Graph), Some(Engine::Trace)]);
        if model != ModelKind::Sc && way.engine == Some(Engine::Trace) {
            way.engine = Some(Engine::Graph);
        }
        way.equivalence = random.choose(&[None, Some(Equivalence::Co), Some(Equivalence::Rf)]);
        if way.engine == Some(Engine::Trace) {
            way.equivalence = Some(Equivalence::Co);
        }
        way.schedule = random.choose(&Schedule::ALL);
        way.symmetry = random.ratio(1, 2);
        way.redundant_iterations = random.ratio(3, 4);
        way.independent_adds = random.ratio(1, 2);
        way.awaits = random.ratio(2, 3);
        if random.ratio(1, 2) {
            way.disabled = PassName::SPINLOOPS.into_iter().filter(|_| random.ratio(1, 3)).collect();
        }
        way
    }

    /// The ways in which the program of a seed is explored under SC, and those under another model.
    /// The last two differ in nothing but their schedules.
    pub(super) fn of_seed(seed: u64) -> Vec<Self> {
        // The random choices differ from those of the program's generation.
        let mut random = Random::from_seed(seed ^ 0x5eed);
        let mut ways = vec![Self::usual(ModelKind::Sc)];
        ways.push(Self::random(&mut random, ModelKind::Sc));
        match random.ratio(1, 2) {
            true => ways.push(Self::plain(ModelKind::Sc)),
            false => ways.push(Self::random(&mut random, ModelKind::Sc)),
        }
        let weak: Vec<ModelKind> =
            ModelKind::ALL.into_iter().filter(|&model| model != ModelKind::Sc).collect();
        let model = random.choose(&weak);
        ways.push(Self::usual(model));
        let one = Self::random(&mut random, model);
        let other = match one.schedule {
            Schedule::LeftToRight => Schedule::WritesFirst,
            Schedule::WritesFirst => Schedule::LeftToRight,
        };
        let other = Self { schedule: other, ..one.clone() };
        ways.extend([one, other]);
        ways
    }

    /// The options of the build.
    pub(super) fn build_options(&self, program: &Program) -> BuildOptions {
        let default = BuildOptions::default();
        BuildOptions {
            unroll: Some(self.unroll),
            disabled_passes: self.disabled.clone(),
            machine: MachineOptions { awaits: self.awaits, spurious: program.spurious, ..default.machine },
            ..default
        }
    }

    /// Whether two ways need the same machine.
    pub(super) fn compiles_as(&self, other: &Self) -> bool {
        (&self.disabled, self.awaits, self.unroll) == (&other.disabled, other.awaits, other.unroll)
    }

    /// The options of the exploration.
    pub(super) fn options(&self) -> Options<'static> {
        Options {
            model: self.model.into(),
            engine: self.engine,
            equivalence: self.equivalence,
            independent_adds: self.independent_adds,
            symmetry: self.symmetry,
            redundant_iterations: self.redundant_iterations,
            schedule: self.schedule,
            limits: Limits {
                max_executions: Some(MOST_EXECUTIONS),
                deadline: Instant::now().checked_add(LONGEST),
                ..Limits::default()
            },
            keep_going: true,
            liveness: Liveness::All,
            first_choice: None,
        }
    }
}

impl fmt::Display for Way {
    /// The way as options of the command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-m {} --keep-going --unroll {} --schedule {}", self.model, self.unroll, self.schedule)?;
        if let Some(engine) = self.engine {
            write!(f, " --engine {engine}")?;
        }
        if let Some(equivalence) = self.equivalence {
            write!(f, " --equivalence {equivalence}")?;
        }
        for (option, is_given) in [
            ("--no-symmetry", !self.symmetry),
            ("--no-redundant-iterations", !self.redundant_iterations),
            ("--no-independent-adds", !self.independent_adds),
            ("--no-awaits", !self.awaits),
        ] {
            if is_given {
                write!(f, " {option}")?;
            }
        }
        for pass in &self.disabled {
            write!(f, " --no-{pass}")?;
        }
        Ok(())
    }
}
