//! The executions that the engine explores, in the oracle's form and in the order of exploration.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_explore::{Execution, Failed, Options, Race, Sink, explore};
use porf_oracle as oracle;
use porf_testing::RandomProgram;

use crate::oracle_form::oracle_form;

/// The executions of a program, complete or not, as often as the engine reports them. The program
/// awaits nothing.
pub fn explored(program: &RandomProgram, options: &Options<'_>) -> Vec<oracle::Execution> {
    let mut collected = Collected(Vec::new());
    explore(program, options, &mut collected);
    collected.0
}

struct Collected(Vec<oracle::Execution>);

impl Collected {
    fn add<S>(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.0.push(oracle_form(execution, &BTreeSet::new()));
        ControlFlow::Continue(())
    }
}

impl<S> Sink<S> for Collected {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution)
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add(execution)
    }

    fn failed(&mut self, execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        self.add(execution)
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.0.clear();
    }
}
