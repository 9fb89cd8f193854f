//! The machine as exploration sees it: through its public interface only.

mod driver;
mod execution;
mod globals;
mod variables;
