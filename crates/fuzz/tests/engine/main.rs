//! The engine on programs of the oracle: random ones, and small ones of special sorts. One binary, since each would contain the engine.

mod equivalences;
mod helping;
mod limits;
mod paths;
mod regressions;
mod symmetric_programs;
mod toolchain;
