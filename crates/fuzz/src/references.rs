//! The references for the engine: the executions of a program if nothing is awaited at some
//! locations.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::Address;
use porf_explore::{Limits, ModelKind, Options, explore};
use porf_oracle::{self as oracle, Execution, ModelName};
use porf_testing::{Hints, RandomProgram};

use crate::awaits::Unawaited;
use crate::collector::Collector;
use crate::{Difference, oracle_name};

/// The known executions of a program under a model.
pub(crate) struct Known {
    pub(crate) executions: BTreeSet<Execution>,
    /// Whether there is a data race.
    pub(crate) race: bool,
}

/// A source of known executions.
pub(crate) trait Reference {
    /// The known executions under a model if nothing is awaited at some locations; `None` if they
    /// are too many.
    fn known(
        &mut self,
        unawaited: &BTreeSet<Address>,
        model: ModelKind,
    ) -> Result<Option<&Known>, Difference>;
}

/// The source that lets the oracle enumerate the executions.
pub(crate) struct Enumerated<'a> {
    program: &'a RandomProgram,
    known: BTreeMap<BTreeSet<Address>, BTreeMap<ModelName, Known>>,
    /// Whether there are races under each model, once that is known.
    races: Option<BTreeMap<ModelName, bool>>,
}

impl<'a> Enumerated<'a> {
    pub(crate) fn new(program: &'a RandomProgram) -> Self {
        Self { program, known: BTreeMap::new(), races: None }
    }

    /// The known executions under each model.
    pub(crate) fn by_model(&mut self, unawaited: &BTreeSet<Address>) -> &BTreeMap<ModelName, Known> {
        let program = self.program;
        let races = &*self.races.get_or_insert_with(|| races(program));
        self.known.entry(unawaited.clone()).or_insert_with(|| {
            let by_model = oracle::executions_all_models(&Unawaited { program, addresses: unawaited });
            let known =
                |(model, executions)| (model, Known { executions, race: races.get(&model) == Some(&true) });
            by_model.into_iter().map(known).collect()
        })
    }
}

impl Reference for Enumerated<'_> {
    fn known(
        &mut self,
        unawaited: &BTreeSet<Address>,
        model: ModelKind,
    ) -> Result<Option<&Known>, Difference> {
        Ok(self.by_model(unawaited).get(&oracle_name(model)))
    }
}

/// Whether a program has races under each model. An await, which does not read before its thread
/// goes on, must not hide any race, so nothing is taken to be awaited.
fn races(program: &RandomProgram) -> BTreeMap<ModelName, bool> {
    if !program.threads.values().flatten().any(|guarded| guarded.op.is_non_atomic()) {
        return BTreeMap::new();
    }
    let plain = RandomProgram { hints: Hints::default(), ..program.clone() };
    let by_model = oracle::executions_all_models(&plain).into_iter();
    by_model.map(|(model, all)| (model, all.iter().any(|it| oracle::has_race(it, model)))).collect()
}

/// The source that explores with the engine under the finest equivalence.
pub(crate) struct Finest<'a> {
    program: &'a RandomProgram,
    known: BTreeMap<(BTreeSet<Address>, ModelKind), Option<Known>>,
}

impl<'a> Finest<'a> {
    pub(crate) fn new(program: &'a RandomProgram) -> Self {
        Self { program, known: BTreeMap::new() }
    }
}

impl Reference for Finest<'_> {
    fn known(
        &mut self,
        unawaited: &BTreeSet<Address>,
        model: ModelKind,
    ) -> Result<Option<&Known>, Difference> {
        const MOST_EXECUTIONS: u64 = 5_000;
        let key = (unawaited.clone(), model);
        if !self.known.contains_key(&key) {
            let limits = Limits { max_executions: Some(MOST_EXECUTIONS), ..Limits::default() };
            let options = Options { limits, ..Options::new(model) };
            let mut collector = Collector::default();
            let program = Unawaited { program: self.program, addresses: unawaited };
            let summary = explore(&program, &options, &mut collector);
            if let Some(kind) = collector.wrong {
                return Err(Difference::new(&options, kind));
            }
            let executions = collector.classes.into_keys().collect();
            let known = Known { executions, race: collector.race };
            self.known.insert(key.clone(), summary.stopped.is_none().then_some(known));
        }
        Ok(self.known.get(&key).and_then(Option::as_ref))
    }
}
