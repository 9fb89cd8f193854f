//! The state of a program between two steps: a small value without pointers, so that a million of
//! them can be kept and compared.

use super::program::{POINTERS, Program, REGISTERS};

/// The most threads, `main` included.
pub(super) const THREADS: usize = 5;
/// The most nodes that a thread can allocate.
pub(super) const NODES: usize = 3;
/// The most shared objects of any other kind.
pub(super) const SHARED: usize = 4;
/// The number of elements of an array.
pub(super) const ELEMENTS: usize = 2;

/// A number that was never written.
pub(super) const UNINITIALISED: i16 = i16::MIN;

/// No thread, or a pointer to no node.
pub(super) const NONE: i8 = -1;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
    pub(super) threads: [Thread; THREADS],
    pub(super) variables: [i16; SHARED],
    pub(super) arrays: [[i16; ELEMENTS]; SHARED],
    /// Pointers: the number of a node, or [`NONE`].
    pub(super) slots: [i8; SHARED],
    pub(super) nodes: [[Node; NODES]; THREADS],
    pub(super) mutexes: [Mutex; SHARED],
    pub(super) rwlocks: [RwLock; SHARED],
    /// For each barrier, the threads that have arrived in this round, a bit each.
    pub(super) barriers: [u8; SHARED],
    pub(super) semaphores: [i16; SHARED],
    /// Whether the process has ended: nothing depends on it, and no thread is stuck any more.
    pub(super) ended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Thread {
    pub(super) status: Status,
    pub(super) at: u16,
    pub(super) registers: [i16; REGISTERS],
    pub(super) pointers: [i8; POINTERS],
    pub(super) own: i16,
    pub(super) cells: [i16; ELEMENTS],
    /// Whether the thread has been joined or detached.
    pub(super) left: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Status {
    NotCreated,
    Runs,
    /// The thread waits for a condition variable, having held a mutex so many times.
    Waits {
        condition: u8,
        mutex: u8,
        depth: u8,
    },
    /// The thread has been woken and wants its mutex back.
    Woken {
        mutex: u8,
        depth: u8,
    },
    /// The thread waits at a barrier; the register that gets the answer.
    AtBarrier {
        barrier: u8,
    },
    Finished,
    /// The thread has ended the process.
    Exited,
    /// The thread has made an error.
    Failed,
    /// An assumption was false.
    Excluded,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Node {
    NotAllocated,
    Allocated(i16),
    Freed,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Mutex {
    pub(super) owner: i8,
    pub(super) depth: u8,
    pub(super) destroyed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct RwLock {
    pub(super) writer: i8,
    /// The number of times that each thread holds it for reading.
    pub(super) readers: [u8; THREADS],
}

impl State {
    /// The state before `main` has done anything.
    pub(super) fn initial(program: &Program) -> Self {
        let thread = Thread {
            status: Status::NotCreated,
            at: 0,
            registers: [0; REGISTERS],
            pointers: [NONE; POINTERS],
            own: 0,
            cells: [0; ELEMENTS],
            left: false,
        };
        let mut state = Self {
            threads: [thread; THREADS],
            variables: [0; SHARED],
            arrays: [[0; ELEMENTS]; SHARED],
            slots: [NONE; SHARED],
            nodes: [[Node::NotAllocated; NODES]; THREADS],
            mutexes: [Mutex { owner: NONE, depth: 0, destroyed: false }; SHARED],
            rwlocks: [RwLock { writer: NONE, readers: [0; THREADS] }; SHARED],
            barriers: [0; SHARED],
            semaphores: [0; SHARED],
            ended: false,
        };
        state.threads[MAIN].status = Status::Runs;
        state.variables[..program.variables.len()].copy_from_slice(&program.variables);
        state.semaphores[..program.semaphores.len()].copy_from_slice(&program.semaphores);
        state
    }

    /// The node to which a pointer points.
    pub(super) fn node(&mut self, pointer: i8) -> Option<&mut Node> {
        let index = usize::try_from(pointer).ok()?;
        Some(&mut self.nodes[index / NODES][index % NODES])
    }

    /// Whether the execution counts: no thread has made an error or violated an assumption.
    pub(super) fn counts(&self) -> bool {
        !self.threads.iter().any(|thread| matches!(thread.status, Status::Failed | Status::Excluded))
    }

    /// Whether every thread has finished.
    pub(super) fn is_complete(&self) -> bool {
        self.threads
            .iter()
            .all(|thread| matches!(thread.status, Status::NotCreated | Status::Finished | Status::Exited))
    }
}

/// The thread that runs `main`.
pub(super) const MAIN: usize = 0;

impl Thread {
    /// Whether the thread may still take steps.
    pub(super) fn is_live(&self) -> bool {
        matches!(
            self.status,
            Status::Runs | Status::Waits { .. } | Status::Woken { .. } | Status::AtBarrier { .. }
        )
    }
}
