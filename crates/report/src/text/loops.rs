//! The results of the loop reductions as text: each loop with its code, the reductions that were
//! applied, and the change that would allow more.

use annotate_snippets::{Element, Level};

use super::check::wrapped;
use super::diagnostic::{Mark, marked, render};
use super::grid::width;
use super::source::Sources;
use super::style::{self, paint};
use crate::loops::{Fate, Words, words};
use crate::{BackEdgeReport, CheckReport, LoopObstacle, LoopReport, LoopWork, Place, SourceFile};

/// The widest prefix of lines of code and messages.
const LINE_NUMBER: &str = "99999 | ";

/// All loops of a program with these files, of whose loops at most `bound` iterations are followed.
/// Loops that are worth a look come first, and the number of loops of each sort at the end.
pub fn loops(loops: &[LoopReport], files: &[SourceFile], bound: Option<u32>, columns: usize) -> String {
    let page = Page { sources: Sources::new(files), files, bound, columns };
    let (working, others): (Vec<&LoopReport>, Vec<&LoopReport>) =
        loops.iter().partition(|report| report.fate() == Fate::Works);
    let mut paragraphs: Vec<String> = others.into_iter().map(|report| page.in_full(report)).collect();
    paragraphs.push(working.into_iter().map(|report| page.in_a_line(report)).collect());
    paragraphs.push(page.summary(loops));
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n") + "\n"
}

/// The loops that are followed for as long as they go on, and may keep exploration from coming to
/// an end: each with the reason and with advice.
pub(crate) fn followed(loops: &[LoopReport], files: &[SourceFile]) -> Vec<String> {
    let page = Page { sources: Sources::new(files), files, bound: None, columns: usize::MAX };
    let mut sentences = Vec::new();
    for report in loops {
        let followed = report.back_edges.iter().filter(|back_edge| back_edge.fate() == Fate::Explored);
        for back_edge in followed.filter(|back_edge| {
            !matches!(back_edge.obstacle, Some(LoopObstacle::ReadsNothing | LoopObstacle::TurnedOff { .. }))
        }) {
            let reason = page.words(report).reason(back_edge, true);
            let advice = match back_edge.obstacle.as_ref().and_then(words::help) {
                Some(help) if help.starts_with("--unroll") => help.to_string(),
                Some(help) => format!("--unroll N bounds the loop; {help}"),
                None => "--unroll N bounds the loop".into(),
            };
            let sentence =
                format!("The {} may go on without end: {reason} ({advice}).", page.name(report, true));
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
    }
    sentences
}

/// The places to which threads came again by redundant iterations, each once and with the loop
/// around it.
pub(crate) fn redundant(report: &CheckReport) -> Vec<String> {
    let page =
        Page { sources: Sources::new(&report.files), files: &report.files, bound: None, columns: usize::MAX };
    let mut sentences = Vec::new();
    for &place in report.redundant_at.iter().flatten() {
        let is_around = |it: &&LoopReport| {
            it.place.file == place.file && it.place.line <= place.line && place.line <= it.end_line
        };
        let around = report.loops.iter().flatten().filter(is_around).max_by_key(|it| it.place.line);
        let Some(name) = page.sources.name(place) else { continue };
        let iterations = match around {
            Some(around) => format!("Iterations of the {}", page.name(around, true)),
            None => format!("Iterations that came to {name} again"),
        };
        let sentence = format!(
            "{iterations} were found to be redundant while exploring, and left out (redundant-iterations)."
        );
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences
}

struct Page<'a> {
    sources: Sources<'a>,
    files: &'a [SourceFile],
    bound: Option<u32>,
    columns: usize,
}

impl<'a> Page<'a> {
    fn words(&self, report: &LoopReport) -> Words<'a> {
        Words::new(self.files, report.place, self.bound)
    }

    /// `loop in lock, lines 9-14`, or with the name of the file.
    fn name(&self, report: &LoopReport, with_file: bool) -> String {
        let lines = match (report.place.line, report.end_line) {
            (Some(first), Some(last)) if last > first => Some((format!("{first}-{last}"), "lines")),
            (Some(first), _) => Some((first.to_string(), "line")),
            (None, _) => None,
        };
        let file = self.sources.file(report.place).filter(|_| with_file);
        let at = match (lines, file) {
            (Some((lines, _)), Some(file)) => format!(", {}:{lines}", file.name),
            (Some((lines, noun)), None) => format!(", {noun} {lines}"),
            (None, _) => String::new(),
        };
        format!("loop in {}{at}", report.function)
    }

    /// A loop that obviously does not wait, in one line: it is no surprise that it is explored.
    fn in_a_line(&self, report: &LoopReport) -> String {
        let name = paint(style::HEADING, self.name(report, true) + ":");
        let counts = report.back_edges.iter().any(|back_edge| back_edge.work == Some(LoopWork::Counts));
        let works = if counts { "counts" } else { "computes" };
        format!("{name} {works}; {}\n", self.words(report).explored())
    }

    /// A loop with its code.
    fn in_full(&self, report: &LoopReport) -> String {
        let words = self.words(report);
        let title = match (report.back_edges.iter().max_by_key(|back_edge| back_edge.fate()), report.fate()) {
            (_, Fate::PartlyExplored) => "is explored in part".into(),
            (Some(back_edge), _) => words.fate(back_edge),
            (None, _) => String::new(),
        };
        let level = Level::NOTE.with_name(self.name(report, false));
        let group = marked(level.primary_title(title), &self.marks(report), self.sources);
        let group = match &report.back_edges[..] {
            [back_edge] if back_edge.inlined_into.is_none() => {
                group.elements(self.explain_only(words, back_edge))
            }
            back_edges => group.elements(self.explain_each(words, back_edges)),
        };
        render(&[group], self.columns)
    }

    /// The marks at the beginning of the loop and at its obstacles.
    fn marks(&self, report: &LoopReport) -> Vec<Mark> {
        let mut obstacles: Vec<Mark> = Vec::new();
        for obstacle in report.back_edges.iter().filter_map(|back_edge| back_edge.obstacle.as_ref()) {
            if let Some(place) = obstacle.place().filter(|&place| self.sources.span(place).is_some())
                && obstacles.iter().all(|mark| mark.place != place)
            {
                let label = if self.is_labelled(obstacle) { words::label(obstacle) } else { String::new() };
                obstacles.push(Mark::new(place, label));
            }
        }
        let is_beginning =
            |mark: &Mark| (mark.place.file, mark.place.line) == (report.place.file, report.place.line);
        if !obstacles.iter().any(is_beginning) {
            // The mark covers the whole line, since a position is only that of a keyword.
            let beginning = Place { column: None, ..report.place };
            obstacles.push(Mark::new(beginning, String::new()));
        }
        obstacles.sort_by_key(|mark| !is_beginning(mark));
        obstacles
    }

    /// Whether the place of an obstacle is shown with enough room for its label.
    fn is_labelled(&self, obstacle: &LoopObstacle) -> bool {
        let code = obstacle.place().and_then(|place| self.sources.line_up_to(place));
        code.is_some_and(|code| {
            let tabs = 3 * code.matches('\t').count();
            width(LINE_NUMBER) + width(code) + tabs + 1 + width(&words::label(obstacle)) <= self.columns
        })
    }

    /// The messages about the only back edge, beyond title and marks.
    fn explain_only(&self, words: Words<'_>, back_edge: &BackEdgeReport) -> Vec<Element<'a>> {
        let note =
            match (back_edge.fate(), back_edge.obstacle.as_ref().is_some_and(|it| self.is_labelled(it))) {
                (Fate::Checked, true) => Some(words.check(back_edge)),
                (_, true) => None,
                (_, false) => Some(words.reason(back_edge, true)),
            };
        let help = self.help(std::slice::from_ref(back_edge));
        note.iter().map(|note| self.message("note", note)).chain(help).collect()
    }

    /// The results for each of several back edges.
    fn explain_each(&self, words: Words<'_>, back_edges: &[BackEdgeReport]) -> Vec<Element<'a>> {
        let fates = back_edges.iter().map(|back_edge| {
            let at = match back_edge.place.line {
                Some(_) if words.is_end_of_body(back_edge) => "back edge at the end".into(),
                Some(line) => format!("back edge at line {line}"),
                None => "note".into(),
            };
            self.message(&at, &words.sentence(back_edge, false))
        });
        fates.chain(self.help(back_edges)).collect()
    }

    /// Advice for the back edges that are followed.
    fn help(&self, back_edges: &[BackEdgeReport]) -> Vec<Element<'a>> {
        let mut help: Vec<&str> = Vec::new();
        for back_edge in back_edges.iter().filter(|back_edge| back_edge.fate() == Fate::Explored) {
            let text = back_edge.obstacle.as_ref().and_then(words::help);
            help.extend(text.filter(|text| !help.contains(text)));
        }
        help.into_iter().map(|text| self.message("help", text)).collect()
    }

    /// A message below a snippet, on as many lines as it needs.
    fn message(&self, name: &str, text: &str) -> Element<'a> {
        let level = if name == "help" { Level::HELP } else { Level::NOTE };
        let before = width(LINE_NUMBER) + width(": ") + width(name);
        let lines = wrapped(text, "", self.columns.saturating_sub(before));
        level.with_name(name.to_owned()).message(lines.trim_end().to_owned()).into()
    }

    /// `3 loops: 2 wait instead of repeating themselves, 1 is explored in full.`
    fn summary(&self, loops: &[LoopReport]) -> String {
        let number = |fate: Fate| loops.iter().filter(|report| report.fate() == fate).count();
        let sorts = [
            (Fate::Removed, "is removed", "are removed"),
            (Fate::Ends, "waits instead of repeating itself", "wait instead of repeating themselves"),
            (Fate::Checked, "is checked at run time", "are checked at run time"),
            (Fate::PartlyExplored, "is explored in part", "are explored in part"),
            (Fate::Explored, "is explored in full", "are explored in full"),
            (Fate::Works, "computes", "compute"),
        ];
        let parts = sorts.map(|(fate, one, several)| (number(fate), one, several));
        let parts: Vec<_> = parts.into_iter().filter(|&(number, ..)| number > 0).collect();
        let mut text = match parts[..] {
            [] => "The program has no loops.".to_string(),
            [(1, one, _)] => format!("The only loop {one}."),
            [(2, _, several)] => format!("Both loops {several}."),
            [(number, _, several)] => format!("All {number} loops {several}."),
            _ => {
                let parts = parts.iter().map(|&(number, one, several)| match number {
                    1 => format!("1 {one}"),
                    _ => format!("{number} {several}"),
                });
                format!("{} loops: {}.", loops.len(), parts.collect::<Vec<_>>().join(", "))
            }
        };
        if self.bound.is_none() && number(Fate::Explored) + number(Fate::PartlyExplored) > 0 {
            text += " Without --unroll N, a loop is explored for as long as it goes on.";
        }
        wrapped(&text, "", self.columns)
    }
}

#[cfg(test)]
mod tests;
