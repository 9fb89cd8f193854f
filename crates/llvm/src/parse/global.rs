//! The parser of variables, aliases and the headers of functions.

use std::borrow::Cow;

use porf_entity::{EntityId, PrimaryMap};
use rustc_hash::FxHashMap;

use crate::ast::{
    Alias, BlockId, Body, ConstantId, DebugId, Function, Global, GlobalId, GlobalKind, Linkage, Name,
    Parameter, Type, TypeId, Variable,
};
use crate::lexer::Token;
use crate::text;

use super::constant::is_constant_word;
use super::scope::Scope;
use super::{Parse, Parser, fatal};

/// The globals that have been mentioned so far.
#[derive(Default)]
pub(super) struct GlobalTable<'a> {
    ids: FxHashMap<Cow<'a, str>, GlobalId>,
    /// The definitions so far, and the place where each global is first mentioned.
    entries: Vec<(Option<Global>, usize)>,
    block_addresses: Vec<BlockAddress>,
    /// The blocks of each function that has a block whose address is taken.
    blocks: FxHashMap<GlobalId, FxHashMap<Name, BlockId>>,
}

/// A constant that is the address of a block.
pub(super) struct BlockAddress {
    pub(super) constant: ConstantId,
    pub(super) function: GlobalId,
    pub(super) block: Name,
    pub(super) offset: usize,
}

impl GlobalTable<'_> {
    pub(super) fn add_block_address(
        &mut self,
        constant: ConstantId,
        function: GlobalId,
        block: &str,
        offset: usize,
    ) {
        let block = super::scope::name(block);
        self.block_addresses.push(BlockAddress { constant, function, block, offset });
    }

    pub(super) fn take_block_addresses(&mut self) -> Vec<BlockAddress> {
        std::mem::take(&mut self.block_addresses)
    }

    /// The blocks of a function by name.
    pub(super) fn blocks_of(&mut self, function: GlobalId, body: &Body) -> &FxHashMap<Name, BlockId> {
        self.blocks
            .entry(function)
            .or_insert_with(|| body.blocks.iter().map(|(id, block)| (block.name.clone(), id)).collect())
    }
}

/// The words in front of the kind of a global, or of the result of a function.
struct Prefix {
    linkage: Linkage,
    /// Whether the linkage is written; where it is not, it is external.
    is_explicit: bool,
}

/// The header of a function.
struct Header {
    id: GlobalId,
    /// The place of the name.
    offset: usize,
    name: Box<str>,
    line: u32,
    linkage: Linkage,
    debug: Option<DebugId>,
    function: Function,
}

impl<'a> Parser<'a> {
    /// A name such as `@main`.
    pub(super) fn global_reference(&mut self) -> Parse<GlobalId> {
        let offset = self.cursor.start();
        let name = text::name(&self.take(Token::Global, "the name of a global")?[1..]);
        if let Some(&id) = self.globals.ids.get(&name) {
            return Ok(id);
        }
        let id = GlobalId::from_index(self.globals.entries.len());
        self.globals.entries.push((None, offset));
        self.globals.ids.insert(name, id);
        Ok(id)
    }

    fn define_global(&mut self, id: GlobalId, offset: usize, global: Global) -> Parse<()> {
        let entry = &mut self.globals.entries[id.index()].0;
        if entry.is_some() {
            return fatal(offset, format!("@{} is defined twice", global.name));
        }
        *entry = Some(global);
        Ok(())
    }

    /// Moves the globals into the module; all must be defined by now.
    pub(super) fn finish_globals(&mut self) -> Parse<()> {
        let mut globals = PrimaryMap::new();
        for (global, offset) in std::mem::take(&mut self.globals.entries) {
            match global {
                Some(global) => globals.push(global),
                None => return fatal(offset, "this global is used but never defined nor declared".into()),
            };
        }
        self.module.globals = globals;
        Ok(())
    }

    fn linkage(&mut self) -> Prefix {
        match self.word().and_then(Linkage::from_word) {
            Some(linkage) => {
                self.cursor.advance();
                Prefix { linkage, is_explicit: true }
            }
            None => Prefix { linkage: Linkage::External, is_explicit: false },
        }
    }

    /// `@name = … global …`, `… constant …`, `… alias …` or `… ifunc …`.
    pub(super) fn global_definition(&mut self) -> Parse<()> {
        let (offset, line) = (self.cursor.start(), self.cursor.line());
        let name: Box<str> = text::name(&self.cursor.text()[1..]).into();
        let id = self.global_reference()?;
        self.expect(Token::Equals, "`=`")?;
        let prefix = self.linkage();
        let mut is_thread_local = false;
        let what = loop {
            let Some(word) = self.word() else {
                return self.expected("`global`, `constant`, `alias` or `ifunc`");
            };
            match word {
                "global" | "constant" | "alias" | "ifunc" => {
                    self.cursor.advance();
                    break word;
                }
                "thread_local" => {
                    is_thread_local = true;
                    self.skip_attribute()?;
                }
                _ => self.skip_attribute()?,
            }
        };
        let ty = self.ty()?;
        let (kind, debug) = match what {
            "alias" | "ifunc" => {
                self.expect(Token::Comma, "`,`")?;
                // An expression has no type in front.
                let is_expression = self.word().is_some_and(is_constant_word);
                let target_type = if is_expression { self.pointer } else { self.ty()? };
                let alias = Alias { ty, target: self.constant_or_unsupported(target_type)? };
                self.skip_rest_of_definition()?;
                let kind = if what == "alias" { GlobalKind::Alias } else { GlobalKind::IndirectFunction };
                (kind(alias), None)
            }
            _ => {
                let is_declared =
                    prefix.is_explicit && matches!(prefix.linkage, Linkage::External | Linkage::ExternalWeak);
                let initializer = if is_declared { None } else { Some(self.constant_or_unsupported(ty)?) };
                let mut variable = Variable {
                    ty,
                    initializer,
                    is_constant: what == "constant",
                    is_thread_local,
                    align: None,
                    section: None,
                    shape: None,
                };
                let debug = self.variable_properties(&mut variable)?;
                (GlobalKind::Variable(variable), debug)
            }
        };
        let global = Global { name, linkage: prefix.linkage, line, debug, kind };
        self.define_global(id, offset, global)
    }

    /// `, section "s", align 4, !dbg !1 …` up to the end of the line.
    fn variable_properties(&mut self, variable: &mut Variable) -> Parse<Option<DebugId>> {
        let mut debug = None;
        while !self.cursor.begins_line() {
            match (self.token(), self.cursor.text()) {
                (Token::Word, "align") => {
                    variable.align = Some(self.alignment()?);
                }
                (Token::Word, "section") => {
                    self.cursor.advance();
                    variable.section = Some(self.string()?);
                }
                (Token::Metadata, _) => debug = self.attachment()?.or(debug),
                (Token::OpenParenthesis | Token::OpenBrace | Token::OpenBracket, _) => {
                    self.skip_brackets()?
                }
                _ => self.cursor.advance(),
            }
        }
        Ok(debug)
    }

    fn skip_rest_of_definition(&mut self) -> Parse<()> {
        if self.cursor.begins_line() { Ok(()) } else { self.skip_line() }
    }

    /// `declare …`.
    pub(super) fn function_declaration(&mut self) -> Parse<()> {
        let header = self.function_header()?;
        self.skip_rest_of_definition()?;
        self.add_function(header)
    }

    /// `define … { … }`.
    pub(super) fn function_definition(&mut self) -> Parse<()> {
        let mut header = self.function_header()?;
        while !self.at(Token::OpenBrace) {
            match self.token() {
                Token::Metadata => header.debug = self.attachment()?.or(header.debug),
                Token::Word if matches!(self.cursor.text(), "prefix" | "prologue" | "personality") => {
                    self.cursor.advance();
                    self.typed_constant()?;
                }
                Token::OpenParenthesis => self.skip_brackets()?,
                Token::Word | Token::String | Token::Hash | Token::Number | Token::Equals => {
                    self.cursor.advance();
                }
                _ => return self.expected("`{`"),
            }
        }
        header.function.body = Some(self.body()?);
        self.add_function(header)
    }

    fn add_function(&mut self, header: Header) -> Parse<()> {
        let Header { id, offset, name, line, linkage, debug, function } = header;
        let kind = GlobalKind::Function(Box::new(function));
        self.define_global(id, offset, Global { name, linkage, line, debug, kind })
    }

    /// From `define` or `declare` to the parameters. The parameters are the first locals of a new
    /// scope.
    fn function_header(&mut self) -> Parse<Header> {
        let line = self.cursor.line();
        self.cursor.advance();
        let mut debug = None;
        while self.at(Token::Metadata) {
            debug = self.attachment()?.or(debug);
        }
        let linkage = self.linkage().linkage;
        self.skip_attributes_before_type()?;
        let result_type = self.ty()?;
        let offset = self.cursor.start();
        if !self.at(Token::Global) {
            return self.expected("the name of a function");
        }
        let name = text::name(&self.cursor.text()[1..]).into();
        let id = self.global_reference()?;
        self.scope = Scope::default();
        self.expect(Token::OpenParenthesis, "`(`")?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        self.list(Token::CloseParenthesis, "`,` or `)`", |p| {
            if p.eat_word("...") {
                variadic = true;
                return Ok(());
            }
            parameters.push(p.parameter()?);
            Ok(())
        })?;
        let types: Box<[TypeId]> = parameters.iter().map(|parameter| parameter.ty).collect();
        let ty =
            self.module.types.intern(Type::Function { result: result_type, parameters: types, variadic });
        let function = Function { ty, result_type, parameters, variadic, body: None };
        Ok(Header { id, offset, name, line, linkage, debug, function })
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let ty = self.ty()?;
        let attributes = self.parameter_attributes()?;
        let offset = self.cursor.start();
        let name = if self.at(Token::Local) {
            let name = &self.cursor.text()[1..];
            self.cursor.advance();
            Some(name)
        } else {
            None
        };
        self.define_local(name, ty, offset)?;
        Ok(Parameter { ty, attributes })
    }
}
