//! Properties that other crates can find: the fuzz targets that `cargo forall export` writes.
//!
//! The functions are private to their modules, so a target cannot name them. But it can name an implementation of a
//! trait: each property implements `ExportedTest` for the key that is computed from its path. The type parameter makes
//! the implementation a local one, and is inferred.

use std::env;

use forall_format::variable::EXPORT;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Attribute;

/// Returns what precedes the function `name`, which runs the property: the attributes of a test, or in a build for fuzz
/// targets, which has no tests, an implementation that calls the function.
pub(crate) fn header(name: &Ident, attributes: &[Attribute], root: &TokenStream) -> TokenStream {
    if env::var_os(EXPORT).is_none() {
        return quote!(#[::core::prelude::v1::test] #(#attributes)*);
    }
    let text = name.to_string();
    let conditions: Vec<&Attribute> =
        attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).collect();
    quote! {
        #(#conditions)*
        const _: () = {
            use #root as __forall;
            // It is public because the target infers it.
            pub struct Exported;
            impl __forall::__private::ExportedTest<Exported>
                for __forall::__private::ExportKey<
                    { __forall::__private::export_key(::core::concat!(::core::module_path!(), "::", #text)) },
                >
            {
                fn run() {
                    #name();
                }
            }
        };
        #(#conditions)*
    }
}
