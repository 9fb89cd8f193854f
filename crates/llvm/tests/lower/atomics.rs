//! Orderings, read-modify-writes and fences.

use crate::support::{effects, function, lower_function};

#[track_caller]
fn effects_of(body: &str) -> Vec<String> {
    let text = format!("define void @f(ptr %p, i32 %x, ptr %q, float %y) {{\n{body}\n  ret void\n}}");
    effects(function(&lower_function(&text, "f"), "f"))
}

#[test]
fn loads_and_stores() {
    let orderings = [("unordered", "rlx"), ("monotonic", "rlx"), ("acquire", "acq"), ("seq_cst", "sc")];
    for (llvm, ours) in orderings {
        assert_eq!(
            effects_of(&format!("%1 = load atomic i32, ptr %p {llvm}, align 4")),
            [format!("load.{ours}")]
        );
    }
    let orderings = [("unordered", "rlx"), ("monotonic", "rlx"), ("release", "rel"), ("seq_cst", "sc")];
    for (llvm, ours) in orderings {
        let store = format!("store atomic volatile i32 %x, ptr %p {llvm}, align 4");
        assert_eq!(effects_of(&store), [format!("store.{ours}")]);
    }
    assert_eq!(effects_of("%1 = load volatile i32, ptr %p"), ["load.na"]);
    assert_eq!(effects_of("%1 = load atomic ptr, ptr %p acquire, align 8"), ["load.acq"]);
    assert_eq!(effects_of("store atomic float %y, ptr %p release, align 4"), ["store.rel"]);
}

#[test]
fn read_modify_writes() {
    for op in ["xchg", "add", "sub", "and", "or", "xor", "nand", "min", "max", "umin", "umax"] {
        assert_eq!(
            effects_of(&format!("%1 = atomicrmw {op} ptr %p, i32 %x seq_cst")),
            [format!("rmw.{op}.sc")]
        );
    }
    let orderings = [
        ("monotonic", "rlx"),
        ("acquire", "acq"),
        ("release", "rel"),
        ("acq_rel", "acq_rel"),
        ("seq_cst", "sc"),
    ];
    for (llvm, ours) in orderings {
        let rmw = format!("%1 = atomicrmw volatile add ptr %p, i32 %x {llvm}, align 4");
        assert_eq!(effects_of(&rmw), [format!("rmw.add.{ours}")]);
        for (failure, our_failure) in [("monotonic", "rlx"), ("acquire", "acq"), ("seq_cst", "sc")] {
            let exchange = format!("%1 = cmpxchg ptr %p, i32 %x, i32 1 {llvm} {failure}");
            assert_eq!(effects_of(&exchange), [format!("cmpxchg.{ours}.{our_failure}")]);
        }
    }
    assert_eq!(
        effects_of("%1 = cmpxchg weak ptr %p, ptr %q, ptr null acq_rel acquire"),
        ["cmpxchg_weak.acq_rel.acq"]
    );
    assert_eq!(effects_of("%1 = atomicrmw xchg ptr %p, ptr %q acquire"), ["rmw.xchg.acq"]);
    assert_eq!(effects_of("%1 = atomicrmw xchg ptr %p, float %y acquire"), ["rmw.xchg.acq"]);
    assert_eq!(effects_of("%1 = atomicrmw fadd ptr %p, float %y acquire"), ["unsupported atomicrmw fadd"]);
    assert_eq!(
        effects_of("%1 = atomicrmw uinc_wrap ptr %p, i32 %x acquire"),
        ["unsupported atomicrmw uinc_wrap"]
    );
}

#[test]
fn the_results_of_a_compare_exchange_are_its_two_parts() {
    let text = "define i1 @f(ptr %p) {
      %r = cmpxchg ptr %p, i8 1, i8 2 seq_cst seq_cst
      %ok = extractvalue { i8, i1 } %r, 1
      ret i1 %ok
    }";
    let module = lower_function(text, "f");
    assert!(module.to_string().contains("cmpxchg.sc.sc"));
    assert!(module.to_string().contains("return %v4"), "the second of %v3 and %v4 in\n{module}");
}

#[test]
fn fences() {
    for (llvm, ours) in [("acquire", "acq"), ("release", "rel"), ("acq_rel", "acq_rel"), ("seq_cst", "sc")] {
        assert_eq!(effects_of(&format!("fence {llvm}")), [format!("fence.{ours}")]);
        assert_eq!(effects_of(&format!("fence syncscope(\"singlethread\") {llvm}")), [""; 0]);
    }
}

#[test]
fn assembly() {
    let asm =
        |template: &str| effects_of(&format!("call void asm sideeffect \"{template}\", \"~{{memory}}\"()"));
    assert_eq!(asm(""), [""; 0]);
    assert_eq!(asm("pause"), [""; 0]);
    assert_eq!(asm("mfence"), ["fence.sc"]);
    assert_eq!(asm("lock; addl $$0,0(%rsp)"), ["fence.sc"]);
    assert_eq!(asm("cpuid"), ["unsupported inline assembly `cpuid`"]);
    assert_eq!(effects_of("%1 = call i32 asm \"\", \"=r,0\"(i32 %x)\n  %2 = add i32 %1, 1"), ["add"]);
}
