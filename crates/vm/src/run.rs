//! Runs a thread to its next visible action.

use porf_entity::{AccessSize, Address, EntityId, RmwOp, Value};
use porf_ir::{FunctionId, RmwKind};
use porf_program::{Action, Answer, BlockReason, Failure};
use smallvec::SmallVec;

use crate::code::{Code, CompiledFunction, List, Op, Pc, Register};
use crate::memory::Memory;
use crate::state::{Frame, State, Status};

/// How many ops a thread may run between two visible actions.
const STEP_LIMIT: u32 = 10_000_000;
/// How deeply calls may be nested.
const CALL_DEPTH_LIMIT: usize = 10_000;
/// How many registers all frames of a thread may have together when a call adds to them.
const REGISTER_LIMIT: usize = 1 << 20;

/// A thread that is running.
pub(crate) struct Runner<'m> {
    pub(crate) code: &'m Code,
    pub(crate) memory: &'m Memory,
    pub(crate) state: State,
}

impl<'m> Runner<'m> {
    /// A thread that is about to run a function.
    pub(crate) fn start(code: &'m Code, memory: &'m Memory, function: FunctionId, arguments: &[u64]) -> Self {
        let CompiledFunction { entry, register_count, params } = &code.functions[function];
        let state = State {
            status: Status::Answer,
            pc: *entry,
            base: 0,
            callers: Vec::new(),
            registers: SmallVec::from_elem(0, *register_count as usize),
        };
        let mut runner = Self { code, memory, state };
        for (&param, &argument) in params.iter().zip(arguments) {
            runner.set(param, argument);
        }
        runner
    }

    fn get(&self, register: Register) -> u64 {
        self.state.registers[self.state.base as usize + register.index()]
    }

    fn set(&mut self, register: Register, value: u64) {
        self.state.registers[self.state.base as usize + register.index()] = value;
    }

    /// Answers the action that the thread is paused at; it is then after it.
    pub(crate) fn answer(&mut self, answer: Answer) {
        assert_eq!(
            self.state.status,
            Status::Answer,
            "a thread that waits for no answer is given {answer:?}"
        );
        match (self.code.ops[self.state.pc.0 as usize], answer) {
            (Op::Store { .. } | Op::Fence(_), Answer::Done) => {}
            (Op::Load { to, .. } | Op::Rmw { to, .. }, Answer::Read(value)) => self.set(to, value.0),
            (Op::CompareExchange { to, succeeded, expected, .. }, Answer::Read(value)) => {
                let success = value.0 == self.get(expected);
                self.set(to, value.0);
                self.set(succeeded, success.into());
            }
            (Op::CompareExchange { to, succeeded, weak: true, .. }, Answer::SpuriousFailure(value)) => {
                self.set(to, value.0);
                self.set(succeeded, 0);
            }
            (op, answer) => panic!("{answer:?} is no answer to {op:?}"),
        }
        self.state.pc.0 += 1;
    }

    /// Runs the thread to its next action, and notes what the thread is waiting for there.
    pub(crate) fn run(&mut self) -> Action {
        let action =
            (0..STEP_LIMIT).find_map(|_| self.step()).unwrap_or(Action::Block(BlockReason::StepLimit));
        self.state.status = match action {
            Action::Exit => Status::Exited,
            Action::Block(_) | Action::Fail(_) => Status::Stopped,
            Action::Load { .. } | Action::Store { .. } | Action::Rmw { .. } | Action::Fence { .. } => {
                Status::Answer
            }
        };
        action
    }

    /// Runs one op, unless it is visible: then says what it does.
    #[inline]
    fn step(&mut self) -> Option<Action> {
        let mut next = Pc(self.state.pc.0 + 1);
        match self.code.ops[self.state.pc.0 as usize] {
            Op::Const { to, bits } => self.set(to, bits),
            Op::Move { to, from } => self.set(to, self.get(from)),
            Op::Swap { a, b } => {
                let (old_a, old_b) = (self.get(a), self.get(b));
                self.set(a, old_b);
                self.set(b, old_a);
            }
            Op::Binary { op, ty, to, lhs, rhs } => match op.evaluate(ty, self.get(lhs), self.get(rhs)) {
                Some(result) => self.set(to, result),
                None => return Some(Action::Fail(Failure::Division)),
            },
            Op::Compare { comparison, ty, to, lhs, rhs } => {
                let holds = comparison.evaluate(ty, self.get(lhs), self.get(rhs));
                self.set(to, holds.into());
            }
            Op::Cast { cast, from_type, to_type, to, from } => {
                self.set(to, cast.evaluate(from_type, to_type, self.get(from)));
            }
            Op::Select { to, condition, if_true, if_false } => {
                let chosen = if self.get(condition) != 0 { if_true } else { if_false };
                self.set(to, self.get(chosen));
            }
            Op::Load { address, size, ordering, .. } => {
                return Some(self.access(address, size, |address| Action::Load { address, size, ordering }));
            }
            Op::Store { value, address, size, ordering } => {
                let value = Value(self.get(value));
                return Some(self.access(address, size, |address| Action::Store {
                    address,
                    size,
                    ordering,
                    value,
                }));
            }
            Op::Rmw { kind, address, operand, size, ordering, .. } => {
                let operand = Value(self.get(operand));
                let op = match kind {
                    RmwKind::Exchange => RmwOp::Exchange(operand),
                    RmwKind::Fetch(op) => RmwOp::Fetch { op, operand },
                };
                return Some(self.access(address, size, |address| Action::Rmw {
                    address,
                    size,
                    ordering,
                    op,
                }));
            }
            Op::CompareExchange { address, expected, desired, size, success, failure, weak, .. } => {
                let (expected, desired) = (Value(self.get(expected)), Value(self.get(desired)));
                let op = RmwOp::CompareExchange { expected, desired, failure, weak };
                let ordering = success;
                return Some(self.access(address, size, |address| Action::Rmw {
                    address,
                    size,
                    ordering,
                    op,
                }));
            }
            Op::Fence(ordering) => return Some(Action::Fence { ordering }),
            Op::Assume(condition) => {
                if self.get(condition) == 0 {
                    return Some(Action::Block(BlockReason::Assume));
                }
            }
            Op::Call { function, arguments, .. } => {
                if let Err(failure) = self.call(function, arguments) {
                    return Some(Action::Fail(failure));
                }
                next = self.code.functions[function].entry;
            }
            Op::Jump(to) => next = to,
            Op::Branch { condition, if_true, if_false } => {
                next = if self.get(condition) != 0 { if_true } else { if_false };
            }
            Op::Switch { value, cases, default } => {
                let cases = self.code.cases(cases);
                let found = cases.binary_search_by_key(&self.get(value), |&(case, _)| case);
                next = found.map_or(default, |index| cases[index].1);
            }
            Op::Return(values) => match self.return_values(values) {
                Some(call) => next = Pc(call.0 + 1),
                None => return Some(Action::Exit),
            },
            Op::Fail(failure) => return Some(Action::Fail(failure)),
            Op::Block(reason) => return Some(Action::Block(reason)),
        }
        self.state.pc = next;
        None
    }

    /// An access at the address in the register, or the failure that it is.
    fn access(&self, address: Register, size: AccessSize, action: impl FnOnce(Address) -> Action) -> Action {
        let address = Address(self.get(address));
        if self.memory.allows(address, size) {
            action(address)
        } else {
            Action::Fail(Failure::InvalidAccess(address))
        }
    }

    /// Makes a new frame of the function the running one.
    fn call(&mut self, function: FunctionId, arguments: List) -> Result<(), Failure> {
        let CompiledFunction { register_count, params, .. } = &self.code.functions[function];
        let (caller, callee) = (self.state.base as usize, self.state.registers.len());
        let total = callee + *register_count as usize;
        if self.state.callers.len() >= CALL_DEPTH_LIMIT || total > REGISTER_LIMIT {
            return Err(Failure::StackOverflow);
        }
        self.state.registers.resize(total, 0);
        for (param, argument) in params.iter().zip(self.code.list(arguments)) {
            self.state.registers[callee + param.index()] = self.state.registers[caller + argument.index()];
        }
        self.state.callers.push(Frame { call: self.state.pc, base: self.state.base });
        self.state.base = callee as u32;
        Ok(())
    }

    /// Hands the values to the caller, makes that the running frame and says which call it made; without
    /// a caller, leaves the values as the results of the thread.
    fn return_values(&mut self, values: List) -> Option<Pc> {
        let Some(caller) = self.state.callers.pop() else {
            self.state.registers = self.code.list(values).iter().map(|&value| self.get(value)).collect();
            return None;
        };
        let Op::Call { results, .. } = self.code.ops[caller.call.0 as usize] else {
            unreachable!("a frame was left by a call");
        };
        let (from, to) = (self.state.base as usize, caller.base as usize);
        for (value, result) in self.code.list(values).iter().zip(self.code.list(results)) {
            self.state.registers[to + result.index()] = self.state.registers[from + value.index()];
        }
        self.state.registers.truncate(from);
        self.state.base = caller.base;
        Some(caller.call)
    }
}
