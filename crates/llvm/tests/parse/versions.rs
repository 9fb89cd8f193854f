//! What differs between the versions of LLVM.

use porf_llvm::ast::{InstructionKind, TerminatorKind};

use crate::{body, read};

/// Parses and asserts that everything is understood.
fn understood(text: &str) {
    let module = read(text);
    for block in body(&module, "f").blocks.values() {
        for instruction in &block.instructions {
            assert!(!matches!(instruction.kind, InstructionKind::Unsupported { .. }), "{instruction:?}");
        }
        assert!(!matches!(block.terminator.kind, TerminatorKind::Unsupported { .. }));
    }
}

#[test]
fn llvm_15() {
    understood(
        r#"
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #2
@g = global i1 icmp eq (ptr @f, ptr null)
define dso_local i32 @f(i32 noundef %0, ptr nocapture noundef readonly byval(i64) align 8 %1) #0 !dbg !5 {
  %3 = alloca i32, align 4
  call void @llvm.dbg.declare(metadata ptr %3, metadata !6, metadata !DIExpression()), !dbg !7
  call void @llvm.lifetime.start.p0(i64 4, ptr %3) #3, !dbg !7
  %4 = fneg double 1.000000e+00
  %5 = select i1 true, i32 select (i1 true, i32 1, i32 2), i32 %0
  ret i32 %5, !dbg !8
}
attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" }
"#,
    );
}

#[test]
fn llvm_19() {
    understood(
        r#"
define dso_local noundef range(i32 0, 2) i32 @f(ptr dead_on_unwind noalias writable sret([9 x i64]) align 8 initializes((0, 8), (16, 24)) %0, i32 nofpclass(nan inf) %1) #0 !dbg !5 {
    #dbg_declare(ptr %0, !6, !DIExpression(), !7)
  %3 = getelementptr inbounds nuw [9 x i64], ptr %0, i64 0, i64 1
  %4 = zext nneg i32 %1 to i64
  %5 = trunc nuw nsw i64 %4 to i32
  %6 = uitofp nneg i32 %5 to double
  %7 = or disjoint i32 %5, 1
    #dbg_value(i32 %7, !6, !DIExpression(DW_OP_LLVM_fragment, 0, 32), !7)
  %8 = load ptr, ptr getelementptr inbounds inrange(-16, 24) (i8, ptr @v, i64 16), align 8
  ret i32 %7, !dbg !8
}
@v = external global [5 x ptr]
"#,
    );
}

#[test]
fn llvm_20_to_22() {
    understood(
        r#"
define dso_local i32 @f(ptr noundef captures(ret: address, provenance) dead_on_return dereferenceable(8) %0, i32 %1) local_unnamed_addr #0 !dbg !5 {
  %3 = icmp samesign ult i32 %1, 5
  %4 = getelementptr nusw nuw i8, ptr %0, i64 4
  %5 = call i32 @llvm.smax.i32(i32 range(i32 1, 0) %1, i32 noundef 7) memory(none)
  %6 = atomicrmw usub_sat ptr %4, i32 %5 syncscope("one-as") monotonic, align 4
  %7 = ptrtoaddr ptr %4 to i64
  %8 = icmp eq i64 %7, u0x10
  switch i32 %6, label %9 [
    i32 1, label %9
  ]

9:
  call void @llvm.lifetime.end.p0(ptr captures(none) %0)
  ret i32 %1
}
declare i32 @llvm.smax.i32(i32, i32) #1
declare void @llvm.lifetime.end.p0(ptr captures(none)) #2
attributes #0 = { nounwind memory(argmem: readwrite, target_mem0: none) }
"#,
    );
}
