//! The parser of the top level of a module.

use crate::ast::{ConstantKind, GlobalKind};
use crate::lexer::Token;

use super::{Parse, Parser, fatal};

impl Parser<'_> {
    /// Everything up to the end of the text.
    pub(super) fn module(&mut self) -> Parse<()> {
        loop {
            match self.token() {
                Token::End => return Ok(()),
                Token::Local => self.type_definition()?,
                Token::Global => self.global_definition()?,
                Token::Metadata => self.metadata_definition()?,
                Token::Summary => self.skip_line()?,
                // A comdat with quotes.
                Token::String if self.cursor.text().starts_with('$') => self.skip_line()?,
                Token::Word => self.top_level_word()?,
                _ => return self.expected("a definition"),
            }
        }
    }

    fn top_level_word(&mut self) -> Parse<()> {
        let word = self.cursor.text();
        match word {
            "define" => self.function_definition(),
            "declare" => self.function_declaration(),
            "source_filename" => {
                self.cursor.advance();
                self.expect(Token::Equals, "`=`")?;
                self.module.source_name = Some(self.string()?);
                Ok(())
            }
            "target" => {
                self.cursor.advance();
                let which = self.take(Token::Word, "`datalayout` or `triple`")?;
                self.expect(Token::Equals, "`=`")?;
                let value = self.string()?;
                match which {
                    "datalayout" => self.module.data_layout = Some(value),
                    "triple" => self.module.triple = Some(value),
                    _ => {}
                }
                Ok(())
            }
            "module" => {
                self.cursor.advance();
                self.expect_word("asm")?;
                self.string()?;
                self.module.has_assembly = true;
                Ok(())
            }
            "attributes" | "uselistorder" | "uselistorder_bb" | "deplibs" => self.skip_line(),
            // A comdat: `$name = comdat any`.
            _ if word.starts_with('$') => self.skip_line(),
            _ => self.expected("a definition"),
        }
    }

    /// Finishes the module with the checks that need all of the text.
    pub(super) fn finish(&mut self) -> Parse<()> {
        self.check_types()?;
        self.finish_globals()?;
        self.resolve_block_addresses()?;
        self.resolve_positions();
        self.resolve_shapes();
        Ok(())
    }

    /// Puts the ids of blocks into the constants that are addresses of blocks.
    fn resolve_block_addresses(&mut self) -> Parse<()> {
        for address in self.globals.take_block_addresses() {
            let block = match &self.module.globals[address.function].kind {
                GlobalKind::Function(function) => function.body.as_ref().and_then(|body| {
                    let blocks = self.globals.blocks_of(address.function, body);
                    blocks.get(&address.block).copied()
                }),
                _ => None,
            };
            let Some(block) = block else {
                return fatal(
                    address.offset,
                    format!("there is no block {} in this function", address.block),
                );
            };
            self.module.constants[address.constant].kind =
                ConstantKind::BlockAddress { function: address.function, block };
        }
        Ok(())
    }
}
