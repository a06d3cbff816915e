//! Mutation: inputs near to given ones; or fresh ones, where there are none. Premises are asked on the
//! way, as soon as a variable after them would be made.

use forall::domain::within::Within;
use forall::panics;
use forall::property::{Check, Forall, Formula, Implies, Observe, outline};
use forall::report::Verdict;
use forall::source::{Label, Record, Source};

/// What came of making inputs.
#[derive(Clone, Debug)]
pub struct Attempt<Inputs> {
    /// The choices, as far as they were made.
    pub record: Record,
    /// The inputs, which may still be turned away by a premise after the last variable; or how the test
    /// ended before they were complete.
    pub inputs: Result<Inputs, Verdict>,
}

/// Makes fresh inputs from `source`, and keeps the choices. `asking` is called before each premise that
/// is asked.
pub fn attempt<P: Mutate>(
    property: &P,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    make(property, None, Making { source: source.recording(), asking })
}

/// Makes inputs near to `old` from `source`, in which the choices of `old` stand, changed
/// ([`Mutator::source`](forall::source::Mutator::source)). Variables whose domain has a mutator of its own
/// are given to it; what depends on a changed variable is made anew, as near as it can be to what
/// it was.
pub fn mutate<P: Mutate>(
    property: &P,
    old: &Attempt<P::Inputs>,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    make(property, old.inputs.as_ref().ok(), Making { source, asking })
}

fn make<P: Mutate>(
    property: &P,
    old: Option<&P::Inputs>,
    mut making: Making<'_>,
) -> Attempt<P::Inputs> {
    let mut made = None;
    let mut work = || made = Some(property.mutate((), old, &mut making));
    let caught = panics::catch(&mut work as &mut dyn FnMut());
    let inputs = match (made, caught) {
        (Some(made), _) => made,
        (None, Err(thrown)) => Err(panics::verdict(thrown, outline(property).len() - 1)),
        (None, Ok(())) => unreachable!("what came to its end has made something"),
    };
    Attempt { record: making.source.into_record(), inputs }
}

/// What inputs are made of, and who wants to know when premises are asked.
pub struct Making<'m> {
    /// The choices.
    pub source: Source,
    /// Called before each premise that is asked.
    pub asking: &'m mut dyn FnMut(),
}

/// Can make inputs near to given ones.
pub trait Mutate<E = ()>: Formula<E> {
    /// Is there a variable from here on?
    const BINDS: bool;

    /// Extends `env` to complete inputs, near to `old` if there are some, unless a premise says no.
    fn mutate(
        &self,
        env: E,
        old: Option<&Self::Inputs>,
        making: &mut Making<'_>,
    ) -> Result<Self::Inputs, Verdict>;
}

impl<E: 'static, A: 'static, D, P> Mutate<E> for Forall<A, D, P>
where
    D: Within<E, Value = A>,
    P: Mutate<(A, E)>,
{
    const BINDS: bool = true;

    fn mutate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        making: &mut Making<'_>,
    ) -> Result<P::Inputs, Verdict> {
        making.source.open(Label::variable(self.note.at));
        let value = match old {
            Some(old) => self.domain.mutate(&env, &P::env(old).0, &mut making.source),
            None => self.domain.generate(&env, &mut making.source),
        };
        making.source.close();
        match value {
            Ok(value) => self.body.mutate((value, env), old, making),
            Err(_) => {
                let reason = making.source.reason().unwrap_or_default();
                Err(Verdict::Reject(self.note.at, reason))
            }
        }
    }
}

impl<E, F: Fn(&E) -> bool, P: Mutate<E>> Mutate<E> for Implies<F, P> {
    const BINDS: bool = P::BINDS;

    fn mutate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        making: &mut Making<'_>,
    ) -> Result<P::Inputs, Verdict> {
        // Where no variable is saved by it, asking is left to the check.
        if P::BINDS {
            (making.asking)();
            if !(self.premise)(&env) {
                return Err(Verdict::Discard(self.note.at));
            }
        }
        self.body.mutate(env, old, making)
    }
}

impl<E, F, P: Mutate<E>> Mutate<E> for Observe<F, P> {
    const BINDS: bool = P::BINDS;

    fn mutate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        making: &mut Making<'_>,
    ) -> Result<P::Inputs, Verdict> {
        self.body.mutate(env, old, making)
    }
}

impl<E: 'static, F> Mutate<E> for Check<F> {
    const BINDS: bool = false;

    fn mutate(&self, env: E, _: Option<&E>, _: &mut Making<'_>) -> Result<E, Verdict> {
        Ok(env)
    }
}

impl std::fmt::Debug for Making<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Making").field("source", &self.source).finish_non_exhaustive()
    }
}
