//! Random programs: each has a few features, which the threads have in common so that they get in
//! each other's way.

use porf_entity::Random;

use super::features::Feature;
use super::program::{
    Access, BinaryOp, Expression, MutexKind, Order, POINTERS, Place, Program, REGISTERS, Register, Statement,
};
use super::shapes;

/// A program during its generation.
pub(super) struct Generator {
    pub(super) random: Random,
    pub(super) program: Program,
    /// The themes of the program.
    themes: Vec<Feature>,
    /// The features that programs may have.
    allowed: Vec<Feature>,
    next_register: usize,
}

/// Features that give the statements of threads; the others give their details.
const THEMES: [Feature; 18] = [
    Feature::Accesses,
    Feature::Spins,
    Feature::PeeledSpins,
    Feature::NestedSpins,
    Feature::ExchangeLoops,
    Feature::Attempts,
    Feature::Mutexes,
    Feature::HandMadeLocks,
    Feature::RwLocks,
    Feature::Polling,
    Feature::Conditions,
    Feature::Barriers,
    Feature::Semaphores,
    Feature::Publication,
    Feature::Frees,
    Feature::Identities,
    Feature::Oscillation,
    Feature::ThreadState,
];

impl Program {
    /// A random program with some of the features.
    pub fn from_seed(seed: u64, allowed: &[Feature]) -> Self {
        let mut random = Random::from_seed(seed);
        let themes: Vec<Feature> = THEMES.into_iter().filter(|theme| allowed.contains(theme)).collect();
        let themes = match themes.is_empty() {
            true => vec![Feature::Accesses],
            false => (0..1 + random.below(3)).map(|_| random.choose(&themes)).collect(),
        };
        let program = Self { variables: vec![0; 2 + random.below(2)], ..Self::default() };
        let mut generator =
            Generator { random, program, themes, allowed: allowed.to_vec(), next_register: 0 };
        generator.fill();
        generator.program
    }
}

impl Generator {
    fn fill(&mut self) {
        for variable in 0..self.program.variables.len() {
            if self.random.ratio(1, 8) {
                self.program.variables[variable] = 1;
            }
        }
        self.program.spurious = self.sometimes(Feature::Spurious, 1, 3);
        if self.has(Feature::ThreadState) {
            self.program.arrays = self.random.below(2);
        }
        let threads = self.random.choose(&[2, 2, 2, 3, 3, 4]);
        let functions = match self.sometimes(Feature::SymmetricThreads, 1, 3) {
            true => 1 + self.random.below(2),
            false => threads,
        };
        self.objects(threads);
        for _ in 0..functions {
            let body = self.function(threads);
            self.program.functions.push(body);
        }
        for thread in 0..threads {
            let function = if thread < functions { thread } else { self.random.below(functions) };
            self.program.threads.push(function);
        }
        self.program.threads.sort_unstable();
        self.main();
    }

    /// Makes the synchronisation objects that the themes need.
    fn objects(&mut self, threads: usize) {
        let themes = self.themes.clone();
        for theme in themes {
            match theme {
                Feature::Mutexes | Feature::Polling | Feature::Conditions => {
                    while self.program.mutexes.len() < 1 + self.random.below(2) {
                        let kinds = [
                            MutexKind::Normal,
                            MutexKind::Normal,
                            MutexKind::Recursive,
                            MutexKind::ErrorCheck,
                            MutexKind::Spin,
                        ];
                        let kind = self.random.choose(&kinds);
                        self.program.mutexes.push(kind);
                    }
                    if theme == Feature::Conditions {
                        self.program.mutexes[0] = MutexKind::Normal;
                        self.program.conditions = 1;
                    }
                }
                Feature::RwLocks => self.program.rwlocks = 1,
                Feature::Barriers => {
                    let count = if self.random.ratio(3, 4) { threads } else { 2 };
                    self.program.barriers = vec![count as u8];
                    self.program.ignores_serial_threads = self.random.ratio(1, 2);
                }
                Feature::Semaphores => {
                    let value = self.random.below(2) as i16;
                    self.program.semaphores = vec![value; 1 + self.random.below(2)];
                }
                Feature::Publication | Feature::Frees => self.program.slots = 1,
                _ => {}
            }
        }
    }

    fn function(&mut self, threads: usize) -> Vec<Statement> {
        let mut body = Vec::new();
        self.next_register = 0;
        let shapes = if threads > 2 { 1 + self.random.below(2) } else { 1 + self.random.below(3) };
        for _ in 0..shapes {
            let theme = match self.random.ratio(1, 4) {
                true => Feature::Accesses,
                false => self.random.choose(&self.themes.clone()),
            };
            if self.sometimes(Feature::Choices, 1, 6) {
                let (register, high) = (self.register(), 1);
                body.push(Statement::Choose(register, 0, high));
                if self.random.ratio(1, 2) {
                    let shape = shapes::shape(self, theme);
                    body.push(Statement::If(Expression::Register(register), shape, Vec::new()));
                    continue;
                }
            }
            let mut shape = shapes::shape(self, theme);
            body.append(&mut shape);
            if self.random.ratio(1, 8) {
                let order = self.order();
                body.push(Statement::Fence(order));
            }
        }
        if self.sometimes(Feature::Assumptions, 1, 10) {
            let condition = self.condition();
            let place = self.random.below(body.len() + 1);
            body.insert(place, Statement::Assume(condition));
        }
        if self.random.ratio(1, 5) {
            let condition = self.condition();
            body.push(Statement::Assert(condition));
        }
        if self.sometimes(Feature::Exits, 1, 6) {
            let end = if self.random.ratio(1, 2) { Statement::Exit } else { Statement::ThreadExit };
            if self.random.ratio(1, 2) {
                let condition = self.condition();
                body.push(Statement::If(condition, vec![end], Vec::new()));
            } else {
                body.push(end);
            }
        }
        if self.sometimes(Feature::Detached, 1, 10) {
            let place = self.random.below(body.len() + 1);
            body.insert(place, Statement::DetachSelf);
        }
        body
    }

    fn main(&mut self) {
        self.next_register = 0;
        let threads = self.program.threads.len();
        let mut main = Vec::new();
        for thread in 0..threads {
            main.push(Statement::Create(thread));
            if self.random.ratio(1, 12) {
                main.append(&mut shapes::access(self));
            }
        }
        if self.random.ratio(1, 8) {
            main.append(&mut shapes::access(self));
        }
        let leaves = self.sometimes(Feature::Detached, 1, 2);
        for thread in 0..threads {
            if leaves && self.random.ratio(1, 2) {
                if self.random.ratio(1, 2) {
                    main.push(Statement::Detach(thread));
                }
            } else {
                main.push(Statement::Join(thread));
            }
        }
        if self.random.ratio(1, 4) {
            let register = self.register();
            let place = self.variable();
            main.push(Statement::Load(register, place, Access::Plain));
            let value = self.small();
            main.push(Statement::Assert(Expression::is_not(register, value)));
        }
        self.program.main = main;
    }

    /// Whether programs may have the feature.
    pub(super) fn has(&self, feature: Feature) -> bool {
        self.allowed.contains(&feature)
    }

    /// Whether to use the feature now: `times` times out of so many.
    pub(super) fn sometimes(&mut self, feature: Feature, times: usize, out_of: usize) -> bool {
        self.has(feature) && self.random.ratio(times, out_of)
    }

    /// The register that was not used for the longest time.
    pub(super) fn register(&mut self) -> Register {
        self.next_register += 1;
        (self.next_register - 1) % REGISTERS
    }

    pub(super) fn pointer(&mut self) -> usize {
        self.random.below(POINTERS)
    }

    pub(super) fn small(&mut self) -> i16 {
        self.random.choose(&[0, 1, 1, 2])
    }

    /// A shared variable or an element of a shared array.
    pub(super) fn variable(&mut self) -> Place {
        if self.program.arrays > 0 && self.random.ratio(1, 3) {
            let (array, index) = (self.random.below(self.program.arrays), self.random.below(REGISTERS));
            return Place::Element(array, index);
        }
        Place::Variable(self.random.below(self.program.variables.len()))
    }

    /// A condition on a register.
    pub(super) fn condition(&mut self) -> Expression {
        let register = self.random.below(REGISTERS);
        let value = self.small();
        match self.random.below(3) {
            0 => Expression::is(register, value),
            1 => Expression::is_not(register, value),
            _ => Expression::Register(register).binary(BinaryOp::Less, Expression::Constant(value.max(1))),
        }
    }

    /// A value to be written.
    pub(super) fn value(&mut self) -> Expression {
        let value = self.small();
        match self.random.ratio(1, 5) {
            true => {
                let register = self.random.below(REGISTERS);
                Expression::Register(register).binary(BinaryOp::Add, Expression::Constant(value))
            }
            false => Expression::Constant(value),
        }
    }

    pub(super) fn order(&mut self) -> Order {
        self.random.choose(&[
            Order::Relaxed,
            Order::Relaxed,
            Order::AcquireRelease,
            Order::SequentiallyConsistent,
        ])
    }

    pub(super) fn read_order(&mut self) -> Order {
        self.random.choose(&[Order::Relaxed, Order::Acquire, Order::Acquire, Order::SequentiallyConsistent])
    }

    pub(super) fn write_order(&mut self) -> Order {
        self.random.choose(&[Order::Relaxed, Order::Release, Order::Release, Order::SequentiallyConsistent])
    }

    /// The access of a read, mostly atomic.
    pub(super) fn reading(&mut self) -> Access {
        match self.random.ratio(1, 12) {
            true => Access::Plain,
            false => Access::Atomic(self.read_order()),
        }
    }

    /// The access of a write, mostly atomic.
    pub(super) fn writing(&mut self) -> Access {
        match self.random.ratio(1, 12) {
            true => Access::Plain,
            false => Access::Atomic(self.write_order()),
        }
    }
}
