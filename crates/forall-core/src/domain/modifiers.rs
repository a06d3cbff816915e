//! Modifiers: a domain with one of its methods replaced, or with data attached.

use std::fmt::Debug;

use super::{Domain, Shrinks};
use crate::source::{self, Reject, Source};

// Methods that forward to the inner domain.
macro_rules! forward {
    (generate) => {
        #[inline(always)]
        fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
            self.domain.generate(source)
        }
    };
    (mutate) => {
        fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
            self.domain.mutate(value, source)
        }
    };
    (shrink) => {
        fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
            self.domain.shrink(value)
        }
    };
    (print) => {
        fn print(&self, value: &D::Value) -> String {
            self.domain.print(value)
        }
    };
    (invert) => {
        fn invert(&self, value: &D::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
            self.domain.invert(value, choices)
        }
    };
}

/// See [`Domain::shrink_with`].
#[derive(Clone, Copy)]
pub struct ShrinkWith<D, F> {
    pub(super) domain: D,
    pub(super) shrink: F,
}

impl<D: Domain, F: Fn(&D::Value) -> Vec<D::Value>> Domain for ShrinkWith<D, F> {
    type Value = D::Value;

    forward!(generate);
    forward!(mutate);

    fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
        Shrinks::new((self.shrink)(value))
    }

    forward!(print);
    forward!(invert);
}

/// See [`Domain::mutate_with`].
#[derive(Clone, Copy)]
pub struct MutateWith<D, F> {
    pub(super) domain: D,
    pub(super) mutate: F,
}

impl<D, F> Domain for MutateWith<D, F>
where
    D: Domain,
    F: Fn(&D::Value, &mut Source) -> Result<D::Value, Reject>,
{
    type Value = D::Value;

    forward!(generate);

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        (self.mutate)(value, source)
    }

    forward!(shrink);
    forward!(print);
    forward!(invert);
}

/// See [`Domain::print_with`].
#[derive(Clone, Copy)]
pub struct PrintWith<D, F> {
    pub(super) domain: D,
    pub(super) print: F,
}

impl<D: Domain, F: Fn(&D::Value) -> String> Domain for PrintWith<D, F> {
    type Value = D::Value;

    forward!(generate);
    forward!(mutate);
    forward!(shrink);

    fn print(&self, value: &D::Value) -> String {
        (self.print)(value)
    }

    forward!(invert);
}

/// A domain with an annotation of type `X`.
///
/// A block that needs an annotation requires it of every domain: `impl<A, D: Annotated<Cost>, P: …> MyBlock
/// for Forall<A, D, P>`. A property with a domain that lacks the annotation then does not compile.
///
/// ```
/// use forall::domain::{Annotated, Domain};
/// use forall::property::{Check, Forall, property};
///
/// struct Cost(u32);
///
/// trait Estimate {
///     fn estimate(&self) -> u32;
/// }
/// impl<A, D: Annotated<Cost>, P: Estimate> Estimate for Forall<A, D, P> {
///     fn estimate(&self) -> u32 {
///         self.domain.annotation().0 + self.body.estimate()
///     }
/// }
/// impl<F> Estimate for Check<F> {
///     fn estimate(&self) -> u32 {
///         1
///     }
/// }
/// let property = property! { forall x in (0..100).annotate(Cost(2)); check *x < 100 };
/// assert_eq!(property.estimate(), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "the domain `{Self}` has no annotation `{X}`",
    label = "a block needs the `{X}` of every domain",
    note = "attach one with `.annotate(…)`, or implement `Annotated<{X}>` for your own domain"
)]
pub trait Annotated<X> {
    /// Returns the annotation.
    fn annotation(&self) -> &X;
}

/// See [`Domain::annotate`].
#[derive(Clone, Copy)]
pub struct Annotate<D, X> {
    pub(super) domain: D,
    pub(super) annotation: X,
}

impl<D, X> Annotated<X> for Annotate<D, X> {
    fn annotation(&self) -> &X {
        &self.annotation
    }
}

impl<D: Domain, X> Domain for Annotate<D, X> {
    type Value = D::Value;

    forward!(generate);
    forward!(mutate);
    forward!(shrink);
    forward!(print);
    forward!(invert);
}

/// See [`Domain::without_edge_cases`].
#[derive(Clone, Copy)]
pub struct WithoutEdgeCases<D> {
    pub(super) domain: D,
}

impl<D: Domain> Domain for WithoutEdgeCases<D> {
    type Value = D::Value;

    #[inline(always)]
    fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
        source.without_edge_cases(|source| self.domain.generate(source))
    }

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        source.without_edge_cases(|source| self.domain.mutate(value, source))
    }

    forward!(shrink);
    forward!(print);
    forward!(invert);
}

/// See [`Domain::resized`].
#[derive(Clone, Copy)]
pub struct Resized<D, F> {
    pub(super) domain: D,
    pub(super) resize: F,
}

impl<D: Domain, F: Fn(u32) -> u32> Domain for Resized<D, F> {
    type Value = D::Value;

    #[inline(always)]
    fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
        let size = (self.resize)(source.size());
        source.at_size(size, |source| self.domain.generate(source))
    }

    fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
        let size = (self.resize)(source.size());
        source.at_size(size, |source| self.domain.mutate(value, source))
    }

    forward!(shrink);
    forward!(print);
    forward!(invert);
}

macro_rules! debug {
    ($($name:ident<$($parameter:ident),*> = $text:literal;)*) => { $(
        impl<D: Debug, $($parameter),*> Debug for $name<D, $($parameter),*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!("{:?}", $text), self.domain)
            }
        }
    )* };
}

debug! {
    ShrinkWith<F> = ".shrink_with(…)";
    MutateWith<F> = ".mutate_with(…)";
    PrintWith<F> = ".print_with(…)";
    Annotate<X> = ".annotate(…)";
    WithoutEdgeCases<> = ".without_edge_cases()";
    Resized<F> = ".resized(…)";
}
