//! Generates `Arbitrary::invert`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::attributes::FieldSource;
use super::model::{Field, Model, Recursion, Variant};
use super::shrink::{pattern, varying};
use super::{hygienic, types};

/// Returns the function. It lists all choices that `generate` draws, in the same order: the variant, then
/// the fields.
pub(super) fn function(model: &Model) -> TokenStream {
    let choices = hygienic("choices");
    let is_choice = model.variants.len() > 1;
    let arms = model.variants.iter().enumerate().map(|(i, variant)| {
        let pattern = pattern(variant);
        let parts = invert_fields(variant);
        let chosen =
            is_choice.then(|| quote!(__forall::__private::derived::invert_variant(#i, #choices);));
        quote!(#pattern => { #chosen #parts })
    });
    let others = (!model.is_complete).then(|| quote!(_ => ::core::option::Option::None,));
    quote! {
        fn invert(
            &self,
            #choices: &mut ::std::vec::Vec<__forall::source::ChoiceValue>,
        ) -> ::core::option::Option<()> {
            match self { #(#arms)* #others }
        }
    }
}

/// Returns the code that inverts the fields, up to the first that cannot be inverted. It does not use
/// `?`, which compiles to two calls.
fn invert_fields(variant: &Variant) -> TokenStream {
    let parts: Vec<TokenStream> =
        varying(variant).map(|(name, field)| invert_field(&name, field)).collect();
    let some = quote!(::core::option::Option::Some(()));
    let none = quote!(::core::option::Option::None);
    let before = |rest: TokenStream, part| quote!(match #part { #some => #rest, #none => #none });
    let mut parts = parts.into_iter().rev();
    let last = parts.next().unwrap_or_else(|| some.clone());
    parts.fold(last, before)
}

/// Returns the code that inverts one field.
fn invert_field(name: &Ident, field: &Field) -> TokenStream {
    let ty = &field.ty;
    let choices = hygienic("choices");
    match &field.source {
        FieldSource::Domain(domain) => quote_spanned! {domain.span()=>
            __forall::domain::Domain::invert(&(#domain), #name, #choices)
        },
        _ if field.recursion == Recursion::Optional && types::option_argument(ty).is_some() => {
            quote_spanned! {ty.span()=>
                __forall::__private::derived::invert_option(#name, #choices)
            }
        }
        _ => quote_spanned!(ty.span()=> <#ty as __forall::Arbitrary>::invert(#name, #choices)),
    }
}
