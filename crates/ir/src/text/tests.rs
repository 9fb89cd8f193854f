//! Printing and reading are inverse to each other, and no text makes the parser panic.

use porf_entity::{
    EntityId, FenceOrdering, FetchOp, Random, ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering,
};

use crate::*;

/// Random modules, and what they are made of.
struct Modules(Random);

impl Modules {
    fn from_seed(seed: u64) -> Self {
        Self(Random::from_seed(seed))
    }

    fn bits(&mut self) -> u64 {
        self.0.number() >> self.0.below(64)
    }

    fn ty(&mut self) -> Type {
        match self.0.below(6) {
            0 => Type::Ptr,
            1 => self.0.choose(&[Type::F32, Type::F64]),
            _ => Type::Int(1 + self.0.below(64) as u8),
        }
    }

    fn types(&mut self) -> Vec<Type> {
        (0..self.0.below(4)).map(|_| self.ty()).collect()
    }

    fn name(&mut self) -> String {
        (0..self.0.below(6))
            .map(|_| self.0.choose(&['a', '"', '\\', '\n', '\0', 'ß', ';', '%', '\u{85}']))
            .collect()
    }

    fn position(&mut self) -> SourcePosition {
        let mut number = || self.0.choose(&[0, 0, 1, 7, u32::MAX]);
        SourcePosition { file: number(), line: number(), column: number() }
    }

    fn value(&mut self, values: &[ValueId]) -> ValueId {
        self.0.choose(values)
    }

    fn values(&mut self, values: &[ValueId]) -> Vec<ValueId> {
        (0..self.0.below(3)).map(|_| self.value(values)).collect()
    }

    /// Any operation on any of the values: legal as text, seldom legal as a program.
    fn operation(&mut self, values: &[ValueId], module: &Module) -> Operation {
        let v = |modules: &mut Self| modules.value(values);
        match self.0.below(25) {
            0 => Operation::GlobalAddress(GlobalId::from_index(self.0.below(module.globals.len()))),
            1 => Operation::Binary { op: self.0.choose(BinaryOp::ALL), lhs: v(self), rhs: v(self) },
            2 => {
                Operation::Compare { comparison: self.0.choose(Comparison::ALL), lhs: v(self), rhs: v(self) }
            }
            3 => Operation::Cast { cast: self.0.choose(Cast::ALL), value: v(self) },
            4 => Operation::Select { condition: v(self), if_true: v(self), if_false: v(self) },
            5 => Operation::PtrAdd { pointer: v(self), offset: v(self) },
            6 => Operation::Load { address: v(self), ordering: self.0.choose(ReadOrdering::ALL) },
            7 => Operation::Store {
                value: v(self),
                address: v(self),
                ordering: self.0.choose(WriteOrdering::ALL),
                provisional: self.0.below(2) == 0,
            },
            8 | 9 => Operation::Rmw {
                kind: match self.0.below(5) {
                    0 => RmwKind::Exchange,
                    _ => RmwKind::Fetch(self.0.choose(FetchOp::ALL)),
                },
                address: v(self),
                operand: v(self),
                ordering: self.0.choose(RmwOrdering::ALL),
            },
            10 => Operation::CompareExchange {
                address: v(self),
                expected: v(self),
                desired: v(self),
                success: self.0.choose(RmwOrdering::ALL),
                failure: self.0.choose(ReadOrdering::ALL),
                weak: self.0.below(2) == 0,
            },
            11 => Operation::Fence(self.0.choose(FenceOrdering::ALL)),
            12 => Operation::Call { function: FunctionId::from_index(0), arguments: self.values(values) },
            13 => Operation::Assume(v(self)),
            14 => Operation::FunctionAddress(FunctionId::from_index(0)),
            15 => Operation::Alloca { size: v(self), align: self.bits(), private: self.0.below(2) == 0 },
            16 => Operation::Unary { op: self.0.choose(UnaryOp::ALL), value: v(self) },
            17 => Operation::FloatCompare {
                comparison: self.0.choose(FloatComparison::ALL),
                lhs: v(self),
                rhs: v(self),
            },
            18 => Operation::CallIndirect { callee: v(self), arguments: self.values(values) },
            19 => Operation::CallExternal {
                external: ExternalId::from_index(self.0.below(module.externals.len())),
                arguments: self.values(values),
            },
            20 => Operation::Unsupported(self.name()),
            21 => Operation::Cancels { attempt: v(self), address: v(self) },
            22 => Operation::Effects,
            23 => Operation::Actions,
            24 => Operation::Redundant { since: v(self) },
            _ => Operation::Const(self.bits()),
        }
    }

    fn target(&mut self, values: &[ValueId], blocks: &[BlockId]) -> Target {
        Target { block: self.0.choose(blocks), arguments: self.values(values) }
    }

    fn terminator(&mut self, values: &[ValueId], blocks: &[BlockId]) -> TerminatorKind {
        match self.0.below(7) {
            0 => TerminatorKind::Jump(self.target(values, blocks)),
            1 => TerminatorKind::Branch {
                condition: self.value(values),
                then_target: self.target(values, blocks),
                else_target: self.target(values, blocks),
            },
            2 => TerminatorKind::Switch {
                value: self.value(values),
                cases: (0..self.0.below(4)).map(|_| (self.bits(), self.target(values, blocks))).collect(),
                default: self.target(values, blocks),
            },
            3 => TerminatorKind::Return(self.values(values)),
            4 => TerminatorKind::Fail(self.0.choose(FailKind::ALL)),
            5 => TerminatorKind::Spin { since: self.0.below(2).checked_sub(1).map(|_| self.value(values)) },
            _ => TerminatorKind::LoopBound,
        }
    }

    fn function(&mut self, module: &Module) -> Function {
        let mut params = vec![Type::I32];
        params.extend(self.types());
        let mut builder = FunctionBuilder::new(self.name(), &params, &self.types());
        if self.0.below(4) == 0 {
            builder.set_variadic();
        }
        let mut blocks = vec![builder.current_block()];
        blocks.extend((0..self.0.below(4)).map(|_| builder.create_block()));
        let mut values = builder.params().to_vec();
        for &block in &blocks[1..] {
            values.extend(self.types().into_iter().map(|ty| builder.append_block_param(block, ty)));
        }
        for &block in &blocks {
            builder.switch_to_block(block);
            for _ in 0..self.0.below(6) {
                builder.set_position(self.position());
                let operation = self.operation(&values, module);
                values.extend(builder.append(operation, &self.types()));
            }
            // The builder lets nothing jump to the entry.
            match blocks.get(1..).filter(|targets| !targets.is_empty()) {
                Some(targets) => builder.terminate(self.terminator(&values, targets)),
                None => builder.return_values(&values),
            }
        }
        builder.finish()
    }

    fn relocation(&mut self, globals: usize) -> Relocation {
        if self.0.below(3) == 0 {
            return Relocation::Function(FunctionId::from_index(0));
        }
        let addend = self.0.choose(&[0, 1, -1, 4096, i64::MIN, i64::MAX]);
        Relocation::Global { global: GlobalId::from_index(self.0.below(globals)), addend }
    }

    fn module(&mut self) -> Module {
        let mut module = Module::default();
        let globals = 1 + self.0.below(3);
        for _ in 0..globals {
            module.globals.push(Global {
                name: self.name(),
                size: self.bits(),
                align: self.bits(),
                init: (0..self.0.below(5)).map(|_| self.bits() as u8).collect(),
                relocations: (0..self.0.below(3)).map(|_| (self.bits(), self.relocation(globals))).collect(),
                constant: self.0.below(2) == 0,
                thread_local: self.0.below(2) == 0,
                private: self.0.below(2) == 0,
            });
        }
        module.files = (0..self.0.below(3)).map(|_| self.name()).collect();
        for _ in 0..1 + self.0.below(3) {
            module.externals.push(External { name: self.name() });
        }
        for _ in 0..1 + self.0.below(3) {
            let function = self.function(&module);
            module.functions.push(function);
        }
        for _ in 0..self.0.below(3) {
            let argument = |modules: &mut Self| match modules.0.below(2) {
                0 => Argument::Int(modules.bits()),
                _ => Argument::Global(GlobalId::from_index(modules.0.below(globals))),
            };
            module.threads.push(ThreadEntry {
                name: self.name(),
                function: FunctionId::from_index(self.0.below(module.functions.len())),
                arguments: (0..self.0.below(4)).map(|_| argument(self)).collect(),
            });
        }
        module
    }
}

#[test]
fn a_printed_module_reads_back_as_itself() {
    for seed in 0..2000 {
        let module = Modules::from_seed(seed).module();
        let text = module.to_string();
        let read = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(read, module, "\n{text}");
        assert_eq!(read.to_string(), text);
        // Whatever it says: it must not panic on a module that only the parser has checked.
        let _ = verify(&module);
    }
}

/// Values may be numbered in any order; the numbers are kept.
#[test]
fn numbers_of_values_are_kept() {
    let text = "function f0 \"f\"(%v2: i32) -> (i32) {\nb0:\n  %v0: i32 = const 1\n  \
                %v1: i32 = add %v0, %v2 @1:2:3\n  return %v1 @4:5\n}\n";
    assert_eq!(parse(text).expect("legal text").to_string(), text);
}

#[test]
fn errors_say_where() {
    let error = |text: &str| parse(text).expect_err(text).to_string();
    let body = |line: &str| error(&format!("function f0 \"f\"(%v0: ptr) {{\nb0:\n  {line}\n}}\n"));
    assert_eq!(error("blob"), "1:1: expected `file`, `global`, `external`, `function` or `thread`");
    assert_eq!(error("global g1"), "1:8: expected `g0`, since ids are numbered in order");
    assert_eq!(error("global g0 \"x"), "1:11: the quotation mark is not closed");
    assert_eq!(error("global g0 \"x\" size 1 align 1 pointers [0: g1]"), "1:43: g1 is not defined");
    assert_eq!(
        error("global g0 \"x\" size 8 align 8 pointers [0: g0 - 9223372036854775809]"),
        "1:48: the number is too large"
    );
    assert_eq!(error("external x1 \"f\""), "1:10: expected `x0`, since ids are numbered in order");
    assert_eq!(error("thread \"t\" f3()"), "1:12: f3 is not defined");
    assert_eq!(error("function f0 \"f\"() { b0: call x0() return }"), "1:30: x0 is not defined");
    assert_eq!(body("%v1: ptr = alloca.big %v0 align 1"), "3:14: `.big` is no kind of alloca");
    assert_eq!(body("%v1: ptr = alloca %v0"), "4:1: expected `align`");
    assert_eq!(body("explode %v0"), "3:3: `explode` is no instruction");
    assert_eq!(body("store.acq %v0, %v0"), "3:3: `.acq` is no ordering of a store");
    assert_eq!(body("fence.sc.sc"), "3:3: `.sc` does not belong here");
    assert_eq!(body("assume %v7\n  return"), "3:10: %v7 is not defined");
    assert_eq!(body("jump b5"), "3:8: b5 is not defined");
    assert_eq!(body("%v0: i32 = const 1\n  return"), "3:3: %v0 is defined twice");
    assert_eq!(body("%v7: i32 = const 1\n  return"), "3:3: %v7 is out of order: the function has 2 values");
    assert_eq!(body("%v1: i65 = const 1"), "3:8: a type is `ptr`, `f32`, `f64`, or `i1` to `i64`");
    assert_eq!(body("%v1: i64 = const 18446744073709551616"), "3:20: a number above 64 bits");
    assert_eq!(body("fence.sc"), "4:1: expected an instruction");
    assert_eq!(body("%v1: i64 = return"), "3:14: `return` is no instruction");
}

/// Cuts and changes of good text give an error or another module, but never a panic.
#[test]
fn mutated_text_never_panics() {
    let mut random = Random::from_seed(42);
    for seed in 0..60 {
        let text = Modules::from_seed(seed).module().to_string();
        let characters: Vec<char> = text.chars().collect();
        for _ in 0..100 {
            let cut: String = characters[..random.below(characters.len() + 1)].iter().collect();
            let _ = parse(&cut);
            let mut mutated = characters.clone();
            for _ in 0..1 + random.below(4) {
                let at = random.below(mutated.len());
                match random.below(3) {
                    0 => drop(mutated.remove(at)),
                    1 => {
                        mutated[at] =
                            random.choose(&['%', '0', '9', '"', '\\', '.', 'b', '@', ':', '\u{1f600}'])
                    }
                    _ => mutated.insert(at, random.choose(&characters)),
                }
            }
            if let Ok(module) = parse(&mutated.iter().collect::<String>()) {
                let _ = verify(&module);
            }
        }
    }
}
