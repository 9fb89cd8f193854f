//! Errors and warnings in the manner of a compiler: the message, the place, and the code with the
//! place marked.

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Message, Origin, Renderer, Snippet, Title,
};

use super::phrase::error_kind;
use super::source::Sources;
use crate::{AccessReport, ErrorReport, FrameReport, Place, ThreadEnd, Warning};
use porf_entity::ErrorKind;

/// The number of frames that are shown at either end of a deeper stack.
const FRAMES_AT_EITHER_END: usize = 5;

/// An error with the places that are related to it.
pub(crate) fn error(error: &ErrorReport, sources: Sources<'_>, columns: usize) -> String {
    let mut group = marked(Level::ERROR.primary_title(headline(error)), &marks(error), sources);
    if error.kind == ErrorKind::DataRace {
        group = group
            .element(Level::NOTE.message("in C this makes the behaviour of the whole program undefined"));
    }
    group = group.elements(calls(&error.stack, sources));
    let notes = error.notes.iter().map(|note| {
        let mark = Mark::new(note.place, note.thread.as_deref().map(in_thread).unwrap_or_default());
        marked(Level::NOTE.secondary_title(&note.message), &[mark], sources)
    });
    render(&[group].into_iter().chain(notes).collect::<Vec<_>>(), columns)
}

/// An operation that porf cannot run, with its place.
pub(crate) fn unsupported(what: &ErrorReport, sources: Sources<'_>, columns: usize) -> String {
    let title = match what.kind {
        ErrorKind::UnknownFunction => {
            format!("the function {}, which is neither defined nor known to porf", what.message)
        }
        _ => what.message.clone(),
    };
    let level = Level::WARNING.with_name("unsupported");
    let mut group = marked(level.primary_title(title), &marks(what), sources);
    group = group.elements(calls(&what.stack, sources));
    let help = match what.kind {
        ErrorKind::UnknownFunction => {
            "add the file that defines it, or a model of it (porf defines __PORF__)"
        }
        _ => "porf cannot run this; leave it out or replace it when __PORF__ is defined",
    };
    group = group.element(Level::HELP.message(help));
    render(&[group], columns)
}

/// A warning with its place.
pub(crate) fn warning(warning: &Warning, sources: Sources<'_>, columns: usize) -> String {
    let title = format!("{}: {}", warning.kind, warning.message);
    let mark = Mark::new(warning.place, String::new());
    render(&[marked(Level::WARNING.primary_title(title), &[mark], sources)], columns)
}

/// The error in one line.
fn headline(error: &ErrorReport) -> String {
    match error.message.as_str() {
        "" => error_kind(error.kind).to_owned(),
        message => format!("{}: {message}", error_kind(error.kind)),
    }
}

/// The groups as text.
pub(crate) fn render(groups: &[Group<'_>], columns: usize) -> String {
    Renderer::styled().term_width(columns).render(groups) + "\n"
}

/// A place and its label.
pub(crate) struct Mark {
    pub(crate) place: Place,
    label: String,
}

impl Mark {
    pub(crate) fn new(place: Place, label: String) -> Self {
        Self { place, label }
    }
}

fn in_thread(thread: &str) -> String {
    format!("in thread {thread}")
}

/// The places that an error is about: both accesses of a race, every thread that waits in a
/// deadlock or livelock, or else the one place where it happens. The place that the error names
/// comes first.
fn marks(error: &ErrorReport) -> Vec<Mark> {
    let access = |access: &AccessReport| {
        Mark::new(access.place, format!("thread {}: {}", access.thread, access.access))
    };
    let mut marks: Vec<Mark> = error.accesses.iter().map(access).collect();
    if let ErrorKind::Deadlock | ErrorKind::Livelock | ErrorKind::LivelockWithWrites = error.kind {
        let threads = error.execution.iter().flat_map(|execution| execution.threads().values());
        marks.extend(threads.filter_map(|thread| match &thread.end {
            ThreadEnd::Blocked { message, place } => {
                Some(Mark::new(*place, format!("thread {} {message}", thread.name)))
            }
            _ => None,
        }));
    }
    if marks.is_empty() {
        let label = error.thread.as_deref().map(in_thread).unwrap_or_default();
        return vec![Mark::new(error.place, label)];
    }
    marks.sort_by_key(|mark| mark.place != error.place);
    marks
}

/// A title and below it the marks, file by file; the first mark is the primary one.
pub(crate) fn marked<'a>(title: Title<'a>, marks: &[Mark], sources: Sources<'a>) -> Group<'a> {
    let mut group = Group::with_title(title);
    let mut files: Vec<Option<u32>> = Vec::new();
    for mark in marks {
        if !files.contains(&mark.place.file) {
            files.push(mark.place.file);
        }
    }
    let is_first = |mark: &Mark| std::ptr::eq(mark, &marks[0]);
    for file in files {
        let here = marks.iter().filter(|mark| mark.place.file == file);
        let (shown, named): (Vec<&Mark>, Vec<&Mark>) =
            here.partition(|mark| sources.span(mark.place).is_some());
        let annotations = shown.iter().filter_map(|mark| {
            let kind = if is_first(mark) { AnnotationKind::Primary } else { AnnotationKind::Context };
            Some(kind.span(sources.span(mark.place)?).label(label(&mark.label)))
        });
        let text =
            shown.first().and_then(|mark| sources.file(mark.place)).map(|file| (file, file.text.as_deref()));
        if let Some((file, Some(text))) = text {
            group = group
                .element(Snippet::<Annotation<'_>>::source(text).path(&*file.name).annotations(annotations));
        }
        for mark in named {
            group = group.elements(origin(mark, sources));
        }
    }
    group
}

fn label(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

/// The element for a place whose text is not available.
fn origin<'a>(mark: &Mark, sources: Sources<'a>) -> Vec<Element<'a>> {
    let mut elements: Vec<Element<'a>> = Vec::new();
    if let Some(file) = sources.file(mark.place) {
        let mut origin = Origin::path(&*file.name);
        if let Some(line) = mark.place.line {
            origin = origin.line(line as usize);
            if let Some(column) = mark.place.column {
                origin = origin.char_column(column as usize);
            }
        }
        elements.push(origin.into());
    }
    elements.extend(label(&mark.label).map(|label| Level::NOTE.message(label).into()));
    elements
}

/// The calls that led to an error, beyond the function in which it is.
fn calls<'a>(stack: &[FrameReport], sources: Sources<'_>) -> Vec<Message<'a>> {
    let callers = stack.get(1..).unwrap_or_default();
    let say = |text: String| Level::NOTE.with_name("called from").message(text);
    let frame = |frame: &FrameReport| {
        let at = sources.name(frame.place).map_or(String::new(), |place| format!(" at {place}"));
        say(format!("{}{at}", frame.function))
    };
    let hidden = callers.len().saturating_sub(2 * FRAMES_AT_EITHER_END);
    if hidden < 2 {
        return callers.iter().map(frame).collect();
    }
    let (inner, rest) = callers.split_at(FRAMES_AT_EITHER_END);
    let between = say(format!("… {hidden} more calls …"));
    inner.iter().map(frame).chain([between]).chain(rest[hidden..].iter().map(frame)).collect()
}
