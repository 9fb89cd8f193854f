//! Calls and returns, with the frames and the objects on the stack that begin and end with them.

use porf_entity::{Address, Content, EntityId, ErrorKind, Value};
use porf_ir::FunctionId;
use porf_program::{Action, Ends, Failure, ObjectKind};
use smallvec::SmallVec;

use super::{Flow, Pause, Runner, SharedMemory};
use crate::code::{CompiledFunction, List, Op, Pc, Register};
use crate::objects::Mark;
use crate::shadow::Shade;
use crate::state::Frame;
use crate::texts::FixedText;

/// The greatest depth of nested calls.
const CALL_DEPTH_LIMIT: usize = 10_000;
/// The number of registers that all frames of a thread may have together when a call adds to them.
const REGISTER_LIMIT: usize = 1 << 20;

impl Runner<'_> {
    /// Makes a new frame of the function the running one, and returns the place where its code
    /// begins. Arguments beyond its parameters lie behind its registers; parameters without
    /// arguments are 0.
    pub(super) fn call(&mut self, function: FunctionId, arguments: List) -> Flow<Pc> {
        let CompiledFunction { entry, register_count, params, param_masks, .. } =
            &self.program.code.functions[function];
        let arguments = self.program.code.list(arguments);
        let (caller, callee) = (self.state.base as usize, self.state.registers.len());
        let extra = callee + *register_count as usize;
        let total = extra + arguments.len().saturating_sub(params.len());
        if self.state.callers.len() >= CALL_DEPTH_LIMIT || total > REGISTER_LIMIT {
            return Err(ErrorKind::StackOverflow.into());
        }
        let registers = &mut self.state.registers;
        registers.resize(total, 0);
        for ((param, mask), argument) in params.iter().zip(param_masks).zip(arguments) {
            registers[callee + param.index()] = registers[caller + argument.index()] & mask;
        }
        for (index, argument) in arguments.iter().skip(params.len()).enumerate() {
            registers[extra + index] = registers[caller + argument.index()];
        }
        if self.state.shadow.is_some() {
            for ((param, mask), argument) in params.iter().zip(param_masks).zip(arguments) {
                self.pass_shade(caller + argument.index(), callee + param.index(), *mask);
            }
            for (index, argument) in arguments.iter().skip(params.len()).enumerate() {
                self.pass_shade(caller + argument.index(), extra + index, u64::MAX);
            }
        }
        let mark = self.state.memory.as_ref().map_or_else(Mark::default, |memory| memory.mark());
        self.state.callers.push(Frame { call: self.state.pc, base: self.state.base, mark });
        self.state.base = callee as u32;
        Ok(*entry)
    }

    pub(super) fn call_indirect(&mut self, callee: Register, arguments: List) -> Flow<Pc> {
        let function = self.function_at(self.defined(callee)?)?;
        self.call(function, arguments)
    }

    /// The function to which a pointer points.
    pub(crate) fn function_at(&self, address: u64) -> Result<FunctionId, Failure> {
        self.program.layout.function_at(address).ok_or_else(|| {
            Failure::new(ErrorKind::InvalidAccess).at(Address(address)).saying(FixedText::NotAFunction.into())
        })
    }

    /// The arguments of the running function beyond its parameters.
    pub(crate) fn extra_arguments(&self) -> Vec<Content> {
        let code = &self.program.code;
        let function = &code.functions[code.function_at(self.state.pc)];
        let first = self.state.base as usize + function.register_count as usize;
        let places = first..self.state.registers.len();
        places.map(|place| self.state.content_at(place)).collect()
    }

    /// Ends the objects of the running function, passes the values to the caller, makes the
    /// caller's frame the running one and returns the place where it goes on. Without a caller,
    /// leaves the values as the results of the thread.
    pub(super) fn return_values(&mut self, values: List) -> Flow<Pc> {
        let mark = self.state.callers.last().map_or_else(Mark::default, |frame| frame.mark);
        self.end_objects(mark)?;
        let values = self.program.code.list(values);
        let Some(caller) = self.state.callers.pop() else {
            let contents: SmallVec<[Content; 8]> = values.iter().map(|&value| self.content(value)).collect();
            return Err(self.exit(&contents, Ends::Thread));
        };
        let (Op::Call { results, .. } | Op::CallIndirect { results, .. }) =
            self.program.code.ops[caller.call.0 as usize]
        else {
            unreachable!("a frame was left by a call");
        };
        let (from, to) = (self.state.base as usize, caller.base as usize);
        let mut returned = values.iter();
        for result in self.program.code.list(results) {
            // A caller that does not know the function may expect more values than there are.
            let Some(value) = returned.next() else {
                self.state.registers[to + result.index()] = 0;
                continue;
            };
            self.state.registers[to + result.index()] = self.state.registers[from + value.index()];
            self.pass_shade(from + value.index(), to + result.index(), u64::MAX);
        }
        self.state.registers.truncate(from);
        if let Some(shadow) = &mut self.state.shadow {
            shadow.truncate(from);
        }
        self.state.base = caller.base;
        Ok(Pc(caller.call.0 + 1))
    }

    /// Ends the thread wherever it is.
    pub(crate) fn exit_with(&mut self, result: Content) -> Flow {
        self.end_objects(Mark::default())?;
        self.state.callers.clear();
        Err(self.exit(&[result], Ends::Thread))
    }

    /// Ends the process wherever the thread is. Its objects are not ended: the process ends with
    /// them.
    pub(crate) fn exit_process(&mut self, ends: Ends) -> Flow {
        self.state.callers.clear();
        Err(self.exit(&[Content::default()], ends))
    }

    /// The end of the thread. From now on its registers are its results.
    fn exit(&mut self, results: &[Content], ends: Ends) -> Pause {
        self.state.base = 0;
        self.state.registers.clear();
        self.state.shadow = None;
        for (place, result) in results.iter().enumerate() {
            self.state.registers.push(result.value.0);
            if result.undefined != 0 {
                let shade = Shade { undefined: result.undefined, origin: None };
                self.state.shadow.get_or_insert_default().set(place, shade);
            }
        }
        Pause(Action::Exit { result: results.first().map_or(Value(0), |result| result.value), ends })
    }

    /// Ends the objects on the stack since the mark. The end of a shared object is a visible
    /// action.
    fn end_objects(&mut self, since: Mark) -> Flow {
        while let Some(base) = self.state.memory.as_ref().and_then(|memory| memory.last_on_stack(since)) {
            match self.shared {
                SharedMemory::Visible(_) => {
                    return Err(Pause(Action::Free { address: Address(base), kind: ObjectKind::Stack }));
                }
                SharedMemory::Solo(_) => {
                    self.stack_object_ended();
                    self.end_in_image(base);
                }
            }
        }
        if self.state.memory.as_ref().is_some_and(|memory| memory.has_private(since)) {
            self.memory_mut().end_private(since);
        }
        Ok(())
    }

    /// Records that the last shared object on the stack has ended.
    pub(crate) fn stack_object_ended(&mut self) {
        self.memory_mut().pop_stack();
    }

    /// Ends a shared object while this thread is the only one.
    pub(crate) fn end_in_image(&mut self, base: u64) {
        let ended = self.memory_mut().forget_shared(base);
        if let (SharedMemory::Solo(image), Some(allocation)) = (&mut self.shared, ended) {
            image.end(allocation);
        }
    }

    /// A new object on the stack.
    pub(super) fn alloca(&mut self, size: u64, align: u64, private: bool) -> Flow<u64> {
        let base = self.allocate(size, align, ObjectKind::Stack, private)?;
        base.ok_or_else(|| ErrorKind::OutOfMemory.into())
    }

    /// A new object; `None` if it is too large.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        private: bool,
    ) -> Flow<Option<u64>> {
        let position = self.position();
        let memory = self.memory_mut();
        let base = memory.allocate(size, align, kind, private, position);
        if memory.is_exhausted() {
            return Err(Failure::new(ErrorKind::Unsupported).saying(FixedText::TooMuchMemory.into()).into());
        }
        Ok(base)
    }
}
