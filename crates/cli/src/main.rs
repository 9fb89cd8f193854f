//! The porf command.

use std::process::ExitCode;

fn main() -> ExitCode {
    porf::main()
}
