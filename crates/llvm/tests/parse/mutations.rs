//! No text makes the reader panic, and what it accepts keeps its promises.

use porf_entity::{EntityId, Random};
use porf_llvm::ast::{
    ConstantExpression, ConstantKind, GlobalKind, InstructionKind, Module, TerminatorKind, Type,
};

use crate::mutate::mutant;

/// The promises that can be seen without knowing the text.
fn check(module: &Module) {
    for (id, constant) in module.constants.iter() {
        let children: Vec<_> = match &constant.kind {
            ConstantKind::Aggregate(elements) => elements.to_vec(),
            ConstantKind::Expression(expression) => match &**expression {
                ConstantExpression::GetElementPointer { base, indices, .. } => {
                    indices.iter().copied().chain([*base]).collect()
                }
                ConstantExpression::Cast { value, .. } => vec![*value],
                ConstantExpression::Binary { left, right, .. }
                | ConstantExpression::IntCompare { left, right, .. } => vec![*left, *right],
                ConstantExpression::Select { condition, then, otherwise } => {
                    vec![*condition, *then, *otherwise]
                }
            },
            ConstantKind::Int(value) => {
                let Type::Int(bits) = module.types.get(constant.ty) else {
                    panic!("an integer of another type")
                };
                assert!(*bits == 128 || value >> bits == 0);
                vec![]
            }
            _ => vec![],
        };
        assert!(children.iter().all(|child| child.index() < id.index()));
    }
    for global in module.globals.values() {
        let GlobalKind::Function(function) = &global.kind else { continue };
        let Some(body) = &function.body else { continue };
        let mut defined = vec![false; body.locals.len()];
        defined[..function.parameters.len()].fill(true);
        for block in body.blocks.values() {
            let results = block.instructions.iter().map(|instruction| instruction.result);
            for result in results.chain([block.terminator.result]).flatten() {
                assert!(!std::mem::replace(&mut defined[result.index()], true), "defined twice");
            }
            let mut phis = true;
            for instruction in &block.instructions {
                let is_phi = matches!(instruction.kind, InstructionKind::Phi { .. });
                assert!(phis || !is_phi, "a phi behind another instruction");
                phis = is_phi;
            }
            if let TerminatorKind::Jump(target) = block.terminator.kind {
                assert!(target.index() < body.blocks.len());
            }
        }
        assert!(defined.iter().all(|&defined| defined), "used but not defined");
    }
}

#[test]
fn mutations_of_modules_are_read_or_refused() {
    let mut accepted = 0;
    let count = 4_000;
    let mut random = Random::from_seed(1);
    for _ in 0..count {
        if let Ok(module) = porf_llvm::parse(&mutant(&mut random)) {
            check(&module);
            accepted += 1;
        }
    }
    // Both kinds must be there for this to mean anything.
    assert!(accepted > count / 20 && accepted < count, "{accepted}");
}
