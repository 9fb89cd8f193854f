//! Calls of functions of the program, through pointers, and of external functions.

use crate::evaluate::Machine;
use crate::support::{effects, externals, function, link_all, lower, lower_function, unsupported};
use porf_ir::{Operation, Type};

#[test]
fn structures_are_passed_in_parts() {
    let text = "define i64 @f() {
      %r = call { i32, i64 } @g({ i8, i8 } { i8 1, i8 2 }, i64 3)
      %a = extractvalue { i32, i64 } %r, 0
      %b = extractvalue { i32, i64 } %r, 1
      %w = zext i32 %a to i64
      %s = add i64 %w, %b
      ret i64 %s
    }
    define { i32, i64 } @g({ i8, i8 } %p, i64 %x) {
      %h = extractvalue { i8, i8 } %p, 1
      %w = zext i8 %h to i32
      %1 = insertvalue { i32, i64 } undef, i32 %w, 0
      %2 = insertvalue { i32, i64 } %1, i64 %x, 1
      ret { i32, i64 } %2
    }";
    let module = lower_function(text, "f");
    assert_eq!(function(&module, "g").returns, [Type::I32, Type::I64]);
    assert_eq!(Machine::new(&module).call("f", &[]), [5]);
}

/// The callee of an argument passed by value works on a copy.
#[test]
fn arguments_by_value_are_copied() {
    let text = "%s = type { i64, i64, i64 }
    @g = global %s { i64 1, i64 2, i64 3 }
    define i64 @f() {
      %r = call i64 @change(ptr byval(%s) align 8 @g)
      %q = getelementptr %s, ptr @g, i32 0, i32 2
      %x = load i64, ptr %q
      %y = mul i64 %r, 10
      %s = add i64 %x, %y
      ret i64 %s
    }
    define i64 @change(ptr byval(%s) align 8 %p) {
      %q = getelementptr %s, ptr %p, i32 0, i32 2
      store i64 7, ptr %q
      %x = load i64, ptr %q
      ret i64 %x
    }";
    assert_eq!(Machine::new(&lower_function(text, "f")).call("f", &[]), [73]);
}

#[test]
fn calls_through_pointers() {
    let text = "@table = global [2 x ptr] [ptr @inc, ptr @dec]
    define i32 @f(i64 %i) {
      %p = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
      %g = load ptr, ptr %p
      %r = call i32 %g(i32 5)
      ret i32 %r
    }
    define internal i32 @inc(i32 %x) {
      %r = add i32 %x, 1
      ret i32 %r
    }
    define internal i32 @dec(i32 %x) {
      %r = sub i32 %x, 1
      ret i32 %r
    }";
    let module = lower_function(text, "f");
    assert_eq!([0, 1].map(|i| Machine::new(&module).call("f", &[i])[0]), [6, 4]);
}

/// A pointer to an external function points to a function of the program that calls it.
#[test]
fn pointers_to_external_functions() {
    let module = lower(
        "define i32 @main() {
          %r = call i32 @apply(ptr @elsewhere)
          ret i32 %r
        }
        define i32 @apply(ptr %f) {
          %r = call i32 %f(i32 3)
          ret i32 %r
        }
        declare i32 @elsewhere(i32)",
    );
    let mut machine = Machine::new(&module);
    machine.call("main", &[]);
    assert_eq!(machine.calls, [("elsewhere".to_owned(), vec![3])]);
}

#[test]
fn additional_arguments_keep_their_types() {
    let module = lower(
        "define i32 @main() {
          %r = call i32 (ptr, ...) @printf(ptr null, i8 1, double 2.0, i64 3)
          %s = call i32 (i32, ...) @own(i32 1, i64 2)
          ret i32 %r
        }
        define i32 @own(i32 %n, ...) {
          ret i32 %n
        }
        declare i32 @printf(ptr, ...)",
    );
    assert_eq!(externals(&module), ["printf"]);
    let main = function(&module, "main");
    let passed: Vec<Vec<Type>> = main
        .blocks
        .values()
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| match &instruction.operation {
            Operation::CallExternal { arguments, .. } | Operation::Call { arguments, .. } => {
                Some(arguments.iter().map(|&argument| main.values[argument].ty).collect())
            }
            _ => None,
        })
        .collect();
    assert_eq!(passed, [vec![Type::Ptr, Type::I8, Type::F64, Type::I64], vec![Type::I32, Type::I64]]);
}

/// Two files that disagree about a function, as C allows them to as long as nobody looks.
#[test]
fn calls_that_do_not_fit_the_function() {
    let caller =
        |call: &str| format!("declare i32 @g(...)\ndefine i32 @main() {{\n  {call}\n  ret i32 %r\n}}");
    let run = |call: &str, callee: &str| {
        let module = link_all(&[("a.c", &caller(call)), ("b.c", callee)]).expect("links").module;
        let problems = unsupported(&module);
        if problems.is_empty() { Ok(Machine::new(&module).call("main", &[])[0]) } else { Err(problems) }
    };
    let identity = "define i32 @g(i32 %x) {\n  ret i32 %x\n}";
    assert_eq!(run("%r = call i32 @g(i32 1, i32 2)", identity), Ok(1), "arguments too many");
    assert_eq!(run("%r = call i32 @g(i64 4294967299)", identity), Ok(3), "a wider argument");
    assert_eq!(run("%r = call i32 @g(i8 -1)", identity), Ok(255), "a narrower argument");
    assert_eq!(run("%r = call i32 @g(i32 1)", "define void @g(i32 %x) {\n  ret void\n}"), Ok(0), "no result");
    assert!(run("%r = call i32 @g()", identity).is_err(), "arguments missing");
    assert!(run("%r = call i32 @g(double 1.0)", identity).is_err(), "another register");
}

#[test]
fn atomic_functions_of_sv_comp() {
    let user = "define i32 @main() {
      call void @__VERIFIER_atomic_step(i1 true)
      ret i32 0
    }
    define void @__VERIFIER_atomic_step(i1 %c) {
      br i1 %c, label %a, label %b
    a:
      ret void
    b:
      ret void
    }";
    let runtime = "define void @__VERIFIER_atomic_begin() {
      call void @begun()
      ret void
    }
    define void @__VERIFIER_atomic_end() {
      call void @ended()
      ret void
    }
    declare void @begun()
    declare void @ended()";
    let module = link_all(&[("a.c", user), ("runtime", runtime)]).expect("links").module;
    let step = function(&module, "__VERIFIER_atomic_step");
    assert_eq!(effects(step), ["call", "call", "call"], "one at the beginning, one before each return");
    let mut machine = Machine::new(&module);
    machine.call("main", &[]);
    assert_eq!(machine.calls.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["begun", "ended"]);
    let alone = link_all(&[("a.c", user)]).expect("links").module;
    assert_eq!(effects(function(&alone, "__VERIFIER_atomic_step")), [""; 0]);
}
