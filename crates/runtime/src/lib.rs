//! The code that every C program is linked with: the headers that come with the tool, and models of
//! the C library, pthreads and C11 threads.
//!
//! The models are C themselves, in `c/`, a topic a file, on top of the few functions of
//! `c/intrinsics.h` that the virtual machine provides. They are one translation unit
//! (`c/runtime.c`), include no header of the host, and fix the layouts of glibc's types on x86-64,
//! which the tests compare with the host's headers. `compile.sh` compiles the models to
//! `runtime.ll`, which is checked in, so that neither building nor running the tool compiles them.
//! After a change of the models, run it again. A test fails if the two differ.
//!
//! Conventions of the models:
//!
//! - A thread's data about itself (the locks it holds, its keys, `errno`) are thread-local and make
//!   no events.
//! - Locking is one waiting read-modify-write, unlocking one release store.
//! - An operation that looks first and then acts (`sem_trywait`, `pthread_cond_signal`) is one
//!   step. Where another thread comes between, a false assumption ends the execution, since the
//!   execution in which no thread comes between is explored too.
//! - Time stands still. A timed operation that can succeed at once succeeds, any other has timed
//!   out: it never blocks.
//! - Every definition is weak: where a program brings its own function of that name, the program's
//!   function counts.

/// The models as LLVM IR text.
pub const RUNTIME: &str = include_str!("../runtime.ll");

/// A header that comes with the tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name by which a program includes it.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All headers that come with the tool.
pub const HEADERS: &[Header] = &[
    Header { name: "porf.h", text: include_str!("../include/porf.h") },
    Header { name: "genmc.h", text: include_str!("../include/genmc.h") },
];
