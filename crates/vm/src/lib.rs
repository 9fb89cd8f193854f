//! Runs the intermediate representation from one visible action to the next
