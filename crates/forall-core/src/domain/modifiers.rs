//! Modifiers: a domain with one of its methods replaced.

use std::fmt::Debug;

use super::{Domain, RestrictedDomain, Restriction, Shrinks};
use crate::source::{self, Reject, Source};

// The functions of a restricted domain, as trait objects: a pointer to the function itself would be another type
// at each level of restriction.
type ShrinkFn<'f, A> = dyn Fn(&A) -> Vec<A> + 'f;
type MutateFn<'f, A> = dyn Fn(&A, &mut Source) -> Result<A, Reject> + 'f;
type ResizeFn<'f> = dyn Fn(u32) -> u32 + 'f;

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
    (restricted, |$this:ident, $part:ident| $modified:expr) => {
        fn restricted<'a>(
            &'a self,
            restriction: &'a Restriction<D::Value>,
        ) -> Option<RestrictedDomain<'a, D::Value>> {
            let $this = self;
            let $part = self.domain.restricted(restriction)?;
            Some(Box::new($modified))
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
    forward!(restricted, |this, part| part.shrink_with(&this.shrink as &ShrinkFn<'_, D::Value>));
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
    forward!(restricted, |this, part| part.mutate_with(&this.mutate as &MutateFn<'_, D::Value>));
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
    forward!(restricted, |_this, part| part);
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
    forward!(restricted, |_this, part| part.without_edge_cases());
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
    forward!(restricted, |this, part| part.resized(&this.resize as &ResizeFn<'_>));
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
    WithoutEdgeCases<> = ".without_edge_cases()";
    Resized<F> = ".resized(…)";
}
