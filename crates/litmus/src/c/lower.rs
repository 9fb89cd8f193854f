//! The lowering of statements to basic blocks.
//!
//! A statement after which control does not go on leaves the current block terminated. The
//! statements that follow it in the source cannot be reached and are not lowered.

use porf_entity::{Diagnostic, PrimaryMap, Span};
use porf_ir::{BinaryOp, BlockId, Comparison, FailKind, Function, FunctionBuilder, Type, ValueId, Variable};

use super::ast::{Expression, ExpressionKind, LocalId, LogicalOperator, Loop, Statement, Thread};
use crate::ctype::CType;
use crate::lowered::Lowering;

/// The lowering of one thread.
pub(super) struct ThreadLowering<'a> {
    pub(super) builder: FunctionBuilder,
    pub(super) context: &'a Lowering<'a>,
    thread: &'a Thread,
    variables: PrimaryMap<LocalId, Variable>,
    /// The variables whose final values the thread returns.
    observed: Vec<LocalId>,
    /// The loops around the current statement, innermost last.
    loops: Vec<LoopTargets>,
}

/// The targets of `break` and `continue` that have been seen so far.
#[derive(Default)]
struct LoopTargets {
    on_break: Option<BlockId>,
    on_continue: Option<BlockId>,
}

impl<'a> ThreadLowering<'a> {
    pub(super) fn new(
        builder: FunctionBuilder,
        thread: &'a Thread,
        variables: PrimaryMap<LocalId, Variable>,
        observed: Vec<LocalId>,
        context: &'a Lowering<'a>,
    ) -> Self {
        Self { builder, context, thread, variables, observed, loops: Vec::new() }
    }

    /// Lowers the body.
    pub(super) fn finish(mut self) -> Result<Function, Diagnostic> {
        self.statements(&self.thread.body)?;
        if !self.builder.is_terminated() {
            self.return_observed(self.thread.end);
        }
        Ok(self.builder.finish())
    }

    /// Sets the source position of the next instructions.
    pub(super) fn set_position(&mut self, span: Span) {
        self.builder.set_position(self.context.positions.of(span));
    }

    pub(super) fn local_type(&self, id: LocalId) -> CType {
        self.thread.locals[id].ty
    }

    pub(super) fn local_name(&self, id: LocalId) -> &'a str {
        &self.thread.locals[id].name
    }

    pub(super) fn read(&mut self, id: LocalId) -> ValueId {
        self.builder.use_variable(self.variables[id])
    }

    pub(super) fn define(&mut self, id: LocalId, value: ValueId) {
        self.builder.define_variable(self.variables[id], value);
    }

    /// Makes a block whose predecessors are all known current.
    pub(super) fn begin(&mut self, block: BlockId) {
        self.builder.seal_block(block);
        self.builder.switch_to_block(block);
    }

    fn return_observed(&mut self, span: Span) {
        self.set_position(span);
        let values: Vec<ValueId> = self.observed.clone().into_iter().map(|id| self.read(id)).collect();
        self.builder.return_values(&values);
    }

    fn statements(&mut self, statements: &[Statement]) -> Result<(), Diagnostic> {
        for statement in statements {
            if self.builder.is_terminated() {
                break;
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<(), Diagnostic> {
        match statement {
            Statement::Declaration { value: None, .. } => Ok(()),
            Statement::Declaration { local, span, value: Some(value) } => {
                self.set_position(*span);
                let typed = self.value(value)?;
                let converted = self.convert(typed, self.local_type(*local), value.span)?;
                self.define(*local, converted);
                Ok(())
            }
            Statement::Expression(expression) => self.effect(expression).map(drop),
            Statement::Block(statements) => self.statements(statements),
            Statement::If { condition, then, otherwise } => {
                self.if_statement(condition, then, otherwise.as_deref())
            }
            Statement::Loop(looped) => self.loop_statement(looped),
            Statement::Break(span) => self.leave_iteration(*span, "break", |targets| &mut targets.on_break),
            Statement::Continue(span) => {
                self.leave_iteration(*span, "continue", |targets| &mut targets.on_continue)
            }
            Statement::Return { span, value } => {
                if let Some(value) = value {
                    self.value(value)?;
                }
                self.return_observed(*span);
                Ok(())
            }
        }
    }

    fn if_statement(
        &mut self,
        condition: &Expression,
        then: &Statement,
        otherwise: Option<&Statement>,
    ) -> Result<(), Diagnostic> {
        let then_block = self.builder.create_block();
        let else_block = self.builder.create_block();
        self.branch_on(condition, then_block, else_block)?;
        let Some(otherwise) = otherwise else {
            self.begin(then_block);
            self.statement(then)?;
            if !self.builder.is_terminated() {
                self.builder.jump(else_block);
            }
            self.begin(else_block);
            return Ok(());
        };
        let mut join = None;
        for (block, branch) in [(then_block, then), (else_block, otherwise)] {
            self.begin(block);
            self.statement(branch)?;
            if !self.builder.is_terminated() {
                let join = *join.get_or_insert_with(|| self.builder.create_block());
                self.builder.jump(join);
            }
        }
        if let Some(join) = join {
            self.begin(join);
        }
        Ok(())
    }

    fn leave_iteration(
        &mut self,
        span: Span,
        word: &str,
        target: impl Fn(&mut LoopTargets) -> &mut Option<BlockId>,
    ) -> Result<(), Diagnostic> {
        self.set_position(span);
        let Some(targets) = self.loops.last_mut() else {
            return Err(Diagnostic::new(span, format!("`{word}` outside of a loop"), "no loop around this"));
        };
        let block = *target(targets).get_or_insert_with(|| self.builder.create_block());
        self.builder.jump(block);
        Ok(())
    }

    /// Lowers a loop to four parts: `check` evaluates the condition; `begin` counts the iteration,
    /// or cuts the execution if there have been enough; then the body; then the target of
    /// `continue`, which takes the step.
    fn loop_statement(&mut self, looped: &Loop) -> Result<(), Diagnostic> {
        self.statements(&looped.start)?;
        self.set_position(looped.span);
        let counter = self.builder.declare_variable(Type::I32);
        let zero = self.builder.constant(Type::I32, 0);
        self.builder.define_variable(counter, zero);
        let check = looped.check_first.then(|| self.builder.create_block());
        let begin = self.builder.create_block();
        self.loops.push(LoopTargets::default());
        self.builder.jump(check.unwrap_or(begin));
        if let Some(check) = check {
            self.builder.switch_to_block(check);
            self.decide(looped, begin)?;
        }
        self.builder.switch_to_block(begin);
        self.count_iteration(looped.span, counter);
        self.statement(&looped.body)?;
        let on_continue = self.loops.last().and_then(|targets| targets.on_continue);
        if !self.builder.is_terminated() || on_continue.is_some() {
            let next = on_continue.unwrap_or_else(|| self.builder.create_block());
            if !self.builder.is_terminated() {
                self.builder.jump(next);
            }
            self.begin(next);
            if let Some(step) = &looped.step {
                self.effect(step)?;
            }
            match check {
                Some(check) => self.builder.jump(check),
                None => self.decide(looped, begin)?,
            }
        }
        check.into_iter().for_each(|check| self.builder.seal_block(check));
        self.builder.seal_block(begin);
        if let Some(exit) = self.loops.pop().and_then(|targets| targets.on_break) {
            self.begin(exit);
        }
        Ok(())
    }

    /// Goes to `begin` if the condition of the innermost loop holds, otherwise out of the loop.
    fn decide(&mut self, looped: &Loop, begin: BlockId) -> Result<(), Diagnostic> {
        match (&looped.condition, self.loops.last_mut()) {
            (Some(condition), Some(targets)) => {
                let exit = *targets.on_break.get_or_insert_with(|| self.builder.create_block());
                self.branch_on(condition, begin, exit)
            }
            _ => {
                self.builder.jump(begin);
                Ok(())
            }
        }
    }

    fn count_iteration(&mut self, span: Span, counter: Variable) {
        self.set_position(span);
        let body = self.builder.create_block();
        let cut = self.builder.create_block();
        let count = self.builder.use_variable(counter);
        let bound = self.builder.constant(Type::I32, u64::from(self.context.unroll));
        let within = self.builder.compare(Comparison::Ult, count, bound);
        self.builder.branch(within, body, cut);
        self.begin(cut);
        self.builder.loop_bound();
        self.begin(body);
        let one = self.builder.constant(Type::I32, 1);
        let next = self.builder.binary(BinaryOp::Add, count, one);
        self.builder.define_variable(counter, next);
    }

    /// Jumps to one of two blocks by a condition. The parts of the condition are evaluated only as
    /// far as needed.
    pub(super) fn branch_on(
        &mut self,
        condition: &Expression,
        then_block: BlockId,
        else_block: BlockId,
    ) -> Result<(), Diagnostic> {
        match &condition.kind {
            ExpressionKind::Not(inner) => self.branch_on(inner, else_block, then_block),
            ExpressionKind::Logical(operator, left, right) => {
                let rest = self.builder.create_block();
                match operator {
                    LogicalOperator::And => self.branch_on(left, rest, else_block)?,
                    LogicalOperator::Or => self.branch_on(left, then_block, rest)?,
                }
                self.begin(rest);
                self.branch_on(right, then_block, else_block)
            }
            _ => {
                let truth = self.truth(condition)?;
                self.set_position(condition.span);
                self.builder.branch(truth, then_block, else_block);
                Ok(())
            }
        }
    }

    /// `assert(condition)`
    pub(super) fn assertion(&mut self, condition: &Expression, span: Span) -> Result<(), Diagnostic> {
        let holds = self.builder.create_block();
        let fails = self.builder.create_block();
        self.branch_on(condition, holds, fails)?;
        self.begin(fails);
        self.set_position(span);
        self.builder.fail(FailKind::Assertion);
        self.begin(holds);
        Ok(())
    }
}
