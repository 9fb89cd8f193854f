//! Random programs with loops.
//!
//! The loops come first, each in some thread. Then come the statements of other threads in between.
//! Many of them are writes that the loops wait for, or reads that could observe their iterations.
//! Then perhaps one more statement goes in the middle of some loop, so that a loop that looks like
//! one of the forms is none.

mod between;
mod pieces;

use std::collections::BTreeSet;

use porf_entity::{EntityId, PrimaryMap, Random};

use super::forms::{Form, SUCCESSES};
use super::program::{Access, BinaryOp, Expression, LoopProgram, Place, StackId, Statement, VariableId};
use crate::tree::Nested;

pub(super) use pieces::increment;

impl LoopProgram {
    /// The random program that belongs to a seed.
    pub fn from_seed(seed: u64) -> Self {
        let mut random = Random::from_seed(seed);
        let mut generator = Generator::new(&mut random);
        generator.generate();
        generator.program
    }
}

/// The state of the generation of a program.
pub(super) struct Generator<'a> {
    pub(super) random: &'a mut Random,
    pub(super) program: LoopProgram,
    /// The variables by which threads communicate; the others hold the values that one thread has
    /// read.
    shared: Vec<VariableId>,
    /// The variable with plain accesses.
    data: VariableId,
    /// The variable in which attempts are counted, and the number of the condition that most of
    /// them take for success.
    counter: Option<VariableId>,
    pub(super) usual_success: usize,
    /// The variables of the ticket lock: the next ticket, and the one that is served.
    tickets: Option<[VariableId; 2]>,
    /// The variables that mostly only one thread accesses.
    own: Vec<VariableId>,
    /// The values that loops wait for.
    wishes: Vec<Wish>,
    names: Names,
}

/// A value that a loop waits for.
#[derive(Clone, Copy)]
struct Wish {
    variable: VariableId,
    value: i32,
}

/// The numbers of local names that a function has used.
#[derive(Clone, Copy, Default)]
struct Names {
    registers: usize,
    pointers: usize,
    labels: usize,
}

impl<'a> Generator<'a> {
    fn new(random: &'a mut Random) -> Self {
        let mut variables = PrimaryMap::new();
        let data = variables.push(0);
        let shared = (0..random.choose(&[1, 2, 2, 3]))
            .map(|_| variables.push(random.choose(&[0, 0, 0, 0, 0, 1])))
            .collect();
        let usual_success = random.below(SUCCESSES);
        let program = LoopProgram {
            variables,
            tallies: BTreeSet::new(),
            mutexes: 0,
            stacks: 0,
            helpers: PrimaryMap::new(),
            threads: Vec::new(),
            epilogue: None,
            unroll: random.choose(&[1, 2, 2, 2, 3]) as u32,
            spurious: random.ratio(1, 2),
        };
        Self {
            random,
            program,
            shared,
            data,
            counter: None,
            usual_success,
            tickets: None,
            own: Vec::new(),
            wishes: Vec::new(),
            names: Names::default(),
        }
    }

    fn generate(&mut self) {
        let thread_count = self.random.choose(&[2, 2, 2, 3]);
        let loops = self.random.choose(&[1, 2, 2, 2, 3]);
        let mut names = vec![Names::default(); thread_count];
        self.program.threads = vec![Vec::new(); thread_count];
        let first = self.random.below(thread_count);
        let mut family = self.family();
        let mut fulfilled = Vec::new();
        for number in 0..loops {
            // Mostly one loop a thread, of related forms.
            let thread = (first + number) % thread_count;
            self.names = names[thread];
            if self.random.ratio(1, 3) {
                family = self.family();
            }
            let form = self.random.choose(&family);
            let known = self.wishes.len();
            let body = form.generate(self);
            self.program.threads[thread].push(Statement::Form(form, body));
            names[thread] = self.names;
            if self.wishes.len() > known && self.random.ratio(3, 4) {
                let wish = self.wishes[known + self.random.below(self.wishes.len() - known)];
                let other = (thread + 1 + self.random.below(thread_count - 1)) % thread_count;
                fulfilled.push((other, wish));
            }
        }
        for (thread, wish) in fulfilled {
            self.names = names[thread];
            let statements = self.fulfil(wish);
            self.insert(thread, statements);
            names[thread] = self.names;
        }
        for number in 0..self.random.choose(&[1, 1, 2]) {
            let thread = (first + loops + number) % thread_count;
            self.names = names[thread];
            let statements = self.between();
            self.insert(thread, statements);
            names[thread] = self.names;
        }
        if self.random.ratio(1, 3) {
            let thread = self.random.below(thread_count);
            self.names = names[thread];
            self.disturb(thread);
        }
        self.program.threads.retain(|thread| !thread.is_empty());
        if self.program.stacks > 0 || self.random.ratio(1, 3) {
            self.names = Names::default();
            self.program.epilogue = Some(self.epilogue());
        }
    }

    /// Inserts statements into a thread, at some point.
    fn insert(&mut self, thread: usize, statements: Vec<Statement>) {
        let place = self.random.below(self.program.threads[thread].len() + 1);
        self.program.threads[thread].splice(place..place, statements);
    }

    /// Related forms.
    fn family(&mut self) -> Vec<Form> {
        let family = match self.random.below(14) {
            0..=2 => Form::SpinWhile..=Form::SpinSequence,
            3..=4 => Form::CasLoop..=Form::TicketLock,
            5 => Form::Push..=Form::McsLock,
            6 => Form::Zne..=Form::ZnePeeled,
            7..=8 => Form::Zne..=Form::MutexPoll,
            9 => return Form::WITH_NODES_OF_ITS_OWN.to_vec(),
            10..=12 => return Form::WITH_MEMORY_OF_ITS_OWN.to_vec(),
            _ => Form::CallReads..=Form::WorkUntil,
        };
        Form::ALL.iter().copied().filter(|form| family.contains(form)).collect()
    }

    /// Makes the body of a function with local names of its own.
    pub(super) fn in_function<R>(&mut self, make: impl FnOnce(&mut Self) -> R) -> R {
        let names = std::mem::take(&mut self.names);
        let made = make(self);
        self.names = names;
        made
    }

    /// Puts one more statement into a loop.
    fn disturb(&mut self, thread: usize) {
        let statement = match self.random.below(8) {
            0 => {
                let register = self.local();
                Statement::Assign(register, Expression::from(register).binary(BinaryOp::Add, 1.into()))
            }
            1 => {
                let register = self.local();
                let (value, _) = self.load_shared();
                Statement::Assign(register, value)
            }
            2 => {
                let leave = self.random.ratio(1, 2);
                let jump = if leave { Statement::Break } else { Statement::Continue };
                Statement::If(self.sometimes(), vec![jump], Vec::new())
            }
            3 => self.fence(),
            4 => {
                let (value, _) = self.load_shared();
                Statement::Assert(value.binary(BinaryOp::NotEqual, self.value().into()))
            }
            5 => self.effect(),
            6 => self.mark(),
            _ => Statement::If(self.sometimes(), vec![self.mark()], Vec::new()),
        };
        let mut bodies = Vec::new();
        loop_bodies(&mut self.program.threads[thread], &mut bodies);
        if !bodies.is_empty() {
            let body = bodies.swap_remove(self.random.below(bodies.len()));
            body.insert(self.random.below(body.len() + 1), statement);
        }
    }

    /// The last statements of `main`: it reads nodes, and perhaps a variable.
    fn epilogue(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        if self.random.ratio(1, 2) {
            let (value, _) = self.load_shared();
            statements.push(Statement::Assert(value.binary(BinaryOp::NotEqual, self.value().into())));
        }
        for stack in (0..self.program.stacks).map(StackId::from_index) {
            let (node, seen) = (self.pointer(), self.register());
            let plain = |place| Expression::Load(place, Access::Plain);
            statements.push(Statement::AssignPointer(node, plain(Place::Top(stack))));
            let mut look = Vec::new();
            // Digits to the base of 16, for three nodes.
            for _ in 0..3 {
                let mut sixteenfold = Expression::from(seen);
                for _ in 0..4 {
                    sixteenfold = sixteenfold.clone().binary(BinaryOp::Add, sixteenfold);
                }
                let digits = sixteenfold.binary(BinaryOp::Add, plain(Place::Count(node)));
                let exists = Expression::from(node).binary(BinaryOp::NotEqual, Expression::Null);
                let mut inside = vec![
                    Statement::Assign(seen, digits),
                    Statement::AssignPointer(node, plain(Place::Next(node))),
                ];
                inside.append(&mut look);
                look = vec![Statement::If(exists, inside, Vec::new())];
            }
            statements.append(&mut look);
            statements.push(self.observe(seen));
        }
        statements
    }
}

/// The bodies of all loops.
fn loop_bodies<'a>(statements: &'a mut [Statement], bodies: &mut Vec<&'a mut Vec<Statement>>) {
    for statement in statements {
        let is_loop = statement.is_loop();
        for inner in statement.inner_mut() {
            // The bodies of loops in loops are left out, since they cannot be borrowed as well.
            match is_loop {
                true => bodies.push(inner),
                false => loop_bodies(inner, bodies),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_well_formed_and_belong_to_their_seeds() {
        for seed in 0..2_000 {
            let program = LoopProgram::from_seed(seed);
            assert!(program.is_well_formed(), "{program:?}");
            assert!((1..=3).contains(&program.threads.len()));
            assert_eq!(program, LoopProgram::from_seed(seed));
        }
    }
}
