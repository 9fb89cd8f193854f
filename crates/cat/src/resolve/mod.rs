//! Tree to flat model: the meaning of names, the kinds of expressions, and inlining.
//!
//! The resolver walks the instructions in order and keeps the scope, as an interpreter would. But
//! the value of an expression is a node of the model, not a set or relation of events. Applying a
//! function walks its body with its parameters bound.
//!
//! - A name means its latest definition before the use. A `let` without `rec` does not see the names
//!   that it defines, so `let co = co | x` extends an earlier `co`.
//! - The kinds of operands must fit. `0` and `{}` fit both kinds.
//! - No variant is chosen, so `if "variant"` takes its `else`.
//!
//! Inlining may multiply a text. So the resolver counts its steps and the depth of its recursion,
//! and gives up beyond a limit.

mod application;
mod environment;
mod expression;
mod instruction;
mod recursion;

use porf_entity::{Diagnostic, Positions, PrimaryMap, SourcePosition, Span, entity_id};

use crate::ast::Role;
use crate::error::Error;
use crate::library::{self, Includes, Source};
use crate::model::{Check, Kind, Model, NodeId, Nodes, Operation, Remark};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};
use environment::{BindingId, Builtin, Environment, Scope, Value};

entity_id! {
    /// A file that is read. A file that is included twice is read twice.
    pub(super) struct FileId, "f"
}

/// The depth of nested expressions and calls.
const DEPTH_LIMIT: u32 = 400;

/// The number of expressions and instructions that are resolved.
const STEP_LIMIT: u32 = 50_000;

/// The number of nodes of a model.
const NODE_LIMIT: usize = 20_000;

/// The number of files.
const FILE_LIMIT: usize = 200;

/// Reads a model from the text of its main file.
pub fn read(source: Source, includes: &dyn Includes) -> Result<Model, Error> {
    Resolver::new(includes).read(source)
}

/// Reads the axioms of a library with these functions. The name of each is the set of its calls, unless it
/// has another meaning, and `hb` is happens-before of the whole execution.
pub fn read_axioms(source: Source, includes: &dyn Includes, functions: &[String]) -> Result<Model, Error> {
    let mut resolver = Resolver::new(includes);
    resolver.bind_functions(functions);
    resolver.read(source)
}

struct Resolver<'i> {
    includes: &'i dyn Includes,
    files: PrimaryMap<FileId, OpenedFile>,
    /// The files whose instructions are being resolved, the innermost last.
    open_files: Vec<FileId>,
    nodes: Nodes,
    environment: Environment,
    scope: Scope,
    /// The names that the innermost `let` without `rec` defines.
    defining: Vec<String>,
    /// The names of the functions and procedures whose bodies are being resolved.
    called: Vec<String>,
    /// The name behind the innermost `call`, which checks without a name take.
    call_name: Option<String>,
    definitions: Vec<(String, NodeId)>,
    /// The functions of the library that the model is about.
    functions: Vec<String>,
    /// The names that the files of the user define, outside of procedures.
    defined: Vec<Defined>,
    checks: Vec<Check>,
    /// The number of procedures whose instructions are being resolved.
    procedures: u32,
    steps: u32,
    depth: u32,
}

/// A name that a file of the user defines.
struct Defined {
    binding: BindingId,
    name: String,
    position: SourcePosition,
    /// Whether the name had another value before.
    is_redefined: bool,
}

struct OpenedFile {
    source: Source,
    positions: Positions,
    /// Whether the file is part of porf.
    is_library: bool,
}

impl<'i> Resolver<'i> {
    fn new(includes: &'i dyn Includes) -> Self {
        Self {
            includes,
            files: PrimaryMap::new(),
            open_files: Vec::new(),
            nodes: Nodes::default(),
            environment: Environment::default(),
            scope: None,
            defining: Vec::new(),
            called: Vec::new(),
            call_name: None,
            definitions: Vec::new(),
            functions: Vec::new(),
            defined: Vec::new(),
            checks: Vec::new(),
            procedures: 0,
            steps: 0,
            depth: 0,
        }
    }

    fn read(mut self, source: Source) -> Result<Model, Error> {
        self.bind_primitives();
        self.file(library::prelude(), true)?;
        let title = self.file(source, false)?;
        Ok(self.finish(title))
    }

    fn bind_functions(&mut self, functions: &[String]) {
        for (number, name) in functions.iter().enumerate() {
            let node = self.nodes.intern(Kind::Set, Operation::Function(number as u32));
            self.bind(name, Value::Node(node));
        }
        let relation = PrimitiveRelation::HappensBefore;
        let node = self.nodes.intern(Kind::Relation, Operation::Relation(relation));
        self.bind(&relation.to_string(), Value::Node(node));
        self.functions = functions.to_vec();
    }

    fn bind_primitives(&mut self) {
        for &set in PrimitiveSet::ALL {
            let node = self.nodes.intern(Kind::Set, Operation::Set(set));
            self.bind(&set.to_string(), Value::Node(node));
        }
        let relations = PrimitiveRelation::ALL.iter();
        for &relation in relations.filter(|&&relation| relation != PrimitiveRelation::HappensBefore) {
            let node = self.nodes.intern(Kind::Relation, Operation::Relation(relation));
            self.bind(&relation.to_string(), Value::Node(node));
        }
        self.bind("domain", Value::Builtin(Builtin::Domain));
        self.bind("range", Value::Builtin(Builtin::Range));
    }

    fn bind(&mut self, name: &str, value: Value) {
        self.scope = self.environment.bind(self.scope, name, value);
    }

    fn finish(self, title: Option<String>) -> Model {
        let remark = |it: &Defined, what: &str| Remark {
            text: format!("`{}` {what}", it.name),
            position: it.position,
        };
        let mut remarks = Vec::new();
        for it in &self.defined {
            if it.is_redefined {
                remarks.push(remark(it, "had another meaning before, which this definition hides"));
            }
            if !self.environment.is_used(it.binding) {
                remarks.push(remark(it, "is defined and never used"));
            }
        }
        if !self.checks.iter().any(|check| check.role == Role::Axiom) {
            let text = "the model has no axioms, so it allows every execution".to_owned();
            // The prelude is read before the file of the model.
            remarks.push(Remark { text, position: SourcePosition { file: 1, line: 1, column: 1 } });
        }
        Model {
            remarks,
            title,
            functions: self.functions,
            files: self.files.values().map(|file| file.source.name.clone()).collect(),
            definitions: self.definitions,
            checks: self.checks,
            ..self.nodes.finish()
        }
    }

    /// The file whose text is being resolved.
    fn current_file(&self) -> FileId {
        *self.open_files.last().expect("a file is open")
    }

    fn error(&self, diagnostic: Diagnostic) -> Error {
        Error::new(self.files[self.current_file()].source.clone(), diagnostic)
    }

    /// Counts a step; an error if there are too many.
    fn step(&mut self, span: Span) -> Result<(), Error> {
        self.steps += 1;
        if self.steps <= STEP_LIMIT && self.nodes.len() <= NODE_LIMIT {
            return Ok(());
        }
        let message = "the model is too large, since the bodies of functions stand for their calls";
        let help = "call functions less often, or define the results with `let`";
        Err(self.error(Diagnostic::new(span, message, "given up here").with_help(help)))
    }

    /// Resolves one level deeper; an error if there are too many levels.
    fn deeper<T>(
        &mut self,
        span: Span,
        resolve: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.step(span)?;
        if self.depth == DEPTH_LIMIT {
            let label = format!("more than {DEPTH_LIMIT} levels");
            let help = "let functions call fewer other functions";
            return Err(
                self.error(Diagnostic::new(span, "calls are nested too deeply", label).with_help(help))
            );
        }
        self.depth += 1;
        let result = resolve(self);
        self.depth -= 1;
        result
    }
}
