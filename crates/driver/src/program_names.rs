//! The names of threads, memory and places in a C program.

use porf_entity::{AccessSize, Address, Content, EntityId, ErrorKind, SourcePosition, ThreadId, Value};
use porf_explore::{Execution, LocationInfo};
use porf_graph::Read;
use porf_ir::GlobalId;
use porf_ir::intrinsics::StageCode;
use porf_program::{Action, AnnotationKind, Failure, ObjectKind, Program, Step};
use porf_report::{Place, text};
use porf_vm::{CallMark, Place as MemoryPlace, State};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::build::LoadedProgram;
use crate::calls;
use crate::libraries::Value as Type;
use crate::litmus_names::c_operation;
use crate::snapshot::Vocabulary;

/// The vocabulary of a C program.
#[derive(Clone, Copy)]
pub(crate) struct ProgramNames<'a> {
    loaded: &'a LoadedProgram,
}

impl<'a> ProgramNames<'a> {
    pub(crate) fn new(loaded: &'a LoadedProgram) -> Self {
        Self { loaded }
    }

    /// The names in an execution.
    pub(crate) fn of(self, execution: &Execution<'_, State>) -> ExecutionNames<'a> {
        let graph = execution.graph();
        let mutexes = graph.events().filter_map(|event| {
            let call = self.library_call(execution.step(event))?;
            let is_mutex = call.starts_with("pthread_mutex_") || call.starts_with("mtx_");
            let location = graph.event(event).location().filter(|_| is_mutex)?;
            Some(execution.location(location).address)
        });
        ExecutionNames { names: self, mutexes: mutexes.collect(), ordinals: self.ordinals(execution) }
    }

    /// For objects that were allocated at the same place, by their addresses, their numbers,
    /// counted from 1. Objects that are the only ones of their place are left out.
    fn ordinals(self, execution: &Execution<'_, State>) -> FxHashMap<Address, usize> {
        let mut by_place: FxHashMap<_, Vec<Address>> = FxHashMap::default();
        for thread in execution.threads() {
            for allocation in self.loaded.machine.objects(&execution.next(thread).state) {
                let place = (allocation.position.file, allocation.position.line, allocation.object.kind);
                by_place.entry(place).or_default().push(allocation.object.base);
            }
        }
        let several = by_place.into_values().filter(|objects| objects.len() > 1);
        several.flat_map(|objects| objects.into_iter().zip(1..)).collect()
    }

    /// The place of a position in the source.
    pub(crate) fn place(&self, position: SourcePosition) -> Place {
        Place::in_program(position)
    }

    /// The memory at an address.
    pub(crate) fn memory(&self, execution: &Execution<'_, State>, address: Address) -> Option<MemoryPlace> {
        let machine = &self.loaded.machine;
        let owner = machine.owner(address).filter(|&owner| execution.threads().any(|thread| thread == owner));
        machine.describe(address, owner.map(|owner| &execution.next(owner).state))
    }

    /// The name of a part of a global, and the remaining offset that is not in the name.
    fn part_of_global(&self, global: GlobalId, offset: u64, sizes: &[u64]) -> (String, u64) {
        let name = self.loaded.global_names.get(global.index()).cloned().unwrap_or_default();
        let shape = self.loaded.global_shapes[global].as_ref();
        match shape.and_then(|shape| sizes.iter().find_map(|&size| shape.path(offset, size))) {
            Some(path) => (name + &path, 0),
            None => (name, offset),
        }
    }

    /// The name of a part of the global with this name.
    pub(crate) fn part_of_named_global(&self, name: &str, offset: u64) -> String {
        if offset == 0 {
            return name.to_owned();
        }
        let global = self.loaded.global_names.iter().position(|global| global == name);
        let sizes = [64, 32, 16, 8, 4, 2, 1];
        let part = global.map(|global| self.part_of_global(GlobalId::from_index(global), offset, &sizes));
        match part.unwrap_or_else(|| (name.to_owned(), offset)) {
            (name, 0) => name,
            (name, offset) => format!("{name}+{offset}"),
        }
    }

    fn line(&self, position: SourcePosition) -> String {
        match (position.is_known(), self.loaded.files.len() > 1) {
            (false, _) => "?".into(),
            (true, false) => format!("line {}", position.line),
            (true, true) => {
                let file = self.loaded.files.get(position.file as usize).map_or("?", |file| &file.name);
                format!("{file}:{}", position.line)
            }
        }
    }

    /// The name of a thread: the function that it runs, with a number where several threads run the
    /// same.
    pub(crate) fn thread_name(&self, execution: &Execution<'_, State>, thread: ThreadId) -> String {
        let machine = &self.loaded.machine;
        let name_of = |thread: ThreadId| machine.thread_name(&execution.next(thread).state);
        let name = name_of(thread);
        let alike: Vec<ThreadId> = execution.threads().filter(|&other| name_of(other) == name).collect();
        match alike.iter().position(|&other| other == thread) {
            Some(place) if alike.len() > 1 => format!("{name}#{}", place + 1),
            _ => name.to_owned(),
        }
    }

    /// The library function that a thread is in and that the user's code called.
    fn library_call(&self, step: &Step<State>) -> Option<String> {
        if let Some(name) = self.loaded.specified_call(step) {
            return Some(name.to_owned());
        }
        let stack = self.loaded.machine.call_stack(&step.state);
        let own = stack.iter().position(|(_, position)| position.is_known())?;
        let (name, _) = stack[own.checked_sub(1)?];
        Some(name.to_owned())
    }
}

/// The vocabulary of one execution of a program. The words of mutexes have the names of the mutexes
/// that they belong to.
pub(crate) struct ExecutionNames<'a> {
    names: ProgramNames<'a>,
    mutexes: FxHashSet<Address>,
    /// For objects that were allocated at the same place, their numbers.
    ordinals: FxHashMap<Address, usize>,
}

/// Whether a library function waits for a condition variable.
fn is_wait(call: &str) -> bool {
    ["pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait"]
        .contains(&call)
}

/// The offset of the word in a mutex.
const MUTEX_WORD: u64 = 16;

impl ExecutionNames<'_> {
    /// The thread that holds the mutex whose word has this value, if any does.
    fn holder(&self, execution: &Execution<'_, State>, value: Value) -> Option<String> {
        let owner = ThreadId::from_index((value.0 >> 32).checked_sub(1)? as usize);
        let exists = execution.threads().any(|thread| thread == owner);
        exists.then(|| self.names.thread_name(execution, owner))
    }

    /// A failure in words.
    pub(crate) fn failure(&self, execution: &Execution<'_, State>, failure: Failure) -> String {
        let said = failure.text.map(|text| self.names.loaded.machine.text(text).to_owned());
        let at = failure.address.map(|address| {
            self.name(execution, address).unwrap_or_else(|| match address.0 {
                0 => "the null pointer".into(),
                1..4096 => format!("address {} (a null pointer moved)", address.0),
                _ => format!("address {:#x}", address.0),
            })
        });
        match (failure.kind, said, at) {
            (_, Some(said), _) if !said.is_empty() => said,
            (ErrorKind::InvalidAccess, _, Some(at)) => format!("there is no memory at {at}"),
            (ErrorKind::OutOfBounds, _, Some(at)) => format!("the access at {at} is outside of any object"),
            (ErrorKind::UseAfterFree, _, Some(at)) => format!("{at} does not exist any more"),
            (ErrorKind::DoubleFree, _, Some(at)) => format!("{at} was freed already"),
            (ErrorKind::InvalidFree, _, Some(at)) => {
                format!("{at} is not the beginning of an object on the heap")
            }
            (ErrorKind::UninitialisedRead, _, at) => {
                let what =
                    at.map_or("the value was never set".into(), |at| format!("{at} was never given a value"));
                match failure.origin {
                    Some(origin) => format!("{what}, and was read in line {}", origin.line),
                    None => what,
                }
            }
            (ErrorKind::Deadlock, ..) => "all threads that have not finished wait".into(),
            (ErrorKind::InvalidJoin, ..) => {
                "there is no such thread, or it was joined or detached before".into()
            }
            (ErrorKind::Division, ..) => "a division by zero, or one whose result does not fit".into(),
            (ErrorKind::Shift, ..) => {
                "a shift by a negative number of bits, or by as many as the type has or more".into()
            }
            (ErrorKind::UnorderedAllocation, _, Some(at)) => {
                format!("{at} is accessed although its allocation does not happen before the access")
            }
            (ErrorKind::SignedOverflow, ..) => "the result does not fit in the signed type".into(),
            (ErrorKind::Unreachable, ..) => "control reached a point that it must not reach".into(),
            (ErrorKind::StackOverflow, ..) => "calls are nested too deeply".into(),
            (ErrorKind::OutOfMemory, ..) => "the program needs more memory than porf provides".into(),
            (ErrorKind::InvalidSynchronisation, None, Some(at)) => {
                format!("the barrier {at} is destroyed while a thread waits at it")
            }
            (kind, ..) => text::error_kind(kind).into(),
        }
    }

    /// A mark of a call in words.
    fn mark(&self, execution: &Execution<'_, State>, mark: &CallMark) -> String {
        let Some(function) = self.names.loaded.marked_function(mark.function) else { return "call".into() };
        let value = |(content, ty): (&Content, &Type)| {
            let pointee = match ty {
                Type::Pointer => self.name(execution, Address(content.value.0)),
                Type::Int(_) => None,
            };
            pointee.map_or_else(|| calls::number(content, ty.bits()), |name| format!("&{name}"))
        };
        let name = &function.name;
        match (mark.stage, function.result) {
            (StageCode::Begin, _) => {
                let arguments: Vec<String> =
                    mark.values.iter().zip(&function.parameters).map(value).collect();
                format!("{name}({}) begins", arguments.join(", "))
            }
            (StageCode::Effect, _) => format!("{name} takes effect"),
            (StageCode::End, None) => format!("{name} returns"),
            (StageCode::End, Some(ty)) => format!("{name} returns {}", value((&mark.values[0], &ty))),
        }
    }

    /// The name of an address, `None` if there is no memory at it.
    fn name(&self, execution: &Execution<'_, State>, address: Address) -> Option<String> {
        // Where several parts begin at an address, a pointer most likely points to the largest.
        self.part(execution, address, &[64, 32, 16, 8, 4, 2, 1])
    }

    /// The name of memory at an address whose size is the first of the sizes that is a part of an
    /// object with a name.
    fn part(&self, execution: &Execution<'_, State>, address: Address, sizes: &[u64]) -> Option<String> {
        let names = self.names;
        let (name, offset) = match names.memory(execution, address)? {
            MemoryPlace::Global { global, offset } => names.part_of_global(global, offset, sizes),
            MemoryPlace::ThreadLocal { thread, global, offset } => {
                let (name, offset) = names.part_of_global(global, offset, sizes);
                (format!("{name} of {}", names.thread_name(execution, thread)), offset)
            }
            MemoryPlace::Function(function) => {
                (names.loaded.function_names.get(function.index()).cloned().unwrap_or_default(), 0)
            }
            MemoryPlace::Object { allocation, offset, .. } => {
                let place = names.line(allocation.position);
                let ordinal = self.ordinals.get(&allocation.object.base);
                let ordinal = ordinal.map_or(String::new(), |ordinal| format!("#{ordinal}"));
                let name = match allocation.object.kind {
                    ObjectKind::Heap => format!("heap({place}){ordinal}"),
                    ObjectKind::Stack => format!("local({place}){ordinal}"),
                };
                (name, offset)
            }
        };
        Some(if offset == 0 { name } else { format!("{name}+{offset}") })
    }

    fn address(&self, execution: &Execution<'_, State>, address: Address, size: AccessSize) -> String {
        let size = size.bytes().into();
        if let Some(barrier) = self.names.loaded.machine.barrier_of_token(address) {
            let name = self.part(execution, barrier, &[8]);
            return format!("serial thread of {}", name.unwrap_or_else(|| format!("{:#x}", barrier.0)));
        }
        let name = match self.mutexes.contains(&address) {
            true => self.name(execution, Address(address.0 - MUTEX_WORD)),
            false => self.part(execution, address, &[size]),
        };
        name.unwrap_or_else(|| format!("{:#x}", address.0))
    }
}

impl Vocabulary<State> for ExecutionNames<'_> {
    fn choice(&self, execution: &Execution<'_, State>, step: &Step<State>, choice: u64) -> String {
        let machine = &self.names.loaded.machine;
        if let Some(mark) = machine.call_mark(&step.state) {
            return self.mark(execution, &mark);
        }
        if let Some(value) = machine.chosen(&step.state, choice) {
            return format!("choose {value}");
        }
        let Some(annotation) = machine.annotation(&step.state) else {
            return match (self.names.library_call(step), choice) {
                (Some(call), 0) if is_wait(&call) => format!("{call}: waits to be woken"),
                (Some(call), _) if is_wait(&call) => format!("{call}: wakes up spuriously"),
                (Some(call), choice) => format!("{call}: choose {choice}"),
                (None, choice) => format!("choose {choice}"),
            };
        };
        let function = machine.function_name(annotation.function).unwrap_or("a compare-exchange");
        match annotation.kind {
            AnnotationKind::Helped => format!("begins {function}"),
            AnnotationKind::EndOfHelped => "ends it".into(),
            AnnotationKind::Helping => format!("skips the helping CAS {function}"),
        }
    }

    fn location(&self, execution: &Execution<'_, State>, location: &LocationInfo) -> String {
        self.address(execution, location.address, location.size)
    }

    fn value(&self, execution: &Execution<'_, State>, location: &LocationInfo, value: Value) -> String {
        if self.mutexes.contains(&location.address) {
            let holder = self.holder(execution, value);
            return holder.map_or("free".into(), |holder| format!("held by {holder}"));
        }
        if location.size == AccessSize::B8
            && let Some(name) = self.name(execution, Address(value.0))
        {
            return format!("&{name}");
        }
        let number = value.signed(location.size);
        if (-0x1_0000..=0x7fff_ffff).contains(&number) {
            number.to_string()
        } else {
            format!("{:#x}", value.0)
        }
    }

    /// The operations of library functions have the names of these functions, since the user's
    /// source has these names.
    fn operation(
        &self,
        _execution: &Execution<'_, State>,
        step: &Step<State>,
        read: Option<&Read>,
    ) -> (String, Option<String>) {
        match self.names.library_call(step) {
            Some(name) => (name, None),
            None => {
                let (operation, ordering) = c_operation(&step.action, read);
                (operation, (!ordering.is_empty()).then_some(ordering))
            }
        }
    }

    fn barrier(&self, execution: &Execution<'_, State>, barrier: Address) -> String {
        self.address(execution, barrier, AccessSize::B8)
    }

    fn thread(&self, execution: &Execution<'_, State>, thread: ThreadId) -> String {
        self.names.thread_name(execution, thread)
    }

    fn wait(&self, execution: &Execution<'_, State>, next: &Step<State>) -> Option<String> {
        match next.action {
            Action::Join { thread } if execution.threads().any(|other| other == thread) => {
                Some(format!("waits for the end of thread {}", self.names.thread_name(execution, thread)))
            }
            Action::Barrier { barrier, threads, .. } => {
                let name = self.barrier(execution, barrier);
                Some(format!("waits at the barrier {name}, where {threads} threads have to arrive"))
            }
            Action::Take { object: address, size, .. }
            | Action::Load { wait: Some(_), address, size, .. }
            | Action::Rmw { wait: Some(_), address, size, .. } => {
                let what = self.address(execution, address, size);
                let holder = execution.final_value(address).and_then(|value| self.holder(execution, value));
                let call = self.names.library_call(next);
                Some(match (self.mutexes.contains(&address), holder, call) {
                    (true, Some(holder), _) => format!("waits for {what}, which thread {holder} holds"),
                    (_, _, Some(call)) => format!("waits for {what} in {call}"),
                    (_, _, None) => format!("waits for {what}"),
                })
            }
            _ => None,
        }
    }

    fn place(&self, position: SourcePosition) -> Place {
        self.names.place(position)
    }
}
