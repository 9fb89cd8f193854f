//! The initial state in all the ways of writing it.

use crate::sequential::run;

/// What is in memory at the start.
fn memory(initial: &str) -> Vec<String> {
    run(&format!("C t\n{{{initial}}}\nP0() {{}}\n"), 1).shown()
}

#[test]
fn variables() {
    assert_eq!(memory(""), [""; 0]);
    assert_eq!(memory(" x=1; [y]=2; int z = 3; atomic_int w; *p = 0; "), ["x=1", "y=2", "z=3", "w=0", "p=0"]);
    assert_eq!(memory("x=-1;;y = 0x10 ;"), ["x=-1", "y=16"]);
    assert_eq!(
        memory("volatile int x=1; unsigned char c = -1; uint64_t u = -1"),
        ["x=1", "c=255", "u=18446744073709551615"]
    );
    assert_eq!(
        memory("int x = ATOMIC_VAR_INIT(3); atomic_flag f = ATOMIC_FLAG_INIT; bool b = true;"),
        ["x=3", "f=0", "b=1"]
    );
    assert_eq!(memory("(* one (* two *) *) x=1; // three\n y=2; /* four */"), ["x=1", "y=2"]);
    assert_eq!(memory("int x = (int)5; y = (6);"), ["x=5", "y=6"]);
}

#[test]
fn pointers() {
    assert_eq!(
        memory("int x = 1; int *p = &x; int* q = x; r = x; *s = x;"),
        ["x=1", "p=x", "q=x", "r=x", "s=x"]
    );
    assert_eq!(memory("intptr_t p = &x;").len(), 2);
    assert_eq!(memory("int *p = &x; x = 4;"), ["p=x", "x=4"]);
}

#[test]
fn arrays() {
    assert_eq!(memory("int a[2] = {4, 5};"), ["a[0]=4", "a[1]=5"]);
    assert_eq!(memory("atomic_char a[3] = {-1};"), ["a[0]=-1", "a[1]=0", "a[2]=0"]);
    assert_eq!(memory("int a[] = {1, 2,};"), ["a[0]=1", "a[1]=2"]);
    assert_eq!(memory("int a[2];"), ["a[0]=0", "a[1]=0"]);
    assert_eq!(memory("int *a[2] = {&x, y};"), ["a[0]=x", "a[1]=y", "x=0", "y=0"]);
}

#[test]
fn registers() {
    let source = "C t\n{ 0:p=y; 0:n=-3; 0:r=5; P0:q=&a[1]; int 0:s = 6; y=7; int a[2]; }\n\
                  P0(int *p, short n) { int r; int *q; int s; *q = 1; int t = *p; }\n\
                  exists (0:t=7 /\\ 0:n=-3 /\\ 0:r=5 /\\ a[1]=1 /\\ 0:s=6 /\\ 0:p=y)";
    assert!(run(source, 1).holds());
}

/// A pointer parameter is the variable of its name, which need not be declared.
#[test]
fn parameters_make_variables_exist() {
    let source = "C t\n{}\nvoid P0(atomic_short *x, int *y) { *x = -1; *y = *x; }\nstatic void P1(void) {}\nP7(volatile int *y) { int r = *y; }\n\
                  exists (x=-1 /\\ 7:r=-1)";
    assert!(run(source, 1).holds());
}
