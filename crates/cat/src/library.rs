//! Files that a model can include: the shipped models and the library, which are part of porf, and
//! files beside the including one.
//!
//! The prelude (`stdlib.cat`) comes before every model. The files of [`FIXED`] stand for the
//! coherence order of the execution, which is given. Models written for herd include files of these
//! names, in which herd enumerates coherence orders, so porf's files come first. Every other file is
//! looked for beside the including one, then in porf. So a model can bring its own version of a
//! library file, which the shipped models do not see.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The length limit of a model. A longer file is no model, and may have no end.
const LONGEST_FILE: u64 = 1 << 20;

/// A file: its name, for messages and to find other files beside it, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The name or path.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// The files that a model may include.
pub trait Includes {
    /// The file that an `include` of this name means in the file `from`, `None` if there is none.
    fn find(&self, name: &str, from: &Source) -> io::Result<Option<Source>>;
}

/// The library and the shipped models only.
pub struct LibraryOnly;

impl Includes for LibraryOnly {
    fn find(&self, _name: &str, _from: &Source) -> io::Result<Option<Source>> {
        Ok(None)
    }
}

/// Files in the directory of the including file.
pub struct FilesBeside;

impl Includes for FilesBeside {
    fn find(&self, name: &str, from: &Source) -> io::Result<Option<Source>> {
        let directory = Path::new(&from.name).parent().unwrap_or(Path::new(""));
        match read_file(&directory.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            result => result.map(Some),
        }
    }
}

/// The file at a path.
pub fn read_file(path: &Path) -> io::Result<Source> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!("it is longer than {} MiB", LONGEST_FILE >> 20)));
    }
    Ok(Source { name: path.display().to_string(), text })
}

/// The shipped models by name.
const MODELS: &[(&str, &str)] = &[
    ("sc", include_str!("../models/sc.cat")),
    ("tso", include_str!("../models/tso.cat")),
    ("pso", include_str!("../models/pso.cat")),
    ("ra", include_str!("../models/ra.cat")),
    ("rc11", include_str!("../models/rc11.cat")),
    ("cpp20", include_str!("../models/cpp20.cat")),
];

/// The prelude.
const PRELUDE: (&str, &str) = ("stdlib.cat", include_str!("../library/stdlib.cat"));

/// Files whose names always mean porf's: the prelude, and files about orders, which are given.
const FIXED: &[(&str, &str)] = &[
    PRELUDE,
    ("cos.cat", include_str!("../library/cos.cat")),
    ("cos-opt.cat", include_str!("../library/cos.cat")),
    ("cross.cat", include_str!("../library/cross.cat")),
    ("c11_cos.cat", include_str!("../library/c11_cos.cat")),
    ("c11_los.cat", include_str!("../library/c11_los.cat")),
];

/// Other files of the library.
const LIBRARY: &[(&str, &str)] = &[
    ("x86fences.cat", include_str!("../library/x86fences.cat")),
    ("fences.cat", include_str!("../library/x86fences.cat")),
    ("basic.cat", include_str!("../library/basic.cat")),
    ("filters.cat", include_str!("../library/filters.cat")),
    ("races.cat", include_str!("../library/races.cat")),
];

/// The names of the shipped models.
pub fn shipped_names() -> impl Iterator<Item = &'static str> {
    MODELS.iter().map(|(name, _)| *name)
}

/// The shipped model of this name, without `.cat`.
pub fn shipped(name: &str) -> Option<Source> {
    let (_, text) = MODELS.iter().find(|(known, _)| *known == name)?;
    Some(Source { name: format!("{name}.cat"), text: (*text).to_owned() })
}

pub(crate) fn prelude() -> Source {
    let (name, text) = PRELUDE;
    Source { name: name.to_owned(), text: text.to_owned() }
}

/// The file that an `include` means, and whether it is part of porf. Files that are part of porf
/// include each other.
pub(crate) fn find(
    includes: &dyn Includes,
    name: &str,
    from: &Source,
    from_library: bool,
) -> io::Result<Option<(Source, bool)>> {
    let among = |files: &[(&str, &str)]| {
        let (name, text) = files.iter().find(|(known, _)| *known == name)?;
        Some((Source { name: (*name).to_owned(), text: (*text).to_owned() }, true))
    };
    if let Some(found) = among(FIXED) {
        return Ok(Some(found));
    }
    if !from_library && let Some(source) = includes.find(name, from)? {
        return Ok(Some((source, false)));
    }
    let model = || Some((shipped(name.strip_suffix(".cat")?)?, true));
    Ok(among(LIBRARY).or_else(model))
}
