//! What is said of tests that are wrong, and where.

use porf_litmus::{Diagnostic, LowerOptions, parse};

fn problem(source: &str) -> Diagnostic {
    match parse(source, &LowerOptions { unroll: 2 }) {
        Ok(test) => panic!("accepted:\n{source}\n{}", test.module),
        Err(problem) => problem,
    }
}

/// The text between « and » must be marked, with this message and a help that contains this.
#[track_caller]
fn check(marked: &str, message: &str, help: &str) {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("the end of the mark") - '«'.len_utf8();
    let source = marked.replace(['«', '»'], "");
    let problem = problem(&source);
    assert_eq!(problem.message, message, "{source}");
    assert_eq!(problem.span, start..end, "marked `{}` in {source}", &source[problem.span.clone()]);
    assert!(problem.help.as_deref().unwrap_or_default().contains(help), "{:?} in {source}", problem.help);
}

/// A wrong body of a C thread with parameters `x` (atomic) and `y`.
#[track_caller]
fn check_c(body: &str, message: &str, help: &str) {
    check(&format!("C t\n{{}}\nP0(atomic_int *x, int *y) {{ {body} }}\nexists (x=1)"), message, help);
}

#[test]
fn c_names_and_orders() {
    check_c("int r1; «r2» = 1;", "`r2` is not declared", "`r1`, `y`, `x`");
    check_c("int result; «resul» = 1;", "`resul` is not declared", "did you mean `result`?");
    check_c("«atomic_lod»(x);", "there is no function `atomic_lod`", "did you mean `atomic_load`?");
    check_c(
        "atomic_store_explicit(x, 1, «memory_order_relase»);",
        "`memory_order_relase` is not a memory order",
        "did you mean `memory_order_release`?",
    );
    check_c(
        "atomic_load_explicit(x, «memory_order_release»);",
        "a load cannot release",
        "memory_order_acquire",
    );
    check_c(
        "atomic_store_explicit(x, 1, «memory_order_acquire»);",
        "a store cannot acquire",
        "memory_order_release",
    );
    check_c(
        "int o; atomic_compare_exchange_strong_explicit(x, &o, 1, memory_order_relaxed, «memory_order_acq_rel»);",
        "a compare-exchange that fails cannot release",
        "",
    );
    check_c("atomic_load_explicit(x, «1»);", "a memory order is needed here", "memory_order_seq_cst");
    check_c("int r = «memory_order_relaxed»;", "a memory order is not a value", "");
    check_c(
        "«atomic_load(x, memory_order_relaxed)»;",
        "`atomic_load` takes 1 argument, but 2 are given",
        "did you mean `atomic_load_explicit`?",
    );
    check_c("int r1; int «r1»;", "`r1` is declared twice", "");
}

#[test]
fn c_types() {
    check_c("int r = *«1»;", "a pointer is needed here", "");
    check_c("int r = atomic_load(«*y»);", "a pointer is needed here", "");
    check_c("int r = «x»;", "a pointer does not fit in `int`", "_Atomic int *");
    check_c(
        "int r; int *p = «&r»;",
        "the address of the local variable `r` cannot be taken here",
        "compare-exchange",
    );
    check_c("«1» = 2;", "this cannot be assigned to", "");
    check_c("int r = «atomic_store(x, 1)»;", "a value is needed here, and this has none", "");
    check_c("«*x *= 2»;", "this operator is not supported on atomic variables", "compare_exchange");
    check_c(
        "long o; atomic_compare_exchange_strong(x, «&o», 1);",
        "the expected value has another size than the atomic variable",
        "",
    );
    check_c("int r = «x * 2»;", "this is not possible with pointers", "");
    check_c("«float» f;", "the type `float` is not supported", "integers");
    check_c("int a«[»2];", "`a` is an array, which a local variable cannot be", "initial state");
    check("C t\n{ long x; }\nP0(int *«x») {}", "`x` is used as `int` but is `long`", "one type everywhere");
    check("C t\n{ int p = «&x»; }\nP0() {}", "`p` is `int`, which cannot hold an address", "int *p = &x;");
}

#[test]
fn c_syntax() {
    check_c("int r = 1 «}»", "expected `;`, found `}`", "");
    check_c("if «1» { }", "expected `(`, found `1`", "");
    check_c("int r = (1 «;» }", "expected `)`, found `;`", "");
    check_c("«break»;", "`break` outside of a loop", "");
    check_c("«goto» end;", "`goto` is not supported", "");
    check_c("int r = «99999999999999999999»;", "this number is too large", "");
    check_c("int r = «12x»;", "this is not a number", "");
    check_c("int r = 1 «@» 2;", "expected `;`, found `@`", "");
    check("C t\n{}\nP0() { «/*» }", "this comment has no end", "");
    check("C t\n{}\nP0() { int r;«»", "expected `}`, but the test ends", "");
    check("C t\n{}\nP0() {}\nP0«» () {}".replace("P0«»", "«P0»").as_str(), "there are two threads P0", "");
    check("C t\n{}\n«main»() {}", "`main` is neither a thread nor a condition", "`P0`");
    check("C t\n{}\n«»", "expected a thread, but the test ends", "P0(int *x)");
    check("C t\n{ int «;» }\nP0() {}", "expected a variable, found `;`", "");
    check("C t\n{ «intt» x; }\nP0() {}", "`intt` is not a type", "did you mean `int`?");
    check("C t\n{ x=1; «x»=2; }\nP0() {}", "`x` is declared twice", "");
    check("C t\n{ int x[«0»]; }\nP0() {}", "an array cannot have this many elements", "");
    check("C t\n{ int x[1] = {1, «2»}; }\nP0() {}", "`x` has more values than elements", "");
    check("C t\n{ 0:«r»=2; }\nP0(int *x) {}", "thread P0 has no variable `r`", "`x`");
    check("C t\n{ «1»:r=2; }\nP0(int *x) {}", "there is no thread P1", "P0");
}

#[test]
fn conditions() {
    let check = |condition: &str, message: &str, help: &str| {
        check(&format!("C t\n{{ int a[2]; }}\nP0(int *x) {{ int r0; int r1; }}\n{condition}"), message, help);
    };
    check("exists (0:«r2»=1)", "thread P0 has no variable `r2`", "`r0`, `r1`");
    check("exists («1»:r1=1)", "there is no thread P1", "P0");
    check("exists («y»=1)", "there is no variable `y`", "`a`, `x`");
    check("exists (x=«a»)", "`x` is an integer and cannot be an address", "[a]");
    check(
        "exists (x«»".replace("«»", " «»").trim_end(),
        "expected `=` or another comparison, but the test ends",
        "",
    );
    check("exists (x=1 «0»:r1=1)", r"expected `)`, `/\` or `\/`, found `0`", "");
    check("exists (x=1) «y»=1", "expected the end of the test, found `y`", r"`/\`");
    check("exists (x=1)\n«exists» (x=1)", "expected the end of the test, found `exists`", "");
    check("«exist» (x=1)", "`exist` is neither a thread nor a condition", "");
    check("exists (a[«2»]=1)", "`a` has no element 2", "");
    check("exists (a=«{1}»)", "the array has more elements", "");
    check("exists (a={1,2,«3»})", "the array has fewer elements", "");
    check("filter (x=1)\n«filter» (x=1)", "there are two filters", "");
    check("locations [x «y»]", "expected `;` or `]`, found `y`", "");
}

#[test]
fn x86() {
    let check = |rows: &str, message: &str, help: &str| {
        check(&format!("X86 t\n{{ }}\nP0 | P1 ;\n{rows}\nexists (x=1)"), message, help);
    };
    check("MOV «al»,$1 | ;", "the register `al` is not supported", "the whole register");
    check("«MOVE» [x],1 | ;", "the instruction `MOVE` is not known", "did you mean `MOV`?");
    check("MOV [x],1 | NOP | «NOP» ;", "this column belongs to no thread", "");
    check("MOV «1»,EAX | ;", "a number cannot be written to", "");
    check("MOV [x],«[y]» | ;", "two operands in memory are not possible", "register");
    check("JMP «nowhere» | ;", "there is no label `nowhere`", "");
    check("a: NOP | a: NOP ;\n«a»: NOP | ;", "there are two labels `a`", "");
    check("«LOCK» MOV [x],1 | ;", "this instruction cannot be locked", "MOV");
    check("«LOCK» INC EAX | ;", "this instruction cannot be locked", "INC");
    check("XADD [x],«1» | ;", "a register is needed here", "");
    check(
        "MOV [x],1 «exists»".replace(" «exists»", "\n«MOV» EAX,1 ;").as_str(),
        "expected `|` or `;`, found `MOV`",
        "",
    );
    check("MOV [x+«y]»".replace("«y]»", "«y»],1 ;").as_str(), "an address can contain one variable only", "");
    check("MOV [x«;»", "expected `]`, found `;`", "");
}

#[test]
fn nesting_has_a_limit_and_an_explanation() {
    let n = 100_000;
    let c = |body: String| format!("C t\n{{}}\nP0(int *x) {{ {body} }}\n");
    for source in [
        c(format!("int r = {}1{};", "(".repeat(n), ")".repeat(n))),
        c(format!("int r = {}1;", "-".repeat(n).replace("--", "- -"))),
        c(format!("int r = 1{};", " + 1".repeat(n))),
        c(format!("int r = {}1;", "r = ".repeat(n))),
        c(format!("int r = {}1;", "1 ? 1 : ".repeat(n))),
        c(format!("int r = {}1{};", "1 && (".repeat(n), ")".repeat(n))),
        c(format!("int r = x{};", "[0]".repeat(n))),
        c(format!("int r = {}1;", "(int)".repeat(n))),
        c("{".repeat(n) + &"}".repeat(n)),
        c("if (1) ".repeat(n) + ";"),
        c("if (1) ; else ".repeat(n) + ";"),
        c("while (1) ".repeat(n) + ";"),
        format!("C t\n{{ x = {}1{}; }}\nP0() {{}}", "(".repeat(n), ")".repeat(n)),
        c(format!("{}int{} r;", "_Atomic(".repeat(n), ")".repeat(n))),
        c(String::new()) + "exists " + &"(".repeat(n) + "x=1" + &")".repeat(n),
        c(String::new()) + "exists " + &"~".repeat(n) + "x=1",
        c(String::new()) + "exists x=1" + &" => x=1".repeat(n),
    ] {
        assert_eq!(problem(&source).message, "this is nested too deeply", "{}", &source[..60]);
    }
    // Long is not deep.
    let long = c("*x = 1; ".repeat(n)) + "exists x=1" + &r" /\ x=1 \/ x=2".repeat(n);
    assert!(parse(&long, &LowerOptions { unroll: 2 }).is_ok());
}
