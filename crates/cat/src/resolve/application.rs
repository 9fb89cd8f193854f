//! Names and calls.

use std::rc::Rc;

use porf_entity::{Diagnostic, Span};

use super::Resolver;
use super::environment::{Builtin, Closure, Procedure, Scope, Value};
use crate::ast::{Expression, ExpressionKind, Name, Parameters};
use crate::cursor::not_supported;
use crate::error::Error;
use crate::model::{Kind, Operation};

/// Names that herd defines and porf does not, with the reason.
const UNSUPPORTED: &[(&[&str], &str)] = &[
    (
        &["classes-loc", "classes", "partition", "linearisations", "cross", "map", "fold", "co_locs"],
        "porf computes with sets and relations of events, not with sets of sets or of orders",
    ),
    (
        &["generate_cos", "generate_orders"],
        "orders are given, not computed; write `with co from generate_cos(co0)`",
    ),
    (
        &["tag2events", "tag2instrs", "tag2fences", "tag2scope", "tag2level", "tag2rel"],
        "porf's events have no tags; use the sets of docs/models.md",
    ),
    (
        &["same-instance", "iico_data", "iico_ctrl", "iico_order", "rf-reg", "instr", "depend"],
        "porf has no events of registers or of parts of instructions",
    ),
];

impl Resolver<'_> {
    /// The value of a name.
    pub(super) fn name(&self, name: &str, span: Span) -> Result<Value, Error> {
        if let Some(value) = self.environment.lookup(self.scope, name) {
            return Ok(value);
        }
        if let Some((_, help)) = UNSUPPORTED.iter().find(|(names, _)| names.contains(&name)) {
            return Err(self.error(not_supported(span, &format!("`{name}` is"), help)).for_unknown_name());
        }
        let diagnostic = if self.called.iter().any(|called| called == name) {
            let message = format!("`{name}` is used in its own definition");
            let diagnostic = Diagnostic::new(span, message, "functions cannot be recursive");
            diagnostic.with_help("define a set or a relation by `let rec`, or use `+` and `*`")
        } else if self.defining.iter().any(|defined| defined == name) {
            let message = format!("`{name}` is used in its own definition");
            Diagnostic::new(span, message, "not defined yet").with_help("write `let rec` for recursion")
        } else {
            let message = format!("nothing defines `{name}`");
            let known = self.environment.names(self.scope);
            let diagnostic = Diagnostic::new(span, message, "unknown name");
            let help = "define the name with `let` before this line; docs/models.md has all known names";
            diagnostic.with_help(help).suggesting(name, known)
        };
        Err(self.error(diagnostic).for_unknown_name())
    }

    /// Applies a function to one argument after the other.
    pub(super) fn application(&mut self, function: &Name, arguments: &[Expression]) -> Result<Value, Error> {
        let mut value = self.name(&function.text, function.span)?;
        for argument in arguments {
            value = match value {
                Value::Builtin(builtin) => self.builtin(builtin, argument)?,
                Value::Function(closure) => self.call_function(function, &closure, argument)?,
                other => {
                    let found = self.description(&other);
                    let message = format!("`{}` is {found}, not a function", function.text);
                    let help = "operators stand between operands: `|`, `&`, `;`, `\\` or `*`";
                    return Err(self.error(Diagnostic::new(function.span, message, found).with_help(help)));
                }
            };
        }
        Ok(value)
    }

    fn builtin(&mut self, builtin: Builtin, argument: &Expression) -> Result<Value, Error> {
        let (need, operation): (_, fn(_) -> _) = match builtin {
            Builtin::Domain => ("`domain` needs a relation", Operation::Domain),
            Builtin::Range => ("`range` needs a relation", Operation::Range),
        };
        let relation = self.node(argument, Kind::Relation, need)?;
        Ok(self.interned(Kind::Set, operation(relation)))
    }

    fn call_function(
        &mut self,
        name: &Name,
        closure: &Rc<Closure>,
        argument: &Expression,
    ) -> Result<Value, Error> {
        let parameters = &closure.function.parameters;
        let scope = self.arguments(name, parameters, argument, closure.scope)?;
        let result = self.called(name, closure.file, scope, |this| this.expression(&closure.function.body));
        result.map_err(|error| match self.set_in_capitals(argument) {
            Some(set) => error.with_help(&format!("`{set}` is a set")),
            None => error,
        })
    }

    /// The set whose name is that of an argument in capitals, if the argument is a relation: a model may
    /// have given the relation the name of the set in older files, as in `fencerel(mfence)`.
    fn set_in_capitals(&self, argument: &Expression) -> Option<String> {
        let ExpressionKind::Name(name) = &argument.kind else { return None };
        let value = |name: &str| self.environment.lookup(self.scope, name);
        let kind = |name: &str| self.kind(&value(name)?);
        let capitals = name.to_ascii_uppercase();
        (kind(name) == Some(Kind::Relation) && kind(&capitals) == Some(Kind::Set)).then_some(capitals)
    }

    /// Calls a procedure.
    pub(super) fn call_procedure(
        &mut self,
        name: &Name,
        procedure: &Rc<Procedure>,
        argument: &Expression,
    ) -> Result<(), Error> {
        let parameters = &procedure.definition.parameters;
        let scope = self.arguments(name, parameters, argument, procedure.scope)?;
        self.called(name, procedure.file, scope, |this| {
            this.deeper(name.span, |this| this.local_instructions(&procedure.definition.body))
        })
    }

    /// The scope of a definition with the parameters bound to the arguments.
    fn arguments(
        &mut self,
        name: &Name,
        parameters: &Parameters,
        argument: &Expression,
        mut scope: Scope,
    ) -> Result<Scope, Error> {
        let argument_value = self.expression(argument)?;
        let Parameters(parameters) = parameters;
        let values = match &argument_value {
            Value::Tuple(values) => &values[..],
            single => std::slice::from_ref(single),
        };
        if values.len() != parameters.len() {
            let (takes, gets) = (arguments(parameters.len()), arguments(values.len()));
            let message = format!("`{}` takes {takes}, but here it gets {gets}", name.text);
            let help = "give as many arguments as the definition has parameters";
            return Err(self.error(Diagnostic::new(argument.span, message, gets).with_help(help)));
        }
        for (parameter, value) in parameters.iter().zip(values) {
            if let Some(parameter) = parameter {
                scope = self.environment.bind(scope, &parameter.text, value.clone());
            }
        }
        Ok(scope)
    }

    /// Resolves the body of a definition in its own file and scope. An error in a definition that is
    /// part of porf is the caller's mistake.
    fn called<T>(
        &mut self,
        name: &Name,
        file: super::FileId,
        scope: Scope,
        resolve: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let caller = self.current_file();
        let outer = std::mem::replace(&mut self.scope, scope);
        self.open_files.push(file);
        self.called.push(name.text.clone());
        let result = resolve(self);
        self.called.pop();
        self.open_files.pop();
        self.scope = outer;
        result.map_err(|error| {
            if self.files[file].is_library && !self.files[caller].is_library {
                let message = format!("in the call of `{}`: {}", name.text, error.diagnostic().message);
                let outer = self.error(Diagnostic::new(name.span, message, "called here"));
                if error.is_unknown_name() { outer.for_unknown_name() } else { outer }
            } else {
                error.in_call(&name.text, &self.files[caller].source, name.span)
            }
        })
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        count => format!("{count} arguments"),
    }
}
