//! The pieces of the forms of loops, and of the code around them.

use porf_entity::EntityId;

use super::super::program::{
    Access, BinaryOp, CompareExchange, Expected, Expression, LabelId, MutexId, Order, Place, PointerId,
    RegisterId, RmwOp, StackId, Statement, VariableId,
};
use super::{Generator, Wish};

/// Adds one to memory, not atomically.
pub(in super::super) fn increment(place: Place) -> Statement {
    let more = Expression::Load(place, Access::Plain).binary(BinaryOp::Add, 1.into());
    Statement::Store(place, more, Access::Plain)
}

impl Generator<'_> {
    /// A new register.
    pub(in super::super) fn register(&mut self) -> RegisterId {
        self.names.registers += 1;
        RegisterId::from_index(self.names.registers - 1)
    }

    /// A register, perhaps one that is in use.
    pub(super) fn local(&mut self) -> RegisterId {
        RegisterId::from_index(self.random.below(self.names.registers + 1))
    }

    /// A new register for pointers.
    pub(in super::super) fn pointer(&mut self) -> PointerId {
        self.names.pointers += 1;
        PointerId::from_index(self.names.pointers - 1)
    }

    /// A new label.
    pub(in super::super) fn label(&mut self) -> LabelId {
        self.names.labels += 1;
        LabelId::from_index(self.names.labels - 1)
    }

    /// One of the shared variables.
    pub(in super::super) fn shared(&mut self) -> VariableId {
        self.random.choose(&self.shared)
    }

    /// A shared variable that serves as a lock.
    pub(in super::super) fn lock(&mut self) -> VariableId {
        // Mostly the same one.
        if self.random.ratio(3, 4) { self.shared[0] } else { self.shared() }
    }

    /// A variable to count attempts in: mostly the same one, and one that has little to do with
    /// others.
    pub(in super::super) fn counter(&mut self) -> VariableId {
        if self.random.ratio(1, 4) {
            return self.lock();
        }
        let initial = self.random.choose(&[0, 0, 1, 1, 2]);
        *self.counter.get_or_insert_with(|| self.program.variables.push(initial))
    }

    /// The variables of the ticket lock: the next ticket, and the one that is served.
    pub(in super::super) fn tickets(&mut self) -> [VariableId; 2] {
        *self.tickets.get_or_insert_with(|| [(); 2].map(|()| self.program.variables.push(0)))
    }

    /// A new variable that mostly only this thread accesses.
    pub(in super::super) fn own(&mut self) -> VariableId {
        let variable = self.program.variables.push(0);
        self.own.push(variable);
        variable
    }

    /// A variable that threads mostly only add to.
    pub(in super::super) fn tally(&mut self) -> VariableId {
        match self.program.tallies.first() {
            Some(&tally) => tally,
            None => {
                let tally = self.program.variables.push(0);
                self.program.tallies.insert(tally);
                tally
            }
        }
    }

    /// The access of a thread to memory of its own.
    pub(in super::super) fn own_access(&mut self) -> Access {
        let atomic = Access::Atomic(Order::Relaxed);
        self.random.choose(&[Access::Plain, Access::Plain, atomic])
    }

    /// The mutex.
    pub(in super::super) fn mutex(&mut self) -> MutexId {
        self.program.mutexes = 1;
        MutexId::from_index(0)
    }

    /// The stack.
    pub(in super::super) fn stack(&mut self) -> StackId {
        self.program.stacks = self.program.stacks.max(1);
        StackId::from_index(0)
    }

    /// Another stack.
    pub(in super::super) fn other_stack(&mut self, stack: StackId) -> StackId {
        self.program.stacks = self.program.stacks.max(2);
        StackId::from_index(1 - stack.index())
    }

    /// A small number.
    pub(in super::super) fn value(&mut self) -> i32 {
        self.random.choose(&[0, 1, 1, 2])
    }

    /// The number of iterations of a loop with effects.
    pub(in super::super) fn few(&mut self) -> i32 {
        1 + self.random.below(self.program.unroll as usize) as i32
    }

    /// Reads memory.
    pub(in super::super) fn load(&mut self, place: Place) -> Expression {
        let order = self.load_order();
        let plain = self.random.ratio(1, 24);
        Expression::Load(place, if plain { Access::Plain } else { Access::Atomic(order) })
    }

    /// The ordering of an atomic read.
    pub(in super::super) fn load_order(&mut self) -> Order {
        use Order::{Acquire, Relaxed, SequentiallyConsistent};
        self.random.choose(&[Relaxed, Relaxed, Acquire, Acquire, SequentiallyConsistent])
    }

    /// Reads a shared variable.
    pub(in super::super) fn load_shared(&mut self) -> (Expression, VariableId) {
        let variable = self.shared();
        (self.load(variable.into()), variable)
    }

    /// The access of a write to memory.
    pub(in super::super) fn store_access(&mut self) -> Access {
        use Order::{Relaxed, Release, SequentiallyConsistent};
        let order = self.random.choose(&[Relaxed, Relaxed, Release, Release, SequentiallyConsistent]);
        if self.random.ratio(1, 24) { Access::Plain } else { Access::Atomic(order) }
    }

    /// The access of a write to a node by its owner.
    pub(in super::super) fn node_access(&mut self) -> Access {
        self.random.choose(&[Access::Plain, Access::Atomic(Order::Relaxed)])
    }

    fn rmw_order(&mut self) -> Order {
        use Order::{Acquire, AcquireRelease, Relaxed, Release, SequentiallyConsistent};
        self.random.choose(&[Relaxed, Relaxed, Acquire, Release, AcquireRelease, SequentiallyConsistent])
    }

    /// Reads and writes memory.
    pub(in super::super) fn rmw(&mut self, op: RmwOp, place: Place, operand: Expression) -> Expression {
        let order = self.rmw_order();
        Expression::Rmw(op, place, Box::new(operand), order)
    }

    /// A compare-exchange.
    pub(in super::super) fn compare_exchange(
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
    pub(in super::super) fn fence(&mut self) -> Statement {
        use Order::{Acquire, AcquireRelease, Release, SequentiallyConsistent};
        Statement::Fence(self.random.choose(&[Acquire, Release, AcquireRelease, SequentiallyConsistent]))
    }

    /// A fence or a read of a shared variable, if anything. Sometimes what is read matters.
    pub(in super::super) fn pause(&mut self) -> Vec<Statement> {
        if self.random.ratio(5, 6) {
            return self.idle();
        }
        let register = self.register();
        vec![Statement::Assign(register, self.load_shared().0), self.observe(register)]
    }

    /// A fence or a read of a shared variable, if anything.
    pub(in super::super) fn idle(&mut self) -> Vec<Statement> {
        match self.random.below(5) {
            0 => vec![self.fence()],
            1 => vec![Statement::Evaluate(self.load_shared().0)],
            _ => Vec::new(),
        }
    }

    /// Some thread should write this value to the variable.
    pub(in super::super) fn wish(&mut self, variable: VariableId, value: i32) {
        self.wishes.push(Wish { variable, value });
    }

    /// Whether a value is the one that a loop waits for; some thread should write such a value to
    /// the variable.
    pub(in super::super) fn until(&mut self, value: Expression, variable: VariableId) -> Expression {
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
        self.wish(variable, wish);
        condition
    }

    /// A condition on some shared variable, which is as likely to be true as false.
    pub(in super::super) fn sometimes(&mut self) -> Expression {
        let (value, variable) = self.load_shared();
        let condition = self.until(value, variable);
        if self.random.ratio(1, 2) { condition } else { condition.negated() }
    }

    /// Makes the value that a thread has read part of the final state.
    pub(in super::super) fn observe(&mut self, register: RegisterId) -> Statement {
        let variable = self.program.variables.push(0);
        Statement::Store(variable.into(), register.into(), Access::Plain)
    }

    /// Changes memory in some way.
    pub(in super::super) fn effect(&mut self) -> Statement {
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

    /// A statement whose effect shows how often it was executed.
    pub(in super::super) fn mark(&mut self) -> Statement {
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

    /// The statements of a critical section or after waiting.
    pub(in super::super) fn section(&mut self) -> Vec<Statement> {
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
