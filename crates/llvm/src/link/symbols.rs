//! The resolution of names to definitions.
//!
//! A name with `internal` or `private` linkage has a meaning in its own module only. For every
//! other name one definition of the program is chosen: a strong one wins over tentative (`common`)
//! ones, and these win over weak ones. Of several tentative ones the largest is taken, of several
//! weak ones the first. Two strong definitions are an error. The runtime's definitions are chosen
//! only where the user's files have none. The exception are functions whose meaning to a checker no
//! code can express, and which programs define in a form for other tools (`__VERIFIER_assume` with
//! an endless loop).

use porf_entity::{PrimaryMap, entity_id};
use rustc_hash::FxHashMap;

use super::{LinkError, NamedModule};
use crate::ast::{self, GlobalKind, Linkage};
use crate::lower::layout::Layouts;

/// Functions whose definition is always the runtime's, even if a module has another one.
const KNOWN_TO_CHECKERS: [&str; 1] = ["__VERIFIER_assume"];

entity_id! {
    /// A module among those that are linked.
    pub(crate) struct ModuleId, "module"
}

/// A global of one of the modules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Symbol {
    pub(crate) module: ModuleId,
    pub(crate) global: ast::GlobalId,
}

/// The strength of a definition's claim to its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    Weak,
    Common,
    Strong,
}

/// The chosen definitions.
pub(crate) struct Symbols<'a> {
    modules: PrimaryMap<ModuleId, NamedModule<'a>>,
    chosen: FxHashMap<&'a str, Symbol>,
}

impl<'a> Symbols<'a> {
    /// Chooses a definition for every name.
    pub(crate) fn new(
        modules: &[NamedModule<'a>],
        layouts: &mut PrimaryMap<ModuleId, Layouts<'a>>,
    ) -> Result<Self, LinkError> {
        let mut symbols = Self { modules: modules.iter().copied().collect(), chosen: FxHashMap::default() };
        for runtime in [false, true] {
            let mut chosen: FxHashMap<&'a str, (Symbol, Strength)> = FxHashMap::default();
            for module in symbols.modules.ids().filter(|&id| symbols.modules[id].runtime == runtime) {
                for (global, definition) in symbols.modules[module].ast.globals.iter() {
                    let Some(strength) = strength(definition) else { continue };
                    let new = Symbol { module, global };
                    let Some(&(old, old_strength)) = chosen.get(symbol_name(definition)) else {
                        chosen.insert(symbol_name(definition), (new, strength));
                        continue;
                    };
                    if strength == Strength::Strong && old_strength == Strength::Strong {
                        return Err(LinkError::DefinedTwice {
                            name: symbol_name(definition).to_owned(),
                            first: symbols.modules[old.module].name.to_owned(),
                            second: symbols.modules[module].name.to_owned(),
                        });
                    }
                    let both_common = strength == Strength::Common && old_strength == Strength::Common;
                    if strength > old_strength
                        || both_common && size(&symbols, layouts, new) > size(&symbols, layouts, old)
                    {
                        chosen.insert(symbol_name(definition), (new, strength));
                    }
                }
            }
            for (name, (symbol, _)) in chosen {
                if runtime && KNOWN_TO_CHECKERS.contains(&name) {
                    symbols.chosen.insert(name, symbol);
                }
                symbols.chosen.entry(name).or_insert(symbol);
            }
        }
        Ok(symbols)
    }

    /// The module with this id.
    pub(crate) fn module(&self, id: ModuleId) -> NamedModule<'a> {
        self.modules[id]
    }

    /// All modules.
    pub(crate) fn modules(&self) -> impl Iterator<Item = (ModuleId, NamedModule<'a>)> {
        self.modules.iter().map(|(id, &module)| (id, module))
    }

    /// The global in its module.
    pub(crate) fn global(&self, symbol: Symbol) -> &'a ast::Global {
        &self.modules[symbol.module].ast.globals[symbol.global]
    }

    /// The definition chosen for a name, if there is one.
    pub(crate) fn named(&self, name: &str) -> Option<Symbol> {
        self.chosen.get(name).copied()
    }

    /// The definition to which a mention of a global in a module refers, if there is one.
    pub(crate) fn definition(&self, mention: Symbol) -> Option<Symbol> {
        let global = self.global(mention);
        if is_defined(global) && matches!(global.linkage, Linkage::Internal | Linkage::Private) {
            return Some(mention);
        }
        let for_inlining = global.linkage == Linkage::AvailableExternally && is_defined(global);
        self.named(symbol_name(global)).or(for_inlining.then_some(mention))
    }
}

/// The name as the linker sees it.
pub(crate) fn symbol_name(global: &ast::Global) -> &str {
    global.name.strip_prefix('\u{1}').unwrap_or(&global.name)
}

fn is_defined(global: &ast::Global) -> bool {
    match &global.kind {
        GlobalKind::Function(function) => function.body.is_some(),
        GlobalKind::Variable(variable) => variable.initializer.is_some(),
        GlobalKind::Alias(_) | GlobalKind::IndirectFunction(_) => true,
    }
}

/// The strength of a global's claim to its name; `None` if it is no definition that other modules
/// see.
fn strength(global: &ast::Global) -> Option<Strength> {
    let strength = match global.linkage {
        Linkage::External => Strength::Strong,
        Linkage::Common => Strength::Common,
        Linkage::LinkOnce | Linkage::LinkOnceOdr | Linkage::Weak | Linkage::WeakOdr => Strength::Weak,
        Linkage::Private
        | Linkage::Internal
        | Linkage::AvailableExternally
        | Linkage::Appending
        | Linkage::ExternalWeak => return None,
    };
    is_defined(global).then_some(strength)
}

fn size(symbols: &Symbols<'_>, layouts: &mut PrimaryMap<ModuleId, Layouts<'_>>, symbol: Symbol) -> u64 {
    match &symbols.global(symbol).kind {
        GlobalKind::Variable(variable) => layouts[symbol.module].of(variable.ty).size.unwrap_or(u64::MAX),
        _ => 0,
    }
}
