//! Models from files that break the conditions of incremental exploration: as many of their axioms as
//! possible guide exploration, and full executions are filtered by all of them.
//!
//! The reference is exploration under a model without axioms, which finds every execution with
//! program order and reads-from acyclic and with atomic read-modify-writes. Its executions are
//! filtered by the plain evaluation of the model.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_cat::{LibraryOnly, Source as Text, read};
use porf_entity::EntityId;
use porf_explore::{Execution, Failed, FileModel, Options, Race, Schedule, Sink, explore};
use porf_graph::{EventId, Graph, Label, Source};
use porf_models::{FromFile, Model};
use porf_testing::{Profile, RandomProgram};

/// Not prefix-closed: an execution may violate these, and a longer one not.
const NOT_PREFIX_CLOSED: [&str; 3] = [
    // Some thread reads from another.
    "~empty rfe as communication",
    // Writes that directly follow each other in coherence order belong to one thread.
    "empty (co \\ (co ; co)) & ext & (W \\ IW) * W as adjacent",
    // Every read is overwritten.
    "empty R \\ domain(fr) as overwritten",
];

/// Not extensible: an event may have no consistent choice, or not the maximal one.
const NOT_EXTENSIBLE: [&str; 4] = [
    "let ri = range([IW] ; rf) empty (ri * ri) & ~loc as one-initial",
    "empty rf & int as no-forwarding",
    "empty co ; co ; co as few-writes",
    "let mo = co & (~NAL * ~NAL) acyclic po-loc | rf | mo | (rf^-1 ; mo) as atomic-coherence",
];

fn model(text: &str) -> FileModel {
    let source = Text { name: "test.cat".into(), text: text.to_owned() };
    let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
    FileModel::new("test.cat", model)
}

/// The executions that satisfy the axioms of a model.
struct Collected<'a> {
    judge: Option<FromFile<'a>>,
    executions: BTreeSet<String>,
    reports: u64,
}

impl Collected<'_> {
    fn add(&mut self, graph: &Graph) -> ControlFlow<()> {
        let judge = |model: &mut FromFile<'_>| model.judge(graph, &mut || true).expect("nobody stops it");
        if self.judge.as_mut().is_none_or(|model| judge(model).is_consistent) {
            self.reports += 1;
            self.executions.insert(describe(graph));
        }
        ControlFlow::Continue(())
    }
}

impl<S> Sink<S> for Collected<'_> {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution.graph())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution.graph())
    }

    fn failed(&mut self, execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        self.add(execution.graph())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.executions.clear();
        self.reports = 0;
    }
}

/// The events of a graph, the sources of its reads and its coherence orders, whatever the ids are.
fn describe(graph: &Graph) -> String {
    let name = |event: EventId| {
        let event = graph.event(event);
        format!("{}.{}", event.thread, event.index)
    };
    let name_of = |source: Source| source.write().map_or("initial".to_owned(), name);
    let mut text = String::new();
    for thread in (0..graph.thread_count()).map(EntityId::from_index) {
        for &event in graph.thread_events(thread) {
            text += &match graph.event(event).label {
                Label::Read(read) => {
                    format!("read {} {} {:?};", read.location, name_of(read.source), read.kind)
                }
                Label::Write(write) => format!("write {} {};", write.location, write.value.0),
                other => format!("{other:?};"),
            };
        }
        text += "\n";
    }
    let orders = graph.locations().map(|it| graph.writes(it).iter().map(|&it| name(it)).collect::<Vec<_>>());
    let mut orders: Vec<Vec<String>> = orders.collect();
    orders.retain(|order| !order.is_empty());
    orders.sort();
    format!("{text}{orders:?}")
}

fn explored<'a>(
    program: &RandomProgram,
    options: &Options<'_>,
    judge: Option<FromFile<'a>>,
) -> Collected<'a> {
    let mut collected = Collected { judge, executions: BTreeSet::new(), reports: 0 };
    explore(program, options, &mut collected);
    collected
}

fn compare(texts: &[&str]) {
    let all = model("");
    for text in texts {
        let file = model(text);
        assert!(file.is_filtering(), "{text}");
        let (mut kept, mut left_out) = (0, 0);
        for profile in [Profile::Mixed, Profile::Rmw, Profile::TwoLocations, Profile::Plain, Profile::Flags] {
            for seed in 0..40 {
                let program = RandomProgram::from_seed(seed, profile);
                // Locations are numbered as they are met, which the schedule decides.
                let schedule = Schedule::LeftToRight;
                let everything = Options { schedule, ..Options::new(&all) };
                let expected = explored(&program, &everything, Some(FromFile::new(&file)));
                let options = Options { schedule, ..Options::new(&file) };
                let found = explored(&program, &options, None);
                assert_eq!(
                    found.executions, expected.executions,
                    "{text} {profile:?} seed {seed}\n{program}"
                );
                assert_eq!(found.reports, found.executions.len() as u64, "{text}: explored twice\n{program}");
                kept += found.executions.len();
                let all = explored(&program, &everything, None).executions.len();
                left_out += all - found.executions.len();
            }
        }
        println!("{text}: {kept} kept, {left_out} left out");
        assert!(kept > 100 && left_out > 100, "{text}: {kept} kept, {left_out} left out");
    }
}

#[test]
fn models_that_are_not_prefix_closed() {
    compare(&NOT_PREFIX_CLOSED);
}

#[test]
fn models_that_are_not_extensible() {
    compare(&NOT_EXTENSIBLE);
}

#[test]
fn other_axioms_of_the_same_model_guide_exploration() {
    compare(&["acyclic po | rf | co | fr ~empty rfe", "acyclic po-loc | rf | co | fr empty rf & int"]);
}
