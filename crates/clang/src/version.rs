//! Versions of clang.

use std::fmt;

/// The oldest major version whose output can be read: before it, pointers in LLVM IR are typed.
pub const OLDEST: u32 = 15;
/// The newest major version whose output is known.
pub const NEWEST: u32 = 22;

/// A version of clang.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// The number before the first point.
    pub major: u32,
    /// The version as clang writes it, `19.1.7`.
    pub text: String,
}

impl Version {
    /// Reads the output of `clang --version`. Its first line is `clang version 22.0.0git (…)`,
    /// perhaps with the name of a vendor in front: `Debian clang version 19.1.7 (3~deb12u1)`.
    ///
    /// Apple counts in its own way (its 15 is LLVM's 16, its 17 is LLVM's 19), but never runs ahead
    /// of LLVM by much: the bounds are applied to its number as it is.
    pub(crate) fn parse(output: &str) -> Option<Self> {
        let line = output.lines().find(|line| line.contains("clang version "))?;
        let (_, rest) = line.split_once("clang version ")?;
        let text = rest.split_whitespace().next()?;
        let major = text.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()?;
        Some(Self { major, text: text.to_owned() })
    }

    /// Whether the output of this version can be read.
    pub fn is_supported(&self) -> bool {
        (OLDEST..=NEWEST).contains(&self.major)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_whatever_the_vendor() {
        let cases = [
            ("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64-pc-linux-gnu\n", 19, "19.1.7"),
            ("Ubuntu clang version 18.1.3 (1ubuntu1)\nTarget: x86_64-pc-linux-gnu\n", 18, "18.1.3"),
            ("clang version 22.0.0git (https://example.org 0123abc)\n", 22, "22.0.0git"),
            ("Apple clang version 15.0.0 (clang-1500.3.9.4)\n", 15, "15.0.0"),
            ("clang version 20\n", 20, "20"),
            ("warning: something\nclang version 16.0.6\n", 16, "16.0.6"),
        ];
        for (output, major, text) in cases {
            assert_eq!(Version::parse(output), Some(Version { major, text: text.to_owned() }), "{output}");
        }
        for output in ["", "gcc (Debian 12.2.0) 12.2.0", "clang version ", "clang version x.1"] {
            assert_eq!(Version::parse(output), None, "{output}");
        }
    }

    #[test]
    fn the_bounds_are_inclusive() {
        let supported = |major| Version { major, text: String::new() }.is_supported();
        assert!(!supported(14) && supported(15) && supported(22) && !supported(23));
    }
}
