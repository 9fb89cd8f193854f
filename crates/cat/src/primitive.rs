//! The primitive sets and relations of events: the ones that an execution has to say, and from
//! which the prelude (`library/stdlib.cat`) defines all others.
//!
//! A successful read-modify-write is two events, a read and a write, that `rmw` relates. Its read
//! half has the acquire part of its ordering and its write half the release part. There is one
//! initial write for each location. The initial writes belong to no thread.

use porf_entity::named_enum;

named_enum! {
    /// A primitive set of events.
    pub enum PrimitiveSet {
        /// All events.
        Universe = "_",
        /// Reads.
        Read = "R",
        /// Writes, the initial ones among them.
        Write = "W",
        /// Fences.
        Fence = "F",
        /// Initial writes.
        InitialWrite = "IW",
        /// Accesses of read-modify-writes, also of compare-exchanges that fail.
        Exclusive = "X",
        /// Accesses of read-modify-writes that write.
        ReadModifyWrite = "RMW",
        /// Creation and join of threads, arrivals and departures at barriers.
        Thread = "THREAD",
        /// Atomic accesses; in programs for x86, accesses with a lock prefix.
        Atomic = "A",
        /// Non-atomic accesses, the initial writes among them.
        NonAtomic = "NA",
        /// Relaxed accesses.
        Relaxed = "RLX",
        /// Acquire reads and fences.
        Acquire = "ACQ",
        /// Release writes and fences.
        Release = "REL",
        /// Acquire-release fences.
        AcquireRelease = "ACQ_REL",
        /// Sequentially consistent accesses and fences.
        SequentiallyConsistent = "SC",
        /// Full fences of x86.
        Mfence = "MFENCE",
        /// Store fences of x86.
        Sfence = "SFENCE",
        /// Load fences of x86.
        Lfence = "LFENCE",
    }
}

named_enum! {
    /// A primitive relation between events.
    pub enum PrimitiveRelation {
        /// Program order. It also has the order that the creation and the join of threads and
        /// barriers make between events of different threads: (program order ∪ creation ∪ join)⁺.
        /// It does not have the initial writes.
        ProgramOrder = "po",
        /// From a write to the reads that read from it.
        ReadsFrom = "rf",
        /// The order of the writes of each location, its initial write first.
        Coherence = "co",
        /// From the read of a successful read-modify-write to its write.
        ReadModifyWrite = "rmw",
        /// Accesses of the same location.
        SameLocation = "loc",
        /// Events of the same thread. The initial writes count as one thread.
        Internal = "int",
        /// From a read to the accesses whose address depends on its value.
        AddressDependency = "addr",
        /// From a read to the writes whose value depends on its value.
        DataDependency = "data",
        /// From a read to the events behind a branch that depends on its value.
        ControlDependency = "ctrl",
        /// Happens-before of the whole execution, for axioms of libraries, which see a part of it.
        /// Memory models define their own.
        HappensBefore = "hb",
    }
}
