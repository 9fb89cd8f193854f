@number = global i32 0, align 4, !dbg !1
@nodes = global [3 x { ptr, i32, [3 x i8] }] zeroinitializer, align 16, !dbg !4
@head = internal global ptr null, align 8, !dbg !20
@word = global i64 0, align 8, !dbg !24
@flags = global [8 x i8] zeroinitializer, align 8, !dbg !36
@grid = global [2 x [5 x i32]] zeroinitializer, align 16, !dbg !46
@f.calls = internal thread_local global i32 0, align 4, !dbg !51
@tail = global { i32, [2 x i32] } { i32 2, [2 x i32] zeroinitializer }, align 4, !dbg !53
@color = global i32 0, align 4, !dbg !60
@odd = global [2 x i32] zeroinitializer, align 4, !dbg !64
@derived = global { i32, i32 } zeroinitializer, align 4, !dbg !71
@piece.1 = internal global i32 0, align 4, !dbg !80
@opaque = global [16 x i8] zeroinitializer, align 1, !dbg !82
@endless = global i32 0, align 4, !dbg !90
@undescribed = global i32 0, align 4

!1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())
!2 = distinct !DIGlobalVariable(name: "number", type: !3, isLocal: false, isDefinition: true)
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

!4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
!5 = distinct !DIGlobalVariable(name: "nodes", type: !6, isLocal: false, isDefinition: true)
!6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, size: 384, elements: !7)
!7 = !{!8}
!8 = !DISubrange(count: 3)
!9 = !DIDerivedType(tag: DW_TAG_typedef, name: "node_t", baseType: !10)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", size: 128, elements: !11)
!11 = !{!12, !15, !16}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !10, baseType: !13, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !14)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !10, baseType: !3, size: 32, offset: 64)
!16 = !DIDerivedType(tag: DW_TAG_member, name: "tag", scope: !10, baseType: !17, size: 24, offset: 96)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 24, elements: !7)
!18 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !19)
!19 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)

!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "head", type: !22, isLocal: true, isDefinition: true)
!22 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !14)

!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(name: "word", type: !26, isLocal: false, isDefinition: true)
!26 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "word", size: 64, elements: !27)
!27 = !{!28, !33}
!28 = !DIDerivedType(tag: DW_TAG_member, scope: !26, baseType: !29, size: 64)
!29 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !26, size: 64, elements: !30)
!30 = !{!31, !32}
!31 = !DIDerivedType(tag: DW_TAG_member, name: "index", scope: !29, baseType: !3, size: 32)
!32 = !DIDerivedType(tag: DW_TAG_member, name: "version", scope: !29, baseType: !3, size: 32, offset: 32)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "raw", scope: !26, baseType: !34, size: 64)
!34 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)

!36 = !DIGlobalVariableExpression(var: !37, expr: !DIExpression())
!37 = distinct !DIGlobalVariable(name: "flags", type: !38, isLocal: false, isDefinition: true)
!38 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "flags", size: 64, elements: !39)
!39 = !{!40, !41, !42, !43}
!40 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !38, baseType: !3, size: 3, flags: DIFlagBitField, extraData: i64 0)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !38, baseType: !3, size: 10, offset: 3, flags: DIFlagPublic | DIFlagBitField, extraData: i64 0)
!42 = !DIDerivedType(tag: DW_TAG_member, name: "plain", scope: !38, baseType: !19, size: 8, offset: 16)
!43 = !DIDerivedType(tag: DW_TAG_member, name: "lone", scope: !38, baseType: !3, size: 7, offset: 32, flags: DIFlagBitField, extraData: i64 32)

!46 = !DIGlobalVariableExpression(var: !47, expr: !DIExpression())
!47 = distinct !DIGlobalVariable(name: "grid", type: !48, isLocal: false, isDefinition: true)
!48 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, size: 320, elements: !49)
!49 = !{!59, !50}
!50 = !DISubrange(count: 5)

!51 = !DIGlobalVariableExpression(var: !52, expr: !DIExpression())
!52 = distinct !DIGlobalVariable(name: "calls", type: !3, isLocal: true, isDefinition: true)

!53 = !DIGlobalVariableExpression(var: !54, expr: !DIExpression())
!54 = distinct !DIGlobalVariable(name: "tail", type: !55, isLocal: false, isDefinition: true)
!55 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "tail", size: 32, elements: !56)
!56 = !{!57, !58}
!57 = !DIDerivedType(tag: DW_TAG_member, name: "n", scope: !55, baseType: !3, size: 32)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "rest", scope: !55, baseType: !86, offset: 32)
!59 = !DISubrange(count: 2)
!86 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, elements: !87)
!87 = !{!88}
!88 = !DISubrange(count: -1)

!60 = !DIGlobalVariableExpression(var: !61, expr: !DIExpression())
!61 = distinct !DIGlobalVariable(name: "color", type: !62, isLocal: false, isDefinition: true)
!62 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "color", baseType: !3, size: 32, elements: !63)
!63 = !{!{}, null, !"none"}

!64 = !DIGlobalVariableExpression(var: !65, expr: !DIExpression())
!65 = distinct !DIGlobalVariable(name: "odd", type: !66, isLocal: false, isDefinition: true)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 64, elements: !70)
!67 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !68)
!68 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "three", size: 24, elements: !69)
!69 = !{!16}
!70 = !{!59}

!71 = !DIGlobalVariableExpression(var: !72, expr: !DIExpression())
!72 = distinct !DIGlobalVariable(name: "derived", type: !73, isLocal: false, isDefinition: true)
!73 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "derived", size: 64, elements: !74)
!74 = !{!75, !76, !77, !78}
!75 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !73, baseType: !79, extraData: i32 0)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "own", scope: !73, baseType: !3, size: 32, offset: 32)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "shared", scope: !73, baseType: !3, flags: DIFlagPublic | DIFlagStaticMember)
!78 = !DISubprogram(name: "method", scope: !73, flags: DIFlagPublic, spFlags: 0)
!79 = distinct !DICompositeType(tag: DW_TAG_class_type, name: "base", size: 32, elements: !91)
!91 = !{!57}

!80 = !DIGlobalVariableExpression(var: !81, expr: !DIExpression(DW_OP_LLVM_fragment, 32, 32))
!81 = distinct !DIGlobalVariable(name: "piece", type: !26, isLocal: true, isDefinition: true)

!82 = !DIGlobalVariableExpression(var: !83, expr: !DIExpression())
!83 = distinct !DIGlobalVariable(name: "opaque", type: !84, isLocal: false, isDefinition: true)
!84 = !DICompositeType(tag: DW_TAG_structure_type, name: "opaque", size: 128, elements: !85)
!85 = !{!93, !94}
!93 = !DIDerivedType(tag: DW_TAG_member, name: "odd", scope: !84, baseType: !95, size: 64)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "self", scope: !84, baseType: !84, size: 64, offset: 64)
!95 = !DISubroutineType(types: !63)

!90 = !DIGlobalVariableExpression(var: !92, expr: !DIExpression())
!92 = distinct !DIGlobalVariable(name: "endless", type: !96, isLocal: false, isDefinition: true)
!96 = !DIDerivedType(tag: DW_TAG_typedef, name: "a", baseType: !97)
!97 = !DIDerivedType(tag: DW_TAG_typedef, name: "b", baseType: !96)
