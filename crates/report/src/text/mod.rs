//! Results for people.
//!
//! All functions return text with ANSI styles in it. The writer decides whether they stay: anstream
//! removes them for a file or where the user wants no colour. Widths are columns of a terminal.

mod calls;
mod check;
mod diagnostic;
mod execution;
mod grid;
mod loops;
mod overview;
mod phrase;
mod program;
pub(crate) mod source;
mod style;
mod trace;
mod weak;

pub use check::check;
pub use grid::width;
pub use loops::loops;
pub use overview::{Summary, check_line, input_line, models, models_header, models_input_line, models_line};
pub use phrase::{count, duration, error_kind};

#[cfg(test)]
pub(crate) fn plain(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    text.lines().map(str::trim_end).fold(String::new(), |all, line| all + line + "\n")
}
