//! `#[property(example(0, "a"))]`

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, Expr, Result};

use super::options::Options;
use super::parameters::Parameter;
use crate::node::nested;

/// An example has a value for each parameter.
pub(super) fn count(parameters: &[Parameter], options: &Options) -> Result<()> {
    let wrong = options.examples.iter().find(|(_, values)| values.len() != parameters.len());
    wrong.map_or(Ok(()), |(span, values)| {
        let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.shown).collect();
        let (given, names) = (values.len(), names.join(", "));
        Err(Error::new(*span, format!("an example has a value for each of `{names}`, not {given}")))
    })
}

/// The inputs of all examples, if there are any.
pub(super) fn inputs(parameters: &[Parameter], options: &Options) -> Option<TokenStream> {
    if options.examples.is_empty() {
        return None;
    }
    let types: Vec<&syn::Type> = parameters.iter().map(|parameter| &parameter.owned).collect();
    let env = nested(&types);
    let each = options.examples.iter().map(|(_, values)| {
        let values: Vec<TokenStream> = parameters.iter().zip(values).map(value).collect();
        let inputs = nested(&values);
        quote!(::forall::property::ErasedInputs::new::<#env>(#inputs))
    });
    Some(quote!(::std::vec![#(#each),*]))
}

/// What is taken as `&str` or `&[T]` may be given as one.
fn value((parameter, value): (&Parameter, &Expr)) -> TokenStream {
    let ty = &parameter.owned;
    match parameter.coerced {
        true => quote_spanned!(value.span()=> ::forall::__private::owned::<#ty>(#value)),
        false => quote!(#value),
    }
}
