//! The statements between the loops of threads: writes that other threads wait for, and reads that
//! could observe iterations of loops.

use porf_entity::EntityId;

use super::super::program::{
    Access, BinaryOp, Expected, Expression, MutexId, Order, Place, RmwOp, StackId, Statement, VariableId,
};
use super::{Generator, Wish};

impl Generator<'_> {
    /// The statements of a thread outside of loops.
    pub(super) fn between(&mut self) -> Vec<Statement> {
        if let Some(counter) = self.counter.filter(|_| self.random.ratio(1, 2)) {
            return self.touch(counter);
        }
        if !self.own.is_empty() && self.random.ratio(1, 2) {
            return self.intrude();
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

    /// Accesses a variable in which attempts are counted, mostly in a way that does not depend on
    /// them.
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

    /// Accesses a variable that another thread mostly has for itself: at any time, or only if a
    /// shared variable says so.
    fn intrude(&mut self) -> Vec<Statement> {
        let variable = self.random.choose(&self.own);
        let plain = self.random.ratio(1, 3);
        let mut statements = match self.random.below(3) {
            0 => {
                let access = if plain { Access::Plain } else { self.store_access() };
                vec![Statement::Store(variable.into(), self.value().into(), access)]
            }
            1 => self.rmw_and_look(variable),
            _ => {
                let register = self.register();
                let value = match plain {
                    true => Expression::Load(variable.into(), Access::Plain),
                    false => self.load(variable.into()),
                };
                vec![Statement::Assign(register, value), self.observe(register)]
            }
        };
        match self.random.below(4) {
            0 => {
                let (flag, access) = (self.shared(), self.store_access());
                statements.push(Statement::Store(flag.into(), 1.into(), access));
                statements
            }
            1 | 2 => vec![Statement::If(self.sometimes(), statements, Vec::new())],
            _ => statements,
        }
    }

    /// Changes a variable and tests its old value.
    fn rmw_and_look(&mut self, variable: VariableId) -> Vec<Statement> {
        let register = self.register();
        let op = self.random.choose(&[RmwOp::Add, RmwOp::Subtract, RmwOp::Exchange]);
        let value = self.value();
        let found = self.rmw(op, variable.into(), value.into());
        vec![Statement::Assign(register, found), self.observe(register)]
    }

    /// Writes the value that a loop waits for: perhaps after some data, after a read of the
    /// variable, or only if it has some value.
    pub(super) fn fulfil(&mut self, Wish { variable, value }: Wish) -> Vec<Statement> {
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

    /// Two reads of the same variable: has it changed, and back?
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

    /// Reads the first node, and perhaps changes it.
    fn look_at_stack(&mut self) -> Vec<Statement> {
        let (node, register) = (self.pointer(), self.register());
        let stack = StackId::from_index(self.random.below(self.program.stacks));
        let top = self.load(Place::Top(stack));
        let order = self.random.choose(&[Order::Relaxed, Order::Acquire]);
        let inside = match self.random.below(6) {
            0 => Statement::Store(Place::Count(node), 7.into(), Access::Atomic(Order::Relaxed)),
            1 => {
                let link = if self.random.ratio(1, 2) { Expression::Null } else { node.into() };
                Statement::Store(Place::Next(node), link, Access::Atomic(Order::Relaxed))
            }
            2 => {
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
}
