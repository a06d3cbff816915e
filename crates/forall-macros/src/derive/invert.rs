//! Writes `invert`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::attributes::Made;
use super::model::{Field, Model, Rank, Variant};
use super::shrink::{pattern, varying};
use super::{local, types};

/// The choice of a variant, and then the fields: all that `generate` draws, in its order.
pub(super) fn function(model: &Model) -> TokenStream {
    let choices = local("choices");
    let is_choice = model.variants.len() > 1;
    let arms = model.variants.iter().enumerate().map(|(i, variant)| {
        let (pattern, parts) = (pattern(variant), parts(variant));
        let chosen =
            is_choice.then(|| quote!(::forall::__private::derived::invert_variant(#i, #choices);));
        quote!(#pattern => { #chosen #parts })
    });
    let others = (!model.is_complete).then(|| quote!(_ => ::core::option::Option::None,));
    quote! {
        fn invert(
            &self,
            #choices: &mut ::std::vec::Vec<::forall::source::ChoiceValue>,
        ) -> ::core::option::Option<()> {
            match self { #(#arms)* #others }
        }
    }
}

/// The fields of a variant, as far as they can be told. (A question mark would be two calls.)
fn parts(variant: &Variant) -> TokenStream {
    let parts: Vec<TokenStream> =
        varying(variant).map(|(name, field)| part(&name, field)).collect();
    let (some, none) =
        (quote!(::core::option::Option::Some(())), quote!(::core::option::Option::None));
    let before = |rest: TokenStream, part| quote!(match #part { #some => #rest, #none => #none });
    let mut parts = parts.into_iter().rev();
    let last = parts.next().unwrap_or_else(|| some.clone());
    parts.fold(last, before)
}

/// What `generate` draws for a field.
fn part(name: &Ident, field: &Field) -> TokenStream {
    let (ty, choices) = (&field.ty, local("choices"));
    match &field.made {
        Made::Domain(domain) => quote_spanned! {domain.span()=>
            ::forall::domain::Domain::invert(&(#domain), #name, #choices)
        },
        _ if field.rank == Rank::MayRecur && types::optional(ty).is_some() => {
            quote_spanned! {ty.span()=>
                ::forall::__private::derived::invert_option(#name, #choices)
            }
        }
        _ => quote_spanned!(ty.span()=> <#ty as ::forall::Arbitrary>::invert(#name, #choices)),
    }
}
