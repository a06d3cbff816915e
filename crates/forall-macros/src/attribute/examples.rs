//! `#[property(example(0, "a"))]`

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, Result};

use super::options::Options;
use super::parameters::{Parameter, Passing};
use crate::node::nested_pairs;

/// Returns an error if an example does not have exactly one value for each parameter.
pub(super) fn check_lengths(parameters: &[Parameter], options: &Options) -> Result<()> {
    let wrong = options.examples.iter().find(|example| example.values.len() != parameters.len());
    let Some(example) = wrong else { return Ok(()) };
    let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.shown).collect();
    let message = format!(
        "wrong number of values: {}; expected one for each of `{}`",
        example.values.len(),
        names.join("`, `"),
    );
    Err(Error::new(example.span, message))
}

/// Returns an expression for the inputs of all examples, if there are any.
pub(super) fn inputs(parameters: &[Parameter], options: &Options) -> Option<TokenStream> {
    if options.examples.is_empty() {
        return None;
    }
    let types: Vec<&syn::Type> = parameters.iter().map(|parameter| &parameter.owned).collect();
    let env = nested_pairs(&types);
    let inputs = options.examples.iter().map(|example| {
        let values = parameters.iter().zip(&example.values);
        let values: Vec<TokenStream> =
            values.map(|(parameter, value)| owned_value(parameter, value)).collect();
        let inputs = nested_pairs(&values);
        quote!(__forall::property::ErasedInputs::new::<#env>(#inputs))
    });
    Some(quote!(::std::vec![#(#inputs),*]))
}

/// Converts a `&str` or `&[T]` to the owned type if the parameter is a `&str` or `&[T]`.
fn owned_value(parameter: &Parameter, value: &Expr) -> TokenStream {
    let ty = &parameter.owned;
    match parameter.passing {
        Passing::Coerced => {
            quote_spanned!(value.span()=> __forall::__private::owned::<#ty>(#value))
        }
        Passing::ByValue | Passing::ByReference => quote!(#value),
    }
}
