//! Pictures of executions as files in a directory.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use porf_report::{CheckReport, dot};

/// Longer names of tests are cut, since file systems have limits.
const LONGEST_NAME: usize = 100;

/// A directory of pictures.
pub(crate) struct Pictures {
    directory: PathBuf,
    names: HashSet<String>,
}

impl Pictures {
    /// Pictures in the directory, which is created if need be.
    pub(crate) fn new(directory: PathBuf) -> anyhow::Result<Self> {
        fs::create_dir_all(&directory)
            .with_context(|| format!("--dot: cannot create the directory {}", directory.display()))?;
        Ok(Self { directory, names: HashSet::new() })
    }

    /// Draws the report's most notable execution and returns the path; `None` if the report has no
    /// execution.
    pub(crate) fn draw(&mut self, report: &CheckReport) -> anyhow::Result<Option<PathBuf>> {
        let Some(execution) = report.notable_execution() else { return Ok(None) };
        let title = format!("{} under {}: {}", report.test, report.model, report.verdict);
        let name = self.unused_name(&report.test, &report.model);
        let path = self.directory.join(name);
        fs::write(&path, dot::render(execution, &title))
            .with_context(|| format!("--dot: cannot write {}", path.display()))?;
        Ok(Some(path))
    }

    /// A file name for the test and model that no other picture of this run has.
    fn unused_name(&mut self, test: &str, model: &str) -> String {
        let harmless = |c: char| if c.is_alphanumeric() || "+-_".contains(c) { c } else { '_' };
        let stem: String = test.chars().take(LONGEST_NAME).map(harmless).collect();
        let names = std::iter::once(format!("{stem}-{model}.dot"))
            .chain((2..).map(|copy: u64| format!("{stem}-{model}-{copy}.dot")));
        let mut unused = names.filter(|name| !self.names.contains(name));
        let name = unused.next().expect("there is always another number");
        self.names.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless_and_unique() {
        let mut pictures = Pictures { directory: PathBuf::new(), names: HashSet::new() };
        assert_eq!(pictures.unused_name("MP+rel+acq", "rc11"), "MP+rel+acq-rc11.dot");
        assert_eq!(pictures.unused_name("MP+rel+acq", "rc11"), "MP+rel+acq-rc11-2.dot");
        assert_eq!(pictures.unused_name("MP+rel+acq", "rc11"), "MP+rel+acq-rc11-3.dot");
        assert_eq!(pictures.unused_name("../../etc/x y", "sc"), "______etc_x_y-sc.dot");
    }
}
