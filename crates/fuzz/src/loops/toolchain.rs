//! From C to machines: clang, the reader of LLVM IR, the linker, the passes and the virtual machine, one after the other.
//!
//! A file holds many programs. It is compiled and read once; then the `main` of each program in turn is made that of the file,
//! and whatever it does not reach is left out.

use std::path::Path;

use porf_clang::{Clang, Colour, Headers};
use porf_entity::Address;
use porf_llvm::{Linked, NamedModule, ast};
use porf_passes::{LoopReport, PassName, PassOptions};
use porf_vm::{Machine, MachineOptions};

use super::program::LoopProgram;
use super::render::{CFile, prefix};

/// clang and what programs are linked with.
pub struct ToolChain {
    clang: Clang,
    headers: Headers,
    runtime: ast::Module,
}

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
        let clang = Clang::find(None).map_err(|error| error.to_string())?;
        let headers = Headers::install().map_err(|error| error.to_string())?;
        let runtime = porf_llvm::parse(porf_runtime::RUNTIME).map_err(|error| error.to_string())?;
        Ok(Self { clang, headers, runtime })
    }

    /// Compiles programs in one file, which is written to `scratch` and removed again.
    pub fn compile(&self, programs: &[LoopProgram], scratch: &Path) -> Result<Compiled, String> {
        // Lines are all that positions are needed for.
        let options = ["-w", "-gline-tables-only"].map(str::to_owned);
        let file = CFile::of_many(programs);
        let on_error = |error: std::io::Error| format!("{}: {error}", scratch.display());
        std::fs::write(scratch, &file.text).map_err(on_error)?;
        let compiled = self.clang.compile(scratch, &options, &self.headers, Colour::Never);
        std::fs::remove_file(scratch).map_err(on_error)?;
        let text = compiled.map_err(|error| error.to_string())?.llvm_ir;
        let module = porf_llvm::parse(&text).map_err(|error| error.to_string())?;
        Ok(Compiled { file, module })
    }

    /// Links one of the programs of a file, the one at `index`.
    pub fn link(&self, compiled: &mut Compiled, index: usize) -> Result<LinkedProgram, String> {
        let prefix = prefix(index);
        let name = format!("{prefix}main");
        let globals = &mut compiled.module.globals;
        let main = globals.ids().find(|&id| *globals[id].name == *name).ok_or("there is no such program")?;
        globals[main].name = "main".into();
        let linked = porf_llvm::link(&[
            NamedModule { name: "programs", ast: &compiled.module, runtime: false },
            NamedModule { name: "runtime", ast: &self.runtime, runtime: true },
        ]);
        compiled.module.globals[main].name = name.into();
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
