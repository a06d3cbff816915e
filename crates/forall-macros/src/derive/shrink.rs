//! Writes `shrink`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::attributes::Made;
use super::local;
use super::model::{Field, Model, Variant};

/// First what the value holds of its own type, then simpler variants, and then the value with one
/// field simplified. Not written where no value has a simpler one.
pub(super) fn function(model: &Model) -> Option<TokenStream> {
    let steps = model.variants.iter().enumerate().map(|(i, variant)| {
        let (children, fields) = (children(model, variant), fields(model, variant));
        let variants = simpler_variants(&model.variants[..i]);
        quote!(#children #variants #fields)
    });
    let steps: Vec<TokenStream> = steps.collect();
    if steps.iter().all(TokenStream::is_empty) {
        return None;
    }
    let (simpler, patterns) = (local("simpler"), model.variants.iter().map(pattern));
    let others = (!model.is_complete).then(|| quote!(_ => {}));
    let last = model.variants.len() - 1;
    let unit = unit(&units(&model.variants[..last]));
    // The whole type is at fault if it is not `Clone`, so that is where the error should be.
    let of = quote_spanned!(model.name.span()=> ::forall::__private::derived::Simpler::list);
    Some(quote! {
        fn shrink(&self) -> ::forall::domain::Shrinks<'_, Self> {
            #unit
            #of(self, |#simpler| match self {
                #(#patterns => { #steps })*
                #others
            })
        }
    })
}

/// Every field that varies, under a name of our own.
pub(super) fn pattern(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let fields = varying(variant).map(|(name, field)| {
        let member = &field.member;
        quote!(#member: #name,)
    });
    let fields = (!variant.is_unit).then(|| quote!({ #(#fields)* .. }));
    quote!(#path #fields)
}

/// The fields that are not always the same, and what they are called in the pattern.
pub(super) fn varying(variant: &Variant) -> impl Iterator<Item = (Ident, &Field)> {
    let fields = variant.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| !matches!(field.made, Made::Default(_)));
    fields.map(|(i, field)| (local(&format!("field_{i}")), field))
}

/// What the value holds of its own type. What a domain made stays where it is: the type itself may
/// not make such values.
fn children(model: &Model, variant: &Variant) -> TokenStream {
    let simpler = local("simpler");
    let found = |child: &TokenStream| quote!(#simpler.child(#child););
    let fields = varying(variant).filter(|(_, field)| matches!(field.made, Made::Arbitrary));
    let children = fields.filter_map(|(name, field)| {
        model.own.children(&field.ty, &name.into_token_stream(), &found)
    });
    children.collect()
}

/// The simplest value, and all variants before this one that have but one value.
fn simpler_variants(before: &[Variant]) -> Option<TokenStream> {
    let (simpler, unit, count) = (local("simpler"), local("unit"), units(before).len());
    let simplest = (!before.first()?.is_unit)
        .then(|| quote!(#simpler.simplest(<Self as ::forall::Arbitrary>::generate);));
    let units = (count > 0).then(|| quote!(#simpler.units(#count, #unit);));
    Some(quote!(#simplest #units))
}

/// The value with one field simplified.
fn fields(model: &Model, variant: &Variant) -> TokenStream {
    let simpler = local("simpler");
    let fields = varying(variant).map(|(name, field)| {
        let (shrink, put) = (shrink(field), put(model, variant, field));
        quote!(#simpler.field(#name, #shrink, #put);)
    });
    fields.collect()
}

/// The function that lists what is simpler than a field.
fn shrink(field: &Field) -> TokenStream {
    let (ty, part) = (&field.ty, local("part"));
    match &field.made {
        Made::Domain(domain) => quote_spanned! {domain.span()=>
            |#part| ::forall::__private::derived::simpler(&(#domain), #part)
        },
        _ => quote_spanned!(ty.span()=> <#ty as ::forall::Arbitrary>::shrink),
    }
}

/// The function that puts another value into a field.
fn put(model: &Model, variant: &Variant, field: &Field) -> TokenStream {
    let (whole, part, place) = (local("whole"), local("part"), local("place"));
    let (path, member) = (&variant.path, &field.member);
    let put = quote!(let #path { #member: #place, .. } = #whole);
    if model.is_complete && model.variants.len() == 1 {
        quote!(|#whole, #part| { #put; *#place = #part })
    } else {
        quote!(|#whole, #part| if #put { *#place = #part })
    }
}

/// The variants that are only a name.
fn units(variants: &[Variant]) -> Vec<&Variant> {
    variants.iter().filter(|variant| variant.is_unit).collect()
}

/// The function that makes them, by their number among themselves.
fn unit(units: &[&Variant]) -> Option<TokenStream> {
    let last = units.len().checked_sub(1)?;
    let (unit, index) = (local("unit"), local("index"));
    let patterns = (0..units.len()).map(|i| if i < last { quote!(#i) } else { quote!(_) });
    let values = units.iter().map(|variant| &variant.path);
    Some(quote! {
        let #unit: fn(usize) -> Self = |#index| match #index { #(#patterns => #values,)* };
    })
}
