//! An execution as a graph for Graphviz: a thread is a column, program order goes down, and the
//! other relations are coloured. Graphviz is not needed to write it.

use std::fmt::Write;

use porf_entity::ThreadId;

use crate::{Edge, EdgeKind, ExecutionReport, ThreadEnd, ThreadReport};

/// The execution in the DOT language, below the given title.
pub fn render(execution: &ExecutionReport, title: &str) -> String {
    let mut dot = String::from("digraph execution {\n");
    let _ = writeln!(dot, "  label={}; labelloc=t; fontname=\"Helvetica\";", quoted(title));
    dot += "  rankdir=TB; splines=true; nodesep=0.6; ranksep=0.45;\n";
    dot += "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.05\"];\n";
    dot += "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n";
    dot += &threads(execution);
    dot += &edges(execution);
    dot += "}\n";
    dot
}

/// The names of the threads in a row, and below each name the events of the thread.
fn threads(execution: &ExecutionReport) -> String {
    let mut dot = String::from("  { rank=same;\n");
    for (thread, report) in present(execution) {
        let label = quoted(&report.name);
        let _ = writeln!(
            dot,
            "    {thread} [label={label}, group={thread}, shape=plaintext, fontname=\"Helvetica-Bold\", fontsize=13];"
        );
    }
    let names: Vec<String> = present(execution).map(|(thread, _)| thread.to_string()).collect();
    // Invisible edges keep the threads in their order.
    let _ = writeln!(dot, "    {} [style=invis];\n  }}", names.join(" -> "));
    for (thread, report) in present(execution) {
        let mut column = vec![thread.to_string()];
        for (number, event) in execution.events().iter().filter(|(_, event)| event.thread == thread) {
            let line = execution.line(number).map_or(String::new(), |line| format!("{line}: "));
            let reads_initial = event.read.as_ref().is_some_and(|read| read.from.is_none());
            let note = if reads_initial { " (initial)" } else { "" };
            let label = quoted(&format!("{line}{event}{note}"));
            let colour = if event.in_error { IN_ERROR } else { "" };
            // The group keeps the events of a thread on one vertical line.
            let _ = writeln!(dot, "  {number} [label={label}, group={thread}{colour}];");
            column.push(number.to_string());
        }
        if let ThreadEnd::Failed { message, place } | ThreadEnd::Blocked { message, place } = &report.end {
            let line = place.line.map_or(String::new(), |line| format!("{line}: "));
            let label = quoted(&format!("{line}{message}"));
            let _ = writeln!(dot, "  end_{thread} [label={label}, group={thread}{IN_ERROR}];");
            column.push(format!("end_{thread}"));
        }
        for (index, pair) in column.windows(2).enumerate() {
            let label = if index == 0 { "arrowhead=none, color=\"#cccccc\"" } else { "label=\"po\"" };
            let _ = writeln!(dot, "  {} -> {} [{label}, weight=100];", pair[0], pair[1]);
        }
    }
    dot
}

/// The threads that the execution has. The other threads have no name.
fn present(execution: &ExecutionReport) -> impl Iterator<Item = (ThreadId, &ThreadReport)> {
    execution.threads().iter().filter(|(_, thread)| !thread.name.is_empty())
}

/// The edges of all relations but po. They do not move events to other ranks.
fn edges(execution: &ExecutionReport) -> String {
    let mut dot = String::new();
    for Edge { from, to, kind } in execution.edges() {
        let (name, colour) = match kind {
            EdgeKind::Po => continue,
            EdgeKind::Rf => ("rf", RF),
            EdgeKind::Co => ("co", CO),
            EdgeKind::Fr => ("fr", FR),
            EdgeKind::Create => ("create", THREAD),
            EdgeKind::Join => ("join", THREAD),
            EdgeKind::Barrier => ("barrier", THREAD),
        };
        let _ = writeln!(
            dot,
            "  {from} -> {to} [label=\"{name}\", color={colour}, fontcolor={colour}, constraint=false];"
        );
    }
    dot
}

const RF: &str = "\"#1a7f37\"";
const CO: &str = "\"#9a6700\"";
const FR: &str = "\"#cf222e\"";
const THREAD: &str = "\"#0969da\"";
const IN_ERROR: &str = ", color=red, fontcolor=red, penwidth=2";

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, programs};

    #[test]
    fn every_event_and_edge_is_drawn() {
        let dot = render(&examples::store_buffering().witness.unwrap(), "SB");
        for line in [
            "e0 [label=\"6: store.rlx x = 1\", group=t0];",
            "e3 [label=\"12: load.rlx x → 0 (initial)\", group=t1];",
            "e0 -> e1 [label=\"po\", weight=100];",
            "e1 -> e2 [label=\"fr\", color=\"#cf222e\", fontcolor=\"#cf222e\", constraint=false];",
            "e3 -> e0 [label=\"fr\", color=\"#cf222e\", fontcolor=\"#cf222e\", constraint=false];",
        ] {
            assert!(dot.contains(line), "{line} is missing in\n{dot}");
        }
        assert_eq!(dot.matches("rf").count(), 0, "both reads are of initial values");
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        let dot = render(&examples::message_passing().witness.unwrap(), "MP");
        assert!(dot.contains("e1 -> e2 [label=\"rf\", color=\"#1a7f37\""), "{dot}");
    }

    #[test]
    fn an_error_stands_out() {
        let dot = render(&examples::failed_assertion().error.unwrap().execution.unwrap(), "assert");
        assert!(dot.contains("end_t1 [label=\"9: assertion fails\", group=t1, color=red"), "{dot}");
        let dot = render(&examples::racy().error.unwrap().execution.unwrap(), "race");
        assert_eq!(dot.matches("color=red, fontcolor=red").count(), 2, "{dot}");
    }

    #[test]
    fn threads_are_created_and_end() {
        let dot = render(&programs::long_story(1).error.unwrap().execution.unwrap(), "long");
        for line in [
            "e0 [label=\"12: create thread worker\", group=t0];",
            "e0 -> e1 [label=\"create\", color=\"#0969da\", fontcolor=\"#0969da\", constraint=false];",
            "e1 -> e2 [label=\"join\", color=\"#0969da\", fontcolor=\"#0969da\", constraint=false];",
        ] {
            assert!(dot.contains(line), "{line} is missing in\n{dot}");
        }
        let deadlock = render(&programs::deadlock().error.unwrap().execution.unwrap(), "deadlock");
        assert!(deadlock.contains("[label=\"6: lock left\", group=t1];"), "{deadlock}");
        assert!(
            deadlock.contains("end_t1 [label=\"7: waits for mutex right, which second holds\""),
            "{deadlock}"
        );
    }

    #[test]
    fn titles_cannot_break_the_syntax() {
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c d\"");
    }
}
