//! Loop bounds: iteration `unroll` may begin, the next one cuts the execution.

use crate::sequential::{End, run};

fn c_end(body: &str, unroll: u32) -> End {
    run(&format!("C t\n{{}}\nP0(int *x) {{ {body} }}\n"), unroll).ends.remove(0)
}

fn x86_end(rows: &str, unroll: u32) -> End {
    run(&format!("X86 t\n{{ x=0; }}\nP0;\n{rows}\nlocations [x]"), unroll).ends.remove(0)
}

#[test]
fn a_loop_of_n_iterations_needs_the_bound_n() {
    for n in 1..5 {
        for body in [
            format!("for (int i = 0; i < {n}; i++) {{}} return;"),
            format!("int i = 0; while (i < {n}) i++;"),
            format!("int i = 0; while (i++ < {n}) continue;"),
            format!("int i = 0; do i++; while (i < {n});"),
            format!("int i = 0; for (;;) {{ if (++i == {n}) break; }}"),
        ] {
            assert!(matches!(c_end(&body, n), End::Returned(_)), "{body} with bound {n}");
            assert_eq!(c_end(&body, n - 1), End::LoopBound, "{body} with bound {}", n - 1);
        }
        let rows = format!("MOV EAX,{n};\nagain: DEC EAX;\nJNZ again;");
        assert!(matches!(x86_end(&rows, n), End::Returned(_)), "{n}");
        if n > 1 {
            assert_eq!(x86_end(&rows, n - 1), End::LoopBound, "{n}");
        }
    }
}

#[test]
fn the_count_restarts_when_the_loop_is_entered_anew() {
    let nested = "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) *x += 1;";
    assert!(matches!(c_end(nested, 3), End::Returned(_)));
    assert_eq!(c_end(nested, 2), End::LoopBound);
    let rows = "MOV EAX,3;\nouter: MOV EBX,3;\ninner: INC [x];\nDEC EBX;\nJNZ inner;\nDEC EAX;\nJNZ outer;";
    assert!(matches!(x86_end(rows, 3), End::Returned(_)));
    assert_eq!(x86_end(rows, 2), End::LoopBound);
}

#[test]
fn an_endless_loop_is_cut() {
    assert_eq!(c_end("while (1) {}", 5), End::LoopBound);
    assert_eq!(c_end("for (;;) {}", 0), End::LoopBound);
    assert_eq!(c_end("do {} while (1);", 5), End::LoopBound);
    assert_eq!(x86_end("again: JMP again;", 5), End::LoopBound);
    assert_eq!(x86_end("again: INC [x];\nJMP again;\nMOV [x],1;", 5), End::LoopBound);
}

#[test]
fn a_loop_that_is_not_entered_needs_no_bound() {
    assert!(matches!(c_end("while (*x) {}", 0), End::Returned(_)));
    assert_eq!(c_end("do {} while (*x);", 0), End::LoopBound);
}
