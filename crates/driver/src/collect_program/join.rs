//! The results of several explorers of one program, as those of one.

use porf_report::ErrorReport;

use super::{Cut, Found, ProgramCollector};

impl ProgramCollector<'_> {
    /// Adds what a collector of other executions of the same program has kept.
    pub(crate) fn join(&mut self, other: Self) {
        self.progress.join(other.progress);
        self.found.join(other.found);
    }
}

impl Found {
    fn join(&mut self, other: Self) {
        let Self { redundant_at, cuts, seen, places, errors, unsupported, .. } = other;
        // Of errors that both have found, one is told.
        let known = |error: &ErrorReport, errors: &[ErrorReport]| {
            errors
                .iter()
                .any(|it| (it.kind, it.place) == (error.kind, error.place) && it.accesses == error.accesses)
        };
        for error in errors {
            if !known(&error, &self.errors) {
                self.errors.push(error);
            }
        }
        for error in unsupported {
            if !known(&error, &self.unsupported) {
                self.unsupported.push(error);
            }
        }
        let traces = other.traces.into_iter().filter(|(place, _)| !self.places.contains(place));
        self.traces.extend(traces);
        self.places.extend(places);
        self.redundant_at.extend(redundant_at);
        self.seen.extend(seen);
        self.after_others.extend(other.after_others);
        cuts.into_iter().for_each(|cut| self.join_cut(cut));
        self.why_no_helping = self.why_no_helping.take().max(other.why_no_helping);
        for warning in other.warnings {
            if !self.warnings.iter().any(|it| (it.kind, it.place) == (warning.kind, warning.place)) {
                self.warnings.push(warning);
            }
        }
        for (check, executions) in other.flags {
            *self.flags.entry(check).or_default() += executions;
        }
        if self.example.is_none() {
            self.example = other.example;
        }
    }

    fn join_cut(&mut self, cut: Cut) {
        let same = |it: &&mut Cut| (it.position, it.reason) == (cut.position, cut.reason);
        match self.cuts.iter_mut().find(same) {
            Some(known) => {
                known.executions += cut.executions;
                known.rounds = known.rounds.max(cut.rounds);
                known.repeats |= cut.repeats;
            }
            None => self.cuts.push(cut),
        }
    }
}
