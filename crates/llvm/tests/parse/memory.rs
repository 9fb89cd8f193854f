//! Accesses to memory.

use porf_llvm::ast::{Access, AtomicOrdering, InstructionKind, RmwOp};

use crate::{operand_text, result_type, understood};

const PLAIN: Access = Access { ordering: None, volatile: false, single_thread: false, align: None };

#[test]
fn loads_and_stores() {
    for (code, expected) in [
        ("ptr %p", PLAIN),
        ("ptr %p, align 4", Access { align: Some(4), ..PLAIN }),
        ("ptr %p, align 4, !dbg !1, !tbaa !2", Access { align: Some(4), ..PLAIN }),
        ("ptr %p, !nontemporal !{i32 1}", PLAIN),
    ] {
        let (module, kind) = understood(&format!("  %r = load i32, {code}"));
        assert!(matches!(kind, InstructionKind::Load { access, .. } if access == expected), "{code}");
        assert_eq!(result_type(&module), "i32");
        let (_, kind) = understood(&format!("  store volatile i32 %a, {code}"));
        let expected = Access { volatile: true, ..expected };
        assert!(matches!(kind, InstructionKind::Store { access, .. } if access == expected), "{code}");
    }
}

#[test]
fn every_ordering() {
    for &ordering in AtomicOrdering::ALL {
        let word = ordering.word();
        let expected = Access { ordering: Some(ordering), align: Some(8), ..PLAIN };
        let (_, kind) = understood(&format!("  %r = load atomic i64, ptr %p {word}, align 8"));
        assert!(matches!(kind, InstructionKind::Load { access, .. } if access == expected));
        let (_, kind) = understood(&format!("  store atomic i64 %l, ptr %p {word}, align 8"));
        assert!(matches!(kind, InstructionKind::Store { access, .. } if access == expected));
        let (_, kind) = understood(&format!("  fence {word}"));
        assert!(
            matches!(kind, InstructionKind::Fence { ordering: found, single_thread: false } if found == ordering)
        );
    }
    let (_, kind) = understood("  fence syncscope(\"singlethread\") seq_cst");
    assert!(matches!(kind, InstructionKind::Fence { single_thread: true, .. }));
    let (_, kind) = understood("  fence syncscope(\"agent\") seq_cst");
    assert!(matches!(kind, InstructionKind::Fence { single_thread: false, .. }));
    let (_, kind) =
        understood("  %r = load atomic volatile i8, ptr %p syncscope(\"singlethread\") acquire, align 1");
    assert!(matches!(kind, InstructionKind::Load { access, .. } if access.single_thread && access.volatile));
}

#[test]
fn every_atomic_operation() {
    for &op in RmwOp::ALL {
        let (ty, value) = if op.word().starts_with('f') { ("float", "%x") } else { ("i32", "%a") };
        let code = format!("  %r = atomicrmw volatile {} ptr %p, {ty} {value} acq_rel, align 4", op.word());
        let (module, kind) = understood(&code);
        let InstructionKind::AtomicRmw { op: found, value: operand, access, .. } = kind else {
            panic!("{kind:?}")
        };
        assert_eq!(found, op);
        assert_eq!(operand_text(&module, operand), value);
        assert_eq!(access.ordering, Some(AtomicOrdering::AcquireRelease));
        assert!(access.volatile);
        assert_eq!(result_type(&module), ty);
    }
}

#[test]
fn compare_exchange() {
    let (module, kind) = understood(
        "  %r = cmpxchg weak volatile ptr %p, i32 %a, i32 7 syncscope(\"singlethread\") acq_rel monotonic, align 4",
    );
    let InstructionKind::CompareExchange { address, expected, new, access, failure, weak } = kind else {
        panic!("{kind:?}")
    };
    assert_eq!([address, expected, new].map(|operand| operand_text(&module, operand)), ["%p", "%a", "i32 7"]);
    let ordering = Some(AtomicOrdering::AcquireRelease);
    assert_eq!(access, Access { ordering, volatile: true, single_thread: true, align: Some(4) });
    assert_eq!((failure, weak), (AtomicOrdering::Monotonic, true));
    assert_eq!(result_type(&module), "{i32, i1}");
    let (_, kind) = understood("  %r = cmpxchg ptr %p, ptr null, ptr %p seq_cst acquire");
    assert!(matches!(kind, InstructionKind::CompareExchange { weak: false, .. }));
}

#[test]
fn stack_objects() {
    for (code, count, align, result) in [
        ("alloca i32", None, None, "ptr"),
        ("alloca [4 x i8], align 16, !dbg !1", None, Some(16), "ptr"),
        ("alloca i32, i64 %l, align 16", Some("%l"), Some(16), "ptr"),
        ("alloca inalloca i32, i32 3", Some("i32 3"), None, "ptr"),
        ("alloca i32, align 4, addrspace(5)", None, Some(4), "ptr addrspace(5)"),
    ] {
        let (module, kind) = understood(&format!("  %r = {code}"));
        let InstructionKind::Alloca { count: found, align: found_align, .. } = kind else {
            panic!("{kind:?}")
        };
        assert_eq!(found.map(|operand| operand_text(&module, operand)).as_deref(), count, "{code}");
        assert_eq!(found_align, align, "{code}");
        assert_eq!(result_type(&module), result);
    }
}
