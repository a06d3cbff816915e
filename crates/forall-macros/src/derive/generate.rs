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
    let (name, source) = (model.name.unraw().to_string(), local("source"));
    // A value that ends here and now is made in a few instructions, which a call would dwarf.
    let is_small = model.variants.iter().all(|variant| variant.rank == Rank::Ends);
    let inline = is_small.then(|| quote!(#[inline]));
    let label = quote!(const { ::forall::source::Label::new(#name) });
    let made = match &*model.variants {
        [only] if is_small => {
            let value = value(only);
            quote!(#source.span(#label, |#source| #value))
        }
        [only] => {
            let value = value(only);
            let nesting = nesting(only);
            quote! {
                ::forall::__private::derived::generate_single(
                    #source,
                    #label,
                    #nesting,
                    |#source| #value,
                )
            }
        }
        several => choice(several, &label),
    };
    quote! {
        #inline
        fn generate(
            #source: &mut ::forall::source::Source,
        ) -> ::core::result::Result<Self, ::forall::source::Reject> {
            #made
        }
    }
}

fn choice(variants: &[Variant], label: &TokenStream) -> TokenStream {
    let (source, variant) = (local("source"), local("variant"));
    let (simplest, ending) = order::ending(variants);
    let weights = order::weights(variants).into_iter();
    let sums = weights.scan(0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    let is_flat = variants.iter().all(|variant| variant.rank == Rank::Ends);
    let nesting = variants.iter().map(nesting).take(if is_flat { 0 } else { variants.len() });
    let values = variants.iter().map(value);
    let last = variants.len() - 1;
    let patterns = (0..variants.len()).map(|i| if i < last { quote!(#i) } else { quote!(_) });
    quote! {
        ::forall::__private::derived::generate_variant(
            #source,
            #label,
            const {
                &::forall::__private::derived::Variants {
                    weight_sums: &[#(#sums),*],
                    simplest_count: #simplest,
                    ending_count: #ending,
                    nesting: &[#(#nesting),*],
                }
            },
            |#source, #variant| match #variant { #(#patterns => #values,)* },
        )
    }
}

/// `Ok` of a value of this variant.
fn value(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let members = variant.fields.iter().map(|field| &field.member);
    let parts = variant.fields.iter().map(part);
    let fields = (!variant.is_unit).then(|| quote!({ #(#members: #parts),* }));
    quote!(::core::result::Result::Ok(#path #fields))
}

fn nesting(variant: &Variant) -> TokenStream {
    let count =
        |is: fn(Rank) -> bool| variant.fields.iter().filter(|field| is(field.rank)).count() as u32;
    let itself = count(|rank| rank >= Rank::PointsToOthers);
    let others = count(|rank| rank == Rank::HoldsOthers);
    let nesting = quote!(::forall::__private::derived::Nesting);
    match (itself, others) {
        (0, 0) => quote!(#nesting::None),
        (0, others) => quote!(#nesting::OtherTypes(#others)),
        (itself, _) => quote!(#nesting::Recursive(#itself)),
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
            Some(some) if field.rank == Rank::MayRecur => quote_spanned! {some.span()=>
                ::forall::__private::derived::option(#source, <#some as ::forall::Arbitrary>::generate)?
            },
            _ => quote_spanned!(ty.span()=> <#ty as ::forall::Arbitrary>::generate(#source)?),
        },
    }
}
