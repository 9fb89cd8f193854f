//! What x86 threads compute, by the manual: the final condition holds.

use crate::sequential::run;

/// Runs a thread of these instructions; the condition must hold in the end.
#[track_caller]
fn check(initial: &str, instructions: &str, condition: &str) {
    let rows: Vec<String> = instructions.lines().map(|line| format!("{line} ;")).collect();
    let source = format!("X86 test\n{{ {initial} }}\n P0 ;\n{}\nexists ({condition})\n", rows.join("\n"));
    let run = run(&source, 10);
    assert!(run.holds(), "{source}\n{:?}\n{}", run.shown(), run.test.module);
}

#[test]
fn moves() {
    check(
        "x=3;",
        "MOV EAX,[x]\nMOV [y],EAX\nMOV EBX,EAX\nMOV ECX,$-1",
        "0:EAX=3 /\\ y=3 /\\ 0:EBX=3 /\\ 0:ECX=-1",
    );
    check("", "mov [x], 7\nmovl eax,[x]\nMov [y] , Eax", "0:eax=7 /\\ P0:EAX=7 /\\ [y]=7");
    check("", "MOV DWORD PTR [x],$5\nMOV EAX,x", "x=5 /\\ 0:EAX=5");
    check("0:EAX=4;", "MOV [x],EAX\nNOP\nMFENCE\nSFENCE\nLFENCE", "x=4");
    check("", "MOV RAX,$0x123456789\nMOV [x],RAX\nMOV EBX,EAX", "x=0x123456789 /\\ 0:EBX=0x23456789");
    check("", "MOV RAX,$-1\nMOV EAX,$1", "0:RAX=1");
}

#[test]
fn arithmetic_in_registers_and_memory() {
    check("x=5;", "ADD [x],$2\nMOV EAX,$10\nSUB EAX,[x]\nINC [x]\nDEC EAX", "x=8 /\\ 0:EAX=2");
    check("x=12;", "AND [x],$10\nOR [x],$1\nXOR [x],$3\nMOV EAX,$6\nXOR EAX,EAX", "x=10 /\\ 0:EAX=0");
    check("x=5;", "LOCK ADD [x],$2\nLOCK INC [x]\nlock dec [x]\nLOCK SUB [x],$10", "x=-3");
    check("", "MOV EAX,$0x7fffffff\nINC EAX", "0:EAX=-2147483648");
}

#[test]
fn exchanges() {
    check("x=1; 0:EAX=2;", "XCHG [x],EAX", "x=2 /\\ 0:EAX=1");
    check("x=1; 0:EAX=2;", "XCHG EAX,[x]", "x=2 /\\ 0:EAX=1");
    check("0:EAX=2; 0:EBX=3;", "XCHG EAX,EBX", "0:EAX=3 /\\ 0:EBX=2");
    for lock in ["", "LOCK "] {
        check("x=5; 0:EBX=3;", &format!("{lock}XADD [x],EBX"), "x=8 /\\ 0:EBX=5");
        check("x=5; 0:EAX=5; 0:EBX=9;", &format!("{lock}CMPXCHG [x],EBX"), "x=9 /\\ 0:EAX=5");
        check("x=5; 0:EAX=4; 0:EBX=9;", &format!("{lock}CMPXCHG [x],EBX"), "x=5 /\\ 0:EAX=5");
    }
    check("0:EAX=5; 0:EBX=3;", "XADD EAX,EBX", "0:EAX=8 /\\ 0:EBX=5");
    check("0:EAX=5;", "XADD EAX,EAX", "0:EAX=10");
    check("0:EAX=5; 0:EBX=3; 0:ECX=5;", "CMPXCHG ECX,EBX", "0:ECX=3 /\\ 0:EAX=5");
    check("0:EAX=5; 0:EBX=3;", "CMPXCHG EAX,EBX", "0:EAX=3");
}

/// Every condition against the comparison that its name stands for, at the limits of 32 bits.
#[test]
fn conditional_jumps_after_a_comparison() {
    let values = [0, 1, -1, i32::MIN, i32::MAX];
    let unsigned = |value: i32| value as u32;
    for left in values {
        for right in values {
            let conditions = [
                ("E", left == right),
                ("NZ", left != right),
                ("L", left < right),
                ("LE", left <= right),
                ("NLE", left > right),
                ("GE", left >= right),
                ("B", unsigned(left) < unsigned(right)),
                ("BE", unsigned(left) <= unsigned(right)),
                ("A", unsigned(left) > unsigned(right)),
                ("NC", unsigned(left) >= unsigned(right)),
                ("S", left.wrapping_sub(right) < 0),
                ("NO", left.checked_sub(right).is_some()),
            ];
            for (name, expected) in conditions {
                let code = format!("MOV EAX,{left}\nCMP EAX,{right}\nJ{name} yes\nMOV ECX,1\nyes: MOV EDX,1");
                check("", &code, &format!("0:EDX=1 /\\ 0:ECX={}", i32::from(!expected)));
            }
            let code = format!("MOV EAX,{left}\nMOV EBX,{right}\nADD EAX,EBX\nJO yes\nMOV ECX,1\nyes:");
            check("", &code, &format!("0:ECX={}", i32::from(left.checked_add(right).is_some())));
            let code = format!("MOV EAX,{left}\nADD EAX,{right}\nMOV ECX,1\nMOV EDX,0\nCMOVNC ECX,EDX");
            let carries = unsigned(left).checked_add(unsigned(right)).is_none();
            check("", &code, &format!("0:ECX={}", i32::from(carries)));
            let code = format!("MOV EAX,{left}\nTEST EAX,{right}\nJZ yes\nMOV ECX,1\nyes:");
            check("", &code, &format!("0:ECX={}", i32::from(left & right != 0)));
        }
    }
}

#[test]
fn increments_leave_the_carry_alone() {
    check("", "MOV EAX,-1\nADD EAX,1\nINC EAX\nJC yes\nMOV ECX,1\nyes:", "0:ECX=0");
    check("0:EAX=3; x=3; 0:EBX=1;", "LOCK CMPXCHG [x],EBX\nJE yes\nMOV ECX,1\nyes:", "0:ECX=0");
    check("x=1;", "LOCK DEC [x]\nJNZ no\nMOV ECX,1\nno:", "0:ECX=1");
}

#[test]
fn loops_and_jumps() {
    check("", "MOV EAX,$4\nagain: ADD [x],EAX\nDEC EAX\nJNZ again", "x=10 /\\ 0:EAX=0");
    check("", "JMP over\nMOV [x],1\nover: MOV [y],1", "x=0 /\\ y=1");
    check("", "JMP end\nMOV [x],1\nend:", "x=0");
}

#[test]
fn addresses_in_registers_and_memory() {
    check("0:EAX=x; x=3;", "MOV EBX,[EAX]\nMOV [EAX],$4\nMOV ECX,EAX", "0:EBX=3 /\\ x=4 /\\ 0:ECX=x");
    check("p=x; x=3;", "MOV EAX,[p]\nMOV EBX,[EAX]\nMOV [q],EAX", "0:EAX=x /\\ 0:EBX=3 /\\ q=x /\\ p=&x");
    check("", "MOV EAX,$x\nLEA EBX,[x]\nMOV [EBX],$2", "0:EAX=x /\\ 0:EBX=x /\\ x=2");
    check("int x[2]={1,2};", "MOV EAX,[x+4]\nMOV EBX,$4\nMOV [x+EBX-4],$7", "0:EAX=2 /\\ x[0]=7");
    check("", "MOV EAX,[y]\nXOR EAX,EAX\nMOV [x+EAX],$1", "x=1");
}

#[test]
fn columns() {
    let source = "X86 columns\n{ }\nP0|P1 | P2;\nMOV [x],1|| MOV EAX,[x];\n | MOV [y],2 |;\nMOV [z],3;\n\
                  exists (x=1 /\\ y=2 /\\ z=3 /\\ 2:EAX=1)";
    assert!(run(source, 1).holds());
}

#[test]
fn a_test_without_a_condition_shows_what_it_uses() {
    let run = run("X86 all\n{ x=2; }\nP0 | P1 ;\nMOV EAX,[x] | MOV [y],1 ;\n", 1);
    assert_eq!(run.shown(), ["0:EAX=2", "x=2", "y=1"]);
}
