//! Events and their labels.

use std::hash::{Hash, Hasher};

use porf_entity::{
    Address, BarrierStep, Content, FenceOrdering, ReadOrdering, ThreadId, Value, WriteOrdering, entity_id,
};

entity_id! {
    /// The id of an event of an execution graph, which is also its stamp: the event with the
    /// smaller id was added earlier.
    pub struct EventId, "e"
}

entity_id! {
    /// A memory location.
    pub struct LocationId, "x"
}

/// The write that a read reads from.
#[derive(Clone, Copy, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// The initial value of the location.
    Initial,
    /// A write in the graph.
    Write(EventId),
}

impl Source {
    /// The write as an event; `None` for the initial write, which is no event.
    #[inline]
    pub fn write(self) -> Option<EventId> {
        match self {
            Self::Initial => None,
            Self::Write(write) => Some(write),
        }
    }
}

// A source takes no more room than an id.
const _: () = assert!(size_of::<Source>() == size_of::<EventId>());

// The derived comparison takes several instructions. The comparison of options takes one.
impl PartialEq for Source {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.write() == other.write()
    }
}

impl Hash for Source {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.write().hash(state);
    }
}

impl From<EventId> for Source {
    #[inline]
    fn from(write: EventId) -> Self {
        Self::Write(write)
    }
}

/// One visible action of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The thread that the event belongs to.
    pub thread: ThreadId,
    /// The number of events of the thread before this one in program order.
    pub index: u32,
    /// The action.
    pub label: Label,
}

/// The action of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Read a location.
    Read(Read),
    /// Wrote a location.
    Write(Write),
    /// Ordered the accesses around it.
    Fence(FenceOrdering),
    /// Created a thread, all of whose events happen after it.
    Spawn(ThreadId),
    /// Waited for the end of a thread, all of whose events happen before it.
    Join(ThreadId),
    /// Tried a waiting read of a location in vain: the thread does not go on with the value of the
    /// source. The attempt is no read: it is in no
    /// relation with events of other threads.
    Wait {
        /// The location.
        location: LocationId,
        /// The write whose value does not satisfy the condition.
        source: Source,
    },
    /// Chose this one of several alternatives.
    Choice(u64),
    /// Arrived at a barrier, left it or destroyed it. All arrivals of a round happen before each
    /// departure of the round.
    Barrier {
        /// The barrier.
        barrier: Address,
        /// The round: the number of earlier arrivals of the thread at the barrier. 0 for the end of
        /// a barrier.
        round: u32,
        /// The action at the barrier.
        step: BarrierStep,
    },
    /// Added to a location by a read-modify-write whose result nobody uses, if the order of such
    /// additions is left open. The addition has no place in coherence order: it is in no relation with
    /// events of other threads.
    Addition(LocationId),
    /// Ended an object.
    Free {
        /// The first byte of the object.
        base: Address,
        /// The number of bytes of the object.
        size: u64,
    },
}

/// A read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// The location.
    pub location: LocationId,
    /// The memory ordering of the read.
    pub ordering: ReadOrdering,
    /// The kind of the read.
    pub kind: ReadKind,
    /// The write that it reads from (rf).
    pub source: Source,
    /// The value that it reads; undefined bits are 0.
    pub value: Value,
}

/// The operation that a read is part of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ReadKind {
    /// A load.
    Load,
    /// A read-modify-write that writes: its exclusive write is the next event of the thread.
    Exclusive,
    /// A compare-exchange that failed because of the value it read.
    FailedExchange,
    /// A weak compare-exchange that read the expected value and failed all the same.
    SpuriousFailure,
}

/// A write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// The location.
    pub location: LocationId,
    /// The memory ordering of the write.
    pub ordering: WriteOrdering,
    /// The value written.
    pub value: Value,
    /// The undefined bits of the value.
    pub undefined: u64,
    /// Whether this is the write of a read-modify-write, whose read is the event before it.
    pub exclusive: bool,
}

impl Write {
    /// The content of the location after the write.
    pub fn content(&self) -> Content {
        Content { value: self.value, undefined: self.undefined }
    }
}

impl Event {
    /// The location accessed, if there is one.
    pub fn location(&self) -> Option<LocationId> {
        match self.label {
            Label::Read(read) => Some(read.location),
            Label::Write(write) => Some(write.location),
            _ => None,
        }
    }

    /// The read that this event is, if it is one.
    pub fn as_read(&self) -> Option<&Read> {
        match &self.label {
            Label::Read(read) => Some(read),
            _ => None,
        }
    }

    /// The write that this event is, if it is one.
    pub fn as_write(&self) -> Option<&Write> {
        match &self.label {
            Label::Write(write) => Some(write),
            _ => None,
        }
    }

    /// The location that this event accesses or adds to, if there is one.
    pub fn location_or_sum(&self) -> Option<LocationId> {
        match self.label {
            Label::Addition(location) => Some(location),
            _ => self.location(),
        }
    }

    /// Whether this is a sequentially consistent access or fence.
    pub fn is_seq_cst(&self) -> bool {
        match self.label {
            Label::Read(read) => read.ordering == ReadOrdering::SeqCst,
            Label::Write(write) => write.ordering == WriteOrdering::SeqCst,
            Label::Fence(ordering) => ordering == FenceOrdering::SeqCst,
            _ => false,
        }
    }

    /// Whether this is an access that may race.
    pub fn is_non_atomic(&self) -> bool {
        match self.label {
            Label::Read(read) => !read.ordering.is_atomic(),
            Label::Write(write) => !write.ordering.is_atomic(),
            _ => false,
        }
    }
}
