; Forms that clang writes seldom or never: every instruction, every kind of constant.
source_filename = "forms"
target triple = "x86_64-pc-linux-gnu"

%pair = type { i32, %tail }
%tail = type <{ i8, ptr, [2 x i16] }>
%"odd name" = type opaque

$c = comdat any

@v = internal thread_local global %pair { i32 -1, %tail <{ i8 u0xFF, ptr @v, [2 x i16] [i16 1, i16 undef] }> }, align 8
@e = global [3 x ptr] [ptr getelementptr inbounds nuw (%pair, ptr @v, i32 0, i32 1), ptr inttoptr (i64 add (i64 ptrtoint (ptr @v to i64), i64 1) to ptr), ptr blockaddress(@all, %two)]
@f = constant { float, double, x86_fp80, half, fp128 } { float 0x3FB99999A0000000, double 1.5e+10, x86_fp80 0xK3FFF8000000000000000, half 0xH3C00, fp128 0xL00000000000000003FFF000000000000 }
@t = private unnamed_addr constant [4 x i8] c"a\0A\\\00", section "s", comdat($c), align 1
@a = weak alias i32 (i32, ...), ptr @all
@w = extern_weak global i32
@s = global <4 x i32> splat (i32 3)

define dso_local noundef i32 @all(i32 noundef range(i32 0, 5) %n, ...) local_unnamed_addr #0 personality ptr @all !dbg !1 {
  %1 = add nuw nsw i32 %n, 1, !dbg !2
  %2 = alloca %pair, i32 %1, align 16
  %3 = getelementptr inbounds %pair, ptr %2, i64 0, i32 1, i32 2, i64 1
  %4 = load atomic volatile i16, ptr %3 syncscope("singlethread") acquire, align 2
  %5 = zext nneg i16 %4 to i32
  %6 = cmpxchg weak ptr %2, i32 %5, i32 7 acq_rel monotonic, align 4
  %7 = extractvalue { i32, i1 } %6, 1
  %8 = atomicrmw umax ptr %2, i32 %5 seq_cst, align 4
  fence release
  store i32 %8, ptr %2, align 4, !tbaa !3
  br i1 %7, label %two, label %"three four"

two:                                              ; preds = %0
  %9 = phi i32 [ %5, %0 ], [ %z, %"three four" ]
  %10 = icmp samesign slt i32 %9, 3
  %11 = fcmp nnan ogt double 1.0, 0x7FF8000000000000
  %12 = select i1 %10, i1 %11, i1 false
  %13 = insertvalue { i32, i1 } poison, i1 %12, 1
  %14 = call i32 (i32, ...) @all(i32 signext 3, ptr byval(%tail) align 8 @v, metadata !"x") #1 [ "b"(i32 1) ], !dbg !2
  %15 = va_arg ptr %2, i64
  %16 = insertelement <4 x i32> zeroinitializer, i32 %14, i32 0
    #dbg_value(i32 %14, !5, !DIExpression(), !2)
  call void asm sideeffect "nop", "~{memory}"()
  switch i32 %14, label %end [
    i32 0, label %two_too
    i32 -5, label %end
  ]

two_too:
  indirectbr ptr %2, [label %two_too, label %end]

"three four":
  %z = invoke fastcc i32 @all(i32 0)
          to label %two unwind label %pad, !dbg !2

pad:
  %p = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %p

end:
  %17 = freeze float 0.0
  %18 = fneg fast float %17
  %19 = fptosi float %18 to i32
  ret i32 %19
}

declare void @other(ptr captures(none), i32) #1

attributes #0 = { nounwind "key"="value" memory(none) }

!llvm.dbg.cu = !{!0}
!0 = distinct !{}
!1 = distinct !DISubprogram(name: "all", scope: !4, file: !4, line: 1)
!2 = !DILocation(line: 2, column: 3, scope: !1)
!3 = !{!"x", !3, i64 0}
!4 = !DIFile(filename: "forms.c", directory: "/source")
