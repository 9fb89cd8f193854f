//! The lowering of functions: blocks, parameters and phi instructions.
//!
//! Only blocks that the entry reaches are lowered, in reverse postorder, so that a value is lowered
//! before all uses that it dominates. A phi instruction becomes parameters of its block, and each
//! jump to the block passes its operand.

use porf_entity::{EntityId, PrimaryMap, SecondaryMap, SourcePosition};
use porf_ir as ir;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::unused::drop_unused_loads;
use super::{Lowered, Program, Unsupported, unsupported};
use crate::ast::{
    self, BlockId, Body, GlobalKind, Instruction, InstructionKind, LocalId, Operand, TerminatorKind, TypeId,
};
use crate::link::symbols::{ModuleId, Symbol, symbol_name};

/// The scalars that a value consists of.
pub(super) type Values = SmallVec<[ir::ValueId; 2]>;

/// The name of the function in SV-COMP by which a program makes an assumption: it calls `abort` if
/// the condition is false.
const ASSUMPTION: &str = "assume_abort_if_not";
/// Functions with names that begin with this prefix run as one step, as SV-COMP demands.
const ATOMIC_PREFIX: &str = "__VERIFIER_atomic_";
const ATOMIC_BEGIN: &str = "__VERIFIER_atomic_begin";
const ATOMIC_END: &str = "__VERIFIER_atomic_end";

/// A lowered value of the source.
#[derive(Clone)]
pub(super) struct Definition {
    /// The block that defines it; `None` for the function's parameters.
    pub(super) block: Option<BlockId>,
    pub(super) values: Values,
}

/// A block that control must not reach: on the way to it an unsupported value would be passed, or
/// the way leads nowhere.
pub(super) struct Detour {
    pub(super) block: ir::BlockId,
    pub(super) reason: Option<Unsupported>,
    pub(super) position: SourcePosition,
}

/// The state of the lowering of a function.
pub(super) struct FunctionLowering<'p, 'a> {
    pub(super) program: &'p mut Program<'a>,
    pub(super) module: ModuleId,
    pub(super) ast: &'a ast::Module,
    pub(super) body: &'a Body,
    pub(super) builder: ir::FunctionBuilder,
    /// The types of the results of the function.
    pub(super) returns: Vec<ir::Type>,
    pub(super) definitions: SecondaryMap<LocalId, Option<Definition>>,
    /// The dominators of the source's blocks, which have the same numbers here.
    pub(super) dominators: ir::Dominators,
    pub(super) blocks: SecondaryMap<BlockId, Option<ir::BlockId>>,
    /// The operand of a phi instruction for each predecessor.
    pub(super) incoming: FxHashMap<(LocalId, BlockId), Operand>,
    /// The block of the source that is being lowered.
    pub(super) current: BlockId,
    pub(super) detours: Vec<Detour>,
    /// The types of the objects that pointers point to, where they are known.
    pub(super) objects: FxHashMap<LocalId, TypeId>,
    /// The types of the objects that values were loaded from, where they are known.
    pub(super) sources: FxHashMap<ir::ValueId, TypeId>,
    /// The function to call before the function returns.
    pub(super) at_return: Option<ir::FunctionId>,
    /// Whether a call of `abort` is a false assumption here.
    pub(super) is_assumption: bool,
    /// The source positions of the ends of the blocks that have been lowered; for the others, the
    /// beginning of the function.
    ends: SecondaryMap<ir::BlockId, SourcePosition>,
}

/// Lowers a function that a module defines; `None` if it has no code.
pub(super) fn lower(program: &mut Program<'_>, id: ir::FunctionId, symbol: Symbol) -> Option<ir::Function> {
    let global = program.symbols.global(symbol);
    let module = program.symbols.module(symbol.module);
    let GlobalKind::Function(function) = &global.kind else { return None };
    let body = function.body.as_ref()?;
    let signature = program.signatures[id].clone();
    let name = symbol_name(global);
    let mut builder = ir::FunctionBuilder::new(name, &signature.params, &signature.returns);
    if signature.variadic {
        builder.set_variadic();
    }
    let function_position = program.files.position(module.ast, module.ast.position(global.debug));
    let mut lowering = FunctionLowering {
        program,
        module: symbol.module,
        ast: module.ast,
        body,
        builder,
        returns: signature.returns.clone(),
        definitions: SecondaryMap::with_default(None),
        dominators: ir::Dominators::new(&skeleton(body)),
        blocks: SecondaryMap::with_default(None),
        incoming: FxHashMap::default(),
        current: BlockId::from_index(0),
        detours: Vec::new(),
        objects: FxHashMap::default(),
        sources: FxHashMap::default(),
        at_return: None,
        is_assumption: !module.runtime && name == ASSUMPTION,
        ends: SecondaryMap::with_default(function_position),
    };
    if body.blocks.is_empty() {
        lowering.builder.fail(ir::FailKind::Unreachable);
        return Some(lowering.builder.finish());
    }
    lowering.parameters(function);
    if !module.runtime && name.starts_with(ATOMIC_PREFIX) && ![ATOMIC_BEGIN, ATOMIC_END].contains(&name) {
        lowering.make_atomic();
    }
    lowering.blocks();
    lowering.fill_detours();
    let mut function = lowering.builder.finish();
    drop_unused_loads(&mut function);
    Some(function)
}

/// The control-flow graph of a body as blocks of porf's IR without instructions.
fn skeleton(body: &Body) -> PrimaryMap<ir::BlockId, ir::Block> {
    let target = |block: BlockId| ir::Target::from(ir::BlockId::from_index(block.index()));
    let blocks = body.blocks.values().map(|block| {
        let kind = match *successors(&block.terminator.kind) {
            [] => ir::TerminatorKind::Return(Vec::new()),
            [ref cases @ .., default] => ir::TerminatorKind::Switch {
                value: ir::ValueId::from_index(0),
                cases: cases.iter().map(|&block| (0, target(block))).collect(),
                default: target(default),
            },
        };
        let terminator = ir::Terminator { kind, position: SourcePosition::UNKNOWN };
        ir::Block { params: Vec::new(), instructions: Vec::new(), terminator }
    });
    blocks.collect()
}

impl<'a> FunctionLowering<'_, 'a> {
    /// The types of the scalars that values of a type consist of.
    pub(super) fn leaf_types(&mut self, ty: TypeId) -> SmallVec<[ir::Type; 2]> {
        self.program.layout(self.module, ty).leaf_types().collect()
    }

    /// Defines the parameters. An object passed by value belongs to the callee, which makes the
    /// copy: so it ends with the call, and callers through pointers need not know. The copy has no
    /// position of its own and so has the position of the call.
    fn parameters(&mut self, function: &ast::Function) {
        let mut values = self.builder.params().to_vec().into_iter();
        for (index, parameter) in function.parameters.iter().enumerate() {
            let count = self.leaf_types(parameter.ty).len();
            let mut values: Values = values.by_ref().take(count).collect();
            if let Some(ty) = parameter.attributes.by_value
                && let [pointer] = values[..]
                && self.builder.value_type(pointer) == ir::Type::Ptr
            {
                match self.copy_of(pointer, ty, parameter.attributes.align) {
                    Ok(copy) => values[0] = copy,
                    Err(Unsupported(what)) => {
                        self.builder.unsupported(what, &[]);
                    }
                }
            }
            self.definitions[LocalId::from_index(index)] = Some(Definition { block: None, values });
        }
    }

    /// Makes the function a block that other threads see as one step, if the runtime provides the
    /// functions for it.
    fn make_atomic(&mut self) {
        let functions = [ATOMIC_BEGIN, ATOMIC_END].map(|name| {
            let id = self.program.function_named(name)?;
            let signature = &self.program.signatures[id];
            (signature.params.is_empty() && signature.returns.is_empty()).then_some(id)
        });
        if let [Some(begin), Some(end)] = functions {
            self.builder.call(begin, &[], &[]);
            self.at_return = Some(end);
        }
    }

    /// The leading phi instructions of a block, with their results.
    pub(super) fn phis(
        &self,
        block: BlockId,
    ) -> impl Iterator<Item = (LocalId, &'a [(Operand, BlockId)])> + use<'a> {
        self.body.blocks[block].instructions.iter().map_while(|instruction| match &instruction.kind {
            InstructionKind::Phi { incoming } => Some((instruction.result?, &**incoming)),
            _ => None,
        })
    }

    fn blocks(&mut self) {
        let entry = BlockId::from_index(0);
        let order: Vec<BlockId> =
            self.dominators.order().iter().map(|block| BlockId::from_index(block.index())).collect();
        // Only text that no compiler writes jumps to the entry.
        let mut entry_is_target = self.phis(entry).next().is_some();
        for &block in &order {
            let successors = successors(&self.body.blocks[block].terminator.kind);
            entry_is_target |= successors.contains(&entry);
        }
        for &block in &order {
            let lowered = if block == entry && !entry_is_target {
                self.builder.current_block()
            } else {
                self.builder.create_block()
            };
            self.blocks[block] = Some(lowered);
            for (result, incoming) in self.phis(block) {
                let types = self.leaf_types(self.body.locals[result].ty);
                let values =
                    types.into_iter().map(|ty| self.builder.append_block_param(lowered, ty)).collect();
                self.definitions[result] = Some(Definition { block: Some(block), values });
                self.incoming.extend(incoming.iter().map(|&(operand, from)| ((result, from), operand)));
            }
        }
        if entry_is_target {
            match self.blocks[entry] {
                Some(first) if self.phis(entry).next().is_none() => self.builder.jump(first),
                _ => self.builder.fail(ir::FailKind::Unreachable),
            }
        }
        for block in order {
            if let Some(lowered) = self.blocks[block] {
                self.builder.switch_to_block(lowered);
                self.current = block;
                self.block(block);
            }
        }
    }

    fn block(&mut self, id: BlockId) {
        let phis = self.phis(id).count();
        let block = &self.body.blocks[id];
        // An instruction without a position has that of the instruction before it.
        let number = ir::BlockId::from_index(id.index());
        let mut position = self.ends[self.dominators.immediate(number).unwrap_or(number)];
        for instruction in &block.instructions[phis..] {
            position = self.position(instruction.debug).unwrap_or(position);
            self.builder.set_position(position);
            let lowered = self.operation(instruction);
            self.define(instruction.result, lowered);
        }
        position = self.position(block.terminator.debug).unwrap_or(position);
        self.builder.set_position(position);
        self.ends[number] = position;
        if let Err(Unsupported(what)) = self.terminator(&block.terminator) {
            self.builder.unsupported(what, &[]);
            self.builder.fail(ir::FailKind::Unreachable);
        }
    }

    /// The position of an instruction, if it has one of its own.
    fn position(&mut self, debug: Option<ast::DebugId>) -> Option<SourcePosition> {
        let own = self.program.files.position(self.ast, self.ast.position(debug));
        own.is_known().then_some(own)
    }

    /// Makes values the result of an instruction, or stand-ins if it is unsupported.
    pub(super) fn define(&mut self, result: Option<LocalId>, lowered: Lowered<Values>) {
        let Some(result) = result else {
            if let Err(Unsupported(what)) = lowered {
                self.builder.unsupported(what, &[]);
            }
            return;
        };
        let types = self.leaf_types(self.body.locals[result].ty);
        let checked = lowered.and_then(|values| {
            if !values.iter().map(|&value| self.builder.value_type(value)).eq(types.iter().copied()) {
                return unsupported("an instruction whose result has another type than its operands give it");
            }
            Ok(values)
        });
        let values = checked
            .unwrap_or_else(|Unsupported(what)| SmallVec::from_vec(self.builder.unsupported(what, &types)));
        self.definitions[result] = Some(Definition { block: Some(self.current), values });
    }

    /// Lowers one instruction; the values are its result, aggregates taken apart.
    fn operation(&mut self, instruction: &'a Instruction) -> Lowered<Values> {
        let result_type = instruction.result.map(|result| self.body.locals[result].ty);
        let one = |value: ir::ValueId| SmallVec::from_slice(&[value]);
        let needs_result = || unsupported("an instruction without its result");
        match instruction.kind {
            InstructionKind::FloatNegate { value } => self.float_negate(value).map(one),
            InstructionKind::Binary { op, flags, left, right } => {
                self.binary(op, flags, left, right).map(one)
            }
            InstructionKind::IntCompare { predicate, left, right, .. } => {
                self.int_compare(predicate, left, right).map(one)
            }
            InstructionKind::FloatCompare { predicate, left, right } => {
                self.float_compare(predicate, left, right).map(one)
            }
            InstructionKind::Cast { op, value, .. } => match result_type {
                Some(to) => self.cast(op, value, to).map(one),
                None => needs_result(),
            },
            InstructionKind::Select { condition, then, otherwise } => self.select(condition, then, otherwise),
            InstructionKind::Freeze { value } => self.operand(value),
            InstructionKind::ExtractValue { aggregate, ref indices } => self.extract(aggregate, indices),
            InstructionKind::InsertValue { aggregate, value, ref indices } => {
                self.insert(aggregate, value, indices)
            }
            InstructionKind::Alloca { ty, count, align } => {
                self.objects.extend(instruction.result.map(|result| (result, ty)));
                self.alloca(ty, count, align).map(one)
            }
            InstructionKind::Load { address, access } => match result_type {
                Some(ty) => self.load(ty, address, access),
                None => needs_result(),
            },
            InstructionKind::Store { value, address, access } => {
                self.store(value, address, access)?;
                Ok(SmallVec::new())
            }
            InstructionKind::GetElementPointer { source_type, base, ref indices, .. } => {
                let indices = indices.iter().copied();
                let (pointer, ty) = self.element_pointer(source_type, base, indices)?;
                self.objects.extend(instruction.result.map(|result| (result, ty)));
                Ok(one(pointer))
            }
            InstructionKind::Fence { ordering, single_thread } => {
                self.fence(ordering, single_thread)?;
                Ok(SmallVec::new())
            }
            InstructionKind::CompareExchange { address, expected, new, access, failure, weak } => {
                self.compare_exchange(address, expected, new, access, failure, weak)
            }
            InstructionKind::AtomicRmw { op, address, value, access } => {
                self.rmw(op, address, value, access).map(one)
            }
            InstructionKind::Call(ref call) => self.call(call),
            InstructionKind::VariadicArgument { .. } => unsupported("the instruction va_arg"),
            InstructionKind::Phi { .. } => unsupported("a phi instruction in the middle of a block"),
            InstructionKind::Unsupported { ref text } => unsupported(&**text),
        }
    }

    /// Fills the blocks that control must not reach.
    fn fill_detours(&mut self) {
        for Detour { block, reason, position } in std::mem::take(&mut self.detours) {
            self.builder.switch_to_block(block);
            self.builder.set_position(position);
            if let Some(Unsupported(what)) = reason {
                self.builder.unsupported(what, &[]);
            }
            self.builder.fail(ir::FailKind::Unreachable);
        }
    }
}

/// The blocks that a terminator may go to.
fn successors(terminator: &TerminatorKind) -> SmallVec<[BlockId; 2]> {
    match *terminator {
        // No exception is ever thrown.
        TerminatorKind::Jump(to) | TerminatorKind::Invoke { normal: to, .. } => SmallVec::from_slice(&[to]),
        TerminatorKind::Branch { then, otherwise, .. } => SmallVec::from_slice(&[then, otherwise]),
        TerminatorKind::Switch { default, ref cases, .. } => {
            cases.iter().map(|&(_, to)| to).chain([default]).collect()
        }
        TerminatorKind::IndirectJump { ref targets, .. } => SmallVec::from_slice(targets),
        TerminatorKind::Return(_) | TerminatorKind::Unreachable | TerminatorKind::Unsupported { .. } => {
            SmallVec::new()
        }
    }
}
