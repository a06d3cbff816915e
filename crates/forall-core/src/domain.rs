//! Domains: what a quantifier knows about one value.
//!
//! A [`Domain`] makes values, and may know how to change, simplify and show them. Ranges are
//! domains (`0..10`, `'a'..='z'`), [`any`] gives a type its default domain, functions of this module
//! make the others, and the methods of [`Domain`] refine them. Those are called `mapped` and not
//! `map`, since a range is an iterator too.
//!
//! ```
//! use forall::domain::{Domain, any, one_of, sample, vec};
//!
//! let even = any::<u8>().mapped(|x| x & !1);
//! let words = vec(one_of(["ab", "cd"]), 1..=3);
//! assert!(sample(&even, 20).iter().all(|x| x % 2 == 0));
//! assert!(sample(&words, 20).iter().all(|word| (1..=3).contains(&word.len())));
//! ```

mod shrinks;
mod arbitrary;
mod inverse;
mod ranges;
mod units;
mod integers;
mod nonzero;
mod floats;
mod places;
mod chars;
mod strings;
mod texts;
mod wrappers;
mod options;
mod bounds;
mod times;
mod addresses;
mod items;
mod collections;
mod arrays;
mod sequences;
mod distinct;
mod sets;
mod maps;
mod compose;
mod inverted;
mod annotate;
mod alternatives;
mod choose;
mod recursive;
mod arrange;
mod functions;
#[cfg(feature = "regex")]
mod regex;
mod adapters;
mod sampling;
mod examine;
pub mod within;
mod tuples;
#[doc(hidden)]
pub mod derived;
#[doc(hidden)]
pub mod common;

use std::fmt::Debug;

#[cfg(feature = "arbitrary")]
pub use self::adapters::{FromArbitrary, from_arbitrary};
#[cfg(feature = "rand")]
pub use self::adapters::{FromDistribution, SourceRng, from_distribution};
#[cfg(feature = "proptest")]
pub use self::adapters::{FromStrategy, from_strategy};
#[cfg(feature = "regex")]
pub use self::regex::{Regex, regex};
pub(crate) use self::within::portion;
pub use self::{
    alternatives::{Alternatives, WeightedAlternatives},
    annotate::{Annotate, Annotated, MutateWith, PrintWith, Resized, ShrinkWith, WithoutEdges},
    arbitrary::{Any, Arbitrary, any},
    arrange::{Permutation, Subsequence, permutation, subsequence},
    arrays::{Arrays, array},
    chars::{Chars, chars},
    choose::{Just, OneOf, Union, Weighted, just, one_of, union, weighted},
    collections::{Lengths, Vecs, vec},
    compose::{Filter, FilterMap, FlatMap, FromFn, Map, from_fn},
    examine::{Examination, Law, Problem, examine, examine_within},
    functions::{Func, Functions, function},
    integers::{Integers, integers},
    inverted::Inverted,
    maps::{HashMaps, Maps, hash_map, map_of},
    options::{Fallible, Optional, option, result},
    ranges::Ranged,
    recursive::{Inner, Recursive, recursive},
    sampling::sample,
    sets::{HashSets, Sets, hash_set, set},
    shrinks::Shrinks,
    strings::{Strings, string},
};
use crate::source::{self, Reject, Source};

/// A domain of any kind. It can be used by several threads, so that runners may.
pub type BoxedDomain<A> = Box<dyn Domain<Value = A> + Send + Sync>;

/// This domain, which must be one of `A`. It lets the compiler find the type of `0..10`.
///
/// ```
/// use forall::domain::{Domain, of};
///
/// let mut choices = Vec::new();
/// let byte = of::<u8, _>(0..);
/// assert!(byte.invert(&255, &mut choices).is_some());
/// ```
pub fn of<A, D: Domain<Value = A>>(domain: D) -> D {
    domain
}

/// How to make, change, simplify and show a value.
///
/// Only [`generate`](Domain::generate) has to be written: values shrink and mutate through the
/// choices of which they are made. A domain that knows better overrides the rest, and a user who
/// knows better says so with [`shrink_with`](Domain::shrink_with) and its siblings.
///
/// ```
/// use forall::domain::{Domain, sample};
/// use forall::source::{Reject, Source};
///
/// /// `1`, `1.2` or `1.2.3`.
/// struct Versions;
///
/// impl Domain for Versions {
///     type Value = Vec<u32>;
///
///     fn generate(&self, source: &mut Source) -> Result<Vec<u32>, Reject> {
///         let parts = 1 + source.branch(3);
///         (0..parts).map(|_| (0..20_u32).generate(source)).collect()
///     }
/// }
/// assert!(sample(&Versions, 20).iter().all(|version| (1..=3).contains(&version.len())));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a domain",
    label = "this says nothing about how to make a value",
    note = "domains are ranges such as `0..10`, `any::<T>()`, what `forall::domain` makes, and your own types that implement `Domain`"
)]
pub trait Domain {
    /// The values.
    type Value: Debug + 'static;

    /// Makes a value of about the size of the source.
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject>;

    /// Makes a value near to this one. By default it is made of the choices of `source`, which the
    /// [block](crate::block::mutate()) has taken from the value's own and altered.
    fn mutate(&self, value: &Self::Value, source: &mut Source) -> Result<Self::Value, Reject> {
        let _ = value;
        self.generate(source)
    }

    /// Lists simpler values of this domain, simplest first, none of them `value` itself.
    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let _ = value;
        Shrinks::none()
    }

    /// Shows a value.
    fn print(&self, value: &Self::Value) -> String {
        format!("{value:?}")
    }

    /// Appends the choices of which [`generate`](Domain::generate) would make this value, in the order
    /// in which it draws them. There are none (and what was appended means nothing) where they cannot be
    /// told, as by default, or where the value is not in the domain.
    ///
    /// What was not drawn can then be treated as if it were: an example that someone wrote down, or what
    /// a shrinker of yours made, shrinks on its choices and is kept as such. A domain of your own gains
    /// that by writing this, and [`examine`] sees whether the two agree.
    ///
    /// ```
    /// use forall::domain::{Domain, option};
    /// use forall::source::ChoiceValue;
    ///
    /// let mut choices = Vec::new();
    /// option(0..10).invert(&Some(7), &mut choices).expect("7 is a digit");
    /// assert_eq!(choices, [ChoiceValue::Integer(1), ChoiceValue::Integer(7)]);
    /// ```
    fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
        let _ = (value, choices);
        None
    }

    /// Applies `f` to every value. The way back is not known, unless
    /// [`inverted_with`](Map::inverted_with) says it.
    ///
    /// ```
    /// use forall::domain::{Domain, sample};
    ///
    /// let squares = (0..100_u64).mapped(|x| x * x);
    /// assert!(sample(&squares, 10).iter().all(|x| x.isqrt().pow(2) == *x));
    /// ```
    fn mapped<B: Debug + 'static, F: Fn(Self::Value) -> B>(self, f: F) -> Map<Self, F>
    where
        Self: Sized,
    {
        Map { domain: self, f }
    }

    /// Makes a domain of every value, and a value of that.
    ///
    /// ```
    /// use forall::domain::{Domain, just, sample};
    ///
    /// let pairs = (1..10_u8).flat_mapped(|high| (0..high, just(high)));
    /// assert!(sample(&pairs, 10).iter().all(|(low, high)| low < high));
    /// ```
    fn flat_mapped<D: Domain, F: Fn(Self::Value) -> D>(self, f: F) -> FlatMap<Self, F>
    where
        Self: Sized,
    {
        FlatMap { domain: self, f }
    }

    /// Keeps the values for which `keep` holds. Values are tried until one does, up to 100 times;
    /// then the test is rejected, and counted as such.
    ///
    /// ```
    /// use forall::domain::{Domain, sample};
    ///
    /// let odd = (0..100).filtered(|x| x % 2 == 1);
    /// assert!(sample(&odd, 10).iter().all(|x| x % 2 == 1));
    /// ```
    fn filtered<F: Fn(&Self::Value) -> bool>(self, keep: F) -> Filter<Self, F>
    where
        Self: Sized,
    {
        Filter { domain: self, keep }
    }

    /// Keeps what `f` makes something of; otherwise like [`filtered`](Domain::filtered).
    ///
    /// ```
    /// use forall::domain::{Domain, sample};
    ///
    /// let letters = (0..=255_u8).filter_mapped(|byte| byte.is_ascii_lowercase().then_some(byte as char));
    /// assert!(sample(&letters, 10).iter().all(|letter| ('a'..='z').contains(letter)));
    /// ```
    fn filter_mapped<B, F>(self, f: F) -> FilterMap<Self, F>
    where
        Self: Sized,
        B: Debug + 'static,
        F: Fn(Self::Value) -> Option<B>,
    {
        FilterMap { domain: self, f }
    }

    /// Simplifies values with `shrink` instead. What it lists must be in the domain, and simpler.
    ///
    /// ```
    /// use forall::domain::Domain;
    ///
    /// let even = (0..50).mapped(|x| x * 2).shrink_with(|x| vec![x / 4 * 2]);
    /// assert_eq!(even.shrink(&14).collect::<Vec<_>>(), [6]);
    /// ```
    fn shrink_with<F>(self, shrink: F) -> ShrinkWith<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value) -> Vec<Self::Value>,
    {
        ShrinkWith { domain: self, shrink }
    }

    /// Changes values with `mutate` instead.
    ///
    /// ```
    /// use forall::domain::Domain;
    /// use forall::source::Source;
    ///
    /// let turned = (0..360).mutate_with(|angle, source| Ok((angle + [90, 270][source.branch(2)]) % 360));
    /// let near = turned.mutate(&45, &mut Source::from_seed(1, 5)).unwrap();
    /// assert!(near == 135 || near == 315);
    /// ```
    fn mutate_with<F>(self, mutate: F) -> MutateWith<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value, &mut Source) -> Result<Self::Value, Reject>,
    {
        MutateWith { domain: self, mutate }
    }

    /// Shows values with `print` instead of `Debug`.
    ///
    /// ```
    /// use forall::domain::Domain;
    ///
    /// let colour = (0..=0xff_ffff_u32).print_with(|c| format!("#{c:06x}"));
    /// assert_eq!(colour.print(&255), "#0000ff");
    /// ```
    fn print_with<F: Fn(&Self::Value) -> String>(self, print: F) -> PrintWith<Self, F>
    where
        Self: Sized,
    {
        PrintWith { domain: self, print }
    }

    /// Attaches something that a block of yours wants to know of a domain, and asks for with
    /// [`Annotated`].
    ///
    /// ```
    /// use forall::domain::{Annotated, Domain};
    ///
    /// struct Unit(&'static str);
    ///
    /// let length = (0..100).annotate(Unit("metres"));
    /// let Unit(unit) = length.annotation();
    /// assert_eq!(*unit, "metres");
    /// ```
    fn annotate<X>(self, annotation: X) -> Annotate<Self, X>
    where
        Self: Sized,
    {
        Annotate { domain: self, annotation }
    }

    /// Makes all values with the same likelihood as their neighbours: edge values (0, the greatest,
    /// the empty …) do not come up more often.
    ///
    /// ```
    /// use forall::domain::{Domain, sample};
    ///
    /// let zeros = |numbers: &[u32]| numbers.iter().filter(|x| **x == 0).count();
    /// let all = 0..1_000_000_u32;
    /// assert!(zeros(&sample(&all, 1_000)) > 2);
    /// assert_eq!(zeros(&sample(&all.without_edges(), 1_000)), 0);
    /// ```
    fn without_edges(self) -> WithoutEdges<Self>
    where
        Self: Sized,
    {
        WithoutEdges { domain: self }
    }

    /// Makes values at the size `resize` makes of the current one.
    ///
    /// ```
    /// use forall::domain::{Domain, any, sample};
    ///
    /// let short = any::<Vec<u8>>().resized(|size| size.min(2));
    /// assert!(sample(&short, 100).iter().all(|bytes| bytes.len() <= 4));
    /// ```
    fn resized<F: Fn(u32) -> u32>(self, resize: F) -> Resized<Self, F>
    where
        Self: Sized,
    {
        Resized { domain: self, resize }
    }

    /// Hides what kind of domain this is.
    ///
    /// ```
    /// use forall::domain::{BoxedDomain, Domain, just, sample};
    ///
    /// let domains: [BoxedDomain<u32>; 2] = [just(404).boxed(), (500..600).boxed()];
    /// let errors: Vec<u32> = domains.iter().flat_map(|domain| sample(domain, 3)).collect();
    /// assert!(errors[..3] == [404; 3] && errors[3..].iter().all(|code| (500..600).contains(code)));
    /// ```
    fn boxed(self) -> BoxedDomain<Self::Value>
    where
        Self: Sized + Send + Sync + 'static,
    {
        Box::new(self)
    }
}

macro_rules! delegate {
    ($($owner:ty),*) => { $(
        impl<D: Domain + ?Sized> Domain for $owner {
            type Value = D::Value;

            #[inline]
            fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
                (**self).generate(source)
            }

            fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
                (**self).mutate(value, source)
            }

            fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
                (**self).shrink(value)
            }

            fn print(&self, value: &D::Value) -> String {
                (**self).print(value)
            }

            fn invert(&self, value: &D::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
                (**self).invert(value, choices)
            }
        }
    )* };
}

delegate!(&D, Box<D>, std::rc::Rc<D>, std::sync::Arc<D>);
