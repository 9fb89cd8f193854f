//! The ways in which a call of a library reads from a pool of items.

use crate::named_enum;

named_enum! {
    /// The way in which a thread reads an item that some thread has put into a pool.
    ///
    /// An item may be *taken* as often as it was put for. To *look* at an item does not count. A
    /// thread that does not *try* waits as long as there is no item for it.
    pub enum Taking {
        /// Takes an item, and waits for one.
        Take = "take",
        /// Takes an item, or nothing.
        TryTake = "try-take",
        /// Looks at an item, and waits until there is one.
        Look = "look",
        /// Looks at an item, or at nothing.
        TryLook = "try-look",
        /// Takes the item of another thread which takes the item that this thread has just put,
        /// and waits for such a thread.
        Swap = "swap",
    }
}

impl Taking {
    /// Whether the thread goes on if it finds nothing.
    pub fn may_find_nothing(self) -> bool {
        matches!(self, Self::TryTake | Self::TryLook)
    }

    /// Whether the item is taken, so that it can be taken once less.
    pub fn takes(self) -> bool {
        matches!(self, Self::Take | Self::TryTake | Self::Swap)
    }
}

named_enum! {
    /// The order in which items leave a pool, where happens-before has an order of the calls.
    pub enum PoolOrder {
        /// Any order.
        Any = "any order",
        /// An item that was put earlier leaves earlier, as in a queue.
        Fifo = "fifo",
        /// An item that was put later, but before the call that takes, leaves earlier, as in a stack.
        Lifo = "lifo",
    }
}
