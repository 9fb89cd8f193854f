//! The clauses of a specification that an error is about: without any one of them, the specification would
//! allow the calls.

use porf_cat::Model;
use porf_entity::{PoolOrder, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_library::{Action, Specification};

/// A specification without one of its clauses.
pub(super) struct Weaker {
    /// The clause that is left out, in words.
    pub(super) clause: String,
    pub(super) specification: Specification,
}

/// The specifications that are this one without one clause.
pub(super) fn weaker(library: &Specification) -> Vec<Weaker> {
    let mut all = Vec::new();
    let mut add = |clause: String, change: &dyn Fn(&mut Specification)| {
        let mut specification = library.clone();
        change(&mut specification);
        all.push(Weaker { clause, specification });
    };
    if library.order != PoolOrder::Any {
        add(format!("`{}`", library.order), &|library| library.order = PoolOrder::Any);
    }
    for check in 0..library.axioms.as_ref().map_or(0, |axioms| axioms.checks.len()) {
        let name = library.axioms.as_ref().and_then(|axioms| axioms.checks[check].name.clone());
        let clause = name.map_or("an axiom".to_owned(), |name| format!("the axiom `{name}`"));
        add(clause, &|library| library.axioms = library.axioms.take().and_then(|it| without(it, check)));
    }
    for (place, function) in library.functions.iter().enumerate() {
        let name = &function.name;
        match &function.action {
            Action::Init(write) | Action::Write(write) => {
                if write.ordering != WriteOrdering::Relaxed {
                    add(format!("`{}` of {name}", write.ordering), &|library| {
                        if let Action::Init(write) | Action::Write(write) =
                            &mut library.functions[place].action
                        {
                            write.ordering = WriteOrdering::Relaxed;
                        }
                    });
                }
                if write.times.is_some() {
                    add(format!("`times` of {name}"), &|library| {
                        if let Action::Init(write) | Action::Write(write) =
                            &mut library.functions[place].action
                        {
                            write.times = None;
                        }
                    });
                }
            }
            Action::Read(read) => {
                if read.functional.is_some() {
                    add(format!("`functional` of {name}"), &|library| {
                        if let Action::Read(read) = &mut library.functions[place].action {
                            read.functional = None;
                        }
                    });
                }
                if read.ordering != ReadOrdering::Relaxed {
                    add(format!("`{}` of {name}", read.ordering), &|library| {
                        if let Action::Read(read) = &mut library.functions[place].action {
                            read.ordering = ReadOrdering::Relaxed;
                        }
                    });
                }
                if read.when.is_some() {
                    add(format!("`when` of {name}"), &|library| {
                        if let Action::Read(read) = &mut library.functions[place].action {
                            read.when = None;
                        }
                    });
                }
            }
            Action::Rmw(rmw) => {
                if rmw.ordering != RmwOrdering::Relaxed {
                    add(format!("`{}` of {name}", rmw.ordering), &|library| {
                        if let Action::Rmw(rmw) = &mut library.functions[place].action {
                            rmw.ordering = RmwOrdering::Relaxed;
                        }
                    });
                }
                if rmw.when.is_some() {
                    add(format!("`when` of {name}"), &|library| {
                        if let Action::Rmw(rmw) = &mut library.functions[place].action {
                            rmw.when = None;
                        }
                    });
                }
            }
            Action::Exchange(exchange) => {
                if exchange.ordering != RmwOrdering::Relaxed {
                    add(format!("`{}` of {name}", exchange.ordering), &|library| {
                        if let Action::Exchange(exchange) = &mut library.functions[place].action {
                            exchange.ordering = RmwOrdering::Relaxed;
                        }
                    });
                }
            }
            Action::Meet => {}
        }
    }
    all
}

/// Axioms without one of them; `None` if that was the only one.
fn without(mut axioms: Model, check: usize) -> Option<Model> {
    axioms.checks.remove(check);
    (!axioms.checks.is_empty()).then_some(axioms)
}
