//! The steps of programs under sequential consistency: the meaning of C and POSIX as it is written
//! there, with as little cleverness as possible.
//!
//! Computing, branching and accesses to a thread's own memory are no steps: [`Interpreter::settle`]
//! does all of them until the thread is about to take a visible action. A thread that makes an
//! error ends; the others go on.

use std::collections::BTreeSet;

use super::code::{Op, code};
use super::program::{BinaryOp, CompareExchange, Expression, MutexKind, Place, Program, RmwOp, Statement};
use super::state::{ELEMENTS, MAIN, NODES, NONE, Node, SHARED, State, Status, THREADS, UNINITIALISED};

/// The errors of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wrong {
    /// An assertion fails.
    Assertion,
    /// Memory is accessed through a null pointer.
    InvalidAccess,
    /// A node is accessed that was freed, or that is freed at the same time.
    UseAfterFree,
    /// A node is freed twice.
    DoubleFree,
    /// A decision depends on a number that was never written.
    UninitialisedRead,
    /// A lock is released that the thread does not hold.
    UnlockNotHeld,
    /// A thread waits for a lock that it holds itself.
    Relock,
    /// A synchronisation object is used in a forbidden way.
    InvalidSynchronisation,
    /// A thread is joined or detached for which that is not possible.
    InvalidJoin,
    /// Memory is accessed whose allocation does not happen before. This never occurs in
    /// interleavings.
    UnorderedAllocation,
}

impl Wrong {
    /// Whether the error is about the life of a node or a mutex, after which any behaviour may
    /// follow.
    pub fn ends_objects(self) -> bool {
        matches!(
            self,
            Self::UseAfterFree | Self::DoubleFree | Self::InvalidSynchronisation | Self::UnorderedAllocation
        )
    }

    /// The error with the number of a statement, unless either of two statements could be meant, or
    /// the error is at the end of a loop, which has no number.
    pub(super) fn at(self, number: u16) -> (Self, Option<u16>) {
        let has_place = !self.ends_objects() && self != Self::UninitialisedRead;
        (self, has_place.then_some(number))
    }
}

/// A program and the errors that were met so far.
pub(super) struct Interpreter<'a> {
    program: &'a Program,
    code: Vec<Vec<Op>>,
    /// Kinds and numbers of statements.
    pub(super) errors: BTreeSet<(Wrong, u16)>,
    /// Whether a thread did more than the interpreter can represent: computed without end, or
    /// allocated too much.
    pub(super) too_large: bool,
}

/// A step that a thread can take.
pub(super) struct Step {
    pub(super) state: State,
    /// Whether the step writes to memory that others can see.
    pub(super) writes: bool,
    /// Whether an operation failed spuriously.
    pub(super) spurious: bool,
}

/// The access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Touch {
    pub(super) memory: Memory,
    pub(super) how: How,
    pub(super) atomic: bool,
    /// The number of the statement.
    pub(super) number: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Memory {
    Variable(usize),
    Element(usize, usize),
    Slot(usize),
    Node(i8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum How {
    Reads,
    Writes,
    Frees,
}

/// The first of the addresses of threads' own variables and their handles: beyond all other
/// numbers, and different from each other.
pub(super) const FIRST_ADDRESS: i16 = 1000;
const FIRST_HANDLE: i16 = 2000;

/// More than the number of computations of any thread between two steps.
const MOST_COMPUTED: usize = 200;

impl<'a> Interpreter<'a> {
    /// Whether the program is small enough for the state.
    pub(super) fn fits(program: &Program) -> bool {
        let shared = [
            program.variables.len(),
            program.arrays,
            program.slots,
            program.mutexes.len(),
            program.rwlocks,
            program.conditions,
            program.barriers.len(),
            program.semaphores.len(),
        ];
        shared.into_iter().all(|count| count <= SHARED) && program.threads.len() < THREADS
    }

    pub(super) fn new(program: &'a Program) -> Self {
        Self { program, code: code(program), errors: BTreeSet::new(), too_large: false }
    }

    /// The state in which every execution begins.
    pub(super) fn begin(&mut self) -> State {
        let mut state = State::initial(self.program);
        self.settle(&mut state, MAIN);
        state
    }

    fn body(&self, thread: usize) -> usize {
        match thread.checked_sub(1) {
            None => self.program.functions.len(),
            Some(thread) => self.program.threads[thread],
        }
    }

    fn op(&self, state: &State, thread: usize) -> &Op {
        &self.code[self.body(thread)][usize::from(state.threads[thread].at)]
    }

    /// Lets a thread compute up to its next step.
    fn settle(&mut self, state: &mut State, thread: usize) {
        for _ in 0..MOST_COMPUTED {
            let op = self.op(state, thread).clone();
            let this = &mut state.threads[thread];
            match op {
                Op::Jump(target) => this.at = target as u16,
                Op::Unless(condition, target) => match evaluate(&condition, this) {
                    UNINITIALISED => return self.fail(state, thread, Wrong::UninitialisedRead, 0),
                    0 => this.at = target as u16,
                    _ => this.at += 1,
                },
                Op::UnlessLess(register, bound, target) => match this.registers[register] < bound {
                    false => this.at = target as u16,
                    true => this.at += 1,
                },
                Op::Return => return self.finish(state, thread),
                Op::Do(statement, number) => {
                    if !self.compute(state, thread, &statement, number) {
                        return;
                    }
                    if state.threads[thread].status != Status::Runs {
                        return;
                    }
                }
            }
        }
        self.too_large = true;
    }

    fn finish(&mut self, state: &mut State, thread: usize) {
        if thread == MAIN {
            // The return from main ends the process, which happens once.
            return;
        }
        state.threads[thread].status = Status::Finished;
    }

    fn fail(&mut self, state: &mut State, thread: usize, wrong: Wrong, number: u16) {
        self.errors.insert((wrong, number));
        state.threads[thread].status = Status::Failed;
    }

    /// Whether the effect of a statement depends on a number that was never written: the address of
    /// an access, an asserted or assumed condition, a value that is stored atomically or compared.
    fn depends_on_nothing(&self, state: &State, thread: usize, statement: &Statement) -> bool {
        let this = &state.threads[thread];
        let is_nothing = |value: i16| value == UNINITIALISED;
        let is_nowhere = |place: &Place| match *place {
            Place::Element(_, index) | Place::Cell(index) => is_nothing(this.registers[index]),
            _ => false,
        };
        let holds_nothing = |place: &Place| self.read(state, thread, place).is_some_and(is_nothing);
        let is_unknown = |value: &Expression| is_nothing(evaluate(value, this));
        match statement {
            Statement::Load(_, place, _) => is_nowhere(place),
            Statement::Store(place, value, access) => {
                is_nowhere(place) || access.is_atomic() && is_unknown(value)
            }
            Statement::Rmw(_, op, place, operand, _) => {
                is_nowhere(place) || is_unknown(operand) || *op != RmwOp::Exchange && holds_nothing(place)
            }
            Statement::CompareExchange(exchange) => {
                is_nowhere(&exchange.place)
                    || is_nothing(this.registers[exchange.expected])
                    || holds_nothing(&exchange.place)
                    || is_unknown(&exchange.desired)
            }
            Statement::Assert(condition) | Statement::Assume(condition) => is_unknown(condition),
            _ => false,
        }
    }

    /// Executes a statement as far as it is invisible to others, and returns whether that was all
    /// of it.
    fn compute(&mut self, state: &mut State, thread: usize, statement: &Statement, number: u16) -> bool {
        if self.depends_on_nothing(state, thread, statement) {
            self.fail(state, thread, Wrong::UninitialisedRead, number);
            return true;
        }
        let this = &mut state.threads[thread];
        match statement {
            Statement::Assign(register, value) => this.registers[*register] = evaluate(value, this),
            Statement::Load(register, Place::ThreadLocal, _) => this.registers[*register] = this.own,
            Statement::Load(register, Place::Cell(index), _) => {
                this.registers[*register] = this.cells[element(this.registers[*index])];
            }
            Statement::Store(Place::ThreadLocal, value, _) => this.own = evaluate(value, this),
            Statement::Store(Place::Cell(index), value, _) => {
                this.cells[element(this.registers[*index])] = evaluate(value, this);
            }
            // Everything is in order under sequential consistency.
            Statement::Fence(_) => {}
            Statement::Assert(condition) => {
                if evaluate(condition, this) == 0 {
                    self.fail(state, thread, Wrong::Assertion, number);
                    return true;
                }
            }
            Statement::Assume(condition) => {
                if evaluate(condition, this) == 0 {
                    this.status = Status::Excluded;
                    return true;
                }
            }
            Statement::OwnAddress(register) => {
                this.registers[*register] = FIRST_ADDRESS + 8 * thread as i16;
            }
            Statement::OwnHandle(register) => this.registers[*register] = FIRST_HANDLE + 1 + thread as i16,
            Statement::Allocate(pointer, zeroed) => {
                let nodes = &mut state.nodes[thread];
                let Some(index) = nodes.iter().position(|node| *node == Node::NotAllocated) else {
                    self.too_large = true;
                    return false;
                };
                nodes[index] = Node::Allocated(if *zeroed { 0 } else { UNINITIALISED });
                this.pointers[*pointer] = (thread * NODES + index) as i8;
            }
            _ => return false,
        }
        state.threads[thread].at += 1;
        true
    }

    /// The access that a thread is about to make, if it is to memory of the program.
    pub(super) fn touch(&self, state: &State, thread: usize) -> Option<Touch> {
        let this = &state.threads[thread];
        if this.status != Status::Runs {
            return None;
        }
        let Op::Do(statement, number) = self.op(state, thread) else { return None };
        let memory = |place: &Place| match *place {
            Place::Variable(variable) => Some(Memory::Variable(variable)),
            Place::Element(array, index) => Some(Memory::Element(array, element(this.registers[index]))),
            Place::Field(pointer) => Some(Memory::Node(this.pointers[pointer])),
            Place::ThreadLocal | Place::Cell(_) => None,
        };
        let (memory, how, atomic) = match statement {
            Statement::Load(_, place, access) => (memory(place)?, How::Reads, access.is_atomic()),
            Statement::Store(place, _, access) => (memory(place)?, How::Writes, access.is_atomic()),
            Statement::Rmw(_, _, place, _, _) => (memory(place)?, How::Writes, true),
            Statement::CompareExchange(exchange) => {
                let succeeds =
                    self.read(state, thread, &exchange.place) == Some(this.registers[exchange.expected]);
                (memory(&exchange.place)?, if succeeds { How::Writes } else { How::Reads }, true)
            }
            Statement::LoadPointer(_, slot, access) => (Memory::Slot(*slot), How::Reads, access.is_atomic()),
            Statement::StorePointer(slot, _, access) => {
                (Memory::Slot(*slot), How::Writes, access.is_atomic())
            }
            Statement::TakePointer(_, slot, _) => (Memory::Slot(*slot), How::Writes, true),
            Statement::Free(pointer) => (Memory::Node(this.pointers[*pointer]), How::Frees, false),
            _ => return None,
        };
        (memory != Memory::Node(NONE)).then_some(Touch { memory, how, atomic, number: *number })
    }

    /// The value of a place; `None` if the place does not exist.
    fn read(&self, state: &State, thread: usize, place: &Place) -> Option<i16> {
        let this = &state.threads[thread];
        match *place {
            Place::Variable(variable) => Some(state.variables[variable]),
            Place::Element(array, index) => Some(state.arrays[array][element(this.registers[index])]),
            Place::Field(pointer) => {
                let index = usize::try_from(this.pointers[pointer]).ok()?;
                match state.nodes[index / NODES][index % NODES] {
                    Node::Allocated(value) => Some(value),
                    Node::NotAllocated | Node::Freed => None,
                }
            }
            Place::ThreadLocal => Some(this.own),
            Place::Cell(index) => Some(this.cells[element(this.registers[index])]),
        }
    }

    fn write(&self, state: &mut State, thread: usize, place: &Place, value: i16) {
        let this = &state.threads[thread];
        match *place {
            Place::Variable(variable) => state.variables[variable] = value,
            Place::Element(array, index) => state.arrays[array][element(this.registers[index])] = value,
            Place::Field(pointer) => {
                if let Some(node) = state.node(this.pointers[pointer]) {
                    *node = Node::Allocated(value);
                }
            }
            Place::ThreadLocal | Place::Cell(_) => {}
        }
    }

    /// The steps that a thread can take; none if it has finished or waits.
    pub(super) fn steps(&mut self, state: &State, thread: usize) -> Vec<Step> {
        match state.threads[thread].status {
            Status::Runs => {}
            Status::Waits { mutex, depth, .. } if self.program.spurious => {
                let mut next = *state;
                next.threads[thread].status = Status::Woken { mutex, depth };
                return vec![Step { state: next, writes: false, spurious: true }];
            }
            Status::Woken { mutex, depth } => {
                let lock = &state.mutexes[usize::from(mutex)];
                if lock.owner != NONE {
                    return Vec::new();
                }
                let mut next = *state;
                next.mutexes[usize::from(mutex)].owner = thread as i8;
                next.mutexes[usize::from(mutex)].depth = depth;
                next.threads[thread].status = Status::Runs;
                return vec![self.goes_on(next, thread, true)];
            }
            _ => return Vec::new(),
        }
        match self.op(state, thread).clone() {
            Op::Do(statement, number) => self.act(state, thread, &statement, number),
            Op::Return if thread == MAIN => {
                let mut next = *state;
                next.ended = true;
                next.threads[MAIN].status = Status::Finished;
                vec![Step { state: next, writes: true, spurious: false }]
            }
            _ => Vec::new(),
        }
    }

    /// The step after which a thread goes on with its next statement.
    fn goes_on(&mut self, mut state: State, thread: usize, writes: bool) -> Step {
        state.threads[thread].at += 1;
        self.settle(&mut state, thread);
        Step { state, writes, spurious: false }
    }

    /// The step with which a thread gives a register a value and goes on.
    fn answers(
        &mut self,
        mut state: State,
        thread: usize,
        register: usize,
        value: i16,
        writes: bool,
    ) -> Vec<Step> {
        state.threads[thread].registers[register] = value;
        vec![self.goes_on(state, thread, writes)]
    }

    /// The step with which a thread ends because of an error.
    fn fails(&mut self, state: &State, thread: usize, wrong: Wrong, number: u16) -> Vec<Step> {
        let mut next = *state;
        self.fail(&mut next, thread, wrong, number);
        vec![Step { state: next, writes: true, spurious: false }]
    }

    /// The error of an access to a node, if there is one.
    fn node_fault(&self, state: &State, thread: usize, pointer: usize) -> Option<Wrong> {
        let Ok(index) = usize::try_from(state.threads[thread].pointers[pointer]) else {
            return Some(Wrong::InvalidAccess);
        };
        (state.nodes[index / NODES][index % NODES] == Node::Freed).then_some(Wrong::UseAfterFree)
    }

    fn place_fault(&self, state: &State, thread: usize, place: &Place) -> Option<Wrong> {
        match *place {
            Place::Field(pointer) => self.node_fault(state, thread, pointer),
            _ => None,
        }
    }

    /// The steps of a statement that others can see.
    fn act(&mut self, state: &State, thread: usize, statement: &Statement, number: u16) -> Vec<Step> {
        let own = thread as i8;
        let mut next = *state;
        let this = &mut next.threads[thread];
        match statement {
            Statement::Load(_, place, _)
            | Statement::Store(place, _, _)
            | Statement::Rmw(_, _, place, _, _)
                if self.place_fault(state, thread, place).is_some() =>
            {
                let fault = self.place_fault(state, thread, place).unwrap_or(Wrong::InvalidAccess);
                self.fails(state, thread, fault, number)
            }
            _ if self.depends_on_nothing(state, thread, statement) => {
                self.fails(state, thread, Wrong::UninitialisedRead, number)
            }
            Statement::Load(register, place, _) => {
                let value = self.read(state, thread, place).unwrap_or(UNINITIALISED);
                self.answers(next, thread, *register, value, false)
            }
            Statement::Store(place, value, _) => {
                let value = evaluate(value, this);
                self.write(&mut next, thread, place, value);
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Rmw(register, op, place, operand, _) => {
                let old = self.read(state, thread, place).unwrap_or(UNINITIALISED);
                let operand = evaluate(operand, this);
                let new = match op {
                    RmwOp::Add => old.wrapping_add(operand),
                    RmwOp::Subtract => old.wrapping_sub(operand),
                    RmwOp::Exchange => operand,
                    RmwOp::Or => old | operand,
                };
                self.write(&mut next, thread, place, new);
                self.answers(next, thread, *register, old, true)
            }
            Statement::CompareExchange(exchange) => self.compare_exchange(state, thread, exchange, number),
            Statement::Lock(mutex) => {
                let kind = self.program.mutexes[*mutex];
                let lock = &mut next.mutexes[*mutex];
                if lock.destroyed {
                    return self.fails(state, thread, Wrong::InvalidSynchronisation, number);
                }
                if lock.owner == own {
                    match kind {
                        MutexKind::Normal | MutexKind::Spin => {
                            return self.fails(state, thread, Wrong::Relock, number);
                        }
                        MutexKind::Recursive => lock.depth += 1,
                        MutexKind::ErrorCheck => {}
                    }
                } else if lock.owner != NONE {
                    return Vec::new();
                } else {
                    (lock.owner, lock.depth) = (own, 1);
                }
                vec![self.goes_on(next, thread, true)]
            }
            Statement::TryLock(register, mutex) => {
                let kind = self.program.mutexes[*mutex];
                let lock = &mut next.mutexes[*mutex];
                if lock.destroyed {
                    return self.fails(state, thread, Wrong::InvalidSynchronisation, number);
                }
                if lock.owner == own && kind == MutexKind::Recursive {
                    lock.depth += 1;
                } else if lock.owner != NONE {
                    return self.answers(next, thread, *register, 1, false);
                } else {
                    (lock.owner, lock.depth) = (own, 1);
                }
                self.answers(next, thread, *register, 0, true)
            }
            Statement::Unlock(mutex) => {
                let kind = self.program.mutexes[*mutex];
                let lock = &mut next.mutexes[*mutex];
                if lock.owner == own {
                    lock.depth -= 1;
                    if lock.depth == 0 {
                        lock.owner = NONE;
                    }
                } else if lock.destroyed || matches!(kind, MutexKind::Normal | MutexKind::Spin) {
                    return self.fails(state, thread, Wrong::UnlockNotHeld, number);
                }
                vec![self.goes_on(next, thread, true)]
            }
            Statement::DestroyMutex(mutex) => {
                let lock = &mut next.mutexes[*mutex];
                if lock.owner != NONE || lock.destroyed {
                    return self.fails(state, thread, Wrong::InvalidSynchronisation, number);
                }
                lock.destroyed = true;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::ReadLock(_)
            | Statement::WriteLock(_)
            | Statement::TryReadLock(..)
            | Statement::TryWriteLock(..)
            | Statement::RwUnlock(_) => self.read_write_lock(state, thread, statement, number),
            Statement::Wait(condition, mutex) => {
                let lock = &mut next.mutexes[*mutex];
                if lock.owner != own {
                    return self.fails(state, thread, Wrong::InvalidSynchronisation, number);
                }
                this.status =
                    Status::Waits { condition: *condition as u8, mutex: *mutex as u8, depth: lock.depth };
                (lock.owner, lock.depth) = (NONE, 0);
                vec![Step { state: next, writes: true, spurious: false }]
            }
            Statement::Signal(condition) => self.wake(state, thread, *condition, false),
            Statement::Broadcast(condition) => self.wake(state, thread, *condition, true),
            Statement::Barrier(register, barrier) => {
                let arrived = next.barriers[*barrier] | 1 << thread;
                if arrived.count_ones() < u32::from(self.program.barriers[*barrier]) {
                    next.barriers[*barrier] = arrived;
                    this.status = Status::AtBarrier { barrier: *barrier as u8 };
                    return vec![Step { state: next, writes: true, spurious: false }];
                }
                next.barriers[*barrier] = 0;
                for other in 0..THREADS {
                    if next.threads[other].status == (Status::AtBarrier { barrier: *barrier as u8 }) {
                        next.threads[other].status = Status::Runs;
                        if let Op::Do(Statement::Barrier(register, _), _) = self.op(&next, other) {
                            let register = *register;
                            next.threads[other].registers[register] = 0;
                        }
                        next.threads[other].at += 1;
                        self.settle(&mut next, other);
                    }
                }
                let answer = i16::from(!self.program.ignores_serial_threads);
                self.answers(next, thread, *register, answer, true)
            }
            Statement::SemWait(semaphore) => {
                if next.semaphores[*semaphore] == 0 {
                    return Vec::new();
                }
                next.semaphores[*semaphore] -= 1;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::SemTry(register, semaphore) => {
                if next.semaphores[*semaphore] == 0 {
                    return self.answers(next, thread, *register, 1, false);
                }
                next.semaphores[*semaphore] -= 1;
                self.answers(next, thread, *register, 0, true)
            }
            Statement::SemPost(semaphore) => {
                next.semaphores[*semaphore] += 1;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::LoadPointer(pointer, slot, _) => {
                this.pointers[*pointer] = state.slots[*slot];
                vec![self.goes_on(next, thread, false)]
            }
            Statement::StorePointer(slot, pointer, _) => {
                next.slots[*slot] = pointer.map_or(NONE, |pointer| state.threads[thread].pointers[pointer]);
                vec![self.goes_on(next, thread, true)]
            }
            Statement::TakePointer(pointer, slot, _) => {
                this.pointers[*pointer] = state.slots[*slot];
                next.slots[*slot] = NONE;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Free(pointer) => {
                let pointer = this.pointers[*pointer];
                match next.node(pointer) {
                    // Freeing a null pointer is allowed.
                    None => {}
                    Some(Node::Freed) => return self.fails(state, thread, Wrong::DoubleFree, number),
                    Some(node) => *node = Node::Freed,
                }
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Choose(register, low, high) => {
                (*low..=*high).flat_map(|value| self.answers(next, thread, *register, value, false)).collect()
            }
            Statement::Create(child) => {
                next.threads[child + 1].status = Status::Runs;
                self.settle(&mut next, child + 1);
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Join(child) => {
                let other = &mut next.threads[child + 1];
                // Whether the other thread may be joined is decided when it has finished: until
                // then it may detach itself.
                if other.status != Status::Finished {
                    return Vec::new();
                }
                if other.left {
                    return self.fails(state, thread, Wrong::InvalidJoin, number);
                }
                other.left = true;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Detach(child) => {
                let other = &mut next.threads[child + 1];
                if other.left {
                    return self.fails(state, thread, Wrong::InvalidJoin, number);
                }
                other.left = true;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::DetachSelf => {
                if this.left {
                    return self.fails(state, thread, Wrong::InvalidJoin, number);
                }
                this.left = true;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::Exit => {
                // No other thread depends on it, so it does not matter whether the process has
                // ended already.
                this.status = Status::Exited;
                next.ended = true;
                vec![Step { state: next, writes: true, spurious: false }]
            }
            Statement::ThreadExit => {
                this.status = Status::Finished;
                vec![Step { state: next, writes: true, spurious: false }]
            }
            _ => Vec::new(),
        }
    }

    fn compare_exchange(
        &mut self,
        state: &State,
        thread: usize,
        exchange: &CompareExchange,
        number: u16,
    ) -> Vec<Step> {
        if let Some(fault) = self.place_fault(state, thread, &exchange.place) {
            return self.fails(state, thread, fault, number);
        }
        let old = self.read(state, thread, &exchange.place).unwrap_or(UNINITIALISED);
        let mut failed = *state;
        failed.threads[thread].registers[exchange.expected] = old;
        if old != state.threads[thread].registers[exchange.expected] {
            return self.answers(failed, thread, exchange.done, 0, false);
        }
        let mut next = *state;
        let desired = evaluate(&exchange.desired, &next.threads[thread]);
        self.write(&mut next, thread, &exchange.place, desired);
        let mut steps = self.answers(next, thread, exchange.done, 1, true);
        if exchange.weak && self.program.spurious {
            let mut failed = self.answers(failed, thread, exchange.done, 0, false);
            failed.iter_mut().for_each(|step| step.spurious = true);
            steps.append(&mut failed);
        }
        steps
    }

    fn read_write_lock(
        &mut self,
        state: &State,
        thread: usize,
        statement: &Statement,
        number: u16,
    ) -> Vec<Step> {
        let own = thread as i8;
        let mut next = *state;
        let (Statement::ReadLock(index)
        | Statement::WriteLock(index)
        | Statement::TryReadLock(_, index)
        | Statement::TryWriteLock(_, index)
        | Statement::RwUnlock(index)) = statement
        else {
            return Vec::new();
        };
        let lock = &mut next.rwlocks[*index];
        let is_read = lock.readers.iter().any(|&times| times > 0);
        match statement {
            Statement::ReadLock(_) => {
                if lock.writer == own {
                    return self.fails(state, thread, Wrong::Relock, number);
                }
                if lock.writer != NONE {
                    return Vec::new();
                }
                lock.readers[thread] += 1;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::WriteLock(_) => {
                if lock.writer == own || lock.readers[thread] > 0 {
                    return self.fails(state, thread, Wrong::Relock, number);
                }
                if lock.writer != NONE || is_read {
                    return Vec::new();
                }
                lock.writer = own;
                vec![self.goes_on(next, thread, true)]
            }
            Statement::TryReadLock(register, _) => {
                if lock.writer != NONE {
                    return self.answers(next, thread, *register, 1, false);
                }
                lock.readers[thread] += 1;
                self.answers(next, thread, *register, 0, true)
            }
            Statement::TryWriteLock(register, _) => {
                if lock.writer != NONE || is_read {
                    return self.answers(next, thread, *register, 1, false);
                }
                lock.writer = own;
                self.answers(next, thread, *register, 0, true)
            }
            _ => {
                if lock.writer == own {
                    lock.writer = NONE;
                } else if lock.readers[thread] > 0 {
                    lock.readers[thread] -= 1;
                } else {
                    return self.fails(state, thread, Wrong::UnlockNotHeld, number);
                }
                vec![self.goes_on(next, thread, true)]
            }
        }
    }

    /// Wakes one of the threads that wait for a condition variable, any of them, or all.
    fn wake(&mut self, state: &State, thread: usize, condition: usize, all: bool) -> Vec<Step> {
        let waiting: Vec<usize> = (0..THREADS)
            .filter(|&other| {
                let status = state.threads[other].status;
                matches!(status, Status::Waits { condition: c, .. } if usize::from(c) == condition)
            })
            .collect();
        let wake = |state: &mut State, other: usize| {
            if let Status::Waits { mutex, depth, .. } = state.threads[other].status {
                state.threads[other].status = Status::Woken { mutex, depth };
            }
        };
        if all || waiting.is_empty() {
            let mut next = *state;
            waiting.iter().for_each(|&other| wake(&mut next, other));
            return vec![self.goes_on(next, thread, true)];
        }
        waiting
            .into_iter()
            .map(|other| {
                let mut next = *state;
                wake(&mut next, other);
                self.goes_on(next, thread, true)
            })
            .collect()
    }
}

fn element(index: i16) -> usize {
    usize::from(index & 1 == 1) % ELEMENTS
}

fn evaluate(expression: &Expression, thread: &super::state::Thread) -> i16 {
    match expression {
        Expression::Constant(value) => *value,
        Expression::Register(register) => thread.registers[*register],
        Expression::IsNull(pointer) => i16::from(thread.pointers[*pointer] == NONE),
        Expression::Not(inner) => match evaluate(inner, thread) {
            UNINITIALISED => UNINITIALISED,
            value => i16::from(value == 0),
        },
        Expression::Binary(op, lhs, rhs) => {
            let (lhs, rhs) = (evaluate(lhs, thread), evaluate(rhs, thread));
            match op {
                BinaryOp::And if lhs == 0 || rhs == 0 => 0,
                _ if lhs == UNINITIALISED || rhs == UNINITIALISED => UNINITIALISED,
                BinaryOp::Add => lhs.wrapping_add(rhs) & 3,
                BinaryOp::And => lhs & rhs,
                BinaryOp::Equal => i16::from(lhs == rhs),
                BinaryOp::NotEqual => i16::from(lhs != rhs),
                BinaryOp::Less => i16::from(lhs < rhs),
            }
        }
    }
}

impl Touch {
    /// Whether the accesses of two threads that are about to make them race: one of them writes,
    /// and one is not atomic.
    pub(super) fn races_with(&self, other: &Self) -> bool {
        self.memory == other.memory
            && self.how != How::Frees
            && other.how != How::Frees
            && (self.how == How::Writes || other.how == How::Writes)
            && !(self.atomic && other.atomic)
    }

    /// Whether one of them ends the object that the other one accesses.
    pub(super) fn frees_with(&self, other: &Self) -> bool {
        self.memory == other.memory && (self.how == How::Frees) != (other.how == How::Frees)
    }
}
