//! The deriving type, as far as the derive cares.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Generics, Ident, Index, Member, Type};

use super::attributes::{self, Made, Often};
use super::errors::Errors;
use super::order;
use super::types::{Holds, Needs, Own};

/// A struct or an enum.
pub(super) struct Model {
    pub(super) name: Ident,
    pub(super) generics: Generics,
    pub(super) own: Own,
    /// Those that are made, simplest first. A struct has one.
    pub(super) variants: Vec<Variant>,
    /// Does a value have to be one of these variants? Not if there are others.
    pub(super) is_complete: bool,
}

/// What a value may look like.
pub(super) struct Variant {
    /// `Self`, or `Self::Name`.
    pub(super) path: TokenStream,
    pub(super) fields: Vec<Field>,
    /// Is it written without brackets?
    pub(super) is_unit: bool,
    pub(super) weight: Option<u32>,
    pub(super) rank: Rank,
}

/// How near to its end a value is, nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// It holds nothing that could hold the type.
    Ends,
    /// It holds types that are not known.
    HoldsOthers,
    /// It holds pointers to types that are not known, which may well hold this one.
    PointsToOthers,
    /// It may hold the type itself.
    MayRecur,
    /// It does.
    Recurs,
}

/// A part of a value.
pub(super) struct Field {
    pub(super) member: Member,
    pub(super) ty: Type,
    pub(super) made: Made,
    pub(super) rank: Rank,
}

impl Model {
    /// Reads a type.
    pub(super) fn of(input: &DeriveInput) -> syn::Result<Model> {
        let (mut errors, own) = (Errors::default(), Own::of(input));
        attributes::of_type(&input.attrs, &mut errors);
        let (mut variants, declared) = match &input.data {
            Data::Struct(data) => {
                (vec![Variant::of(quote!(Self), &data.fields, &own, &mut errors)], 1)
            }
            Data::Enum(data) => (enum_variants(data, &own, &mut errors), data.variants.len()),
            Data::Union(data) => {
                errors.push(data.union_token, "a union does not say what is in it, so none can be made: write `impl Arbitrary` by hand");
                return Err(errors.check(()).expect_err("one was pushed"));
            }
        };
        order::simplest_first(&mut variants);
        let name = input.ident.clone();
        if let Some(problem) = uninhabited(&name, &variants, declared, &own) {
            errors.push(&name, problem);
        }
        let is_complete = variants.len() == declared;
        errors.check(Model { name, generics: input.generics.clone(), own, variants, is_complete })
    }
}

fn enum_variants(data: &syn::DataEnum, own: &Own, errors: &mut Errors) -> Vec<Variant> {
    let mut variants = Vec::new();
    for declared in &data.variants {
        let name = &declared.ident;
        let often = attributes::of_variant(&declared.attrs, errors);
        let mut variant = Variant::of(quote!(Self::#name), &declared.fields, own, errors);
        match often {
            Often::Usual => variants.push(variant),
            Often::Skip => {}
            Often::Weight(weight) => {
                variant.weight = Some(weight);
                variants.push(variant);
            }
        }
    }
    variants
}

impl Variant {
    fn of(path: TokenStream, fields: &syn::Fields, own: &Own, errors: &mut Errors) -> Variant {
        let is_unit = matches!(fields, syn::Fields::Unit);
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(i, field)| Field::of(i, field, own, errors));
        let fields: Vec<Field> = fields.collect();
        let rank = fields.iter().map(|field| field.rank).max().unwrap_or(Rank::Ends);
        Variant { path, fields, is_unit, weight: None, rank }
    }
}

impl Field {
    fn of(position: usize, field: &syn::Field, own: &Own, errors: &mut Errors) -> Field {
        let made = attributes::of_field(&field.attrs, errors);
        let index = || Member::Unnamed(Index::from(position));
        let member = field.ident.clone().map_or_else(index, Member::Named);
        let (ty, rank) = (field.ty.clone(), rank(&field.ty, &made, own));
        Field { member, ty, made, rank }
    }
}

/// Whoever names a domain for another type knows that it ends; for this type, it probably makes the
/// type's own values.
fn rank(ty: &Type, made: &Made, own: &Own) -> Rank {
    match (made, own.holds(ty), own.needs(ty)) {
        (Made::Default(_), ..) | (_, Holds::Leaf, _) => Rank::Ends,
        (Made::Domain(_), Holds::Others, _) => Rank::Ends,
        (_, Holds::Others, Needs::Pointee) => Rank::PointsToOthers,
        (_, Holds::Others, _) => Rank::HoldsOthers,
        (_, Holds::Itself, Needs::Nothing) => Rank::MayRecur,
        (_, Holds::Itself, _) => Rank::Recurs,
    }
}

/// Why there is no value, if there is none.
fn uninhabited(name: &Ident, variants: &[Variant], declared: usize, own: &Own) -> Option<String> {
    let endless =
        |field: &Field| matches!(field.made, Made::Arbitrary) && own.is_endless(&field.ty);
    if declared == 0 {
        Some(format!("`{name}` has no variants, so none can be made"))
    } else if variants.is_empty() {
        Some(format!("every variant of `{name}` is skipped, so none can be made"))
    } else if variants.iter().all(|variant| variant.fields.iter().any(endless)) {
        Some(format!(
            "every `{name}` holds another `{name}`, so none can be made: add a variant that holds none, or an `Option`"
        ))
    } else {
        None
    }
}
