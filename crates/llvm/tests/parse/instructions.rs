//! Instructions other than accesses to memory.

use porf_llvm::ast::{
    BinaryOp, Callee, CastOp, FloatPredicate, InstructionKind, IntPredicate, Name, PoisonFlags,
};

use crate::{body, constant_text, first, in_function, operand_text, result_type, understood};

#[test]
fn every_binary_operation() {
    for &op in BinaryOp::ALL {
        let is_float = op.word().starts_with('f');
        let (ty, left, right) = if is_float { ("double", "%y", "1.0") } else { ("i32", "%a", "7") };
        let (module, kind) = understood(&format!("  %r = {} {ty} {left}, {right}", op.word()));
        let InstructionKind::Binary { op: found, left: l, flags, .. } = kind else { panic!("{kind:?}") };
        assert_eq!((found, flags), (op, PoisonFlags::default()));
        assert_eq!(operand_text(&module, l), left);
        assert_eq!(result_type(&module), ty);
    }
}

#[test]
fn flags_are_promises() {
    let none = PoisonFlags::default();
    for (code, expected) in [
        ("add nuw nsw i32 %a, %b", PoisonFlags { no_unsigned_wrap: true, no_signed_wrap: true, ..none }),
        ("sub nsw i32 %a, %b", PoisonFlags { no_signed_wrap: true, ..none }),
        ("udiv exact i32 %a, %b", PoisonFlags { exact: true, ..none }),
        ("or disjoint i32 %a, %b", PoisonFlags { disjoint: true, ..none }),
        ("fadd nnan ninf nsz arcp contract afn reassoc fast double %y, %y", none),
    ] {
        let (_, kind) = understood(&format!("  %r = {code}"));
        let InstructionKind::Binary { flags, .. } = kind else { panic!("{kind:?}") };
        assert_eq!(flags, expected, "{code}");
    }
    let (_, kind) = understood("  %r = zext nneg i32 %a to i64");
    assert!(matches!(kind, InstructionKind::Cast { flags, .. } if flags.non_negative));
    let (_, kind) = understood("  %r = trunc nuw nsw i32 %a to i8");
    assert!(
        matches!(kind, InstructionKind::Cast { flags, .. } if flags.no_unsigned_wrap && flags.no_signed_wrap)
    );
    let (_, kind) = understood("  %r = icmp samesign ult i32 %a, %b");
    assert!(matches!(kind, InstructionKind::IntCompare { flags, .. } if flags.same_sign));
}

#[test]
fn every_comparison() {
    for &predicate in IntPredicate::ALL {
        let (module, kind) = understood(&format!("  %r = icmp {} i32 %a, %b", predicate.word()));
        assert!(matches!(kind, InstructionKind::IntCompare { predicate: found, .. } if found == predicate));
        assert_eq!(result_type(&module), "i1");
    }
    for &predicate in FloatPredicate::ALL {
        let (module, kind) = understood(&format!("  %r = fcmp fast {} float %x, 0.0", predicate.word()));
        assert!(matches!(kind, InstructionKind::FloatCompare { predicate: found, .. } if found == predicate));
        assert_eq!(result_type(&module), "i1");
    }
    let (module, _) = understood("  %r = icmp eq <4 x i32> zeroinitializer, undef");
    assert_eq!(result_type(&module), "<4 x i1>");
    let (module, _) = understood("  %r = icmp eq ptr %p, null");
    assert_eq!(result_type(&module), "i1");
}

#[test]
fn every_conversion() {
    for &op in CastOp::ALL {
        let (from, to) = match op {
            CastOp::Trunc => ("i32 %a", "i8"),
            CastOp::ZExt | CastOp::SExt => ("i32 %a", "i64"),
            CastOp::FpTrunc => ("double %y", "float"),
            CastOp::FpExt => ("float %x", "double"),
            CastOp::FpToUi | CastOp::FpToSi => ("float %x", "i16"),
            CastOp::UiToFp | CastOp::SiToFp => ("i32 %a", "double"),
            CastOp::PtrToInt | CastOp::PtrToAddr => ("ptr %p", "i64"),
            CastOp::IntToPtr => ("i64 %l", "ptr"),
            CastOp::BitCast => ("float %x", "i32"),
            CastOp::AddrSpaceCast => ("ptr %p", "ptr addrspace(1)"),
        };
        let (module, kind) = understood(&format!("  %r = {} {from} to {to}", op.word()));
        assert!(matches!(kind, InstructionKind::Cast { op: found, .. } if found == op));
        assert_eq!(result_type(&module), to);
    }
}

#[test]
fn values_that_are_chosen_or_taken_apart() {
    let (module, kind) = understood("  %r = select i1 %c, i32 %a, i32 5");
    let InstructionKind::Select { condition, then, otherwise } = kind else { panic!() };
    assert_eq!(
        [condition, then, otherwise].map(|operand| operand_text(&module, operand)),
        ["%c", "%a", "i32 5"]
    );
    let (module, _) = understood("  %r = freeze i64 %l");
    assert_eq!(result_type(&module), "i64");
    let (module, _) = understood("  %r = fneg float %x");
    assert_eq!(result_type(&module), "float");
    let (module, kind) = understood("  %r = extractvalue { i8, [2 x %struct.s] } zeroinitializer, 1, 0, 1");
    assert_eq!(result_type(&module), "ptr");
    assert!(matches!(kind, InstructionKind::ExtractValue { indices, .. } if *indices == [1, 0, 1]));
    let (module, kind) = understood("  %r = insertvalue { i32, i1 } poison, i1 %c, 1, !dbg !2");
    assert_eq!(result_type(&module), "{i32, i1}");
    assert!(matches!(kind, InstructionKind::InsertValue { indices, .. } if *indices == [1]));
    let (module, _) = understood("  %r = va_arg ptr %p, i16");
    assert_eq!(result_type(&module), "i16");
}

#[test]
fn element_pointers() {
    let (module, kind) =
        understood("  %r = getelementptr inbounds nuw %struct.s, ptr %p, i64 %l, i32 1, !dbg !2");
    let InstructionKind::GetElementPointer { flags, source_type, base, indices } = kind else { panic!() };
    assert!(flags.in_bounds && flags.no_unsigned_wrap && !flags.no_unsigned_signed_wrap);
    assert_eq!(module.types.display(source_type).to_string(), "%struct.s");
    assert_eq!(operand_text(&module, base), "%p");
    assert_eq!(indices.iter().map(|&i| operand_text(&module, i)).collect::<Vec<_>>(), ["%l", "i32 1"]);
    assert_eq!(result_type(&module), "ptr");
    let (_, kind) = understood("  %r = getelementptr nusw i8, ptr @g, i64 -1");
    assert!(
        matches!(kind, InstructionKind::GetElementPointer { flags, .. } if flags.no_unsigned_signed_wrap)
    );
}

fn call(code: &str) -> (porf_llvm::ast::Module, porf_llvm::ast::Call) {
    match understood(code) {
        (module, InstructionKind::Call(call)) => (module, *call),
        (_, other) => panic!("{other:?}"),
    }
}

#[test]
fn calls() {
    let (module, found) = call(
        "  %r = call i32 (...) @h(i32 noundef %a, ptr nonnull align 8 captures(none) @g, i1 zeroext true, double 2.0) #4",
    );
    assert_eq!(module.types.display(found.ty).to_string(), "i32 (...)");
    assert_eq!(result_type(&module), "i32");
    let arguments: Vec<_> =
        found.arguments.iter().map(|argument| operand_text(&module, argument.value)).collect();
    assert_eq!(arguments, ["%a", "ptr @g", "i1 1", "double 0x4000000000000000"]);
    assert_eq!(found.arguments[1].attributes.align, Some(8));
    let Callee::Function(callee) = found.callee else { panic!() };
    assert_eq!(module.referenced_global(callee).map(|id| &*module.globals[id].name), Some("h"));

    let (module, found) = call(
        "  tail call fastcc void %p(ptr byval(%struct.s) align 4 %p, ptr sret({ i64 }) %p) nounwind [ \"deopt\"(i32 1, ptr %p) ], !dbg !3",
    );
    assert_eq!(module.types.display(found.ty).to_string(), "void (ptr, ptr)");
    assert!(first(&module).result.is_none() && !found.must_tail);
    let shown = |ty| module.types.display(ty).to_string();
    assert_eq!(found.arguments[0].attributes.by_value.map(shown).as_deref(), Some("%struct.s"));
    assert_eq!(found.arguments[1].attributes.result_address.map(shown).as_deref(), Some("{i64}"));

    let (_, found) = call(
        "  musttail call void @h(ptr getelementptr inbounds (i8, ptr @g, i64 1), i32 range(i32 -5, 5) -1)",
    );
    assert!(found.must_tail);

    let (module, found) = call(
        "  %r = call nnan range(i64 0, 9) i64 asm sideeffect alignstack \"mov $0, $$1\\0A\", \"=r,~{memory}\"() #1, !srcloc !9",
    );
    let Callee::Assembly { template, constraints } = &found.callee else { panic!() };
    assert_eq!((&**template, &**constraints), ("mov $0, $$1\n", "=r,~{memory}"));
    assert_eq!(result_type(&module), "i64");

    let (module, found) =
        call("  call void @h(metadata !\"round.dynamic\", metadata ptr %p, metadata !DIExpression())");
    let arguments: Vec<_> =
        found.arguments.iter().map(|argument| operand_text(&module, argument.value)).collect();
    assert_eq!(arguments[1], "metadata unsupported ptr %p");
    assert_eq!(arguments.len(), 3);
}

#[test]
fn what_only_debuggers_need_is_skipped() {
    let module = in_function(
        "  call void @llvm.dbg.declare(metadata ptr %undefined, metadata !1, metadata !DIExpression()), !dbg !2\n\
         \x20   #dbg_value(i32 %undefined, !1, !DIExpression(DW_OP_plus_uconst, 8), !2)\n\
         \x20 tail call void @llvm.dbg.label(metadata !3), !dbg !4\n\
         \x20 %r = add i32 %a, 1\n  uselistorder i32 %a, { 1, 0 }",
    );
    assert!(matches!(first(&module).kind, InstructionKind::Binary { .. }));
    assert_eq!(crate::block(body(&module, "f"), 0).instructions.len(), 1);
}

#[test]
fn instructions_that_are_not_understood_are_kept_as_text() {
    for code in [
        "%r = insertelement <4 x i32> undef, i32 3, i32 1",
        "%r = add i32 %a",
        "%r = add i32 %a, %b, %b",
        "%r = load i32, ptr %p, novelty 3",
        "%r = frobnicate { i32, [ 3 x ( ] ) } %nowhere",
        "%r = getelementptr i8, ptr %p, <2 x i64> zeroinitializer",
        "%r = extractvalue { i8 } undef, 3",
        "%r = cmpxchg ptr %p, i32 0, i64 1 seq_cst seq_cst",
        "%r = landingpad { ptr, i32 } cleanup",
        "store i32 %a, ptr %p, align 3",
        "callxx void @h()",
    ] {
        let module = in_function(&format!("  {code}, !dbg !7"));
        let InstructionKind::Unsupported { text } = &first(&module).kind else { panic!("{code}") };
        assert_eq!(&**text, code.trim_start_matches("%r = "));
        assert_eq!(first(&module).result.is_some(), code.starts_with('%'));
        assert_eq!(first(&module).line, 5);
        assert!(first(&module).debug.is_some());
    }
}

#[test]
fn a_phi_behind_another_instruction_is_not_understood() {
    let module = in_function("  %q = add i32 %a, 1\n  %r = phi i32 [ 1, %nowhere ]");
    let instructions = &crate::block(body(&module, "f"), 0).instructions;
    assert!(matches!(&instructions[1].kind, InstructionKind::Unsupported { .. }));
}

#[test]
fn a_constant_has_the_type_that_is_written_before_it() {
    let (module, kind) = understood("  %r = add i8 -1, 1");
    let InstructionKind::Binary { left: porf_llvm::ast::Operand::Constant(left), .. } = kind else {
        panic!()
    };
    assert_eq!(constant_text(&module, left), "i8 255");
    let result = first(&module).result.expect("a result");
    assert_eq!(body(&module, "f").locals[result].name, Name::Text("r".into()));
}
