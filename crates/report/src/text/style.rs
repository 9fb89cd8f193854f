//! The few styles in use, by meaning.

use anstyle::{AnsiColor, Style};

use crate::Verdict;

pub(crate) const PLAIN: Style = Style::new();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const QUIET: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const UNSURE: Style = AnsiColor::Yellow.on_default().bold();
pub(crate) const VALUE: Style = AnsiColor::Cyan.on_default();

/// The text in the style. An empty text has no style.
pub(crate) fn paint(style: Style, text: impl AsRef<str>) -> String {
    match text.as_ref() {
        "" => String::new(),
        text => format!("{style}{text}{style:#}"),
    }
}

/// The style of a verdict.
pub(crate) fn verdict(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Holds => GOOD,
        Verdict::Fails | Verdict::Error => BAD,
        Verdict::Unsupported | Verdict::Bounded | Verdict::Incomplete => UNSURE,
    }
}
