//! Litmus tests that are generated here, piece by piece.

/// A litmus test of threads with these bodies, all with the same parameters.
pub(crate) fn test(parameters: &str, bodies: &[String], condition: &str) -> String {
    let threads = bodies.iter().enumerate();
    let threads: String =
        threads.map(|(index, body)| format!("P{index}({parameters}) {{\n{body}}}\n")).collect();
    format!("C written\n{{}}\n{threads}exists ({condition})\n")
}

pub(crate) fn load(register: usize, location: &str) -> String {
    format!("  int r{register} = atomic_load_explicit({location}, memory_order_acquire);\n")
}

pub(crate) fn store(location: &str, value: usize) -> String {
    format!("  atomic_store_explicit({location}, {value}, memory_order_release);\n")
}

pub(crate) fn increment(location: &str) -> String {
    format!("  atomic_fetch_add_explicit({location}, 1, memory_order_acq_rel);\n")
}
