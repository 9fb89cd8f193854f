//! No text whatever makes the parser panic, and what it accepts is well-formed.

use porf_entity::Random;
use porf_litmus::{LowerOptions, parse};

const SEEDS: [&str; 4] = [
    r#"C seed-c (alias) "quoted"
Cycle=Rfe Fre
{ int x = 1; atomic_int *p = &y; int a[2] = {0, 1}; 0:r3 = 2; }
P0 (atomic_int* x, volatile int* y, int *a) {
  int r0 = atomic_load_explicit(x, memory_order_acquire), r3;
  if (r0 == 1 && *y) { *y += a[r0] ? 1 : -1; } else { atomic_thread_fence(memory_order_seq_cst); }
  for (int i = 0; i < 3; i++) { if (i) continue; (*x)++; }
  int old = 0;
  int ok = atomic_compare_exchange_strong(x, &old, 2);
  assert(!ok || old != 3);
}
P1 (atomic_int* x, atomic_int **p) { atomic_int *q = *p; atomic_store(q, (unsigned char)300); do { } while (*x < 0); }
locations [x; a; 1:q]
filter (0:ok = 1)
exists (0:r0=1 /\ ~(1:q=y \/ x != -1) => a={0,1}) (* end *)
"#,
    r#"X86 seed-x86
"Fre PodWR"
{ x=0; 0:EAX=1; P1:EBX=x; };
 P0               | P1          ;
 MOV [x],$1       | MOV ECX,[EBX] ;
 MFENCE           | loop: DEC ECX ;
 LOCK XADD [y],EAX| JNZ loop    ;
 CMP EAX,[x+4]    | XCHG [y],ECX;
 CMOVGE EDX,EAX   | end:        ;
final (0:EAX=1 /\ 1:ECX=0 /\ x=1);
with tso: ~exists; default: exists;
<< show 0 >>
"#,
    "C loops\n{}\nP0(int *x) { while (*x) { if (*x == 2) break; *x = 1; } return; }\nforall (x=0 \\/ x=1)\n",
    "X86 jumps\n{ uint64_t z; }\nP0 ;\nJMP a;\nb: MOV RAX,[z];\nTEST RAX,RAX;\nJE c;\na: JMP b;\nc: NOP;\n~exists (0:RAX=0)\n",
];

/// Text to put in, for mutations that are more than noise.
const PIECES: [&str; 30] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    "|",
    ",",
    "*",
    "&",
    "(*",
    "*)",
    "/*",
    "int ",
    "x",
    "0:",
    "99999999999999999999",
    "-1",
    "while (1) ",
    "else",
    "= ",
    "memory_order_release",
    "\u{e9}",
    "\0",
    "'",
    "\"",
    "exists",
    "P1",
    "LOCK ",
];

fn try_out(source: &str) {
    match parse(source, &LowerOptions { unroll: 2 }) {
        Ok(test) => assert_eq!(porf_ir::verify(&test.module), Ok(()), "{source}"),
        Err(problem) => {
            assert!(source.get(problem.span.clone()).is_some(), "{problem:?} is not a span of\n{source}");
            assert!(!problem.message.is_empty());
        }
    }
}

#[test]
fn the_seeds_are_accepted() {
    for seed in SEEDS {
        if let Err(problem) = parse(seed, &LowerOptions { unroll: 2 }) {
            panic!("{problem:?}\n{}", &seed[problem.span.clone()]);
        }
        try_out(seed);
    }
}

#[test]
fn truncated_tests() {
    for seed in SEEDS {
        for (end, _) in seed.char_indices() {
            try_out(&seed[..end]);
        }
    }
}

#[test]
fn mutated_bytes() {
    let mut random = Random::from_seed(1);
    for round in 0..6000 {
        let mut bytes = SEEDS[round % SEEDS.len()].as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.below(256) as u8;
        }
        try_out(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn spliced_pieces() {
    let mut random = Random::from_seed(2);
    for round in 0..6000 {
        let mut source = SEEDS[round % SEEDS.len()].to_owned();
        for _ in 0..1 + random.below(3) {
            let places: Vec<usize> = source.char_indices().map(|(index, _)| index).collect();
            let start = random.below(places.len());
            let end = (start + random.below(12)).min(places.len() - 1);
            let piece = PIECES[random.below(PIECES.len())];
            match random.below(3) {
                0 => source.insert_str(places[start], piece),
                1 => source.replace_range(places[start]..places[end], ""),
                _ => source.replace_range(places[start]..places[end], piece),
            }
        }
        try_out(&source);
    }
}

#[test]
fn junk() {
    let mut random = Random::from_seed(3);
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..random.below(200)).map(|_| random.below(256) as u8).collect();
        let junk = String::from_utf8_lossy(&bytes).into_owned();
        try_out(&junk);
        try_out(&format!("C t\n{{{junk}"));
        try_out(&format!("X86 t\n{{}}\nP0;\n{junk}"));
    }
}
