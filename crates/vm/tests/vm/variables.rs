//! Random programs on mutable variables, run twice: by a plain interpreter of the variables, and as SSA
//! form made by the builder, with registers allocated and block parameters turned into moves.

use porf_entity::{
    AccessSize, EntityId, Random, ReadOrdering, SourcePosition, ThreadId, Value, WriteOrdering,
};
use porf_ir::{
    BinaryOp, BlockId, FunctionBuilder, Global, GlobalId, Module, ThreadEntry, Type, ValueId, Variable,
};
use porf_program::{Action, Answer, Program};
use porf_vm::Machine;

const VARIABLES: usize = 5;
const OPERATIONS: [BinaryOp; 5] = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::Or];

#[derive(Debug)]
enum Statement {
    Constant(usize, u64),
    Copy(usize, usize),
    Binary(usize, BinaryOp, usize, usize),
    Load(usize),
    Store(usize),
}

#[derive(Debug)]
enum End {
    Jump(usize),
    /// On whether the variable is odd.
    Branch(usize, usize, usize),
    Return,
}

/// Blocks of statements, the first of which is where it begins.
type Source = Vec<(Vec<Statement>, End)>;

/// Every block begins with a store or a load, so that no loop is without visible actions.
fn random_program(random: &mut Random) -> Source {
    let blocks = 2 + random.below(8);
    (0..blocks)
        .map(|_| {
            let first = match random.below(2) {
                0 => Statement::Store(variable(random)),
                _ => Statement::Load(variable(random)),
            };
            let mut statements = vec![first];
            for _ in 0..random.below(8) {
                statements.push(match random.below(6) {
                    0 => Statement::Constant(variable(random), random.below(1 << 20) as u64),
                    1 => Statement::Load(variable(random)),
                    2 => Statement::Store(variable(random)),
                    3 => Statement::Copy(variable(random), variable(random)),
                    _ => Statement::Binary(
                        variable(random),
                        random.choose(&OPERATIONS),
                        variable(random),
                        variable(random),
                    ),
                });
            }
            // Nothing jumps to the entry.
            let mut target = || 1 + random.below(blocks - 1);
            let (first, second) = (target(), target());
            let end = match random.below(8) {
                0 => End::Return,
                1 | 2 => End::Jump(first),
                _ => End::Branch(variable(random), first, second),
            };
            (statements, end)
        })
        .collect()
}

fn variable(random: &mut Random) -> usize {
    random.below(VARIABLES)
}

/// What a run shows: values stored, loads (whose answers are given), and the variables at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shown {
    Load,
    Store(u64),
    Exit(Vec<u64>),
}

/// The first things that the program shows, if load number n reads `answers[n]`.
fn interpret(program: &Source, answers: &[u64]) -> Vec<Shown> {
    let mut variables = [0; VARIABLES];
    let mut shown = Vec::new();
    let mut at = 0;
    let mut answers = answers.iter();
    loop {
        let (statements, end) = &program[at];
        for statement in statements {
            match *statement {
                Statement::Constant(to, number) => variables[to] = number,
                Statement::Copy(to, from) => variables[to] = variables[from],
                Statement::Binary(to, op, lhs, rhs) => {
                    let result = op.evaluate(Type::I32, variables[lhs], variables[rhs]);
                    variables[to] = result.expect("no division is among the operations");
                }
                Statement::Load(to) => {
                    shown.push(Shown::Load);
                    match answers.next() {
                        Some(&answer) => variables[to] = answer,
                        None => return shown,
                    }
                }
                Statement::Store(from) => shown.push(Shown::Store(variables[from])),
            }
            if shown.len() > 300 {
                return shown;
            }
        }
        match *end {
            End::Jump(to) => at = to,
            End::Branch(variable, odd, even) => at = if variables[variable] % 2 == 1 { odd } else { even },
            End::Return => {
                shown.push(Shown::Exit(variables.to_vec()));
                return shown;
            }
        }
    }
}

/// The same program in SSA form. Blocks are sealed as soon as they can be, or at the end, at random.
fn lower(program: &Source, random: &mut Random) -> Module {
    let mut module = Module::default();
    let global = module.globals.push(Global {
        name: "x".to_owned(),
        size: 4,
        align: 4,
        init: Vec::new(),
        relocations: Vec::new(),
        constant: false,
        thread_local: false,
        private: false,
    });
    let mut b = FunctionBuilder::new("f", &[], &[Type::I32; VARIABLES]);
    let variables: Vec<Variable> = (0..VARIABLES).map(|_| b.declare_variable(Type::I32)).collect();
    let mut blocks = vec![b.current_block()];
    blocks.extend((1..program.len()).map(|_| b.create_block()));
    let mut missing: Vec<usize> = vec![0; program.len()];
    for (_, end) in program {
        targets(end).into_iter().for_each(|target| missing[target] += 1);
    }
    for (index, (statements, end)) in program.iter().enumerate() {
        b.switch_to_block(blocks[index]);
        for statement in statements {
            lower_statement(statement, &mut b, &variables, global);
        }
        match *end {
            End::Jump(to) => b.jump(blocks[to]),
            End::Branch(variable, odd, even) => {
                let value = b.use_variable(variables[variable]);
                let condition = b.resize(value, Type::I1, false);
                b.branch(condition, blocks[odd], blocks[even]);
            }
            End::Return => {
                let values: Vec<ValueId> =
                    variables.iter().map(|&variable| b.use_variable(variable)).collect();
                b.return_values(&values);
            }
        }
        for target in targets(end) {
            missing[target] -= 1;
            let complete: Option<BlockId> = (missing[target] == 0).then_some(blocks[target]);
            if let Some(block) = complete.filter(|_| random.below(2) == 0) {
                b.seal_block(block);
            }
        }
    }
    let function = module.functions.push(b.finish());
    module.threads.push(ThreadEntry { name: "t".to_owned(), function, arguments: Vec::new() });
    module
}

fn targets(end: &End) -> Vec<usize> {
    match *end {
        End::Jump(to) => vec![to],
        End::Branch(_, odd, even) => vec![odd, even],
        End::Return => Vec::new(),
    }
}

fn lower_statement(statement: &Statement, b: &mut FunctionBuilder, variables: &[Variable], global: GlobalId) {
    b.set_position(SourcePosition { file: 0, line: 1, column: 1 });
    match *statement {
        Statement::Constant(to, number) => {
            let value = b.constant(Type::I32, number);
            b.define_variable(variables[to], value);
        }
        Statement::Copy(to, from) => {
            let value = b.use_variable(variables[from]);
            b.define_variable(variables[to], value);
        }
        Statement::Binary(to, op, lhs, rhs) => {
            let (lhs, rhs) = (b.use_variable(variables[lhs]), b.use_variable(variables[rhs]));
            let value = b.binary(op, lhs, rhs);
            b.define_variable(variables[to], value);
        }
        Statement::Load(to) => {
            let address = b.global_address(global);
            let value = b.load(Type::I32, address, ReadOrdering::Relaxed);
            b.define_variable(variables[to], value);
        }
        Statement::Store(from) => {
            let address = b.global_address(global);
            let value = b.use_variable(variables[from]);
            b.store(value, address, WriteOrdering::Relaxed);
        }
    }
}

/// What the machine shows, up to as many things as the interpreter did.
fn observe(machine: &Machine, answers: &[u64], length: usize) -> Vec<Shown> {
    let mut shown = Vec::new();
    let mut answers = answers.iter();
    let mut step = machine.start(ThreadId::from_index(0));
    loop {
        let answer = match step.action {
            Action::Load { size: AccessSize::B4, .. } => {
                shown.push(Shown::Load);
                answers.next().map(|&answer| Answer::Read(Value(answer)))
            }
            Action::Store { size: AccessSize::B4, value, .. } => {
                shown.push(Shown::Store(value.0));
                Some(Answer::Done)
            }
            Action::Exit { .. } => {
                shown.push(Shown::Exit(machine.results(&step.state).expect("it has exited").to_vec()));
                None
            }
            action => panic!("unexpected {action:?}"),
        };
        match answer {
            Some(answer) if shown.len() < length => step = machine.resume(&step.state, answer),
            _ => return shown,
        }
    }
}

#[test]
fn ssa_form_and_registers_keep_the_meaning_of_variables() {
    let mut exits = 0;
    for seed in 0..3000 {
        let mut random = Random::from_seed(seed);
        let program = random_program(&mut random);
        let module = lower(&program, &mut random);
        let machine = Machine::new(&module).unwrap_or_else(|error| panic!("{error} in\n{module}"));
        for _ in 0..4 {
            let answers: Vec<u64> = (0..40).map(|_| random.below(1 << 31) as u64).collect();
            let expected = interpret(&program, &answers);
            let actual = observe(&machine, &answers, expected.len());
            assert_eq!(actual, expected, "seed {seed}: {program:?}\n{module}");
            exits += usize::from(matches!(expected.last(), Some(Shown::Exit(_))));
        }
    }
    // The comparison of final variables is not vacuous.
    assert!(exits > 1000, "only {exits} runs came to an end");
}
