//! Functions that a module calls and does not define, and that the machine provides.
//!
//! The C library and threads are written in C as far as possible, on top of the functions whose
//! names begin with `__porf_`. [`INTRINSICS`](porf_ir::intrinsics::INTRINSICS) is the table of all
//! of these functions. Each file here has the functions of one subject.

mod bulk;
mod heap;
mod print;
mod threads;
mod variadic;

use porf_entity::{BarrierStep, Content, EntityId, Taking};
use porf_ir::intrinsics::{Builtin, Intrinsic, with_code};
use porf_program::{Answer, CancellingPair, Ends};

use crate::code::List;
use crate::counters::effects_counter;
use crate::run::{Flow, Runner};
use crate::shadow::Shade;
use crate::state::Progress;
use threads::Tried;

pub(crate) use threads::tried;
pub(crate) use variadic::LIST_SIZE;

impl Runner<'_> {
    /// An argument of a builtin. A program that declares the builtin with too few parameters passes
    /// 0.
    fn argument(&self, arguments: List, index: usize) -> u64 {
        self.program.code.list(arguments).get(index).map_or(0, |&register| self.get(register))
    }

    /// An argument of a builtin, which may be undefined.
    fn argument_content(&self, arguments: List, index: usize) -> Content {
        let register = self.program.code.list(arguments).get(index);
        register.map_or(Content::default(), |&register| self.content(register))
    }

    fn arguments<const N: usize>(&self, arguments: List) -> [u64; N] {
        std::array::from_fn(|index| self.argument(arguments, index))
    }

    /// Passes the result of a builtin to its caller, if the caller wants it.
    fn set_result(&mut self, results: List, value: u64) {
        if let Some(&register) = self.program.code.list(results).first() {
            self.set(register, value);
        }
    }

    /// Passes a result that another thread has left undefined to the caller of a builtin, if the
    /// caller wants it.
    #[cold]
    fn set_undefined_result(&mut self, results: List, content: Content) {
        if let Some(&register) = self.program.code.list(results).first() {
            let shade = Shade { undefined: content.undefined, origin: None };
            self.set_shaded(register, content.value.0, shade);
        }
    }

    /// Checks that the arguments of a builtin are defined where they matter.
    #[cold]
    fn check_arguments(&self, intrinsic: &Intrinsic, arguments: List) -> Flow {
        for (index, &register) in self.program.code.list(arguments).iter().enumerate() {
            if !intrinsic.may_be_undefined.contains(index) {
                self.defined(register)?;
            }
        }
        Ok(())
    }

    /// Runs a builtin, or goes on with it.
    pub(crate) fn call_builtin(&mut self, intrinsic: &Intrinsic, arguments: List, results: List) -> Flow {
        if self.state.shadow.is_some() {
            self.check_arguments(intrinsic, arguments)?;
        }
        if self.watched {
            self.look_at_arguments(intrinsic, arguments);
        }
        // Whether to take has an effect depends on the answer.
        let is_take = matches!(intrinsic.builtin, Builtin::Take(_));
        self.state.effects += u32::from(intrinsic.has_effect() && !is_take);
        let result = match intrinsic.builtin {
            Builtin::WaitRmw(size) => self.wait_rmw_builtin(size, self.arguments(arguments))?,
            Builtin::WaitLoad(size) => self.wait_load_builtin(size, self.arguments(arguments))?,
            Builtin::Choose { partial } => self.choose(self.argument(arguments, 0), partial)?,
            Builtin::Nondeterministic { partial } => {
                let Tried { low, count, partial } = tried(self.arguments(arguments), partial);
                low.wrapping_add(self.choose(count, partial)?)
            }
            Builtin::Annotate | Builtin::Mark => return self.annotate(),
            Builtin::Spawn => return self.spawn(self.argument(arguments, 0)),
            Builtin::Join => return self.join(self.argument(arguments, 0)),
            Builtin::Detach => return self.detach(self.argument(arguments, 0)),
            Builtin::AskBarrier => self.ask_barrier(self.argument(arguments, 0))?,
            Builtin::Assign(size) => {
                let [object, library, function] = self.arguments(arguments);
                self.assign(object, size, library, function)?;
                0
            }
            Builtin::Put(size) => return self.put(size, self.arguments(arguments)),
            Builtin::Take(size) => return self.take(size, self.arguments(arguments)),
            Builtin::Barrier(step) => {
                let [barrier, threads] = self.arguments(arguments);
                self.at_barrier(barrier, threads, step)?
            }
            Builtin::Serial => self.serial(self.arguments(arguments))?,
            Builtin::LoadOrZero(size) => self.load_or_zero(self.argument(arguments, 0), size)?,
            Builtin::CurrentThread => self.current_thread(),
            Builtin::Exit => return self.exit_with(self.argument_content(arguments, 0)),
            Builtin::ExitProcess => return self.exit_process(Ends::Process),
            Builtin::EndOfMain => return self.exit_process(Ends::Main),
            Builtin::Assume => return self.assume(self.argument(arguments, 0)),
            Builtin::Fail => return Err(self.failure(self.arguments(arguments)).into()),
            Builtin::Spurious => self.program.options.spurious.into(),
            Builtin::Effects => effects_counter(self.state),
            // The number of effects makes no difference where nothing spins.
            Builtin::Cancel(_) if !self.program.code.can_spin => return Ok(()),
            Builtin::Cancel(size) => {
                let [lock, effects] = self.arguments(arguments);
                self.cancel(lock, size, CancellingPair::Lock)?;
                self.state.effects = effects as u32;
                return Ok(());
            }
            Builtin::AlignedAllocate { private } => {
                let [size, align] = self.arguments(arguments);
                self.heap_allocate(size, align, private)?
            }
            Builtin::Allocate => self.heap_allocate(self.argument(arguments, 0), 0, false)?,
            Builtin::Free => return self.heap_free(self.argument(arguments, 0)),
            Builtin::ObjectSize => self.object_size(self.argument(arguments, 0))?,
            Builtin::Copy { .. } => {
                let [destination, source, size] = self.arguments(arguments);
                self.copy(destination, source, size)?;
                destination
            }
            Builtin::Fill => {
                let [destination, _, size] = self.arguments(arguments);
                self.fill(destination, self.argument_content(arguments, 1), size)?;
                destination
            }
            Builtin::Compare => self.compare(self.arguments(arguments))?,
            Builtin::VaStart => return self.va_start(self.argument(arguments, 0)),
            Builtin::VaCopy => return self.va_copy(self.arguments(arguments)),
            Builtin::VaEnd => return Ok(()),
            Builtin::Print(printing) => {
                self.print(printing, arguments)?;
                0
            }
            mark @ (Builtin::BeginHelped | Builtin::BeginHelping | Builtin::EndRegion) => {
                unreachable!("compiled: {mark:?} does not run")
            }
        };
        self.set_result(results, result);
        Ok(())
    }

    /// Passes the answer to the builtin at which the thread is paused.
    pub(crate) fn answer_builtin(
        &mut self,
        builtin: Builtin,
        arguments: List,
        results: List,
        answer: Answer,
    ) -> Flow {
        let result = match (builtin, answer) {
            (Builtin::WaitRmw(_) | Builtin::WaitLoad(_) | Builtin::LoadOrZero(_), Answer::Read(value)) => {
                value.0
            }
            (Builtin::LoadOrZero(_), Answer::Undefined(_)) => 0,
            (Builtin::WaitRmw(_) | Builtin::WaitLoad(_) | Builtin::Serial, Answer::Undefined(_)) => {
                return Err(self.uninitialised(self.argument(arguments, 0)));
            }
            (Builtin::Choose { .. }, Answer::Chosen(number)) => number,
            (Builtin::Nondeterministic { partial }, Answer::Chosen(number)) => {
                tried(self.arguments(arguments), partial).low.wrapping_add(number)
            }
            (Builtin::Annotate | Builtin::Mark, Answer::Chosen(_)) => 0,
            (Builtin::Spawn, Answer::Spawned(thread)) => thread.index() as u64,
            (Builtin::Join, Answer::Joined(value)) => value.0,
            (Builtin::Join, Answer::Undefined(content)) => {
                self.set_undefined_result(results, content);
                self.state.pc.0 += 1;
                return Ok(());
            }
            (Builtin::Barrier(BarrierStep::Leave), Answer::Left { odd }) => odd.into(),
            (Builtin::AskBarrier, Answer::Done) => 1,
            (Builtin::AskBarrier, Answer::Uncounted)
            | (Builtin::Barrier(_) | Builtin::Put(_), Answer::Done) => 0,
            // This is no event, and iterations of loops count their events.
            (Builtin::Assign(_), Answer::Done) => {
                self.state.actions -= 1;
                0
            }
            (Builtin::Take(_), Answer::Read(value)) => {
                let manner = with_code(Taking::ALL, self.argument(arguments, 1));
                self.state.effects += u32::from(manner.is_none_or(Taking::takes));
                value.0
            }
            (Builtin::Take(_), Answer::Nothing) => self.argument(arguments, 3),
            (Builtin::Serial, Answer::Read(value)) => {
                let [_, odd] = self.arguments(arguments);
                if value.0 == odd.min(1) { threads::SERIAL } else { 0 }
            }
            (Builtin::Free | Builtin::Detach, Answer::Done) | (Builtin::Cancel(_), Answer::Observed) => 0,
            (Builtin::Cancel(_), Answer::Done) => {
                self.state.effects = self.argument(arguments, 1) as u32;
                0
            }
            (Builtin::Exit, Answer::Done) => {
                self.stack_object_ended();
                return Ok(());
            }
            (Builtin::Compare, answer) => return self.answer_compare(self.arguments(arguments), answer),
            (Builtin::Copy { .. } | Builtin::VaCopy | Builtin::Fill | Builtin::VaStart, answer) => {
                self.answer_piece(answer);
                return Ok(());
            }
            (builtin, answer) => panic!("{answer:?} is no answer to {builtin:?}"),
        };
        self.set_result(results, result);
        self.state.pc.0 += 1;
        Ok(())
    }

    /// The progress of the current op.
    fn progress(&mut self) -> &mut Progress {
        self.state.progress.get_or_insert_with(|| Box::new(Progress::START))
    }

    /// Records the answer for a piece of an op on many bytes.
    fn answer_piece(&mut self, answer: Answer) {
        let progress = self.progress();
        match answer {
            Answer::Done => progress.advance(),
            Answer::Read(value) => progress.load(value.into()),
            Answer::Undefined(content) => progress.load(content),
            answer => panic!("{answer:?} is no answer to an access"),
        }
    }
}
