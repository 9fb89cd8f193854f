//! Which definition a name stands for, and where the program begins.

use crate::evaluate::Machine;
use crate::support::{MAIN, effects, function, link_all, lower, unsupported};
use porf_ir::Module;

fn returns(name: &str, linkage: &str, number: u32) -> String {
    format!("define {linkage} i32 @{name}() {{\n  ret i32 {number}\n}}\n")
}

/// What `main` of the first module returns.
#[track_caller]
fn status(modules: &[(&str, &str)]) -> u64 {
    let linked = link_all(modules).unwrap_or_else(|error| panic!("{error}"));
    Machine::new(&linked.module).call("main", &[])[0]
}

const CALLS_F: &str = "declare i32 @f()\ndefine i32 @main() {\n  %r = call i32 @f()\n  ret i32 %r\n}\n";

fn error(modules: &[(&str, &str)]) -> String {
    link_all(modules).expect_err("an error").to_string()
}

#[test]
fn declarations_find_the_definition_of_another_module() {
    assert_eq!(status(&[("a.c", CALLS_F), ("b.c", &returns("f", "", 3))]), 3);
    assert_eq!(status(&[("b.c", &returns("f", "", 3)), ("a.c", CALLS_F)]), 3);
    let a = "@x = external global i32\ndefine i32 @main() {\n  %r = load i32, ptr @x\n  ret i32 %r\n}";
    assert_eq!(status(&[("a.c", a), ("b.c", "@x = global i32 4")]), 4);
}

#[test]
fn names_of_one_module_mean_nothing_elsewhere() {
    let a = format!("{CALLS_F}{}", returns("g", "internal", 1))
        .replace("@f", "@g")
        .replace("declare i32 @g()\n", "");
    assert_eq!(status(&[("a.c", &a), ("b.c", &returns("g", "", 2))]), 1);
    assert_eq!(status(&[("a.c", &a), ("b.c", &returns("g", "internal", 2))]), 1);
}

#[test]
fn strong_definitions_win_over_weak_ones() {
    for weak in ["weak", "weak_odr", "linkonce", "linkonce_odr"] {
        assert_eq!(
            status(&[("a.c", CALLS_F), ("b.c", &returns("f", weak, 1)), ("c.c", &returns("f", "", 2))]),
            2
        );
        assert_eq!(
            status(&[("a.c", CALLS_F), ("c.c", &returns("f", "", 2)), ("b.c", &returns("f", weak, 1))]),
            2
        );
        assert_eq!(
            status(&[("a.c", CALLS_F), ("b.c", &returns("f", weak, 1)), ("c.c", &returns("f", weak, 2))]),
            1
        );
    }
    // The module's own weak definition loses as well.
    let own = format!("{}{}", returns("f", "weak", 1), CALLS_F.replace("declare i32 @f()\n", ""));
    assert_eq!(status(&[("a.c", &own), ("b.c", &returns("f", "", 2))]), 2);
}

#[test]
fn tentative_definitions_are_merged_into_the_largest() {
    let a = "@x = common global [2 x i32] zeroinitializer\ndefine ptr @main() {\n  ret ptr @x\n}";
    let size = |modules: &[(&str, &str)]| {
        let module = link_all(modules).expect("links").module;
        let sizes: Vec<u64> = module.globals.values().map(|global| global.size).collect();
        sizes
    };
    assert_eq!(size(&[("a.c", a), ("b.c", "@x = common global [4 x i32] zeroinitializer")]), [16]);
    assert_eq!(size(&[("a.c", a), ("b.c", "@x = common global i32 0")]), [8]);
    assert_eq!(size(&[("a.c", a), ("b.c", "@x = global i32 7")]), [4]);
}

#[test]
fn two_definitions_are_an_error_that_names_both() {
    let (b, c) = (returns("f", "", 1), returns("f", "", 2));
    assert_eq!(error(&[("a.c", CALLS_F), ("b.c", &b), ("c.c", &c)]), "f is defined both in b.c and in c.c");
    assert_eq!(error(&[("a.c", MAIN), ("b.c", MAIN)]), "main is defined both in a.c and in b.c");
}

#[test]
fn the_runtime_gives_way_to_the_user() {
    let runtime = format!("{}{}", returns("f", "", 9), returns("helper", "", 8));
    assert_eq!(status(&[("a.c", CALLS_F), ("runtime", &runtime)]), 9);
    assert_eq!(status(&[("a.c", CALLS_F), ("b.c", &returns("f", "", 3)), ("runtime", &runtime)]), 3);
    assert_eq!(status(&[("a.c", CALLS_F), ("b.c", &returns("f", "weak", 3)), ("runtime", &runtime)]), 3);
    let linked = link_all(&[("a.c", CALLS_F), ("runtime", &runtime)]).expect("links");
    let names: Vec<(&str, bool)> = linked
        .module
        .functions
        .iter()
        .map(|(id, function)| (function.name.as_str(), linked.user_functions[id]))
        .collect();
    assert_eq!(
        names,
        [("main", true), ("__porf_start", false), ("f", false)],
        "what nothing mentions is left out"
    );
    assert_eq!(linked.module.functions[linked.main].name, "main");
}

#[test]
fn a_program_needs_a_main() {
    assert_eq!(error(&[("a.c", &returns("f", "", 1))]), "the program has no function main");
    assert_eq!(error(&[("a.c", &returns("main", "internal", 1))]), "the program has no function main");
    assert_eq!(error(&[("a.c", "@main = global i32 0")]), "the program has no function main");
    let odd = "define i32 @main(double %x) {\n  ret i32 0\n}";
    assert_eq!(error(&[("a.c", odd)]), "a.c: main takes neither nothing nor (int argc, char **argv)");
}

/// Everything that `main` may take: the number of arguments is 1, the first is a text, the one behind it null.
#[test]
fn main_gets_its_arguments() {
    let module = lower(
        "@seen = global [4 x i64] zeroinitializer
        define i32 @main(i32 %argc, ptr %argv, ptr %envp) {
          %n = zext i32 %argc to i64
          store i64 %n, ptr @seen
          %name = load ptr, ptr %argv
          %c = load i8, ptr %name
          %w = zext i8 %c to i64
          %p1 = getelementptr i64, ptr @seen, i64 1
          store i64 %w, ptr %p1
          %end = getelementptr ptr, ptr %argv, i64 1
          %null = load i64, ptr %end
          %p2 = getelementptr i64, ptr @seen, i64 2
          store i64 %null, ptr %p2
          %none = load i64, ptr %envp
          %p3 = getelementptr i64, ptr @seen, i64 3
          store i64 %none, ptr %p3
          ret i32 0
        }
        define { i64, i64, i64, i64 } @look() {
          %x = load { i64, i64, i64, i64 }, ptr @seen
          ret { i64, i64, i64, i64 } %x
        }
        @keep = global ptr @look
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @touch, ptr null }]
        define void @touch() {
          %k = load ptr, ptr @keep
          ret void
        }",
    );
    let mut machine = Machine::new(&module);
    assert_eq!(machine.call("__porf_start", &[]), [0]);
    assert_eq!(machine.call("look", &[]), [1, u64::from(b'p'), 0, 0]);
}

fn order_of_calls(module: &Module) -> Vec<String> {
    let mut machine = Machine::new(module);
    machine.call("__porf_start", &[]);
    let calls = machine.calls.iter();
    calls.map(|(name, arguments)| format!("{name}{arguments:?}")).collect()
}

#[test]
fn constructors_main_and_the_end() {
    let user = "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
    define internal void @late() {
      call void @event(i32 2)
      ret void
    }
    define internal void @early() {
      call void @event(i32 1)
      ret void
    }
    define i32 @main() {
      call void @event(i32 3)
      ret i32 42
    }
    declare void @event(i32)";
    let runtime = "define void @porf_main_end(i32 %status) {
      call void @event(i32 %status)
      ret void
    }
    define ptr @porf_thread_main(ptr %f, ptr %x) {
      %r = call ptr %f(ptr %x)
      ret ptr %r
    }
    declare void @event(i32)";
    let module = link_all(&[("a.c", user), ("runtime", runtime)]).expect("links").module;
    assert_eq!(order_of_calls(&module), ["event[1]", "event[2]", "event[3]", "event[42]"]);
    assert_eq!(effects(function(&module, "porf_thread_main")), ["call pointer"]);
    assert_eq!(module.threads.len(), 1);
    assert_eq!(module.functions[module.threads[0].function].name, "__porf_start");
}

#[test]
fn an_undefined_variable_is_an_error_where_it_is_used() {
    let module = lower(
        "@missing = external global i32
        define i32 @main(i32 %argc) {
          %c = icmp eq i32 %argc, 1
          br i1 %c, label %a, label %b
        a:
          ret i32 5
        b:
          %x = load i32, ptr @missing
          ret i32 %x
        }",
    );
    assert_eq!(unsupported(&module), ["undefined variable `missing`"]);
    assert_eq!(Machine::new(&module).call("main", &[1]), [5]);
}

#[test]
fn positions_and_files() {
    let text = |file: &str, name: &str, body: &str| {
        format!(
            "define i32 @{name}() !dbg !4 {{\n{body}\n}}
            declare i32 @f()
            !llvm.dbg.cu = !{{!0}}
            !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)
            !1 = !DIFile(filename: \"{file}\", directory: \"/there\")
            !4 = distinct !DISubprogram(name: \"{name}\", scope: !1, file: !1, line: 7, unit: !0)
            !5 = !DILocation(line: 9, column: 3, scope: !4)"
        )
    };
    let a = text("a.c", "main", "  %p = alloca i32\n  %r = call i32 @f(), !dbg !5\n  ret i32 %r, !dbg !5");
    let b = text("b.c", "f", "  ret i32 2, !dbg !5").replace("declare i32 @f()", "");
    let module = link_all(&[("a.c", &a), ("b.c", &b)]).expect("links").module;
    assert_eq!(module.files, ["a.c", "b.c"]);
    let main = function(&module, "main").blocks.values().next().expect("a block");
    let positions: Vec<(u32, u32, u32)> =
        main.instructions.iter().map(|i| (i.position.file, i.position.line, i.position.column)).collect();
    // What has no position of its own, the object on the stack and its size, has that of the function.
    assert_eq!(positions, [(0, 7, 1), (0, 7, 1), (0, 9, 3)]);
    let f = function(&module, "f").blocks.values().next().expect("a block");
    assert_eq!((f.terminator.position.file, f.terminator.position.line), (1, 9));
}
