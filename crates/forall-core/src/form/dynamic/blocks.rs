//! The blocks over a list of nodes: loops in place of the recursion of the typed form.

use std::rc::Rc;

use super::value::{AnyDomain, AnyValue};
use super::{Dynamic, Env, Node, NodeContent};
use crate::block::{
    Check, CheckScope, Generate, GenerationContext, Invert, Observation, Observe, Print, Run,
    Shrink, ShrinkContext,
};
use crate::data::{Binding, Verdict};
use crate::language::Formula;
use crate::panics;
use crate::source::{ChoiceValue, Reject, Source, SpanLabel};

impl Formula for Dynamic {
    type Inputs = Env;
}

impl Run for Dynamic {
    fn run(&self, (): (), source: &mut Source) -> Verdict {
        let mut env = Env::default();
        for node in &self.nodes {
            match node.draw(&env, None, source) {
                Some(Ok(value)) => env.push(node.info.name.clone(), value),
                Some(Err(_)) => {
                    return Verdict::Reject(node.info.at, source.reason().unwrap_or_default());
                }
                None if node.holds(&env) => {}
                None => return Verdict::Discard(node.info.at),
            }
        }
        (self.predicate)(&env)
    }
}

impl Generate for Dynamic {
    const BINDS: bool = true;

    fn generate(
        &self,
        (): (),
        old: Option<&Env>,
        context: &mut GenerationContext<'_>,
    ) -> Result<Env, ()> {
        let last_variable = self.nodes.iter().rposition(Node::binds).unwrap_or(0);
        let mut env = Env::default();
        let mut retries = vec![0; self.nodes.len()];
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            match node.draw(&env, old, context.source) {
                Some(Ok(value)) => {
                    env.push(node.info.name.clone(), value);
                    at += 1;
                    continue;
                }
                Some(Err(_)) => context.reject(at),
                None if node.passes(&env, at < last_variable, context) => {
                    at += 1;
                    continue;
                }
                None => context.discard(at),
            }
            // Back to the newest variable that is at fault and may be drawn again.
            let may_retry = |back: &usize| {
                self.nodes[*back].binds() && context.should_retry(*back, &mut retries[*back])
            };
            at = (0..=at).rev().find(may_retry).ok_or(())?;
            retries[at + 1..].fill(0);
            env = env.first(self.nodes[..at].iter().filter(|node| node.binds()).count());
        }
        for (at, retries) in retries.iter().enumerate() {
            context.record_success(at, *retries);
        }
        Ok(env)
    }
}

impl Check for Dynamic {
    fn check(&self, inputs: &Env, scope: CheckScope) -> Verdict {
        if scope == CheckScope::All {
            for (node, bound) in self.bound() {
                if !node.holds(&inputs.first(bound)) {
                    return Verdict::Discard(node.info.at);
                }
            }
        }
        (self.predicate)(inputs)
    }
}

impl Shrink for Dynamic {
    fn simplify(&self, inputs: &mut Env, search: &mut ShrinkContext<'_, Env>) -> bool {
        let mut simpler = false;
        for (node, bound) in self.bound() {
            let mut which = 0..PORTION;
            while !search.spent() {
                let value = |domain: &dyn AnyDomain| domain.shrink(inputs.at(bound), which.clone());
                let candidates =
                    panics::catch(|| node.domain(&inputs.first(bound), value).unwrap_or_default());
                let candidates = candidates.unwrap_or_default();
                if candidates.is_empty() {
                    break;
                }
                // As in the typed form: growing portions, and no return to the first ones.
                let mut next = which.end..which.end * 2;
                for (number, value) in which.zip(candidates) {
                    if self.put(node.info.at, value, inputs, search) {
                        simpler = true;
                        next = number.saturating_sub(PORTION)..number + PORTION;
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

impl Print for Dynamic {
    fn print(&self, inputs: &Env, bindings: &mut Vec<Binding>) {
        for (node, bound) in self.bound() {
            let print = |domain: &dyn AnyDomain| domain.print(inputs.at(bound));
            let value = panics::catch(|| node.domain(&inputs.first(bound), print));
            let value =
                value.unwrap_or_else(|_| Some("(its Debug implementation panicked)".to_owned()));
            bindings.extend(value.map(|value| Binding { name: node.info.name.clone(), value }));
        }
    }
}

impl Observe for Dynamic {
    fn observe(&self, inputs: &Env, observations: &mut Vec<Observation>) {
        for (node, bound) in self.bound() {
            if let NodeContent::Observe(kind, value) = &node.content {
                let value = value(&inputs.first(bound));
                observations.push(Observation { at: node.info.at, kind: *kind, value });
            }
        }
    }
}

impl Invert for Dynamic {
    fn invert(&self, inputs: &Env, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        for (node, bound) in self.bound() {
            let invert = |domain: &dyn AnyDomain| domain.invert(inputs.at(bound), choices);
            node.domain(&inputs.first(bound), invert).unwrap_or(Some(()))?;
        }
        Some(())
    }
}

impl Dynamic {
    /// Returns the nodes, each with the number of variables before it.
    fn bound(&self) -> impl Iterator<Item = (&Node, usize)> {
        self.nodes.iter().scan(0, |bound, node| {
            let before = *bound;
            *bound += usize::from(node.binds());
            Some((node, before))
        })
    }

    /// Replaces the value of a variable, and generates the variables again that depend on it. The inputs change only
    /// if the search accepts them.
    fn put(
        &self,
        at: usize,
        value: Rc<dyn AnyValue>,
        inputs: &mut Env,
        search: &mut ShrinkContext<'_, Env>,
    ) -> bool {
        let earlier = self.nodes[..at].iter().filter(|node| node.binds()).count();
        let mut changed = inputs.first(earlier);
        changed.push(self.nodes[at].info.name.clone(), value);
        let ways = [Dependent::Stays].into_iter().chain((0..=FRESH).map(Dependent::Anew));
        for dependent in ways {
            let repaired =
                panics::catch(|| self.repaired(at + 1, changed.clone(), inputs, search, dependent));
            match repaired {
                Ok(Some(changed)) if search.accepts(&changed) => {
                    *inputs = changed;
                    return true;
                }
                _ if self.depends(at) => {}
                _ => return false,
            }
        }
        false
    }

    /// Returns whether a later domain depends on earlier variables.
    fn depends(&self, at: usize) -> bool {
        self.nodes[at + 1..].iter().any(|node| matches!(node.content, NodeContent::ForallGiven(_)))
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
            let value = match &node.content {
                NodeContent::Forall(_) => inputs.at(changed.len()).clone(),
                NodeContent::ForallGiven(domain) => {
                    let domain = domain(&changed);
                    let old = inputs.at(changed.len());
                    let stays = || domain.invert(old, &mut Vec::new()).is_some();
                    let draw = match dependent {
                        Dependent::Stays => 0,
                        Dependent::Anew(draw) => draw,
                    };
                    match dependent {
                        Dependent::Stays if stays() => old.clone(),
                        _ => domain.generate(&mut search.source(node.info.at, draw)).ok()?,
                    }
                }
                _ if node.holds(&changed) => continue,
                _ => return None,
            };
            changed.push(node.info.name.clone(), value);
        }
        Some(changed)
    }
}

/// What happens to a value whose domain depends on a changed variable.
#[derive(Clone, Copy)]
enum Dependent {
    /// It stays, if the domain can still generate it.
    Stays,
    /// It is generated again: from its old choices (0), or from fresh ones of this number.
    Anew(u64),
}

/// The number of candidates in the first portion.
const PORTION: usize = 16;

/// The number of fresh values to try for a variable that depends on a changed one.
const FRESH: u64 = 4;

impl Node {
    fn binds(&self) -> bool {
        matches!(self.content, NodeContent::Forall(_) | NodeContent::ForallGiven(_))
    }

    /// Returns whether the node is not a premise, or is one that holds.
    fn holds(&self, env: &Env) -> bool {
        match &self.content {
            NodeContent::Implies(premise) => premise(env),
            _ => true,
        }
    }

    /// Returns whether generation goes on after this node, which binds nothing; `binds` says whether a
    /// variable follows.
    fn passes(&self, env: &Env, binds: bool, context: &mut GenerationContext<'_>) -> bool {
        let is_premise = matches!(self.content, NodeContent::Implies(_));
        !is_premise || !context.checks_premise(binds) || self.holds(env)
    }

    /// Draws a value, close to the old one if there is one. Returns `None` if the node binds nothing.
    fn draw(
        &self,
        env: &Env,
        old: Option<&Env>,
        source: &mut Source,
    ) -> Option<Result<Rc<dyn AnyValue>, Reject>> {
        let label = SpanLabel::variable(self.info.at);
        self.domain(env, |domain| {
            source.span(label, |source| match old {
                Some(old) => domain.mutate(old.at(env.len()), source),
                None => domain.generate(source),
            })
        })
    }

    /// Calls `then` with the domain of the node, if it has one.
    fn domain<R>(&self, env: &Env, then: impl FnOnce(&dyn AnyDomain) -> R) -> Option<R> {
        match &self.content {
            NodeContent::Forall(domain) => Some(then(&**domain)),
            NodeContent::ForallGiven(domain) => Some(then(&*domain(env))),
            _ => None,
        }
    }
}
