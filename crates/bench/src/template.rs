//! C programs of any requested length: many units, which differ in their number only.

/// The parts of such a program. The number of a unit replaces each `@` in the unit or in a call of
/// it.
pub(crate) struct Template {
    pub(crate) start: &'static str,
    pub(crate) unit: &'static str,
    /// The text between the units and the calls of them.
    pub(crate) calls_start: &'static str,
    /// The call of a unit, one line.
    pub(crate) call: &'static str,
    pub(crate) end: &'static str,
}

impl Template {
    /// A program of this many lines, or up to a unit more.
    pub(crate) fn program(&self, lines: usize) -> String {
        let around: usize =
            [self.start, self.calls_start, self.end].into_iter().map(|part| part.lines().count()).sum();
        // Each unit is called on a line of its own.
        let units = lines.saturating_sub(around).div_ceil(self.unit.lines().count() + 1);
        let each =
            |part: &str| (0..units).map(|unit| part.replace('@', &unit.to_string())).collect::<String>();
        [self.start, &each(self.unit), self.calls_start, &each(self.call), self.end].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_as_long_as_asked_for() {
        let template = Template {
            start: "s\n",
            unit: "unit @\nagain @\n\n",
            calls_start: "c\n",
            call: "call @\n",
            end: "e\n",
        };
        assert_eq!(template.program(11), "s\nunit 0\nagain 0\n\nunit 1\nagain 1\n\nc\ncall 0\ncall 1\ne\n");
        assert_eq!(template.program(12).lines().count(), 15);
    }
}
