//! The lowering of the few pieces of inline assembly that are common in concurrent programs:
//! compiler barriers, fences and hints to wait.

use porf_entity::FenceOrdering;
use smallvec::SmallVec;

use super::function::{FunctionLowering, Values};
use super::{Lowered, unsupported};
use crate::ast::{Argument, TypeId};

/// The meaning of a piece of assembly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Nothing,
    Fence(FenceOrdering),
}

/// The meaning of a template, if it is known.
///
/// Fences that order only loads with later accesses, or only earlier accesses with stores, are
/// taken as acquire and release fences: for ordinary memory they are used as such.
fn meaning(template: &str) -> Option<Meaning> {
    let text: String = template.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
    let text = text.trim_end_matches(';');
    Some(match text {
        "" | "pause" | "rep;nop" | "repnop" | "repz;nop" | "nop" | "yield" | "isb" | "isbsy" => {
            Meaning::Nothing
        }
        "mfence" | "dmbish" | "dmbsy" | "dsbish" | "dsbsy" => Meaning::Fence(FenceOrdering::SeqCst),
        "lfence" | "dmbishld" => Meaning::Fence(FenceOrdering::Acquire),
        "sfence" | "dmbishst" => Meaning::Fence(FenceOrdering::Release),
        // A locked operation that changes nothing at the top of the stack, `$$0` being the number
        // 0.
        _ if text.starts_with("lock") && text.contains("$$0,") && text.ends_with("(%rsp)") => {
            Meaning::Fence(FenceOrdering::SeqCst)
        }
        _ => return None,
    })
}

impl FunctionLowering<'_, '_> {
    pub(super) fn assembly(
        &mut self,
        template: &str,
        constraints: &str,
        arguments: &[Argument],
        result: TypeId,
    ) -> Lowered<Values> {
        let results = self.leaf_types(result);
        match meaning(template) {
            Some(Meaning::Nothing) if results.is_empty() => Ok(SmallVec::new()),
            // `asm("" : "+r"(x))`: the one result is the one argument that is in the same register.
            Some(Meaning::Nothing) if template.trim().is_empty() => match arguments {
                [argument] if constraints.starts_with("=r,0") => self.operand(argument.value),
                _ => unsupported(format!("inline assembly with results, `{constraints}`")),
            },
            Some(Meaning::Fence(ordering)) if results.is_empty() => self.machine_fence(ordering),
            _ => unsupported(format!("inline assembly `{}`", template.trim())),
        }
    }

    /// A fence that an instruction of a processor is.
    pub(super) fn machine_fence(&mut self, ordering: FenceOrdering) -> Lowered<Values> {
        self.builder.fence(ordering);
        Ok(SmallVec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_fences_and_hints_are_known() {
        let fence = |ordering| Some(Meaning::Fence(ordering));
        for (template, expected) in [
            ("", Some(Meaning::Nothing)),
            ("pause", Some(Meaning::Nothing)),
            ("rep; nop", Some(Meaning::Nothing)),
            ("  PAUSE\n\t", Some(Meaning::Nothing)),
            ("yield", Some(Meaning::Nothing)),
            ("mfence", fence(FenceOrdering::SeqCst)),
            ("lock; addl $$0,0(%rsp)", fence(FenceOrdering::SeqCst)),
            ("lock; addl $$0,-4(%rsp)", fence(FenceOrdering::SeqCst)),
            ("lock orl $$0, (%rsp)", fence(FenceOrdering::SeqCst)),
            ("dmb ish", fence(FenceOrdering::SeqCst)),
            ("lfence", fence(FenceOrdering::Acquire)),
            ("sfence", fence(FenceOrdering::Release)),
            ("lock; addl $$1,0(%rsp)", None),
            ("lock; xaddl $0, $1", None),
            ("rdtsc", None),
        ] {
            assert_eq!(meaning(template), expected, "{template}");
        }
    }
}
