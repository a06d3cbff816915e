//! Mutation: inputs near to given ones; or fresh ones, where there are none. Premises are asked on the
//! way, as soon as a variable after them would be made.

use crate::data::Verdict;
use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Observe, outline};
use crate::panics;
use crate::source::{Label, Record, Source};

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
///
/// ```
/// use forall::block::{Attempt, attempt};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = property! { forall x in 0..9; implies *x > 8; forall y in 0..*x; check y < x };
/// let mut asked = 0;
/// let Attempt { inputs, record } = attempt(&property, Source::from_seed(1, 5), &mut || asked += 1);
/// assert_eq!(inputs, Err(Verdict::Discard(1)), "so that no `y` is made");
/// assert_eq!((asked, record.choices.len()), (1, 1));
/// ```
pub fn attempt<P: Mutate>(
    property: &P,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    make(property, None, Making::new(source.recording(), asking))
}

/// Makes inputs near to `old` from `source`, in which the choices of `old` stand, changed
/// ([`Mutator::source`](forall::mutation::Mutator::source)). Variables whose domain has a mutator of its own
/// are given to it; what depends on a changed variable is made anew, as near as it can be to what
/// it was.
///
/// ```
/// use forall::block::{attempt, mutate};
/// use forall::property::property;
/// use forall::mutation::Mutator;
/// use forall::source::{Random, Source};
///
/// let property = property! { forall x: u64; forall y: u64; check x != y };
/// let old = attempt(&property, Source::from_seed(1, 5), &mut || ());
/// let source = Mutator::new(Random::from_seed(7)).source(&old.record, &[], 5);
/// let new = mutate(&property, &old, source, &mut || ());
/// assert_ne!(old.inputs.unwrap(), new.inputs.unwrap());
/// ```
pub fn mutate<P: Mutate>(
    property: &P,
    old: &Attempt<P::Inputs>,
    source: Source,
    asking: &mut dyn FnMut(),
) -> Attempt<P::Inputs> {
    make(property, old.inputs.as_ref().ok(), Making::new(source, asking))
}

fn make<P: Mutate>(
    property: &P,
    old: Option<&P::Inputs>,
    mut making: Making<'_>,
) -> Attempt<P::Inputs> {
    let mut made = None;
    let mut work = || made = property.mutate((), old, &mut making);
    if let Err(thrown) = panics::catch(&mut work as &mut dyn FnMut()) {
        making.obstacle = panics::verdict(thrown, outline(property).len() - 1);
    }
    Attempt { record: making.source.into_record(), inputs: made.ok_or(making.obstacle) }
}

/// What inputs are made of, and who wants to know when premises are asked.
///
/// A form of property that is not made of nodes makes its inputs of it:
///
/// ```
/// use forall::block::{Making, Mutate};
/// use forall::domain::Domain;
/// use forall::property::{Formula, Note, Outline};
///
/// /// All even digits are small.
/// struct Even;
/// # impl Outline for Even {
/// #     fn outline<'p>(&'p self, _: &mut Vec<&'p Note>) {}
/// # }
/// # impl Formula<()> for Even {
/// #     type Inputs = u8;
/// #     fn env(_: &u8) -> &() { &() }
/// #     fn env_mut(_: &mut u8) -> &mut () { Box::leak(Box::new(())) }
/// # }
///
/// impl Mutate for Even {
///     const BINDS: bool = true;
///
///     fn mutate(&self, _: (), _: Option<&u8>, making: &mut Making<'_>) -> Option<u8> {
///         let Ok(x) = (0..10_u8).generate(&mut making.source) else {
///             making.reject(0);
///             return None;
///         };
///         (making.asking)();
///         if x % 2 == 1 {
///             making.discard(1);
///             return None;
///         }
///         Some(x)
///     }
/// }
/// # use forall::block::attempt;
/// # use forall::source::Source;
/// let made = (0..9).map(|seed| attempt(&Even, Source::from_seed(seed, 5), &mut || ()).inputs);
/// assert!(made.flatten().all(|x| x % 2 == 0));
/// ```
pub struct Making<'m> {
    /// The choices.
    pub source: Source,
    /// Called before each premise that is asked.
    pub asking: &'m mut dyn FnMut(),
    /// What they did not get past. It is kept here, so that the walk, of which every property has its own,
    /// need not carry it along.
    obstacle: Verdict,
}

impl<'m> Making<'m> {
    /// Of this source, for somebody who wants to know.
    fn new(source: Source, asking: &'m mut dyn FnMut()) -> Making<'m> {
        Making { source, asking, obstacle: Verdict::Pass }
    }

    /// The premise at this place does not hold.
    pub fn discard(&mut self, at: usize) {
        self.obstacle = Verdict::Discard(at);
    }

    /// The quantifier at this place could make no value.
    pub fn reject(&mut self, at: usize) {
        self.obstacle = Verdict::Reject(at, self.source.reason().unwrap_or_default());
    }
}

/// Can make inputs near to given ones.
///
/// ```
/// use forall::block::{Attempt, Mutate, attempt};
/// use forall::property::forall;
/// use forall::source::Source;
///
/// fn fresh<P: Mutate>(property: &P, seed: u64) -> Attempt<P::Inputs> {
///     attempt(property, Source::from_seed(seed, 5), &mut || ())
/// }
/// assert!(fresh(&forall("x", 0..9).check(|_| true), 1).inputs.is_ok());
/// ```
pub trait Mutate<E = ()>: Formula<E> {
    /// Is there a variable from here on?
    const BINDS: bool;

    /// Extends `env` to complete inputs, near to `old` if there are some. What they did not get past is
    /// told to `making`.
    fn mutate(
        &self,
        env: E,
        old: Option<&Self::Inputs>,
        making: &mut Making<'_>,
    ) -> Option<Self::Inputs>;
}

impl<E: 'static, A: 'static, D, P> Mutate<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Mutate<(A, E)>,
{
    const BINDS: bool = true;

    fn mutate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        making: &mut Making<'_>,
    ) -> Option<P::Inputs> {
        making.source.open(Label::variable(self.note.at));
        let value = match old {
            Some(old) => self.domain.mutate(&env, &P::env(old).0, &mut making.source),
            None => self.domain.generate(&env, &mut making.source),
        };
        making.source.close();
        match value {
            Ok(value) => self.body.mutate((value, env), old, making),
            Err(_) => {
                making.reject(self.note.at);
                None
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
    ) -> Option<P::Inputs> {
        // Where no variable is saved by it, asking is left to the check.
        if P::BINDS {
            (making.asking)();
            if !(self.premise)(&env) {
                making.discard(self.note.at);
                return None;
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
    ) -> Option<P::Inputs> {
        self.body.mutate(env, old, making)
    }
}

impl<E: 'static, F> Mutate<E> for Check<F> {
    const BINDS: bool = false;

    fn mutate(&self, env: E, _: Option<&E>, _: &mut Making<'_>) -> Option<E> {
        Some(env)
    }
}

impl std::fmt::Debug for Making<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Making").field("source", &self.source).finish_non_exhaustive()
    }
}
