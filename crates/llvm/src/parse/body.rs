//! The parser of the blocks of a function.

use porf_entity::{EntityId, PrimaryMap};

use crate::ast::{Block, BlockId, Body, Instruction, InstructionKind, Name, Terminator, TerminatorKind};
use crate::lexer::Token;

use super::{Parse, Parser, fatal};

/// A block whose terminator has not come yet.
pub(super) struct OpenBlock {
    name: Name,
    offset: usize,
    instructions: Vec<Instruction>,
}

impl OpenBlock {
    /// Whether a phi instruction may come next.
    fn is_at_beginning(&self) -> bool {
        self.instructions.last().is_none_or(|last| matches!(last.kind, InstructionKind::Phi { .. }))
    }
}

/// The result of parsing an instruction.
pub(super) enum Parsed {
    Instruction(Instruction),
    Terminator(Terminator),
    /// A statement that only debuggers need.
    Nothing,
}

impl<'a> Parser<'a> {
    /// `{ … }` of a function whose parameters are defined.
    pub(super) fn body(&mut self) -> Parse<Body> {
        let start = self.cursor.start();
        self.expect(Token::OpenBrace, "`{`")?;
        let mut blocks: PrimaryMap<BlockId, Block> = PrimaryMap::new();
        let mut open: Option<OpenBlock> = None;
        loop {
            match self.token() {
                Token::CloseBrace | Token::Label => {
                    if let Some(block) = open.take() {
                        blocks.push(close_after_unsupported(block)?);
                    }
                    let name = self.cursor.text();
                    let offset = self.cursor.start();
                    self.cursor.advance();
                    match name.strip_suffix(':') {
                        Some(name) => open = Some(self.open_block(Some(name), blocks.next_id(), offset)?),
                        None => break,
                    }
                }
                Token::End => return fatal(start, "this function is never closed".into()),
                // A debug record.
                Token::Hash => self.skip_line()?,
                Token::Word if self.cursor.text().starts_with("uselistorder") => self.skip_line()?,
                _ => {
                    let mut block = match open.take() {
                        Some(block) => block,
                        None => self.open_block(None, blocks.next_id(), self.cursor.start())?,
                    };
                    match self.instruction_or_unsupported(block.is_at_beginning())? {
                        Parsed::Instruction(instruction) => block.instructions.push(instruction),
                        Parsed::Nothing => {}
                        Parsed::Terminator(terminator) => {
                            let OpenBlock { name, instructions, .. } = block;
                            blocks.push(Block { name, instructions, terminator });
                            continue;
                        }
                    }
                    open = Some(block);
                }
            }
        }
        if blocks.is_empty() {
            return fatal(start, "this function has no block".into());
        }
        let positions = self.block_positions()?;
        for id in blocks.ids() {
            renumber(&mut blocks[id], &positions);
        }
        Ok(Body { locals: self.scope.take_locals().collect(), blocks })
    }

    fn open_block(&mut self, name: Option<&'a str>, position: BlockId, offset: usize) -> Parse<OpenBlock> {
        let id = self.define_block(name, position, offset)?;
        Ok(OpenBlock { name: self.scope.block_name(id), offset, instructions: Vec::new() })
    }

    /// An instruction; one that is not understood is skipped.
    fn instruction_or_unsupported(&mut self, phi_allowed: bool) -> Parse<Parsed> {
        let start = self.cursor.clone();
        let mark = self.scope.mark();
        self.after_comma = false;
        match self.instruction(phi_allowed) {
            Err(failure) if !failure.is_fatal => {}
            result => return result,
        }
        self.cursor = start;
        self.scope.forget_since(mark);
        self.unsupported_instruction()
    }

    /// Skips an instruction: to the end of its line and of all brackets, and over further lines
    /// that can only continue it.
    fn unsupported_instruction(&mut self) -> Parse<Parsed> {
        let (offset, line) = (self.cursor.start(), self.cursor.line());
        let name = self.result_name()?;
        let start = self.cursor.start();
        let opcode = self.word();
        let mut debug = None;
        let mut depth = 0;
        loop {
            if self.at(Token::Metadata) && self.cursor.text() == "!dbg" {
                debug = self.skipped_attachment();
            } else if self.at(Token::CloseBrace) && depth == 0 {
                break;
            } else {
                depth = self.depth_behind(depth);
                self.cursor.advance();
            }
            let continues = matches!(self.word(), Some("to" | "unwind" | "catch" | "filter" | "cleanup"));
            if depth == 0 && self.cursor.begins_line() && !continues {
                break;
            }
            if self.at(Token::End) {
                return fatal(start, "brackets that are opened in this instruction are never closed".into());
            }
        }
        let text = one_line(self.cursor.text_since(start));
        let result = match name {
            Some(name) => Some(self.define_local(Some(name), self.unknown, offset)?),
            None => None,
        };
        let is_terminator = matches!(
            opcode,
            Some("ret" | "br" | "switch" | "indirectbr" | "invoke" | "callbr" | "resume" | "unreachable")
                | Some("catchswitch" | "catchret" | "cleanupret")
        );
        Ok(if is_terminator {
            Parsed::Terminator(Terminator { result, kind: TerminatorKind::Unsupported { text }, line, debug })
        } else {
            Parsed::Instruction(Instruction {
                result,
                kind: InstructionKind::Unsupported { text },
                line,
                debug,
            })
        })
    }

    /// `%name =`, if the instruction has a result.
    pub(super) fn result_name(&mut self) -> Parse<Option<&'a str>> {
        if !self.at(Token::Local) {
            return Ok(None);
        }
        let name = &self.cursor.text()[1..];
        self.cursor.advance();
        match self.expect(Token::Equals, "`=`") {
            Ok(()) => Ok(Some(name)),
            // The definition of a name must not be overlooked.
            Err(failure) => fatal(failure.offset, failure.message),
        }
    }
}

/// The text of an instruction with every run of white space as one space, and without its debug
/// position.
fn one_line(text: &str) -> Box<str> {
    let text = text.split(", !dbg ").next().unwrap_or(text);
    text.split_whitespace().collect::<Vec<_>>().join(" ").into()
}

/// The block that ends here without a terminator. This is right only if its last instruction, which
/// is not understood, is the terminator.
fn close_after_unsupported(block: OpenBlock) -> Parse<Block> {
    let OpenBlock { name, offset, mut instructions } = block;
    match instructions.pop() {
        Some(Instruction { result, kind: InstructionKind::Unsupported { text }, line, debug }) => {
            let terminator = Terminator { result, kind: TerminatorKind::Unsupported { text }, line, debug };
            Ok(Block { name, instructions, terminator })
        }
        _ => fatal(offset, format!("the block {name} has no terminator")),
    }
}

/// Blocks were numbered as they were mentioned; now they get the numbers of their places in the
/// text.
fn renumber(block: &mut Block, positions: &[BlockId]) {
    let renumber = |id: &mut BlockId| *id = positions[id.index()];
    for instruction in &mut block.instructions {
        match &mut instruction.kind {
            InstructionKind::Phi { incoming } => incoming.iter_mut().for_each(|(_, id)| renumber(id)),
            _ => break,
        }
    }
    match &mut block.terminator.kind {
        TerminatorKind::Return(_) | TerminatorKind::Unreachable | TerminatorKind::Unsupported { .. } => {}
        TerminatorKind::Jump(target) => renumber(target),
        TerminatorKind::Branch { then, otherwise, .. } => [then, otherwise].into_iter().for_each(renumber),
        TerminatorKind::Switch { default, cases, .. } => {
            renumber(default);
            cases.iter_mut().for_each(|(_, id)| renumber(id));
        }
        TerminatorKind::IndirectJump { targets, .. } => targets.iter_mut().for_each(renumber),
        TerminatorKind::Invoke { normal, unwind, .. } => [normal, unwind].into_iter().for_each(renumber),
    }
}
