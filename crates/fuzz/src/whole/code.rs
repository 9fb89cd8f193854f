//! The tree as flat code, for the [interpreter](super::interpreter): loops and branches become
//! jumps.

use super::program::{Expression, Program, Register, Statement};

/// One step of a thread.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// A statement without statements in it, and its number in the program.
    Do(Statement, u16),
    /// A jump to another place.
    Jump(usize),
    /// A jump to another place if this is zero.
    Unless(Expression, usize),
    /// A jump to another place if a register holds at least so much.
    UnlessLess(Register, i16, usize),
    /// The function returns.
    Return,
}

/// The code of each body of the program, in their order.
pub(super) fn code(program: &Program) -> Vec<Vec<Op>> {
    let mut number = 0;
    program
        .bodies()
        .map(|body| {
            let mut assembler = Assembler { ops: Vec::new(), loops: Vec::new(), number };
            assembler.statements(body);
            assembler.ops.push(Op::Return);
            number = assembler.number;
            assembler.ops
        })
        .collect()
}

struct Assembler {
    ops: Vec<Op>,
    /// For each loop around, the jumps that leave it and those that begin its next iteration.
    loops: Vec<(Vec<usize>, Vec<usize>)>,
    number: u16,
}

impl Assembler {
    fn statements(&mut self, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(statement));
    }

    /// Adds a jump whose target is not known yet.
    fn jump(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Makes some jumps lead here.
    fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.ops.len();
        for jump in jumps {
            match &mut self.ops[jump] {
                Op::Jump(target) | Op::Unless(_, target) | Op::UnlessLess(_, _, target) => *target = here,
                Op::Do(..) | Op::Return => {}
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        let number = self.number;
        self.number += 1;
        match statement {
            Statement::If(condition, then, otherwise) => {
                let not = self.jump(Op::Unless(condition.clone(), 0));
                self.statements(then);
                let end = self.jump(Op::Jump(0));
                self.land([not]);
                self.statements(otherwise);
                self.land([end]);
            }
            Statement::Forever(body) => {
                let begin = self.ops.len();
                self.a_loop(body, |assembler| {
                    assembler.ops.push(Op::Jump(begin));
                    None
                });
            }
            Statement::While(condition, body) => {
                let begin = self.ops.len();
                let not = self.jump(Op::Unless(condition.clone(), 0));
                self.a_loop(body, |assembler| {
                    assembler.ops.push(Op::Jump(begin));
                    Some(not)
                });
            }
            Statement::DoWhile(body, condition) => {
                let begin = self.ops.len();
                self.a_loop(body, |assembler| {
                    let not = assembler.jump(Op::Unless(condition.clone(), 0));
                    assembler.ops.push(Op::Jump(begin));
                    Some(not)
                });
            }
            Statement::Repeat(register, times, body) => {
                let set = Statement::Assign(*register, Expression::Constant(0));
                self.ops.push(Op::Do(set, number));
                let begin = self.ops.len();
                let not = self.jump(Op::UnlessLess(*register, *times, 0));
                self.a_loop(body, |assembler| {
                    let next = Expression::Register(*register);
                    let next = next.binary(super::program::BinaryOp::Add, Expression::Constant(1));
                    assembler.ops.push(Op::Do(Statement::Assign(*register, next), number));
                    assembler.ops.push(Op::Jump(begin));
                    Some(not)
                });
            }
            Statement::Break => {
                let jump = self.jump(Op::Jump(0));
                self.loops.last_mut().expect("only loops are left").0.push(jump);
            }
            Statement::Continue => {
                let jump = self.jump(Op::Jump(0));
                self.loops.last_mut().expect("only loops are continued").1.push(jump);
            }
            _ => self.ops.push(Op::Do(statement.clone(), number)),
        }
    }

    /// The body of a loop and the code after it in each iteration, which may return a jump that
    /// leaves the loop.
    fn a_loop(&mut self, body: &[Statement], end: impl FnOnce(&mut Self) -> Option<usize>) {
        self.loops.push((Vec::new(), Vec::new()));
        self.statements(body);
        let (leaving, continuing) = self.loops.pop().expect("it was pushed");
        self.land(continuing);
        let not = end(self);
        self.land(leaving.into_iter().chain(not));
    }
}
