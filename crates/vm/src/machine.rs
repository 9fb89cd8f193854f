//! A module as a program that can be explored.

use std::fmt;
use std::sync::OnceLock;

use porf_entity::{
    AccessSize, Address, Content, Dependencies, EntityId, ErrorKind, LibraryFunctionId, LibraryId, Taking,
    ThreadId, Value,
};
use porf_ir::intrinsics::{AnnotationCode, Builtin, THREAD_MAIN, with_code};
use porf_ir::{Argument, FunctionId, GlobalId, Module, VerifyError, verify};
use porf_program::{
    Action, Annotation, AnnotationKind, Answer, BlockReason, Failure, Features, LoopId, Object, ObjectKind,
    Program, Remark, Step,
};

use crate::alarm::Alarm;
use crate::code::{Op, Pc};
use crate::compile::compile;
use crate::counters::actions_since;
use crate::granularity::{Access, Granularity, TrulyMixed};
use crate::image::Image;
use crate::layout::{Found, Layout, MAX_THREADS, barrier_of_token, owner, region_start};
use crate::live_registers::{LiveRegisters, contains};
use crate::rehearsal;
use crate::run::{Compiled, Runner, SharedMemory, new_thread};
use crate::same::are_same_states;
use crate::state::{State, Status};
use crate::texts::{FixedText, Texts};

/// A compiled module.
///
/// Accesses to memory are visible actions unless no other thread can be involved: memory is private
/// or constant, or the thread is the only one (see [`MachineOptions::solo`]). An access that is not
/// wholly within one object is a failure of the program. An atomic access whose address is not a
/// multiple of its size, and a division that has no result, are failures, too. A thread that calls
/// too deeply fails. A thread that runs for very long without a visible action, or has very many of
/// these, is blocked.
#[derive(Debug)]
pub struct Machine {
    pub(crate) compiled: Compiled,
    pub(crate) threads: Vec<Thread>,
    /// The initial contents of memory.
    pub(crate) image: Image,
    /// The paused state of the first thread if it ran alone.
    first: Option<Step<State>>,
    thread_main: Option<FunctionId>,
    /// Whether the names of threads might distinguish them.
    names_matter: bool,
}

/// Options for running programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MachineOptions {
    /// Whether weak compare-exchanges may fail spuriously, and waits for condition variables may
    /// end spuriously.
    pub spurious: bool,
    /// Whether signed overflow is an error.
    pub signed_overflow: bool,
    /// Whether states remember their output; see [`Machine::output`].
    pub record_output: bool,
    /// Whether a single thread runs directly on memory, without visible actions, up to its first
    /// creation of a thread or its first choice.
    pub solo: bool,
    /// Whether a thread that would block at once after an atomic read waits for another value
    /// ([`Wait::Await`](porf_program::Wait::Await)).
    pub awaits: bool,
    /// Whether threads tell the [dependencies](Program::dependencies) of their actions.
    pub dependencies: bool,
    /// The pools have to be [judged](porf_program::Features::filtered_pools) in full executions.
    pub filtered_pools: bool,
    /// The number of visible actions that a thread may have before it is blocked.
    pub max_events: u32,
}

/// The default number of visible actions that a thread may have.
pub const DEFAULT_MAX_EVENTS: u32 = 100_000;

impl Default for MachineOptions {
    fn default() -> Self {
        Self {
            spurious: true,
            signed_overflow: false,
            record_output: false,
            solo: false,
            awaits: true,
            dependencies: false,
            filtered_pools: false,
            max_events: DEFAULT_MAX_EVENTS,
        }
    }
}

/// A thread that exists at the beginning.
#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) name: String,
    function: FunctionId,
    arguments: Vec<u64>,
}

/// Why a module cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MachineError {
    /// The module does not obey the rules of modules.
    Invalid(Vec<VerifyError>),
    /// The global with this name does not fit in the address space.
    OutOfMemory(String),
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(errors) => {
                f.write_str("the module is not valid")?;
                errors.iter().try_for_each(|error| write!(f, "\n{error}"))
            }
            Self::OutOfMemory(global) => write!(f, "the variable {global} is larger than porf's memory"),
        }
    }
}

impl std::error::Error for MachineError {}

impl Machine {
    /// Verifies and compiles a module. All its threads start at once.
    pub fn new(module: &Module) -> Result<Self, MachineError> {
        Self::with_options(module, MachineOptions::default())
    }

    /// Verifies and compiles a module, and runs its first thread as far as the options say.
    pub fn with_options(module: &Module, options: MachineOptions) -> Result<Self, MachineError> {
        Self::with_alarm(module, options, Alarm::default())
    }

    /// The same as [`Self::with_options`], unless the alarm rings before the machine is ready.
    /// Then, and whenever the alarm rings later, threads are [stopped](BlockReason::Stopped).
    pub fn with_alarm(module: &Module, options: MachineOptions, alarm: Alarm) -> Result<Self, MachineError> {
        verify(module).map_err(MachineError::Invalid)?;
        let layout = Layout::new(&module.globals, module.functions.len())
            .map_err(|global| MachineError::OutOfMemory(module.globals[global].name.clone()))?;
        let mut texts = Texts::new(&module.globals);
        let code = compile(module, &options, &layout, &mut texts);
        let threads = module.threads.iter().enumerate().map(|(index, thread)| {
            let arguments = thread.arguments.iter().map(|argument| match *argument {
                Argument::Global(global) => layout.address_of(global, ThreadId::from_index(index)).0,
                Argument::Int(number) => number,
            });
            Thread { name: thread.name.clone(), function: thread.function, arguments: arguments.collect() }
        });
        let mut machine = Self {
            threads: threads.collect(),
            thread_main: module.functions.ids().find(|&id| module.functions[id].name == THREAD_MAIN),
            compiled: Compiled {
                code,
                live: OnceLock::new(),
                layout,
                texts,
                granularity: Granularity::default(),
                options,
                alarm,
                watches_addresses: false,
            },
            image: Image::default(),
            first: None,
            names_matter: false,
        };
        if options.solo && machine.threads.len() == 1 {
            machine.run_alone();
            let rehearsed = rehearsal::rehearse(&machine);
            machine.compiled.granularity.learn(rehearsed.accesses);
            machine.compiled.watches_addresses =
                rehearsed.has_symmetric_threads && machine.compiled.code.has_own_memory();
            if let Some(first) = machine.first.as_mut().filter(|_| machine.compiled.alarm.rings()) {
                first.action = Action::Block(BlockReason::Stopped);
            }
        }
        Ok(machine)
    }

    /// The barrier for which there is a word at the address that decides which thread is the serial
    /// one of a round.
    pub fn barrier_of_token(&self, address: Address) -> Option<Address> {
        barrier_of_token(address.0).map(Address)
    }

    /// The alarm that tells the machine to stop.
    pub fn alarm(&self) -> &Alarm {
        &self.compiled.alarm
    }

    /// Runs the first thread up to the point where exploration must begin.
    fn run_alone(&mut self) {
        let state = self.initial_state(ThreadId::from_index(0));
        let mut image = Image::default();
        let step = run(&self.compiled, SharedMemory::Solo(&mut image), state, |runner| runner.run());
        if let Some(memory) = &step.state.memory {
            image.finish(memory.shared());
        }
        self.image = image;
        self.first = Some(step);
    }

    fn initial_state(&self, thread: ThreadId) -> State {
        let Thread { function, arguments, .. } = &self.threads[thread.index()];
        let arguments: Vec<Content> = arguments.iter().map(|&argument| Value(argument).into()).collect();
        self.with_taints(new_thread(&self.compiled.code, thread, *function, &arguments, *function))
    }

    /// The state of a new thread, with taints if dependencies are asked for. The arguments of a thread
    /// depend on nothing.
    fn with_taints(&self, state: State) -> State {
        let taints = self.compiled.options.dependencies.then(Box::default);
        State { taints, ..state }
    }

    /// Runs a thread among others until it pauses.
    #[inline]
    fn run(&self, state: State, go: impl FnOnce(&mut Runner<'_>) -> Action) -> Step<State> {
        run(&self.compiled, SharedMemory::Visible(&self.image), state, go)
    }

    /// The arguments of a creation at which a thread is paused: the function, its argument, and
    /// whether the argument does not matter.
    fn spawned(&self, parent: &State) -> Option<[Content; 3]> {
        self.builtin_arguments(parent, Builtin::Spawn)
    }

    /// The arguments of a builtin at which a thread is paused; 0 for missing ones.
    pub(crate) fn builtin_arguments<const N: usize>(
        &self,
        state: &State,
        wanted: Builtin,
    ) -> Option<[Content; N]> {
        let code = &self.compiled.code;
        match code.ops[state.pc.0 as usize] {
            Op::CallBuiltin { intrinsic, arguments, .. } if intrinsic.builtin == wanted => {
                let registers = code.list(arguments).iter();
                let mut contents =
                    registers.map(|register| state.content_at(state.base as usize + register.index()));
                Some(std::array::from_fn(|_| contents.next().unwrap_or_default()))
            }
            _ => None,
        }
    }

    /// Declares that the names of threads might distinguish them.
    pub fn let_names_matter(&mut self) {
        self.names_matter = true;
    }

    /// Declares that it does not matter whether addresses of memory could distinguish threads.
    pub fn ignore_addresses(&mut self) {
        self.compiled.watches_addresses = false;
    }

    /// Whether the threads that are created at two actions run the same code with the same
    /// argument.
    pub(crate) fn run_the_same(&self, one: &State, other: &State) -> bool {
        let (Some([function, argument, _]), Some([other_function, other_argument, any_argument])) =
            (self.spawned(one), self.spawned(other))
        else {
            return false;
        };
        function == other_function && (argument == other_argument || any_argument.value.0 != 0)
    }

    /// Divides the larger of two overlapping accesses, which have stopped exploration, from now on.
    /// Exploration must restart.
    pub fn refine(&mut self, one: Access, other: Access) -> Result<(), TrulyMixed> {
        self.compiled.granularity.refine(one, other)
    }

    /// The pieces, by address, into which larger accesses are divided.
    pub fn pieces(&self) -> &[(u64, AccessSize)] {
        self.compiled.granularity.pieces()
    }

    /// Divides accesses into these pieces, as another machine for the same program does.
    /// Exploration must restart.
    pub fn set_pieces(&mut self, pieces: Vec<(u64, AccessSize)>) {
        self.compiled.granularity.set_pieces(pieces);
    }

    /// The values that the function of the thread has returned, if it is paused at
    /// [`Action::Exit`].
    pub fn results<'s>(&self, state: &'s State) -> Option<&'s [u64]> {
        (state.status == Status::Exited).then_some(&state.registers)
    }

    /// The address at which a global begins; for a thread-local one, that of the first thread.
    pub fn address_of(&self, global: GlobalId) -> Address {
        self.compiled.layout.address_of(global, ThreadId::from_index(0))
    }

    /// The global to which a byte belongs, and the offset in it.
    pub fn global_at(&self, address: Address) -> Option<(GlobalId, u64)> {
        match self.compiled.layout.shared_at(address.0) {
            Found::Inside(global, offset) => Some((global.id, offset)),
            Found::Beside | Found::Nothing => None,
        }
    }
}

/// Runs a thread until it pauses.
#[inline]
fn run(
    compiled: &Compiled,
    shared: SharedMemory<'_>,
    mut state: State,
    go: impl FnOnce(&mut Runner<'_>) -> Action,
) -> Step<State> {
    let mut runner = Runner::new(compiled, shared, &mut state);
    let action = go(&mut runner);
    let position = runner.position();
    Step { action, position, state }
}

impl Machine {
    /// Lets a thread that tries to get an item wait for it, if the thread would begin the iteration of a
    /// loop anew without an item, and has done nothing else in the iteration.
    #[cold]
    fn wait_for_item(&self, step: &mut Step<State>) {
        let Action::Take { manner, .. } = &mut step.action else { return };
        let waiting = match *manner {
            Taking::TryTake => Taking::Take,
            Taking::TryLook => Taking::Look,
            Taking::Take | Taking::Look | Taking::Swap => return,
        };
        if !self.compiled.code.can_spin {
            return;
        }
        let without = self.run(step.state.clone(), |runner| runner.resume(Answer::Nothing));
        // The iteration may not look at anything else, or the thread would have to look at that again.
        if without.action == Action::Block(BlockReason::Spin)
            && self.actions_in_iteration(&without.state, &step.state) == Some(0)
        {
            *manner = waiting;
        }
    }
}

impl Program for Machine {
    type State = State;

    fn thread_count(&self) -> usize {
        self.threads.len()
    }

    fn start(&self, thread: ThreadId) -> Step<State> {
        if let Some(first) = &self.first
            && thread.index() == 0
        {
            return first.clone();
        }
        self.run(self.initial_state(thread), |runner| runner.run())
    }

    fn start_child(&self, parent: &State, child: ThreadId) -> Step<State> {
        let code = &self.compiled.code;
        let Some([function, argument, _]) = self.spawned(parent) else {
            panic!("a thread that is not about to create one is asked for its child");
        };
        let callee =
            self.compiled.layout.function_at(function.value.0).expect("checked before the thread paused");
        let state = match self.thread_main {
            Some(main) => new_thread(code, child, main, &[function, argument], callee),
            None => new_thread(code, child, callee, &[argument], callee),
        };
        self.run(self.with_taints(state), |runner| {
            if child.index() < MAX_THREADS {
                runner.run()
            } else {
                Action::Fail(Failure::new(ErrorKind::Unsupported).saying(FixedText::TooManyThreads.into()))
            }
        })
    }

    fn annotation(&self, state: &State) -> Option<Annotation> {
        let [kind, function, arguments @ ..] =
            self.builtin_arguments::<6>(state, Builtin::Annotate)?.map(|argument| argument.value);
        let kind = match with_code(AnnotationCode::ALL, kind.0) {
            Some(AnnotationCode::Main) => AnnotationKind::Helped,
            Some(AnnotationCode::End) => AnnotationKind::EndOfHelped,
            Some(AnnotationCode::Helping) | None => AnnotationKind::Helping,
        };
        Some(Annotation { kind, function, arguments })
    }

    fn features(&self) -> Features {
        let code = &self.compiled.code;
        let is_annotation = |op: &Op| matches!(op, Op::CallBuiltin { intrinsic, .. } if intrinsic.builtin == Builtin::Annotate);
        let uses_pool = |op: &Op| matches!(op, Op::CallBuiltin { intrinsic, .. } if matches!(intrinsic.builtin, Builtin::Put(_) | Builtin::Take(_)));
        Features {
            awaits: code.awaits.contains(&true),
            may_await: self.compiled.options.awaits,
            spins: code.can_spin,
            loops: code.recurrent.contains(&true),
            remarks: code.has_remarks(),
            blind_additions: code.has_blind_adds(),
            annotations: code.ops.iter().any(is_annotation),
            names_matter: self.names_matter,
            watches_addresses: self.compiled.watches_addresses,
            dependencies: self.compiled.options.dependencies,
            pools: code.ops.iter().any(uses_pool),
            filtered_pools: self.compiled.options.filtered_pools,
        }
    }

    fn is_revealed(&self, state: &State) -> bool {
        state.revealed
    }

    /// Threads with memory of their own are alike only if the machine watches their use of
    /// addresses.
    fn creates_alike(&self, one: &State, other: &State) -> bool {
        (self.compiled.watches_addresses || !self.compiled.code.has_own_memory())
            && self.run_the_same(one, other)
    }

    fn resume(&self, state: &State, answer: Answer) -> Step<State> {
        let mut step = self.run(state.clone(), |runner| runner.resume(answer));
        if let Action::Take { .. } = step.action {
            self.wait_for_item(&mut step);
        }
        step
    }

    fn remark(&self, state: &State) -> Option<Remark> {
        self.compiled.code.remark(state.pc)
    }

    /// The loop is identified by a place in its code: that of its back edge, or the one to which
    /// the thread has come again.
    fn spinning_in(&self, spinning: &State) -> Option<LoopId> {
        Some(LoopId::from_index(spinning.pc.0 as usize))
    }

    fn redundant_actions(&self, state: &State) -> Option<u32> {
        (state.redundant > 0).then_some(state.redundant)
    }

    fn may_come_again(&self, state: &State) -> bool {
        self.compiled.code.recurrent[state.pc.0 as usize]
    }

    fn are_at_same_point(&self, one: &State, other: &State) -> bool {
        one.is_where(other)
    }

    fn actions_in_iteration(&self, spinning: &State, paused: &State) -> Option<u32> {
        match self.compiled.code.ops[spinning.pc.0 as usize] {
            Op::Spin { since: Some(since) } => {
                actions_since(paused, spinning.registers[spinning.base as usize + since.index()])
            }
            _ => None,
        }
    }

    fn uses_found_value(&self, state: &State) -> bool {
        let Compiled { code, live, .. } = &self.compiled;
        let live = live.get_or_init(|| LiveRegisters::new(code));
        match code.ops.get(state.pc.0 as usize) {
            Some(&Op::CompareExchange { to, .. }) => contains(live.before(Pc(state.pc.0 + 1)), to.index()),
            _ => true,
        }
    }

    fn are_same(&self, one: &State, other: &State) -> bool {
        let Compiled { code, live, .. } = &self.compiled;
        are_same_states(code, live.get_or_init(|| LiveRegisters::new(code)), one, other)
    }

    fn initial_value(&self, address: Address, size: AccessSize) -> Option<Value> {
        address.0.checked_add(u64::from(size.bytes()) - 1)?;
        if barrier_of_token(address.0).is_some() {
            return Some(Value(0));
        }
        self.image.read(&self.compiled.layout, address.0, size.bytes()).map(Value)
    }

    fn initial_content(&self, address: Address, size: AccessSize) -> Content {
        match self.initial_value(address, size) {
            Some(value) => value.into(),
            None if address.0.checked_add(u64::from(size.bytes())).is_none() => Content::nothing(size),
            None => self.image.content(&self.compiled.layout, address.0, size.bytes()),
        }
    }

    fn undefined_bits(&self, state: &State) -> u64 {
        state.undefined_bits(&self.compiled.code)
    }

    fn dependencies(&self, state: &State) -> Option<Dependencies> {
        state.taints.as_ref().map(|taints| taints.action.clone())
    }

    fn call(&self, state: &State) -> Option<(LibraryId, LibraryFunctionId)> {
        let call = state.call.as_deref()?;
        Some((call.library, LibraryFunctionId::from_index(call.function as usize)))
    }

    fn owner(&self, address: Address) -> Option<ThreadId> {
        owner(address.0)
    }

    fn address_in_memory_of(&self, thread: ThreadId, address: Address) -> Address {
        match owner(address.0) {
            Some(owner) => Address(address.0 - region_start(owner) + region_start(thread)),
            None => address,
        }
    }

    fn object_at(&self, owner: &State, address: Address) -> Option<Object> {
        if let Some(barrier) = barrier_of_token(address.0) {
            let offset = address.0 - barrier;
            let beside = self.object_at(owner, Address(barrier))?;
            return Some(Object { base: Address(beside.base.0 + offset), ..beside });
        }
        let layout = &self.compiled.layout;
        if layout.is_thread_local(address.0) {
            return match layout.thread_local_at(address.0) {
                Found::Inside(global, offset) if !global.private => Some(Object {
                    base: Address(address.0 - offset),
                    size: offset + global.bytes_behind(offset),
                    kind: ObjectKind::Stack,
                }),
                Found::Inside(..) | Found::Beside | Found::Nothing => None,
            };
        }
        owner.memory.as_ref()?.shared_at(address.0).map(|allocation| allocation.object)
    }
}
