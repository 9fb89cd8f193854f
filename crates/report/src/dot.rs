//! An execution as a graph for Graphviz: a thread is a column, program order goes down, and the other
//! relations are coloured. Graphviz is not needed to write it.

use std::fmt::Write;

use porf_entity::EntityId;

use crate::{Edge, EdgeKind, EventNumber, ExecutionReport, LocationReport, ThreadEnd};

/// The execution in the DOT language, below the given title.
pub fn render(execution: &ExecutionReport, title: &str) -> String {
    let mut dot = String::from("digraph execution {\n");
    let _ = writeln!(dot, "  label={}; labelloc=t; fontname=\"Helvetica\";", quoted(title));
    dot += "  rankdir=TB; splines=true; nodesep=0.6; ranksep=0.45; newrank=true;\n";
    dot += "  node [shape=box, style=rounded, fontname=\"Helvetica\", fontsize=11, margin=\"0.12,0.05\"];\n";
    dot += "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n";
    dot += &initial_values(execution);
    dot += &threads(execution);
    dot += &edges(execution);
    dot += "}\n";
    dot
}

/// The locations whose initial value matters: it is read, or overwritten by several writes in turn.
fn with_initial_node(execution: &ExecutionReport) -> Vec<(usize, &LocationReport)> {
    let is_read_from = |location: &LocationReport| {
        execution.events().values().any(|event| {
            event.location.as_ref() == Some(&location.name)
                && event.read.as_ref().is_some_and(|read| read.from.is_none())
        })
    };
    let locations = execution.locations().iter().enumerate();
    locations.filter(|(_, location)| is_read_from(location) || location.writes.len() > 1).collect()
}

fn initial_values(execution: &ExecutionReport) -> String {
    let locations = with_initial_node(execution);
    if locations.is_empty() {
        return String::new();
    }
    let mut dot = String::from("  { rank=source;\n");
    for (index, location) in locations {
        let label = quoted(&format!("{} = {}", location.name, location.initial));
        let _ = writeln!(dot, "    init{index} [label={label}, shape=plaintext, fontcolor=\"#666666\"];");
    }
    dot + "  }\n"
}

/// One cluster a thread, its events chained by program order.
fn threads(execution: &ExecutionReport) -> String {
    let mut dot = String::new();
    for (thread, report) in execution.threads().iter() {
        let _ = writeln!(dot, "  subgraph cluster_{} {{", thread.index());
        let _ = writeln!(dot, "    label={}; color=\"#cccccc\"; style=rounded;", quoted(&report.name));
        // The group attribute keeps the events of a thread on one vertical line.
        let mut column: Vec<String> = Vec::new();
        for (number, event) in execution.events().iter().filter(|(_, event)| event.thread == thread) {
            let line = execution.line(number).map_or(String::new(), |line| format!("{line}: "));
            let colour = if event.in_error { ", color=red, fontcolor=red, penwidth=2" } else { "" };
            let label = quoted(&format!("{line}{event}"));
            let _ = writeln!(dot, "    {number} [label={label}, group=t{}{colour}];", thread.index());
            column.push(number.to_string());
        }
        if let ThreadEnd::Failed { message, place } | ThreadEnd::Blocked { message, place } = &report.end {
            let line = place.line.map_or(String::new(), |line| format!("{line}: "));
            let end = format!("end{}", thread.index());
            let label = quoted(&format!("{line}{message}"));
            let _ = writeln!(
                dot,
                "    {end} [label={label}, group=t{}, color=red, fontcolor=red, penwidth=2];",
                thread.index()
            );
            column.push(end);
        }
        if column.is_empty() {
            let _ = writeln!(dot, "    empty{} [label=\"\", style=invis];", thread.index());
        }
        for pair in column.windows(2) {
            let _ = writeln!(dot, "    {} -> {} [label=\"po\", weight=100];", pair[0], pair[1]);
        }
        dot += "  }\n";
    }
    dot
}

/// rf, co and fr; they do not move events to other ranks.
fn edges(execution: &ExecutionReport) -> String {
    let mut dot = String::new();
    let mut edge = |from: String, to: EventNumber, name: &str, colour: &str| {
        let _ = writeln!(
            dot,
            "  {from} -> {to} [label=\"{name}\", color={colour}, fontcolor={colour}, constraint=false];"
        );
    };
    for (index, location) in with_initial_node(execution) {
        let initial = || format!("init{index}");
        if let Some(&first) = location.writes.first() {
            edge(initial(), first, "co", CO);
        }
        for (number, event) in execution.events().iter() {
            let reads_initial = event.read.as_ref().is_some_and(|read| read.from.is_none());
            if reads_initial && event.location.as_ref() == Some(&location.name) {
                edge(initial(), number, "rf", RF);
            }
        }
    }
    for Edge { from, to, kind } in execution.edges() {
        let (name, colour) = match kind {
            EdgeKind::Po => continue,
            EdgeKind::Rf => ("rf", RF),
            EdgeKind::Co => ("co", CO),
            EdgeKind::Fr => ("fr", FR),
        };
        edge(from.to_string(), to, name, colour);
    }
    dot
}

const RF: &str = "\"#1a7f37\"";
const CO: &str = "\"#9a6700\"";
const FR: &str = "\"#cf222e\"";

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples;

    #[test]
    fn every_event_and_edge_is_drawn() {
        let dot = render(&examples::store_buffering().witness.unwrap(), "SB");
        for line in [
            "e0 [label=\"6: store.rlx x = 1\", group=t0];",
            "e3 [label=\"12: load.rlx x → 0\", group=t1];",
            "e0 -> e1 [label=\"po\", weight=100];",
            "init0 [label=\"x = 0\", shape=plaintext, fontcolor=\"#666666\"];",
            "init1 -> e1 [label=\"rf\", color=\"#1a7f37\", fontcolor=\"#1a7f37\", constraint=false];",
            "e1 -> e2 [label=\"fr\", color=\"#cf222e\", fontcolor=\"#cf222e\", constraint=false];",
            "e3 -> e0 [label=\"fr\", color=\"#cf222e\", fontcolor=\"#cf222e\", constraint=false];",
        ] {
            assert!(dot.contains(line), "{line} is missing in\n{dot}");
        }
        assert_eq!(dot.matches('{').count(), dot.matches('}').count());
    }

    #[test]
    fn an_error_stands_out() {
        let dot = render(&examples::failed_assertion().error.unwrap().execution.unwrap(), "assert");
        assert!(dot.contains("end1 [label=\"9: assertion fails\", group=t1, color=red"), "{dot}");
        let dot = render(&examples::racy().error.unwrap().execution.unwrap(), "race");
        assert_eq!(dot.matches("color=red, fontcolor=red").count(), 2, "{dot}");
    }

    #[test]
    fn titles_cannot_break_the_syntax() {
        assert_eq!(quoted("a\"b\\c\nd"), "\"a\\\"b\\\\c d\"");
    }
}
