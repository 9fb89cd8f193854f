//! The time that the default takes beside the best of all fixed combinations.
//!
//! Programs of the corpus with the options of their headers, and larger instances. Where the
//! default takes less than a twentieth of a second, there is nothing to gain.

use std::time::Duration;

use anyhow::Result;
use porf_explore::{Engine, Equivalence, ModelKind};

use super::header::{Instance, instances};
use crate::bench::Bench;
use crate::measure::Measurement;
use crate::subject::{Subject, Switches};
use crate::target::met;

/// The longest time of an exploration.
const LIMIT: Duration = Duration::from_secs(10);
/// Explorations that take fewer seconds do not count.
const SHORT: f64 = 0.05;
const RUNS: u32 = 2;
/// The ratio to the best that is asked for in most cases, and the share of these.
const USUAL_RATIO: f64 = 1.3;
const USUALLY: f64 = 0.9;
/// The ratio that is asked for in all cases.
const GREATEST_RATIO: f64 = 3.0;

/// A fixed combination.
struct Combination {
    name: &'static str,
    engine: Engine,
    equivalence: Equivalence,
    symmetry: bool,
}

const COMBINATIONS: [Combination; 4] = [
    Combination { name: "co+symmetry", engine: Engine::Graph, equivalence: Equivalence::Co, symmetry: true },
    Combination { name: "co", engine: Engine::Graph, equivalence: Equivalence::Co, symmetry: false },
    Combination { name: "rf", engine: Engine::Graph, equivalence: Equivalence::Rf, symmetry: false },
    Combination { name: "trace", engine: Engine::Trace, equivalence: Equivalence::Co, symmetry: false },
];

/// Larger instances: a program of the corpus and options for clang.
#[rustfmt::skip] // a table
const LARGER: [(&str, &[&str]); 26] = [
    ("locks/mcs.c", &["-DN=4"]),
    ("locks/ttas.c", &["-DN=5"]),
    ("locks/twa.c", &["-DN=5", "-DFAR=1"]),
    ("locks/musl-lock.c", &["-DN=3"]),
    ("locks/seqlock.c", &["-DN=5"]),
    ("awaits/counted-queue.c", &["-DN=4"]),
    ("awaits/waiting-mutex.c", &["-DN=3"]),
    ("awaits/safestack.c", &["-DA=3", "-DB=3"]),
    ("structures/chase-lev-deque.c", &["-DTHIEVES=4", "-DSTEALS=1", "-DRETRY"]),
    ("spinloops/treiber-stack.c", &["-DN=4", "-DBOTH"]),
    ("spinloops/ms-queue.c", &["-DN=4"]),
    ("spinloops/scgather.c", &["-DN=4"]),
    ("symmetry/ms-queue.c", &["-DN=3"]),
    ("symmetry/treiber-stack.c", &["-DN=4"]),
    ("symmetry/treiber-stack.c", &["-DN=3", "-DORDER"]),
    ("tables/fib-bench.c", &["-DN=5"]),
    ("tables/increment.c", &["-DN=8"]),
    ("tables/writers-reader.c", &["-DN=8"]),
    ("tables/lastzero.c", &["-DN=10"]),
    ("tables/redundant-coherence.c", &["-DN=20"]),
    ("tables/sigma.c", &["-DN=6"]),
    ("tables/file-system.c", &["-DN=20"]),
    ("tables/indexer.c", &["-DN=14"]),
    ("tables/exponential-bug.c", &["-DN=5"]),
    ("tables/stack.c", &["-DK=8"]),
    ("tables/lamport-rounds.c", &["-DROUNDS=2"]),
];

/// The results so far.
#[derive(Default)]
struct Tally {
    measured: usize,
    usual: usize,
    greatest: f64,
}

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "The default beside the best fixed combination of algorithm, equivalence and symmetry: seconds, up to {} s, best of {RUNS} in turn",
        LIMIT.as_secs()
    );
    println!(
        "(programs of the corpus with the options of their headers, and larger ones; those above {SHORT} s)"
    );
    println!(
        "{:<52} {:<5} {:>12} {:>8} {:>12} {:>8} {:>6}",
        "program", "model", "best", "s", "default", "s", "ratio"
    );
    let mut tally = Tally::default();
    for instance in instances(&Bench::corpus("c"))? {
        tally.measure(bench, &instance)?;
    }
    for (file, options) in LARGER {
        for model in [ModelKind::Sc, ModelKind::Rc11] {
            let instance = Instance {
                file: Bench::corpus("c").join(file),
                clang_options: options.iter().map(ToString::to_string).collect(),
                model,
                unroll: None,
                disabled_passes: Vec::new(),
                // SafeStack has loops that never end.
                switches: Switches {
                    symmetry: true,
                    liveness: !file.contains("safestack"),
                    ..Switches::default()
                },
            };
            tally.measure(bench, &instance)?;
        }
    }
    let Tally { measured, usual, greatest } = tally;
    let share = usual as f64 / measured.max(1) as f64;
    println!(
        "{usual} of {measured} within {USUAL_RATIO} times the best ({:.0} %), asked for {:.0} %: {}",
        share * 100.0,
        USUALLY * 100.0,
        met(share >= USUALLY)
    );
    println!(
        "greatest ratio {greatest:.2}, asked for at most {GREATEST_RATIO}: {}",
        met(greatest <= GREATEST_RATIO)
    );
    Ok(())
}

impl Tally {
    fn measure(&mut self, bench: &mut Bench, instance: &Instance) -> Result<()> {
        let clang_options: Vec<&str> = instance.clang_options.iter().map(String::as_str).collect();
        let subject = Subject {
            engine: None,
            equivalence: None,
            unroll: instance.unroll,
            disabled_passes: &instance.disabled_passes,
            switches: instance.switches,
            limit: LIMIT,
            ..Subject::new(&instance.file, &clang_options, instance.model)
        };
        let first = bench.measure(&subject, 1)?;
        if first.finished && first.seconds < SHORT {
            return Ok(());
        }
        let fixed = COMBINATIONS
            .iter()
            .filter(|it| it.engine == Engine::Graph || instance.model == ModelKind::Sc)
            .map(|it| {
                let switches = Switches { symmetry: it.symmetry, ..subject.switches };
                let (engine, equivalence) = (Some(it.engine), Some(it.equivalence));
                let fixed = Subject { engine, equivalence, switches, ..subject.clone() };
                Ok((it.name, bench.measure(&fixed, RUNS)?))
            })
            .collect::<Result<Vec<_>>>()?;
        let default = bench.measure(&subject, RUNS)?;
        let finished = fixed.iter().filter(|(_, it)| it.finished);
        let best = finished.min_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds));
        let file = instance.file.strip_prefix(Bench::corpus("c")).unwrap_or(&instance.file);
        let program = format!("{} {}", file.display(), clang_options.join(" "));
        let ratio = best.map(|(_, best)| default.seconds / best.seconds);
        println!(
            "{program:<52} {:<5} {:>12} {:>8} {:>12} {:>8} {:>6}",
            instance.model.name(),
            best.map_or("-", |(name, _)| name),
            best.map_or("-".to_owned(), |(_, best)| best.seconds_text()),
            taken(&default),
            default.seconds_text(),
            ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
        );
        // Where nothing ends in time, nothing can be compared.
        if let Some(ratio) = ratio {
            self.measured += 1;
            self.usual += usize::from(default.finished && ratio <= USUAL_RATIO);
            self.greatest = self.greatest.max(ratio);
        }
        Ok(())
    }
}

/// The name of the combination that was taken.
fn taken(measurement: &Measurement) -> &'static str {
    let is_taken = |it: &&Combination| {
        it.engine == measurement.engine
            && it.equivalence == measurement.equivalence
            && it.symmetry == measurement.symmetric
    };
    COMBINATIONS.iter().find(is_taken).map_or("-", |it| it.name)
}
