//! Generation: inputs from choices. The same traversal generates fresh, mutated and valid inputs.

use super::check::broken_contract;
use super::generation::{GenerationContext, Premises};
use crate::data::Verdict;
use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Node, Observe, nodes};
use crate::panics;
use crate::source::{Record, Reject, Source, SpanLabel};

/// Generates inputs for `property` from the choices of `source`. Premises and contracts are not evaluated: a domain
/// that relies on one may find it false and panic. [`run`](super::run()) evaluates them in order.
///
/// ```
/// use forall::block::{Generate, generate};
/// use forall::property::property;
/// use forall::source::Source;
///
/// fn draw<P: Generate>(property: &P, seed: u64) -> Option<P::Inputs> {
///     generate(property, &mut Source::from_seed(seed, 5)).ok()
/// }
/// let ordered = property! { forall x in 0..9; forall y in *x..9; check x <= y };
/// let (y, (x, ())) = draw(&ordered, 1).expect("there are such numbers");
/// assert!(x <= y && y < 9);
/// ```
pub fn generate<P: Generate>(property: &P, source: &mut Source) -> Result<P::Inputs, Reject> {
    let mut context = GenerationContext::new(source, Premises::Ignore);
    let generated = property.generate((), None, &mut context);
    generated.map_err(|()| source.reject(source.reason().unwrap_or_default()))
}

/// Generates the inputs of a test again, and records the choices. Returns `None` if a domain panics or rejects.
///
/// ```
/// use forall::block::{TestCase, regenerate};
/// use forall::property::property;
/// use forall::source::{Source, ChoiceValue};
///
/// let property = property! { forall x in 0..9_u8; check *x < 9 };
/// let TestCase { inputs: (x, ()), record } = regenerate(&property, Source::from_seed(1, 5)).unwrap();
/// assert_eq!(record.values(), [ChoiceValue::Integer(x.into())]);
/// ```
pub fn regenerate<P: Generate>(property: &P, source: Source) -> Option<TestCase<P::Inputs>> {
    let mut source = source.recording();
    let inputs = panics::catch(|| generate(property, &mut source)).ok()?.ok()?;
    Some(TestCase { inputs, record: source.into_record() })
}

/// Inputs, and the choices from which they were generated.
#[derive(Clone, Debug)]
pub struct TestCase<Inputs> {
    /// The values.
    pub inputs: Inputs,
    /// The choices.
    pub record: Record,
}

/// A property that can generate its inputs.
///
/// ```
/// use forall::block::{Generate, GenerationContext, generate};
/// use forall::property::forall;
/// use forall::source::Source;
///
/// /// The second half of a pair of numbers, for a first half that is known.
/// fn complete<P: Generate<(i32, ())>>(
///     rest: &P,
///     first: i32,
///     context: &mut GenerationContext<'_>,
/// ) -> Option<P::Inputs> {
///     rest.generate((first, ()), None, context).ok()
/// }
/// let pair = forall("x", 0..9).forall("y", 10..19).check(|(y, (x, ()))| x < y);
/// assert!(generate(&pair, &mut Source::from_seed(1, 5)).is_ok());
/// # let _ = complete::<forall::property::Check<fn(&(i32, ())) -> bool>>;
/// ```
pub trait Generate<E = ()>: Formula<E> {
    /// Whether there is a quantifier from here on.
    const BINDS: bool;

    /// Extends `env` to complete inputs, close to `old` if that is given. If that is not possible, returns
    /// `env`, and records the reason in `context`.
    fn generate(
        &self,
        env: E,
        old: Option<&Self::Inputs>,
        context: &mut GenerationContext<'_>,
    ) -> Result<Self::Inputs, E>;
}

impl<E: 'static, A: 'static, D, P> Generate<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Generate<(A, E)> + Node<(A, E)>,
{
    const BINDS: bool = true;

    fn generate(
        &self,
        mut env: E,
        old: Option<&P::Inputs>,
        context: &mut GenerationContext<'_>,
    ) -> Result<P::Inputs, E> {
        let at = self.info.at;
        let mut retries = 0;
        loop {
            context.source.open(SpanLabel::variable(at));
            let value = match old {
                Some(old) => self.domain.mutate(&env, &P::env(old).0, context.source),
                None => self.domain.generate(&env, context.source),
            };
            context.source.close();
            match value {
                Ok(value) if D::HAS_CONTRACT && !obeys(self, &value, &env, context) => {}
                Ok(value) => match self.body.generate((value, env), old, context) {
                    Ok(inputs) => {
                        context.record_success(at, retries);
                        return Ok(inputs);
                    }
                    Err((_, before)) => env = before,
                },
                Err(_) => context.reject(at),
            }
            if !context.should_retry(at, &mut retries) {
                return Err(env);
            }
        }
    }
}

/// Returns whether generation continues with a value for `node`: it obeys its contract, or the check evaluates it.
fn obeys<E, A, D: Dependent<E, Value = A>, P>(
    node: &Forall<A, D, P>,
    value: &A,
    env: &E,
    context: &mut GenerationContext<'_>,
) -> bool {
    if !context.checks_contracts() {
        return true;
    }
    let broken = broken_contract(&node.info, &node.domain, env, value);
    broken.map(|failure| context.break_contract(failure)).is_none()
}

impl<E, F: Fn(&E) -> bool, P: Generate<E>> Generate<E> for Implies<F, P> {
    const BINDS: bool = P::BINDS;

    fn generate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        context: &mut GenerationContext<'_>,
    ) -> Result<P::Inputs, E> {
        if context.checks_premise(P::BINDS) && !(self.premise)(&env) {
            context.discard(self.info.at);
            return Err(env);
        }
        self.body.generate(env, old, context)
    }
}

impl<E, F, P: Generate<E>> Generate<E> for Observe<F, P> {
    const BINDS: bool = P::BINDS;

    fn generate(
        &self,
        env: E,
        old: Option<&P::Inputs>,
        context: &mut GenerationContext<'_>,
    ) -> Result<P::Inputs, E> {
        self.body.generate(env, old, context)
    }
}

impl<E: 'static, F> Generate<E> for Check<F> {
    const BINDS: bool = false;

    fn generate(&self, env: E, _: Option<&E>, _: &mut GenerationContext<'_>) -> Result<E, E> {
        Ok(env)
    }
}

/// Generates inputs in `context`, or returns the verdict that ends the test. A panic is a failure.
pub(super) fn generate_in<P: Generate>(
    property: &P,
    old: Option<&P::Inputs>,
    mut context: GenerationContext<'_>,
) -> Result<P::Inputs, Verdict> {
    let mut generated = None;
    let mut work = || generated = property.generate((), old, &mut context).ok();
    match panics::catch(&mut work as &mut dyn FnMut()) {
        Ok(()) => generated.ok_or_else(|| context.into_obstacle()),
        Err(thrown) => Err(panics::verdict(thrown, nodes(property).len() - 1)),
    }
}
