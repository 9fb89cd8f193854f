//! For each rule of the verifier a module that breaks it, and only it.

use porf_entity::{EntityId, PrimaryMap};

use super::*;
use crate::function::ValueId;
use crate::instruction::{Operation, TerminatorKind};
use crate::{ExternalId, GlobalId, Relocation, parse};

/// A module that uses every instruction as it should be used.
const GOOD: &str = r#"
    global g0 "x" size 8 align 8 init [1]
    global g1 "p" size 16 align 8 pointers [0: g0, 8: g1]
    global g2 "t" size 32 align 8 thread_local private pointers [0: g0 - 8, 16: f1]
    global g3 "c" size 8 align 8 constant
    external x0 "malloc"
    function f0 "P0"(%v0: ptr, %v1: i32) -> (i32, i1) {
    b0:
      %v2: i64 = zext %v1
      %v3: i32 = trunc %v2
      %v4: ptr = address g0
      %v5: i64 = ptrtoint %v4
      %v6: ptr = inttoptr %v5
      %v7: ptr = ptradd %v6, %v2
      %v8: i32 = load.acq %v7
      store.rel %v8, %v0
      %v9: i32 = rmw.add.sc %v0, %v8
      %v10: i32, %v11: i1 = cmpxchg_weak.acq_rel.rlx %v0, %v9, %v8
      fence.sc
      %v12: i1 = icmp.ult %v9, %v10
      %v13: i32 = select %v12, %v9, %v10
      %v14: i32, %v15: i1 = call f0(%v0, %v13)
      assume %v15
      %v16: ptr = rmw.xchg.rlx %v0, %v7
      branch %v15, b1(%v14), b2
    b1(%v17: i32):
      switch %v17, [0: b2, 4294967295: b1(%v9)], b3
    b2:
      return %v13, %v12
    b3:
      fail.assertion
    b4:
      loop_bound
    }
    function f1 "new"(%v0: i64, %v1: f64) variadic -> (f64) {
    b0:
      %v2: ptr = alloca %v0 align 16
      %v3: ptr = address f1
      %v4: i64 = bitcast %v1
      %v5: f64 = load.acq %v2
      store.rel %v5, %v2
      %v6: f64 = rmw.xchg.rlx %v2, %v1
      %v7: i1 = fcmp.olt %v5, %v6
      %v8: i64 = add.nsw %v4, %v0
      %v9: f64 = fadd %v5, %v6
      %v10: f64 = sqrt %v9
      %v11: i64 = bswap %v8
      %v12: f32 = fptrunc %v10
      %v13: f64 = fpext %v12
      %v14: i32 = fptosi %v13
      %v15: f32 = uitofp %v14
      %v16: f64 = call f1(%v11, %v10, %v7, %v2)
      %v17: f64, %v18: i1 = call %v3(%v0)
      %v19: i8, %v20: ptr = call x0(%v7)
      %v21: i7 = unsupported "vectors"
      call x0()
      unsupported ""
      return %v16
    }
    thread "P0" f0(g0, 4294967295)
"#;

fn errors_of(text: &str) -> Vec<String> {
    let module = parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    verify(&module).err().unwrap_or_default().iter().map(VerifyError::to_string).collect()
}

#[test]
fn a_module_that_obeys_all_rules_is_accepted() {
    assert_eq!(errors_of(GOOD), [""; 0]);
}

/// Replaces a part of the good module; the verifier then reports exactly one error.
#[track_caller]
fn breaks(good: &str, bad: &str, message: &str) {
    assert!(GOOD.contains(good), "{good} is not in the module");
    let errors = errors_of(&GOOD.replacen(good, bad, 1));
    assert!(matches!(&errors[..], [error] if error.contains(message)), "{bad}: {errors:?}");
}

#[test]
fn globals() {
    breaks("align 8 init", "align 3 init", "not a power of two");
    breaks("align 8 init", "align 0 init", "not a power of two");
    breaks("init [1]", "init [1, 2, 3, 4, 5, 6, 7, 8, 9]", "longer than the global");
    breaks("8: g1", "9: g1", "not within the global");
    breaks("8: g1", "18446744073709551615: g1", "not within the global");
    breaks("8: g1", "4: g1", "overlap");
    breaks("8: g1", "8: g2", "of which each thread has its own");
    breaks("thread_local private", "private", "private but not thread-local");
}

#[test]
fn threads() {
    breaks("(g0, 4294967295)", "(g0)", "passes 1 arguments");
    breaks("(g0, 4294967295)", "(g0, 4294967296)", "for a parameter of type i32");
    breaks("(g0, 4294967295)", "(g0, g0)", "for a parameter of type i32");
    breaks("(g0, 4294967295)", "(g2, 1)", "for a parameter of type ptr");
    breaks("(g0, 4294967295)", "(0, 1)", "for a parameter of type ptr");
}

#[test]
fn the_shape_of_functions() {
    breaks("    b4:\n      loop_bound", "    b4:\n      jump b0", "a jump to the entry block");
    breaks("b0:", "b0(%v18: i32):", "the entry block has parameters");
    let empty = errors_of("function f0 \"f\"() {\n}");
    assert_eq!(empty, ["f0: the function has no blocks"]);
}

#[test]
fn types_of_operands_and_results() {
    breaks("%v5: i64 = ptrtoint %v4", "%v5: i64 = add %v2, %v1", "%v1 has type i32, but i64 is needed");
    breaks("%v5: i64 = ptrtoint %v4", "%v5: i64 = zext %v2", "zext cannot make i64 of i64");
    breaks("%v5: i64 = ptrtoint %v4", "%v5: i64 = trunc %v1", "trunc cannot make i64 of i32");
    breaks("%v5: i64 = ptrtoint %v4", "%v5: i64 = ptrtoint %v1", "ptrtoint cannot make i64 of i32");
    breaks("%v6: ptr = inttoptr %v5", "%v6: ptr = inttoptr %v4", "inttoptr cannot make ptr of ptr");
    breaks("%v4: ptr = address g0", "%v4: ptr = sub %v0, %v0", "an integer is needed");
    breaks("%v3: i32 = trunc %v2", "%v3: i31 = address g0", "%v3 has type i31, but ptr is needed");
    breaks("%v3: i32 = trunc %v2", "%v3: i7 = const 128", "128 does not fit in i7");
    breaks("ptradd %v6, %v2", "ptradd %v6, %v1", "%v1 has type i32, but i64 is needed");
    breaks("ptradd %v6, %v2", "ptradd %v2, %v2", "%v2 has type i64, but ptr is needed");
    breaks("load.acq %v7", "load.acq %v2", "%v2 has type i64, but ptr is needed");
    breaks("store.rel %v8, %v0", "store.rel %v8, %v2", "%v2 has type i64, but ptr is needed");
    breaks("rmw.add.sc %v0, %v8", "rmw.add.sc %v0, %v2", "%v2 has type i64, but i32 is needed");
    breaks("rmw.xchg.rlx", "rmw.add.rlx", "an integer is needed");
    breaks("%v0, %v9, %v8", "%v0, %v9, %v2", "%v2 has type i64, but i32 is needed");
    breaks("icmp.ult %v9, %v10", "icmp.ult %v9, %v2", "%v2 has type i64, but i32 is needed");
    breaks("select %v12, %v9", "select %v9, %v9", "%v9 has type i32, but i1 is needed");
    breaks("select %v12, %v9", "select %v12, %v2", "%v2 has type i64, but i32 is needed");
    breaks("assume %v15", "assume %v14", "%v14 has type i32, but i1 is needed");
    breaks("alloca %v0", "alloca %v1", "%v1 has type f64, but i64 is needed");
    breaks("align 16\n", "align 12\n", "the alignment of an alloca is 12, not a power of two");
    breaks("%v14: i32 = fptosi %v13", "%v14: i32 = address f1", "%v14 has type i32, but ptr is needed");
    breaks("%v4: i64 = bitcast %v1", "%v4: i64 = bitcast %v2", "bitcast cannot make i64 of ptr");
    breaks("%v4: i64 = bitcast %v1", "%v4: i64 = fptrunc %v1", "fptrunc cannot make i64 of f64");
    breaks("fcmp.olt %v5, %v6", "fcmp.olt %v4, %v4", "a floating-point number is needed");
    breaks("fcmp.olt %v5, %v6", "icmp.eq %v5, %v6", "an integer or an address is needed");
    breaks("add.nsw %v4", "fadd %v4", "a floating-point number is needed");
    breaks("%v9: f64 = fadd", "%v9: f64 = add", "but an integer is needed");
    breaks("%v10: f64 = sqrt", "%v10: f64 = ctpop", "but an integer is needed");
    breaks("%v11: i64 = bswap %v8", "%v11: i64 = fneg %v8", "a floating-point number is needed");
    breaks("%v21: i7 = unsupported \"vectors\"", "%v21: i1 = bswap %v7", "i1 has no whole number of bytes");
    breaks("fptrunc %v10", "fpext %v10", "fpext cannot make f32 of f64");
    breaks("fpext %v12", "sitofp %v12", "sitofp cannot make f64 of f32");
    breaks("fptosi %v13", "fptoui %v11", "fptoui cannot make i32 of i64");
    breaks("rmw.xchg.rlx %v2, %v1", "rmw.add.rlx %v2, %v1", "but an integer is needed");
    breaks(
        "%v17: f64, %v18: i1 = call %v3(%v0)",
        "%v17: f64, %v18: i1 = cmpxchg.sc.sc %v2, %v1, %v1",
        "an integer or an address is needed",
    );
    breaks("call %v3(%v0)", "call %v4(%v0)", "%v4 has type i64, but ptr is needed");
    breaks("fence.sc", "%v18: i32 = fence.sc", "1 results, but 0 are needed");
    breaks("assume %v15", "add %v8, %v8", "0 results, but 1 are needed");
}

#[test]
fn memory_holds_whole_numbers_of_bytes() {
    breaks("%v3: i32 = trunc %v2", "%v3: i24 = load.na %v0", "memory holds 8, 16, 32 or 64 bits");
    breaks("assume %v15", "store.rel %v15, %v0", "memory holds 8, 16, 32 or 64 bits");
    breaks("acq_rel.rlx", "acq_rel.na", "the failure of a compare-exchange is not atomic");
}

#[test]
fn calls_returns_and_jumps() {
    breaks("call f0(%v0, %v13)", "call f0(%v0)", "1 arguments, but 2 are needed");
    breaks("call f0(%v0, %v13)", "call f0(%v0, %v2)", "%v2 has type i64, but i32 is needed");
    breaks("%v15: i1 = call", "%v15: i1, %v18: i32 = call", "3 results, but 2 are needed");
    breaks("call f1(%v11, %v10, %v7, %v2)", "call f1(%v11)", "1 arguments, but 2 are needed");
    breaks("call f1(%v11, %v10", "call f1(%v10, %v10", "%v10 has type f64, but i64 is needed");
    breaks("return %v13, %v12", "return %v13", "1 returned values, but 2 are needed");
    breaks("return %v13, %v12", "return %v12, %v12", "%v12 has type i1, but i32 is needed");
    breaks("branch %v15, b1(%v14)", "branch %v15, b1", "0 arguments, but 1 are needed");
    breaks("branch %v15, b1(%v14)", "branch %v15, b1(%v2)", "%v2 has type i64, but i32 is needed");
    breaks("branch %v15, b1(%v14)", "branch %v14, b1(%v14)", "%v14 has type i32, but i1 is needed");
    breaks("switch %v17", "switch %v0", "an integer is needed");
    breaks("4294967295: b1", "4294967296: b1", "case 4294967296 does not fit in i32");
    breaks("4294967295: b1", "0: b1", "case 0 appears twice");
}

#[test]
fn uses_are_dominated_by_definitions() {
    breaks("load.acq %v7", "load.acq %v16", "%v16 is used where it may not be defined");
    breaks("return %v13, %v12", "return %v17, %v12", "%v17 is used where it may not be defined");
    breaks("%v3: i32 = trunc %v2", "%v3: i32 = add %v1, %v3", "%v3 is used where it may not be defined");
    // In a block that control never reaches, every use is dominated.
    assert_eq!(
        errors_of(&GOOD.replace("b4:\n      loop_bound", "b4:\n      assume %v12\n return %v17, %v12")),
        [""; 0]
    );
}

/// The parser does not let these through, so they are made by hand.
#[test]
fn ids_that_name_nothing() {
    let mut good = parse(GOOD).expect("the good module");
    let (f0, nowhere) = (good.threads[0].function, GlobalId::from_index(9));
    let breaks = |message: &str, change: &dyn Fn(&mut Module)| {
        let mut bad = good.clone();
        change(&mut bad);
        let errors = verify(&bad).expect_err(message);
        assert!(errors.iter().any(|error| error.to_string().contains(message)), "{message}: {errors:?}");
    };
    let [b0, b1] = [0, 1].map(BlockId::from_index);
    breaks("g9 does not exist", &|m| {
        m.functions[f0].blocks[b0].instructions[2].operation = Operation::GlobalAddress(nowhere);
    });
    breaks("points to g9", &|m| {
        let relocation = Relocation::Global { global: nowhere, addend: 0 };
        m.globals[GlobalId::from_index(1)].relocations[0].1 = relocation;
    });
    breaks("points to f7", &|m| {
        let relocation = Relocation::Function(FunctionId::from_index(7));
        m.globals[GlobalId::from_index(1)].relocations[0].1 = relocation;
    });
    breaks("f7 does not exist", &|m| {
        let address = Operation::FunctionAddress(FunctionId::from_index(7));
        m.functions[f0].blocks[b0].instructions[2].operation = address;
    });
    breaks("x7 does not exist", &|m| {
        let call = Operation::CallExternal { external: ExternalId::from_index(7), arguments: Vec::new() };
        m.functions[f0].blocks[b0].instructions[2].operation = call;
    });
    breaks("for a parameter of type ptr", &|m| m.threads[0].arguments[0] = Argument::Global(nowhere));
    breaks("runs f7", &|m| m.threads[0].function = FunctionId::from_index(7));
    breaks("f7 does not exist", &|m| {
        let call = Operation::Call { function: FunctionId::from_index(7), arguments: Vec::new() };
        m.functions[f0].blocks[b0].instructions[2].operation = call;
    });
    breaks("b9 does not exist", &|m| {
        m.functions[f0].blocks[b1].terminator.kind = TerminatorKind::Jump(BlockId::from_index(9).into());
    });
    breaks("%v99 does not exist", &|m| {
        m.functions[f0].blocks[b1].terminator.kind = TerminatorKind::Return(vec![ValueId::from_index(99)]);
    });
    breaks("%v99 does not exist", &|m| m.functions[f0].params[0] = ValueId::from_index(99));
    breaks("%v17 is defined twice", &|m| m.functions[f0].params.push(ValueId::from_index(17)));
    breaks("a value has no definition", &|m| m.functions[f0].blocks[b1].params.clear());
    breaks("i65 is no type", &|m| m.functions[f0].values[ValueId::from_index(3)].ty = Type::Int(65));
    breaks("i0 is no type", &|m| m.functions[f0].returns = vec![Type::Int(0)]);
    good.functions = PrimaryMap::new();
    assert!(verify(&good).is_err());
}
