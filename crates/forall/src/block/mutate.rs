//! Mutation: inputs near to given ones.

use forall::block::Case;
use forall::domain::within::Within;
use forall::panics;
use forall::property::{Check, Forall, Formula, Implies, Observe};
use forall::source::{Label, Policy, Random, Reject, Source, alter_one};

/// Changes the choices of one variable of `case` and makes inputs of them. Variables whose domain has a
/// mutator of its own are given to it; what depends on a changed variable is made anew, as near as
/// it can be to what it was. There are none if a domain panics or rejects.
pub fn mutate<P: Mutate>(
    property: &P,
    case: &Case<P::Inputs>,
    random: &mut Random,
    size: u32,
) -> Option<Case<P::Inputs>> {
    let spans = alter_one(&case.record, random);
    let source = Source::from_seed(random.word(), size);
    let mut source = source.replaying_spans(spans, Policy::NEAREST);
    let made = panics::catch(|| property.mutate((), &case.inputs, &mut source));
    Some(Case { inputs: made.ok()?.ok()?, record: source.into_record() })
}

/// Can make inputs near to given ones.
pub trait Mutate<E = ()>: Formula<E> {
    /// Extends `env` to complete inputs near to `old`.
    fn mutate(
        &self,
        env: E,
        old: &Self::Inputs,
        source: &mut Source,
    ) -> Result<Self::Inputs, Reject>;
}

impl<E: 'static, A: 'static, D, P> Mutate<E> for Forall<A, D, P>
where
    D: Within<E, Value = A>,
    P: Mutate<(A, E)>,
{
    fn mutate(&self, env: E, old: &P::Inputs, source: &mut Source) -> Result<P::Inputs, Reject> {
        source.open(Label::variable(self.note.at));
        let value = self.domain.mutate(&env, &P::env(old).0, source);
        source.close();
        self.body.mutate((value?, env), old, source)
    }
}

impl<E, F, P: Mutate<E>> Mutate<E> for Implies<F, P> {
    fn mutate(&self, env: E, old: &P::Inputs, source: &mut Source) -> Result<P::Inputs, Reject> {
        self.body.mutate(env, old, source)
    }
}

impl<E, F, P: Mutate<E>> Mutate<E> for Observe<F, P> {
    fn mutate(&self, env: E, old: &P::Inputs, source: &mut Source) -> Result<P::Inputs, Reject> {
        self.body.mutate(env, old, source)
    }
}

impl<E: 'static, F> Mutate<E> for Check<F> {
    fn mutate(&self, env: E, _: &E, _: &mut Source) -> Result<E, Reject> {
        Ok(env)
    }
}
