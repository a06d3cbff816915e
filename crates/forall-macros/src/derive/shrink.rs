//! Writes `shrink`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::attributes::Made;
use super::model::{Field, Model, Variant};

/// First what the value holds of its own type, then simpler variants, and then the value with one
/// field simplified.
pub(super) fn function(model: &Model) -> TokenStream {
    let simpler = local("simpler");
    let arms = model.variants.iter().enumerate().map(|(i, variant)| {
        let pattern = pattern(variant);
        let steps = steps(model, variant, units(&model.variants[..i]).len());
        quote!(#pattern => #simpler #steps,)
    });
    let arms: Vec<TokenStream> = arms.collect();
    let others = (!model.is_complete).then(|| quote!(_ => #simpler,));
    let last = model.variants.len() - 1;
    let unit = unit(&units(&model.variants[..last]));
    // The whole type is at fault if it is not `Clone`, so that is where the error should be.
    let of = quote_spanned!(model.name.span()=> ::forall::domain::derived::Simpler::of(self));
    quote! {
        fn shrink(&self) -> ::forall::domain::Shrinks<'_, Self> {
            #unit
            let #simpler = #of;
            let #simpler = match self {
                #(#arms)*
                #others
            };
            #simpler.done()
        }
    }
}

/// Every field that is not always the same, under a name of our own.
fn pattern(variant: &Variant) -> TokenStream {
    let path = &variant.path;
    let fields = variant.fields.iter().enumerate().filter(|(_, field)| varies(field));
    let fields = fields.map(|(i, field)| {
        let (member, name) = (&field.member, field_name(i));
        quote!(#member: #name,)
    });
    let fields = (!variant.is_unit).then(|| quote!({ #(#fields)* .. }));
    quote!(#path #fields)
}

/// What to call on the gatherer, one after the other.
fn steps(model: &Model, variant: &Variant, units_before: usize) -> TokenStream {
    let fields = variant.fields.iter().enumerate();
    let fields: Vec<_> = fields.filter(|(_, field)| varies(field)).collect();
    let children = fields.iter().filter_map(|(i, field)| {
        let children = model.own.children(&field.ty, &field_name(*i).into_token_stream())?;
        Some(quote!(.children(#children)))
    });
    let unit = local("unit");
    let units = (units_before > 0).then(|| quote!(.units(#units_before, #unit)));
    let fields = fields.iter().map(|(i, field)| {
        let (name, shrink, put) = (field_name(*i), shrink(field), put(model, variant, field));
        quote!(.field(#name, #shrink, #put))
    });
    quote!(#(#children)* #units #(#fields)*)
}

/// The function that lists what is simpler than a field.
fn shrink(field: &Field) -> TokenStream {
    let (ty, part) = (&field.ty, local("part"));
    match &field.made {
        Made::Domain(domain) => quote_spanned! {domain.span()=>
            |#part| ::forall::domain::derived::simpler(&(#domain), #part)
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

/// Does the field have simpler values?
fn varies(field: &Field) -> bool {
    !matches!(field.made, Made::Default(_))
}

fn field_name(position: usize) -> Ident {
    local(&format!("field_{position}"))
}

/// A name that none of a user's is the same as.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}
