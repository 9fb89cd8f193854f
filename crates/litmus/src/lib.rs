//! Litmus tests in the C and x86 dialects
