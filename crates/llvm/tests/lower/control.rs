//! Blocks, jumps, phi instructions.

use crate::evaluate::Machine;
use crate::support::{function, lower_function, unsupported};

#[test]
fn loops_with_phi_instructions() {
    // The phis of a loop take each other's old values: Fibonacci's numbers.
    let text = "define i64 @f(i64 %n) {
    entry:
      br label %loop
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %body ]
      %a = phi i64 [ 0, %entry ], [ %b, %body ]
      %b = phi i64 [ 1, %entry ], [ %sum, %body ]
      %more = icmp ult i64 %i, %n
      br i1 %more, label %body, label %end
    body:
      %sum = add i64 %a, %b
      %next = add i64 %i, 1
      br label %loop
    end:
      ret i64 %a
    }";
    let module = lower_function(text, "f");
    let run = |n: u64| Machine::new(&module).call("f", &[n])[0];
    assert_eq!((0..10).map(run).collect::<Vec<_>>(), [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]);
}

/// Several cases that lead to one block pass the same operand of its phi.
#[test]
fn several_ways_from_one_switch_to_a_block() {
    let text = "define i32 @f(i8 %x) {
    entry:
      switch i8 %x, label %other [
        i8 1, label %join
        i8 2, label %join
        i8 -1, label %join
      ]
    other:
      br label %join
    join:
      %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ 20, %other ]
      ret i32 %r
    }";
    let module = lower_function(text, "f");
    let run = |x: u64| Machine::new(&module).call("f", &[x])[0];
    assert_eq!([0, 1, 2, 3, 255].map(run), [20, 10, 10, 20, 10]);
}

#[test]
fn branches_on_constants_and_blocks_that_nothing_reaches() {
    let text = "define i32 @f() {
      br i1 true, label %a, label %b
    a:
      ret i32 1
    b:
      ret i32 2
    never:
      %x = add i32 %y, 1
      %y = add i32 %x, 1
      br label %a
    }";
    let module = lower_function(text, "f");
    assert_eq!(function(&module, "f").blocks.len(), 3);
    assert_eq!(Machine::new(&module).call("f", &[]), [1]);
}

#[test]
fn jumps_to_computed_labels() {
    let text = "@labels = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
    define i32 @f(i64 %i) {
      %p = getelementptr [2 x ptr], ptr @labels, i64 0, i64 %i
      %l = load ptr, ptr %p
      indirectbr ptr %l, [label %a, label %b, label %a]
    a:
      ret i32 1
    b:
      ret i32 2
    }";
    let module = lower_function(text, "f");
    let run = |i: u64| Machine::new(&module).call("f", &[i])[0];
    assert_eq!([0, 1].map(run), [1, 2]);
}

#[test]
fn nothing_is_thrown() {
    let text = "define i32 @f() personality ptr null {
      %r = invoke i32 @g()
          to label %then unwind label %pad
    then:
      %s = phi i32 [ %r, %0 ]
      ret i32 %s
    pad:
      %p = landingpad { ptr, i32 } cleanup
      resume { ptr, i32 } %p
    }
    define i32 @g() {
      ret i32 5
    }";
    let module = lower_function(text, "f");
    assert_eq!(unsupported(&module), [""; 0]);
    assert_eq!(Machine::new(&module).call("f", &[]), [5]);
}

#[test]
fn unreachable_is_an_error_of_the_program() {
    let text = "define void @f() {\n  unreachable\n}";
    assert!(lower_function(text, "f").to_string().contains("fail.unreachable"));
}

/// What no compiler writes is an error only where control gets to it.
#[test]
fn values_used_where_they_are_not_defined() {
    let text = "define i32 @f(i1 %c) {
    entry:
      br i1 %c, label %a, label %b
    a:
      %x = add i32 1, 1
      br label %join
    b:
      br label %join
    join:
      %p = phi i32 [ 4, %a ], [ %x, %b ]
      br i1 %c, label %end, label %late
    end:
      ret i32 %p
    late:
      ret i32 %x
    }";
    let module = lower_function(text, "f");
    assert_eq!(unsupported(&module).len(), 2, "{module}");
    assert_eq!(Machine::new(&module).call("f", &[1]), [4]);
}
