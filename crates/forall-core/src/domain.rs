//! Domains: how the values of a quantified variable are generated, mutated, shrunk and printed.
//!
//! A [`Domain`] is what other libraries call a generator, a strategy or an arbitrary. Ranges are domains
//! (`0..10`, `'a'..='z'`), and [`any`] returns the default domain of a type. The functions of this module
//! build other domains, and the methods of [`Domain`] refine them.
//!
//! ```
//! use forall::domain::{Domain, any, elements, sample, vec};
//!
//! let even = any::<u8>().mapped(|x| x & !1);
//! let words = vec(elements(["ab", "cd"]), 1..=3);
//! assert!(sample(&even, 20).iter().all(|x| x % 2 == 0));
//! assert!(sample(&words, 20).iter().all(|word| (1..=3).contains(&word.len())));
//! ```

pub(crate) mod ability;
mod annotate;
mod delegate;
mod shrinks;
mod arbitrary;
mod inverse;
mod ranges;
mod small_types;
mod themed_integers;
mod integers;
mod nonzero;
mod themed_floats;
mod floats;
mod char_order;
mod char_classes;
mod dictionary;
mod text_edits;
mod texts;
mod chars;
mod strings;
mod os_strings;
mod smart_pointers;
mod newtypes;
mod cells;
mod options;
mod range_values;
mod times;
mod addresses;
mod collection_shrink;
mod lengths;
mod vecs;
mod arrays;
mod sequences;
mod distinct;
mod sets;
mod maps;
mod combinators;
pub(crate) mod replaceable;
mod with_inverse;
mod modifiers;
mod alternatives;
mod choice;
mod recursive;
mod permutations;
mod functions;
#[cfg(feature = "regex")]
mod regex;
mod adapters;
mod sample;
mod check_laws;
pub mod dependent;
mod tuples;
#[doc(hidden)]
pub mod restrict;
#[doc(hidden)]
pub mod derived;
#[doc(hidden)]
pub mod instantiations;

use std::fmt::Debug;

#[doc(hidden)] // in `property`
pub use self::ability::{Ability, Annotation, AnyAbility};
#[cfg(feature = "arbitrary")]
pub use self::adapters::{FromArbitrary, from_arbitrary};
#[cfg(feature = "rand")]
pub use self::adapters::{FromDistribution, SourceRng, from_distribution};
#[cfg(feature = "proptest")]
pub use self::adapters::{FromStrategy, from_strategy};
pub(crate) use self::dependent::portion;
#[cfg(feature = "regex")]
pub use self::regex::{Regex, regex};
#[doc(hidden)]
pub use self::replaceable::Override;
pub use self::{
    alternatives::{Alternatives, WeightedAlternatives},
    arbitrary::{Any, Arbitrary, any},
    arrays::{Arrays, array},
    chars::{Chars, chars},
    check_laws::{
        FrequentValue, Law, LawReport, PrintedLength, Violation, check_laws, check_laws_with,
    },
    choice::{Elements, Just, OneOf, Weights, elements, frequency, just, one_of},
    combinators::{Filter, FilterMap, FlatMap, FromFn, Map, from_fn},
    functions::{Func, Functions, function},
    integers::{Integers, integers},
    lengths::Lengths,
    maps::{BTreeMaps, HashMaps, btree_map, hash_map},
    modifiers::{MutateWith, PrintWith, Resized, ShrinkWith, WithoutEdgeCases},
    options::{Fallible, Optional, option, result},
    permutations::{Permutation, Subsequence, permutation, subsequence},
    ranges::Ranged,
    recursive::{Inner, Recursive, recursive},
    restrict::{RestrictedDomain, Restriction, Variant},
    sample::sample,
    sets::{BTreeSets, HashSets, btree_set, hash_set},
    shrinks::Shrinks,
    strings::{Strings, string},
    vecs::{Vecs, vec},
    with_inverse::WithInverse,
};
use crate::data::debug_text;
use crate::source::{self, Reject, Source};

/// A domain of any type, behind a pointer. Several threads can use it at once.
pub type BoxedDomain<A> = Box<dyn Domain<Value = A> + Send + Sync>;

/// Returns the domain unchanged, and requires that its values are of type `A`. This lets the compiler
/// infer the type of `0..10`.
///
/// ```
/// use forall::domain::{Domain, typed};
///
/// let mut choices = Vec::new();
/// let byte = typed::<u8, _>(0..);
/// assert!(byte.invert(&255, &mut choices).is_some());
/// ```
pub fn typed<A, D: Domain<Value = A>>(domain: D) -> D {
    domain
}

/// Generates, mutates, shrinks and prints values.
///
/// Only [`generate`](Domain::generate) is required: by default, values shrink and mutate through the
/// choices that generated them. A domain with better methods overrides the defaults. A user replaces them
/// for one domain with [`shrink_with`](Domain::shrink_with), [`mutate_with`](Domain::mutate_with) and
/// [`print_with`](Domain::print_with).
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
    label = "values cannot be generated from this",
    note = "a domain is a range such as `0..10`, `any::<T>()`, the result of a function in `forall::domain`, or a type that implements `Domain`"
)]
pub trait Domain {
    /// The type of the generated values.
    type Value: Debug + 'static;

    /// Generates a value. The [size](Source::size) of the source says how large it should be.
    fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject>;

    /// Generates a value that is similar to `value`. The default calls [`generate`](Domain::generate): the
    /// choices of `source` are then those that generated `value`, with some of them
    /// [mutated](crate::block::mutate()).
    fn mutate(&self, value: &Self::Value, source: &mut Source) -> Result<Self::Value, Reject> {
        let _ = value;
        self.generate(source)
    }

    /// Returns values of this domain that are simpler than `value`, the simplest first. None of them equals
    /// `value`.
    fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
        let _ = value;
        Shrinks::none()
    }

    /// Prints a value for reports.
    fn print(&self, value: &Self::Value) -> String {
        debug_text(value)
    }

    /// Appends the choices from which [`generate`](Domain::generate) generates `value`, in the order in which
    /// it draws them.
    ///
    /// Returns `None` if the choices are unknown (the default) or if the value is not in the domain. Choices
    /// that were appended before it returned `None` are meaningless.
    ///
    /// With this method, values that were not generated can be treated as if they were: a handwritten
    /// example, or a value from a custom shrinker, shrinks on its choices and is saved as choices.
    /// [`check_laws`] checks that `invert` and `generate` agree.
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

    /// Returns the part of this domain that satisfies `restriction`, which premises such as `a < b` put on a
    /// variable. Returns `None` if that part is empty or unknown (the default). The values are then those of the
    /// whole domain, and the premise discards some of them.
    ///
    /// The part need not satisfy all of `restriction`: the premise is evaluated in any case.
    ///
    /// A domain around another one can pass the restriction on:
    ///
    /// ```
    /// use forall::domain::{Domain, RestrictedDomain, Restriction};
    /// use forall::property::property;
    /// use forall::runner::{Options, quick_check};
    /// use forall::source::{Reject, Source};
    ///
    /// /// The same domain with another name.
    /// struct Named<D>(&'static str, D);
    ///
    /// impl<D: Domain> Domain for Named<D> {
    ///     type Value = D::Value;
    ///
    ///     fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
    ///         self.1.generate(source)
    ///     }
    ///
    ///     fn restricted<'a>(
    ///         &'a self,
    ///         restriction: &'a Restriction<D::Value>,
    ///     ) -> Option<RestrictedDomain<'a, D::Value>> {
    ///         self.1.restricted(restriction)
    ///     }
    /// }
    /// let ports = Named("ports", 1..1_024_u16);
    /// let free = property! { forall used in 1..500; forall port in ports; implies port > used; check port > used };
    /// assert_eq!(quick_check(&free, &Options::default()).tally.discarded, 0);
    /// ```
    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<Self::Value>,
    ) -> Option<RestrictedDomain<'a, Self::Value>> {
        let _ = restriction;
        None
    }

    /// Applies `f` to every value. Such a domain cannot [`invert`](Domain::invert) a value unless you add the
    /// inverse of `f` with [`with_inverse`](Map::with_inverse).
    ///
    /// This method is not called `map`, because ranges are iterators too: `(0..10).map(f)` would be
    /// ambiguous. The same holds for [`flat_mapped`](Domain::flat_mapped), [`filtered`](Domain::filtered) and
    /// [`filter_mapped`](Domain::filter_mapped).
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

    /// Generates a value, passes it to `f`, and generates from the domain that `f` returns.
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

    /// Keeps the values for which `keep` returns `true`. After 100 rejected values in a row, the test is
    /// discarded.
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

    /// Applies `f` to every value and keeps the `Some` results. After 100 `None` results in a row, the test
    /// is discarded.
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

    /// Shrinks values with `shrink` instead. It must return values of the domain that are simpler than its
    /// argument.
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

    /// Mutates values with `mutate` instead.
    ///
    /// ```
    /// use forall::domain::Domain;
    /// use forall::source::Source;
    ///
    /// let turned = (0..360).mutate_with(|angle, source| Ok((angle + [90, 270][source.branch(2)]) % 360));
    /// let mutated = turned.mutate(&45, &mut Source::from_seed(1, 5)).unwrap();
    /// assert!(mutated == 135 || mutated == 315);
    /// ```
    fn mutate_with<F>(self, mutate: F) -> MutateWith<Self, F>
    where
        Self: Sized,
        F: Fn(&Self::Value, &mut Source) -> Result<Self::Value, Reject>,
    {
        MutateWith { domain: self, mutate }
    }

    /// Prints values with `print` instead of `Debug`.
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

    /// Turns off the bias towards edge cases: 0, the greatest value, the empty list and so on are then
    /// generated no more often than other values.
    ///
    /// ```
    /// use forall::domain::{Domain, sample};
    ///
    /// let zeros = |numbers: &[u32]| numbers.iter().filter(|x| **x == 0).count();
    /// let all = 0..1_000_000_u32;
    /// assert!(zeros(&sample(&all, 1_000)) > 2);
    /// assert_eq!(zeros(&sample(&all.without_edge_cases(), 1_000)), 0);
    /// ```
    fn without_edge_cases(self) -> WithoutEdgeCases<Self>
    where
        Self: Sized,
    {
        WithoutEdgeCases { domain: self }
    }

    /// Generates values at the size that `resize` returns for the current size.
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

    /// Erases the type of this domain, so that domains of different types can be stored together.
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
