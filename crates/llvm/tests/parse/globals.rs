//! Variables, aliases, declarations, and what is skipped.

use crate::{constant_text, function, global, read};
use porf_llvm::ast::{GlobalKind, Linkage, Module, Variable};

fn variable<'a>(module: &'a Module, name: &str) -> &'a Variable {
    match &global(module, name).kind {
        GlobalKind::Variable(variable) => variable,
        other => panic!("{name} is {other:?}"),
    }
}

#[test]
fn properties_of_variables() {
    let module = read(
        r#"
@plain = dso_local global i32 7, align 4
@text = private unnamed_addr constant [2 x i8] c"a\00", align 1
@local = internal thread_local(localexec) local_unnamed_addr global i64 0, section ".data.x", comdat($c), align 16
@there = external dso_local global ptr, align 8
@perhaps = extern_weak hidden global i32
@shared = common dso_local global i32 0, align 4
@"quoted name" = weak_odr protected externally_initialized addrspace(0) global i8 1, no_sanitize_address, align 2 #3
@llvm.used = appending global [1 x ptr] [ptr @plain], section "llvm.metadata"
@0 = private constant i8 9
"#,
    );
    let plain = variable(&module, "plain");
    assert!(!plain.is_constant && !plain.is_thread_local && plain.align == Some(4));
    assert_eq!(global(&module, "plain").linkage, Linkage::External);
    assert_eq!(global(&module, "plain").line, 2);
    assert!(variable(&module, "text").is_constant);
    assert_eq!(global(&module, "text").linkage, Linkage::Private);
    let local = variable(&module, "local");
    assert!(local.is_thread_local && local.align == Some(16));
    assert_eq!(local.section.as_deref(), Some(".data.x"));
    assert!(variable(&module, "there").initializer.is_none());
    assert!(variable(&module, "perhaps").initializer.is_none());
    assert_eq!(global(&module, "perhaps").linkage, Linkage::ExternalWeak);
    assert_eq!(global(&module, "shared").linkage, Linkage::Common);
    assert_eq!(variable(&module, "quoted name").align, Some(2));
    assert_eq!(global(&module, "llvm.used").linkage, Linkage::Appending);
    assert!(variable(&module, "0").initializer.is_some());
}

#[test]
fn aliases_and_indirect_functions() {
    let module = read(
        "@a = weak alias i32 (i32), ptr @f\n@b = internal alias i8, getelementptr (i8, ptr @f, i64 1)\n\
         @i = dso_local ifunc i32 (i32), ptr @r\ndeclare i32 @f(i32)\ndeclare ptr @r()\n",
    );
    let GlobalKind::Alias(alias) = &global(&module, "a").kind else { panic!() };
    assert_eq!(constant_text(&module, alias.target), "ptr @f");
    assert_eq!(module.types.display(alias.ty).to_string(), "i32 (i32)");
    let GlobalKind::Alias(alias) = &global(&module, "b").kind else { panic!() };
    assert_eq!(constant_text(&module, alias.target), "ptr gep(i8, ptr @f, i64 1)");
    let GlobalKind::IndirectFunction(alias) = &global(&module, "i").kind else { panic!() };
    assert_eq!(constant_text(&module, alias.target), "ptr @r");
}

#[test]
fn declarations_and_their_parameters() {
    let module = read(
        r#"
declare !dbg !3 noundef range(i32 0, 5) i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1
declare void @big(ptr dead_on_unwind noalias writable sret(%s) align 8, ptr byval(%s) align 16 "key"="value" captures(none) initializes((0, 8)), i32 zeroext) #2
declare fastcc cc 10 zeroext i1 @odd(i32 unheardof(4, (x)) %named, i32)
%s = type { i64 }
"#,
    );
    let printf = function(&module, "printf");
    assert!(printf.variadic && printf.body.is_none());
    assert_eq!(module.types.display(printf.ty).to_string(), "i32 (ptr, ...)");
    let big = &function(&module, "big").parameters;
    let shown = |ty| module.types.display(ty).to_string();
    assert_eq!(big[0].attributes.result_address.map(shown).as_deref(), Some("%s"));
    assert_eq!(big[0].attributes.align, Some(8));
    assert_eq!(big[1].attributes.by_value.map(shown).as_deref(), Some("%s"));
    assert_eq!(big[1].attributes.align, Some(16));
    assert_eq!(big.len(), 3);
    assert_eq!(module.types.display(function(&module, "odd").ty).to_string(), "i1 (i32, i32)");
}

#[test]
fn the_rest_of_a_module_is_skipped() {
    let module = read(
        r#"; ModuleID = 'x.c'
source_filename = "x\22y.c"
target datalayout = "e-m:e"
target triple = "x86_64-pc-linux-gnu"
module asm ".globl x"
$c = comdat any
$"c d" = comdat largest
attributes #0 = { noinline "frame-pointer"="all" memory(none) }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = distinct !{!1, !{null}, i64 -1}
uselistorder ptr @g, { 1, 0 }
^0 = module: (path: "x", hash: (0, 1,
  2))
@g = global i32 0
"#,
    );
    assert_eq!(module.source_name.as_deref(), Some("x\"y.c"));
    assert_eq!(module.data_layout.as_deref(), Some("e-m:e"));
    assert_eq!(module.triple.as_deref(), Some("x86_64-pc-linux-gnu"));
    assert!(module.has_assembly);
    assert_eq!(module.globals.len(), 1);
}
