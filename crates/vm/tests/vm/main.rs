//! The machine as exploration sees it: through its public interface only.

mod bulk;
mod calls;
mod driver;
mod effects;
mod execution;
mod globals;
mod objects;
mod pieces;
mod robustness;
mod solo;
mod threads;
mod variables;
