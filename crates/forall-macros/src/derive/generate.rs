//! Writes `generate`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::attributes::Made;
use super::model::{Field, Model, Rank, Variant};
use super::{local, order, types};

/// The whole value is a span; an enum begins with the choice of a variant.
pub(super) fn function(model: &Model) -> TokenStream {
    let (label, source) = (model.name.unraw().to_string(), local("source"));
    // A value that ends here and now is made in a few instructions, which a call would dwarf.
    let is_small = model.variants.iter().all(|variant| variant.rank == Rank::Ends);
    let inline = is_small.then(|| quote!(#[inline]));
    let made = match &*model.variants {
        [only] => value(only),
        several => choice(several),
    };
    quote! {
        #inline
        fn generate(
            #source: &mut ::forall::source::Source,
        ) -> ::core::result::Result<Self, ::forall::source::Reject> {
            #source.span(const { ::forall::source::Label::new(#label) }, |#source| #made)
        }
    }
}

fn choice(variants: &[Variant]) -> TokenStream {
    let (source, (simplest, ending)) = (local("source"), order::ending(variants));
    let weights = order::weights(variants).into_iter();
    let sums = weights.scan(0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    let values = variants.iter().map(value);
    let last = variants.len() - 1;
    let patterns = (0..variants.len()).map(|i| if i < last { quote!(#i) } else { quote!(_) });
    quote! {
        match ::forall::domain::derived::variant(#source, &[#(#sums),*], #simplest, #ending) {
            #(#patterns => #values,)*
        }
    }
}

/// `Ok` of a value of this variant.
fn value(variant: &Variant) -> TokenStream {
    let (path, source) = (&variant.path, local("source"));
    let members = variant.fields.iter().map(|field| &field.member);
    let parts = variant.fields.iter().map(part);
    let fields = (!variant.is_unit).then(|| quote!({ #(#members: #parts),* }));
    let value = quote!(::core::result::Result::Ok(#path #fields));
    let (recursive, composed) = (variant.recursive_fields(), variant.composed_fields());
    if recursive > 0 {
        quote!(::forall::domain::derived::recursive(#source, #recursive, |#source| #value))
    } else if composed > 0 {
        quote!(::forall::domain::derived::composed(#source, #composed, |#source| #value))
    } else {
        value
    }
}

/// What is wrong with a domain is shown at the domain, and with a type at the type.
fn part(field: &Field) -> TokenStream {
    let (ty, source) = (&field.ty, local("source"));
    match &field.made {
        Made::Default(Some(value)) => value.to_token_stream(),
        Made::Default(None) => {
            quote_spanned!(ty.span()=> <#ty as ::core::default::Default>::default())
        }
        Made::Domain(domain) => {
            quote_spanned!(domain.span()=> ::forall::domain::Domain::generate(&(#domain), #source)?)
        }
        Made::Arbitrary => match types::optional(ty) {
            Some(some) if field.rank == Rank::MayRecur => quote! {
                ::forall::domain::derived::option(#source, <#some as ::forall::Arbitrary>::generate)?
            },
            _ => quote_spanned!(ty.span()=> <#ty as ::forall::Arbitrary>::generate(#source)?),
        },
    }
}
