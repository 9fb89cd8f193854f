//! The results of the loop reductions for the user: the loops of the user's functions, by the names
//! in the source.

use porf_entity::SourcePosition;
use porf_ir::{FunctionId, Module};
use porf_passes::{
    Callee, LoopObstacle, LoopReport as PassReport, LoopWork, PassName, PassOptions, SourceLoop,
};
use porf_report::{
    BackEdgeReport, LoopObstacle as Obstacle, LoopReport, LoopWork as Work, Place, Reduction, SourceFile,
};

/// The reports on the loops of the user's functions that the passes with these options give, in the
/// order of the source.
pub(crate) fn loops(
    module: &Module,
    reports: &[PassReport],
    options: &PassOptions,
    files: &[SourceFile],
) -> Vec<LoopReport> {
    let explanation = Explanation { module, options };
    let mut found: Vec<(SourceLoop, LoopReport)> = Vec::new();
    for report in reports.iter().filter(|report| options.user_functions[report.source.function]) {
        let source = report.source;
        let back_edge = explanation.back_edge(report);
        let known = found.iter_mut().find(|(other, _)| *other == source && source.first.is_known());
        match known {
            // Equal copies of one back edge count as one.
            Some((_, known)) if known.back_edges.contains(&back_edge) => {}
            Some((_, known)) => known.back_edges.push(back_edge),
            None => found.push((source, explanation.new_loop(source, back_edge))),
        }
    }
    found.sort_by_key(|(source, _)| (source.first, source.function));
    let mut loops: Vec<LoopReport> = found.into_iter().map(|(_, report)| report).collect();
    for report in &mut loops {
        // The back edges of the loop itself come first, and the end of its body last.
        let begins = report.place;
        report.back_edges.sort_by_key(|back_edge| {
            (
                back_edge.inlined_into.is_some(),
                back_edge.place == begins,
                back_edge.place.line,
                back_edge.place.column,
            )
        });
        report.explain(files, options.unroll);
    }
    loops
}

struct Explanation<'a> {
    module: &'a Module,
    options: &'a PassOptions,
}

impl Explanation<'_> {
    fn name(&self, function: FunctionId) -> String {
        self.module.functions[function].name.clone()
    }

    fn new_loop(&self, source: SourceLoop, back_edge: BackEdgeReport) -> LoopReport {
        let SourceLoop { function, first, last } = source;
        LoopReport {
            function: self.name(function),
            place: Place::in_program(first),
            end_line: Place::in_program(last).line,
            back_edges: vec![back_edge],
        }
    }

    fn back_edge(&self, report: &PassReport) -> BackEdgeReport {
        let is_copy = report.function != report.source.function;
        BackEdgeReport {
            place: Place::in_program(report.back_edge),
            inlined_into: is_copy.then(|| self.name(report.function)),
            applied: report.applied.iter().filter_map(|&pass| reduction(pass)).collect(),
            obstacle: report.obstacle.map(|obstacle| self.obstacle(obstacle)),
            work: report.work.map(work),
            text: String::new(),
        }
    }

    fn obstacle(&self, obstacle: LoopObstacle) -> Obstacle {
        let at = |position: SourcePosition| Place::in_program(position);
        match obstacle {
            LoopObstacle::Irreducible => Obstacle::Irreducible,
            LoopObstacle::Assigns(position) => Obstacle::Assigns(at(position)),
            LoopObstacle::Stores(position) => Obstacle::Stores(at(position)),
            LoopObstacle::ReadModifyWrites(position) => Obstacle::ReadModifyWrites(at(position)),
            LoopObstacle::Adds { global, position } => {
                let name = global.map(|global| self.module.globals[global].name.clone());
                Obstacle::Adds { name, place: at(position) }
            }
            LoopObstacle::MayHaveSucceeded(position) => Obstacle::MayHaveSucceeded(at(position)),
            LoopObstacle::Calls { callee, position } => {
                Obstacle::Calls { callee: self.callee(callee), place: at(position) }
            }
            LoopObstacle::Allocates(position) => Obstacle::Allocates(at(position)),
            LoopObstacle::Unsupported(position) => Obstacle::Unsupported(at(position)),
            LoopObstacle::ReadsNothing => Obstacle::ReadsNothing,
            LoopObstacle::TurnedOff => Obstacle::TurnedOff { option: self.switch() },
        }
    }

    /// The name of the function that is called, unless the user never wrote that name.
    fn callee(&self, callee: Callee) -> Option<String> {
        let name = match callee {
            Callee::Function(function) => self.name(function),
            Callee::External(external) => self.module.externals[external].name.clone(),
            Callee::Unknown => return None,
        };
        (!name.starts_with("__porf_")).then_some(name)
    }

    /// The switch that turned off spin-assume.
    fn switch(&self) -> String {
        let all = PassName::SPINLOOPS.iter().all(|pass| self.options.disabled.contains(pass));
        if all { "--no-spinloops".into() } else { format!("--no-{}", PassName::SpinAssume) }
    }
}

fn work(work: LoopWork) -> Work {
    match work {
        LoopWork::Counts => Work::Counts,
        LoopWork::Computes => Work::Computes,
    }
}

/// The reduction that a pass is for the user; `None` for passes that are not reported.
fn reduction(pass: PassName) -> Option<Reduction> {
    match pass {
        PassName::IdleDecisions => Some(Reduction::IdleDecisions),
        PassName::Bisimilarity => Some(Reduction::Bisimilarity),
        PassName::LoopRotation => Some(Reduction::LoopRotation),
        PassName::SpinAssume => Some(Reduction::SpinAssume),
        PassName::FailedValues => Some(Reduction::FailedValues),
        PassName::LoopPurity => Some(Reduction::LoopPurity),
        PassName::DynamicSpinAssume => Some(Reduction::DynamicSpinAssume),
        PassName::Zne => Some(Reduction::Zne),
        PassName::UnreachableFunctions
        | PassName::ScalarReplacement
        | PassName::Mem2Reg
        | PassName::ConstantFolding
        | PassName::DeadCode
        | PassName::Inline
        | PassName::Escape => None,
    }
}
