//! Calls in words.

use porf_entity::{AccessSize, Content, Value};

use super::allowed::Reason;
use super::history::{Call, CallEnd, CallValue, Observed};
use super::wrap::MarkedFunction;

/// A number of so many bits in words.
pub(crate) fn number(content: &Content, bits: u32) -> String {
    let Content { value, undefined } = *content;
    self::value(&CallValue::Number { bits, value: value.0, undefined })
}

/// Puts calls into words.
pub(crate) struct Words<'a> {
    pub(crate) functions: &'a [MarkedFunction],
    /// The name of a part of a global.
    pub(crate) part: &'a dyn Fn(&str, u64) -> String,
}

impl Words<'_> {
    fn value(&self, it: &CallValue) -> String {
        match it {
            CallValue::Global { name, offset } => format!("&{}", (self.part)(name, *offset)),
            it => value(it),
        }
    }

    /// A call with its arguments: `push(&stack, 1)`.
    fn call(&self, call: &Call) -> String {
        let name = self.functions.get(call.function).map_or("?", |function| &function.name);
        let arguments: Vec<String> = call.arguments.iter().map(|it| self.value(it)).collect();
        format!("{name}({})", arguments.join(", "))
    }

    /// A call with its arguments and its result: `pop(&stack) = 1`.
    pub(crate) fn call_and_end(&self, call: &Call) -> String {
        let words = self.call(call);
        match &call.end {
            CallEnd::Waits => format!("{words} waits"),
            CallEnd::Leaves => format!("{words} does not return"),
            CallEnd::Returns(None) => words,
            CallEnd::Returns(Some(result)) => format!("{words} = {}", self.value(result)),
        }
    }

    fn can_end(&self, end: &CallEnd) -> String {
        match end {
            CallEnd::Waits => "wait for ever".into(),
            CallEnd::Leaves => "end the thread".into(),
            CallEnd::Returns(None) => "return".into(),
            CallEnd::Returns(Some(result)) => format!("return {}", self.value(result)),
        }
    }

    fn ends(&self, call: &Call) -> String {
        match &call.end {
            CallEnd::Waits => "waits for ever".into(),
            CallEnd::Leaves => "ends its thread or the process".into(),
            CallEnd::Returns(None) => "returns".into(),
            CallEnd::Returns(Some(result)) => format!("returns {}", self.value(result)),
        }
    }

    /// Why the calls of an execution are not allowed by something, in a sentence. `thread` names the
    /// thread of a call.
    pub(crate) fn reason(
        &self,
        observed: &Observed,
        reason: &Reason,
        by: &str,
        thread: impl Fn(usize) -> String,
    ) -> String {
        let calls: Vec<&Call> = observed.history.calls().collect();
        match reason {
            Reason::End { call, expected } => {
                let mut others: Vec<String> = expected.iter().map(|end| self.can_end(end)).collect();
                let last = others.pop().unwrap_or_default();
                let others =
                    if others.is_empty() { last } else { format!("{} or {last}", others.join(", ")) };
                let call = calls[*call];
                format!("{} {}; by {by} it can only {others} here", self.call(call), self.ends(call))
            }
            Reason::Unseen { first, second } => format!(
                "by {by}, thread {} sees behind {} all that thread {} did before {}; here, nothing orders the two",
                thread(*second),
                self.call(calls[*second]),
                thread(*first),
                self.call(calls[*first])
            ),
            Reason::Overtaken { first, second } => format!(
                "{} ends before {} begins, but with these results it must come after it",
                self.call_and_end(calls[*first]),
                self.call_and_end(calls[*second])
            ),
            Reason::OtherCalls => format!("by {by}, no execution has these calls"),
        }
    }
}

/// A value in words.
fn value(value: &CallValue) -> String {
    let with_offset = |name: String, offset: u64| match offset {
        0 => name,
        offset => format!("{name}+{offset}"),
    };
    match value {
        CallValue::Number { undefined: 1.., .. } => "undefined".into(),
        CallValue::Number { bits: 1, value, .. } => if *value == 0 { "false" } else { "true" }.into(),
        CallValue::Number { bits, value, .. } => {
            let size = match bits {
                8 => AccessSize::B1,
                16 => AccessSize::B2,
                32 => AccessSize::B4,
                _ => AccessSize::B8,
            };
            Value(*value).signed(size).to_string()
        }
        CallValue::Global { name, offset } => with_offset(format!("&{name}"), *offset),
        CallValue::Object { number, offset } => with_offset(format!("&heap#{}", number + 1), *offset),
    }
}
