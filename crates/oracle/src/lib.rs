//! A naive enumerator of executions that the engine is compared with, and random programs
