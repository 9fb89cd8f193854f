//! The accesses that threads are lowered to: their kinds, sizes, orderings and source positions.

use porf_ir::{Function, Operation, TerminatorKind};

use crate::sequential::parsed;

/// The accesses of a function in the order of its text, as `kind ordering @ line:column`.
fn accesses(function: &Function) -> Vec<String> {
    let mut accesses = Vec::new();
    for block in function.blocks.values() {
        for instruction in &block.instructions {
            let bits = |value| function.values[value].ty.bits();
            let access = match &instruction.operation {
                Operation::Load { ordering, .. } => {
                    format!("load{} {ordering}", bits(instruction.results[0]))
                }
                Operation::Store { value, ordering, .. } => format!("store{} {ordering}", bits(*value)),
                Operation::Rmw { kind, operand, ordering, .. } => {
                    format!("{kind}{} {ordering}", bits(*operand))
                }
                Operation::CompareExchange { expected, success, failure, weak, .. } => {
                    let weak = if *weak { " weak" } else { "" };
                    format!("cas{} {success} {failure}{weak}", bits(*expected))
                }
                Operation::Fence(ordering) => format!("fence {ordering}"),
                Operation::Assume(_) => "assume".to_owned(),
                _ => continue,
            };
            accesses.push(format!("{access} @ {}", instruction.position));
        }
        if let TerminatorKind::Fail(kind) = block.terminator.kind {
            accesses.push(format!("{kind} @ {}", block.terminator.position));
        }
    }
    accesses
}

/// The accesses of a C thread whose body begins at line 5.
fn c_accesses(parameters: &str, body: &str) -> Vec<String> {
    let test = parsed(&format!("C t\n{{\n}}\nP0({parameters}) {{\n{body}\n}}\n"), 1);
    accesses(test.module.functions.values().next().unwrap())
}

#[test]
fn plain_accesses_follow_the_declared_type() {
    let body = "*x = *y;\n*z = *z + *y;";
    let plain =
        ["load32 na @ 5:6", "store32 na @ 5:1", "load32 na @ 6:6", "load32 na @ 6:11", "store32 na @ 6:1"];
    assert_eq!(c_accesses("int *x, volatile int *y, const int *z", body), plain);
    let atomic: Vec<String> = plain.iter().map(|access| access.replace(" na ", " sc ")).collect();
    assert_eq!(c_accesses("atomic_int *x, _Atomic int *y, _Atomic(int) *z", body), atomic);
}

#[test]
fn updates_of_atomic_variables_are_one_access() {
    let body = "(*x)++;\n  *x -= 2;\n*x |= *y;\n*y ^= 1;";
    assert_eq!(
        c_accesses("atomic_int *x, int *y", body),
        [
            "add32 sc @ 5:1",
            "sub32 sc @ 6:3",
            "load32 na @ 7:7",
            "or32 sc @ 7:1",
            "load32 na @ 8:1",
            "store32 na @ 8:1"
        ]
    );
}

#[test]
fn sizes_follow_the_declared_type() {
    let parameters = "atomic_char *a, uint16_t *b, atomic_size_t *c, int **d, atomic_bool *e";
    let body = "atomic_load(a);\n*b;\natomic_fetch_add(c, 1);\n*d;\natomic_exchange(e, 4);";
    assert_eq!(
        c_accesses(parameters, body),
        ["load8 sc @ 5:1", "load16 na @ 6:1", "add64 sc @ 7:1", "load64 na @ 8:1", "xchg8 sc @ 9:1"]
    );
}

#[test]
fn every_memory_order_arrives() {
    let all = ["relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"];
    let lowered = |call: &dyn Fn(&str) -> String, orders: &[&str]| {
        let body: Vec<String> = orders.iter().map(|order| call(&format!("memory_order_{order}"))).collect();
        let found = c_accesses("atomic_int *x, int *e", &body.join("\n"));
        found.iter().map(|access| access.split(" @").next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let load = |order: &str| format!("atomic_load_explicit(x, {order});");
    assert_eq!(
        lowered(&load, &["relaxed", "consume", "acquire", "seq_cst"]),
        ["load32 rlx", "load32 acq", "load32 acq", "load32 sc"]
    );
    let store = |order: &str| format!("atomic_store_explicit(x, 1, {order});");
    assert_eq!(
        lowered(&store, &["relaxed", "release", "seq_cst"]),
        ["store32 rlx", "store32 rel", "store32 sc"]
    );
    let rmw = |order: &str| format!("atomic_fetch_add_explicit(x, 1, {order});");
    let orderings = ["rlx", "acq", "acq", "rel", "acq_rel", "sc"];
    assert_eq!(lowered(&rmw, &all), orderings.map(|ordering| format!("add32 {ordering}")));
    let flag = |order: &str| format!("atomic_flag_test_and_set_explicit(x, {order});");
    assert_eq!(lowered(&flag, &all), orderings.map(|ordering| format!("xchg32 {ordering}")));
    let fence = |order: &str| format!("atomic_thread_fence({order});");
    assert_eq!(lowered(&fence, &all), ["fence acq", "fence acq", "fence rel", "fence acq_rel", "fence sc"]);
    let signal = |order: &str| format!("atomic_signal_fence({order});");
    assert_eq!(lowered(&signal, &all), [""; 0]);
    let init = |_: &str| "atomic_init(x, 1);".to_owned();
    assert_eq!(lowered(&init, &["relaxed"]), ["store32 na"]);
}

#[test]
fn compare_exchange_reads_and_writes_what_it_expects() {
    let call = |expected: &str| {
        format!(
            "int o;\natomic_compare_exchange_weak_explicit(x, {expected}, 1, memory_order_acq_rel, memory_order_acquire);"
        )
    };
    assert_eq!(c_accesses("atomic_int *x", &call("&o")), ["cas32 acq_rel acq weak @ 6:1"]);
    // An expected value in memory is accessed without atomicity even if its type is atomic.
    assert_eq!(
        c_accesses("atomic_int *x, atomic_int *e", &call("e")),
        ["load32 na @ 6:1", "cas32 acq_rel acq weak @ 6:1", "store32 na @ 6:1"]
    );
    let strong = "int o; atomic_compare_exchange_strong(x, &o, 1);";
    assert_eq!(c_accesses("volatile int *x", strong), ["cas32 sc sc @ 5:8"]);
}

#[test]
fn positions_are_those_of_the_operations() {
    let body = "int a = 1 + atomic_load(x),\n    b = 2;\nif (a == 1 && *y) assert(b == 2);\nassume(a);";
    let mut found = c_accesses("atomic_int *x, int *y", body);
    // Blocks are not in the order of the source.
    found.sort_unstable();
    assert_eq!(found, ["assertion @ 7:19", "assume @ 8:1", "load32 na @ 7:15", "load32 sc @ 5:13"]);
}

#[test]
fn x86_accesses() {
    let source = "X86 t\n{ }\nP0 ;\nMOV [x],$1 ;\nMOV EAX,[y] ;\nMFENCE ;\n  SFENCE ;\nLFENCE ;\nXCHG [x],EAX ;\n\
                  LOCK INC [x] ;\nINC [x] ;\nMOV RBX,[z] ;\nLOCK XADD [z],RBX ;\n\
                  exists (x=1)";
    let test = parsed(source, 1);
    assert_eq!(
        accesses(test.module.functions.values().next().unwrap()),
        [
            "store32 rlx @ 4:1",
            "load32 rlx @ 5:1",
            "fence sc @ 6:1",
            "fence rel @ 7:3",
            "fence acq @ 8:1",
            "xchg32 sc @ 9:1",
            "add32 sc @ 10:1",
            "load32 rlx @ 11:1",
            "store32 rlx @ 11:1",
            "load64 rlx @ 12:1",
            "add64 sc @ 13:1",
        ]
    );
}

#[test]
fn locked_compare_exchange_is_one_access() {
    let test = parsed("X86 t\n{ }\nP0;\nLOCK CMPXCHG [x],EBX;\nexists (x=0)", 1);
    assert_eq!(accesses(test.module.functions.values().next().unwrap()), ["cas32 sc sc @ 4:1"]);
}
