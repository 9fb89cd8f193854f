//! The results of several explorers of one test, as those of one.

use porf_entity::ErrorKind;
use porf_report::ErrorReport;

use super::{Collector, Found};

impl Collector<'_> {
    /// Adds what a collector of other executions of the same test has kept.
    pub(crate) fn join(&mut self, other: Self) {
        self.progress.join(other.progress);
        self.found.join(other.found);
    }
}

impl Found {
    fn join(&mut self, mut other: Self) {
        let (index, states) = (other.index, other.states);
        let mut states: Vec<_> = states.into_iter().map(Some).collect();
        for (values, number) in index {
            let Some(state) = states[number].take() else { continue };
            match self.index.get(&values) {
                Some(&known) => self.states[known].executions.join(state.executions),
                None => {
                    self.index.insert(values, self.states.len());
                    self.states.push(state);
                }
            }
        }
        for cut in other.cuts {
            match self.cuts.iter_mut().find(|known| known.position == cut.position) {
                Some(known) => known.executions += cut.executions,
                None => self.cuts.push(cut),
            }
        }
        self.executions += other.executions;
        self.satisfying.join(other.satisfying);
        self.violating.join(other.violating);
        self.unfiltered.join(other.unfiltered);
        for (check, executions) in other.flags {
            *self.flags.entry(check).or_default() += executions;
        }
        self.witness = self.witness.take().or(other.witness);
        self.example = self.example.take().or(other.example);
        // A failure ends exploration; a race does not, and is told if there is no failure.
        let is_race = |error: &ErrorReport| error.kind == ErrorKind::DataRace;
        let failure = other.error.take_if(|error| !is_race(error));
        self.error = failure.or(self.error.take()).or(other.error);
    }
}
