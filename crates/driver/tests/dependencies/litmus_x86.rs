//! Litmus tests in the x86 dialect.

use crate::sequential::accesses_of_test;

/// The accesses of a thread with these instructions. All locations are 0.
fn accesses(instructions: &[&str]) -> Vec<String> {
    let rows: Vec<String> = instructions.iter().map(|row| format!(" {row} ;")).collect();
    let source = format!("X86 test\n{{ x=0; y=0; z=0; }}\n P0 ;\n{}\nexists (true)\n", rows.join("\n"));
    accesses_of_test(&source).remove(0)
}

#[test]
fn registers_carry_data() {
    // The result of the exclusive or is 0 whatever the register holds.
    let rows = ["MOV EAX,[x]", "XOR EAX,EAX", "ADD EAX,$1", "MOV [y],EAX"];
    assert_eq!(accesses(&rows), ["R x", "W y data 0"]);
    let rows = ["MOV EAX,[x]", "MOV EAX,$1", "MOV [y],EAX"];
    assert_eq!(accesses(&rows), ["R x", "W y"]);
    // An instruction on memory reads and writes it: the sum has what was read and what was added.
    let rows = ["MOV EAX,[x]", "ADD [y],EAX", "MOV EBX,[y]"];
    assert_eq!(accesses(&rows), ["R x", "R y", "W y data 0 1", "R y"]);
}

/// Comparisons set flags, and jumps depend on them.
#[test]
fn jumps_depend_on_the_last_flags() {
    let rows = ["MOV EAX,[x]", "CMP EAX,EAX", "JNE L0", "MOV [y],$1", "L0:", "MOV [z],$1"];
    assert_eq!(accesses(&rows), ["R x", "W y ctrl 0", "W z ctrl 0"]);
    // The flags of the second comparison replace those of the first.
    let rows = [
        "MOV EAX,[x]",
        "MOV EBX,[y]",
        "CMP EAX,$0",
        "CMP EBX,$0",
        "JNE L0",
        "MOV [z],$1",
        "L0:",
        "MOV [z],$2",
    ];
    assert_eq!(accesses(&rows), ["R x", "R y", "W z ctrl 1", "W z ctrl 1"]);
    let rows = ["MOV EAX,[x]", "TEST EAX,EAX", "JE L0", "MOV [y],$1", "L0:", "MFENCE", "MOV [z],$1"];
    assert_eq!(accesses(&rows), ["R x", "F ctrl 0", "W z ctrl 0"]);
    // A jump that is always taken decides nothing.
    let rows = ["MOV EAX,[x]", "CMP EAX,$0", "JMP L0", "L0:", "MOV [z],$1"];
    assert_eq!(accesses(&rows), ["R x", "W z"]);
}

#[test]
fn locked_instructions() {
    let rows = ["MOV EAX,[x]", "XCHG [y],EAX", "MOV [z],EAX"];
    assert_eq!(accesses(&rows), ["R x", "U y data 0", "W z data 1"]);
    let rows = ["MOV EAX,[x]", "LOCK XADD [y],EAX", "MOV [z],EAX"];
    assert_eq!(accesses(&rows), ["R x", "U y data 0", "W z data 1"]);
    // The flags of an exchange depend on what is expected and on what is found; EAX gets what is
    // found.
    let rows =
        ["MOV EAX,[x]", "MOV EBX,[z]", "LOCK CMPXCHG [y],EBX", "MOV [x],EAX", "JNE L0", "L0:", "MOV [z],$1"];
    assert_eq!(accesses(&rows), ["R x", "R z", "U y data 1", "W x data 2", "W z ctrl 0 2"]);
}
