//! Random programs as text for people: one operation a line.

use std::fmt;

use crate::program::{Guard, GuardedOp, Op, Operand, RandomProgram};

impl fmt::Display for RandomProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (hint, text) in [
            (self.hints.awaits, "says what it awaits"),
            (self.hints.blind_additions, "says which additions are blind"),
            (self.hints.symmetric, "says which threads are symmetric"),
        ] {
            if hint {
                writeln!(f, "{text}")?;
            }
        }
        for (location, initial) in self.locations.iter() {
            writeln!(f, "{location} = {initial} at [{}]", location.address().0)?;
        }
        for (thread, ops) in self.threads.iter() {
            writeln!(f, "{thread}:")?;
            for op in ops {
                writeln!(f, "  {op}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for GuardedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for guard in &self.guards {
            write!(f, "if {guard}: ")?;
        }
        write!(f, "{}", self.op)
    }
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.register, if self.equal { "==" } else { "!=" }, self.constant)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.register {
            None => write!(f, "{}", self.constant),
            Some(register) if self.constant.0 == 0 => write!(f, "{register}"),
            Some(register) => write!(f, "{register} + {}", self.constant),
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Load { result, location, ordering } => write!(f, "{result} = load {ordering} {location}"),
            Self::Store { location, value, ordering } => write!(f, "store {ordering} {location} := {value}"),
            Self::FetchAdd { result, location, operand, ordering } => {
                write!(f, "{result} = fetch_add {ordering} {location}, {operand}")
            }
            Self::Exchange { result, location, value, ordering } => {
                write!(f, "{result} = exchange {ordering} {location}, {value}")
            }
            Self::CompareExchange {
                result,
                success,
                location,
                expected,
                desired,
                ordering,
                failure,
                weak,
            } => {
                let weak = if *weak { " weak" } else { "" };
                write!(
                    f,
                    "{result}, {success} = compare_exchange{weak} {ordering} {failure} {location}, \
                     {expected} -> {desired}"
                )
            }
            Self::Fence { ordering } => write!(f, "fence {ordering}"),
            Self::Assume { condition } => write!(f, "assume {condition}"),
            Self::Lock { location } => write!(f, "lock {location}"),
            Self::Unlock { location } => write!(f, "unlock {location}"),
            Self::Arrive { location } => write!(f, "arrive {location}"),
            Self::Claim { result, location } => write!(f, "{result} = claim {location}"),
            Self::Await { result, location, at_least } => {
                write!(f, "{result} = await {location} >= {at_least}")
            }
            Self::Meet => write!(f, "meet"),
            Self::Put { pool, value, ordering, times } => {
                write!(f, "put {ordering} {pool}, {value}, {times} times")
            }
            Self::Take { result, pool, ordering, manner, order } => {
                write!(f, "{result} = {manner} {ordering} {pool}, {order}")
            }
            Self::Swap { result, pool, value, ordering } => {
                write!(f, "{result} = swap {ordering} {pool}, {value}")
            }
            Self::Choose { result, count } => write!(f, "{result} = choose {count}"),
            Self::Spawn { thread } => write!(f, "spawn {thread}"),
            Self::Join { thread } => write!(f, "join {thread}"),
        }
    }
}
