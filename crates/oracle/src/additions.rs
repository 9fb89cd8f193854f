//! Classes of executions up to the order of additions.
//!
//! An addition whose result nobody uses is [blind](Remark::Blind). At some locations the order of
//! blind additions is *left open*. The class of an execution then is the execution without the
//! sources of these additions and their places in coherence order, and with 0 for the values that
//! they read and write. A read from such an addition reads from the last write before it that is
//! none.
//!
//! The order *may be left open* if nobody can tell it: in the class, each other access to the
//! location is ordered with each addition by happens-before. Under PSO, where stores overtake each
//! other, a store must be ordered before additions of other threads by an event behind it. Under
//! models in which additions synchronise, an addition that does must be the last action of its
//! thread, but for other additions, and one thread joins the threads with such additions.

use std::collections::BTreeSet;

use porf_entity::{Address, EntityId, ThreadId, Value};
use porf_program::{Program, Remark};

use crate::axioms::{ModelName, Relations, has_race};
use crate::execution::{Event, EventKind, Execution, Source};
use crate::replay::replay;

/// The blind additions of an execution to some locations, each named by its read.
fn additions<P: Program>(program: &P, execution: &Execution, open: &BTreeSet<Address>) -> BTreeSet<Event> {
    let threads = (0..execution.threads.len()).map(ThreadId::from_index);
    let actions = threads.filter_map(|thread| replay(program, execution, thread)).flat_map(|it| it.actions);
    let is_open = |event: Event| execution.kind(event).address().is_some_and(|it| open.contains(&it));
    let blind = actions.filter(|(_, step)| program.remark(&step.state) == Some(Remark::Blind));
    blind.map(|(event, _)| event).filter(|&event| is_open(event)).collect()
}

/// The locations of blind additions in an execution.
pub fn added_to<P: Program>(program: &P, execution: &Execution) -> BTreeSet<Address> {
    let all = execution.events().filter_map(|(_, kind)| kind.address()).collect();
    additions(program, execution, &all).iter().filter_map(|&it| execution.kind(it).address()).collect()
}

fn write_of(addition: Event) -> Event {
    Event { index: addition.index + 1, ..addition }
}

/// The class of an execution if the order of blind additions to some locations is left open.
pub fn without_order<P: Program>(program: &P, execution: &Execution, open: &BTreeSet<Address>) -> Execution {
    let additions = additions(program, execution, open);
    let is_addition = |event: Event| additions.iter().any(|&it| write_of(it) == event);
    let mut class = execution.clone();
    for &addition in &additions {
        for event in [addition, write_of(addition)] {
            let kind = &mut class.threads[event.thread.index()][event.index];
            if let EventKind::Read { value, .. } | EventKind::Write { value, .. } = kind {
                *value = Value(0);
            }
        }
        class.reads_from.remove(&addition);
    }
    for (read, source) in &mut class.reads_from {
        while let Source::Write(write) = *source
            && is_addition(write)
        {
            let address = execution.kind(*read).address().expect("a read has a location");
            let writes = &execution.coherence[&address];
            let place = writes.iter().position(|&other| other == write).expect("a write has a place");
            *source = place.checked_sub(1).map_or(Source::Initial, |before| Source::Write(writes[before]));
        }
    }
    for writes in class.coherence.values_mut() {
        writes.retain(|&write| !is_addition(write));
    }
    class.coherence.retain(|_, writes| !writes.is_empty());
    class
}

/// Whether nobody can tell the order of blind additions to some locations in an execution. The
/// locations are not waited for.
pub fn may_be_open<P: Program>(
    program: &P,
    execution: &Execution,
    open: &BTreeSet<Address>,
    model: ModelName,
) -> bool {
    let additions = additions(program, execution, open);
    let class = without_order(program, execution, open);
    let relations = Relations::of(&class);
    let hb = relations.happens_before(model);
    let before = |a: Event, b: Event| hb.contains(relations.place_of(a), relations.place_of(b));
    let is_part = |event: Event| additions.iter().any(|&it| it == event || write_of(it) == event);
    let told = class.events().any(|(event, kind)| {
        additions.iter().any(|&addition| {
            let is_other = !is_part(event) && kind.address() == class.kind(addition).address();
            let is_overtaken = model == ModelName::Pso
                && event.thread != addition.thread
                && matches!(kind, EventKind::Write { exclusive: false, .. })
                && before(event, addition)
                && !is_kept_before(&class, event, |other| before(other, addition));
            is_other && (!before(event, addition) && !before(addition, event) || is_overtaken)
        })
    });
    !told && !synchronise(&class, &additions, model) && !class.failed && !has_race(&class, model)
}

/// Whether an event behind a store, before which the store cannot stay in its buffer, satisfies a
/// condition.
fn is_kept_before(execution: &Execution, store: Event, is_known: impl Fn(Event) -> bool) -> bool {
    execution.events().any(|(event, kind)| {
        let keeps_order = match kind {
            EventKind::Write { ordering, exclusive, .. } => exclusive || ordering.is_release(),
            EventKind::Fence { ordering } => ordering.is_release(),
            EventKind::Spawn { .. } | EventKind::Arrive { .. } | EventKind::Leave { .. } => true,
            _ => false,
        };
        let is_behind = event.thread == store.thread && event.index > store.index && keeps_order;
        (is_behind || kind == EventKind::Join { thread: store.thread }) && is_known(event)
    })
}

/// Whether additions may synchronise with each other so that other threads observe it.
fn synchronise(execution: &Execution, additions: &BTreeSet<Event>, model: ModelName) -> bool {
    let has_fences = execution.events().any(|(_, kind)| matches!(kind, EventKind::Fence { .. }));
    let acquires = |&addition: &Event| matches!(execution.kind(addition), EventKind::Read { ordering, .. } if ordering.is_acquire());
    let releases = |&addition: &Event| matches!(execution.kind(write_of(addition)), EventKind::Write { ordering, .. } if ordering.is_release());
    let synchronises = |addition: &&Event| {
        let address = execution.kind(**addition).address();
        let mut same = additions.iter().filter(|&&it| execution.kind(it).address() == address);
        match model {
            ModelName::Sc | ModelName::Tso | ModelName::Pso => false,
            ModelName::Ra => true,
            ModelName::Rc11 | ModelName::Cpp20 => {
                has_fences
                    || (acquires(addition) || releases(addition))
                        && same.clone().any(acquires)
                        && same.any(releases)
            }
        }
    };
    let is_part = |event: Event| additions.iter().any(|&it| it == event || write_of(it) == event);
    let is_last = |addition: Event| {
        let mut later = execution.events().map(|(event, _)| event);
        later.all(|it| it.thread != addition.thread || it.index < addition.index || is_part(it))
    };
    let synchronising: Vec<Event> = additions.iter().filter(synchronises).copied().collect();
    let joins = execution.events().filter(|&(_, kind)| match kind {
        EventKind::Join { thread } => synchronising.iter().any(|it| it.thread == thread),
        _ => false,
    });
    let joiners: BTreeSet<ThreadId> = joins.map(|(event, _)| event.thread).collect();
    joiners.len() > 1 || !synchronising.into_iter().all(is_last)
}
