//! The command as a whole: what it prints, where, and its exit codes.

mod c_programs;
mod c_refused;
mod c_replay;
mod checkpoint;
mod engine;
mod equivalence;
mod explain_loops;
mod implementations;
mod json;
mod libraries;
mod library_clients;
mod limits;
mod liveness;
mod model;
mod model_check;
mod model_files;
mod paths;
mod stopping;
mod support;
mod symmetry;
mod text;
mod verdicts;
