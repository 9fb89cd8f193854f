//! Random C programs with symmetric threads that compute with addresses: their outcomes do not
//! depend on symmetry reduction.
//!
//! Each thread has an object of its own, publishes the object's address, reads the address of
//! another thread, moves that address through memory in some way, and then evaluates an expression
//! with it, a question. The answers to some questions tell nothing of the thread that asks; the
//! answers to others do, and then threads must be distinguished.

use std::collections::BTreeSet;
use std::fmt::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use porf_driver::{BuildOptions, LoadedProgram};
use porf_entity::{Address, Random, Value};
use porf_explore::{Equivalence, Execution, Failed, ModelKind, Options, Race, Sink, Symmetry, explore};

use crate::compiler::Compiler;
use crate::tally::Tally;

const OWN: [&str; 5] = [
    "char object = 0; char *own = &object;",
    "char object[24] = {0}; char *own = object + 3;",
    "char *own = malloc(16); *own = 0;",
    "long object = 0; char *own = (char *)&object;",
    "char *own = &PREFIXlocal;",
];

const PUBLISH: [&str; 5] = [
    "char *seen = atomic_exchange(&PREFIXslot, own);",
    "char *seen = NULL; atomic_compare_exchange_strong(&PREFIXslot, &seen, own);",
    "atomic_store(&PREFIXslot, own); char *seen = atomic_load(&PREFIXslot);",
    "int mine = atomic_fetch_add(&PREFIXcount, 1) % 2; PREFIXslots[mine] = own; char *seen = PREFIXslots[1 - mine];",
    "atomic_store(&PREFIXnumber, (uintptr_t)own); char *seen = (char *)atomic_load(&PREFIXnumber);",
];

const MOVE: [&str; 6] = [
    "",
    "{ char *array[3] = {own, seen, NULL}; int index = 1; for (int i = 0; i < 2; i++) seen = array[index]; }",
    "{ uintptr_t copy; memcpy(&copy, &seen, sizeof copy); seen = (char *)copy; }",
    "{ struct { int tag; char *pointer; } one = {1, seen}, other; other = one; seen = other.pointer; }",
    "{ uintptr_t tagged = (uintptr_t)seen | 1; seen = (char *)(tagged & ~(uintptr_t)1); }",
    "{ union { char *pointer; uintptr_t number; } both; both.pointer = seen; seen = (char *)both.number; }",
];

/// The questions, and whether the answer might distinguish the thread that asks.
const QUESTIONS: [(&str, bool); 20] = [
    ("seen == own", false),
    ("seen != NULL", false),
    ("own + 1 > own", false),
    ("(own + 3) - own == 3", false),
    ("((uintptr_t)own & 7) == 0", false),
    ("(uintptr_t)seen >= (uintptr_t)-4095", false),
    ("seen && seen < own", true),
    ("seen && (uintptr_t)seen > (uintptr_t)own", true),
    ("seen && seen - own > 0", true),
    ("((uintptr_t)seen >> 44 & 1) == 1", true),
    ("(uintptr_t)own >> 45 == 1", true),
    ("(uintptr_t)seen % 3 == 1", true),
    ("((uintptr_t)own * 2654435761u >> 40 & 3) == 1", true),
    ("((uintptr_t)seen ^ (uintptr_t)own) == (uintptr_t)1 << 44", true),
    ("(unsigned)((uintptr_t)own >> 32) > 0x2fff", true),
    ("((unsigned char *)&seen)[5] > 0x20", true),
    ("(uintptr_t)seen == 0x200000002010u", true),
    ("seen && memcmp(&seen, &own, sizeof seen) < 0", true),
    ("PREFIXtable[(uintptr_t)own >> 44 & 7]", true),
    ("PREFIXfold(seen) > PREFIXfold(own)", true),
];

/// A random program; its names begin with a prefix.
fn program(seed: u64, prefix: &str) -> String {
    let mut random = Random::from_seed(seed);
    let threads = 2 + random.below(2);
    let mut text = String::from(
        "static _Atomic(char *) PREFIXslot, PREFIXslots[2]; static atomic_int PREFIXcount; atomic_int PREFIXout;
static _Atomic uintptr_t PREFIXnumber; static _Thread_local char PREFIXlocal;
static const char PREFIXtable[8] = {0, 0, 1, 0, 1, 0, 0, 1};
static unsigned PREFIXfold(char *address) {
  unsigned sum = 0;
  for (uintptr_t rest = (uintptr_t)address; rest; rest /= 10) sum = sum * 31 + rest % 10;
  return sum % 101;
}
static void *PREFIXwork(void *unused) {
",
    );
    let _ = writeln!(text, "  {}\n  {}", random.choose(&OWN), random.choose(&PUBLISH));
    let telling = random.ratio(1, 2);
    for bit in 0..1 + random.below(2) {
        let _ = writeln!(text, "  {}", random.choose(&MOVE));
        let question = loop {
            let (question, tells) = random.choose(&QUESTIONS);
            if telling || !tells {
                break question;
            }
        };
        let _ = writeln!(text, "  if ({question}) atomic_fetch_or(&PREFIXout, {});", 1 << bit);
    }
    let _ = write!(
        text,
        "  return unused;
}}
int PREFIXmain(void) {{
  pthread_t threads[{threads}];
  for (int i = 0; i < {threads}; i++) pthread_create(&threads[i], NULL, PREFIXwork, NULL);
  for (int i = 0; i < {threads}; i++) pthread_join(threads[i], NULL);
  return 0;
}}
"
    );
    text.replace("PREFIX", prefix)
}

/// The number of programs, and how often, under some model, their threads were symmetric.
#[derive(Clone, Copy, Default, Debug)]
pub struct Compared {
    /// The number of programs.
    pub programs: u64,
    /// The number of explorations in which threads were not distinguished.
    pub symmetric: u64,
    /// The number of explorations in which threads were distinguished.
    pub distinguished: u64,
}

impl Tally for Compared {
    fn merge(&mut self, other: &Self) {
        self.programs += other.programs;
        self.symmetric += other.symmetric;
        self.distinguished += other.distinguished;
    }

    fn programs(&self) -> u64 {
        self.programs
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, symmetric, distinguished } = self;
        write!(
            f,
            "{programs} programs; their threads were alike {symmetric} times, distinguished {distinguished} times"
        )
    }
}

/// Compares programs with themselves, under SC and RC11. The error describes the difference.
pub fn compare_addresses(seeds: std::ops::Range<u64>, scratch: &Path) -> Result<Compared, String> {
    let compiler = Compiler::find()?;
    let names: Vec<String> = seeds.clone().map(|seed| format!("p{seed}_")).collect();
    let programs: Vec<String> = seeds.zip(&names).map(|(seed, name)| program(seed, name)).collect();
    let headers =
        ["pthread", "stdatomic", "stdint", "stdlib", "string"].map(|it| format!("#include <{it}.h>\n"));
    let mut module = compiler.compile(&(headers.concat() + &programs.concat()), scratch)?;
    let mut compared = Compared { programs: names.len() as u64, ..Compared::default() };
    for (name, text) in names.iter().zip(&programs) {
        let linked = compiler.link(&mut module, name)?;
        let loaded = LoadedProgram::from_linked(name, linked, &BuildOptions::default());
        let loaded = loaded.map_err(|error| error.to_string())?;
        let out = loaded.address_of(&format!("{name}out")).ok_or("there is no result")?;
        for model in [ModelKind::Sc, ModelKind::Rc11] {
            let [with, without] = [true, false].map(|symmetry| {
                let mut outcomes = Outcomes { out, values: BTreeSet::new() };
                let equivalence = Some(Equivalence::Co);
                let options = Options { symmetry, equivalence, ..Options::new(model) };
                let summary = explore(&loaded.machine, &options, &mut outcomes);
                (outcomes.values, summary.symmetry)
            });
            if with.0 != without.0 {
                return Err(format!(
                    "{text}\nunder {model:?}: {:?} with symmetry, {:?} without",
                    with.0, without.0
                ));
            }
            match with.1 {
                Symmetry::Used { .. } => compared.symmetric += 1,
                Symmetry::Unused | Symmetry::Off(_) => compared.distinguished += 1,
            }
        }
    }
    Ok(compared)
}

/// The final values of the result, and errors.
struct Outcomes {
    out: Address,
    values: BTreeSet<String>,
}

impl<S> Sink<S> for Outcomes {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let Value(value) = execution.final_value(self.out).unwrap_or_default();
        self.values.insert(value.to_string());
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn failed(&mut self, _execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        self.values.insert(format!("{:?}", failed.failure.kind));
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.values.insert("race".into());
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.values.clear();
    }
}
