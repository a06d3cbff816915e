//! `#[derive(Arbitrary)]`.
//!
//! The type is read into a [model](model::Model) with all mistakes noted, and the functions are
//! written from that. What is written is short: `forall::domain::derived` does the work.

mod errors;
mod attributes;
mod types;
mod model;
mod order;
mod generate;
mod shrink;
mod invert;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Generics, parse_quote};

use self::model::Model;

/// The implementation for the type in `input`, or the mistakes in it.
pub(crate) fn arbitrary(input: TokenStream) -> TokenStream {
    let model = syn::parse2(input).and_then(|input: DeriveInput| Model::of(&input));
    model.map_or_else(|error| error.to_compile_error(), |model| implementation(&model))
}

fn implementation(model: &Model) -> TokenStream {
    let generics = bounded(model.generics.clone());
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let (name, generate) = (&model.name, generate::function(model));
    let (shrink, invert) = (shrink::function(model), invert::function(model));
    quote! {
        #[automatically_derived]
        impl #parameters ::forall::Arbitrary for #name #arguments #bounds {
            #generate
            #shrink
            #invert
        }
    }
}

/// Parameters must have what every `Arbitrary` has, and be `Clone` so that the whole is.
fn bounded(mut generics: Generics) -> Generics {
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(::forall::Arbitrary));
        parameter.bounds.push(parse_quote!(::core::clone::Clone));
    }
    for parameter in generics.lifetimes_mut() {
        parameter.bounds.push(parse_quote!('static));
    }
    generics
}

/// A name for something inside of what we write; no name of a user is the same.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
