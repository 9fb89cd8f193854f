//! The command as a whole: what it prints, where, and its exit codes.

mod json;
mod limits;
mod support;
mod text;
