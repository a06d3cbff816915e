//! Generation: inputs from choices.

use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Observe};
use crate::panics;
use crate::source::{Label, Record, Reject, Source};

/// Makes inputs for `property` from the choices of `source`. Premises are not asked: a domain that
/// counts on one may find it false, and panic. [`run`](forall::block::run()) asks them in order.
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
    property.generate((), source)
}

/// Makes the inputs of a test again, and keeps the choices this time. There are none where a domain
/// panics, or makes nothing.
///
/// ```
/// use forall::block::{Case, retrace};
/// use forall::property::property;
/// use forall::source::{Source, Value};
///
/// let property = property! { forall x in 0..9_u8; check *x < 9 };
/// let Case { inputs: (x, ()), record } = retrace(&property, Source::from_seed(1, 5)).unwrap();
/// assert_eq!(record.values(), [Value::Integer(x.into())]);
/// ```
pub fn retrace<P: Generate>(property: &P, source: Source) -> Option<Case<P::Inputs>> {
    let mut source = source.recording();
    let inputs = panics::catch(|| generate(property, &mut source)).ok()?.ok()?;
    Some(Case { inputs, record: source.into_record() })
}

/// Inputs, and the choices of which they are made.
#[derive(Clone, Debug)]
pub struct Case<Inputs> {
    /// The values.
    pub inputs: Inputs,
    /// The choices.
    pub record: Record,
}

/// Can make its inputs.
///
/// ```
/// use forall::block::Generate;
/// use forall::property::forall;
/// use forall::source::Source;
///
/// let pair = forall("x", 0..9).forall("y", 10..19).check(|(y, (x, ()))| x < y);
/// let (y, (x, ())) = pair.body.generate((5, ()), &mut Source::from_seed(1, 5)).unwrap();
/// assert!(x == 5 && (10..19).contains(&y), "the rest of the inputs, with `x` bound already");
/// ```
pub trait Generate<E = ()>: Formula<E> {
    /// Extends `env` to complete inputs.
    fn generate(&self, env: E, source: &mut Source) -> Result<Self::Inputs, Reject>;
}

impl<E: 'static, A: 'static, D, P> Generate<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Generate<(A, E)>,
{
    #[inline]
    fn generate(&self, env: E, source: &mut Source) -> Result<P::Inputs, Reject> {
        source.open(Label::variable(self.note.at));
        let value = self.domain.generate(&env, source);
        source.close();
        self.body.generate((value?, env), source)
    }
}

impl<E, F, P: Generate<E>> Generate<E> for Implies<F, P> {
    #[inline]
    fn generate(&self, env: E, source: &mut Source) -> Result<P::Inputs, Reject> {
        self.body.generate(env, source)
    }
}

impl<E, F, P: Generate<E>> Generate<E> for Observe<F, P> {
    #[inline]
    fn generate(&self, env: E, source: &mut Source) -> Result<P::Inputs, Reject> {
        self.body.generate(env, source)
    }
}

impl<E: 'static, F> Generate<E> for Check<F> {
    #[inline]
    fn generate(&self, env: E, _: &mut Source) -> Result<E, Reject> {
        Ok(env)
    }
}
