//! The destinations of results: standard output for results, standard error for complaints and
//! progress, and files for pictures.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use porf_driver::{LoadedProgram, Progress};
use porf_explore::ModelKind;
use porf_report::{CheckReport, InputReport, json, text};

use crate::args::Format;
use crate::inputs::Input;
use crate::options::{ModelChoice, Options};
use crate::pictures::Pictures;
use crate::run::Outcome;

/// The width of text that is not for a terminal.
const DEFAULT_COLUMNS: usize = 100;

/// Below this width no table is readable anyway.
const FEWEST_COLUMNS: usize = 40;

/// The greatest width of the column of names. Longer names shift the columns after them.
const WIDEST_NAME: usize = 60;

/// Prints results.
pub(crate) struct Output {
    layout: Layout,
    models: usize,
    columns: usize,
    progress: ProgressLine,
    summary: text::Summary,
    pictures: Option<Pictures>,
    /// Whether long executions are shown in full.
    full: bool,
}

/// The layout of results.
enum Layout {
    /// A JSON object for each file and model.
    Json,
    /// One file: the full report.
    Full,
    /// Many files, one model each: one line for each file.
    Lines { name_width: usize },
    /// Many files, all models: one row for each file, one column for each model.
    Matrix { name_width: usize },
}

impl Output {
    /// An output for the results of the inputs.
    pub(crate) fn new(options: &Options, inputs: &[Input]) -> anyhow::Result<Self> {
        let name = |input: &Input| match input {
            Ok(source) => source.name(),
            Err(report) => report.file.clone(),
        };
        let name_width =
            inputs.iter().map(|input| text::width(&name(input))).max().unwrap_or(0).min(WIDEST_NAME);
        let all_models = matches!(options.models, ModelChoice::All);
        let layout = match (options.format, inputs.len()) {
            (Format::Json, _) => Layout::Json,
            (Format::Text, ..=1) => Layout::Full,
            (Format::Text, _) if all_models => Layout::Matrix { name_width },
            (Format::Text, _) => Layout::Lines { name_width },
        };
        let columns = terminal_size::terminal_size_of(std::io::stdout());
        let columns = columns.map_or(DEFAULT_COLUMNS, |(width, _)| usize::from(width.0));
        let output = Self {
            layout,
            models: if all_models { ModelKind::ALL.len() } else { 1 },
            columns: columns.max(FEWEST_COLUMNS),
            progress: ProgressLine::new(inputs.len()),
            summary: text::Summary::new(inputs.len()),
            full: options.full,
            pictures: options.dot.clone().map(Pictures::new).transpose()?,
        };
        if let Layout::Matrix { name_width } = output.layout {
            let models = ModelKind::ALL.map(|model| model.to_string());
            output.print(&line(text::models_header(&models, name_width)))?;
        }
        Ok(output)
    }

    /// The line that shows progress.
    pub(crate) fn progress(&self) -> ProgressLine {
        self.progress.clone()
    }

    /// A function that prints the results of the loop reductions, if they are wanted in text. In
    /// JSON they are a part of the result.
    pub(crate) fn loops(&self, options: &Options) -> impl Fn(&LoadedProgram) + use<> {
        let wanted = options.check.explain_loops && options.format == Format::Text;
        let (progress, columns) = (self.progress.clone(), self.columns);
        move |loaded| {
            if wanted {
                // If this text cannot be written, the result cannot, either. The failure is
                // reported for the result.
                let _ = progress.print(&text::loops(
                    &loaded.loops.explained,
                    &loaded.files,
                    loaded.unroll,
                    columns,
                ));
            }
        }
    }

    /// Prints the result of the next input.
    pub(crate) fn show(&mut self, outcome: &Outcome) -> anyhow::Result<()> {
        match outcome {
            Outcome::Checked { reports, remarks } => {
                self.complain(remarks);
                reports.iter().for_each(|report| self.summary.add(report));
                let mut text = self.checked(reports);
                for report in reports {
                    text += &self.draw(report)?;
                }
                self.print(&text)?;
            }
            Outcome::Bad(bad) => {
                self.summary.add_bad(&bad.report);
                self.complain(&bad.message);
                self.print(&self.bad_input(&bad.report))?;
            }
            Outcome::NotChecked => {
                self.summary.add_not_checked();
                if let Layout::Full = self.layout {
                    self.complain("porf: interrupted before anything was checked\n");
                }
            }
        }
        self.progress.0.inc(1);
        Ok(())
    }

    /// Prints the end of the output.
    pub(crate) fn finish(self, seconds: f64) -> anyhow::Result<()> {
        self.progress.0.finish_and_clear();
        match self.layout {
            Layout::Json | Layout::Full => Ok(()),
            Layout::Lines { .. } | Layout::Matrix { .. } => {
                self.print(&line(self.summary.line(self.models, seconds)))
            }
        }
    }

    fn checked(&self, reports: &[CheckReport]) -> String {
        match (&self.layout, reports) {
            (Layout::Json, reports) => reports.iter().map(|report| line(json::check_line(report))).collect(),
            (Layout::Full, [report]) => text::check(report, self.columns, self.full),
            (Layout::Full, reports) => text::models(reports, self.columns),
            (Layout::Lines { name_width }, reports) => {
                reports.iter().map(|report| line(text::check_line(report, *name_width))).collect()
            }
            (Layout::Matrix { name_width }, reports) => line(text::models_line(reports, *name_width)),
        }
    }

    fn bad_input(&self, report: &InputReport) -> String {
        match self.layout {
            Layout::Json => line(json::input_line(report)),
            // The complaint was printed already.
            Layout::Full => String::new(),
            Layout::Lines { name_width } => line(text::input_line(report, name_width)),
            Layout::Matrix { name_width } => line(text::models_input_line(report, name_width)),
        }
    }

    /// Draws the report's most notable execution if pictures are wanted, and returns the message
    /// about it.
    fn draw(&mut self, report: &CheckReport) -> anyhow::Result<String> {
        let Some(pictures) = &mut self.pictures else { return Ok(String::new()) };
        match (pictures.draw(report)?, &self.layout) {
            (Some(path), Layout::Full) => Ok(line(format!("\nPicture: {}", path.display()))),
            (Some(_), _) => Ok(String::new()),
            (None, _) => {
                let (file, model) = (&report.file, &report.model);
                self.complain(&format!("porf: {file} under {model}: there is no execution to draw\n"));
                Ok(String::new())
            }
        }
    }

    fn print(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.progress.print(text)?)
    }

    fn complain(&self, text: &str) {
        // If complaints cannot be written, no complaint about that can be, either.
        self.progress.0.suspend(|| drop(anstream::stderr().lock().write_all(text.as_bytes())));
    }
}

fn line(mut text: String) -> String {
    text.push('\n');
    text
}

/// The progress of a run, on standard error if that is a terminal. Nothing is shown until the run
/// has taken a while. Then the line has the number of executions explored, the rate a second, the
/// estimated number of all executions and the remaining time. With several files, it has the number
/// of files that are done.
#[derive(Clone)]
pub(crate) struct ProgressLine(ProgressBar);

impl ProgressLine {
    fn new(files: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
        let template = match files {
            ..=1 => "{msg} {elapsed}",
            _ => "{bar:40} {pos}/{len} files  {msg} {elapsed}",
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("━╸─"));
        Self(bar)
    }

    /// Whether progress is visible to anybody.
    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Prints results.
    fn print(&self, text: &str) -> std::io::Result<()> {
        self.0.suspend(|| {
            let mut stdout = anstream::stdout().lock();
            stdout.write_all(text.as_bytes())?;
            stdout.flush()
        })
    }

    /// Shows the progress of the checks.
    pub(crate) fn explored(&self, progress: &Progress) {
        let executions = progress.executions.load(Ordering::Relaxed);
        let estimate = f64::from_bits(progress.estimate.load(Ordering::Relaxed));
        self.0.set_message(message(executions, self.0.elapsed().as_secs_f64(), estimate));
        self.0.tick();
    }
}

/// The number of executions so far, their rate, and the estimate of the rest.
fn message(executions: u64, seconds: f64, estimate: f64) -> String {
    let rate = executions as f64 / seconds.max(1e-3);
    let mut text = format!("{} executions, {} a second", HumanCount(executions), HumanCount(rate as u64));
    // An estimate below the current number is useless.
    if estimate > executions as f64 && rate > 0.0 {
        let left = Duration::try_from_secs_f64((estimate - executions as f64) / rate);
        text += &format!(", of about {}", rounded(estimate));
        text += &left.map_or(String::new(), |left| format!(", {} left", HumanDuration(left)));
    }
    text
}

/// A number with two significant digits.
fn rounded(number: f64) -> String {
    if number < 1e12 {
        let unit = 10f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
        HumanCount(((number / unit).round() * unit) as u64).to_string()
    } else {
        format!("{number:.0e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_in_words() {
        assert_eq!(message(10_000, 2.0, 0.0), "10,000 executions, 5,000 a second");
        assert_eq!(
            message(10_000, 2.0, 61_234.5),
            "10,000 executions, 5,000 a second, of about 61,000, 10 seconds left"
        );
        assert_eq!(message(10_000, 2.0, 9_000.0), "10,000 executions, 5,000 a second");
        assert_eq!(message(0, 2.0, 100.0), "0 executions, 0 a second");
        assert!(message(10, 2.0, 1e40).contains("of about 1e40"));
    }
}
