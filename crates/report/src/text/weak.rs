//! The reason why no interleaving of the threads explains an execution, for readers who have never
//! heard of coherence: a circle of steps, each of which would have to come before the next.

use std::fmt::Write;

use super::check::wrapped;
use super::grid::width;
use super::trace::Trace;
use crate::{Edge, EdgeKind, EventNumber};

/// The explanation; empty if the execution is an interleaving.
pub(crate) fn explanation(trace: &Trace<'_>, model: &str, columns: usize) -> String {
    let Some(cycle) = &trace.cycle else { return String::new() };
    let mut text = format!("\n{}", wrapped(&what_is_odd(trace, cycle), "  ", columns));
    let pairs: Vec<(String, String)> =
        cycle.iter().map(|edge| (trace.name(edge.from), trace.name(edge.to))).collect();
    let widest = |names: &mut dyn Iterator<Item = &String>| names.map(|name| width(name)).max().unwrap_or(0);
    let from_width = widest(&mut pairs.iter().map(|(from, _)| from));
    let to_width = widest(&mut pairs.iter().map(|(_, to)| to));
    for ((from, to), edge) in pairs.iter().zip(cycle) {
        let step = format!("    {from:from_width$} before {to:to_width$}  ");
        let reason = wrapped(&reason(trace, *edge), "", columns.saturating_sub(width(&step)));
        for (index, part) in reason.lines().enumerate() {
            let before = if index == 0 { step.clone() } else { " ".repeat(width(&step)) };
            let _ = writeln!(text, "{before}{part}");
        }
    }
    text += &wrapped(
        &format!("The model {model} allows it. Stronger memory orders, fences or a mutex can rule it out."),
        "  ",
        columns,
    );
    text
}

/// The oddity in one sentence. A single stale read is the whole oddity where all else in the circle
/// is cause and effect.
fn what_is_odd(trace: &Trace<'_>, cycle: &[Edge]) -> String {
    let mut against_time = cycle.iter().filter(|edge| matches!(edge.kind, EdgeKind::Fr | EdgeKind::Co));
    let odd = match (against_time.next(), against_time.next()) {
        (Some(Edge { from, to, kind: EdgeKind::Fr }), None) => format!(
            "{} reads {} although {} had already stored {}: no interleaving of the threads does this.",
            trace.name(*from),
            read(trace, *from),
            trace.name(*to),
            wrote(trace, *to)
        ),
        _ => "No interleaving of the threads does this.".to_string(),
    };
    format!("{odd} The events would have to form a cycle:")
}

/// The reason why the first event comes before the second in every interleaving.
fn reason(trace: &Trace<'_>, edge: Edge) -> String {
    match edge.kind {
        EdgeKind::Po => "in program order".into(),
        EdgeKind::Rf => format!("which reads {} from it", read(trace, edge.to)),
        EdgeKind::Co => format!("which overwrites {}", stored(trace, edge.from)),
        EdgeKind::Fr => {
            format!("since it reads {}, not yet {}", read(trace, edge.from), wrote(trace, edge.to))
        }
        EdgeKind::Create => "in the thread that it creates".into(),
        EdgeKind::Join => "which waits for the end of the thread".into(),
        EdgeKind::Barrier => "which leaves the barrier after all arrivals".into(),
    }
}

fn location<'a>(trace: &'a Trace<'_>, event: EventNumber) -> &'a str {
    trace.execution.events()[event].location.as_deref().unwrap_or("?")
}

/// `x = 0`, as read.
fn read(trace: &Trace<'_>, event: EventNumber) -> String {
    let value = trace.execution.events()[event].read.as_ref().map_or("?", |read| &read.value.text);
    format!("{} = {value}", location(trace, event))
}

/// `x = 1`, as written.
fn stored(trace: &Trace<'_>, event: EventNumber) -> String {
    format!("{} = {}", location(trace, event), wrote(trace, event))
}

fn wrote<'a>(trace: &'a Trace<'_>, event: EventNumber) -> &'a str {
    trace.execution.events()[event].wrote.as_ref().map_or("?", |value| &value.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;
    use crate::text::source::Sources;

    #[test]
    fn reads_that_miss_each_others_writes() {
        let execution = examples::store_buffering().witness.unwrap();
        let trace = Trace::new(&execution, Sources::new(&[]));
        assert_eq!(
            explanation(&trace, "tso", 100),
            "
  No interleaving of the threads does this. The events would have to form a cycle:
    P0:6  before P0:7   in program order
    P0:7  before P1:11  since it reads y = 0, not yet 1
    P1:11 before P1:12  in program order
    P1:12 before P0:6   since it reads x = 0, not yet 1
  The model tso allows it. Stronger memory orders, fences or a mutex can rule it out.
"
        );
    }

    #[test]
    fn an_interleaving_needs_no_explanation() {
        let execution = examples::racy().error.unwrap().execution.unwrap();
        assert_eq!(explanation(&Trace::new(&execution, Sources::new(&[])), "rc11", 80), "");
    }
}
