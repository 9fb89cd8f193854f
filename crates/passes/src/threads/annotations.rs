//! Helping annotations [spore §2.3]: calls of `__porf_annotate` before and behind a CAS that other
//! threads may help with, and in place of a helping CAS that is left to the first thread.
//!
//! `porf_main` and `porf_help` make such calls, and the result tells whether to make the helping
//! CAS all the same. The result is known before the program runs. So a loop that only waits for a
//! step it would help with is recognised as a spinloop. GenMC's `__VERIFIER_helped_CAS` and
//! `__VERIFIER_helping_CAS` mark a statement instead, a *region*: the CAS in it gets annotations,
//! or becomes one.

use porf_entity::{PrimaryMap, SourcePosition};
use porf_ir::intrinsics::{AnnotationCode, Builtin};
use porf_ir::{
    ExternalId, Function, Instruction, Module, Operation, TerminatorKind, Type, ValueData, ValueId,
};

use crate::analyses::function_facts::Spot;
use crate::simplifications::edit::define;
use crate::threads::helping::HelpingFault;

/// The externals for helping; `None` for those that the module does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    annotate: Option<ExternalId>,
    begin_helped: Option<ExternalId>,
    begin_helping: Option<ExternalId>,
    end: Option<ExternalId>,
}

impl Marks {
    pub(crate) fn new(module: &Module) -> Self {
        Self {
            annotate: Builtin::Annotate.find_in(&module.externals),
            begin_helped: Builtin::BeginHelped.find_in(&module.externals),
            begin_helping: Builtin::BeginHelping.find_in(&module.externals),
            end: Builtin::EndRegion.find_in(&module.externals),
        }
    }

    /// Finds the externals, and declares the one for annotations if there are regions.
    pub(crate) fn declare(module: &mut Module) -> Self {
        let marks = Self::new(module);
        if marks.annotate.is_none() && (marks.begin_helped.is_some() || marks.begin_helping.is_some()) {
            return Self { annotate: Some(Builtin::Annotate.declare_in(&mut module.externals)), ..marks };
        }
        marks
    }

    fn is(mark: Option<ExternalId>, operation: &Operation) -> bool {
        matches!(operation, Operation::CallExternal { external, .. } if mark == Some(*external))
    }

    fn is_end(self, operation: &Operation) -> bool {
        Self::is(self.end, operation)
    }

    /// The kind of the region that begins with an operation, if one does.
    fn begins(self, operation: &Operation) -> Option<AnnotationCode> {
        if Self::is(self.begin_helped, operation) {
            Some(AnnotationCode::Main)
        } else {
            Self::is(self.begin_helping, operation).then_some(AnnotationCode::Helping)
        }
    }
}

/// Answers all annotations: no thread executes helping CASes, or every thread does. If all threads
/// help, annotations and marks of regions are removed.
pub(crate) fn answer(function: &mut Function, marks: Marks, helping: bool) {
    for id in function.blocks.ids() {
        let block = &mut function.blocks[id];
        let mut answers = Vec::new();
        block.instructions.retain_mut(|instruction| {
            if !Marks::is(marks.annotate, &instruction.operation) {
                let operation = &instruction.operation;
                return helping || marks.begins(operation).is_none() && !marks.is_end(operation);
            }
            let position = instruction.position;
            let results = std::mem::take(&mut instruction.results);
            answers.extend(results.into_iter().map(|result| (result, position)));
            helping
        });
        let answers = answers.into_iter().map(|(result, position)| Instruction {
            operation: Operation::Const(u64::from(!helping)),
            results: vec![result],
            position,
        });
        block.instructions.splice(0..0, answers);
    }
}

/// A statement that stands for one CAS.
struct Region {
    kind: AnnotationCode,
    exchange: Spot,
    /// The calls that mark the beginning and the ends of the region.
    marks: Vec<Spot>,
}

/// Annotates the CASes in all valid regions.
pub(crate) fn mark_regions(function: &mut Function, marks: Marks) {
    let Some(annotate) = marks.annotate else { return };
    while let Some(region) = regions(function, marks).into_iter().find_map(Result::ok) {
        let (block, index) = region.exchange;
        let exchange = function.blocks[block].instructions[index].clone();
        let mut annotation = |kind| annotation_of(&mut function.values, annotate, kind, &exchange);
        let mut replacement = annotation(region.kind);
        if region.kind == AnnotationCode::Main {
            let end = annotation(AnnotationCode::End);
            replacement.push(exchange);
            replacement.extend(end);
        }
        // Insertion goes backward, so that the indices of the other instructions stay valid.
        let mut spots: Vec<(Spot, Vec<Instruction>)> =
            region.marks.into_iter().map(|mark| (mark, Vec::new())).collect();
        spots.push((region.exchange, replacement));
        spots.sort_unstable_by_key(|&(spot, _)| std::cmp::Reverse(spot));
        for ((block, index), replacement) in spots {
            function.blocks[block].instructions.splice(index..=index, replacement);
        }
        function.renumber_values();
    }
}

/// The fault of a region of a function that has been through the passes, and the position where the
/// region begins.
pub fn region_fault(module: &Module, function: &Function) -> Option<(SourcePosition, HelpingFault)> {
    regions(function, Marks::new(module)).into_iter().find_map(Result::err)
}

/// The regions of a function, or their faults.
fn regions(function: &Function, marks: Marks) -> Vec<Result<Region, (SourcePosition, HelpingFault)>> {
    let mut found = Vec::new();
    for (block, contents) in function.blocks.iter() {
        for (index, instruction) in contents.instructions.iter().enumerate() {
            if let Some(kind) = marks.begins(&instruction.operation) {
                let region = region(function, marks, kind, (block, index));
                found.push(region.map_err(|fault| (instruction.position, fault)));
            }
        }
    }
    found
}

/// The region that begins at a spot: every path from there comes to an end of the region.
fn region(
    function: &Function,
    marks: Marks,
    kind: AnnotationCode,
    begin: Spot,
) -> Result<Region, HelpingFault> {
    let mut exchanges: Vec<Spot> = Vec::new();
    let mut ends = vec![begin];
    let mut seen = vec![begin.0];
    let mut pending = vec![(begin.0, begin.1 + 1)];
    while let Some((block, start)) = pending.pop() {
        let contents = &function.blocks[block];
        let mut ended = false;
        for (index, instruction) in contents.instructions.iter().enumerate().skip(start) {
            if marks.is_end(&instruction.operation) {
                ends.push((block, index));
                ended = true;
                break;
            }
            match instruction.operation {
                Operation::CompareExchange { .. } => exchanges.push((block, index)),
                ref operation if marks.begins(operation).is_some() => return Err(HelpingFault::Region),
                _ => {}
            }
        }
        if !ended {
            if let TerminatorKind::Return(_) = contents.terminator.kind {
                return Err(HelpingFault::Region);
            }
            contents.terminator.kind.for_each_target(|target| {
                if !seen.contains(&target.block) {
                    seen.push(target.block);
                    pending.push((target.block, 0));
                }
            });
        }
    }
    let &[exchange] = &exchanges[..] else { return Err(HelpingFault::Region) };
    if is_used(function, &function.blocks[exchange.0].instructions[exchange.1].results) {
        return Err(HelpingFault::Results);
    }
    Ok(Region { kind, exchange, marks: ends })
}

fn is_used(function: &Function, values: &[ValueId]) -> bool {
    let mut used = false;
    for block in function.blocks.values() {
        let mut look = |operand: &ValueId| used |= values.contains(operand);
        block.instructions.iter().for_each(|instruction| instruction.operation.for_each_operand(&mut look));
        block.terminator.kind.for_each_operand(look);
    }
    used
}

/// The annotation of a CAS: its kind and no function. Before the operation's own CAS, and for a
/// helping CAS, it also has the address, the expected and the desired value, and the orderings with
/// weakness.
fn annotation_of(
    values: &mut PrimaryMap<ValueId, ValueData>,
    annotate: ExternalId,
    kind: AnnotationCode,
    exchange: &Instruction,
) -> Vec<Instruction> {
    let position = exchange.position;
    let mut instructions = Vec::new();
    let mut number = |ty, number| {
        let (value, instruction) = define(values, ty, Operation::Const(number), position);
        instructions.push(instruction);
        value
    };
    let mut arguments = vec![number(Type::I32, kind as u64), number(Type::I64, 0)];
    if let (
        AnnotationCode::Main | AnnotationCode::Helping,
        &Operation::CompareExchange { address, expected, desired, success, failure, weak },
    ) = (kind, &exchange.operation)
    {
        let how = (success as u64) << 16 | (failure as u64) << 8 | u64::from(weak);
        arguments.extend([address, expected, desired, number(Type::I64, how)]);
    }
    let operation = Operation::CallExternal { external: annotate, arguments };
    instructions.push(Instruction { operation, results: Vec::new(), position });
    instructions
}

#[cfg(test)]
mod tests {
    use porf_entity::{ReadOrdering, RmwOrdering};

    use super::*;
    use crate::test_support::{each_function, module_of, module_pass};

    fn module(result: &str, body: &str) -> String {
        format!(
            "external x0 \"__porf_annotate\"
            external x1 \"__porf_begin_helped\"
            external x2 \"__porf_begin_helping\"
            external x3 \"__porf_end_region\"
            function f0 \"f\"(%v0: ptr, %v1: i64, %v2: i64){result} {{\nb0:\n{body}\n}}"
        )
    }

    fn pass(before: &str, after: &str, mut run: impl FnMut(&mut Function, Marks)) {
        let run = |module: &mut Module| {
            let marks = Marks::new(module);
            each_function(module, |function| run(function, marks));
        };
        module_pass(before, run, after);
    }

    #[test]
    fn annotations_are_answered() {
        let before = module(" -> (i32)", "%v3: i32 = const 2\n%v4: i32 = call x0(%v3, %v0)\nreturn %v4");
        let after = "%v4: i32 = const 0\n%v3: i32 = const 2\ncall x0(%v3, %v0)\nreturn %v4";
        pass(&before, &module(" -> (i32)", after), |function, marks| answer(function, marks, true));
        let after = "%v4: i32 = const 1\n%v3: i32 = const 2\nreturn %v4";
        pass(&before, &module(" -> (i32)", after), |function, marks| answer(function, marks, false));
    }

    const EXCHANGE: &str = "%v3: i64, %v4: i1 = cmpxchg.rel.rlx %v0, %v1, %v2";

    #[test]
    fn regions_become_annotations() {
        let released = (RmwOrdering::Release as u64) << 16 | (ReadOrdering::Relaxed as u64) << 8;
        let annotation = |kind: u32, value: u32| {
            let [next, how] = [value + 1, value + 2];
            let (more, arguments) = match kind {
                1 => (String::new(), String::new()),
                _ => (format!("%v{how}: i64 = const {released}\n"), format!(", %v0, %v1, %v2, %v{how}")),
            };
            format!(
                "%v{value}: i32 = const {kind}\n%v{next}: i64 = const 0\n{more}call x0(%v{value}, %v{next}{arguments})"
            )
        };
        let [main, end, helping] = [annotation(0, 5), annotation(1, 8), annotation(2, 3)];
        let main = module("", &format!("{main}\n{EXCHANGE}\n{end}\nreturn"));
        let helping = module("", &format!("{helping}\nreturn"));
        for (mark, after) in [("x1", main), ("x2", helping)] {
            let before = module("", &format!("call {mark}()\n{EXCHANGE}\ncall x3()\nreturn"));
            pass(&before, &after, mark_regions);
            let gone = module("", &format!("{EXCHANGE}\nreturn"));
            pass(&before, &gone, |function, marks| answer(function, marks, false));
        }
    }

    #[test]
    fn regions_that_are_none_stay() {
        for (body, fault) in [
            ("call x2()\ncall x3()\nreturn".to_owned(), HelpingFault::Region),
            (format!("call x2()\n{EXCHANGE}\nreturn"), HelpingFault::Region),
            (format!("call x2()\ncall x1()\n{EXCHANGE}\ncall x3()\nreturn"), HelpingFault::Region),
            (format!("call x2()\n{EXCHANGE}\ncall x3()\nstore.rlx %v3, %v0\nreturn"), HelpingFault::Results),
            (
                format!("call x2()\n{EXCHANGE}\ncall x3()\nbranch %v4, b1, b2\nb1:\nreturn\nb2:\nreturn"),
                HelpingFault::Results,
            ),
        ] {
            let text = module("", &body);
            // A mark within a region begins or ends a region itself, which may be valid.
            if !body.contains("x1") {
                pass(&text, &text, mark_regions);
            }
            let module = module_of(&text);
            let found = module.functions.values().find_map(|function| region_fault(&module, function));
            assert_eq!(found.map(|(_, fault)| fault), Some(fault), "{body}");
        }
    }
}
