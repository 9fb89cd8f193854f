//! The execution graph: events, po, rf, co, views, cutting and copying
