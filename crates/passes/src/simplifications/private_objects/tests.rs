use porf_ir::Module;

use crate::analyses::externals::Externals;
use crate::test_support::{check, module_of};

fn mark(text: &str) -> Module {
    let mut module = module_of(text);
    let externals = Externals::new(&module);
    super::run(&mut module, &[], &externals);
    check(&module);
    module
}

/// Whether the only stack object of a module is private, where the code around it is given.
fn is_private(line: &str, rest: &str) -> bool {
    let text = format!(
        "global g0 \"x\" size 8 align 8
        global g1 \"table\" size 8 align 8 pointers [0: f5]
        external x0 \"memcpy\"
        external x1 \"__porf_spawn\"
        external x2 \"free\"
        external x3 \"strchr\"
        function f0 \"f\"(%v0: i64, %v1: ptr, %v2: i1) -> (ptr) {{
        b0:
          %v3: ptr = alloca %v0 align 8
          {line}
          {rest}
        }}
        function f1 \"reads\"(%v0: ptr) -> (i64) {{\nb0:\n %v1: i64 = load.sc %v0\n return %v1\n}}
        function f2 \"gives back\"(%v0: ptr) -> (ptr) {{\nb0:\n return %v0\n}}
        function f3 \"recursive\"(%v0: ptr) {{\nb0:\n call f3(%v0)\n return\n}}
        function f4 \"keeps\"(%v0: ptr) {{\nb0:\n %v1: ptr = address g0\n store.rel %v0, %v1\n return\n}}
        function f5 \"pointed to\"(%v0: ptr) -> (ptr) {{\nb0:\n return %v0\n}}
        function f6 \"variadic\"() variadic {{\nb0:\n return\n}}
        function f7 \"passes on\"(%v0: ptr) {{\nb0:\n call f3(%v0)\n call f4(%v0)\n return\n}}"
    );
    mark(&text).to_string().contains("alloca.private")
}

const RETURN: &str = "return %v1";

#[test]
fn addresses_that_do_not_escape() {
    let lines = [
        "",
        "store.na %v0, %v3",
        "store.rel %v1, %v3",
        "%v4: i64 = rmw.add.sc %v3, %v0",
        "%v4: i64, %v5: i1 = cmpxchg.sc.sc %v3, %v0, %v0",
        "%v4: ptr = ptradd %v3, %v0\n store.na %v0, %v4",
        "%v4: ptr = select %v2, %v3, %v1\n store.na %v0, %v4",
        "%v4: i1 = icmp.eq %v3, %v1\n assume %v4",
        "%v4: i64 = ptrtoint %v3\n %v5: i64 = and %v4, %v0\n %v6: i1 = icmp.eq %v5, %v0",
        "call x0(%v3, %v1, %v0)\n call x0(%v1, %v3, %v0)",
        "%v4: ptr = call x0(%v3, %v1, %v0)\n store.na %v0, %v4",
        "call x2(%v3)",
        "%v4: i64 = call f1(%v3)",
        "%v4: ptr = call f2(%v3)\n store.na %v0, %v4",
        "call f3(%v3)",
    ];
    for line in lines {
        assert!(is_private(line, RETURN), "{line}");
    }
    assert!(is_private(
        "",
        "jump b1(%v3)\n b1(%v4: ptr):\n store.na %v0, %v4\n branch %v2, b1(%v4), b2\n b2:\n return %v1"
    ));
}

#[test]
fn addresses_that_escape() {
    let lines = [
        "store.na %v3, %v1",
        // Even into another object that nobody else reaches, or into itself.
        "store.na %v3, %v3",
        "%v4: ptr = rmw.xchg.rlx %v1, %v3",
        "%v4: ptr, %v5: i1 = cmpxchg.sc.sc %v1, %v1, %v3",
        "%v4: ptr, %v5: i1 = cmpxchg.sc.sc %v1, %v3, %v1",
        "%v4: ptr = ptradd %v3, %v0\n store.na %v4, %v1",
        "%v4: ptr = select %v2, %v1, %v3\n store.na %v4, %v1",
        "%v4: i64 = ptrtoint %v3\n store.na %v4, %v1",
        "%v4: i64 = ptrtoint %v3\n %v5: i64 = xor %v4, %v0\n %v6: ptr = inttoptr %v5\n store.na %v6, %v1",
        "%v4: ptr = call x0(%v3, %v1, %v0)\n store.na %v4, %v1",
        "%v4: ptr = call x3(%v3)\n store.na %v4, %v1",
        "%v4: i64 = call x1(%v1, %v3)",
        "call %v1(%v3)",
        "%v4: ptr = call f2(%v3)\n store.na %v4, %v1",
        "%v4: ptr = call f5(%v3)",
        "call f4(%v3)",
        "call f6(%v3)",
        "call f7(%v3)",
    ];
    for line in lines {
        assert!(!is_private(line, RETURN), "{line}");
    }
    assert!(!is_private(
        "",
        "jump b1(%v3)\n b1(%v4: ptr):\n branch %v2, b1(%v1), b2\n b2:\n store.na %v4, %v1\n return %v1"
    ));
}

/// What a function returns is its callers' business, if all of them are known.
#[test]
fn returned_addresses() {
    let module = |call: &str, thread: &str| {
        let text = format!(
            "global g0 \"x\" size 8 align 8
            external x0 \"malloc\"
            external x1 \"free\"
            function f0 \"new\"() -> (ptr) {{\nb0:\n %v0: i64 = const 8\n %v1: ptr = call x0(%v0)\n return %v1\n}}
            function f1 \"user\"() {{\nb0:\n {call}\n return\n}}
            {thread}"
        );
        mark(&text).to_string().contains("__porf_malloc_private")
    };
    assert!(module("%v0: ptr = call f0()\n call x1(%v0)", ""));
    assert!(!module("%v0: ptr = call f0()\n call x1(%v0)", "thread \"t\" f0()"));
    assert!(!module("%v0: ptr = address f0\n %v1: ptr = call %v0()", ""));
    assert!(!module("%v0: ptr = call f0()\n %v1: ptr = address g0\n store.na %v0, %v1", ""));
}

/// The private form of an allocation says how it is aligned, and there is one external for it.
#[test]
fn allocations_are_redirected() {
    let text = |first: &str, second: &str, more: &str| {
        format!(
            "external x0 \"malloc\"
            external x1 \"__porf_malloc\"
            {more}
            function f0 \"f\"(%v0: i64) {{
            b0:
              {first}
              {second}
              return
            }}"
        )
    };
    let before =
        text("%v1: ptr = call x0(%v0) @3:3", "%v2: i64 = const 64\n%v3: ptr = call x1(%v0, %v2)", "");
    let after = text(
        "%v1: i64 = const 16 @3:3\n%v2: ptr = call x2(%v0, %v1) @3:3",
        "%v3: i64 = const 64\n%v4: ptr = call x2(%v0, %v3)",
        "external x2 \"__porf_malloc_private\"",
    );
    let mut module = mark(&before);
    crate::test_support::each_function(&mut module, porf_ir::Function::renumber_values);
    assert_eq!(module.to_string(), module_of(&after).to_string());
}

#[test]
fn thread_local_variables() {
    let module = mark(
        "global g0 \"private\" size 8 align 8 thread_local
        global g1 \"stored\" size 8 align 8 thread_local
        global g2 \"shared\" size 8 align 8
        global g3 \"unused\" size 8 align 8 thread_local
        function f0 \"f\"() {
        b0:
          %v0: ptr = address g0
          %v1: ptr = address g1
          %v2: i64 = load.na %v0
          store.na %v2, %v1
          %v3: ptr = address g2
          store.na %v1, %v3
          return
        }",
    );
    let private: Vec<bool> = module.globals.values().map(|global| global.private).collect();
    assert_eq!(private, [true, false, false, true]);
}
