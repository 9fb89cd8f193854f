//! The form of a library: what an access of a call is.

use porf_entity::{PoolOrder, ReadOrdering, RmwOrdering};
use porf_library::{Action, Expression, Function, Kind, Operand, Read, Rmw, Specification, Update, Written};

/// The form of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// The writes of an object are in an order: the object is memory. Its value is kept in its first
    /// bytes, as large as the values of the functions, as the difference to the initial value, so that
    /// memory which was never written has that one.
    Memory,
    /// An object is free or taken, as a lock. It is a word of 4 bytes. To read is to wait until the
    /// object is free and to take it, in one event. So no two reads read one write, and a thread that
    /// waits makes no events. A write to an object that is free would leave two writes to be read,
    /// which is reported.
    Lock,
    /// The writes of an object have no order. Each puts an item into the pool of the object.
    Pool,
    /// Calls meet at an object, as at a barrier.
    Meeting,
}

impl Form {
    /// The form of a library. The error says what its specification asks for that porf cannot express.
    pub(super) fn of(library: &Specification) -> Result<Self, String> {
        let functions = &library.functions;
        let form = if functions.iter().any(|function| function.kind() == Kind::Meet) {
            Self::Meeting
        } else if library.coherent {
            Self::Memory
        } else if functions.iter().all(is_of_lock) {
            Self::Lock
        } else {
            Self::Pool
        };
        if library.order != PoolOrder::Any && form != Self::Pool {
            return Err(format!(
                "`{}` is about functional reads that return values, of writes that have no order",
                library.order
            ));
        }
        functions.iter().find_map(|it| form.obstacle(library, it)).map_or(Ok(form), Err)
    }

    fn obstacle(self, library: &Specification, function: &Function) -> Option<String> {
        match self {
            Self::Memory => obstacle_in_memory(library, function),
            Self::Pool => obstacle_in_pool(library, function),
            Self::Lock | Self::Meeting if library.axioms.is_some() => {
                Some("axioms are about coherent libraries and pools: mutexes and barriers have none".into())
            }
            Self::Lock | Self::Meeting => None,
        }
    }
}

/// Whether the objects of a library have values, and not the unit value only.
pub(super) fn has_values(library: &Specification) -> bool {
    library
        .functions
        .iter()
        .any(|it| it.result().is_some() || !matches!(it.written(), None | Some(Written::Unit)))
}

/// Whether a function could be one of a lock.
fn is_of_lock(function: &Function) -> bool {
    match &function.action {
        Action::Init(write) | Action::Write(write) => {
            write.times.is_none() && function.written() == Some(Written::Unit)
        }
        Action::Read(Read { result, functional, blocking, when, .. }) => {
            result.is_none() && functional.is_some_and(|it| it.get() == 1) && *blocking && when.is_none()
        }
        Action::Rmw(_) | Action::Exchange(_) | Action::Meet => false,
    }
}

fn obstacle_in_memory(library: &Specification, function: &Function) -> Option<String> {
    let name = &function.name;
    let obstacle = |text: &str| Some(format!("`{name}`: {text}"));
    if library.initially.is_none() {
        return Some(
            "objects of a coherent library need `initially N`: otherwise reads before the init are not found"
                .into(),
        );
    }
    match &function.action {
        Action::Init(write) | Action::Write(write) if write.times.is_some() || write.recursive => {
            obstacle("writes of a coherent library can be read any number of times: leave out `coherent`")
        }
        Action::Read(read) if read.functional.is_some() || read.blocking || read.otherwise.is_some() => {
            obstacle(
                "reads of a coherent library find a write, and wait only `when v == N` or `when v != N`: leave \
                 out `coherent`, or `functional`, `blocking` and `else`",
            )
        }
        Action::Read(Read { when: Some(_), ordering, .. }) if *ordering != ReadOrdering::Acquire => {
            obstacle("a read that waits for a value is `acq`")
        }
        Action::Rmw(Rmw { functional: Some(_), .. }) => {
            obstacle("rmws that are functional are not supported")
        }
        Action::Rmw(Rmw { when: Some(_), update, ordering, .. })
            if *ordering != RmwOrdering::AcqRel || !may_wait(library, update) =>
        {
            obstacle(
                "an rmw that waits for a value is `acq_rel`, and an `if` compares with the initial value there",
            )
        }
        Action::Exchange(_) => obstacle("exchanges need a library that is not coherent"),
        _ => None,
    }
}

/// Whether a call with this update may also wait for a value.
fn may_wait(library: &Specification, update: &Update) -> bool {
    let is_simple = matches!(update.value, Expression::Operand(_));
    update.guard.is_none_or(|guard| match guard {
        (Operand::Result, Operand::Literal(value)) | (Operand::Literal(value), Operand::Result) => {
            is_simple && library.initially == Some(value)
        }
        _ => false,
    })
}

fn obstacle_in_pool(library: &Specification, function: &Function) -> Option<String> {
    let name = &function.name;
    let obstacle = |text: &str| Some(format!("`{name}`: {text}"));
    let is_ordered = library.order != PoolOrder::Any;
    let has_exchanges = library.functions.iter().any(|it| it.kind() == Kind::Exchange);
    match &function.action {
        Action::Rmw(_) => obstacle("an rmw needs a library that is `coherent`"),
        Action::Init(write) | Action::Write(write) if is_ordered && write.times.is_some() => {
            obstacle("an item of a queue or stack is taken once: leave out `times`")
        }
        Action::Read(read) if is_ordered && read.functional.is_none_or(|it| it.get() != 1) => {
            obstacle("reads of a queue or stack are `functional`")
        }
        Action::Exchange(_) if is_ordered => obstacle("a queue or stack has no exchange"),
        Action::Init(write) | Action::Write(write) if write.recursive => {
            obstacle("only a lock can be recursive, whose writes have neither values nor `times`")
        }
        Action::Init(write) if has_exchanges && write.times.is_none() => None,
        Action::Write(_) | Action::Read(_) if has_exchanges => {
            obstacle("a library with an exchange has no reads and writes")
        }
        Action::Read(Read { when: Some(_), .. }) => {
            obstacle("only reads of coherent libraries wait for a value")
        }
        Action::Read(Read { recursive: true, .. }) => {
            obstacle("only a lock can be recursive, whose writes have neither values nor `times`")
        }
        Action::Read(Read { blocking: true, .. }) if library.initially.is_some() => obstacle(
            "objects without an order of writes have no initial value that a call could wait for: leave out \
             `initially`, and make the objects by an init",
        ),
        Action::Read(Read { blocking: false, otherwise: None, result: Some(_), .. })
            if library.initially.is_none() =>
        {
            obstacle("a read that does not block may find nothing: say what it returns then, as in `else -1`")
        }
        _ => None,
    }
}

/// The number of times that functional calls may read the write of a function, in terms of its
/// arguments; nothing if there is no limit.
pub(super) fn times(library: &Specification, function: &Function) -> Option<Operand> {
    let given = match &function.action {
        Action::Init(write) | Action::Write(write) => write.times,
        _ => None,
    };
    let most = || library.functions.iter().filter_map(Function::most_readers).min();
    given.or_else(|| most().map(|most| Operand::Literal(i64::from(most.get()))))
}
