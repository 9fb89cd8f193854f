//! Debug positions: of all metadata only the nodes that lead from an instruction to a file, a line
//! and a column.
//!
//! A `!DILocation` has line and column. Its scope has the file, or the scope of that scope, and so
//! on. Functions and variables have their own line and file.

use rustc_hash::FxHashMap;

use porf_entity::{PrimaryMap, SourcePosition};

use crate::ast::{DebugId, SourceFile};
use crate::lexer::{Cursor, Token};
use crate::text;

use super::shape::describes_variables;
use super::{Parse, Parser};

/// The number of scopes that are searched for a file; compilers repeat the file in each.
const MAX_SCOPES: u32 = 16;

/// The nodes of a module and the references to them.
#[derive(Default)]
pub(super) struct DebugTable<'a> {
    nodes: FxHashMap<u32, Node<'a>>,
    /// The places of the nodes that describe variables: at their kind.
    pub(super) variable_nodes: FxHashMap<u32, Cursor<'a>>,
    ids: FxHashMap<u32, DebugId>,
    /// The number of the node of each id.
    numbers: PrimaryMap<DebugId, u32>,
}

/// The fields of a node, whatever its kind; references are numbers of nodes.
#[derive(Default)]
struct Node<'a> {
    line: u32,
    column: u32,
    scope: Option<u32>,
    file: Option<u32>,
    variable: Option<u32>,
    file_name: Option<&'a str>,
    directory: Option<&'a str>,
}

/// The number in `!12`.
pub(super) fn node_number(text: &str) -> Option<u32> {
    text.strip_prefix('!')?.parse().ok()
}

impl<'a> Parser<'a> {
    /// `!name = …` and `!12 = …`.
    pub(super) fn metadata_definition(&mut self) -> Parse<()> {
        let number = node_number(self.cursor.text());
        self.cursor.advance();
        self.expect(Token::Equals, "`=`")?;
        self.eat_word("distinct");
        let kind = self.cursor.text();
        let matters = matches!(
            kind,
            "!DILocation"
                | "!DISubprogram"
                | "!DILexicalBlock"
                | "!DILexicalBlockFile"
                | "!DIFile"
                | "!DIGlobalVariable"
                | "!DIGlobalVariableExpression"
        );
        if let Some(number) = number.filter(|_| describes_variables(kind)) {
            self.debug.variable_nodes.insert(number, self.cursor.clone());
        }
        match number {
            Some(number) if matters => {
                self.cursor.advance();
                let node = self.node()?;
                self.debug.nodes.insert(number, node);
                Ok(())
            }
            _ => self.skip_line(),
        }
    }

    /// The fields of a node, behind its kind.
    fn node(&mut self) -> Parse<Node<'a>> {
        let mut node = Node::default();
        self.node_fields(|parser, field| {
            let value = parser.cursor.text();
            match field {
                "line:" => node.line = value.parse().unwrap_or(0),
                "column:" => node.column = value.parse().unwrap_or(0),
                "scope:" => node.scope = node_number(value),
                "file:" => node.file = node_number(value),
                "var:" => node.variable = node_number(value),
                "filename:" => node.file_name = text::unquoted(value),
                "directory:" => node.directory = text::unquoted(value),
                _ => {}
            }
        })?;
        Ok(node)
    }

    /// Reads `(field: value, …)` and calls `visit` with each name, at the value. `visit` may
    /// advance, but not into brackets.
    pub(super) fn node_fields(&mut self, mut visit: impl FnMut(&mut Self, &'a str)) -> Parse<()> {
        if !self.at(Token::OpenParenthesis) {
            return self.expected("`(`");
        }
        self.cursor.advance();
        while !self.at(Token::CloseParenthesis) {
            let field = self.take(Token::Label, "the name of a field")?;
            visit(self, field);
            loop {
                match self.token() {
                    Token::Comma | Token::CloseParenthesis => break,
                    Token::OpenParenthesis | Token::OpenBrace | Token::OpenBracket => self.skip_brackets()?,
                    // For the code that skips a node, any closing bracket ends it.
                    Token::CloseBrace | Token::CloseBracket | Token::End => return self.expected("`)`"),
                    _ => self.cursor.advance(),
                }
            }
            self.eat(Token::Comma);
        }
        self.cursor.advance();
        Ok(())
    }

    /// `!dbg !12` and other attachments, at the name of the kind: the position, if it is one. Any
    /// metadata may follow the kind.
    pub(super) fn attachment(&mut self) -> Parse<Option<DebugId>> {
        let kind = self.take(Token::Metadata, "metadata")?;
        let node = self.take(Token::Metadata, "metadata")?;
        let number = node_number(node);
        // A node may be written out in place: `!{…}` or `!DILocation(…)`. Behind a number, a brace
        // begins a function.
        if number.is_none() && matches!(self.token(), Token::OpenBrace | Token::OpenParenthesis) {
            self.skip_brackets()?;
        }
        Ok(if kind == "!dbg" { number.map(|number| self.debug_id(number)) } else { None })
    }

    /// `!dbg !12` in text that is skipped, at the first token.
    pub(super) fn skipped_attachment(&mut self) -> Option<DebugId> {
        self.cursor.advance();
        let number = if self.at(Token::Metadata) { node_number(self.cursor.text())? } else { return None };
        self.cursor.advance();
        Some(self.debug_id(number))
    }

    fn debug_id(&mut self, number: u32) -> DebugId {
        *self.debug.ids.entry(number).or_insert_with(|| self.debug.numbers.push(number))
    }

    /// Resolves all positions; the nodes usually stand at the end of the module.
    pub(super) fn resolve_positions(&mut self) {
        let mut files: FxHashMap<SourceFile, u32> = FxHashMap::default();
        let mut indices: FxHashMap<u32, u32> = FxHashMap::default();
        for &number in self.debug.numbers.values() {
            let mut position = SourcePosition::UNKNOWN;
            if let Some((line, column, file)) = self.debug.place(number) {
                let index = *indices.entry(file).or_insert_with(|| {
                    let file = self.debug.source_file(file);
                    *files.entry(file.clone()).or_insert_with(|| {
                        self.module.files.push(file);
                        self.module.files.len() as u32 - 1
                    })
                });
                position = SourcePosition { file: index, line, column };
            }
            self.module.positions.push(position);
        }
    }
}

impl DebugTable<'_> {
    /// The number of the node that an id stands for.
    pub(super) fn number(&self, id: DebugId) -> u32 {
        self.numbers[id]
    }

    /// Line, column and the number of the file's node.
    fn place(&self, number: u32) -> Option<(u32, u32, u32)> {
        let mut node = self.nodes.get(&number)?;
        if let Some(variable) = node.variable {
            node = self.nodes.get(&variable)?;
        }
        let (line, column) = (node.line, node.column);
        for _ in 0..MAX_SCOPES {
            if let Some(file) = node.file {
                return self.nodes.contains_key(&file).then_some((line, column, file));
            }
            node = self.nodes.get(&node.scope?)?;
        }
        None
    }

    fn source_file(&self, number: u32) -> SourceFile {
        let node = self.nodes.get(&number);
        let decoded = |text: Option<&str>| text.map_or("".into(), |text| text::string(text).into());
        SourceFile {
            name: decoded(node.and_then(|node| node.file_name)),
            directory: decoded(node.and_then(|node| node.directory)),
        }
    }
}
