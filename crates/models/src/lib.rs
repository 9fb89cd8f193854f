//! Memory models and their incremental consistency checks
