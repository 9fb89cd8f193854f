//! The programs of the corpus with the options of their headers (corpus/README.md).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use porf_explore::ModelKind;
use porf_passes::PassName;

use crate::subject::Switches;

/// A program with options, under a model.
#[derive(Debug)]
pub(super) struct Instance {
    pub(super) file: PathBuf,
    pub(super) clang_options: Vec<String>,
    pub(super) model: ModelKind,
    pub(super) unroll: Option<u32>,
    pub(super) disabled_passes: Vec<PassName>,
    pub(super) switches: Switches,
}

/// The models that are measured: interleavings exist under SC only.
const MODELS: [ModelKind; 2] = [ModelKind::Sc, ModelKind::Rc11];

/// The programs below a directory without errors, but for those that headers call slow.
pub(super) fn instances(directory: &Path) -> Result<Vec<Instance>> {
    let mut entries = fs::read_dir(directory)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| directory.display().to_string())?;
    entries.sort_by_key(fs::DirEntry::path);
    let mut all = Vec::new();
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            all.extend(instances(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            all.extend(in_header(&path, &source));
        }
    }
    Ok(all)
}

/// The instances that the header of a program has, without those that have options unknown here.
fn in_header(file: &Path, source: &str) -> Vec<Instance> {
    let mut options: Vec<String> = Vec::new();
    let mut lines: Vec<(Vec<String>, String, bool)> = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let Some((key, result)) = line.split_once(':') else { continue };
        if key == "options" {
            options = words(result);
            continue;
        }
        let (models, variant) = key.split_once(" [").unwrap_or((key, ""));
        let (variant, end) = variant.split_once(']').unwrap_or((variant, key));
        let is_wanted = !end.ends_with("slow") && !models.starts_with(' ');
        let has_no_error = ["verified", "bounded"].iter().any(|it| result.trim_start().starts_with(it));
        let models = models.trim_end_matches(" slow").trim_end_matches(" rf");
        lines.push((words(variant), models.to_owned(), is_wanted && has_no_error));
    }
    let mut all: Vec<Instance> = Vec::new();
    for (number, (variant, ..)) in lines.iter().enumerate() {
        if lines[..number].iter().any(|(earlier, ..)| earlier == variant) {
            continue;
        }
        for model in MODELS {
            let of_variant = || lines.iter().filter(|(other, ..)| other == variant);
            let names = |models: &str| models.split(',').any(|name| name == model.name());
            let line = of_variant()
                .find(|(_, models, _)| names(models))
                .or_else(|| of_variant().find(|(_, models, _)| models == "all"));
            if line.is_some_and(|&(.., is_wanted)| is_wanted) {
                all.extend(instance(file, model, options.iter().chain(variant)));
            }
        }
    }
    all
}

fn instance<'a>(
    file: &Path,
    model: ModelKind,
    options: impl Iterator<Item = &'a String>,
) -> Option<Instance> {
    let mut instance = Instance {
        file: file.to_owned(),
        clang_options: Vec::new(),
        model,
        unroll: None,
        disabled_passes: Vec::new(),
        switches: Switches { symmetry: true, ..Switches::default() },
    };
    let mut options = options.map(String::as_str);
    while let Some(word) = options.next() {
        match word {
            "--unroll" => instance.unroll = Some(options.next()?.parse().ok()?),
            "--no-liveness" => instance.switches.liveness = false,
            "--no-awaits" => instance.switches.awaits = false,
            "--no-helping" => instance.switches.helping = false,
            "--no-independent-adds" => instance.switches.independent_adds = false,
            "--no-spinloops" => instance.disabled_passes.extend(PassName::SPINLOOPS),
            "--symmetry" | "--independent-adds" => {}
            _ => match word.strip_prefix("--") {
                None => instance.clang_options.push(word.to_owned()),
                Some(option) => {
                    let pass = option.strip_prefix("no-")?;
                    let pass = PassName::SPINLOOPS.into_iter().find(|it| it.to_string() == pass)?;
                    instance.disabled_passes.push(pass);
                }
            },
        }
    }
    Some(instance)
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_the_corpus_means_them() {
        let source = "\
            //@ about: something\n\
            //@   that goes on: verified\n\
            //@ options: --unroll 3 --no-liveness\n\
            //@ sc: verified executions=3\n\
            //@ all: error assertion\n\
            //@ all [-DN=5 --no-zne]: verified\n\
            //@ rc11 [-DN=9] slow: verified\n\
            //@ rc11 [--signed-overflow]: verified\n\
            int main(void) {}\n";
        let found = in_header(Path::new("a.c"), source);
        let found: Vec<_> = found
            .iter()
            .map(|it| (it.model, it.clang_options.join(" "), it.unroll, it.disabled_passes.clone()))
            .collect();
        let zne = vec![PassName::Zne];
        assert_eq!(
            found,
            [
                (ModelKind::Sc, String::new(), Some(3), Vec::new()),
                (ModelKind::Sc, "-DN=5".to_owned(), Some(3), zne.clone()),
                (ModelKind::Rc11, "-DN=5".to_owned(), Some(3), zne),
            ]
        );
    }
}
