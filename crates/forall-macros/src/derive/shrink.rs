//! Generates `Arbitrary::shrink`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::attributes::FieldSource;
use super::hygienic;
use super::model::{Field, Model, Variant};

/// Returns the function, or `None` if no value can be shrunk. It lists first the children, which are the
/// values of the same type inside the value, then simpler variants, then the value with one field shrunk.
pub(super) fn function(model: &Model) -> Option<TokenStream> {
    let steps = model.variants.iter().enumerate().map(|(i, variant)| {
        let children = children(model, variant);
        let fields = fields(model, variant);
        let variants = simpler_variants(&model.variants[..i]);
        quote!(#children #variants #fields)
    });
    let steps: Vec<TokenStream> = steps.collect();
    if steps.iter().all(TokenStream::is_empty) {
        return None;
    }
    let simpler = hygienic("simpler");
    let patterns = model.variants.iter().map(pattern);
    let others = (!model.is_complete).then(|| quote!(_ => {}));
    let last = model.variants.len() - 1;
    let unit = unit_constructor(&unit_variants(&model.variants[..last]));
    // If the type is not `Clone`, the compiler reports the error at its name.
    let list = quote_spanned!(model.name.span()=> __forall::__private::derived::Simpler::list);
    Some(quote! {
        fn shrink(&self) -> __forall::domain::Shrinks<'_, Self> {
            #unit
            #list(self, |#simpler| match self {
                #(#patterns => { #steps })*
                #others
            })
        }
    })
}

/// Returns a pattern that binds the fields that vary.
pub(super) fn pattern(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let fields = varying(variant).map(|(name, field)| {
        let member = &field.member;
        quote!(#member: #name,)
    });
    let fields = (!variant.is_unit).then(|| quote!({ #(#fields)* .. }));
    quote!(#path #fields)
}

/// Returns the fields that do not always have the same value, with their names in the pattern.
pub(super) fn varying(variant: &Variant) -> impl Iterator<Item = (Ident, &Field)> {
    let fields = variant.fields.iter().enumerate();
    let fields = fields.filter(|(_, field)| !matches!(field.source, FieldSource::Default(_)));
    fields.map(|(i, field)| (hygienic(&format!("field_{i}")), field))
}

/// Returns the code that lists the children. Fields with a domain are left out: the values of the domain
/// may not be values that the type itself generates.
fn children(model: &Model, variant: &Variant) -> TokenStream {
    let simpler = hygienic("simpler");
    let found = |child: &TokenStream| quote!(#simpler.child(#child););
    let fields =
        varying(variant).filter(|(_, field)| matches!(field.source, FieldSource::Arbitrary));
    let children = fields.filter_map(|(name, field)| {
        model.derived_type.children(&field.ty, &name.into_token_stream(), &found)
    });
    children.collect()
}

/// Returns the code that lists the simplest value and the unit variants among the simpler variants.
fn simpler_variants(before: &[Variant]) -> Option<TokenStream> {
    let simpler = hygienic("simpler");
    let unit = hygienic("unit");
    let count = unit_variants(before).len();
    let simplest = (!before.first()?.is_unit)
        .then(|| quote!(#simpler.simplest(<Self as __forall::Arbitrary>::generate);));
    let units = (count > 0).then(|| quote!(#simpler.units(#count, #unit);));
    Some(quote!(#simplest #units))
}

/// Returns the code that lists the values with one field shrunk.
fn fields(model: &Model, variant: &Variant) -> TokenStream {
    let simpler = hygienic("simpler");
    let fields = varying(variant).map(|(name, field)| {
        let shrink = shrink_field(field);
        let set = set_field(model, variant, field);
        quote!(#simpler.field(#name, #shrink, #set);)
    });
    fields.collect()
}

/// Returns the function that shrinks the value of a field.
fn shrink_field(field: &Field) -> TokenStream {
    let ty = &field.ty;
    let part = hygienic("part");
    match &field.source {
        FieldSource::Domain(domain) => quote_spanned! {domain.span()=>
            |#part| __forall::__private::derived::simpler(&(#domain), #part)
        },
        _ => quote_spanned!(ty.span()=> <#ty as __forall::Arbitrary>::shrink),
    }
}

/// Returns the function that sets a field.
fn set_field(model: &Model, variant: &Variant, field: &Field) -> TokenStream {
    let whole = hygienic("whole");
    let part = hygienic("part");
    let place = hygienic("place");
    let path = &variant.path;
    let member = &field.member;
    let find = quote!(let #path { #member: #place, .. } = #whole);
    if model.is_complete && model.variants.len() == 1 {
        quote!(|#whole, #part| { #find; *#place = #part })
    } else {
        quote!(|#whole, #part| if #find { *#place = #part })
    }
}

/// Returns the variants without fields, braces or parentheses.
fn unit_variants(variants: &[Variant]) -> Vec<&Variant> {
    variants.iter().filter(|variant| variant.is_unit).collect()
}

/// Returns the definition of a function from an index to a unit variant.
fn unit_constructor(units: &[&Variant]) -> Option<TokenStream> {
    let last = units.len().checked_sub(1)?;
    let unit = hygienic("unit");
    let index = hygienic("index");
    let patterns = (0..units.len()).map(|i| if i < last { quote!(#i) } else { quote!(_) });
    let values = units.iter().map(|variant| &variant.path);
    Some(quote! {
        let #unit: fn(usize) -> Self = |#index| match #index { #(#patterns => #values,)* };
    })
}
