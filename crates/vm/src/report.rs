//! The names and descriptions of threads, addresses and failures for the reader of a report.

use porf_entity::{Address, Content, EntityId, SourcePosition, ThreadId, Value};
use porf_ir::intrinsics::{Builtin, StageCode, with_code};
use porf_ir::{FunctionId, GlobalId};
use porf_program::TextId;

use crate::externals::tried;
use crate::layout::{Found, owner};
use crate::machine::Machine;
use crate::objects::Allocation;
use crate::state::{LibraryCall, State};

/// A place in memory, for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A byte of a global.
    Global {
        /// The global.
        global: GlobalId,
        /// The offset of the byte in it.
        offset: u64,
    },
    /// A byte of a thread's own global.
    ThreadLocal {
        /// The thread.
        thread: ThreadId,
        /// The global.
        global: GlobalId,
        /// The offset of the byte in it.
        offset: u64,
    },
    /// The beginning of a function.
    Function(FunctionId),
    /// A byte of an object that a thread has allocated.
    Object {
        /// The thread that allocated it.
        thread: ThreadId,
        /// The object, with the source position of its allocation.
        allocation: Allocation,
        /// The offset of the byte in it.
        offset: u64,
    },
}

/// A mark at the beginning or end of a call, or in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallMark {
    /// The stage of the call.
    pub stage: StageCode,
    /// The number of the function, for whoever made the mark to choose.
    pub function: u32,
    /// The first arguments of the call, or its result.
    pub values: [Content; CallMark::VALUES],
}

impl CallMark {
    /// The number of values that a mark can have.
    pub const VALUES: usize = 4;
}

impl Machine {
    /// The text of a failure.
    pub fn text(&self, text: TextId) -> &str {
        self.compiled.texts.text(text)
    }

    /// The name of the function that the thread was created to run, or the module's name for the
    /// thread.
    pub fn thread_name(&self, state: &State) -> &str {
        match self.threads.get(state.thread.index()) {
            Some(thread) => &thread.name,
            None => &self.compiled.code.functions[state.function].name,
        }
    }

    /// The value that a thread paused at the choice of a nondeterministic number gets by the choice
    /// with this number. The value is signed unless the range has numbers that are too large for
    /// that.
    pub fn chosen(&self, state: &State, choice: u64) -> Option<i128> {
        let of = |partial| {
            let ends = self.builtin_arguments(state, Builtin::Nondeterministic { partial })?;
            let [low, high] = ends.map(|end: Content| end.value.0);
            Some((tried([low, high], partial).low.wrapping_add(choice), low as i64 <= high as i64))
        };
        let (value, signed) = of(false).or_else(|| of(true))?;
        Some(if signed { i128::from(value as i64) } else { i128::from(value) })
    }

    /// The name of the function at an address.
    pub fn function_name(&self, address: Value) -> Option<&str> {
        let function = self.compiled.layout.function_at(address.0)?;
        Some(&self.compiled.code.functions[function].name)
    }

    /// The functions that the thread is in, innermost first, each with the source position in it.
    pub fn call_stack(&self, state: &State) -> Vec<(&str, SourcePosition)> {
        let code = &self.compiled.code;
        let calls = state.callers.iter().rev().map(|frame| frame.call);
        let places = std::iter::once(state.pc).chain(calls);
        places
            .map(|pc| (code.functions[code.function_at(pc)].name.as_str(), code.positions[pc.0 as usize]))
            .collect()
    }

    /// The latest call of a library with a specification by a thread.
    pub fn library_call(&self, state: &State) -> Option<LibraryCall> {
        state.call.as_deref().copied()
    }

    /// The mark at which a thread is paused.
    pub fn call_mark(&self, state: &State) -> Option<CallMark> {
        let [stage, function, values @ ..] =
            self.builtin_arguments::<{ 2 + CallMark::VALUES }>(state, Builtin::Mark)?;
        let stage = with_code(StageCode::ALL, stage.value.0)?;
        Some(CallMark { stage, function: function.value.0 as u32, values })
    }

    /// The output of the thread, if output is recorded.
    pub fn output<'s>(&self, state: &'s State) -> &'s str {
        state.output.as_ref().map_or("", |output| output.as_str())
    }

    /// The place of an address. Objects are known to the thread to which they belong (see
    /// [`owner`](porf_program::Program::owner)).
    pub fn describe(&self, address: Address, owner_state: Option<&State>) -> Option<Place> {
        let layout = &self.compiled.layout;
        let Some(thread) = owner(address.0) else {
            return match layout.shared_at(address.0) {
                Found::Inside(global, offset) => Some(Place::Global { global: global.id, offset }),
                Found::Beside | Found::Nothing => layout.function_at(address.0).map(Place::Function),
            };
        };
        if layout.is_thread_local(address.0) {
            return match layout.thread_local_at(address.0) {
                Found::Inside(global, offset) => {
                    Some(Place::ThreadLocal { thread, global: global.id, offset })
                }
                Found::Beside | Found::Nothing => None,
            };
        }
        let ended = self.image.ended_at(address.0).copied();
        let known = || owner_state?.memory.as_ref()?.allocation_at(address.0);
        let allocation = ended.or_else(known)?;
        Some(Place::Object { thread, allocation, offset: address.0 - allocation.object.base.0 })
    }

    /// The objects that the thread has allocated and that [`describe`](Self::describe) knows, in
    /// ascending order of addresses, and the objects that had ended before there were other
    /// threads.
    pub fn objects(&self, state: &State) -> Vec<Allocation> {
        let ended = self.image.ended().filter(|_| state.thread.index() == 0);
        let mut objects: Vec<Allocation> = ended.copied().collect();
        objects.extend(state.memory.iter().flat_map(|memory| memory.all()));
        objects.sort_by_key(|allocation| allocation.object.base);
        objects
    }

    /// The objects that the thread has allocated on the heap, apart from those that it knows to be
    /// freed. The explorer knows of the others whether another thread has freed them.
    pub fn heap_objects(&self, state: &State) -> Vec<Allocation> {
        state.memory.as_ref().map_or_else(Vec::new, |memory| memory.heap().collect())
    }
}
