//! Whole files as clang writes them.

use porf_llvm::ast::{GlobalKind, InstructionKind, Module, TerminatorKind};

use crate::{body, read};

const SOURCE: &str = include_str!("seeds/program.c");
const TEXTS: [&str; 3] =
    [include_str!("seeds/clang-15.ll"), include_str!("seeds/clang-19.ll"), include_str!("seeds/clang-22.ll")];

/// Calls `visit` with the line, the position and whether it is understood, of every instruction.
fn instructions(module: &Module, mut visit: impl FnMut(u32, porf_entity::SourcePosition, bool)) {
    for global in module.globals.values() {
        let GlobalKind::Function(function) = &global.kind else { continue };
        for block in function.body.iter().flat_map(|body| body.blocks.values()) {
            for instruction in &block.instructions {
                let understood = !matches!(instruction.kind, InstructionKind::Unsupported { .. });
                visit(instruction.line, module.position(instruction.debug), understood);
            }
            let end = &block.terminator;
            let understood = !matches!(end.kind, TerminatorKind::Unsupported { .. });
            visit(end.line, module.position(end.debug), understood);
        }
    }
}

#[test]
fn everything_is_understood() {
    for text in TEXTS {
        let module = read(text);
        instructions(&module, |line, _, understood| assert!(understood, "line {line}"));
        for name in ["swap", "change", "sum", "choose", "scale", "work", "main"] {
            assert!(!body(&module, name).blocks.is_empty());
        }
    }
}

#[test]
fn every_instruction_has_the_position_that_its_line_refers_to() {
    for text in TEXTS {
        let module = read(text);
        let lines: Vec<&str> = text.lines().collect();
        let file = module.files.iter().position(|file| &*file.name == "program.c").expect("the file") as u32;
        let source_lines = SOURCE.lines().count() as u32;
        instructions(&module, |line, position, _| {
            // Cases of a switch stand between its first line and its metadata.
            let rest = &lines[line as usize - 1..];
            let length =
                if rest[0].ends_with('[') { rest.iter().position(|l| l.starts_with("  ]")) } else { Some(0) };
            let last = rest[length.expect("the end of the switch")];
            let expected = last.split_once(", !dbg !").map(|(_, rest)| {
                let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
                let node = format!("!{number} = ");
                lines.iter().find(|line| line.starts_with(&node)).expect("the node")
            });
            match expected {
                None => assert!(!position.is_known()),
                Some(node) => {
                    let fields = format!("DILocation(line: {}, column: {},", position.line, position.column);
                    assert!(node.contains(&fields) || position.column == 0, "{node} is not {position}");
                    assert_eq!(position.file, file);
                    assert!(position.line <= source_lines);
                }
            }
        });
    }
}
