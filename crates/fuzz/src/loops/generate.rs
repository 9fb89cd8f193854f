//! Random programs with loops.
//!
//! First the loops, each in some thread; then what other threads do in between, much of it what the loops wait for or what
//! could see that they have gone round; then perhaps one more statement in the middle of some loop, so that
//! what looks like one of the forms is not.

use porf_entity::{EntityId, PrimaryMap};

use super::forms::{Form, SUCCESSES};
use super::program::{
    Access, BinaryOp, CompareExchange, Expected, Expression, LabelId, LoopProgram, MutexId, Order, Place,
    PointerId, RegisterId, RmwOp, StackId, Statement, VariableId,
};
use super::random::Random;

impl LoopProgram {
    /// The random program that belongs to a seed.
    pub fn from_seed(seed: u64) -> Self {
        let mut random = Random::from_seed(seed);
        let mut generator = Generator::new(&mut random);
        generator.generate();
        generator.program
    }
}

/// Makes a program.
pub(super) struct Generator<'a> {
    pub(super) random: &'a mut Random,
    pub(super) program: LoopProgram,
    /// The variables that threads use to talk to each other; the others hold what one thread has seen.
    shared: Vec<VariableId>,
    /// The variable that accesses are plain of.
    data: VariableId,
    /// The variable that attempts are counted in, and the number of what most of them take for success.
    counter: Option<VariableId>,
    pub(super) usual_success: usize,
    /// What loops wait for.
    wishes: Vec<Wish>,
    names: Names,
}

/// A value that somebody waits for.
#[derive(Clone, Copy)]
struct Wish {
    variable: VariableId,
    value: i32,
}

/// How many local names a function has used.
#[derive(Clone, Copy, Default)]
struct Names {
    registers: usize,
    pointers: usize,
    labels: usize,
}

impl<'a> Generator<'a> {
    fn new(random: &'a mut Random) -> Self {
        let mut variables = PrimaryMap::new();
        let data = variables.push(0);
        let shared = (0..random.choose(&[1, 2, 2, 3]))
            .map(|_| variables.push(random.choose(&[0, 0, 0, 0, 0, 1])))
            .collect();
        let usual_success = random.below(SUCCESSES);
        let program = LoopProgram {
            variables,
            mutexes: 0,
            stacks: 0,
            helpers: PrimaryMap::new(),
            threads: Vec::new(),
            epilogue: None,
            unroll: random.choose(&[1, 2, 2, 2, 3]) as u32,
            spurious: random.ratio(1, 2),
        };
        Self {
            random,
            program,
            shared,
            data,
            counter: None,
            usual_success,
            wishes: Vec::new(),
            names: Names::default(),
        }
    }

    fn generate(&mut self) {
        let thread_count = self.random.choose(&[2, 2, 2, 3]);
        let loops = self.random.choose(&[1, 2, 2, 2, 3]);
        let mut names = vec![Names::default(); thread_count];
        self.program.threads = vec![Vec::new(); thread_count];
        let first = self.random.below(thread_count);
        let mut family = self.family();
        let mut fulfilled = Vec::new();
        for number in 0..loops {
            // Mostly one a thread, of forms that have to do with each other.
            let thread = (first + number) % thread_count;
            self.names = names[thread];
            if self.random.ratio(1, 3) {
                family = self.family();
            }
            let form = self.random.choose(&family);
            let known = self.wishes.len();
            let body = form.generate(self);
            self.program.threads[thread].push(Statement::Form(form, body));
            names[thread] = self.names;
            if self.wishes.len() > known && self.random.ratio(3, 4) {
                let wish = self.wishes[known + self.random.below(self.wishes.len() - known)];
                let other = (thread + 1 + self.random.below(thread_count - 1)) % thread_count;
                fulfilled.push((other, wish));
            }
        }
        for (thread, wish) in fulfilled {
            self.names = names[thread];
            let statements = self.fulfil(wish);
            self.insert(thread, statements);
            names[thread] = self.names;
        }
        for number in 0..self.random.choose(&[1, 1, 2]) {
            let thread = (first + loops + number) % thread_count;
            self.names = names[thread];
            let statements = self.between();
            self.insert(thread, statements);
            names[thread] = self.names;
        }
        if self.random.ratio(1, 3) {
            let thread = self.random.below(thread_count);
            self.names = names[thread];
            self.disturb(thread);
        }
        self.program.threads.retain(|thread| !thread.is_empty());
        if self.program.stacks > 0 || self.random.ratio(1, 3) {
            self.names = Names::default();
            self.program.epilogue = Some(self.epilogue());
        }
    }

    /// Lets a thread do something more, at some point.
    fn insert(&mut self, thread: usize, statements: Vec<Statement>) {
        let place = self.random.below(self.program.threads[thread].len() + 1);
        self.program.threads[thread].splice(place..place, statements);
    }

    /// Forms that have to do with each other.
    fn family(&mut self) -> Vec<Form> {
        let family = match self.random.below(10) {
            0..=2 => Form::SpinWhile..=Form::SpinHelps,
            3..=4 => Form::CasLoop..=Form::TtasLock,
            5 => Form::Push..=Form::AwaitNode,
            6 => Form::Zne..=Form::ZnePeeled,
            7..=8 => Form::Zne..=Form::MutexTry,
            _ => Form::CallReads..=Form::WorkUntil,
        };
        Form::ALL.iter().copied().filter(|form| family.contains(form)).collect()
    }

    /// Makes the body of a function with local names of its own.
    pub(super) fn in_function<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let names = std::mem::take(&mut self.names);
        let made = make(self);
        self.names = names;
        made
    }

    /// What a thread does outside of loops.
    fn between(&mut self) -> Vec<Statement> {
        if let Some(counter) = self.counter.filter(|_| self.random.ratio(1, 2)) {
            return self.touch(counter);
        }
        if self.program.mutexes > 0 && self.random.ratio(1, 3) {
            return self.with_mutex();
        }
        if self.program.stacks > 0 && self.random.ratio(1, 2) {
            return self.look_at_stack();
        }
        match self.random.below(8) {
            0..=2 => vec![self.effect()],
            3 => {
                let variable = self.shared();
                self.look_twice(variable)
            }
            4 => {
                let (value, _) = self.load_shared();
                let value = value.binary(BinaryOp::NotEqual, self.value().into());
                vec![Statement::Assert(value)]
            }
            5 => vec![Statement::If(self.sometimes(), vec![self.effect()], Vec::new())],
            6 => self.section(),
            _ => {
                let variable = self.shared();
                self.rmw_and_look(variable)
            }
        }
    }

    /// Does something with a variable in which attempts are counted, mostly something that does not mind them.
    fn touch(&mut self, variable: VariableId) -> Vec<Statement> {
        let value = self.value();
        match self.random.below(8) {
            0 => self.rmw_and_look(variable),
            1 => self.look_twice(variable),
            2 => {
                let access = self.store_access();
                vec![Statement::Store(variable.into(), value.into(), access)]
            }
            3 => {
                let register = self.register();
                let expected = Expected::Value(self.value().into());
                let exchange = self.compare_exchange(variable.into(), expected, value.into());
                vec![Statement::Assign(register, exchange), self.observe(register)]
            }
            _ => {
                let op = self.random.choose(&[RmwOp::Add, RmwOp::Subtract, RmwOp::Subtract]);
                vec![Statement::Evaluate(self.rmw(op, variable.into(), value.into()))]
            }
        }
    }

    /// Changes a variable and looks at what was there.
    fn rmw_and_look(&mut self, variable: VariableId) -> Vec<Statement> {
        let register = self.register();
        let op = self.random.choose(&[RmwOp::Add, RmwOp::Subtract, RmwOp::Exchange]);
        let value = self.value();
        let found = self.rmw(op, variable.into(), value.into());
        vec![Statement::Assign(register, found), self.observe(register)]
    }

    /// Writes what somebody waits for: perhaps after some data, after a look at what there is, or only if there is something.
    fn fulfil(&mut self, Wish { variable, value }: Wish) -> Vec<Statement> {
        let write = match self.random.below(4) {
            0 => Statement::Evaluate(self.rmw(RmwOp::Add, variable.into(), value.into())),
            _ => {
                let access = self.store_access();
                Statement::Store(variable.into(), value.into(), access)
            }
        };
        match self.random.below(4) {
            0 | 1 if self.program.mutexes > 0 => {
                let mutex = MutexId::from_index(0);
                let register = self.register();
                let release = vec![Statement::Unlock(mutex)];
                vec![
                    Statement::Assign(register, Expression::TryLock(mutex)),
                    Statement::If(Expression::from(register).negated(), release, Vec::new()),
                    write,
                    self.observe(register),
                ]
            }
            0 | 1 if self.program.stacks > 0 => {
                let mut statements = self.look_at_stack();
                statements.push(write);
                statements
            }
            0 => vec![Statement::Store(self.data.into(), 1.into(), Access::Plain), write],
            1 => {
                let register = self.register();
                let (found, _) = self.load_shared();
                vec![Statement::Assign(register, found), write, self.observe(register)]
            }
            2 => vec![Statement::If(self.sometimes(), vec![write], Vec::new())],
            _ => vec![write],
        }
    }

    /// Two looks at the same variable: has it changed, and back?
    fn look_twice(&mut self, variable: VariableId) -> Vec<Statement> {
        let mut statements = Vec::new();
        let registers = [self.register(), self.register()];
        if self.random.ratio(1, 3) {
            let [first, second] = [self.load(variable.into()), self.load(variable.into())];
            let look_again = vec![Statement::Assert(second)];
            return vec![
                Statement::Assign(registers[0], first),
                Statement::If(registers[0].into(), look_again, Vec::new()),
            ];
        }
        for register in registers {
            let value = self.load(variable.into());
            statements.push(Statement::Assign(register, value));
        }
        statements.extend(registers.map(|register| self.observe(register)));
        statements
    }

    fn with_mutex(&mut self) -> Vec<Statement> {
        let mutex = MutexId::from_index(0);
        let mut inside = vec![self.effect()];
        if self.random.ratio(1, 2) {
            inside.insert(0, Statement::Lock(mutex));
            inside.push(Statement::Unlock(mutex));
            return inside;
        }
        inside.push(Statement::Unlock(mutex));
        vec![Statement::If(Expression::TryLock(mutex).negated(), inside, Vec::new())]
    }

    /// Looks into the first node, and perhaps changes something.
    fn look_at_stack(&mut self) -> Vec<Statement> {
        let (node, register) = (self.pointer(), self.register());
        let stack = StackId::from_index(self.random.below(self.program.stacks));
        let top = self.load(Place::Top(stack));
        let order = self.random.choose(&[Order::Relaxed, Order::Acquire]);
        let inside = match self.random.below(4) {
            0 => Statement::Store(Place::Count(node), 7.into(), Access::Atomic(Order::Relaxed)),
            1 => {
                let next = Expression::Load(Place::Next(node), Access::Atomic(order));
                Statement::Assign(register, next.binary(BinaryOp::NotEqual, Expression::Null))
            }
            _ => Statement::Assign(register, Expression::Load(Place::Count(node), Access::Atomic(order))),
        };
        let exists = Expression::from(node).binary(BinaryOp::NotEqual, Expression::Null);
        vec![
            Statement::AssignPointer(node, top),
            Statement::If(exists, vec![inside], Vec::new()),
            self.observe(register),
        ]
    }

    /// Puts one more statement into a loop.
    fn disturb(&mut self, thread: usize) {
        let statement = match self.random.below(8) {
            0 => {
                let register = self.local();
                Statement::Assign(register, Expression::from(register).binary(BinaryOp::Add, 1.into()))
            }
            1 => {
                let register = self.local();
                let (value, _) = self.load_shared();
                Statement::Assign(register, value)
            }
            2 => {
                let leave = self.random.ratio(1, 2);
                let jump = if leave { Statement::Break } else { Statement::Continue };
                Statement::If(self.sometimes(), vec![jump], Vec::new())
            }
            3 => self.fence(),
            4 => {
                let (value, _) = self.load_shared();
                Statement::Assert(value.binary(BinaryOp::NotEqual, self.value().into()))
            }
            5 => self.effect(),
            6 => self.mark(),
            _ => Statement::If(self.sometimes(), vec![self.mark()], Vec::new()),
        };
        let mut bodies = Vec::new();
        loop_bodies(&mut self.program.threads[thread], &mut bodies);
        if !bodies.is_empty() {
            let body = bodies.swap_remove(self.random.below(bodies.len()));
            body.insert(self.random.below(body.len() + 1), statement);
        }
    }

    /// What `main` does in the end: it looks at nodes, and perhaps at a variable.
    fn epilogue(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        if self.random.ratio(1, 2) {
            let (value, _) = self.load_shared();
            statements.push(Statement::Assert(value.binary(BinaryOp::NotEqual, self.value().into())));
        }
        for stack in (0..self.program.stacks).map(StackId::from_index) {
            let (node, seen) = (self.pointer(), self.register());
            let plain = |place| Expression::Load(place, Access::Plain);
            statements.push(Statement::AssignPointer(node, plain(Place::Top(stack))));
            let mut look = Vec::new();
            // Digits to the base of 16, for three nodes.
            for _ in 0..3 {
                let mut sixteenfold = Expression::from(seen);
                for _ in 0..4 {
                    sixteenfold = sixteenfold.clone().binary(BinaryOp::Add, sixteenfold);
                }
                let digits = sixteenfold.binary(BinaryOp::Add, plain(Place::Count(node)));
                let exists = Expression::from(node).binary(BinaryOp::NotEqual, Expression::Null);
                let mut inside = vec![
                    Statement::Assign(seen, digits),
                    Statement::AssignPointer(node, plain(Place::Next(node))),
                ];
                inside.append(&mut look);
                look = vec![Statement::If(exists, inside, Vec::new())];
            }
            statements.append(&mut look);
            statements.push(self.observe(seen));
        }
        statements
    }
}

/// The bodies of all loops.
fn loop_bodies<'a>(statements: &'a mut [Statement], bodies: &mut Vec<&'a mut Vec<Statement>>) {
    for statement in statements {
        let is_loop = statement.is_loop();
        for inner in statement.inner_mut() {
            // Not those of loops in loops, which cannot be lent out as well.
            match is_loop {
                true => bodies.push(inner),
                false => loop_bodies(inner, bodies),
            }
        }
    }
}

/// Adds one to memory, not atomically.
pub(super) fn increment(place: Place) -> Statement {
    let more = Expression::Load(place, Access::Plain).binary(BinaryOp::Add, 1.into());
    Statement::Store(place, more, Access::Plain)
}

/// What forms are made of.
impl Generator<'_> {
    /// A new register.
    pub(super) fn register(&mut self) -> RegisterId {
        self.names.registers += 1;
        RegisterId::from_index(self.names.registers - 1)
    }

    /// A register, perhaps one that is in use.
    fn local(&mut self) -> RegisterId {
        RegisterId::from_index(self.random.below(self.names.registers + 1))
    }

    /// A new register for pointers.
    pub(super) fn pointer(&mut self) -> PointerId {
        self.names.pointers += 1;
        PointerId::from_index(self.names.pointers - 1)
    }

    /// A new label.
    pub(super) fn label(&mut self) -> LabelId {
        self.names.labels += 1;
        LabelId::from_index(self.names.labels - 1)
    }

    /// One of the shared variables.
    pub(super) fn shared(&mut self) -> VariableId {
        self.random.choose(&self.shared)
    }

    /// A shared variable that serves as a lock.
    pub(super) fn lock(&mut self) -> VariableId {
        // Mostly the same one.
        if self.random.ratio(3, 4) { self.shared[0] } else { self.shared() }
    }

    /// A variable to count attempts in: mostly the same one, and one that has little to do with others.
    pub(super) fn counter(&mut self) -> VariableId {
        if self.random.ratio(1, 4) {
            return self.lock();
        }
        let initial = self.random.choose(&[0, 0, 1, 1, 2]);
        *self.counter.get_or_insert_with(|| self.program.variables.push(initial))
    }

    /// The mutex.
    pub(super) fn mutex(&mut self) -> MutexId {
        self.program.mutexes = 1;
        MutexId::from_index(0)
    }

    /// The stack.
    pub(super) fn stack(&mut self) -> StackId {
        self.program.stacks = self.program.stacks.max(1);
        StackId::from_index(0)
    }

    /// Another stack.
    pub(super) fn other_stack(&mut self, stack: StackId) -> StackId {
        self.program.stacks = self.program.stacks.max(2);
        StackId::from_index(1 - stack.index())
    }

    /// A small number.
    pub(super) fn value(&mut self) -> i32 {
        self.random.choose(&[0, 1, 1, 2])
    }

    /// How often a loop that does something goes round.
    pub(super) fn few(&mut self) -> i32 {
        1 + self.random.below(self.program.unroll as usize) as i32
    }

    /// Reads memory.
    pub(super) fn load(&mut self, place: Place) -> Expression {
        use Order::{Acquire, Relaxed, SequentiallyConsistent};
        let order = self.random.choose(&[Relaxed, Relaxed, Acquire, Acquire, SequentiallyConsistent]);
        let plain = self.random.ratio(1, 24);
        Expression::Load(place, if plain { Access::Plain } else { Access::Atomic(order) })
    }

    /// Reads a shared variable.
    pub(super) fn load_shared(&mut self) -> (Expression, VariableId) {
        let variable = self.shared();
        (self.load(variable.into()), variable)
    }

    /// How memory is written.
    pub(super) fn store_access(&mut self) -> Access {
        use Order::{Relaxed, Release, SequentiallyConsistent};
        let order = self.random.choose(&[Relaxed, Relaxed, Release, Release, SequentiallyConsistent]);
        if self.random.ratio(1, 24) { Access::Plain } else { Access::Atomic(order) }
    }

    /// How a node is written by whom it belongs to.
    pub(super) fn node_access(&mut self) -> Access {
        self.random.choose(&[Access::Plain, Access::Atomic(Order::Relaxed)])
    }

    fn rmw_order(&mut self) -> Order {
        use Order::{Acquire, AcquireRelease, Relaxed, Release, SequentiallyConsistent};
        self.random.choose(&[Relaxed, Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent])
    }

    /// Reads and writes memory.
    pub(super) fn rmw(&mut self, op: RmwOp, place: Place, operand: Expression) -> Expression {
        let order = self.rmw_order();
        Expression::Rmw(op, place, Box::new(operand), order)
    }

    /// A compare-exchange.
    pub(super) fn compare_exchange(
        &mut self,
        place: Place,
        expected: Expected,
        desired: Expression,
    ) -> Expression {
        use Order::{Acquire, Relaxed, SequentiallyConsistent};
        Expression::CompareExchange(Box::new(CompareExchange {
            place,
            expected,
            desired,
            weak: self.random.ratio(1, 3),
            success: self.rmw_order(),
            failure: self.random.choose(&[Relaxed, Relaxed, Acquire, SequentiallyConsistent]),
        }))
    }

    /// A fence.
    pub(super) fn fence(&mut self) -> Statement {
        use Order::{Acquire, AcquireRelease, Release, SequentiallyConsistent};
        Statement::Fence(self.random.choose(&[Acquire, Release, AcquireRelease, SequentiallyConsistent]))
    }

    /// Whether a value is what a loop waits for; the variable should get such a one.
    pub(super) fn until(&mut self, value: Expression, variable: VariableId) -> Expression {
        let number = self.value();
        let (condition, wish) = match self.random.below(8) {
            0 => (value.binary(BinaryOp::NotEqual, 0.into()), 1),
            1 => (value.binary(BinaryOp::Equal, 2.into()), 2),
            2 => (Expression::from(0).binary(BinaryOp::Less, value), 1),
            3 => (value.binary(BinaryOp::And, 1.into()), 1),
            4 => (value.binary(BinaryOp::And, 1.into()).negated(), 2),
            5 => (value.binary(BinaryOp::Equal, number.into()), number),
            _ => (value.binary(BinaryOp::Equal, 1.into()), 1),
        };
        self.wishes.push(Wish { variable, value: wish });
        condition
    }

    /// A condition on some shared variable, of which one side is as likely as the other.
    pub(super) fn sometimes(&mut self) -> Expression {
        let (value, variable) = self.load_shared();
        let condition = self.until(value, variable);
        if self.random.ratio(1, 2) { condition } else { condition.negated() }
    }

    /// Makes what a thread has seen part of the final state.
    pub(super) fn observe(&mut self, register: RegisterId) -> Statement {
        let variable = self.program.variables.push(0);
        Statement::Store(variable.into(), register.into(), Access::Plain)
    }

    /// Changes memory in some way.
    pub(super) fn effect(&mut self) -> Statement {
        let variable = self.shared();
        let value = self.value();
        match self.random.below(6) {
            0 | 1 => Statement::Evaluate(self.rmw(RmwOp::Add, variable.into(), 1.into())),
            2 => {
                let op = self.random.choose(&[RmwOp::Subtract, RmwOp::Exchange, RmwOp::Or, RmwOp::And]);
                Statement::Evaluate(self.rmw(op, variable.into(), value.into()))
            }
            3 => {
                let expected = Expected::Value(self.value().into());
                Statement::Evaluate(self.compare_exchange(variable.into(), expected, value.into()))
            }
            _ => {
                let access = self.store_access();
                Statement::Store(variable.into(), value.into(), access)
            }
        }
    }

    /// Does something that shows how often it was done.
    pub(super) fn mark(&mut self) -> Statement {
        if self.random.ratio(1, 3) {
            return self.effect();
        }
        let variable = self.program.variables.push(0);
        match self.random.below(3) {
            0 => increment(variable.into()),
            1 => {
                let expected = Expected::Value(self.value().into());
                Statement::Evaluate(self.compare_exchange(variable.into(), expected, 1.into()))
            }
            _ => Statement::Evaluate(self.rmw(RmwOp::Add, variable.into(), 1.into())),
        }
    }

    /// What is done in a critical section or after waiting.
    pub(super) fn section(&mut self) -> Vec<Statement> {
        let plain = Expression::Load(self.data.into(), Access::Plain);
        match self.random.below(4) {
            0 => vec![increment(self.data.into())],
            1 => {
                let register = self.register();
                vec![Statement::Assign(register, plain), self.observe(register)]
            }
            2 => vec![self.effect()],
            _ => Vec::new(),
        }
    }
}
