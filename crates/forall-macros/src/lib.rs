//! The macros of `forall`. Use them through that crate, where they are documented.

mod attribute;
mod derive;
mod ensure;
mod formula;
mod instrument;
mod node;
mod text;

use proc_macro::TokenStream;

/// A test that runs a property: see the documentation of `forall`.
#[proc_macro_attribute]
pub fn property(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = attribute::expand(options.into(), item.into());
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// A property as a value: see the documentation of `forall`.
#[proc_macro]
pub fn formula(nodes: TokenStream) -> TokenStream {
    let expanded = syn::parse(nodes).and_then(formula::expand);
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Panics with both sides unless they compare as written: see the documentation of `forall`.
#[proc_macro]
pub fn ensure(claim: TokenStream) -> TokenStream {
    let expanded = syn::parse(claim).map(ensure::expand);
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Probes on the branches of a function: see the documentation of `forall`.
#[proc_macro_attribute]
pub fn instrument(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = instrument::expand(options.into(), item.into());
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

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
