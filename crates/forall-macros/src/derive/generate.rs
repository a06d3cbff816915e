//! Generates `Arbitrary::generate`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::attributes::FieldSource;
use super::model::{Field, Model, Recursion, Variant};
use super::{hygienic, order, types};

/// Returns the function. It draws the whole value in one span; for an enum, it first draws the variant.
pub(super) fn function(model: &Model) -> TokenStream {
    let name = model.name.unraw().to_string();
    let source = hygienic("source");
    // Such values need few instructions, so a call would dominate the cost.
    let is_small = model.variants.iter().all(|variant| variant.recursion == Recursion::Never);
    let inline = is_small.then(|| quote!(#[inline]));
    let label = quote!(const { __forall::source::SpanLabel::new(#name) });
    let body = match &*model.variants {
        [only] if is_small => {
            let value = value(only);
            quote!(#source.span(#label, |#source| #value))
        }
        [only] => {
            let value = value(only);
            let nesting = nesting(only);
            quote! {
                __forall::__private::derived::generate_single(
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
            #source: &mut __forall::source::Source,
        ) -> ::core::result::Result<Self, __forall::source::Reject> {
            #body
        }
    }
}

/// Returns the code that draws one of several variants.
fn choice(variants: &[Variant], label: &TokenStream) -> TokenStream {
    let source = hygienic("source");
    let variant = hygienic("variant");
    let simplest = order::simplest_count(variants);
    let ending = order::ending_count(variants);
    let weights = order::weights(variants).into_iter();
    let sums = weights.scan(0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    let has_own_weights = order::has_own_weights(variants);
    let is_flat = variants.iter().all(|variant| variant.recursion == Recursion::Never);
    let nesting = variants.iter().map(nesting).take(if is_flat { 0 } else { variants.len() });
    let values = variants.iter().map(value);
    let last = variants.len() - 1;
    let patterns = (0..variants.len()).map(|i| if i < last { quote!(#i) } else { quote!(_) });
    quote! {
        __forall::__private::derived::generate_variant(
            #source,
            #label,
            const {
                &__forall::__private::derived::Variants {
                    weight_sums: &[#(#sums),*],
                    has_own_weights: #has_own_weights,
                    simplest_count: #simplest,
                    ending_count: #ending,
                    nesting: &[#(#nesting),*],
                }
            },
            |#source, #variant| match #variant { #(#patterns => #values,)* },
        )
    }
}

/// Returns the expression of a value of this variant, wrapped in `Ok`.
fn value(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let members = variant.fields.iter().map(|field| &field.member);
    let parts = variant.fields.iter().map(field_value);
    let fields = (!variant.is_unit).then(|| quote!({ #(#members: #parts),* }));
    quote!(::core::result::Result::Ok(#path #fields))
}

/// Returns how many fields of this variant may contain nested values.
fn nesting(variant: &Variant) -> TokenStream {
    let count = |is: fn(Recursion) -> bool| {
        variant.fields.iter().filter(|field| is(field.recursion)).count() as u32
    };
    let itself = count(|recursion| recursion >= Recursion::ThroughPointer);
    let others = count(|recursion| recursion == Recursion::ThroughUnknown);
    let nesting = quote!(__forall::__private::derived::Nesting);
    match (itself, others) {
        (0, 0) => quote!(#nesting::None),
        (0, others) => quote!(#nesting::OtherTypes(#others)),
        (itself, _) => quote!(#nesting::Recursive(#itself)),
    }
}

/// Returns the expression of a field. The spans make the compiler report errors at the domain or at the
/// type.
fn field_value(field: &Field) -> TokenStream {
    let ty = &field.ty;
    let source = hygienic("source");
    match &field.source {
        FieldSource::Default(Some(value)) => value.to_token_stream(),
        FieldSource::Default(None) => {
            quote_spanned!(ty.span()=> <#ty as ::core::default::Default>::default())
        }
        FieldSource::Domain(domain) => {
            quote_spanned!(domain.span()=> __forall::domain::Domain::generate(&(#domain), #source)?)
        }
        FieldSource::Arbitrary => match types::option_argument(ty) {
            Some(some) if field.recursion == Recursion::Optional => quote_spanned! {some.span()=>
                __forall::__private::derived::option(#source, <#some as __forall::Arbitrary>::generate)?
            },
            _ => quote_spanned!(ty.span()=> <#ty as __forall::Arbitrary>::generate(#source)?),
        },
    }
}
