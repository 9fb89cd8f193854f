//! Reads modules, by recursive descent without recursion: nothing in the text form nests.
//!
//! The parser ensures that every id in the module it returns refers to an entry of its table. The
//! verifier checks the other rules.

mod instruction;

use std::fmt::{self, Display};

use porf_entity::{EntityId, PrimaryMap, SourcePosition};

use self::instruction::Parsed;
use super::lex::{Lexer, Place, Token, plain_number};
use crate::function::{Block, BlockId, Function, FunctionId, ValueData, ValueId};
use crate::instruction::{Instruction, Terminator};
use crate::module::{Argument, External, ExternalId, Global, GlobalId, Module, Relocation, ThreadEntry};
use crate::types::Type;

/// An error in a text, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// The message.
    pub message: String,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads the text form of a module.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let mut lexer = Lexer::new(text);
    let (place, token) = lexer.next()?;
    let mut parser = Parser { lexer, place, token, references: References::default() };
    let mut module = Module::default();
    loop {
        let place = parser.place;
        match parser.take()? {
            Token::Word(word) if word == "global" => {
                parser.defined(&module.globals)?;
                module.globals.push(parser.global()?);
            }
            Token::Word(word) if word == "function" => {
                parser.defined(&module.functions)?;
                module.functions.push(parser.function()?);
            }
            Token::Word(word) if word == "external" => {
                parser.defined(&module.externals)?;
                module.externals.push(External { name: parser.text()? });
            }
            Token::Word(word) if word == "file" => module.files.push(parser.text()?),
            Token::Word(word) if word == "thread" => module.threads.push(parser.thread()?),
            Token::End => break,
            _ => return Err(place.error("expected `file`, `global`, `external`, `function` or `thread`")),
        }
    }
    check_references(&parser.references.globals, module.globals.len())?;
    check_references(&parser.references.functions, module.functions.len())?;
    check_references(&parser.references.externals, module.externals.len())?;
    Ok(module)
}

/// Ids that were used, possibly before their definition.
#[derive(Default)]
struct References {
    globals: Vec<(Place, GlobalId)>,
    functions: Vec<(Place, FunctionId)>,
    externals: Vec<(Place, ExternalId)>,
    /// The blocks of the current function.
    blocks: Vec<(Place, BlockId)>,
    /// The values of the current function.
    values: Vec<(Place, ValueId)>,
}

fn check_references<K: EntityId + Display>(
    references: &[(Place, K)],
    count: usize,
) -> Result<(), ParseError> {
    match references.iter().find(|(_, id)| id.index() >= count) {
        Some((place, id)) => Err(place.error(format!("{id} is not defined"))),
        None => Ok(()),
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    /// Where the current token begins.
    place: Place,
    /// The current token.
    token: Token,
    references: References,
}

/// Tokens.
impl Parser<'_> {
    /// The current token; the next one becomes current.
    fn take(&mut self) -> Result<Token, ParseError> {
        let (place, token) = self.lexer.next()?;
        self.place = place;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn at(&self, symbol: char) -> bool {
        self.token == Token::Symbol(symbol)
    }

    /// Takes the symbol if it is the current token. Returns whether it was.
    fn accept(&mut self, symbol: char) -> Result<bool, ParseError> {
        let there = self.at(symbol);
        if there {
            self.take()?;
        }
        Ok(there)
    }

    fn expect(&mut self, symbol: char) -> Result<(), ParseError> {
        let place = self.place;
        if self.accept(symbol)? { Ok(()) } else { Err(place.error(format!("expected `{symbol}`"))) }
    }

    fn word(&mut self, what: &str) -> Result<String, ParseError> {
        let place = self.place;
        match self.take()? {
            Token::Word(word) => Ok(word),
            _ => Err(place.error(format!("expected {what}"))),
        }
    }

    /// Takes the word if it is the current token. Returns whether it was.
    fn accept_word(&mut self, wanted: &str) -> Result<bool, ParseError> {
        let there = matches!(&self.token, Token::Word(word) if word == wanted);
        if there {
            self.take()?;
        }
        Ok(there)
    }

    fn number(&mut self) -> Result<u64, ParseError> {
        let place = self.place;
        match self.take()? {
            Token::Number(number) => Ok(number),
            _ => Err(place.error("expected a number")),
        }
    }

    /// A word and a number.
    fn number_after(&mut self, word: &str) -> Result<u64, ParseError> {
        let place = self.place;
        if self.accept_word(word)? { self.number() } else { Err(place.error(format!("expected `{word}`"))) }
    }

    fn small_number<T: TryFrom<u64>>(&mut self) -> Result<T, ParseError> {
        let place = self.place;
        T::try_from(self.number()?).map_err(|_| place.error("the number is too large"))
    }

    fn text(&mut self) -> Result<String, ParseError> {
        let place = self.place;
        match self.take()? {
            Token::Text(text) => Ok(text),
            _ => Err(place.error("expected a name in quotation marks")),
        }
    }

    /// Elements with commas between them, up to the closing symbol.
    fn separated<T>(
        &mut self,
        close: char,
        mut element: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut elements = Vec::new();
        if self.accept(close)? {
            return Ok(elements);
        }
        loop {
            elements.push(element(self)?);
            if self.accept(close)? {
                return Ok(elements);
            }
            self.expect(',')?;
        }
    }

    fn ty(&mut self) -> Result<Type, ParseError> {
        let place = self.place;
        let word = self.word("a type")?;
        match word.strip_prefix('i').and_then(plain_number) {
            Some(bits @ 1..=64) => Ok(Type::Int(bits as u8)),
            _ => match word.as_str() {
                "ptr" => Ok(Type::Ptr),
                "f32" => Ok(Type::F32),
                "f64" => Ok(Type::F64),
                _ => Err(place.error("a type is `ptr`, `f32`, `f64`, or `i1` to `i64`")),
            },
        }
    }
}

/// Ids.
impl Parser<'_> {
    fn id<K: EntityId>(&mut self, prefix: char, what: &str) -> Result<K, ParseError> {
        let place = self.place;
        let word = self.word(what)?;
        let number = word.strip_prefix(prefix).and_then(plain_number);
        let number =
            number.ok_or_else(|| place.error(format!("expected {what}, `{prefix}` and a number")))?;
        Ok(K::from_index(number as usize))
    }

    /// Takes the id of the element that is about to be pushed to the table.
    fn defined<K: EntityId + Display, V>(&mut self, table: &PrimaryMap<K, V>) -> Result<(), ParseError> {
        let (place, expected) = (self.place, table.next_id().to_string());
        match self.take()? {
            Token::Word(word) if word == expected => Ok(()),
            _ => Err(place.error(format!("expected `{expected}`, since ids are numbered in order"))),
        }
    }

    fn global_reference(&mut self) -> Result<GlobalId, ParseError> {
        let place = self.place;
        let id = self.id('g', "a global")?;
        self.references.globals.push((place, id));
        Ok(id)
    }

    fn function_reference(&mut self) -> Result<FunctionId, ParseError> {
        let place = self.place;
        let id = self.id('f', "a function")?;
        self.references.functions.push((place, id));
        Ok(id)
    }

    fn external_reference(&mut self) -> Result<ExternalId, ParseError> {
        let place = self.place;
        let id = self.id('x', "an external")?;
        self.references.externals.push((place, id));
        Ok(id)
    }

    /// Whether the current token is a word that begins with this letter, as ids do.
    fn at_id(&self, prefix: char) -> bool {
        matches!(&self.token, Token::Word(word) if word.starts_with(prefix))
    }

    fn block_reference(&mut self) -> Result<BlockId, ParseError> {
        let place = self.place;
        let id = self.id('b', "a block")?;
        self.references.blocks.push((place, id));
        Ok(id)
    }

    fn value_number(&mut self) -> Result<u32, ParseError> {
        let place = self.place;
        match self.take()? {
            Token::Value(number) => Ok(number),
            _ => Err(place.error("expected a value")),
        }
    }

    fn value(&mut self) -> Result<ValueId, ParseError> {
        let place = self.place;
        let id = ValueId::from_index(self.value_number()? as usize);
        self.references.values.push((place, id));
        Ok(id)
    }

    /// A comma and a value.
    fn next_value(&mut self) -> Result<ValueId, ParseError> {
        self.expect(',')?;
        self.value()
    }
}

/// Globals, functions and threads.
impl Parser<'_> {
    fn global(&mut self) -> Result<Global, ParseError> {
        let name = self.text()?;
        let size = self.number_after("size")?;
        let align = self.number_after("align")?;
        let constant = self.accept_word("constant")?;
        let thread_local = self.accept_word("thread_local")?;
        let private = self.accept_word("private")?;
        let mut init = Vec::new();
        if self.accept_word("init")? {
            self.expect('[')?;
            init = self.separated(']', |parser| parser.small_number())?;
        }
        let mut relocations = Vec::new();
        if self.accept_word("pointers")? {
            self.expect('[')?;
            relocations = self.separated(']', |parser| {
                let offset = parser.number()?;
                parser.expect(':')?;
                Ok((offset, parser.relocation()?))
            })?;
        }
        Ok(Global { name, size, align, init, relocations, constant, thread_local, private })
    }

    /// A function, or a global with a distance in bytes from its beginning.
    fn relocation(&mut self) -> Result<Relocation, ParseError> {
        if self.at_id('f') {
            return self.function_reference().map(Relocation::Function);
        }
        let global = self.global_reference()?;
        let negative = self.at('-');
        let addend = if self.accept('+')? || self.accept('-')? {
            let place = self.place;
            let distance = i128::from(self.number()?);
            let signed = if negative { -distance } else { distance };
            i64::try_from(signed).map_err(|_| place.error("the number is too large"))?
        } else {
            0
        };
        Ok(Relocation::Global { global, addend })
    }

    fn thread(&mut self) -> Result<ThreadEntry, ParseError> {
        let name = self.text()?;
        let function = self.function_reference()?;
        self.expect('(')?;
        let arguments = self.separated(')', |parser| match parser.token {
            Token::Number(_) => parser.number().map(Argument::Int),
            _ => parser.global_reference().map(Argument::Global),
        })?;
        Ok(ThreadEntry { name, function, arguments })
    }

    fn function(&mut self) -> Result<Function, ParseError> {
        self.references.blocks.clear();
        self.references.values.clear();
        let name = self.text()?;
        let mut definitions = Definitions::default();
        self.expect('(')?;
        let params = self.separated(')', |parser| parser.definition(&mut definitions))?;
        let variadic = self.accept_word("variadic")?;
        let mut returns = Vec::new();
        if self.accept('>')? {
            self.expect('(')?;
            returns = self.separated(')', Self::ty)?;
        }
        self.expect('{')?;
        let mut blocks = PrimaryMap::new();
        while !self.accept('}')? {
            self.defined(&blocks)?;
            blocks.push(self.block(&mut definitions)?);
        }
        let values = definitions.into_table()?;
        check_references(&self.references.blocks, blocks.len())?;
        check_references(&self.references.values, values.len())?;
        Ok(Function { name, params, variadic, returns, blocks, values })
    }

    /// A value with its type, where it is defined.
    fn definition(&mut self, definitions: &mut Definitions) -> Result<ValueId, ParseError> {
        let place = self.place;
        let number = self.value_number()?;
        self.expect(':')?;
        definitions.0.push((number, self.ty()?, place));
        Ok(ValueId::from_index(number as usize))
    }

    fn block(&mut self, definitions: &mut Definitions) -> Result<Block, ParseError> {
        let mut params = Vec::new();
        if self.accept('(')? {
            params = self.separated(')', |parser| parser.definition(definitions))?;
        }
        self.expect(':')?;
        let mut instructions = Vec::new();
        loop {
            let mut results = Vec::new();
            if matches!(self.token, Token::Value(_)) {
                results = self.separated('=', |parser| parser.definition(definitions))?;
            }
            match self.operation_or_terminator(!results.is_empty())? {
                Parsed::Operation(operation) => {
                    instructions.push(Instruction { operation, results, position: self.position()? });
                }
                Parsed::Terminator(kind) => {
                    let terminator = Terminator { kind, position: self.position()? };
                    return Ok(Block { params, instructions, terminator });
                }
            }
        }
    }

    /// `@line:column` or `@file:line:column`, or nothing.
    fn position(&mut self) -> Result<SourcePosition, ParseError> {
        if !self.accept('@')? {
            return Ok(SourcePosition::UNKNOWN);
        }
        let first = self.small_number()?;
        self.expect(':')?;
        let second = self.small_number()?;
        Ok(if self.accept(':')? {
            SourcePosition { file: first, line: second, column: self.small_number()? }
        } else {
            SourcePosition { file: 0, line: first, column: second }
        })
    }
}

/// The values of a function in the order of the text, each with the place of its definition.
#[derive(Default)]
struct Definitions(Vec<(u32, Type, Place)>);

impl Definitions {
    /// The table of values, if they are numbered from 0 without gaps or repetitions.
    fn into_table(self) -> Result<PrimaryMap<ValueId, ValueData>, ParseError> {
        let count = self.0.len();
        let mut types = vec![None; count];
        for &(number, ty, place) in &self.0 {
            match types.get_mut(number as usize) {
                None => {
                    let message = format!("%v{number} is out of order: the function has {count} values");
                    return Err(place.error(message));
                }
                Some(Some(_)) => return Err(place.error(format!("%v{number} is defined twice"))),
                Some(vacant) => *vacant = Some(ty),
            }
        }
        // As many definitions as numbers, and none twice: there is one for each.
        Ok(types.into_iter().flatten().map(|ty| ValueData { ty }).collect())
    }
}
