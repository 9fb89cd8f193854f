//! Hand-made reports for the tests of the renderers.

use porf_entity::{EntityId, ErrorKind, PrimaryMap, ThreadId};

use crate::*;

pub(crate) mod programs;

/// Builds executions event by event. The numbers that it returns are those before the events are
/// put in the order of the story.
pub(crate) struct Builder {
    pub(crate) threads: PrimaryMap<ThreadId, ThreadReport>,
    events: PrimaryMap<EventNumber, EventReport>,
}

impl Builder {
    pub(crate) fn new(threads: usize) -> Self {
        let thread = |index| ThreadReport { name: format!("P{index}"), end: ThreadEnd::Finished };
        Self { threads: (0..threads).map(thread).collect(), events: PrimaryMap::new() }
    }

    fn add(
        &mut self,
        thread: usize,
        line: u32,
        (operation, ordering): (&str, &str),
        location: Option<&str>,
        read: Option<(&str, Option<EventNumber>)>,
        wrote: Option<&str>,
    ) -> EventNumber {
        self.events.push(EventReport {
            thread: ThreadId::from_index(thread),
            place: at(line, 3),
            operation: operation.into(),
            ordering: Some(ordering.into()),
            location: location.map(Into::into),
            // The number is set in the end, when all locations are known.
            location_number: None,
            read: read.map(|(text, from)| ReadReport { value: value(text), from }),
            wrote: wrote.map(value),
            link: None,
            in_error: false,
            repeated: false,
        })
    }

    pub(crate) fn load(
        &mut self,
        thread: usize,
        line: u32,
        location: &str,
        value: &str,
        from: Option<EventNumber>,
    ) -> EventNumber {
        self.add(thread, line, ("load", "rlx"), Some(location), Some((value, from)), None)
    }

    pub(crate) fn store(&mut self, thread: usize, line: u32, location: &str, value: &str) -> EventNumber {
        self.add(thread, line, ("store", "rlx"), Some(location), None, Some(value))
    }

    pub(crate) fn update(
        &mut self,
        thread: usize,
        line: u32,
        location: &str,
        read: (&str, Option<EventNumber>),
        wrote: &str,
    ) -> EventNumber {
        self.add(thread, line, ("fetch_add", "rlx"), Some(location), Some(read), Some(wrote))
    }

    pub(crate) fn fence(&mut self, thread: usize, line: u32, ordering: &str) -> EventNumber {
        self.add(thread, line, ("fence", ordering), None, None, None)
    }

    /// Adds an event that accesses no memory.
    pub(crate) fn step(&mut self, thread: usize, operation: &str, link: Option<ThreadLink>) -> EventNumber {
        let event = self.add(thread, 1, (operation, ""), None, None, None);
        self.events[event].ordering = None;
        self.events[event].link = link;
        event
    }

    /// Puts the event at the place, and replaces its ordering if one is given.
    pub(crate) fn put(&mut self, event: EventNumber, place: Place, ordering: Option<&str>) -> EventNumber {
        self.events[event].place = place;
        if let Some(ordering) = ordering {
            self.events[event].ordering = Some(ordering.into());
        }
        event
    }

    pub(crate) fn mark(&mut self, event: EventNumber, ordering: &str) {
        self.events[event].in_error = true;
        self.events[event].ordering = Some(ordering.into());
    }

    /// The execution. Locations that are only read need not be given.
    pub(crate) fn finish<const N: usize>(
        mut self,
        locations: [(&str, Vec<EventNumber>); N],
    ) -> ExecutionReport {
        let location =
            |(name, writes): (&str, _)| LocationReport { name: name.into(), initial: "0".into(), writes };
        let locations: PrimaryMap<LocationNumber, _> = locations.map(location).into_iter().collect();
        for event in self.events.ids() {
            let named = |(_, location): &(_, &LocationReport)| {
                Some(&location.name) == self.events[event].location.as_ref()
            };
            let number = locations.iter().find(named).map(|(number, _)| number);
            self.events[event].location_number = number;
        }
        ExecutionReport::new(self.threads, self.events, locations)
    }
}

/// The value with this text.
fn value(text: &str) -> ValueReport {
    let bits = text.bytes().fold(0, |bits, byte| bits << 8 | u64::from(byte));
    ValueReport { text: text.into(), bits }
}

pub(crate) fn at(line: u32, column: u32) -> Place {
    Place { file: None, line: Some(line), column: Some(column) }
}

pub(crate) fn states(names: &[&str], rows: &[(&[&str], u64, Option<bool>)]) -> Vec<StateCount> {
    let state = |&(values, executions, satisfies): &(&[&str], u64, Option<bool>)| StateCount {
        values: names.iter().zip(values).map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        executions,
        satisfies,
    };
    rows.iter().map(state).collect()
}

/// `exists` that holds by a weak execution.
pub(crate) fn store_buffering() -> CheckReport {
    let mut build = Builder::new(2);
    let x = build.store(0, 6, "x", "1");
    build.load(0, 7, "y", "0", None);
    let y = build.store(1, 11, "y", "1");
    build.load(1, 12, "x", "0", None);
    CheckReport {
        file: "tests/SB.litmus".into(),
        test: "SB".into(),
        subject: Subject::Litmus,
        files: Vec::new(),
        model: "rc11".into(),
        model_file: None,
        engine: EngineReport { name: "graph".into(), ..EngineReport::default() },
        equivalence: Equivalence::Co,
        equivalence_chosen: ChosenBy::Auto,
        calls: None,
        verdict: Verdict::Holds,
        condition: Some(ConditionReport {
            quantifier: Quantifier::Exists,
            text: "(0:r0=0 /\\ 1:r0=0)".into(),
            satisfying: 1,
            violating: 3,
            filtered: 0,
        }),
        executions: 4,
        blocked: 0,
        ended: 0,
        states: states(
            &["0:r0", "1:r0"],
            &[
                (&["0", "0"], 1, Some(true)),
                (&["0", "1"], 1, Some(false)),
                (&["1", "0"], 1, Some(false)),
                (&["1", "1"], 1, Some(false)),
            ],
        ),
        error: None,
        more_errors: Vec::new(),
        after_others: Vec::new(),
        unsupported: Vec::new(),
        warnings: Vec::new(),
        bounds: Vec::new(),
        stats: None,
        loops: None,
        redundant_at: None,
        stopped: None,
        seconds: 0.000_25,
        compile_seconds: None,
        witness: Some(build.finish([("x", vec![x]), ("y", vec![y])])),
        example: None,
    }
}

/// `~exists` that fails by a weak execution.
pub(crate) fn message_passing() -> CheckReport {
    let mut build = Builder::new(2);
    let x = build.store(0, 6, "x", "1");
    let y = build.store(0, 7, "y", "1");
    build.load(1, 11, "y", "1", Some(y));
    build.load(1, 12, "x", "0", None);
    CheckReport {
        file: "tests/MP.litmus".into(),
        test: "MP".into(),
        calls: None,
        verdict: Verdict::Fails,
        condition: Some(ConditionReport {
            quantifier: Quantifier::NotExists,
            text: "(1:r0=1 /\\ 1:r1=0)".into(),
            satisfying: 1,
            violating: 3,
            filtered: 0,
        }),
        states: states(
            &["1:r0", "1:r1"],
            &[
                (&["0", "0"], 1, Some(false)),
                (&["0", "1"], 1, Some(false)),
                (&["1", "0"], 1, Some(true)),
                (&["1", "1"], 1, Some(false)),
            ],
        ),
        witness: Some(build.finish([("x", vec![x]), ("y", vec![y])])),
        ..store_buffering()
    }
}

/// Two writes that nobody reads, in an execution that stands for both of their orders.
pub(crate) fn unordered_writes() -> CheckReport {
    let mut build = Builder::new(2);
    let one = build.store(0, 4, "x", "1");
    let two = build.store(1, 7, "x", "2");
    CheckReport {
        file: "tests/W+W.litmus".into(),
        test: "W+W".into(),
        equivalence: Equivalence::Rf,
        equivalence_chosen: ChosenBy::User,
        condition: Some(ConditionReport {
            quantifier: Quantifier::Exists,
            text: "(x=1)".into(),
            satisfying: 1,
            violating: 1,
            filtered: 0,
        }),
        executions: 1,
        states: states(&["x"], &[(&["1"], 1, Some(true)), (&["2"], 1, Some(false))]),
        witness: Some(build.finish([("x", vec![two, one])])),
        ..store_buffering()
    }
}

/// A data race beside a `forall` that holds.
pub(crate) fn racy() -> CheckReport {
    let mut build = Builder::new(2);
    let store = build.store(0, 4, "x", "1");
    let load = build.load(1, 9, "x", "1", Some(store));
    build.mark(store, "na");
    build.mark(load, "na");
    let execution = build.finish([("x", vec![store])]);
    CheckReport {
        file: "tests/race.litmus".into(),
        test: "race".into(),
        calls: None,
        verdict: Verdict::Holds,
        condition: Some(ConditionReport {
            quantifier: Quantifier::ForAll,
            text: "(x=1)".into(),
            satisfying: 2,
            violating: 0,
            filtered: 0,
        }),
        executions: 2,
        states: states(&["x"], &[(&["1"], 2, Some(true))]),
        error: Some(ErrorReport {
            kind: ErrorKind::DataRace,
            message: "two unordered accesses of x, not both of them atomic".into(),
            thread: None,
            place: at(4, 3),
            stack: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
            output: Vec::new(),
            accesses: execution.accesses_in_error(),
            execution: Some(execution),
        }),
        witness: None,
        ..store_buffering()
    }
}

/// An assertion that fails.
pub(crate) fn failed_assertion() -> CheckReport {
    let mut build = Builder::new(2);
    let store = build.store(0, 4, "x", "1");
    build.load(1, 8, "x", "1", Some(store));
    build.threads[ThreadId::from_index(0)].end = ThreadEnd::Unfinished;
    build.threads[ThreadId::from_index(1)].end =
        ThreadEnd::Failed { message: "assertion fails".into(), place: at(9, 3) };
    CheckReport {
        file: "tests/assert.litmus".into(),
        test: "assert".into(),
        calls: None,
        verdict: Verdict::Error,
        condition: None,
        executions: 1,
        states: states(&["x"], &[(&["1"], 1, None)]),
        error: Some(ErrorReport {
            kind: ErrorKind::Assertion,
            message: "the condition is false".into(),
            thread: Some("P1".into()),
            place: at(9, 3),
            stack: Vec::new(),
            notes: Vec::new(),
            calls: Vec::new(),
            output: Vec::new(),
            accesses: Vec::new(),
            execution: Some(build.finish([("x", vec![store])])),
        }),
        witness: None,
        ..store_buffering()
    }
}
