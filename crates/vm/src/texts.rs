//! The texts that failures refer to.

use porf_entity::{EntityId, PrimaryMap, named_enum};
use porf_ir::{Global, GlobalId};
use porf_program::TextId;

named_enum! {
    /// The texts that exist in every program, before all others.
    pub(crate) enum FixedText {
        Misaligned = "the address is not a multiple of the size of the atomic access",
        NotAFunction = "call of something that is not a function",
        ReadOnly = "the memory cannot be written to",
        SizeOfForeignObject = "the size of an object that another thread allocated",
        WrongWait = "a way of waiting that does not exist",
        TooManyThreads = "more threads than porf has room for",
        TooMuchMemory = "more memory than porf has",
    }
}

impl From<FixedText> for TextId {
    fn from(text: FixedText) -> Self {
        Self::from_index(text as usize)
    }
}

/// All texts of a program: the fixed ones, those in its code, and the strings in its constant
/// globals.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    texts: PrimaryMap<TextId, String>,
    strings: PrimaryMap<GlobalId, Option<TextId>>,
}

impl Texts {
    pub(crate) fn new(globals: &PrimaryMap<GlobalId, Global>) -> Self {
        let mut texts = PrimaryMap::new();
        for text in FixedText::ALL {
            texts.push(text.to_string());
        }
        let mut strings = PrimaryMap::new();
        for global in globals.values() {
            strings.push(string(global).map(|string| texts.push(string)));
        }
        Self { texts, strings }
    }

    pub(crate) fn add(&mut self, text: &str) -> TextId {
        self.texts.push(text.to_owned())
    }

    pub(crate) fn text(&self, id: TextId) -> &str {
        &self.texts[id]
    }

    /// The string in a constant global.
    pub(crate) fn string(&self, global: GlobalId) -> Option<TextId> {
        self.strings[global]
    }
}

/// The contents of the global, if it is a constant string.
fn string(global: &Global) -> Option<String> {
    if !global.constant || global.thread_local || !global.relocations.is_empty() {
        return None;
    }
    let length = global.init.iter().position(|&byte| byte == 0).unwrap_or(global.init.len());
    ((length as u64) < global.size).then(|| String::from_utf8_lossy(&global.init[..length]).into_owned())
}
