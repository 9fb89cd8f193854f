//! The order of the passes.
//!
//! 1. Functions that are never called lose their code, so that the later passes spend no time on
//!    them.
//! 2. Function by function, callees first: variables become values and constants are folded; loops
//!    are bounded; waiting by recursion becomes a loop; calls of functions that have been through these passes are inlined; the
//!    simplifications run once more on the result; nondeterministic integers get the ranges that
//!    assumptions give them; and spinloops are ended. Loops are bounded before all else, while they
//!    are as in the source and before the loops of other functions are inlined. The passes for
//!    spinloops see through the bounds, and a loop that they end has none any more.
//! 3. Functions that nothing calls any more lose their code; threads do not ask which of them is the
//!    serial one of a barrier if no thread uses the answer; threads block as soon as their
//!    iteration is certain to have no effect; the remaining loops get checks at run time; and
//!    private objects are marked.
//!
//! Where dependencies of actions on reads are asked for, only those passes run that leave them alone
//! ([`PassOptions::keep_dependencies`]).

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{BinaryOp, Function, FunctionId, Module, Operation, verify_function};

use crate::analyses::atomic_globals::AtomicGlobals;
use crate::analyses::call_graph::CallGraph;
use crate::analyses::effects::Effects;
use crate::analyses::externals::Externals;
use crate::analyses::scratch_variables::scratch_variables;
use crate::analyses::source_loops::SourceLoops;
use crate::options::{PassName, PassOptions};
use crate::simplifications::choice_ranges::Choices;
use crate::simplifications::unreachable_functions::{reachable_functions, remove_unreachable_functions};
use crate::simplifications::{
    choice_ranges, constant_folding, control_flow, dead_code, decided_branches, idle_decisions, inline,
    mem2reg, private_objects, scalar_replacement, tail_recursion,
};
use crate::spinloops;
use crate::spinloops::bisimilar::Comparison;
use crate::spinloops::loop_report::{LoopReport, LoopReports};
use crate::spinloops::{dynamic_spin, loop_bound, loop_purity, zne};
use crate::threads::annotations::Marks;
use crate::threads::{annotations, serial_thread};

/// The facts about a module that the passes have found.
#[derive(Debug)]
pub struct Passed {
    /// The reports of all loops.
    pub loops: Vec<LoopReport>,
    /// Whether the result may be another one if [other orderings](PassOptions::orderings) have a
    /// meaning.
    pub depends_on_orderings: bool,
}

/// Runs the passes on a module that obeys the rules of [`porf_ir::verify()`]; the result obeys
/// them, too. Ids of functions, globals and externals keep their meaning. The behaviour of the
/// program does not change, its errors included, nor do its accesses to memory that other threads
/// can reach; except that loops are cut at the bound, and that spinloops end in
/// [`Spin`](porf_ir::TerminatorKind::Spin) instead of repeating the same iteration.
pub fn run(module: &mut Module, options: &PassOptions) -> Passed {
    if options.enabled(PassName::UnreachableFunctions) {
        remove_unreachable_functions(module, &options.roots);
    }
    if !options.signed_overflow {
        module.functions.ids().for_each(|function| let_sums_wrap(&mut module.functions[function]));
    }
    let marks = Marks::declare(module);
    let choices = Choices::declare(module);
    for function in module.functions.ids() {
        annotations::answer(&mut module.functions[function], marks, options.helping);
    }
    let externals = Externals::new(module);
    if !options.enabled(PassName::Zne) {
        zne::let_locks_count(module, &externals);
    }
    let graph = CallGraph::new(module);
    let mut called_from_outside = SecondaryMap::with_default(false);
    for &root in &options.roots {
        called_from_outside[root] = true;
    }
    let mut effects = Effects::new(&externals);
    let comparison = Comparison::new(options.orderings);
    let mut reports = LoopReports::default();
    let mut sources = SourceLoops::default();
    for &function in &graph.bottom_up {
        sources.add(function, &module.functions[function]);
        if options.user_functions[function] {
            let annotated = loop_bound::annotations(module, function);
            loop_bound::run(&mut module.functions[function], options.unroll, &annotated);
            check(module, function);
        }
        simplify(module, function, &externals, options);
        if tail_recursion::run(function, &mut module.functions[function]) {
            check(module, function);
            simplify(module, function, &externals, options);
        }
        let own_loops = spinloops::positions_in_loops(&module.functions[function]);
        if options.enabled(PassName::Inline) && inline::run(module, function, &graph, &called_from_outside) {
            check(module, function);
            simplify(module, function, &externals, options);
            if options.enabled(PassName::ConstantFolding)
                && decided_branches::run(&mut module.functions[function])
            {
                check(module, function);
                simplify(module, function, &externals, options);
            }
        }
        let mut idle = idle_decisions::Removed::default();
        if options.enabled(PassName::IdleDecisions) {
            let reachable = reachable_functions(module, &options.roots);
            let scratch = scratch_variables(module, function, &reachable);
            idle = idle_decisions::run(&mut module.functions[function], &scratch);
            check(module, function);
            if idle.decisions > 0 {
                simplify(module, function, &externals, options);
            }
        }
        choice_ranges::run(&mut module.functions[function], choices, &externals, options.signed_overflow);
        annotations::mark_regions(&mut module.functions[function], marks);
        check(module, function);
        let code = &mut module.functions[function];
        let loops = spinloops::run(function, code, &own_loops, &effects, &comparison, options);
        check(module, function);
        if loops.iter().any(|report| !report.applied.is_empty()) {
            simplify(module, function, &externals, options);
        }
        reports.add(loops, &own_loops, &sources);
        reports.add_idle(function, &idle, &own_loops, &sources);
        effects.learn(function, &module.functions[function]);
    }
    if options.enabled(PassName::UnreachableFunctions) {
        remove_unreachable_functions(module, &options.roots);
    }
    if options.enabled(PassName::DeadCode) {
        serial_thread::run(module, &options.roots);
    }
    let called = reachable_functions(module, &options.roots);
    if options.enabled(PassName::LoopPurity) {
        let globals = AtomicGlobals::new(module);
        for function in module.functions.ids().filter(|&function| options.user_functions[function]) {
            let changed = loop_purity::run(&mut module.functions[function], &effects, &globals);
            check(module, function);
            if !changed.is_empty() {
                simplify(module, function, &externals, options);
                reports.apply(PassName::LoopPurity, &changed);
            }
        }
    }
    for (pass, run) in AT_RUN_TIME.into_iter().filter(|&(pass, _)| options.enabled(pass)) {
        // The runtime waits by other means.
        for function in module.functions.ids().filter(|&function| options.user_functions[function]) {
            let changed = run(&mut module.functions[function], &effects, &externals);
            check(module, function);
            reports.apply(pass, &changed);
        }
    }
    if options.enabled(PassName::Escape) {
        private_objects::run(module, &options.roots, &externals);
        module.functions.ids().for_each(|function| check(module, function));
    }
    Passed {
        loops: reports.finish(|function| called[function]),
        depends_on_orderings: comparison.depends_on_orderings.get(),
    }
}

/// Turns signed arithmetic that must not overflow into arithmetic that may, and is no error then.
fn let_sums_wrap(function: &mut Function) {
    for block in function.blocks.ids() {
        for instruction in &mut function.blocks[block].instructions {
            if let Operation::Binary { op, .. } = &mut instruction.operation {
                *op = match *op {
                    BinaryOp::AddNsw => BinaryOp::Add,
                    BinaryOp::SubNsw => BinaryOp::Sub,
                    BinaryOp::MulNsw => BinaryOp::Mul,
                    other => other,
                };
            }
        }
    }
}

/// A pass on the remaining loops of a function that inserts checks of their effects at run time.
/// Returns the positions of the back edges of the loops that it changed.
type LoopPass = fn(&mut Function, &Effects<'_>, &Externals) -> Vec<SourcePosition>;

const AT_RUN_TIME: [(PassName, LoopPass); 2] =
    [(PassName::Zne, zne::run), (PassName::DynamicSpinAssume, dynamic_spin::run)];

/// Runs the passes that look at one function only.
fn simplify(module: &mut Module, id: FunctionId, externals: &Externals, options: &PassOptions) {
    if options.enabled(PassName::DeadCode) {
        control_flow::run(&mut module.functions[id]);
        check(module, id);
    }
    // Folding may find out by which offsets and lengths stack objects are accessed.
    for _ in 0..2 {
        if options.enabled(PassName::ScalarReplacement) {
            scalar_replacement::run(&mut module.functions[id], &module.globals, externals);
            check(module, id);
        }
        if options.enabled(PassName::Mem2Reg) {
            mem2reg::run(&mut module.functions[id]);
            check(module, id);
        }
        if options.enabled(PassName::ConstantFolding) {
            constant_folding::run(&mut module.functions[id]);
            check(module, id);
        }
        if !has_stack_objects(&module.functions[id]) {
            break;
        }
    }
    if options.enabled(PassName::DeadCode) {
        dead_code::run(&mut module.functions[id]);
        control_flow::run(&mut module.functions[id]);
        check(module, id);
    }
}

fn has_stack_objects(function: &Function) -> bool {
    let mut instructions = function.blocks.values().flat_map(|block| &block.instructions);
    instructions.any(|instruction| matches!(instruction.operation, Operation::Alloca { .. }))
}

/// Checks, in debug builds, that the function obeys the rules after the pass.
fn check(module: &Module, function: FunctionId) {
    if cfg!(debug_assertions)
        && let Err(errors) = verify_function(module, function)
    {
        panic!("{} after a pass on {:?}", errors[0], module.functions[function].name);
    }
}
