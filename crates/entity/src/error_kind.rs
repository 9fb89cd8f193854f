//! The kinds of errors, for the programs that fail, the explorers and the reports.

use crate::named_enum;

named_enum! {
    /// The kinds of errors, each with its name in JSON (docs/json.md).
    ///
    /// A thread can fail with the kinds up to [`ErrorKind::Unsupported`]. The explorers report some
    /// of these kinds, too, where an error needs several events. The kinds after
    /// [`ErrorKind::Unsupported`] are no failures of a thread: porf finds them in executions and in
    /// the input.
    #[derive(serde::Serialize, serde::Deserialize)]
    pub enum ErrorKind {
        /// An assertion does not hold.
        Assertion = "assertion",
        /// The program reports an error itself.
        Error = "error",
        /// The program aborts.
        Abort = "abort",
        /// An access to memory that does not exist or must not be written to.
        InvalidAccess = "invalid-access",
        /// An access that begins in an object and ends outside, or just beside one.
        OutOfBounds = "out-of-bounds",
        /// An access to an object that has ended.
        UseAfterFree = "use-after-free",
        /// An access to an object whose allocation, by another thread, does not happen before it.
        UnorderedAllocation = "unordered-allocation",
        /// An object that has ended is freed.
        DoubleFree = "double-free",
        /// An address that was not allocated is freed.
        InvalidFree = "invalid-free",
        /// A value that was never written is used.
        UninitialisedRead = "uninitialised-read",
        /// A lock that the thread does not hold is released.
        UnlockNotHeld = "unlock-not-held",
        /// A thread waits for a lock that it holds itself.
        Relock = "relock",
        /// A synchronisation object is used in an invalid way.
        InvalidSynchronisation = "invalid-synchronisation",
        /// A thread that cannot be joined or detached, or not again, is joined or detached.
        InvalidJoin = "invalid-join",
        /// All threads that have not finished wait for each other.
        Deadlock = "deadlock",
        /// A division by zero, or the one signed quotient that does not fit.
        Division = "division",
        /// A shift by a negative number of bits, or by as many as there are or more.
        Shift = "shift",
        /// A signed result does not fit into its type.
        SignedOverflow = "signed-overflow",
        /// Control reaches a point that it must not reach.
        Unreachable = "unreachable",
        /// Calls are nested too deeply.
        StackOverflow = "stack-overflow",
        /// The program requests more memory than any machine has.
        OutOfMemory = "out-of-memory",
        /// A function without a definition is called.
        UnknownFunction = "unknown-function",
        /// An operation that porf cannot run.
        Unsupported = "unsupported",
        /// The same bytes are accessed in different sizes, one of the accesses atomic.
        MixedSizes = "mixed-sizes",
        /// Two accesses, one of them not atomic and one of them a write, are unordered.
        DataRace = "data-race",
        /// Threads wait in their loops for ever, whatever the order of their turns.
        Livelock = "livelock",
        /// Threads repeat their loops for ever, and change memory that several of them access.
        LivelockWithWrites = "livelock-with-writes",
        /// A helping annotation is wrong: the program says that another thread does the operation
        /// in any case, but that thread does not.
        Annotation = "annotation",
        /// The execution violates a condition without which the memory model, from a file, leaves
        /// the behaviour undefined.
        Undefined = "undefined",
        /// The calls of a library are not what its specification allows.
        Specification = "specification",
        /// No order of the calls, one after the other, explains what they return.
        NotLinearizable = "not-linearizable",
        /// The file cannot be checked at all.
        Input = "input",
    }
}

impl ErrorKind {
    /// Whether the error is a limit of porf and not a mistake of the program.
    pub fn is_unsupported(self) -> bool {
        matches!(self, Self::UnknownFunction | Self::Unsupported | Self::MixedSizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_variants_in_kebab_case() {
        for kind in ErrorKind::ALL {
            let mut name = String::new();
            for (index, letter) in format!("{kind:?}").char_indices() {
                if letter.is_uppercase() && index > 0 {
                    name.push('-');
                }
                name.push(letter.to_ascii_lowercase());
            }
            assert_eq!(kind.to_string(), name);
        }
    }
}
