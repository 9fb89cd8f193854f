//! Many programs in one file of C, which is compiled and read once. Then the `main` of each program
//! in turn becomes the `main` of the file, and the linker leaves out everything that it does not
//! reach.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use porf_clang::{Clang, Colour, Headers};
use porf_llvm::{Linked, NamedModule, ast};

/// clang, and the runtime with which programs are linked.
pub struct Compiler {
    clang: Clang,
    headers: Headers,
    runtime: ast::Module,
}

impl Compiler {
    /// Finds clang and reads the runtime.
    pub fn find() -> Result<Self, String> {
        let clang = Clang::find(None, &AtomicBool::new(false)).map_err(|error| error.to_string())?;
        let headers = Headers::install().map_err(|error| error.to_string())?;
        let runtime = porf_llvm::parse(porf_runtime::RUNTIME).map_err(|error| error.to_string())?;
        Ok(Self { clang, headers, runtime })
    }

    /// Compiles a text, which is written to `scratch` and removed again.
    pub(crate) fn compile(&self, text: &str, scratch: &Path) -> Result<ast::Module, String> {
        // Positions are needed for lines only.
        let options = ["-w", "-gline-tables-only"].map(str::to_owned);
        let on_error = |error: std::io::Error| format!("{}: {error}", scratch.display());
        std::fs::write(scratch, text).map_err(on_error)?;
        let compiled =
            self.clang.compile(scratch, &options, &self.headers, Colour::Never, &AtomicBool::new(false));
        std::fs::remove_file(scratch).map_err(on_error)?;
        let text = compiled.map_err(|error| error.to_string())?.llvm_ir;
        porf_llvm::parse(&text).map_err(|error| error.to_string())
    }

    /// Links the program whose names begin with a prefix: its `main` becomes that of the file.
    pub(crate) fn link(&self, module: &mut ast::Module, prefix: &str) -> Result<Linked, String> {
        let name = format!("{prefix}main");
        let main = module.globals.ids().find(|&id| *module.globals[id].name == *name);
        let main = main.ok_or("there is no such program")?;
        module.globals[main].name = "main".into();
        let linked = porf_llvm::link(&[
            NamedModule { name: "programs", ast: module, runtime: false },
            NamedModule { name: "runtime", ast: &self.runtime, runtime: true },
        ]);
        module.globals[main].name = name.into();
        linked.map_err(|error| error.to_string())
    }
}
