//! The names of one function: locals and blocks, which may be used before they are defined.
//!
//! A local or block without a name has a number; parameters, blocks and results of instructions are
//! counted together. If an instruction turns out not to be understood, the scope forgets the names
//! that the instruction has mentioned for the first time.

use std::borrow::Cow;

use porf_entity::EntityId;
use rustc_hash::FxHashMap;

use crate::ast::{BlockId, Local, LocalId, Name, TypeId};
use crate::lexer::Token;
use crate::text;

use super::{Parse, Parser, fatal};

/// The names of a function so far.
#[derive(Default)]
pub(super) struct Scope<'a> {
    local_ids: NameMap<'a, LocalId>,
    locals: Vec<LocalEntry<'a>>,
    block_ids: NameMap<'a, BlockId>,
    blocks: Vec<BlockEntry<'a>>,
    /// The number of the next local or block without a name.
    next_number: u32,
}

struct LocalEntry<'a> {
    key: Key<'a>,
    ty: TypeId,
    is_defined: bool,
    /// The place where it is first mentioned, in bytes.
    offset: usize,
}

struct BlockEntry<'a> {
    key: Key<'a>,
    /// The place where it is first mentioned, in bytes.
    offset: usize,
    /// The index of the block in the order of the text.
    position: Option<BlockId>,
}

/// A name as a key.
#[derive(Clone, PartialEq, Eq)]
enum Key<'a> {
    Number(u32),
    Text(Cow<'a, str>),
}

impl<'a> Key<'a> {
    /// The key of the text behind the sigil: digits alone, without quotes, are a number.
    fn new(text: &'a str) -> Self {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        match text.parse() {
            Ok(number) if is_number => Self::Number(number),
            _ => Self::Text(text::name(text)),
        }
    }

    fn name(&self) -> Name {
        match self {
            Self::Number(number) => Name::Number(*number),
            Self::Text(text) => Name::Text(text.as_ref().into()),
        }
    }
}

/// The name of the text behind a sigil.
pub(super) fn name(text: &str) -> Name {
    Key::new(text).name()
}

struct NameMap<'a, Id> {
    numbers: FxHashMap<u32, Id>,
    texts: FxHashMap<Cow<'a, str>, Id>,
}

impl<Id> Default for NameMap<'_, Id> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), texts: FxHashMap::default() }
    }
}

impl<'a, Id: Copy> NameMap<'a, Id> {
    fn get(&self, key: &Key<'a>) -> Option<Id> {
        match key {
            Key::Number(number) => self.numbers.get(number).copied(),
            Key::Text(text) => self.texts.get(text).copied(),
        }
    }

    fn insert(&mut self, key: Key<'a>, id: Id) {
        match key {
            Key::Number(number) => self.numbers.insert(number, id),
            Key::Text(text) => self.texts.insert(text, id),
        };
    }

    fn remove(&mut self, key: &Key<'a>) {
        match key {
            Key::Number(number) => self.numbers.remove(number),
            Key::Text(text) => self.texts.remove(text),
        };
    }
}

/// The number of names at some point.
#[derive(Clone, Copy)]
pub(super) struct ScopeMark {
    locals: usize,
    blocks: usize,
}

impl<'a> Scope<'a> {
    /// The point to which [`Self::forget_since`] returns.
    pub(super) fn mark(&self) -> ScopeMark {
        ScopeMark { locals: self.locals.len(), blocks: self.blocks.len() }
    }

    /// Forgets the names that were first mentioned since the mark; none of them is defined yet.
    pub(super) fn forget_since(&mut self, mark: ScopeMark) {
        for entry in self.locals.drain(mark.locals..) {
            self.local_ids.remove(&entry.key);
        }
        for entry in self.blocks.drain(mark.blocks..) {
            self.block_ids.remove(&entry.key);
        }
    }

    /// The key of a definition, by its name or else the next number.
    fn definition_key(&mut self, name: Option<&'a str>) -> Key<'a> {
        let key = name.map_or(Key::Number(self.next_number), Key::new);
        if let Key::Number(number) = key {
            self.next_number = self.next_number.max(number.saturating_add(1));
        }
        key
    }

    /// The locals of the finished function.
    pub(super) fn take_locals(&mut self) -> impl Iterator<Item = Local> {
        self.locals.drain(..).map(|entry| Local { name: entry.key.name(), ty: entry.ty })
    }

    /// The name of a block.
    pub(super) fn block_name(&self, id: BlockId) -> Name {
        self.blocks[id.index()].key.name()
    }
}

impl<'a> Parser<'a> {
    /// A use of a local, at its token, with the type that is written in front of it.
    pub(super) fn local_use(&mut self, ty: TypeId) -> Parse<LocalId> {
        let offset = self.cursor.start();
        let key = Key::new(&self.take(Token::Local, "a local")?[1..]);
        if let Some(id) = self.scope.local_ids.get(&key) {
            self.unify_type(id, ty, offset)?;
            return Ok(id);
        }
        Ok(self.add_local(key, ty, offset, false))
    }

    /// Defines a local by its name, or by the next number if it has none.
    pub(super) fn define_local(
        &mut self,
        name: Option<&'a str>,
        ty: TypeId,
        offset: usize,
    ) -> Parse<LocalId> {
        let key = self.scope.definition_key(name);
        let Some(id) = self.scope.local_ids.get(&key) else {
            return Ok(self.add_local(key, ty, offset, true));
        };
        if self.scope.locals[id.index()].is_defined {
            return fatal(offset, format!("{} is defined twice", key.name()));
        }
        self.unify_type(id, ty, offset)?;
        self.scope.locals[id.index()].is_defined = true;
        Ok(id)
    }

    fn add_local(&mut self, key: Key<'a>, ty: TypeId, offset: usize, is_defined: bool) -> LocalId {
        let id = LocalId::from_index(self.scope.locals.len());
        self.scope.local_ids.insert(key.clone(), id);
        self.scope.locals.push(LocalEntry { key, ty, is_defined, offset });
        id
    }

    /// Unifies the type of a local with another one: all mentions of a local have one type. An
    /// unknown type gives way.
    fn unify_type(&mut self, id: LocalId, ty: TypeId, offset: usize) -> Parse<()> {
        let entry = &mut self.scope.locals[id.index()];
        if entry.ty == self.unknown {
            entry.ty = ty;
        } else if entry.ty != ty && ty != self.unknown {
            let types = &self.module.types;
            let (name, known, other) = (entry.key.name(), types.display(entry.ty), types.display(ty));
            return fatal(offset, format!("{name} is of type {known} in one place and {other} in another"));
        }
        Ok(())
    }

    /// `%name` as the name of a block.
    pub(super) fn block_use(&mut self) -> Parse<BlockId> {
        let offset = self.cursor.start();
        let key = Key::new(&self.take(Token::Local, "the name of a block")?[1..]);
        Ok(self.block_id(key, offset))
    }

    /// `label %name`.
    pub(super) fn label(&mut self) -> Parse<BlockId> {
        self.expect_word("label")?;
        self.block_use()
    }

    fn block_id(&mut self, key: Key<'a>, offset: usize) -> BlockId {
        if let Some(id) = self.scope.block_ids.get(&key) {
            return id;
        }
        let id = BlockId::from_index(self.scope.blocks.len());
        self.scope.block_ids.insert(key.clone(), id);
        self.scope.blocks.push(BlockEntry { key, offset, position: None });
        id
    }

    /// Defines the block at this position in the text, by its name, or by the next number if it has
    /// none. The id is the one that earlier uses have.
    pub(super) fn define_block(
        &mut self,
        name: Option<&'a str>,
        position: BlockId,
        offset: usize,
    ) -> Parse<BlockId> {
        let key = self.scope.definition_key(name);
        let id = self.block_id(key, offset);
        let entry = &mut self.scope.blocks[id.index()];
        if entry.position.is_some() {
            return fatal(offset, format!("the block {} is defined twice", entry.key.name()));
        }
        entry.position = Some(position);
        Ok(id)
    }

    /// The positions in the text of all blocks that were mentioned; all names must be defined by
    /// now.
    pub(super) fn block_positions(&self) -> Parse<Vec<BlockId>> {
        if let Some(entry) = self.scope.locals.iter().find(|entry| !entry.is_defined) {
            return fatal(entry.offset, format!("{} is used but never defined", entry.key.name()));
        }
        let position = |entry: &BlockEntry<'a>| match entry.position {
            Some(position) => Ok(position),
            None => fatal(entry.offset, format!("the block {} is used but never defined", entry.key.name())),
        };
        self.scope.blocks.iter().map(position).collect()
    }
}
