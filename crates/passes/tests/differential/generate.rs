//! Random programs in the style of a compiler that does not optimise: all variables are on the stack.

mod waiting;

use porf_entity::{EntityId, FetchOp, Random, ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering};
use porf_ir::{
    Argument, BinaryOp, Cast, Comparison, External, ExternalId, FailKind, Function, FunctionBuilder,
    FunctionId, Global, GlobalId, Module, Relocation, RmwKind, ThreadEntry, Type, ValueId,
};

const GLOBAL: usize = 0;
const CONSTANT: usize = 1;
const MEMCPY: usize = 0;
const MEMSET: usize = 1;
const NOTE: usize = 2;

/// How many bytes structs have: numbers of 32 bits at 0 and 4, one of 64 bits at 8.
const STRUCT_BYTES: u64 = 16;
const FUNCTIONS: usize = 4;

pub(crate) fn random_module(seed: u64) -> Module {
    let mut random = Random::from_seed(seed);
    let mut module = Module::default();
    let global = |name: &str, size, constant| Global {
        name: name.to_owned(),
        size,
        align: 8,
        init: (1..=12).collect(),
        relocations: Vec::new(),
        constant,
        thread_local: false,
        private: false,
    };
    let shared = module.globals.push(global("shared", STRUCT_BYTES, false));
    let mut constant = global("constant", STRUCT_BYTES, true);
    if random.ratio(20, 100) {
        constant.relocations.push((8, Relocation::Global { global: shared, addend: 4 }));
    }
    module.globals.push(constant);
    for name in ["memcpy", "memset", "note"] {
        module.externals.push(External { name: name.to_owned() });
    }
    // Functions call later ones only, so there is no recursion.
    for index in 0..FUNCTIONS {
        module.functions.push(FunctionGenerator::generate(&mut random, index));
    }
    module.threads.push(ThreadEntry {
        name: "t".to_owned(),
        function: FunctionId::from_index(0),
        arguments: vec![Argument::Int(0); 2],
    });
    module
}

struct FunctionGenerator<'a> {
    random: &'a mut Random,
    index: usize,
    b: FunctionBuilder,
    /// Stack objects of four bytes.
    scalars: Vec<ValueId>,
    /// Stack objects of [`STRUCT_BYTES`].
    structs: Vec<ValueId>,
    statements: usize,
}

impl FunctionGenerator<'_> {
    fn generate(random: &mut Random, index: usize) -> Function {
        // Function 0 takes two numbers; the others a number and the address of a scalar.
        let second = if index == 0 { Type::I32 } else { Type::Ptr };
        let b = FunctionBuilder::new(format!("f{index}"), &[Type::I32, second], &[Type::I32]);
        let statements = 4 + random.below(20);
        let mut generator =
            FunctionGenerator { random, index, b, scalars: Vec::new(), structs: Vec::new(), statements };
        let params = generator.b.params().to_vec();
        for _ in 0..2 + generator.random.below(3) {
            let address = generator.object(4);
            if generator.random.ratio(96, 100) {
                generator.b.store(params[0], address, WriteOrdering::NonAtomic);
            }
            generator.scalars.push(address);
        }
        for _ in 0..generator.random.below(3) {
            let address = generator.object(STRUCT_BYTES);
            generator.structs.push(address);
            if generator.random.ratio(96, 100) {
                generator.fill(address);
            }
        }
        if index > 0 {
            generator.scalars.push(params[1]);
        }
        generator.block(0);
        let result = generator.expression(2);
        generator.b.return_values(&[result]);
        generator.b.finish()
    }

    fn number(&mut self, ty: Type, bits: u64) -> ValueId {
        self.b.constant(ty, bits)
    }

    fn object(&mut self, bytes: u64) -> ValueId {
        let size = self.number(Type::I64, bytes);
        self.b.alloca(size, 8)
    }

    /// Sets all of a struct, in one of several ways.
    fn fill(&mut self, address: ValueId) {
        let count = self.number(Type::I64, STRUCT_BYTES);
        if self.random.ratio(50, 100) {
            let source = match self.structs.len() {
                others @ 2.. if self.random.ratio(50, 100) => self.structs[self.random.below(others - 1)],
                _ => self.b.global_address(GlobalId::from_index(CONSTANT)),
            };
            if source != address {
                self.b.call_external(ExternalId::from_index(MEMCPY), &[address, source, count], &[]);
            }
        } else {
            let byte = self.random.below(256) as u64;
            let byte = self.number(Type::I32, byte);
            self.b.call_external(ExternalId::from_index(MEMSET), &[address, byte, count], &[]);
        }
    }

    fn field(&mut self) -> Option<(ValueId, Type)> {
        if self.structs.is_empty() {
            return None;
        }
        let object = self.random.choose(&self.structs.clone());
        let (offset, ty) = self.random.choose(&[(0, Type::I32), (4, Type::I32), (8, Type::I64)]);
        let offset = self.number(Type::I64, offset);
        Some((self.b.ptr_add(object, offset), ty))
    }

    /// An element of an array of four numbers that a struct is, too, at an index that is seldom out of bounds.
    fn element(&mut self) -> Option<ValueId> {
        if self.structs.is_empty() {
            return None;
        }
        let object = self.random.choose(&self.structs.clone());
        let index = self.expression(1);
        let mask = if self.random.ratio(40, 100) { 7 } else { 3 };
        let mask = self.number(Type::I32, mask);
        let index = self.b.binary(BinaryOp::And, index, mask);
        let index = self.b.cast(Cast::ZExt, index, Type::I64);
        let four = self.number(Type::I64, 4);
        let offset = self.b.binary(BinaryOp::Mul, index, four);
        Some(self.b.ptr_add(object, offset))
    }

    /// A number of 32 bits.
    fn expression(&mut self, depth: usize) -> ValueId {
        let choice = if depth == 0 { self.random.below(3) } else { self.random.below(12) };
        match choice {
            0 => {
                let bits = self.random.choose(&[0, 1, 2, 3, 0x7fff_ffff, 0xffff_ffff, 0x8000_0000]);
                self.number(Type::I32, bits)
            }
            1 | 2 => {
                let address = self.random.choose(&self.scalars.clone());
                self.b.load(Type::I32, address, ReadOrdering::NonAtomic)
            }
            3 => {
                let condition = self.condition(depth - 1);
                self.b.cast(Cast::ZExt, condition, Type::I32)
            }
            4 => {
                let (condition, a) = (self.condition(depth - 1), self.expression(depth - 1));
                let b = self.expression(depth - 1);
                self.b.select(condition, a, b)
            }
            5 => match self.field() {
                Some((address, ty)) => {
                    let value = self.b.load(ty, address, ReadOrdering::NonAtomic);
                    self.b.resize(value, Type::I32, true)
                }
                None => self.expression(0),
            },
            6 if self.random.ratio(60, 100) => match self.element() {
                Some(address) => self.b.load(Type::I32, address, ReadOrdering::NonAtomic),
                None => self.expression(0),
            },
            7 => {
                let address = self.b.global_address(GlobalId::from_index(GLOBAL));
                self.b.load(Type::I32, address, ReadOrdering::Relaxed)
            }
            8 => self.b.params()[0],
            _ => {
                let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
                let rare = self.random.ratio(12, 100);
                let ops: &[BinaryOp] = if rare {
                    &[BinaryOp::UDiv, BinaryOp::SRem, BinaryOp::AddNsw, BinaryOp::MulNsw, BinaryOp::Shl]
                } else {
                    &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::And, BinaryOp::Xor, BinaryOp::Or]
                };
                let op = self.random.choose(ops);
                self.b.binary(op, a, b)
            }
        }
    }

    fn condition(&mut self, depth: usize) -> ValueId {
        let (a, b) = (self.expression(depth), self.expression(depth));
        let comparison = self.random.choose(Comparison::ALL);
        self.b.compare(comparison, a, b)
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(5) {
            if self.statements == 0 {
                return;
            }
            self.statements -= 1;
            let line = (self.index * 100 + self.statements) as u32 + 1;
            self.b.set_position(SourcePosition { file: 0, line, column: 1 });
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(18) {
            0..=3 => {
                let value = self.expression(3);
                let address = self.random.choose(&self.scalars.clone());
                self.b.store(value, address, WriteOrdering::NonAtomic);
            }
            4 | 5 => {
                if let Some((address, ty)) = self.field() {
                    let value = self.expression(2);
                    let value = self.b.resize(value, ty, true);
                    self.b.store(value, address, WriteOrdering::NonAtomic);
                }
            }
            6 if self.random.ratio(60, 100) => {
                if let Some(address) = self.element() {
                    let value = self.expression(2);
                    self.b.store(value, address, WriteOrdering::NonAtomic);
                }
            }
            7 => {
                let value = self.expression(2);
                let address = self.b.global_address(GlobalId::from_index(GLOBAL));
                if self.random.ratio(50, 100) {
                    self.b.store(value, address, WriteOrdering::Release);
                } else {
                    self.b.rmw(RmwKind::Fetch(FetchOp::Add), address, value, RmwOrdering::AcqRel);
                }
            }
            8 => {
                let value = self.expression(2);
                self.b.call_external(ExternalId::from_index(NOTE), &[value], &[]);
            }
            9 => {
                if let Some(&object) = self.structs.last() {
                    self.fill(object);
                }
            }
            10 if self.index + 1 < FUNCTIONS => {
                let callee = self.index + 1 + self.random.below(FUNCTIONS - self.index - 1);
                let argument = self.expression(1);
                let address = self.random.choose(&self.scalars.clone());
                let function = FunctionId::from_index(callee);
                let result = self.b.call(function, &[argument, address], &[Type::I32])[0];
                let address = self.random.choose(&self.scalars.clone());
                self.b.store(result, address, WriteOrdering::NonAtomic);
            }
            11 if self.random.ratio(10, 100) => {
                let condition = self.condition(1);
                self.b.assume(condition);
            }
            12 if self.random.ratio(15, 100) => {
                let condition = self.condition(1);
                let [fails, goes_on] = [self.b.create_block(), self.b.create_block()];
                self.b.branch(condition, fails, goes_on);
                self.b.switch_to_block(fails);
                self.b.fail(FailKind::Assertion);
                self.b.switch_to_block(goes_on);
            }
            13 | 14 if depth < 3 => self.conditional(depth),
            15 if depth < 2 => self.counted_loop(depth),
            16 | 17 => self.waiting_loop(depth),
            _ => {}
        }
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.condition(1);
        let [yes, no, after] = [(); 3].map(|()| self.b.create_block());
        self.b.branch(condition, yes, no);
        for way in [yes, no] {
            self.b.switch_to_block(way);
            self.block(depth + 1);
            if self.random.ratio(5, 100) {
                let result = self.expression(1);
                self.b.return_values(&[result]);
            } else {
                self.b.jump(after);
            }
        }
        self.b.switch_to_block(after);
    }

    fn counted_loop(&mut self, depth: usize) {
        let counter = self.object(4);
        let zero = self.number(Type::I32, 0);
        self.b.store(zero, counter, WriteOrdering::NonAtomic);
        let [header, body, after] = [(); 3].map(|()| self.b.create_block());
        self.b.jump(header);
        self.b.switch_to_block(header);
        let count = self.b.load(Type::I32, counter, ReadOrdering::NonAtomic);
        let limit = self.random.below(4) as u64;
        let limit = self.number(Type::I32, limit);
        let condition = self.b.compare(Comparison::Slt, count, limit);
        self.b.branch(condition, body, after);
        self.b.switch_to_block(body);
        // An object of the iteration, which may be read before it is written.
        if self.random.ratio(50, 100) {
            let fresh = self.object(4);
            if self.random.ratio(90, 100) {
                self.b.store(count, fresh, WriteOrdering::NonAtomic);
            }
            self.scalars.push(fresh);
            self.block(depth + 1);
            self.scalars.pop();
        } else {
            self.block(depth + 1);
        }
        let old = self.b.load(Type::I32, counter, ReadOrdering::NonAtomic);
        let one = self.number(Type::I32, 1);
        let new = self.b.binary(BinaryOp::AddNsw, old, one);
        self.b.store(new, counter, WriteOrdering::NonAtomic);
        self.b.jump(header);
        self.b.switch_to_block(after);
    }
}
