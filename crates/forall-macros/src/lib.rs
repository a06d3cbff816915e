//! The macros of `forall`. Use them through that crate, where they are documented.

mod attribute;
mod ensure;
mod formula;
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
