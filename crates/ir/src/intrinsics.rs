//! The runtime's interface: the functions that programs call and nobody defines, because the
//! machine knows them.
//!
//! The C library and threads are written in C as far as possible (`runtime/c`), on top of functions
//! whose names begin with `__porf_`. [`INTRINSICS`] is the table of these functions and of the few
//! functions of C and of LLVM that the machine runs itself. Front ends make calls of them, passes
//! reason about the calls, and the machine runs them. The row of a function has all facts that they
//! need. Functions that the runtime defines in C have no row, unless the machine knows them, too.
//!
//! The numbers that C and the machine exchange are the positions of the variants of [`WaitCode`],
//! [`OperationCode`], [`FailCode`] and [`AnnotationCode`]. Tests of the runtime compare the table
//! and the numbers with the headers.

use porf_entity::{AccessSize, BarrierStep, PrimaryMap, named_enum};

use crate::module::{External, ExternalId};

/// A function that the machine knows, or a mark that passes take away: a row of the table.
#[derive(PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// Its name.
    pub name: &'static str,
    /// The origin of its declaration.
    pub declared: Declared,
    /// The function that the machine runs.
    pub builtin: Builtin,
    /// The effect of a call on other threads and on the next iteration of a loop.
    pub effect: Effect,
    /// The use that a call makes of its pointer arguments, and of memory.
    pub pointers: PointerUse,
    /// The arguments that may be the address of a thread's own memory: the function uses them as
    /// addresses, passes them on or shows them. Any other argument that is such an address may
    /// reveal which thread calls.
    pub addresses: Arguments,
    /// The arguments that may be undefined: the function passes them on, or they do not matter.
    pub may_be_undefined: Arguments,
}

/// The origin of the declaration of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declared {
    /// The runtime, in `intrinsics.h`.
    Runtime,
    /// The header of GenMC's interface, `genmc.h`.
    GenMc,
    /// The headers of the C library.
    Library,
    /// LLVM itself.
    Llvm,
    /// Nobody: only passes make calls of it.
    Passes,
    /// Nobody: only the code that is made from specifications of libraries calls it.
    Specifications,
}

/// The function of an intrinsic, with the form of its arguments and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Builtin {
    /// (word, mask, comparison, operand, operation, value) → old value
    WaitRmw(AccessSize),
    /// (word, mask, comparison, operand) → value
    WaitLoad(AccessSize),
    /// (word) → value, 0 if there is none
    LoadOrZero(AccessSize),
    /// (count) → number
    Choose {
        /// Whether there are more alternatives than the count.
        partial: bool,
    },
    /// (low, high) → a number from there to there
    Nondeterministic {
        /// Whether the machine need try only some of them.
        partial: bool,
    },
    /// (kind, function, arguments…) → whether to make the helping CAS all the same, which no thread
    /// does
    Annotate,
    /// () : a region begins, whose CAS completes the thread's own operation
    BeginHelped,
    /// () : a region begins, whose CAS is a helping CAS
    BeginHelping,
    /// () : the region ends
    EndRegion,
    /// (function, argument, whether any argument will do) → thread
    Spawn,
    /// (thread) → result
    Join,
    /// (thread)
    Detach,
    /// (word of a barrier) → whether actions at the barrier are events
    AskBarrier,
    /// (word of an object, library, function): the word belongs to the library, whose function is called
    Assign(AccessSize),
    /// (object, value, how often it can be taken, ordering): puts an item into the pool of the object
    Put(AccessSize),
    /// (object, manner, ordering, other value, order of the pool) → the value of an item in the pool of the object, or the
    /// other value if there is none
    Take(AccessSize),
    /// (stage, function, values…): a call of a function with a specification begins, takes effect or ends
    Mark,
    /// (word of the barrier, number of threads) → when leaving, whether the number of the round is
    /// odd
    Barrier(BarrierStep),
    /// (word of the barrier, whether the number of the round is odd) → -1 for one thread of the
    /// round, 0 for the others
    Serial,
    /// () → thread
    CurrentThread,
    /// (result)
    Exit,
    /// () : the process ends, since a thread has asked for that
    ExitProcess,
    /// () : the process ends, since its main function has returned
    EndOfMain,
    /// (condition)
    Assume,
    /// (kind, message)
    Fail,
    /// () → whether operations may fail without need
    Spurious,
    /// () → the number of effects of the thread so far
    Effects,
    /// (lock, effects): the thread has released a lock that it had acquired after so many effects,
    /// and has done nothing else since
    Cancel(AccessSize),
    /// (size, align) → pointer
    AlignedAllocate {
        /// Whether no other thread reaches the object.
        private: bool,
    },
    /// (size) → pointer
    Allocate,
    /// (pointer)
    Free,
    /// (pointer) → size
    ObjectSize,
    /// (destination, source, size) → destination
    Copy {
        /// Whether source and destination may overlap. The machine lets them, in any case.
        may_overlap: bool,
    },
    /// (destination, byte, size) → destination
    Fill,
    /// (one, other, size) → less than 0, 0, or greater than 0
    Compare,
    /// (list of arguments)
    VaStart,
    /// (destination, source): lists of arguments
    VaCopy,
    /// (list of arguments)
    VaEnd,
    /// The arguments depend on the function.
    Print(Printing),
}

/// The form of a function that prints. `at` is the index of the text or format among its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Printing {
    /// A format and its arguments.
    Formatted {
        /// The index.
        at: u8,
    },
    /// A format and a list of its arguments.
    Listed {
        /// The index.
        at: u8,
    },
    /// A string.
    Text {
        /// The index.
        at: u8,
    },
    /// A string and the end of the line.
    Line {
        /// The index.
        at: u8,
    },
    /// A character.
    Character {
        /// The index.
        at: u8,
    },
    /// Nothing.
    Nothing,
}

/// The effect of a call on other threads and on the next iteration of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The call only reads memory, blocks, or returns an answer that stays the same.
    Reads,
    /// The call reads memory that may never have been written. The machine counts no effect; passes
    /// take the call for a change.
    ReadsIfWritten,
    /// The call may cancel effects of the thread.
    Cancels,
    /// The call has other effects.
    Changes,
}

/// The use that a call makes of its pointer arguments, and of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerUse {
    /// Copies bytes: destination, source, how many. Both `memcpy` and `memmove`.
    Copy,
    /// Sets bytes: destination, value, how many.
    Fill,
    /// Makes a new object of so many bytes, aligned for all types.
    Allocate,
    /// Makes a new object: how many bytes, and their alignment.
    AllocateAligned,
    /// Prints. Uses its pointer arguments during the call only.
    Print,
    /// Uses its pointer arguments during the call only. A pointer that it returns may be one of
    /// them.
    KeepsNothing,
    /// May use its pointer arguments in any way.
    Unknown,
}

/// Some of the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments(u8);

impl Arguments {
    const NONE: Self = Self(0);
    const FIRST: Self = Self(1);
    const SECOND: Self = Self(2);
    const FIRST_TWO: Self = Self(3);
    /// All arguments, however many there are.
    const ALL: Self = Self(u8::MAX);

    /// Whether the argument with this index is in the set.
    pub fn contains(self, index: usize) -> bool {
        self == Self::ALL || index < 8 && self.0 >> index & 1 == 1
    }
}

named_enum! {
    /// The comparison of a wait.
    pub enum WaitCode {
        /// =
        Equal = "WAIT_EQUAL",
        /// ≠
        NotEqual = "WAIT_NOT_EQUAL",
        /// ≥
        AtLeast = "WAIT_AT_LEAST",
    }
}

named_enum! {
    /// The operation of a waiting read-modify-write once its condition holds.
    pub enum OperationCode {
        /// old + value
        Add = "OP_ADD",
        /// old - value
        Sub = "OP_SUB",
        /// old & value
        And = "OP_AND",
        /// old | value
        Or = "OP_OR",
        /// old ^ value
        Xor = "OP_XOR",
        /// value
        Exchange = "OP_EXCHANGE",
        /// The larger of both, as unsigned numbers.
        UnsignedMax = "OP_UMAX",
        /// value if old is 0; otherwise nothing is written.
        Claim = "OP_CLAIM",
    }
}

named_enum! {
    /// The error that a program reports.
    pub enum FailCode {
        /// An assertion does not hold.
        Assertion = "FAIL_ASSERTION",
        /// The program reports an error.
        Error = "FAIL_ERROR",
        /// The program gives up.
        Abort = "FAIL_ABORT",
        /// A lock is released that the thread does not hold.
        UnlockNotHeld = "FAIL_UNLOCK_NOT_HELD",
        /// A thread waits for a lock that it holds itself.
        Relock = "FAIL_RELOCK",
        /// A synchronisation object is used in a forbidden way.
        Synchronisation = "FAIL_SYNCHRONISATION",
        /// The program uses an operation that cannot be run.
        Unsupported = "FAIL_UNSUPPORTED",
        /// A thread is joined or detached that cannot be, or not again.
        Join = "FAIL_JOIN",
    }
}

named_enum! {
    /// The stage of a call of a function with a specification.
    pub enum StageCode {
        /// The call begins. The values are its arguments.
        Begin = "STAGE_BEGIN",
        /// The call takes effect.
        Effect = "STAGE_EFFECT",
        /// The call ends. The value is its result, if it has one.
        End = "STAGE_END",
    }
}

named_enum! {
    /// The kind of a helping annotation.
    pub enum AnnotationCode {
        /// The thread begins the CAS that completes its own operation.
        Main = "ANNOTATION_MAIN",
        /// The thread has executed that CAS.
        End = "ANNOTATION_END",
        /// The thread would execute that CAS for another thread.
        Helping = "ANNOTATION_HELPING",
    }
}

/// The variant with a code, from all variants in the order of their codes.
pub fn with_code<T: Copy>(all: &[T], code: u64) -> Option<T> {
    usize::try_from(code).ok().and_then(|index| all.get(index)).copied()
}

/// The table. Where several functions do the same, the one that passes and front ends make calls of
/// stands first.
pub static INTRINSICS: &[Intrinsic] = &[
    runtime("__porf_wait_rmw64", Builtin::WaitRmw(AccessSize::B8)).addresses(Arguments::FIRST),
    runtime("__porf_wait_rmw32", Builtin::WaitRmw(AccessSize::B4)).addresses(Arguments::FIRST),
    runtime("__porf_wait_load64", Builtin::WaitLoad(AccessSize::B8))
        .effect(Effect::Reads)
        .addresses(Arguments::FIRST),
    runtime("__porf_load_or_null", Builtin::LoadOrZero(AccessSize::B8)).effect(Effect::ReadsIfWritten),
    runtime("__porf_load_or_zero32", Builtin::LoadOrZero(AccessSize::B4)).effect(Effect::ReadsIfWritten),
    runtime("__porf_choose", Builtin::Choose { partial: false }),
    runtime("__porf_choose_some", Builtin::Choose { partial: true }),
    runtime("__porf_nondet", Builtin::Nondeterministic { partial: false }),
    runtime("__porf_nondet_some", Builtin::Nondeterministic { partial: true }),
    runtime("__porf_spurious", Builtin::Spurious).effect(Effect::Reads),
    runtime("__porf_effects", Builtin::Effects).effect(Effect::Reads),
    runtime("__porf_cancel64", Builtin::Cancel(AccessSize::B8))
        .effect(Effect::Cancels)
        .addresses(Arguments::FIRST),
    runtime("__porf_cancel32", Builtin::Cancel(AccessSize::B4))
        .effect(Effect::Cancels)
        .addresses(Arguments::FIRST),
    runtime("__porf_spawn", Builtin::Spawn).addresses(Arguments::SECOND).may_be_undefined(Arguments::SECOND),
    runtime("__porf_join", Builtin::Join),
    runtime("__porf_detach", Builtin::Detach),
    runtime("__porf_ask_barrier", Builtin::AskBarrier)
        .effect(Effect::Reads)
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST),
    specified("__porf_assign8", Builtin::Assign(AccessSize::B1)),
    specified("__porf_assign16", Builtin::Assign(AccessSize::B2)),
    specified("__porf_assign32", Builtin::Assign(AccessSize::B4)),
    specified("__porf_assign64", Builtin::Assign(AccessSize::B8)),
    specified("__porf_wait_load32", Builtin::WaitLoad(AccessSize::B4)),
    specified("__porf_put8", Builtin::Put(AccessSize::B1)).effect(Effect::Changes),
    specified("__porf_put16", Builtin::Put(AccessSize::B2)).effect(Effect::Changes),
    specified("__porf_put32", Builtin::Put(AccessSize::B4)).effect(Effect::Changes),
    specified("__porf_put64", Builtin::Put(AccessSize::B8)).effect(Effect::Changes),
    specified("__porf_take8", Builtin::Take(AccessSize::B1)).effect(Effect::Changes),
    specified("__porf_take16", Builtin::Take(AccessSize::B2)).effect(Effect::Changes),
    specified("__porf_take32", Builtin::Take(AccessSize::B4)).effect(Effect::Changes),
    specified("__porf_take64", Builtin::Take(AccessSize::B8)).effect(Effect::Changes),
    specified("__porf_mark", Builtin::Mark)
        .effect(Effect::Changes)
        .addresses(Arguments::ALL)
        .may_be_undefined(Arguments::ALL),
    runtime("__porf_arrive", Builtin::Barrier(BarrierStep::Arrive))
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST),
    runtime("__porf_leave", Builtin::Barrier(BarrierStep::Leave))
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST),
    runtime("__porf_end_barrier", Builtin::Barrier(BarrierStep::Destroy))
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST),
    runtime("__porf_serial", Builtin::Serial).pointers(PointerUse::KeepsNothing).addresses(Arguments::FIRST),
    runtime("__porf_self", Builtin::CurrentThread).effect(Effect::Reads),
    runtime("__porf_exit", Builtin::Exit).addresses(Arguments::ALL).may_be_undefined(Arguments::ALL),
    runtime("__porf_exit_process", Builtin::ExitProcess),
    runtime("__porf_end_of_main", Builtin::EndOfMain),
    runtime("__porf_annotate", Builtin::Annotate)
        .effect(Effect::Reads)
        .addresses(Arguments::ALL)
        .may_be_undefined(Arguments::ALL),
    runtime("__porf_assume", Builtin::Assume).effect(Effect::Reads).pointers(PointerUse::KeepsNothing),
    runtime("__porf_fail", Builtin::Fail)
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::ALL)
        .may_be_undefined(Arguments::ALL),
    runtime("__porf_malloc", Builtin::AlignedAllocate { private: false })
        .pointers(PointerUse::AllocateAligned),
    row("__porf_malloc_private", Declared::Passes, Builtin::AlignedAllocate { private: true })
        .pointers(PointerUse::AllocateAligned),
    library("malloc", Builtin::Allocate).pointers(PointerUse::Allocate),
    runtime("__porf_free", Builtin::Free).pointers(PointerUse::KeepsNothing).addresses(Arguments::FIRST),
    library("free", Builtin::Free).pointers(PointerUse::KeepsNothing).addresses(Arguments::FIRST),
    runtime("__porf_object_size", Builtin::ObjectSize)
        .effect(Effect::Reads)
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST),
    runtime("memcpy", Builtin::Copy { may_overlap: false })
        .pointers(PointerUse::Copy)
        .addresses(Arguments::FIRST_TWO),
    runtime("memmove", Builtin::Copy { may_overlap: true })
        .pointers(PointerUse::Copy)
        .addresses(Arguments::FIRST_TWO),
    runtime("memset", Builtin::Fill)
        .pointers(PointerUse::Fill)
        .addresses(Arguments::FIRST)
        .may_be_undefined(Arguments::SECOND),
    library("memcmp", Builtin::Compare)
        .effect(Effect::Reads)
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST_TWO),
    // Passes know less of this function than of `memcmp`.
    library("bcmp", Builtin::Compare).effect(Effect::Reads).addresses(Arguments::FIRST_TWO),
    llvm("llvm.va_start", Builtin::VaStart).addresses(Arguments::FIRST),
    llvm("llvm.va_copy", Builtin::VaCopy).addresses(Arguments::FIRST_TWO),
    llvm("llvm.va_end", Builtin::VaEnd).addresses(Arguments::FIRST),
    print("__porf_print", Printing::Formatted { at: 0 }).declared(Declared::Runtime),
    print("__porf_vprint", Printing::Listed { at: 0 }).declared(Declared::Runtime),
    print("printf", Printing::Formatted { at: 0 }),
    print("fprintf", Printing::Formatted { at: 1 }),
    print("dprintf", Printing::Formatted { at: 1 }),
    print("vprintf", Printing::Listed { at: 0 }),
    print("vfprintf", Printing::Listed { at: 1 }),
    // Passes know less of this function than of the others.
    print("vdprintf", Printing::Listed { at: 1 }).pointers(PointerUse::Unknown),
    print("fputs", Printing::Text { at: 0 }),
    print("puts", Printing::Line { at: 0 }),
    print("perror", Printing::Line { at: 0 }),
    print("putchar", Printing::Character { at: 0 }),
    print("putc", Printing::Character { at: 0 }),
    print("fputc", Printing::Character { at: 0 }),
    print("fflush", Printing::Nothing),
    print("setvbuf", Printing::Nothing),
    print("setbuf", Printing::Nothing),
    row("__porf_begin_helped", Declared::GenMc, Builtin::BeginHelped),
    row("__porf_begin_helping", Declared::GenMc, Builtin::BeginHelping),
    row("__porf_end_region", Declared::GenMc, Builtin::EndRegion),
];

/// The function of the runtime that new threads run if the program has it. Its arguments are the
/// function that the thread was made to run, and the argument of that.
pub const THREAD_MAIN: &str = "porf_thread_main";
/// The function of the runtime that runs after `main`, with the result of `main`.
pub const MAIN_END: &str = "porf_main_end";
/// The function of the runtime that runs last.
pub const PROCESS_END: &str = "porf_process_end";

/// A row of which only the function that the machine runs is known.
const fn row(name: &'static str, declared: Declared, builtin: Builtin) -> Intrinsic {
    Intrinsic {
        name,
        declared,
        builtin,
        effect: Effect::Changes,
        pointers: PointerUse::Unknown,
        addresses: Arguments::NONE,
        may_be_undefined: Arguments::NONE,
    }
}

const fn runtime(name: &'static str, builtin: Builtin) -> Intrinsic {
    row(name, Declared::Runtime, builtin)
}

const fn library(name: &'static str, builtin: Builtin) -> Intrinsic {
    row(name, Declared::Library, builtin)
}

const fn specified(name: &'static str, builtin: Builtin) -> Intrinsic {
    row(name, Declared::Specifications, builtin)
        .effect(Effect::Reads)
        .pointers(PointerUse::KeepsNothing)
        .addresses(Arguments::FIRST)
}

const fn llvm(name: &'static str, builtin: Builtin) -> Intrinsic {
    row(name, Declared::Llvm, builtin).pointers(PointerUse::KeepsNothing)
}

const fn print(name: &'static str, printing: Printing) -> Intrinsic {
    library(name, Builtin::Print(printing)).pointers(PointerUse::Print).addresses(Arguments::ALL)
}

impl Intrinsic {
    const fn declared(self, declared: Declared) -> Self {
        Self { declared, ..self }
    }

    const fn effect(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    const fn pointers(self, pointers: PointerUse) -> Self {
        Self { pointers, ..self }
    }

    const fn addresses(self, addresses: Arguments) -> Self {
        Self { addresses, ..self }
    }

    const fn may_be_undefined(self, may_be_undefined: Arguments) -> Self {
        Self { may_be_undefined, ..self }
    }

    /// The function with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        INTRINSICS.iter().find(|intrinsic| intrinsic.name == name)
    }

    /// Whether the machine runs the function. It does not run the marks that passes remove.
    pub fn can_run(&self) -> bool {
        !matches!(self.builtin, Builtin::BeginHelped | Builtin::BeginHelping | Builtin::EndRegion)
    }

    /// Whether the machine counts a call among the effects of the thread.
    pub fn has_effect(&self) -> bool {
        self.effect == Effect::Changes
    }

    /// Whether the function gives the calling thread memory of its own.
    pub fn allocates(&self) -> bool {
        matches!(self.builtin, Builtin::AlignedAllocate { .. } | Builtin::Allocate | Builtin::VaStart)
    }
}

impl Builtin {
    /// The name of the function.
    pub fn name(self) -> &'static str {
        let row = INTRINSICS.iter().find(|intrinsic| intrinsic.builtin == self);
        row.map_or_else(|| unreachable!("{self:?} has no row"), |intrinsic| intrinsic.name)
    }

    /// The external with the name of this function, if there is one.
    pub fn find_in(self, externals: &PrimaryMap<ExternalId, External>) -> Option<ExternalId> {
        let name = self.name();
        externals.iter().find(|(_, external)| external.name == name).map(|(id, _)| id)
    }

    /// As [`find_in`](Self::find_in), declaring the function if need be.
    pub fn declare_in(self, externals: &mut PrimaryMap<ExternalId, External>) -> ExternalId {
        let known = self.find_in(externals);
        known.unwrap_or_else(|| externals.push(External { name: self.name().to_owned() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        for (index, intrinsic) in INTRINSICS.iter().enumerate() {
            let first = INTRINSICS.iter().position(|other| other.name == intrinsic.name);
            assert_eq!(first, Some(index), "{} has two rows", intrinsic.name);
        }
    }

    /// Functions that the machine runs in the same way have the same effect, so that only one of
    /// them need be known.
    #[test]
    fn what_does_the_same_has_the_same_effect() {
        for one in INTRINSICS {
            for other in INTRINSICS.iter().filter(|other| other.builtin == one.builtin) {
                assert_eq!(one.effect, other.effect, "{} and {}", one.name, other.name);
                assert_eq!(one.addresses, other.addresses, "{} and {}", one.name, other.name);
                assert_eq!(one.may_be_undefined, other.may_be_undefined, "{} and {}", one.name, other.name);
            }
        }
    }

    #[test]
    fn codes_are_positions() {
        assert_eq!(with_code(FailCode::ALL, FailCode::Join as u64), Some(FailCode::Join));
        assert_eq!(with_code(FailCode::ALL, FailCode::ALL.len() as u64), None);
        assert_eq!(with_code(FailCode::ALL, u64::MAX), None);
    }
}
