//! Instructions: definitions, checks, included files, procedures.

use std::rc::Rc;

use porf_entity::{Diagnostic, EntityId, Positions, SourcePosition, Span};

use super::environment::{Procedure, Value};
use super::{Defined, FILE_LIMIT, OpenedFile, Resolver};
use crate::ast::{Expression, ExpressionKind, Instruction, InstructionKind, Role, Test};
use crate::error::Error;
use crate::library::{self, Source};
use crate::model::{Check, Kind, NodeId, Operation};
use crate::parse::parse;
use crate::primitive::PrimitiveRelation;

impl Resolver<'_> {
    /// Resolves a file, and returns its title.
    pub(super) fn file(&mut self, source: Source, is_library: bool) -> Result<Option<String>, Error> {
        let parsed = parse(&source.text).map_err(|diagnostic| Error::new(source.clone(), diagnostic))?;
        let positions = Positions::new(&source.text);
        let file = self.files.push(OpenedFile { source, positions, is_library });
        self.open_files.push(file);
        self.instructions(&parsed.instructions)?;
        self.open_files.pop();
        Ok(parsed.title)
    }

    fn instructions(&mut self, instructions: &[Instruction]) -> Result<(), Error> {
        instructions.iter().try_for_each(|instruction| {
            self.deeper(instruction.span, |this| this.instruction(&instruction.kind, instruction.span))
        })
    }

    fn instruction(&mut self, instruction: &InstructionKind, span: Span) -> Result<(), Error> {
        match instruction {
            InstructionKind::Let(bindings) => self.define(false, bindings),
            InstructionKind::LetRec(bindings) => self.define(true, bindings),
            InstructionKind::Check { role, negated, test, tested, name } => {
                let tested = self.tested(*test, tested)?;
                let name = name.clone().or_else(|| self.call_name.clone());
                let position = self.position(span);
                let (role, negated, test) = (*role, *negated, *test);
                self.checks.push(Check { role, test, negated, tested, name, position });
                Ok(())
            }
            InstructionKind::Include { name, span } => self.include(name, *span),
            InstructionKind::Procedure { name, definition } => {
                let definition = Rc::clone(definition);
                let procedure = Procedure { definition, scope: self.scope, file: self.current_file() };
                self.bind(&name.text, Value::Procedure(Rc::new(procedure)));
                Ok(())
            }
            InstructionKind::Call { procedure: called, argument, name } => {
                let Value::Procedure(procedure) = self.name(&called.text, called.span)? else {
                    let message = format!("`{}` is not a procedure", called.text);
                    let help = "define it with `procedure`, or use its value in an expression";
                    let diagnostic = Diagnostic::new(called.span, message, "not a procedure");
                    return Err(self.error(diagnostic.with_help(help)));
                };
                let outer = self.call_name.clone();
                self.call_name = name.clone().or(outer.clone());
                self.call_procedure(called, &procedure, argument)?;
                self.call_name = outer;
                Ok(())
            }
            InstructionKind::With { name, generator } => {
                let order = self.given_order(generator)?;
                self.bind(&name.text, Value::Node(order));
                Ok(())
            }
            InstructionKind::If { negated, then, otherwise } => {
                self.instructions(if *negated { then } else { otherwise })
            }
        }
    }

    /// Resolves the instructions of a procedure, whose definitions end with it.
    pub(super) fn local_instructions(&mut self, instructions: &[Instruction]) -> Result<(), Error> {
        let definitions = self.definitions.len();
        self.procedures += 1;
        self.instructions(instructions)?;
        self.procedures -= 1;
        self.definitions.truncate(definitions);
        Ok(())
    }

    fn define(&mut self, recursive: bool, bindings: &[crate::ast::Binding]) -> Result<(), Error> {
        let outer = self.scope;
        let values = self.bindings(recursive, bindings)?;
        if !self.files[self.current_file()].is_library && self.procedures == 0 {
            for name in bindings.iter().flat_map(crate::ast::Binding::names) {
                let Some(binding) = self.environment.binding(self.scope, &name.text) else { continue };
                let before = self.environment.binding(outer, &name.text);
                let is_redefined = before.is_some_and(|before| {
                    match (self.environment.value(before), self.environment.value(binding)) {
                        (Value::Node(before), Value::Node(after)) => before != after,
                        _ => true,
                    }
                });
                let position = self.position(name.span);
                self.defined.push(Defined { binding, name: name.text.clone(), position, is_redefined });
            }
        }
        for (name, value) in values {
            if let Value::Node(node) = value {
                self.definitions.push((name, node));
            }
        }
        Ok(())
    }

    fn tested(&mut self, test: Test, tested: &Expression) -> Result<NodeId, Error> {
        match test {
            Test::Acyclic => self.node(tested, Kind::Relation, "`acyclic` needs a relation"),
            Test::Irreflexive => self.node(tested, Kind::Relation, "`irreflexive` needs a relation"),
            Test::Empty => {
                let value = self.expression(tested)?;
                self.set_or_relation(&value, "`empty` needs a set or a relation", tested.span)
            }
        }
    }

    fn position(&self, span: Span) -> SourcePosition {
        let file = self.current_file();
        let number = u32::try_from(file.index()).unwrap_or(u32::MAX);
        SourcePosition { file: number, ..self.files[file].positions.of(span) }
    }

    fn include(&mut self, name: &str, span: Span) -> Result<(), Error> {
        let OpenedFile { source, is_library, .. } = &self.files[self.current_file()];
        let found = library::find(self.includes, name, source, *is_library).map_err(|error| {
            let message = format!("`{name}` cannot be read: {error}");
            self.error(Diagnostic::new(span, message, "included here"))
        })?;
        let Some((source, is_library)) = found else {
            let message = format!("there is no file `{name}`");
            let help = "put the file beside this one, or include a model of porf, such as `sc.cat`";
            return Err(self.error(Diagnostic::new(span, message, "not found").with_help(help)));
        };
        let mut open = self.open_files.iter().map(|&file| &self.files[file]);
        if open.any(|file| file.source.name == source.name && file.is_library == is_library) {
            let message = format!("`{name}` includes itself");
            let diagnostic = Diagnostic::new(span, message, "included again here");
            return Err(self.error(diagnostic.with_help("remove this `include`")));
        }
        if self.files.len() == FILE_LIMIT {
            let message = format!("more than {FILE_LIMIT} files are included");
            return Err(self.error(Diagnostic::new(span, message, "one too many")));
        }
        self.file(source, is_library)?;
        Ok(())
    }

    /// The order that `with … from` means: coherence, on all writes or on the writes of a set. An
    /// order that the model gives as a part of the generated one is checked to be a part of
    /// coherence.
    fn given_order(&mut self, generator: &Expression) -> Result<NodeId, Error> {
        let ExpressionKind::Application(function, arguments) = &generator.kind else {
            return Err(self.no_such_order(generator.span));
        };
        let coherence = Operation::Relation(PrimitiveRelation::Coherence);
        let coherence = self.nodes.intern(Kind::Relation, coherence);
        let need = "the part of the order is a relation";
        let (part, pairs) = match (function.text.as_str(), &arguments[..]) {
            ("generate_cos", [part]) => (self.node(part, Kind::Relation, need)?, None),
            ("generate_orders", [Expression { kind: ExpressionKind::Tuple(pair), .. }]) => {
                let [set, part] = &pair[..] else { return Err(self.no_such_order(generator.span)) };
                let set = self.node(set, Kind::Set, "the ordered events are a set")?;
                let part = self.node(part, Kind::Relation, need)?;
                let pairs = self.nodes.intern(Kind::Relation, Operation::Product(set, set));
                (part, Some(pairs))
            }
            _ => return Err(self.no_such_order(generator.span)),
        };
        let among = |this: &mut Self, relation| match pairs {
            Some(pairs) => this.nodes.intern(Kind::Relation, Operation::Intersection(relation, pairs)),
            None => relation,
        };
        // The prelude's co0 is a part of every coherence order.
        if self.definitions.iter().find(|(name, _)| name == "co0").is_none_or(|&(_, co0)| part != co0) {
            let part = among(self, part);
            let tested = self.nodes.intern(Kind::Relation, Operation::Difference(part, coherence));
            let (name, position) = (Some("co".to_owned()), self.position(generator.span));
            let (role, test) = (Role::Axiom, Test::Empty);
            self.checks.push(Check { role, test, negated: false, tested, name, position });
        }
        Ok(among(self, coherence))
    }

    fn no_such_order(&self, span: Span) -> Error {
        let help = "the order of an execution is its coherence order: write \
                    `with co from generate_cos(co0)`, or `generate_orders(S, co0)` on a set";
        self.error(crate::cursor::not_supported(span, "choosing another order is", help))
    }
}
