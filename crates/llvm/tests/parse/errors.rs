//! Text that is no module.

use porf_llvm::parse;

fn error(text: &str) -> String {
    match parse(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, expected) in [
        ("garbage", "line 1, column 1: expected a definition, found `garbage`"),
        ("@x = global\n", "line 2, column 1: expected a type, found the end of the text"),
        (
            "\n  @x = novelty, 3",
            "line 2, column 15: expected `global`, `constant`, `alias` or `ifunc`, found `,`",
        ),
        ("%t = 5", "line 1, column 6: expected `type`, found `5`"),
        ("define void @f() {\n  ret void\n", "line 1, column 18: this function is never closed"),
        ("define void @f() {\n}\n", "line 1, column 18: this function has no block"),
        ("define void @f() {\nb:\n}\n", "line 2, column 1: the block %b has no terminator"),
        (
            "define void @f() {\n  fence seq_cst\nb:\n  ret void\n}\n",
            "line 2, column 3: the block %0 has no terminator",
        ),
        ("define i32 @f() {\n  ret i32 %x\n}\n", "line 2, column 11: %x is used but never defined"),
        (
            "define void @f() {\n  br label %x\n}\n",
            "line 2, column 12: the block %x is used but never defined",
        ),
        ("define void @f(i32 %x, i32 %x) {\n  ret void\n}\n", "line 1, column 28: %x is defined twice"),
        (
            "define void @f() {\n  br label %a\na:\n  br label %a\na:\n  ret void\n}\n",
            "line 5, column 1: the block %a is defined twice",
        ),
        (
            "define i64 @f(i32 %x) {\n  ret i64 %x\n}\n",
            "line 2, column 11: %x is of type i32 in one place and i64 in another",
        ),
        (
            "define i64 @f() {\n  br label %b\nb:\n  %y = add i32 %x, 1\n  %x = add i64 1, 1\n  ret i64 %x\n}\n",
            "line 5, column 3: %x is of type i32 in one place and i64 in another",
        ),
        ("@x = global ptr @y\n", "line 1, column 17: this global is used but never defined nor declared"),
        ("@x = global i8 0\n@x = global i8 0\n", "line 2, column 1: @x is defined twice"),
        ("%a = type { i8 }\n%a = type { i8 }\n", "line 2, column 1: the type %a is defined twice"),
        ("%a = type { %b }\n%b = type [2 x %a]\n", "contains itself"),
        (
            "@x = global ptr blockaddress(@f, %y)\ndeclare void @f()\n",
            "line 1, column 17: there is no block %y in this function",
        ),
        ("attributes #0 = { ", "line 1, column 1: brackets that are opened here are never closed"),
        ("@é = global i8 0", "line 1, column 1: expected a definition, found `@`"),
        (
            "define void @f() {\n  novelty ( 3\n  ret void\n",
            "line 2, column 3: brackets that are opened in this instruction are never closed",
        ),
    ] {
        let found = error(text);
        assert!(found.contains(expected), "{text}\nfound:    {found}\nexpected: {expected}");
    }
}

#[test]
fn typed_pointers_are_recognised() {
    for text in [
        "%struct.s = type { i32* }\n",
        "declare i32 @printf(i8* noundef, ...)\n",
        "define void @f() {\n  %x = load i32, i32* null\n  ret void\n}\n",
        "@f = global void (i32)* null\n",
        "@s = global %t** null\n",
    ] {
        let found = error(text);
        assert!(
            found.ends_with("typed pointers: written by LLVM 14 or older; porf reads LLVM 15 to 22"),
            "{found}"
        );
    }
}

#[test]
fn nesting_is_bounded() {
    let deep = 100_000;
    let nested = |open: &str, inner: &str, close: &str| open.repeat(deep) + inner + &close.repeat(deep);
    let types = format!("@x = external global {}\n", nested("[1 x ", "i8", "]"));
    assert!(error(&types).contains("nested deeper than 128 levels"));
    // An initialiser that is nested too deep is not understood, but its end is found.
    let constants = format!("@x = global i64 {}\n", nested("trunc (i64 ", "0", " to i64)"));
    assert!(parse(&constants).is_ok());
    let mut names: String = (1..200).map(|i| format!("%t{i} = type {{ %t{} }}\n", i - 1)).collect();
    names += "%t0 = type { i8 }\n";
    assert!(error(&names).contains("is nested too deep"));
    let functions = format!("@x = external global void {}\n", "()".repeat(deep));
    // Only the first pair of parentheses belongs to a type.
    assert!(parse(&functions).is_ok());
}

#[test]
fn time_is_linear() {
    // Each would take minutes if it took quadratic time.
    let count = 200_000;
    for text in [
        "a.".repeat(count),
        "\"".repeat(count + 1),
        "%\"".repeat(count + 1),
        "(".repeat(count),
        format!("define void @f() {{\n{}  ret void\n}}\n", "  novelty i32 1\n".repeat(count)),
        format!("define void @f() {{\n{}", "  novelty (\n".repeat(count)),
        "define void @f() {\n  ret void\n}\n@x = global i8 0 ".repeat(count / 10),
        (0..count).map(|i| format!("%t{i} = type {{ i8 }}\n")).collect(),
        (0..count / 10).map(|i| format!("define void @f{i}() {{ ret void }}\n")).collect(),
        (0..count).map(|i| format!("@x{i} = global ptr @x{}\n", (i + 1) % count)).collect(),
    ] {
        let start = std::time::Instant::now();
        let _ = parse(&text);
        let elapsed = start.elapsed();
        assert!(elapsed.as_secs() < 10, "{elapsed:?} for {}…", &text[..20]);
    }
}
