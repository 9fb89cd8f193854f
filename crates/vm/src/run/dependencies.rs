//! The taints of a running thread, where the machine is asked for dependencies;
//! [`taints`](crate::taints) has the rules.
//!
//! An op that uses more than the registers of its frame is followed in two steps: the taints of its
//! operands are taken before it runs, since its result may go to the register of an operand. If it
//! is done, its result gets them. If it pauses the thread, the action gets them.

use porf_entity::{Dependencies, EntityId, NumberSet};
use porf_ir::RmwKind;
use porf_ir::intrinsics::{Builtin, Intrinsic};
use porf_program::{Action, Answer};

use super::{Flow, Pause, Region, Runner};
use crate::code::{List, Op, Register};
use crate::externals::LIST_SIZE;
use crate::objects::FoundObject;
use crate::state::Stage;
use crate::taints::{Passing, Taints};

impl Runner<'_> {
    fn taints(&mut self) -> &mut Taints {
        self.state.taints.get_or_insert_default()
    }

    /// The taint of a register of the running frame.
    fn taint(&self, register: Register) -> NumberSet {
        let place = self.state.base as usize + register.index();
        self.state.taints.as_ref().map_or_else(NumberSet::default, |taints| taints.get(place))
    }

    fn set_taint(&mut self, register: Register, taint: NumberSet) {
        let place = self.state.base as usize + register.index();
        self.taints().set(place, taint);
    }

    fn taints_of(&self, registers: List) -> Vec<NumberSet> {
        self.program.code.list(registers).iter().map(|&register| self.taint(register)).collect()
    }

    /// The taint of bytes that are not visible.
    fn taint_of_bytes(&self, address: u64, length: u64) -> NumberSet {
        self.state.taints.as_ref().map_or_else(NumberSet::default, |taints| taints.bytes(address, length))
    }

    /// Takes the taints of the operands of an op that is about to run.
    #[cold]
    pub(super) fn before_step(&mut self, op: Op) {
        let passing = self.passing(op);
        self.taints().passing = passing;
    }

    /// Follows an op that has run.
    #[cold]
    pub(super) fn after_step(&mut self, op: Op, stepped: &Flow) {
        let passing = std::mem::take(&mut self.taints().passing);
        match stepped {
            Ok(()) => self.done(op, passing),
            Err(Pause(action)) => self.state_dependencies(op, action),
        }
    }

    /// The taints of the operands of an op that is about to run.
    fn passing(&mut self, op: Op) -> Passing {
        match op {
            Op::Load { address, size, .. } => {
                let place = self.get(address);
                let taint = self.taint_of_bytes(place, size.bytes().into()).with(&self.taint(address));
                Passing::Memory { address: place, taint }
            }
            Op::Store { value, address, .. } => {
                let taint = self.taint(value).with(&self.taint(address));
                Passing::Memory { address: self.get(address), taint }
            }
            Op::Rmw { kind, address, operand, size, .. } => {
                let (place, to) = (self.get(address), self.taint(address));
                let old = self.taint_of_bytes(place, size.bytes().into()).with(&to);
                let new = match kind {
                    RmwKind::Exchange => self.taint(operand).with(&to),
                    RmwKind::Fetch(_) => self.taint(operand).with(&old),
                };
                Passing::Rmw { address: place, old, new }
            }
            Op::CompareExchange { address, expected, desired, size, .. } => {
                let (place, to) = (self.get(address), self.taint(address));
                let old = self.taint_of_bytes(place, size.bytes().into()).with(&to);
                let succeeded = old.clone().with(&self.taint(expected));
                Passing::Exchange { address: place, old, succeeded, new: self.taint(desired).with(&to) }
            }
            Op::Call { arguments, .. } | Op::CallIndirect { arguments, .. } => {
                Passing::Arguments(self.taints_of(arguments))
            }
            Op::Return(values) => {
                let call =
                    self.state.callers.last().map(|caller| self.program.code.ops[caller.call.0 as usize]);
                let results = match call {
                    Some(Op::Call { results, .. } | Op::CallIndirect { results, .. }) => Some(results),
                    _ => None,
                };
                let frame = self.state.base as usize;
                Passing::Return { frame, results, values: self.taints_of(values) }
            }
            Op::CallBuiltin { intrinsic, arguments, .. } => {
                let taints = self.taints_of(arguments);
                if let (Builtin::Copy { .. } | Builtin::Fill | Builtin::Compare, Some(size)) =
                    (intrinsic.builtin, taints.get(2))
                {
                    // It decides how many pieces are accessed.
                    self.taints().control.extend(size);
                }
                Passing::Builtin { values: self.values_of(arguments), taints }
            }
            _ => Passing::Nothing,
        }
    }

    fn values_of<const N: usize>(&self, arguments: List) -> [u64; N] {
        let arguments = self.program.code.list(arguments);
        std::array::from_fn(|index| arguments.get(index).map_or(0, |&register| self.get(register)))
    }

    /// Gives the results of an op that has not paused the thread their taints.
    fn done(&mut self, op: Op, passing: Passing) {
        match (op, passing) {
            (Op::Load { to, .. }, Passing::Memory { taint, .. }) => self.set_taint(to, taint),
            (Op::Store { size, .. }, Passing::Memory { address, taint }) => {
                self.taints().set_bytes(address, size.bytes().into(), &taint);
            }
            (Op::Rmw { to, size, .. }, Passing::Rmw { address, old, new }) => {
                self.taints().set_bytes(address, size.bytes().into(), &new);
                self.set_taint(to, old);
            }
            (
                Op::CompareExchange { to, succeeded: flag, size, .. },
                Passing::Exchange { address, old, succeeded, new },
            ) => {
                if self.get(flag) != 0 {
                    self.taints().set_bytes(address, size.bytes().into(), &new);
                }
                self.set_taint(to, old);
                self.set_taint(flag, succeeded);
            }
            (_, Passing::Arguments(arguments)) => self.called(arguments),
            (_, Passing::Return { frame, results, values }) => self.returned(frame, results, values),
            (Op::CallBuiltin { intrinsic, results, .. }, Passing::Builtin { values, taints }) => {
                let taint = self.builtin_done(intrinsic, values, &taints);
                self.set_results(results, &taint);
            }
            _ => {}
        }
    }

    /// Passes the taints of arguments to the function that has just been called.
    fn called(&mut self, arguments: Vec<NumberSet>) {
        let code = &self.program.code;
        let callee = &code.functions[code.function_at(self.state.pc)];
        let base = self.state.base as usize;
        let extra = base + callee.register_count as usize;
        let params = callee.params.iter().map(|param| base + param.index());
        self.taints().truncate(base);
        for (place, taint) in params.chain(extra..).zip(arguments) {
            self.taints().set(place, taint);
        }
    }

    /// Passes the taints of the values that a function has returned to its caller. `frame` is where
    /// the frame of the function began.
    fn returned(&mut self, frame: usize, results: Option<List>, values: Vec<NumberSet>) {
        self.taints().truncate(frame);
        let mut values = values.into_iter();
        for &result in results.map_or(&[][..], |results| self.program.code.list(results)) {
            self.set_taint(result, values.next().unwrap_or_default());
        }
        let (memory, layout) = (self.state.memory.clone(), &self.program.layout);
        let is_alive = |byte: u64| {
            let found = memory.as_ref().map(|memory| memory.find(byte));
            layout.is_thread_local(byte) || matches!(found, Some(FoundObject::Private(object)) if object.live)
        };
        self.taints().retain_bytes(is_alive);
    }

    fn set_results(&mut self, results: List, taint: &NumberSet) {
        for &result in self.program.code.list(results) {
            self.set_taint(result, taint.clone());
        }
    }

    /// Whether some bytes that a builtin has accessed are visible.
    fn is_visible(&self, address: u64, length: u64) -> bool {
        length > 0 && matches!(self.resolve(address, length, false), Ok(Region::Visible))
    }

    /// Follows a builtin that has come to its end, and returns the taint of its result.
    fn builtin_done(&mut self, intrinsic: &Intrinsic, values: [u64; 4], taints: &[NumberSet]) -> NumberSet {
        let of = |index: usize| taints.get(index).cloned().unwrap_or_default();
        let all = || taints.iter().fold(NumberSet::default(), |all, taint| all.with(taint));
        let [first, second, third, _] = values;
        match intrinsic.builtin {
            Builtin::Copy { .. } | Builtin::VaCopy => {
                let size = if intrinsic.builtin == Builtin::VaCopy { LIST_SIZE } else { third };
                if !self.is_visible(first, size) && !self.is_visible(second, size) && first != second {
                    self.taints().copy_bytes(first, second, size, &of(0).with(&of(1)));
                }
                self.taints().read = NumberSet::default();
                of(0)
            }
            Builtin::Fill => {
                if !self.is_visible(first, third) {
                    self.taints().set_bytes(first, third, &of(0).with(&of(1)));
                }
                of(0)
            }
            Builtin::Compare => {
                let compared = self.taint_of_bytes(first, third).with(&self.taint_of_bytes(second, third));
                let compared = compared.with(&std::mem::take(&mut self.taints().read));
                self.taints().control.extend(&compared);
                all().with(&compared)
            }
            Builtin::WaitRmw(size) => {
                let old = self.taint_of_bytes(first, size.bytes().into()).with(&of(0));
                self.taints().set_bytes(first, size.bytes().into(), &old.clone().with(&of(5)));
                self.wait_is_over(&old, taints);
                old
            }
            Builtin::WaitLoad(size) => {
                let old = self.taint_of_bytes(first, size.bytes().into()).with(&of(0));
                self.wait_is_over(&old, taints);
                old
            }
            Builtin::LoadOrZero(size) => self.taint_of_bytes(first, size.bytes().into()).with(&of(0)),
            Builtin::Assume => {
                self.taints().control.extend(&of(0));
                NumberSet::default()
            }
            _ => all(),
        }
    }

    /// A thread that has waited has branched by the value that it read and by the condition.
    fn wait_is_over(&mut self, value: &NumberSet, arguments: &[NumberSet]) {
        self.taints().control.extend(value);
        for taint in arguments.iter().take(4).skip(1) {
            self.taints().control.extend(taint);
        }
    }

    /// Gives the action at which the current op pauses the thread its dependencies.
    fn state_dependencies(&mut self, op: Op, action: &Action) {
        let (address, data) = match op {
            Op::Load { address, .. } => (self.taint(address), NumberSet::default()),
            Op::Store { value, address, .. } => (self.taint(address), self.taint(value)),
            Op::Rmw { address, operand, .. } => (self.taint(address), self.taint(operand)),
            Op::CompareExchange { address, desired, .. } => (self.taint(address), self.taint(desired)),
            Op::CallBuiltin { intrinsic, arguments, .. } => {
                let taints = self.taints_of(arguments);
                self.dependencies_of_builtin(intrinsic, action, self.values_of(arguments), &taints)
            }
            _ => Default::default(),
        };
        let taints = self.taints();
        if let Action::Load { address, .. } = action {
            taints.reads_at = address.0;
        }
        taints.action = Dependencies { address, data, control: taints.control.clone() };
    }

    /// The address and data dependencies of an action of a builtin.
    fn dependencies_of_builtin(
        &self,
        intrinsic: &Intrinsic,
        action: &Action,
        [first, second]: [u64; 2],
        taints: &[NumberSet],
    ) -> (NumberSet, NumberSet) {
        let of = |index: usize| taints.get(index).cloned().unwrap_or_default();
        let nothing = NumberSet::default;
        match (intrinsic.builtin, action) {
            (Builtin::WaitRmw(_), _) => (of(0), of(5)),
            (
                Builtin::WaitLoad(_) | Builtin::LoadOrZero(_) | Builtin::Serial | Builtin::VaStart,
                Action::Load { .. } | Action::Store { .. } | Action::Rmw { .. },
            ) => (of(0), nothing()),
            (Builtin::Copy { .. } | Builtin::VaCopy, Action::Load { .. }) => (of(1), nothing()),
            (Builtin::Copy { .. } | Builtin::VaCopy, Action::Store { address, size, .. }) => {
                let read = self.state.taints.as_ref().map(|taints| taints.read.clone()).unwrap_or_default();
                if !read.is_empty() {
                    return (of(0), read);
                }
                let source = address.0.wrapping_sub(first).wrapping_add(second);
                (of(0), self.taint_of_bytes(source, size.bytes().into()).with(&of(1)))
            }
            (Builtin::Fill, Action::Store { .. }) => (of(0), of(1)),
            (Builtin::Compare, Action::Load { .. }) => {
                let is_second = self.state.progress.as_ref().is_some_and(|it| it.stage == Stage::Loaded);
                (of(usize::from(is_second)), nothing())
            }
            _ => (nothing(), nothing()),
        }
    }

    /// Follows an answer that the op at which the thread is paused is about to get.
    #[cold]
    pub(super) fn before_answer(&mut self, answer: Answer) {
        let at = self.state.pc;
        let op = self.program.code.ops[at.0 as usize];
        let joins = matches!(op, Op::CallBuiltin { intrinsic, .. } if intrinsic.builtin == Builtin::Join);
        if matches!(answer, Answer::Read(_) | Answer::SpuriousFailure(_) | Answer::Undefined(_)) && !joins {
            self.taints().count_read();
        }
        let read = self.taints().read.clone();
        let results = match op {
            Op::Load { to, .. } | Op::Rmw { to, .. } => vec![(to, read)],
            Op::CompareExchange { to, succeeded, expected, .. } => {
                let decided = read.clone().with(&self.taint(expected));
                vec![(to, read), (succeeded, decided)]
            }
            Op::CallBuiltin { intrinsic, arguments, results, .. } => {
                let taint = self.builtin_answered(intrinsic, arguments, answer, read);
                self.program.code.list(results).iter().map(|&result| (result, taint.clone())).collect()
            }
            _ => Vec::new(),
        };
        self.taints().passing = Passing::Answer { at, results };
    }

    /// Gives the results of an op their taints, if the answer was the last one for it.
    #[cold]
    pub(super) fn after_answer(&mut self) {
        if let Passing::Answer { at, results } = std::mem::take(&mut self.taints().passing)
            && self.state.pc != at
        {
            self.taints().read = NumberSet::default();
            for (register, taint) in results {
                self.set_taint(register, taint);
            }
        }
    }

    /// Follows a builtin that gets an answer, and returns the taint of its result, if the builtin is
    /// done now. `read` is the taint of what it has read.
    fn builtin_answered(
        &mut self,
        intrinsic: &Intrinsic,
        arguments: List,
        answer: Answer,
        read: NumberSet,
    ) -> NumberSet {
        let taints = self.taints_of(arguments);
        match intrinsic.builtin {
            Builtin::WaitRmw(_) | Builtin::WaitLoad(_) => {
                self.wait_is_over(&read, &taints);
                read
            }
            Builtin::LoadOrZero(_) => read,
            Builtin::Serial => taints.get(1).map_or(read.clone(), |odd| read.with(odd)),
            Builtin::Copy { .. } | Builtin::VaCopy => {
                let [first, second] = self.values_of(arguments);
                let target = self.taints().reads_at.wrapping_sub(second).wrapping_add(first);
                let piece = self.state.progress.as_ref().map_or(0, |progress| progress.piece.bytes().into());
                let is_stored_at_once = answer != Answer::Done && !self.is_visible(target, piece);
                if is_stored_at_once {
                    let taint = taints.first().map_or(read.clone(), |to| read.with(to));
                    self.taints().set_bytes(target, piece, &taint);
                }
                if is_stored_at_once || answer == Answer::Done {
                    self.taints().read = NumberSet::default();
                }
                NumberSet::default()
            }
            Builtin::Compare => {
                self.taints().control.extend(&read);
                NumberSet::default()
            }
            Builtin::Choose { .. } | Builtin::Nondeterministic { .. } => {
                taints.iter().fold(NumberSet::default(), |all, taint| all.with(taint))
            }
            _ => NumberSet::default(),
        }
    }

    /// The taints of the arguments of the running function beyond its parameters go to the bytes
    /// where these arguments are laid out, eight each.
    #[cold]
    pub(crate) fn taint_extra_arguments(&mut self, area: u64) {
        let code = &self.program.code;
        let function = &code.functions[code.function_at(self.state.pc)];
        let first = self.state.base as usize + function.register_count as usize;
        for (place, byte) in (first..self.state.registers.len()).zip((area..).step_by(8)) {
            let taints = self.taints();
            let taint = taints.get(place);
            taints.set_bytes(byte, 8, &taint);
        }
    }
}
