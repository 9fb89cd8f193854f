//! Dependencies of actions on reads, from the source to the machine. Expected dependencies are
//! written out by hand, each with its argument, or come from a plain interpreter of random programs.

mod c_programs;
mod litmus_c;
mod litmus_x86;
mod random_programs;
mod sequential;
