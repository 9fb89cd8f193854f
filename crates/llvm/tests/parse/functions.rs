//! Bodies: blocks, names and numbers, terminators.

use porf_entity::EntityId;
use porf_llvm::ast::{BlockId, InstructionKind, Name, Operand, TerminatorKind};

use crate::{block, body, constant_text, read};

#[test]
fn numbers_count_parameters_blocks_and_results_together() {
    // %0 is a parameter, %1 the entry, %2 a result, %3 a block, %4 a result without a name that nobody uses.
    let module = read(
        "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  br label %3\n3:\n  call i32 @f(i32 %2)\n  %5 = add i32 %2, 2\n  ret i32 %5\n}\n",
    );
    let body = body(&module, "f");
    assert_eq!(block(body, 0).name, Name::Number(1));
    assert_eq!(block(body, 1).name, Name::Number(3));
    let names: Vec<String> = body.locals.values().map(|local| local.name.to_string()).collect();
    assert_eq!(names, ["%0", "%2", "%4", "%5"]);
    let call = &block(body, 1).instructions[0];
    assert_eq!(call.result.map(|id| body.locals[id].name.clone()), Some(Name::Number(4)));
}

#[test]
fn what_follows_a_terminator_without_a_label_is_a_block() {
    let module = read("define void @f() {\n  br label %1\n  ret void\n}\n");
    let body = body(&module, "f");
    assert_eq!(body.blocks.len(), 2);
    assert!(matches!(block(body, 0).terminator.kind, TerminatorKind::Jump(id) if id.index() == 1));
}

#[test]
fn blocks_are_numbered_in_the_order_of_the_text() {
    let module = read(
        "define i32 @f(i1 %c) {\nentry:\n  br i1 %c, label %\"last one\", label %middle\n\
         middle:                ; preds = %entry\n  br label %\"last one\"\n\
         \"last one\":\n  %x = phi i32 [ 1, %entry ], [ %y, %middle ]\n  ret i32 %x\nnever:\n  %y = add i32 1, 1\n  unreachable\n}\n",
    );
    let body = body(&module, "f");
    let index = |id: &BlockId| id.index();
    let TerminatorKind::Branch { then, otherwise, .. } = &block(body, 0).terminator.kind else { panic!() };
    assert_eq!([then, otherwise].map(index), [2, 1]);
    let InstructionKind::Phi { incoming } = &block(body, 2).instructions[0].kind else { panic!() };
    assert_eq!(incoming.iter().map(|(_, id)| id.index()).collect::<Vec<_>>(), [0, 1]);
    let Operand::Local(y) = incoming[1].0 else { panic!() };
    assert_eq!(body.locals[y].name, Name::Text("y".into()));
    assert_eq!(block(body, 3).instructions[0].result, Some(y));
    assert_eq!(block(body, 2).name, Name::Text("last one".into()));
}

#[test]
fn parameters_are_the_first_locals() {
    let module = read("define void @f(i32 %a, ptr %\"b c\", i8) {\n  ret void\n}\n");
    let names: Vec<String> = body(&module, "f").locals.values().map(|local| local.name.to_string()).collect();
    assert_eq!(names, ["%a", "%b c", "%0"]);
}

#[test]
fn headers_with_everything() {
    let module = read(
        r#"define linkonce_odr hidden x86_fastcallcc noundef signext i16 @f(ptr noundef nonnull align 8 dereferenceable(16) %p) unnamed_addr addrspace(0) #0 "a"="b" alignstack(8) section "s" partition "q" comdat($c) align 32 gc "x" prefix { i32, i8 } { i32 1, i8 2 } personality ptr @h !dbg !1 !type !{i64 0} {
  ret i16 0
}
define void @one_line() { ret void }
declare i32 @h(...)
"#,
    );
    assert_eq!(body(&module, "f").blocks.len(), 1);
    assert_eq!(body(&module, "one_line").blocks.len(), 1);
}

#[test]
fn terminators() {
    let module = read(
        "define i64 @f(i32 %v, ptr %p) {\n  switch i32 %v, label %d [\n    i32 1, label %e\n    i32 -1, label %d\n  ], !prof !3\n\
         d:\n  indirectbr ptr %p, [label %d, label %e]\n\
         e:\n  %r = invoke i64 @f(i32 1, ptr null) #1\n          to label %g unwind label %h\n\
         g:\n  ret i64 %r\n\
         h:\n  %l = landingpad { ptr, i32 }\n          cleanup\n          catch ptr null\n  resume { ptr, i32 } %l\n}\n",
    );
    let body = body(&module, "f");
    let TerminatorKind::Switch { default, cases, .. } = &block(body, 0).terminator.kind else { panic!() };
    assert_eq!(default.index(), 1);
    let cases: Vec<_> = cases.iter().map(|&(c, id)| (constant_text(&module, c), id.index())).collect();
    assert_eq!(cases, [("i32 1".into(), 2), ("i32 4294967295".into(), 1)]);
    let TerminatorKind::IndirectJump { targets, .. } = &block(body, 1).terminator.kind else { panic!() };
    assert_eq!(targets.iter().map(|id| id.index()).collect::<Vec<_>>(), [1, 2]);
    let invoke = &block(body, 2).terminator;
    let TerminatorKind::Invoke { call, normal, unwind } = &invoke.kind else { panic!() };
    assert_eq!((call.arguments.len(), normal.index(), unwind.index()), (2, 3, 4));
    let TerminatorKind::Return(Some(Operand::Local(returned))) = block(body, 3).terminator.kind else {
        panic!()
    };
    assert_eq!(invoke.result, Some(returned));
    // What belongs to exceptions is kept as text; its result has the type with which it is used.
    let pad = &block(body, 4).instructions[0];
    let InstructionKind::Unsupported { text } = &pad.kind else { panic!() };
    assert_eq!(&**text, "landingpad { ptr, i32 } cleanup catch ptr null");
    let TerminatorKind::Unsupported { text } = &block(body, 4).terminator.kind else { panic!() };
    assert_eq!(&**text, "resume { ptr, i32 } %l");
    assert!(pad.result.is_some());
}

#[test]
fn an_unknown_instruction_may_end_a_block() {
    let module = read("define void @f() {\n  novelty i32 1 to nowhere\nnext:\n  ret void\n}\n");
    let body = body(&module, "f");
    let TerminatorKind::Unsupported { text } = &block(body, 0).terminator.kind else { panic!() };
    assert_eq!(&**text, "novelty i32 1 to nowhere");
    assert_eq!(body.blocks.len(), 2);
}

#[test]
fn names_in_an_instruction_that_is_not_understood_need_no_definition() {
    let module = read(
        "define i32 @f() {\n  %x = add i32 %nowhere, novelty\n  %y = add i32 %x, 1\n  br label %e\ne:\n  ret i32 %y\n}\n",
    );
    let body = body(&module, "f");
    let InstructionKind::Unsupported { text } = &block(body, 0).instructions[0].kind else { panic!() };
    assert_eq!(&**text, "add i32 %nowhere, novelty");
    let types: Vec<_> =
        body.locals.values().map(|local| module.types.display(local.ty).to_string()).collect();
    assert_eq!(types, ["i32", "i32"]);
}
