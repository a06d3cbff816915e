//! `#[property(types(u8), types(String))] fn name<T: …>(x: T)`

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Error, GenericArgument, GenericParam, Generics, Result};

use crate::text;

/// One test of a function: a choice of types for its type parameters, if it has any.
pub(crate) struct Instance {
    /// The part of the test's name that distinguishes it from other instances.
    suffix: String,
    /// Items that define the type parameters.
    pub(crate) aliases: TokenStream,
}

impl Instance {
    /// Returns the name of the test.
    pub(crate) fn name(&self, function: &Ident) -> Ident {
        if self.suffix.is_empty() {
            return function.clone();
        }
        format_ident!("{}_{}", function, self.suffix, span = function.span())
    }
}

/// Returns one instance for each choice of types, or the only instance of a function that is not
/// generic.
pub(crate) fn instances(
    generics: &Generics,
    chosen: &[Vec<GenericArgument>],
) -> Result<Vec<Instance>> {
    let parameters = generics.params.iter().filter(|p| !matches!(p, GenericParam::Lifetime(_)));
    let parameters: Vec<&GenericParam> = parameters.collect();
    if chosen.is_empty() {
        if parameters.is_empty() {
            return Ok(vec![Instance { suffix: String::new(), aliases: TokenStream::new() }]);
        }
        let message = "generic properties need types to test: list them, as in `#[property(types(u8), types(String))]`";
        return Err(Error::new_spanned(generics, message));
    }
    chosen.iter().map(|arguments| instance(&parameters, arguments)).collect()
}

/// Returns the generic arguments `::<T, N>`, or nothing if the function is not generic.
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
        let message = format!(
            "wrong number of types: {}; expected {}, one for each generic parameter",
            arguments.len(),
            parameters.len(),
        );
        let span = arguments.first().map(quote::ToTokens::to_token_stream).unwrap_or_default();
        return Err(Error::new_spanned(span, message));
    }
    let aliases = parameters.iter().zip(arguments).map(|(parameter, argument)| match parameter {
        GenericParam::Const(parameter) => {
            let name = &parameter.ident;
            let ty = &parameter.ty;
            quote!(const #name: #ty = #argument;)
        }
        GenericParam::Type(parameter) => {
            let name = &parameter.ident;
            quote!(type #name = #argument;)
        }
        GenericParam::Lifetime(_) => TokenStream::new(),
    });
    let words: Vec<String> =
        arguments.iter().map(|argument| snake_case(&text::source(argument))).collect();
    Ok(Instance { suffix: words.join("_"), aliases: aliases.collect() })
}

/// Returns the text of a type as a part of a function name: `vec_u8` for `Vec<u8>`.
fn snake_case(text: &str) -> String {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<String>>().join("_")
}
