//! Shrinking: replaces one value after the other by a simpler one.

use super::super::{Dynamic, Env, Node, Value};
use crate::block::{Shrink, ShrinkContext};
use crate::panics;

/// The number of candidates that a domain lists at first.
const FIRST_CANDIDATES: usize = 16;

/// The number of fresh values to try for a variable that depends on a changed one.
const MAX_FRESH_DRAWS: u64 = 4;

impl Shrink for Dynamic {
    fn simplify(&self, inputs: &mut Env, search: &mut ShrinkContext<'_, Env>) -> bool {
        let mut simpler = false;
        for (node, bound) in self.bound() {
            let Node::Forall { info, domain, .. } = node else { continue };
            let mut which = 0..FIRST_CANDIDATES;
            while !search.spent() {
                let simpler_values =
                    || domain.shrink(&inputs.first(bound), inputs.at(bound), which.clone());
                let candidates = panics::catch(simpler_values).unwrap_or_default();
                if candidates.is_empty() {
                    break;
                }
                // As in the typed form: the ranges of candidates grow, and do not start again at the first.
                let mut next = which.end..which.end * 2;
                for (number, value) in which.zip(candidates) {
                    if self.put(info.at, value, inputs, search) {
                        simpler = true;
                        next = number.saturating_sub(FIRST_CANDIDATES)..number + FIRST_CANDIDATES;
                        break;
                    }
                }
                which = next;
            }
        }
        simpler
    }

    /// No variable is bound outside a complete property, so none of its domains depends on one.
    fn repair_dependents(&self, inputs: &mut Env, search: &mut ShrinkContext<'_, Env>) -> bool {
        search.accepts(inputs)
    }
}

impl Dynamic {
    /// Replaces the value of the variable at this node, and generates the variables again that depend on it. The inputs
    /// change only if the value obeys its contract and the search accepts them.
    fn put(
        &self,
        at: usize,
        value: Value,
        inputs: &mut Env,
        search: &mut ShrinkContext<'_, Env>,
    ) -> bool {
        let node = &self.nodes[at];
        let earlier = self.nodes[..at].iter().filter(|node| node.binds()).count();
        let mut changed = inputs.first(earlier);
        // The domain may be right, and the shrinker wrong.
        if !matches!(panics::catch(|| node.broken_contract(&changed, &value)), Ok(None)) {
            return false;
        }
        changed.bind(node.info().name.clone(), value);
        let ways = [Dependent::Unchanged]
            .into_iter()
            .chain((0..=MAX_FRESH_DRAWS).map(Dependent::Regenerated));
        for dependent in ways {
            let repaired =
                panics::catch(|| self.repaired(at + 1, changed.clone(), inputs, search, dependent));
            match repaired {
                Ok(Some(changed)) if search.accepts(&changed) => {
                    *inputs = changed;
                    return true;
                }
                _ if self.has_dependents(at) => {}
                _ => return false,
            }
        }
        false
    }

    /// Returns whether a later domain depends on earlier variables.
    fn has_dependents(&self, at: usize) -> bool {
        let depends = |node: &Node| matches!(node, Node::Forall { domain, .. } if domain.depends());
        self.nodes[at + 1..].iter().any(depends)
    }

    /// Extends `changed` with the values of `inputs`, or with their replacements.
    fn repaired(
        &self,
        from: usize,
        mut changed: Env,
        inputs: &Env,
        search: &ShrinkContext<'_, Env>,
        dependent: Dependent,
    ) -> Option<Env> {
        for node in &self.nodes[from..] {
            let Node::Forall { info, domain, .. } = node else {
                if node.holds(&changed) {
                    continue;
                }
                return None;
            };
            let old = inputs.at(changed.len());
            let stays = || domain.invert(&changed, old, &mut Vec::new()).is_some();
            let draw = match dependent {
                Dependent::Unchanged => 0,
                Dependent::Regenerated(draw) => draw,
            };
            let value = match dependent {
                _ if !domain.depends() => old.clone(),
                Dependent::Unchanged if stays() => old.clone(),
                _ => domain.generate(&changed, &mut search.source(info.at, draw)).ok()?,
            };
            changed.bind(info.name.clone(), value);
        }
        Some(changed)
    }
}

/// What happens to a value whose domain depends on a changed variable.
#[derive(Clone, Copy)]
enum Dependent {
    /// The value does not change, if the domain can still generate it.
    Unchanged,
    /// The value is generated again: from its old choices (0), or from fresh choices with this number.
    Regenerated(u64),
}
