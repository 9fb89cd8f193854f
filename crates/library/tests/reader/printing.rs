//! What is printed reads back as an equal specification.

use std::num::NonZeroU32;

use porf_entity::{PoolOrder, Random, ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering};
use porf_library::{
    Action, Exchange, Expression, Function, Guard, Kind, Operand, Operator, Read, Rmw, Specification, Update,
    Use, UseCall, Write, shipped, shipped_names,
};

use crate::specification;

/// A specification without positions, with its axioms as a text.
type Contents = (String, Option<i64>, bool, PoolOrder, Vec<Function>, Vec<Use>, Option<String>);

fn contents(specification: &Specification) -> Contents {
    let Specification { name, initially, coherent, order, functions, uses, axioms } = specification.clone();
    let without_position = |function| Function { position: SourcePosition::UNKNOWN, ..function };
    let functions = functions.into_iter().map(without_position).collect();
    (name, initially, coherent, order, functions, uses, axioms.map(|axioms| axioms.to_string()))
}

#[track_caller]
fn assert_reads_back(printed: &Specification) {
    assert_eq!(contents(&specification(&printed.to_string())), contents(printed), "\n{printed}");
}

#[test]
fn shipped_specifications() {
    for name in shipped_names() {
        assert_reads_back(&specification(&shipped(name).expect("the specification is shipped").text));
    }
}

#[test]
fn the_text_of_a_specification() {
    let text = "library r-a
initially -1
coherent

init make(r, v) rel
read get(r) = v acq functional 2 blocking
write set(r) sc
rmw f(r, e) = v if v == -1 writes (v + 1 + e) - (e & 3) acq_rel functional

use f == -1, set
use get

acyclic po | rf | co as sc
acyclic [get] ; hb ; [set] | co
~empty rf
";
    assert_eq!(specification(text).to_string(), text);
}

#[test]
fn random_specifications() {
    let mut random = Random::from_seed(1);
    for _ in 0..5_000 {
        assert_reads_back(&random_specification(&mut random));
    }
}

/// Names, some of which are also words of the language.
const NAMES: [&str; 12] =
    ["a", "b", "v", "_x1", "rlx", "writes", "if", "read", "functional", "let", "library", "coherent"];

/// Axioms, which need the coherence order or not.
const AXIOMS: [&str; 3] = [
    "acyclic po | rf",
    "let rec write = rf | write ; po | write ; write irreflexive write flag ~empty [ACQ] ; po as read",
    "let read = R & ACQ let init = po & loc acyclic init ; [read]",
];
const ORDERED: [&str; 2] = ["acyclic po | com as sc", "empty rmw & (fr ; co) as rmw"];

fn random_specification(random: &mut Random) -> Specification {
    let names: Vec<String> =
        (0..1 + random.below(5)).map(|n| format!("{}{n}", random.choose(&NAMES))).collect();
    let mut functions: Vec<Function> = names.into_iter().map(|name| random_function(name, random)).collect();
    let read = Read {
        result: None,
        ordering: ReadOrdering::Acquire,
        functional: None,
        blocking: false,
        when: None,
        otherwise: None,
        recursive: false,
    };
    functions.push(Function {
        name: "let".to_owned(),
        parameters: vec!["rmw".to_owned()],
        action: Action::Read(read),
        position: SourcePosition::UNKNOWN,
    });
    let coherent = random.ratio(1, 2);
    let axioms = match (random.below(3), coherent) {
        (0, _) => None,
        (1, true) => Some(random.choose(&ORDERED)),
        _ => Some(random.choose(&AXIOMS)),
    };
    // The functions and the order of writes do not matter to the axioms.
    let axioms = axioms
        .and_then(|text| specification(&format!("library x coherent initially 0 read get(r) {text}")).axioms);
    let initially = Some(random_literal(random));
    let uses = (0..random.below(3)).filter_map(|_| random_use(&functions, random)).collect();
    Specification {
        name: random.choose(&["x", "a-b", "library"]).to_owned(),
        initially,
        coherent,
        order: random.choose(PoolOrder::ALL),
        functions,
        uses,
        axioms,
    }
}

fn random_use(functions: &[Function], random: &mut Random) -> Option<Use> {
    let usable: Vec<usize> = (0..functions.len()).filter(|&it| functions[it].kind() != Kind::Init).collect();
    let call = |random: &mut Random| {
        let function = random.choose(&usable);
        let expects =
            functions[function].result().filter(|_| random.ratio(1, 2)).map(|_| random_literal(random));
        UseCall { function, expects }
    };
    let calls: Vec<UseCall> = match usable.is_empty() {
        true => return None,
        false => (0..1 + random.below(3)).map(|_| call(random)).collect(),
    };
    Some(Use { calls })
}

fn random_function(name: String, random: &mut Random) -> Function {
    // Meetings stand with others of their kind only.
    let kind = random.choose(&[Kind::Init, Kind::Read, Kind::Write, Kind::Rmw, Kind::Exchange]);
    let mut free: Vec<&str> = NAMES.to_vec();
    let mut take = |random: &mut Random| free.remove(random.below(free.len())).to_owned();
    let count = 1 + random.below(if matches!(kind, Kind::Read | Kind::Rmw) { 4 } else { 2 });
    let parameters: Vec<String> = (0..count).map(|_| take(random)).collect();
    let result = (kind.reads() && random.ratio(1, 2)).then(|| take(random));
    let has_result = result.is_some();
    let operand = |random: &mut Random| random_operand(count, has_result, random);
    let guard = |random: &mut Random| {
        let operands = (operand(random), operand(random));
        random.ratio(1, 3).then(|| Guard { operands, equal: random.ratio(1, 2) })
    };
    let most_readers = NonZeroU32::new(random.below(4) as u32);
    let write = [WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst];
    let read = [ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst];
    let action = match kind {
        Kind::Init | Kind::Write => {
            let value = random.ratio(1, 4).then(|| operand(random));
            let times = random.ratio(1, 4).then(|| operand(random));
            let recursive = kind == Kind::Write && random.ratio(1, 4);
            let write = Write { ordering: random.choose(&write), value, times, recursive };
            if kind == Kind::Init { Action::Init(write) } else { Action::Write(write) }
        }
        Kind::Read => {
            let when = guard(random);
            let blocking = when.is_none() && random.ratio(1, 2);
            let otherwise = (!blocking && random.ratio(1, 3)).then(|| random_literal(random));
            let recursive = blocking && most_readers.is_some() && random.ratio(1, 2);
            let (ordering, functional) = (random.choose(&read), most_readers);
            Action::Read(Read { result, ordering, functional, blocking, when, otherwise, recursive })
        }
        Kind::Exchange | Kind::Meet => {
            Action::Exchange(Exchange { result, ordering: random.choose(RmwOrdering::ALL) })
        }
        Kind::Rmw => {
            let when = guard(random);
            let guard = random.ratio(1, 2).then(|| (operand(random), operand(random)));
            let operators = random.below(8);
            let value = random_expression(operators, &operand, random);
            let ordering = random.choose(RmwOrdering::ALL);
            let update = Update { guard, value };
            Action::Rmw(Rmw { result, when, update, ordering, functional: most_readers })
        }
    };
    Function { name, parameters, action, position: SourcePosition::UNKNOWN }
}

fn random_operand(parameters: usize, has_result: bool, random: &mut Random) -> Operand {
    match random.below(3) {
        0 => Operand::Parameter(random.below(parameters)),
        1 if has_result => Operand::Result,
        _ => Operand::Literal(random_literal(random)),
    }
}

fn random_literal(random: &mut Random) -> i64 {
    random.choose(&[0, 1, -1, 42, i64::MAX, i64::MIN])
}

/// An expression with this number of operators.
fn random_expression(
    operators: usize,
    operand: &impl Fn(&mut Random) -> Operand,
    random: &mut Random,
) -> Expression {
    let Some(others) = operators.checked_sub(1) else { return Expression::Operand(operand(random)) };
    let left = random.below(operators);
    let operator = random.choose(Operator::ALL);
    let [left, right] = [left, others - left].map(|count| random_expression(count, operand, random));
    Expression::Operation(operator, Box::new(left), Box::new(right))
}

#[test]
fn the_largest_expressions() {
    for shape in ["v + 1 - ", "v & 1 + ", "v - (1 ^ v) | "] {
        let operators = shape.matches(['+', '-', '&', '^', '|']).count();
        let text = format!("{}v", shape.repeat(100 / operators));
        assert_reads_back(&specification(&format!("library x initially 0 rmw f(r) = v writes {text}")));
    }
    let nested = format!("{}v + 1{}", "v - (".repeat(99), ")".repeat(99));
    assert_reads_back(&specification(&format!("library x initially 0 rmw f(r) = v writes {nested}")));
}
