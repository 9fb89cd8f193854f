//! What porf does not support is an error where control gets to it, and nowhere else.

use crate::evaluate::Machine;
use crate::support::{lower, lower_function, unsupported};

#[test]
fn values_without_representation_may_be_passed_around() {
    let module = lower(
        "define i32 @main(i32 %argc) {
          %c = icmp eq i32 %argc, 1
          %x = select i1 %c, i128 1, i128 2
          %y = call i128 @id(i128 %x)
          br i1 %c, label %a, label %b
        a:
          %z = phi i128 [ %y, %0 ]
          ret i32 5
        b:
          %s = add i128 %y, 1
          %t = trunc i128 %s to i32
          ret i32 %t
        }
        define i128 @id(i128 %x) {
          ret i128 %x
        }",
    );
    assert_eq!(unsupported(&module), ["an operation on i128", "an operation on i128"]);
    assert_eq!(Machine::new(&module).call("main", &[1]), [5]);
}

#[test]
fn each_is_named() {
    for (instruction, expected) in [
        ("%1 = add <4 x i32> zeroinitializer, zeroinitializer", "an operation on <4 x i32>"),
        ("%1 = fadd x86_fp80 %w, %w", "an operation on x86_fp80"),
        ("%1 = icmp eq i65 0, 1", "an operation on i65"),
        ("%1 = addrspacecast ptr %p to ptr addrspace(256)", "an operation on ptr addrspace(256)"),
        ("%1 = va_arg ptr %p, i32", "the instruction va_arg"),
        ("call void @other(x86_fp80 %w)", "a call of `other` with an argument of type x86_fp80"),
        ("call void (i32, ...) @more(i32 1, ptr byval(i64) %p)", "a structure as an additional argument"),
        ("%1 = alloca i8, align 2147483648", "an object of type i8 on the stack"),
        ("%1 = load atomic i32, ptr %p release, align 4", "a release load"),
        ("%1 = add ptr %p, %p", "add on ptr"),
    ] {
        let text = format!(
            "define void @f(ptr %p, x86_fp80 %w) {{\n  {instruction}\n  ret void\n}}
            declare void @other(x86_fp80)
            define void @more(i32 %n, ...) {{\n  ret void\n}}"
        );
        assert_eq!(unsupported(&lower_function(&text, "f")), [expected], "{instruction}");
    }
}

/// Text that is not understood is quoted, and what follows is lowered with a value of the right type in its place.
#[test]
fn instructions_that_are_not_understood_are_quoted() {
    let text = "define i32 @f(<4 x i32> %v) {
      %x = extractelement <4 x i32> %v, i32 0
      %r = add i32 %x, 1
      ret i32 %r
    }";
    let module = lower_function(text, "f");
    let found = unsupported(&module);
    assert!(found[0].contains("extractelement <4 x i32> %v, i32 0"), "{found:?}");
}

#[test]
fn large_aggregates_as_values() {
    let text = "define void @f(ptr %p) {
      %x = load [100000 x i8], ptr %p
      %y = load [200 x i8], ptr %p
      ret void
    }";
    assert_eq!(unsupported(&lower_function(text, "f")), ["access to [100000 x i8]"]);
}
