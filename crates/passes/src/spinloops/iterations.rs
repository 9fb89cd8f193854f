//! Names of iterations: the number of actions that the thread had done at the header
//! ([`Operation::Actions`]).
//!
//! The search for livelocks lets a thread that spins begin its iteration anew. The name identifies
//! the point where that iteration began.

use porf_entity::SourcePosition;
use porf_ir::{Block, BlockId, Function, Instruction, Operation, Type, ValueId};

use crate::simplifications::edit::new_value;

/// The value that names the iteration that begins in a header, if there is one.
pub(crate) fn name_of_iteration(header: &Block) -> Option<ValueId> {
    match header.instructions.first() {
        Some(Instruction { operation: Operation::Actions, results, .. }) => results.first().copied(),
        _ => None,
    }
}

/// Makes the header of a loop begin with a name for the iteration, unless it has one. Returns the
/// name.
pub(crate) fn name_iterations(function: &mut Function, header: BlockId) -> ValueId {
    name_of_iteration(&function.blocks[header]).unwrap_or_else(|| {
        let name = new_value(&mut function.values, Type::I64);
        begin_with_name(&mut function.blocks[header], name);
        name
    })
}

/// Makes the header of a loop begin with this name for the iteration.
pub(crate) fn begin_with_name(header: &mut Block, name: ValueId) {
    let position = SourcePosition::default();
    header
        .instructions
        .insert(0, Instruction { operation: Operation::Actions, results: vec![name], position });
}
