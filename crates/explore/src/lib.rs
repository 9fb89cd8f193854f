//! Exploration of every execution, each exactly once
