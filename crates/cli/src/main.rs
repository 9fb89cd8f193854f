//! The porf command.

fn main() {}
