//! Identity of threads and helping between them. `identity` tells whether threads ask for their
//! identity. `helping` checks the shape of functions with which threads help each other, and
//! `annotations` processes helping annotations [spore §2.3, §3.2]. `serial_thread` tells whether threads
//! ask which of them is the serial one of a barrier.

pub(crate) mod annotations;
pub(crate) mod helping;
pub(crate) mod identity;
pub(crate) mod serial_thread;
