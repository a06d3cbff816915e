//! The blocks over a list of nodes: loops in place of the recursion of the typed form.

mod shrink;

use std::any::Any;

use super::{Dynamic, Env, Node, Value};
use crate::block::{
    Annotate, Check, CheckScope, Generate, GenerationContext, Invert, Observation, Observe, Print,
    Run, record_replacement,
};
use crate::builder::With;
use crate::data::{Binding, Failure, Verdict};
use crate::domain::ability::AnyAbility;
use crate::language::{Formula, NodeInfo};
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
                Some(Ok(value)) => {
                    if let Some(broken) = node.broken_contract(&env, &value) {
                        return broken;
                    }
                    env.bind(node.info().name.clone(), value);
                }
                Some(Err(_)) => {
                    return Verdict::Reject(node.info().at, source.reason().unwrap_or_default());
                }
                None if node.holds(&env) => {}
                None => return Verdict::Discard(node.info().at),
            }
        }
        self.conclude(&env)
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
                    if context.checks_contracts()
                        && let Some(broken) = node.broken_contract(&env, &value)
                    {
                        context.break_contract(broken);
                        return Err(());
                    }
                    env.bind(node.info().name.clone(), value);
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
            // Goes back to the newest variable that the false premise depends on and that may be drawn again.
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
        for (node, bound) in self.bound() {
            let env = inputs.first(bound);
            if node.binds()
                && let Some(broken) = node.broken_contract(&env, inputs.at(bound))
            {
                return broken;
            }
            if scope == CheckScope::All && !node.holds(&env) {
                return Verdict::Discard(node.info().at);
            }
        }
        self.conclude(inputs)
    }
}

impl Print for Dynamic {
    fn print(&self, inputs: &Env, bindings: &mut Vec<Binding>) {
        for (node, bound) in self.bound() {
            let Node::Forall { info, domain, .. } = node else { continue };
            let value = panics::catch(|| domain.print(&inputs.first(bound), inputs.at(bound)));
            let value = value.unwrap_or_else(|_| "(its Debug implementation panicked)".to_owned());
            bindings.push(Binding { name: info.name.clone(), value });
        }
    }
}

impl Observe for Dynamic {
    fn observe(&self, inputs: &Env, observations: &mut Vec<Observation>) {
        for (node, bound) in self.bound() {
            if let Node::Observe { info, kind, value } = node {
                let value = value(&inputs.first(bound));
                observations.push(Observation { at: info.at, kind: *kind, value });
            }
        }
    }
}

impl Invert for Dynamic {
    fn invert(&self, inputs: &Env, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        for (node, bound) in self.bound() {
            if let Node::Forall { domain, .. } = node {
                domain.invert(&inputs.first(bound), inputs.at(bound), choices)?;
            }
        }
        Some(())
    }
}

impl Annotate for Dynamic {
    const IS_ANNOTATED: bool = true;

    fn annotations(&self, inputs: &Env, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        for (node, bound) in self.bound() {
            let Node::Forall { info, domain, augments } = node else { continue };
            let env = inputs.first(bound);
            domain.annotations(&env, &mut |annotation| visit(info, annotation));
            augments.visit(&env, &mut |augment| visit(info, augment));
        }
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        let variable = self.nodes.iter_mut().rev().find_map(|node| match node {
            Node::Forall { info, domain, .. } if info.name == name => Some((info, domain)),
            _ => None,
        });
        let Some((info, domain)) = variable else { return false };
        record_replacement(info, domain.replace(ability));
        true
    }
}

impl With for Dynamic {
    type Output = Dynamic;

    fn overridable(self) -> Dynamic {
        self
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

    /// Evaluates the predicate.
    fn conclude(&self, inputs: &Env) -> Verdict {
        match self.nodes.last() {
            Some(Node::Check { info, predicate }) => predicate(inputs).at_node(info.at),
            _ => unreachable!("`from_nodes` requires that the last node is a check"),
        }
    }
}

impl Node {
    /// Returns whether generation continues after this node, which is not a quantifier. `binds` is whether a
    /// quantifier follows.
    fn passes(&self, env: &Env, binds: bool, context: &mut GenerationContext<'_>) -> bool {
        let is_premise = matches!(self, Node::Implies { .. });
        !is_premise || !context.checks_premise(binds) || self.holds(env)
    }

    /// Returns the verdict about a value that breaks the contract of the variable.
    fn broken_contract(&self, env: &Env, value: &Value) -> Option<Verdict> {
        let Node::Forall { info, domain, augments } = self else { return None };
        match domain.broken_contract(env, value) {
            Some(contract) => Some(Failure::contract(&info.name, &contract, value).into()),
            None => augments.broken(&info.name, env, value),
        }
    }

    /// Draws a value, close to the old one if there is one. Returns `None` if the node binds nothing.
    fn draw(
        &self,
        env: &Env,
        old: Option<&Env>,
        source: &mut Source,
    ) -> Option<Result<Value, Reject>> {
        let Node::Forall { info, domain, .. } = self else { return None };
        Some(source.span(SpanLabel::variable(info.at), |source| match old {
            Some(old) => domain.mutate(env, old.at(env.len()), source),
            None => domain.generate(env, source),
        }))
    }
}
