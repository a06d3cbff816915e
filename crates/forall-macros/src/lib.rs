//! The macros of `forall`. They are documented and tested there.

use proc_macro::TokenStream;

mod derive;

/// Derives `forall::Arbitrary`: how a value of this type is made and simplified.
///
/// The type must be `Clone` and `Debug`. Fields are made as their types say; of the variants of an
/// enum, those that do not hold the type itself are the simplest, and otherwise those that stand
/// first. Types may be recursive.
///
/// On a field:
/// - `#[forall(domain = …)]` takes its values from a domain;
/// - `#[forall(default)]`, `#[forall(skip)]` and `#[forall(default = …)]` give it one value.
///
/// On a variant:
/// - `#[forall(weight = 3)]` makes it three times as often as one that says `weight = 1` or nothing;
/// - `#[forall(skip)]` leaves it out.
#[proc_macro_derive(Arbitrary, attributes(forall))]
pub fn derive_arbitrary(input: TokenStream) -> TokenStream {
    derive::arbitrary(input.into()).into()
}
