//! Options and results.

use super::{
    Arbitrary, Domain, RestrictedDomain, Restriction, Shrinks, Variant, any, inverse, just,
    restrict,
};
use crate::source::{self, Random, Reject, Role, Source, SpanLabel};

/// Generates `Some` value of `domain` in three of four cases, otherwise `None`, which is simpler.
///
/// ```
/// use forall::domain::{Domain, option};
///
/// let digit = option(0..10);
/// assert_eq!(digit.shrink(&Some(1)).collect::<Vec<_>>(), [None, Some(0)]);
/// ```
pub fn option<D: Domain>(domain: D) -> Optional<D> {
    Optional { domain }
}

/// See [`option`].
#[derive(Clone, Copy, Debug)]
pub struct Optional<D> {
    domain: D,
}

impl<D: Domain> Domain for Optional<D> {
    type Value = Option<D::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        some_or_none(source, |source| self.domain.generate(source))
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        simpler_option(value, |value| self.domain.shrink(value))
    }

    fn print(&self, value: &Self::Value) -> String {
        match value {
            Some(value) => format!("Some({})", self.domain.print(value)),
            None => "None".into(),
        }
    }

    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::branch(usize::from(value.is_some()), choices);
        match value {
            Some(value) => self.domain.invert(value, choices),
            None => Some(()),
        }
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        one_option(restriction, &self.domain)
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Option<T>, Reject> {
        some_or_none(source, T::generate)
    }

    fn shrink(&self) -> Shrinks<'_, Option<T>> {
        simpler_option(self, T::shrink)
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::branch(usize::from(self.is_some()), choices);
        match self {
            Some(value) => value.invert(choices),
            None => Some(()),
        }
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        one_option(restriction, any::<T>())
    }
}

/// Returns the options of the variant that the restriction requires.
fn one_option<'a, D: Domain + 'a>(
    restriction: &Restriction<Option<D::Value>>,
    domain: D,
) -> Option<RestrictedDomain<'a, Option<D::Value>>> {
    match restriction.variant()? {
        Variant::None => {
            let is_none = |option: &Option<D::Value>| option.is_none().then_some(());
            Some(Box::new(just(()).mapped(|()| None).with_inverse(is_none)))
        }
        variant => {
            let is_some = variant == Variant::Some;
            is_some.then(|| restrict::one_variant(domain, Some, Option::as_ref))
        }
    }
}

#[inline(always)]
fn some_or_none<A>(
    source: &mut Source,
    make: impl FnOnce(&mut Source) -> Result<A, Reject>,
) -> Result<Option<A>, Reject> {
    let theme = source.theme();
    let sample = |random: &mut Random| u8::from(theme.flag(random.word(), 192));
    let some = source.integer(0..=1, 0, Role::Branch, sample);
    if some == 0 { Ok(None) } else { source.span(SpanLabel::BRANCH, make).map(Some) }
}

fn simpler_option<'a, A: 'a>(
    value: &'a Option<A>,
    simpler: impl Fn(&'a A) -> Shrinks<'a, A>,
) -> Shrinks<'a, Option<A>> {
    let Some(value) = value else {
        return Shrinks::none();
    };
    let mut is_first = true;
    let mut simpler = simpler(value);
    Shrinks::from_fn(move || match std::mem::take(&mut is_first) {
        true => Some(None),
        false => simpler.next().map(Some),
    })
}

/// Generates `Ok` with a value of `ok` or `Err` with a value of `err`, equally often.
///
/// ```
/// use forall::domain::{just, result, sample};
///
/// let parsed = sample(&result(0..10, just("not a number")), 100);
/// assert!(parsed.contains(&Ok(7)) && parsed.contains(&Err("not a number")));
/// ```
pub fn result<D: Domain, D2: Domain>(ok: D, err: D2) -> Fallible<D, D2> {
    Fallible { ok, err }
}

/// See [`result`].
#[derive(Clone, Copy, Debug)]
pub struct Fallible<D, D2> {
    ok: D,
    err: D2,
}

impl<D: Domain, D2: Domain> Domain for Fallible<D, D2> {
    type Value = Result<D::Value, D2::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
        let ok = |source: &mut Source| self.ok.generate(source);
        ok_or_err(source, ok, |source| self.err.generate(source))
    }

    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        match value {
            Ok(value) => Shrinks::new(self.ok.shrink(value).map(Ok)),
            Err(error) => Shrinks::new(self.err.shrink(error).map(Err)),
        }
    }

    fn print(&self, value: &Self::Value) -> String {
        match value {
            Ok(value) => format!("Ok({})", self.ok.print(value)),
            Err(error) => format!("Err({})", self.err.print(error)),
        }
    }

    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::branch(usize::from(value.is_err()), choices);
        match value {
            Ok(value) => self.ok.invert(value, choices),
            Err(error) => self.err.invert(error, choices),
        }
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        one_result(restriction, &self.ok, &self.err)
    }
}

impl<A: Arbitrary, B: Arbitrary> Arbitrary for Result<A, B> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        ok_or_err(source, A::generate, B::generate)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        match self {
            Ok(value) => Shrinks::new(value.shrink().map(Ok)),
            Err(error) => Shrinks::new(error.shrink().map(Err)),
        }
    }

    fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        inverse::branch(usize::from(self.is_err()), choices);
        match self {
            Ok(value) => value.invert(choices),
            Err(error) => error.invert(choices),
        }
    }

    fn restricted(restriction: &Restriction<Self>) -> Option<RestrictedDomain<'_, Self>> {
        one_result(restriction, any::<A>(), any::<B>())
    }
}

/// Returns the results of the variant that the restriction requires.
fn one_result<'a, D: Domain + 'a, D2: Domain + 'a>(
    restriction: &Restriction<Result<D::Value, D2::Value>>,
    ok: D,
    err: D2,
) -> Option<RestrictedDomain<'a, Result<D::Value, D2::Value>>> {
    match restriction.variant()? {
        Variant::Ok => Some(restrict::one_variant(ok, Ok, |result| result.as_ref().ok())),
        Variant::Err => Some(restrict::one_variant(err, Err, |result| result.as_ref().err())),
        _ => None,
    }
}

#[inline(always)]
fn ok_or_err<A, B>(
    source: &mut Source,
    ok: impl FnOnce(&mut Source) -> Result<A, Reject>,
    err: impl FnOnce(&mut Source) -> Result<B, Reject>,
) -> Result<Result<A, B>, Reject> {
    match source.branch(2) {
        0 => source.span(SpanLabel::BRANCH, ok).map(Ok),
        _ => source.span(SpanLabel::BRANCH, err).map(Err),
    }
}
