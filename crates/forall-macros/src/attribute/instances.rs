//! `#[property(types(u8), types(String))] fn name<T: …>(x: T)`

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, GenericArgument, GenericParam, Generics, Result};

use crate::text;

/// One choice of types for a generic function.
pub(crate) struct Instance {
    /// What tells the test from the others.
    suffix: String,
    /// What the type parameters stand for.
    pub(crate) aliases: TokenStream,
}

impl Instance {
    pub(crate) fn name(&self, function: &Ident) -> Ident {
        if self.suffix.is_empty() {
            return function.clone();
        }
        format_ident!("{}_{}", function, self.suffix, span = function.span())
    }
}

pub(crate) fn instances(
    generics: &Generics,
    chosen: &[Vec<GenericArgument>],
) -> Result<Vec<Instance>> {
    let parameters = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
    let parameters: Vec<&GenericParam> = parameters.collect();
    if parameters.is_empty() && chosen.is_empty() {
        return Ok(vec![Instance { suffix: String::new(), aliases: TokenStream::new() }]);
    }
    if chosen.is_empty() {
        let help = "say for which types to test this: `#[property(types(u8), types(String))]`";
        return Err(Error::new_spanned(generics, help));
    }
    chosen.iter().map(|arguments| instance(&parameters, arguments)).collect()
}

/// `::<T, N>`, or nothing for a function that is not generic.
pub(crate) fn arguments(generics: &Generics) -> TokenStream {
    let names = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Type(parameter) => Some(&parameter.ident),
        GenericParam::Const(parameter) => Some(&parameter.ident),
        GenericParam::Lifetime(_) => None,
    });
    let names: Vec<&Ident> = names.collect();
    if names.is_empty() { TokenStream::new() } else { quote!(::<#(#names),*>) }
}

fn instance(parameters: &[&GenericParam], arguments: &[GenericArgument]) -> Result<Instance> {
    if parameters.len() != arguments.len() {
        let (wanted, given) = (parameters.len(), arguments.len());
        let help = format!("`types` takes one type for each of {wanted} parameters, not {given}");
        let span = arguments.first().map(quote::ToTokens::to_token_stream).unwrap_or_default();
        return Err(Error::new_spanned(span, help));
    }
    let aliases = parameters.iter().zip(arguments).map(|(parameter, argument)| match parameter {
        GenericParam::Const(parameter) => {
            let (name, ty) = (&parameter.ident, &parameter.ty);
            quote!(const #name: #ty = #argument;)
        }
        GenericParam::Type(parameter) => {
            let name = &parameter.ident;
            quote!(type #name = #argument;)
        }
        GenericParam::Lifetime(_) => TokenStream::new(),
    });
    let words: Vec<String> =
        arguments.iter().map(|argument| word(&text::source(argument))).collect();
    Ok(Instance { suffix: words.join("_"), aliases: aliases.collect() })
}

/// `Vec<u8>` as a part of a name: `vec_u8`.
fn word(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<String>>().join("_")
}
