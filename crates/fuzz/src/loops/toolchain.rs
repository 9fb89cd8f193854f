//! From C to machines: clang, the reader of LLVM IR, the linker, the passes and the virtual machine, one after the other.

use std::path::Path;

use porf_entity::Address;
use porf_llvm::{Linked, ast};
use porf_passes::{LoopReport, PassName, PassOptions};
use porf_vm::{Machine, MachineOptions};

use super::program::LoopProgram;
use super::render::{CFile, prefix};
use crate::compiler::Compiler;

/// clang and what programs are linked with.
pub struct ToolChain(Compiler);

/// Programs that are compiled but not linked.
pub struct Compiled {
    /// What was compiled.
    pub file: CFile,
    module: ast::Module,
}

/// One program by itself.
pub struct LinkedProgram {
    linked: Linked,
    /// What the names of its globals begin with.
    prefix: String,
}

/// Which passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    /// All of them.
    All,
    /// All but those that end loops which only wait.
    WithoutSpinloops,
}

/// A program that can be run.
pub struct Runnable {
    /// The machine that runs it.
    pub machine: Machine,
    /// What became of its loops.
    pub loops: Vec<LoopReport>,
    /// Where the variables of the program are, in their order; `None` for one that nothing accesses.
    pub variables: Vec<Option<Address>>,
}

impl ToolChain {
    /// Finds clang and reads the runtime.
    pub fn find() -> Result<Self, String> {
        Compiler::find().map(Self)
    }

    /// Compiles programs in one file, which is written to `scratch` and removed again.
    pub fn compile(&self, programs: &[LoopProgram], scratch: &Path) -> Result<Compiled, String> {
        let file = CFile::of_many(programs);
        let module = self.0.compile(&file.text, scratch)?;
        Ok(Compiled { file, module })
    }

    /// Links one of the programs of a file, the one at `index`.
    pub fn link(&self, compiled: &mut Compiled, index: usize) -> Result<LinkedProgram, String> {
        let prefix = prefix(index);
        let linked = self.0.with_main(&mut compiled.module, &prefix, porf_llvm::link)?;
        Ok(LinkedProgram { linked: linked.map_err(|error| error.to_string())?, prefix })
    }
}

impl LinkedProgram {
    /// Makes the program ready to run, where loops jump back at most `unroll` times.
    pub fn prepare(&self, program: &LoopProgram, passes: Passes, unroll: u32) -> Result<Runnable, String> {
        let mut module = self.linked.module.clone();
        let roots = module.functions.ids().filter(|&id| module.functions[id].name == "porf_thread_main");
        let options = PassOptions {
            unroll: Some(unroll),
            disabled: match passes {
                Passes::All => Vec::new(),
                Passes::WithoutSpinloops => PassName::SPINLOOPS.to_vec(),
            },
            user_functions: self.linked.user_functions.clone(),
            roots: roots.collect(),
            ..PassOptions::default()
        };
        let loops = porf_passes::run(&mut module, &options);
        let options = MachineOptions { spurious: program.spurious, solo: true, ..MachineOptions::default() };
        let machine = Machine::with_options(&module, options).map_err(|error| error.to_string())?;
        let address = |name: String| {
            let global = module.globals.ids().find(|&id| module.globals[id].name == name);
            global.map(|id| machine.address_of(id))
        };
        let variables = program.variables.ids().map(|id| address(format!("{}{id}", self.prefix))).collect();
        Ok(Runnable { machine, loops, variables })
    }
}
