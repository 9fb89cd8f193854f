//! Builds functions, one instruction after the other.
//!
//! The builder appends to a current block, and every instruction gets the current source position.
//! Misuse of the builder (a second terminator, a sealed block that gets another predecessor) is a
//! bug of the front end and panics. [`verify()`](crate::verify()) checks whether the function obeys
//! the rules of types.

use porf_entity::{
    EntityId, FenceOrdering, PrimaryMap, ReadOrdering, RmwOrdering, SecondaryMap, SourcePosition,
    WriteOrdering,
};

use crate::function::{Block, BlockId, Function, FunctionId, ValueData, ValueId};
use crate::instruction::{
    BinaryOp, Cast, Comparison, FailKind, FloatComparison, Instruction, Operation, RmwKind, Target,
    Terminator, TerminatorKind, UnaryOp,
};
use crate::module::{ExternalId, GlobalId};
use crate::types::Type;
use crate::variables::{Edge, ValueSource, Variable, Variables};

/// A function under construction. A new one has an entry block, which is current and sealed.
#[derive(Debug)]
pub struct FunctionBuilder {
    name: String,
    params: Vec<ValueId>,
    variadic: bool,
    returns: Vec<Type>,
    body: Body,
    variables: Variables,
    current: BlockId,
    position: SourcePosition,
}

/// A block that may not have its terminator yet.
#[derive(Clone, Default, Debug)]
struct OpenBlock {
    params: Vec<ValueId>,
    instructions: Vec<Instruction>,
    terminator: Option<Terminator>,
}

#[derive(Debug)]
struct Body {
    values: PrimaryMap<ValueId, ValueData>,
    blocks: PrimaryMap<BlockId, OpenBlock>,
    /// By block, the zeros for unset variables, to be put at its start.
    zeros: SecondaryMap<BlockId, Vec<ValueId>>,
}

impl ValueSource for Body {
    fn new_value(&mut self, ty: Type) -> ValueId {
        self.values.push(ValueData { ty })
    }

    fn zero_at_start(&mut self, block: BlockId, ty: Type) -> ValueId {
        let zero = self.new_value(ty);
        self.zeros[block].push(zero);
        zero
    }
}

/// Blocks and variables.
impl FunctionBuilder {
    /// Begins a function.
    pub fn new(name: impl Into<String>, params: &[Type], returns: &[Type]) -> Self {
        let mut body = Body {
            values: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            zeros: SecondaryMap::with_default(Vec::new()),
        };
        let params = params.iter().map(|&ty| body.new_value(ty)).collect();
        let mut builder = Self {
            name: name.into(),
            params,
            variadic: false,
            returns: returns.to_vec(),
            body,
            variables: Variables::new(),
            current: BlockId::from_index(0),
            position: SourcePosition::UNKNOWN,
        };
        builder.current = builder.create_block();
        builder.seal_block(builder.current);
        builder
    }

    /// Lets callers pass more arguments than there are parameters.
    pub fn set_variadic(&mut self) {
        self.variadic = true;
    }

    /// The values of the function's parameters.
    pub fn params(&self) -> &[ValueId] {
        &self.params
    }

    /// The type of a value.
    pub fn value_type(&self, value: ValueId) -> Type {
        self.body.values[value].ty
    }

    /// Sets the source position of the instructions to come.
    pub fn set_position(&mut self, position: SourcePosition) {
        self.position = position;
    }

    /// The source position that the next instruction will have.
    pub fn position(&self) -> SourcePosition {
        self.position
    }

    /// Adds an empty block, to be filled, terminated and sealed.
    pub fn create_block(&mut self) -> BlockId {
        self.variables.add_block();
        self.body.blocks.push(OpenBlock::default())
    }

    /// Adds a parameter to a block. Jumps to the block then need an argument for it.
    pub fn append_block_param(&mut self, block: BlockId, ty: Type) -> ValueId {
        let value = self.body.new_value(ty);
        self.body.blocks[block].params.push(value);
        value
    }

    /// Makes a block current: instructions are appended to it from now on.
    pub fn switch_to_block(&mut self, block: BlockId) {
        assert!(self.body.blocks.get(block).is_some(), "{block} is not a block of this function");
        self.current = block;
    }

    /// The block that instructions are appended to.
    pub fn current_block(&self) -> BlockId {
        self.current
    }

    /// Whether the current block has its terminator, so that nothing more can be appended.
    pub fn is_terminated(&self) -> bool {
        self.body.blocks[self.current].terminator.is_some()
    }

    /// Declares that no more jumps to the block will come.
    pub fn seal_block(&mut self, block: BlockId) {
        self.variables.seal(block, &mut self.body);
    }

    /// Declares a mutable variable. Until something is assigned to it, its value is 0.
    pub fn declare_variable(&mut self, ty: Type) -> Variable {
        self.variables.declare(ty)
    }

    /// The type that a variable was declared with.
    pub fn variable_type(&self, variable: Variable) -> Type {
        self.variables.variable_type(variable)
    }

    /// Assigns to a variable.
    pub fn define_variable(&mut self, variable: Variable, value: ValueId) {
        assert_eq!(self.variable_type(variable), self.value_type(value), "{variable} is assigned {value}");
        self.variables.define(variable, self.current, value);
    }

    /// The value of a variable at this point.
    pub fn use_variable(&mut self, variable: Variable) -> ValueId {
        self.variables.read(variable, self.current, &mut self.body)
    }

    /// Ends the function. Blocks that are not sealed yet are sealed; every block must be terminated.
    pub fn finish(mut self) -> Function {
        for block in self.body.blocks.ids() {
            if !self.variables.is_sealed(block) {
                self.seal_block(block);
            }
        }
        self.materialize_variables();
        let zeros = &self.body.zeros;
        let blocks = self.body.blocks.iter().map(|(id, block)| {
            let zeros = zeros[id].iter().map(|&zero| Instruction {
                operation: Operation::Const(0),
                results: vec![zero],
                position: SourcePosition::UNKNOWN,
            });
            let terminator = block.terminator.clone();
            Block {
                params: block.params.clone(),
                instructions: zeros.chain(block.instructions.iter().cloned()).collect(),
                terminator: terminator.unwrap_or_else(|| panic!("{id} has no terminator")),
            }
        });
        let mut function = Function {
            name: self.name,
            params: self.params,
            variadic: self.variadic,
            returns: self.returns,
            blocks: blocks.collect(),
            values: self.body.values,
        };
        function.renumber_values();
        function
    }

    /// Makes the phis of variables block parameters and passes arguments for them.
    fn materialize_variables(&mut self) {
        let variables = std::mem::replace(&mut self.variables, Variables::new());
        let all_edges: PrimaryMap<BlockId, Vec<Edge>> =
            self.body.blocks.ids().map(|block| variables.edges(block).to_vec()).collect();
        let (phis, aliases) = variables.into_phis();
        for phi in phis {
            self.body.blocks[phi.block].params.push(phi.value);
            for (edge, operand) in all_edges[phi.block].iter().zip(phi.operands) {
                let terminator = self.body.blocks[edge.from].terminator.as_mut();
                let mut index = 0;
                terminator.expect("an edge comes from a terminator").kind.for_each_target_mut(|target| {
                    if index == edge.target {
                        target.arguments.push(operand);
                    }
                    index += 1;
                });
            }
        }
        let resolve = |value: &mut ValueId| *value = aliases.resolve(*value);
        for id in self.body.blocks.ids() {
            let block = &mut self.body.blocks[id];
            for instruction in &mut block.instructions {
                instruction.operation.for_each_operand_mut(resolve);
            }
            if let Some(terminator) = &mut block.terminator {
                terminator.kind.for_each_operand_mut(resolve);
            }
        }
    }
}

/// Instructions, appended to the current block.
impl FunctionBuilder {
    /// Appends any instruction; returns its results, which have the given types.
    pub fn append(&mut self, operation: Operation, result_types: &[Type]) -> Vec<ValueId> {
        assert!(!self.is_terminated(), "an instruction after the terminator of {}", self.current);
        let results: Vec<ValueId> = result_types.iter().map(|&ty| self.body.new_value(ty)).collect();
        self.body.blocks[self.current].instructions.push(Instruction {
            operation,
            results: results.clone(),
            position: self.position,
        });
        results
    }

    fn append_one(&mut self, operation: Operation, ty: Type) -> ValueId {
        self.append(operation, &[ty])[0]
    }

    /// A number of the type: the low bits of `bits`. For a pointer type, a fixed address.
    pub fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        self.append_one(Operation::Const(bits & ty.mask()), ty)
    }

    /// The address of a global.
    pub fn global_address(&mut self, global: GlobalId) -> ValueId {
        self.append_one(Operation::GlobalAddress(global), Type::Ptr)
    }

    /// The address of a function.
    pub fn function_address(&mut self, function: FunctionId) -> ValueId {
        self.append_one(Operation::FunctionAddress(function), Type::Ptr)
    }

    /// A new object on the stack of as many bytes as an `i64` says.
    pub fn alloca(&mut self, size: ValueId, align: u64) -> ValueId {
        self.append_one(Operation::Alloca { size, align, private: false }, Type::Ptr)
    }

    /// An operation on one value.
    pub fn unary(&mut self, op: UnaryOp, value: ValueId) -> ValueId {
        let ty = self.value_type(value);
        self.append_one(Operation::Unary { op, value }, ty)
    }

    /// Compares two floating-point numbers of one type.
    pub fn float_compare(&mut self, comparison: FloatComparison, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.append_one(Operation::FloatCompare { comparison, lhs, rhs }, Type::I1)
    }

    /// Arithmetic on two numbers of one type.
    pub fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.value_type(lhs);
        self.append_one(Operation::Binary { op, lhs, rhs }, ty)
    }

    /// Compares two values of one type; the result is an `i1`.
    pub fn compare(&mut self, comparison: Comparison, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.append_one(Operation::Compare { comparison, lhs, rhs }, Type::I1)
    }

    /// Changes the type of a value.
    pub fn cast(&mut self, cast: Cast, value: ValueId, ty: Type) -> ValueId {
        self.append_one(Operation::Cast { cast, value }, ty)
    }

    /// An integer of the given integer type with the same value, or with its low bits if it does not fit;
    /// `signed` says whether a wider type repeats the sign. The same value if it has that type already.
    pub fn resize(&mut self, value: ValueId, ty: Type, signed: bool) -> ValueId {
        let cast = match self.value_type(value).bits().cmp(&ty.bits()) {
            std::cmp::Ordering::Equal => return value,
            std::cmp::Ordering::Greater => Cast::Trunc,
            std::cmp::Ordering::Less if signed => Cast::SExt,
            std::cmp::Ordering::Less => Cast::ZExt,
        };
        self.cast(cast, value, ty)
    }

    /// One of two values of one type.
    pub fn select(&mut self, condition: ValueId, if_true: ValueId, if_false: ValueId) -> ValueId {
        let ty = self.value_type(if_true);
        self.append_one(Operation::Select { condition, if_true, if_false }, ty)
    }

    /// A pointer moved by a number of bytes, an `i64`.
    pub fn ptr_add(&mut self, pointer: ValueId, offset: ValueId) -> ValueId {
        self.append_one(Operation::PtrAdd { pointer, offset }, Type::Ptr)
    }

    /// Reads a value of the type from memory.
    pub fn load(&mut self, ty: Type, address: ValueId, ordering: ReadOrdering) -> ValueId {
        self.append_one(Operation::Load { address, ordering }, ty)
    }

    /// Writes a value to memory.
    pub fn store(&mut self, value: ValueId, address: ValueId, ordering: WriteOrdering) {
        self.append(Operation::Store { value, address, ordering, provisional: false }, &[]);
    }

    /// Reads and writes memory in one instant; the result is the old value.
    pub fn rmw(
        &mut self,
        kind: RmwKind,
        address: ValueId,
        operand: ValueId,
        ordering: RmwOrdering,
    ) -> ValueId {
        let ty = self.value_type(operand);
        self.append_one(Operation::Rmw { kind, address, operand, ordering }, ty)
    }

    /// Writes `desired` if memory holds `expected`; the results are the old value and an `i1` that says
    /// whether it wrote.
    pub fn compare_exchange(
        &mut self,
        address: ValueId,
        expected: ValueId,
        desired: ValueId,
        success: RmwOrdering,
        failure: ReadOrdering,
        weak: bool,
    ) -> (ValueId, ValueId) {
        let ty = self.value_type(expected);
        let operation = Operation::CompareExchange { address, expected, desired, success, failure, weak };
        let results = self.append(operation, &[ty, Type::I1]);
        (results[0], results[1])
    }

    /// Orders the accesses around it.
    pub fn fence(&mut self, ordering: FenceOrdering) {
        self.append(Operation::Fence(ordering), &[]);
    }

    /// Calls a function that returns values of the given types.
    pub fn call(&mut self, function: FunctionId, arguments: &[ValueId], returns: &[Type]) -> Vec<ValueId> {
        self.append(Operation::Call { function, arguments: arguments.to_vec() }, returns)
    }

    /// Calls the function that a pointer points to and that returns values of the given types.
    pub fn call_indirect(
        &mut self,
        callee: ValueId,
        arguments: &[ValueId],
        returns: &[Type],
    ) -> Vec<ValueId> {
        self.append(Operation::CallIndirect { callee, arguments: arguments.to_vec() }, returns)
    }

    /// Calls a function that the module does not define and that returns values of the given types.
    pub fn call_external(
        &mut self,
        external: ExternalId,
        arguments: &[ValueId],
        returns: &[Type],
    ) -> Vec<ValueId> {
        self.append(Operation::CallExternal { external, arguments: arguments.to_vec() }, returns)
    }

    /// An operation that is not supported; its results have the given types.
    pub fn unsupported(&mut self, what: impl Into<String>, results: &[Type]) -> Vec<ValueId> {
        self.append(Operation::Unsupported(what.into()), results)
    }

    /// Goes on only if the `i1` is 1.
    pub fn assume(&mut self, condition: ValueId) {
        self.append(Operation::Assume(condition), &[]);
    }
}

/// Terminators of the current block.
impl FunctionBuilder {
    /// Ends the current block.
    pub fn terminate(&mut self, kind: TerminatorKind) {
        assert!(!self.is_terminated(), "a second terminator in {}", self.current);
        let (from, mut index) = (self.current, 0);
        kind.for_each_target(|target| {
            self.variables.add_edge(target.block, Edge { from, target: index });
            index += 1;
        });
        self.body.blocks[from].terminator = Some(Terminator { kind, position: self.position });
    }

    /// Goes to a block: `jump(block)`, or `jump((block, [arguments]))`.
    pub fn jump(&mut self, target: impl Into<Target>) {
        self.terminate(TerminatorKind::Jump(target.into()));
    }

    /// Goes to one of two blocks, depending on an `i1`.
    pub fn branch(
        &mut self,
        condition: ValueId,
        then_target: impl Into<Target>,
        else_target: impl Into<Target>,
    ) {
        let (then_target, else_target) = (then_target.into(), else_target.into());
        self.terminate(TerminatorKind::Branch { condition, then_target, else_target });
    }

    /// Goes to the block of the case that equals the integer.
    pub fn switch(&mut self, value: ValueId, cases: Vec<(u64, Target)>, default: impl Into<Target>) {
        self.terminate(TerminatorKind::Switch { value, cases, default: default.into() });
    }

    /// Returns values to the caller.
    pub fn return_values(&mut self, values: &[ValueId]) {
        self.terminate(TerminatorKind::Return(values.to_vec()));
    }

    /// Declares the program wrong if control gets here.
    pub fn fail(&mut self, kind: FailKind) {
        self.terminate(TerminatorKind::Fail(kind));
    }

    /// Cuts the execution here: a loop went on beyond its bound.
    pub fn loop_bound(&mut self) {
        self.terminate(TerminatorKind::LoopBound);
    }
}

#[cfg(test)]
mod tests;
