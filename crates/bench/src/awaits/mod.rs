//! The savings of awaits, partial loop purity and independent additions under SC; and the trace
//! explorer beside the graph explorer.

mod columns;
pub(crate) mod published;
pub(crate) mod safestack;
pub(crate) mod speed;
pub(crate) mod table;
