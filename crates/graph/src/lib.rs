//! The execution graph: events in the order of their addition, program order (po), reads-from (rf),
//! coherence order (co), and the views (vector clocks) of each event's causal and happens-before
//! prefixes. This crate knows no memory model and does no search.
//!
//! An [`EventId`] *is* the event's stamp: events are numbered in the order of their addition. So
//! cutting a graph back is truncation, and a copy that leaves events out renumbers the others.

mod barriers;
mod calls;
mod census;
mod dependencies;
mod event;
mod execution_graph;
mod projection;
mod restrict;
mod views;

pub use event::{Event, EventId, Label, LocationId, Read, ReadKind, Source, Write};
pub use execution_graph::Graph;
pub use projection::Projection;
pub use restrict::Renumbering;
pub use views::{Synchronisation, View};
