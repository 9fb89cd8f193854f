//! Runs a thread to its next visible action.
//!
//! An op either completes, and the thread goes on with the next one, or it *pauses* the thread:
//! with a visible action, or because the thread goes no further. An op that takes several actions
//! pauses at each of them, is run again after each answer, and keeps in the
//! [`Progress`](crate::state::Progress) of the state how far it has got.

mod access;
mod calls;
mod dependencies;
mod identities;
mod undefined;

use std::cell::Cell;
use std::sync::OnceLock;

use porf_entity::{Content, EntityId, ErrorKind, RmwOp, SourcePosition, ThreadId, Value};
use porf_ir::{BinaryOp, FunctionId, RmwKind};
use porf_program::{Action, Answer, BlockReason, CancellingPair, Failure, Wait};
use smallvec::{SmallVec, smallvec};

pub(crate) use access::Region;

use crate::alarm::Alarm;
use crate::code::{Code, Op, Pc, Register};
use crate::counters::{actions_counter, actions_since, effects_counter};
use crate::granularity::Granularity;
use crate::identity;
use crate::image::Image;
use crate::layout::{Layout, region_start};
use crate::live_registers::LiveRegisters;
use crate::machine::MachineOptions;
use crate::shadow::{Followed, Shade, Shadow};
use crate::state::{State, Status};
use crate::texts::Texts;

/// The number of ops that a thread may run between two visible actions.
const STEP_LIMIT: u32 = 10_000_000;
/// The number of ops that the first thread may run while it is alone.
const SOLO_STEP_LIMIT: u32 = 100_000_000;
/// The number of ops that a thread runs before it looks again whether the alarm rings.
const STEPS_BETWEEN_LOOKS: u32 = 10_000;

/// A compiled module with everything that running it needs.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) code: Code,
    /// The live registers, once states have been compared.
    pub(crate) live: OnceLock<LiveRegisters>,
    pub(crate) layout: Layout,
    pub(crate) texts: Texts,
    pub(crate) granularity: Granularity,
    pub(crate) options: MachineOptions,
    pub(crate) alarm: Alarm,
    /// Whether the machine watches threads that addresses could distinguish.
    pub(crate) watches_addresses: bool,
}

/// Why a thread does not go on by itself.
#[derive(Debug)]
pub(crate) struct Pause(pub(crate) Action);

impl From<Failure> for Pause {
    #[cold]
    fn from(failure: Failure) -> Self {
        Self(Action::Fail(failure))
    }
}

impl From<ErrorKind> for Pause {
    #[cold]
    fn from(kind: ErrorKind) -> Self {
        Failure::new(kind).into()
    }
}

impl From<BlockReason> for Pause {
    #[cold]
    fn from(reason: BlockReason) -> Self {
        Self(Action::Block(reason))
    }
}

/// The result of an op, or of a part of one.
pub(crate) type Flow<T = ()> = Result<T, Pause>;

/// Memory that all threads share, as a running thread sees it.
#[derive(Debug)]
pub(crate) enum SharedMemory<'m> {
    /// There may be other threads: accesses are visible. The image is the initial memory.
    Visible(&'m Image),
    /// There is no other thread: accesses are done at once.
    Solo(&'m mut Image),
}

/// A thread that is running.
pub(crate) struct Runner<'m> {
    pub(crate) program: &'m Compiled,
    pub(crate) shared: SharedMemory<'m>,
    pub(crate) state: &'m mut State,
    /// The number of ops that the thread may run before it looks whether the alarm rings.
    budget: u32,
    /// The number of ops that the thread may still run after that before the next action.
    reserve: u32,
    /// Whether it matters if the thread reveals its identity.
    pub(crate) watched: bool,
    /// Whether the thread has taints, for the dependencies of its actions.
    pub(crate) tracks: bool,
    /// Whether ops have to be followed beside running them.
    careful: bool,
    /// Whether the thread has revealed its identity.
    revealed: Cell<bool>,
}

impl<'m> Runner<'m> {
    pub(crate) fn new(program: &'m Compiled, shared: SharedMemory<'m>, state: &'m mut State) -> Self {
        let limit = match shared {
            SharedMemory::Visible(_) => STEP_LIMIT,
            SharedMemory::Solo(_) => SOLO_STEP_LIMIT,
        };
        let watched = program.watches_addresses && !state.revealed;
        let tracks = state.taints.is_some();
        Self {
            program,
            shared,
            budget: STEPS_BETWEEN_LOOKS,
            reserve: limit - STEPS_BETWEEN_LOOKS,
            watched,
            tracks,
            careful: watched || tracks,
            revealed: Cell::new(false),
            state,
        }
    }

    /// Records that the thread has revealed its identity: an operation has distinguished it from
    /// symmetric threads.
    #[cold]
    pub(crate) fn reveal(&self) {
        self.revealed.set(true);
    }

    pub(crate) fn get(&self, register: Register) -> u64 {
        self.state.registers[self.state.base as usize + register.index()]
    }

    pub(crate) fn set(&mut self, register: Register, value: u64) {
        let index = self.state.base as usize + register.index();
        self.state.registers[index] = value;
        if let Some(shadow) = &mut self.state.shadow {
            shadow.set(index, Shade::default());
        }
    }

    fn advance(&mut self) {
        self.state.pc.0 += 1;
    }

    /// Counts a step. There must not be too many steps before the next action.
    pub(crate) fn spend(&mut self) -> Flow {
        if self.budget == 0 {
            self.budget = refill(&mut self.reserve, &self.program.alarm)?;
        }
        self.budget -= 1;
        Ok(())
    }

    /// The source position of the thread.
    pub(crate) fn position(&self) -> SourcePosition {
        self.program.code.position(self.state)
    }

    /// Runs the thread to its next action, and records whether it waits for an answer there.
    pub(crate) fn run(&mut self) -> Action {
        loop {
            let computed = if self.state.shadow.is_none() && !self.careful {
                self.compute::<false>()
            } else {
                self.compute::<true>()
            };
            let stepped = computed.and_then(|op| {
                if self.tracks {
                    self.before_step(op);
                }
                let stepped = self.step(op);
                if self.tracks {
                    self.after_step(op, &stepped);
                }
                stepped
            });
            if let Err(Pause(action)) = stepped {
                return self.pause(action);
            }
        }
    }

    /// Answers the action at which the thread is paused, and runs the thread to its next one.
    pub(crate) fn resume(&mut self, answer: Answer) -> Action {
        assert_eq!(
            self.state.status,
            Status::Answer,
            "a thread that waits for no answer is given {answer:?}"
        );
        self.state.actions += 1;
        self.state.redundant = 0;
        let answered = if self.state.actions >= self.program.options.max_events {
            Err(BlockReason::EventLimit.into())
        } else {
            if self.tracks {
                self.before_answer(answer);
            }
            self.answer(answer)
        };
        if self.tracks {
            self.after_answer();
        }
        match answered {
            Ok(()) => self.run(),
            Err(Pause(action)) => self.pause(action),
        }
    }

    #[inline]
    fn pause(&mut self, mut action: Action) -> Action {
        if self.program.code.awaits(self.state.pc) {
            match &mut action {
                Action::Rmw { op: RmwOp::CompareExchange { expected, desired, weak: true, .. }, .. }
                    if expected == desired => {}
                Action::Load { wait: wait @ None, .. } | Action::Rmw { wait: wait @ None, .. } => {
                    *wait = Some(Wait::Await);
                }
                _ => {}
            }
        }
        if self.state.shadow.as_ref().is_some_and(|shadow| shadow.is_clear()) {
            self.state.shadow = None;
        }
        self.state.revealed |= self.revealed.get();
        self.state.status = match action {
            Action::Exit { .. } => Status::Exited,
            Action::Block(_) | Action::Fail(_) => Status::Stopped,
            Action::Load { .. }
            | Action::Store { .. }
            | Action::Rmw { .. }
            | Action::Fence { .. }
            | Action::Spawn
            | Action::Join { .. }
            | Action::Detach { .. }
            | Action::Choose { .. }
            | Action::Cancel { .. }
            | Action::AskBarrier { .. }
            | Action::Assign { .. }
            | Action::Put { .. }
            | Action::Take { .. }
            | Action::Barrier { .. }
            | Action::Free { .. } => Status::Answer,
        };
        action
    }

    /// Passes the answer to the op at which the thread is paused. Then the thread is after the op,
    /// unless the op has more to do.
    fn answer(&mut self, answer: Answer) -> Flow {
        match (self.program.code.ops[self.state.pc.0 as usize], answer) {
            (Op::Fence(_), Answer::Done) => {}
            (Op::Load { to, address, size, .. }, Answer::Read(value)) => {
                return self.loaded(to, address, size, value.into());
            }
            (Op::Load { to, address, size, .. }, Answer::Undefined(content)) => {
                return self.loaded(to, address, size, content);
            }
            (Op::Store { size, .. }, Answer::Done) => return self.stored(size, false),
            (Op::Store { size, provisional: true, .. }, Answer::Observed) => return self.stored(size, true),
            (Op::Cancels { to, .. }, Answer::Done) => self.set(to, 1),
            (Op::Cancels { to, .. }, Answer::Observed) => self.set(to, 0),
            (Op::Rmw { kind, to, address, operand, size, .. }, Answer::Read(value)) => {
                let op = rmw_op(kind, Value(self.get(operand)));
                self.look_at_rmw(self.get(address), size, op, value);
                let written = op.apply(value, size);
                self.state.effects += u32::from(written != Some(value));
                self.set(to, value.0);
            }
            (
                Op::CompareExchange { to, succeeded, address, expected, desired, size, .. },
                Answer::Read(value),
            ) => {
                self.look_at_read(self.get(address), size, value.into(), false);
                let success = value.0 == self.get(expected);
                self.state.effects += u32::from(success && value.0 != self.get(desired));
                self.set(to, value.0);
                self.set(succeeded, success.into());
            }
            (
                Op::CompareExchange { to, succeeded, address, size, weak: true, .. },
                Answer::SpuriousFailure(value),
            ) => {
                self.look_at_read(self.get(address), size, value.into(), false);
                self.set(to, value.0);
                self.set(succeeded, 0);
            }
            (Op::Rmw { address, .. } | Op::CompareExchange { address, .. }, Answer::Undefined(_)) => {
                let address = self.get(address);
                return Err(self.uninitialised(address));
            }
            (Op::Return(_), Answer::Done) => {
                self.stack_object_ended();
                return Ok(());
            }
            (Op::CallBuiltin { intrinsic, arguments, results }, answer) => {
                return self.answer_builtin(intrinsic.builtin, arguments, results, answer);
            }
            (op, answer) => panic!("{answer:?} is no answer to {op:?}"),
        }
        self.advance();
        Ok(())
    }

    /// Runs ops that use only the registers of the running frame, up to an op that does more. With
    /// `CAREFUL`, the loop follows undefined bits and taints, and records whether the thread reveals its
    /// identity.
    ///
    /// Most ops are of this kind, so place and budget are not written back after each of them.
    #[inline(always)]
    fn compute<const CAREFUL: bool>(&mut self) -> Flow<Op> {
        let code = &self.program.code;
        let (base, watched) = (self.state.base as usize, self.watched);
        let registers = &mut self.state.registers[base..];
        let mut shadow = self.state.shadow.as_deref_mut().filter(|_| CAREFUL);
        let mut taints = self.state.taints.as_deref_mut().filter(|_| CAREFUL);
        let mut used = None;
        let mut pc = self.state.pc.0 as usize;
        let mut budget = self.budget;
        macro_rules! get {
            ($register:expr) => {
                registers[$register.index()]
            };
        }
        let outcome = loop {
            if budget == 0 {
                match refill(&mut self.reserve, &self.program.alarm) {
                    Ok(more) => budget = more,
                    Err(reason) => break Err(reason.into()),
                }
            }
            budget -= 1;
            let mut followed = None;
            if CAREFUL && watched && identity::reveals(code.ops[pc], registers) {
                self.revealed.set(true);
            }
            if CAREFUL && let Some(shadow) = &shadow {
                match shadow.follow(code.ops[pc], base, registers) {
                    Ok(it) => followed = it,
                    Err(shade) => {
                        used = Some(shade);
                        break Ok(code.ops[pc]);
                    }
                }
            }
            if CAREFUL && let Some(taints) = &mut taints {
                taints.follow(code.ops[pc], base, !code.is_part_of_exchange(Pc(pc as u32)));
            }
            match code.ops[pc] {
                Op::Const { to, bits } => get!(to) = bits,
                Op::Move { to, from } => get!(to) = get!(from),
                Op::Swap { a, b } => {
                    registers.swap(a.index(), b.index());
                    if CAREFUL && let Some(shadow) = &mut shadow {
                        shadow.swap(base + a.index(), base + b.index());
                    }
                }
                Op::Add { to, lhs, rhs, mask } => get!(to) = get!(lhs).wrapping_add(get!(rhs)) & mask,
                Op::Sub { to, lhs, rhs, mask } => get!(to) = get!(lhs).wrapping_sub(get!(rhs)) & mask,
                Op::And { to, lhs, rhs } => get!(to) = get!(lhs) & get!(rhs),
                Op::Unary { op, ty, to, from } => get!(to) = op.evaluate(ty, get!(from)),
                Op::Binary { op, ty, to, lhs, rhs } => match op.evaluate(ty, get!(lhs), get!(rhs)) {
                    Some(result) => get!(to) = result,
                    None => break Err(without_result(op).into()),
                },
                Op::Compare { comparison, ty, to, lhs, rhs } => {
                    get!(to) = comparison.evaluate(ty, get!(lhs), get!(rhs)).into();
                }
                Op::FloatCompare { comparison, ty, to, lhs, rhs } => {
                    get!(to) = comparison.evaluate(ty, get!(lhs), get!(rhs)).into();
                }
                Op::Cast { cast, from_type, to_type, to, from } => {
                    get!(to) = cast.evaluate(from_type, to_type, get!(from));
                }
                Op::Select { to, condition, if_true, if_false } => {
                    get!(to) = if get!(condition) != 0 { get!(if_true) } else { get!(if_false) };
                }
                Op::Jump(to) => {
                    pc = to.0 as usize;
                    continue;
                }
                Op::Branch { condition, if_true, if_false } => {
                    let to = if get!(condition) != 0 { if_true } else { if_false };
                    pc = to.0 as usize;
                    continue;
                }
                op => break Ok(op),
            }
            if CAREFUL && let (Some(shadow), Some(followed)) = (&mut shadow, followed) {
                let Followed { to, shade, value } = followed;
                get!(to) = value.unwrap_or(get!(to)) & !shade.undefined;
                shadow.set(base + to.index(), shade);
            }
            pc += 1;
        };
        self.state.pc = Pc(pc as u32);
        self.budget = budget;
        match used {
            Some(shade) if CAREFUL => Err(self.undefined_use(shade)),
            _ => outcome,
        }
    }

    /// Runs the current op of the thread.
    #[inline(always)]
    fn step(&mut self, code_op: Op) -> Flow {
        let mut next = Pc(self.state.pc.0 + 1);
        match code_op {
            Op::Const { .. }
            | Op::Move { .. }
            | Op::Swap { .. }
            | Op::Add { .. }
            | Op::Sub { .. }
            | Op::And { .. }
            | Op::Unary { .. }
            | Op::Binary { .. }
            | Op::Compare { .. }
            | Op::FloatCompare { .. }
            | Op::Cast { .. }
            | Op::Select { .. }
            | Op::Jump(_)
            | Op::Branch { .. } => unreachable!("done before"),
            Op::ThreadLocalAddress { to, offset } => self.set(to, region_start(self.state.thread) + offset),
            Op::Alloca { to, size, align, private } => {
                self.state.effects += 1;
                let base = self.alloca(self.defined(size)?, 1 << align, private)?;
                self.set(to, base);
            }
            Op::CheckedBinary { op, ty, to, lhs, rhs } => {
                let followed = self.follow(code_op)?;
                let (lhs, rhs) = (self.get(lhs), self.get(rhs));
                if followed.undefined == 0 && op.overflows_signed(ty, lhs, rhs) {
                    return Err(ErrorKind::SignedOverflow.into());
                }
                let result = op.evaluate(ty, lhs, rhs);
                self.set_shaded(to, result.ok_or(without_result(op))?, followed);
            }
            Op::Load { to, address, size, ordering } => {
                let address = self.defined(address)?;
                let content = self.load(address, size, ordering)?;
                self.set_content(to, content, address);
            }
            Op::Store { value, address, size, ordering, .. } => {
                let address = self.defined(address)?;
                let content = if ordering.is_atomic() {
                    Value(self.defined(value)?).into()
                } else {
                    self.content(value)
                };
                self.store(address, size, ordering, content)?;
            }
            Op::Rmw { kind, to, address, operand, size, ordering } => {
                let op = rmw_op(kind, Value(self.defined(operand)?));
                let old = self.rmw(self.defined(address)?, size, ordering, op, None)?;
                self.set(to, old);
            }
            Op::CompareExchange {
                to,
                succeeded,
                address,
                expected,
                desired,
                size,
                success,
                failure,
                weak,
            } => {
                let (expected, desired) = (Value(self.defined(expected)?), Value(self.defined(desired)?));
                let op = RmwOp::CompareExchange { expected, desired, failure, weak };
                let old = self.rmw(self.defined(address)?, size, success, op, None)?;
                self.set(to, old);
                self.set(succeeded, (old == expected.0).into());
            }
            Op::Fence(ordering) => {
                if let SharedMemory::Visible(_) = self.shared {
                    return Err(Pause(Action::Fence { ordering }));
                }
            }
            // Passes assume facts that a thread learns later, and then reports.
            Op::Assume(condition) => {
                if self.get(condition) == 0 && self.shade(condition).undefined == 0 {
                    return Err(BlockReason::Assume.into());
                }
            }
            Op::Effects(to) => self.set(to, effects_counter(self.state)),
            Op::Actions(to) => self.set(to, actions_counter(self.state)),
            Op::Redundant { since } => {
                self.state.redundant = actions_since(self.state, self.get(since)).unwrap_or(0);
            }
            Op::Cancels { to, address, size } => {
                self.cancel(self.defined(address)?, size, CancellingPair::Addition)?;
                self.set(to, 1);
            }
            Op::Call { function, arguments, .. } => next = self.call(function, arguments)?,
            Op::CallIndirect { callee, arguments, .. } => next = self.call_indirect(callee, arguments)?,
            Op::CallBuiltin { intrinsic, arguments, results } => {
                self.call_builtin(intrinsic, arguments, results)?;
            }
            Op::Switch { value, cases, default } => {
                let cases = self.program.code.cases(cases);
                let value = self.defined(value)?;
                let found = cases.binary_search_by_key(&value, |&(case, _)| case);
                next = found.map_or(default, |index| cases[index].1);
            }
            Op::Return(values) => next = self.return_values(values)?,
            Op::Fail { kind, text } => return Err(Failure { text, ..Failure::new(kind) }.into()),
            Op::Block(reason) => return Err(reason.into()),
            Op::Spin { .. } => return Err(BlockReason::Spin.into()),
        }
        self.state.pc = next;
        Ok(())
    }
}

/// The number of ops that a thread may run before it looks again whether the alarm rings.
#[cold]
fn refill(reserve: &mut u32, alarm: &Alarm) -> Result<u32, BlockReason> {
    if alarm.rings() {
        return Err(BlockReason::Stopped);
    }
    let more = STEPS_BETWEEN_LOOKS.min(*reserve);
    *reserve -= more;
    if more == 0 { Err(BlockReason::StepLimit) } else { Ok(more) }
}

fn rmw_op(kind: RmwKind, operand: Value) -> RmwOp {
    match kind {
        RmwKind::Exchange => RmwOp::Exchange(operand),
        RmwKind::Fetch(op) => RmwOp::Fetch { op, operand },
    }
}

/// The error that an operation has no result.
#[cold]
fn without_result(op: BinaryOp) -> ErrorKind {
    match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => ErrorKind::Shift,
        _ => ErrorKind::Division,
    }
}

/// A thread that is about to run a function.
pub(crate) fn new_thread(
    code: &Code,
    thread: ThreadId,
    function: FunctionId,
    arguments: &[Content],
    named: FunctionId,
) -> State {
    let callee = &code.functions[function];
    let mut registers: SmallVec<[u64; 8]> = smallvec![0; callee.register_count as usize];
    let mut shadow: Option<Box<Shadow>> = None;
    for ((param, mask), argument) in callee.params.iter().zip(&callee.param_masks).zip(arguments) {
        registers[param.index()] = argument.value.0 & mask;
        if argument.undefined & mask != 0 {
            let shade = Shade { undefined: argument.undefined & mask, origin: None };
            shadow.get_or_insert_default().set(param.index(), shade);
        }
    }
    State {
        status: Status::Answer,
        thread,
        function: named,
        actions: 0,
        effects: 0,
        redundant: 0,
        pc: callee.entry,
        base: 0,
        progress: None,
        callers: SmallVec::new(),
        registers,
        shadow,
        taints: None,
        call: None,
        revealed: thread.index() >= identity::MOST_THREADS,
        memory: None,
        output: None,
    }
}
