//! `#[derive(Arbitrary)]`.
//!
//! The type is parsed into a [model](model::Model), from which the functions are generated. All errors are
//! collected first. The generated code is short, because `forall::domain::derived` does the work.

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

/// Returns the implementation for the type in `input`, or its errors.
pub(crate) fn arbitrary(input: TokenStream) -> TokenStream {
    let model = syn::parse2(input).and_then(|input: DeriveInput| Model::parse(&input));
    model.map_or_else(|error| error.to_compile_error(), |model| implementation(&model))
}

fn implementation(model: &Model) -> TokenStream {
    let generics = bounded(model.generics.clone());
    let (parameters, arguments, bounds) = generics.split_for_impl();
    let name = &model.name;
    let generate = generate::function(model);
    let shrink = shrink::function(model);
    let invert = invert::function(model);
    let import = &model.import;
    quote! {
        const _: () = {
            #import
            #[automatically_derived]
            impl #parameters __forall::Arbitrary for #name #arguments #bounds {
                #generate
                #shrink
                #invert
            }
        };
    }
}

/// Adds the bounds that the implementation needs: `Arbitrary` for the fields, `Clone` for the type itself.
fn bounded(mut generics: Generics) -> Generics {
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!(__forall::Arbitrary));
        parameter.bounds.push(parse_quote!(::core::clone::Clone));
    }
    for parameter in generics.lifetimes_mut() {
        parameter.bounds.push(parse_quote!('static));
    }
    generics
}

/// Returns a name that cannot clash with names in the user's code.
fn hygienic(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
