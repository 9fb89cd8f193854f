//! Executions as plain values in a normal form: the events of each thread in program order, the
//! write that each read reads from, and the coherence order of each location. Two executions are
//! the same exactly if these three are equal. So sets of executions can be compared whatever
//! produced them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use porf_entity::{
    Address, EntityId, FenceOrdering, PoolOrder, ReadOrdering, Taking, ThreadId, Value, WriteOrdering,
};

/// One execution of a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Execution {
    /// The kinds of the events of each thread, in program order.
    pub threads: Vec<Vec<EventKind>>,
    /// The source of each read, and the item of each take that has one.
    pub reads_from: BTreeMap<Event, Source>,
    /// The writes to each location that is written at all, in coherence order, without the initial
    /// write.
    pub coherence: BTreeMap<Address, Vec<Event>>,
    /// The dependencies of each event, if the program tells them.
    pub dependencies: BTreeMap<Event, Dependencies>,
    /// Whether some thread is blocked, so that the execution is not complete.
    pub blocked: bool,
    /// Whether some thread has failed.
    pub failed: bool,
    /// The threads that wait for ever.
    pub waiting: BTreeSet<ThreadId>,
}

/// An event, named by its thread and its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    /// The thread that the event belongs to.
    pub thread: ThreadId,
    /// The number of events of the thread before it.
    pub index: usize,
}

/// The dependencies of an event on reads of its thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Dependencies {
    /// The reads from whose values the address was computed.
    pub address: BTreeSet<Event>,
    /// The reads from whose values the value to write was computed.
    pub data: BTreeSet<Event>,
    /// The reads from whose values the conditions of earlier branches were computed.
    pub control: BTreeSet<Event>,
}

impl Dependencies {
    /// The same dependencies on renamed events.
    #[must_use]
    pub(crate) fn map(&self, name: impl Fn(Event) -> Event) -> Self {
        let renamed = |reads: &BTreeSet<Event>| reads.iter().map(|&read| name(read)).collect();
        Self { address: renamed(&self.address), data: renamed(&self.data), control: renamed(&self.control) }
    }
}

/// The kind of an event. A successful read-modify-write is two events: a read of kind
/// [`ReadKind::RmwSucceeded`] and, directly after it, an exclusive write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventKind {
    /// Reads memory.
    Read {
        /// The location.
        address: Address,
        /// The value that is read.
        value: Value,
        /// The memory ordering of the read.
        ordering: ReadOrdering,
        /// The operation that the read is part of.
        kind: ReadKind,
    },
    /// Writes memory.
    Write {
        /// The location.
        address: Address,
        /// The value that is written.
        value: Value,
        /// The memory ordering of the write.
        ordering: WriteOrdering,
        /// Whether this is the write of a read-modify-write.
        exclusive: bool,
    },
    /// Orders the events around it.
    Fence {
        /// The memory ordering of the fence.
        ordering: FenceOrdering,
    },
    /// Creates a thread.
    Spawn {
        /// The new thread.
        thread: ThreadId,
    },
    /// Waits for the end of a thread.
    Join {
        /// The thread that is joined.
        thread: ThreadId,
    },
    /// Arrives in a round of a barrier.
    Arrive {
        /// The barrier.
        barrier: Address,
        /// The number of earlier arrivals of the thread at the barrier.
        round: usize,
    },
    /// Leaves a round of a barrier, in which all threads have arrived.
    Leave {
        /// The barrier.
        barrier: Address,
        /// The number of the round.
        round: usize,
    },
    /// Puts an item into the pool of an object.
    Put {
        /// The object.
        object: Address,
        /// The value of the item.
        value: Value,
        /// The memory ordering.
        ordering: WriteOrdering,
        /// How often the item can be taken.
        times: u32,
    },
    /// Reads an item of the pool of an object, or nothing.
    Take {
        /// The object.
        object: Address,
        /// The value of the item; `None` if there was none.
        value: Option<Value>,
        /// The memory ordering.
        ordering: ReadOrdering,
        /// The way in which the item is read.
        manner: Taking,
        /// The order of the pool.
        order: PoolOrder,
    },
    /// Chooses one of several alternatives.
    Choice {
        /// The number of the alternative.
        choice: u64,
    },
}

/// The operation that a read is part of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReadKind {
    /// A load.
    Load,
    /// A read-modify-write that writes.
    RmwSucceeded,
    /// A compare-exchange that did not find the value it expected.
    RmwFailed,
    /// A weak compare-exchange that found the value it expected but failed all the same.
    RmwFailedSpuriously,
}

/// The source of a read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The initial value of the location.
    Initial,
    /// A write.
    Write(Event),
}

impl Execution {
    /// All events with their kinds, thread by thread in program order.
    pub fn events(&self) -> impl Iterator<Item = (Event, EventKind)> + '_ {
        self.threads.iter().enumerate().flat_map(|(thread, kinds)| {
            let thread = ThreadId::from_index(thread);
            kinds.iter().enumerate().map(move |(index, &kind)| (Event { thread, index }, kind))
        })
    }

    /// The kind of an event of this execution.
    pub fn kind(&self, event: Event) -> EventKind {
        self.threads[event.thread.index()][event.index]
    }

    /// The number of arrivals of a thread at a barrier.
    pub(crate) fn arrivals(&self, thread: ThreadId, barrier: Address) -> usize {
        let arrives =
            |kind: &&EventKind| matches!(kind, EventKind::Arrive { barrier: other, .. } if *other == barrier);
        self.threads.get(thread.index()).map_or(0, |kinds| kinds.iter().filter(arrives).count())
    }

    /// Whether every thread has finished.
    pub fn is_complete(&self) -> bool {
        !self.blocked && !self.failed && self.waiting.is_empty()
    }

    /// The last write to a location in coherence order, `None` for the initial one.
    pub fn last_write(&self, address: Address) -> Option<Event> {
        self.coherence.get(&address)?.last().copied()
    }

    /// The last write to each of the locations.
    pub fn last_writes(&self, addresses: &[Address]) -> Vec<Option<Event>> {
        addresses.iter().map(|&address| self.last_write(address)).collect()
    }

    /// The execution without the coherence orders of the locations whose order is not
    /// distinguished. Two executions have the same result exactly if they differ in these coherence
    /// orders alone.
    #[must_use]
    pub fn class(&self, is_ordered: impl Fn(Address) -> bool) -> Self {
        let mut class = self.clone();
        class.coherence.retain(|&address, _| is_ordered(address));
        class
    }
}

impl EventKind {
    /// The memory location that is accessed, if there is one.
    pub fn address(self) -> Option<Address> {
        match self {
            Self::Read { address, .. } | Self::Write { address, .. } => Some(address),
            _ => None,
        }
    }

    /// The memory ordering of a read, of memory or of a pool.
    pub fn read_ordering(self) -> Option<ReadOrdering> {
        match self {
            Self::Read { ordering, .. } | Self::Take { ordering, .. } => Some(ordering),
            _ => None,
        }
    }

    /// The memory ordering of a write, to memory or to a pool.
    pub fn write_ordering(self) -> Option<WriteOrdering> {
        match self {
            Self::Write { ordering, .. } | Self::Put { ordering, .. } => Some(ordering),
            _ => None,
        }
    }

    /// Whether this is a read, of memory or of a pool.
    pub fn is_read(self) -> bool {
        self.read_ordering().is_some()
    }

    /// Whether this is a write, to memory or to a pool.
    pub fn is_write(self) -> bool {
        self.write_ordering().is_some()
    }

    /// Whether this is a read or a write.
    pub fn is_access(self) -> bool {
        self.is_read() || self.is_write()
    }

    /// Whether this is an access that is part of a read-modify-write, successful or not.
    pub fn is_part_of_rmw(self) -> bool {
        match self {
            Self::Read { kind, .. } => kind != ReadKind::Load,
            Self::Write { exclusive, .. } => exclusive,
            _ => false,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "e{}.{}", self.thread.index(), self.index)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Initial => f.write_str("the initial value"),
            Self::Write(event) => write!(f, "{event}"),
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { address, value, ordering, kind } => {
                let kind = match kind {
                    ReadKind::Load => "load",
                    ReadKind::RmwSucceeded => "rmw read",
                    ReadKind::RmwFailed => "failed rmw read",
                    ReadKind::RmwFailedSpuriously => "spuriously failed rmw read",
                };
                write!(f, "{kind} {ordering} [{}] = {value}", address.0)
            }
            Self::Write { address, value, ordering, exclusive } => {
                let kind = if *exclusive { "rmw write" } else { "store" };
                write!(f, "{kind} {ordering} [{}] := {value}", address.0)
            }
            Self::Fence { ordering } => write!(f, "fence {ordering}"),
            Self::Spawn { thread } => write!(f, "spawn {thread}"),
            Self::Join { thread } => write!(f, "join {thread}"),
            Self::Arrive { barrier, round } => write!(f, "arrive {:#x} round {round}", barrier.0),
            Self::Leave { barrier, round } => write!(f, "leave {:#x} round {round}", barrier.0),
            Self::Put { object, value, ordering, times } => {
                write!(f, "put {ordering} [{}] := {value}, {times} times", object.0)
            }
            Self::Take { object, value, ordering, manner, order: _ } => {
                write!(f, "{manner} {ordering} [{}]", object.0)?;
                value.map_or(Ok(()), |value| write!(f, " = {value}"))
            }
            Self::Choice { choice } => write!(f, "choice {choice}"),
        }
    }
}

impl fmt::Display for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (event, kind) in self.events() {
            write!(f, "{event}: {kind}")?;
            if let Some(source) = self.reads_from.get(&event) {
                write!(f, " from {source}")?;
            }
            writeln!(f)?;
        }
        for (address, writes) in &self.coherence {
            write!(f, "co [{}]: initial", address.0)?;
            for write in writes {
                write!(f, " < {write}")?;
            }
            writeln!(f)?;
        }
        for thread in &self.waiting {
            writeln!(f, "{thread} waits for ever")?;
        }
        for (flag, text) in [(self.blocked, "blocked"), (self.failed, "failed")] {
            if flag {
                writeln!(f, "{text}")?;
            }
        }
        Ok(())
    }
}
