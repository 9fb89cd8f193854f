//! Debug positions.

use porf_entity::SourcePosition;

use crate::{block, body, global, read};

const TEXT: &str = r#"
@g = global i32 0, align 4, !dbg !20
define void @f() !dbg !3 {
  fence seq_cst, !dbg !6
  fence seq_cst, !dbg !7
  fence seq_cst
  fence seq_cst, !dbg !8, !other !6
  fence seq_cst, !dbg !99
  fence seq_cst, !dbg !DILocation(line: 1, column: 2, scope: !3)
  ret void, !dbg !9
}
!1 = !DIFile(filename: "a.c", directory: "/d", checksumkind: CSK_MD5, checksum: "00")
!2 = !DIFile(filename: "b\5Cx.h", directory: "/d")
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !10, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !11, retainedNodes: !{})
!4 = distinct !DILexicalBlock(scope: !3, file: !1, line: 4, column: 5)
!5 = !DILexicalBlockFile(scope: !4, file: !2, discriminator: 0)
!6 = !DILocation(line: 7, column: 9, scope: !3)
!7 = !DILocation(line: 8, scope: !5, inlinedAt: !6)
!8 = distinct !DILocation(line: 0, column: 3, scope: !4)
!9 = !DILocation(line: 5, column: 1, scope: !12)
!10 = !DISubroutineType(types: !{null})
!12 = !DILexicalBlock(scope: !4)
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: !11, file: !2, line: 2, type: !22, isLocal: false, isDefinition: true)
"#;

#[test]
fn positions_lead_to_files_through_scopes() {
    let module = read(TEXT);
    let names: Vec<_> = module.files.iter().map(|file| (&*file.name, &*file.directory)).collect();
    let index = |name: &str| names.iter().position(|file| *file == (name, "/d")).expect("the file") as u32;
    let (a, b) = (index("a.c"), index("b\\x.h"));
    assert_eq!(names.len(), 2);
    let block = block(body(&module, "f"), 0);
    let found: Vec<_> = block.instructions.iter().map(|i| module.position(i.debug)).collect();
    let at = |file, line, column| SourcePosition { file, line, column };
    let unknown = SourcePosition::UNKNOWN;
    assert_eq!(found[..3], [at(a, 7, 9), at(b, 8, 0), unknown]);
    // Line 0 stands for code without a line.
    assert!(!found[3].is_known());
    assert_eq!(found[4..], [unknown, unknown]);
    assert_eq!(module.position(block.terminator.debug), at(a, 5, 1));
    assert_eq!(module.position(global(&module, "f").debug), at(a, 3, 0));
    assert_eq!(module.position(global(&module, "g").debug), at(b, 2, 0));
    let lines: Vec<_> = block.instructions.iter().map(|i| i.line).collect();
    assert_eq!(lines, [4, 5, 6, 7, 8, 9]);
}

#[test]
fn scopes_that_contain_themselves_lead_nowhere() {
    let module = read(
        "define void @f() {\n  ret void, !dbg !1\n}\n!1 = !DILocation(line: 1, scope: !2)\n!2 = !DILexicalBlock(scope: !2)\n",
    );
    assert_eq!(module.position(block(body(&module, "f"), 0).terminator.debug), SourcePosition::UNKNOWN);
}
